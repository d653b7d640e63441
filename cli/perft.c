/* Counting moves, and reading .perft files. */
/* SPDX-License-Identifier: MIT */
#include "cli/perft.h"
#include "core/position.h"
#include <stdlib.h>
#include <string.h>

/* --- counting --- */

typedef struct level {
    uint64_t state[PT_STATE_MAX / 8];
    pt_move *moves;
} level;

typedef struct counter {
    const pt_game *g;
    const perft_watch *watch; /* or NULL */
    int top;                  /* the depth of the first moves */
    pt_chance *luck;
    level at[PERFT_DEPTH_MAX];
} counter;

/* Lists the moves of a seat, or of luck. */
static int moves_of(counter *c, const void *s, int seat, pt_move *out) {
    if (seat != PT_LUCK) return c->g->legal(s, seat, out);
    int n = c->g->chance(s, c->luck);
    for (int i = 0; i < n; i++) out[i] = c->luck[i].move;
    return n;
}

uint8_t perft_seats(const pt_game *g, const void *s) {
    uint8_t owes = pt_head_of(s)->owes;
    bool race = g->race && g->race->on(s);
    return race || pt_mover(s) == PT_LUCK ? owes : pt_with(0, pt_mover(s));
}

static bool is_stopped(const counter *c) {
    return c->watch && atomic_load_explicit(c->watch->stop, memory_order_relaxed);
}

static uint64_t count_below(counter *c, const void *s, int depth);

static uint64_t count_seat(counter *c, const void *s, int seat, int depth) {
    level *here = &c->at[depth];
    int n = moves_of(c, s, seat, here->moves);
    if (depth == 1) return (uint64_t)n;
    uint64_t sum = 0;
    for (int i = 0; i < n && !is_stopped(c); i++) {
        if (c->watch && depth == c->top) c->watch->show(i, n);
        memcpy(here->state, s, c->g->state_size);
        c->g->apply(here->state, seat, here->moves[i]);
        sum += count_below(c, here->state, depth - 1);
    }
    return sum;
}

static uint64_t count_below(counter *c, const void *s, int depth) {
    const pt_head *h = s;
    if (h->node == PT_OVER) return 0;
    if (h->node == PT_CHANCE) return count_seat(c, s, PT_LUCK, depth);
    uint64_t sum = 0;
    for (unsigned set = perft_seats(c->g, s); set; set &= set - 1)
        sum += count_seat(c, s, pt_lowest(set), depth);
    return sum;
}

uint64_t perft_count(const pt_game *g, const void *s, int depth, const perft_watch *watch) {
    if (depth == 0) return 1;
    size_t longest = g->max_moves > g->max_chance ? g->max_moves : g->max_chance;
    counter *c = calloc(1, sizeof *c);
    pt_move *moves = malloc((size_t)(depth + 1) * longest * sizeof *moves);
    if (!c || !moves || !(c->luck = malloc(longest * sizeof *c->luck))) abort();
    c->g = g;
    c->watch = watch;
    c->top = depth;
    for (int d = 0; d <= depth; d++) c->at[d].moves = moves + (size_t)d * longest;
    uint64_t n = count_below(c, s, depth);
    free(c->luck);
    free(moves);
    free(c);
    return n;
}

/* --- files --- */

typedef struct reader {
    char *text; /* what is left */
    int line;
    pt_text *why;
} reader;

/* The next line that is not empty, without its comment; NULL at the end. */
static char *next_line(reader *r) {
    while (*r->text) {
        char *line = r->text;
        size_t n = strcspn(line, "\n");
        r->text += n + (line[n] == '\n');
        r->line++;
        line[n] = 0;
        line[strcspn(line, "#")] = 0;
        if (!pt_end((pt_words){line})) return line;
    }
    return NULL;
}

static bool is_end(const char *line) {
    pt_words w = {line};
    return pt_is(pt_next(&w), "end") && pt_end(w);
}

static bool wrong(reader *r, const char *words) {
    pt_puts(r->why, words);
    return false;
}

static bool read_position(perft_start *p, reader *r) {
    PT_TEXT(position, 16384);
    int first = r->line, at = 0;
    char *line;
    while ((line = next_line(r)) && !is_end(line)) {
        pt_puts(&position, line);
        pt_putc(&position, '\n');
    }
    if (!line) return wrong(r, "the position needs a line 'end'");
    if (pt_parse_position(p->game, p->state, &p->config, position.at, &at, r->why) == PT_OK)
        return true;
    r->line = at ? first + at : first;
    return false;
}

/* "2 start c4", "* deal V7", "* any" */
static bool read_move(perft_start *p, reader *r, const char *line) {
    pt_words w = {line};
    pt_word who = pt_next(&w);
    long seat = 0;
    bool luck = pt_is(who, "*");
    if (!luck && !pt_number(who, 1, p->config.seats, &seat))
        return wrong(r, "a move starts with the seat's number, or * for luck");
    pt_words rest = w;
    pt_move m = pt_parse_move(p->game->verbs, w.at);
    if (luck && pt_is(pt_next(&rest), "any") && pt_head_of(p->state)->node == PT_CHANCE) {
        pt_chance list[1024];
        p->game->chance(p->state, list);
        m = list[0].move;
    }
    if (!m) return wrong(r, "this is not a move of the game");
    return pt_play(p->game, p->state, luck ? PT_LUCK : (int)seat - 1, m, r->why) == PT_OK;
}

static bool read_moves(perft_start *p, reader *r) {
    char *line;
    while ((line = next_line(r)) && !is_end(line))
        if (!read_move(p, r, line)) return false;
    return line ? true : wrong(r, "the moves need a line 'end'");
}

/* "depth 3 count 92158" */
static bool read_depth(perft_start *p, reader *r, pt_words w) {
    long depth;
    if (p->count == PERFT_DEPTH_MAX ||
        !pt_number(pt_next(&w), 1, PERFT_DEPTH_MAX - 1, &depth) || !pt_is(pt_next(&w), "count"))
        return wrong(r, "expected: depth N count M");
    pt_word digits = pt_next(&w);
    uint64_t n = 0;
    for (size_t i = 0; i < digits.length; i++) {
        if (digits.at[i] < '0' || digits.at[i] > '9' || i > 18)
            return wrong(r, "a count is a whole number");
        n = n * 10 + (uint64_t)(digits.at[i] - '0');
    }
    if (!digits.length || !pt_end(w)) return wrong(r, "expected: depth N count M");
    p->want[p->count].depth = (int)depth;
    p->want[p->count].line = r->line;
    p->want[p->count++].count = n;
    return true;
}

/* The lines before the start is settled: game, players, option. */
static bool read_setting(perft_start *p, reader *r, pt_word key, pt_words w) {
    PT_TEXT(value, 128);
    pt_word v = pt_next(&w);
    pt_putn(&value, v.at, v.length);
    long n;
    if (pt_is(key, "game")) {
        if (!(p->game = pt_game_named(value.at))) return wrong(r, "there is no such game");
        p->config = pt_config_normal(p->game, p->game->min_seats);
        return true;
    }
    if (!p->game) return wrong(r, "the first line is: game NAME");
    if (pt_is(key, "players")) {
        if (!pt_number(v, 1, PT_SEATS, &n)) return wrong(r, "expected: players N");
        p->config.seats = (uint8_t)n;
        return pt_config_check(p->game, &p->config, r->why) == PT_OK;
    }
    if (pt_is(key, "option"))
        return pt_config_set(p->game, &p->config, value.at, r->why) == PT_OK;
    return wrong(r, "expected: game, players, option, position, moves or depth");
}

bool perft_read(perft_start *p, char *text, int *line_at, pt_text *why) {
    reader r = {text + (pt_past_mark(text) - text), 0, why};
    bool fine = true, started = false;
    memset(p, 0, sizeof *p);
    for (char *line; fine && (line = next_line(&r));) {
        pt_words w = {line};
        pt_word key = pt_next(&w);
        bool starts = pt_is(key, "position") || pt_is(key, "moves") || pt_is(key, "depth");
        if (starts && p->game && !started) pt_start(p->game, p->state, &p->config);
        if (!starts || !p->game)
            fine = started ? wrong(&r, "this line comes before position, moves and depths")
                           : read_setting(p, &r, key, w);
        else if (pt_is(key, "position"))
            fine = read_position(p, &r);
        else if (pt_is(key, "moves"))
            fine = read_moves(p, &r);
        else
            fine = read_depth(p, &r, w);
        started = started || starts;
    }
    if (fine && !p->game) fine = wrong(&r, "the first line is: game NAME");
    if (fine && !started) pt_start(p->game, p->state, &p->config);
    *line_at = r.line;
    return fine;
}
