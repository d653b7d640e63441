/* A puzzle as a scenario and back. The first branch is the answer, the second what looks as
 * good:
 *
 *   scenario best 1840 71 52        the kind, the rating, and for "best" both shares in per
 * cent game quarry players 3 position
 *       ...
 *   moves
 *       turn 2
 *       mark
 *       2 take R
 *       gain 0 3 0
 *       again
 *       2 take L
 *       gain 0 2 0
 */
/* SPDX-License-Identifier: MIT */
#include "bots/puzzle.h"
#include "core/position.h"
#include "core/record.h"
#include <assert.h>
#include <string.h>

/* --- writing --- */

/* Copies a text without one of its lines; returns false if there is no such line. */
static bool without_line(const char *text, int line, pt_text *out) {
    bool found = false;
    pt_clear(out);
    for (int i = 0; *text; i++) {
        size_t n = strcspn(text, "\n");
        n += text[n] == '\n';
        if (i == line)
            found = true;
        else
            pt_putn(out, text, n);
        text += n;
    }
    return found;
}

/* Leaves out every line without which the position is the same. */
static void shorten(const pt_game *g, const pt_config *config, const void *s, pt_text *text) {
    static _Thread_local char memory[PT_PUZZLE_TEXT];
    _Alignas(max_align_t) unsigned char back[PT_STATE_MAX];
    pt_text shorter = pt_text_on(memory, sizeof memory);
    for (int line = 0; without_line(text->at, line, &shorter);) {
        bool same = !pt_parse_position(g, back, config, shorter.at, NULL, NULL) &&
                    memcmp(back, s, g->state_size) == 0;
        if (!same) {
            line++;
            continue;
        }
        pt_clear(text);
        pt_puts(text, shorter.at);
    }
}

static void put_position(const pt_game *g, const pt_config *config, const void *s,
                         pt_text *out) {
    static _Thread_local char memory[PT_PUZZLE_TEXT];
    pt_text text = pt_text_on(memory, sizeof memory);
    pt_print_position(g, s, &text);
    assert(!text.cut);
    shorten(g, config, s, &text);
    for (const char *at = text.at; *at;) {
        size_t n = strcspn(at, "\n");
        pt_put(out, "    %.*s\n", (int)n, at);
        at += n + (at[n] == '\n');
    }
}

static void put_options(const pt_game *g, const pt_config *config, pt_text *out) {
    for (int i = 0; i < g->option_count; i++) {
        const pt_option *o = &g->options[i];
        if (config->option[i] == o->normal) continue;
        if (o->values)
            pt_put(out, " %s=%s", o->name, o->values[config->option[i] - o->min]);
        else
            pt_put(out, " %s=%d", o->name, config->option[i]);
    }
}

static void put_line(const pt_game *g, const void *s, const pt_puzzle_line *line,
                     pt_text *out) {
    _Alignas(max_align_t) unsigned char now[PT_STATE_MAX];
    int32_t before[PT_SEATS], after[PT_SEATS];
    memcpy(now, s, g->state_size);
    g->score(s, before);
    for (int i = 0; i < line->length; i++) {
        pt_puts(out, "    ");
        pt_write_move(g, line->seat[i], line->move[i], out);
        pt_putc(out, '\n');
        g->apply(now, line->seat[i], line->move[i]);
    }
    g->score(now, after);
    pt_puts(out, "    gain");
    for (int i = 0; i < pt_head_of(s)->seats; i++) {
        pt_putc(out, ' ');
        pt_print_points(g, after[i] - before[i], out);
    }
    pt_putc(out, '\n');
}

static int per_cent(int32_t share) {
    return (int)(((int64_t)share * 100 + PT_ONE / 2) / PT_ONE);
}

void pt_write_puzzle(const pt_game *g, const pt_config *config, const void *s,
                     const pt_puzzle *p, pt_text *out) {
    pt_put(out, "scenario %s %d", pt_puzzle_names[p->kind], p->rating);
    if (p->kind == PT_PUZZLE_BEST)
        pt_put(out, " %d %d", per_cent(p->answer.value), per_cent(p->nearly.value));
    pt_put(out, "\ngame %s players %d", g->name, config->seats);
    put_options(g, config, out);
    pt_puts(out, "\nposition\n");
    put_position(g, config, s, out);
    pt_put(out, "moves\n    turn %d\n    mark\n", p->seat + 1);
    put_line(g, s, &p->answer, out);
    pt_puts(out, "    again\n");
    put_line(g, s, &p->nearly, out);
    pt_putc(out, '\n');
}

/* --- reading --- */

void pt_read_puzzles(pt_puzzle_reader *r, const pt_game *g, const char *text) {
    r->at = text;
    r->line = 0;
    r->game = g;
}

/* The next line that is not empty and no comment; false at the end. */
static bool next_line(pt_puzzle_reader *r, char *line, size_t size) {
    while (*r->at) {
        size_t n = strcspn(r->at, "\n"), skip = strspn(r->at, " \t");
        const char *from = r->at + (skip < n ? skip : n);
        size_t length = (size_t)(r->at + n - from);
        r->at += n + (r->at[n] == '\n');
        r->line++;
        if (length == 0 || *from == '#') continue;
        if (length > size - 1) length = size - 1;
        memcpy(line, from, length);
        line[length] = 0;
        return true;
    }
    return false;
}

/* scenario KIND RATING [SHARE SHARE] */
static bool read_name(pt_puzzle *p, pt_words w) {
    long rating = 0, good = 0, other = 0;
    pt_word kind = pt_next(&w);
    *p = (pt_puzzle){.kind = PT_PUZZLE_KINDS, .seat = -1};
    for (int i = 0; i < PT_PUZZLE_KINDS; i++)
        if (pt_is(kind, pt_puzzle_names[i])) p->kind = (pt_puzzle_kind)i;
    if (p->kind == PT_PUZZLE_KINDS || !pt_number(pt_next(&w), 0, 4000, &rating)) return false;
    p->rating = (int)rating;
    if (p->kind == PT_PUZZLE_WIN) p->answer.value = PT_ONE;
    if (p->kind != PT_PUZZLE_BEST) return true;
    if (!pt_number(pt_next(&w), 0, 100, &good) || !pt_number(pt_next(&w), 0, 100, &other))
        return false;
    p->answer.value = (int32_t)(good * PT_ONE / 100);
    p->nearly.value = (int32_t)(other * PT_ONE / 100);
    return true;
}

/* game NAME players N [option=value ...] */
static pt_err read_game(pt_puzzle_reader *r, pt_words w, pt_text *why) {
    long players = 0;
    if (!pt_is(pt_next(&w), r->game->name) || !pt_is(pt_next(&w), "players") ||
        !pt_number(pt_next(&w), r->game->min_seats, r->game->max_seats, &players))
        return pt_wrong(PT_UNREADABLE, why, "expected: game %s players N", r->game->name);
    r->config = pt_config_normal(r->game, (int)players);
    for (pt_word o = pt_next(&w); o.length; o = pt_next(&w)) {
        PT_TEXT(option, 128);
        pt_putn(&option, o.at, o.length);
        pt_err err = pt_config_set(r->game, &r->config, option.at, why);
        if (err) return err;
    }
    return pt_config_check(r->game, &r->config, why);
}

/* Up to `moves`: what stands before the lines. */
static pt_err read_position(pt_puzzle_reader *r, pt_text *why) {
    char line[2048];
    pt_text position = pt_text_on(r->position, sizeof r->position);
    bool inside = false;
    while (next_line(r, line, sizeof line)) {
        pt_words w = {line};
        pt_word first = pt_next(&w);
        if (pt_is(first, "moves")) break;
        if (inside)
            pt_put(&position, "%s\n", line);
        else if (pt_is(first, "game")) {
            pt_err err = read_game(r, w, why);
            if (err) return err;
        } else {
            inside = pt_is(first, "position");
        }
    }
    if (!inside) return pt_wrong(PT_UNREADABLE, why, "a puzzle needs a position");
    pt_err err = pt_parse_position(r->game, r->state, &r->config, r->position, NULL, why);
    if (!err) r->game->score(r->state, r->points);
    return err;
}

static pt_err read_move(pt_puzzle_reader *r, const char *line, void *now, pt_puzzle_line *into,
                        pt_text *why) {
    pt_words w = {line};
    pt_word who = pt_next(&w);
    long seat = 0;
    if (!pt_is(who, "*") && !pt_number(who, 1, r->config.seats, &seat))
        return pt_wrong(PT_UNREADABLE, why, "'%s' is no line of a puzzle", line);
    pt_move m = pt_parse_move(r->game->verbs, w.at);
    if (!m) return pt_wrong(PT_UNREADABLE, why, "'%s' is no move", line);
    if (into->length == PT_PUZZLE_STEPS) return pt_wrong(PT_UNREADABLE, why, "too many moves");
    into->seat[into->length] = (int)seat - 1;
    into->move[into->length++] = m;
    return pt_play(r->game, now, (int)seat - 1, m, why);
}

/* The points of a line are those it comes to when it is played. */
static void end_branch(const pt_puzzle_reader *r, const void *now, int seat,
                       pt_puzzle_line *line) {
    int32_t points[PT_SEATS];
    if (r->puzzle.kind != PT_PUZZLE_POINTS) return;
    r->game->score(now, points);
    line->value = points[seat];
}

static pt_err read_branches(pt_puzzle_reader *r, pt_text *why) {
    _Alignas(max_align_t) unsigned char now[PT_STATE_MAX];
    char line[2048];
    pt_puzzle *p = &r->puzzle;
    pt_puzzle_line *into = &p->answer;
    memcpy(now, r->state, r->game->state_size);
    p->seat = pt_mover(r->state);
    if (p->seat == PT_LUCK) return pt_wrong(PT_REFUSED, why, "nobody has a choice here");
    while (*r->at && strncmp(r->at, "scenario", 8) != 0) {
        if (*r->at == '\n' || *r->at == '#' || !next_line(r, line, sizeof line)) {
            r->at += strcspn(r->at, "\n");
            r->at += *r->at == '\n';
            r->line++;
            continue;
        }
        pt_words w = {line};
        pt_word first = pt_next(&w);
        if (pt_is(first, "turn") || pt_is(first, "mark")) continue;
        if (pt_is(first, "gain")) {
            end_branch(r, now, p->seat, into);
        } else if (pt_is(first, "again")) {
            into = &p->nearly;
            memcpy(now, r->state, r->game->state_size);
        } else {
            pt_err err = read_move(r, line, now, into, why);
            if (err) return err;
        }
    }
    return p->answer.length ? PT_OK : pt_wrong(PT_UNREADABLE, why, "there is no answer");
}

pt_err pt_next_puzzle(pt_puzzle_reader *r, bool *more, pt_text *why) {
    char line[2048];
    *more = next_line(r, line, sizeof line);
    if (!*more) return PT_OK;
    r->first = r->line;
    pt_words w = {line};
    if (!pt_is(pt_next(&w), "scenario") || !read_name(&r->puzzle, w))
        return pt_wrong(PT_UNREADABLE, why, "expected: scenario KIND RATING");
    pt_err err = read_position(r, why);
    return err ? err : read_branches(r, why);
}
