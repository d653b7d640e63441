/* Events as text; see event.h. */
/* SPDX-License-Identifier: MIT */
#include "tournament/event.h"
#include "core/say.h"
#include "tournament/words.h"
#include <assert.h>
#include <inttypes.h>

/* clang-format off */
static const char *const words[PT_TOUR_KINDS] = {
    [PT_TOUR_MADE]      = "make",
    [PT_TOUR_JOINED]    = "join",
    [PT_TOUR_CHECKED]   = "here",
    [PT_TOUR_WITHDRAWN] = "leave",
    [PT_TOUR_PAIRED]    = "pair",
    [PT_TOUR_RESULT]    = "result",
    [PT_TOUR_CLOSED]    = "close",
    [PT_TOUR_ENDED]     = "over",
    [PT_TOUR_UNPAIRED]  = "unpair",
    [PT_TOUR_RENAMED]   = "rename",
};
/* clang-format on */

/* --- printing --- */

static void put_list(pt_text *out, const uint8_t *n, int count) {
    for (int i = 0; i < count; i++) pt_put(out, "%s%d", i ? "-" : " ", n[i]);
}

static void print_terms(const pt_terms *m, pt_text *out) {
    pt_put(out, " %s seats %d least %d rounds %d advance %d minutes %d checkin %s late %s",
           pt_tour_format_names[m->format], m->seats, m->least, m->rounds, m->advance,
           m->minutes, m->check_in ? "yes" : "no", m->late ? "yes" : "no");
    pt_put(out, " bye %d points", m->bye);
    put_list(out, m->points, m->seats);
    pt_put(out, " seed %016" PRIx64 " game %s name %s", m->seed, m->game, m->name);
}

static void print_pairing(const pt_pairing *p, pt_text *out) {
    const uint16_t *who = p->who;
    for (int i = 0; i < p->tables; i++)
        for (int s = 0; s < p->seats[i]; s++) {
            pt_putc(out, s ? '-' : ' ');
            pt_puti(out, *who++ + 1);
        }
}

void pt_tour_print(const pt_tour_event *e, pt_text *out) {
    assert(e->kind < PT_TOUR_KINDS);
    pt_puti(out, e->at);
    pt_put(out, " %s", words[e->kind]);
    switch (e->kind) {
    case PT_TOUR_MADE: print_terms(&e->terms, out); break;
    case PT_TOUR_JOINED:
        pt_put(out, " %d %d %s %s", e->who + 1, e->rating, e->person, e->name);
        break;
    case PT_TOUR_CHECKED:
    case PT_TOUR_WITHDRAWN: pt_put(out, " %d", e->who + 1); break;
    case PT_TOUR_PAIRED:
        pt_put(out, " %d", e->round);
        print_pairing(&e->pairing, out);
        break;
    case PT_TOUR_RESULT:
        pt_put(out, " %d %d", e->round, e->table);
        put_list(out, e->place, e->seats);
        break;
    case PT_TOUR_UNPAIRED:
    case PT_TOUR_CLOSED: pt_put(out, " %d", e->round); break;
    case PT_TOUR_RENAMED: pt_put(out, " %d %s", e->who + 1, e->name); break;
    case PT_TOUR_ENDED:
    case PT_TOUR_KINDS: break;
    }
}

/* --- parsing --- */

/* A reader of a line. Once something is wrong it stays so, and gives zeros. */
typedef struct reader {
    pt_words words;
    bool wrong;
} reader;

/* The next word, behind one blank and no other white space. */
static pt_word take(reader *r) {
    if (r->words.at[0] != ' ' || (unsigned char)r->words.at[1] <= ' ') r->wrong = true;
    pt_word w = pt_next(&r->words);
    if (!w.length) r->wrong = true;
    return w;
}

static long take_number(reader *r, long min, long max) {
    long n = 0;
    if (!pt_number(take(r), min, max, &n)) r->wrong = true;
    return r->wrong ? min : n;
}

static void take_key(reader *r, const char *key) {
    if (!pt_is(take(r), key)) r->wrong = true;
}

static long take_named(reader *r, const char *key, long max) {
    take_key(r, key);
    return take_number(r, 0, max);
}

static bool take_answer(reader *r, const char *key) {
    take_key(r, key);
    pt_word w = take(r);
    if (!pt_is(w, "yes") && !pt_is(w, "no")) r->wrong = true;
    return pt_is(w, "yes");
}

static void copy_word(reader *r, pt_word w, char *to, size_t size) {
    if (w.length >= size || r->wrong) {
        r->wrong = true;
        return;
    }
    memcpy(to, w.at, w.length);
    to[w.length] = 0;
}

/* The rest of the line, behind one blank. */
static void take_rest(reader *r, char *to, size_t size) {
    if (r->words.at[0] != ' ' || !r->words.at[1]) {
        r->wrong = true;
        return;
    }
    pt_word rest = {r->words.at + 1, strlen(r->words.at + 1)};
    copy_word(r, rest, to, size);
    r->words.at = rest.at + rest.length;
}

/* "3-1-2"; returns how many. */
static int take_list(reader *r, long min, long max, int most, uint16_t *out) {
    pt_word w = take(r);
    int count = 0;
    for (const char *end = w.at + w.length; !r->wrong && w.at <= end; count++) {
        pt_word one = {w.at, 0};
        long n;
        while (w.at + one.length < end && w.at[one.length] != '-') one.length++;
        if (count == most || !pt_number(one, min, max, &n)) {
            r->wrong = true;
            return 0;
        }
        out[count] = (uint16_t)n;
        w.at += one.length + 1;
    }
    return count;
}

static uint8_t take_bytes(reader *r, long max, uint8_t *out) {
    uint16_t list[PT_TOUR_SEATS] = {0};
    int count = take_list(r, 0, max, PT_TOUR_SEATS, list);
    for (int i = 0; i < count; i++) out[i] = (uint8_t)list[i];
    return (uint8_t)count;
}

static uint64_t take_seed(reader *r) {
    uint64_t seed = 0;
    take_key(r, "seed");
    pt_word w = take(r);
    if (w.length != 16) r->wrong = true;
    for (size_t i = 0; i < w.length && !r->wrong; i++) {
        const char *digits = "0123456789abcdef", *d = memchr(digits, w.at[i], 16);
        if (!d) r->wrong = true;
        seed = seed << 4 | (d ? (uint64_t)(d - digits) : 0);
    }
    return seed;
}

static void parse_terms(reader *r, pt_terms *m) {
    pt_word format = take(r);
    while (m->format < PT_FORMATS && !pt_is(format, pt_tour_format_names[m->format]))
        m->format++;
    m->seats = (uint8_t)take_named(r, "seats", PT_TOUR_SEATS);
    m->least = (uint8_t)take_named(r, "least", PT_TOUR_SEATS);
    m->rounds = (uint8_t)take_named(r, "rounds", PT_TOUR_ROUNDS);
    m->advance = (uint8_t)take_named(r, "advance", PT_TOUR_SEATS);
    m->minutes = (uint16_t)take_named(r, "minutes", UINT16_MAX);
    m->check_in = take_answer(r, "checkin");
    m->late = take_answer(r, "late");
    m->bye = (uint8_t)take_named(r, "bye", PT_POINTS_MOST);
    take_key(r, "points");
    if (take_bytes(r, PT_POINTS_MOST, m->points) != m->seats) r->wrong = true;
    m->seed = take_seed(r);
    take_key(r, "game");
    copy_word(r, take(r), m->game, sizeof m->game);
    take_key(r, "name");
    take_rest(r, m->name, sizeof m->name);
    if (m->format == PT_FORMATS) r->wrong = true;
}

static void parse_pairing(reader *r, pt_pairing *p) {
    while (!r->wrong && *r->words.at) {
        uint16_t who[PT_TOUR_SEATS];
        int n = take_list(r, 1, PT_ENTRANTS, PT_TOUR_SEATS, who);
        if (r->wrong || p->people + n > PT_ENTRANTS) {
            r->wrong = true;
            return;
        }
        for (int i = 0; i < n; i++) p->who[p->people++] = (uint16_t)(who[i] - 1);
        p->seats[p->tables++] = (uint8_t)n;
    }
}

static void parse_kind(reader *r, pt_tour_event *e) {
    switch (e->kind) {
    case PT_TOUR_MADE: parse_terms(r, &e->terms); break;
    case PT_TOUR_JOINED:
        e->who = (uint16_t)(take_number(r, 1, PT_ENTRANTS) - 1);
        e->rating = (uint16_t)take_number(r, 0, UINT16_MAX);
        copy_word(r, take(r), e->person, sizeof e->person);
        take_rest(r, e->name, sizeof e->name);
        break;
    case PT_TOUR_CHECKED:
    case PT_TOUR_WITHDRAWN: e->who = (uint16_t)(take_number(r, 1, PT_ENTRANTS) - 1); break;
    case PT_TOUR_PAIRED:
        e->round = (uint16_t)take_number(r, 1, PT_TOUR_PAIRINGS);
        parse_pairing(r, &e->pairing);
        break;
    case PT_TOUR_RESULT:
        e->round = (uint16_t)take_number(r, 1, PT_TOUR_PAIRINGS);
        e->table = (uint16_t)take_number(r, 1, PT_ENTRANTS);
        e->seats = take_bytes(r, PT_TOUR_SEATS, e->place);
        break;
    case PT_TOUR_UNPAIRED:
    case PT_TOUR_CLOSED: e->round = (uint16_t)take_number(r, 1, PT_TOUR_PAIRINGS); break;
    case PT_TOUR_RENAMED:
        e->who = (uint16_t)(take_number(r, 1, PT_ENTRANTS) - 1);
        take_rest(r, e->name, sizeof e->name);
        break;
    case PT_TOUR_ENDED: break;
    case PT_TOUR_KINDS: r->wrong = true; break;
    }
    if (*r->words.at) r->wrong = true;
}

/* Milliseconds, up to 15 digits. */
static bool parse_time(pt_word w, int64_t *at) {
    enum { DIGITS = 15 };
    if (!w.length || w.length > DIGITS || (w.at[0] == '0' && w.length > 1)) return false;
    *at = 0;
    for (size_t i = 0; i < w.length; i++) {
        if (w.at[i] < '0' || w.at[i] > '9') return false;
        *at = *at * 10 + (w.at[i] - '0');
    }
    return true;
}

bool pt_tour_parse(const char *line, pt_tour_event *e, pt_text *why) {
    reader r = {.words = {line}};
    memset(e, 0, sizeof *e);
    if ((unsigned char)*line <= ' ' || !parse_time(pt_next(&r.words), &e->at)) r.wrong = true;
    pt_word word = r.wrong ? (pt_word){line, 0} : take(&r);
    while (e->kind < PT_TOUR_KINDS && !pt_is(word, words[e->kind])) e->kind++;
    if (!r.wrong) parse_kind(&r, e);
    if (!r.wrong) return true;
    pt_said said = tn_say_line();
    pt_say(why, said);
    if (why) why->key = said.phrase->key;
    return false;
}

bool pt_tour_read(pt_tournament *t, const char *line, pt_text *why) {
    pt_tour_event e;
    return pt_tour_parse(line, &e, why) && pt_tour_fold(t, &e, why);
}
