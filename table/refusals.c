/* Why a table refuses a request: each reason with its code and its words. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"
#include "table/words.h"

/* clang-format off */
enum { ELSEWHERE = -1 }; /* there are no words, or they are written where their arguments are known */
static const struct {
    const char *code;
    int words;
} refusals[PT_REFUSALS] = {
    [PT_GRANTED]         = {"ok",              ELSEWHERE},
    [PT_NO_TABLE]        = {"no-table",        TB_SAY_NO_TABLE},
    [PT_MALFORMED]       = {"malformed",       TB_SAY_MALFORMED},
    [PT_NOT_YOUR_SEAT]   = {"not-your-seat",   TB_SAY_NOT_YOUR_SEAT},
    [PT_NOT_PLAYING]     = {"not-playing",     TB_SAY_NOT_PLAYING},
    [PT_NOT_ASKED]       = {"not-playing",     TB_SAY_NOT_ASKED},
    [PT_STALE]           = {"stale",           TB_SAY_STALE},
    [PT_RULE]            = {"rule",            ELSEWHERE},
    [PT_NOT_READABLE]    = {"unreadable",      TB_SAY_NOT_READABLE},
    [PT_NOT_CAPTAIN]     = {"not-captain",     ELSEWHERE},
    [PT_SIT_BEGUN]       = {"cannot-sit",      TB_SAY_BEGUN},
    [PT_SIT_NO_SEAT]     = {"cannot-sit",      TB_SAY_NO_SEAT},
    [PT_SIT_TAKEN]       = {"cannot-sit",      TB_SAY_TAKEN},
    [PT_SIT_OTHER_TEAM]  = {"cannot-sit",      TB_SAY_OTHER_TEAM},
    [PT_SIT_BOT]         = {"cannot-sit",      TB_SAY_BOT_SITS},
    [PT_SIT_LOCAL]       = {"cannot-sit",      TB_SAY_ONE_SCREEN},
    [PT_SIT_ENTROPY]     = {"cannot-sit",      TB_SAY_ENTROPY},
    [PT_BOT_OWNER]       = {"cannot-seat-bot", TB_SAY_BOT_OWNER},
    [PT_BOT_BEGUN]       = {"cannot-seat-bot", TB_SAY_BEGUN},
    [PT_BOT_NO_SEAT]     = {"cannot-seat-bot", TB_SAY_NO_SEAT},
    [PT_BOT_UNKNOWN]     = {"cannot-seat-bot", TB_SAY_NO_BOT},
    [PT_BOT_TAKEN]       = {"cannot-seat-bot", TB_SAY_TAKEN},
    [PT_START_BEGUN]     = {"cannot-start",    TB_SAY_BEGUN},
    [PT_START_FREE_SEAT] = {"cannot-start",    TB_SAY_FREE_SEAT},
    [PT_START_STRANGER]  = {"cannot-start",    TB_SAY_STRANGER},
    [PT_NOTHING_TO_UNDO] = {"nothing-to-undo", TB_SAY_NOTHING_TO_UNDO},
    [PT_UNDO_AWAY]       = {"undo-away",       TB_SAY_UNDO_AWAY},
    [PT_UNDO_LATE]       = {"undo-late",       TB_SAY_UNDO_LATE},
    [PT_NOTHING_ASKED]   = {"nothing-asked",   TB_SAY_NOTHING_ASKED},
    [PT_NO_REMATCH]      = {"no-rematch",      TB_SAY_NO_REMATCH},
    [PT_NO_HINT]         = {"no-hint",         TB_SAY_NO_HINT},
    [PT_NO_PAUSE]        = {"no-pause",        TB_SAY_NO_PAUSE},
    [PT_ON_PAUSE]        = {"paused",          TB_SAY_ON_PAUSE},
    [PT_NO_EXTENSION]    = {"no-extension",    TB_SAY_NO_EXTENSION},
    [PT_NOT_WRITTEN]     = {"not-written",     TB_SAY_NOT_WRITTEN},
};
/* clang-format on */

const char *pt_refusal_code(pt_refusal r) {
    assert(r < PT_REFUSALS);
    return refusals[r].code;
}

void pt_say_refusal(pt_text *out, pt_refusal r) {
    assert(r < PT_REFUSALS);
    if (refusals[r].words != ELSEWHERE) pt_say(out, tb_say(refusals[r].words));
}

pt_refusal table_refuse(const asking *a, pt_refusal why) {
    assert(why != PT_GRANTED && refusals[why].words != ELSEWHERE);
    pt_clear(a->why);
    pt_say_refusal(a->why, why);
    return why;
}
