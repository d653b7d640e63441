/* The store on either database: one thread writes, one thread reads. The writer takes every
 * waiting batch, writes them in one transaction and reports them after its commit. The longer a
 * commit takes, the more batches share the next one. */
/* SPDX-License-Identifier: MIT */
#include "store/lease.h"
#include "store/write.h"
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
    bool unsure;       /* nobody reads before it is known what became of the last commit */
    pt_look in;        /* the reader's connection */
    pt_writer writing; /* the writer's connection and journal */
    pt_store_counts counts;
    pt_store_health health;
    pt_batch *spare; /* the polling thread's: already written, to be reused */
    int spare_count;
    pt_store_config config;
    pt_place place;
    bool running; /* the threads are there, or it is alone */
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

/* Under load, commits begin at least GAP_US apart, so that more batches share one. The first
 * after a pause begins at once. */
static void wait_for_more(pt_store *s, uint64_t *begun) {
    uint64_t now = pt_store_micros(), since = now - *begun;
    if (since < GAP_US && !s->closing) {
        pthread_mutex_unlock(&s->lock);
        nanosleep(&(struct timespec){.tv_nsec = (long)(GAP_US - since) * 1000}, NULL);
        pthread_mutex_lock(&s->lock);
        now = pt_store_micros();
    }
    *begun = now;
}

/* Under the lock: what the disk has just done. */
static void judge_writes(pt_store *s, const pt_batch *first) {
    bool good = false, bad = false;
    for (const pt_batch *b = first; b; b = b->next) {
        good |= b->outcome == PT_WRITTEN;
        bad |= b->outcome == PT_UNWRITTEN || b->outcome == PT_UNSURE;
    }
    if (good || bad) s->health.writes = !bad;
    if (bad) {
        s->health.troubles++;
        memcpy(s->health.why, s->writing.why, sizeof s->health.why);
    }
    s->health.stopped = s->writing.stopped;
    s->unsure = s->writing.look.doubt && !s->writing.look.on->replaces_doubt;
}

/* Under the lock, which is given up meanwhile: writes what is waiting; false if nothing is. */
static bool write_waiting(pt_store *s) {
    pt_batch *first = take_batches(&s->waiting);
    if (!first) return false;
    pt_store_counts c = s->counts;
    c.waiting_bytes = 0;
    s->counts.waiting_bytes = 0;
    pthread_mutex_unlock(&s->lock);
    pt_write_all(&s->writing, first, &c);
    pthread_mutex_lock(&s->lock);
    c.waiting_bytes = s->counts.waiting_bytes;
    s->counts = c;
    judge_writes(s, first);
    while (first) {
        pt_batch *next = first->next;
        put_batch(&s->written, first);
        first = next;
    }
    s->config.wake(s->config.who);
    return true;
}

/* After the answers, because nobody has to wait for it. */
static void tidy(pt_store *s) {
    pthread_mutex_unlock(&s->lock);
    bool good = pt_write_checkpoint(&s->writing, PT_COPY_GROWN);
    pthread_mutex_lock(&s->lock);
    if (good || s->health.stopped) return;
    s->health.stopped = s->writing.stopped;
    s->health.troubles++;
    memcpy(s->health.why, s->writing.why, sizeof s->health.why);
}

static void *write_thread(void *arg) {
    pt_store *s = arg;
    uint64_t begun = 0;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (!s->waiting.first && !s->closing) pthread_cond_wait(&s->to_write, &s->lock);
        wait_for_more(s, &begun);
        if (!write_waiting(s)) break;
        tidy(s);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* --- the reader --- */

/* As write_waiting, for one question. */
static bool read_waiting(pt_store *s) {
    job *j = s->asked.first;
    if (!j) return false;
    s->asked.first = j->next;
    if (!s->asked.first) s->asked.last = &s->asked.first;
    bool unsure = s->unsure;
    pthread_mutex_unlock(&s->lock);
    s->in.shut = unsure;
    pt_look_begin(&s->in);
    j->read(&s->in, j->arg);
    pthread_mutex_lock(&s->lock);
    s->health.reads = !s->in.code;
    if (s->in.code) {
        s->health.troubles++;
        memcpy(s->health.why, s->in.why, sizeof s->health.why);
    }
    put_job(&s->answered, j);
    s->config.wake(s->config.who);
    return true;
}

static void *read_thread(void *arg) {
    pt_store *s = arg;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (!s->asked.first && !s->closing) pthread_cond_wait(&s->to_read, &s->lock);
        if (!read_waiting(s)) break;
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* --- for the loop --- */

static void tell_later(pt_batch *b, pt_written *done, void *who, uint64_t tag) {
    b->done = done;
    b->who = who;
    b->tag = tag;
}

static void commit(pt_store *s, pt_batch *b, pt_batch *other) {
    pthread_mutex_lock(&s->lock);
    put_batch(&s->waiting, b);
    s->counts.waiting_bytes += b->used;
    if (other) {
        b->paired = true;
        put_batch(&s->waiting, other);
        s->counts.waiting_bytes += other->used;
    }
    pthread_cond_signal(&s->to_write);
    pthread_mutex_unlock(&s->lock);
}

void pt_store_commit(pt_store *s, pt_batch *b, pt_written *done, void *who, uint64_t tag) {
    tell_later(b, done, who, tag);
    commit(s, b, NULL);
}

void pt_store_commit_both(pt_store *s, pt_batch *b[2], pt_written *done, void *who[2]) {
    for (int i = 0; i < 2; i++) tell_later(b[i], done, who[i], 0);
    commit(s, b[0], b[1]);
}

bool pt_store_read(pt_store *s, pt_reading *read, pt_read_done *done, void *arg) {
    job *j = calloc(1, sizeof *j);
    if (!j) return false;
    *j = (job){read, done, arg, NULL};
    pthread_mutex_lock(&s->lock);
    put_job(&s->asked, j);
    pthread_cond_signal(&s->to_read);
    pthread_mutex_unlock(&s->lock);
    return true;
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

/* Without threads: what they would do. */
static void work_alone(pt_store *s) {
    if (write_waiting(s)) tidy(s);
    while (read_waiting(s)) continue;
}

static void free_jobs(job *first) {
    while (first) {
        job *next = first->next;
        free(first);
        first = next;
    }
}

void pt_store_poll(pt_store *s) {
    pthread_mutex_lock(&s->lock);
    if (s->config.alone && s->running) work_alone(s);
    pt_batch *written = take_batches(&s->written);
    job *answered = s->answered.first;
    s->answered.first = NULL;
    s->answered.last = &s->answered.first;
    pthread_mutex_unlock(&s->lock);
    while (written) {
        pt_batch *b = written;
        written = b->next;
        if (b->done) b->done(b->who, b->tag, b->outcome);
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

const char *pt_store_node(const pt_store *s) { return s->place.node; }

pt_store_health pt_store_healthy(pt_store *s) {
    pthread_mutex_lock(&s->lock);
    pt_store_health h = s->health;
    pthread_mutex_unlock(&s->lock);
    return h;
}

/* --- opening and closing --- */

pt_store *pt_store_lock(const pt_store_config *c, bool *taken, pt_text *why) {
    *taken = false;
    pt_store *s = calloc(1, sizeof *s);
    if (!s) {
        pt_puts(why, "not enough memory");
        return NULL;
    }
    pt_text path = pt_text_on(s->place.path, sizeof s->place.path);
    pt_puts(&path, c->path);
    pt_text node = pt_text_on(s->place.node, sizeof s->place.node);
    if (c->node) pt_puts(&node, c->node);
    s->config = *c;
    s->in.on = s->writing.look.on = pt_database_of(c->path, why);
    s->writing.log_most = c->log_pages ? c->log_pages : PT_LOG_PAGES;
    s->writing.journal.most = c->journal_bytes ? c->journal_bytes : PT_JOURNAL_BYTES;
    if (c->node) s->writing.journal.most = 0; /* no other node would settle it */
    s->health.reads = s->health.writes = true;
    s->waiting.last = &s->waiting.first;
    s->written.last = &s->written.first;
    s->asked.last = &s->asked.first;
    s->answered.last = &s->answered.first;
    if (path.cut) pt_puts(why, "the name of the folder is too long");
    if (path.cut || !s->in.on || !s->in.on->lock(&s->place, &s->writing.look, taken, why)) {
        free(s);
        return NULL;
    }
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->to_write, NULL);
    pthread_cond_init(&s->to_read, NULL);
    return s;
}

/* What the last server left goes to the database and to its tables, before anybody sees it. */
static bool take_over(pt_store *s, pt_text *why) {
    pt_writer *w = &s->writing;
    pt_look_begin(&w->look);
    pt_write_begin(w);
    int tries = s->config.node ? 5 : 1; /* another node may be doing the same */
    for (bool good = pt_write_checkpoint(w, PT_COPY_ALL); good && tries; tries--) {
        w->journal.used = 0;
        good = pt_journal_read(&w->look, &w->journal);
        if (good && pt_write_settle(w)) return true;
    }
    pt_put(why, "the journal cannot be read: %s",
           w->look.code ? w->look.why : "not enough memory");
    return false;
}

static bool start_threads(pt_store *s) {
    if (s->config.alone) return true;
    if (pthread_create(&s->writer, NULL, write_thread, s) != 0) return false;
    if (pthread_create(&s->reader, NULL, read_thread, s) == 0) return true;
    s->closing = true;
    pthread_cond_signal(&s->to_write);
    pthread_join(s->writer, NULL);
    return false;
}

bool pt_store_open(pt_store *s, pt_text *why) {
    const pt_database *on = s->in.on;
    if (!on->open(&s->place, &s->writing.look, why) || !take_over(s, why)) return false;
    if (!on->ready(&s->place, why) || !on->join(&s->place, &s->in, why)) return false;
    s->running = start_threads(s);
    if (!s->running) pt_puts(why, "no threads for the store");
    return s->running;
}

static void stop_threads(pt_store *s) {
    pthread_mutex_lock(&s->lock);
    s->closing = true;
    pthread_cond_signal(&s->to_write);
    pthread_cond_signal(&s->to_read);
    pthread_mutex_unlock(&s->lock);
    if (s->config.alone) return;
    pthread_join(s->writer, NULL);
    pthread_join(s->reader, NULL);
}

/* After a failed sync nothing is moved any more: the next start begins with what is there. */
static void finish_writing(pt_store *s) {
    stop_threads(s);
    pt_store_poll(s);
    /* Writes what these last callbacks asked for; nobody waits for the result. */
    pt_batch *rest = take_batches(&s->waiting);
    if (rest) pt_write_all(&s->writing, rest, &s->counts);
    free_batches(rest);
    if (!s->writing.stopped && pt_write_settle(&s->writing))
        pt_write_checkpoint(&s->writing, PT_COPY_AND_EMPTY);
}

void pt_store_close(pt_store *s) {
    if (!s) return;
    const pt_database *on = s->in.on;
    if (s->running) finish_writing(s);
    free_batches(s->spare);
    free_batches(s->written.first);
    free_jobs(s->asked.first);
    free_jobs(s->answered.first);
    free(s->writing.journal.at);
    pt_look_done(&s->in);
    pt_look_done(&s->writing.look);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->to_write);
    pthread_cond_destroy(&s->to_read);
    on->unlock(&s->place);
    free(s);
}
