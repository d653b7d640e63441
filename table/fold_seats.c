/* Events about seats: who sits, who leaves, bots that stand in, giving up. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"
#include <string.h>

/* The event's seat, if the table is in this phase; otherwise NULL. */
static pt_seat *seat_in(pt_table *t, const pt_event *e, pt_table_phase phase, folding *f) {
    bool fits = e->seat >= 0 && e->seat < t->core.seats && t->core.phase == phase;
    if (!fits) fold_wrong(f, "no such seat now");
    return fits ? &t->core.seat[e->seat] : NULL;
}

/* The same, and a person sits there. */
static pt_seat *human_in(pt_table *t, const pt_event *e, folding *f) {
    pt_seat *s = seat_in(t, e, PT_TABLE_PLAYING, f);
    if (s && s->kind != PT_SEAT_HUMAN) fold_wrong(f, "nobody sits there");
    return s && s->kind == PT_SEAT_HUMAN ? s : NULL;
}

bool fold_sat(pt_table *t, const pt_event *e, folding *f) {
    pt_seat *s = seat_in(t, e, PT_TABLE_OPEN, f);
    if (!s) return false;
    memset(s, 0, sizeof *s);
    s->kind = PT_SEAT_HUMAN;
    table_copy_word(e->person, s->person, sizeof s->person);
    table_copy_word(e->word, s->entropy, sizeof s->entropy);
    table_copy_word(e->name, s->name, sizeof s->name);
    return true;
}

bool fold_joined(pt_table *t, const pt_event *e, folding *f) {
    pt_seat *s = seat_in(t, e, PT_TABLE_OPEN, f);
    if (!s) return false;
    int free = pt_seat_people(s) - 1;
    if (s->kind != PT_SEAT_HUMAN || free >= PT_MATES) return fold_wrong(f, "no room there");
    assert(free >= 0 && !s->mate[free].person[0]);
    s->ready = 0; /* whoever comes has not been asked */
    table_copy_word(e->person, s->mate[free].person, PT_ID);
    table_copy_word(e->name, s->mate[free].name, PT_LABEL);
    return true;
}

/* Whoever joined last takes the place of the one who goes. The wait after a wrong try is a
 * person's own. */
bool fold_quit(pt_table *t, const pt_event *e, folding *f) {
    char person[PT_ID];
    pt_table_phase phase = t->core.phase == PT_TABLE_OPEN ? PT_TABLE_OPEN : PT_TABLE_PLAYING;
    pt_seat *s = seat_in(t, e, phase, f);
    if (!s) return false;
    table_copy_word(e->person, person, sizeof person);
    int member = pt_seat_member(s, person), last = pt_seat_people(s) - 2;
    if (member < 0 || last < 0) return fold_wrong(f, "they are not in a team there");
    pt_mate moved = s->mate[last];
    assert(member <= last + 1 && moved.person[0]);
    memset(&s->mate[last], 0, sizeof s->mate[last]);
    t->now.mover[e->seat] = 0; /* the places in the team change */
    int64_t *locked = t->now.locked[e->seat];
    locked[member] = locked[last + 1];
    locked[last + 1] = 0;
    if (member == 0) {
        memcpy(s->person, moved.person, PT_ID);
        memcpy(s->name, moved.name, PT_LABEL);
    } else if (member - 1 < last) {
        s->mate[member - 1] = moved;
    }
    return true;
}

bool fold_seated_bot(pt_table *t, const pt_event *e, folding *f) {
    pt_seat *s = seat_in(t, e, PT_TABLE_OPEN, f);
    if (!s) return false;
    memset(s, 0, sizeof *s);
    s->kind = PT_SEAT_BOT;
    table_copy_word(e->word, s->level, sizeof s->level);
    table_copy_word(e->name.length ? e->name : e->word, s->name, sizeof s->name);
    s->ready = 1;
    pt_text person = pt_text_on(s->person, sizeof s->person);
    /* A character is rated with its level. */
    pt_put(&person, "bot:%.*s", (int)table_plain_level(s->level), s->level);
    return true;
}

bool fold_readied(pt_table *t, const pt_event *e, folding *f) {
    pt_seat *s = seat_in(t, e, PT_TABLE_OPEN, f);
    if (s && s->kind != PT_SEAT_HUMAN) return fold_wrong(f, "nobody sits there");
    if (s) s->ready = e->how == PT_READY;
    return s != NULL;
}

bool fold_left(pt_table *t, const pt_event *e, folding *f) {
    pt_seat *s = seat_in(t, e, PT_TABLE_OPEN, f);
    if (!s) return false;
    memset(s, 0, sizeof *s);
    return true;
}

bool fold_stood_in(pt_table *t, const pt_event *e, folding *f) {
    pt_seat *s = human_in(t, e, f);
    if (!s) return false;
    s->standin = 1;
    memset(s->level, 0, sizeof s->level);
    table_copy_word(e->word, s->level, sizeof s->level);
    race_note_seat(t, e->seat, e);
    return true;
}

bool fold_back(pt_table *t, const pt_event *e, folding *f) {
    pt_seat *s = human_in(t, e, f);
    if (!s) return false;
    s->standin = 0;
    return true;
}

bool fold_resigned(pt_table *t, const pt_event *e, folding *f) {
    pt_seat *s = human_in(t, e, f);
    if (!s) return false;
    s->resigned = (uint8_t)(1 + e->how);
    return true;
}
