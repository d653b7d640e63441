/* petteia random: plays a game at random and prints its record (docs/records.md). */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/words.h"
#include "core/fair.h"
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

typedef struct step {
    int seat;
    pt_move move;
    pt_lot draw;
} step;

typedef struct random_game {
    const pt_game *g;
    pt_record_head head;
    pt_fair fair;
    bool is_fair;
    pt_rng rng;
    uint64_t state[PT_STATE_MAX / 8];
    pt_move *moves;
    pt_chance *luck;
    step *steps;
    int count;
} random_game;

/* In a race all who owe a move are equally quick. */
static void race_step(random_game *r, step *s) {
    unsigned set = pt_head_of(r->state)->owes;
    for (uint32_t skip = pt_below(&r->rng, (uint32_t)pt_count(set)); skip; skip--)
        set &= set - 1;
    s->seat = pt_lowest(set);
    int n = r->g->legal(r->state, s->seat, r->moves);
    assert(n > 0);
    s->move = r->moves[pt_below(&r->rng, (uint32_t)n)];
    r->g->apply(r->state, s->seat, s->move);
}

/* One step; players choose evenly among their legal moves. */
static void play_step(random_game *r) {
    step *s = &r->steps[r->count++];
    s->seat = pt_mover(r->state);
    if (s->seat == PT_LUCK && r->is_fair) {
        int n = r->g->chance(r->state, r->luck);
        s->draw = pt_fair_draw(&r->fair, r->luck, n);
        s->move = s->draw.move;
        r->g->apply(r->state, PT_LUCK, s->move);
        return;
    }
    if (r->g->race && r->g->race->on(r->state))
        race_step(r, s);
    else
        s->move = pt_random_step(r->g, r->state, &r->rng, r->moves, r->luck);
}

static bool play(random_game *r) {
    r->moves = calloc(r->g->max_moves, sizeof *r->moves);
    r->luck = calloc(r->g->max_chance + 1u, sizeof *r->luck);
    r->steps = calloc(r->g->max_ply, sizeof *r->steps);
    if (!r->moves || !r->luck || !r->steps) return false;
    pt_start(r->g, r->state, &r->head.config);
    while (pt_head_of(r->state)->node != PT_OVER && r->count < r->g->max_ply) play_step(r);
    pt_text result = pt_text_on(r->head.result, sizeof r->head.result);
    pt_write_result(r->g, r->state, &result);
    return true;
}

static void print(const random_game *r, uint64_t seed, bool seeded) {
    char memory[4096];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    pt_write_head(&r->head, &out);
    if (seeded) pt_put(&out, "[Random \"%" PRIu64 "\"]\n", seed);
    pt_putc(&out, '\n');
    for (int i = 0; i < r->count; i++) {
        pt_write_move(r->g, r->steps[i].seat, r->steps[i].move, &out);
        if (r->is_fair && r->steps[i].seat == PT_LUCK) pt_write_lot(&r->steps[i].draw, &out);
        pt_putc(&out, '\n');
    }
    pt_flush(&out);
}

static void print_json(const random_game *r, uint64_t seed, bool seeded) {
    char memory[4096];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "game", r->g->name);
    pt_key_int(&j, "players", r->head.config.seats);
    if (seeded) pt_key_int(&j, "seed", (int64_t)seed);
    pt_key_open(&j, "moves", '[');
    for (int i = 0; i < r->count; i++) {
        PT_TEXT(move, 256);
        pt_print_move(r->g->verbs, r->steps[i].move, &move);
        pt_open(&j, '{');
        pt_key_int(&j, "seat", r->steps[i].seat == PT_LUCK ? -1 : r->steps[i].seat);
        pt_key_str(&j, "move", move.at);
        pt_close(&j, '}');
    }
    pt_close(&j, ']');
    pt_key_str(&j, "result", r->head.result);
    pt_close(&j, '}');
    pt_putc(&out, '\n');
    pt_flush(&out);
}

/* SHA-256 of a text, so that a small number gives a seed and entropies (docs/records.md). */
static void hash_of(uint8_t digest[PT_SHA256], const char *what, uint64_t seed, int seat) {
    PT_TEXT(text, 64);
    pt_put(&text, "petteia %s %" PRIu64, what, seed);
    if (seat >= 0) pt_put(&text, " %d", seat + 1);
    pt_sha256_of(text.at, text.used, digest);
}

/* Real randomness from the system or, to repeat a game, everything from one number. */
static bool make_fair(random_game *r, uint64_t seed, bool seeded) {
    enum { ENTROPY = 16 };
    uint8_t bytes[PT_SHA256];
    pt_text table = pt_text_on(r->head.table, sizeof r->head.table);
    if (seeded)
        hash_of(r->fair.seed, "seed", seed, -1);
    else if (getrandom(r->fair.seed, sizeof r->fair.seed, 0) != PT_SHA256)
        return false;
    for (int seat = 0; seat < r->head.config.seats; seat++) {
        if (seeded)
            hash_of(bytes, "entropy", seed, seat);
        else if (getrandom(bytes, ENTROPY, 0) != ENTROPY)
            return false;
        pt_to_hex(bytes, ENTROPY, r->head.entropy[seat]);
    }
    pt_put(&table, "random-%" PRIu64, seed);
    pt_fair_commit(r->fair.seed, r->head.commit);
    pt_to_hex(r->fair.seed, sizeof r->fair.seed, r->head.seed);
    r->fair.seats = r->head.config.seats;
    memcpy(r->fair.table, r->head.table, sizeof r->fair.table);
    memcpy(r->fair.entropy, r->head.entropy, sizeof r->fair.entropy);
    return r->is_fair = true;
}

static int make_and_print(random_game *r, int64_t given, bool fair, bool json) {
    uint64_t seed = (uint64_t)given;
    bool seeded = given >= 0;
    if (!seeded && getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        return args_wrong(&cmd_random, cli_say(CLI_SAY_NO_RANDOMNESS));
    if (!seeded) seed &= INT64_MAX; /* so that --seed can repeat it */
    r->rng.state = seed;
    if (fair && !make_fair(r, seed, seeded))
        return args_wrong(&cmd_random, cli_say(CLI_SAY_NO_RANDOMNESS));
    if (!play(r)) return args_wrong(&cmd_random, cli_say(CLI_SAY_MEMORY));
    if (json)
        print_json(r, seed, seeded || !fair);
    else
        print(r, seed, seeded || !fair);
    return EXIT_FINE;
}

static int run(int argc, char **argv) {
    int64_t players = 0, seed = -1;
    arg_list given = {0};
    bool fair = false, json = false;
    const arg_option options[] = {
        {"--players", ARG_NUMBER, &players, CLI_SAY_WITH_FEWEST, 1, PT_SEATS},
        {"--seed", ARG_NUMBER, &seed, CLI_SAY_RANDOM_SEED, 0, INT64_MAX},
        {"--option", ARG_LIST, &given, CLI_SAY_WITH_CHOICE, 0, 0},
        {"--fair", ARG_FLAG, &fair, CLI_SAY_RANDOM_FAIR, 0, 0},
        {"--json", ARG_FLAG, &json, CLI_SAY_WITH_JSON, 0, 0},
        {0}};
    int n = args_read(&cmd_random, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (fair && json) return args_wrong(&cmd_random, cli_say(CLI_SAY_RANDOM_FAIR_TEXT));
    if (n != 1) return wrong_words(&cmd_random, n, 1, argv);
    random_game *r = calloc(1, sizeof *r);
    if (!r) return args_wrong(&cmd_random, cli_say(CLI_SAY_MEMORY));
    int code = EXIT_USAGE;
    r->g = r->head.game = game_or_complain(&cmd_random, argv[1]);
    if (r->g && config_or_complain(&cmd_random, r->g, players, &given, &r->head.config))
        code = make_and_print(r, seed, fair, json);
    free(r->moves);
    free(r->luck);
    free(r->steps);
    free(r);
    return code;
}

const command cmd_random = {"random", CLI_SAY_RANDOM_USAGE, CLI_SAY_RANDOM, run};
