/* What a viewer sees of a game; everything goes through observe() and sight(). */
/* SPDX-License-Identifier: MIT */
#include "api/api.h"
#include "core/game_json.h"
#include <string.h>

static const pt_game *game_of(const play *p) { return p->now.head.game; }
static int seats_of(const play *p) { return p->now.head.config.seats; }

/* A viewer without a seat sees what the public sees. */
static int seen_by(const play *p, int viewer, void *view) {
    if (viewer < 0 || viewer >= seats_of(p)) viewer = PT_PUBLIC;
    pt_observe(game_of(p), p->now.state, viewer, view);
    return viewer;
}

static bool ended(const play *p) {
    return pt_head_of(p->now.state)->node == PT_OVER ||
           (p->now.resigned && p->now.moves == p->steps);
}

static void put_options(pt_json *j, const play *p) {
    const pt_game *g = game_of(p);
    pt_key_open(j, "options", '{');
    for (int i = 0; i < g->option_count; i++) {
        const pt_option *o = &g->options[i];
        int value = p->now.head.config.option[i];
        if (o->values)
            pt_key_str(j, o->name, o->values[value - o->min]);
        else
            pt_key_int(j, o->name, value);
    }
    pt_close(j, '}');
}

void api_status(const play *p) {
    static const char *const nodes[] = {"over", "decide", "chance"};
    const pt_head *h = pt_head_of(p->now.state);
    pt_json j = pt_json_on(reply_anew());
    pt_open(&j, '{');
    pt_key_str(&j, "game", game_of(p)->name);
    pt_key_int(&j, "players", seats_of(p));
    put_options(&j, p);
    pt_key_open(&j, "names", '[');
    for (int i = 0; i < seats_of(p); i++) pt_json_str(&j, p->now.head.player[i]);
    pt_close(&j, ']');
    pt_key_int(&j, "moves", p->steps);
    pt_key_int(&j, "at", p->now.moves);
    pt_key_str(&j, "node", ended(p) ? nodes[PT_OVER] : nodes[h->node]);
    pt_key_int(&j, "round", h->round);
    pt_key_open(&j, "owes", '[');
    for (int i = 0; i < seats_of(p); i++)
        if (h->node == PT_DECIDE && pt_has(h->owes, i) && !ended(p)) pt_json_int(&j, i);
    pt_close(&j, ']');
    pt_key_open(&j, "resigned", '[');
    for (int i = 0; i < seats_of(p); i++)
        if (pt_has(p->now.resigned, i)) pt_json_int(&j, i);
    pt_close(&j, ']');
    pt_key_bool(&j, "placed", p->placed);
    pt_close(&j, '}');
}

void api_view(play *p, int viewer) {
    uint64_t view[PT_STATE_MAX / 8];
    viewer = seen_by(p, viewer, view);
    pt_json j = pt_json_on(reply_anew());
    pt_tell_view(&j, game_of(p), view, viewer);
}

/* A seat that owes nothing has no moves. */
static void put_legal(pt_json *j, play *p, const void *view, int seat) {
    const pt_head *h = view;
    if (seat >= 0 && h->node == PT_DECIDE && pt_has(h->owes, seat) && !ended(p)) {
        pt_tell_legal(j, game_of(p), view, seat, p->moves);
        return;
    }
    pt_open(j, '{');
    pt_close(j, '}');
}

void api_legal(play *p, int seat) {
    uint64_t view[PT_STATE_MAX / 8];
    seat = seen_by(p, seat, view);
    pt_json j = pt_json_on(reply_anew());
    put_legal(&j, p, view, seat);
}

static void put_result(pt_json *j, const play *p) {
    uint8_t place[PT_SEATS];
    pt_replay_places(&p->now, place);
    pt_key_open(j, "result", '{');
    pt_tell_points(j, game_of(p), p->now.state);
    pt_key_open(j, "places", '[');
    for (int i = 0; i < seats_of(p); i++) pt_json_int(j, place[i]);
    pt_close(j, ']');
    pt_close(j, '}');
}

void api_look(play *p, int viewer) {
    uint64_t view[PT_STATE_MAX / 8];
    const pt_game *g = game_of(p);
    viewer = seen_by(p, viewer, view);
    pt_text *out = reply_anew();
    pt_json j = pt_json_on(out);
    pt_open(&j, '{');
    pt_key_int(&j, "moves", pt_head_of(view)->ply);
    pt_key(&j, "view");
    pt_tell_view(&j, g, view, viewer);
    if (ended(p)) {
        pt_key_open(&j, "turn", '[');
        pt_close(&j, ']');
        put_result(&j, p);
    } else {
        pt_tell_turn(&j, view);
        if (viewer >= 0 && pt_has(pt_head_of(view)->owes, viewer)) {
            PT_TEXT_IN(ask, 300, reply_language());
            if (g->ask) g->ask(view, viewer, &ask);
            pt_key_str(&j, "ask", ask.at);
            pt_key(&j, "legal");
            put_legal(&j, p, view, viewer);
        }
    }
    pt_close(&j, '}');
}

void api_score(play *p, int viewer) {
    uint64_t view[PT_STATE_MAX / 8];
    seen_by(p, viewer, view);
    pt_json j = pt_json_on(reply_anew());
    pt_open(&j, '{');
    pt_tell_score(&j, game_of(p), view, p->lines);
    pt_close(&j, '}');
}

/* A lot is only for the record: next to the outcome it would reveal what else could be
 * drawn. */
static void put_notes(pt_json *j, pt_word notes) {
    pt_key_open(j, "notes", '[');
    for (pt_word n = pt_next_note(&notes); n.length; n = pt_next_note(&notes))
        if (n.length < 5 || memcmp(n.at, "%draw", 5) != 0) pt_json_strn(j, n.at, n.length);
    pt_close(j, ']');
}

static void put_step(pt_json *j, const play *p, const step *s, pt_sight sight) {
    pt_open(j, '{');
    pt_key_str(j, "e", s->seat == PT_LUCK ? "luck" : "move");
    if (s->seat != PT_LUCK) pt_key_int(j, "seat", s->seat);
    if (sight == PT_MASKED) {
        pt_key_bool(j, "masked", true);
    } else {
        PT_TEXT(text, 160);
        pt_print_move(game_of(p)->verbs, s->move, &text);
        pt_key_str(j, "move", text.at);
        if (s->notes.length) put_notes(j, s->notes);
    }
    pt_key_int(j, "at", (int)(s - p->step) + 1);
    pt_close(j, '}');
}

void api_steps(play *p, int viewer) {
    uint64_t state[PT_STATE_MAX / 8];
    const pt_game *g = game_of(p);
    pt_json j = pt_json_on(reply_anew());
    if (viewer < 0 || viewer >= seats_of(p)) viewer = PT_PUBLIC;
    memcpy(state, p->start, sizeof state);
    pt_open(&j, '[');
    for (const step *s = p->step; s < p->step + p->steps; s++) {
        pt_sight sight = g->sight ? g->sight(state, s->seat, s->move, viewer) : PT_SEEN;
        if (sight != PT_UNSEEN) put_step(&j, p, s, sight);
        g->apply(state, s->seat, s->move);
    }
    pt_close(&j, ']');
}

void api_observe(play *p, int viewer) {
    uint64_t view[PT_STATE_MAX / 8];
    seen_by(p, viewer, view);
    pt_putn(reply_anew(), (const char *)view, game_of(p)->state_size);
}
