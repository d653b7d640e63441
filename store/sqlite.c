/* The SQLite store: one thread writes, one thread reads. The writer takes every waiting batch,
 * writes them in one transaction and reports them after its commit. The longer a commit takes,
 * the more batches share the next one. */
/* SPDX-License-Identifier: MIT */
#include "store/journal.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GAP_US = 8000, SPARE = 256, SPARE_BYTES = 4096 };

typedef struct job {
    pt_reading *read;
    pt_read_done *done;
    void *arg;
    struct job *next;
} job;

typedef struct batch_queue {
    pt_batch *first, **last;
} batch_queue;

typedef struct job_queue {
    job *first, **last;
} job_queue;

struct pt_store {
    pthread_mutex_t lock;
    pthread_cond_t to_write, to_read;
    pthread_t writer, reader;
    batch_queue waiting, written;
    job_queue asked, answered;
    bool closing;
    pt_look in, out;    /* the reader's and the writer's connection */
    pt_journal journal; /* the writer's */
    pt_store_counts counts;
    pt_batch *spare; /* the polling thread's: already written, to be reused */
    int spare_count;
    void (*wake)(void *);
    void *who;
};

static void put_batch(batch_queue *q, pt_batch *b) {
    b->next = NULL;
    *q->last = b;
    q->last = &b->next;
}

static pt_batch *take_batches(batch_queue *q) {
    pt_batch *first = q->first;
    q->first = NULL;
    q->last = &q->first;
    return first;
}

static void put_job(job_queue *q, job *j) {
    j->next = NULL;
    *q->last = j;
    q->last = &j->next;
}

/* --- the writer --- */

static const char *const statements[PT_W_COUNT] = {
    [PT_W_TABLE] = "INSERT INTO tables(num, state, access, live, created, changed, ended, id,"
                   " kind, head) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
                   " ON CONFLICT(num) DO UPDATE SET state = ?2, access = ?3, live = ?4,"
                   " changed = ?6, ended = ?7, head = ?10",
    [PT_W_SNAPSHOT] = "INSERT OR REPLACE INTO snapshots(num, number, body) VALUES(?1, ?2, ?3)",
    [PT_W_PLAYER] = "INSERT OR REPLACE INTO players(num, seat, points, place, person, name)"
                    " VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [PT_W_PERSON] = "INSERT INTO people(created, id, name, account, secret)"
                    " VALUES(?1, ?2, ?3, nullif(?4, ''), ?5)"
                    " ON CONFLICT(id) DO UPDATE SET name = ?3, account = nullif(?4, ''),"
                    " secret = ?5",
    [PT_W_TOKEN] = "INSERT INTO tokens(at, hash, person) VALUES(?1, ?2, ?3)",
    [PT_W_DROP_TOKEN] = "DELETE FROM tokens WHERE hash = ?1",
    [PT_W_RATING] = "INSERT OR REPLACE INTO ratings(games, mu, sigma, person, kind, name)"
                    " VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [PT_W_ALIVE] = "INSERT OR REPLACE INTO alive(one, at) VALUES(1, ?1)",
};

/* Which texts are bytes and not UTF-8. */
static bool is_blob(unsigned kind, int i) {
    switch ((pt_write_kind)kind) {
    case PT_W_SNAPSHOT:
    case PT_W_DROP_TOKEN: return true;
    case PT_W_TOKEN: return i == 0;
    case PT_W_TABLE: return i == 2;
    case PT_W_PLAYER:
    case PT_W_PERSON:
    case PT_W_RATING:
    case PT_W_ALIVE:
    case PT_W_EVENT:
    case PT_W_WORK:
    case PT_W_COUNT: return false;
    }
    return false;
}

static bool write_one(pt_look *l, const pt_write *w, const char *texts[6]) {
    sqlite3_stmt *s = pt_statement(l, statements[w->kind]);
    if (!s) return false;
    int at = 1;
    for (int i = 0; i < w->ints; i++) sqlite3_bind_int64(s, at++, w->i[i]);
    for (int i = 0; i < 2 && w->kind == PT_W_RATING; i++) sqlite3_bind_double(s, at++, w->d[i]);
    for (int i = 0; i < w->texts; i++) {
        if (is_blob(w->kind, i))
            sqlite3_bind_blob(s, at++, w->n[i] ? texts[i] : "", (int)w->n[i], SQLITE_STATIC);
        else
            sqlite3_bind_text(s, at++, texts[i], (int)w->n[i], SQLITE_STATIC);
    }
    bool ok = sqlite3_step(s) == SQLITE_DONE;
    sqlite3_reset(s);
    return ok;
}

static bool write_batch(pt_store *s, const pt_batch *b, uint64_t *events);

static bool write_work(pt_store *s, const pt_write *w, const char *bytes, uint64_t *events) {
    pt_batch more = {0};
    void *copy = malloc(w->n[0] + 1u); /* in the batch it may not be aligned */
    if (!copy) return false;
    memcpy(copy, bytes, w->n[0]);
    ((pt_working *)(intptr_t)w->i[0])(&s->out, copy, &more);
    bool ok = write_batch(s, &more, events);
    free(more.at);
    free(copy);
    return ok;
}

static bool write_batch(pt_store *s, const pt_batch *b, uint64_t *events) {
    pt_write w;
    const char *texts[6];
    if (b->broken) return false;
    for (size_t at = 0; pt_next_write(b, &at, &w, texts);) {
        if (w.kind == PT_W_WORK) {
            if (!write_work(s, &w, texts[0], events)) return false;
            continue;
        }
        bool event = w.kind == PT_W_EVENT;
        if (event ? !pt_journal_add(&s->journal, texts[0], w.n[0])
                  : !write_one(&s->out, &w, texts))
            return false;
        *events += event;
    }
    return true;
}

static bool step(pt_store *s, const char *sql) {
    sqlite3_stmt *statement = pt_statement(&s->out, sql);
    bool ok = statement && sqlite3_step(statement) == SQLITE_DONE;
    if (statement) sqlite3_reset(statement);
    return ok;
}

/* Batches from `first` up to `end` in one transaction. */
static bool write_together(pt_store *s, const pt_batch *first, const pt_batch *end,
                           uint64_t *events) {
    size_t journal = s->journal.used;
    bool settled = false, ok = step(s, "BEGIN IMMEDIATE");
    for (const pt_batch *b = first; ok && b != end; b = b->next) ok = write_batch(s, b, events);
    ok = ok && pt_journal_write(&s->out, &s->journal, journal, &settled) && step(s, "COMMIT");
    if (!ok && !sqlite3_get_autocommit(s->out.db)) step(s, "ROLLBACK");
    if (!ok)
        s->journal.used = journal;
    else if (settled)
        s->journal.used = 0;
    return ok;
}

static uint64_t micros(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* Writes all in one commit. If one of them fails, writes each in its own. */
static void write_all(pt_store *s, pt_batch *first, pt_store_counts *c) {
    uint64_t begin = micros(), events = 0;
    bool together = write_together(s, first, NULL, &events);
    if (together) {
        c->commits++;
        c->events += events;
    }
    for (pt_batch *b = first; b; b = b->next) {
        events = 0;
        b->ok = together || write_together(s, b, b->next, &events);
        if (!together && b->ok) {
            c->commits++;
            c->events += events;
        }
        c->batches++;
        c->failed += !b->ok;
    }
    c->commit_us += micros() - begin;
}

/* Under load, commits begin at least GAP_US apart, so that more batches share one. The first
 * after a pause begins at once. */
static void wait_for_more(pt_store *s, uint64_t *begun) {
    uint64_t now = micros(), since = now - *begun;
    if (since < GAP_US && !s->closing) {
        pthread_mutex_unlock(&s->lock);
        nanosleep(&(struct timespec){.tv_nsec = (long)(GAP_US - since) * 1000}, NULL);
        pthread_mutex_lock(&s->lock);
        now = micros();
    }
    *begun = now;
}

static void *write_thread(void *arg) {
    pt_store *s = arg;
    uint64_t begun = 0;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (!s->waiting.first && !s->closing) pthread_cond_wait(&s->to_write, &s->lock);
        wait_for_more(s, &begun);
        pt_batch *first = take_batches(&s->waiting);
        if (!first) break;
        pt_store_counts c = s->counts;
        c.waiting_bytes = 0;
        s->counts.waiting_bytes = 0;
        pthread_mutex_unlock(&s->lock);
        write_all(s, first, &c);
        pthread_mutex_lock(&s->lock);
        c.waiting_bytes = s->counts.waiting_bytes;
        s->counts = c;
        while (first) {
            pt_batch *next = first->next;
            put_batch(&s->written, first);
            first = next;
        }
        s->wake(s->who);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* --- the reader --- */

static void *read_thread(void *arg) {
    pt_store *s = arg;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (!s->asked.first && !s->closing) pthread_cond_wait(&s->to_read, &s->lock);
        job *j = s->asked.first;
        if (!j) break;
        s->asked.first = j->next;
        if (!s->asked.first) s->asked.last = &s->asked.first;
        pthread_mutex_unlock(&s->lock);
        j->read(&s->in, j->arg);
        pthread_mutex_lock(&s->lock);
        put_job(&s->answered, j);
        s->wake(s->who);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* --- for the loop --- */

void pt_store_commit(pt_store *s, pt_batch *b, pt_written *done, void *who, uint64_t tag) {
    b->done = done;
    b->who = who;
    b->tag = tag;
    pthread_mutex_lock(&s->lock);
    put_batch(&s->waiting, b);
    s->counts.waiting_bytes += b->used;
    pthread_cond_signal(&s->to_write);
    pthread_mutex_unlock(&s->lock);
}

void pt_store_read(pt_store *s, pt_reading *read, pt_read_done *done, void *arg) {
    job *j = calloc(1, sizeof *j);
    if (!j) abort(); /* only a few bytes: the machine is out of memory */
    *j = (job){read, done, arg, NULL};
    pthread_mutex_lock(&s->lock);
    put_job(&s->asked, j);
    pthread_cond_signal(&s->to_read);
    pthread_mutex_unlock(&s->lock);
}

pt_batch *pt_batch_of(pt_store *s) {
    pt_batch *b = s->spare;
    if (!b) return pt_batch_new();
    s->spare = b->next;
    s->spare_count--;
    *b = (pt_batch){.at = b->at, .size = b->size};
    return b;
}

static void keep_batch(pt_store *s, pt_batch *b) {
    if (s->spare_count == SPARE || b->size > SPARE_BYTES) {
        pt_batch_free(b);
        return;
    }
    b->next = s->spare;
    s->spare = b;
    s->spare_count++;
}

static void free_batches(pt_batch *first) {
    while (first) {
        pt_batch *next = first->next;
        pt_batch_free(first);
        first = next;
    }
}

void pt_store_poll(pt_store *s) {
    pthread_mutex_lock(&s->lock);
    pt_batch *written = take_batches(&s->written);
    job *answered = s->answered.first;
    s->answered.first = NULL;
    s->answered.last = &s->answered.first;
    pthread_mutex_unlock(&s->lock);
    while (written) {
        pt_batch *b = written;
        written = b->next;
        if (b->done) b->done(b->who, b->tag, b->ok);
        keep_batch(s, b);
    }
    while (answered) {
        job *j = answered;
        answered = j->next;
        j->done(j->arg);
        free(j);
    }
}

pt_store_counts pt_store_count(pt_store *s) {
    pthread_mutex_lock(&s->lock);
    pt_store_counts c = s->counts;
    pthread_mutex_unlock(&s->lock);
    return c;
}

/* Moves the journal's events to their tables, when a file is opened or closed. */
static bool settle(pt_store *s) {
    if (!s->journal.used) return true;
    bool ok = step(s, "BEGIN IMMEDIATE") && pt_journal_settle(&s->out, &s->journal) &&
              step(s, "COMMIT");
    if (ok)
        s->journal.used = 0;
    else
        step(s, "ROLLBACK");
    return ok;
}

pt_store *pt_store_open(const char *path, void (*wake)(void *), void *who, pt_text *why) {
    pt_store *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->wake = wake;
    s->who = who;
    s->waiting.last = &s->waiting.first;
    s->written.last = &s->written.first;
    s->asked.last = &s->asked.first;
    s->answered.last = &s->answered.first;
    s->out.db = pt_sql_open(path, false, why);
    if (!s->out.db || !pt_sql_migrate(s->out.db, why)) goto fail;
    if (!pt_journal_read(&s->out, &s->journal) || !settle(s)) {
        pt_put(why, "the journal of %s cannot be read", path);
        goto fail;
    }
    s->in.db = pt_sql_open(path, true, why);
    if (!s->in.db) goto fail;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->to_write, NULL);
    pthread_cond_init(&s->to_read, NULL);
    if (pthread_create(&s->writer, NULL, write_thread, s) != 0 ||
        pthread_create(&s->reader, NULL, read_thread, s) != 0)
        abort(); /* at start-up, and nothing is written yet */
    return s;
fail:
    pt_look_done(&s->in);
    pt_look_done(&s->out);
    free(s->journal.at);
    free(s);
    return NULL;
}

void pt_store_close(pt_store *s) {
    if (!s) return;
    pthread_mutex_lock(&s->lock);
    s->closing = true;
    pthread_cond_signal(&s->to_write);
    pthread_cond_signal(&s->to_read);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->writer, NULL);
    pthread_join(s->reader, NULL);
    pt_store_poll(s);
    /* Writes what these last callbacks asked for; nobody waits for the result. */
    pt_batch *rest = take_batches(&s->waiting);
    if (rest) write_all(s, rest, &s->counts);
    free_batches(rest);
    free_batches(s->spare);
    settle(s);
    free(s->journal.at);
    pt_look_done(&s->in);
    pt_look_done(&s->out);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->to_write);
    pthread_cond_destroy(&s->to_read);
    free(s);
}
