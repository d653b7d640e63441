/* Myst: what a bot may know about playing well. All of it works on full states, as imagine()
 * makes them; numbers are per cent, or hundredths of a point where a comment says so. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/myst.h"
#include <stdlib.h>

enum { FAR = 99 };

/* The weights of `evaluate`, in per cent unless a comment says otherwise; docs/bots.md says
 * where they come from. `petteia tune myst` looks for better ones. */
/* clang-format off */
#define WEIGHTS(X)                                                                             \
    X(LEAD_1, 64) X(LEAD_2, 75) X(LEAD_3, 83) X(LEAD_4, 89) X(LEAD_5, 93) X(LEAD_6, 95) /* to cover a cell, needing so many pieces less */ \
    X(LINK,       12)  /* the same when cut off, with a Book */                                \
    X(CHOSEN,     95)  /* the same for the chosen Key */                                       \
    X(OWN,        80)  /* of its Values a team gets, where it places the Key itself */         \
    X(OWN_BONUS, 114)  /* and so much for the Bonus, in hundredths of a point */               \
    X(TAKEN,      35)  /* of its Values, where the other team does */                          \
    X(SECOND,     60)  /* hundredths of a point: won by walking second, lost by walking first */ \
    X(PIECE,       5)  /* the same: won by one team and lost by the other for each piece more */ \
    X(SPAN,       33)  /* of the open cells so many may change who that is */                  \
    X(STOP,        4)  /* half steps that a stop costs, for choosing the next */               \
    X(TOUR,       96)  /* a stop on the way is reached */                                      \
    X(WAY,        40)  /* less, if the way takes all steps that are left */                    \
    X(LATE,       80)  /* less, for the steps that are missing */                              \
    X(RETURN,     50)  /* the placer comes back to a Key, if it just can */                    \
    X(RETURN_STEP, 6)  /* and more for each half step to spare */                              \
    X(RETURN_MOST, 60)                                                                         \
    X(REMOVE,     70)  /* a laid piece that the placer can reach is removed */
/* clang-format on */
#define WEIGHT_ID(name, value) W_##name,
#define WEIGHT_VALUE(name, value) value,
#define WEIGHT_NAME(name, value) #name,
enum { WEIGHTS(WEIGHT_ID) W_COUNT };
static const int32_t weights[] = {WEIGHTS(WEIGHT_VALUE)};
static const char *const weight_names[] = {WEIGHTS(WEIGHT_NAME) NULL};

static int clamp(int n, int least, int most) { return n < least ? least : n > most ? most : n; }

static int steps(int a, int b) {
    return abs(a % MS_COLUMNS - b % MS_COLUMNS) + abs(a / MS_COLUMNS - b / MS_COLUMNS);
}

/* The Values a team would get for a Landmark. */
static int worth(const ms_state *s, int team, int landmark) {
    static const uint8_t sum[16] = {0, 2, 3, 5, 4, 6, 7, 9, 5, 7, 8, 10, 9, 11, 12, 14};
    return sum[s->hand[team] >> 4 * landmark & 15];
}

/* What a change of hands is worth to a team: its own points and those the other loses. */
static int gain(const ms_state *s, int team, int landmark) {
    int own = worth(s, team, landmark), other = worth(s, ms_rival(team), landmark);
    bool placed = ms_on(s->owner[team], ms_landmarks[landmark].key);
    if (own && placed) own += MS_BONUS;
    if (other && !placed) other += MS_BONUS;
    return own + other;
}

/* --- the race --- */

/* How many pieces a team needs to cover each cell: rings around what it has. */
static void count_pieces(const ms_state *s, int team, uint8_t need[MS_CELLS]) {
    ms_board open = ms_open(s), ring = ms_frontier(s, team);
    for (int cell = 0; cell < MS_CELLS; cell++) need[cell] = FAR;
    for (uint8_t n = 1; ms_any(ring); n++) {
        assert(n < FAR);
        for (uint64_t set = ring.north; set; set &= set - 1) need[pt_lowest(set)] = n;
        for (uint64_t set = ring.south; set; set &= set - 1) need[MS_HALF + pt_lowest(set)] = n;
        open = ms_minus(open, ring);
        ring = ms_and(ms_around(ring), open);
    }
}

int ms_within_reach(const ms_state *s, int team, int32_t *keys, int32_t *switches) {
    uint8_t need[MS_TEAMS][MS_CELLS];
    int cells = 0;
    for (int i = 0; i < MS_TEAMS; i++) count_pieces(s, i, need[i]);
    *keys = *switches = 0;
    for (int cell = 0; cell < MS_CELLS; cell++) {
        int key = ms_key_at[cell] - 1;
        if (!ms_on(s->owner[team], cell) && need[team][cell] >= need[ms_rival(team)][cell])
            continue;
        cells++;
        *keys += key >= 0 && worth(s, team, key) > 0;
        *switches += ms_is_switch(cell);
    }
    return cells;
}

/* How likely Yellow is to cover a cell: whoever needs fewer pieces, by the teams' speed. */
static int yellows_chance(const ms_state *s, const int32_t *w, int cell,
                          uint8_t need[MS_TEAMS][MS_CELLS]) {
    int yellow = need[0][cell], blue = need[1][cell];
    if (ms_on(s->owner[0], cell)) return 100;
    if (ms_on(s->owner[1], cell)) return 0;
    if (yellow == FAR) return ms_has_book(s, 0) ? w[W_LINK] : 0;
    if (blue == FAR) return ms_has_book(s, 1) ? 100 - w[W_LINK] : 100;
    int both = s->weight[0] + s->weight[1];
    if (s->pmode == MS_TEMPO) {
        yellow = yellow * both / (2 * s->weight[0]);
        blue = blue * both / (2 * s->weight[1]);
    }
    int diff = blue - yellow;
    if (diff == 0) return 50;
    int ahead = w[W_LEAD_1 + clamp(abs(diff), 1, 6) - 1];
    return diff > 0 ? ahead : 100 - ahead;
}

/* Expected points, in hundredths, if `yellow` is the chance that Yellow places the Key. Before
 * anybody has walked: a team mostly keeps what it has placed, and takes some of the rest. */
static void add_key(const ms_state *s, const int32_t *w, int landmark, int yellow,
                    int32_t expect[PT_SEATS]) {
    for (int team = 0; team < MS_TEAMS; team++) {
        int value = worth(s, team, landmark), places = team ? 100 - yellow : yellow;
        if (!value) continue;
        expect[team] += places * (w[W_OWN] * value + w[W_OWN_BONUS]) / 100;
        expect[team] += (100 - places) * w[W_TAKEN] * value / 100;
    }
}

/* R4.4: the team with more pieces walks second and has the last word. Open cells are likely to
 * be covered by whoever is nearer; that one team may be faster is left out. While cells are
 * open, room has a value of its own: no rule says so, but games show it. */
static void add_pieces(const ms_state *s, const int32_t *w, uint8_t need[MS_TEAMS][MS_CELLS],
                       int32_t expect[PT_SEATS]) {
    int open = ms_size(ms_open(s)), span = 1 + open * w[W_SPAN] / 100;
    int more = ms_size(s->owner[0]) - ms_size(s->owner[1]);
    for (int cell = 0; cell < MS_CELLS; cell++)
        more += (need[0][cell] < need[1][cell]) - (need[0][cell] > need[1][cell]);
    int gained = clamp(more * w[W_SECOND] / span, -w[W_SECOND], w[W_SECOND]);
    gained += more * w[W_PIECE];
    if (!open) gained = ms_first_in_order(s) == MS_YELLOW ? -w[W_SECOND] : w[W_SECOND];
    expect[0] += gained;
    expect[1] -= gained;
}

static void evaluate_race(const ms_state *s, const int32_t *w, int32_t expect[PT_SEATS]) {
    assert(s->head.phase <= MSP_TURNS);
    uint8_t need[MS_TEAMS][MS_CELLS];
    bool begun = s->head.phase >= MSP_PUZZLE;
    for (int team = 0; team < MS_TEAMS && begun; team++) count_pieces(s, team, need[team]);
    for (int i = 0; i < MS_SWITCHES; i++) {
        int yellow = begun ? yellows_chance(s, w, ms_switches[i], need) : 50;
        expect[0] += yellow;
        expect[1] += 100 - yellow;
    }
    for (int x = 0; x < MS_LANDMARKS; x++) {
        int yellow = begun ? yellows_chance(s, w, ms_landmarks[x].key, need) : 50;
        if (s->choice[0] == x) yellow = w[W_CHOSEN];
        if (s->choice[1] == x && s->choice[0] != x) yellow = 100 - w[W_CHOSEN];
        add_key(s, w, x, yellow, expect);
    }
    if (begun) add_pieces(s, w, need, expect);
}

/* --- the Exploration --- */

static int turns_left(const ms_state *s, int team) {
    int left = s->turns - s->head.round;
    bool done = team == s->mover ? s->moved : team == s->order && s->mover != s->order;
    return left + !done;
}

/* Whether a team could act on a Landmark: lay its Key piece, or remove the other's. */
static bool open_to(const ms_state *s, int team, int landmark) {
    bool own = ms_on(s->owner[team], ms_landmarks[landmark].key);
    return own ? s->over[landmark] == MS_LAID : s->over[landmark] == MS_NEVER;
}

/* How likely a team still gets to act on each Landmark. It makes a tour: always to the one that
 * pays best for the way, as long as its spins last, 3.5 steps a turn; each stop takes a turn. A
 * Book saves one of the ways. Steps are counted in halves. */
static void plan_tour(const ms_state *s, const int32_t *w, int team, int visits[MS_LANDMARKS]) {
    assert(s->pos[team] < MS_CELLS);
    int at = s->pos[team], book = ms_has_book(s, team);
    int steps_left = 7 * turns_left(s, team) + (team == s->mover && s->moved && book ? 3 : 0);
    for (int x = 0; x < MS_LANDMARKS; x++) visits[x] = 0;
    for (;;) {
        int best = -1, pay = 0, way = 0;
        for (int x = 0; x < MS_LANDMARKS; x++) {
            int far = 2 * steps(at, ms_landmarks[x].key);
            if (visits[x] || !open_to(s, team, x)) continue;
            int p = 64 * gain(s, team, x) / (far + w[W_STOP] + 1);
            if (p > pay) best = x, pay = p, way = far;
        }
        if (best < 0 || steps_left <= 0) return;
        if (book && way > 8) way = 6, book = 0;
        int late = way > steps_left ? w[W_LATE] * (way - steps_left) / steps_left : 0;
        visits[best] = clamp(w[W_TOUR] - w[W_WAY] * way / steps_left - late, 1, 95);
        steps_left -= way < 5 ? 5 : way;
        at = ms_landmarks[best].key;
    }
}

static void evaluate_walk(const ms_state *s, const int32_t *w, int32_t expect[PT_SEATS]) {
    int visits[MS_TEAMS][MS_LANDMARKS];
    for (int team = 0; team < MS_TEAMS; team++) {
        plan_tour(s, w, team, visits[team]);
        expect[team] = 100 * ms_count_switches(s, team);
    }
    for (int x = 0; x < MS_LANDMARKS; x++) {
        int placer = ms_on(s->owner[0], ms_landmarks[x].key) ? 0 : 1, keep = 100;
        int far = steps(s->pos[placer], ms_landmarks[x].key), turns = turns_left(s, placer);
        int back = w[W_RETURN] + w[W_RETURN_STEP] * (7 * turns - 2 * far - 7);
        back = turns ? clamp(back, 0, w[W_RETURN_MOST]) : 0;
        if (s->over[x] == MS_NEVER)
            keep = 100 - visits[ms_rival(placer)][x] * (100 - back) / 100;
        if (s->over[x] == MS_LAID) keep = visits[placer][x] * w[W_REMOVE] / 100;
        int own = worth(s, placer, x), other = worth(s, ms_rival(placer), x);
        if (own) expect[placer] += keep * (own + MS_BONUS);
        expect[ms_rival(placer)] += (100 - keep) * other;
    }
}

static void evaluate_by(const void *state, const int32_t *w, int32_t expect[PT_SEATS]) {
    const ms_state *s = state;
    for (int seat = 0; seat < PT_SEATS; seat++) expect[seat] = 0;
    if (s->head.phase == MSP_OVER) {
        ms_score(s, expect);
        for (int team = 0; team < MS_TEAMS; team++) expect[team] *= 100;
    } else if (s->head.phase <= MSP_TURNS) {
        evaluate_race(s, w, expect);
    } else {
        evaluate_walk(s, w, expect);
    }
}

static void evaluate(const void *state, int32_t expect[PT_SEATS]) {
    evaluate_by(state, weights, expect);
}

/* --- how promising a move looks --- */

/* Cells on the way to Keys the team wants, Keys and switches themselves, and cells that the
 * other team could take next. */
static int prior_piece(const ms_state *s, int team, int cell) {
    int p = 40, key = ms_key_at[cell] - 1;
    if (key >= 0) p += 60 * gain(s, team, key);
    if (ms_is_switch(cell)) p += 160;
    if (ms_on(ms_around(s->owner[ms_rival(team)]), cell)) p += 60;
    for (int x = 0; x < MS_LANDMARKS; x++) {
        int at = ms_landmarks[x].key;
        if (ms_on(s->owner[0], at) || ms_on(s->owner[1], at)) continue;
        p += 30 * gain(s, team, x) / (1 + steps(cell, at));
    }
    return p;
}

/* A Landmark where a team has something to do, and what it would gain. */
typedef struct pull {
    int8_t column, row;
    uint16_t gain;
} pull;

/* What draws a team to places in the walk. */
typedef struct pulls {
    int count;
    pull to[MS_LANDMARKS];
    uint8_t guard[MS_LANDMARKS]; /* what a team keeps that stands on its own Key */
} pulls;

static void count_pulls(const ms_state *s, int team, pulls *p) {
    p->count = 0;
    for (int x = 0; x < MS_LANDMARKS; x++) {
        int key = ms_landmarks[x].key, worth_it = gain(s, team, x);
        bool guarded = s->over[x] == MS_NEVER && ms_on(s->owner[team], key);
        p->guard[x] = guarded ? (uint8_t)worth_it : 0;
        if (worth_it && open_to(s, team, x))
            p->to[p->count++] = (pull){(int8_t)(key % MS_COLUMNS), (int8_t)(key / MS_COLUMNS),
                                       (uint16_t)worth_it};
    }
}

/* How strong a pull is from this many steps away, in 1/65536: 60 / (2 + steps), rounded up so
 * that whole quotients stay whole. On the spot it has its full strength. It is a table because
 * playouts need it for every cell. */
#define FELT(steps) ((60u << 16) / (2 + (steps)) + 1)
static const uint32_t felt[] = {60u << 16, FELT(1),  FELT(2),  FELT(3),  FELT(4),
                                FELT(5),   FELT(6),  FELT(7),  FELT(8),  FELT(9),
                                FELT(10),  FELT(11), FELT(12), FELT(13), FELT(14),
                                FELT(15),  FELT(16), FELT(17), FELT(18)};
static_assert(sizeof felt / sizeof *felt == MS_COLUMNS + MS_ROWS - 1, "one for each distance");

/* Where there is something to do, and the way to it. */
static int prior_stop(const pulls *p, int cell) {
    int sum = 20, key = ms_key_at[cell], column = cell % MS_COLUMNS, row = cell / MS_COLUMNS;
    for (int i = 0; i < p->count; i++) {
        int far = abs(column - p->to[i].column) + abs(row - p->to[i].row);
        sum += (int)(p->to[i].gain * felt[far] >> 16);
    }
    return key ? sum + 12 * p->guard[key - 1] : sum;
}

static int prior_in_race(const ms_state *s, int seat, pt_move m) {
    int arg = (int)pt_arg(m, 0);
    switch (pt_verb_of(m)) {
    case MSV_CHOOSE:
    case MSV_RECHOOSE: return 30 + 70 * worth(s, seat, arg);
    case MSV_PLACE:
    case MSV_LINK: return prior_piece(s, seat, arg);
    case MSV_WAIT: return 300;
    default: return 1;
    }
}

static int prior_in_walk(const ms_state *s, int seat, const pulls *p, pt_move m) {
    bool last = s->head.round == s->turns;
    switch (pt_verb_of(m)) {
    case MSV_MOVE:
    case MSV_JUMP: return prior_stop(p, (int)pt_arg(m, 0));
    case MSV_STAY: return prior_stop(p, s->pos[seat]);
    case MSV_BOOK: return last ? 700 : 120;
    case MSV_LAY:
    case MSV_REMOVE: return 400 + 100 * gain(s, seat, ms_key_at[s->pos[seat]] - 1);
    case MSV_SKIP: return 100;
    case MSV_END: return 250;
    default: return 1;
    }
}

static int prior(const void *state, int seat, pt_move m) {
    const ms_state *s = state;
    if (s->head.phase <= MSP_PUZZLE) return clamp(prior_in_race(s, seat, m), 1, 1000);
    pulls p;
    count_pulls(s, seat, &p);
    return clamp(prior_in_walk(s, seat, &p, m), 1, 1000);
}

/* The walk takes at most ten turns a team, and evaluate() cannot tell well where it leads. */
static bool ending(const void *state) {
    const ms_state *s = state;
    return s->head.phase >= MSP_SPIN;
}

/* In the walk: the best of all moves; among equals, any. */
static int playout_stop(const ms_state *s, int seat, const pt_move *list, int n, pt_rng *rng) {
    int k = (int)pt_below(rng, (uint32_t)n), best = k, most = -1;
    pulls p; /* unset where there is no cell to choose: only moves to a cell look at it */
    if (s->head.phase == MSP_MOVE || s->head.phase == MSP_JUMP) count_pulls(s, seat, &p);
    for (int i = 0; i < n; i++) {
        int value = prior_in_walk(s, seat, &p, list[k]);
        if (value > most) best = k, most = value;
        if (++k == n) k = 0;
    }
    return best;
}

/* In the race the best of three moves taken at random. This is quick and sensible, and games
 * differ. In the walk the spinner makes them differ. */
static int playout(const void *state, int seat, const pt_move *list, int n, pt_rng *rng) {
    assert(n > 0);
    const ms_state *s = state;
    int best = 0, most = -1;
    if (s->head.phase > MSP_PUZZLE) return playout_stop(s, seat, list, n, rng);
    for (int i = 0; i < 3; i++) {
        int k = (int)pt_below(rng, (uint32_t)n), p = prior(state, seat, list[k]);
        if (p > most) best = k, most = p;
    }
    return best;
}

/* How keen the levels are, measured by tools/ladder. */
/* clang-format off */
static const uint8_t rungs[][PT_RUNGS] = {
    {  0,  24,  48,  73,  90, 105, 122, 180}, /* 2 players */
};
/* clang-format on */

const pt_hints ms_hints = {.evaluate = evaluate,
                           .prior = prior,
                           .playout = playout,
                           .lead = 660,
                           .ending = ending,
                           .by_hidden = true,
                           .evaluate_by = evaluate_by,
                           .weights = weights,
                           .weight_names = weight_names,
                           .rungs = rungs};

/* R4.14: base times 0.5 to 1.5; with miss in 1000 a second such time. */
uint32_t ms_pace_of(const void *state, int level, pt_rng *rng) {
    assert(level >= 0);
    const ms_state *s = state;
    const ms_pace *p = &ms_paces[level < MS_PACES ? level : MS_PACES - 1];
    uint32_t base = p->base_ms, miss = p->miss;
    if (s->hard) {
        base += base / 2;
        miss *= 2;
    }
    uint32_t wait = base * (500 + pt_below(rng, 1000)) / 1000;
    if (pt_below(rng, 1000) < miss) wait += base * (500 + pt_below(rng, 1000)) / 1000;
    return wait;
}

/* --- R4.17 --- */

static unsigned best_landmark(const ms_state *s, int team) {
    bool again = s->head.phase == MSP_RECHOOSE;
    unsigned best = MS_NONE;
    for (unsigned x = 0; x < MS_LANDMARKS; x++) {
        if (again && s->choice[s->youngest] == x) continue;
        if (best == MS_NONE || worth(s, team, (int)x) > worth(s, team, (int)best)) best = x;
    }
    assert(best < MS_LANDMARKS);
    return best;
}

pt_move ms_timeout_move(const void *state, int team) {
    const ms_state *view = state;
    ms_board pieces;
    switch (view->head.phase) {
    case MSP_CHOOSE: return pt_mv(MSV_CHOOSE, best_landmark(view, team), 0, 0);
    case MSP_RECHOOSE: return pt_mv(MSV_RECHOOSE, best_landmark(view, team), 0, 0);
    case MSP_PUZZLE:
        if (ms_cut_off(view, team)) return pt_mv(MSV_WAIT, 0, 0, 0);
        assert(ms_any(ms_frontier(view, team)));
        return pt_mv(MSV_PLACE, (unsigned)ms_lowest(ms_frontier(view, team)), 0, 0);
    case MSP_MOVE: return pt_mv(MSV_STAY, 0, 0, 0);
    case MSP_JUMP:
        pieces = ms_or(ms_bit(view->pos[0]), ms_bit(view->pos[1]));
        return pt_mv(MSV_JUMP, (unsigned)ms_lowest(ms_minus(ms_island(), pieces)), 0, 0);
    case MSP_KEY: return pt_mv(MSV_SKIP, 0, 0, 0);
    default: return pt_mv(MSV_END, 0, 0, 0);
    }
}
