/* Calls that wait: which are due, and what becomes of them. They are in the store, so a restart
 * changes nothing; a call that was under way then is made again, and the service replaces the
 * first by the second, which has the same topic. */
/* SPDX-License-Identifier: MIT */
#include "server/push.h"
#include "server/bell.h"
#include "server/log.h"
#include "server/push_crypt.h"
#include "server/web.h"
#include "server/words.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    FIRST_WAIT = 4,        /* seconds after a call that failed; then twice as long each time, */
    LONGEST_WAIT = 3600,   /* but not longer; */
    LONGEST_ASKED = 86400, /* and not longer than this whatever the service says */
    TRIES = 12,
    LOOK_MS = 15000, /* how often the store is looked at without a reason */
    READ_MOST = 64,
};

struct push_state {
    pt_own_key link, vapid;
    crypt_key *pair;
    char public[96];
    push_sender *sender;
    bool reading;
    int64_t next; /* when the store is looked at */
    int under_way;
    pt_call_row calls[PUSH_AT_ONCE]; /* these; no endpoint: a free place */
};

/* --- keys --- */

typedef struct key_reading {
    push_state *push;
    pt_finding link, vapid;
    bool done;
} key_reading;

static void read_keys(pt_look *look, void *job) {
    key_reading *k = job;
    k->link = pt_find_own_key(look, "link", &k->push->link);
    k->vapid = pt_find_own_key(look, "vapid", &k->push->vapid);
}

static void keys_read(void *job) { ((key_reading *)job)->done = true; }

static void keys_written(void *who, uint64_t tag, pt_outcome outcome) {
    (void)tag, (void)outcome;
    *(bool *)who = true;
}

/* Only at the start, before there is a loop. */
static void wait_for(server *sv, const bool *done) {
    while (!*done) {
        pt_store_poll(sv->store);
        if (!*done) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

static key_reading keys_of(server *sv) {
    key_reading k = {.push = sv->push, .link = PT_FAILED, .vapid = PT_FAILED};
    k.done = !pt_store_read(sv->store, read_keys, keys_read, &k);
    wait_for(sv, &k.done);
    return k;
}

static size_t make_pair(uint8_t *out, size_t size) {
#ifdef PT_PUSH
    return crypt_make(out, size);
#else
    (void)out, (void)size;
    return 0;
#endif
}

/* Another node may make them at the same time: the first ones count, for all. */
static void make_keys(server *sv) {
    pt_own_key link = {.name = "link", .size = 32}, vapid = {.name = "vapid"};
    pt_batch *b = pt_batch_new();
    bool done = !b;
    randombytes_buf(link.bytes, link.size);
    vapid.size = make_pair(vapid.bytes, sizeof vapid.bytes);
    if (b) pt_batch_own_key(b, &link);
    if (b && vapid.size) pt_batch_own_key(b, &vapid);
    if (b) pt_store_commit(sv->store, b, keys_written, &done, 0);
    wait_for(sv, &done);
    sodium_memzero(&vapid, sizeof vapid);
}

#ifdef PT_PUSH
static void wake(void *who) { net_wake(((server *)who)->net); }

static bool start_sender(server *sv) {
    push_state *p = sv->push;
    uint8_t point[CRYPT_PUBLIC];
    p->pair = crypt_read(p->vapid.bytes, p->vapid.size);
    if (!p->pair || !crypt_public(p->pair, point)) return false;
    sodium_bin2base64(p->public, sizeof p->public, point, sizeof point,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    const push_sender_config c = {.key = p->pair,
                                  .public = p->public,
                                  .contact = sv->config.push_contact,
                                  .inner = sv->config.push_inner,
                                  .wake = wake,
                                  .who = sv};
    p->sender = push_sender_new(&c);
    return p->sender != NULL;
}
#endif

bool push_open(server *sv, pt_text *why) {
    sv->push = calloc(1, sizeof *sv->push);
    if (!sv->push) {
        pt_puts(why, "not enough memory");
        return false;
    }
    key_reading k = keys_of(sv);
    if (k.link == PT_ABSENT || k.vapid == PT_ABSENT) {
        make_keys(sv);
        k = keys_of(sv);
    }
    bool good = k.link == PT_FOUND;
#ifdef PT_PUSH
    good = good && k.vapid == PT_FOUND && start_sender(sv);
#endif
    if (!good) pt_put(why, "the keys cannot be kept: %s", pt_store_healthy(sv->store).why);
    return good;
}

void push_close(server *sv) {
    push_state *p = sv->push;
    if (!p) return;
#ifdef PT_PUSH
    push_sender_free(p->sender);
    crypt_free(p->pair);
#endif
    sodium_memzero(p, sizeof *p);
    free(p);
    sv->push = NULL;
}

const char *push_public_key(const server *sv) {
    return sv->push && sv->push->sender ? sv->push->public : NULL;
}

const uint8_t *push_link_secret(const server *sv) { return sv->push->link.bytes; }

bool push_endpoint_ok(const server *sv, const char *endpoint) {
#ifdef PT_PUSH
    return push_address_ok(endpoint, sv->config.push_inner);
#else
    (void)sv, (void)endpoint;
    return false;
#endif
}

void push_soon(server *sv, int64_t at) {
    push_state *p = sv->push;
    if (at < wall_ms()) at = 0;
    if (p && at < p->next) p->next = at;
}

#ifdef PT_PUSH
/* --- calls that are due, in the reading thread --- */

typedef struct due_reading {
    server *server;
    int count, jobs;
    bool failed;
    int64_t next; /* when the first of those that are not due yet is */
    pt_call_row call[READ_MOST];
    pt_call_row under_way[PUSH_AT_ONCE];
    struct {
        push_job *job; /* NULL: its device or its notice is gone */
        int call;
    } found[PUSH_AT_ONCE];
} due_reading;

static bool is_same(const pt_call_row *a, const pt_call_row *b) {
    return strcmp(a->endpoint, b->endpoint) == 0 && strcmp(a->topic, b->topic) == 0;
}

static void take_call(void *who, const pt_call_row *row) {
    due_reading *d = who;
    for (int i = 0; i < PUSH_AT_ONCE; i++)
        if (is_same(&d->under_way[i], row)) return;
    if (d->count < READ_MOST) d->call[d->count++] = *row;
}

/* What the service may know: that two messages are about the same, and no more. */
static void hide_topic(const server *sv, const pt_call_row *c, char out[40]) {
    uint8_t hash[16];
    char both[PT_ID + PT_TOPIC];
    pt_text text = pt_text_on(both, sizeof both);
    pt_put(&text, "%s %s", c->person, c->topic);
    crypto_generichash(hash, sizeof hash, (const uint8_t *)both, text.used,
                       push_link_secret(sv), 32);
    sodium_bin2base64(out, 40, hash, sizeof hash, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static bool write_text(const server *sv, push_job *job, const pt_notice_row *n) {
    char key[STOP_KEY];
    pt_text out = pt_text_on(job->text, sizeof job->text);
    out.language = (uint8_t)(job->to.language < PT_LANGUAGES ? job->to.language : PT_ENGLISH);
    pt_json j = pt_json_on(&out);
    stop_key(push_link_secret(sv), n->person, key);
    pt_open(&j, '{');
    bell_tell(&j, n);
    pt_key_str(&j, "stop", key);
    PT_TEXT_IN(never, 100, out.language);
    pt_say(&never, sv_say_bell_never());
    pt_key_str(&j, "never", never.at);
    pt_key_str(&j, "lang", pt_language_codes[out.language]);
    pt_close(&j, '}');
    return !out.cut;
}

/* NULL: there is nothing to send any more. */
static push_job *make_job(pt_look *look, due_reading *d, const pt_call_row *call) {
    pt_notice_row n;
    int wanted[BELL_KINDS]; /* now, not when it came */
    push_job *job = calloc(1, sizeof *job);
    if (!job) {
        d->failed = true;
        return NULL;
    }
    job->call = *call;
    pt_finding device = pt_find_push(look, call->endpoint, &job->to);
    pt_finding notice = pt_find_notice(look, call->person, call->topic, &n);
    bool wishes = bell_read_wishes(look, call->person, wanted);
    d->failed |= device == PT_FAILED || notice == PT_FAILED || !wishes;
    int64_t left = call->until - wall_ms();
    int kind = notice == PT_FOUND ? bell_kind_named(n.kind) : -1;
    bool good = device == PT_FOUND && notice == PT_FOUND && !n.seen && left > 0 &&
                strcmp(job->to.person, call->person) == 0 && kind >= 0 && wishes &&
                (wanted[kind] & BELL_PUSH) && write_text(d->server, job, &n);
    if (!good) {
        free(job);
        return NULL;
    }
    job->urgency = bell_kinds[kind].urgency;
    job->seconds = left / 1000 + 1;
    hide_topic(d->server, call, job->topic);
    return job;
}

static void read_due(pt_look *look, void *job) {
    due_reading *d = job;
    d->failed = pt_each_call(look, wall_ms(), READ_MOST, take_call, d) < 0;
    if (!d->count) d->failed |= !pt_next_call(look, &d->next);
    for (int i = 0; i < d->count && d->jobs < PUSH_AT_ONCE && !d->failed; i++) {
        d->found[d->jobs].call = i;
        d->found[d->jobs++].job = make_job(look, d, &d->call[i]);
    }
}

/* --- the same in the loop --- */

static pt_call_row *free_place(push_state *p) {
    for (int i = 0; i < PUSH_AT_ONCE; i++)
        if (!p->calls[i].endpoint[0]) return &p->calls[i];
    return NULL;
}

static void hand_over(server *sv, push_job *job) {
    push_state *p = sv->push;
    pt_call_row *place = free_place(p);
    if (!place) { /* the next look finds it again */
        free(job);
        p->next = 0;
        return;
    }
    *place = job->call;
    p->under_way++;
    push_send(p->sender, job);
}

static void due_read(void *job) {
    due_reading *d = job;
    server *sv = d->server;
    pt_batch *b = NULL;
    sv->push->reading = false;
    for (int i = 0; i < d->jobs; i++) {
        if (d->found[i].job && !sv->stopping) {
            hand_over(sv, d->found[i].job);
            continue;
        }
        free(d->found[i].job);
        if (!b && !d->failed) b = pt_batch_new();
        if (b) pt_batch_call_done(b, &d->call[d->found[i].call]);
    }
    if (d->jobs) push_soon(sv, wall_ms() + 500); /* there may be more */
    if (d->next > wall_ms()) push_soon(sv, d->next);
    if (b) pt_store_commit(sv->store, b, NULL, NULL, 0);
    free(d);
}

void push_tick(server *sv, int64_t now) {
    push_state *p = sv->push;
    (void)now;
    if (!p || !p->sender || p->reading || wall_ms() < p->next || p->under_way == PUSH_AT_ONCE)
        return;
    due_reading *d = calloc(1, sizeof *d);
    if (!d) return;
    d->server = sv;
    memcpy(d->under_way, p->calls, sizeof d->under_way);
    p->next = wall_ms() + LOOK_MS;
    p->reading = pt_store_read(sv->store, read_due, due_read, d);
    if (!p->reading) free(d);
}

/* --- what became of them --- */

static int64_t wait_of(const push_job *job) {
    int64_t wait = FIRST_WAIT;
    for (int i = 0; i < job->call.tries && wait < LONGEST_WAIT; i++) wait *= 2;
    if (wait > LONGEST_WAIT) wait = LONGEST_WAIT;
    int64_t asked = job->retry_after < LONGEST_ASKED ? job->retry_after : LONGEST_ASKED;
    return asked > wait ? asked : wait;
}

/* The device is gone, or its address leads where nobody is called. */
static bool is_gone(long status) { return status == 404 || status == 410 || status == -1; }
static bool is_later(long status) { return status == 0 || status == 429 || status >= 500; }

static void settle(server *sv, push_job *job) {
    pt_batch *b = pt_batch_new();
    if (!b) return;
    if (is_gone(job->status)) {
        pt_batch_drop_push(b, job->call.endpoint);
        sv->counts.push_gone++;
    } else if (is_later(job->status) && job->call.tries < TRIES) {
        job->call.due = wall_ms() + 1000 * wait_of(job);
        job->call.tries++;
        pt_batch_call_later(b, &job->call);
        push_soon(sv, job->call.due);
        sv->counts.push_later++;
    } else {
        pt_batch_call_done(b, &job->call);
        bool taken = job->status >= 200 && job->status < 300;
        sv->counts.pushed += taken;
        if (!taken) log_line("warning", "push", "a service answered %ld", job->status);
    }
    pt_store_commit(sv->store, b, NULL, NULL, 0);
}

void push_poll(server *sv) {
    push_state *p = sv->push;
    for (push_job *job; p && p->sender && (job = push_sent(p->sender)); free(job)) {
        for (int i = 0; i < PUSH_AT_ONCE; i++)
            if (is_same(&p->calls[i], &job->call)) p->calls[i].endpoint[0] = 0;
        p->under_way--;
        if (!sv->stopping) settle(sv, job);
        if (p->under_way == PUSH_AT_ONCE - 1) p->next = 0;
    }
}
#else
void push_tick(server *sv, int64_t now) { (void)sv, (void)now; }
void push_poll(server *sv) { (void)sv; }
#endif
