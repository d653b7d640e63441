/* The questions of the reading thread. */
/* SPDX-License-Identifier: MIT */
#include "store/journal.h"
#include <stdlib.h>
#include <string.h>

/* --- tables --- */

#define TABLE_COLUMNS "num, id, kind, state, access, live, created, changed, ended, head"

static void take_table(pt_query *s, pt_table_row *r) {
    memset(r, 0, sizeof *r);
    r->num = pt_int(s, 0);
    pt_take_text(s, 1, r->id, sizeof r->id);
    pt_take_text(s, 2, r->kind, sizeof r->kind);
    r->state = (int)pt_int(s, 3);
    r->access = (int)pt_int(s, 4);
    r->live = (int)pt_int(s, 5) != 0;
    r->created = pt_int(s, 6);
    r->changed = pt_int(s, 7);
    r->ended = pt_int(s, 8);
    pt_take_text(s, 9, r->head, sizeof r->head);
}

pt_finding pt_find_table(pt_look *l, const char *id, pt_table_row *out) {
    pt_query *s = pt_statement(l, "SELECT " TABLE_COLUMNS " FROM tables WHERE id = ?1");
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, id);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) take_table(s, out);
    pt_reset(s);
    return found;
}

#define LATEST "CASE WHEN ended > changed THEN ended ELSE changed END"
/* What every search asks of a row; the numbers are bound by bind_filter. */
#define FILTER                                                                                 \
    " (?1 < 0 OR state = ?1) AND (?2 < 0 OR access = ?2) AND (?3 = '' OR kind = ?3)"           \
    " AND (?4 = 0 OR live = 1) AND (?5 = 0 OR " LATEST " >= ?5)"                               \
    " AND (?6 = 0 OR " LATEST " < ?6) AND (?7 = 0 OR tables.num < ?7)"
#define OF_TABLES                                                                              \
    "SELECT tables.num, tables.id, tables.kind, state, access, live, created, changed, ended," \
    " head FROM "

static void bind_filter(pt_query *s, const pt_table_filter *f) {
    pt_bind_int(s, 1, f->state);
    pt_bind_int(s, 2, f->access);
    pt_bind_text(s, 3, f->kind);
    pt_bind_int(s, 4, f->live);
    pt_bind_int(s, 5, f->from);
    pt_bind_int(s, 6, f->to);
    pt_bind_int(s, 7, f->before);
}

static size_t letters(const char *text) {
    size_t n = 0;
    for (; *text; text++) n += ((unsigned char)*text & 0xC0) != 0x80;
    return n;
}

static pt_finding find_player(pt_look *l, const char *id) {
    pt_query *s = pt_statement(l, "SELECT 1 FROM players WHERE person = ?1 LIMIT 1");
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, id);
    pt_finding found = pt_step(l, s);
    pt_reset(s);
    return found;
}

typedef char phrase[2 * PT_LABEL + 3];

/* The letters as a phrase: what has a meaning in a search is only a letter here. */
static void bind_phrase(pt_query *s, int at, const char *who, phrase out) {
    size_t n = 0;
    out[n++] = '"';
    for (; *who && n < sizeof(phrase) - 3; who++) {
        if (*who == '"') out[n++] = '"';
        out[n++] = *who;
    }
    out[n++] = '"';
    pt_bind_letters(s, at, out, n);
}

/* Each walks an index from the newest on, and reads no more than it gives: games of a person;
 * of a name of one or two letters, which is whole; of a name with these letters in it. CROSS
 * keeps SQLite from walking the tables first. PostgreSQL has no index of letters: it looks at
 * every name. NULL if it cannot be read. */
#define NEWEST " ORDER BY tables.num DESC LIMIT ?8"
#define PLAYED_BY(who)                                                                         \
    OF_TABLES "tables WHERE tables.num IN (SELECT num FROM players WHERE " who                 \
              ") AND" FILTER NEWEST
#define PLAYERS OF_TABLES "players CROSS JOIN tables USING(num) WHERE "
#define NEWEST_PLAYERS " ORDER BY players.num DESC LIMIT ?8"

static pt_query *find_players(pt_look *l, const char *who, phrase quoted) {
    enum { TRIGRAM = 3 };
    pt_finding person = find_player(l, who);
    pt_query *s = NULL;
    if (person == PT_FAILED) return NULL;
    if (person == PT_ABSENT && letters(who) >= TRIGRAM) {
        s = pt_statement_in(
            l,
            OF_TABLES "names CROSS JOIN tables ON tables.num = names.rowid / 32"
                      " WHERE names MATCH ?9 AND (?7 = 0 OR names.rowid < ?7 * 32) AND" FILTER
                      " ORDER BY names.rowid DESC LIMIT ?8",
            PLAYED_BY("position(lower(?9) IN lower(name COLLATE \"default\")) > 0"));
        if (s && l->db) bind_phrase(s, 9, who, quoted);
        if (s && !l->db) pt_bind_text(s, 9, who);
        return s;
    }
    if (person == PT_FOUND)
        s = pt_statement_in(l, PLAYERS "person = ?9 AND" FILTER NEWEST_PLAYERS,
                            PLAYED_BY("person = ?9"));
    else
        s = pt_statement_in(l,
                            PLAYERS "lower(players.name) = lower(?9) AND" FILTER NEWEST_PLAYERS,
                            PLAYED_BY("lower(name) = lower(?9)"));
    if (s) pt_bind_text(s, 9, who);
    return s;
}

int pt_each_table(pt_look *l, const pt_table_filter *f, pt_table_taker *take, void *who) {
    const char *player = f->person ? f->person : "";
    phrase quoted;
    pt_query *s = player[0] ? find_players(l, player, quoted)
                            : pt_statement(l, OF_TABLES "tables WHERE" FILTER NEWEST);
    if (!s) return -1;
    bind_filter(s, f);
    /* SQLite makes row after row and is stopped; two players of one table may fit. */
    pt_bind_int(s, 8, l->db ? -1 : f->limit);
    int n = 0;
    pt_finding more = PT_ABSENT;
    int64_t last = 0;
    for (pt_table_row row; n < f->limit && (more = pt_step(l, s)) == PT_FOUND;) {
        take_table(s, &row);
        if (row.num == last) continue;
        last = row.num;
        take(who, &row);
        n++;
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

/* Leaves *out alone where there is no number. */
static bool one_number(pt_look *l, const char *sql, int64_t *out) {
    pt_query *s = pt_statement(l, sql);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) *out = pt_int(s, 0);
    pt_reset(s);
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
    pt_query *s = pt_statement(l, "SELECT number, body FROM snapshots WHERE num = ?1");
    *out = (pt_snapshot_row){0};
    if (!s) return PT_FAILED;
    pt_bind_int(s, 1, table);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) {
        const void *body = pt_bytes(s, 1, &out->n);
        out->number = (uint32_t)pt_int(s, 0);
        if (!body) out->n = 0;
        out->bytes = malloc(out->n + 1);
        if (out->bytes && out->n) memcpy(out->bytes, body, out->n);
        if (!out->bytes) found = PT_FAILED;
    }
    pt_reset(s);
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
static bool take_lines(pt_look *l, pt_query *s, taking *t) {
    pt_finding row;
    bool whole = true;
    while ((row = pt_step(l, s)) == PT_FOUND) {
        size_t n;
        const char *at = pt_bytes(s, 0, &n), *end = at;
        if (at) end += n;
        for (pt_event_line e; pt_next_line(&at, end, &e);) {
            if (e.table != t->table || e.number <= t->after) continue;
            t->take(t->who, (uint32_t)e.number, e.at, e.body, e.n);
            t->count++;
        }
        whole &= at == end;
    }
    pt_reset(s);
    if (!whole) pt_look_fail(l, PT_CORRUPT, "an event in the store is damaged");
    return row == PT_ABSENT && whole;
}

/* In one transaction, because events move from the journal to their tables. */
int pt_each_event(pt_look *l, int64_t table, uint32_t after, pt_event_taker *take, void *who) {
    taking t = {table, after, take, who, 0};
    bool begun = pt_begin_reading(l), ok = begun;
    pt_query *s =
        pt_statement(l, "SELECT body FROM chunks WHERE num = ?1 AND last > ?2 ORDER BY last");
    if (s) {
        pt_bind_int(s, 1, table);
        pt_bind_int(s, 2, after);
    }
    ok = ok && take_lines(l, s, &t) &&
         take_lines(l, pt_statement(l, "SELECT body FROM journal ORDER BY seq"), &t);
    if (begun) pt_roll_back(l);
    return ok ? t.count : -1;
}

/* --- people --- */

static pt_finding take_person(pt_look *l, pt_query *s, pt_person_row *out) {
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) {
        memset(out, 0, sizeof *out);
        pt_take_text(s, 0, out->id, sizeof out->id);
        pt_take_text(s, 1, out->name, sizeof out->name);
        pt_take_text(s, 2, out->account, sizeof out->account);
        pt_take_text(s, 3, out->secret, sizeof out->secret);
        out->created = pt_int(s, 4);
    }
    pt_reset(s);
    return found;
}

pt_finding pt_find_person(pt_look *l, const char *id, pt_person_row *out) {
    pt_query *s =
        pt_statement(l, "SELECT id, name, account, secret, created FROM people WHERE id = ?1");
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, id);
    return take_person(l, s, out);
}

pt_finding pt_find_account(pt_look *l, const char *account, pt_person_row *out) {
    pt_query *s = pt_statement(
        l, "SELECT id, name, account, secret, created FROM people WHERE account = ?1");
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, account);
    return take_person(l, s, out);
}

pt_finding pt_find_token(pt_look *l, const uint8_t hash[PT_TOKEN], pt_person_row *out) {
    pt_query *s = pt_statement(l, "SELECT id, name, account, secret, created FROM people"
                                  " WHERE id = (SELECT person FROM tokens WHERE hash = ?1)");
    if (!s) return PT_FAILED;
    pt_bind_bytes(s, 1, hash, PT_TOKEN);
    return take_person(l, s, out);
}

/* --- ratings --- */

/* Whoever is forgotten leads no list, even if their row was deleted by hand. */
#define IS_KNOWN                                                                               \
    "(person LIKE 'bot:%' OR EXISTS (SELECT 1 FROM people WHERE people.id = ratings.person))"

static void take_rating(pt_query *s, pt_rating_row *r) {
    memset(r, 0, sizeof *r);
    pt_take_text(s, 0, r->person, sizeof r->person);
    pt_take_text(s, 1, r->kind, sizeof r->kind);
    pt_take_text(s, 2, r->name, sizeof r->name);
    r->mu = pt_double(s, 3);
    r->sigma = pt_double(s, 4);
    r->games = pt_int(s, 5);
}

pt_finding pt_find_rating(pt_look *l, const char *person, const char *kind,
                          pt_rating_row *out) {
    pt_query *s = pt_statement(l, "SELECT person, kind, name, mu, sigma, games FROM ratings"
                                  " WHERE person = ?1 AND kind = ?2");
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, person);
    pt_bind_text(s, 2, kind);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) take_rating(s, out);
    pt_reset(s);
    return found;
}

int pt_each_leader(pt_look *l, const char *kind, int limit, pt_rating_taker *take, void *who) {
    pt_query *s =
        pt_statement(l, "SELECT person, kind, name, mu, sigma, games FROM ratings"
                        " WHERE kind = ?1 AND " IS_KNOWN " AND NOT " PT_KEEPS_PAGE(
                            "ratings.person") " ORDER BY mu - 3 * sigma DESC LIMIT ?2");
    if (!s) return -1;
    pt_bind_text(s, 1, kind);
    pt_bind_int(s, 2, limit);
    int n = 0;
    pt_finding more;
    for (pt_rating_row row; (more = pt_step(l, s)) == PT_FOUND; n++) {
        take_rating(s, &row);
        take(who, &row);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

int pt_find_rated(pt_look *l, int64_t table, const char *reader, pt_rated_row out[], int most) {
    const char *all = "SELECT seat, before, after FROM rated WHERE num = ?1"
                      " ORDER BY seat LIMIT ?2";
    const char *seen = "SELECT seat, before, after FROM rated WHERE num = ?1"
                       " AND NOT EXISTS (SELECT 1 FROM players WHERE players.num = rated.num"
                       " AND players.seat = rated.seat AND players.person <> ?3"
                       " AND " PT_KEEPS_PAGE("players.person") ") ORDER BY seat LIMIT ?2";
    pt_query *s = pt_statement(l, reader ? seen : all);
    if (!s) return -1;
    pt_bind_int(s, 1, table);
    pt_bind_int(s, 2, most);
    if (reader) pt_bind_text(s, 3, reader);
    int n = 0;
    pt_finding more;
    for (; (more = pt_step(l, s)) == PT_FOUND; n++)
        out[n] = (pt_rated_row){table, (int)pt_int(s, 0), pt_double(s, 1), pt_double(s, 2)};
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

int pt_count_pairs(pt_look *l, const char *const person[2], const char *kind, int64_t since) {
    pt_query *s = pt_statement(l, "SELECT count(*) FROM rated_pairs WHERE one = ?1"
                                  " AND other = ?2 AND kind = ?3 AND at > ?4");
    if (!s) return -1;
    bool swap = strcmp(person[0], person[1]) > 0;
    pt_bind_text(s, 1, person[swap]);
    pt_bind_text(s, 2, person[!swap]);
    pt_bind_text(s, 3, kind);
    pt_bind_int(s, 4, since);
    int n = pt_step(l, s) == PT_FOUND ? (int)pt_int(s, 0) : -1;
    pt_reset(s);
    return n;
}
