/* Nets (bots/net/net.h): a file that does not fit is rejected; what a net says is what its
 * plain formula says, whatever vectors the compiler made of it; a search with a net is as
 * deterministic as one without. */
/* SPDX-License-Identifier: MIT */
#include "bots/bot.h"
#include "bots/net/net.h"
#include "bots/search/search.h"
#include "core/sha256.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- a net of random weights, written as train/export.py writes one --- */

enum { COLUMNS = 64, PARTS = 2, HEAD = 8 + PT_SHA256, PLAYERS = 2 };
enum {
    PLAYERS_AT = HEAD + 16,
    RULES_AT,
    SHIFT_AT,
    MOVES_AT,
    STATE_AT,
    HIDDEN_AT = STATE_AT + 2
};

typedef struct made {
    unsigned char bytes[NET_BYTES];
    size_t size;
    pt_plan plan;
} made;

static void put(made *m, const void *data, size_t size) {
    cr_assert(m->size + size <= sizeof m->bytes);
    memcpy(m->bytes + m->size, data, size);
    m->size += size;
}

static void put_numbers(made *m, pt_rng *rng, int n, int size, int32_t most) {
    for (int i = 0; i < n; i++) {
        int32_t x = (int32_t)pt_below(rng, (uint32_t)(2 * most + 1)) - most;
        put(m, &x, (size_t)size); /* the low bytes come first */
    }
}

static void sign(made *m) { pt_sha256_of(m->bytes + HEAD, m->size - HEAD, m->bytes + 8); }

/* The first 56 bytes behind the head as amounts, and eight bits of one of them. */
static pt_plan plan_made(void) {
    pt_plan p = {.columns = COLUMNS, .players = PLAYERS, .parts = PARTS};
    p.part[0] = (pt_part){.form = PT_IS_AMOUNT, .size = 1, .most = 5, .at = 8};
    p.part[0].count[0] = 1;
    p.part[0].count[1] = p.part[0].columns = 56;
    p.part[0].step[1] = 1;
    p.part[0].none = 0xFF;
    p.part[1] = (pt_part){.form = PT_IS_SET, .size = 1, .at = 12, .wide = 8, .columns = 8};
    p.part[1].count[0] = p.part[1].count[1] = 1;
    return p;
}

static made *net_made(const pt_game *g, uint64_t seed) {
    made *m = calloc(1, sizeof *m);
    pt_rng rng = {seed};
    char name[16] = {0};
    snprintf(name, sizeof name, "%s", g->name);
    uint8_t small[4] = {PLAYERS, g->rules, 2, 1};
    const size_t plan_bytes = offsetof(pt_plan, part) + PARTS * sizeof(pt_part);
    uint16_t numbers[] = {g->state_size, NET_HIDDEN, NET_MIND, NET_ROWS,
                          256,           128,        4,        (uint16_t)plan_bytes};
    m->plan = plan_made();
    put(m, "PTNET 1\n", 8);
    m->size = HEAD;
    put(m, name, sizeof name);
    put(m, small, sizeof small);
    put(m, numbers, sizeof numbers);
    put(m, "test", 4);
    put(m, &m->plan, plan_bytes);
    put_numbers(m, &rng, NET_HEADS * NET_HIDDEN, 2, 900);
    put_numbers(m, &rng, COLUMNS * NET_HEADS * NET_HIDDEN, 2, 700);
    put_numbers(m, &rng, NET_HEADS * NET_MIND, 4, 100000);
    put_numbers(m, &rng, NET_HEADS * NET_MIND * NET_HIDDEN, 2, 90);
    put_numbers(m, &rng, PLAYERS, 4, 70000);
    put_numbers(m, &rng, PLAYERS * NET_MIND, 2, 200);
    put_numbers(m, &rng, NET_ROWS * NET_MIND, 1, 127);
    sign(m);
    return m;
}

static pt_net *parsed(const made *m) {
    net_fault fault = NET_DAMAGED;
    pt_net *n = pt_net_parse(m->bytes, m->size, &fault);
    cr_assert(n && fault == NET_FINE, "fault %d", (int)fault);
    return n;
}

static net_fault fault_of(const made *m) {
    net_fault fault = NET_FINE;
    pt_net *n = pt_net_parse(m->bytes, m->size, &fault);
    cr_expect((n == NULL) == (fault != NET_FINE));
    free(n);
    return fault;
}

/* --- files --- */

Test(net, says_what_its_file_says) {
    const pt_game *g = pt_game_named("mytikas");
    made *m = net_made(g, 1);
    pt_net *n = parsed(m);
    cr_expect(n->game == g && n->players == PLAYERS && n->has_moves && n->shift == 2);
    cr_expect(n->base == 256 && n->prior_base == 128);
    cr_expect_str_eq(n->note, "test");
    cr_expect_eq(strlen(n->hash), 64);
    cr_expect_eq((uintptr_t)n->first % 64, 0);
    free(n);
    free(m);
}

Test(net, rejects_a_file_of_which_any_byte_is_wrong) {
    made *m = net_made(pt_game_named("mytikas"), 2);
    for (size_t at = 0; at < m->size; at += at < 400 ? 1 : 997) {
        m->bytes[at] ^= 0x10;
        cr_expect_eq(fault_of(m), at < 8 ? NET_NO_NET : NET_DAMAGED, "byte %zu", at);
        m->bytes[at] ^= 0x10;
    }
    for (; m->size > 8; m->size = m->size * 3 / 4) {
        m->size--;
        cr_expect_eq(fault_of(m), NET_DAMAGED, "%zu bytes", m->size);
    }
    m->size = 7;
    cr_expect_eq(fault_of(m), NET_NO_NET);
    free(m);
}

static net_fault fault_with(size_t at, unsigned char byte) {
    made *m = net_made(pt_game_named("mytikas"), 3);
    cr_assert_neq(m->bytes[at], byte);
    m->bytes[at] = byte;
    sign(m);
    net_fault fault = fault_of(m);
    free(m);
    return fault;
}

Test(net, rejects_one_for_another_game_or_another_version) {
    cr_expect_eq(fault_with(HEAD, 'x'), NET_NO_GAME);
    cr_expect_eq(fault_with(PLAYERS_AT, 1), NET_NO_GAME);
    cr_expect_eq(fault_with(PLAYERS_AT, 5), NET_NO_GAME);
    cr_expect_eq(fault_with(RULES_AT, 200), NET_NO_GAME);
    cr_expect_eq(fault_with(STATE_AT, 1), NET_NO_GAME);
    cr_expect_eq(fault_with(HIDDEN_AT, 65), NET_NO_NET);
    cr_expect_eq(fault_with(SHIFT_AT, 9), NET_NO_NET);
    cr_expect_eq(fault_with(MOVES_AT, 8), NET_NO_NET);
    cr_expect_eq(fault_with(MOVES_AT, 3), NET_DAMAGED);   /* its first layer is not narrow */
    cr_expect_eq(fault_with(PLAYERS_AT, 3), NET_DAMAGED); /* the plan is for two */
}

/* The same net with a narrow first layer: 8 bits for each weight, shifted by 0 to 9 bits from
 * column to column; every eighth column has none. */
static made *narrowed(const made *from, uint8_t most_by) {
    enum { SUMS = NET_HEADS * NET_HIDDEN };
    made *m = calloc(1, sizeof *m);
    size_t first = HEAD + 36 + 4 + offsetof(pt_plan, part) + PARTS * sizeof(pt_part) + SUMS * 2;
    pt_rng rng = {6};
    put(m, from->bytes, first);
    for (int i = 0; i < COLUMNS; i++) {
        uint8_t by = i % 8 == 7 ? 0xFF : (uint8_t)(i % (most_by + 1));
        put(m, &by, 1);
        if (by != 0xFF) put_numbers(m, &rng, SUMS, 1, 127);
    }
    size_t rest = first + COLUMNS * SUMS * 2;
    put(m, from->bytes + rest, from->size - rest);
    m->bytes[MOVES_AT] = 7;
    sign(m);
    return m;
}

Test(net, a_narrow_first_layer_is_shifted_column_by_column) {
    made *wide = net_made(pt_game_named("mytikas"), 5), *m = narrowed(wide, 8);
    cr_expect_lt(m->size, wide->size - COLUMNS * NET_HEADS * NET_HIDDEN);
    pt_net *n = parsed(m), *old = parsed(wide);
    pt_rng rng = {6};
    for (int i = 0; i < COLUMNS; i++)
        for (int k = 0; k < NET_HEADS * NET_HIDDEN; k++) {
            int small = i % 8 == 7 ? 0 : (int)pt_below(&rng, 255) - 127;
            cr_assert_eq((n->first[i][k / NET_HIDDEN][k % NET_HIDDEN]), small * (1 << i % 9),
                         "column %d", i);
        }
    cr_expect(n->bold && !old->bold);
    cr_expect_arr_eq(n->move, old->move, sizeof n->move);
    cr_expect_arr_eq(n->second, old->second, sizeof n->second);
    made *too_far = narrowed(wide, 9);
    cr_expect_eq(fault_of(too_far), NET_DAMAGED);
    free(n);
    free(old);
    free(wide);
    free(m);
    free(too_far);
}

/* A plan that passes never reads outside of a state, so every number of it counts. */
Test(net, rejects_a_plan_that_would_read_outside_of_a_state) {
    const pt_game *g = pt_game_named("mytikas");
    const struct {
        size_t at;
        uint16_t value;
    } wrong[] = {{offsetof(pt_part, at), (uint16_t)(g->state_size - 55)},
                 {offsetof(pt_part, count) + 2, 57},
                 {offsetof(pt_part, step) + 2, g->state_size},
                 {offsetof(pt_part, form), 0x0100},
                 {offsetof(pt_part, form), 0x0107},
                 {offsetof(pt_part, form), 0x0302},
                 {offsetof(pt_part, columns), 55}};
    size_t plan = HEAD + 36 + 4 + offsetof(pt_plan, part);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        made *m = net_made(g, 4);
        memcpy(m->bytes + plan + wrong[i].at, &wrong[i].value, 2);
        sign(m);
        cr_expect_eq(fault_of(m), NET_DAMAGED, "number %zu", i);
        free(m);
    }
}

Test(net, no_file_is_no_net) {
    cr_expect_eq(pt_nets_read("/nowhere/at/all.net"), NET_NO_FILE);
    cr_expect_eq(pt_nets_read("/dev/null"), NET_NO_NET);
}

Test(net, those_built_in_are_fine) {
    int count = 0;
    for (const net_bytes *b = pt_net_built_in; b->game; b++, count++) {
        net_fault fault;
        pt_net *n = pt_net_parse(b->bytes, b->size, &fault);
        cr_assert(n, "net %d: %d", count, (int)fault);
        cr_expect(strlen(n->note) > 20, "a note says how it was made");
        free(n);
    }
    cr_expect(count <= NETS_MOST);
}

/* --- what it says --- */

static int64_t cut(int64_t n) { return n < 0 ? 0 : n > NET_TOP ? NET_TOP : n; }

/* The formula of net.h, one number at a time. */
static void plain_mind(const pt_net *n, const void *s, int mover, net_head head,
                       int64_t mind[NET_MIND]) {
    uint64_t words[PT_ROW_WORDS];
    int64_t hidden[NET_HIDDEN];
    pt_write_bytes(&n->plan, s, mover, words);
    for (int i = 0; i < NET_HIDDEN; i++) {
        int64_t sum = n->first_bias[head][i];
        for (int c = 0; c < COLUMNS; c++)
            sum += (int64_t)((const uint8_t *)words)[c] * n->first[c][head][i];
        cr_assert(sum >= INT16_MIN && sum <= INT16_MAX);
        hidden[i] = cut(sum >> n->shift);
    }
    for (int k = 0; k < NET_MIND; k++) {
        int64_t sum = n->second_bias[head][k];
        for (int i = 0; i < NET_HIDDEN; i++) sum += hidden[i] * n->second[head][k][i];
        mind[k] = cut(sum >> 8);
    }
}

static void expect_points(const pt_net *n, const pt_net_near *near, const void *s, int mover) {
    int64_t mind[NET_MIND];
    int32_t said[PT_SEATS], hints[PT_SEATS] = {0};
    plain_mind(n, s, mover, NET_VALUE, mind);
    n->game->hints->evaluate(s, hints);
    pt_net_points(n, near, s, mover, said);
    for (int seat = 0; seat < PLAYERS; seat++) {
        int turned = (seat - mover + PLAYERS) % PLAYERS;
        int64_t sum = n->value_bias[turned];
        for (int k = 0; k < NET_MIND; k++) sum += mind[k] * n->value[turned][k];
        cr_assert_eq(said[seat],
                     (sum >> 6) + (int64_t)hints[seat] * 1024 / n->game->hints->lead);
    }
}

static uint32_t plain_row(uint32_t part, uint32_t which) {
    uint32_t x = part ^ which * 0x9E3779B1u;
    x = (x ^ x >> 16) * 0x7FEB352Du;
    x = (x ^ x >> 15) * 0x846CA68Bu;
    return (x ^ x >> 16) % NET_ROWS;
}

static void expect_moves(const pt_net *n, const pt_net_near *near, const void *s, int mover) {
    const uint32_t parts[] = {0xFFFFFFFF, 0xFFFF0000, 0xFF00FF00, 0xFF0000FF};
    pt_move list[64];
    int32_t said[64];
    int64_t mind[NET_MIND];
    int count = n->game->legal(s, mover, list);
    plain_mind(n, s, mover, NET_MOVES, mind);
    pt_net_moves(n, near, s, mover, list, count, said);
    for (int i = 0; i < count; i++) {
        int64_t sum = 0;
        for (uint32_t p = 0; p < 4; p++)
            for (int k = 0; k < NET_MIND; k++)
                sum += mind[k] * n->move[plain_row(list[i] & parts[p], p)][k];
        int prior = n->game->hints->prior(s, mover, list[i]);
        cr_assert_eq(said[i], (sum >> 4) + pt_net_log((uint32_t)prior) * 128 / 256);
    }
}

/* Compared with itself or with a state of some moves ago, a state gets the same numbers. */
Test(net, says_what_the_plain_formula_says) {
    static pt_net_near near;
    const pt_game *g = pt_game_named("mytikas");
    made *m = net_made(g, 5);
    pt_net *n = parsed(m);
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    pt_config config = pt_config_normal(g, PLAYERS);
    pt_move moves[64];
    pt_chance luck[256];
    pt_rng rng = {7};
    int asked = 0;
    for (int game = 0; game < 20; game++) {
        pt_start(g, s, &config);
        while (pt_head_of(s)->node != PT_OVER) {
            if (pt_head_of(s)->node == PT_DECIDE && ++asked) {
                if (asked % 5 == 1) pt_net_near_make(&near, n, s);
                expect_points(n, &near, s, pt_mover(s));
                expect_moves(n, &near, s, pt_mover(s));
            }
            pt_random_step(g, s, &rng, moves, luck);
        }
    }
    cr_expect(asked > 500);
    free(n);
    free(m);
}

Test(net, logarithms_have_no_steps) {
    cr_expect_eq(pt_net_log(1), 0);
    cr_expect_eq(pt_net_log(2), NET_DOUBLE);
    cr_expect_eq(pt_net_log(3), NET_DOUBLE * 3 / 2);
    cr_expect_eq(pt_net_log(512), 9 * NET_DOUBLE);
    for (uint32_t n = 1; n < 1000; n++) cr_expect(pt_net_log(n) < pt_net_log(n + 1));
}

/* --- in the search --- */

static pt_move picked(const pt_game *g, const char *text, const void *s, uint64_t seed) {
    pt_bot *bot = pt_bot_made(text, g, NULL);
    pt_rng rng = {seed};
    cr_assert(bot);
    pt_move m = pt_bot_pick(bot, s, pt_mover(s), &rng);
    pt_bot_free(bot);
    return m;
}

static void read_net(const char *path, const pt_game *g, uint64_t seed) {
    made *m = net_made(g, seed);
    FILE *f = fopen(path, "wb");
    cr_assert(f && fwrite(m->bytes, m->size, 1, f) == 1 && fclose(f) == 0);
    cr_assert_eq(pt_nets_read(path), NET_FINE);
    unlink(path);
    free(m);
}

Test(net, a_search_with_one_plays_legally_the_same_and_otherwise_than_without) {
    const pt_game *g = pt_game_named("mytikas");
    char path[] = "/tmp/petteia-net-XXXXXX";
    cr_assert(mkstemp(path) >= 0);
    read_net(path, g, 8);
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    pt_config config = pt_config_normal(g, PLAYERS);
    pt_move moves[64];
    pt_chance luck[256];
    pt_rng rng = {9};
    int other = 0, asked = 0;
    for (pt_start(g, s, &config); pt_head_of(s)->node != PT_OVER;) {
        if (pt_head_of(s)->node == PT_DECIDE && ++asked) {
            pt_move with = picked(g, "master:net=1,iterations=60", s, 3);
            cr_assert_eq(g->check(s, pt_mover(s), with, NULL), PT_OK);
            cr_assert_eq(picked(g, "master:net=1,iterations=60", s, 3), with);
            pt_move without = picked(g, "master:iterations=60", s, 3);
            cr_assert_eq(picked(g, "master:net=2,iterations=60", s, 3), without,
                         "there is one");
            other += with != without;
        }
        pt_random_step(g, s, &rng, moves, luck);
    }
    cr_expect(asked > 20 && other > 5, "%d of %d", other, asked);
}

/* In a game or with a number of players that has no net it is the master. */
Test(net, a_champion_without_a_net_is_the_master) {
    const pt_game *g = pt_game_named("cyclades");
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    pt_config config = pt_config_normal(g, 5);
    pt_move moves[4096];
    pt_chance luck[4096];
    pt_rng rng = {10};
    cr_assert(g->max_moves <= 4096 && g->max_chance <= 4096);
    pt_start(g, s, &config);
    while (pt_head_of(s)->node != PT_DECIDE) pt_random_step(g, s, &rng, moves, luck);
    cr_expect_eq(picked(g, "champion:iterations=80", s, 5),
                 picked(g, "master:iterations=80", s, 5));
}
