/* The answers of a table: its refusals in words, and its events on their way to the host. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"

/* clang-format off */
static const struct {
    const char *code, *words;
} refusals[PT_REFUSALS] = {
    [PT_GRANTED]         = {"ok",              ""},
    [PT_NO_TABLE]        = {"no-table",        "there is no such table"},
    [PT_MALFORMED]       = {"malformed",       "too long, or control characters"},
    [PT_NOT_YOUR_SEAT]   = {"not-your-seat",   "you do not sit there"},
    [PT_NOT_PLAYING]     = {"not-playing",     "this game is not being played"},
    [PT_NOT_ASKED]       = {"not-playing",     "nothing is asked of you"},
    [PT_STALE]           = {"stale",           "something has happened since: look again"},
    [PT_RULE]            = {"rule",            ""},
    [PT_NOT_READABLE]    = {"unreadable",      "this is not a move in the game's notation"},
    [PT_NOT_CAPTAIN]     = {"not-captain",     "somebody else decides for your team now"},
    [PT_SIT_BEGUN]       = {"cannot-sit",      "the game has begun"},
    [PT_SIT_NO_SEAT]     = {"cannot-sit",      "there is no such seat"},
    [PT_SIT_TAKEN]       = {"cannot-sit",      "somebody sits there"},
    [PT_SIT_OTHER_TEAM]  = {"cannot-sit",      "you play for the other team"},
    [PT_SIT_BOT]         = {"cannot-sit",      "a bot sits there"},
    [PT_SIT_LOCAL]       = {"cannot-sit",      "this table is for one screen"},
    [PT_SIT_ENTROPY]     = {"cannot-sit",      "entropy is up to 64 bytes in hexadecimal, lower case"},
    [PT_BOT_OWNER]       = {"cannot-seat-bot", "only who made the table seats bots"},
    [PT_BOT_BEGUN]       = {"cannot-seat-bot", "the game has begun"},
    [PT_BOT_NO_SEAT]     = {"cannot-seat-bot", "there is no such seat"},
    [PT_BOT_UNKNOWN]     = {"cannot-seat-bot", "there is no such bot"},
    [PT_BOT_TAKEN]       = {"cannot-seat-bot", "somebody sits there"},
    [PT_START_BEGUN]     = {"cannot-start",    "the game has begun"},
    [PT_START_FREE_SEAT] = {"cannot-start",    "a seat is free"},
    [PT_START_STRANGER]  = {"cannot-start",    "only who sits at the table starts the game"},
    [PT_NOTHING_TO_UNDO] = {"nothing-to-undo", "there is no move of yours to take back"},
    [PT_NOTHING_ASKED]   = {"nothing-asked",   "nobody asks you for anything"},
    [PT_NO_REMATCH]      = {"no-rematch",      "this is not the time for a rematch"},
    [PT_NO_HINT]         = {"no-hint",         "other people play here"},
    [PT_NOT_WRITTEN]     = {"not-written",     "there is not enough memory for this"},
};
/* clang-format on */

const char *pt_refusal_code(pt_refusal r) {
    assert(r < PT_REFUSALS);
    return refusals[r].code;
}

const char *pt_refusal_words(pt_refusal r) {
    assert(r < PT_REFUSALS);
    return refusals[r].words;
}

pt_refusal table_refuse(const asking *a, pt_refusal why) {
    assert(why != PT_GRANTED);
    pt_clear(a->why);
    pt_puts(a->why, refusals[why].words);
    return why;
}

/* --- events of a request --- */

void table_say(const asking *a, pt_event e) {
    if (a->t->broken) return;
    e.at = a->r->now;
    if (!table_take(a->t, &e, true, NULL)) { /* the law allows it, so memory gave out */
        a->t->broken = true;
        return;
    }
    if (a->sink->take) a->sink->take(a->sink->to, a->t, &e);
}

void table_notice(const asking *a, pt_event_kind kind, int seat) {
    assert(kind >= PT_LOGGED);
    const pt_event e = {.kind = kind, .seat = seat, .at = a->r->now};
    if (a->sink->take) a->sink->take(a->sink->to, a->t, &e);
}
