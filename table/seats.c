/* Sitting down, leaving, bots, the start; and who is there. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"
#include <string.h>

static bool seat_is_there(const asking *a) {
    return a->r->seat >= 0 && a->r->seat < a->t->core.seats;
}

static bool is_owner(const asking *a) {
    return a->r->person[0] && strcmp(a->t->core.owner, a->r->person) == 0;
}

bool pt_entropy_is_fine(const char *hex) {
    size_t n = strlen(hex);
    return n % 2 == 0 && n <= 128 && strspn(hex, "0123456789abcdef") == n;
}

/* A team's seat takes further people, but nobody plays for both sides. */
static bool may_join(const asking *a) {
    const pt_table_core *c = &a->t->core;
    const pt_team *team = a->t->game->team;
    assert(seat_is_there(a));
    assert(!team || team->people <= 1 + PT_MATES);
    return team && pt_seat_people(&c->seat[a->r->seat]) < team->people && !asker_seats(a);
}

static bool is_in_a_team(const asking *a) {
    for (int i = 0; i < a->t->core.seats; i++)
        if (pt_table_owns(a->t, a->r->person, i) && pt_seat_people(&a->t->core.seat[i]) > 1)
            return true;
    return false;
}

/* Whoever sits there alone may sit down again before the game, under another name. */
static bool sits_there(const asking *a) {
    const pt_seat *s = &a->t->core.seat[a->r->seat];
    return pt_seat_has(s, a->r->person) && pt_seat_people(s) == 1;
}

static pt_refusal may_sit(const asking *a) {
    const pt_table_core *c = &a->t->core;
    if (c->phase != PT_TABLE_OPEN) return PT_SIT_BEGUN;
    if (!seat_is_there(a)) return PT_SIT_NO_SEAT;
    if (!a->r->person[0]) return PT_MALFORMED;
    pt_seat_kind kind = (pt_seat_kind)c->seat[a->r->seat].kind;
    if (kind == PT_SEAT_HUMAN && !sits_there(a) && !may_join(a)) return PT_SIT_TAKEN;
    if (is_in_a_team(a)) return PT_SIT_OTHER_TEAM;
    if (kind == PT_SEAT_BOT && !is_owner(a)) return PT_SIT_BOT;
    if (c->access == PT_ACCESS_LOCAL && !is_owner(a)) return PT_SIT_LOCAL;
    if (!pt_entropy_is_fine(a->r->text)) return PT_SIT_ENTROPY;
    return PT_GRANTED;
}

pt_refusal ask_sit(const asking *a) {
    const pt_request *r = a->r;
    pt_refusal no = may_sit(a);
    if (no) return table_refuse(a, no);
    bool joins = a->t->core.seat[r->seat].kind == PT_SEAT_HUMAN && !sits_there(a);
    char person[PT_ID], name[PT_LABEL]; /* the seat, which they may lie in, is written anew */
    table_copy_word(table_word(r->person), person, sizeof person);
    table_copy_word(table_word(r->name), name, sizeof name);
    table_free_name(a, name);
    emit_event(a, (pt_event){.kind = joins ? PT_JOINED : PT_SAT,
                             .seat = r->seat,
                             .person = table_word(person),
                             .word = table_word(joins ? "" : r->text),
                             .name = table_word(name)});
    return PT_GRANTED;
}

void emit_standin(const asking *a, int seat) {
    const pt_table_bots *bots = a->t->bots;
    assert(seat >= 0 && seat < a->t->core.seats);
    if (!bots) return;
    assert(bots->level(bots->usual, a->t->game) >= 0);
    emit_event(a,
               (pt_event){.kind = PT_STOOD_IN, .seat = seat, .word = table_word(bots->usual)});
}

/* The seat changes while the event is folded, so its names are copied. */
static void emit_quit(const asking *a, const pt_seat *s) {
    char person[PT_ID], name[PT_LABEL];
    int member = pt_seat_member(s, a->r->person);
    assert(member >= 0 && pt_seat_people(s) > 1);
    const char *known = pt_seat_member_name(s, member);
    table_copy_word(table_word(a->r->person), person, sizeof person);
    table_copy_word(table_word(a->r->name[0] ? a->r->name : known), name, sizeof name);
    emit_event(a, (pt_event){.kind = PT_QUIT,
                             .seat = a->r->seat,
                             .person = table_word(person),
                             .name = table_word(name)});
}

static bool sends_bot_away(const asking *a) {
    return is_owner(a) && seat_is_there(a) && a->t->core.phase == PT_TABLE_OPEN &&
           a->t->core.seat[a->r->seat].kind == PT_SEAT_BOT;
}

/* If one of a team goes, the others play on. Otherwise the seat is free, or a bot plays until
 * its person comes back. After the game they do not want to play again, either. */
pt_refusal ask_leave(const asking *a) {
    const pt_request *r = a->r;
    if (sends_bot_away(a)) {
        emit_event(a, (pt_event){.kind = PT_LEFT, .seat = r->seat});
        return PT_GRANTED;
    }
    if (!asker_owns(a)) return table_refuse(a, PT_NOT_YOUR_SEAT);
    const pt_seat *s = &a->t->core.seat[r->seat];
    if (a->t->core.phase != PT_TABLE_OVER && pt_seat_people(s) > 1) {
        emit_quit(a, s);
    } else if (a->t->core.phase == PT_TABLE_OPEN) {
        emit_event(a, (pt_event){.kind = PT_LEFT, .seat = r->seat});
    } else if (a->t->core.phase == PT_TABLE_PLAYING && !s->standin) {
        emit_standin(a, r->seat);
    } else if (a->t->core.phase == PT_TABLE_OVER) {
        a->t->now.rematch_yes &= (uint8_t)~asker_seats(a);
    }
    return PT_GRANTED;
}

static void emit_started(const asking *a) {
    emit_event(a, (pt_event){.kind = PT_STARTED, .seat = -1});
    emit_luck(a);
}

/* True if people play here who cannot see each other's screens: at one screen its owner has all
 * seats. */
static bool people_meet(const pt_table *t) {
    const pt_seat *first = NULL;
    for (int i = 0; i < t->core.seats; i++) {
        const pt_seat *s = &t->core.seat[i];
        if (s->kind != PT_SEAT_HUMAN) continue;
        if (!first) first = s;
        if (pt_seat_people(s) > 1 || strcmp(first->person, s->person) != 0) return true;
    }
    return false;
}

/* The credit comes after the first draws, which start the clocks. */
void emit_counted_start(const asking *a) {
    emit_started(a);
    if (people_meet(a->t))
        emit_event(a, (pt_event){.kind = PT_CREDITED, .seat = -1, .amount = PT_COUNT_MS});
}

/* The game begins by itself as soon as everybody sits and is ready. Where only bots sit,
 * somebody has to say so. */
static void begin_when_ready(const asking *a) {
    const pt_table_core *c = &a->t->core;
    int people = 0;
    for (int i = 0; i < c->seats; i++) {
        if (!c->seat[i].ready) return; /* nor is a free seat */
        people += c->seat[i].kind == PT_SEAT_HUMAN;
    }
    if (people) emit_counted_start(a);
}

static pt_refusal may_seat_bot(const asking *a) {
    const pt_table_core *c = &a->t->core;
    const pt_table_bots *bots = a->t->bots;
    if (!is_owner(a)) return PT_BOT_OWNER;
    if (c->phase != PT_TABLE_OPEN) return PT_BOT_BEGUN;
    if (!seat_is_there(a)) return PT_BOT_NO_SEAT;
    if (!bots || strlen(a->r->text) >= PT_ID || bots->level(a->r->text, a->t->game) < 0)
        return PT_BOT_UNKNOWN;
    if (c->seat[a->r->seat].kind == PT_SEAT_HUMAN) return PT_BOT_TAKEN;
    return PT_GRANTED;
}

pt_refusal ask_bot(const asking *a) {
    pt_refusal no = may_seat_bot(a);
    if (no) return table_refuse(a, no);
    emit_event(a, (pt_event){.kind = PT_SEATED_BOT,
                             .seat = a->r->seat,
                             .word = table_word(a->r->text),
                             .name = table_word(table_bot_name(a->t, a->r->seat))});
    begin_when_ready(a);
    return PT_GRANTED;
}

/* Said once is enough: asking for what is so already changes nothing. */
pt_refusal ask_ready(const asking *a) {
    const pt_request *r = a->r;
    if (!asker_owns(a)) return table_refuse(a, PT_NOT_YOUR_SEAT);
    if (a->t->core.phase != PT_TABLE_OPEN) return table_refuse(a, PT_START_BEGUN);
    if (a->t->core.seat[r->seat].ready == r->yes) return PT_GRANTED;
    emit_event(a, (pt_event){.kind = PT_READIED,
                             .seat = r->seat,
                             .how = r->yes ? PT_READY : PT_NOT_READY});
    begin_when_ready(a);
    return PT_GRANTED;
}

pt_refusal ask_start(const asking *a) {
    const pt_table_core *c = &a->t->core;
    if (c->phase != PT_TABLE_OPEN) return table_refuse(a, PT_START_BEGUN);
    for (int i = 0; i < c->seats; i++)
        if (c->seat[i].kind == PT_SEAT_FREE) return table_refuse(a, PT_START_FREE_SEAT);
    if (!is_owner(a) && !asker_seats(a)) return table_refuse(a, PT_START_STRANGER);
    emit_started(a);
    return PT_GRANTED;
}

/* --- who is there --- */

pt_refusal ask_presence(const asking *a) {
    pt_table *t = a->t;
    for (int i = 0; i < t->core.seats; i++) {
        const pt_seat *s = &t->core.seat[i];
        bool there = pt_has(a->r->there, i);
        if (there && s->standin && !s->resigned && t->core.phase == PT_TABLE_PLAYING)
            emit_event(a, (pt_event){.kind = PT_BACK, .seat = i});
        if (there)
            t->now.away[i] = 0;
        else if (!t->now.away[i])
            t->now.away[i] = a->r->now;
    }
    return PT_GRANTED;
}
