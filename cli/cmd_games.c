/* petteia games: what can be played. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include <stdio.h>

static void print_json(void) {
    char memory[1024];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '[');
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        pt_open(&j, '{');
        pt_key_str(&j, "game", g->name);
        pt_key_str(&j, "title", g->title);
        pt_key_int(&j, "min_players", g->min_seats);
        pt_key_int(&j, "max_players", g->max_seats);
        pt_key_str(&j, "length", g->length);
        pt_key_str(&j, "words", g->words);
        pt_key_open(&j, "options", '[');
        for (int o = 0; o < g->option_count; o++) {
            const pt_option *opt = &g->options[o];
            pt_open(&j, '{');
            pt_key_str(&j, "name", opt->name);
            pt_key_int(&j, "min", opt->min);
            pt_key_int(&j, "max", opt->max);
            pt_key_int(&j, "normal", opt->normal);
            pt_key_open(&j, "values", '[');
            for (int v = opt->min; opt->values && v <= opt->max; v++)
                pt_json_str(&j, opt->values[v - opt->min]);
            pt_close(&j, ']');
            pt_key_str(&j, "words", opt->words);
            pt_close(&j, '}');
        }
        pt_close(&j, ']');
        pt_close(&j, '}');
    }
    pt_close(&j, ']');
    pt_putc(&out, '\n');
    pt_flush(&out);
}

/* "option pmode=real|tempo (tempo): words", or the range of a number. */
static void print_option(const pt_option *o) {
    printf("%-12s option %s=", "", o->name);
    if (o->values)
        for (int v = o->min; v <= o->max; v++)
            printf("%s%s", v > o->min ? "|" : "", o->values[v - o->min]);
    else
        printf("%d..%d", o->min, o->max);
    if (o->values)
        printf(" (%s)", o->values[o->normal - o->min]);
    else
        printf(" (%d)", o->normal);
    printf("\n%-12s   %s\n", "", o->words);
}

static void print_game(const pt_game *g) {
    PT_TEXT(players, 32);
    pt_put(&players, "%d", g->min_seats);
    if (g->max_seats > g->min_seats) pt_put(&players, "-%d", g->max_seats);
    printf("%-10s %s players, %s: %s\n", g->name, players.at, g->length, g->words);
    for (int i = 0; i < g->option_count; i++) print_option(&g->options[i]);
}

static int run(int argc, char **argv) {
    bool json = false;
    const arg_option options[] = {{"--json", ARG_FLAG, &json, "print JSON for a program", 0, 0},
                                  {0}};
    int n = args_read(&cmd_games, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n > 0) return args_wrong(&cmd_games, "takes no arguments");
    if (json) {
        print_json();
        return EXIT_FINE;
    }
    for (int i = 0; pt_games[i]; i++) print_game(pt_games[i]);
    return EXIT_FINE;
}

const command cmd_games = {"games", "[--json]", "lists the games", run};
