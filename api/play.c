/* A game in progress, or one read from a record: its moves, and the position after any of them.
 */
/* SPDX-License-Identifier: MIT */
#include "api/api.h"
#include "api/words.h"
#include "core/position.h"
#include "core/words.h"
#include "table/words.h"
#include <stdlib.h>
#include <string.h>

static const pt_game *game_of(const play *p) { return p->now.head.game; }

/* --- making one --- */

void api_drop(play *p) {
    if (!p) return;
    free(p->step);
    free(p->text);
    free(p->moves);
    free(p->luck);
    free(p->lines);
    free(p);
}

static play *make(const pt_game *g) {
    play *p = calloc(1, sizeof *p);
    if (!p) abort();
    p->moves = calloc(g->max_moves + 1u, sizeof *p->moves);
    p->luck = calloc(g->max_chance + 1u, sizeof *p->luck);
    p->lines = calloc(g->max_lines + 1u, sizeof *p->lines);
    if (!p->moves || !p->luck || !p->lines) abort();
    return p;
}

pt_err api_set_options(const pt_game *g, pt_config *c, const char *text, pt_text *why) {
    pt_words words = {text};
    for (pt_word w = pt_next(&words); w.length; w = pt_next(&words)) {
        PT_TEXT(option, 200);
        pt_putn(&option, w.at, w.length);
        pt_err err = pt_config_set(g, c, option.at, why);
        if (err) return err;
    }
    return pt_config_check(g, c, why);
}

play *api_new(const char *game, int players, const char *options, const char *position) {
    PT_TEXT_IN(why, 512, reply_language());
    const pt_game *g = pt_game_named(game);
    if (!g) {
        reply_no_game(game);
        return NULL;
    }
    if (players < 0 || players > UINT8_MAX) { /* pt_config has a byte for it */
        reply_refusal(ap_say_players(g->title, players));
        return NULL;
    }
    pt_config c = pt_config_normal(g, players);
    uint64_t state[PT_STATE_MAX / 8] = {0};
    pt_err err = api_set_options(g, &c, options, &why);
    if (!err && *position)
        err = pt_parse_position(g, state, &c, position, NULL, &why);
    else if (!err)
        pt_start(g, state, &c);
    if (err) {
        reply_why(PT_UNREADABLE, &why);
        return NULL;
    }
    play *p = make(g);
    p->now.head.game = g;
    p->now.head.config = c;
    p->placed = *position != 0;
    memcpy(p->start, state, sizeof state);
    memcpy(p->now.state, state, sizeof state);
    return p;
}

/* --- moves --- */

static void add(play *p, int seat, pt_move m, pt_word notes) {
    if (p->steps == p->capacity) {
        p->capacity = p->capacity ? 2 * p->capacity : 256;
        step *more = realloc(p->step, (size_t)p->capacity * sizeof *more);
        if (!more) abort();
        p->step = more;
    }
    p->step[p->steps++] = (step){m, (int8_t)seat, notes};
}

static void apply(play *p, const step *s) {
    game_of(p)->apply(p->now.state, s->seat, s->move);
    p->now.moves++;
}

/* A move here replaces what followed in an earlier line. */
static void play_on(play *p, int seat, pt_move m) {
    p->steps = p->now.moves;
    add(p, seat, m, (pt_word){0});
    apply(p, &p->step[p->steps - 1]);
}

bool api_go(play *p, int moves) {
    if (moves < 0 || moves > p->steps) return false;
    if (moves < p->now.moves) {
        memcpy(p->now.state, p->start, sizeof p->start);
        p->now.moves = 0;
    }
    while (p->now.moves < moves) apply(p, &p->step[p->now.moves]);
    return true;
}

play *api_read(const char *record) {
    PT_TEXT_IN(why, 1024, reply_language());
    pt_replay r;
    bool more = true;
    pt_err err = pt_replay_begin(&r, record, &why);
    play *p = err ? NULL : make(r.head.game);
    if (p) {
        p->text = strdup(record);
        if (!p->text) abort();
        err = pt_replay_begin(&r, p->text, &why);
        memcpy(p->start, r.state, sizeof p->start);
    }
    while (!err && !(err = pt_replay_next(&r, &more, &why)) && more) {
        add(p, r.seat, r.move, r.notes);
        pt_replay_play(&r);
    }
    if (!err) err = pt_replay_end(&r, &why);
    if (!err) {
        p->now = r;
        return p;
    }
    api_drop(p);
    pt_json j = pt_json_on(reply_anew());
    pt_open(&j, '{');
    pt_key_str(&j, "code", "record");
    pt_key_int(&j, "line", r.line);
    pt_key_str(&j, "words", why.at);
    pt_close(&j, '}');
    return NULL;
}

static bool stopped(const play *p) { return p->now.resigned && p->now.moves == p->steps; }

/* The move that the text means for this seat, or a refusal. Where no seed decides, luck's moves
 * can be named too: a lesson draws what its text needs. */
static pt_err judge(play *p, int seat, const char *text, pt_move *m) {
    PT_TEXT_IN(why, 512, reply_language());
    const pt_game *g = game_of(p);
    bool luck = seat == PT_LUCK && !api_seeded(p);
    if ((seat < 0 && !luck) || seat >= p->now.head.config.seats)
        return reply_refusal(tb_say_no_seat());
    if (stopped(p)) return reply_refusal(ap_say_resigned());
    *m = pt_parse_move(g->verbs, text);
    if (!*m) {
        PT_TEXT(written, 64);
        pt_put(&written, "%.60s", text);
        return reply_refusal(core_say_unknown_move(written.at, g->title));
    }
    pt_err err = luck ? pt_check(g, p->now.state, PT_LUCK, *m, &why)
                      : pt_check_seen(g, p->now.state, seat, *m, &why);
    return err ? reply_why(err, &why) : PT_OK;
}

pt_err api_check(play *p, int seat, const char *move) {
    pt_move m;
    return judge(p, seat, move, &m);
}

pt_err api_move(play *p, int seat, const char *move) {
    pt_move m;
    pt_err err = judge(p, seat, move, &m);
    if (err) return err;
    play_on(p, seat, m);
    return PT_OK;
}

pt_err api_resign(play *p, int seat) {
    if (seat < 0 || seat >= p->now.head.config.seats ||
        pt_head_of(p->now.state)->node == PT_OVER || p->now.moves != p->steps)
        return reply_refusal(ap_say_no_resigning());
    p->now.resigned = pt_with(p->now.resigned, seat);
    return PT_OK;
}

/* --- luck --- */

uint32_t api_tickets(play *p) {
    if (pt_head_of(p->now.state)->node != PT_CHANCE || stopped(p)) return 0;
    return pt_chance_total(p->luck, game_of(p)->chance(p->now.state, p->luck));
}

pt_err api_draw(play *p, uint32_t ticket) {
    uint32_t total = api_tickets(p);
    if (ticket >= total) return reply_refusal(ap_say_no_ticket());
    int n = game_of(p)->chance(p->now.state, p->luck);
    pt_move m = p->luck[pt_chance_at(p->luck, n, ticket)].move;
    play_on(p, PT_LUCK, m);
    pt_print_move(game_of(p)->verbs, m, reply_anew());
    return PT_OK;
}

bool api_seeded(const play *p) { return p->now.head.seed[0] != 0; }

pt_err api_seed(play *p, const char *seed, const char *table) {
    pt_record_head *h = &p->now.head;
    uint8_t bytes[PT_SHA256];
    if (p->steps || p->placed) return reply_refusal(ap_say_seed_late());
    if (!pt_from_hex(seed, bytes, sizeof bytes) || !*table || strlen(table) >= PT_NAME)
        return reply_refusal(ap_say_seed_form());
    memcpy(h->seed, seed, PT_HEX);
    memcpy(h->table, table, strlen(table) + 1);
    pt_fair_commit(bytes, h->commit);
    return PT_OK;
}

/* The fair draws of the game, up to the present position. */
static bool fair_of(const play *p, int moves, pt_fair *f) {
    int line;
    if (pt_fair_open(f, &p->now.head, &line, NULL)) return false;
    for (int i = 0; i < moves; i++) f->draws += p->step[i].seat == PT_LUCK;
    return true;
}

uint32_t api_ticket(play *p) {
    pt_fair f;
    uint32_t total = api_tickets(p);
    if (!total || !fair_of(p, p->now.moves, &f)) return 0;
    return pt_fair_ticket(&f, f.draws + 1, total);
}

/* --- as text --- */

pt_err api_name(play *p, int seat, const char *name) {
    if (seat < 0 || seat >= p->now.head.config.seats || strlen(name) >= PT_NAME)
        return reply_refusal(ap_say_name_long());
    memcpy(p->now.head.player[seat], name, strlen(name) + 1);
    return PT_OK;
}

static void write_notes(pt_word notes, pt_text *out) {
    for (pt_word n = pt_next_note(&notes); n.length; n = pt_next_note(&notes)) {
        pt_puts(out, " {");
        pt_putn(out, n.at, n.length);
        pt_putc(out, '}');
    }
}

pt_err api_record(play *p) {
    pt_fair fair;
    pt_text *out;
    const pt_game *g = game_of(p);
    uint64_t state[PT_STATE_MAX / 8];
    int moves = p->now.moves;
    bool seeded = fair_of(p, 0, &fair), all = moves == p->steps;
    if (p->placed) return reply_refusal(ap_say_placed());
    pt_text result = pt_text_on(p->now.head.result, sizeof p->now.head.result);
    if (pt_head_of(p->now.state)->node == PT_OVER || (all && p->now.resigned))
        pt_write_result(g, p->now.state, &result);
    else
        pt_puts(&result, "*");
    out = reply_anew();
    pt_write_head(&p->now.head, out);
    pt_putc(out, '\n');
    memcpy(state, p->start, sizeof state);
    for (int i = 0; i < moves; i++) {
        const step *s = &p->step[i];
        pt_write_move(g, s->seat, s->move, out);
        if (seeded && s->seat == PT_LUCK) {
            pt_lot lot = pt_fair_draw(&fair, p->luck, g->chance(state, p->luck));
            if (!s->notes.length && lot.move == s->move) pt_write_lot(&lot, out);
        }
        write_notes(s->notes, out);
        pt_putc(out, '\n');
        g->apply(state, s->seat, s->move);
    }
    for (int seat = 0; seat < p->now.head.config.seats && all; seat++)
        if (pt_has(p->now.resigned, seat)) pt_put(out, "%d resigns\n", seat + 1);
    return PT_OK;
}

void api_position(play *p) { pt_print_position(game_of(p), p->now.state, reply_anew()); }
