/* The events of a tournament: what is refused changes nothing, and a tournament that is stopped
 * anywhere goes on from its lines. */
/* SPDX-License-Identifier: MIT */
#include "core/languages.h"
#include "tests/club.h"
#include "tournament/standings.h"

/* The refusal has this key, and the tournament is what it was, byte by byte. */
#define REFUSED(c, key, what)                                                                  \
    do {                                                                                       \
        pt_tournament *was = malloc(sizeof *was);                                              \
        memcpy(was, &(c)->t, sizeof *was);                                                     \
        const char *said = what;                                                               \
        cr_assert_not_null(said, "%s: not refused", key);                                      \
        cr_assert_str_eq(said, key);                                                           \
        cr_assert_eq(memcmp(was, &(c)->t, sizeof *was), 0, "%s: changed", key);                \
        free(was);                                                                             \
    } while (0)

static club *swiss_of(int n, int seats) {
    club *c = club_open();
    pt_terms terms = pt_terms_usual(PT_SWISS, seats);
    terms.rounds = 3;
    terms.seed = 7;
    cr_assert_null(club_make(c, &terms));
    club_join_all(c, n);
    return c;
}

Test(tournament, terms_that_cannot_be_are_refused) {
    club *c = club_open();
    pt_terms good = pt_terms_usual(PT_SWISS, 4), terms;
    REFUSED(c, "not-made", club_join(c, 0));
    terms = good, terms.least = 5;
    REFUSED(c, "terms.least", club_make(c, &terms));
    terms = good, terms.minutes = 10;
    REFUSED(c, "terms.minutes", club_make(c, &terms));
    terms = good, terms.points[1] = 9;
    REFUSED(c, "points", club_make(c, &terms));
    terms = good, terms.points[0] = terms.points[1] = terms.points[2] = 0;
    REFUSED(c, "points", club_make(c, &terms));
    terms = pt_terms_usual(PT_KNOCKOUT, 4), terms.advance = 3;
    REFUSED(c, "terms.advance", club_make(c, &terms));
    terms = pt_terms_usual(PT_KNOCKOUT, 4), terms.rounds = 3;
    REFUSED(c, "terms.rounds", club_make(c, &terms));
    terms = pt_terms_usual(PT_ROBIN, 2), terms.late = true;
    REFUSED(c, "terms", club_make(c, &terms));
    cr_assert_null(club_make(c, &good));
    club_event(c, PT_TOUR_MADE)->terms = good;
    memcpy(c->e.terms.name, "Two", 4);
    REFUSED(c, "made", club_do(c));
    free(c);
}

Test(tournament, people_sign_up_once_and_in_time) {
    club *c = swiss_of(3, 2);
    c->t.terms.late = false;
    club_event(c, PT_TOUR_JOINED)->who = 3;
    memcpy(c->e.person, "-", 2);
    memcpy(c->e.name, "P2", 3);
    REFUSED(c, "joined", club_do(c));
    c->e.who = 5;
    REFUSED(c, "number", club_do(c));
    cr_assert_null(club_someone(c, PT_TOUR_WITHDRAWN, 2));
    REFUSED(c, "gone", club_someone(c, PT_TOUR_WITHDRAWN, 2));
    REFUSED(c, "checked", club_someone(c, PT_TOUR_CHECKED, 0));
    REFUSED(c, "nobody", club_someone(c, PT_TOUR_CHECKED, 3));
    cr_assert_null(club_pair(c));
    REFUSED(c, "late", club_join(c, 0));
    REFUSED(c, "late", club_someone(c, PT_TOUR_CHECKED, 2)); /* left before it began */
    c->now = 5;
    REFUSED(c, "earlier", club_someone(c, PT_TOUR_WITHDRAWN, 1));
    free(c);
}

Test(tournament, a_name_can_be_corrected_and_leaves_nothing_behind) {
    club *c = swiss_of(3, 2), *d = swiss_of(3, 2);
    const char *const names[] = {"Annabella", "Ann", "P2"};
    const char *const keys[] = {NULL, NULL, "joined"};
    for (int i = 0; i < 3; i++) {
        club_event(c, PT_TOUR_RENAMED)->who = 2;
        memcpy(c->e.name, names[i], strlen(names[i]) + 1);
        if (keys[i])
            REFUSED(c, keys[i], club_do(c));
        else
            cr_assert_null(club_do(c));
    }
    c->e.who = 3;
    REFUSED(c, "nobody", club_do(c));
    club_event(d, PT_TOUR_RENAMED)->who = 2;
    memcpy(d->e.name, "Ann", 4);
    cr_assert_null(club_do(d));
    cr_assert_eq(memcmp(c->t.entrant, d->t.entrant, sizeof c->t.entrant), 0);
    free(c);
    free(d);
}

/* Pairs a round and takes it back: but for the count of events, it is as it was. */
static void pair_and_unpair(club *c) {
    pt_tournament *was = malloc(sizeof *was);
    memcpy(was, &c->t, sizeof *was);
    if (c->t.round) cr_assert_null(club_close(c));
    if (!club_pair(c)) {
        club_event(c, PT_TOUR_UNPAIRED)->round = c->t.round;
        cr_assert_null(club_do(c));
        was->events = c->t.events;
        was->last = c->t.last;
        cr_assert_eq(memcmp(was, &c->t, sizeof *was), 0);
        if (c->t.round) cr_assert_null(club_close(c));
    }
    free(was);
}

Test(tournament, a_round_without_results_can_be_taken_back) {
    for (int seed = 0; seed < 24; seed++) {
        club *c = club_open();
        pt_tour_format format = (pt_tour_format)(seed % 3); /* all but the arena */
        pt_terms terms = pt_terms_usual(format, 2 + seed / 3 % 4);
        c->luck.state = terms.seed = (uint64_t)seed;
        cr_assert_null(club_make(c, &terms));
        club_join_all(c, 11);
        for (int round = 0; round < 4; round++) {
            pair_and_unpair(c);
            if (club_pair(c)) break;
            for (int i = c->t.first; i < c->t.used; i++)
                if (!c->t.table[i].over) club_play(c, i);
            club_event(c, PT_TOUR_UNPAIRED)->round = c->t.round;
            REFUSED(c, "has-results", club_do(c));
        }
        club_event(c, PT_TOUR_UNPAIRED)->round = (uint16_t)(c->t.round + 1);
        REFUSED(c, "not-running", club_do(c));
        free(c);
    }
}

Test(tournament, only_who_has_checked_in_is_paired) {
    club *c = club_open();
    pt_terms terms = pt_terms_usual(PT_SWISS, 2);
    terms.check_in = true;
    cr_assert_null(club_make(c, &terms));
    club_join_all(c, 5);
    REFUSED(c, "too-few", club_pair(c));
    for (int i = 0; i < 4; i++) cr_assert_null(club_someone(c, PT_TOUR_CHECKED, i));
    cr_assert_null(club_pair(c));
    cr_assert_eq(c->e.pairing.tables, 2);
    cr_assert_eq(c->t.entrant[4].games + c->t.entrant[4].byes, 0);
    free(c);
}

static const char *pair_by_hand(club *c, int tables, const uint8_t *seats,
                                const uint16_t *who) {
    pt_tour_event *e = club_event(c, PT_TOUR_PAIRED);
    e->round = (uint16_t)(c->t.round + 1);
    e->pairing.tables = (uint16_t)tables;
    for (int i = 0; i < tables; i++)
        e->pairing.people = (uint16_t)(e->pairing.people + (e->pairing.seats[i] = seats[i]));
    memcpy(e->pairing.who, who, e->pairing.people * sizeof *who);
    return club_do(c);
}

Test(tournament, a_round_has_everybody_once) {
    club *c = swiss_of(5, 2);
    const uint8_t two_and_bye[] = {2, 2, 1}, three[] = {3, 2}, alone[] = {1, 1, 1, 1, 1};
    REFUSED(c, "twice", pair_by_hand(c, 3, two_and_bye, (uint16_t[]){0, 1, 2, 3, 1}));
    REFUSED(c, "forgotten", pair_by_hand(c, 2, two_and_bye, (uint16_t[]){0, 1, 2, 3}));
    REFUSED(c, "nobody", pair_by_hand(c, 3, two_and_bye, (uint16_t[]){0, 1, 2, 3, 9}));
    REFUSED(c, "table-size", pair_by_hand(c, 2, three, (uint16_t[]){0, 1, 2, 3, 4}));
    REFUSED(c, "only-byes", pair_by_hand(c, 5, alone, (uint16_t[]){0, 1, 2, 3, 4}));
    cr_assert_null(club_someone(c, PT_TOUR_WITHDRAWN, 4));
    REFUSED(c, "not-free", pair_by_hand(c, 3, two_and_bye, (uint16_t[]){0, 1, 2, 3, 4}));
    cr_assert_null(pair_by_hand(c, 2, two_and_bye, (uint16_t[]){0, 3, 2, 1}));
    REFUSED(c, "round-open", pair_by_hand(c, 2, two_and_bye, (uint16_t[]){0, 1, 2, 3}));
    free(c);
}

Test(tournament, results_are_places_and_can_be_corrected) {
    club *c = swiss_of(5, 5);
    cr_assert_null(club_pair(c));
    REFUSED(c, "places.gap", club_result(c, 0, (uint8_t[]){1, 1, 2, 4, 5}));
    REFUSED(c, "places.gap", club_result(c, 0, (uint8_t[]){2, 3, 4, 5, 5}));
    REFUSED(c, "results-missing", club_close(c));
    cr_assert_null(club_result(c, 0, (uint8_t[]){5, 4, 3, 2, 1}));
    cr_assert_null(
        club_result(c, 0, (uint8_t[]){1, 2, 2, 4, 0})); /* 5, (3 + 2) / 2, 1, absent */
    const uint16_t *who = c->t.table[0].who;
    const uint32_t points[] = {5 * 60, 150, 150, 60, 0};
    for (int i = 0; i < 5; i++) cr_assert_eq(c->t.entrant[who[i]].points, points[i]);
    cr_assert_eq(c->t.entrant[who[4]].wins, 0);
    c->e.table = 2;
    REFUSED(c, "no-table", club_do(c));
    cr_assert_null(club_close(c));
    REFUSED(c, "not-running", club_result(c, 0, (uint8_t[]){1, 2, 3, 4, 5}));
    REFUSED(c, "not-running", club_close(c));
    free(c);
}

Test(tournament, ends_after_its_last_round_and_then_nothing_happens) {
    club *c = swiss_of(4, 2);
    for (int i = 0; i < 3; i++) {
        cr_assert_null(club_pair(c));
        club_event(c, PT_TOUR_ENDED);
        REFUSED(c, "results-missing", club_do(c));
        club_play_round(c);
    }
    REFUSED(c, "no-more-rounds", club_pair(c));
    club_event(c, PT_TOUR_ENDED);
    cr_assert_null(club_do(c));
    REFUSED(c, "over", club_join(c, 0));
    free(c);
}

Test(tournament, a_tie_in_a_knockout_must_be_decided) {
    club *c = club_open();
    pt_terms terms = pt_terms_usual(PT_KNOCKOUT, 4);
    cr_assert_null(club_make(c, &terms));
    club_join_all(c, 8);
    cr_assert_null(club_pair(c));
    cr_assert_eq(c->t.used, 2);
    REFUSED(c, "undecided", club_result(c, 0, (uint8_t[]){1, 2, 2, 4}));
    cr_assert_null(club_result(c, 0, (uint8_t[]){1, 1, 3, 3})); /* two go on: that is clear */
    cr_assert_null(club_result(c, 1, (uint8_t[]){4, 3, 2, 1}));
    int out = c->t.table[0].who[3], on = c->t.table[1].who[3];
    cr_assert_null(club_close(c));
    cr_assert(!pt_tour_plays(&c->t, out) && pt_tour_plays(&c->t, on));
    cr_assert_null(club_someone(c, PT_TOUR_WITHDRAWN, out));
    REFUSED(c, "knocked-out", club_someone(c, PT_TOUR_CHECKED, out));
    cr_assert_null(club_pair(c));
    REFUSED(c, "undecided", club_result(c, c->t.first, (uint8_t[]){1, 1, 3, 4}));
    free(c);
}

Test(tournament, an_arena_pairs_whoever_is_free_until_its_time_is_over) {
    club *c = club_open();
    pt_terms terms = pt_terms_usual(PT_ARENA, 2);
    terms.minutes = 1;
    cr_assert_null(club_make(c, &terms));
    club_join_all(c, 6);
    cr_assert_null(club_pair(c));
    cr_assert_eq(c->t.open, 3);
    REFUSED(c, "too-few", club_pair(c));
    int winner = c->t.table[0].who[0];
    cr_assert_null(club_result(c, 0, (uint8_t[]){1, 2}));
    cr_assert_null(club_result(c, 1, (uint8_t[]){2, 1}));
    cr_assert_null(club_pair(c));
    cr_assert_eq(c->t.used, 5);
    for (int i = 3; i < 5; i++) /* not those whom they have just met */
        cr_assert_eq(c->room.met[c->t.table[i].who[0]][c->t.table[i].who[1]], 0);
    REFUSED(c, "settled", club_result(c, 0, (uint8_t[]){2, 1}));
    cr_assert_null(club_join(c, 0)); /* late joiners are welcome */
    c->now += 60000;
    for (int i = 2; i < 5; i++) {
        const pt_tour_table *b = &c->t.table[i];
        cr_assert_null(club_result(
            c, i, (uint8_t[]){b->who[1] == winner ? 2 : 1, b->who[1] == winner ? 1 : 2}));
    }
    REFUSED(c, "time-over", club_pair(c));
    REFUSED(c, "time-over", club_join(c, 0)); /* nobody would be paired with them */
    club_event(c, PT_TOUR_ENDED);
    cr_assert_null(club_do(c));
    free(c);
}

Test(tournament, the_third_win_in_a_row_counts_twice_in_an_arena) {
    club *c = club_open();
    pt_terms terms = pt_terms_usual(PT_ARENA, 2);
    cr_assert_null(club_make(c, &terms));
    club_join_all(c, 2);
    const uint32_t after[] = {1, 2, 4, 6, 6, 7};
    for (int i = 0; i < 6; i++) {
        cr_assert_null(club_pair(c));
        int first = c->t.table[i].who[0] == 0;
        bool wins = i != 4;
        cr_assert_null(
            club_result(c, i, first == wins ? (uint8_t[]){1, 2} : (uint8_t[]){2, 1}));
        cr_assert_eq(c->t.entrant[0].points, after[i] * PT_POINT);
    }
    free(c);
}

/* --- lines --- */

Test(tournament, a_line_that_is_not_an_event_is_refused) {
    static const char *const lines[] = {
        "",
        "1",
        "1 ",
        "x over",
        "1 over ",
        "1 over now",
        " 1 over",
        "1  over",
        "-1 over",
        "01 over",
        "1 \tover",
        "\t1 over",
        "1 here \v1",
        "1 join 0 0 - A",
        "1 join 1 0 -",
        "1 join 1 0 - ",
        "1 join 1001 0 - A",
        "1 here",
        "1 here 01",
        "1 pair 1 1--2",
        "1 pair 1 1-2-",
        "1 pair 1 1-2-3-4-5-6",
        "1 pair x 1-2",
        "1 result 1 1",
        "1 result 1 1 1-6",
        "1 close",
        "1 rename 1",
        "1 rename A 1",
        "1 make swiss",
        "1 make chess seats 2",
        "1 make swiss seats 2 least 2 rounds 3 advance 0 minutes 0 checkin no late maybe bye 1 "
        "points 1-0 seed 0000000000000007 game - name Club",
        "1 make swiss seats 2 least 2 rounds 3 advance 0 minutes 0 checkin no late yes bye 1 "
        "points 1-0 seed 7 game - name Club",
        "1 make swiss seats 2 least 2 rounds 3 advance 0 minutes 0 checkin no late yes bye 1 "
        "points 1-0-0 seed 0000000000000007 game - name Club"};
    pt_tour_event *e = malloc(sizeof *e);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        PT_TEXT(why, 128);
        cr_assert(!pt_tour_parse(lines[i], e, &why), "taken: %s", lines[i]);
        cr_assert_str_eq(why.key, "line");
    }
    free(e);
}

/* Random bytes in a line: it is refused, or means one thing that prints as the same line. */
Test(tournament, a_line_means_one_thing) {
    club *c = swiss_of(9, 2);
    pt_rng rng = {11};
    cr_assert_null(club_pair(c));
    char line[PT_TOUR_LINE], again[PT_TOUR_LINE];
    int good = 0;
    for (int i = 0; i < 20000; i++) {
        static const char bytes[] = "0123456789- pairoveclsx";
        memcpy(line, c->line, sizeof line);
        for (uint32_t k = pt_below(&rng, 3) + 1; k > 0; k--)
            line[pt_below(&rng, (uint32_t)strlen(line))] = bytes[pt_below(&rng, sizeof bytes)];
        if (!pt_tour_parse(line, &c->e, NULL)) continue;
        pt_text out = pt_text_on(again, sizeof again);
        pt_tour_print(&c->e, &out);
        cr_assert_str_eq(line, again);
        good++;
    }
    cr_assert_gt(good, 1000);
    free(c);
}

/* Plays a tournament of some format with people who come and go; its lines are kept. */
static int play_some(club *c, int seed, char lines[][PT_TOUR_LINE / 8]) {
    int n = 0;
    pt_terms terms = pt_terms_usual((pt_tour_format)(seed % PT_FORMATS), 2 + seed / 4 % 4);
    terms.seed = (uint64_t)seed;
    c->luck.state = (uint64_t)seed;
#define DO(what)                                                                               \
    do {                                                                                       \
        if (!(what)) memcpy(lines[n++], c->line, sizeof lines[0]);                             \
    } while (0)
    DO(club_make(c, &terms));
    for (int i = 0; i < 13; i++) DO(club_join(c, i * 10));
    for (int round = 0; round < 3; round++) {
        DO(club_pair(c));
        DO(club_someone(c, PT_TOUR_WITHDRAWN, (seed + round) % 13));
        DO(club_join(c, 0));
        for (int i = c->t.first; i < c->t.used; i++) {
            if (c->t.table[i].over) continue;
            club_play(c, i);
            memcpy(lines[n++], c->line, sizeof lines[0]);
        }
        DO(club_close(c));
        DO(club_someone(c, PT_TOUR_CHECKED, (seed + round) % 13));
    }
    club_event(c, PT_TOUR_ENDED);
    DO(club_do(c));
    return n;
}

Test(tournament, cut_at_any_event_it_goes_on_to_the_same_state) {
    club *c = club_open(), *d = club_open();
    static char lines[256][PT_TOUR_LINE / 8];
    for (int seed = 0; seed < 16; seed++) {
        c->now = 1760000000000;
        int n = play_some(c, seed, lines);
        pt_tournament *at = calloc((size_t)n + 1, sizeof *at);
        for (int i = 0; i < n; i++) {
            at[i + 1] = at[i];
            cr_assert(pt_tour_read(&at[i + 1], lines[i], NULL), "%s", lines[i]);
            cr_assert_eq(at[i + 1].events, (uint32_t)i + 1);
        }
        cr_assert_eq(memcmp(&at[n], &c->t, sizeof c->t), 0);
        for (int cut = 0; cut < n; cut++) { /* read again from the start, and go on */
            memset(&d->t, 0, sizeof d->t);
            for (int i = 0; i < cut; i++) cr_assert(pt_tour_read(&d->t, lines[i], NULL));
            cr_assert_eq(memcmp(&d->t, &at[cut], sizeof d->t), 0, "seed %d cut %d", seed, cut);
            if (!strstr(lines[cut], " pair ")) continue;
            PT_TEXT(line, PT_TOUR_LINE); /* the same round is paired again */
            int64_t then = strtoll(lines[cut], NULL, 10);
            cr_assert(pt_tour_pair(&d->t, then, &d->room, &d->e, NULL));
            pt_tour_print(&d->e, &line);
            cr_assert_str_eq(line.at, lines[cut]);
        }
        free(at);
    }
    free(c);
    free(d);
}

/* --- standings --- */

Test(tournament, ties_are_explained_by_what_decides) {
    club *c = swiss_of(4, 2);
    pt_standing rows[PT_ENTRANTS];
    const uint8_t twos[] = {2, 2};
    cr_assert_null(pair_by_hand(c, 2, twos, (uint16_t[]){0, 1, 2, 3}));
    cr_assert_null(club_result(c, 0, (uint8_t[]){1, 2}));
    cr_assert_null(club_result(c, 1, (uint8_t[]){1, 2}));
    cr_assert_eq(pt_tour_standings(&c->t, rows), 4);
    cr_assert_eq(pt_tour_tie(&c->t, &rows[0], &rows[1]).by, PT_BY_LOT);
    cr_assert_lt(rows[0].figure[PT_BY_LOT], rows[1].figure[PT_BY_LOT]);
    cr_assert_eq(pt_tour_tie(&c->t, &rows[1], &rows[2]).by, PT_BY_POINTS);
    cr_assert_null(club_close(c));
    cr_assert_null(pair_by_hand(c, 2, twos, (uint16_t[]){0, 3, 1, 2}));
    cr_assert_null(club_result(c, 2, (uint8_t[]){2, 1})); /* P4 beats P1 */
    cr_assert_null(club_result(c, 3, (uint8_t[]){1, 1}));
    pt_tour_standings(&c->t, rows); /* P3 1.5; P1 and P4 1; P2 0.5 */
    cr_assert_eq(rows[0].who, 2);
    pt_tie tie = pt_tour_tie(&c->t, &rows[1], &rows[2]);
    cr_assert_eq(tie.by, PT_BY_MET); /* P1 met P2 and P4: 1.5; P4 met P3 and P1: 2.5 */
    cr_assert_eq(rows[1].who, 3);
    cr_assert(tie.above == 150 && tie.below == 90);
    PT_TEXT(en, 400);
    PT_TEXT_IN(fr, 400, PT_LANGUAGE_fr);
    pt_tour_say_tie(&c->t, &rows[1], &rows[2], &en);
    pt_tour_say_tie(&c->t, &rows[1], &rows[2], &fr);
    cr_assert_str_eq(
        en.at, "P4 and P1 both have 1 point. The first tie-break decides: the points of the "
               "people P4 has met add up to 2.5, those of the people P1 has met to 1.5.");
    cr_assert(strstr(fr.at, "2,5") && strstr(fr.at, "départage"));
    free(c);
}
