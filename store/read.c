/* The questions of the reading thread. */
/* SPDX-License-Identifier: MIT */
#include "store/journal.h"
#include <stdlib.h>
#include <string.h>

static void take_text(sqlite3_stmt *s, int column, char *out, size_t size) {
    const void *bytes = sqlite3_column_blob(s, column);
    size_t n = bytes ? (size_t)sqlite3_column_bytes(s, column) : 0;
    if (n >= size) n = size - 1;
    if (n) memcpy(out, bytes, n);
    out[n] = 0;
}

static void bind_text(sqlite3_stmt *s, int at, const char *text) {
    sqlite3_bind_text(s, at, text ? text : "", -1, SQLITE_STATIC);
}

/* --- tables --- */

#define TABLE_COLUMNS "num, id, kind, state, access, live, created, changed, ended, head"

static void take_table(sqlite3_stmt *s, pt_table_row *r) {
    memset(r, 0, sizeof *r);
    r->num = sqlite3_column_int64(s, 0);
    take_text(s, 1, r->id, sizeof r->id);
    take_text(s, 2, r->kind, sizeof r->kind);
    r->state = sqlite3_column_int(s, 3);
    r->access = sqlite3_column_int(s, 4);
    r->live = sqlite3_column_int(s, 5) != 0;
    r->created = sqlite3_column_int64(s, 6);
    r->changed = sqlite3_column_int64(s, 7);
    r->ended = sqlite3_column_int64(s, 8);
    take_text(s, 9, r->head, sizeof r->head);
}

pt_finding pt_find_table(pt_look *l, const char *id, pt_table_row *out) {
    sqlite3_stmt *s = pt_statement(l, "SELECT " TABLE_COLUMNS " FROM tables WHERE id = ?1");
    if (!s) return PT_FAILED;
    bind_text(s, 1, id);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) take_table(s, out);
    sqlite3_reset(s);
    return found;
}

/* What every search asks of a row; the numbers are bound by bind_filter. */
#define FILTER                                                                                 \
    " (?1 < 0 OR state = ?1) AND (?2 < 0 OR access = ?2) AND (?3 = '' OR kind = ?3)"           \
    " AND (?4 = 0 OR live = 1) AND (?5 = 0 OR max(ended, changed) >= ?5)"                      \
    " AND (?6 = 0 OR max(ended, changed) < ?6) AND (?7 = 0 OR tables.num < ?7)"
#define OF_TABLES                                                                              \
    "SELECT tables.num, tables.id, tables.kind, state, access, live, created, changed, ended," \
    " head FROM "

static void bind_filter(sqlite3_stmt *s, const pt_table_filter *f) {
    sqlite3_bind_int(s, 1, f->state);
    sqlite3_bind_int(s, 2, f->access);
    bind_text(s, 3, f->kind);
    sqlite3_bind_int(s, 4, f->live);
    sqlite3_bind_int64(s, 5, f->from);
    sqlite3_bind_int64(s, 6, f->to);
    sqlite3_bind_int64(s, 7, f->before);
}

static size_t letters(const char *text) {
    size_t n = 0;
    for (; *text; text++) n += ((unsigned char)*text & 0xC0) != 0x80;
    return n;
}

static pt_finding find_player(pt_look *l, const char *id) {
    sqlite3_stmt *s = pt_statement(l, "SELECT 1 FROM players WHERE person = ?1 LIMIT 1");
    if (!s) return PT_FAILED;
    bind_text(s, 1, id);
    pt_finding found = pt_step(l, s);
    sqlite3_reset(s);
    return found;
}

/* The letters as a phrase: what has a meaning in a search is only a letter here. */
static void bind_phrase(sqlite3_stmt *s, int at, const char *who) {
    char phrase[2 * PT_LABEL + 3];
    size_t n = 0;
    phrase[n++] = '"';
    for (; *who && n < sizeof phrase - 3; who++) {
        if (*who == '"') phrase[n++] = '"';
        phrase[n++] = *who;
    }
    phrase[n++] = '"';
    sqlite3_bind_text(s, at, phrase, (int)n, SQLITE_TRANSIENT);
}

/* Each walks an index from the newest on, and reads no more than it gives: games of a person;
 * of a name of one or two letters, which is whole; of a name with these letters in it. CROSS
 * keeps SQLite from walking the tables first. NULL if it cannot be read. */
static sqlite3_stmt *find_players(pt_look *l, const char *who) {
    enum { TRIGRAM = 3 };
    pt_finding person = find_player(l, who);
    sqlite3_stmt *s = NULL;
    if (person == PT_FAILED) return NULL;
    if (person == PT_ABSENT && letters(who) >= TRIGRAM) {
        s = pt_statement(l, OF_TABLES "names CROSS JOIN tables ON tables.num = names.rowid / 32"
                                      " WHERE names MATCH ?8 AND"
                                      " (?7 = 0 OR names.rowid < ?7 * 32) AND" FILTER
                                      " ORDER BY names.rowid DESC");
        if (s) bind_phrase(s, 8, who);
        return s;
    }
    if (person == PT_FOUND)
        s = pt_statement(l, OF_TABLES "players CROSS JOIN tables USING(num)"
                                      " WHERE person = ?8 AND" FILTER
                                      " ORDER BY players.num DESC");
    else
        s = pt_statement(l, OF_TABLES "players CROSS JOIN tables USING(num)"
                                      " WHERE lower(players.name) = lower(?8) AND" FILTER
                                      " ORDER BY players.num DESC");
    if (s) bind_text(s, 8, who);
    return s;
}

int pt_each_table(pt_look *l, const pt_table_filter *f, pt_table_taker *take, void *who) {
    const char *player = f->person ? f->person : "";
    sqlite3_stmt *s = player[0] ? find_players(l, player)
                                : pt_statement(l, OF_TABLES "tables WHERE" FILTER
                                                            " ORDER BY tables.num DESC");
    if (!s) return -1;
    bind_filter(s, f);
    int n = 0;
    pt_finding more = PT_ABSENT;
    int64_t last = 0; /* two players of one table may fit */
    for (pt_table_row row; n < f->limit && (more = pt_step(l, s)) == PT_FOUND;) {
        take_table(s, &row);
        if (row.num == last) continue;
        last = row.num;
        take(who, &row);
        n++;
    }
    sqlite3_reset(s);
    return more == PT_FAILED ? -1 : n;
}

/* Leaves *out alone where there is no number. */
static bool one_number(pt_look *l, const char *sql, int64_t *out) {
    sqlite3_stmt *s = pt_statement(l, sql);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) *out = sqlite3_column_int64(s, 0);
    if (s) sqlite3_reset(s);
    return found != PT_FAILED;
}

bool pt_highest_table(pt_look *l, int64_t *out) {
    *out = 0;
    return one_number(l, "SELECT max(num) FROM tables", out);
}

bool pt_last_alive(pt_look *l, int64_t *out) {
    *out = 0;
    return one_number(l, "SELECT at FROM alive", out);
}

pt_finding pt_find_snapshot(pt_look *l, int64_t table, pt_snapshot_row *out) {
    sqlite3_stmt *s = pt_statement(l, "SELECT number, body FROM snapshots WHERE num = ?1");
    *out = (pt_snapshot_row){0};
    if (!s) return PT_FAILED;
    sqlite3_bind_int64(s, 1, table);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) {
        const void *body = sqlite3_column_blob(s, 1);
        out->number = (uint32_t)sqlite3_column_int64(s, 0);
        out->n = body ? (size_t)sqlite3_column_bytes(s, 1) : 0;
        out->bytes = malloc(out->n + 1);
        if (out->bytes && out->n) memcpy(out->bytes, body, out->n);
        if (!out->bytes) found = PT_FAILED;
    }
    sqlite3_reset(s);
    return found;
}

typedef struct taking {
    int64_t table;
    uint32_t after;
    pt_event_taker *take;
    void *who;
    int count;
} taking;

/* The table's lines in the rows of a statement. False if a row cannot be read, or is not made
 * of whole lines. */
static bool take_lines(pt_look *l, sqlite3_stmt *s, taking *t) {
    pt_finding row;
    bool whole = true;
    while ((row = pt_step(l, s)) == PT_FOUND) {
        const char *at = sqlite3_column_blob(s, 0), *end = at;
        if (at) end += sqlite3_column_bytes(s, 0);
        for (pt_event_line e; pt_next_line(&at, end, &e);) {
            if (e.table != t->table || e.number <= t->after) continue;
            t->take(t->who, (uint32_t)e.number, e.at, e.body, e.n);
            t->count++;
        }
        whole &= at == end;
    }
    if (s) sqlite3_reset(s);
    if (!whole) pt_look_note(l, SQLITE_CORRUPT);
    return row == PT_ABSENT && whole;
}

/* In one transaction, because events move from the journal to their tables. */
int pt_each_event(pt_look *l, int64_t table, uint32_t after, pt_event_taker *take, void *who) {
    taking t = {table, after, take, who, 0};
    bool begun = pt_run(l, pt_statement(l, "BEGIN")), ok = begun;
    sqlite3_stmt *s =
        pt_statement(l, "SELECT body FROM chunks WHERE num = ?1 AND last > ?2 ORDER BY last");
    if (s) {
        sqlite3_bind_int64(s, 1, table);
        sqlite3_bind_int64(s, 2, after);
    }
    ok = ok && take_lines(l, s, &t) &&
         take_lines(l, pt_statement(l, "SELECT body FROM journal ORDER BY seq"), &t);
    if (begun && !sqlite3_get_autocommit(l->db)) pt_run(l, pt_statement(l, "ROLLBACK"));
    return ok ? t.count : -1;
}

/* --- people --- */

static pt_finding take_person(pt_look *l, sqlite3_stmt *s, pt_person_row *out) {
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) {
        memset(out, 0, sizeof *out);
        take_text(s, 0, out->id, sizeof out->id);
        take_text(s, 1, out->name, sizeof out->name);
        take_text(s, 2, out->account, sizeof out->account);
        take_text(s, 3, out->secret, sizeof out->secret);
        out->created = sqlite3_column_int64(s, 4);
    }
    sqlite3_reset(s);
    return found;
}

pt_finding pt_find_person(pt_look *l, const char *id, pt_person_row *out) {
    sqlite3_stmt *s =
        pt_statement(l, "SELECT id, name, account, secret, created FROM people WHERE id = ?1");
    if (!s) return PT_FAILED;
    bind_text(s, 1, id);
    return take_person(l, s, out);
}

pt_finding pt_find_account(pt_look *l, const char *account, pt_person_row *out) {
    sqlite3_stmt *s = pt_statement(
        l, "SELECT id, name, account, secret, created FROM people WHERE account = ?1");
    if (!s) return PT_FAILED;
    bind_text(s, 1, account);
    return take_person(l, s, out);
}

pt_finding pt_find_token(pt_look *l, const uint8_t hash[PT_TOKEN], pt_person_row *out) {
    sqlite3_stmt *s =
        pt_statement(l, "SELECT id, name, account, secret, created FROM people"
                        " WHERE id = (SELECT person FROM tokens WHERE hash = ?1)");
    if (!s) return PT_FAILED;
    sqlite3_bind_blob(s, 1, hash, PT_TOKEN, SQLITE_STATIC);
    return take_person(l, s, out);
}

/* --- ratings --- */

/* Whoever is forgotten leads no list, even if their row was deleted by hand. */
#define IS_KNOWN                                                                               \
    "(person LIKE 'bot:%' OR EXISTS (SELECT 1 FROM people WHERE people.id = ratings.person))"

static void take_rating(sqlite3_stmt *s, pt_rating_row *r) {
    memset(r, 0, sizeof *r);
    take_text(s, 0, r->person, sizeof r->person);
    take_text(s, 1, r->kind, sizeof r->kind);
    take_text(s, 2, r->name, sizeof r->name);
    r->mu = sqlite3_column_double(s, 3);
    r->sigma = sqlite3_column_double(s, 4);
    r->games = sqlite3_column_int64(s, 5);
}

pt_finding pt_find_rating(pt_look *l, const char *person, const char *kind,
                          pt_rating_row *out) {
    sqlite3_stmt *s = pt_statement(l, "SELECT person, kind, name, mu, sigma, games FROM ratings"
                                      " WHERE person = ?1 AND kind = ?2");
    if (!s) return PT_FAILED;
    bind_text(s, 1, person);
    bind_text(s, 2, kind);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) take_rating(s, out);
    sqlite3_reset(s);
    return found;
}

int pt_each_leader(pt_look *l, const char *kind, int limit, pt_rating_taker *take, void *who) {
    sqlite3_stmt *s = pt_statement(l, "SELECT person, kind, name, mu, sigma, games FROM ratings"
                                      " WHERE kind = ?1 AND " IS_KNOWN
                                      " ORDER BY mu - 3 * sigma DESC LIMIT ?2");
    if (!s) return -1;
    bind_text(s, 1, kind);
    sqlite3_bind_int(s, 2, limit);
    int n = 0;
    pt_finding more;
    for (pt_rating_row row; (more = pt_step(l, s)) == PT_FOUND; n++) {
        take_rating(s, &row);
        take(who, &row);
    }
    sqlite3_reset(s);
    return more == PT_FAILED ? -1 : n;
}

int pt_find_rated(pt_look *l, int64_t table, pt_rated_row out[], int most) {
    sqlite3_stmt *s = pt_statement(l, "SELECT seat, before, after FROM rated WHERE num = ?1"
                                      " ORDER BY seat LIMIT ?2");
    if (!s) return -1;
    sqlite3_bind_int64(s, 1, table);
    sqlite3_bind_int(s, 2, most);
    int n = 0;
    pt_finding more;
    for (; (more = pt_step(l, s)) == PT_FOUND; n++)
        out[n] = (pt_rated_row){table, sqlite3_column_int(s, 0), sqlite3_column_double(s, 1),
                                sqlite3_column_double(s, 2)};
    sqlite3_reset(s);
    return more == PT_FAILED ? -1 : n;
}

int pt_count_pairs(pt_look *l, const char *const person[2], const char *kind, int64_t since) {
    sqlite3_stmt *s = pt_statement(l, "SELECT count(*) FROM rated_pairs WHERE one = ?1"
                                      " AND other = ?2 AND kind = ?3 AND at > ?4");
    if (!s) return -1;
    bool swap = strcmp(person[0], person[1]) > 0;
    bind_text(s, 1, person[swap]);
    bind_text(s, 2, person[!swap]);
    bind_text(s, 3, kind);
    sqlite3_bind_int64(s, 4, since);
    int n = pt_step(l, s) == PT_FOUND ? sqlite3_column_int(s, 0) : -1;
    sqlite3_reset(s);
    return n;
}
