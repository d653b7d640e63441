/* The server, its people and the ledger. */
/* SPDX-License-Identifier: MIT */
#include "tests/fault_world.h"
#include "server/log.h"
#include <sodium.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

world w;

void world_wrong(const char *format, ...) {
    va_list args;
    if (w.trouble[0]) return;
    va_start(args, format);
    vsnprintf(w.trouble, sizeof w.trouble, format, args);
    va_end(args);
}

uint64_t hash_of(const void *bytes, size_t n) {
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < n; i++) h = (h ^ ((const uint8_t *)bytes)[i]) * 1099511628211u;
    return h;
}

/* --- the ledger --- */

known_table *know_table(const char *id) {
    ledger *l = &w.ledger;
    for (int i = 0; i < l->tables; i++)
        if (strcmp(l->table[i].id, id) == 0) return &l->table[i];
    if (l->tables == TABLES) abort();
    known_table *t = &l->table[l->tables++];
    snprintf(t->id, sizeof t->id, "%.*s", PT_ID - 1, id);
    return t;
}

hosted *in_memory(const known_table *t) {
    hosted *h = tables_find(w.sv, t->id);
    return h && h->table.game && !h->loading ? h : NULL;
}

/* Somebody sees this table: up to this event, in this state. */
static void note_shown(const char *id) {
    hosted *h = tables_find(w.sv, id);
    known_table *t = know_table(id);
    if (!h || !h->table.game || t->shown_count == SHOWN) return;
    uint32_t number = h->table.core.number;
    if (t->shown_count && t->shown[t->shown_count - 1].number == number) return;
    t->shown[t->shown_count].number = number;
    t->shown[t->shown_count++].state = hash_of(h->table.core.state, sizeof h->table.core.state);
}

/* The text after "key":" up to the next quote. */
static const char *member(const char *json, const char *key, char out[80]) {
    char pattern[40];
    snprintf(pattern, sizeof pattern, "\"%s\":\"", key);
    const char *at = strstr(json, pattern);
    size_t n = 0;
    if (at)
        for (at += strlen(pattern); at[n] && at[n] != '"' && n < 79;) n++;
    if (at) memcpy(out, at, n);
    out[n] = 0;
    return out;
}

static void note_message(const char *text) {
    char type[80], re[80], code[80], table[80];
    member(text, "t", type);
    if (strcmp(type, "table") == 0 || strcmp(type, "update") == 0) {
        note_shown(member(text, "table", table));
        return;
    }
    member(text, "re", re);
    member(text, "code", code);
    if (strcmp(code, "no-table") == 0 || strcmp(code, "damaged") == 0)
        world_wrong("a table that is there is said to be gone: %s", text);
    if (re[0] != 'm') return;
    known_move *m = &w.ledger.move[atoi(re + 1)];
    bool good = strcmp(type, "ok") == 0;
    if (m->fate != FATE_OPEN) world_wrong("%s was answered twice", re);
    m->fate = good ? FATE_DONE : FATE_NOT;
}

/* --- the network --- */

struct net_note {
    size_t size;
    char text[];
};

void net_reply(net *n, net_id to, const net_answer *a) {
    (void)n, (void)to;
    w.activity++;
    w.answers++;
    w.status = a->status;
    if (a->size >= sizeof w.body) abort();
    memcpy(w.body, a->body, a->size);
    w.body[a->size] = 0;
}
net *net_open(const net_config *c, const net_events *e, void *who, pt_text *why) {
    (void)c, (void)e, (void)who, (void)why;
    return NULL;
}
void net_close(net *n) { (void)n; }
int net_port(const net *n) { return n ? 1 : 0; }
void net_run(net *n) { (void)n; }
void net_stop(net *n) { (void)n; }
void net_quiet(net *n) { (void)n; }
bool net_gone(const net *n) { return !n; }
void net_farewell(net *n, int first_ms, int spread_ms) {
    (void)n, (void)first_ms, (void)spread_ms;
}
net_counts net_count(const net *n) { return (net_counts){.requests = n ? 1 : 0}; }
void net_wake(net *n) { (void)n; }
net_note *net_note_new(net *n, const char *text, size_t size) {
    net_note *note = malloc(sizeof *note + size + 1);
    (void)n;
    if (!note) return NULL;
    note->size = size;
    memcpy(note->text, text, size);
    note->text[size] = 0;
    return note;
}
void net_note_drop(net *n, net_note *note) {
    (void)n;
    free(note);
}
/* As net_out.c: a message that there is no memory for is lost like one to a slow reader. */
bool net_send(net *n, net_id to, net_note *note) {
    (void)n;
    w.activity++;
    line *l = &w.line[to % CONNS];
    if (!note || !l->open || l->shut) return false;
    note_message(note->text);
    return true;
}
void net_part_done(net *n) { (void)n; }
void net_greeted(net *n, net_id id) { (void)n, (void)id; }
/* Only good tickets are used here, each at once. */
void net_shut(net *n, net_id id, int code, const char *why) {
    (void)n, (void)code;
    w.activity++;
    if (strcmp(why, "ticket") == 0) world_wrong("a ticket that was given opens nothing");
    if (id < CONNS) w.line[id].shut = true;
}
void net_set(net *n, net_id id, void *own) {
    (void)n;
    w.line[id].own = own;
}
void *net_get(net *n, net_id id) {
    (void)n;
    return id < CONNS ? w.line[id].own : NULL;
}
int net_connections(const net *n) { return n ? 1 : 0; }

/* --- the pool: work is done when it is polled --- */

typedef struct task {
    char table[PT_ID];
    const pt_game *game;
    int seat;
    uint64_t view[PT_STATE_MAX / 8];
    void (*work)(void *);
    void (*done)(server *, void *);
    void *job;
} task;

struct pool {
    server *server;
    int count;
    task task[16];
};

static pool the_pool;

pool *pool_new(server *sv, int workers) {
    (void)workers;
    the_pool = (pool){.server = sv};
    return &the_pool;
}
void pool_free(pool *p) { (void)p; }
int pool_waiting(pool *p) { return p->count; }

bool pool_think(pool *p, const hosted *h, const pt_thinker *who) {
    if (p->count == 16) return false;
    task *t = &p->task[p->count++];
    *t = (task){.game = h->table.game, .seat = who->seat};
    snprintf(t->table, sizeof t->table, "%s", h->table.core.id);
    pt_observe(t->game, h->table.core.state, who->seat, t->view);
    return true;
}

bool pool_do(pool *p, pool_lane lane, share_key who, const pool_job *j) {
    (void)lane, (void)who;
    if (p->count == 16) return false;
    p->task[p->count++] = (task){.work = j->work, .done = j->done, .job = j->job};
    return true;
}

static void think(pool *p, task *t) {
    static pt_move list[1 << 16];
    request r = {.kind = PT_ASK_BOT_MOVE, .seat = t->seat};
    int n = t->game->legal(t->view, t->seat, list);
    if (n) r.move = list[hash_of(t->view, 64) % (unsigned)n];
    tables_post(p->server, t->table, &r);
}

void pool_poll(pool *p) {
    while (p->count) {
        task t = p->task[--p->count];
        w.activity++;
        if (!t.work) {
            think(p, &t);
            continue;
        }
        t.work(t.job);
        t.done(p->server, t.job);
    }
}

/* --- the machine --- */

/* Passwords are not what is tried here. */
int crypto_pwhash_str_alg(char out[crypto_pwhash_STRBYTES], const char *const text,
                          unsigned long long n, unsigned long long passes, size_t memory,
                          int alg) {
    (void)passes, (void)memory, (void)alg;
    memset(out, 0, crypto_pwhash_STRBYTES);
    snprintf(out, crypto_pwhash_STRBYTES, "hash-%.*s", (int)n, text);
    return 0;
}
int crypto_pwhash_str_verify(const char hash[crypto_pwhash_STRBYTES], const char *const text,
                             unsigned long long n) {
    return strncmp(hash + 5, text, (size_t)n);
}

static uint64_t dice;
static const char *dice_name(void) { return "dice"; }
static uint32_t dice_roll(void) {
    dice = dice * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(dice >> 32);
}
static void dice_fill(void *const out, const size_t n) {
    for (size_t i = 0; i < n; i++) ((uint8_t *)out)[i] = (uint8_t)dice_roll();
}

_Noreturn void __wrap__exit(int code);
_Noreturn void __wrap__exit(int code) {
    (void)code;
    longjmp(w.end, 1);
}
int __wrap_flock(int fd, int how);
int __wrap_flock(int fd, int how) { /* this process is several, one after the other */
    (void)fd, (void)how;
    return 0;
}

void world_install(void) {
    static randombytes_implementation same = {dice_name, dice_roll, NULL,
                                              NULL,      dice_fill, NULL};
    memory_install();
    disk_install();
    randombytes_set_implementation(&same);
    if (sodium_init() < 0) abort();
    log_quiet(true);
    if (!freopen("/dev/null", "w", stderr)) abort();
}

/* --- start and stop --- */

#define PLACE "/tmp/petteia-faults" /* only the lock is really there */

static void nothing(void *who) { (void)who; }

static bool open_store(server *sv, pt_text *why) {
    bool taken;
    const pt_store_config c = {.path = PLACE,
                               .wake = nothing,
                               .alone = true,
                               .log_pages = 40,
                               .journal_bytes = w.journal_bytes};
    sv->store = pt_store_lock(&c, &taken, why);
    return sv->store && pt_store_open(sv->store, why) && serve_begin(sv, why);
}

void world_small_pages(void) {
    sqlite3 *db = NULL;
    if (sqlite3_open(PLACE, &db) != SQLITE_OK ||
        sqlite3_exec(
            db,
            "PRAGMA synchronous = EXTRA; PRAGMA page_size = 512; PRAGMA journal_mode = WAL;",
            NULL, NULL, NULL))
        abort();
    sqlite3_close(db);
}

bool world_start(void) {
    PT_TEXT(why, 400);
    static pt_move moves[1 << 16];
    server *sv = __real_calloc(1, sizeof *sv);
    if (!sv) abort();
    memset(w.line, 0, sizeof w.line);
    w.sv = sv;
    w.ended = false;
    sv->net = (net *)(void *)sv;
    sv->ready_last = &sv->ready;
    sv->started = now_ms();
    sv->moves = moves;
    sv->people = people_new();
    sv->statics = statics_load(NULL);
    sv->pool = pool_new(sv, 1);
    bool good = sv->people && sv->statics && open_store(sv, &why);
    if (good) tables_wake_live(sv);
    if (!good && sv->people && sv->statics && !why.used) world_wrong("it does not say why");
    if (good && disk_sync_failed()) world_wrong("a sync failed, and it starts");
    memcpy(w.why, why.at, sizeof w.why);
    w.ended = !good;
    return good;
}

void world_stop(void) {
    for (net_id i = 0; i < CONNS; i++)
        if (w.line[i].open) conn_closed(w.sv, i);
    w.sv->stopping = true;
    pt_store_close(w.sv->store);
    w.sv->store = NULL;
    w.ended = true;
    world_kill();
}

void world_kill(void) {
    w.ended = true;
    disk_kill();
}

static void close_shut(void) {
    for (net_id i = 0; i < CONNS; i++)
        if (w.line[i].open && w.line[i].shut) {
            conn_closed(w.sv, i);
            w.line[i] = (line){0};
        }
}

void world_run(void) {
    for (int quiet = 0, i = 0; quiet < 2 && !w.ended; i++) {
        uint64_t earlier = w.activity + pt_store_count(w.sv->store).batches;
        pt_store_poll(w.sv->store);
        pool_poll(w.sv->pool);
        dispatch_requests(w.sv);
        health_watch(w.sv, now_ms());
        close_shut();
        quiet = w.activity + pt_store_count(w.sv->store).batches == earlier ? quiet + 1 : 0;
        bool stopped = pt_store_healthy(w.sv->store).stopped;
        if (disk_sync_failed() && !stopped) world_wrong("a sync failed, and it goes on");
        if (stopped) world_stop(); /* as serve.c does */
        if (i > 2000) {
            world_wrong("it does not come to rest");
            w.ended = true;
        }
    }
}

/* --- people --- */

/* Everybody has an address of their own: games between people at one address do not count. */
static const char *home_of(int person) {
    static char out[16];
    snprintf(out, sizeof out, "192.0.2.%d", (person + 1) & 0xFF);
    return out;
}

int world_ask(net_method method, const char *path, int person, const char *body) {
    if (w.ended) return 0;
    net_request r = {.id = 1000,
                     .method = method,
                     .path = path,
                     .query = "",
                     .bearer = person < 0 ? "" : w.ledger.person[person].token,
                     .etag = "",
                     .languages = "",
                     .peer = home_of(person),
                     .body = body,
                     .body_size = strlen(body)};
    w.answers = w.status = 0;
    http_request(w.sv, &r);
    world_run();
    if (!w.ended && w.answers != 1) world_wrong("%d answers to %s", w.answers, path);
    bool nobody = person >= 0 && w.status == 401 && !w.ledger.person[person].logged_out;
    if (w.status == 404 || nobody) world_wrong("%s: %d %s", path, w.status, w.body);
    return w.status;
}

const char *world_answer(const char *key) {
    static char out[80];
    return member(w.body, key, out);
}

void world_call(int at, int person) {
    line *l = &w.line[at];
    if (w.ended || (l->open && !l->shut)) return;
    if (world_ask(NET_POST, "/api/ticket", person, "{}") != 201 || w.ended) return;
    *l = (line){.open = true, .person = person};
    char ticket[80];
    snprintf(ticket, sizeof ticket, "%s", world_answer("ticket"));
    conn_opened(w.sv, (net_id)at, home_of(person));
    world_say(at, "{\"t\":\"hello\",\"v\":1,\"ticket\":\"%s\"}", ticket);
}

void world_say(int at, const char *format, ...) {
    char text[1024];
    va_list args;
    if (w.ended || !w.line[at].open || w.line[at].shut) return;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    conn_message(w.sv, (net_id)at, text, (size_t)n);
    world_run();
}
