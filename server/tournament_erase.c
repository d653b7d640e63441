/* Whoever has been deleted is a former player in tournaments, too. While one goes on they are
 * renamed there, as a player and as its host; once it is over its log is rewritten, so that
 * nothing names them any more. */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/tournament.h"
#include <stdlib.h>
#include <string.h>

enum { NAMES = 2 * PT_ENTRANTS };

typedef struct erasing {
    server *server;
    char person[PT_ID];
    pt_tournament_row row;
    pt_batch *batch;
    bool bad;
    int who, names;                    /* who: their number from 0; -1: not known yet */
    char name[NAMES][PT_LABEL];        /* that are taken: no two may be equal */
    char old[PT_LABEL], now[PT_LABEL]; /* what they were called last, and are */
} erasing;

/* --- names --- */

static bool is_taken(const erasing *x, const char *name) {
    for (int i = 0; i < x->names; i++)
        if (strcmp(x->name[i], name) == 0) return true;
    return false;
}

static void take_name(erasing *x, const char *name) {
    if (x->names == NAMES) x->bad = true;
    if (!x->bad) pt_copy(x->name[x->names++], PT_LABEL, name);
}

/* "former player", "former player 2": the page says it in its own language. */
static void former_name(erasing *x, char out[PT_LABEL]) {
    pt_text to = pt_text_on(out, PT_LABEL);
    pt_puts(&to, FORMER);
    for (int n = 2; is_taken(x, out); n++) {
        pt_clear(&to);
        pt_put(&to, FORMER " %d", n);
    }
    take_name(x, out);
}

/* --- in the reading thread --- */

static bool read_line(const char *bytes, size_t n, pt_tour_event *e) {
    char line[PT_TOUR_LINE];
    pt_text copy = pt_text_on(line, sizeof line);
    pt_putn(&copy, bytes, n);
    return !copy.cut && pt_tour_parse(line, e, NULL);
}

static bool names_somebody(const pt_tour_event *e) {
    return e->kind == PT_TOUR_JOINED || e->kind == PT_TOUR_RENAMED;
}

static void note_name(void *who, uint32_t number, const char *bytes, size_t n) {
    erasing *x = who;
    pt_tour_event e;
    (void)number;
    if (!x->bad && read_line(bytes, n, &e) && names_somebody(&e)) take_name(x, e.name);
}

static void rewrite_line(void *who, uint32_t number, const char *bytes, size_t n) {
    erasing *x = who;
    char line[PT_TOUR_LINE];
    pt_text out = pt_text_on(line, sizeof line);
    pt_tour_event e;
    if (x->bad || !read_line(bytes, n, &e) || !names_somebody(&e)) return;
    bool joins = e.kind == PT_TOUR_JOINED && strcmp(e.person, x->person) == 0;
    if (joins) x->who = e.who;
    if (!joins && (e.kind != PT_TOUR_RENAMED || x->who != e.who)) return;
    memcpy(x->old, e.name, sizeof x->old);
    memset(e.name, 0, sizeof e.name);
    former_name(x, e.name);
    memcpy(x->now, e.name, sizeof x->now);
    if (joins) pt_copy(e.person, sizeof e.person, "-");
    pt_tour_print(&e, &out);
    x->bad |= out.cut;
    pt_batch_rewrite_line(x->batch, x->row.id, number, line);
}

static void set_text(char *json, size_t size, const char *key, const char *was,
                     const char *is) {
    json_t *all = json_loads(json, 0, NULL);
    const char *given = json_string_value(json_object_get(all, key));
    if (given && (!was || strcmp(given, was) == 0)) {
        json_object_set_new(all, key, json_string(is));
        char *text = json_dumps(all, JSON_COMPACT);
        if (text && strlen(text) < size) memcpy(json, text, strlen(text) + 1);
        free(text);
    }
    json_decref(all);
}

static void read_log(pt_look *look, void *job) {
    erasing *x = job;
    x->bad = pt_find_tournament(look, x->row.id, &x->row) != PT_FOUND || x->row.live ||
             pt_each_tournament_line(look, x->row.id, note_name, x) < 0 ||
             pt_each_tournament_line(look, x->row.id, rewrite_line, x) < 0 || x->bad;
    if (x->old[0]) set_text(x->row.head, sizeof x->row.head, "winner", x->old, x->now);
    if (strcmp(x->row.owner, x->person) == 0) {
        set_text(x->row.head, sizeof x->row.head, "host", NULL, FORMER);
        set_text(x->row.play, sizeof x->row.play, "host", NULL, FORMER);
        pt_copy(x->row.owner, sizeof x->row.owner, "-");
    }
    pt_batch_rewrite_tournament(x->batch, &x->row);
}

/* --- in the loop --- */

static void log_read(void *job) {
    erasing *x = job;
    if (x->bad) {
        log_line("error", "erase", "%s cannot be erased from now", x->row.id);
    } else if (!x->server->stopping) {
        pt_store_commit(x->server->store, x->batch, NULL, NULL, 0);
        x->batch = NULL;
    }
    pt_batch_free(x->batch);
    free(x);
}

void tour_erase(server *sv, const char *person, const char *id) {
    erasing *x = calloc(1, sizeof *x);
    if (x) x->batch = pt_batch_new();
    if (!x || !x->batch) {
        free(x);
        return;
    }
    x->server = sv;
    x->who = -1;
    memcpy(x->person, person, sizeof x->person);
    memcpy(x->row.id, id, sizeof x->row.id);
    if (pt_store_read(sv->store, read_log, log_read, x)) return;
    pt_batch_free(x->batch);
    free(x);
}

/* While it goes on. */
void tour_call_former(tour *t, int who) {
    pt_tour_event e = tour_event(PT_TOUR_RENAMED);
    if (strncmp(t->t.entrant[who].name, FORMER, sizeof FORMER - 1) == 0) return;
    pt_text to = pt_text_on(e.name, sizeof e.name);
    e.who = (uint16_t)who;
    pt_puts(&to, FORMER);
    for (int n = 2; n <= PT_ENTRANTS + 1 && !tour_add(t, &e, NULL); n++) {
        pt_clear(&to);
        pt_put(&to, FORMER " %d", n);
    }
}
