/* Scenarios: what may be expected after some moves. */
/* SPDX-License-Identifier: MIT */
#include "core/position.h"
#include "core/scenario_run.h"
#include <assert.h>
#include <string.h>

/* --- lists of moves --- */

enum { PATTERN = 8 };

/* A list of moves: whose, and which of them. */
typedef struct selection {
    pt_word pattern[PATTERN]; /* the first words of the moves, "*" for any; none: all moves */
    int words;
    bool luck;      /* outcomes of chance, not legal moves */
    int seat;       /* of legal moves */
    int count;      /* in d->found; if all outcomes are selected, d->luck is parallel to it */
    char title[64]; /* "legal moves of 1" */
} selection;

static bool has_verb(const pt_scenario_runner *d, pt_move m, pt_word verb) {
    assert(pt_verb_of(m) < (unsigned)d->game->verbs.count);
    pt_word name = pt_verb_name(&d->game->verbs.row[pt_verb_of(m)]);
    return name.length == verb.length && memcmp(name.at, verb.at, verb.length) == 0;
}

static bool is_verb(const pt_scenario_runner *d, pt_word w) {
    for (int verb = 1; verb < d->game->verbs.count; verb++)
        if (has_verb(d, pt_mv((unsigned)verb, 0, 0, 0), w)) return true;
    return false;
}

/* A move begins with the words of the pattern. */
static bool fits(const pt_scenario_runner *d, pt_move m, const selection *sel) {
    if (!sel->words) return true;
    if (!pt_is(sel->pattern[0], "*") && !has_verb(d, m, sel->pattern[0])) return false;
    if (sel->words == 1) return true;
    PT_TEXT(text, 128);
    pt_print_move(d->game->verbs, m, &text);
    pt_words move = {text.at};
    for (int i = 0; i < sel->words; i++) {
        pt_word w = pt_next(&move), p = sel->pattern[i];
        bool same = w.length == p.length && memcmp(w.at, p.at, p.length) == 0;
        if (!w.length || (!same && !pt_is(p, "*"))) return false;
    }
    return true;
}

/* Fills d->found with the moves selected. */
static void select_moves(pt_scenario_runner *d, selection *sel) {
    int n = 0, kept = 0;
    if (!sel->luck)
        n = d->game->legal(d->state, sel->seat, d->found);
    else if (pt_head_of(d->state)->node == PT_CHANCE)
        n = d->game->chance(d->state, d->luck);
    assert(n >= 0 && n <= PT_SCENARIO_LIST); /* read_game refuses longer lists */
    for (int i = 0; i < n; i++) {
        pt_move m = sel->luck ? d->luck[i].move : d->found[i];
        if (fits(d, m, sel)) d->found[kept++] = m;
    }
    sel->count = kept;
}

static int find(const pt_move *list, int n, pt_move m) {
    for (int i = 0; i < n; i++)
        if (list[i] == m) return i;
    return -1;
}

/* Reads "a, b, c" into d->wanted; -1 after a complaint. */
static int read_list(pt_scenario_runner *d, pt_words line) {
    char text[128];
    int n = 0;
    pt_words peek = line;
    if (pt_end(line) || (pt_is(pt_next(&peek), "none") && pt_end(peek))) return 0;
    for (const char *at = line.at;;) {
        size_t length = strcspn(at, ",");
        if (length >= sizeof text || n == PT_SCENARIO_LIST) {
            pt_scenario_fail(d, "a list has at most %d moves of %d characters",
                             PT_SCENARIO_LIST, (int)sizeof text - 1);
            return -1;
        }
        memcpy(text, at, length);
        text[length] = 0;
        pt_move m = pt_scenario_move(d, text);
        if (!m) return -1;
        if (find(d->wanted, n, m) >= 0) {
            pt_scenario_fail(d, "'%s' is listed twice", text);
            return -1;
        }
        d->wanted[n++] = m;
        if (!at[length]) return n;
        at += length + 1;
    }
}

/* Writes up to eight moves that are in `list` and not in `other`; returns how many there are.
 */
static int put_missing(const pt_scenario_runner *d, pt_text *out, const char *title,
                       const pt_move *list, int n, const pt_move *other, int others) {
    assert(n >= 0 && others >= 0);
    int missing = 0;
    for (int i = 0; i < n; i++) {
        if (find(other, others, list[i]) >= 0) continue;
        if (missing < 8) {
            pt_puts(out, missing ? ", " : title);
            pt_print_move(d->game->verbs, list[i], out);
        }
        missing++;
    }
    if (missing > 8) pt_put(out, " and %d more", missing - 8);
    return missing;
}

static void expect_list(pt_scenario_runner *d, const selection *sel, pt_words line) {
    assert(sel->title[0]);
    PT_TEXT(words, 480);
    int n = read_list(d, line);
    if (n < 0) return;
    int wrong = put_missing(d, &words, "; missing: ", d->wanted, n, d->found, sel->count);
    wrong += put_missing(d, &words, "; not expected: ", d->found, sel->count, d->wanted, n);
    if (wrong)
        pt_scenario_fail(d, "%s: expected %d, found %d%s", sel->title, n, sel->count, words.at);
}

static void expect_count(pt_scenario_runner *d, const selection *sel, pt_words line) {
    long n;
    if (!pt_number(pt_next(&line), 0, 999999, &n) || !pt_end(line))
        pt_scenario_fail(d, "write: count NUMBER");
    else if (n != sel->count)
        pt_scenario_fail(d, "%s: expected %ld, found %d", sel->title, n, sel->count);
}

static void expect_member(pt_scenario_runner *d, const selection *sel, pt_words line,
                          bool wanted) {
    int n = read_list(d, line);
    if (n == 0) pt_scenario_fail(d, "a move is missing at the end of the line");
    for (int i = 0; i < n; i++) {
        if ((find(d->found, sel->count, d->wanted[i]) >= 0) == wanted) continue;
        PT_TEXT(move, 128);
        pt_print_move(d->game->verbs, d->wanted[i], &move);
        pt_scenario_fail(d, "%s: '%s' is %s", sel->title, move.at,
                         wanted ? "not among them" : "among them");
    }
}

/* odds MOVE A/B: the outcome's share of all tickets is A/B. */
static void expect_odds(pt_scenario_runner *d, pt_words line) {
    char text[128];
    size_t n = strlen(line.at);
    while (n > 0 && strchr(" \t\r\v\f", line.at[n - 1])) n--;
    size_t cut = n;
    while (cut > 0 && !strchr(" \t", line.at[cut - 1])) cut--;
    pt_word odds = {line.at + cut, n - cut};
    const char *slash = memchr(odds.at, '/', odds.length);
    long a, b;
    size_t above = slash ? (size_t)(slash - odds.at) : 0; /* 0: there is no number */
    assert(above <= odds.length && cut <= n);
    if (cut >= sizeof text || !pt_number((pt_word){odds.at, above}, 0, 999999999, &a) ||
        !pt_number((pt_word){slash + 1, odds.length - above - 1}, 1, 999999999, &b)) {
        pt_scenario_fail(d, "write: chance odds MOVE A/B");
        return;
    }
    memcpy(text, line.at, cut);
    text[cut] = 0;
    pt_move m = pt_scenario_move(d, text);
    if (!m) return;
    selection all = {.luck = true};
    select_moves(d, &all);
    int i = find(d->found, all.count, m);
    assert(i < all.count);
    uint64_t weight = i < 0 ? 0 : d->luck[i].weight;
    uint64_t total = pt_chance_total(d->luck, all.count);
    if (!total || weight * (uint64_t)b != total * (uint64_t)a)
        pt_scenario_fail(d, "expected odds %ld/%ld, found %u/%u", a, b, (unsigned)weight,
                         (unsigned)total);
}

static bool is_operator(pt_word w) {
    return pt_is(w, "=") || pt_is(w, "count") || pt_is(w, "has") || pt_is(w, "lacks") ||
           pt_is(w, "odds");
}

/* The words of a pattern: a verb (or *), then arguments; returns the word behind them. */
static pt_word read_pattern(const pt_scenario_runner *d, pt_words *line, selection *sel) {
    pt_word w = pt_next(line);
    if (!is_verb(d, w) && !pt_is(w, "*")) return w;
    for (; w.length && !is_operator(w) && sel->words < PATTERN; w = pt_next(line))
        sel->pattern[sel->words++] = w;
    return w;
}

/* legal SEAT [VERB [ARGUMENT ...]] ..., chance [VERB [ARGUMENT ...]] ... */
static void expect_moves(pt_scenario_runner *d, pt_words line, bool luck) {
    selection sel = {.luck = luck};
    pt_text title = pt_text_on(sel.title, sizeof sel.title);
    if (!luck) {
        sel.seat = pt_scenario_seat(d, pt_next(&line));
        if (sel.seat == PT_NO_SEAT) return;
        if (sel.seat == PT_LUCK) {
            pt_scenario_fail(d, "for luck write 'chance' instead of 'legal *'");
            return;
        }
    }
    pt_word w = read_pattern(d, &line, &sel);
    pt_puts(&title, luck ? "outcomes" : "legal moves");
    for (int i = 0; i < sel.words; i++)
        pt_put(&title, " %.*s", pt_scenario_shown(sel.pattern[i]), sel.pattern[i].at);
    if (!luck) pt_put(&title, " of %d", sel.seat + 1);
    select_moves(d, &sel);
    if (pt_is(w, "="))
        expect_list(d, &sel, line);
    else if (pt_is(w, "count"))
        expect_count(d, &sel, line);
    else if (pt_is(w, "has") || pt_is(w, "lacks"))
        expect_member(d, &sel, line, pt_is(w, "has"));
    else if (luck && pt_is(w, "odds"))
        expect_odds(d, line);
    else
        pt_scenario_fail(d, "'%.*s' is neither a verb of %s nor =, count, has or lacks",
                         pt_scenario_shown(w), w.at, d->game->title);
}

/* --- whose turn, points, places --- */

/* The words of a line as one canonical text: single spaces between them. */
static void squeeze(pt_words line, pt_text *out) {
    for (pt_word w = pt_next(&line); w.length; w = pt_next(&line)) {
        if (out->used) pt_putc(out, ' ');
        pt_putn(out, w.at, w.length);
    }
}

void pt_scenario_compare(pt_scenario_runner *d, const char *title, pt_words wanted,
                         const char *found) {
    PT_TEXT(text, 512);
    squeeze(wanted, &text);
    if (strcmp(text.at, found) != 0)
        pt_scenario_fail(d, "%s: expected %s, found %s", title, text.at, found);
}

static void expect_turn(pt_scenario_runner *d, pt_words line) {
    PT_TEXT(found, 64);
    const pt_head *h = pt_head_of(d->state);
    if (h->node == PT_OVER) pt_puts(&found, "over");
    if (h->node == PT_CHANCE) pt_puts(&found, "luck");
    for (int seat = 0; seat < h->seats; seat++)
        if (pt_has(h->owes, seat)) pt_put(&found, "%s%d", found.used ? " " : "", seat + 1);
    pt_scenario_compare(d, "turn", line, found.at);
}

static void expect_score(pt_scenario_runner *d, pt_words line) {
    PT_TEXT(found, 128);
    int32_t points[PT_SEATS] = {0};
    d->game->score(d->state, points);
    for (int seat = 0; seat < d->config.seats; seat++) {
        if (seat) pt_putc(&found, ' ');
        pt_print_points(d->game, points[seat], &found);
    }
    pt_scenario_compare(d, "score", line, found.at);
}

static void expect_rank(pt_scenario_runner *d, pt_words line) {
    assert(d->config.seats == pt_head_of(d->state)->seats);
    PT_TEXT(found, 64);
    uint8_t place[PT_SEATS] = {0};
    d->game->rank(d->state, place);
    for (int seat = 0; seat < d->config.seats; seat++)
        pt_put(&found, "%s%d", seat ? " " : "", place[seat]);
    pt_scenario_compare(d, "rank", line, found.at);
}

/* explains SEAT RULE POINTS [WORDS]: the seat's score has such a line. */
static void expect_line(pt_scenario_runner *d, pt_words line) {
    pt_line lines[256];
    PT_TEXT(found, 400);
    int seat = pt_scenario_seat(d, pt_next(&line));
    if (seat == PT_NO_SEAT) return;
    pt_word rule = pt_next(&line), points = pt_next(&line);
    PT_TEXT(words, 128);
    squeeze(line, &words);
    if (seat == PT_LUCK || !points.length || d->game->max_lines > 256) {
        pt_scenario_fail(d, "write: explains SEAT RULE POINTS [WORDS]");
        return;
    }
    int n = d->game->explain(d->state, seat, lines);
    for (int i = 0; i < n; i++) {
        PT_TEXT(text, 32);
        PT_TEXT(said, PT_LINE_WORDS);
        pt_print_points(d->game, lines[i].points, &text);
        pt_say_line(&lines[i], &said);
        if (pt_is(points, text.at) && pt_is(rule, lines[i].rule) && strstr(said.at, words.at))
            return;
        pt_put(&found, "; %s %s %s", lines[i].rule, text.at, said.at);
    }
    pt_scenario_fail(d, "no such line in the score of %d%s", seat + 1, found.at);
}

/* --- fields --- */

/* FIELD [KEY] VALUE in a state or a view. VALUE is read onto a copy and printed again, so that
 * it may be written in any way the field can be. What a view hides is printed with marks that
 * nobody can read back (?): there the texts are compared as they are. */
static void expect_field(pt_scenario_runner *d, const void *state, pt_words line, bool view) {
    PT_TEXT(why, 256);
    PT_TEXT(found, 512);
    PT_TEXT(wanted, 512);
    pt_words value = line;
    pt_word name = pt_next(&value);
    const pt_field *f = pt_field_named(d->game, name);
    int key;
    if (!f) {
        pt_scenario_fail(d, "%s has no field '%.*s'", d->game->title, pt_scenario_shown(name),
                         name.at);
        return;
    }
    if (!pt_field_key(f, &value, &key, &why)) {
        pt_scenario_fail(d, "%s", why.at);
        return;
    }
    pt_print_field(f, state, key, &found);
    uint64_t copy[PT_STATE_MAX / 8], given = 0;
    memcpy(copy, state, d->game->state_size);
    pt_err err = pt_parse_field(d->game, copy, line.at, &given, &why);
    if (err && !view) {
        pt_scenario_fail(d, "%s", why.at);
        return;
    }
    if (err)
        squeeze(value, &wanted);
    else
        pt_print_field(f, copy, key, &wanted);
    if (strcmp(found.at, wanted.at) != 0)
        pt_scenario_fail(d, "%s%s%s: expected %s, found %s", f->name, f->keys ? " " : "",
                         f->keys ? f->keys[key] : "", wanted.at, found.at);
}

void pt_scenario_same_field(pt_scenario_runner *d, const pt_field *f, const void *a,
                            const void *b) {
    for (int key = 0; key == 0 || (f->keys && f->keys[key]); key++) {
        PT_TEXT(one, 1024);
        PT_TEXT(other, 1024);
        pt_print_field(f, a, key, &one);
        pt_print_field(f, b, key, &other);
        if (strcmp(one.at, other.at) != 0)
            pt_scenario_fail(d, "the views differ: %s%s%s was %.200s, and is %.200s", f->name,
                             f->keys ? " " : "", f->keys ? f->keys[key] : "", one.at, other.at);
    }
}

/* seen SEAT FIELD ..., seen public FIELD ... */
static void expect_seen(pt_scenario_runner *d, pt_words line) {
    pt_word who = pt_next(&line);
    int viewer = pt_is(who, "public") ? PT_PUBLIC : pt_scenario_seat(d, who);
    if (viewer == PT_NO_SEAT) return;
    pt_observe(d->game, d->state, viewer, d->spare);
    expect_field(d, d->spare, line, true);
}

/* timeout SEAT = MOVE, timeout SEAT = none: what is made for the seat when its time is up. */
static void expect_timeout(pt_scenario_runner *d, pt_words line) {
    PT_TEXT(found, 128);
    int seat = pt_scenario_seat(d, pt_next(&line));
    if (seat == PT_NO_SEAT) return;
    if (seat == PT_LUCK || !pt_is(pt_next(&line), "=")) {
        pt_scenario_fail(d, "write: timeout PLAYER = MOVE");
        return;
    }
    pt_observe(d->game, d->state, seat, d->spare);
    bool owes = pt_has(pt_head_of(d->state)->owes, seat);
    pt_move m = d->game->timeout && owes ? d->game->timeout(d->spare, seat) : 0;
    if (m)
        pt_print_move(d->game->verbs, m, &found);
    else
        pt_puts(&found, "none");
    pt_scenario_compare(d, "timeout", line, found.at);
}

bool pt_scenario_expect(pt_scenario_runner *d, pt_words line) {
    assert(d->game && d->playing);
    pt_word w = pt_next(&line);
    if (pt_is(w, "legal"))
        expect_moves(d, line, false);
    else if (pt_is(w, "chance"))
        expect_moves(d, line, true);
    else if (pt_is(w, "turn"))
        expect_turn(d, line);
    else if (pt_is(w, "score"))
        expect_score(d, line);
    else if (pt_is(w, "rank"))
        expect_rank(d, line);
    else if (pt_is(w, "explains"))
        expect_line(d, line);
    else if (pt_is(w, "expect"))
        expect_field(d, d->state, line, false);
    else if (pt_is(w, "seen"))
        expect_seen(d, line);
    else if (pt_is(w, "timeout"))
        expect_timeout(d, line);
    else
        return false;
    d->result.expectations++;
    return true;
}
