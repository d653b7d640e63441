/* A worker that thinks for bots and hints of all nodes (think.h). The main thread talks to
 * NATS; the others think. Whoever waits comes first, and people take turns. */
/* SPDX-License-Identifier: MIT */
#include "server/bus.h"
#include "server/think.h"
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { THREADS = 64, JOBS = 512, QUEUED = 8, STILL_MS = 500, POLL_MS = 50, SUBJECT = 80 };

typedef struct job {
    share_item item; /* must come first: what waits is a share_item */
    char node[PT_ID], game[PT_ID], level[PT_ID];
    uint64_t id;
    int kind, waited, seat;
    bool begun, done;
    char text[THINK_TEXT];
    size_t used;
    uint64_t view[PT_STATE_MAX / 8];
} job;

typedef struct worker {
    bus *bus;
    bus_line *line;
    pthread_mutex_t lock;
    pthread_cond_t more, news;
    share waiting[2]; /* those that nobody waits for, and those that somebody does */
    job *jobs[JOBS];
    int count, threads;
    bool closing;
    int64_t next_still;
    pthread_t thread[THREADS];
} worker;

static volatile sig_atomic_t asked_to_stop;
static void on_signal(int number) { asked_to_stop = number; }

static int64_t clock_ms(void) { return (int64_t)(pt_micros(false) / 1000); }

static const pt_game *game_named(const char *name) {
    for (int i = 0; pt_games[i]; i++)
        if (strcmp(pt_games[i]->name, name) == 0) return pt_games[i];
    return NULL;
}

/* --- thinking --- */

typedef struct mind {
    pt_bot *bot;
    pt_rng rng;
} mind;

static void think_move(mind *m, job *j, const pt_game *g) {
    pt_bot_choice choice = pt_bot_chosen(j->level, g);
    const pt_bot_kind *kind = choice.kind ? choice.kind : &pt_bot_greedy;
    if (m->bot && (m->bot->kind != kind || m->bot->game != g)) {
        pt_bot_free(m->bot);
        m->bot = NULL;
    }
    if (!m->bot) m->bot = pt_bot_new(kind, g);
    if (!m->bot) return;
    m->bot->style = choice.style;
    pt_move move = pt_bot_pick(m->bot, j->view, j->seat, &m->rng);
    j->used = (size_t)snprintf(j->text, sizeof j->text, "%" PRIu32, move);
}

static int language_of(const char *code) {
    int language = pt_language_named(code);
    return language < 0 ? PT_ENGLISH : language;
}

static void *work(void *arg) {
    worker *w = arg;
    mind m = {0};
    randombytes_buf(&m.rng, sizeof m.rng);
    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (!w->waiting[0].first && !w->waiting[1].first && !w->closing)
            pthread_cond_wait(&w->more, &w->lock);
        if (w->closing) break;
        job *j = (job *)(void *)share_take(&w->waiting[w->waiting[1].first ? 1 : 0]);
        j->begun = true;
        pthread_mutex_unlock(&w->lock);
        const pt_game *g = game_named(j->game);
        if (j->kind == THINK_HINT)
            j->used = hint_think(g, j->view, j->seat, language_of(j->level), &m.rng, j->text,
                                 sizeof j->text);
        else
            think_move(&m, j, g);
        pthread_mutex_lock(&w->lock);
        j->done = true;
        pthread_cond_signal(&w->news);
    }
    pthread_mutex_unlock(&w->lock);
    pt_bot_free(m.bot);
    return NULL;
}

/* --- NATS --- */

static void answer(worker *w, const job *j, const char *head, const char *text, size_t n) {
    char subject[SUBJECT], memory[THINK_TEXT + 16];
    pt_text out = pt_text_on(memory, sizeof memory);
    snprintf(subject, sizeof subject, "petteia.n.%s.t%" PRIu64, j->node, j->id);
    pt_put(&out, "%s\n", head);
    pt_putn(&out, text, n);
    if (!out.cut) bus_publish(w->bus, subject, NULL, out.at, out.used);
}

static bool read_job(const bus_message *m, job *j) {
    size_t size = 0;
    int used = 0;
    const char *end = memchr(m->bytes, '\n', m->size);
    if (!end ||
        sscanf(m->bytes,
               "think %23s %" SCNu64 " %d %d %23s %23s %d %" SCNu64 " %" SCNu64 " %zu%n",
               j->node, &j->id, &j->kind, &j->waited, j->game, j->level, &j->seat,
               &j->item.who.address, &j->item.who.person, &size, &used) != 10)
        return false;
    const pt_game *g = game_named(j->game);
    if (!g || size != g->state_size || size > sizeof j->view || j->seat < 0 ||
        j->seat >= PT_SEATS || (size_t)(m->bytes + m->size - end) - 1 != size)
        return false;
    memcpy(j->view, end + 1, size);
    return true;
}

static job **free_place(worker *w) {
    for (int i = 0; i < JOBS; i++)
        if (!w->jobs[i]) return &w->jobs[i];
    return NULL;
}

static void take_job(void *who, const bus_message *m) {
    worker *w = who;
    job *j = calloc(1, sizeof *j);
    if (!j || !read_job(m, j)) {
        free(j);
        return;
    }
    job **place = w->count < w->threads * QUEUED ? free_place(w) : NULL;
    if (!place || asked_to_stop) {
        answer(w, j, asked_to_stop ? "back" : "busy", "", 0);
        free(j);
        return;
    }
    *place = j;
    w->count++;
    answer(w, j, "still", "", 0);
    pthread_mutex_lock(&w->lock);
    share_put(&w->waiting[j->waited ? 1 : 0], &j->item, j->item.who);
    pthread_cond_signal(&w->more);
    pthread_mutex_unlock(&w->lock);
}

static void drop_job(worker *w, int i) {
    free(w->jobs[i]);
    w->jobs[i] = NULL;
    w->count--;
}

static void send_finished(worker *w) {
    int64_t now = clock_ms();
    bool still = now >= w->next_still;
    for (int i = 0; i < JOBS; i++) {
        const job *j = w->jobs[i];
        if (!j) continue;
        pthread_mutex_lock(&w->lock);
        bool done = j->done;
        pthread_mutex_unlock(&w->lock);
        if (done) {
            answer(w, j, "done", j->text, j->used);
            drop_job(w, i);
        } else if (still) {
            answer(w, j, "still", "", 0);
        }
    }
    if (still) w->next_still = now + STILL_MS;
}

/* What has not begun goes to another worker. */
static void give_back(worker *w) {
    pthread_mutex_lock(&w->lock);
    for (int k = 0; k < 2; k++)
        while (share_take(&w->waiting[k])) continue;
    pthread_mutex_unlock(&w->lock);
    for (int i = 0; i < JOBS; i++) {
        if (!w->jobs[i] || w->jobs[i]->begun) continue;
        answer(w, w->jobs[i], "back", "", 0);
        drop_job(w, i);
    }
}

/* --- life --- */

static void wake(void *who) {
    worker *w = who;
    pthread_mutex_lock(&w->lock);
    pthread_cond_signal(&w->news);
    pthread_mutex_unlock(&w->lock);
}

static void wait_for_news(worker *w) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += POLL_MS * 1000000l;
    until.tv_sec += until.tv_nsec / 1000000000l;
    until.tv_nsec %= 1000000000l;
    pthread_mutex_lock(&w->lock);
    pthread_cond_timedwait(&w->news, &w->lock, &until);
    pthread_mutex_unlock(&w->lock);
}

static bool open_worker(worker *w, const char *nats, int threads, pt_text *why) {
    char subject[SUBJECT];
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->more, NULL);
    pthread_cond_init(&w->news, NULL);
    for (int k = 0; k < 2; k++) share_init(&w->waiting[k]);
    w->bus = bus_open(nats, "think", wake, w, why);
    if (!w->bus) return false;
    for (w->threads = 0; w->threads < threads && w->threads < THREADS; w->threads++)
        if (pthread_create(&w->thread[w->threads], NULL, work, w) != 0) abort();
    think_subject(subject, sizeof subject);
    w->line = bus_listen_in(w->bus, subject, "think");
    if (!w->line) pt_puts(why, "not enough memory");
    return w->line != NULL;
}

static void close_worker(worker *w) {
    pthread_mutex_lock(&w->lock);
    w->closing = true;
    pthread_cond_broadcast(&w->more);
    pthread_mutex_unlock(&w->lock);
    for (int i = 0; i < w->threads; i++) pthread_join(w->thread[i], NULL);
    bus_unlisten(w->line);
    bus_close(w->bus);
    for (int i = 0; i < JOBS; i++) free(w->jobs[i]);
    free(w);
}

int worker_run(const char *nats, int threads) {
    PT_TEXT(why, 512);
    worker *w = calloc(1, sizeof *w);
    struct sigaction on = {.sa_handler = on_signal};
    if (!w || sodium_init() < 0) {
        fputs("petteia think: not enough memory\n", stderr);
        free(w);
        return 1;
    }
    asked_to_stop = 0;
    sigaction(SIGINT, &on, NULL);
    sigaction(SIGTERM, &on, NULL);
    bool good = open_worker(w, nats, threads, &why);
    if (!good) fprintf(stderr, "petteia think: %s\n", why.at);
    if (good) printf("petteia think: %d threads\n", w->threads);
    fflush(stdout);
    while (good && !asked_to_stop) {
        bus_poll(w->bus, take_job, w);
        send_finished(w);
        wait_for_news(w);
    }
    if (good) give_back(w);
    while (good && w->count) { /* what has begun is finished */
        bus_poll(w->bus, take_job, w);
        send_finished(w);
        wait_for_news(w);
    }
    close_worker(w);
    return good ? 0 : 1;
}
