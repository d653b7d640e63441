/* Hints: the best moves of a seat, found by the search in the pool from what the seat may know.
 */
/* SPDX-License-Identifier: MIT */
#include "bots/analyse.h"
#include "server/people.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { HINT_MS = 1500, HINT_BYTES = 16 << 20, IDEAS = 3 };

typedef struct hint_job {
    const pt_game *game;
    net_id to;
    char table[PT_ID], re[48];
    int seat;
    uint64_t view[PT_STATE_MAX / 8];
    pt_rng rng;
    char text[4096];
    size_t used;
} hint_job;

static void hint_work(void *job) {
    hint_job *h = job;
    pt_idea idea[IDEAS];
    pt_search_options o = pt_search_normal();
    size_t least = pt_search_least(h->game, 1), size = least > HINT_BYTES ? least : HINT_BYTES;
    void *memory = malloc(size);
    o.threads = 1;
    pt_search *s = memory ? pt_search_open(memory, size, h->game, o) : NULL;
    if (s) {
        const pt_budget budget = {.millis = HINT_MS};
        pt_search_run(s, h->view, h->seat, &h->rng, &budget);
        pt_text out = pt_text_on(h->text, sizeof h->text);
        pt_json j = pt_json_on(&out);
        pt_json_hint(&j, h->game, h->seat, pt_head_of(h->view)->seats,
                     pt_search_stats_of(s).iterations, idea, pt_ideas(s, idea, IDEAS));
        h->used = out.cut ? 0 : out.used;
        pt_search_close(s);
    }
    free(memory);
}

static void hint_done(server *sv, void *job) {
    hint_job *h = job;
    char memory[4500];
    pt_text out = pt_text_on(memory, sizeof memory);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "t", h->used ? "hint" : "refused");
    if (h->re[0]) pt_key_str(&j, "re", h->re);
    pt_key_str(&j, "table", h->table);
    pt_key_int(&j, "seat", h->seat);
    if (h->used) {
        pt_key(&j, "hint");
        j.keyed = false;
        pt_putn(&out, h->text, h->used);
    } else {
        pt_key_str(&j, "code", "busy");
        pt_key_str(&j, "words", "no time for a hint: try again");
    }
    pt_close(&j, '}');
    conn_send(sv, h->to, &out);
    free(h);
}

/* Another person at the table has not asked for advice to be given. */
static bool plays_alone(const room *r, const act *a) {
    for (int i = 0; i < r->log.core.config.seats; i++)
        if (r->log.core.seat[i].kind == SEAT_HUMAN && !act_owns(r, a, i)) return false;
    return true;
}

void act_hint(room *r, act *a) {
    server *sv = r->server;
    char who[PT_ID + 8];
    pt_text name = pt_text_on(who, sizeof who);
    pt_put(&name, "hint %s", a->person);
    if (!act_owns(r, a, a->seat)) {
        act_refuse(r, a, "not-your-seat", "you do not sit there");
    } else if (!pt_has(table_owes(&r->log), a->seat)) {
        act_refuse(r, a, "not-playing", "nothing is asked of you");
    } else if (!plays_alone(r, a)) {
        act_refuse(r, a, "no-hint", "other people play here");
    } else if (!bucket_take(people_bucket(sv->people, who), now_ms(), sv->config.rate / 100,
                            3)) {
        act_refuse(r, a, "too-fast", "too many hints: wait a little");
    } else {
        hint_job *h = calloc(1, sizeof *h);
        if (!h) return;
        h->game = r->log.game;
        h->to = a->from;
        h->seat = a->seat;
        memcpy(h->table, r->id, sizeof h->table);
        memcpy(h->re, a->re, sizeof h->re);
        randombytes_buf(&h->rng, sizeof h->rng);
        pt_observe(h->game, r->log.core.state, a->seat, h->view);
        if (pool_do(sv->pool, hint_work, hint_done, h)) {
            a->silent = true; /* the hint is the answer */
            if (!r->log.core.unrated) room_event(r, "hint %d", a->seat);
            return;
        }
        free(h);
        act_refuse(r, a, "busy", "too much at once: try again");
    }
}
