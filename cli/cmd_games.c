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
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        printf("%-10s %d-%d players, %-7s %s\n", g->name, g->min_seats, g->max_seats, g->length,
               g->words);
        for (int o = 0; o < g->option_count; o++)
            printf("%-10s   option %s: %s\n", "", g->options[o].name, g->options[o].words);
    }
    return EXIT_FINE;
}

const command cmd_games = {"games", "[--json]", "lists the games", run};
