/* Requests are judged here: who may ask at all, then each kind by its own law. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"
#include <string.h>

enum { MOST_ID = 47, MOST_TEXT = 511, MOST_MOVE = 119 };

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

pt_refusal refuse(const asking *a, pt_refusal why) {
    assert(why != PT_GRANTED);
    pt_clear(a->why);
    pt_puts(a->why, refusals[why].words);
    return why;
}

/* --- events of a request --- */

void say(const asking *a, pt_event e) {
    if (a->t->broken) return;
    e.at = a->r->now;
    if (!table_take(a->t, &e, true, NULL)) { /* the law allows it, so memory gave out */
        a->t->broken = true;
        return;
    }
    if (a->sink->take) a->sink->take(a->sink->to, a->t, &e);
}

void notice(const asking *a, pt_event_kind kind, int seat) {
    assert(kind >= PT_LOGGED);
    const pt_event e = {.kind = kind, .seat = seat, .at = a->r->now};
    if (a->sink->take) a->sink->take(a->sink->to, a->t, &e);
}

/* --- small requests --- */

static pt_refusal ask_chat(const asking *a) {
    const pt_request *r = a->r;
    const pt_seat *s = asker_owns(a) ? &a->t->core.seat[r->seat] : NULL;
    if (!s && r->seat >= 0) return refuse(a, PT_NOT_YOUR_SEAT);
    const char *name = r->name;
    if (!name[0] && s) name = pt_seat_member_name(s, pt_seat_member(s, r->person));
    say(a, (pt_event){.kind = PT_SAID,
                      .seat = s ? r->seat : -1,
                      .name = word_of(name),
                      .text = word_of(r->text)});
    return PT_GRANTED;
}

/* Another person at the table has not asked for advice to be given. */
pt_refusal pt_table_may_hint(const pt_table *t, const char *person, int seat) {
    if (!pt_table_owns(t, person, seat)) return PT_NOT_YOUR_SEAT;
    if (!pt_has(pt_table_owes(t), seat)) return PT_NOT_ASKED;
    for (int i = 0; i < t->core.seats; i++)
        if (t->core.seat[i].kind == PT_SEAT_HUMAN && !pt_table_owns(t, person, i))
            return PT_NO_HINT;
    return PT_GRANTED;
}

static pt_refusal ask_hint(const asking *a) {
    pt_refusal no = pt_table_may_hint(a->t, a->r->person, a->r->seat);
    if (no) return refuse(a, no);
    if (!a->t->core.unrated) say(a, (pt_event){.kind = PT_HINTED, .seat = a->r->seat});
    return PT_GRANTED;
}

static pt_refusal ask_credit(const asking *a) {
    assert(a->r->at >= 0);
    say(a, (pt_event){.kind = PT_CREDITED, .seat = -1, .amount = a->r->at});
    return PT_GRANTED;
}

static pt_refusal ask_look(const asking *a) {
    say_luck(a);
    return PT_GRANTED;
}

/* --- all --- */

static pt_refusal (*const asks[PT_ASKS])(const asking *a) = {
    [PT_ASK_SIT] = ask_sit,       [PT_ASK_LEAVE] = ask_leave,
    [PT_ASK_BOT] = ask_bot,       [PT_ASK_START] = ask_start,
    [PT_ASK_MOVE] = ask_move,     [PT_ASK_UNDO] = ask_undo,
    [PT_ASK_AGREE] = ask_agree,   [PT_ASK_CHAT] = ask_chat,
    [PT_ASK_RESIGN] = ask_resign, [PT_ASK_REMATCH] = ask_rematch,
    [PT_ASK_HINT] = ask_hint,     [PT_ASK_BOT_MOVE] = ask_bot_move,
    [PT_ASK_TICK] = ask_tick,     [PT_ASK_PRESENCE] = ask_presence,
    [PT_ASK_CREDIT] = ask_credit, [PT_ASK_LOOK] = ask_look,
};

/* A text of at most `most` bytes without control characters; a word has no blanks either. */
static bool is_plain(const char *text, size_t most, bool word) {
    size_t n = 0;
    for (; text[n]; n++) {
        unsigned char c = (unsigned char)text[n];
        if (n == most || c < ' ' || c == 127 || (word && c == ' ')) return false;
    }
    return true;
}

/* What goes into an event is one line that can be read back. */
static bool is_well_formed(const pt_request *r) {
    size_t text = r->kind == PT_ASK_MOVE ? MOST_MOVE : MOST_TEXT;
    return is_plain(r->person, PT_ID - 1, true) && is_plain(r->name, PT_LABEL - 1, false) &&
           is_plain(r->id, MOST_ID, true) && is_plain(r->text, text, false);
}

pt_refusal pt_table_ask(pt_table *t, const pt_request *r, const pt_sink *sink, pt_text *why) {
    const asking a = {.t = t, .r = r, .sink = sink, .why = why};
    assert(r->kind < PT_ASKS && sink && r->person && r->name && r->key && r->id && r->text);
    assert(r->now > 0 && r->now <= PT_TIME_MOST);
    bool of_people = r->kind <= PT_ASK_HINT;
    if (of_people && !pt_table_may_see(t, r->person, r->key)) return refuse(&a, PT_NO_TABLE);
    if (of_people && !is_well_formed(r)) return refuse(&a, PT_MALFORMED);
    if (!t->game || t->broken) return refuse(&a, PT_NOT_WRITTEN);
    pt_refusal answer = asks[r->kind](&a);
    return t->broken ? refuse(&a, PT_NOT_WRITTEN) : answer;
}
