/* Whoever has been deleted is erased from the games they played: these stay for the others, but
 * under "former player", with another id in each and without what they said. A table is
 * rewritten as a whole before its game begins or once it is over; until then, and after a
 * restart, the store remembers who is still to be erased. */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/server.h"
#include "store/fair.h"
#include "store/lease.h"
#include "store/people.h"
#include "store/studies.h"
#include "store/tournaments.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define REMEMBERED_MS ((LEFT_DAYS + 20) * (int64_t)86400000)
enum { EVERY_MS = 600000, SOON_MS = 5000, FRESH_MS = 60000, AGAIN_MS = 3600000 };

/* --- a table, in the reading thread --- */

typedef struct erasing {
    server *server;
    char person[PT_ID], id[PT_ID]; /* who, and at which table */
    char instead[PT_ID];           /* their id there from now on */
    char name[PT_LABEL];           /* what they were called there, last */
    uint32_t *spoken;              /* numbers of lines that were theirs, ascending */
    int spoken_count, spoken_room;
    int64_t num;
    pt_table table; /* as it is afterwards */
    pt_batch *batch;
    uint8_t seats; /* set: where they still sit, before the game */
    bool bad;      /* it cannot be read, or there is no memory: the next time */
} erasing;

static bool is_word(pt_word w, const char *text) {
    return w.length == strlen(text) && memcmp(w.at, text, w.length) == 0;
}

static pt_word word_of(const char *text) { return (pt_word){text, strlen(text)}; }

/* A team speaks with several voices; older tables know a spectator's words by the name alone.
 */
static bool said_it(const erasing *x, const pt_event *e) {
    for (int i = 0; i < x->spoken_count; i++)
        if (x->spoken[i] == e->number) return true;
    if (e->seat < 0) return is_word(e->name, x->name);
    const pt_seat *s = &x->table.core.seat[e->seat];
    return pt_seat_has(s, x->instead) && (pt_seat_people(s) == 1 || is_word(e->name, x->name));
}

/* True if the event was about them, and is not any more. */
static bool change_event(erasing *x, pt_event *e) {
    bool created = e->kind == PT_CREATED && strcmp(e->wish.owner, x->person) == 0;
    bool theirs = is_word(e->person, x->person);
    bool said = e->kind == PT_SAID && said_it(x, e);
    if (created) memcpy(e->wish.owner, x->instead, sizeof e->wish.owner);
    if (theirs) {
        pt_text name = pt_text_on(x->name, sizeof x->name);
        pt_putn(&name, e->name.at, e->name.length);
        e->person = word_of(x->instead);
    }
    if (theirs || said) e->name = word_of(FORMER);
    if (said) e->text = word_of("...");
    return created || theirs || said;
}

static void take_event(void *who, uint32_t number, int64_t at, const char *body, size_t n) {
    erasing *x = who;
    char text[PT_EVENT_MAX];
    pt_text copy = pt_text_on(text, sizeof text);
    PT_TEXT(changed, PT_EVENT_MAX);
    pt_event e;
    pt_putn(&copy, body, n);
    if (x->bad) return;
    x->bad = copy.cut || !pt_event_parse(text, x->table.game, &e, NULL);
    e.number = number;
    if (!x->bad && change_event(x, &e)) {
        const pt_game *game = x->table.game ? x->table.game : e.wish.game;
        pt_event_print(&e, game, &changed);
        x->bad = changed.cut;
        memcpy(text, changed.at, changed.used + 1);
    }
    x->bad = x->bad || !pt_table_read(&x->table, at, text, NULL);
    if (!x->bad) pt_batch_event(x->batch, x->num, number, at, text, strlen(text));
}

/* What others said stays theirs. */
static void take_spoken(void *who, const char *person, uint32_t number) {
    erasing *x = who;
    if (strcmp(person, x->person) != 0) {
        pt_batch_spoken(x->batch, person, x->num, number);
        return;
    }
    if (x->spoken_count == x->spoken_room) {
        int room = x->spoken_room ? 2 * x->spoken_room : 16;
        uint32_t *more = realloc(x->spoken, (size_t)room * sizeof *more);
        x->bad |= !more;
        if (!more) return;
        x->spoken = more;
        x->spoken_room = room;
    }
    x->spoken[x->spoken_count++] = number;
}

/* What is kept beside the events. */
static bool add_rest(pt_look *look, erasing *x, pt_table_row *row) {
    pt_rated_row rated[PT_SEATS];
    size_t size = 0;
    int count = pt_find_rated(look, x->num, NULL, rated, PT_SEATS);
    bool over = x->table.core.phase == PT_TABLE_OVER;
    /* Before the game there is none: what was said is read from the log. */
    void *snapshot = over ? pt_table_snapshot(&x->table, &size) : NULL;
    if (count < 0 || (over && !snapshot)) {
        free(snapshot);
        return false;
    }
    results_head(&x->table, row->head, sizeof row->head);
    pt_batch_table(x->batch, row);
    if (over) results_players(&x->table, x->num, x->batch);
    for (int i = 0; i < count; i++) pt_batch_rated(x->batch, &rated[i]);
    if (over) pt_batch_snapshot(x->batch, x->num, x->table.core.number, snapshot, size);
    free(snapshot);
    return true;
}

static void read_table(pt_look *look, void *job) {
    erasing *x = job;
    pt_table_row row;
    if (pt_find_table(look, x->id, &row) != PT_FOUND) {
        x->bad = true;
        return;
    }
    x->num = row.num;
    pt_batch_forget(x->batch, row.num);
    x->bad |= pt_each_spoken(look, row.num, take_spoken, x) < 0;
    int events = pt_each_event(look, row.num, 0, take_event, x);
    const pt_table_core *c = &x->table.core;
    x->bad |= events < 1 || c->phase == PT_TABLE_PLAYING || !add_rest(look, x, &row);
    for (int i = 0; i < c->seats && c->phase == PT_TABLE_OPEN; i++)
        if (pt_seat_has(&c->seat[i], x->instead)) x->seats |= (uint8_t)(1u << i);
}

/* --- the same in the loop --- */

static void erasing_free(erasing *x) {
    pt_table_done(&x->table);
    pt_batch_free(x->batch);
    free(x->spoken);
    free(x);
}

/* Whoever asked for the table meanwhile has waited, and gets it as it is now. */
static void load_again(hosted *h) {
    if (!h->server->node)
        tables_load(h);
    else if (!h->server->take_lease(h, false))
        log_out_of_memory(SERVE_MEMORY);
}

/* Among several nodes another may have the table, and may have written since it was read. */
static void commit(const erasing *x, hosted *h, pt_written *done) {
    server *sv = x->server;
    pt_batch *hold = sv->node ? pt_batch_new() : NULL;
    if (!sv->node) {
        pt_store_commit(sv->store, x->batch, done, h, 0);
        return;
    }
    if (!hold) log_out_of_memory(SERVE_MEMORY);
    pt_batch_hold(hold, x->id, pt_store_node(sv->store), x->table.core.number);
    pt_store_commit_both(sv->store, (pt_batch *[]){hold, x->batch}, done, (void *[]){NULL, h});
}

static void erased(void *who, uint64_t tag, pt_outcome outcome) {
    hosted *h = who;
    (void)tag;
    if (!h) return; /* the lease */
    if (outcome != PT_WRITTEN)
        log_line("error", "erase", "%s could not be written", h->table.core.id);
    if (h->server->stopping) return;
    load_again(h);
    h->server->next_erase = now_ms(); /* others may have waited for this table */
}

/* Somebody else may sit there, once the table is as it is written now. */
static void free_seats(const erasing *x, hosted *h) {
    for (int i = 0; i < PT_SEATS; i++) {
        request r = {.kind = PT_ASK_LEAVE, .seat = i, .at = -1};
        memcpy(r.person, x->instead, sizeof r.person);
        if (x->seats >> i & 1) hosted_post(h, &r);
    }
}

static void table_read(void *job) {
    erasing *x = job;
    hosted *h = tables_find(x->server, x->id);
    assert(h && h->loading);
    if (x->server->stopping) { /* the next server goes on with it */
        erasing_free(x);
        return;
    }
    if (x->bad) {
        log_line("error", "erase", "%s cannot be erased from now", x->id);
        load_again(h);
    } else {
        commit(x, h, erased);
        free_seats(x, h);
        x->batch = NULL;
        x->server->next_erase = now_ms();
    }
    erasing_free(x);
}

/* Only a table where nothing is on its way; while it is rewritten, requests wait as for one
 * that is being loaded. Those who look on are shown it anew then. Among several nodes its lease
 * ends, and nobody may be looking on here. */
static bool take_hold(server *sv, const char *id) {
    hosted *h = tables_find(sv, id);
    if (h && (h->busy || h->loading || h->inbox || h->thinking || h->ready)) return false;
    if (h && sv->node && h->watchers) return false;
    if (h && !h->watchers) {
        tables_drop(h);
        h = NULL;
    }
    if (!h) h = tables_add(sv, id);
    if (h) h->loading = true;
    return h != NULL;
}

static void erase(server *sv, const char *person, const char *id) {
    erasing *x = calloc(1, sizeof *x);
    if (x) x->batch = pt_batch_new();
    if (!x || !x->batch || !take_hold(sv, id)) {
        if (x) pt_batch_free(x->batch);
        free(x);
        return;
    }
    x->server = sv;
    memcpy(x->person, person, sizeof x->person);
    memcpy(x->id, id, sizeof x->id);
    random_id(x->instead, TABLE_ID, 'x');
    pt_table_init(&x->table, id, &server_bots);
    if (pt_store_read(sv->store, read_table, table_read, x)) return;
    load_again(tables_find(sv, id));
    erasing_free(x);
}

/* --- who is still to be erased --- */

typedef struct search {
    server *server;
    char after[PT_ID]; /* those before have been looked at */
    char person[PT_ID], table[PT_ID], event[PT_ID];
    int64_t since;
    pt_finding found, game, tournament;
    int events; /* tournaments that are being rewritten */
} search;

static void find_next(pt_look *look, void *job) {
    search *s = job;
    s->found = pt_next_forgotten(look, s->after, s->person, &s->since);
    if (s->found != PT_FOUND) return;
    s->game = pt_find_game_of(look, s->person, PT_TABLE_PLAYING, s->table);
    s->tournament = pt_find_tournament_of(look, s->person, s->event);
}

/* What was on its way while they were deleted may have been written after it, such as a notice
 * of somebody else's about them. */
static void drop_again(server *sv, const search *s) {
    int64_t age = wall_ms() - s->since;
    pt_batch *b = age < AGAIN_MS ? pt_batch_new() : NULL;
    if (b) {
        pt_batch_drop_person(b, s->person);
        pt_batch_forget_studies(b, s->person);
        pt_store_commit(sv->store, b, NULL, NULL, 0);
    }
    if (age < FRESH_MS) sv->next_erase = now_ms() + SOON_MS;
}

/* A running table of theirs may still end; after LEFT_DAYS there is none. */
static void forget_at_last(server *sv, const search *s) {
    pt_batch *b = wall_ms() - s->since > REMEMBERED_MS ? pt_batch_new() : NULL;
    if (!b) return;
    pt_batch_erased(b, s->person);
    pt_store_commit(sv->store, b, NULL, NULL, 0);
}

static void next_found(void *job) {
    search *s = job;
    server *sv = s->server;
    if (s->found == PT_FOUND && !sv->stopping) {
        drop_again(sv, s);
        tours_withdraw(sv, s->person); /* a stop may have come before it was written */
        if (s->game == PT_FOUND) {
            erase(sv, s->person, s->table);
            sv->next_erase = now_ms() + SOON_MS; /* there may be more */
        } else if (s->game == PT_ABSENT && s->tournament == PT_ABSENT) {
            forget_at_last(sv, s);
        }
        if (s->tournament == PT_FOUND && !s->events++) { /* two at once would undo each other */
            tour_erase(sv, s->person, s->event);
            sv->next_erase = now_ms() + SOON_MS;
        }
        memcpy(s->after, s->person, sizeof s->after);
        if (pt_store_read(sv->store, find_next, next_found, s)) return;
    }
    sv->erasing = false;
    free(s);
}

void erase_tidy(server *sv, int64_t now) {
    if (now < sv->next_erase || sv->erasing) return;
    sv->next_erase = now + EVERY_MS;
    search *s = calloc(1, sizeof *s);
    if (!s) return;
    s->server = sv;
    sv->erasing = pt_store_read(sv->store, find_next, next_found, s);
    if (!sv->erasing) free(s);
}
