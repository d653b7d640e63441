/* A small game in which both seats owe a choice at the same time: what no game of ours does
 * under a clock, and the law of the table allows. */
/* SPDX-License-Identifier: MIT */
#include "tests/desk.h"

enum { WAIT = 1, STOP, HUSH, VERBS };

static const pt_verb verb_rows[VERBS] = {
    [WAIT] = {"wait", {NULL}, false}, /* the seat has chosen */
    [STOP] = {"stop", {NULL}, false}, /* the other seat need not choose any more */
    [HUSH] = {"hush", {NULL}, false}, /* like wait; while both choose, the other sees nothing */
};

static void both_setup(void *s, const pt_config *config) {
    *(pt_head *)s = (pt_head){.node = PT_DECIDE, .owes = 3, .seats = config->seats, .round = 1};
}
static pt_err both_check(const void *s, int seat, pt_move m, pt_text *why) {
    bool fits = pt_verb_of(m) >= WAIT && pt_verb_of(m) < VERBS && !(m & 0xFFFFFF);
    if (fits && pt_has(pt_head_of(s)->owes, seat)) return PT_OK;
    return pt_wrong(PT_REFUSED, why, "R1: not now");
}
static int both_legal(const void *s, int seat, pt_move *out) {
    if (!pt_has(pt_head_of(s)->owes, seat)) return 0;
    for (unsigned verb = WAIT; verb < VERBS; verb++) out[verb - WAIT] = pt_mv(verb, 0, 0, 0);
    return VERBS - WAIT;
}
static void both_apply(void *s, int seat, pt_move m) {
    pt_head *h = s;
    h->ply++;
    h->owes = pt_verb_of(m) == STOP ? pt_with(0, seat) : pt_without(h->owes, seat);
    if (!h->owes) h->owes = 3;
}
static pt_sight both_sight(const void *before, int seat, pt_move m, int viewer) {
    bool other_chooses = pt_has(pt_head_of(before)->owes, 1 - seat);
    return pt_verb_of(m) == HUSH && other_chooses && viewer != seat ? PT_UNSEEN : PT_SEEN;
}
static void both_score(const void *s, int32_t points[PT_SEATS]) {
    (void)s;
    memset(points, 0, PT_SEATS * sizeof *points);
}
static void both_rank(const void *s, uint8_t place[PT_SEATS]) {
    (void)s;
    memset(place, 1, PT_SEATS);
}

static const char *const paces[] = {"slow", "fast"};
static const pt_option both_options[] = {{"pace", 3, 4, 3, paces}};

static pt_game both = {.name = "both",
                       .title = "Both",
                       .min_seats = 2,
                       .max_seats = 2,
                       .score_den = 1,
                       .rules = 1,
                       .max_moves = 3,
                       .max_chance = 1,
                       .max_ply = 1000,
                       .state_size = sizeof(pt_head),
                       .verbs = {verb_rows, VERBS},
                       .options = both_options,
                       .option_count = 1,
                       .setup = both_setup,
                       .legal = both_legal,
                       .check = both_check,
                       .apply = both_apply,
                       .sight = both_sight,
                       .score = both_score,
                       .rank = both_rank};

static void begin(desk *d, pt_clock clock) {
    pt_wish w = {.game = &both, .watch = true, .clock = (uint8_t)clock};
    w.config = pt_config_normal(&both, 2);
    w.clock_ms = clock ? 60000 : 0;
    w.clock_inc = clock ? 1000 : 0;
    memcpy(w.owner, "ann", 4);
    desk_open(d, "tboth");
    desk_start(d, &w);
}

/* The same after some moves that come from the record of another game. */
static void begin_after(desk *d, const unsigned *verbs, int count) {
    pt_wish w = {.game = &both, .watch = true, .config = pt_config_normal(&both, 2)};
    memcpy(w.owner, "ann", 4);
    desk_open(d, "tpast");
    desk_make(d, &w, NULL);
    d->sink = (pt_sink){0};
    for (int i = 0; i < count; i++) {
        pt_event e = {.kind = PT_PAST, .seat = i % 2, .at = d->now};
        e.move = pt_mv(verbs[i], 0, 0, 0);
        cr_assert(pt_table_fold(&d->t, &e, NULL));
    }
    for (int i = 0; i < 2; i++) desk_ask(d, PT_ASK_SIT, desk_people[i], i, "");
    cr_assert_eq(pt_table_moves_seen(&d->t, (uint32_t)count, 0), 0, "no game has begun");
    cr_assert_eq(desk_ask(d, PT_ASK_START, "ann", -1, ""), PT_GRANTED, "%s", d->why);
}

static void move(desk *d, int seat, unsigned verb, int64_t later) {
    d->now += later;
    cr_assert_eq(desk_move(d, desk_people[seat], seat, pt_mv(verb, 0, 0, 0)), PT_GRANTED, "%s",
                 d->why);
}

Test(both, each_clock_runs_until_its_own_choice) {
    desk d;
    begin(&d, PT_CLOCK_BANK);
    const pt_seat *s = d.t.core.seat;
    int64_t start = d.now;
    move(&d, 0, WAIT, 300);
    cr_assert(s[0].since == 0 && s[0].left == 60000 - 300 + 1000);
    cr_assert(s[1].since == start && s[1].left == 60000, "hers goes on");
    move(&d, 1, WAIT, 200);
    cr_assert(s[1].left == 60000 - 500 && s[1].since == d.now, "she is asked again at once");
    cr_assert(s[0].left == 60700 && s[0].since == d.now);
    move(&d, 0, STOP, 400); /* Bob need not choose any more */
    cr_assert(s[1].since == 0 && s[1].left == 59500 - 400 + 1000);
    cr_assert(s[0].since == d.now && s[0].left == 60700 - 400, "his turn is not over");
    desk_close(&d);
}

/* What was left after the very first move of a game is found again. */
Test(both, an_undo_gives_back_what_was_left_after_the_moves_that_stand) {
    desk d;
    begin(&d, PT_CLOCK_BANK);
    move(&d, 0, WAIT, 300);
    move(&d, 1, WAIT, 200);
    d.now += 700;
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, "bob", 1, ""), PT_GRANTED, "%s", d.why);
    pt_request r = desk_request(&d, PT_ASK_AGREE, "ann", 0);
    r.yes = true;
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED, "%s", d.why);
    cr_assert_eq(d.t.core.steps, 1u);
    cr_assert_eq(d.t.core.seat[0].left, 60700);
    cr_assert_eq(d.t.core.seat[1].left, 60000);
    cr_assert(d.t.core.seat[0].since == 0 && d.t.core.seat[1].since == d.now);
    desk_close(&d);
}

/* What others choose at the same time makes no choice stale, unless it changes the question. */
Test(both, a_choice_is_stale_if_its_question_has_changed) {
    for (int first = 0; first < 2; first++) {
        desk d;
        begin(&d, PT_CLOCK_NONE);
        int second = 1 - first;
        pt_request r = desk_request(&d, PT_ASK_MOVE, desk_people[second], second);
        r.text = "wait";
        r.at = d.t.core.seen[second];
        move(&d, first, WAIT, 1);
        cr_assert_eq(desk_send(&d, &r), PT_GRANTED, "%s", d.why);
        r.at = d.t.core.seen[second]; /* both are asked again */
        move(&d, second, STOP, 1);
        cr_assert_eq(d.t.core.played[first], d.t.core.seen[first], "nothing is asked of them");
        move(&d, second, WAIT, 1);
        cr_assert_eq(desk_send(&d, &r), PT_STALE);
        desk_close(&d);
    }
}

static char said[1 << 14];

static const char *told(const desk *d, int eye, uint32_t missed) {
    static pt_move list[VERBS];
    pt_text out = pt_text_on(said, sizeof said);
    pt_json j = pt_json_on(&out);
    pt_tell_update(&j, &d->t, eye, d->t.core.seen[eye] - missed, d->now, list);
    cr_assert_not(out.cut);
    return said;
}

/* An event that an eye does not see has no number in its stream. */
Test(both, what_is_unseen_is_not_counted) {
    desk d;
    begin(&d, PT_CLOCK_NONE);
    uint32_t n = d.t.core.number, ply = 0;
    uint64_t state[PT_STATE_MAX / 8];
    move(&d, 0, HUSH, 1);
    cr_assert(d.t.core.seen[0] == n + 1 && d.t.core.seen[1] == n);
    cr_assert_eq(d.t.core.seen[PT_PUBLIC_EYE], n);
    static const struct {
        int eye;
        uint32_t seen;
        const char *seat;
    } rows[] = {
        {0, 1, "\"seat\":0"}, {1, 0, "\"seat\":1"}, {PT_PUBLIC_EYE, 0, "\"seat\":null"}};
    for (size_t i = 0; i < 3; i++) {
        PT_TEXT(number, 20);
        pt_put(&number, "\"n\":%u,", n + rows[i].seen);
        const char *text = told(&d, rows[i].eye, rows[i].seen);
        cr_assert(strstr(text, number.at), "%s", text);
        cr_assert(strstr(text, rows[i].seat), "%s", text);
        cr_assert_eq(strstr(text, "\"move\":\"hush\"") != NULL, rows[i].seen == 1, "%s", text);
        cr_assert_null(strstr(text, "\"ask\""), "this game asks nothing in words");
    }
    cr_assert(pt_table_state_seen(&d.t, 0, n + 1, state));
    cr_assert_eq(pt_head_of(state)->ply, ++ply);
    cr_assert_not(pt_table_state_seen(&d.t, 1, n, state), "something may have changed");
    desk_close(&d);
}

/* Whether a table is told from its beginning follows from what this eye has seen of it. */
Test(both, a_beginning_is_one_for_each_eye) {
    desk d;
    begin(&d, PT_CLOCK_NONE);
    move(&d, 0, HUSH, 1);
    while (d.t.core.seen[1] < PT_RECENT) desk_ask(&d, PT_ASK_CHAT, "eve", -1, "well");
    cr_assert_eq(d.t.core.seen[0], PT_RECENT + 1);
    for (int eye = 0; eye < 2; eye++) {
        pt_text out = pt_text_on(said, sizeof said);
        pt_json j = pt_json_on(&out);
        pt_tell_table(&j, &d.t, eye, d.now, NULL);
        int n = 0;
        for (const char *at = said; (at = strstr(at, "{\"e\":")); at++) n++;
        cr_assert_eq(n, eye ? PT_RECENT - 1 : 4, "one of those kept is unseen");
    }
    desk_close(&d);
}

/* An unseen move may change a view; then it is in every view that was sent later. */
Test(both, a_state_holds_what_was_not_seen_before_it) {
    desk d;
    uint64_t state[PT_STATE_MAX / 8];
    begin(&d, PT_CLOCK_NONE);
    uint32_t n = d.t.core.seen[1];
    move(&d, 0, HUSH, 1);
    desk_ask(&d, PT_ASK_CHAT, "ann", 0, "well ...");
    cr_assert_eq(d.t.core.seen[1], n + 1);
    for (int later = 0; later < 2; later++) {
        cr_assert(pt_table_state_seen(&d.t, 1, n + 1, state));
        cr_assert_eq(pt_head_of(state)->ply, 1);
        cr_assert_eq(pt_head_of(state)->owes, 2);
        cr_assert_not(pt_table_state_seen(&d.t, 1, n, state), "with or without it");
        move(&d, 1, WAIT, 1);
    }
    desk_close(&d);
}

/* A view of the small game that shows neither who has chosen nor how often. */
static void both_observe(const void *s, int viewer, void *view) {
    (void)viewer;
    *(pt_head *)view = *pt_head_of(s);
    ((pt_head *)view)->owes = 0;
    ((pt_head *)view)->ply = 0;
}

enum { LONGEST = 120 };
typedef struct moment {
    uint32_t seen[PT_EYES];
    bool undo;
    pt_head state;
} moment;

/* What pt_table_state_seen has to find for an eye that had come to `seen`, from what really
 * happened: the view as it was for as long as the number did not change. */
static bool find_moment(const moment *all, int from, int count, int eye, uint32_t seen,
                        pt_head *view) {
    int found = 0;
    pt_head other;
    for (int i = count - 1; i >= from && all[i].seen[eye] >= seen; i--) {
        if (all[i].seen[eye] > seen) {
            if (all[i].undo) return false;
            continue;
        }
        pt_observe(&both, &all[i].state, pt_viewer_of(eye), found ? &other : view);
        if (found++ && memcmp(&other, view, sizeof other) != 0) return false;
    }
    return found > 0;
}

static void note_moment(const desk *d, moment *all) {
    moment *m = &all[d->t.core.number];
    memcpy(m->seen, d->t.core.seen, sizeof m->seen);
    m->undo = d->t.core.undone == d->t.core.number;
    m->state = *pt_table_head(&d->t);
}

/* Something that may be done now, at random; always one event. */
static void do_something(desk *d, pt_rng *rng, bool ann_is_loud) {
    uint32_t what = pt_below(rng, 9), steps = d->t.core.steps - d->t.core.past;
    PT_TEXT(undo, 40);
    d->now++;
    if (what == 0) {
        desk_ask(d, PT_ASK_CHAT, "ann", 0, "well ...");
    } else if (what == 1 && steps) {
        pt_put(&undo, "undo %u agreed",
               d->t.core.steps - 1 - pt_below(rng, steps < 3 ? steps : 3));
        cr_assert(pt_table_read(&d->t, d->now, undo.at, NULL));
    } else {
        int seat = desk_mover(d);
        if (pt_table_owes(&d->t) == 3) seat = (int)pt_below(rng, 2);
        unsigned verb = what < 5 ? HUSH : WAIT + pt_below(rng, 2);
        if (ann_is_loud && !seat) verb = WAIT;
        const pt_event e = {
            .kind = PT_MOVED, .seat = seat, .at = d->now, .move = pt_mv(verb, 0, 0, 0)};
        cr_assert(pt_table_fold(&d->t, &e, NULL));
    }
}

/* How many of the last events are told to an eye: those that it saw, of those that are kept. */
static void check_told(const desk *d, const moment *all, int eye) {
    uint32_t last = d->t.core.number,
             kept = all[last].seen[eye] - all[last - PT_RECENT].seen[eye];
    for (uint32_t most = 0; most <= PT_RECENT + 1; most++) {
        uint32_t found = 0;
        pt_text out = pt_text_on(said, sizeof said);
        pt_json j = pt_json_on(&out);
        pt_tell_events(&j, &d->t, eye, most);
        for (const char *at = said; (at = strstr(at, "{\"e\":")); at++) found++;
        cr_assert_eq(found, most < kept ? most : kept, "eye %d, %u: %s", eye, most, said);
    }
}

/* Whoever comes back finds the view that they had, or is told that it is not known any more. */
Test(both, every_state_is_found_as_it_was_seen) {
    static moment all[LONGEST];
    int told[2] = {0};
    for (uint64_t seed = 1; seed <= 60; seed++) {
        desk d;
        pt_rng rng = {seed};
        both.observe = seed % 2 ? both_observe : NULL;
        begin_after(&d, (const unsigned[]){HUSH, WAIT, HUSH, HUSH}, seed % 3 ? 0 : 4);
        int from = (int)d.t.core.number;
        for (note_moment(&d, all); d.t.core.number < LONGEST - 1; note_moment(&d, all))
            do_something(&d, &rng, seed % 5 == 0);
        for (int eye = 0; eye < PT_EYES; eye++) {
            if (eye > 1 && eye < PT_PUBLIC_EYE) continue;
            check_told(&d, all, eye);
            for (uint32_t seen = 0; seen <= d.t.core.seen[eye] + 1; seen++) {
                uint64_t state[PT_STATE_MAX / 8];
                pt_head view, wanted;
                bool known = find_moment(all, from, LONGEST, eye, seen, &wanted);
                cr_assert_eq(pt_table_state_seen(&d.t, eye, seen, state), known,
                             "seed %d, eye %d, number %u", (int)seed, eye, seen);
                told[known]++;
                if (!known) continue;
                pt_observe(&both, state, pt_viewer_of(eye), &view);
                cr_assert_eq(memcmp(&view, &wanted, sizeof view), 0,
                             "seed %d, eye %d, number %u", (int)seed, eye, seen);
            }
        }
        desk_close(&d);
    }
    both.observe = NULL;
    cr_assert(told[0] > 1000 && told[1] > 1000, "%d and %d", told[0], told[1]);
}

/* Where a game hides nothing, everything is told. */
Test(both, without_sight_every_move_is_seen) {
    desk d;
    both.sight = NULL;
    begin(&d, PT_CLOCK_NONE);
    move(&d, 0, HUSH, 1);
    const char *text = told(&d, 1, 1);
    cr_assert(strstr(text, "{\"e\":\"move\",\"seat\":0,\"move\":\"hush\"}"), "%s", text);
    both.sight = both_sight;
    desk_close(&d);
}

/* What a game refuses is said alone, even if the game only adds its words. */
Test(both, a_refusal_by_the_rules_stands_alone) {
    desk d;
    begin(&d, PT_CLOCK_NONE);
    move(&d, 0, WAIT, 1);
    pt_request r = desk_request(&d, PT_ASK_MOVE, "ann", 0);
    PT_TEXT(why, 100);
    r.text = "wait";
    pt_puts(&why, "before ");
    cr_assert_eq(pt_table_ask(&d.t, &r, &d.sink, &why), PT_RULE);
    cr_assert_str_eq(why.at, "R1: not now");
    desk_close(&d);
}

/* --- options --- */

/* The names of an option begin at its least value, which need not be 0. */
Test(both, options_go_by_their_names) {
    for (int16_t pace = 3; pace <= 4; pace++) {
        desk d;
        pt_wish w = {.game = &both, .watch = true, .config = pt_config_normal(&both, 2)};
        w.config.option[0] = pace;
        desk_open(&d, "tpace");
        desk_make(&d, &w, NULL);
        cr_assert_eq(strstr(d.log.text[0], "\noption pace=fast\n") != NULL, pace == 4, "%s",
                     d.log.text[0]);
        pt_text out = pt_text_on(said, sizeof said);
        pt_json j = pt_json_on(&out);
        pt_open(&j, '{');
        pt_tell_about(&j, &d.t, 0);
        cr_assert(strstr(said, pace == 4 ? "\"options\":{\"pace\":\"fast\"}"
                                         : "\"options\":{\"pace\":\"slow\"}"),
                  "%s", said);
        desk_close(&d);
    }
}

/* --- undo --- */

/* What was taken back earlier is not there any more, whoever made it. */
Test(both, an_undo_in_the_turn_is_free_after_another_undo) {
    desk d;
    begin(&d, PT_CLOCK_NONE);
    move(&d, 0, STOP, 1);
    move(&d, 0, WAIT, 1);
    move(&d, 1, WAIT, 1);
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, "ann", 0, ""), PT_GRANTED);
    pt_request r = desk_request(&d, PT_ASK_AGREE, "bob", 1);
    r.yes = true;
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED, "%s", d.why);
    cr_assert_eq(d.t.core.steps, 1u);
    move(&d, 0, STOP, 1);
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, "ann", 0, ""), PT_GRANTED);
    cr_assert_str_eq(desk_last(&d), "undo 1 turn");
    desk_close(&d);
}

/* What comes from the record of another game stands; the first move after it does not. */
Test(both, the_first_move_after_a_record_can_be_taken_back) {
    desk d;
    begin_after(&d, (const unsigned[]){STOP}, 1);
    cr_assert_eq(pt_table_moves_seen(&d.t, 1, 0), 1);
    move(&d, 0, STOP, 1);
    cr_assert_eq(d.t.core.steps, 2u);
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, "ann", 0, ""), PT_GRANTED, "%s", d.why);
    cr_assert_eq(d.t.core.steps, 1u);
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, "ann", 0, ""), PT_NOTHING_TO_UNDO);
    desk_close(&d);
}

/* The time that is left for the choice is what counts, to the last millisecond. */
Test(both, an_undo_that_leaves_a_millisecond_is_granted) {
    for (int64_t left = -1; left <= 1; left++) {
        desk d;
        begin(&d, PT_CLOCK_MOVE);
        move(&d, 0, STOP, 40000);
        d.now += 20000 - left;
        cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, "ann", 0, ""),
                     left > 0 ? PT_GRANTED : PT_UNDO_LATE);
        desk_close(&d);
    }
}

/* --- places --- */

static uint8_t ranks[PT_SEATS];
static void rank_as_set(const void *s, uint8_t place[PT_SEATS]) {
    (void)s;
    memcpy(place, ranks, sizeof ranks);
}

/* Those who gave up are last together; the others keep their order, as if they had played
 * alone. */
Test(both, places_are_those_of_the_game_among_those_who_stayed) {
    pt_game game = both;
    game.rank = rank_as_set;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        pt_rng rng = {seed};
        pt_table t = {.game = &game};
        uint8_t place[PT_SEATS + 1];
        int seats = 2 + (int)pt_below(&rng, 4), stayed = 0;
        memset(place, 99, sizeof place);
        t.core.phase = PT_TABLE_OVER;
        t.core.seats = (uint8_t)seats;
        for (int i = 0; i < seats; i++) {
            ranks[i] = (uint8_t)(1 + pt_below(&rng, (uint32_t)seats));
            t.core.seat[i].resigned = pt_below(&rng, 3) == 0;
            stayed += !t.core.seat[i].resigned;
        }
        pt_table_places(&t, place);
        for (int i = 0; i < PT_SEATS; i++) {
            int wanted = 1;
            for (int k = 0; k < seats && i < seats; k++)
                wanted += !t.core.seat[k].resigned && ranks[k] < ranks[i];
            if (t.core.seat[i].resigned) wanted = 1 + stayed;
            cr_assert_eq(place[i], i < seats ? wanted : 0, "seed %d, seat %d", (int)seed, i);
        }
        cr_assert_eq(place[PT_SEATS], 99, "there is no sixth place");
    }
}
