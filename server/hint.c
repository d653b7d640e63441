/* Hints: the best moves of a seat, found by the search in the pool from what the seat may know.
 */
/* SPDX-License-Identifier: MIT */
#include "bots/advise.h"
#include "server/people.h"
#include "server/think.h"
#include "server/words.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

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

size_t hint_think(const pt_game *g, const void *view, int seat, int language, pt_rng *rng,
                  char *text, size_t room) {
    pt_advice a;
    pt_text out = pt_text_on(text, room);
    out.language = (uint8_t)language;
    if (!pt_advise(g, view, seat, rng, NULL, &a)) return 0;
    pt_json j = pt_json_on(&out);
    pt_json_hint(&j, g, seat, pt_head_of(view)->seats, a.iterations, a.idea, a.ideas,
                 a.known ? &a.why : NULL, true);
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
