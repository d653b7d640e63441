/* The tables of the store, version by version. An older one gets the steps it lacks, in one
 * transaction. */
/* SPDX-License-Identifier: MIT */
#include "store/schema.h"
#include <assert.h>
#include <string.h>

/* Who may do what, what was done about whom and why, what is reported, and what hosts set while
 * the server runs. The log of it is a chain (audit.c). People are named by their ids only: a
 * name that is deleted is not found here. */
#define PT_SCHEMA_CLUB                                                                         \
    "CREATE TABLE roles(person TEXT PRIMARY KEY, role INTEGER NOT NULL) WITHOUT ROWID;"        \
    "CREATE TABLE measures(num INTEGER PRIMARY KEY, kind INTEGER NOT NULL,"                    \
    "  target TEXT NOT NULL, place TEXT NOT NULL, at INTEGER NOT NULL,"                        \
    "  until INTEGER NOT NULL, ended INTEGER NOT NULL, maker TEXT NOT NULL,"                   \
    "  words TEXT NOT NULL);"                                                                  \
    "CREATE INDEX measures_target ON measures(target);"                                        \
    "CREATE TABLE reports(num INTEGER PRIMARY KEY, kind INTEGER NOT NULL,"                     \
    "  at INTEGER NOT NULL, state INTEGER NOT NULL, person TEXT NOT NULL,"                     \
    "  about TEXT NOT NULL, place TEXT NOT NULL, number INTEGER NOT NULL,"                     \
    "  words TEXT NOT NULL, evidence TEXT NOT NULL, verdict TEXT NOT NULL);"                   \
    "CREATE INDEX reports_state ON reports(state, num);"                                       \
    "CREATE INDEX reports_about ON reports(about);"                                            \
    "CREATE TABLE audit(num INTEGER PRIMARY KEY, at INTEGER NOT NULL, who TEXT NOT NULL,"      \
    "  act TEXT NOT NULL, target TEXT NOT NULL, words TEXT NOT NULL, hash BLOB NOT NULL);"     \
    "CREATE TABLE settings(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"         \
    "CREATE TABLE passkeys(id BLOB PRIMARY KEY, person TEXT NOT NULL, name TEXT NOT NULL,"     \
    "  site TEXT NOT NULL, kind INTEGER NOT NULL, body BLOB NOT NULL,"                         \
    "  count INTEGER NOT NULL, at INTEGER NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID;"     \
    "CREATE INDEX passkeys_person ON passkeys(person);"                                        \
    "CREATE TABLE pages(person TEXT PRIMARY KEY, seen INTEGER NOT NULL) WITHOUT ROWID;"

/* What people hear of (bells.h): keys of the server's own, wishes, notices, devices, and calls
 * that are still to be made. */
#define PT_SCHEMA_BELLS                                                                        \
    "CREATE TABLE secrets(name TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;"           \
    "CREATE TABLE bells(person TEXT PRIMARY KEY, quiet_from INTEGER NOT NULL,"                 \
    "  quiet_to INTEGER NOT NULL, zone TEXT NOT NULL, mailed INTEGER NOT NULL) WITHOUT ROWID;" \
    "CREATE TABLE bell_wishes(person TEXT NOT NULL, kind TEXT NOT NULL,"                       \
    "  channels INTEGER NOT NULL, PRIMARY KEY(person, kind)) WITHOUT ROWID;"                   \
    "CREATE TABLE notices(person TEXT NOT NULL, topic TEXT NOT NULL, kind TEXT NOT NULL,"      \
    "  at INTEGER NOT NULL, seen INTEGER NOT NULL, channels INTEGER NOT NULL,"                 \
    "  other TEXT NOT NULL, game TEXT NOT NULL, place TEXT NOT NULL, entry TEXT NOT NULL,"     \
    "  number INTEGER NOT NULL, most INTEGER NOT NULL, PRIMARY KEY(person, topic))"            \
    "  WITHOUT ROWID;"                                                                         \
    "CREATE INDEX notices_other ON notices(other);"                                            \
    "CREATE TABLE pushes(endpoint TEXT PRIMARY KEY, token BLOB NOT NULL,"                      \
    "  person TEXT NOT NULL, body BLOB NOT NULL, auth BLOB NOT NULL,"                          \
    "  language INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;"                         \
    "CREATE INDEX pushes_person ON pushes(person);"                                            \
    "CREATE INDEX pushes_token ON pushes(token);"                                              \
    "CREATE TABLE push_calls(endpoint TEXT NOT NULL, topic TEXT NOT NULL,"                     \
    "  person TEXT NOT NULL, at INTEGER NOT NULL, due INTEGER NOT NULL,"                       \
    "  until INTEGER NOT NULL, tries INTEGER NOT NULL, PRIMARY KEY(endpoint, topic))"          \
    "  WITHOUT ROWID;"                                                                         \
    "CREATE INDEX push_calls_due ON push_calls(due);"                                          \
    "CREATE INDEX push_calls_person ON push_calls(person);"

static const char *const steps[PT_SCHEMA] = {
    /* 1 */
    "CREATE TABLE tables(num INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,"
    "  state INTEGER NOT NULL, access INTEGER NOT NULL, live INTEGER NOT NULL,"
    "  created INTEGER NOT NULL, changed INTEGER NOT NULL, ended INTEGER NOT NULL,"
    "  head BLOB NOT NULL);"
    "CREATE TABLE events(num INTEGER NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL,"
    "  body BLOB NOT NULL, PRIMARY KEY(num, number)) WITHOUT ROWID;"
    "CREATE TABLE snapshots(num INTEGER PRIMARY KEY, number INTEGER NOT NULL,"
    "  body BLOB NOT NULL);"
    "CREATE TABLE players(num INTEGER NOT NULL, seat INTEGER NOT NULL, person TEXT NOT NULL,"
    "  name TEXT NOT NULL, points INTEGER NOT NULL, place INTEGER NOT NULL,"
    "  PRIMARY KEY(num, seat)) WITHOUT ROWID;"
    "CREATE TABLE people(id TEXT PRIMARY KEY, name TEXT NOT NULL, account TEXT UNIQUE,"
    "  secret TEXT NOT NULL, created INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE tokens(hash BLOB PRIMARY KEY, person TEXT NOT NULL, at INTEGER NOT NULL)"
    "  WITHOUT ROWID;"
    "CREATE TABLE ratings(person TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,"
    "  mu REAL NOT NULL, sigma REAL NOT NULL, games INTEGER NOT NULL,"
    "  PRIMARY KEY(person, kind)) WITHOUT ROWID;"
    "CREATE TABLE alive(one INTEGER PRIMARY KEY CHECK(one = 1), at INTEGER NOT NULL);",
    /* 2: searches of lobby and archive */
    "CREATE INDEX tables_state ON tables(state, num);"
    "CREATE INDEX players_person ON players(person, num);",
    /* 3: events as lines (journal.h), in the order of writing, then in chunks for each table */
    "CREATE TABLE journal(seq INTEGER PRIMARY KEY, body BLOB NOT NULL);"
    "CREATE TABLE chunks(num INTEGER NOT NULL, last INTEGER NOT NULL, body BLOB NOT NULL,"
    "  PRIMARY KEY(num, last)) WITHOUT ROWID;"
    "INSERT INTO chunks SELECT num, number, CAST(num || ' ' || number || ' ' || at || ' ' ||"
    "  length(body) || ' ' || CAST(body AS TEXT) || char(10) AS BLOB) FROM events;"
    "DROP TABLE events;",
    /* 4: who has played whom for their rating; names by their letters, so that a search reads
     * only what it finds. The rowid of a name is 32 * num + seat: the newest are the highest */
    "CREATE TABLE rated_pairs(one TEXT NOT NULL, other TEXT NOT NULL, kind TEXT NOT NULL,"
    "  at INTEGER NOT NULL, PRIMARY KEY(one, other, kind, at)) WITHOUT ROWID;"
    "CREATE INDEX players_name ON players(lower(name), num);"
    "CREATE INDEX tokens_person ON tokens(person);"
    "CREATE VIRTUAL TABLE names USING fts5(name, tokenize = 'trigram');"
    "INSERT INTO names(rowid, name) SELECT num * 32 + seat, name FROM players;"
    "CREATE TRIGGER players_added AFTER INSERT ON players BEGIN"
    "  INSERT OR REPLACE INTO names(rowid, name)"
    "    VALUES(new.num * 32 + new.seat, new.name); END;"
    "CREATE TRIGGER players_dropped AFTER DELETE ON players BEGIN"
    "  DELETE FROM names WHERE rowid = old.num * 32 + old.seat; END;",
    /* 5: what a game did to the ratings of its players */
    "CREATE TABLE rated(num INTEGER NOT NULL, seat INTEGER NOT NULL, before REAL NOT NULL,"
    "  after REAL NOT NULL, PRIMARY KEY(num, seat)) WITHOUT ROWID;",
    /* 6: what the names of accounts look like. The server fills it in (names.c) */
    "CREATE TABLE account_names(person TEXT PRIMARY KEY, skeleton TEXT NOT NULL UNIQUE)"
    "  WITHOUT ROWID;",
    /* 7: where a token is used and when it last was, which begins now for older ones; codes
     * that replace a password */
    "ALTER TABLE tokens ADD COLUMN used INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tokens ADD COLUMN browser TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tokens ADD COLUMN system TEXT NOT NULL DEFAULT '';"
    "UPDATE tokens SET used = CAST(strftime('%s', 'now') AS INTEGER) * 1000;"
    "CREATE TABLE recovery_codes(hash BLOB PRIMARY KEY, person TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX recovery_codes_person ON recovery_codes(person);",
    /* 8: who was deleted, and may still be named in games */
    "CREATE TABLE forgotten(person TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;",
    /* 9: who has asked (1), has (2) or has blocked (3) whom */
    "CREATE TABLE ties(person TEXT NOT NULL, other TEXT NOT NULL, kind INTEGER NOT NULL,"
    "  at INTEGER NOT NULL, PRIMARY KEY(person, other)) WITHOUT ROWID;"
    "CREATE INDEX ties_other ON ties(other, kind);",
    /* 10: who decides which table; only where there are several nodes (lease.h) */
    "",
    PT_SCHEMA_CLUB,
    /* 12: tournaments, and their logs */
    "CREATE TABLE tournaments(id TEXT PRIMARY KEY, owner TEXT NOT NULL, live INTEGER NOT NULL,"
    "  created INTEGER NOT NULL, changed INTEGER NOT NULL, play BLOB NOT NULL,"
    "  head BLOB NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX tournaments_live ON tournaments(live, created);"
    "CREATE TABLE tournament_lines(id TEXT NOT NULL, number INTEGER NOT NULL,"
    "  body BLOB NOT NULL, PRIMARY KEY(id, number)) WITHOUT ROWID;",
    /* 13: mail addresses, links that were sent there, letters that wait; and when a session
     * last proved whose it is */
    "ALTER TABLE tokens ADD COLUMN proved INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE mails(person TEXT PRIMARY KEY, address TEXT NOT NULL, wanted TEXT NOT NULL,"
    "  language TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX mails_address ON mails(lower(address));"
    "CREATE TABLE mail_links(hash BLOB PRIMARY KEY, person TEXT NOT NULL,"
    "  kind INTEGER NOT NULL, address TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX mail_links_person ON mail_links(person);"
    "CREATE TABLE letters(id TEXT PRIMARY KEY, person TEXT NOT NULL, kind INTEGER NOT NULL,"
    "  address TEXT NOT NULL, language TEXT NOT NULL, subject TEXT NOT NULL,"
    "  body TEXT NOT NULL, stop TEXT NOT NULL, made INTEGER NOT NULL, due INTEGER NOT NULL,"
    "  tries INTEGER NOT NULL) WITHOUT ROWID;",
    PT_SCHEMA_BELLS,
    /* 15: what people keep for themselves, at a table or (0) at none (own.h) */
    "CREATE TABLE own(person TEXT NOT NULL, num INTEGER NOT NULL, key TEXT NOT NULL,"
    "  body TEXT NOT NULL, PRIMARY KEY(person, num, key)) WITHOUT ROWID;"
    "CREATE INDEX own_num ON own(num);",
    /* 16: studies, who takes part in them, and their logs */
    "CREATE TABLE studies(id TEXT PRIMARY KEY, owner TEXT NOT NULL, listed INTEGER NOT NULL,"
    "  created INTEGER NOT NULL, changed INTEGER NOT NULL, head BLOB NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX studies_owner ON studies(owner);"
    "CREATE INDEX studies_listed ON studies(listed, changed);"
    "CREATE TABLE study_people(id TEXT NOT NULL, number INTEGER NOT NULL,"
    "  person TEXT NOT NULL, PRIMARY KEY(id, number)) WITHOUT ROWID;"
    "CREATE INDEX study_people_person ON study_people(person);"
    "CREATE TABLE study_lines(id TEXT NOT NULL, number INTEGER NOT NULL,"
    "  body BLOB NOT NULL, PRIMARY KEY(id, number)) WITHOUT ROWID;",
    /* 17: fair play (fair.h) */
    "CREATE TABLE leaves(person TEXT NOT NULL, place TEXT NOT NULL, at INTEGER NOT NULL,"
    "  PRIMARY KEY(person, place)) WITHOUT ROWID;"
    "CREATE TABLE uncounted(num INTEGER PRIMARY KEY, why INTEGER NOT NULL);"
    "CREATE TABLE meetings(one TEXT NOT NULL, other TEXT NOT NULL, place TEXT NOT NULL,"
    "  kind TEXT NOT NULL, at INTEGER NOT NULL, ms INTEGER NOT NULL, moves INTEGER NOT NULL,"
    "  expected REAL NOT NULL, score REAL NOT NULL, rise REAL NOT NULL,"
    "  other_rise REAL NOT NULL, early INTEGER NOT NULL, PRIMARY KEY(one, other, place))"
    "  WITHOUT ROWID;"
    "CREATE INDEX meetings_other ON meetings(other);"
    "CREATE TABLE spoken(num INTEGER NOT NULL, number INTEGER NOT NULL, person TEXT NOT NULL,"
    "  PRIMARY KEY(num, number)) WITHOUT ROWID;"
    "CREATE INDEX spoken_person ON spoken(person);",
    /* 18: tables that need time or bots are looked for when a node has died */
    "CREATE INDEX tables_live ON tables(num) WHERE state = 1 AND live = 1;",
    /* 19: who has a number in a study may have left it */
    "ALTER TABLE study_people ADD COLUMN part INTEGER NOT NULL DEFAULT 1;",
    /* 20: who may invite somebody (their friends) and write where they sit (all); faces that
     * people have chosen, found by the number that pages know; what they have done in games */
    "ALTER TABLE pages ADD COLUMN invited INTEGER NOT NULL DEFAULT 1;"
    "ALTER TABLE pages ADD COLUMN written INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE faces(person TEXT PRIMARY KEY, number INTEGER NOT NULL,"
    "  chosen INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX faces_number ON faces(number);"
    "CREATE TABLE badges(person TEXT NOT NULL, kind TEXT NOT NULL, badge TEXT NOT NULL,"
    "  place TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY(person, kind, badge))"
    "  WITHOUT ROWID;",
    /* 21: games that only their players may watch are in no list, like those by a link */
    "UPDATE tables SET access = 1 WHERE access = 0 AND state > 0"
    "  AND instr(CAST(head AS TEXT), '\"watch\":false') > 0;",
    /* 22: what the names of accounts look like in small letters, like step 6 */
    "CREATE TABLE small_names(person TEXT PRIMARY KEY, skeleton TEXT NOT NULL UNIQUE)"
    "  WITHOUT ROWID;",
};

/* Steps in which PostgreSQL needs more than other names of types: none of its stores is older
 * than these steps, its numbers count by themselves, and it has no index of letters. */
static const char *const postgres_steps[PT_SCHEMA] = {
    [2] = "CREATE TABLE journal(seq BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,"
          "  body BYTEA NOT NULL);"
          "CREATE TABLE chunks(num BIGINT NOT NULL, last BIGINT NOT NULL, body BYTEA NOT NULL,"
          "  PRIMARY KEY(num, last));"
          "DROP TABLE events;",
    [3] = "CREATE TABLE rated_pairs(one TEXT COLLATE \"C\" NOT NULL,"
          "  other TEXT COLLATE \"C\" NOT NULL, kind TEXT COLLATE \"C\" NOT NULL,"
          "  at BIGINT NOT NULL, PRIMARY KEY(one, other, kind, at));"
          "CREATE INDEX players_name ON players(lower(name), num);"
          "CREATE INDEX tokens_person ON tokens(person);",
    [6] = "ALTER TABLE tokens ADD COLUMN used BIGINT NOT NULL DEFAULT 0;"
          "ALTER TABLE tokens ADD COLUMN browser TEXT COLLATE \"C\" NOT NULL DEFAULT '';"
          "ALTER TABLE tokens ADD COLUMN system TEXT COLLATE \"C\" NOT NULL DEFAULT '';"
          "UPDATE tokens SET used = CAST(extract(epoch FROM now()) AS BIGINT) * 1000;"
          "CREATE TABLE recovery_codes(hash BYTEA PRIMARY KEY,"
          "  person TEXT COLLATE \"C\" NOT NULL);"
          "CREATE INDEX recovery_codes_person ON recovery_codes(person);",
    [9] = "CREATE TABLE nodes(name TEXT COLLATE \"C\" PRIMARY KEY, epoch BIGINT NOT NULL,"
          "  number BIGINT NOT NULL, alive BIGINT NOT NULL, until BIGINT NOT NULL);"
          "CREATE TABLE leases(num BIGINT PRIMARY KEY, node TEXT COLLATE \"C\" NOT NULL,"
          "  epoch BIGINT NOT NULL, number BIGINT NOT NULL);"
          "CREATE TABLE counters(name TEXT COLLATE \"C\" PRIMARY KEY, value BIGINT NOT NULL);",
    [20] = "UPDATE tables SET access = 1 WHERE access = 0 AND state > 0"
           "  AND position('\"watch\":false'::bytea IN head) > 0;",
};

/* Texts compare byte by byte, as in SQLite. */
static const struct {
    const char *sqlite, *postgres;
} names[] = {
    {"INTEGER", "BIGINT"}, {"REAL", "DOUBLE PRECISION"}, {"TEXT", "TEXT COLLATE \"C\""},
    {"BLOB", "BYTEA"},     {"WITHOUT ROWID", ""},
};

const char *pt_schema_in_sqlite(int i) {
    assert(i >= 0 && i < PT_SCHEMA);
    return steps[i];
}

/* The name that begins here; NULL: none does. */
static const char *translate(const char **at) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t n = strlen(names[i].sqlite);
        if (strncmp(*at, names[i].sqlite, n) != 0) continue;
        *at += n;
        return names[i].postgres;
    }
    return NULL;
}

void pt_schema_in_postgres(int i, pt_text *out) {
    const char *at = postgres_steps[i];
    if (at) {
        pt_puts(out, at);
        return;
    }
    for (at = pt_schema_in_sqlite(i); *at;) {
        const char *name = translate(&at);
        if (name)
            pt_puts(out, name);
        else
            pt_putn(out, at++, 1);
    }
}

bool pt_schema_is_known(int64_t version, pt_text *why) {
    if (version <= PT_SCHEMA) return true;
    if (version == PT_UNFINISHED)
        pt_puts(why, "it is a copy that petteia move-store has not finished");
    else
        pt_put(why, "its schema is version %lld, but this program knows %d", (long long)version,
               PT_SCHEMA);
    return false;
}
