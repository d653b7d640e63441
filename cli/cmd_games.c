/* petteia games: what can be played. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/words.h"
#include "core/game_json.h"
#include <stdio.h>

/* Bytes that are enough for the words about a game or an option. */
enum { WORDS_MAX = 300 };

static void print_json(pt_text *out) {
    pt_json j = pt_json_on(out);
    pt_open(&j, '[');
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        PT_TEXT_IN(length, WORDS_MAX, out->language);
        PT_TEXT_IN(words, WORDS_MAX, out->language);
        pt_game_length(g, &length);
        pt_game_words(g, &words);
        pt_open(&j, '{');
        pt_key_str(&j, "game", g->name);
        pt_key_str(&j, "title", g->title);
        pt_key_int(&j, "min_players", g->min_seats);
        pt_key_int(&j, "max_players", g->max_seats);
        pt_key_str(&j, "length", length.at);
        pt_key_str(&j, "words", words.at);
        pt_key_open(&j, "options", '[');
        for (int o = 0; o < g->option_count; o++) pt_tell_option(&j, g, &g->options[o]);
        pt_close(&j, ']');
        pt_close(&j, '}');
    }
    pt_close(&j, ']');
    pt_putc(out, '\n');
}

/* "option pmode=real|tempo (tempo): words", or the range of a number. */
static void print_option(const pt_game *g, const pt_option *o, pt_text *out) {
    pt_put(out, "%-12s option %s=", "", o->name);
    if (o->values)
        for (int v = o->min; v <= o->max; v++)
            pt_put(out, "%s%s", v > o->min ? "|" : "", o->values[v - o->min]);
    else
        pt_put(out, "%d..%d", o->min, o->max);
    if (o->values)
        pt_put(out, " (%s)", o->values[o->normal - o->min]);
    else
        pt_put(out, " (%d)", o->normal);
    pt_put(out, "\n%-12s   ", "");
    pt_option_words(g, o, out);
    pt_putc(out, '\n');
}

static void print_game(const pt_game *g, pt_text *out) {
    PT_TEXT_IN(length, WORDS_MAX, out->language);
    PT_TEXT_IN(words, WORDS_MAX, out->language);
    const pt_said party = g->max_seats > g->min_seats
                              ? cli_say_games_players(g->min_seats, g->max_seats)
                              : cli_say_games_players_only(g->min_seats);
    pt_game_length(g, &length);
    pt_game_words(g, &words);
    pt_put(out, "%-10s ", g->name);
    pt_say(out, cli_say_games_line(&party, length.at, words.at));
    pt_putc(out, '\n');
    for (int i = 0; i < g->option_count; i++) print_option(g, &g->options[i], out);
}

static int run(int argc, char **argv) {
    bool json = false;
    const arg_option options[] = {{"--json", ARG_FLAG, &json, CLI_SAY_WITH_JSON, 0, 0}, {0}};
    int n = args_read(&cmd_games, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n > 0) return args_wrong(&cmd_games, cli_say(CLI_SAY_NO_ARGUMENTS));
    char memory[1024];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    out.language = args_language();
    if (json)
        print_json(&out);
    else
        for (int i = 0; pt_games[i]; i++) print_game(pt_games[i], &out);
    pt_flush(&out);
    return EXIT_FINE;
}

const command cmd_games = {"games", CLI_SAY_GAMES_USAGE, CLI_SAY_GAMES, run};
