/* petteia term: play in the terminal. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "term/term.h"
#include <stdio.h>
#include <string.h>

/* "human,greedy,random": a word for each seat. */
static bool read_seats(const char *text, pt_table *t, int *count) {
    *count = 0;
    while (*text) {
        size_t n = strcspn(text, ",");
        char name[24];
        if (*count == PT_SEATS || n == 0 || n >= sizeof name) return false;
        memcpy(name, text, n);
        name[n] = 0;
        t->bot[*count] = pt_bot_named(name);
        if (!t->bot[*count] && strcmp(name, "human") != 0) return false;
        (*count)++;
        text += n + (text[n] == ',');
    }
    return *count > 0;
}

static int seats_wrong(const char *text) {
    PT_TEXT(names, 128);
    for (int i = 0; pt_bots[i]; i++) pt_put(&names, ", %s", pt_bots[i]->name);
    return args_wrong(&cmd_term, "--seats takes words out of human%s with commas, not '%s'",
                      names.at, text);
}

/* A person against bots, unless it was said otherwise. */
static void usual_seats(pt_table *t) {
    for (int seat = 1; seat < PT_SEATS; seat++) t->bot[seat] = pt_bot_named("casual");
}

static int start(const pt_table *t) {
#ifdef PT_NCURSES
    return pt_term_run(t);
#else
    (void)t;
    return args_wrong(&cmd_term,
                      "built without ncursesw; install libncurses-dev and build again");
#endif
}

static int run(int argc, char **argv) {
    int64_t players = 0, seed = -1, pace = 350;
    const char *seats = NULL, *record = NULL, *confirm = "pass";
    arg_list chosen = {0};
    const arg_option options[] = {
        {"--players", ARG_NUMBER, &players, "N how many play", 1, PT_SEATS},
        {"--seats", ARG_TEXT, &seats, "LIST human or a bot for each seat: human,greedy,master",
         0, 0},
        {"--seed", ARG_NUMBER, &seed, "N luck from this number, to play a game again", 0,
         INT64_MAX},
        {"--option", ARG_LIST, &chosen, "NAME=VALUE an option of the game", 0, 0},
        {"--record", ARG_TEXT, &record, "FILE write the record there", 0, 0},
        {"--pace", ARG_NUMBER, &pace, "MS pause between the moves of bots (350)", 0, 10000},
        {"--confirm", ARG_TEXT, &confirm,
         "WHEN ask before a move: never, pass (moves without a target), always", 0, 0},
        {0}};
    int n = args_read(&cmd_term, options, argc, argv), count = 0;
    if (n < 0) return args_exit(n);
    if (n != 1) return args_wrong(&cmd_term, "needs one game (petteia games lists them)");
    const pt_game *g = game_or_complain(&cmd_term, argv[1]);
    if (!g) return EXIT_USAGE;
    pt_table t = {.game = g, .record = record, .pace = (int)pace};
    usual_seats(&t);
    if (seats && !read_seats(seats, &t, &count)) return seats_wrong(seats);
    if (seats && players && players != count)
        return args_wrong(&cmd_term, "--players %d, but --seats names %d", (int)players, count);
    t.asked = players || seats;
    if (seats) players = count;
    if (!players)
        players = g->max_seats < 3 ? g->max_seats : g->min_seats > 3 ? g->min_seats : 3;
    if (!config_or_complain(&cmd_term, g, players, &chosen, &t.config)) return EXIT_USAGE;
    t.confirm = strcmp(confirm, "never") == 0 ? 0 : strcmp(confirm, "pass") == 0 ? 1 : 2;
    if (t.confirm == 2 && strcmp(confirm, "always") != 0)
        return args_wrong(&cmd_term, "--confirm takes never, pass or always, not '%s'",
                          confirm);
    t.seed = (uint64_t)seed;
    t.seeded = seed >= 0;
    return start(&t);
}

const command cmd_term = {"term", "GAME [options]", "plays a game in the terminal", run};
