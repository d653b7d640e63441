/* A toy game for tests of the scenario runner: a pool of coins to take from, a secret number
 * each, a coin to toss. It also has what no real game has: a move that breaks its invariants, a
 * check that changes the state, and something that no field shows. The linker puts
 * `__wrap_pt_game_named` in the place of pt_game_named (--wrap). */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/position.h"
#include "core/scenario.h"
#include <stdio.h>
#include <string.h>

typedef struct toy_state {
    pt_head head;
    uint8_t pool, spoilt, unseen;
    uint8_t coins[PT_SEATS], secret[PT_SEATS];
} toy_state;

enum { TOY_TAKE = 1, TOY_SWAP, TOY_SPOIL, TOY_BREAK, TOY_HUSH, TOY_HIDE, TOY_TOSS };
enum { TOY_ALL = TOY_TOSS + 1, TOY_CALL, TOY_END, TOY_FLIP, TOY_FAR, TOY_VERBS };
enum { TOY_HIDDEN = 99 };

static const pt_kind toy_number = {.name = "number", .count = 9, .first = 1};
static const pt_kind toy_count = {.name = "amount", .count = 51};
static const pt_kind toy_place = {.name = "place", .count = 200};
static const char *const toy_calls[] = {"he", "head", "tail"};
static const pt_kind toy_call = {.name = "call", .count = 3, .names = toy_calls};
static const char *const toy_sides[] = {"heads", "tails"};
static const pt_kind toy_side = {.name = "side", .count = 2, .names = toy_sides};

static const pt_verb toy_verbs[TOY_VERBS + 1] = {
    [TOY_TAKE] = {"take %", {&toy_number}, false},
    [TOY_SWAP] = {"swap % %", {&toy_number, &toy_number}, false},
    [TOY_SPOIL] = {"spoil", {0}, false},
    [TOY_BREAK] = {"break", {0}, false},
    [TOY_HUSH] = {"hush %", {&toy_number}, false},
    [TOY_HIDE] = {"hide %", {&toy_number}, false},
    [TOY_TOSS] = {"toss", {0}, false},
    [TOY_ALL] = {"all", {0}, false},
    [TOY_CALL] = {"call %", {&toy_call}, false},
    [TOY_END] = {"end", {0}, false},
    [TOY_FLIP] = {"flip %", {&toy_side}, true},
    [TOY_FAR] = {"far % %", {&toy_place, &toy_place}, false}, /* never legal */
    [TOY_VERBS] = {"ghost", {0}, false},                      /* behind the table */
};

static const pt_catalogue toy_words;
static const pt_phrase toy_turn = {"turn", &toy_words, "", {"not your turn", "", ""}};
static const pt_phrase toy_many = {"too-many", &toy_words, "", {"there are fewer", "", ""}};
static const pt_phrase toy_broken = {"broken", &toy_words, "", {"this breaks it", "", ""}};
static const pt_phrase toy_coins = {"coins", &toy_words, "n", {"{0} coins of gold", "", ""}};
static const pt_phrase toy_start = {"start", &toy_words, "", {"for coming", "", ""}};

static inline void toy_blank(void *state, const pt_config *config) {
    toy_state *s = state;
    s->head = (pt_head){.node = PT_DECIDE, .owes = 1, .seats = config->seats};
    s->pool = 5;
}

static inline pt_err toy_check(const void *state, int seat, pt_move m, pt_text *why) {
    const toy_state *s = state;
    if (pt_verb_of(m) == TOY_BREAK) {
        ((toy_state *)(uintptr_t)state)->spoilt = 1; /* what no check may do */
        return pt_refuse(why, "R1.3", pt_said_plain(&toy_broken));
    }
    if (!pt_has(s->head.owes, seat) || pt_verb_of(m) >= TOY_FLIP)
        return pt_refuse(why, "R1.1", pt_said_plain(&toy_turn));
    if (pt_verb_of(m) == TOY_TAKE && pt_arg(m, 0) + 1 > s->pool)
        return pt_refuse(why, "R1.2", pt_said_plain(&toy_many));
    if (pt_verb_of(m) == TOY_SWAP && pt_arg(m, 0) >= pt_arg(m, 1))
        return pt_refuse(why, "R1.2", pt_said_plain(&toy_turn));
    return PT_OK;
}

static inline int toy_legal(const void *state, int seat, pt_move *out) {
    int n = 0;
    for (unsigned verb = TOY_TAKE; verb < TOY_FLIP; verb++) {
        if (verb == TOY_BREAK) continue;
        unsigned most = toy_verbs[verb].kind[0] ? 3 : 1, second = verb == TOY_SWAP ? 3 : 1;
        for (unsigned a = 0; a < most; a++)
            for (unsigned b = 0; b < second; b++)
                if (!toy_check(state, seat, pt_mv(verb, a, b, 0), NULL))
                    out[n++] = pt_mv(verb, a, b, 0);
    }
    return n;
}

static inline int toy_chance(const void *state, pt_chance *out) {
    (void)state;
    out[0] = (pt_chance){pt_mv(TOY_FLIP, 0, 0, 0), 1};
    out[1] = (pt_chance){pt_mv(TOY_FLIP, 1, 0, 0), 2};
    return 2;
}

/* After its move the turn goes to the next seat. */
static inline void toy_apply(void *state, int seat, pt_move m) {
    toy_state *s = state;
    unsigned n = pt_arg(m, 0) + 1;
    s->head.ply++;
    s->head.owes = (pt_set8)(1u << (seat + 1) % s->head.seats);
    s->head.node = PT_DECIDE;
    switch (pt_verb_of(m)) {
    case TOY_TAKE:
        s->pool = (uint8_t)(s->pool - n);
        s->coins[seat] = (uint8_t)(s->coins[seat] + n);
        break;
    case TOY_SPOIL: s->spoilt = 1; break;
    case TOY_HUSH: s->unseen = (uint8_t)n; break;
    case TOY_HIDE: s->secret[seat] = (uint8_t)n; break;
    case TOY_TOSS: s->head.node = PT_CHANCE; break;
    case TOY_ALL: s->head.owes = (pt_set8)((1u << s->head.seats) - 1); break;
    case TOY_END: s->head.node = PT_OVER; break;
    default: break;
    }
    if (s->head.node != PT_DECIDE) s->head.owes = 0;
}

/* A toss is followed by two more moves, in words only. */
static inline int toy_forced(const void *state, pt_move m, pt_move out[PT_FORCED]) {
    (void)state;
    if (pt_verb_of(m) != TOY_TOSS) return 0;
    out[0] = pt_mv(TOY_TAKE, 0, 0, 0);
    out[1] = pt_mv(TOY_SWAP, 0, 1, 0);
    return 2;
}

static inline pt_move toy_timeout(const void *view, int seat) {
    const toy_state *s = view;
    return pt_mv(TOY_TAKE, s->secret[seat], 0, 0);
}

static inline void toy_observe(const void *state, int viewer, void *view) {
    toy_state *s = view;
    memcpy(s, state, sizeof *s);
    for (int seat = 0; seat < PT_SEATS; seat++)
        if (seat != viewer) s->secret[seat] = TOY_HIDDEN;
}

/* A coin is half a point. */
static inline void toy_score(const void *state, int32_t points[PT_SEATS]) {
    const toy_state *s = state;
    for (int seat = 0; seat < s->head.seats; seat++) points[seat] = s->coins[seat] + 2 * !seat;
}

static inline void toy_rank(const void *state, uint8_t place[PT_SEATS]) {
    int32_t points[PT_SEATS];
    toy_score(state, points);
    int seats = pt_head_of(state)->seats;
    for (int seat = 0; seat < seats; seat++) {
        place[seat] = 1;
        for (int other = 0; other < seats; other++)
            place[seat] = (uint8_t)(place[seat] + (points[other] > points[seat]));
    }
}

static inline int toy_explain(const void *state, int seat, pt_line *out) {
    const toy_state *s = state;
    out[0] = (pt_line){s->coins[seat], "R2.1", {&toy_coins, {{.n = s->coins[seat]}}}};
    out[1] = (pt_line){2, "R2.2", {.phrase = &toy_start}};
    return seat ? 1 : 2;
}

static inline pt_err toy_audit(const void *state, pt_text *why) {
    const toy_state *s = state;
    if (s->spoilt) return pt_impossible(why, "R9.1", "this is spoilt");
    int sum = s->pool;
    for (int seat = 0; seat < s->head.seats; seat++) {
        sum += s->coins[seat];
        if (s->secret[seat] == 9) return pt_impossible(why, "R9.3", "nine is too much");
    }
    return sum > 50 ? pt_impossible(why, "R9.2", "%d coins", sum) : PT_OK;
}

static inline pt_err toy_settle(void *state, uint64_t given, pt_text *why) {
    (void)given;
    return toy_audit(state, why);
}

static inline void toy_print_secret(const void *state, int key, pt_text *out) {
    const toy_state *s = state;
    if (s->secret[key] == TOY_HIDDEN)
        pt_puts(out, "? ?");
    else
        pt_put(out, "%d of it", s->secret[key]);
}

static inline pt_err toy_parse_secret(void *state, int key, pt_words value, pt_text *why) {
    long n;
    pt_word w = pt_next(&value);
    if (!pt_number(w, 0, 9, &n)) return pt_unreadable(why, w, "a secret");
    ((toy_state *)state)->secret[key] = (uint8_t)n;
    return PT_OK;
}

static inline void toy_show(const void *view, int viewer, pt_json *j) {
    const toy_state *s = view;
    pt_open(j, '{');
    pt_key_int(j, "pool", s->pool);
    pt_key_int(j, "viewer", viewer);
    pt_key_str(j, "text", "a \"b\", {c} \\");
    pt_key_str(j, "none", "");
    pt_key_open(j, "list", '[');
    pt_json_str(j, "]}\\\",");
    pt_open(j, '[');
    for (int i = 0; i < 12; i++) pt_json_int(j, i - 5);
    pt_close(j, ']');
    pt_open(j, '{');
    pt_key_bool(j, "1", true);
    pt_key_open(j, "in", '{');
    pt_key_str(j, "x", "y");
    pt_close(j, '}');
    pt_key_open(j, "empty", '[');
    pt_close(j, ']');
    pt_close(j, '}');
    pt_close(j, ']');
    pt_key_bool(j, "la", false);
    pt_key_int(j, "last", -7);
    pt_close(j, '}');
}

static const char *const toy_seats[] = {"1", "2", "3", NULL};
static const pt_field toy_fields[] = {
    {.name = "pool", .plain = {offsetof(toy_state, pool), 1, 1, 0, 0, &toy_count, false, 0}},
    {.name = "coins", .plain = {offsetof(toy_state, coins), 1, 0, 0, 0, &toy_count, false, 0}},
    {.name = "secret", .keys = toy_seats, .print = toy_print_secret, .parse = toy_parse_secret},
};

static const pt_option toy_options[] = {{"size", 1, 9, 3, NULL}};

static const pt_game toy = {
    .name = "toy",
    .title = "Toy",
    .catalogue = &toy_words,
    .min_seats = 2,
    .max_seats = 3,
    .score_den = 2,
    .rules = 1,
    .max_moves = 40,
    .max_chance = 2,
    .max_lines = 2,
    .max_ply = 999,
    .state_size = sizeof(toy_state),
    .verbs = {toy_verbs, TOY_VERBS},
    .options = toy_options,
    .fields = toy_fields,
    .option_count = 1,
    .field_count = 3,
    .setup = toy_blank,
    .legal = toy_legal,
    .check = toy_check,
    .apply = toy_apply,
    .forced = toy_forced,
    .chance = toy_chance,
    .timeout = toy_timeout,
    .observe = toy_observe,
    .score = toy_score,
    .rank = toy_rank,
    .explain = toy_explain,
    .blank = toy_blank,
    .settle = toy_settle,
    .audit = toy_audit,
    .show = toy_show,
};

const pt_game *__wrap_pt_game_named(const char *name);
const pt_game *__real_pt_game_named(const char *name);

static inline void toy_show_much(const void *view, int viewer, pt_json *j) {
    (void)view, (void)viewer;
    pt_open(j, '[');
    for (int i = 0; i < PT_SCENARIO_VIEW / 2; i++) pt_json_int(j, 7);
    pt_close(j, ']');
}

/* The toy, or one of its kind: "moves=N", "chance=N" and "lines=N" claim longer lists, "plain"
 * has nothing that a game may leave out, "wide" shows more than there is room for. */
const pt_game *__wrap_pt_game_named(const char *name) {
    static pt_game other;
    int n = 0;
    other = toy;
    if (strcmp(name, "toy") == 0) return &toy;
    if (sscanf(name, "moves=%d", &n) == 1) other.max_moves = (uint16_t)n;
    if (sscanf(name, "chance=%d", &n) == 1) other.max_chance = (uint16_t)n;
    if (sscanf(name, "lines=%d", &n) == 1) other.max_lines = (uint16_t)n;
    if (strcmp(name, "plain") == 0) {
        n = 1;
        other.forced = NULL;
        other.timeout = NULL;
        other.observe = NULL;
    }
    if (strcmp(name, "wide") == 0) {
        n = 1;
        other.show = toy_show_much;
    }
    return n ? &other : __real_pt_game_named(name);
}
