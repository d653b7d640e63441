/* petteia replay and verify: both check a record against the rules; verify also repeats every
 * draw. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/words.h"
#include "core/fair.h"
#include "core/position.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESULT_MAX = 16384 }; /* a position, or what a strict record has beside its text */

static void print_seats(const pt_replay *r, pt_text *out) {
    const pt_game *g = r->head.game;
    int32_t points[PT_SEATS] = {0};
    uint8_t place[PT_SEATS];
    g->score(r->state, points);
    pt_replay_places(r, place);
    for (int seat = 0; seat < r->head.config.seats; seat++) {
        PT_TEXT(who, 128);
        PT_TEXT(won, 24);
        pt_put(&who, "%d%s%s", seat + 1, r->head.player[seat][0] ? " " : "",
               r->head.player[seat]);
        pt_print_points(g, points[seat], &won);
        pt_say(out, pt_has(r->resigned, seat)
                        ? cli_say_replay_seat_resigned(who.at, won.at, place[seat])
                        : cli_say_replay_seat(who.at, won.at, place[seat]));
        pt_putc(out, '\n');
    }
}

static pt_said summary(const pt_replay *r) {
    const char *game = r->head.game->name;
    int seats = r->head.config.seats;
    if (r->resigned) return cli_say_replay_resigned(game, seats, r->moves);
    return pt_head_of(r->state)->node == PT_OVER ? cli_say_replay_over(game, seats, r->moves)
                                                 : cli_say_replay_open(game, seats, r->moves);
}

static void print_text(const pt_replay *r, pt_text *out, bool verified) {
    pt_said said = summary(r);
    pt_say(out, verified ? cli_say_replay_verified(&said) : said);
    pt_putc(out, '\n');
    print_seats(r, out);
}

static void json_seats(const pt_replay *r, pt_json *j) {
    int32_t points[PT_SEATS] = {0};
    uint8_t place[PT_SEATS];
    r->head.game->score(r->state, points);
    pt_replay_places(r, place);
    pt_key_open(j, "seats", '[');
    for (int seat = 0; seat < r->head.config.seats; seat++) {
        pt_open(j, '{');
        pt_key_str(j, "player", r->head.player[seat]);
        pt_key_int(j, "score", points[seat]);
        pt_key_int(j, "place", place[seat]);
        pt_key_bool(j, "resigned", pt_has(r->resigned, seat));
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

/* `text` is the position or the record that was asked for, or NULL. */
static void print_json(const pt_replay *r, pt_text *out, const char *path, const char *why,
                       const char *key, const char *text) {
    pt_json j = pt_json_on(out);
    pt_open(&j, '{');
    pt_key_str(&j, "file", path);
    pt_key_bool(&j, "ok", !why);
    if (why) {
        pt_key_int(&j, "line", r->line);
        pt_key_str(&j, "words", why);
    } else {
        pt_key_str(&j, "game", r->head.game->name);
        pt_key_int(&j, "players", r->head.config.seats);
        pt_key_int(&j, "moves", r->moves);
        pt_key_bool(&j, "over", pt_head_of(r->state)->node == PT_OVER);
        pt_key_int(&j, "score_den", r->head.game->score_den);
        json_seats(r, &j);
        if (text) pt_key_str(&j, key, text);
    }
    pt_close(&j, '}');
    pt_putc(out, '\n');
}

/* What a verb does with a record. */
typedef struct task {
    const command *verb;
    bool json, verify, tidy;
    int64_t position; /* -1: none */
} task;

/* Plays the first moves and shows the position after them. */
static pt_err show_position(pt_replay *r, const char *text, int64_t count, pt_text *out,
                            pt_text *why) {
    bool more = true;
    pt_err err = pt_replay_begin(r, text, why);
    while (!err && r->moves < count) {
        err = pt_replay_next(r, &more, why);
        if (err) return err;
        if (!more) {
            pt_say(why, cli_say_replay_short(r->moves));
            return PT_REFUSED;
        }
        pt_replay_play(r);
    }
    if (!err) pt_print_position(r->head.game, r->state, out);
    return err;
}

static pt_err judge(const task *t, pt_replay *r, const char *text, pt_text *out, pt_text *why) {
    if (t->position >= 0) return show_position(r, text, t->position, out, why);
    pt_err err = t->verify ? pt_fair_verify(r, text, why) : pt_replay_all(r, text, why);
    if (!err && t->tidy) err = pt_tidy_record(text, out, &r->line, why);
    return err;
}

static void show_error(const task *t, const pt_replay *r, const char *path, const char *why,
                       pt_text *out) {
    if (t->json)
        print_json(r, out, path, why, NULL, NULL);
    else
        pt_put(out, "%s:%d: %s\n", path, r->line, why);
}

/* Judges a record whose position or strict form goes into JSON. */
static pt_err judge_into(const task *t, pt_replay *r, const char *path, const char *text,
                         pt_text *out, pt_text *why) {
    size_t size = 2 * strlen(text) + RESULT_MAX;
    char *memory = malloc(size);
    if (!memory) {
        pt_say(why, cli_say_memory());
        return PT_REFUSED;
    }
    pt_text inside = pt_text_on(memory, size);
    pt_err err = judge(t, r, text, &inside, why);
    if (!err && inside.cut) {
        pt_say(why, cli_say_memory());
        err = PT_REFUSED;
    }
    if (!err) print_json(r, out, path, NULL, t->tidy ? "record" : "position", memory);
    free(memory);
    return err;
}

static int judge_file(const task *t, const char *path) {
    pt_replay r;
    char memory[8192];
    PT_TEXT_IN(why, 1024, args_language());
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    out.language = args_language();
    char *text = read_file_or_complain(t->verb, path);
    if (!text) return EXIT_USAGE;
    r.line = 0;
    bool extract = t->position >= 0 || t->tidy;
    pt_err err = extract && t->json ? judge_into(t, &r, path, text, &out, &why)
                                    : judge(t, &r, text, &out, &why);
    if (err)
        show_error(t, &r, path, why.at, &out);
    else if (!extract && t->json)
        print_json(&r, &out, path, NULL, NULL, NULL);
    else if (!extract)
        print_text(&r, &out, t->verify);
    pt_flush(&out);
    free(text);
    return err ? EXIT_FAILED : EXIT_FINE;
}

static int run_replay(int argc, char **argv) {
    task t = {.verb = &cmd_replay, .position = -1};
    const arg_option options[] = {
        {"--json", ARG_FLAG, &t.json, CLI_SAY_WITH_JSON, 0, 0},
        {"--position", ARG_NUMBER, &t.position, CLI_SAY_REPLAY_POSITION, 0, 1000000},
        {"--tidy", ARG_FLAG, &t.tidy, CLI_SAY_REPLAY_TIDY, 0, 0},
        {0}};
    int n = args_read(t.verb, options, argc, argv);
    if (n < 0) return args_exit(n);
    return n == 1 ? judge_file(&t, argv[1]) : args_wrong(t.verb, cli_say(CLI_SAY_NEEDS_FILE));
}

static int run_verify(int argc, char **argv) {
    task t = {.verb = &cmd_verify, .verify = true, .position = -1};
    const arg_option options[] = {{"--json", ARG_FLAG, &t.json, CLI_SAY_WITH_JSON, 0, 0}, {0}};
    int n = args_read(t.verb, options, argc, argv);
    if (n < 0) return args_exit(n);
    return n == 1 ? judge_file(&t, argv[1]) : args_wrong(t.verb, cli_say(CLI_SAY_NEEDS_FILE));
}

const command cmd_replay = {"replay", CLI_SAY_REPLAY_USAGE, CLI_SAY_REPLAY, run_replay};
const command cmd_verify = {"verify", CLI_SAY_VERIFY_USAGE, CLI_SAY_VERIFY, run_verify};
