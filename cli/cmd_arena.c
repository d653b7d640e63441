/* petteia arena: bots play each other until it is known who is better. Every seed is played
 * with each rotation of the seats. Games run in several processes. With --out the games are
 * kept, and a run that was stopped resumes where it was. */
/* SPDX-License-Identifier: MIT */
#include "cli/arena.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/words.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEADER = 8192 };

static bool read_sprt(arena *a, const char *text) {
    char *end;
    a->low = strtod(text, &end);
    if (end == text || *end != ',') return false;
    const char *second = end + 1;
    a->high = strtod(second, &end);
    return end != second && *end == 0 && a->low < a->high;
}

/* Makes every bot once, so that a mistake in a name is found before anything is played. */
static bool check_bots(const arena *a) {
    bool outside = false;
    for (int i = 0; i < a->entrants; i++) {
        PT_TEXT_IN(why, 600, args_language());
        pt_bot *bot = pt_any_bot_made(a->entrant[i], a->game, &why);
        if (!bot) {
            args_wrong_words(&cmd_arena, why.at);
            return false;
        }
        outside = outside || bot->kind->apart;
        pt_bot_free(bot);
    }
    if (outside && !pt_outside_confined()) {
        PT_TEXT_IN(words, 300, args_language());
        pt_say(&words, cli_say(CLI_SAY_ARENA_OPEN));
        fprintf(stderr, "petteia arena: %s\n", words.at);
    }
    return true;
}

/* --- the results file --- */

static void put_header(const arena *a, pt_text *out) {
    pt_put(out, "arena %s players %d seed %lld time %lld iterations %lld options",
           a->game->name, a->config.seats, (long long)a->seed, (long long)a->time,
           (long long)a->iterations);
    for (int i = 0; i < a->game->option_count; i++) pt_put(out, " %d", a->config.option[i]);
    if (a->opening) pt_put(out, " opening %lld", (long long)a->opening);
    for (int i = 0; i < a->entrants; i++) {
        pt_put(out, " bot ");
        for (const char *c = a->entrant[i]; *c; c++) /* a command may have several lines */
            pt_putc(out, *c == '\n' ? ' ' : *c);
    }
}

static void keep(const arena *a, const arena_result *r) {
    if (!a->results) return;
    fprintf(a->results, "%d", r->number);
    for (int i = 0; i < a->config.seats; i++) fprintf(a->results, " %.6f", r->result.share[i]);
    for (int i = 0; i < a->config.seats; i++) fprintf(a->results, " %d", r->result.points[i]);
    fprintf(a->results, " %d %d\n", r->result.moves, r->result.faulty);
    fflush(a->results);
}

/* One line of the file; false for a line that was cut off when a run was stopped. */
static bool read_line(const arena *a, char *line, arena_result *r) {
    int at = 0, used;
    memset(r, 0, sizeof *r);
    if (!strchr(line, '\n') || sscanf(line, "%d%n", &r->number, &at) != 1) return false;
    for (int i = 0; i < a->config.seats; i++, at += used)
        if (sscanf(line + at, "%lf%n", &r->result.share[i], &used) != 1) return false;
    for (int i = 0; i < a->config.seats; i++, at += used)
        if (sscanf(line + at, "%d%n", &r->result.points[i], &used) != 1) return false;
    return sscanf(line + at, "%d %d", &r->result.moves, &r->result.faulty) == 2;
}

static bool open_results(arena *a) {
    char path[4096], line[HEADER + 1];
    PT_TEXT(header, HEADER);
    put_header(a, &header);
    if (mkdir(a->out, 0777) && errno != EEXIST) {
        args_wrong(&cmd_arena, cli_say_cannot_make(a->out, strerror(errno)));
        return false;
    }
    snprintf(path, sizeof path, "%s/results.txt", a->out);
    a->results = fopen(path, "a+");
    if (!a->results) {
        args_wrong(&cmd_arena, cli_say_cannot_open(path, strerror(errno)));
        return false;
    }
    rewind(a->results);
    if (!fgets(line, sizeof line, a->results)) {
        fprintf(a->results, "%s\n", header.at);
        return true;
    }
    line[strcspn(line, "\n")] = 0;
    if (strcmp(line, header.at) != 0) {
        args_wrong(&cmd_arena, cli_say_arena_other(path, line));
        return false;
    }
    arena_result r;
    while (fgets(line, sizeof line, a->results))
        if (read_line(a, line, &r) && r.number >= 0 && r.number < a->games) arena_count(a, &r);
    fseek(a->results, 0, SEEK_END);
    return true;
}

/* --- the report --- */

static const char *verdict(const arena *a) {
    if (!a->sprt) return "none";
    double llr = pt_llr(&a->tally[0], a->low, a->high, a->config.seats);
    return llr > PT_LLR_BOUND ? "high" : llr < -PT_LLR_BOUND ? "low" : "open";
}

static void print_text(const arena *a) {
    int seats = a->config.seats;
    printf("%s, %d players, %d %s\n", a->game->title, seats, a->done,
           a->done == 1 ? "game" : "games");
    if (!a->tally[0].rounds) {
        PT_TEXT_IN(words, 200, args_language());
        pt_say(&words, cli_say_arena_too_few(seats));
        printf("  %s\n", words.at);
    }
    for (int i = 0; i < a->entrants && a->tally[0].rounds; i++) {
        const pt_tally *t = &a->tally[i];
        double mean = pt_tally_mean(t), error = 1.96 * pt_tally_error(t);
        double low = mean - error, high = mean + error;
        printf("  %-24s %5.1f %% +- %4.1f  (fair %.1f %%)  Elo %+5.0f (%+.0f to %+.0f)  "
               "%.1f points  %.0f ms a game\n",
               a->entrant[i], 100 * mean, 100 * error, 100.0 / seats, pt_elo_at(mean, seats),
               pt_elo_at(low, seats), pt_elo_at(high, seats), a->points[i], a->cpu[i]);
    }
    if (a->sprt)
        printf("  SPRT %g to %g: LLR %.2f of %.2f, %s\n", a->low, a->high,
               pt_llr(&a->tally[0], a->low, a->high, seats), PT_LLR_BOUND, verdict(a));
    for (int i = 0; i < a->entrants; i++) {
        if (!a->faults[i]) continue;
        PT_TEXT_IN(words, 600, args_language());
        pt_say(&words, cli_say_arena_faults(a->entrant[i], a->faults[i], a->fault[i]));
        printf("  %s\n", words.at);
    }
}

static int faults(const arena *a) {
    int sum = 0;
    for (int i = 0; i < a->entrants; i++) sum += a->faults[i];
    return sum;
}

static void key_thousandth(pt_json *j, const char *key, double x) {
    pt_key_int(j, key, lround(x * 1000));
}

static void print_json(const arena *a) {
    char memory[1024];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    pt_json j = pt_json_on(&out);
    int seats = a->config.seats;
    pt_open(&j, '{');
    pt_key_str(&j, "game", a->game->name);
    pt_key_int(&j, "players", seats);
    pt_key_int(&j, "games", a->done);
    pt_key_int(&j, "rounds", a->tally[0].rounds);
    pt_key_int(&j, "illegal", faults(a));
    pt_key_open(&j, "bots", '[');
    for (int i = 0; i < a->entrants; i++) {
        const pt_tally *t = &a->tally[i];
        double mean = pt_tally_mean(t), error = pt_tally_error(t);
        pt_open(&j, '{');
        pt_key_str(&j, "bot", a->entrant[i]);
        if (t->rounds) {
            key_thousandth(&j, "share_permille", mean);
            key_thousandth(&j, "error_permille", error);
            pt_key_int(&j, "elo", lround(pt_elo_at(mean, seats)));
            pt_key_int(&j, "elo_low", lround(pt_elo_at(mean - 1.96 * error, seats)));
            pt_key_int(&j, "elo_high", lround(pt_elo_at(mean + 1.96 * error, seats)));
        }
        key_thousandth(&j, "points_thousandths", a->points[i]);
        pt_key_int(&j, "illegal", a->faults[i]);
        if (a->fault[i][0]) pt_key_str(&j, "fault", a->fault[i]);
        pt_close(&j, '}');
    }
    pt_close(&j, ']');
    if (a->sprt) {
        key_thousandth(&j, "llr_thousandths", pt_llr(&a->tally[0], a->low, a->high, seats));
        pt_key_str(&j, "verdict", verdict(a));
    }
    pt_close(&j, '}');
    pt_putc(&out, '\n');
    pt_flush(&out);
}

/* --- the command --- */

static int contest(arena *a, bool json) {
    int round = a->config.seats;
    a->games = (a->games + round - 1) / round * round;
    a->round = calloc((size_t)(a->games / round), sizeof *a->round);
    a->known = calloc((size_t)a->games, sizeof *a->known);
    if (!a->round || !a->known) return args_wrong(&cmd_arena, cli_say(CLI_SAY_MEMORY));
    if (a->out && !open_results(a)) return EXIT_USAGE;
    bool fine = arena_run(a, keep);
    progress_tell_stopped(&cmd_arena);
    if (json)
        print_json(a);
    else
        print_text(a);
    return fine && !faults(a) ? EXIT_FINE : EXIT_FAILED;
}

/* The game and its bots, as the command line names them; else the exit code. */
static int read_entrants(arena *a, int n, char **argv, int64_t players,
                         const arg_list *game_options) {
    if (n < 3) return args_wrong(&cmd_arena, cli_say(CLI_SAY_ARENA_NEEDS));
    if (!(a->game = game_or_complain(&cmd_arena, argv[1]))) return EXIT_USAGE;
    if (!config_or_complain(&cmd_arena, a->game, players, game_options, &a->config))
        return EXIT_USAGE;
    a->entrants = n - 1;
    if (a->entrants > a->config.seats || a->config.seats < 2)
        return args_wrong(&cmd_arena, cli_say_arena_no_fit(a->entrants, a->config.seats));
    for (int i = 0; i < a->entrants; i++) a->entrant[i] = argv[2 + i];
    return EXIT_FINE;
}

static int run(int argc, char **argv) {
    int64_t players = 0, games = 100;
    const char *sprt = NULL;
    bool json = false;
    arg_list game_options = {0}, nets = {0};
    arena a = {.seed = 1, .jobs = 1};
    const arg_option options[] = {
        {"--players", ARG_NUMBER, &players, CLI_SAY_ARENA_PLAYERS, 1, PT_SEATS},
        {"--games", ARG_NUMBER, &games, CLI_SAY_ARENA_GAMES, 1, 10000000},
        {"--seed", ARG_NUMBER, &a.seed, CLI_SAY_WITH_FIRST_SEED, 0, INT64_MAX},
        {"--time", ARG_NUMBER, &a.time, CLI_SAY_ARENA_TIME, 1, 600000},
        {"--iterations", ARG_NUMBER, &a.iterations, CLI_SAY_ARENA_ITERATIONS, 1, 2000000000},
        {"--opening", ARG_NUMBER, &a.opening, CLI_SAY_ARENA_OPENING, 0, 1000},
        {"--jobs", ARG_NUMBER, &a.jobs, CLI_SAY_WITH_JOBS, 1, ARENA_JOBS},
        {"--option", ARG_LIST, &game_options, CLI_SAY_WITH_CHOICE, 0, 0},
        {"--sprt", ARG_TEXT, &sprt, CLI_SAY_ARENA_SPRT, 0, 0},
        {"--net", ARG_LIST, &nets, CLI_SAY_ARENA_NET, 0, 0},
        {"--out", ARG_TEXT, &a.out, CLI_SAY_ARENA_OUT, 0, 0},
        {"--json", ARG_FLAG, &json, CLI_SAY_WITH_JSON, 0, 0},
        {0}};
    int n = args_read(&cmd_arena, options, argc, argv);
    if (n < 0) return args_exit(n);
    for (int i = 0; i < nets.count; i++)
        if (!net_or_complain(&cmd_arena, nets.at[i])) return EXIT_USAGE;
    int code = read_entrants(&a, n, argv, players, &game_options);
    if (code != EXIT_FINE) return code;
    a.games = (int)games;
    a.sprt = sprt != NULL;
    if (sprt && !read_sprt(&a, sprt))
        return args_wrong(&cmd_arena, cli_say(CLI_SAY_ARENA_NO_SPRT));
    if (!check_bots(&a)) return EXIT_USAGE;
    code = contest(&a, json);
    if (a.results) fclose(a.results);
    free(a.round);
    free(a.known);
    return code;
}

const command cmd_arena = {"arena", CLI_SAY_ARENA_USAGE, CLI_SAY_ARENA, run};
