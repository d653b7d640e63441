/* petteia puzzles: finds positions in which one thing is clearly best (bots/puzzle.h), and
 * checks those that are kept in games/NAME/puzzles.scn. With a file and --json it prints them
 * for the page:
 *
 *   {"game":"quarry","puzzles":[{"kind":"points","rating":1500,"players":3,"options":[],
 *     "seat":1,"position":"...","start":"9","goal":"17","near":"14",
 *     "answer":[{"seat":1,"move":"take R"}],"nearly":[{"seat":1,"move":"take L"}]}]}
 *
 * `start`, `goal` and `near` are points of the player before, after the answer and after the
 * obvious line; for "win" and "best" goal and near are chances to win in per cent. */
/* SPDX-License-Identifier: MIT */
#include "bots/match.h"
#include "bots/puzzle.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/words.h"
#include "core/record.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EACH = 2,     /* puzzles of a kind in one game */
    TOO_MUCH = 4, /* proofs of a win in a row that took too long: the end is too far away */
    RECORD = 1 << 20
};

typedef struct puzzles {
    const pt_game *game;
    const char *bot, *kind, *out_path;
    int64_t games, seed, players, effort, every;
    arg_list records;
    bool check, json;
    const atomic_bool *stop;
    pt_finder finder;
    FILE *file;
    pt_text out;
    long found, looked;                   /* puzzles; games and records */
    int made[PT_PUZZLE_KINDS];            /* in this game */
    pt_move idea[PT_PUZZLE_KINDS * EACH]; /* and how they begin */
    int ideas;
} puzzles;

static bool stopped(const puzzles *u) { return atomic_load(u->stop); }

static bool wanted(const puzzles *u, pt_puzzle_kind kind) {
    if (u->kind && strcmp(u->kind, pt_puzzle_names[kind]) != 0) return false;
    return u->made[kind] < EACH;
}

/* --- finding --- */

static void keep(puzzles *u, const pt_config *config, const void *s, const pt_puzzle *p) {
    /* The same idea a turn later is no new puzzle. */
    for (int i = 0; i < u->ideas; i++)
        if (u->idea[i] == p->answer.move[0]) return;
    u->idea[u->ideas++] = p->answer.move[0];
    u->made[p->kind]++;
    u->found++;
    progress_clear();
    pt_write_puzzle(u->game, config, s, p, &u->out);
    pt_flush(&u->out);
    fflush(u->file);
}

/* Looks at the positions of a game, the last one first: endings are where most is proved. What
 * only a search says about the first third of a game nobody can see on the board. */
static void look_at(puzzles *u, const pt_replay *end, const unsigned char *states, int n) {
    size_t size = u->game->state_size;
    u->looked++;
    int far = 0; /* proofs in a row that took too long */
    memset(u->made, 0, sizeof u->made);
    u->ideas = 0;
    for (int i = n - 1; i >= 0 && !stopped(u); i--) {
        const unsigned char *s = states + (size_t)i * size;
        int seat = pt_mover(s);
        pt_puzzle p;
        if (seat == PT_LUCK || pt_head_of(s)->owes != 1u << seat) continue;
        bool begins = i == 0 || pt_mover(s - size) != seat;
        if (wanted(u, PT_PUZZLE_WIN) && far < TOO_MUCH) {
            pt_move m;
            bool open = pt_puzzle_open(u->game, s, seat);
            int wins = open ? pt_prove_win(u->finder.prover, s, seat, PT_PUZZLE_NODES, &m) : -1;
            far = wins < 0 ? far + 1 : 0;
            if (wins == 1 && pt_find_win(&u->finder, s, seat, &p)) {
                keep(u, &end->head.config, s, &p);
                continue;
            }
        }
        if (begins && wanted(u, PT_PUZZLE_POINTS) && pt_find_points(&u->finder, s, seat, &p))
            keep(u, &end->head.config, s, &p);
        else if (i * 3 >= n && wanted(u, PT_PUZZLE_BEST) &&
                 pt_find_best(&u->finder, s, seat, &p) && !stopped(u))
            keep(u, &end->head.config, s, &p);
    }
}

/* Plays a record again and keeps every position. */
static bool look_through(puzzles *u, const char *path, const char *text) {
    static pt_replay r;
    PT_TEXT_IN(why, 300, args_language());
    bool more = true;
    size_t size = u->game->state_size;
    unsigned char *states = malloc((size_t)u->game->max_ply * size);
    int n = 0;
    if (!states) return args_wrong(&cmd_puzzles, cli_say(CLI_SAY_MEMORY)), false;
    pt_err err = pt_replay_begin(&r, text, &why);
    if (!err && r.head.game != u->game)
        err = pt_refuse_plain(PT_REFUSED, &why, cli_say_puzzles_other_game(r.head.game->title));
    while (!err && !(err = pt_replay_next(&r, &more, &why)) && more && n < u->game->max_ply) {
        memcpy(states + (size_t)n++ * size, r.state, size);
        pt_replay_play(&r);
    }
    if (err)
        args_wrong_at(&cmd_puzzles, path, r.line, why.at);
    else
        look_at(u, &r, states, n);
    free(states);
    return !err;
}

/* One game of bots, as a record. False if the bot's text is wrong. */
static bool play_game(puzzles *u, pt_bot *bot, uint64_t seed, pt_text *record) {
    int range = u->game->max_seats - u->game->min_seats + 1;
    int seats =
        u->players ? (int)u->players : u->game->min_seats + (int)(seed % (uint64_t)range);
    static char moves_memory[RECORD];
    pt_text moves = pt_text_on(moves_memory, sizeof moves_memory);
    pt_match m = {.game = u->game, .config = pt_config_normal(u->game, seats), .seed = seed};
    for (int i = 0; i < seats; i++) {
        m.bot[i] = bot;
        m.own[i] = (uint64_t)i;
    }
    pt_clear(record);
    pt_match_play(&m, record, &moves);
    pt_putc(record, '\n');
    pt_puts(record, moves.at);
    return !record->cut && !moves.cut;
}

/* Where a file that was begun earlier ends: the game after its last "# game N". */
static int64_t first_game(puzzles *u) {
    int64_t last = 0;
    FILE *f = u->out_path ? fopen(u->out_path, "r") : NULL;
    char line[256];
    long long n;
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "# game %lld", &n) == 1) last = n;
    if (f) fclose(f);
    return last < u->seed ? u->seed : last + 1;
}

/* Each game has a bot and random numbers of its own, so that a search that was broken off goes
 * on as if nothing had happened. False if there is no such bot. */
static bool find_in_game(puzzles *u, int64_t n, pt_text *record, pt_text *why) {
    pt_bot *bot = pt_bot_made(u->bot, u->game, why);
    if (!bot) return false;
    u->finder.rng.state = (uint64_t)n;
    if (play_game(u, bot, (uint64_t)n, record)) look_through(u, "-", record->at);
    pt_bot_free(bot);
    return true;
}

static bool find_in_games(puzzles *u, pt_text *why) {
    static char memory[2 * RECORD];
    PT_TEXT_IN(words, 60, args_language());
    pt_say(&words, cli_say_puzzles_looking());
    int64_t first = first_game(u), end = u->seed + u->games;
    for (int64_t n = first; n < end && !stopped(u); n++) {
        pt_text record = pt_text_on(memory, sizeof memory);
        progress_show(n - u->seed, u->games, words.at);
        if (!find_in_game(u, n, &record, why)) return false;
        /* A game that was broken off is looked at again. */
        if (!stopped(u)) pt_put(&u->out, "# game %lld\n", (long long)n);
        pt_flush(&u->out);
        fflush(u->file);
    }
    progress_end();
    return true;
}

/* With --out the puzzles are in the file, and standard output says how many there are. */
static void tell_found(const puzzles *u) {
    char memory[512];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    out.language = args_language();
    if (u->json) {
        pt_json j = pt_json_on(&out);
        pt_open(&j, '{');
        pt_key_str(&j, "game", u->game->name);
        pt_key_int(&j, "found", u->found);
        pt_key_int(&j, "games", u->looked);
        pt_key_bool(&j, "complete", !stopped(u));
        pt_close(&j, '}');
    } else {
        pt_say(&out, cli_say_puzzles_found((int)u->found, (int)u->looked));
    }
    pt_putc(&out, '\n');
    pt_flush(&out);
}

static int find(puzzles *u) {
    char memory[4096];
    PT_TEXT_IN(why, 300, args_language());
    u->file = u->out_path ? fopen(u->out_path, "a") : stdout;
    if (!u->file)
        return args_wrong(&cmd_puzzles, cli_say_cannot_open(u->out_path, strerror(errno)));
    u->out = text_to_file(memory, sizeof memory, u->file);
    int code = EXIT_FINE;
    for (int i = 0; i < u->records.count && code == EXIT_FINE && !stopped(u); i++) {
        char *text = read_file_or_complain(&cmd_puzzles, u->records.at[i]);
        if (!text || !look_through(u, u->records.at[i], text)) code = EXIT_FAILED;
        free(text);
    }
    if (!u->records.count && !find_in_games(u, &why))
        code = args_wrong_words(&cmd_puzzles, why.at);
    pt_flush(&u->out);
    if (u->out_path && fclose(u->file) != 0)
        code = args_wrong(&cmd_puzzles, cli_say_cannot_open(u->out_path, strerror(errno)));
    if (u->out_path && code == EXIT_FINE) tell_found(u);
    progress_tell_stopped(&cmd_puzzles);
    return code;
}

/* --- checking --- */

typedef struct tally {
    int all, held, searched, agreed;
} tally;

static void tell(puzzles *u, const tally *n) {
    PT_TEXT(held, 16);
    PT_TEXT(agreed, 16);
    pt_put(&held, "%.1f", n->all ? 100.0 * n->held / n->all : 0);
    pt_put(&agreed, "%.1f", n->searched ? 100.0 * n->agreed / n->searched : 0);
    if (u->json) {
        pt_json j = pt_json_on(&u->out);
        pt_open(&j, '{');
        pt_key_str(&j, "game", u->game->name);
        pt_key_int(&j, "puzzles", n->all);
        pt_key_int(&j, "hold", n->held);
        pt_key_int(&j, "searched", n->searched);
        pt_key_int(&j, "agreed", n->agreed);
        pt_key_bool(&j, "complete", !stopped(u));
        pt_close(&j, '}');
    } else {
        pt_say(&u->out, cli_say_puzzles_checked(n->held, n->all, held.at));
        if (n->searched) pt_putc(&u->out, '\n');
        if (n->searched)
            pt_say(&u->out, cli_say_puzzles_searched(n->agreed, n->searched, agreed.at));
    }
    pt_putc(&u->out, '\n');
}

static int check(puzzles *u, const char *path, const char *text) {
    static pt_puzzle_reader r;
    PT_TEXT_IN(why, 300, args_language());
    PT_TEXT_IN(words, 60, args_language());
    tally n = {0};
    bool more = true;
    pt_err err = PT_OK;
    pt_say(&words, cli_say_puzzles_checking());
    pt_read_puzzles(&r, u->game, text);
    for (int i = 0; !stopped(u); i++) {
        err = pt_next_puzzle(&r, &more, &why);
        if (err || !more) break;
        if (i % u->every) continue;
        progress_show(r.at - text, (long)strlen(text), words.at);
        pt_err bad = pt_check_puzzle(&u->finder, r.state, &r.puzzle, 0, &why);
        if (stopped(u)) break;
        n.all++;
        n.held += !bad;
        if (!bad && u->effort) {
            bad = pt_check_puzzle(&u->finder, r.state, &r.puzzle, (int)u->effort, &why);
            if (stopped(u)) break;
            n.searched++;
            n.agreed += !bad;
        }
        if (bad) progress_clear();
        if (bad) args_wrong_at(&cmd_puzzles, path, r.first, why.at);
        pt_clear(&why);
    }
    progress_end();
    if (err) args_wrong_at(&cmd_puzzles, path, r.line, why.at);
    tell(u, &n);
    return err || n.held < n.all ? EXIT_FAILED : EXIT_FINE;
}

/* --- for the page --- */

static void json_moves(pt_json *j, const pt_game *g, const char *key, const pt_puzzle_line *l) {
    pt_key_open(j, key, '[');
    for (int i = 0; i < l->length; i++) {
        PT_TEXT(move, 120);
        pt_print_move(g->verbs, l->move[i], &move);
        pt_open(j, '{');
        pt_key_int(j, "seat", l->seat[i]);
        pt_key_str(j, "move", move.at);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

static void json_value(pt_json *j, const pt_puzzle_reader *r, const char *key, int32_t value) {
    PT_TEXT(text, 24);
    if (r->puzzle.kind == PT_PUZZLE_POINTS)
        pt_print_points(r->game, value, &text);
    else
        pt_put(&text, "%d", (int)(((int64_t)value * 100 + PT_ONE / 2) / PT_ONE));
    pt_key_str(j, key, text.at);
}

static void json_options(pt_json *j, const pt_game *g, const pt_config *config) {
    pt_key_open(j, "options", '[');
    for (int i = 0; i < g->option_count; i++) {
        const pt_option *o = &g->options[i];
        PT_TEXT(text, 80);
        if (config->option[i] == o->normal) continue;
        if (o->values)
            pt_put(&text, "%s=%s", o->name, o->values[config->option[i] - o->min]);
        else
            pt_put(&text, "%s=%d", o->name, config->option[i]);
        pt_json_str(j, text.at);
    }
    pt_close(j, ']');
}

static void json_puzzle(pt_json *j, const pt_puzzle_reader *r) {
    const pt_puzzle *p = &r->puzzle;
    PT_TEXT(start, 24);
    pt_print_points(r->game, r->points[p->seat], &start);
    pt_open(j, '{');
    pt_key_str(j, "kind", pt_puzzle_names[p->kind]);
    pt_key_int(j, "rating", p->rating);
    pt_key_int(j, "players", r->config.seats);
    json_options(j, r->game, &r->config);
    pt_key_int(j, "seat", p->seat);
    pt_key_str(j, "position", r->position);
    pt_key_str(j, "start", start.at);
    json_value(j, r, "goal", p->answer.value);
    json_value(j, r, "near", p->nearly.value);
    json_moves(j, r->game, "answer", &p->answer);
    json_moves(j, r->game, "nearly", &p->nearly);
    pt_close(j, '}');
}

static int print_json(puzzles *u, const char *path, const char *text) {
    static pt_puzzle_reader r;
    PT_TEXT_IN(why, 300, args_language());
    pt_json j = pt_json_on(&u->out);
    bool more = true;
    pt_err err = PT_OK;
    pt_read_puzzles(&r, u->game, text);
    pt_open(&j, '{');
    pt_key_str(&j, "game", u->game->name);
    pt_key_open(&j, "puzzles", '[');
    while (!(err = pt_next_puzzle(&r, &more, &why)) && more) json_puzzle(&j, &r);
    pt_close(&j, ']');
    pt_close(&j, '}');
    pt_putc(&u->out, '\n');
    if (err) args_wrong_at(&cmd_puzzles, path, r.line, why.at);
    return err ? EXIT_FAILED : EXIT_FINE;
}

/* --- the command --- */

static bool kind_or_complain(const char *kind) {
    PT_TEXT(names, 80);
    for (int i = 0; i < PT_PUZZLE_KINDS; i++) {
        if (!kind || strcmp(kind, pt_puzzle_names[i]) == 0) return true;
        pt_put(&names, "%s%s", i ? ", " : "", pt_puzzle_names[i]);
    }
    args_wrong(&cmd_puzzles, cli_say_puzzles_no_kind(kind, names.at));
    return false;
}

static int with_file(puzzles *u, const char *path) {
    char memory[4096];
    char *text = read_file_or_complain(&cmd_puzzles, path);
    if (!text) return EXIT_USAGE;
    u->file = stdout;
    u->out = text_to_file(memory, sizeof memory, stdout);
    u->out.language = args_language();
    int code = u->check ? check(u, path, text) : print_json(u, path, text);
    pt_flush(&u->out);
    free(text);
    return code;
}

static int run(int argc, char **argv) {
    puzzles u = {.bot = "skilled:iterations=200", .games = 20, .seed = 1, .every = 1};
    const arg_option options[] = {
        {"--games", ARG_NUMBER, &u.games, CLI_SAY_PUZZLES_GAMES, 1, 1000000},
        {"--seed", ARG_NUMBER, &u.seed, CLI_SAY_PUZZLES_SEED, 0, INT32_MAX},
        {"--players", ARG_NUMBER, &u.players, CLI_SAY_PUZZLES_PLAYERS, 1, PT_SEATS},
        {"--bot", ARG_TEXT, &u.bot, CLI_SAY_PUZZLES_BOT, 0, 0},
        {"--kind", ARG_TEXT, &u.kind, CLI_SAY_PUZZLES_KIND, 0, 0},
        {"--record", ARG_LIST, &u.records, CLI_SAY_PUZZLES_RECORD, 0, 0},
        {"--out", ARG_TEXT, &u.out_path, CLI_SAY_PUZZLES_OUT, 0, 0},
        {"--check", ARG_FLAG, &u.check, CLI_SAY_PUZZLES_CHECK, 0, 0},
        {"--effort", ARG_NUMBER, &u.effort, CLI_SAY_PUZZLES_EFFORT, 0, 1000},
        {"--every", ARG_NUMBER, &u.every, CLI_SAY_PUZZLES_EVERY, 1, 1000000},
        {"--json", ARG_FLAG, &u.json, CLI_SAY_WITH_JSON, 0, 0},
        {0}};
    int n = args_read(&cmd_puzzles, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n != 1 && n != 2) return wrong_words(&cmd_puzzles, n, 2, argv);
    if (u.check && n != 2) return args_wrong(&cmd_puzzles, cli_say(CLI_SAY_PUZZLES_NEEDS_FILE));
    u.game = game_or_complain(&cmd_puzzles, argv[1]);
    if (!u.game || !kind_or_complain(u.kind)) return EXIT_USAGE;
    u.stop = progress_interruptible();
    bool searches = u.check ? u.effort > 0 : n == 1;
    if (!pt_finder_open(&u.finder, u.game, searches, u.stop))
        return args_wrong(&cmd_puzzles, cli_say(CLI_SAY_MEMORY));
    u.finder.rng.state = (uint64_t)u.seed;
    int code = n == 2 ? with_file(&u, argv[2]) : find(&u);
    pt_finder_close(&u.finder);
    return code;
}

const command cmd_puzzles = {"puzzles", CLI_SAY_PUZZLES_USAGE, CLI_SAY_PUZZLES, run};
