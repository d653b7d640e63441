/* What a rematch keeps, and which moves are known again or come too late. */
/* SPDX-License-Identifier: MIT */
#include "tests/desk.h"

/* --- rematch --- */

static pt_refusal ask_again(desk *d, const char *who, int seat) {
    pt_request r = desk_request(d, PT_ASK_REMATCH, who, seat);
    r.key = "old";
    memcpy(d->fresh.id, "t", 2);
    memcpy(d->fresh.key, "new", 4);
    memset(d->fresh.seed, 9, sizeof d->fresh.seed);
    pt_table_done(&d->next);
    r.next = &d->next;
    r.fresh = &d->fresh;
    return desk_send(d, &r);
}

/* The next table is like this one, but for its seed and its key. */
Test(rematch_rows, a_rematch_is_played_under_the_same_terms) {
    for (int row = 0; row < 4; row++) {
        desk d;
        pt_wish w = desk_wish("mytikas", 2);
        w.access = row & 1 ? PT_ACCESS_LINK : PT_ACCESS_OPEN;
        w.watch = row & 1;
        w.flag_loses = row & 2;
        w.clock = row & 2 ? PT_CLOCK_BANK : PT_CLOCK_MOVE;
        w.clock_ms = 60000;
        w.clock_inc = 1000;
        w.grace_s = 77;
        memcpy(w.owner, "ann", 4);
        memcpy(w.key, "old", 4);
        desk_option(&w, "cards=two");
        desk_open(&d, "tterms");
        desk_make(&d, &w, NULL);
        for (int i = 0; i < 2; i++) {
            pt_request r = desk_request(&d, PT_ASK_SIT, desk_people[i], i);
            r.key = "old";
            cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
        }
        cr_assert_eq(desk_ask(&d, PT_ASK_START, "ann", -1, ""), PT_GRANTED, "%s", d.why);
        cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, "bob", 1, ""), PT_GRANTED);
        cr_assert_eq(ask_again(&d, "bob", 1), PT_GRANTED);
        cr_assert_eq(ask_again(&d, "ann", 0), PT_GRANTED);
        const pt_table_core *was = &d.t.core, *is = &d.next.core;
        cr_assert(is->access == was->access && is->watch == was->watch &&
                  is->flag_loses == was->flag_loses && is->grace_s == 77);
        cr_assert(is->clock == was->clock && is->clock_ms == 60000 && is->clock_inc == 1000);
        cr_assert_str_eq(is->owner, "ann");
        cr_assert_str_eq(is->key, row & 1 ? "new" : "");
        cr_assert_eq(memcmp(is->option, was->option, sizeof is->option), 0);
        cr_assert_str_eq(is->seat[1].name, "ann");
        desk_close(&d);
    }
}

/* Three people share a seat, and all three come along. */
Test(rematch_rows, the_whole_team_comes_along) {
    desk d;
    pt_wish w;
    desk_two_teams(&d, &w);
    desk_ask(&d, PT_ASK_SIT, "c", 0, "");
    desk_ask(&d, PT_ASK_SIT, "dot", 1, "");
    desk_ask(&d, PT_ASK_START, "ann", -1, "");
    cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, "dot", 1, ""), PT_GRANTED, "%s", d.why);
    cr_assert_eq(ask_again(&d, "dot", 1), PT_GRANTED);
    cr_assert_eq(ask_again(&d, "ann", 0), PT_GRANTED);
    cr_assert_str_eq(desk_last(&d), "rematch t");
    static char told[4096];
    pt_text out = pt_text_on(told, sizeof told);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_tell_about(&j, &d.t, 0);
    cr_assert(strstr(told, "\"rematch\":\"t\""), "%s", told);
    size_t used = out.used;
    pt_tell_agreed(&j, &d.t);
    cr_assert_eq(out.used, used, "nobody asks any more: %s", told);
    pt_clear(&out);
    j = pt_json_on(&out);
    pt_tell_events(&j, &d.next, 0, PT_RECENT);
    cr_assert(strstr(told, "{\"e\":\"start\"}"), "nobody in particular: %s", told);
    cr_assert_eq(pt_seat_people(&d.next.core.seat[1]), 3);
    cr_assert_str_eq(d.next.core.seat[1].mate[1].name, "c");
    cr_assert_eq(ask_again(&d, "ann", 0), PT_NO_REMATCH, "once");
    desk_close(&d);
}

/* Myriath, R3.2: whoever had the fewest points begins, whatever is drawn. */
Test(rematch_rows, myriath_r3_2_the_last_begins_whatever_is_drawn) {
    int begins[2] = {0};
    for (uint8_t seed = 1; seed <= 12; seed++) {
        desk d;
        pt_wish w = desk_wish("myriath", 2);
        memset(w.seed, seed, sizeof w.seed);
        desk_open(&d, "tlast");
        desk_start(&d, &w);
        int32_t points[PT_SEATS] = {0};
        for (uint32_t i = 0; i < 60 && points[0] == points[1]; i++) {
            desk_play(&d, i * seed);
            d.t.game->score(d.t.core.state, points);
        }
        int last = points[0] < points[1] ? 0 : 1;
        desk_ask(&d, PT_ASK_RESIGN, "ann", 0, "");
        cr_assert_eq(ask_again(&d, "ann", 0), PT_GRANTED, "%s", d.why);
        cr_assert_eq(ask_again(&d, "bob", 1), PT_GRANTED, "%s", d.why);
        if (points[0] != points[1]) {
            cr_assert_eq(pt_lowest(pt_table_owes(&d.next)), 1 - last);
            begins[last]++;
        }
        desk_close(&d);
    }
    cr_assert(begins[0] && begins[1]);
}

/* --- moves --- */

/* The last eight moves of a seat are known by their ids. */
Test(move_rows, eight_ids_of_a_seat_are_remembered) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    desk_open(&d, "tids");
    desk_start(&d, &w);
    int mine = 0;
    for (uint32_t i = 0; mine < 11; i++) {
        int seat = desk_mover(&d);
        PT_TEXT(text, 100);
        PT_TEXT(id, 10);
        pt_request r = desk_request(&d, PT_ASK_MOVE, desk_people[seat], seat);
        pt_print_move(d.t.game->verbs, desk_legal(&d, seat, i), &text);
        if (seat == 0) pt_put(&id, "m%d", mine++);
        r.text = text.at;
        r.id = id.at;
        cr_assert_eq(desk_send(&d, &r), PT_GRANTED, "%s", d.why);
    }
    for (int i = 0; i < 2; i++) { /* one letter is an id */
        pt_request r = desk_request(&d, PT_ASK_MOVE, "ann", 0);
        PT_TEXT(text, 100);
        while (!i && desk_mover(&d) != 0) desk_play(&d, 0);
        if (!i) pt_print_move(d.t.game->verbs, desk_legal(&d, 0, 0), &text);
        r.text = i ? "nonsense" : text.at;
        r.id = "x";
        cr_assert_eq(desk_send(&d, &r), PT_GRANTED, "%s", d.why);
    }
    for (int i = 0; i < 11; i++) {
        PT_TEXT(id, 10);
        pt_put(&id, "m%d", i);
        pt_request r = desk_request(&d, PT_ASK_MOVE, "ann", 0);
        r.text = "nonsense";
        r.id = id.at;
        cr_assert_eq(desk_send(&d, &r), i < 4 ? PT_NOT_READABLE : PT_GRANTED, "m%d", i);
        r.seat = 1;
        r.person = "bob";
        cr_assert_eq(desk_send(&d, &r), PT_NOT_READABLE, "the other seat");
    }
    desk_close(&d);
}

/* Ids are kept as hashes, and 0 is a place without one: this id's hash is 0. */
Test(move_rows, no_id_is_taken_for_made_beforehand) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    desk_open(&d, "tzero");
    desk_start(&d, &w);
    int seat = desk_mover(&d);
    PT_TEXT(text, 100);
    pt_request r = desk_request(&d, PT_ASK_MOVE, desk_people[seat], seat);
    pt_print_move(d.t.game->verbs, desk_legal(&d, seat, 0), &text);
    r.text = text.at;
    r.id = "77kepQFQ8Kl";
    uint32_t steps = d.t.core.steps;
    for (int i = 0; i < 2; i++) cr_assert_eq(desk_send(&d, &r), PT_GRANTED, "%s", d.why);
    cr_assert_eq(d.t.core.steps, steps + 1);
    desk_close(&d);
}

/* A refusal by the rules is all that is said. */
Test(move_rows, a_refusal_stands_alone) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    desk_open(&d, "talone");
    desk_start(&d, &w);
    int seat = desk_mover(&d);
    pt_request r = desk_request(&d, PT_ASK_MOVE, desk_people[seat], seat);
    r.text = "take L";
    PT_TEXT(why, 200);
    pt_puts(&why, "before ");
    cr_assert_eq(pt_table_ask(&d.t, &r, &d.sink, &why), PT_RULE);
    cr_assert_eq(why.at[0], 'R', "%s", why.at);
    desk_close(&d);
}

/* A move that comes after its time and before the tick is made, with nothing left. */
Test(move_rows, a_late_move_leaves_nothing) {
    for (pt_clock clock = PT_CLOCK_MOVE; clock <= PT_CLOCK_BANK; clock++)
        for (int64_t late = -1; late <= 1; late++) {
            desk d;
            pt_wish w = desk_wish("mykerinos", 2);
            w.clock = (uint8_t)clock;
            w.clock_ms = 10000;
            desk_open(&d, "tlate");
            desk_start(&d, &w);
            d.now += 10000 + late;
            int seat = desk_play(&d, 0);
            cr_assert_eq(d.t.core.seat[seat].left, late < 0 ? 1 : 0);
            desk_close(&d);
        }
}
