/* The verb table: notation, structure and index of moves, over the whole move space of every
 * game. */
/* SPDX-License-Identifier: MIT */
#include "core/game.h"
#include "invariants/invariants.h"
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

Test(move, a_move_holds_its_verb_and_arguments) {
    pt_move m = pt_mv(7, 1, 255, 3);
    cr_assert_eq(pt_verb_of(m), 7);
    cr_assert_eq(pt_arg(m, 0), 1);
    cr_assert_eq(pt_arg(m, 1), 255);
    cr_assert_eq(pt_arg(m, 2), 3);
}

/* --- a small table with every kind of kind --- */

static const char *const colours[] = {"red", "redder", "blue"};
static const char *const marks[] = {"", "!"};
static const pt_kind colour = {.name = "colour", .count = 3, .names = colours};
static const pt_kind mark = {.name = "mark", .count = 2, .names = marks};
static const pt_kind coins = {.name = "coins", .count = 12, .first = -1};

/* From a number 0..4 one step up or down, written as the number it leads to. */
static int walk(const uint8_t args[PT_ARGS], int i) {
    int to = args[0] + (args[i] ? 1 : -1);
    return to >= 0 && to < 5 ? to : -1;
}
static const pt_kind place = {.name = "place", .count = 5};
static const pt_kind step = {.name = "step", .count = 2, .as = &place, .resolve = walk};

/* Values four apart mean the same. */
static int lowest(const uint8_t args[PT_ARGS], int i) { return args[i] % 4; }
static const pt_kind angle = {.name = "angle", .count = 8, .canonical = lowest};

static const pt_verb rows[] = {
    {0},
    {"bid %", {&coins}, false},
    {"paint %%", {&colour, &mark}, false},
    {"go % %", {&place, &step}, false},
    {"gift %@%", {&coins, &colour}, false},
    {"pass", {NULL}, false},
    {"turn %", {&angle}, false},
    {"spin % % %", {&angle, &coins, &angle}, false},
    {"beyond", {NULL}, false},
};
static const pt_verbs table = {rows, 8}; /* without the last one */

static void prints(pt_move m, const char *text) {
    PT_TEXT(t, 64);
    pt_print_move(table, m, &t);
    cr_expect_str_eq(t.at, text);
    cr_expect_eq(pt_parse_move(table, text), m, "'%s' is read as %08x", text,
                 pt_parse_move(table, text));
}

Test(move, notation_follows_the_form) {
    prints(pt_mv(1, 0, 0, 0), "bid -1");
    prints(pt_mv(1, 1, 0, 0), "bid 0");
    prints(pt_mv(1, 11, 0, 0), "bid 10");
    prints(pt_mv(2, 0, 0, 0), "paint red");
    prints(pt_mv(2, 1, 1, 0), "paint redder!");
    prints(pt_mv(3, 4, 0, 0), "go 4 3");
    prints(pt_mv(4, 3, 2, 0), "gift 2@blue");
    prints(pt_mv(5, 0, 0, 0), "pass");
    prints(pt_mv(7, 1, 0, 7), "spin 1 -1 7");
}

Test(move, a_word_has_one_value_or_none) {
    static const struct {
        const pt_kind *kind;
        const char *text;
        size_t length;
        int value;
    } words[] = {
        {&coins, "-1", 2, 0},   {&coins, "10", 2, 11},     {&coins, "10", 1, -1},
        {&coins, "-9", 2, -1},  {&coins, "99", 2, -1},     {&coins, "99", 0, -1},
        {&coins, "1x", 2, -1},  {&coins, "", 0, -1},       {&coins, "-2", 0, -1},
        {&colour, "red", 3, 0}, {&colour, "redder", 6, 1}, {&colour, "redder", 3, -1},
        {&colour, "", 0, -1},   {&colour, "x", 1, -1},     {&mark, "", 0, 0},
        {&mark, "!", 1, 1},     {&mark, "?", 1, -1},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        cr_expect_eq(pt_parse_value(words[i].kind, (pt_word){words[i].text, words[i].length}),
                     words[i].value, "'%s'", words[i].text);
}

Test(move, a_canonical_move_has_the_canonical_value_of_each_argument) {
    cr_expect_eq(pt_canonical(table, pt_mv(6, 6, 0, 0)), pt_mv(6, 2, 0, 0));
    cr_expect_eq(pt_canonical(table, pt_mv(7, 5, 5, 7)), pt_mv(7, 1, 5, 3));
    cr_expect_eq(pt_canonical(table, pt_mv(1, 6, 0, 0)), pt_mv(1, 6, 0, 0));
    cr_expect_eq(pt_canonical(table, 0), 0);
}

Test(move, anything_else_is_not_read) {
    const char *const bad[] = {"",       "bid",    "bid x",         "bid 11",
                               "bid -2", "bid 01", "bid 1x",        "bid 1 2",
                               "bidx 1", "bid+1",  "bid -0",        "paint",
                               "go 4 5", "go 5 4", "gift 2 @red",   "pass 1",
                               "Pass",   "passs",  "paint red ! x", "bid 99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect_eq(pt_parse_move(table, bad[i]), 0, "read '%s'", bad[i]);
}

/* So that check() can say that it is too far. */
Test(move, a_place_that_no_step_leads_to_is_read) {
    prints(pt_mv(3, 4, 2 + 1, 0), "go 4 1");
    cr_expect(pt_well_formed(table, pt_mv(3, 4, 2 + 1, 0)));
    cr_expect(!pt_well_formed(table, pt_mv(3, 4, 2 + 3, 0)), "a step leads to 3");
    cr_expect(!pt_well_formed(table, pt_mv(3, 4, 2 + 5, 0)), "there is no place 5");
}

Test(move, white_space_between_words_is_free) {
    cr_assert_eq(pt_parse_move(table, "  go \t 1   2 \n"), pt_mv(3, 1, 1, 0));
    cr_assert_eq(pt_parse_move(table, "\rgo\v1\f2\r"), pt_mv(3, 1, 1, 0));
    cr_assert_eq(pt_parse_move(table, "go\b1 2"), 0);
    cr_assert_eq(pt_parse_move(table, "go 1\x0E"
                                      "2"),
                 0);
}

Test(move, only_moves_of_the_table_are_well_formed) {
    cr_expect(pt_well_formed(table, pt_mv(3, 0, 1, 0)));
    cr_expect(!pt_well_formed(table, pt_mv(3, 0, 0, 0)), "a step off the board");
    cr_expect(!pt_well_formed(table, 0), "no move");
    cr_expect(!pt_well_formed(table, pt_mv(8, 0, 0, 0)), "no such verb");
    cr_expect(!pt_well_formed(table, pt_mv(1, 12, 0, 0)), "an argument too big");
    cr_expect(!pt_well_formed(table, pt_mv(5, 0, 0, 1)), "an argument too many");
}

Test(move, the_structured_form_names_what_is_pointed_at) {
    PT_TEXT(t, 256);
    pt_json j = pt_json_on(&t);
    pt_json_move(&j, table, pt_mv(3, 1, 1, 0));
    cr_assert_str_eq(t.at, "{\"text\":\"go 1 2\",\"verb\":\"go\",\"args\":["
                           "{\"kind\":\"place\",\"value\":\"1\"},"
                           "{\"kind\":\"place\",\"value\":\"2\"}]}");
    pt_clear(&t);
    j = pt_json_on(&t);
    pt_json_move(&j, table, pt_mv(7, 1, 2, 3));
    cr_assert_str_eq(t.at, "{\"text\":\"spin 1 1 3\",\"verb\":\"spin\",\"args\":["
                           "{\"kind\":\"angle\",\"value\":\"1\"},"
                           "{\"kind\":\"coins\",\"value\":\"1\"},"
                           "{\"kind\":\"angle\",\"value\":\"3\"}]}");
}

/* --- the move space of every game --- */

Test(move, every_index_is_one_move_in_ascending_order) {
    for (int g = 0; pt_games[g]; g++) {
        pt_space space = pt_move_space(pt_games[g]->verbs);
        pt_move last = 0;
        for (uint32_t i = 0; i < pt_space_size(&space); i++) {
            pt_move m = pt_move_at(&space, i);
            cr_assert_gt(m, last, "%s: index %u", pt_games[g]->name, i);
            cr_assert_eq(pt_index_of(&space, m), i, "%s: index %u", pt_games[g]->name, i);
            last = m;
        }
        cr_expect_gt(pt_space_size(&space), 0);
    }
}

static int as_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

Test(move, the_players_moves_come_first_in_every_game) {
    for (int g = 0; pt_games[g]; g++) {
        pt_verbs v = pt_games[g]->verbs;
        pt_space space = pt_move_space(v);
        uint32_t players = pt_player_space(v, &space), size = pt_space_size(&space);
        cr_assert(players > 0 && players < size, "%s", pt_games[g]->name);
        for (uint32_t i = 0; i < size; i++)
            cr_assert_eq(v.row[pt_verb_of(pt_move_at(&space, i))].chance, i >= players,
                         "%s, index %u", pt_games[g]->name, i);
    }
}

Test(move, one_side_may_have_all_the_moves) {
    const pt_verb luck[] = {{0}, {.form = "draw %", .kind = {&coins}, .chance = true}};
    pt_verbs v = {luck, 2};
    pt_space space = pt_move_space(v);
    cr_assert_eq(pt_player_space(v, &space), 0);
    const pt_verb choices[] = {{0}, {.form = "pay %", .kind = {&coins}}};
    v.row = choices;
    cr_assert_eq(pt_player_space(v, &space), 12);
}

/* Printing and parsing are each other's inverse, and no two moves share a text. */
Test(move, every_move_of_every_game_round_trips) {
    for (int g = 0; pt_games[g]; g++) {
        pt_verbs v = pt_games[g]->verbs;
        pt_space space = pt_move_space(v);
        uint32_t size = pt_space_size(&space), n = 0;
        char **texts = malloc(size * sizeof *texts);
        for (uint32_t i = 0; i < size; i++) {
            pt_move m = pt_move_at(&space, i);
            if (!pt_well_formed(v, m)) continue;
            PT_TEXT(t, 256);
            pt_print_move(v, m, &t);
            cr_assert(!t.cut && t.used > 0);
            cr_assert_eq(pt_parse_move(v, t.at), m, "%s: '%s'", pt_games[g]->name, t.at);
            texts[n] = malloc(t.used + 1);
            memcpy(texts[n++], t.at, t.used + 1);
        }
        qsort(texts, n, sizeof *texts, as_text);
        for (uint32_t i = 1; i < n; i++)
            cr_assert_str_neq(texts[i - 1], texts[i], "%s: two moves are '%s'",
                              pt_games[g]->name, texts[i]);
        for (uint32_t i = 0; i < n; i++) free(texts[i]);
        free(texts);
    }
}

/* What no step leads to is read, printed, refused by a rule, and has no index. */
static int check_far(const pt_game *g, const void *state, pt_move m) {
    PT_TEXT(text, 256);
    PT_TEXT(why, 256);
    pt_space space = pt_move_space(g->verbs);
    if (!pt_well_formed(g->verbs, m)) return 0;
    pt_print_move(g->verbs, m, &text);
    cr_assert_eq(pt_parse_move(g->verbs, text.at), m, "%s: '%s'", g->name, text.at);
    cr_assert_eq(g->check(state, 0, m, &why), PT_REFUSED, "%s: '%s'", g->name, text.at);
    cr_assert_eq(why.at[0], 'R');
    uint32_t i = pt_index_of(&space, m);
    cr_assert(i >= pt_space_size(&space) || pt_move_at(&space, i) != m);
    return 1;
}

Test(move, what_no_step_leads_to_is_refused_in_every_game) {
    int seen = 0;
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        uint64_t state[PT_STATE_MAX / 8];
        pt_config config = pt_config_normal(g, g->min_seats);
        pt_start(g, state, &config);
        for (int v = 1; v < g->verbs.count; v++) {
            const pt_kind *from = g->verbs.row[v].kind[0], *way = g->verbs.row[v].kind[1];
            if (!way || !way->as) continue;
            for (unsigned a = 0; a < from->count; a++)
                for (unsigned b = 0; b < way->as->count; b++)
                    for (unsigned c = 0; c < 12; c++)
                        seen += check_far(g, state, pt_mv((unsigned)v, a, way->count + b, c));
        }
    }
    cr_expect_gt(seen, 10000);
}

Test(move, every_move_of_every_game_has_a_structured_form) {
    for (int g = 0; pt_games[g]; g++) {
        pt_space space = pt_move_space(pt_games[g]->verbs);
        for (uint32_t i = 0; i < pt_space_size(&space); i++) {
            pt_move m = pt_move_at(&space, i);
            if (!pt_well_formed(pt_games[g]->verbs, m)) continue;
            PT_TEXT(t, 1024);
            pt_json j = pt_json_on(&t);
            pt_json_move(&j, pt_games[g]->verbs, m);
            cr_assert(invariants_is_json(t.at), "%s: %s", pt_games[g]->name, t.at);
        }
    }
}

Test(move, every_verb_of_every_game_says_what_it_does) {
    for (int g = 0; pt_games[g]; g++)
        for (int verb = 1; verb < pt_games[g]->verbs.count; verb++) {
            const pt_verb *row = &pt_games[g]->verbs.row[verb];
            cr_assert(row->form, "%s: verb %d has no form", pt_games[g]->name, verb);
            PT_TEXT(words, 300);
            pt_verb_words(pt_games[g], row, &words);
            cr_expect(words.used, "%s: %s", pt_games[g]->name, row->form);
            int wanted = 0, kinds = 0;
            for (const char *c = row->form; *c; c++) wanted += *c == '%';
            while (kinds < PT_ARGS && row->kind[kinds]) kinds++;
            cr_expect_eq(wanted, kinds, "%s: %s", pt_games[g]->name, row->form);
        }
}

/* As pt_json_plain wants them: short, and without anything to escape. */
Test(move, every_name_of_every_kind_is_plain) {
    for (int g = 0; pt_games[g]; g++)
        for (int i = PT_ARGS; i < pt_games[g]->verbs.count * PT_ARGS; i++) {
            const pt_kind *k = pt_games[g]->verbs.row[i / PT_ARGS].kind[i % PT_ARGS];
            if (k && k->as) k = k->as;
            for (int value = 0; k && k->names && value < k->count; value++) {
                const char *name = k->names[value];
                cr_assert(name, "%s: %s %d has no name", pt_games[g]->name, k->name, value);
                cr_expect_leq(strlen(name), PT_PLAIN_MAX, "%s", name);
                for (const char *c = name; *c; c++)
                    cr_expect((unsigned char)*c >= ' ' && *c != '"' && *c != '\\', "%s", name);
            }
        }
}
