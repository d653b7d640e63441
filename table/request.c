/* Requests are judged here: who may ask at all, then each kind by its own law. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"
#include <string.h>

enum { MOST_ID = 47, MOST_TEXT = 511, MOST_MOVE = 119 };

/* --- small requests --- */

static pt_refusal ask_chat(const asking *a) {
    const pt_request *r = a->r;
    const pt_seat *s = asker_owns(a) ? &a->t->core.seat[r->seat] : NULL;
    if (!s && r->seat >= 0) return table_refuse(a, PT_NOT_YOUR_SEAT);
    const char *name = r->name;
    if (!name[0] && s) name = pt_seat_member_name(s, pt_seat_member(s, r->person));
    emit_event(a, (pt_event){.kind = PT_SAID,
                             .seat = s ? r->seat : -1,
                             .name = table_word(name),
                             .text = table_word(r->text)});
    return PT_GRANTED;
}

/* There are no hints where another person plays: that person has not agreed to them. */
pt_refusal pt_table_may_hint(const pt_table *t, const char *person, int seat) {
    if (!pt_table_owns(t, person, seat)) return PT_NOT_YOUR_SEAT;
    if (t->core.paused) return PT_ON_PAUSE;
    if (!pt_has(pt_table_owes(t), seat)) return PT_NOT_ASKED;
    for (int i = 0; i < t->core.seats; i++)
        if (t->core.seat[i].kind == PT_SEAT_HUMAN && !pt_table_owns(t, person, i))
            return PT_NO_HINT;
    return PT_GRANTED;
}

static pt_refusal ask_hint(const asking *a) {
    pt_refusal no = pt_table_may_hint(a->t, a->r->person, a->r->seat);
    if (no) return table_refuse(a, no);
    if (!a->t->core.unrated) emit_event(a, (pt_event){.kind = PT_HINTED, .seat = a->r->seat});
    return PT_GRANTED;
}

static pt_refusal ask_credit(const asking *a) {
    assert(a->r->at >= 0);
    if (a->t->core.paused) return PT_GRANTED; /* the pause gives back all of it */
    emit_event(a, (pt_event){.kind = PT_CREDITED, .seat = -1, .amount = a->r->at});
    return PT_GRANTED;
}

static pt_refusal ask_look(const asking *a) {
    emit_luck(a);
    return PT_GRANTED;
}

/* --- all --- */

static pt_refusal (*const asks[PT_ASKS])(const asking *a) = {
    [PT_ASK_SIT] = ask_sit,
    [PT_ASK_LEAVE] = ask_leave,
    [PT_ASK_BOT] = ask_bot,
    [PT_ASK_READY] = ask_ready,
    [PT_ASK_START] = ask_start,
    [PT_ASK_MOVE] = ask_move,
    [PT_ASK_UNDO] = ask_undo,
    [PT_ASK_AGREE] = ask_agree,
    [PT_ASK_CHAT] = ask_chat,
    [PT_ASK_RESIGN] = ask_resign,
    [PT_ASK_REMATCH] = ask_rematch,
    [PT_ASK_HINT] = ask_hint,
    [PT_ASK_PAUSE] = ask_pause,
    [PT_ASK_RESUME] = ask_resume,
    [PT_ASK_BOT_MOVE] = ask_bot_move,
    [PT_ASK_TICK] = ask_tick,
    [PT_ASK_PRESENCE] = ask_presence,
    [PT_ASK_CREDIT] = ask_credit,
    [PT_ASK_LOOK] = ask_look,
    [PT_ASK_EXTEND] = PT_NOT_IN_WASM(ask_extend),
    [PT_ASK_REST] = PT_NOT_IN_WASM(ask_rest),
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
    if (of_people && !pt_table_may_see(t, r->person, r->key))
        return table_refuse(&a, PT_NO_TABLE);
    if (of_people && !is_well_formed(r)) return table_refuse(&a, PT_MALFORMED);
    if (!t->game || t->broken) return table_refuse(&a, PT_NOT_WRITTEN);
    pt_refusal answer = asks[r->kind](&a);
    return t->broken ? table_refuse(&a, PT_NOT_WRITTEN) : answer;
}
