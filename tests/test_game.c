/* What every user of a game needs: options, luck, whose turn is next, shares of a win, points
 * as text; compared with the slow and plain way, row by row. */
/* SPDX-License-Identifier: MIT */
#include "core/game.h"
#include "tests/edge.h"
#include <criterion/criterion.h>
#include <string.h>

/* --- luck --- */

static int plain_draw(const pt_chance *list, uint32_t ticket) {
    int i = 0;
    for (uint32_t upto = list[0].weight; ticket >= upto; upto += list[i].weight) i++;
    return i;
}

Test(luck, every_ticket_belongs_to_the_outcome_that_plain_counting_finds) {
    pt_rng rng = {8};
    for (int n = 1; n <= 14; n++)
        for (int round = 0; round < 40; round++) {
            pt_chance list[14];
            uint32_t total = 0;
            for (int i = 0; i < n; i++) {
                list[i] = (pt_chance){(pt_move)i + 1, round ? 1 + pt_below(&rng, 4) : 1};
                total += list[i].weight;
            }
            cr_assert_eq(pt_chance_total(list, n), total);
            cr_assert_eq(pt_chance_total(list, n - 1), total - list[n - 1].weight);
            const void *edge = at_the_edge(list, (size_t)n * sizeof *list);
            for (uint32_t ticket = 0; ticket < total; ticket++)
                cr_assert_eq(pt_chance_at(edge, n, ticket), plain_draw(list, ticket),
                             "%d outcomes, ticket %u", n, ticket);
            pt_rng one = {(uint64_t)round + 1}, other = one;
            cr_assert_eq(pt_chance_draw(list, n, &one),
                         plain_draw(list, pt_below(&other, total)));
        }
}

/* --- a game of nothing, for what needs a game --- */

typedef struct nothing {
    pt_head head;
    uint8_t place[PT_SEATS];
    int secret;
} nothing;

static void rank_nothing(const void *s, uint8_t place[PT_SEATS]) {
    memcpy(place, ((const nothing *)s)->place, PT_SEATS);
}
static int outcomes(const void *s, pt_chance *out) {
    (void)s;
    out[0] = (pt_chance){11, 1};
    out[1] = (pt_chance){12, 2};
    return 2;
}
static pt_err only_seven(const void *s, int seat, pt_move m, pt_text *why) {
    int secret = ((const nothing *)s)->secret;
    if (m == 7 && seat == 0 && secret != 5) return PT_OK;
    return pt_impossible(why, "R1", "seat %d, secret %d", seat, secret);
}
static void hide(const void *s, int viewer, void *view) {
    memcpy(view, s, sizeof(nothing));
    ((nothing *)view)->secret = viewer == 0 ? 3 : 4;
}
static void mislead(const void *s, int viewer, void *view) {
    (void)viewer;
    memcpy(view, s, sizeof(nothing));
    ((nothing *)view)->secret = 5;
}
static void guess(const void *view, int viewer, pt_rng *rng, void *s) {
    memcpy(s, view, sizeof(nothing));
    ((nothing *)s)->secret = 1000 * viewer + (int)pt_below(rng, 100);
}
static void play_nothing(void *s, int seat, pt_move m) {
    ((nothing *)s)->secret = seat * 100 + (int)m;
}

static const char *const colours[] = {"red", "green", "blue"};
static const pt_option options[] = {
    {.name = "size", .min = -2, .max = 4, .normal = 1},
    {.name = "colour", .min = 1, .max = 3, .normal = 2, .values = colours},
};
static pt_game game = {.name = "nothing",
                       .title = "Nothing",
                       .min_seats = 2,
                       .max_seats = 4,
                       .max_chance = 2,
                       .score_den = 1,
                       .state_size = sizeof(nothing),
                       .options = options,
                       .option_count = 2,
                       .check = only_seven,
                       .apply = play_nothing,
                       .chance = outcomes,
                       .rank = rank_nothing};

/* --- options --- */

Test(options, a_configuration_is_checked_at_its_limits) {
    static const struct {
        int seats, size, colour;
        const char *words; /* NULL: it is fine */
    } rows[] = {
        {2, 1, 2, NULL},
        {4, -2, 1, NULL},
        {3, 4, 3, NULL},
        {1, 1, 2, "Nothing is for 2 to 4 players, not 1"},
        {5, 1, 2, "Nothing is for 2 to 4 players, not 5"},
        {2, -3, 2, "option size goes from -2 to 4"},
        {2, 5, 2, "option size goes from -2 to 4"},
        {2, 1, 0, "option colour goes from 1 to 3"},
        {2, 1, 4, "option colour goes from 1 to 3"},
    };
    pt_config normal = pt_config_normal(&game, 3);
    cr_assert(normal.seats == 3 && normal.option[0] == 1 && normal.option[1] == 2);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pt_config c = {.seats = (uint8_t)rows[i].seats,
                       .option = {(int16_t)rows[i].size, (int16_t)rows[i].colour}};
        PT_TEXT(why, 200);
        cr_assert_eq(pt_config_check(&game, &c, &why), rows[i].words ? PT_REFUSED : PT_OK);
        cr_assert_eq(pt_config_check(&game, &c, NULL), rows[i].words ? PT_REFUSED : PT_OK);
        cr_assert_str_eq(why.at, rows[i].words ? rows[i].words : "");
    }
}

Test(options, they_are_set_by_name_and_value) {
    static const struct {
        const char *text;
        int option, value; /* -1: refused with the words */
        const char *words;
    } rows[] = {
        {"size=-2", 0, -2, ""},
        {"size=4", 0, 4, ""},
        {"colour=red", 1, 1, ""},
        {"colour=blue", 1, 3, ""},
        {"size=5", -1, 0, "option size cannot be '5': it is a number from -2 to 4"},
        {"size=-3", -1, 0, "option size cannot be '-3': it is a number from -2 to 4"},
        {"size=", -1, 0, "option size cannot be '': it is a number from -2 to 4"},
        {"colour=redd", -1, 0, "option colour cannot be 'redd': it is red, green or blue"},
        {"colour=2", -1, 0, "option colour cannot be '2': it is red, green or blue"},
        {"sizes=1", -1, 0, "Nothing has no option 'sizes'; did you mean size?"},
        {"siz=1", -1, 0, "Nothing has no option 'siz'; did you mean size?"},
        {"colours=2", -1, 0, "Nothing has no option 'colours'; did you mean colour?"},
        {"size", -1, 0, "an option is written name=value, not 'size'"},
        {"a234567890b234567890c234567890d234567890e=1", -1, 0,
         "Nothing has no option 'a234567890b234567890c234567890d234567890'"},
        {"a234567890b234567890c234567890d234567890=1", -1, 0,
         "Nothing has no option 'a234567890b234567890c234567890d234567890'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pt_config c = pt_config_normal(&game, 2), was = c;
        PT_TEXT(why, 200);
        pt_err err = pt_config_set(&game, &c, rows[i].text, &why);
        cr_assert_str_eq(why.at, rows[i].words, "%s: %s", rows[i].text, why.at);
        cr_assert_eq(err, rows[i].option < 0 ? PT_UNREADABLE : PT_OK, "%s", rows[i].text);
        if (rows[i].option >= 0) was.option[rows[i].option] = (int16_t)rows[i].value;
        cr_assert_eq(memcmp(&c, &was, sizeof c), 0, "%s", rows[i].text);
    }
}

/* --- checks --- */

Test(checks, luck_may_draw_what_there_is_while_it_is_asked) {
    nothing s = {.head = {.node = PT_CHANCE, .seats = 2}};
    PT_TEXT(why, 100);
    cr_assert_eq(pt_check(&game, &s, PT_LUCK, 11, NULL), PT_OK);
    cr_assert_eq(pt_check(&game, &s, PT_LUCK, 12, NULL), PT_OK);
    cr_assert_eq(pt_check(&game, &s, PT_LUCK, 13, &why), PT_REFUSED);
    cr_assert_str_eq(why.key, "not-drawn");
    s.head.node = PT_DECIDE;
    pt_clear(&why);
    cr_assert_eq(pt_check(&game, &s, PT_LUCK, 11, &why), PT_REFUSED);
    cr_assert_str_eq(why.key, "nothing-drawn");
    cr_assert_eq(pt_check(&game, &s, 0, 7, NULL), PT_OK);
    cr_assert_eq(pt_play(&game, &s, 1, 7, NULL), PT_REFUSED);
    cr_assert_eq(s.secret, 0, "a refused move is not made");
    cr_assert_eq(pt_play(&game, &s, 0, 7, NULL), PT_OK);
    cr_assert_eq(s.secret, 7);
}

/* A refusal is worded from what the seat sees, unless its own view allows the move. */
Test(checks, a_refusal_tells_no_secret) {
    nothing s = {.head = {.node = PT_DECIDE, .seats = 2}, .secret = 9};
    game.observe = hide;
    PT_TEXT(why, 100);
    cr_assert_eq(pt_check_seen(&game, &s, 0, 7, &why), PT_OK);
    cr_assert_eq(pt_check_seen(&game, &s, 0, 8, &why), PT_REFUSED);
    cr_assert_str_eq(why.at, "R1: seat 0, secret 3");
    cr_assert_eq(pt_check_seen(&game, &s, 1, 7, &why), PT_REFUSED);
    cr_assert_str_eq(why.at, "R1: seat 1, secret 4");
    s.secret = 5; /* the state forbids what the view allows */
    cr_assert_eq(pt_check_seen(&game, &s, 0, 7, &why), PT_REFUSED);
    cr_assert_str_eq(why.at, "R1: seat 0, secret 5");
    s.secret = 9; /* the state allows what the view forbids */
    game.observe = mislead;
    cr_assert_eq(pt_check_seen(&game, &s, 0, 7, &why), PT_OK);
    game.observe = NULL;
}

/* Where nothing is hidden, a view is the state, and a guess is the view. */
Test(checks, a_view_is_imagined_as_the_game_does_it) {
    const nothing s = {.head = {.node = PT_DECIDE, .seats = 2}, .secret = 9};
    nothing view = {.secret = 1}, guessed = {.secret = 2};
    pt_rng rng = {5}, same = rng;
    pt_observe(&game, &s, 1, &view);
    pt_imagine(&game, &view, 1, &rng, &guessed);
    cr_assert_eq(memcmp(&s, &view, sizeof s), 0);
    cr_assert_eq(memcmp(&s, &guessed, sizeof s), 0);
    game.observe = hide;
    game.imagine = guess;
    pt_observe(&game, &s, 1, &view);
    pt_imagine(&game, &view, 1, &rng, &guessed);
    cr_assert_eq(view.secret, 4);
    cr_assert_eq(guessed.secret, 1000 + (int)pt_below(&same, 100));
    game.observe = NULL;
    game.imagine = NULL;
}

/* --- secrets --- */

/* A game of three moves by seat 0 in which one seat cannot see one state. */
static int blind_seat, blind_at;
static void set_up_blind(void *s, const pt_config *config) {
    ((nothing *)s)->head = (pt_head){.node = PT_DECIDE, .owes = 1, .seats = config->seats};
}
static int one_move(const void *s, int seat, pt_move *out) {
    (void)s;
    out[0] = 7;
    return seat == 0;
}
static void next_state(void *s, int seat, pt_move m) {
    nothing *n = s;
    (void)seat;
    (void)m;
    if (++n->head.ply == 3) n->head.node = PT_OVER;
}
static void hide_once(const void *s, int viewer, void *view) {
    memcpy(view, s, sizeof(nothing));
    if (viewer == blind_seat && pt_head_of(s)->ply == blind_at) ((nothing *)view)->secret = 1;
}

Test(secrets, any_seat_and_any_state_before_the_end_may_have_one) {
    pt_game blind = game;
    blind.setup = set_up_blind;
    blind.legal = one_move;
    blind.apply = next_state;
    blind.observe = hide_once;
    const pt_config config = pt_config_normal(&blind, 3);
    pt_move moves[1];
    pt_chance luck[2];
    for (blind_seat = 0; blind_seat < 4; blind_seat++)
        for (blind_at = 0; blind_at < 4; blind_at++)
            cr_assert_eq(pt_hides(&blind, &config, moves, luck), blind_seat < 3 && blind_at < 3,
                         "seat %d, state %d", blind_seat, blind_at);
}

Test(secrets, an_impossible_position_needs_no_words) {
    cr_assert_eq(pt_impossible(NULL, "R1", "%d", 1), PT_REFUSED);
}

Test(secrets, the_options_decide_whether_a_game_has_any) {
    static const struct {
        const char *game, *option;
        bool hides;
    } rows[] = {
        {"mykerinos", "", false},
        {"myriath", "", false},
        {"myst", "", true},
        {"cyclades", "gold=hidden", true},
        {"cyclades", "gold=open", false},
        {"mytikas", "cards=one", false},
        {"mytikas", "cards=two", true},
    };
    static pt_move moves[UINT16_MAX];
    static pt_chance luck[UINT16_MAX];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const pt_game *g = pt_game_named(rows[i].game);
        pt_config config = pt_config_normal(g, g->min_seats);
        if (*rows[i].option)
            cr_assert_eq(pt_config_set(g, &config, rows[i].option, NULL), PT_OK);
        cr_assert_eq(pt_hides(g, &config, moves, luck), rows[i].hides, "%s %s", rows[i].game,
                     rows[i].option);
    }
}

/* --- turns and ends --- */

Test(turns, the_next_mover_comes_clockwise_after_the_last) {
    static const struct {
        int node, owes, last, next;
    } rows[] = {
        {PT_DECIDE, 1 << 2, -1, 2},
        {PT_DECIDE, 1 << 2, 0, 2},
        {PT_DECIDE, 1 << 2, 2, 2},
        {PT_DECIDE, 1 << 0 | 1 << 2, 0, 2},
        {PT_DECIDE, 1 << 0 | 1 << 2, 2, 0},
        {PT_DECIDE, 1 << 0 | 1 << 2, 1, 0},
        {PT_DECIDE, 1 << 1 | 1 << 2, 1, 2},
        {PT_DECIDE, 1 << 1 | 1 << 2, 2, 1},
        {PT_CHANCE, 1 << 1 | 1 << 2, 1, -1},
        {PT_OVER, 1 << 1, 1, -1},
        {PT_DECIDE, 7, 0, 1},
        {PT_DECIDE, 7, 1, 2},
        {PT_DECIDE, 7, 2, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pt_head h = {.node = (uint8_t)rows[i].node, .owes = (uint8_t)rows[i].owes, .seats = 3};
        cr_assert_eq(pt_next_mover(&h, rows[i].last), rows[i].next, "row %zu", i);
    }
}

Test(turns, a_shared_win_is_shared) {
    static const struct {
        uint8_t place[PT_SEATS];
        int32_t share[PT_SEATS];
    } rows[] = {
        {{1, 2, 3}, {60, 0, 0}},
        {{2, 1, 1}, {0, 30, 30}},
        {{1, 1, 1}, {20, 20, 20}},
        {{3, 2, 1, 1}, {0, 0, 60}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        nothing s = {.head = {.node = PT_OVER, .seats = 3}};
        int32_t share[PT_SEATS];
        memset(share, 0x5A, sizeof share);
        memcpy(s.place, rows[i].place, sizeof s.place);
        pt_win_shares(&game, &s, 60, share);
        for (int seat = 0; seat < PT_SEATS; seat++)
            cr_assert_eq(share[seat], rows[i].share[seat], "row %zu, seat %d", i, seat);
    }
}

Test(turns, points_are_written_with_their_halves) {
    static const struct {
        uint8_t den;
        int points;
        const char *text;
    } rows[] = {{1, 0, "0"}, {1, 17, "17"},   {1, -3, "-3"},   {2, 0, "0"},  {2, 1, "0.5"},
                {2, 2, "1"}, {2, 35, "17.5"}, {2, -1, "-0.5"}, {2, -4, "-2"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        PT_TEXT(out, 20);
        game.score_den = rows[i].den;
        pt_print_points(&game, rows[i].points, &out);
        cr_assert_str_eq(out.at, rows[i].text);
    }
    game.score_den = 1;
}

Test(turns, games_are_found_by_their_whole_name) {
    for (int i = 0; pt_games[i]; i++)
        cr_assert_eq(pt_game_named(pt_games[i]->name), pt_games[i]);
    cr_assert_null(pt_game_named("mys"));
    cr_assert_null(pt_game_named("mystt"));
    cr_assert_null(pt_game_named(""));
}
