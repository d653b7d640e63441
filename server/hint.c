/* Hints: the best moves of a seat, found by the search in the pool from what the seat may know.
 */
/* SPDX-License-Identifier: MIT */
#include "bots/why.h"
#include "server/people.h"
#include "server/think.h"
#include "server/words.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* A third of the time goes into the reason; on a slow machine it takes what the least of games
 * does. */
enum { HINT_BYTES = 16 << 20, IDEAS = 3, WHY_MS = PT_HINT_MS / 3, ONLY = 200 };

typedef struct hint_job {
    const pt_game *game;
    asker from;
    char table[PT_ID];
    int seat;
    uint64_t view[PT_STATE_MAX / 8];
    pt_rng rng;
    char text[THINK_TEXT];
    size_t used;
} hint_job;

/* The best moves that the search finds. Of one legal move it would find nothing, being done
 * before it begins: there it looks, a few times, at what can be expected after that one. */
static int find_ideas(pt_search **s, void *memory, size_t size, const pt_game *g,
                      const void *view, int seat, pt_rng *rng, pt_idea idea[IDEAS]) {
    pt_search_options o = pt_search_normal();
    o.threads = 1;
    *s = pt_search_open(memory, size, g, o);
    if (!*s) return 0;
    pt_budget budget = {.millis = PT_HINT_MS - WHY_MS};
    pt_search_run(*s, view, seat, rng, &budget);
    int n = pt_ideas(*s, idea, IDEAS);
    if (n) return n;
    pt_search_close(*s);
    o.patient = true;
    budget = (pt_budget){.iterations = ONLY};
    *s = pt_search_open(memory, size, g, o);
    if (!*s) return 0;
    pt_search_run(*s, view, seat, rng, &budget);
    return pt_ideas(*s, idea, IDEAS);
}

size_t hint_think(const pt_game *g, const void *view, int seat, int language, pt_rng *rng,
                  char *text, size_t room) {
    pt_idea idea[IDEAS];
    pt_why why;
    size_t least = pt_search_least(g, 1), size = least > HINT_BYTES ? least : HINT_BYTES;
    void *memory = malloc(size);
    pt_text out = pt_text_on(text, room);
    out.language = (uint8_t)language;
    pt_search *s = NULL;
    int n = memory ? find_ideas(&s, memory, size, g, view, seat, rng, idea) : 0;
    if (s) {
        uint64_t iterations = pt_search_stats_of(s).iterations;
        const pt_budget rest = {.millis = WHY_MS / 2};
        bool known = pt_why_best(s, g, view, seat, false, rng, &rest, &why);
        pt_json j = pt_json_on(&out);
        pt_json_hint(&j, g, seat, pt_head_of(view)->seats, iterations, idea, n,
                     known ? &why : NULL, true);
        pt_search_close(s);
    }
    free(memory);
    return out.cut ? 0 : out.used;
}

static void hint_work(void *job) {
    hint_job *h = job;
    h->used = hint_think(h->game, h->view, h->seat, h->from.language, &h->rng, h->text,
                         sizeof h->text);
}

static void hint_done(server *sv, void *job) {
    hint_job *h = job;
    char memory[THINK_TEXT + 500];
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

/* --- by a worker (think.h) --- */

static void thought_apart(server *sv, think_job *j, const char *text, size_t n) {
    hint_job *h = j->own;
    h->used = text && n < sizeof h->text ? n : 0;
    memcpy(h->text, text ? text : "", h->used);
    hint_done(sv, h);
    free(j);
}

static void think_here(server *sv, think_job *j) {
    hint_job *h = j->own;
    const pool_job work = {hint_work, hint_done, free, h};
    if (!pool_do(sv->pool, POOL_THINKING, j->who, &work)) hint_done(sv, h);
    free(j);
}

/* Somebody waits for it. */
static bool give_hint(server *sv, hint_job *h, share_key who) {
    think_job *j = calloc(1, sizeof *j);
    if (!j) return false;
    *j = (think_job){.kind = THINK_HINT,
                     .waited = true,
                     .who = who,
                     .game = h->game,
                     .seat = h->seat,
                     .done = thought_apart,
                     .here = think_here,
                     .own = h};
    /* A hint has no level: the language of its words stands there. */
    pt_text level = pt_text_on(j->level, sizeof j->level);
    pt_puts(&level, pt_language_codes[h->from.language]);
    memcpy(j->table, h->table, sizeof j->table);
    memcpy(j->view, h->view, sizeof j->view);
    if (think_give(sv, j)) return true;
    free(j);
    return false;
}

/* The host's own reasons to refuse are checked after the law's. */
static bool may_begin(hosted *h, const request *r) {
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
    if (limit_take(sv, who.at, sv->config.rate / 100, 3)) return true;
    reply_refused(sv, &r->from, "too-fast", sv_say_many_hints());
    return false;
}

bool hint_begin(hosted *h, const request *r) {
    if (!may_begin(h, r)) return false;
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
    if (job && give_hint(h->server, job, hosted_key(h))) return true;
    if (job && pool_do(h->server->pool, POOL_THINKING, hosted_key(h), &work)) return true;
    free(job);
    reply_refused(h->server, &r->from, "busy", sv_say_busy());
    return false;
}
