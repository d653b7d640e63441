/* Hints: the best moves of a seat, found by the search in the pool from what the seat may know.
 */
/* SPDX-License-Identifier: MIT */
#include "bots/analyse.h"
#include "server/people.h"
#include "server/words.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { HINT_BYTES = 16 << 20, IDEAS = 3 };

typedef struct hint_job {
    const pt_game *game;
    asker from;
    char table[PT_ID];
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
        const pt_budget budget = {.millis = PT_HINT_MS};
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
    if (h->from.re[0]) pt_key_str(&j, "re", h->from.re);
    pt_key_str(&j, "table", h->table);
    pt_key_int(&j, "seat", h->seat);
    if (h->used) {
        pt_key(&j, "hint");
        j.keyed = false;
        pt_putn(&out, h->text, h->used);
    } else {
        pt_key_str(&j, "code", "busy");
        PT_TEXT_IN(words, 200, h->from.language);
        pt_say(&words, sv_say_no_time());
        pt_key_str(&j, "words", words.at);
    }
    pt_close(&j, '}');
    conn_send(sv, h->from.id, &out);
    free(h);
}

/* The host's own reasons to refuse are checked after the law's. */
static bool may_begin(hosted *h, const request *r, int64_t now) {
    server *sv = h->server;
    PT_TEXT(who, PT_ID + 8);
    pt_refusal no = pt_table_may_see(&h->table, r->person, r->key)
                        ? pt_table_may_hint(&h->table, r->person, r->seat)
                        : PT_NO_TABLE;
    if (no) {
        reply_denied(sv, &r->from, no);
        return false;
    }
    pt_put(&who, "hint %s", r->person);
    if (bucket_take(people_bucket(sv->people, who.at), now, sv->config.rate / 100, 3))
        return true;
    reply_refused(sv, &r->from, "too-fast", sv_say_many_hints());
    return false;
}

bool hint_begin(hosted *h, const request *r, int64_t now) {
    if (!may_begin(h, r, now)) return false;
    hint_job *job = calloc(1, sizeof *job);
    if (job) {
        job->game = h->table.game;
        job->from = r->from;
        job->seat = r->seat;
        memcpy(job->table, h->table.core.id, sizeof job->table);
        randombytes_buf(&job->rng, sizeof job->rng);
        pt_observe(job->game, h->table.core.state, r->seat, job->view);
    }
    const pool_job work = {hint_work, hint_done, free, job};
    if (job && pool_do(h->server->pool, POOL_THINKING, hosted_key(h), &work)) return true;
    free(job);
    reply_refused(h->server, &r->from, "busy", sv_say_busy());
    return false;
}
