/* petteia perft: counts move sequences, and checks the counts of .perft files. */
/* SPDX-License-Identifier: MIT */
#include "cli/perft.h"
#include "cli/progress.h"
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
    bool split, json;
} perft_args;

/* What is being counted, and how it is told. */
typedef struct perft_run {
    perft_start start;
    perft_watch watch;
    pt_text out;
    pt_json json;
    bool as_json;
} perft_run;

static void show(long done, long all) {
    PT_TEXT_IN(moves, 40, args_language());
    pt_say(&moves, cli_say_analyse_moves());
    progress_show(done, all, moves.at);
}

static bool stopped(const perft_run *r) { return atomic_load(r->watch.stop); }

static uint64_t count(const perft_run *r, const void *state, int depth) {
    uint64_t n = perft_count(r->start.game, state, depth, &r->watch);
    progress_end();
    return n;
}

static void key_count(pt_json *j, const char *key, uint64_t n) {
    pt_key_int(j, key, (int64_t)n);
}

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

/* --- checking a file --- */

/* A depth line of the file; true if the count is right. */
static bool check_depth(perft_run *r, const char *path, int i) {
    const perft_start *p = &r->start;
    uint64_t n = count(r, p->state, p->want[i].depth);
    if (stopped(r)) return false;
    bool right = n == p->want[i].count;
    if (r->as_json) {
        pt_open(&r->json, '{');
        pt_key_int(&r->json, "line", p->want[i].line);
        pt_key_int(&r->json, "depth", p->want[i].depth);
        key_count(&r->json, "expected", p->want[i].count);
        key_count(&r->json, "count", n);
        pt_close(&r->json, '}');
    } else if (!right) {
        pt_put(&r->out, "%s:%d: depth %d: expected %" PRIu64 ", counted %" PRIu64 "\n", path,
               p->want[i].line, p->want[i].depth, p->want[i].count, n);
    }
    return right;
}

/* Checks every depth line of a file. Prints one line for the file, and one for each difference.
 * What was not counted has not passed. */
static int check_file(perft_run *r, const char *path) {
    const perft_start *p = &r->start;
    int right = 0;
    if (!read_start(path, &r->start)) return EXIT_USAGE;
    if (p->count == 0) return args_wrong(&cmd_perft, cli_say_perft_no_depth(path));
    if (r->as_json) {
        pt_open(&r->json, '{');
        pt_key_str(&r->json, "file", path);
        pt_key_open(&r->json, "depths", '[');
    }
    for (int i = 0; i < p->count && !stopped(r); i++) right += check_depth(r, path, i);
    if (r->as_json) {
        pt_close(&r->json, ']');
        pt_key_int(&r->json, "passed", right);
        pt_key_int(&r->json, "failed", p->count - right);
        pt_key_bool(&r->json, "complete", !stopped(r));
        pt_close(&r->json, '}');
        pt_putc(&r->out, '\n');
    } else {
        pt_put(&r->out, "%s: %d passed, %d failed\n", path, right, p->count - right);
    }
    return right < p->count ? EXIT_FAILED : EXIT_FINE;
}

/* --- counting --- */

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
static void print_below(perft_run *r, int seat, pt_move m, int depth, bool who) {
    const pt_game *g = r->start.game;
    uint64_t next[PT_STATE_MAX / 8];
    PT_TEXT(text, 256);
    memcpy(next, r->start.state, g->state_size);
    g->apply(next, seat, m);
    uint64_t n = count(r, next, depth - 1);
    if (stopped(r)) return;
    if (who && !r->as_json) pt_put(&text, "%d ", seat + 1);
    pt_print_move(g->verbs, m, &text);
    if (!r->as_json) {
        pt_put(&r->out, "%-24s %" PRIu64 "\n", text.at, n);
        return;
    }
    pt_open(&r->json, '{');
    pt_key_int(&r->json, "seat", seat == PT_LUCK ? -1 : seat);
    pt_key_str(&r->json, "move", text.at);
    key_count(&r->json, "count", n);
    pt_close(&r->json, '}');
}

static void split_luck(perft_run *r, int depth) {
    const pt_game *g = r->start.game;
    pt_chance *luck = malloc(g->max_chance * sizeof *luck);
    if (!luck) abort();
    int n = g->chance(r->start.state, luck);
    for (int i = 0; i < n && !stopped(r); i++)
        print_below(r, PT_LUCK, luck[i].move, depth, false);
    free(luck);
}

static void split_seats(perft_run *r, int depth) {
    const perft_start *p = &r->start;
    uint8_t seats = perft_seats(p->game, p->state);
    pt_move *moves = malloc(p->game->max_moves * sizeof *moves);
    if (!moves) abort();
    for (unsigned set = seats; set; set &= set - 1) {
        int seat = pt_lowest(set), n = p->game->legal(p->state, seat, moves);
        for (int i = 0; i < n && !stopped(r); i++)
            print_below(r, seat, moves[i], depth, pt_count(seats) > 1);
    }
    free(moves);
}

/* The deepest count move by move. */
static void print_split(perft_run *r, int depth) {
    int node = pt_head_of(r->start.state)->node;
    if (r->as_json) pt_key_int(&r->json, "depth", depth);
    if (r->as_json) pt_key_open(&r->json, "moves", '[');
    if (node == PT_CHANCE) split_luck(r, depth);
    if (node == PT_DECIDE) split_seats(r, depth);
    if (r->as_json) pt_close(&r->json, ']');
}

static void print_counts(perft_run *r, int depths) {
    if (r->as_json) pt_key_open(&r->json, "depths", '[');
    for (int depth = 1; depth <= depths; depth++) {
        uint64_t n = count(r, r->start.state, depth);
        if (stopped(r)) break;
        if (r->as_json) {
            pt_open(&r->json, '{');
            pt_key_int(&r->json, "depth", depth);
            key_count(&r->json, "count", n);
            pt_close(&r->json, '}');
        } else {
            pt_put(&r->out, "depth %d count %" PRIu64 "\n", depth, n);
            pt_flush(&r->out);
            fflush(stdout);
        }
    }
    if (r->as_json) pt_close(&r->json, ']');
}

/* Where to count from, as the command line says; else the exit code. */
static int find_start(const perft_args *a, int n, char **argv, perft_start *p) {
    if (a->from && n) return args_wrong(&cmd_perft, cli_say(CLI_SAY_PERFT_FROM_ALONE));
    if (a->from) return read_start(a->from, p) ? EXIT_FINE : EXIT_USAGE;
    if (n != 1) return wrong_words(&cmd_perft, n, 1, argv);
    if (!(p->game = game_or_complain(&cmd_perft, argv[1]))) return EXIT_USAGE;
    if (!config_or_complain(&cmd_perft, p->game, a->players, &a->options, &p->config))
        return EXIT_USAGE;
    return place(a, p) ? EXIT_FINE : EXIT_USAGE;
}

static int count_all(perft_run *r, const perft_args *a, int n, char **argv) {
    const perft_start *p = &r->start;
    int code = find_start(a, n, argv, &r->start);
    if (code != EXIT_FINE) return code;
    if (r->as_json) {
        pt_open(&r->json, '{');
        pt_key_str(&r->json, "game", p->game->name);
        pt_key_int(&r->json, "players", p->config.seats);
    }
    if (a->split)
        print_split(r, (int)a->depth);
    else
        print_counts(r, (int)a->depth);
    if (r->as_json) {
        pt_key_bool(&r->json, "complete", !stopped(r));
        pt_close(&r->json, '}');
        pt_putc(&r->out, '\n');
    }
    return EXIT_FINE;
}

static int run(int argc, char **argv) {
    char memory[1024];
    perft_args a = {.depth = 3};
    perft_run r = {.watch = {progress_interruptible(), show}};
    const arg_option options[] = {
        {"--players", ARG_NUMBER, &a.players, CLI_SAY_WITH_FEWEST, 1, PT_SEATS},
        {"--depth", ARG_NUMBER, &a.depth, CLI_SAY_PERFT_DEPTH, 1, PERFT_DEPTH_MAX - 1},
        {"--position", ARG_TEXT, &a.position, CLI_SAY_PERFT_POSITION, 0, 0},
        {"--option", ARG_LIST, &a.options, CLI_SAY_WITH_CHOICES, 0, 0},
        {"--from", ARG_TEXT, &a.from, CLI_SAY_PERFT_FROM, 0, 0},
        {"--check", ARG_TEXT, &a.check, CLI_SAY_PERFT_CHECK, 0, 0},
        {"--split", ARG_FLAG, &a.split, CLI_SAY_PERFT_SPLIT, 0, 0},
        {"--json", ARG_FLAG, &a.json, CLI_SAY_WITH_JSON, 0, 0},
        {0}};
    int n = args_read(&cmd_perft, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (a.check && n) return args_wrong(&cmd_perft, cli_say(CLI_SAY_PERFT_CHECK_ALONE));
    r.out = text_to_file(memory, sizeof memory, stdout);
    r.json = pt_json_on(&r.out);
    r.as_json = a.json;
    int code = a.check ? check_file(&r, a.check) : count_all(&r, &a, n, argv);
    pt_flush(&r.out);
    progress_tell_stopped(&cmd_perft);
    return code;
}

const command cmd_perft = {"perft", CLI_SAY_PERFT_USAGE, CLI_SAY_PERFT, run};
