/* What people and programs read about a tournament. */
/* SPDX-License-Identifier: MIT */
#include "server/tournament.h"
#include <stdlib.h>
#include <string.h>

static const char *const phases[] = {"", "sign-up", "round", "break", "over"};

void tour_head(const tour *t, char *out, size_t size) {
    pt_text text = pt_text_on(out, size);
    pt_json j = pt_json_on(&text);
    int here = 0;
    for (int i = 0; i < t->t.entrants; i++) here += t->t.entrant[i].state != PT_GONE;
    pt_open(&j, '{');
    pt_key_str(&j, "tournament", t->row.id);
    pt_key_str(&j, "name", t->t.terms.name);
    pt_key_str(&j, "game", t->t.terms.game);
    pt_key_str(&j, "format", pt_tour_format_names[t->t.terms.format]);
    pt_key_int(&j, "seats", t->t.terms.seats);
    pt_key_str(&j, "host", t->play.host);
    pt_key_str(&j, "phase", phases[t->t.phase]);
    pt_key_int(&j, "round", t->t.round);
    pt_key_int(&j, "rounds", pt_tour_rounds(&t->t));
    pt_key_int(&j, "people", here);
    pt_key_int(&j, "limit", t->play.limit);
    pt_key_int(&j, "starts", t->play.starts);
    pt_key_int(&j, "created", t->row.created);
    if (t->t.phase == PT_TOUR_OVER && t->t.entrants) {
        pt_standing rows[PT_ENTRANTS];
        pt_tour_standings(&t->t, rows);
        pt_key_str(&j, "winner", t->t.entrant[rows[0].who].name);
    }
    pt_close(&j, '}');
    if (text.cut) pt_clear(&text);
}

static void tell_play(pt_json *j, const tour *t) {
    const pt_terms *m = &t->t.terms;
    pt_key_str(j, "host", t->play.host);
    pt_key_bool(j, "rated", t->play.rated);
    pt_key_bool(j, "accounts", t->play.accounts);
    pt_key_bool(j, "auto", t->play.by_itself);
    pt_key_bool(j, "standin", t->play.standin);
    pt_key_bool(j, "check_in", m->check_in);
    pt_key_bool(j, "late", m->late);
    pt_key_int(j, "limit", t->play.limit);
    pt_key_int(j, "starts", t->play.starts);
    pt_key_int(j, "come", t->play.come_ms / 1000);
    pt_key_int(j, "pause", t->play.pause_ms / 1000);
    pt_key_int(j, "every", t->play.every_ms / 1000);
    pt_key_int(j, "absent", t->play.absent);
    pt_key_open(j, "kept_out", '[');
    for (int i = 0; i < t->t.entrants; i++)
        if (t->kept_out[i]) pt_json_int(j, i + 1);
    pt_close(j, ']');
    if (m->minutes) pt_key_int(j, "minutes", m->minutes);
    if (m->advance) pt_key_int(j, "advance", m->advance);
    pt_key_open(j, "points", '[');
    for (int i = 0; i < m->seats; i++) pt_json_int(j, m->points[i]);
    pt_close(j, ']');
    char *text = json_dumps(json_object_get(t->in, "clock"), JSON_COMPACT);
    pt_key(j, "clock");
    j->keyed = false;
    pt_puts(j->out, text ? text : "{}");
    free(text);
}

static void tell_table(void *who, pt_json *j, int table) {
    const tour *t = who;
    const tour_table *b = &t->at[table];
    if (!b->id[0]) return;
    pt_key_str(j, "id", b->id);
    if (t->t.table[table].over) return;
    pt_key_bool(j, "begun", b->begun);
    if (!b->begun) pt_key_int(j, "come_by", b->opened + t->play.come_ms);
}

static void tell_you(pt_json *j, const tour *t, const char *person) {
    static const char *const states[] = {"signed", "present", "gone"};
    int me = person[0] ? tour_entrant_of(t, person) : -1;
    pt_key_open(j, "you", '{');
    pt_key_bool(j, "host", strcmp(person, t->row.owner) == 0);
    if (me >= 0) {
        const pt_entrant *e = &t->t.entrant[me];
        pt_key_int(j, "number", me + 1);
        pt_key_str(j, "state", e->out ? "out" : states[e->state]);
        if (e->table) pt_key_str(j, "table", t->at[e->table - 1].id);
    }
    pt_close(j, '}');
}

char *tour_tell(const tour *t, const char *person, int round, uint8_t language, size_t *n) {
    size_t size = 16384 + (size_t)t->t.entrants * 1400 + (size_t)t->t.used * 700;
    char *memory = malloc(size);
    if (!memory) return NULL;
    pt_text out = pt_text_on(memory, size);
    out.language = language;
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "tournament", t->row.id);
    pt_key_int(&j, "n", t->lines);
    pt_key_int(&j, "now", now_ms());
    pt_key_int(&j, "next", tour_next(t));
    tell_play(&j, t);
    tell_you(&j, t, person);
    pt_tour_tell(&j, &t->t);
    bool arena = t->t.terms.format == PT_ARENA;
    pt_tour_tell_tables(&j, &t->t, round < 0 ? (arena ? 0 : t->t.round) : round, tell_table,
                        (void *)(uintptr_t)t);
    pt_close(&j, '}');
    *n = out.used;
    return memory;
}

char *tour_csv(const tour *t, size_t *n) {
    size_t size = 256 + (size_t)t->t.entrants * 200;
    char *memory = malloc(size);
    if (!memory) return NULL;
    pt_text out = pt_text_on(memory, size);
    pt_tour_csv(&t->t, &out);
    *n = out.used;
    return memory;
}
