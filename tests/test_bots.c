/* What every bot promises, on every game of the registry: legal moves, nothing but the view,
 * the same moves from the same seed, an end when it is asked for, and memory taken once. */
/* SPDX-License-Identifier: MIT */
#include "bots/match.h"
#include "core/record.h"
#include "tests/thinking.h"
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RECORD = 1 << 18, FEW = 12 };

/* The linker sends every malloc of ours here (tests/meson.build), so that they can be counted.
 */
static atomic_int allocations;
void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n) {
    atomic_fetch_add(&allocations, 1);
    return __real_malloc(n);
}
void *__wrap_calloc(size_t n, size_t size) {
    atomic_fetch_add(&allocations, 1);
    return __real_calloc(n, size);
}
void *__wrap_realloc(void *p, size_t n) {
    atomic_fetch_add(&allocations, 1);
    return __real_realloc(p, n);
}

/* --- every game, every player count --- */

typedef struct table {
    int game, seats;
} table;

ParameterizedTestParameters(bots, play_whole_games_without_an_illegal_move) {
    static table tables[100];
    size_t n = 0;
    for (int i = 0; pt_games[i]; i++)
        for (int seats = pt_games[i]->min_seats; seats <= pt_games[i]->max_seats; seats++)
            tables[n++] = (table){i, seats};
    return cr_make_param_array(table, tables, n);
}

/* All kinds sit at one table in turn; each game's record is judged again. */
ParameterizedTest(table *t, bots, play_whole_games_without_an_illegal_move) {
    const pt_game *g = pt_games[t->game];
    char *record = malloc(RECORD);
    for (int first = 0; pt_bots[first]; first++) {
        pt_match m = {.game = g, .config = pt_config_normal(g, t->seats)};
        m.seed = (uint64_t)first + 1;
        for (int seat = 0; seat < t->seats; seat++) {
            int kind = (first + seat) % (PT_LEVELS + 3);
            m.bot[seat] = pt_bot_new(pt_bots[kind], g);
            m.bot[seat]->budget = (pt_budget){.iterations = FEW};
            m.own[seat] = (uint64_t)seat;
        }
        PT_TEXT(head, 2000);
        PT_TEXT(why, 300);
        pt_text moves = pt_text_on(record, RECORD / 2);
        pt_match_result r = pt_match_play(&m, &head, &moves);
        cr_assert_eq(r.faulty, -1, "%s: %s made an illegal move", g->name,
                     r.faulty >= 0 ? m.bot[r.faulty]->kind->name : "");
        pt_text whole = pt_text_on(record + RECORD / 2, RECORD / 2);
        pt_puts(&whole, head.at);
        pt_puts(&whole, moves.at);
        static pt_replay replay;
        cr_assert_eq(pt_replay_all(&replay, whole.at, &why), PT_OK, "%s", why.at);
        for (int seat = 0; seat < t->seats; seat++) pt_bot_free(m.bot[seat]);
    }
    free(record);
}

/* The normal game, or the one with all its variants: some hide more, some less. */
static pt_config some_variant(const pt_game *g, bool all) {
    pt_config config = pt_config_normal(g, g->min_seats);
    for (int i = 0; all && i < g->option_count; i++)
        if (g->options[i].max == g->options[i].min + 1) config.option[i] = g->options[i].max;
    return config;
}

static pt_move fresh_pick(const pt_bot_kind *kind, const pt_game *g, const void *s, int seat) {
    pt_bot *bot = pt_bot_new(kind, g);
    pt_rng rng = {7};
    bot->budget = (pt_budget){.iterations = 60};
    pt_move m = pt_bot_pick(bot, s, seat, &rng);
    pt_bot_free(bot);
    return m;
}

/* Garbage in every byte that the seat's view does not depend on. Returns how many changed. */
static int poison(const pt_game *g, unsigned char *s, int seat, pt_rng *rng) {
    unsigned char view[PT_STATE_MAX], seen[PT_STATE_MAX];
    int changed = 0;
    pt_observe(g, s, seat, view);
    for (int i = (int)sizeof(pt_head); i < g->state_size; i++) {
        unsigned char old = s[i];
        s[i] = (unsigned char)pt_random(rng);
        pt_observe(g, s, seat, seen);
        if (memcmp(view, seen, g->state_size) != 0)
            s[i] = old;
        else
            changed += s[i] != old;
    }
    return changed;
}

Test(bots, do_not_move_otherwise_when_what_they_may_not_know_is_poisoned) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX], p[PT_STATE_MAX], other[PT_STATE_MAX],
        view[PT_STATE_MAX];
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        int poisoned = 0;
        for (uint64_t seed = 1; seed <= 12; seed++) {
            pt_rng rng = {seed};
            pt_config config = some_variant(g, seed % 2 == 1);
            if (!some_state_of(g, &config, seed, s)) continue;
            int seat = pt_mover(s);
            memcpy(p, s, g->state_size);
            poisoned += poison(g, p, seat, &rng);
            pt_observe(g, s, seat, view);
            pt_imagine(g, view, seat, &rng, other);
            for (int k = 0; pt_bots[k]; k++) {
                pt_move honest = fresh_pick(pt_bots[k], g, view, seat);
                cr_expect_eq(fresh_pick(pt_bots[k], g, s, seat), honest);
                cr_expect_eq(fresh_pick(pt_bots[k], g, other, seat), honest);
                cr_expect_eq(fresh_pick(pt_bots[k], g, p, seat), honest, "%s, %s, seed %d",
                             g->name, pt_bots[k]->name, (int)seed);
            }
        }
        cr_expect(!g->observe || poisoned > 0, "%s: nothing was poisoned", g->name);
    }
}

/* --- the same again --- */

static void play_and_write(const pt_game *g, int iterations, char *record, size_t size) {
    pt_match m = {.game = g, .config = pt_config_normal(g, g->max_seats), .seed = 5};
    for (int seat = 0; seat < g->max_seats; seat++) {
        m.bot[seat] = pt_bot_new(&pt_levels[PT_LEVELS - 1], g);
        m.bot[seat]->budget = (pt_budget){.iterations = (uint32_t)iterations};
    }
    pt_text moves = pt_text_on(record, size);
    pt_match_play(&m, NULL, &moves);
    for (int seat = 0; seat < g->max_seats; seat++) pt_bot_free(m.bot[seat]);
}

Test(bots, say_how_they_play_in_every_language) {
    for (int i = 0; pt_bots[i]; i++) {
        char said[PT_LANGUAGES][120];
        for (int language = 0; language < PT_LANGUAGES; language++) {
            pt_text text = pt_text_on(said[language], sizeof said[language]);
            text.language = (uint8_t)language;
            pt_bot_words(pt_bots[i], &text);
            cr_expect(text.used > 10 && !text.cut, "%s", pt_bots[i]->name);
            cr_expect(!language || strcmp(said[0], said[language]) != 0, "%s", said[language]);
        }
    }
    PT_TEXT(master, 100);
    pt_bot_words(&pt_levels[PT_LEVELS - 1], &master);
    cr_expect_str_eq(master.at, "Oracle: all it knows, about three seconds a move");
}

Test(bots, limited_by_iterations_play_the_same_game_from_the_same_seed) {
    static char one[RECORD], two[RECORD];
    for (int i = 0; pt_games[i]; i++) {
        play_and_write(pt_games[i], 60, one, sizeof one);
        play_and_write(pt_games[i], 60, two, sizeof two);
        cr_expect_str_eq(one, two, "%s", pt_games[i]->name);
    }
}

/* --- the search --- */

Test(search, takes_no_memory_while_it_thinks_and_stays_in_what_it_has) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        uint64_t seed = 1;
        while (!some_state(g, g->max_seats, seed, s)) seed++;
        pt_search_options o = pt_search_normal();
        o.patient = true;
        unsigned char *memory;
        pt_search *search = opened(g, 0, o, &memory);
        pt_rng rng = {1};
        pt_budget b = {.iterations = 20000};
        int seat = pt_mover(s), before = atomic_load(&allocations);
        unsigned char view[PT_STATE_MAX];
        pt_observe(g, s, seat, view);
        pt_move m = pt_search_run(search, view, seat, &rng, &b);
        cr_expect_eq(atomic_load(&allocations), before, "%s: memory was taken", g->name);
        cr_expect_eq(g->check(s, seat, m, NULL), PT_OK);
        pt_search_stats stats = pt_search_stats_of(search);
        cr_expect_eq(stats.iterations, 20000, "%s: %d", g->name, (int)stats.iterations);
        size_t size = pt_search_least(g, 1);
        for (int k = 0; k < 64; k++) cr_expect_eq(memory[size + (size_t)k], 0xA5);
        pt_search_close(search);
        free(memory);
    }
}

Test(search, recycles_its_nodes_when_they_are_used_up) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const pt_game *g = pt_games[0];
    uint64_t seed = 1;
    while (!some_state(g, g->min_seats, seed, s)) seed++;
    pt_search_options o = pt_search_normal();
    o.patient = true;
    unsigned char *memory;
    pt_search *search = opened(g, 0, o, &memory);
    pt_rng rng = {1};
    unsigned char view[PT_STATE_MAX];
    pt_observe(g, s, pt_mover(s), view);
    for (int i = 0; i < 10 && pt_search_stats_of(search).recycled < 3; i++)
        pt_search_run(search, view, pt_mover(s), &rng, &(pt_budget){.iterations = 20000});
    cr_expect_geq(pt_search_stats_of(search).recycled, 3);
    pt_search_close(search);
    free(memory);
}

Test(search, keeps_the_part_of_its_tree_that_the_game_went_into) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const pt_game *g = pt_game_named("mykerinos");
    cr_assert(some_state(g, 2, 4, s));
    unsigned char *memory;
    pt_search *search = opened(g, 16 << 20, pt_search_normal(), &memory);
    pt_rng rng = {1};
    pt_budget b = {.iterations = 3000};
    uint64_t kept = 0;
    for (int i = 0; i < 8 && pt_head_of(s)->node == PT_DECIDE; i++) {
        int seat = pt_mover(s);
        g->apply(s, seat, pt_search_run(search, s, seat, &rng, &b));
        kept += pt_search_stats_of(search).kept;
    }
    cr_expect_gt(kept, 1000);
    pt_search_close(search);
    free(memory);
}

Test(search, makes_a_forced_move_at_once) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const pt_game *g = pt_game_named("mykerinos");
    pt_move *list = calloc(g->max_moves, sizeof *list);
    unsigned char *memory;
    pt_search *search = opened(g, 0, pt_search_normal(), &memory);
    int forced = 0;
    for (uint64_t seed = 1; seed < 400 && !forced; seed++) {
        if (!some_state(g, 2, seed, s) || g->legal(s, pt_mover(s), list) != 1) continue;
        pt_rng rng = {1};
        forced = 1;
        cr_expect_eq(pt_search_run(search, s, pt_mover(s), &rng, &(pt_budget){.millis = 5000}),
                     list[0]);
        cr_expect_eq(pt_search_stats_of(search).iterations, 0);
    }
    cr_expect(forced, "no state with one move was found");
    pt_search_close(search);
    free(memory);
    free(list);
}

Test(search, does_not_think_on_about_a_forced_move) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const pt_game *g = pt_game_named("mykerinos");
    pt_move *list = calloc(g->max_moves, sizeof *list);
    pt_budget few = {.iterations = 50};
    pt_rng rng = {1};
    unsigned char *memory;
    pt_search *search = opened(g, 0, pt_search_normal(), &memory);
    bool thought = false, forced = false; /* a tree first, which is not that of the next */
    for (uint64_t seed = 1; seed < 400 && !forced; seed++) {
        if (!some_state(g, 2, seed, s)) continue;
        int n = g->legal(s, pt_mover(s), list);
        if (n == 1 ? !thought : thought) continue;
        pt_search_run(search, s, pt_mover(s), &rng, &few);
        thought = true;
        forced = n == 1;
    }
    cr_assert(forced, "no state with one move was found");
    pt_search_more(search, 0, &rng, &few);
    cr_expect_eq(pt_search_stats_of(search).iterations, 0);
    pt_search_close(search);
    free(memory);
    free(list);
}

Test(search, of_two_threads_counts_its_iterations_and_takes_no_memory) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX], view[PT_STATE_MAX];
    pt_search_options o = pt_search_normal();
    o.threads = 2;
    o.patient = true;
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        uint64_t seed = 1;
        while (!some_state(g, g->max_seats, seed, s)) seed++;
        unsigned char *memory;
        pt_search *search = opened(g, 0, o, &memory);
        pt_rng rng = {1};
        int seat = pt_mover(s);
        pt_observe(g, s, seat, view);
        int before = atomic_load(&allocations);
        pt_move m = pt_search_run(search, view, seat, &rng, &(pt_budget){.iterations = 20000});
        cr_expect_eq(atomic_load(&allocations), before, "%s: memory was taken", g->name);
        cr_expect_eq(g->check(s, seat, m, NULL), PT_OK);
        cr_expect_eq(pt_search_stats_of(search).iterations, 20000);
        pt_search_close(search);
        free(memory);
    }
}

/* --- stopping --- */

typedef struct stopper {
    clockid_t clock; /* the CPU time of the one who thinks: other programs do not count */
    atomic_bool stop;
    int64_t at;
} stopper;

static int64_t nanos(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void *stop_soon(void *arg) {
    stopper *p = arg;
    nanosleep(&(struct timespec){0, 150000000}, NULL);
    p->at = nanos(p->clock);
    atomic_store(&p->stop, true);
    return NULL;
}

/* Nanoseconds of thinking after it was asked to stop. */
static int64_t overrun(const pt_bot_kind *kind, const pt_game *g, const void *s) {
    static stopper p;
    pthread_t thread;
    pthread_getcpuclockid(pthread_self(), &p.clock);
    atomic_store(&p.stop, false);
    pt_bot *bot = pt_bot_new(kind, g);
    pt_rng rng = {1};
    bot->budget = (pt_budget){.stop = &p.stop};
    pthread_create(&thread, NULL, stop_soon, &p);
    pt_bot_pick(bot, s, pt_mover(s), &rng);
    int64_t took = nanos(p.clock) - p.at;
    pthread_join(thread, NULL);
    pt_bot_free(bot);
    return took;
}

/* A busy machine can hold up the thread that asks, or stand still itself: one good try of a
 * few will do. */
enum { TRIES = 12, DOUBLINGS = 4 };

Test(bots, stop_within_ten_milliseconds_of_being_asked) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const pt_bot_kind *kinds[] = {&pt_bot_uct, &pt_levels[PT_LEVELS - 1]};
    for (int i = 0; pt_games[i]; i++)
        for (int k = 0; k < 2; k++) {
            const pt_game *g = pt_games[i];
            uint64_t seed = 1;
            pt_move list[1 << 14];
            while (!some_state(g, g->max_seats, seed, s) || g->legal(s, pt_mover(s), list) < 2)
                seed++;
            int64_t took = overrun(kinds[k], g, s);
            for (int n = 1; n < TRIES && took > 10000000; n++) took = overrun(kinds[k], g, s);
            cr_expect_leq(took, 10000000, "%s, %s: %d us", g->name, kinds[k]->name,
                          (int)(took / 1000));
        }
}

/* Goes on by a few iterations, `most` times or until the tree was full once; returns how often.
 */
static int fill(pt_search *s, const void *view, int seat, int most) {
    pt_rng rng = {1};
    pt_budget few = {.iterations = 5}; /* a millisecond is enough for them everywhere */
    int n = 0;
    pt_search_run(s, view, seat, &rng, &few);
    for (; n < most && pt_search_stats_of(s).recycled == 0; n++)
        pt_search_more(s, 0, &rng, &few);
    return n;
}

/* One search finds out when its tree is full, and how long the move takes; another goes just as
 * far, and then has a millisecond. Microseconds of both. */
static void move_house(size_t bytes, uint64_t *move, uint64_t *stopped) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX], view[PT_STATE_MAX];
    const pt_game *g = pt_game_named("mytikas");
    uint64_t seed = 1;
    pt_search_options o = pt_search_normal();
    o.patient = true;
    unsigned char *memory[2];
    pt_search *first = opened(g, bytes, o, &memory[0]);
    pt_search *second = opened(g, bytes, o, &memory[1]);
    while (!some_state(g, 4, seed, s)) seed++;
    int seat = pt_mover(s);
    pt_observe(g, s, seat, view);
    int n = fill(first, view, seat, 800000);
    *move = pt_search_stats_of(first).alone;
    fill(second, view, seat, n - 1);
    cr_assert_eq(pt_search_stats_of(second).recycled, 0);
    pt_rng rng = {1};
    uint64_t began = pt_micros(true);
    pt_search_more(second, 0, &rng, &(pt_budget){.millis = 1, .cpu = true});
    *stopped = pt_micros(true) - began;
    cr_expect_gt(pt_search_stats_of(second).alone, 0, "the tree was not full");
    for (int i = 0; i < 2; i++) {
        pt_search_close(i ? second : first);
        free(memory[i]);
    }
}

/* A large tree takes longer to move than ten milliseconds: then it is left where it was. What
 * is large depends on the machine. */
Test(search, stops_in_time_even_while_its_tree_moves_house) {
    uint64_t move = 0, stopped = UINT64_MAX;
    size_t bytes = 64 << 20;
    for (int i = 0; i < TRIES && (move <= 12000 || stopped > 11000); i++) {
        if (i && move <= 12000 && bytes < (size_t)64 << (20 + DOUBLINGS)) bytes *= 2;
        move_house(bytes, &move, &stopped);
    }
    cr_expect_gt(move, 12000, "%d us: the move was too quick to be stopped", (int)move);
    cr_expect_leq(stopped, 11000, "%d us", (int)stopped);
}

Test(bots, keep_nobody_waiting_for_more_than_three_seconds) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    for (int i = 0; i < PT_LEVELS; i++)
        cr_expect(pt_levels[i].normal.millis > 0 && pt_levels[i].normal.millis <= 3000);
    const pt_game *g = pt_game_named("cyclades");
    pt_bot *bot = pt_bot_new(&pt_levels[PT_LEVELS - 1], g);
    uint64_t seed = 1;
    while (!some_state(g, g->max_seats, seed, s)) seed++;
    pt_rng rng = {1};
    bot->budget.cpu = true; /* other programs do not count */
    uint64_t took = UINT64_MAX;
    for (int i = 0; i < TRIES && took > 3000000; i++) {
        uint64_t began = pt_micros(true);
        pt_bot_pick(bot, s, pt_mover(s), &rng);
        took = pt_micros(true) - began;
    }
    cr_expect_leq(took, 3000000);
    pt_bot_free(bot);
}

/* --- the arena's figures --- */

Test(arena, finds_no_difference_between_a_bot_and_itself) {
    const pt_game *g = pt_game_named("mykerinos");
    pt_bot *bot[2] = {pt_bot_new(&pt_levels[0], g), pt_bot_new(&pt_levels[0], g)};
    pt_tally t = {0};
    for (uint64_t seed = 1; seed <= 40; seed++) {
        double share = 0;
        for (int rotation = 0; rotation < 2; rotation++) {
            pt_match m = {.game = g, .config = pt_config_normal(g, 2), .seed = seed};
            for (int seat = 0; seat < 2; seat++) {
                m.bot[seat] = bot[seat ^ rotation];
                m.own[seat] = (uint64_t)(seat ^ rotation);
            }
            share += pt_match_play(&m, NULL, NULL).share[rotation];
        }
        pt_tally_add(&t, share / 2, 2);
    }
    double off = pt_tally_mean(&t) - 0.5, error = pt_tally_error(&t);
    cr_expect(off < 3.5 * error && off > -3.5 * error, "%f +- %f", off, error);
    cr_expect_gt(error, 0);
    cr_expect_lt(pt_llr(&t, 0, 100, 2), PT_LLR_BOUND);
    pt_bot_free(bot[0]);
    pt_bot_free(bot[1]);
}

Test(arena, elo_and_share_are_one_another_undone) {
    for (int seats = 2; seats <= 5; seats++)
        for (double elo = -300; elo <= 300; elo += 50) {
            double back = pt_elo_at(pt_share_at(elo, seats), seats);
            cr_expect(back - elo < 1e-6 && elo - back < 1e-6);
        }
    cr_expect_eq(pt_share_at(0, 4), 0.25);
}
