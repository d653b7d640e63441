/* petteia perft: counts move sequences, and checks the counts of .perft files. */
/* SPDX-License-Identifier: MIT */
#include "cli/perft.h"
#include "cli/words.h"
#include "core/position.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct perft_args {
    const char *check, *from, *position;
    int64_t players, depth;
    arg_list options;
    bool split;
} perft_args;

static bool read_start(const char *path, perft_start *p) {
    PT_TEXT(why, 512);
    int line = 0;
    char *text = read_file_or_complain(&cmd_perft, path);
    if (!text) return false;
    bool fine = perft_read(p, text, &line, &why);
    if (!fine) args_wrong_at(&cmd_perft, path, line, why.at);
    free(text);
    return fine;
}

/* Checks every depth line of a file. Prints one line for the file, and one for each difference.
 */
static int check_file(const char *path) {
    perft_start p;
    if (!read_start(path, &p)) return EXIT_USAGE;
    if (p.count == 0) return args_wrong(&cmd_perft, cli_say_perft_no_depth(path));
    int wrong = 0;
    for (int i = 0; i < p.count; i++) {
        uint64_t n = perft_count(p.game, p.state, p.want[i].depth);
        if (n == p.want[i].count) continue;
        wrong++;
        printf("%s:%d: depth %d: expected %" PRIu64 ", counted %" PRIu64 "\n", path,
               p.want[i].line, p.want[i].depth, p.want[i].count, n);
    }
    printf("%s: %d passed, %d failed\n", path, p.count - wrong, wrong);
    return wrong ? EXIT_FAILED : EXIT_FINE;
}

static bool place(const perft_args *a, perft_start *p) {
    PT_TEXT(why, 512);
    int line = 0;
    pt_start(p->game, p->state, &p->config);
    if (!a->position) return true;
    char *text = read_file_or_complain(&cmd_perft, a->position);
    if (!text) return false;
    pt_err err = pt_parse_position(p->game, p->state, &p->config, text, &line, &why);
    if (err) args_wrong_at(&cmd_perft, a->position, line, why.at);
    free(text);
    return !err;
}

/* The count below a first move. Where several seats may move, `who` tells them apart. */
static void print_below(const perft_start *p, int seat, pt_move m, int depth, bool who) {
    const pt_game *g = p->game;
    uint64_t next[PT_STATE_MAX / 8];
    PT_TEXT(text, 256);
    if (who) pt_put(&text, "%d ", seat + 1);
    pt_print_move(g->verbs, m, &text);
    memcpy(next, p->state, g->state_size);
    g->apply(next, seat, m);
    printf("%-24s %" PRIu64 "\n", text.at, perft_count(g, next, depth - 1));
}

static void split_luck(const perft_start *p, int depth) {
    pt_chance *luck = malloc(p->game->max_chance * sizeof *luck);
    if (!luck) abort();
    int n = p->game->chance(p->state, luck);
    for (int i = 0; i < n; i++) print_below(p, PT_LUCK, luck[i].move, depth, false);
    free(luck);
}

static void split_seats(const perft_start *p, int depth) {
    uint8_t seats = perft_seats(p->game, p->state);
    pt_move *moves = malloc(p->game->max_moves * sizeof *moves);
    if (!moves) abort();
    for (unsigned set = seats; set; set &= set - 1) {
        int seat = pt_lowest(set), n = p->game->legal(p->state, seat, moves);
        for (int i = 0; i < n; i++) print_below(p, seat, moves[i], depth, pt_count(seats) > 1);
    }
    free(moves);
}

static void print_split(const perft_start *p, int depth) {
    int node = pt_head_of(p->state)->node;
    if (node == PT_CHANCE) split_luck(p, depth);
    if (node == PT_DECIDE) split_seats(p, depth);
}

/* Where to count from, as the command line says; else the exit code. */
static int find_start(const perft_args *a, int n, char **argv, perft_start *p) {
    if (a->from && n) return args_wrong(&cmd_perft, cli_say(CLI_SAY_PERFT_FROM_ALONE));
    if (a->from) return read_start(a->from, p) ? EXIT_FINE : EXIT_USAGE;
    if (n != 1) return args_wrong(&cmd_perft, cli_say(CLI_SAY_NEEDS_GAME));
    if (!(p->game = game_or_complain(&cmd_perft, argv[1]))) return EXIT_USAGE;
    if (!config_or_complain(&cmd_perft, p->game, a->players, &a->options, &p->config))
        return EXIT_USAGE;
    return place(a, p) ? EXIT_FINE : EXIT_USAGE;
}

static int run(int argc, char **argv) {
    perft_args a = {.depth = 3};
    const arg_option options[] = {
        {"--players", ARG_NUMBER, &a.players, CLI_SAY_WITH_FEWEST, 1, PT_SEATS},
        {"--depth", ARG_NUMBER, &a.depth, CLI_SAY_PERFT_DEPTH, 1, PERFT_DEPTH_MAX - 1},
        {"--position", ARG_TEXT, &a.position, CLI_SAY_PERFT_POSITION, 0, 0},
        {"--option", ARG_LIST, &a.options, CLI_SAY_WITH_CHOICES, 0, 0},
        {"--from", ARG_TEXT, &a.from, CLI_SAY_PERFT_FROM, 0, 0},
        {"--check", ARG_TEXT, &a.check, CLI_SAY_PERFT_CHECK, 0, 0},
        {"--split", ARG_FLAG, &a.split, CLI_SAY_PERFT_SPLIT, 0, 0},
        {0}};
    int n = args_read(&cmd_perft, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (a.check)
        return n ? args_wrong(&cmd_perft, cli_say(CLI_SAY_PERFT_CHECK_ALONE))
                 : check_file(a.check);
    perft_start p = {0};
    int code = find_start(&a, n, argv, &p);
    if (code != EXIT_FINE) return code;
    if (a.split) {
        print_split(&p, (int)a.depth);
        return EXIT_FINE;
    }
    for (int depth = 1; depth <= a.depth; depth++) {
        printf("depth %d count %" PRIu64 "\n", depth, perft_count(p.game, p.state, depth));
        fflush(stdout);
    }
    return EXIT_FINE;
}

const command cmd_perft = {"perft", CLI_SAY_PERFT_USAGE, CLI_SAY_PERFT, run};
