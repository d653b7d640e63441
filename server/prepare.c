/* Preparing an answer: what could follow, and whether a line may be kept. Both are worked out
 * in positions that are imagined from what the person sees, so that neither an answer nor a
 * refusal tells more than they know. */
/* SPDX-License-Identifier: MIT */
#include "server/prepared.h"
#include "server/words.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WORLDS = 24, SHOWN_WORLDS = 8, MOST_NEXT = 400 };

/* --- looking ahead --- */

typedef enum { WALK_ON, WALK_LUCK, WALK_SECRET, WALK_OVER, WALK_OTHER, WALK_RULE } walk_end;

static walk_end where(const pt_game *g, const void *state) {
    if (pt_head_of(state)->node == PT_OVER) return WALK_OVER;
    if (pt_head_of(state)->node == PT_CHANCE) return WALK_LUCK;
    return g->race && g->race->on(state) ? WALK_SECRET : WALK_ON;
}

/* "Whatever they do": some move that the person would see, another one in each world. */
static pt_move any_move(const pt_game *g, const void *state, int me, int seat, pt_move *list,
                        uint32_t world) {
    int n = pt_has(pt_head_of(state)->owes, seat) ? g->legal(state, seat, list) : 0;
    for (int i = 0; i < n; i++) {
        pt_move m = list[(world * 7919u + (uint32_t)i) % (uint32_t)n];
        if (prepared_sight(g, state, seat, m, me) == PT_SEEN) return m;
    }
    return 0;
}

typedef struct walker {
    const pt_game *game;
    int me;
    uint32_t world;
    pt_move *list; /* to work in */
} walker;

/* Makes the moves of the line in an imagined position; `far` is how many of them could be. */
static walk_end walk(const walker *k, void *state, const path *p, int *far, pt_text *why) {
    const pt_game *g = k->game;
    int me = k->me;
    for (*far = 0; *far < p->count; ++*far) {
        int seat = p->seat[*far];
        pt_move m = p->move[*far];
        walk_end end = where(g, state);
        if (end) return end;
        if (m == WHATEVER) m = any_move(g, state, me, seat, k->list, k->world);
        if (!m) return WALK_OTHER;
        if (seat == me && pt_check_seen(g, state, me, m, why)) return WALK_RULE;
        if (seat != me && g->check(state, seat, m, NULL)) return WALK_OTHER;
        if (prepared_sight(g, state, seat, m, me) != PT_SEEN) return WALK_SECRET;
        g->apply(state, seat, m);
    }
    return WALK_ON;
}

/* One of the positions that may be, as far as the seat can know; the same for the same number,
 * so that asking again tells nothing more. */
static void imagine(const hosted *h, int me, uint32_t world, void *state) {
    uint64_t view[PT_STATE_MAX / 8];
    const pt_table_core *c = &h->table.core;
    pt_rng rng = pt_rng_nth(id_hash(c->id) + c->seen[me] * 64u + (uint64_t)me, world);
    pt_observe(h->table.game, c->state, me, view);
    pt_imagine(h->table.game, view, me, &rng, state);
}

/* True if the line is possible in one of the worlds; otherwise how the longest way ended. */
static bool is_possible(const hosted *h, int me, const path *p, walk_end *end, pt_text *why) {
    int best = -1, far;
    for (uint32_t world = 0; world < WORLDS; world++) {
        uint64_t state[PT_STATE_MAX / 8];
        PT_TEXT_IN(words, 512, why->language);
        imagine(h, me, world, state);
        const walker k = {h->table.game, me, world, h->server->moves};
        walk_end got = walk(&k, state, p, &far, &words);
        if (got == WALK_ON) return true;
        if (far <= best) continue;
        best = far;
        *end = got;
        pt_clear(why);
        pt_puts(why, words.at);
        why->key = words.key;
    }
    return false;
}

/* --- what could come next --- */

typedef struct nexts {
    int count[PT_SEATS];
    pt_move move[PT_SEATS][MOST_NEXT];
    walk_end end;
    bool any;
} nexts;

static void add_next(nexts *n, int seat, pt_move m) {
    int at = n->count[seat];
    while (at > 0 && n->move[seat][at - 1] > m) at--;
    if (at > 0 && n->move[seat][at - 1] == m) return;
    if (n->count[seat] == MOST_NEXT) return;
    memmove(&n->move[seat][at + 1], &n->move[seat][at],
            (size_t)(n->count[seat]++ - at) * sizeof m);
    n->move[seat][at] = m;
    n->any = true;
}

static void look_ahead(const hosted *h, int me, const path *p, nexts *n) {
    const pt_game *g = h->table.game;
    pt_move *list = h->server->moves;
    n->end = WALK_OTHER;
    for (uint32_t world = 0; world < SHOWN_WORLDS; world++) {
        uint64_t state[PT_STATE_MAX / 8];
        int far;
        PT_TEXT(why, 512);
        imagine(h, me, world, state);
        const walker k = {g, me, world, list};
        if (walk(&k, state, p, &far, &why) != WALK_ON) continue;
        n->end = where(g, state);
        for (int seat = 0; seat < h->table.core.seats && n->end == WALK_ON; seat++) {
            int moves = pt_has(pt_head_of(state)->owes, seat) ? g->legal(state, seat, list) : 0;
            for (int i = 0; i < moves; i++)
                if (prepared_sight(g, state, seat, list[i], me) == PT_SEEN)
                    add_next(n, seat, list[i]);
        }
    }
    if (n->end == WALK_ON && !n->any) n->end = WALK_SECRET;
}

static void put_nexts(pt_json *j, const hosted *h, const nexts *n) {
    static const char *const ends[] = {"", "luck", "secret", "over", "other", ""};
    pt_key_open(j, "next", '[');
    for (int seat = 0; seat < h->table.core.seats && n->any; seat++) {
        if (!n->count[seat]) continue;
        pt_open(j, '{');
        pt_key_int(j, "seat", seat);
        pt_key_open(j, "moves", '[');
        for (int i = 0; i < n->count[seat]; i++) {
            PT_TEXT(move, 160);
            pt_print_move(h->table.game->verbs, n->move[seat][i], &move);
            pt_json_str(j, move.at);
        }
        pt_close(j, ']');
        pt_close(j, '}');
    }
    pt_close(j, ']');
    if (!n->any) pt_key_str(j, "ends", ends[n->end]);
}

/* --- entering it --- */

static void no(hosted *h, const request *r, pt_said why) {
    reply_refused(h->server, &r->from, "cannot-prepare", why);
}

/* Only where people need not be there: days a move, or no clock. */
static bool is_slow(const pt_table_core *c) {
    return c->access != PT_ACCESS_LOCAL &&
           (c->clock == PT_CLOCK_NONE || c->clock_ms >= PT_DAY_MS);
}

static bool may_prepare(hosted *h, const request *r) {
    const pt_table_core *c = &h->table.core;
    if (c->phase != PT_TABLE_PLAYING || c->seat[r->seat].resigned)
        reply_denied(h->server, &r->from, PT_NOT_PLAYING);
    else if (!is_slow(c))
        no(h, r, sv_say_prepare_days());
    else if (pt_has(pt_table_owes(&h->table), r->seat))
        no(h, r, sv_say_prepare_turn());
    else
        return true;
    return false;
}

static void refuse_end(hosted *h, const request *r, walk_end end, const pt_text *why) {
    switch (end) {
    case WALK_LUCK: no(h, r, sv_say_prepare_luck()); return;
    case WALK_SECRET: no(h, r, sv_say_prepare_secret()); return;
    case WALK_OVER: no(h, r, sv_say_prepare_over()); return;
    case WALK_OTHER: no(h, r, sv_say_prepare_other()); return;
    case WALK_RULE: reply_why(h->server, &r->from, PT_RULE, why); return;
    case WALK_ON: assert(false && "nothing to refuse");
    }
}

/* The same things happen, as far as both lines go, but for the first own move that differs: a
 * person has one answer to each thing. */
static bool same_question(const path *a, const path *b, int me) {
    int i = 0;
    while (i < a->count && i < b->count && a->seat[i] == b->seat[i] && a->move[i] == b->move[i])
        i++;
    if (i == a->count || i == b->count) return true; /* one goes on from the other */
    return a->seat[i] == me && b->seat[i] == me;
}

/* The lines that stay beside a new one (or without the one that is dropped), from now on. */
static int keep_lines(const hosted *h, const request *r, const path *p, bool drop,
                      pt_text *out) {
    const pt_table *t = &h->table;
    const char *body = prepared_body(h, r->person, r->seat);
    int kept = 0;
    for (line l; line_next(t->game, &body, &l);) {
        int done = line_come_to(t, &l, r->seat);
        if (done < 0 || done >= l.path.count) continue;
        bool same = l.path.count == p->count &&
                    memcmp(l.path.move, p->move, sizeof p->move) == 0 &&
                    memcmp(l.path.seat, p->seat, sizeof p->seat) == 0;
        /* A new line begins now; an older one is compared from where it has come to. */
        path rest = {.count = l.path.count - done};
        for (int i = 0; i < rest.count; i++) {
            rest.seat[i] = l.path.seat[done + i];
            rest.move[i] = l.path.move[done + i];
        }
        if (drop ? same : same_question(&rest, p, r->seat)) continue;
        line_put(t->game, &l, out);
        kept++;
    }
    return kept;
}

static void enter(hosted *h, const request *r, const path *p) {
    char memory[BODY];
    pt_text body = pt_text_on(memory, sizeof memory);
    PT_TEXT_IN(why, 512, r->from.language);
    PT_TEXT(key, PT_OWN_KEY);
    line l = {.steps = h->table.core.steps, .number = h->table.core.number, .path = *p};
    walk_end end = WALK_ON;
    bool fits = p->count >= 2 && p->seat[0] != r->seat && p->seat[p->count - 1] == r->seat;
    for (int i = 0; i < p->count; i++) fits &= p->move[i] != WHATEVER || p->seat[i] != r->seat;
    if (!fits) {
        no(h, r, sv_say_prepare_form());
    } else if (!is_possible(h, r->seat, p, &end, &why)) {
        refuse_end(h, r, end, &why);
    } else if (keep_lines(h, r, p, false, &body) >= MOST_LINES) {
        no(h, r, sv_say_prepare_full(MOST_LINES));
    } else {
        line_put(h->table.game, &l, &body);
        prepared_key(r->seat, &key);
        mine_write(h, r, key.at, body.at);
    }
}

static bool path_of(hosted *h, const request *r, path *p) {
    if (path_read(h->table.game, r->text, p)) return true;
    reply_denied(h->server, &r->from, PT_NOT_READABLE);
    return false;
}

static void ask_prepare(hosted *h, const request *r) {
    path p;
    if (!may_prepare(h, r) || !path_of(h, r, &p)) return;
    if (r->yes) {
        enter(h, r, &p);
        return;
    }
    nexts *n = calloc(1, sizeof *n);
    mine m;
    if (!n) {
        reply_refused(h->server, &r->from, "busy", sv_say_no_memory_now());
        return;
    }
    look_ahead(h, r->seat, &p, n);
    mine_begin(&m, h, r);
    m.j.out = &m.out;
    put_nexts(&m.j, h, n);
    mine_send(&m, h, r);
    free(n);
}

static void ask_unprepare(hosted *h, const request *r) {
    char memory[BODY];
    pt_text body = pt_text_on(memory, sizeof memory);
    PT_TEXT(key, PT_OWN_KEY);
    path p;
    if (!path_of(h, r, &p)) return;
    keep_lines(h, r, &p, true, &body);
    prepared_key(r->seat, &key);
    mine_write(h, r, key.at, body.at);
}

void own_ask(hosted *h, const request *r) {
    assert(pt_table_owns(&h->table, r->person, r->seat));
    switch (r->kind) {
    case ASK_PREPARE: ask_prepare(h, r); return;
    case ASK_UNPREPARE: ask_unprepare(h, r); return;
    case ASK_NOTE: mine_note(h, r); return;
    default: mine_tell(h, r); return;
    }
}
