/* Work off the loop, in lanes with threads of their own, so that none waits for another: bots
 * and hints that think, passwords that are hashed,
 * and letters that are sent. Within a lane people take turns. */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/outside_bots.h"
#include "server/server.h"
#include "server/think.h"
#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
    WORKERS = 16,
    CHORES = 256,        /* that wait in a lane, bots aside */
    CHORES_ADDRESS = 24, /* of one address */
    MAIL_WORKERS = 2,    /* they wait, mostly */
    OUTSIDE_WORKERS = 2, /* they wait, too; a program of others holds up no bot of ours */
    FAULT = 200,
    THINKING_NICE = 10, /* whoever moves themselves does not wait for those who think */
};

typedef struct task {
    share_item item; /* must come first: what waits is a share_item */
    struct task *next;
    /* a bot's */
    char table[PT_ID];
    const pt_game *game;
    const pt_bot_kind *kind;
    int style; /* for pt_bot.style */
    pt_config config;
    int seat, outside; /* a bot of others; -1: one of ours */
    pt_move move;
    char fault[FAULT]; /* what its program did wrong; "": nothing */
    uint64_t view[PT_STATE_MAX / 8];
    /* any other */
    void (*work)(void *);
    void (*done)(server *, void *);
    void (*drop)(void *);
    void *job;
    int *chores; /* of its lane */
} task;

/* Of a task that nobody will finish any more. */
static void drop(task *t) {
    if (t->drop) t->drop(t->job);
    free(t);
}

typedef struct task_queue {
    task *first, **last;
} task_queue;

typedef struct lane {
    pool *pool;
    share waiting;
    pthread_cond_t more;
    int count;  /* waiting, or being done */
    int chores; /* the loop's: not answered yet */
    int workers;
    int niceness;
    pthread_t thread[WORKERS];
} lane;

struct pool {
    server *server;
    pthread_mutex_t lock;
    task_queue finished;
    bool closing;
    atomic_bool stop;
    lane lane[POOL_LANES];
};

static void put(task_queue *q, task *t) {
    t->next = NULL;
    *q->last = t;
    q->last = &t->next;
}

/* A worker keeps its last bot, because the next move often needs the same kind. */
typedef struct mind {
    pt_bot *bot;
    outside_player player; /* a bot of others */
    pt_rng rng;
} mind;

static pt_move ask_outside(pool *p, mind *m, task *t) {
    pt_text fault = pt_text_on(t->fault, sizeof t->fault);
    const outside_task asked = {.table = t->table,
                                .game = t->game,
                                .config = &t->config,
                                .which = t->outside,
                                .seat = t->seat};
    return outside_bot_pick(p->server->outside, &m->player, &asked, t->view, &m->rng, &fault);
}

/* If a program of others has no move, the bot that stands in for people makes it. */
static void think(pool *p, mind *m, task *t) {
    if (t->outside >= 0 && (t->move = ask_outside(p, m, t))) return;
    if (m->bot && (m->bot->kind != t->kind || m->bot->game != t->game)) {
        pt_bot_free(m->bot);
        m->bot = NULL;
    }
    if (!m->bot) m->bot = pt_bot_new(t->kind, t->game);
    if (!m->bot) return;
    m->bot->style = t->style;
    m->bot->budget.stop = &p->stop; /* at shutdown a thought is stopped */
    t->move = pt_bot_pick(m->bot, t->view, t->seat, &m->rng);
}

static void do_task(lane *l, mind *m, task *t) {
    if (t->work)
        t->work(t->job);
    else
        think(l->pool, m, t);
}

static void *work(void *arg) {
    lane *l = arg;
    pool *p = l->pool;
    mind m = {.player.which = -1};
    randombytes_buf(&m.rng, sizeof m.rng);
    if (l->niceness) setpriority(PRIO_PROCESS, 0, l->niceness); /* of this thread alone */
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!l->waiting.first && !p->closing) pthread_cond_wait(&l->more, &p->lock);
        if (p->closing) break;
        task *t = (task *)(void *)share_take(&l->waiting);
        pthread_mutex_unlock(&p->lock);
        do_task(l, &m, t);
        pthread_mutex_lock(&p->lock);
        l->count--;
        put(&p->finished, t);
        net_wake(p->server->net);
    }
    pthread_mutex_unlock(&p->lock);
    pt_bot_free(m.bot);
    outside_player_close(&m.player);
    return NULL;
}

static void open_lane(pool *p, pool_lane which, int workers, int niceness) {
    lane *l = &p->lane[which];
    l->pool = p;
    l->niceness = niceness;
    l->workers = workers;
    share_init(&l->waiting);
    pthread_cond_init(&l->more, NULL);
    for (int i = 0; i < workers; i++)
        if (pthread_create(&l->thread[i], NULL, work, l) != 0) abort(); /* at start-up */
}

pool *pool_new(server *sv, int workers) {
    pool *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->server = sv;
    p->finished.last = &p->finished.first;
    pthread_mutex_init(&p->lock, NULL);
    workers = workers < 1 ? 1 : workers > WORKERS ? WORKERS : workers;
    open_lane(p, POOL_THINKING, workers, THINKING_NICE);
    open_lane(p, POOL_PASSWORDS, 1, 0);
    open_lane(p, POOL_MAIL, sv->mail ? MAIL_WORKERS : 0, THINKING_NICE);
    open_lane(p, POOL_OUTSIDE, sv->outside ? OUTSIDE_WORKERS : 0, THINKING_NICE);
    return p;
}

static void add(lane *l, task *t, share_key who) {
    pthread_mutex_lock(&l->pool->lock);
    share_put(&l->waiting, &t->item, who);
    l->count++;
    pthread_cond_signal(&l->more);
    pthread_mutex_unlock(&l->pool->lock);
}

static bool think_in_pool(pool *p, const think_job *j) {
    task *t = calloc(1, sizeof *t);
    if (!t) return false;
    memcpy(t->table, j->table, sizeof t->table);
    t->game = j->game;
    const char *level = outside_bot_level(j->level) ? server_bots.usual : j->level;
    pt_bot_choice choice = pt_bot_chosen(level, j->game);
    t->kind = choice.kind ? choice.kind : &pt_bot_greedy;
    t->style = choice.style;
    t->config = j->config;
    t->outside = outside_bot_find(p->server->outside, j->level, j->game);
    t->seat = j->seat;
    memcpy(t->view, j->view, sizeof t->view);
    add(&p->lane[t->outside < 0 ? POOL_THINKING : POOL_OUTSIDE], t, j->who);
    return true;
}

static void bot_move(server *sv, const char *table, int seat, pt_move move) {
    request r = {.kind = PT_ASK_BOT_MOVE, .seat = seat, .move = move};
    tables_post(sv, table, &r);
}

/* A worker has thought, or came too late: then the table asks anew. */
static void thought_apart(server *sv, think_job *j, const char *text, size_t n) {
    bool there = tables_find(sv, j->table) != NULL;
    if (there) bot_move(sv, j->table, j->seat, n ? (pt_move)strtoul(text, NULL, 10) : 0);
    free(j);
}

static void think_here(server *sv, think_job *j) {
    if (!think_in_pool(sv->pool, j)) bot_move(sv, j->table, j->seat, 0);
    free(j);
}

/* Only the seat's own view leaves the table. */
bool pool_think(pool *p, const hosted *h, const pt_thinker *who) {
    think_job *j = calloc(1, sizeof *j);
    if (!j) return false;
    *j = (think_job){.kind = THINK_MOVE,
                     .waited = seats_watched(h) != 0,
                     .who = hosted_key(h),
                     .game = h->table.game,
                     .config = pt_table_config(&h->table),
                     .seat = who->seat,
                     .done = thought_apart,
                     .here = think_here};
    pt_copy(j->table, sizeof j->table, h->table.core.id);
    pt_copy(j->level, sizeof j->level, who->level);
    pt_observe(j->game, h->table.core.state, who->seat, j->view);
    /* Workers elsewhere know no bots of others. */
    if (!outside_bot_level(j->level) && think_give(p->server, j)) return true;
    bool good = think_in_pool(p, j);
    free(j);
    return good;
}

static bool has_room(lane *l, share_key who) {
    pthread_mutex_lock(&l->pool->lock);
    bool room = l->chores < CHORES && share_waiting(&l->waiting, who.address) < CHORES_ADDRESS;
    pthread_mutex_unlock(&l->pool->lock);
    return room;
}

bool pool_do(pool *p, pool_lane which, share_key who, const pool_job *j) {
    lane *l = &p->lane[which];
    task *t = has_room(l, who) ? calloc(1, sizeof *t) : NULL;
    if (!t) return false;
    l->chores++;
    t->chores = &l->chores;
    t->work = j->work;
    t->done = j->done;
    t->drop = j->drop;
    t->job = j->job;
    add(l, t, who);
    return true;
}

/* The log says why, and the table that another bot moves. */
static void tell_fault(server *sv, const task *t) {
    const char *name = outside_bot_name(sv->outside, t->outside);
    hosted *h = tables_find(sv, t->table);
    char why[sizeof t->fault]; /* it may quote what the program said */
    for (size_t i = 0; i < sizeof why; i++) why[i] = t->fault[i] == '"' ? '\'' : t->fault[i];
    log_line("bot-failed", "name", "%s table=%s seat=%d why=\"%s\"", name, t->table, t->seat,
             why);
    sv->counts.bots_failed++;
    if (h) updates_bot_failed(h, t->seat);
}

void pool_poll(pool *p) {
    pthread_mutex_lock(&p->lock);
    task *list = p->finished.first;
    p->finished.first = NULL;
    p->finished.last = &p->finished.first;
    pthread_mutex_unlock(&p->lock);
    while (list) {
        task *t = list;
        list = t->next;
        if (t->work) {
            --*t->chores;
            t->done(p->server, t->job);
        } else {
            if (t->fault[0]) tell_fault(p->server, t);
            bot_move(p->server, t->table, t->seat, t->move);
        }
        free(t);
    }
}

int pool_waiting(pool *p) {
    pthread_mutex_lock(&p->lock);
    int n = 0;
    for (int i = 0; i < POOL_LANES; i++) n += p->lane[i].count;
    pthread_mutex_unlock(&p->lock);
    return n;
}

static void close_lane(lane *l) {
    for (int i = 0; i < l->workers; i++) pthread_join(l->thread[i], NULL);
    for (share_item *t; (t = share_take(&l->waiting));) drop((task *)(void *)t);
    pthread_cond_destroy(&l->more);
}

void pool_free(pool *p) {
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    atomic_store(&p->stop, true);
    for (int i = 0; i < POOL_LANES; i++) pthread_cond_broadcast(&p->lane[i].more);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < POOL_LANES; i++) close_lane(&p->lane[i]);
    for (task *t; (t = p->finished.first); drop(t)) p->finished.first = t->next;
    pthread_mutex_destroy(&p->lock);
    free(p);
}
