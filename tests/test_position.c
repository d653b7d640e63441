/* Positions as text: every field of every game prints and reads back, and bad lines are refused
 * with words, their line and nothing changed. */
/* SPDX-License-Identifier: MIT */
#include "core/position.h"
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1 << 16 };

/* A state some way into a random game. */
static void reach(const pt_game *g, int seats, uint64_t seed, int plies, void *s) {
    pt_config c = pt_config_normal(g, seats);
    pt_move *moves = malloc(g->max_moves * sizeof *moves);
    pt_chance *luck = malloc(g->max_chance * sizeof *luck);
    pt_rng rng = {seed};
    pt_start(g, s, &c);
    while (plies-- > 0 && pt_head_of(s)->node != PT_OVER)
        pt_random_step(g, s, &rng, moves, luck);
    free(moves);
    free(luck);
}

/* Each field alone: printed, read onto a copy, printed again; nothing else moves. */
Test(position, every_field_reads_what_it_prints) {
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        unsigned char *s = malloc(g->state_size), *copy = malloc(g->state_size);
        for (uint64_t seed = 1; seed <= 40; seed++) {
            reach(g, g->min_seats + (int)seed % (g->max_seats - g->min_seats + 1), seed,
                  (int)(seed * 7), s);
            for (int f = 0; f < g->field_count; f++)
                for (int k = 0; k == 0 || (g->fields[f].keys && g->fields[f].keys[k]); k++) {
                    PT_TEXT(value, 1024);
                    PT_TEXT(line, 1200);
                    PT_TEXT(why, 256);
                    uint64_t given = 0;
                    pt_print_field(&g->fields[f], s, k, &value);
                    pt_put(&line, "%s ", g->fields[f].name);
                    if (g->fields[f].keys) pt_put(&line, "%s ", g->fields[f].keys[k]);
                    pt_puts(&line, value.at);
                    memcpy(copy, s, g->state_size);
                    pt_err err = pt_parse_field(g, copy, line.at, &given, &why);
                    cr_assert_eq(err, PT_OK, "%s: '%s': %s", g->name, line.at, why.at);
                    cr_assert_eq(given, (uint64_t)1 << f);
                    PT_TEXT(again, 1024);
                    pt_print_field(&g->fields[f], copy, k, &again);
                    cr_assert_str_eq(again.at, value.at, "%s: '%s'", g->name, line.at);
                }
        }
        free(s);
        free(copy);
    }
}

Test(position, every_field_says_what_it_is) {
    for (int i = 0; pt_games[i]; i++)
        for (int f = 0; f < pt_games[i]->field_count; f++) {
            const pt_field *field = &pt_games[i]->fields[f];
            cr_expect(field->words && field->words[0], "%s: %s", pt_games[i]->name,
                      field->name);
            cr_expect_eq(
                pt_field_named(pt_games[i], (pt_word){field->name, strlen(field->name)}), field,
                "%s has two fields %s", pt_games[i]->name, field->name);
        }
}

/* A field alone is not read, and the reason has these words in it. */
static void not_read(const char *game, int seats, const char *line, const char *words) {
    const pt_game *g = pt_game_named(game);
    uint64_t s[PT_STATE_MAX / 8] = {0}, given = 0;
    pt_config c = pt_config_normal(g, seats);
    PT_TEXT(why, 256);
    g->blank(s, &c);
    cr_expect_neq(pt_parse_field(g, s, line, &given, &why), PT_OK, "%s: %s", game, line);
    cr_expect(strstr(why.at, words), "%s: '%s' lacks '%s'", line, why.at, words);
}

Test(position, nothing_stands_twice_on_a_line_that_is_a_set) {
    const struct {
        const char *game, *line;
    } twice[] = {{"mykerinos", "cubes 1 a1 b1 a1"},
                 {"mykerinos", "pyramids a1 a1"},
                 {"mykerinos", "undealt V1 V1"},
                 {"mykerinos", "rooms 33=1 33=1"},
                 {"mytikas", "cubes 1 S1=1 S1=2"},
                 {"mytikas", "cubes 1 S1=0 S1=2"},
                 {"mytikas", "line hera hera"},
                 {"mytikas", "fresh pan pan"},
                 {"mytikas", "hand 1 hera none hera"},
                 {"mytikas", "spaces 1 minor-a=1 minor-a=2"},
                 {"mytikas", "used hades hades"},
                 {"myriath", "hand 1 1aa 1aa"},
                 {"myriath", "starters 1 1"},
                 {"myst", "used y K1 K1"},
                 {"myst", "over R1 R2"},
                 {"myst", "over R0 R1"},
                 {"myst", "waiting y y"},
                 {"cyclades", "deck pegasus pegasus"},
                 {"cyclades", "alive p1 p1"},
                 {"cyclades", "locked c4 c4"}};
    for (size_t i = 0; i < sizeof twice / sizeof *twice; i++)
        not_read(twice[i].game, pt_game_named(twice[i].game)->max_seats, twice[i].line,
                 "given twice");
    not_read("cyclades", 5, "isle n1 p1 1 metropolis metropolis", "one metropolis");
}

Test(position, no_position_is_later_than_any_game) {
    for (int i = 0; pt_games[i]; i++) {
        PT_TEXT(line, 32);
        pt_put(&line, "ply %d", pt_games[i]->max_ply + 1);
        not_read(pt_games[i]->name, pt_games[i]->min_seats, line.at,
                 "is not a number of moves");
    }
}

Test(position, rows_of_markers_end_where_the_rest_is_empty) {
    not_read("cyclades", 2, "order", "the line ends");
    not_read("cyclades", 2, "order p1 x", "'x' is not a player or -");
    not_read("cyclades", 2, "apollo - - - - - -", "expected");
}

Test(position, what_is_wanted_has_its_article) {
    not_read("cyclades", 2, "gold 3", "the line ends where it needs an amount of gold, 0 to");
    not_read("cyclades", 2, "alive x", "'x' is not a player");
    not_read("mytikas", 2, "area x", "'x' is not an area");
}

/* --- a small game with every kind of field --- */

enum { BOXES = 64 };

typedef struct shelf {
    pt_head head;
    uint16_t weight[3];
    uint8_t box[BOXES][2];
    uint8_t label;
    uint64_t given;
} shelf;

static const char *const labels[] = {"", "red", "blue"};
static const pt_kind label = {.name = "label", .count = 3, .names = labels};
static const pt_kind item = {.name = "item", .count = 4, .first = -1};
static const pt_kind weight = {.name = "weight", .count = 1000};

static const char *const box_keys[BOXES + 1] = {
    "b0",  "b1",  "b2",  "b3",  "b4",  "b5",  "b6",  "b7",  "b8",  "b9",  "b10", "b11", "b12",
    "b13", "b14", "b15", "b16", "b17", "b18", "b19", "b20", "b21", "b22", "b23", "b24", "b25",
    "b26", "b27", "b28", "b29", "b30", "b31", "b32", "b33", "b34", "b35", "b36", "b37", "b38",
    "b39", "b40", "b41", "b42", "b43", "b44", "b45", "b46", "b47", "b48", "b49", "b50", "b51",
    "b52", "b53", "b54", "b55", "b56", "b57", "b58", "b59", "b60", "b61", "b62", "b63"};

static void print_nothing(const void *s, int key, pt_text *out) {
    (void)s, (void)key, (void)out;
}
static pt_err parse_nothing(void *s, int key, pt_words value, pt_text *why) {
    (void)s, (void)key;
    return pt_end(value) ? PT_OK : pt_unreadable(why, pt_next(&value), "nothing");
}

static const pt_field shelf_fields[] = {
    {.name = "weight", .plain = {offsetof(shelf, weight), 2, .kind = &weight}},
    {.name = "box",
     .keys = box_keys,
     .plain = {.at = offsetof(shelf, box),
               .size = 1,
               .count = 2,
               .key_step = 2,
               .kind = &item,
               .dash = true,
               .dash_value = 9}},
    {.name = "label", .plain = {offsetof(shelf, label), 1, 1, .kind = &label}},
    {.name = "nothing", .print = print_nothing, .parse = parse_nothing},
};

static void blank_shelf(void *s, const pt_config *config) {
    ((shelf *)s)->head.seats = config->seats;
}
static pt_err settle_shelf(void *s, uint64_t given, pt_text *why) {
    ((shelf *)s)->given = given;
    return ((shelf *)s)->weight[0] == 7 ? pt_impossible(why, "R1", "no seven") : PT_OK;
}
static const pt_game shelves = {.name = "shelf",
                                .title = "Shelf",
                                .state_size = sizeof(shelf),
                                .fields = shelf_fields,
                                .field_count = 4,
                                .blank = blank_shelf,
                                .settle = settle_shelf};

Test(position, plain_fields_are_read_and_printed_by_their_table) {
    static const char text[] = "box b63 2 -\nweight 300 0 999\nbox b1 -1 0\nlabel red\n"
                               "nothing\nbox b62 1 1\n";
    static char printed[4000], again[4000];
    pt_config c = {.seats = 3};
    shelf s = {0}, copy = {0};
    PT_TEXT(why, 200);
    int line = -1;
    cr_assert_eq(pt_parse_position(&shelves, &s, &c, text, &line, &why), PT_OK, "%s", why.at);
    cr_expect_eq(line, 0);
    cr_expect_eq(s.given, 15);
    cr_expect(s.weight[0] == 300 && s.weight[1] == 0 && s.weight[2] == 999);
    cr_expect(s.box[0][0] == 0 && s.box[1][0] == 0 && s.box[1][1] == 1);
    cr_expect(s.box[63][0] == 3 && s.box[63][1] == 9 && s.box[62][1] == 2 && s.label == 1);
    pt_text out = pt_text_on(printed, sizeof printed),
            out_again = pt_text_on(again, sizeof again);
    pt_print_position(&shelves, &s, &out);
    cr_expect(strstr(printed, "weight 300 0 999\nbox b0 -1 -1\nbox b1 -1 0\nbox b2 -1 -1\n"));
    cr_expect(strstr(printed, "\nbox b62 1 1\nbox b63 2 -\nlabel red\nnothing\n"));
    cr_assert_eq(pt_parse_position(&shelves, &copy, &c, printed, NULL, &why), PT_OK);
    pt_print_position(&shelves, &copy, &out_again);
    cr_expect_str_eq(again, printed);
    s.box[1][0] = 4; /* one more than there are */
    PT_TEXT(value, 20);
    pt_print_field(&shelf_fields[1], &s, 1, &value);
    cr_expect_str_eq(value.at, "? 0");
}

#define THIRTY "a23456789012345678901234567890"
Test(position, a_line_is_refused_with_what_is_wrong_with_it) {
    static const struct {
        const char *text;
        int line;
        pt_err err;
        const char *words;
    } rows[] = {
        {"weight 1 2", 1, PT_UNREADABLE, "the line ends where it needs a weight, 0 to 999"},
        {"weight 1 2 -", 1, PT_UNREADABLE, "'-' is not a weight, 0 to 999"},
        {"\nweight 1 2 1000", 2, PT_UNREADABLE, "'1000' is not a weight, 0 to 999"},
        {"weight 1 2 3 4", 1, PT_UNREADABLE,
         "'4' is not expected: the line should end before it"},
        {"label", 1, PT_UNREADABLE, "the line ends where it needs a label"},
        {"label " THIRTY "x", 1, PT_UNREADABLE, "'" THIRTY "' is not a label"},
        {"label " THIRTY, 1, PT_UNREADABLE, "'" THIRTY "' is not a label"},
        {"#\n\nbox b1 - 3", 3, PT_UNREADABLE, "'3' is not an item, -1 to 2"},
        {"box b63 1 1\nbox b62 1 1\nbox b63 1 1", 3, PT_UNREADABLE,
         "this was said in a line before"},
        {THIRTY "1234567890x 1", 1, PT_UNREADABLE, "Shelf has no field '" THIRTY "1234567890'"},
        {THIRTY "1234567890 1", 1, PT_UNREADABLE, "Shelf has no field '" THIRTY "1234567890'"},
        {"nothing at all", 1, PT_UNREADABLE, "'at' is not nothing"},
        {"weight 7 0 0", 0, PT_REFUSED, "R1: no seven"},
    };
    pt_config c = {.seats = 3};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        shelf s;
        PT_TEXT(why, 200);
        int line = -1;
        cr_expect_eq(pt_parse_position(&shelves, &s, &c, rows[i].text, &line, &why),
                     rows[i].err, "%s", rows[i].text);
        cr_expect_eq(line, rows[i].line, "%s: %d", rows[i].text, line);
        cr_expect_str_eq(why.at, rows[i].words);
    }
}

Test(position, a_line_has_1023_characters_at_most_without_its_comment) {
    static char text[1 << 16];
    static const struct {
        size_t length, comment; /* where the comment begins */
        bool read;
    } rows[] = {{1023, 1023, true},
                {1024, 1024, false},
                {60000, 1023, true},
                {60000, 1024, false},
                {60000, 60000, false}};
    pt_config c = {.seats = 3};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        shelf s = {0};
        PT_TEXT(why, 200);
        int line = -1;
        memset(text, ' ', rows[i].length);
        strcpy(text + rows[i].length, "\nlabel red\n");
        if (rows[i].comment < rows[i].length) text[rows[i].comment] = '#';
        memcpy(text, "weight 1 2 3", 12);
        pt_err err = pt_parse_position(&shelves, &s, &c, text, &line, &why);
        cr_expect_eq(err, rows[i].read ? PT_OK : PT_UNREADABLE, "row %zu: %s", i, why.at);
        cr_expect_eq(line, rows[i].read ? 0 : 1);
        cr_expect_eq(s.label, rows[i].read ? 1 : 0);
        cr_expect_str_eq(why.at, rows[i].read ? "" : "a line may have 1023 characters");
    }
}

Test(position, each_value_of_a_set_is_seen_once) {
    pt_seen seen = {0};
    const pt_word w = {THIRTY "x", 31};
    for (int value = 0; value < 256; value++)
        cr_assert_eq(pt_only_once(&seen, value, w, NULL), PT_OK, "%d", value);
    for (int value = 0; value < 256; value++) {
        PT_TEXT(why, 200);
        cr_assert_eq(pt_only_once(&seen, value, w, &why), PT_UNREADABLE, "%d", value);
        cr_assert_str_eq(why.at, "'" THIRTY "' is given twice: each stands here once");
    }
}

/* So many lines of a position are told apart. */
Test(position, no_field_of_a_game_has_more_than_64_keys) {
    for (int i = 0; pt_games[i]; i++)
        for (int f = 0; f < pt_games[i]->field_count; f++) {
            const char *const *keys = pt_games[i]->fields[f].keys;
            int n = 0;
            while (keys && keys[n]) n++;
            cr_expect_leq(n, 64, "%s: %s", pt_games[i]->name, pt_games[i]->fields[f].name);
        }
}

/* --- words --- */

static bool has_word(const char *words, const char *word) {
    size_t n = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at++)
        if ((at == words || strchr(" (", at[-1])) && strchr(" ,.;()", at[n])) return true;
    return false;
}

/* Somebody who writes a position reads nothing but these words. */
Test(position, the_words_of_a_phase_name_every_phase) {
    for (int i = 0; pt_games[i]; i++) {
        const pt_field *f = pt_field_named(pt_games[i], (pt_word){"phase", 5});
        for (int value = 0; f && value < f->plain.kind->count; value++)
            cr_expect(has_word(f->words, f->plain.kind->names[value]), "%s: %s",
                      pt_games[i]->name, f->plain.kind->names[value]);
    }
}

Test(position, a_byte_order_mark_is_skipped) {
    const pt_game *g = pt_game_named("mykerinos");
    uint64_t s[PT_STATE_MAX / 8];
    pt_config c = pt_config_normal(g, 2);
    PT_TEXT(why, 256);
    cr_expect_eq(pt_parse_position(g, s, &c, "\xEF\xBB\xBFply 3\n", NULL, &why), PT_OK, "%s",
                 why.at);
    cr_expect_eq(pt_head_of(s)->ply, 3);
}

/* What no game reads, in the middle of a good position. */
Test(position, a_bad_line_is_refused_with_its_number_and_nothing_changed) {
    const char *const bad[] = {"frobnicate 3", "? ",      "= 1",    "ply",
                               "ply x",        "ply 1 2", "ply -1", "ply 99999999999999999999"};
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        unsigned char *s = malloc(g->state_size), *copy = malloc(g->state_size);
        char *good = malloc(TEXT), *text = malloc(TEXT);
        pt_config c = pt_config_normal(g, g->min_seats);
        reach(g, g->min_seats, 3, 60, s);
        pt_text out = pt_text_on(good, TEXT);
        pt_print_position(g, s, &out);
        for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
            PT_TEXT(why, 256);
            int line = -1;
            pt_text t = pt_text_on(text, TEXT);
            pt_put(&t, "# a comment\n\n%s  # and why\n", bad[b]);
            pt_puts(&t, good);
            memset(copy, 0x5A, g->state_size);
            cr_expect_neq(pt_parse_position(g, copy, &c, text, &line, &why), PT_OK,
                          "%s: read '%s'", g->name, bad[b]);
            cr_expect_eq(line, 3, "%s: '%s': line %d", g->name, bad[b], line);
            cr_expect_gt(why.used, 5, "%s: '%s'", g->name, bad[b]);
            for (size_t k = 0; k < g->state_size; k++)
                cr_assert_eq(copy[k], 0x5A, "%s: '%s' changed the state", g->name, bad[b]);
        }
        free(s);
        free(copy);
        free(good);
        free(text);
    }
}

Test(position, what_is_said_twice_is_refused_even_if_it_is_the_same) {
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        unsigned char *s = malloc(g->state_size);
        char *text = malloc(TEXT);
        pt_config c = pt_config_normal(g, g->min_seats);
        PT_TEXT(why, 256);
        int line = 0;
        reach(g, g->min_seats, 3, 60, s);
        pt_text out = pt_text_on(text, TEXT);
        pt_print_position(g, s, &out);
        pt_putn(&out, text, strcspn(text, "\n") + 1); /* the first line once more */
        cr_expect_eq(pt_parse_position(g, s, &c, text, &line, &why), PT_UNREADABLE, "%s",
                     g->name);
        cr_expect(strstr(why.at, "line before"), "%s: %s", g->name, why.at);
        free(s);
        free(text);
    }
}

/* No text, however broken, crashes a reader or gives a state that its own audit refuses. */
Test(position, damaged_positions_are_refused_or_sound) {
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        unsigned char *s = malloc(g->state_size);
        char *text = malloc(TEXT);
        pt_rng rng = {99};
        int refused = 0;
        for (uint64_t seed = 1; seed <= 300; seed++) {
            int seats = g->min_seats + (int)seed % (g->max_seats - g->min_seats + 1);
            pt_config c = pt_config_normal(g, seats);
            reach(g, seats, seed, (int)seed, s);
            pt_text out = pt_text_on(text, TEXT);
            pt_print_position(g, s, &out);
            for (int k = 0; k < 3; k++) {
                char *at = text + pt_below(&rng, (uint32_t)out.used);
                *at = (char)(32 + pt_below(&rng, 95));
            }
            PT_TEXT(why, 512);
            if (pt_parse_position(g, s, &c, text, NULL, &why) != PT_OK) {
                cr_assert_gt(why.used, 5, "%s: refused without a word", g->name);
                refused++;
            } else {
                cr_assert_eq(g->audit(s, &why), PT_OK, "%s: %s", g->name, why.at);
            }
        }
        cr_expect_gt(refused, 30, "%s refused only %d of 300", g->name, refused);
        free(s);
        free(text);
    }
}
