/* Reads a net from a file's bytes, and trusts none of them: a net that passes can be asked
 * about any state of its game. Numbers are little-endian, as everywhere in Petteia.
 *
 *   "PTNET 1\n", SHA-256 of all that follows, head, note, plan,
 *   first_bias, first, second_bias, second, value_bias, value, move
 *
 * A narrow file has the first layer in 8 bits: before the weights of each column stands by
 * how many bits they are shifted, or NOTHING and no weights for a column that is never used. */
/* SPDX-License-Identifier: MIT */
#include "bots/net/net.h"
#include "core/sha256.h"
#include <stdlib.h>
#include <string.h>

static const char magic[8] = {'P', 'T', 'N', 'E', 'T', ' ', '1', '\n'};

typedef struct net_start {
    char game[16]; /* zero-terminated */
    uint8_t players, rules, shift, has;
    uint16_t state_size, hidden, mind, rows;
    int16_t base, prior_base;
    uint16_t note_bytes, plan_bytes;
} net_start;
static_assert(sizeof(net_start) == 36, "as train/export.py writes it");

enum { SHIFT_MOST = 4, BASE_MOST = 1024 };
enum { HAS_MOVES = 1, NARROW = 2, BOLD = 4 };   /* in `has` */
enum { NOTHING = 0xFF, COLUMN_SHIFT_MOST = 8 }; /* before a column of a narrow file */

/* What is still to be read. */
typedef struct reader {
    const unsigned char *at;
    size_t left;
} reader;

static bool take(reader *r, void *into, size_t size) {
    if (r->left < size) return false;
    memcpy(into, r->at, size);
    r->at += size;
    r->left -= size;
    return true;
}

/* --- the plan --- */

static bool is_form(const pt_part *q) {
    return q->form > PT_LEFT_OUT && q->form <= PT_IS_OWNED;
}

static bool is_size(unsigned n) { return n == 1 || n == 2 || n == 4 || n == 8; }

/* How far the words of a set reach from its first byte. */
static size_t set_bytes(const pt_part *q) {
    if (q->form == PT_IS_OWNED) return 16;
    if (q->form != PT_IS_SET) return q->size;
    size_t words = q->bits ? (q->wide + q->bits - 1u) / q->bits : 1;
    if (q->tail_size && words > 2) words = 2;
    return words * q->size;
}

/* The columns that core/tensor.c writes for a part. */
static size_t columns_of(const pt_part *q) {
    size_t elements = (size_t)q->count[0] * q->count[1];
    if (q->form == PT_IS_AMOUNT) return elements;
    return elements * q->wide;
}

static bool loops_fit(const pt_part *q, unsigned players) {
    for (int i = 0; i < PT_LOOPS; i++) {
        if (q->count[i] == 0) return false;
        if ((q->turned >> i & 1) && q->count[i] > players) return false;
    }
    if (q->form == PT_IS_OWNED) return q->count[0] <= players && (q->turned & 1);
    if (q->form == PT_IS_SEATS) return q->count[1] == 1 && q->wide == players;
    if (q->form == PT_IS_SEAT) return q->wide <= players;
    return true;
}

static bool part_fits(const pt_part *q, unsigned players, size_t state_size) {
    if (!is_form(q) || !is_size(q->size) || q->shift > 15) return false;
    if (q->form == PT_IS_SET && (q->first >= 64 || q->bits > 64)) return false;
    if (q->form == PT_IS_SET && !q->bits && q->wide > 64) return false;
    if (q->form == PT_IS_AMOUNT && q->size > 2) return false;
    if (!loops_fit(q, players) || q->columns != columns_of(q)) return false;
    size_t a = q->form == PT_IS_OWNED ? 0 : (size_t)(q->count[0] - 1) * q->step[0];
    size_t b = (size_t)(q->count[1] - 1) * q->step[1], reach = a + b + set_bytes(q);
    if (q->at + reach > state_size) return false;
    if (q->form == PT_IS_OWNED && q->owners + q->owners_step + b + 16 > state_size)
        return false;
    size_t tail = (size_t)(q->count[1] - 1) * q->tail_step + q->tail_size;
    if (q->tail_size && (!is_size(q->tail_size) || q->tail + tail > state_size)) return false;
    return !q->tail_size || q->form != PT_IS_OWNED ||
           q->owners_tail + q->owners_tail_step + tail <= state_size;
}

static bool plan_fits(const pt_plan *p, const net_start *head) {
    size_t columns = 0;
    if (p->players != head->players || p->parts > PT_FEATURES || !p->columns) return false;
    if (p->columns > PT_COLUMNS) return false;
    for (int i = 0; i < p->parts; i++) {
        if (!part_fits(&p->part[i], p->players, head->state_size)) return false;
        columns += p->part[i].columns;
    }
    return columns == p->columns;
}

/* --- the file --- */

static bool read_plan(reader *r, const net_start *head, pt_plan *plan) {
    memset(plan, 0, sizeof *plan);
    if (head->plan_bytes < offsetof(pt_plan, part) || head->plan_bytes > sizeof *plan)
        return false;
    if (!take(r, plan, head->plan_bytes)) return false;
    size_t wanted = offsetof(pt_plan, part) + plan->parts * sizeof *plan->part;
    return plan->parts <= PT_FEATURES && head->plan_bytes == wanted && plan_fits(plan, head);
}

static bool read_moves(reader *r, pt_net *n) {
    int8_t row[NET_MIND];
    for (int i = 0; i < NET_ROWS; i++) {
        if (!take(r, row, sizeof row)) return false;
        for (int k = 0; k < NET_MIND; k++) n->move[i][k] = row[k];
    }
    return true;
}

static bool read_column(reader *r, int16_t into[NET_HEADS * NET_HIDDEN]) {
    int8_t row[NET_HEADS * NET_HIDDEN];
    uint8_t by;
    if (!take(r, &by, sizeof by)) return false;
    if (by == NOTHING) return true;
    if (by > COLUMN_SHIFT_MOST || !take(r, row, sizeof row)) return false;
    for (int i = 0; i < NET_HEADS * NET_HIDDEN; i++) into[i] = (int16_t)(row[i] * (1 << by));
    return true;
}

static bool read_first(reader *r, const net_start *head, pt_net *n) {
    if (!(head->has & NARROW)) return take(r, n->first, n->plan.columns * sizeof *n->first);
    for (unsigned i = 0; i < n->plan.columns; i++)
        if (!read_column(r, n->first[i][0])) return false;
    return true;
}

static bool read_weights(reader *r, const net_start *head, pt_net *n) {
    size_t players = head->players;
    bool fine = take(r, n->first_bias, sizeof n->first_bias) && read_first(r, head, n) &&
                take(r, n->second_bias, sizeof n->second_bias) &&
                take(r, n->second, sizeof n->second) &&
                take(r, n->value_bias, players * sizeof *n->value_bias) &&
                take(r, n->value, players * sizeof *n->value);
    return fine && (!(head->has & HAS_MOVES) || read_moves(r, n)) && r->left == 0;
}

/* No sum of products may leave 32 bits: |weight| <= NET_TOP in every layer after the first. */
static bool within(const int16_t *weights, int n) {
    for (int i = 0; i < n; i++)
        if (weights[i] > NET_TOP || weights[i] < -NET_TOP) return false;
    return true;
}

static bool biases_within(const int32_t *biases, int n) {
    const int32_t most = 1 << 28;
    for (int i = 0; i < n; i++)
        if (biases[i] > most || biases[i] < -most) return false;
    return true;
}

static bool weights_fit(const pt_net *n) {
    return within(n->second[0][0], NET_HEADS * NET_MIND * NET_HIDDEN) &&
           biases_within(n->second_bias[0], NET_HEADS * NET_MIND) &&
           within(n->value[0], n->players * NET_MIND) &&
           biases_within(n->value_bias, n->players);
}

static bool head_fits(const net_start *h) {
    return h->hidden == NET_HIDDEN && h->mind == NET_MIND && h->rows == NET_ROWS &&
           h->shift <= SHIFT_MOST && h->has <= (HAS_MOVES | NARROW | BOLD) && h->base >= 0 &&
           h->base <= BASE_MOST && h->prior_base >= 0 && h->prior_base <= BASE_MOST &&
           h->note_bytes <= NET_NOTE;
}

/* The game that a net is for, if it is still the same. */
static const pt_game *game_of(const net_start *h) {
    const pt_game *g = memchr(h->game, 0, sizeof h->game) ? pt_game_named(h->game) : NULL;
    if (!g || h->players < g->min_seats || h->players > g->max_seats) return NULL;
    if (g->rules != h->rules || g->state_size != h->state_size) return NULL;
    if (h->base && !(g->hints && g->hints->evaluate)) return NULL;
    return h->prior_base && !(g->hints && g->hints->prior) ? NULL : g;
}

static pt_net *fail(pt_net *n, net_fault fault, net_fault *out) {
    free(n);
    *out = fault;
    return NULL;
}

pt_net *pt_net_parse(const void *bytes, size_t size, net_fault *fault) {
    reader r = {bytes, size};
    char begins[sizeof magic];
    uint8_t said[PT_SHA256], is[PT_SHA256];
    net_start h;
    pt_plan plan;
    if (size > NET_BYTES || !take(&r, begins, sizeof begins) ||
        memcmp(begins, magic, sizeof magic) != 0)
        return fail(NULL, NET_NO_NET, fault);
    if (!take(&r, said, sizeof said)) return fail(NULL, NET_DAMAGED, fault);
    pt_sha256_of(r.at, r.left, is);
    if (memcmp(said, is, sizeof is) != 0 || !take(&r, &h, sizeof h))
        return fail(NULL, NET_DAMAGED, fault);
    if (!head_fits(&h)) return fail(NULL, NET_NO_NET, fault);
    const pt_game *g = game_of(&h);
    if (!g) return fail(NULL, NET_NO_GAME, fault);
    char note[NET_NOTE + 1] = {0};
    if (!take(&r, note, h.note_bytes) || !read_plan(&r, &h, &plan))
        return fail(NULL, NET_DAMAGED, fault);
    size_t all =
        (sizeof(pt_net) + plan.columns * sizeof(int16_t[NET_HEADS][NET_HIDDEN]) + 63) / 64 * 64;
    pt_net *n = aligned_alloc(64, all);
    if (!n) return fail(NULL, NET_NO_MEMORY, fault);
    memset(n, 0, all);
    n->game = g;
    n->players = h.players;
    n->shift = h.shift;
    n->has_moves = (h.has & HAS_MOVES) != 0;
    n->bold = (h.has & BOLD) != 0;
    n->base = h.base;
    n->prior_base = h.prior_base;
    n->plan = plan;
#ifndef __wasm__
    for (int seat = 0; seat < h.players; seat++)
        pt_quick_make(&n->quick[seat], &n->plan, seat, h.state_size);
#endif
    for (uint32_t i = 0; i < NET_PRIORS; i++) n->log[i] = (int16_t)pt_net_log(i ? i : 1);
    memcpy(n->note, note, sizeof note);
    pt_to_hex(said, sizeof said, n->hash);
    if (!read_weights(&r, &h, n) || !weights_fit(n)) return fail(n, NET_DAMAGED, fault);
    *fault = NET_FINE;
    return n;
}
