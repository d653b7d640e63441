/* Building a move step by step out of a legal list (term/builder.h), on Mykerinos positions. */
/* SPDX-License-Identifier: MIT */
#include "core/position.h"
#include "term/builder.h"
#include <criterion/criterion.h>
#include <string.h>

typedef struct table {
    const pt_game *g;
    uint64_t state[PT_STATE_MAX / 8];
    pt_move legal[2048];
    int count;
    pt_build build;
} table;

/* The position of the text, seat 1 to move. */
static void sit_down_to(table *t, const char *game, const char *position) {
    PT_TEXT(why, 200);
    t->g = pt_game_named(game);
    pt_config config = pt_config_normal(t->g, 3);
    cr_assert_eq(pt_parse_position(t->g, t->state, &config, position, NULL, &why), PT_OK, "%s",
                 why.at);
    t->count = t->g->legal(t->state, 0, t->legal);
    pt_build_begin(&t->build, t->g->verbs, t->legal, t->count);
}
static void sit_down(table *t, const char *position) { sit_down_to(t, "mykerinos", position); }

/* A cube on b2 between pyramids, as in E4: two extensions, 44 starts, and a pass. */
static const char corner[] = "pyramids b1 c2\ncubes 1 b2\ncubes 2 b3\nstock 11 11 11\n";

static unsigned verb(const table *t, const char *name) {
    for (int v = 1; v < t->g->verbs.count; v++)
        if (t->g->verbs.row[v].form && pt_is(pt_verb_name(&t->g->verbs.row[v]), name))
            return (unsigned)v;
    return 0;
}

static pt_aim aim(const table *t, const char *name, const char *value) {
    const pt_verb *row = &t->g->verbs.row[verb(t, name)];
    return (pt_aim){row->kind[0],
                    pt_parse_value(row->kind[0], (pt_word){value, strlen(value)})};
}
static pt_aim space(const table *t, const char *name) { return aim(t, "start", name); }

static void expect_text(const table *t, pt_move m, const char *text) {
    PT_TEXT(out, 64);
    cr_assert_neq(m, 0);
    pt_print_move(t->g->verbs, m, &out);
    cr_assert_str_eq(out.at, text);
}

static void expect_shown(const table *t, const char *text) {
    PT_TEXT(out, 64);
    pt_build_print(&t->build, &out);
    cr_assert_str_eq(out.at, text);
}

Test(builder, at_first_every_verb_of_the_list_is_open_and_no_move_is_made) {
    static table t;
    uint8_t verbs[PT_VERBS];
    sit_down(&t, corner);
    cr_assert_eq(pt_build_verbs(&t.build, verbs), 3);
    cr_assert_eq(verbs[0], verb(&t, "start"));
    cr_assert_eq(verbs[1], verb(&t, "extend"));
    cr_assert_eq(verbs[2], verb(&t, "pass"));
    cr_assert_eq(pt_build_count(&t.build), t.count);
    cr_assert_eq(pt_build_obvious(&t.build), 0);
    cr_assert_eq(pt_build_ready(&t.build), 0);
    expect_shown(&t, "");
}

Test(builder, a_verb_leaves_only_its_targets) {
    static table t;
    pt_aim aims[100];
    sit_down(&t, corner);
    cr_assert(pt_build_name(&t.build, verb(&t, "extend")));
    cr_assert_eq(pt_build_targets(&t.build, aims, 100), 1);
    cr_assert_eq(aims[0].value, space(&t, "a2").value);
    cr_assert_eq(aims[0].kind, space(&t, "a2").kind);
    expect_shown(&t, "extend ? ?");
}

Test(builder, a_step_argument_is_aimed_at_as_the_space_it_leads_to) {
    static table t;
    pt_aim aims[100];
    sit_down(&t, corner);
    pt_build_name(&t.build, verb(&t, "extend"));
    cr_assert(pt_build_aim(&t.build, space(&t, "a2")));
    cr_assert_eq(pt_build_targets(&t.build, aims, 100), 2);
    cr_assert_eq(aims[0].value, space(&t, "a1").value);
    cr_assert_eq(aims[1].value, space(&t, "a3").value);
    expect_shown(&t, "extend a2 ?");
    cr_assert(pt_build_aim(&t.build, space(&t, "a3")));
    expect_text(&t, pt_build_ready(&t.build), "extend a2 a3");
}

Test(builder, a_target_before_any_verb_keeps_every_verb_that_begins_there) {
    static table t;
    uint8_t verbs[PT_VERBS];
    sit_down(&t, corner);
    cr_assert(pt_build_aim(&t.build, space(&t, "a2")));
    cr_assert_eq(pt_build_verbs(&t.build, verbs), 2);
    cr_assert_eq(pt_build_ready(&t.build), 0);
    expect_text(&t, pt_build_obvious(&t.build), "start a2");
    expect_shown(&t, "a2 ...");
    cr_assert(pt_build_aim(&t.build, space(&t, "a1")));
    expect_text(&t, pt_build_ready(&t.build), "extend a2 a1");
}

Test(builder, a_target_that_means_one_move_is_ready_at_once) {
    static table t;
    sit_down(&t, corner);
    cr_assert(pt_build_aim(&t.build, space(&t, "h6")));
    expect_text(&t, pt_build_ready(&t.build), "start h6");
}

Test(builder, a_verb_may_be_named_after_its_target) {
    static table t;
    sit_down(&t, corner);
    pt_build_aim(&t.build, space(&t, "a2"));
    cr_assert(pt_build_name(&t.build, verb(&t, "extend")));
    expect_shown(&t, "extend a2 ?");
    cr_assert_eq(pt_build_obvious(&t.build), 0);
}

Test(builder, what_is_not_legal_is_refused_and_changes_nothing) {
    static table t;
    sit_down(&t, corner);
    pt_build before = t.build;
    cr_assert_not(pt_build_aim(&t.build, space(&t, "b2"))); /* a cube */
    cr_assert_not(pt_build_aim(&t.build, space(&t, "b1"))); /* a pyramid */
    cr_assert_not(pt_build_aim(&t.build, aim(&t, "room", "33")));
    cr_assert_not(pt_build_name(&t.build, verb(&t, "tang")));
    cr_assert_eq(memcmp(&before, &t.build, sizeof before), 0);
    pt_build_name(&t.build, verb(&t, "start"));
    cr_assert_not(pt_build_name(&t.build, verb(&t, "extend")));
}

Test(builder, back_takes_the_steps_in_reverse_order) {
    static table t;
    sit_down(&t, corner);
    pt_build before = t.build;
    pt_build_aim(&t.build, space(&t, "a2"));
    pt_build_name(&t.build, verb(&t, "extend"));
    pt_build_aim(&t.build, space(&t, "a3"));
    cr_assert(pt_build_back(&t.build));
    expect_shown(&t, "extend a2 ?");
    cr_assert(pt_build_back(&t.build));
    expect_shown(&t, "a2 ...");
    cr_assert(pt_build_back(&t.build));
    cr_assert(pt_build_empty(&t.build));
    cr_assert_eq(pt_build_count(&t.build), before.count);
    cr_assert_not(pt_build_back(&t.build));
}

Test(builder, a_verb_without_targets_is_ready_when_named) {
    static table t;
    sit_down(&t, corner);
    cr_assert(pt_build_name(&t.build, verb(&t, "pass")));
    expect_text(&t, pt_build_ready(&t.build), "pass");
}

Test(builder, the_only_legal_move_is_obvious_from_the_start) {
    static table t;
    sit_down(&t, "stock 0 5 5\n");
    cr_assert_eq(t.count, 1);
    expect_text(&t, pt_build_obvious(&t.build), "pass");
}

/* Whatever is built, however it is built, is a legal move, and every legal move can be built.
 */
Test(builder, every_legal_move_of_a_random_game_can_be_built) {
    static table t;
    static pt_move moves[2048];
    static pt_chance luck[128];
    t.g = pt_game_named("mykerinos");
    pt_config config = pt_config_normal(t.g, 2);
    pt_rng rng = {11};
    int built = 0;
    for (pt_start(t.g, t.state, &config); pt_head_of(t.state)->node != PT_OVER;
         pt_random_step(t.g, t.state, &rng, moves, luck)) {
        int seat = pt_mover(t.state);
        if (seat == PT_LUCK) continue;
        t.count = t.g->legal(t.state, seat, t.legal);
        for (int i = 0; i < t.count; i++, built++) {
            const pt_verb *row = &t.g->verbs.row[pt_verb_of(t.legal[i])];
            pt_build_begin(&t.build, t.g->verbs, t.legal, t.count);
            cr_assert(pt_build_name(&t.build, pt_verb_of(t.legal[i])));
            for (int k = 0; k < PT_ARGS && row->kind[k]; k++) {
                pt_aim next;
                next.kind = pt_points_at(row, t.legal[i], k, &next.value);
                cr_assert(pt_build_aim(&t.build, next));
            }
            cr_assert_eq(pt_build_ready(&t.build), t.legal[i]);
        }
    }
    cr_assert_gt(built, 500);
}

/* --- orientations, on Myriath --- */

static pt_aim value_of(const pt_kind *kind, const char *text) {
    return (pt_aim){kind, pt_parse_value(kind, (pt_word){text, strlen(text)})};
}

/* Two octagons, and the tiles of seat 1 to choose from. */
static void sit_down_to_myriath(table *t) {
    static const char *const opening[] = {"oct b2", "oct f4"};
    PT_TEXT(why, 200);
    t->g = pt_game_named("myriath");
    pt_config config = pt_config_normal(t->g, 2);
    pt_start(t->g, t->state, &config);
    cr_assert_eq(pt_play(t->g, t->state, PT_LUCK, pt_parse_move(t->g->verbs, "start 1"), &why),
                 PT_OK, "%s", why.at);
    for (int seat = 0; seat < 2; seat++)
        cr_assert_eq(
            pt_play(t->g, t->state, seat, pt_parse_move(t->g->verbs, opening[seat]), &why),
            PT_OK, "%s", why.at);
    t->count = t->g->legal(t->state, 0, t->legal);
    pt_build_begin(&t->build, t->g->verbs, t->legal, t->count);
}

/* R2.6: a quarter turn is the next number, a flip of what is turned turns it the other way;
 * R7.2: of those that look alike the lowest. */
Test(builder, an_orientation_that_was_named_can_be_turned_and_flipped) {
    static table t;
    sit_down_to_myriath(&t);
    const pt_verb *place = &t.g->verbs.row[verb(&t, "place")];
    cr_expect(!pt_build_wants_turn(&t.build));
    cr_assert(pt_build_aim(&t.build, value_of(place->kind[0], "2aw")));
    cr_expect(pt_build_wants_turn(&t.build) && !pt_build_is_turned(&t.build));
    cr_expect(!pt_build_turn(&t.build, PT_TURN_RIGHT), "nothing is named yet");
    cr_assert(pt_build_aim(&t.build, value_of(place->kind[1], "1")));
    cr_expect(pt_build_is_turned(&t.build) && !pt_build_wants_turn(&t.build));
    cr_expect(pt_build_turn(&t.build, PT_TURN_RIGHT));
    expect_shown(&t, "2aw 2 ...");
    cr_expect(pt_build_turn(&t.build, PT_TURN_LEFT) && pt_build_turn(&t.build, PT_FLIP));
    expect_shown(&t, "2aw 7 ...");
    cr_expect(pt_build_turn(&t.build, PT_FLIP));
    expect_shown(&t, "2aw 1 ...");
    cr_expect(pt_build_turn_to(&t.build, value_of(place->kind[1], "4")));
    expect_shown(&t, "2aw 4 ...");
    cr_expect(!pt_build_turn_to(&t.build, value_of(place->kind[2], "d4")), "no orientation");
}

Test(builder, turning_what_looks_the_same_changes_nothing) {
    static table t;
    sit_down_to_myriath(&t);
    const pt_verb *place = &t.g->verbs.row[verb(&t, "place")];
    cr_assert(pt_build_aim(&t.build, value_of(place->kind[0], "1aa")));
    cr_assert(pt_build_aim(&t.build, value_of(place->kind[1], "0")));
    cr_expect(!pt_build_turn(&t.build, PT_FLIP));
    expect_shown(&t, "1aa 0 ...");
    cr_expect(pt_build_turn(&t.build, PT_TURN_RIGHT) && pt_build_turn(&t.build, PT_TURN_RIGHT));
    expect_shown(&t, "1aa 0 ...");
    cr_expect(pt_build_back(&t.build) && pt_build_wants_turn(&t.build));
}

static pt_aim isle(const table *t, const char *name) { return aim(t, "build", name); }

Test(builder, a_number_that_can_be_only_one_is_filled_in) {
    static table t;
    sit_down_to(&t, "cyclades",
                "god ares\ngold 1 0 0\nfleets p1 g5\nisle n7 p1 1\nisle n1 p1 0\n"
                "isle n2 p2 1\nisle n3 p3 1");
    cr_assert(pt_build_name(&t.build, verb(&t, "march")));
    cr_assert(pt_build_aim(&t.build, isle(&t, "n7")));
    pt_build_fill(&t.build);
    expect_shown(&t, "march n7 ? ?"); /* a place is asked, even the only one */
    cr_assert(pt_build_aim(&t.build, isle(&t, "n6")));
    cr_assert_eq(pt_build_ready(&t.build), 0);
    pt_build_fill(&t.build);
    expect_text(&t, pt_build_ready(&t.build), "march n7 n6 1");
}

Test(builder, what_all_moves_begin_with_is_given) {
    static table t;
    sit_down_to(&t, "cyclades",
                "god athena\ngods athena ares - -\nphase give\ngive fort\n"
                "isle n7 p1 1 fort temple univ\nisle n1 p1 1 fort\nisle n2 p2 1\n"
                "isle n3 p3 1");
    cr_assert_eq(t.count, 2);
    cr_assert(pt_build_empty(&t.build));
    cr_assert_not(pt_build_back(&t.build));
    cr_assert_eq(pt_build_obvious(&t.build), 0);
    cr_assert(pt_build_aim(&t.build, isle(&t, "n1")));
    expect_text(&t, pt_build_ready(&t.build), "give fort n1");
    cr_assert(pt_build_back(&t.build));
    cr_assert(pt_build_empty(&t.build));
    cr_assert(pt_build_can_aim(&t.build, isle(&t, "n7")));
}
