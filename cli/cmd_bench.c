/* petteia bench: how fast each game plays at random, and its signature. */
/* SPDX-License-Identifier: MIT */
#include "bench/connect4.h"
#include "bench/search.h"
#include "bots/playout.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/words.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SIGNATURE_GAMES = 100, CLONES = 4096, SHORT_RUN = 2, LONG_RUN = 22 };

typedef struct bench_args {
    int64_t players, seconds, games;
    arg_list options;
    bool json, instructions, search;
    const atomic_bool *stop;
    int rows, done; /* for the bar */
} bench_args;

typedef struct bench_row {
    const pt_game *game;
    int players;
    double decisions, games, clones; /* a second */
    int64_t instructions;            /* a decision; -1: not measured */
    uint64_t signature;
} bench_row;

/* The CPU time of this program, so that a busy machine makes no difference. */
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* --- the measurements --- */

static double baseline(double span) {
    pt_rng rng = {1};
    uint64_t moves = 0;
    double start = now(), took;
    do {
        for (int i = 0; i < 2000; i++) moves += (uint64_t)connect4_game(&rng);
        took = now() - start;
    } while (took < span);
    return (double)moves / took;
}

/* A clone is a copy of a state into a tree of them, as a search makes it. */
static double clones(const playout *p, double span) {
    size_t size = p->g->state_size;
    unsigned char *tree = malloc(size * 64);
    if (!tree) return 0;
    uint64_t copies = 0;
    volatile unsigned char kept = 0; /* so that no copy is optimised away */
    double start = now(), took;
    do {
        for (unsigned i = 0; i < CLONES; i++) {
            unsigned char *to = tree + size * (i % 64);
            memcpy(to, p->state, size);
            kept = to[i % size];
        }
        copies += CLONES;
        took = now() - start;
    } while (took < span);
    (void)kept;
    free(tree);
    return (double)copies / took;
}

static bool stopped(const bench_args *a) { return atomic_load(a->stop); }

static void show(bench_args *a, const pt_game *g, int seats) {
    PT_TEXT(words, 80);
    pt_put(&words, "%s, %d players", g->name, seats);
    progress_show(a->done++, a->rows, words.at);
}

static bool measure(const bench_args *a, const pt_game *g, const pt_config *c, double span,
                    bench_row *row) {
    playout p;
    if (!playout_init(&p, g, c)) {
        args_wrong(&cmd_bench, cli_say_memory());
        return false;
    }
    uint64_t seed = 1;
    while (seed <= SIGNATURE_GAMES) playout_game(&p, seed++);
    *row = (bench_row){g, c->seats, 0, 0, 0, -1, p.signature};
    uint64_t decisions = p.decisions, games = p.games;
    double start = now(), took;
    do {
        playout_game(&p, seed++);
        took = now() - start;
    } while (took < span && !stopped(a));
    row->decisions = (double)(p.decisions - decisions) / took;
    row->games = (double)(p.games - games) / took;
    row->clones = clones(&p, span / 10);
    playout_done(&p);
    return true;
}

/* --- instructions, from callgrind --- */

/* Runs this program under callgrind for some games; false without valgrind. */
static bool instructions_of(const pt_game *g, int players, int games, int64_t *instructions,
                            int64_t *decisions) {
    char self[512], command_line[1024], line[512];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0) return false;
    self[n] = 0;
    snprintf(
        command_line, sizeof command_line,
        "valgrind --tool=callgrind --callgrind-out-file=/dev/null '%s' bench %s --players %d"
        " --games %d 2>&1",
        self, g->name, players, games);
    FILE *in = popen(command_line, "r");
    if (!in) return false;
    *instructions = *decisions = -1;
    while (fgets(line, sizeof line, in)) {
        const char *at = strstr(line, "Collected : ");
        if (at) *instructions = strtoll(at + strlen("Collected : "), NULL, 10);
        if ((at = strstr(line, " decisions"))) {
            while (at > line && at[-1] >= '0' && at[-1] <= '9') at--;
            *decisions = strtoll(at, NULL, 10);
        }
    }
    return pclose(in) == 0 && *instructions > 0 && *decisions > 0;
}

/* The difference of two runs leaves out start-up and shut-down. */
static bool count_instructions(bench_row *row) {
    int64_t few, many, few_decisions, many_decisions;
    if (!instructions_of(row->game, row->players, SHORT_RUN, &few, &few_decisions) ||
        !instructions_of(row->game, row->players, LONG_RUN, &many, &many_decisions)) {
        args_wrong(&cmd_bench, cli_say_bench_no_valgrind());
        return false;
    }
    row->instructions = (many - few) / (many_decisions - few_decisions);
    return true;
}

/* --- printing --- */

static void print_row(const bench_row *r, double yardstick) {
    printf("%-10s %7d %12.0f %8.2f %10.0f %12.0f %6d  %016" PRIx64, r->game->name, r->players,
           r->decisions, r->decisions / yardstick, r->games, r->clones, r->game->state_size,
           r->signature);
    if (r->instructions >= 0) printf(" %8" PRId64, r->instructions);
    putchar('\n');
    fflush(stdout);
}

static void put_row(pt_json *j, const bench_row *r) {
    char signature[20];
    snprintf(signature, sizeof signature, "%016" PRIx64, r->signature);
    pt_open(j, '{');
    pt_key_str(j, "game", r->game->name);
    pt_key_int(j, "players", r->players);
    pt_key_int(j, "decisions_per_s", (int64_t)r->decisions);
    pt_key_int(j, "games_per_s", (int64_t)r->games);
    pt_key_int(j, "clones_per_s", (int64_t)r->clones);
    pt_key_int(j, "state_bytes", r->game->state_size);
    pt_key_str(j, "signature", signature);
    if (r->instructions >= 0) pt_key_int(j, "instructions_per_decision", r->instructions);
    pt_close(j, '}');
}

/* --- the runs --- */

/* --games: exactly that many, and nothing that depends on a clock. */
static bool play_games(const bench_args *a, const pt_game *g, const pt_config *c,
                       pt_json *json) {
    playout p;
    char signature[20];
    if (!playout_init(&p, g, c)) return false;
    for (int64_t seed = 1; seed <= a->games && !stopped(a); seed++)
        playout_game(&p, (uint64_t)seed);
    progress_clear();
    snprintf(signature, sizeof signature, "%016" PRIx64, p.signature);
    if (json) {
        pt_open(json, '{');
        pt_key_str(json, "game", g->name);
        pt_key_int(json, "players", c->seats);
        pt_key_int(json, "games", (int64_t)p.games);
        pt_key_int(json, "decisions", (int64_t)p.decisions);
        pt_key_int(json, "moves", (int64_t)p.plies);
        pt_key_str(json, "signature", signature);
        pt_close(json, '}');
    } else {
        printf("%s, %d players: %" PRIu64 " games, %" PRIu64 " decisions, %" PRIu64
               " moves, signature %s\n",
               g->name, c->seats, p.games, p.decisions, p.plies, signature);
    }
    playout_done(&p);
    return true;
}

static bool wanted(const bench_args *a, const pt_game *only, const pt_game *g, int seats) {
    if (only && only != g) return false;
    return !a->players || a->players == seats;
}

static int count_rows(const bench_args *a, const pt_game *only) {
    int rows = 0;
    for (int i = 0; pt_games[i]; i++)
        for (int seats = pt_games[i]->min_seats; seats <= pt_games[i]->max_seats; seats++)
            rows += wanted(a, only, pt_games[i], seats);
    return rows;
}

/* --search: the tree search instead of random games. */
static int search_row_of(const pt_game *g, const pt_config *c, double span, pt_json *j) {
    search_row r;
    if (!search_measure(g, c, span, &r)) return EXIT_FAILED;
    progress_clear();
    if (!j) {
        printf("%-10s %7d %12.0f %12.0f %6.2f %12.0f %9" PRIu64 " %5zu\n", g->name, r.players,
               r.iterations[0], r.iterations[1], r.iterations[1] / r.iterations[0], r.playouts,
               r.nodes, r.memory >> 20);
        fflush(stdout);
        return EXIT_FINE;
    }
    pt_open(j, '{');
    pt_key_str(j, "game", g->name);
    pt_key_int(j, "players", r.players);
    pt_key_int(j, "iterations_per_s", (int64_t)r.iterations[0]);
    pt_key_int(j, "iterations_per_s_2_threads", (int64_t)r.iterations[1]);
    pt_key_int(j, "playouts_per_s", (int64_t)r.playouts);
    pt_key_int(j, "nodes", (int64_t)r.nodes);
    pt_key_int(j, "memory_bytes", (int64_t)r.memory);
    pt_close(j, '}');
    return EXIT_FINE;
}

static void print_search_head(void) {
    printf("%-10s %7s %12s %12s %6s %12s %9s %5s\n", "game", "players", "iterations/s",
           "2 threads", "gain", "playouts/s", "nodes", "MiB");
}

static void print_head(const bench_args *a) {
    printf("%-10s %7s %12s %8s %10s %12s %6s  %-16s%s\n", "game", "players", "decisions/s",
           "ratio", "games/s", "clones/s", "bytes", "signature",
           a->instructions ? " instr/decision" : "");
}

/* Measures and prints one game at one player count; a row that was cut short is left out. */
static int bench_row_of(bench_args *a, const pt_game *g, const pt_config *c, double span,
                        double yardstick, pt_json *json) {
    bench_row row;
    if (a->games) return play_games(a, g, c, json) ? EXIT_FINE : EXIT_FAILED;
    if (a->search) return search_row_of(g, c, span, json);
    if (!measure(a, g, c, span, &row)) return EXIT_FAILED;
    if (!stopped(a) && a->instructions && !count_instructions(&row) && !stopped(a))
        return EXIT_FAILED;
    progress_clear();
    if (stopped(a)) return EXIT_FINE;
    if (json)
        put_row(json, &row);
    else
        print_row(&row, yardstick);
    return EXIT_FINE;
}

static int bench_rows(bench_args *a, const pt_game *only, double span, double yardstick,
                      pt_json *json) {
    int code = EXIT_FINE;
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        for (int seats = g->min_seats; seats <= g->max_seats && !code && !stopped(a); seats++) {
            pt_config c;
            if (!wanted(a, only, g, seats)) continue;
            if (!config_or_complain(&cmd_bench, g, seats, &a->options, &c)) return EXIT_USAGE;
            show(a, g, seats);
            code = bench_row_of(a, g, &c, span, yardstick, json);
        }
    }
    progress_end();
    return code;
}

static int bench_all(bench_args *a, const pt_game *only, pt_json *json) {
    a->rows = count_rows(a, only);
    if (a->rows == 0) return args_wrong(&cmd_bench, cli_say_bench_no_players((int)a->players));
    double yardstick = 0, span = a->search ? (double)a->seconds / a->rows
                                           : (double)a->seconds / (1.2 * a->rows + 1);
    if (!json && a->search) print_search_head();
    if (!json && !a->games && !a->search) {
        yardstick = baseline(span < 0.5 ? span : 0.5);
        print_head(a);
    }
    int code = bench_rows(a, only, span, yardstick, json);
    if (yardstick > 0 && !code)
        printf("ratio: against %.0f moves/s of random connect four (bench/connect4.c)\n",
               yardstick);
    return code;
}

static int run(int argc, char **argv) {
    bench_args a = {.seconds = 20};
    const arg_option options[] = {
        {"--players", ARG_NUMBER, &a.players, CLI_SAY_WITH_ONE_COUNT, 1, PT_SEATS},
        {"--seconds", ARG_NUMBER, &a.seconds, CLI_SAY_BENCH_SECONDS, 1, 3600},
        {"--option", ARG_LIST, &a.options, CLI_SAY_WITH_CHOICES, 0, 0},
        {"--instructions", ARG_FLAG, &a.instructions, CLI_SAY_BENCH_INSTRUCTIONS, 0, 0},
        {"--games", ARG_NUMBER, &a.games, CLI_SAY_BENCH_GAMES, 1, 100000000},
        {"--search", ARG_FLAG, &a.search, CLI_SAY_BENCH_SEARCH, 0, 0},
        {"--json", ARG_FLAG, &a.json, CLI_SAY_WITH_JSON, 0, 0},
        {0}};
    int n = args_read(&cmd_bench, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n > 1) return args_wrong(&cmd_bench, cli_say(CLI_SAY_ONE_GAME));
    const pt_game *only = NULL;
    if (n == 1 && !(only = game_or_complain(&cmd_bench, argv[1]))) return EXIT_USAGE;
    if (a.options.count && !only)
        return args_wrong(&cmd_bench, cli_say(CLI_SAY_BENCH_NO_CHOICE));
    if (a.options.count && a.instructions)
        return args_wrong(&cmd_bench, cli_say(CLI_SAY_BENCH_INSTRUCTIONS_NORMAL));
    if (a.search && (a.games || a.instructions))
        return args_wrong(&cmd_bench, cli_say(CLI_SAY_BENCH_SEARCH_ALONE));
    a.stop = progress_interruptible();
    char memory[1024];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    pt_json json = pt_json_on(&out);
    if (a.json) pt_open(&json, '[');
    int code = bench_all(&a, only, a.json ? &json : NULL);
    if (a.json) {
        pt_close(&json, ']');
        pt_putc(&out, '\n');
    }
    pt_flush(&out);
    progress_tell_stopped(&cmd_bench);
    return code;
}

const command cmd_bench = {"bench", CLI_SAY_BENCH_USAGE, CLI_SAY_BENCH, run};
