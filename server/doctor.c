/* Checks a whole database: its pages; whether the events of each table fold, without gap,
 * overlap or clash; whether snapshots, lists and ratings agree with them. */
/* SPDX-License-Identifier: MIT */
#include "server/doctor.h"
#include "server/server.h"
#include "server/words.h"
#include "store/check.h"
#include "store/place.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct doctor {
    pt_look look; /* at the copy */
    uint8_t language;
    bool repair, quiet;
    doctor_tell *tell;
    void *to;
    int tables, found, open; /* troubles, and those that are not repaired */
    int rated;               /* seats of rated games */
} doctor;

static void say(const doctor *d, pt_said words) {
    PT_TEXT_IN(out, 400, d->language);
    pt_say(&out, words);
    if (!d->quiet) d->tell(d->to, out.at);
}

/* Something is wrong; `mended`: and has just been repaired. */
static void trouble(doctor *d, bool mended, pt_said words) {
    d->found++;
    d->open += !mended;
    say(d, words);
    if (mended) say(d, sv_say_doctor_mended());
}

static int64_t number_of(doctor *d, const char *sql) {
    pt_query *s = pt_statement(&d->look, sql);
    int64_t n = pt_step(&d->look, s) == PT_FOUND ? pt_int(s, 0) : -1;
    pt_reset(s);
    return n;
}

static bool change(doctor *d, const char *sql, int64_t a, int64_t b) {
    pt_query *s = d->repair ? pt_statement(&d->look, sql) : NULL;
    if (!s) return false;
    pt_bind_int(s, 1, a);
    if (strstr(sql, "?2")) pt_bind_int(s, 2, b);
    return pt_run(&d->look, s);
}

/* --- pages --- */

static void check_pages(doctor *d) {
    sqlite3_stmt *s = NULL;
    int rc = sqlite3_prepare_v2(d->look.db, "PRAGMA integrity_check(20)", -1, &s, NULL);
    while (rc == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW) {
        const char *words = (const char *)sqlite3_column_text(s, 0);
        if (words && strcmp(words, "ok") != 0) trouble(d, false, sv_say_doctor_page(words));
    }
    if (sqlite3_finalize(s) != SQLITE_OK || rc != SQLITE_OK)
        trouble(d, false, sv_say_doctor_page(sqlite3_errmsg(d->look.db)));
}

/* --- tables --- */

/* The first event that does not fold; 0: all do. */
static int64_t fold_lines(const pt_table_lines *lines, pt_table *t) {
    for (size_t i = 0; i < lines->count; i++) {
        const pt_event_line *e = &lines->lines[i];
        char text[PT_EVENT_MAX];
        pt_text copy = pt_text_on(text, sizeof text);
        pt_putn(&copy, e->body, e->n);
        if (copy.cut || !pt_table_read(t, e->at, text, NULL)) return e->number;
    }
    return 0;
}

static void check_snapshot(doctor *d, const pt_table_row *row, uint32_t number) {
    pt_snapshot_row s;
    pt_finding found = pt_find_snapshot(&d->look, row->num, &s);
    free(s.bytes);
    if (found == PT_FAILED || (found == PT_FOUND && s.number > number))
        trouble(d, change(d, "DELETE FROM snapshots WHERE num = ?1", row->num, 0),
                sv_say_doctor_snapshot(row->id));
}

static void check_folded(doctor *d, const pt_table_row *row, const pt_table *t) {
    const pt_table_core *c = &t->core;
    pt_table_row next;
    check_snapshot(d, row, c->number);
    if (row->state != c->phase)
        trouble(d, change(d, "UPDATE tables SET state = ?2 WHERE num = ?1", row->num, c->phase),
                sv_say_doctor_phase(row->id));
    if (c->rematch[0] && pt_find_table(&d->look, c->rematch, &next) == PT_ABSENT)
        trouble(d, false, sv_say_doctor_rematch(row->id));
    /* More than pt_table_is_rated: older servers counted what was given up at once. */
    if (c->phase == PT_TABLE_OVER && !c->unrated) d->rated += c->seats;
}

/* Events that stand there twice are what two servers on one folder left behind: they are the
 * same events, so nothing has to be guessed. */
static void check_table(doctor *d, const pt_table_row *row) {
    pt_table_lines lines;
    pt_table t;
    int64_t bad = 0;
    pt_table_init(&t, row->id, &server_bots);
    if (!pt_lines_read(&d->look, row->num, &lines))
        trouble(d, false, sv_say_doctor_unread(row->id));
    else if (lines.clash)
        trouble(d, false, sv_say_doctor_clash(row->id, (int)lines.clash));
    else if (lines.gap || !lines.count)
        trouble(d, false, sv_say_doctor_gap(row->id, lines.count ? (int)lines.gap : 1));
    else if ((bad = fold_lines(&lines, &t)))
        trouble(d, false, sv_say_doctor_fold(row->id, (int)bad));
    else {
        if (lines.doubles)
            trouble(d, d->repair && pt_lines_write(&d->look, row->num, &lines),
                    sv_say_doctor_doubles(row->id, (int)lines.doubles));
        check_folded(d, row, &t);
    }
    pt_lines_done(&lines);
    pt_table_done(&t);
}

/* --- the rest --- */

static void check_rest(doctor *d) {
    int64_t strays = number_of(d, "SELECT count(DISTINCT num) FROM chunks"
                                  " WHERE num NOT IN (SELECT num FROM tables)");
    int64_t ratings = number_of(d, "SELECT coalesce(sum(games), 0) FROM ratings");
    int64_t odd = number_of(d, "SELECT count(*) FROM ratings WHERE games < 1 OR NOT sigma > 0");
    if (strays) trouble(d, false, sv_say_doctor_strays((int)strays));
    if (ratings < 0 || ratings > d->rated || odd)
        trouble(d, false, sv_say_doctor_ratings((int)ratings, d->rated));
    int64_t nobody =
        number_of(d, "SELECT count(*) FROM tokens WHERE person NOT IN (SELECT id FROM people)");
    if (nobody) trouble(d, false, sv_say_doctor_tokens((int)nobody));
}

typedef struct row_list {
    pt_table_row *row;
    int count, room;
    bool cut;
} row_list;

static void keep_row(void *who, const pt_table_row *row) {
    row_list *l = who;
    if (l->count == l->room) {
        int room = l->room ? l->room * 2 : 64;
        void *more = realloc(l->row, (size_t)room * sizeof *l->row);
        l->cut |= !more;
        if (!more) return;
        l->row = more;
        l->room = room;
    }
    l->row[l->count++] = *row;
}

static void check_all(doctor *d) {
    row_list list = {0};
    const pt_table_filter every = {.state = -1, .access = -1, .limit = 1 << 30};
    d->found = d->open = d->rated = 0;
    check_pages(d);
    bool begun = pt_run(&d->look, pt_statement(&d->look, "BEGIN"));
    if (pt_each_table(&d->look, &every, keep_row, &list) < 0 || list.cut || !begun)
        trouble(d, false, sv_say_doctor_no_list());
    for (int i = 0; i < list.count; i++) check_table(d, &list.row[i]);
    d->tables = list.count;
    free(list.row);
    check_rest(d);
    if (!pt_run(&d->look, pt_statement(&d->look, "COMMIT"))) d->open++;
}

/* --- the copy --- */

typedef struct place {
    char data[1024], copy[1024], kept[1024];
} place;

static void remove_beside(const char *path) {
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        PT_TEXT(name, 1100);
        pt_put(&name, "%s%s", path, ends[i]);
        unlink(name.at);
    }
}

static bool open_copy(doctor *d, const place *p, pt_text *why) {
    remove_beside(p->copy);
    if (!pt_store_backup(p->data, p->copy, why)) return false;
    d->look.on = &pt_on_sqlite;
    d->look.db = pt_sql_open(p->copy, PT_OPEN_OLD, why);
    return d->look.db && pt_sql_migrate(d->look.db, why);
}

static bool sync_file(const char *path) {
    int fd = open(path, O_RDWR | O_CLOEXEC);
    bool good = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0) close(fd);
    return good;
}

/* The old database stays beside the new one. */
static bool put_in_place(doctor *d, const place *p) {
    sqlite3_wal_checkpoint_v2(d->look.db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    pt_look_done(&d->look);
    if (!sync_file(p->copy) || rename(p->data, p->kept) != 0) return false;
    remove_beside(p->data); /* its log is in the copy */
    return rename(p->copy, p->data) == 0;
}

static int conclude(doctor *d, const place *p) {
    bool mended = d->repair && d->found > d->open;
    int found = d->found, open = d->open;
    if (mended) {
        d->repair = false;
        d->quiet = true;
        check_all(d); /* once more, the copy as it is now */
        d->quiet = false;
        mended = d->found == open && put_in_place(d, p);
        say(d, mended ? sv_say_doctor_replaced(p->kept) : sv_say_doctor_not_replaced());
    }
    if (!found) say(d, sv_say_doctor_well(d->tables));
    if (found && !d->repair && !mended) say(d, sv_say_doctor_ill(found));
    return found && (!mended || open);
}

int doctor_run(const char *folder, bool repair, uint8_t language, doctor_tell *tell, void *to) {
    doctor d = {.language = language, .repair = repair, .tell = tell, .to = to};
    bool taken = false;
    place p;
    PT_TEXT(why, 300);
    snprintf(p.data, sizeof p.data, "%.900s/petteia.db", folder);
    snprintf(p.copy, sizeof p.copy, "%.900s/petteia.db.doctor", folder);
    snprintf(p.kept, sizeof p.kept, "%.900s/petteia.db.%lld", folder, (long long)time(NULL));
    int lock = repair ? pt_place_lock(p.data, &taken, &why) : -1;
    int code = taken ? SERVE_TAKEN : 1;
    if ((repair && lock < 0) || !open_copy(&d, &p, &why)) {
        tell(to, why.at);
    } else {
        check_all(&d);
        code = conclude(&d, &p);
    }
    pt_look_done(&d.look);
    remove_beside(p.copy);
    pt_place_unlock(lock);
    return code;
}
