/* The law of studies: every event goes through its text; what is refused changes nothing; the
 * rules judge every move; what leaves as a record or as a lesson is one. */
/* SPDX-License-Identifier: MIT */
#include "core/record.h"
#include "core/rng.h"
#include "core/scenario.h"
#include "study/event.h"
#include "study/tell.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

enum { TOLD = 1 << 20 };

typedef struct desk {
    pt_study *study;
    pt_study_event e;
    int64_t now;
    char **lines;
    int count;
    char line[PT_STUDY_LINE];
} desk;

/* All that anybody can learn about it. */
static char *told(const pt_study *s) {
    size_t size = pt_study_told_size(s);
    char *memory = malloc(size);
    pt_text out = pt_text_on(memory, size);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    if (s->game) pt_study_tell(&j, s);
    if (s->game) pt_study_tell_changes(&j, s, 1);
    for (int i = 0; i < s->people; i++) pt_key_int(&j, "role", s->role[i]);
    pt_close(&j, '}');
    cr_assert(!out.cut);
    return memory;
}

/* Writes the event, reads it, and folds what was read. Returns the key of a refusal, or NULL.
 */
static const char *put(desk *d) {
    PT_TEXT(why, 512);
    pt_text line = pt_text_on(d->line, sizeof d->line);
    d->e.at = d->now++;
    pt_study_print(d->study, &d->e, &line);
    cr_assert(!line.cut);
    if (!pt_study_read(d->study, d->line, &why)) return why.key ? why.key : "?";
    d->lines = realloc(d->lines, (size_t)(d->count + 1) * sizeof *d->lines);
    d->lines[d->count++] = strdup(d->line);
    return NULL;
}

static pt_study_event *event(desk *d, pt_study_kind kind, int by) {
    memset(&d->e, 0, sizeof d->e);
    d->e.kind = kind;
    d->e.by = d->e.who = (uint8_t)by;
    return &d->e;
}

static const char *role(desk *d, int by, int who, pt_study_role what) {
    pt_study_event *e = event(d, PT_STUDY_ROLE, by);
    e->who = (uint8_t)who;
    e->role = (uint8_t)what;
    return put(d);
}

static const char *chapter(desk *d, int by, int seats, const char *name) {
    pt_study_event *e = event(d, PT_STUDY_CHAPTER, by);
    e->node = (uint16_t)(d->study->nodes + 1);
    e->config = pt_config_normal(d->study->game, seats);
    pt_copy(e->text, sizeof e->text, name);
    return put(d);
}

static const char *move(desk *d, int by, int parent, int seat, const char *text) {
    pt_study_event *e = event(d, PT_STUDY_MOVE, by);
    e->node = (uint16_t)(d->study->nodes + 1);
    e->parent = (uint16_t)parent;
    e->seat = (int8_t)seat;
    pt_copy(e->text, sizeof e->text, text);
    return put(d);
}

static const char *set(desk *d, int by, pt_study_cell cell, int node, const char *text) {
    pt_study_event *e = event(d, PT_STUDY_SET, by);
    e->cell = (uint8_t)cell;
    e->node = (uint16_t)node;
    pt_copy(e->text, sizeof e->text, text);
    return put(d);
}

static const char *mark(desk *d, int by, int node, const char *from, const char *to,
                        const char *colour) {
    pt_study_event *e = event(d, PT_STUDY_SET, by);
    e->cell = PT_CELL_MARK;
    e->node = (uint16_t)node;
    pt_copy(e->from, sizeof e->from, from);
    pt_copy(e->to, sizeof e->to, to);
    pt_copy(e->text, sizeof e->text, colour);
    return put(d);
}

static const char *undo(desk *d, int by, int change) {
    event(d, PT_STUDY_UNDO, by)->change = (uint16_t)change;
    return put(d);
}

/* A study of three people: the owner 0, an editor 1, a reader 2. */
static desk *desk_of(const char *game) {
    desk *d = calloc(1, sizeof *d);
    d->study = pt_study_new();
    d->now = 1760000000000;
    pt_study_event *e = event(d, PT_STUDY_MADE, 0);
    pt_copy(e->game, sizeof e->game, game);
    pt_copy(e->text, sizeof e->text, "Streets and gates");
    cr_assert_null(put(d));
    cr_assert_null(role(d, 0, 0, PT_STUDY_OWNER));
    cr_assert_null(role(d, 0, 1, PT_STUDY_EDITOR));
    cr_assert_null(role(d, 2, 2, PT_STUDY_READER));
    return d;
}

static void done(desk *d) {
    for (int i = 0; i < d->count; i++) free(d->lines[i]);
    free(d->lines);
    pt_study_free(d->study);
    free(d);
}

#define REFUSED(d, key, what)                                                                  \
    do {                                                                                       \
        char *was = told((d)->study);                                                          \
        const char *said = what;                                                               \
        cr_assert_not_null(said, "%s: not refused", key);                                      \
        cr_assert_str_eq(said, key);                                                           \
        char *is = told((d)->study);                                                           \
        cr_assert_str_eq(was, is, "%s: changed", key);                                         \
        free(was);                                                                             \
        free(is);                                                                              \
    } while (0)

Test(study, who_may_do_what) {
    desk *d = desk_of("mykerinos");
    REFUSED(d, "read-only", chapter(d, 2, 2, "Mine"));
    REFUSED(d, "owner", role(d, 1, 2, PT_STUDY_EDITOR));
    REFUSED(d, "owner", role(d, 2, 2, PT_STUDY_EDITOR));
    REFUSED(d, "owner", role(d, 0, 0, PT_STUDY_READER));
    REFUSED(d, "owner", role(d, 0, 1, PT_STUDY_OWNER));
    REFUSED(d, "nobody", role(d, 0, 9, PT_STUDY_EDITOR));
    REFUSED(d, "owner", set(d, 1, PT_CELL_ACCESS, 0, "all"));
    cr_assert_null(role(d, 2, 2, PT_STUDY_ASKS));
    REFUSED(d, "read-only", chapter(d, 2, 2, "Mine"));
    cr_assert_null(role(d, 0, 2, PT_STUDY_EDITOR));
    cr_assert_null(chapter(d, 2, 2, "Mine"));
    REFUSED(d, "edits", role(d, 2, 2, PT_STUDY_ASKS));
    cr_assert_null(role(d, 0, 1, PT_STUDY_NOBODY));
    REFUSED(d, "read-only", set(d, 1, PT_CELL_COMMENT, 1, "No."));
    cr_assert_null(set(d, 0, PT_CELL_ACCESS, 0, "link"));
    done(d);
}

Test(study, the_rules_judge_every_move) {
    desk *d = desk_of("myriath");
    cr_assert_null(chapter(d, 0, 2, "Ends"));
    const pt_game *g = d->study->game;
    pt_move list[4096];
    const pt_head *h = pt_study_state(d->study, 1);
    cr_assert_eq(h->node, PT_CHANCE);
    REFUSED(d, "unreadable", move(d, 0, 1, 0, "castle"));
    pt_chance luck[64];
    cr_assert_gt(g->chance(h, luck), 0);
    PT_TEXT(first, 128);
    pt_print_move(g->verbs, luck[0].move, &first);
    cr_assert_not_null(move(d, 0, 1, 0, first.at)); /* luck's, not a seat's */
    REFUSED(d, "seat", move(d, 0, 1, 4, first.at));
    REFUSED(d, "gone", move(d, 0, 7, PT_LUCK, first.at));
    cr_assert_null(move(d, 0, 1, PT_LUCK, first.at));
    REFUSED(d, "same-move", move(d, 0, 1, PT_LUCK, first.at));
    h = pt_study_state(d->study, 2);
    int seat = pt_mover(h), n = g->legal(h, seat, list);
    PT_TEXT(text, 128);
    pt_print_move(g->verbs, list[n - 1], &text);
    cr_assert_null(move(d, 1, 2, seat, text.at));
    cr_assert_not_null(move(d, 1, 3, seat, text.at), "the other one's turn");
    done(d);
}

Test(study, words_and_marks_are_bounded) {
    desk *d = desk_of("myriath");
    char many[3000];
    cr_assert_null(chapter(d, 0, 2, "Ends"));
    REFUSED(d, "same", set(d, 0, PT_CELL_COMMENT, 1, ""));
    cr_assert_null(set(d, 0, PT_CELL_COMMENT, 1, "Two lines\nand a \\ back{slash}"));
    memset(many, 'x', sizeof many);
    many[PT_STUDY_WORDS - 1] = 0;
    cr_assert_null(set(d, 0, PT_CELL_COMMENT, 1, many));
    REFUSED(d, "line", set(d, 0, PT_CELL_COMMENT, 1, "bell \a"));
    REFUSED(d, "words", set(d, 0, PT_CELL_COMMENT, 1, "half \xC3"));
    REFUSED(d, "words", set(d, 0, PT_CELL_COMMENT, 1, "turned \xE2\x80\xAE round"));
    REFUSED(d, "value", set(d, 0, PT_CELL_VERDICT, 1, "!!!"));
    REFUSED(d, "no-node", set(d, 0, PT_CELL_VERDICT, 1, "!"));
    REFUSED(d, "no-node", set(d, 0, PT_CELL_COMMENT, 2, "Where?"));
    REFUSED(d, "name", set(d, 0, PT_CELL_TITLE, 1, " "));
    REFUSED(d, "value", set(d, 0, PT_CELL_FRONT, 1, "first"));
    REFUSED(d, "place", mark(d, 0, 1, "a5", "<svg>", "red"));
    REFUSED(d, "value", mark(d, 0, 1, "a5", "b5", "blue"));
    for (int i = 0; i < PT_STUDY_MARKS; i++) {
        snprintf(many, sizeof many, "a%d", i);
        cr_assert_null(mark(d, i % 2, 1, many, "b5", "red"));
    }
    REFUSED(d, "marks", mark(d, 0, 1, "c1", "c2", "green"));
    cr_assert_null(mark(d, 1, 1, "a3", "b5", "")); /* the last writer wins */
    cr_assert_null(mark(d, 0, 1, "c1", "c1", "amber"));
    /* A comment is its writer's; the owner can only rub it out. */
    pt_study_event *e = event(d, PT_STUDY_SET, 1);
    e->cell = PT_CELL_COMMENT, e->node = 1, e->who = 0;
    REFUSED(d, "writer", put(d));
    cr_assert_null(set(d, 1, PT_CELL_COMMENT, 1, "And I."));
    e = event(d, PT_STUDY_SET, 0);
    e->cell = PT_CELL_COMMENT, e->node = 1, e->who = 1;
    pt_copy(e->text, sizeof e->text, "Words in another's mouth");
    REFUSED(d, "writer", put(d));
    e->text[0] = 0;
    cr_assert_null(put(d));
    done(d);
}

Test(study, its_author_and_the_owner_undo_the_last_change_of_a_thing) {
    desk *d = desk_of("myriath");
    cr_assert_null(chapter(d, 1, 2, "Ends"));                  /* change 1 */
    cr_assert_null(set(d, 1, PT_CELL_COMMENT, 1, "First"));    /* 2 */
    cr_assert_null(set(d, 1, PT_CELL_COMMENT, 1, "Second"));   /* 3 */
    cr_assert_null(set(d, 0, PT_CELL_TITLE, 1, "Other ends")); /* 4 */
    REFUSED(d, "since", undo(d, 1, 2));
    REFUSED(d, "author", undo(d, 1, 4));
    REFUSED(d, "read-only", undo(d, 2, 3));
    REFUSED(d, "no-change", undo(d, 0, 9));
    cr_assert_null(undo(d, 0, 3));
    cr_assert_str_eq(pt_study_text(d->study, d->study->comment[1].value), "First");
    REFUSED(d, "since", undo(d, 0, 3));
    cr_assert_null(undo(d, 1, 2)); /* now it is the last again */
    cr_assert_str_eq(pt_study_text(d->study, d->study->comment[1].value), "");
    cr_assert_null(undo(d, 1, 1));
    cr_assert(!pt_study_lives(d->study, 1));
    REFUSED(d, "gone", set(d, 1, PT_CELL_COMMENT, 1, "Into the void"));
    cr_assert_null(set(d, 1, PT_CELL_GONE, 1, ""));
    cr_assert(pt_study_lives(d->study, 1));
    done(d);
}

/* --- at random, in every game --- */

static int any_node(const pt_study *s, pt_rng *rng) {
    for (int tries = 0; tries < 20; tries++) {
        int node = 1 + (int)pt_below(rng, (uint32_t)s->nodes);
        if (pt_study_lives(s, node)) return node;
    }
    return 0;
}

static const char *random_move(desk *d, pt_rng *rng, int by) {
    static pt_move list[1 << 16];
    static pt_chance luck[1 << 14];
    const pt_game *g = d->study->game;
    int node = pt_below(rng, 3) ? d->study->nodes : any_node(d->study, rng);
    if (!pt_study_lives(d->study, node)) return "dead";
    const void *state = pt_study_state(d->study, node);
    int seat = pt_mover(state), n = 0;
    pt_move m = 0;
    if (pt_head_of(state)->node == PT_CHANCE) {
        n = g->chance(state, luck);
        m = luck[pt_below(rng, (uint32_t)n)].move;
    } else if (pt_head_of(state)->node == PT_DECIDE) {
        n = g->legal(state, seat, list);
        m = list[pt_below(rng, (uint32_t)n)];
    }
    PT_TEXT(text, 256);
    if (m) pt_print_move(g->verbs, m, &text);
    return move(d, by, node, seat, m ? text.at : "nothing");
}

static void random_event(desk *d, pt_rng *rng) {
    static const char *const places[] = {"a1", "b2", "n7", "L6"};
    static const char *const colours[] = {"green", "red", "amber", ""};
    static const char *const verdicts[] = {"!", "?", "", "="};
    int by = (int)pt_below(rng, 3), node = any_node(d->study, rng);
    PT_TEXT(words, 64);
    pt_put(&words, "Words %u\n\\end", pt_below(rng, 50));
    switch (pt_below(rng, 10)) {
    case 0: set(d, by, PT_CELL_COMMENT, node, words.at); break;
    case 1: set(d, by, PT_CELL_VERDICT, node, verdicts[pt_below(rng, 4)]); break;
    case 2:
        mark(d, by, node, places[pt_below(rng, 4)], places[pt_below(rng, 4)],
             colours[pt_below(rng, 4)]);
        break;
    case 3: undo(d, by, 1 + (int)pt_below(rng, (uint32_t)d->study->changes + 1)); break;
    case 4:
        if (pt_below(rng, 8) == 0)
            set(d, by, PT_CELL_GONE, 1 + (int)pt_below(rng, (uint32_t)d->study->nodes),
                pt_below(rng, 2) ? "yes" : "");
        break;
    case 5: {
        pt_study_event e;
        if (node && !pt_study_is_root(d->study, node) &&
            pt_study_front_event(d->study, node, &e)) {
            d->e = e;
            d->e.by = (uint8_t)by;
            put(d);
        }
        break;
    }
    default: random_move(d, rng, by); break;
    }
}

/* Every line of a chapter, read by those who read records. */
static void check_lines(desk *d) {
    static char text[TOLD];
    static pt_replay r;
    const pt_study *s = d->study;
    for (int node = 1; node <= s->nodes; node++) {
        uint16_t child[8];
        if (!pt_study_lives(s, node) || pt_study_children(s, node, child, 8)) continue;
        pt_text out = pt_text_on(text, sizeof text);
        PT_TEXT(why, 512);
        pt_study_record(d->study, node, NULL, NULL, &out);
        cr_assert(!out.cut);
        cr_assert_eq(pt_replay_all(&r, text, &why), PT_OK, "%s: line %d: %s", s->game->name,
                     r.line, why.at);
        uint16_t path[PT_STUDY_NODES];
        cr_assert_eq(r.moves, pt_study_path(s, node, path));
        cr_assert_eq(memcmp(r.state, pt_study_state(d->study, node), s->game->state_size), 0);
    }
}

static void no_report(void *to, const pt_scenario *result) {
    if (!result->passed) *(pt_scenario *)to = *result;
}

static void check_lesson(desk *d) {
    static char text[TOLD];
    static pt_scenario_runner runner;
    pt_text out = pt_text_on(text, sizeof text);
    pt_scenario bad = {0};
    if (!pt_study_lives(d->study, 1)) return;
    pt_study_lesson(d->study, 1, &out);
    pt_scenario_tally t = pt_run_scenarios(&runner, text, no_report, &bad);
    cr_assert_eq(t.failed, 0, "%s: line %d: %s", d->study->game->name, bad.at,
                 bad.words ? bad.words : "?");
}

/* Stopped anywhere, it goes on from its lines; and its lines alone make it. */
static void check_lines_alone(desk *d) {
    pt_study *again = pt_study_new();
    for (int i = 0; i < d->count; i++) cr_assert(pt_study_read(again, d->lines[i], NULL));
    char *one = told(d->study), *other = told(again);
    cr_assert_str_eq(one, other);
    free(one);
    free(other);
    pt_study_free(again);
}

Test(study, random_edits_of_three_people_in_every_game) {
    for (int g = 0; pt_games[g]; g++)
        for (int seed = 1; seed <= 3; seed++) {
            pt_rng rng = {(uint64_t)(seed + 31 * g)};
            desk *d = desk_of(pt_games[g]->name);
            int seats = pt_games[g]->min_seats;
            cr_assert_null(chapter(d, 0, seats, "One"));
            for (int i = 0; i < 400; i++) {
                random_event(d, &rng);
                if (!pt_study_lives(d->study, 1)) set(d, 0, PT_CELL_GONE, 1, "");
            }
            cr_assert_gt(d->study->nodes, 20);
            check_lines_alone(d);
            check_lines(d);
            check_lesson(d);
            done(d);
        }
}

/* --- records come in --- */

static bool take(void *host, pt_study_event *e, pt_text *why) {
    desk *d = host;
    (void)why;
    d->e = *e;
    return put(d) == NULL;
}

Test(study, a_record_becomes_a_chapter_and_comes_out_as_it_was) {
    static char text[TOLD];
    static const char record[] = "[Game \"myriath\"]\n[Players \"2\"]\n[Options \"start=1\"]\n"
                                 "[Result \"*\"]\n\n"
                                 "1 oct c3 {a quiet start} {%clk 0:01:02} {%mark c3 d4 red}\n";
    desk *d = desk_of("myriath");
    PT_TEXT(why, 512);
    cr_assert(pt_study_import(d->study, record, "From a game", 1, take, d, &why), "%s", why.at);
    int node = d->study->nodes;
    cr_assert_str_eq(pt_study_text(d->study, d->study->comment[1].value), "a quiet start");
    pt_text out = pt_text_on(text, sizeof text);
    pt_study_record(d->study, node, NULL, NULL, &out);
    cr_assert_not_null(strstr(text, "1 oct c3 {a quiet start} {%mark c3 d4 red}\n"), "%s",
                       text);
    int nodes = d->study->nodes;
    cr_assert_not(pt_study_import(d->study, "[Game \"mykerinos\"]\n[Players \"2\"]\n", "Other",
                                  1, take, d, &why));
    cr_assert_not(pt_study_import(d->study, "no record", "Other", 1, take, d, &why));
    cr_assert_eq(d->study->nodes, nodes);
    done(d);
}

Test(study, lines_that_are_none_are_refused) {
    desk *d = desk_of("myriath");
    static const char *const bad[] = {"",
                                      "1",
                                      "1 set",
                                      "01 undo 0 1",
                                      "9999999999999 undo 0  1",
                                      "9999999999999 undo 0 1 ",
                                      "9999999999999 fly 0 1",
                                      "9999999999999 chapter 0 1 9 - Many",
                                      "9999999999999 move 0 1",
                                      "9999999999999 chapter 0 1 2 start=9 Bad",
                                      "9999999999999 set 0 comment 1 0 - - a\\b",
                                      "9999999999999 role 0 1 king",
                                      "9999999999999 make myriath Again"};
    cr_assert_null(chapter(d, 0, 2, "One"));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        PT_TEXT(why, 256);
        char *was = told(d->study);
        cr_assert_not(pt_study_read(d->study, bad[i], &why), "%s", bad[i]);
        char *is = told(d->study);
        cr_assert_str_eq(was, is);
        cr_assert(why.used);
        free(was);
        free(is);
    }
    done(d);
}

/* A study that is full says so, and can still be read. */
Test(study, the_bounds_hold) {
    desk *d = desk_of("myriath");
    char name[32];
    for (int i = 0; i < PT_STUDY_CHAPTERS; i++) {
        snprintf(name, sizeof name, "Chapter %d", i + 1);
        cr_assert_null(chapter(d, 0, 2, name));
    }
    REFUSED(d, "chapters", chapter(d, 0, 2, "One more"));
    for (int i = 3; i < PT_STUDY_PEOPLE; i++) cr_assert_null(role(d, i, i, PT_STUDY_READER));
    REFUSED(d, "people", role(d, 0, PT_STUDY_PEOPLE, PT_STUDY_READER));
    char words[PT_STUDY_WORDS];
    memset(words, 'x', sizeof words - 1);
    words[sizeof words - 1] = 0;
    const char *said = NULL;
    for (int i = 0; i < 2000 && !said; i++) {
        words[0] = (char)('a' + i % 26);
        said = set(d, 0, PT_CELL_COMMENT, 1 + i % 20, words);
    }
    cr_assert_str_eq(said, "full");
    cr_assert_leq(d->study->used, (uint32_t)PT_STUDY_BYTES);
    check_lines_alone(d);
    done(d);
}
