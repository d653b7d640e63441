/* What can be proved about a position by looking at everything: the rest of a turn, and a win
 * that nobody can prevent. Positions already seen are remembered by a hash of their bytes. */
/* SPDX-License-Identifier: MIT */
#include "bots/puzzle.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 160, TURN_DEPTH = PT_PUZZLE_STEPS, SLOTS = 1 << 17, WORLDS = 4 };

/* What is known about a position. `age` tells this proof's entries from those of earlier ones.
 */
typedef struct slot {
    uint64_t key;
    uint32_t age;
    int32_t best, second; /* of a turn; of a win: best is 1 or 0 */
    pt_move move;
    int32_t peak; /* the most points at any moment on the way */
    int length;   /* of the shortest way to `best` */
    double luck;
} slot;

struct pt_prover {
    const pt_game *game;
    int seat;
    long left; /* positions that may still be visited */
    uint32_t age;
    pt_move *moves; /* the lists of all depths, one behind the other */
    size_t moves_used, moves_size;
    pt_chance *luck;
    slot *slots;
};

pt_prover *pt_prover_new(const pt_game *g) {
    pt_prover *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->game = g;
    p->moves_size = (size_t)g->max_moves * 8 + (size_t)DEPTH * 256;
    p->moves = malloc(p->moves_size * sizeof *p->moves);
    p->luck = malloc((size_t)(g->max_chance + 1) * sizeof *p->luck);
    p->slots = calloc(SLOTS, sizeof *p->slots);
    if (p->moves && p->luck && p->slots) return p;
    pt_prover_free(p);
    return NULL;
}

void pt_prover_free(pt_prover *p) {
    if (!p) return;
    free(p->moves);
    free(p->luck);
    free(p->slots);
    free(p);
}

bool pt_puzzle_open(const pt_game *g, const void *s, int seat) {
    _Alignas(max_align_t) unsigned char view[PT_STATE_MAX];
    pt_observe(g, s, seat, view);
    return memcmp(view, s, g->state_size) == 0;
}

static uint64_t key_of(const pt_prover *p, const void *s) {
    const unsigned char *bytes = s;
    uint64_t h = 0x9E3779B97F4A7C15u ^ p->game->state_size;
    size_t i = 0;
    for (; i + 8 <= p->game->state_size; i += 8) {
        uint64_t w;
        memcpy(&w, bytes + i, 8);
        h = (h ^ w) * 0xBF58476D1CE4E5B9u;
        h ^= h >> 29;
    }
    for (; i < p->game->state_size; i++) h = (h ^ bytes[i]) * 0x94D049BB133111EBu;
    return h ^ h >> 32;
}

/* The entry of a key, found or to be filled. An older one at its place is given up. */
static slot *slot_of(pt_prover *p, uint64_t key) { return &p->slots[key % SLOTS]; }
static bool known(const pt_prover *p, const slot *e, uint64_t key) {
    return e->age == p->age && e->key == key;
}

static void begin(pt_prover *p, int seat, long nodes) {
    p->seat = seat;
    p->left = nodes;
    p->age++;
    p->moves_used = 0;
}

/* The legal moves of a seat; they stay until moves_used is set back. NULL if there is no room.
 */
static pt_move *list_moves(pt_prover *p, const void *s, int seat, int *n) {
    if (p->moves_used + p->game->max_moves > p->moves_size) return NULL;
    pt_move *list = p->moves + p->moves_used;
    *n = p->game->legal(s, seat, list);
    p->moves_used += (size_t)*n;
    return list;
}

/* --- the rest of a turn --- */

static bool turn_goes_on(const void *s, int seat) {
    const pt_head *h = pt_head_of(s);
    return h->node == PT_DECIDE && h->owes == 1u << seat;
}

static int32_t points_of(const pt_prover *p, const void *s) {
    int32_t points[PT_SEATS];
    p->game->score(s, points);
    return points[p->seat];
}

static void ended_turn(const pt_prover *p, const void *s, slot *out) {
    out->best = out->second = out->peak = points_of(p, s);
    out->length = 0;
    out->luck = 1;
    out->move = 0;
}

/* `second` is the best of what is below `best`; equal to it as long as there is none. */
static void add_below(slot *sum, int32_t value) {
    if (value >= sum->best) return;
    if (sum->second == sum->best || value > sum->second) sum->second = value;
}

/* Adds what one of n moves leads to. Of equally good ways the shortest is kept. */
static void add_child(slot *sum, const slot *child, pt_move m, int n) {
    slot before = *sum;
    bool first = before.move == 0, better = first || child->best > before.best;
    if (better) {
        sum->best = child->best;
        sum->second = child->second;
        sum->luck = 0;
        if (!first) add_below(sum, before.best);
        if (!first && before.second < before.best) add_below(sum, before.second);
    } else {
        add_below(sum, child->best);
        add_below(sum, child->second);
    }
    if (better || (child->best == before.best && child->length + 1 < before.length)) {
        sum->move = m;
        sum->length = child->length + 1;
    }
    if (child->best == sum->best) sum->luck += child->luck / n;
    if (first || child->peak > sum->peak) sum->peak = child->peak;
}

static bool turn_value(pt_prover *p, const void *s, int depth, slot *out) {
    _Alignas(max_align_t) unsigned char after[PT_STATE_MAX];
    if (p->left-- <= 0) return false;
    if (!turn_goes_on(s, p->seat)) {
        ended_turn(p, s, out);
        return true;
    }
    if (depth == TURN_DEPTH) return false;
    uint64_t key = key_of(p, s);
    slot *e = slot_of(p, key), sum = {.key = key, .age = p->age};
    if (known(p, e, key)) {
        *out = *e;
        return true;
    }
    size_t used = p->moves_used;
    int n = 0;
    pt_move *list = list_moves(p, s, p->seat, &n);
    if (!list || n == 0) return false;
    for (int i = 0; i < n; i++) {
        slot child;
        memcpy(after, s, p->game->state_size);
        p->game->apply(after, p->seat, list[i]);
        if (!turn_value(p, after, depth + 1, &child)) return false;
        add_child(&sum, &child, list[i], n);
    }
    p->moves_used = used;
    int32_t now = points_of(p, s);
    if (now > sum.peak) sum.peak = now;
    *e = *out = sum;
    return true;
}

/* Follows the best moves; each position is valued again, as its entry may have been given up.
 */
static bool follow_turn(pt_prover *p, const void *s, pt_turn_proof *out) {
    _Alignas(max_align_t) unsigned char now[PT_STATE_MAX];
    memcpy(now, s, p->game->state_size);
    out->line.length = 0;
    out->line.value = out->best;
    while (turn_goes_on(now, p->seat) && points_of(p, now) < out->best) {
        slot found;
        if (out->line.length == PT_PUZZLE_STEPS || !turn_value(p, now, 0, &found)) return false;
        out->line.seat[out->line.length] = p->seat;
        out->line.move[out->line.length++] = found.move;
        p->game->apply(now, p->seat, found.move);
    }
    return true;
}

/* Does the turn come to the same if others hold something else? */
static bool depends_on_hidden(pt_prover *p, const void *s, long nodes, const pt_turn_proof *t) {
    _Alignas(max_align_t) unsigned char view[PT_STATE_MAX], world[PT_STATE_MAX];
    if (pt_puzzle_open(p->game, s, p->seat)) return false;
    pt_observe(p->game, s, p->seat, view);
    for (int i = 0; i < WORLDS; i++) {
        pt_rng rng = pt_rng_nth(key_of(p, view), (uint32_t)i);
        slot found;
        pt_imagine(p->game, view, p->seat, &rng, world);
        begin(p, p->seat, nodes);
        if (!turn_value(p, world, 0, &found)) return true;
        if (found.best != t->best || found.second != t->second || found.move != t->line.move[0])
            return true;
    }
    return false;
}

bool pt_prove_turn(pt_prover *p, const void *s, int seat, long nodes, pt_turn_proof *out) {
    slot found;
    if (!turn_goes_on(s, seat)) return false;
    begin(p, seat, nodes);
    if (!turn_value(p, s, 0, &found)) return false;
    *out = (pt_turn_proof){
        .best = found.best, .second = found.second, .peak = found.peak, .luck = found.luck};
    size_t used = p->moves_used;
    if (!list_moves(p, s, seat, &out->choices)) return false;
    p->moves_used = used;
    if (!follow_turn(p, s, out)) return false;
    out->hidden = depends_on_hidden(p, s, nodes, out);
    return true;
}

/* --- a win that nobody can prevent --- */

typedef enum { NO, YES, UNKNOWN } answer;

static bool alone_first(const pt_prover *p, const void *s) {
    uint8_t place[PT_SEATS];
    p->game->rank(s, place);
    if (place[p->seat] != 1) return false;
    for (int i = 0; i < pt_head_of(s)->seats; i++)
        if (i != p->seat && place[i] == 1) return false;
    return true;
}

static answer wins(pt_prover *p, const void *s, int depth);

static answer wins_after(pt_prover *p, const void *s, int seat, pt_move m, int depth) {
    _Alignas(max_align_t) unsigned char after[PT_STATE_MAX];
    memcpy(after, s, p->game->state_size);
    p->game->apply(after, seat, m);
    return wins(p, after, depth + 1);
}

/* One own move that wins is enough; one reply or draw that does not is enough to fail. */
static answer wins_by(pt_prover *p, const void *s, int seat, const pt_move *list, int n,
                      int depth) {
    bool own = seat == p->seat;
    for (int i = 0; i < n; i++) {
        answer a = wins_after(p, s, seat, list[i], depth);
        if (a == UNKNOWN) return UNKNOWN;
        if ((a == YES) == own) return a;
    }
    return own ? NO : YES;
}

/* Draws as moves, in the room of the lists. */
static pt_move *list_luck(pt_prover *p, const void *s, int *n) {
    *n = p->game->chance(s, p->luck);
    if (p->moves_used + (size_t)*n > p->moves_size) return NULL;
    pt_move *list = p->moves + p->moves_used;
    for (int i = 0; i < *n; i++) list[i] = p->luck[i].move;
    p->moves_used += (size_t)*n;
    return list;
}

static answer wins(pt_prover *p, const void *s, int depth) {
    if (p->left-- <= 0 || depth == DEPTH) return UNKNOWN;
    if (pt_head_of(s)->node == PT_OVER) return alone_first(p, s) ? YES : NO;
    uint64_t key = key_of(p, s);
    slot *e = slot_of(p, key);
    if (known(p, e, key)) return e->best ? YES : NO;
    size_t used = p->moves_used;
    int n = 0, seat = pt_mover(s);
    pt_move *list = seat == PT_LUCK ? list_luck(p, s, &n) : list_moves(p, s, seat, &n);
    if (!list || n == 0) return UNKNOWN;
    answer a = wins_by(p, s, seat, list, n, depth);
    p->moves_used = used;
    if (a != UNKNOWN) *e = (slot){.key = key, .age = p->age, .best = a == YES};
    return a;
}

int pt_prove_win(pt_prover *p, const void *s, int seat, long nodes, pt_move *move) {
    int n = 0, found = 0;
    if (!turn_goes_on(s, seat)) return -1;
    begin(p, seat, nodes);
    pt_move *list = list_moves(p, s, seat, &n);
    for (int i = 0; list && i < n && found < 2; i++) {
        answer a = wins_after(p, s, seat, list[i], 0);
        if (a == UNKNOWN) return -1;
        if (a == YES && found++ == 0) *move = list[i];
    }
    return list ? found : -1;
}

bool pt_refute(pt_prover *p, const void *s, int seat, long nodes, int *other, pt_move *reply) {
    int n = 0;
    if (pt_head_of(s)->node == PT_OVER || pt_mover(s) == seat) return false;
    begin(p, seat, nodes);
    *other = pt_mover(s);
    pt_move *list = *other == PT_LUCK ? list_luck(p, s, &n) : list_moves(p, s, *other, &n);
    for (int i = 0; list && i < n; i++) {
        answer a = wins_after(p, s, *other, list[i], 0);
        if (a == UNKNOWN) return false;
        *reply = list[i];
        if (a == NO) return true;
    }
    return false;
}
