/* Batches become transactions. */
/* SPDX-License-Identifier: MIT */
#include "store/write.h"
#include "store/sqlite.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define INTO_PLAYERS(insert)                                                                   \
    insert " players(num, seat, points, place, person, name) VALUES(?1, ?2, ?3, ?4, ?5, ?6)"

/* Where PostgreSQL needs other words. SQLite has triggers on new players, not on changed ones.
 */
static const char *const postgres_words[PT_W_COUNT] = {
    [PT_W_PLAYER] = INTO_PLAYERS("INSERT INTO") " ON CONFLICT(num, seat) DO UPDATE SET"
                                                " points = ?3, place = ?4, person = ?5,"
                                                " name = ?6",
};

static const char *const statements[PT_W_COUNT] = {
    [PT_W_TABLE] = "INSERT INTO tables(num, state, access, live, created, changed, ended, id,"
                   " kind, head) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
                   " ON CONFLICT(num) DO UPDATE SET state = ?2, access = ?3, live = ?4,"
                   " changed = ?6, ended = ?7, head = ?10",
    [PT_W_SNAPSHOT] = "INSERT INTO snapshots(num, number, body) VALUES(?1, ?2, ?3)"
                      " ON CONFLICT(num) DO UPDATE SET number = ?2, body = ?3",
    [PT_W_PLAYER] = INTO_PLAYERS("INSERT OR REPLACE INTO"),
    [PT_W_PERSON] = "INSERT INTO people(created, id, name, account, secret)"
                    " VALUES(?1, ?2, ?3, nullif(?4, ''), ?5)"
                    " ON CONFLICT(id) DO UPDATE SET name = ?3, account = nullif(?4, ''),"
                    " secret = ?5",
    [PT_W_TOKEN] = "INSERT INTO tokens(at, hash, person) VALUES(?1, ?2, ?3)",
    [PT_W_DROP_TOKEN] = "DELETE FROM tokens WHERE hash = ?1",
    [PT_W_DROP_PERSON] = "DELETE FROM people WHERE id = ?1",
    [PT_W_DROP_TOKENS] = "DELETE FROM tokens WHERE person = ?1",
    [PT_W_DROP_RATINGS] = "DELETE FROM ratings WHERE person = ?1",
    [PT_W_RATING] = "INSERT INTO ratings(games, mu, sigma, person, kind, name)"
                    " VALUES(?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT(person, kind)"
                    " DO UPDATE SET games = ?1, mu = ?2, sigma = ?3, name = ?6",
    [PT_W_RATED] = "INSERT INTO rated(num, seat, before, after) VALUES(?1, ?2, ?3, ?4)"
                   " ON CONFLICT(num, seat) DO UPDATE SET before = ?3, after = ?4",
    [PT_W_DROP_PAIRS] = "DELETE FROM rated_pairs WHERE one = ?1 OR other = ?1",
    [PT_W_PAIR] = "INSERT INTO rated_pairs(at, one, other, kind) VALUES(?1, ?2, ?3, ?4)"
                  " ON CONFLICT(one, other, kind, at) DO NOTHING",
    [PT_W_ALIVE] = "INSERT INTO alive(one, at) VALUES(1, ?1)"
                   " ON CONFLICT(one) DO UPDATE SET at = ?1",
    [PT_W_FORGET_CHUNKS] = "DELETE FROM chunks WHERE num = ?1",
    [PT_W_FORGET_SNAPSHOT] = "DELETE FROM snapshots WHERE num = ?1",
    [PT_W_FORGET_PLAYERS] = "DELETE FROM players WHERE num = ?1",
    [PT_W_FORGET_RATED] = "DELETE FROM rated WHERE num = ?1",
    [PT_W_FORGET_UNCOUNTED] = "DELETE FROM uncounted WHERE num = ?1",
    [PT_W_FORGET_SPOKEN] = "DELETE FROM spoken WHERE num = ?1",
    [PT_W_FORGET_TABLE] = "DELETE FROM tables WHERE num = ?1",
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
    case PT_W_DROP_PERSON:
    case PT_W_DROP_TOKENS:
    case PT_W_DROP_RATINGS:
    case PT_W_DROP_PAIRS:
    case PT_W_PAIR:
    case PT_W_RATING:
    case PT_W_RATED:
    case PT_W_ALIVE:
    case PT_W_FORGET_CHUNKS:
    case PT_W_FORGET_SNAPSHOT:
    case PT_W_FORGET_PLAYERS:
    case PT_W_FORGET_RATED:
    case PT_W_FORGET_UNCOUNTED:
    case PT_W_FORGET_SPOKEN:
    case PT_W_FORGET_TABLE:
    case PT_W_EVENT:
    case PT_W_WORK:
    case PT_W_COUNT: return false;
    }
    return false;
}

static bool write_one(pt_look *l, const pt_write *w, const char *texts[6]) {
    const char *other = postgres_words[w->kind], *words = statements[w->kind];
    pt_query *s = pt_statement_in(l, words, other ? other : words);
    if (!s) return false;
    int at = 1;
    for (int i = 0; i < w->ints; i++) pt_bind_int(s, at++, w->i[i]);
    bool rates = w->kind == PT_W_RATING || w->kind == PT_W_RATED;
    for (int i = 0; i < 2 && rates; i++) pt_bind_double(s, at++, w->d[i]);
    for (int i = 0; i < w->texts; i++) {
        if (is_blob(w->kind, i))
            pt_bind_bytes(s, at++, texts[i], w->n[i]);
        else
            pt_bind_letters(s, at++, texts[i], w->n[i]);
    }
    return pt_run(l, s);
}

static bool write_batch(pt_writer *w, const pt_batch *b, uint64_t *events);

static bool write_work(pt_writer *w, const pt_write *one, const char *bytes, uint64_t *events) {
    pt_batch more = {0};
    void *copy = malloc(one->n[0] + 1u); /* in the batch it may not be aligned */
    if (!copy) return false;
    memcpy(copy, bytes, one->n[0]);
    bool ok = ((pt_working *)(intptr_t)one->i[0])(&w->look, copy, &more) &&
              write_batch(w, &more, events);
    free(more.at);
    free(copy);
    return ok;
}

static bool write_batch(pt_writer *w, const pt_batch *b, uint64_t *events) {
    pt_write one;
    const char *texts[6];
    if (b->broken) return false;
    for (size_t at = 0; pt_next_write(b, &at, &one, texts);) {
        if (one.kind == PT_W_WORK) {
            if (!write_work(w, &one, texts[0], events)) return false;
            continue;
        }
        bool event = one.kind == PT_W_EVENT;
        if (event ? !pt_journal_add(&w->journal, texts[0], one.n[0])
                  : !write_one(&w->look, &one, texts))
            return false;
        *events += event;
    }
    return true;
}

/* --- transactions --- */

/* Keeps the reason, and says what it means. */
static pt_outcome judge(pt_writer *w, bool committing) {
    pt_look *l = &w->look;
    memcpy(w->why, l->code ? l->why : "not enough memory", l->code ? sizeof w->why : 18);
    return l->on->judge(l, committing, &w->stopped);
}

static void roll_back(pt_writer *w) {
    if (!pt_roll_back(&w->look)) w->stopped = true; /* there is no way on */
}

/* Batches from `first` up to `end` in one transaction. */
static pt_outcome write_together(pt_writer *w, const pt_batch *first, const pt_batch *end,
                                 uint64_t *events) {
    size_t journal = w->journal.used;
    bool settled = false;
    pt_look_begin(&w->look);
    bool ok = pt_begin_writing(&w->look);
    for (const pt_batch *b = first; ok && b != end; b = b->next) ok = write_batch(w, b, events);
    ok = ok && pt_journal_write(&w->look, &w->journal, journal, &settled);
    if (ok && pt_commit(&w->look)) {
        if (settled) w->journal.used = 0;
        w->look.doubt = false;
        return PT_WRITTEN;
    }
    pt_outcome outcome = judge(w, ok);
    roll_back(w);
    w->journal.used = journal;
    return outcome;
}

/* --- doubts --- */

/* A commit that succeeds stands where the doubtful ones stood in the write-ahead log. */
static void clear_doubts(pt_batch *first) {
    for (pt_batch *b = first; b; b = b->next)
        if (b->outcome == PT_UNSURE) b->outcome = PT_UNWRITTEN;
}

/* Commits something that changes nothing, to overwrite what is in doubt. */
static bool overwrite_doubt(pt_writer *w) {
    pt_look *l = &w->look;
    pt_look_begin(l);
    bool ok = pt_begin_writing(l) &&
              pt_run(l, pt_statement(l, "INSERT OR REPLACE INTO alive(one, at)"
                                        " VALUES(1, coalesce((SELECT at FROM alive), 0))")) &&
              pt_commit(l);
    if (!ok) {
        judge(w, false);
        roll_back(w);
    }
    l->doubt = !ok;
    return ok;
}

uint64_t pt_store_micros(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* While a doubt lasts that no later commit replaces, nothing more is written. */
static bool must_wait(const pt_writer *w) {
    return w->look.doubt && !w->look.on->replaces_doubt;
}

static void write_each(pt_writer *w, pt_batch *first, pt_store_counts *c) {
    pt_batch *b = first, *next;
    for (; b && !w->stopped && !must_wait(w); b = next) {
        uint64_t events = 0;
        next = b->paired ? b->next->next : b->next;
        pt_outcome outcome = write_together(w, b, next, &events);
        if (outcome == PT_WRITTEN) {
            clear_doubts(first);
            c->commits++;
            c->events += events;
        }
        for (; b != next; b = b->next)
            if (outcome == PT_WRITTEN || b->outcome != PT_UNSURE) b->outcome = outcome;
    }
    for (; b; b = b->next) /* not tried */
        if (b->outcome == PT_CLASHES) b->outcome = PT_UNWRITTEN;
}

/* All in one transaction; once more if it failed with the connection, which is back. */
static pt_outcome write_first(pt_writer *w, const pt_batch *first, pt_store_counts *c) {
    uint64_t events = 0;
    pt_outcome outcome = write_together(w, first, NULL, &events);
    if (outcome == PT_UNWRITTEN && w->look.again) {
        events = 0;
        outcome = write_together(w, first, NULL, &events);
    }
    if (outcome == PT_WRITTEN) {
        c->commits++;
        c->events += events;
    }
    return outcome;
}

void pt_write_all(pt_writer *w, pt_batch *first, pt_store_counts *c) {
    uint64_t begin = pt_store_micros();
    bool can = !w->stopped;
    for (const pt_batch *b = first; b && can; b = b->next)
        if (b->forgets) can = pt_write_settle(w); /* none of its events may be on their way */
    pt_outcome together = can ? write_first(w, first, c) : PT_UNWRITTEN;
    for (pt_batch *b = first; b; b = b->next) b->outcome = together;
    if (can && together != PT_WRITTEN && !w->look.away &&
        (first->next || together != PT_CLASHES))
        write_each(w, first, c);
    if (w->look.doubt && w->look.on->replaces_doubt && overwrite_doubt(w)) clear_doubts(first);
    for (pt_batch *b = first; b; b = b->next) {
        c->batches++;
        c->failed += b->outcome != PT_WRITTEN;
    }
    c->commit_us += pt_store_micros() - begin;
}

bool pt_write_settle(pt_writer *w) {
    if (!w->journal.used) return true;
    pt_look_begin(&w->look);
    bool begun = pt_begin_writing(&w->look) && pt_journal_settle(&w->look, &w->journal);
    if (begun && pt_commit(&w->look)) {
        w->journal.used = 0;
        return true;
    }
    judge(w, begun);
    roll_back(w);
    return false;
}

/* --- the write-ahead log --- */

static int log_grew(void *who, sqlite3 *db, const char *name, int pages) {
    (void)db, (void)name;
    ((pt_writer *)who)->log_pages = pages;
    return SQLITE_OK;
}

void pt_write_begin(pt_writer *w) {
    if (w->look.db) sqlite3_wal_hook(w->look.db, log_grew, w);
}

/* SQLite's own checkpoints would hide a failed sync, so they are made here. */
bool pt_write_checkpoint(pt_writer *w, pt_copying how) {
    static const int modes[] = {[PT_COPY_GROWN] = SQLITE_CHECKPOINT_PASSIVE,
                                [PT_COPY_ALL] = SQLITE_CHECKPOINT_FULL,
                                [PT_COPY_AND_EMPTY] = SQLITE_CHECKPOINT_TRUNCATE};
    if (w->stopped) return false;
    if (!w->look.db) return true; /* PostgreSQL has its own */
    if (how == PT_COPY_GROWN && w->log_pages < w->log_most) return true;
    pt_look_begin(&w->look);
    int rc = sqlite3_wal_checkpoint_v2(w->look.db, NULL, modes[how], NULL, NULL);
    w->log_pages = 0; /* the next commit says how large it is now */
    if (rc == SQLITE_OK || (how == PT_COPY_GROWN && (rc & 0xFF) == SQLITE_BUSY)) return true;
    pt_sqlite_note(&w->look, rc);
    judge(w, false);
    return false;
}
