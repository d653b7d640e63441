/* petteia term: play in the terminal. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/words.h"
#include "core/nearest.h"
#include "term/term.h"
#include <stdio.h>
#include <string.h>

enum { SEAT_NAME = 24 };

/* "human,greedy,random": a word for each seat. `name` is the last that was read. */
static bool read_seats(const char *text, pt_term_wish *t, int *count, char name[SEAT_NAME]) {
    *count = 0;
    name[0] = 0;
    while (*text) {
        size_t n = strcspn(text, ",");
        if (*count == PT_SEATS || n == 0 || n >= SEAT_NAME) return false;
        memcpy(name, text, n);
        name[n] = 0;
        t->bot[*count] = pt_bot_chosen(name, t->game);
        if (!t->bot[*count].kind && strcmp(name, "human") != 0) return false;
        (*count)++;
        text += n + (text[n] == ',');
    }
    return *count > 0;
}

/* `name` is the word at fault, if it is a word that is wrong. */
static int seats_wrong(const pt_game *g, const char *text, const char *name) {
    PT_TEXT(names, 128);
    PT_TEXT_IN(why, 300, args_language());
    if (strchr(name, ':')) { /* a bot, but not as this game knows it */
        pt_bot_free(pt_bot_made(name, g, &why));
        if (why.used) return args_wrong_words(&cmd_term, why.at);
    }
    pt_nearest near = pt_nearest_to(name);
    pt_nearest_try(&near, "human");
    for (int i = 0; pt_bots[i]; i++) pt_nearest_try(&near, pt_bots[i]->name);
    if (near.name && near.far > 0)
        return args_wrong(&cmd_term, cli_say_term_no_seat_near(name, near.name));
    for (int i = 0; pt_bots[i]; i++) pt_put(&names, ", %s", pt_bots[i]->name);
    return args_wrong(&cmd_term, cli_say_term_no_seats(names.at, text));
}

/* A person against bots. */
static void usual_seats(pt_term_wish *t) {
    for (int seat = 1; seat < PT_SEATS; seat++) t->bot[seat].kind = pt_bot_named("casual");
}

static int start(const pt_term_wish *t) {
#ifdef PT_NCURSES
    return pt_term_run(t);
#else
    (void)t;
    return args_wrong(&cmd_term, cli_say(CLI_SAY_TERM_NO_NCURSES));
#endif
}

/* --- clocks --- */

/* "90s", "10m", "1h30m": milliseconds; 0 if it is nothing of the kind. */
static int64_t read_time(const char **at) {
    int64_t sum = 0;
    while (**at >= '0' && **at <= '9') {
        int64_t n = 0;
        for (; **at >= '0' && **at <= '9' && n < 1000000; (*at)++) n = 10 * n + (**at - '0');
        int64_t unit = **at == 's' ? 1000 : **at == 'm' ? 60000 : **at == 'h' ? 3600000 : 0;
        if (!unit) return 0;
        sum += n * unit;
        (*at)++;
    }
    return sum;
}

/* "move:30s", "bank:10m", "bank:10m+5s", "none". */
static bool read_clock(const char *text, pt_term_wish *t) {
    pt_wish like = {0};
    bool bank = strncmp(text, "bank:", 5) == 0;
    if (strcmp(text, "none") == 0) return true;
    if (!bank && strncmp(text, "move:", 5) != 0) return false;
    text += 5;
    t->clock = bank ? PT_CLOCK_BANK : PT_CLOCK_MOVE;
    t->clock_ms = read_time(&text);
    if (bank && *text == '+') {
        text++;
        t->clock_inc = read_time(&text);
        if (!t->clock_inc) return false;
    }
    return !*text && pt_wish_clock(&like, (pt_clock)t->clock, t->clock_ms, t->clock_inc, false);
}

/* --- options --- */

typedef struct term_options {
    int64_t players, seed, pace;
    const char *seats, *record, *confirm, *clock;
    bool loses, resume;
    arg_list chosen;
} term_options;

static int read_options(term_options *o, int argc, char **argv) {
    const arg_option options[] = {
        {"--players", ARG_NUMBER, &o->players, CLI_SAY_TERM_PLAYERS, 1, PT_SEATS},
        {"--seats", ARG_TEXT, &o->seats, CLI_SAY_TERM_SEATS, 0, 0},
        {"--seed", ARG_NUMBER, &o->seed, CLI_SAY_TERM_SEED, 0, INT64_MAX},
        {"--option", ARG_LIST, &o->chosen, CLI_SAY_WITH_CHOICE, 0, 0},
        {"--clock", ARG_TEXT, &o->clock, CLI_SAY_TERM_CLOCK, 0, 0},
        {"--flag-loses", ARG_FLAG, &o->loses, CLI_SAY_TERM_FLAG_LOSES, 0, 0},
        {"--resume", ARG_FLAG, &o->resume, CLI_SAY_TERM_RESUME, 0, 0},
        {"--record", ARG_TEXT, &o->record, CLI_SAY_TERM_RECORD, 0, 0},
        {"--pace", ARG_NUMBER, &o->pace, CLI_SAY_TERM_PACE, 0, 10000},
        {"--confirm", ARG_TEXT, &o->confirm, CLI_SAY_TERM_CONFIRM, 0, 0},
        {0}};
    return args_read(&cmd_term, options, argc, argv);
}

/* How the screen behaves, whatever is played. */
static bool read_manners(const term_options *o, pt_term_wish *t) {
    static const char *const when[] = {"never", "pass", "always"};
    t->language = args_language();
    t->record = o->record;
    t->pace = (int)o->pace;
    for (t->confirm = 0; t->confirm < 3; t->confirm++)
        if (strcmp(o->confirm, when[t->confirm]) == 0) return true;
    args_wrong(&cmd_term, cli_say_term_no_confirm(o->confirm));
    return false;
}

/* --- saved games and new ones --- */

/* The argument names a file, or a game whose latest is wanted. */
static int resume(const term_options *o, int n, char **argv, pt_term_wish *t) {
    if (n > 1) return args_wrong(&cmd_term, cli_say(CLI_SAY_TERM_RESUME_ONE));
    if (o->seats || o->players || o->seed >= 0 || o->clock || o->loses || o->chosen.count)
        return args_wrong(&cmd_term, cli_say(CLI_SAY_TERM_RESUME_FIXED));
    t->resume = true;
    t->game = n == 1 ? pt_game_named(argv[1]) : NULL;
    if (n == 1 && !t->game) t->from = argv[1];
    return start(t);
}

/* How many play unless it was said. */
static int usual_players(const pt_game *g) {
    return g->max_seats < 3 ? g->max_seats : g->min_seats > 3 ? g->min_seats : 3;
}

static int play_new(const term_options *o, const pt_game *g, pt_term_wish *t) {
    int64_t players = o->players;
    int count = 0;
    char seat[SEAT_NAME];
    t->game = g;
    usual_seats(t);
    if (o->seats && !read_seats(o->seats, t, &count, seat))
        return seats_wrong(g, o->seats, seat);
    if (o->seats && players && players != count)
        return args_wrong(&cmd_term, cli_say_term_seats_differ((int)players, count));
    t->asked = players || o->seats;
    if (o->seats) players = count;
    if (!players) players = usual_players(g);
    if (!config_or_complain(&cmd_term, g, players, &o->chosen, &t->config)) return EXIT_USAGE;
    if (o->clock && !read_clock(o->clock, t))
        return args_wrong(&cmd_term, cli_say_term_no_clock(o->clock));
    if (o->loses && !t->clock)
        return args_wrong(&cmd_term, cli_say(CLI_SAY_TERM_FLAG_NEEDS_CLOCK));
    t->flag_loses = o->loses;
    t->seed = (uint64_t)o->seed;
    t->seeded = o->seed >= 0;
    return start(t);
}

static int run(int argc, char **argv) {
    term_options o = {.seed = -1, .pace = 350, .confirm = "pass"};
    pt_term_wish t = {0};
    int n = read_options(&o, argc, argv);
    if (n < 0) return args_exit(n);
    if (!read_manners(&o, &t)) return EXIT_USAGE;
    if (o.resume) return resume(&o, n, argv, &t);
    if (n != 1) return args_wrong(&cmd_term, cli_say(CLI_SAY_TERM_NEEDS));
    const pt_game *g = game_or_complain(&cmd_term, argv[1]);
    return g ? play_new(&o, g, &t) : EXIT_USAGE;
}

const command cmd_term = {"term", CLI_SAY_TERM_USAGE, CLI_SAY_TERM, run};
