/* petteia soak: plays random games at length and checks in every state what
 * must hold in all games. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/words.h"
#include "invariants/invariants.h"
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct soak {
    int64_t players, games, seed;
    arg_list options;
    bool json, no_faces, brief;
    int64_t rare; /* a long run proves as much, spread over more games */
    const atomic_bool *stop;
} soak;

/* What to say if a game crashes the program: an assert or a sanitizer inside the rules. */
static char last_words[512];

static void fell(int signal_number) {
    ssize_t ignored = write(STDERR_FILENO, last_words, strlen(last_words));
    (void)ignored;
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void remember(const pt_game *g, const pt_config *config, int64_t seed) {
    pt_text t = pt_text_on(last_words, sizeof last_words);
    pt_puts(&t, "\npetteia soak: the program crashed; to see it again: petteia soak ");
    invariants_print_config(g, config, &t);
    pt_put(&t, " --seed %" PRId64 " --games 1\n", seed);
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void print_row(const pt_game *g, const pt_config *c, const invariants_tally *t,
                      double took) {
    PT_TEXT(what, 256);
    invariants_print_config(g, c, &what);
    printf("%s: %" PRIu64 " games, %" PRIu64 " moves, longest %u, signature %016" PRIx64
           ", %" PRIu64 " states over the whole move space, %.1f s\n",
           what.at + strlen("--game "), t->games, t->moves, t->longest, t->signature, t->whole,
           took);
    fflush(stdout);
}

static void put_row(pt_json *j, const pt_game *g, const pt_config *c,
                    const invariants_tally *t) {
    char signature[20];
    snprintf(signature, sizeof signature, "%016" PRIx64, t->signature);
    pt_open(j, '{');
    pt_key_str(j, "game", g->name);
    pt_key_int(j, "players", c->seats);
    pt_key_int(j, "games", (int64_t)t->games);
    pt_key_int(j, "moves", (int64_t)t->moves);
    pt_key_int(j, "decisions", (int64_t)t->decisions);
    pt_key_int(j, "longest", t->longest);
    pt_key_int(j, "whole_states", (int64_t)t->whole);
    pt_key_str(j, "signature", signature);
    pt_close(j, '}');
}

/* A bar on a terminal; in a log, a line now and then. */
static void show(const soak *k, const pt_game *g, const pt_config *c, int64_t done,
                 double start, double *shown) {
    enum { LINE_SECONDS = 5 };
    double now = seconds();
    bool terminal = isatty(STDERR_FILENO);
    if (now - *shown < (terminal ? 0.1 : LINE_SECONDS)) return;
    *shown = now;
    PT_TEXT(words, 80);
    pt_put(&words, "%s, %d players", g->name, c->seats);
    if (terminal)
        progress_show((long)done, (long)k->games, words.at);
    else
        fprintf(stderr, "%s: %" PRId64 " of %" PRId64 " games, %.0f s\n", words.at, done,
                k->games, now - start);
}

/* One row: a game at one player count, or what was played of it. Returns false when an
 * invariant is broken. */
static bool soak_row(const soak *k, const pt_game *g, const pt_config *c, pt_json *json) {
    invariants_pace pace =
        k->brief ? invariants_brief : invariants_slower(invariants_long, (uint32_t)k->rare);
    if (k->no_faces) pace.faces = 0;
    invariants *inv = invariants_new(g, c, pace);
    if (!inv) {
        args_wrong(&cmd_soak, cli_say_memory());
        return false;
    }
    double start = seconds(), shown = start;
    bool fine = true;
    for (int64_t i = 0; i < k->games && fine && !atomic_load(k->stop); i++) {
        remember(g, c, k->seed + i);
        fine = invariants_play(inv, (uint64_t)(k->seed + i));
        show(k, g, c, i + 1, start, &shown);
    }
    progress_end();
    invariants_tally t = invariants_so_far(inv);
    if (!fine)
        fprintf(stderr, "petteia soak: an invariant is broken: %s", invariants_report(inv));
    else if (json)
        put_row(json, g, c, &t);
    else
        print_row(g, c, &t, seconds() - start);
    invariants_free(inv);
    return fine;
}

static int soak_game(const soak *k, const pt_game *g, pt_json *json) {
    int64_t from = k->players ? k->players : g->min_seats;
    int64_t to = k->players ? k->players : g->max_seats;
    for (int64_t seats = from; seats <= to && !atomic_load(k->stop); seats++) {
        pt_config c;
        if (!config_or_complain(&cmd_soak, g, seats, &k->options, &c)) return EXIT_USAGE;
        if (!soak_row(k, g, &c, json)) return EXIT_FAILED;
    }
    return EXIT_FINE;
}

static int soak_all(const soak *k, const pt_game *only, pt_json *json) {
    int code = EXIT_FINE;
    for (int i = 0; pt_games[i] && code == EXIT_FINE && !atomic_load(k->stop); i++)
        if (!only || only == pt_games[i]) code = soak_game(k, pt_games[i], json);
    return code;
}

static int run(int argc, char **argv) {
    soak k = {.games = 1000, .seed = 1};
    const char *name = NULL;
    const arg_option options[] = {
        {"--game", ARG_TEXT, &name, CLI_SAY_SOAK_GAME, 0, 0},
        {"--players", ARG_NUMBER, &k.players, CLI_SAY_WITH_ONE_COUNT, 1, PT_SEATS},
        {"--games", ARG_NUMBER, &k.games, CLI_SAY_SOAK_GAMES, 1, 1000000000},
        {"--seed", ARG_NUMBER, &k.seed, CLI_SAY_SOAK_SEED, 0, INT64_MAX / 2},
        {"--option", ARG_LIST, &k.options, CLI_SAY_WITH_CHOICES, 0, 0},
        {"--brief", ARG_FLAG, &k.brief, CLI_SAY_SOAK_BRIEF, 0, 0},
        {"--rare", ARG_NUMBER, &k.rare, CLI_SAY_SOAK_RARE, 1, 1000000},
        {"--no-faces", ARG_FLAG, &k.no_faces, CLI_SAY_SOAK_NO_FACES, 0, 0},
        {"--json", ARG_FLAG, &k.json, CLI_SAY_WITH_JSON, 0, 0},
        {0}};
    int n = args_read(&cmd_soak, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n > 1) return args_wrong(&cmd_soak, cli_say(CLI_SAY_ONE_GAME));
    if (n == 1) name = argv[1];
    if (!k.rare) k.rare = k.games > 10000 ? k.games / 5000 : 1;
    const pt_game *only = NULL;
    if (name && !(only = game_or_complain(&cmd_soak, name))) return EXIT_USAGE;
    if (k.options.count && !only) return args_wrong(&cmd_soak, cli_say(CLI_SAY_SOAK_NO_CHOICE));
    k.stop = progress_interruptible();
    signal(SIGABRT, fell);
    signal(SIGSEGV, fell);
    signal(SIGFPE, fell);
    char memory[1024];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    pt_json json = pt_json_on(&out);
    if (k.json) pt_open(&json, '[');
    int code = soak_all(&k, only, k.json ? &json : NULL);
    if (k.json) {
        pt_close(&json, ']');
        pt_putc(&out, '\n');
    }
    pt_flush(&out);
    progress_tell_stopped(&cmd_soak);
    return code;
}

const command cmd_soak = {"soak", CLI_SAY_SOAK_USAGE, CLI_SAY_SOAK, run};
