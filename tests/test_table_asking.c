/* Who may ask for what: owners, keys, hints, the host itself, and teams that only a log knows.
 */
/* SPDX-License-Identifier: MIT */
#include "tests/desk.h"

#define ROWS(table) (sizeof(table) / sizeof *(table))

/* --- who may know of a table --- */

/* A person and a key may be a single letter, and nobody is nobody. */
Test(asking, one_letter_is_a_person_and_a_key) {
    static const struct {
        const char *owner, *key, *who, *with;
        bool sees;
    } rows[] = {
        {"a", "k", "a", "", true},  {"a", "k", "", "", false},    {"a", "k", "b", "", false},
        {"a", "k", "b", "k", true}, {"a", "k", "b", "kk", false}, {"a", "", "b", "", false},
        {"", "k", "", "", false},   {"", "", "", "", false},      {"", "k", "", "k", true},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        desk d;
        pt_wish w = desk_wish("mykerinos", 2);
        w.access = PT_ACCESS_PRIVATE;
        strcpy(w.owner, rows[i].owner);
        strcpy(w.key, rows[i].key);
        desk_open(&d, "tsee");
        desk_make(&d, &w, NULL);
        cr_assert_eq(pt_table_may_see(&d.t, rows[i].who, rows[i].with), rows[i].sees, "row %zu",
                     i);
        desk_same(&d.t, &d.log);
        desk_close(&d);
    }
}

/* Whoever sits at a table may see it, in the first seat and in the last. */
Test(asking, every_seat_sees) {
    for (int seat = 0; seat < PT_SEATS; seat++) {
        desk d;
        pt_wish w = desk_wish("cyclades", PT_SEATS);
        pt_wish_seat seats[PT_SEATS] = {0};
        w.access = PT_ACCESS_PRIVATE;
        strcpy(seats[seat].person, "b");
        desk_open(&d, "tseats");
        desk_make(&d, &w, seats);
        cr_assert(pt_table_may_see(&d.t, "b", ""), "seat %d", seat);
        for (int i = -2; i <= PT_SEATS; i++)
            cr_assert_eq(pt_table_owns(&d.t, "b", i), i == seat, "seat %d, %d", seat, i);
        desk_close(&d);
    }
}

/* Behind the fifth seat lies the state of the game, which may look like anything: here like
 * somebody called "a". */
Test(asking, nobody_sits_behind_the_last_seat) {
    desk d;
    pt_wish w = desk_wish("cyclades", PT_SEATS);
    desk_open(&d, "tbehind");
    desk_start(&d, &w);
    pt_seat *last = &d.t.core.seat[PT_SEATS - 1];
    cr_assert(pt_table_is_rated(&d.t));
    strcpy(last->person, "a");
    pt_seat like = *last;
    strcpy(like.mate[0].person, "b");
    memcpy(d.t.core.state, &like, sizeof like);
    cr_assert(pt_table_owns(&d.t, "a", PT_SEATS - 1));
    cr_assert_not(pt_table_owns(&d.t, "a", PT_SEATS));
    cr_assert(pt_table_is_rated(&d.t), "five people");
    cr_assert_eq(desk_ask(&d, PT_ASK_CHAT, "a", PT_SEATS, "hello"), PT_NOT_YOUR_SEAT);
    desk_close(&d);
}

Test(asking, bots_are_seated_by_an_owner_of_one_letter_and_not_by_nobody) {
    static const struct {
        const char *owner, *who;
        pt_refusal answer;
    } rows[] = {{"a", "a", PT_GRANTED}, {"a", "b", PT_BOT_OWNER}, {"", "", PT_BOT_OWNER}};
    for (size_t i = 0; i < ROWS(rows); i++) {
        desk d;
        pt_wish w = desk_wish("mykerinos", 2);
        strcpy(w.owner, rows[i].owner);
        desk_open(&d, "towner");
        desk_make(&d, &w, NULL);
        cr_assert_eq(desk_ask(&d, PT_ASK_BOT, rows[i].who, 1, "casual"), rows[i].answer);
        desk_close(&d);
    }
}

/* Nobody has said that they are ready where only bots sit. */
Test(asking, a_game_of_bots_begins_when_somebody_says_so) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    desk_open(&d, "tbots");
    desk_make(&d, &w, NULL);
    for (int i = 0; i < 2; i++)
        cr_assert_eq(desk_ask(&d, PT_ASK_BOT, "ann", i, "casual"), PT_GRANTED);
    cr_assert_eq(d.t.core.phase, PT_TABLE_OPEN);
    cr_assert_eq(desk_ask(&d, PT_ASK_START, "ann", -1, ""), PT_GRANTED);
    cr_assert_eq(d.t.core.phase, PT_TABLE_PLAYING);
    desk_close(&d);
}

/* A level is a word like any other, and no longer than an id. */
static int any_level(const char *name, const pt_game *g) { return g && name[0] ? 0 : -1; }
Test(asking, a_level_fits_into_its_place) {
    static const pt_table_bots bots = {any_level, "x"};
    for (size_t n = PT_ID - 2; n <= PT_ID + 1; n++) {
        desk d;
        char level[40] = "";
        pt_wish w = desk_wish("mykerinos", 2);
        memset(level, 'x', n);
        desk_open(&d, "tlevel");
        d.t.bots = &bots;
        desk_make(&d, &w, NULL);
        cr_assert_eq(desk_ask(&d, PT_ASK_BOT, "ann", 1, level),
                     n < PT_ID ? PT_GRANTED : PT_BOT_UNKNOWN, "%zu letters", n);
        desk_close(&d);
    }
}

/* A character is rated with its level, and told beside it. */
Test(asking, a_character_has_the_rating_of_its_level) {
    static const pt_table_bots bots = {any_level, "x"};
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    static char memory[8192];
    pt_text out = pt_text_on(memory, sizeof memory);
    pt_json j = pt_json_on(&out);
    desk_open(&d, "tstyle");
    d.t.bots = &bots;
    desk_make(&d, &w, NULL);
    cr_assert_eq(desk_ask(&d, PT_ASK_BOT, "ann", 1, "seasoned:style=gatherer"), PT_GRANTED);
    cr_expect_str_eq(d.t.core.seat[1].level, "seasoned:style=gatherer");
    cr_expect_str_eq(d.t.core.seat[1].person, "bot:seasoned");
    PT_TEXT(label, 2 * PT_LABEL);
    pt_seat_label(&d.t.core.seat[1], &label);
    cr_expect(strstr(label.at, " (seasoned gatherer bot)"), "%s", label.at);
    pt_open(&j, '{');
    pt_tell_seats(&j, &d.t);
    pt_close(&j, '}');
    cr_expect(strstr(memory, "\"level\":\"seasoned\",\"style\":\"gatherer\""), "%s", memory);
    desk_close(&d);
}

/* A log may hold somebody else at a table of one screen: they take no further seat. */
Test(asking, at_one_screen_only_the_owner_takes_a_seat) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    const pt_wish_seat seats[PT_SEATS] = {{"bob", "Bob", "", ""}};
    w.access = PT_ACCESS_LOCAL;
    desk_open(&d, "tscreen");
    desk_make(&d, &w, seats);
    desk_says(&d, desk_ask(&d, PT_ASK_SIT, "bob", 1, ""), PT_SIT_LOCAL, "cannot-sit",
              "this table is for one screen");
    cr_assert_eq(desk_ask(&d, PT_ASK_SIT, "ann", 1, ""), PT_GRANTED);
    cr_assert_eq(desk_ask(&d, PT_ASK_START, "ann", -1, ""), PT_GRANTED);
    cr_assert_eq(desk_ask(&d, PT_ASK_PAUSE, "ann", 1, ""), PT_GRANTED,
                 "nobody has to be asked");
    desk_close(&d);
}

Test(asking, without_bots_whoever_leaves_just_leaves) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    desk_open(&d, "tnobots");
    d.t.bots = NULL;
    desk_start(&d, &w);
    int count = d.log.count;
    cr_assert_eq(desk_ask(&d, PT_ASK_LEAVE, "ann", 0, ""), PT_GRANTED);
    cr_assert_eq(d.log.count, count);
    desk_close(&d);
    desk_open(&d, "tnobots");
    d.t.bots = NULL;
    desk_make(&d, &w, NULL);
    cr_assert_eq(desk_ask(&d, PT_ASK_BOT, "ann", 0, "casual"), PT_BOT_UNKNOWN);
    desk_close(&d);
    w = desk_wish("mykerinos", 3);
    desk_open(&d, "tnobots");
    d.t.bots = NULL;
    desk_start(&d, &w);
    cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, "ann", 0, ""), PT_GRANTED);
    cr_assert_str_eq(desk_last(&d), "over stopped", "nobody can play on for her");
    desk_close(&d);
}

/* Whoever leaves a team goes by the name they have now, or by the one they sat down with. */
Test(asking, who_leaves_a_team_is_named) {
    static const char *const now[] = {"", "X", "Calm Otter"};
    for (size_t i = 0; i < ROWS(now); i++) {
        desk d;
        pt_wish w;
        PT_TEXT(wanted, 60);
        desk_two_teams(&d, &w);
        pt_request r = desk_request(&d, PT_ASK_LEAVE, "bob", 0);
        r.name = now[i];
        cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
        pt_put(&wanted, "quit 0 bob %s", now[i][0] ? now[i] : "bob");
        cr_assert_str_eq(desk_last(&d), wanted.at);
        desk_close(&d);
    }
}

/* --- the host --- */

/* The host may do what it has to at any table; people are told that there is none. */
Test(asking, the_host_needs_no_key) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    pt_wish_seat seats[PT_SEATS] = {{"", "", "", "casual"}, {"", "", "", "casual"}};
    w.access = PT_ACCESS_PRIVATE;
    desk_open(&d, "tpriv");
    desk_make(&d, &w, seats);
    cr_assert_eq(desk_ask(&d, PT_ASK_START, "ann", -1, ""), PT_GRANTED);
    static const pt_ask by_people[] = {PT_ASK_SIT,    PT_ASK_CHAT,   PT_ASK_PAUSE,
                                       PT_ASK_RESUME, PT_ASK_EXTEND, PT_ASK_HINT};
    for (size_t i = 0; i < ROWS(by_people); i++)
        cr_assert_eq(desk_ask(&d, by_people[i], "cid", 0, ""), PT_NO_TABLE);
    pt_request r = desk_request(&d, PT_ASK_BOT_MOVE, "", desk_mover(&d));
    uint32_t steps = d.t.core.steps;
    r.move = desk_legal(&d, r.seat, 0);
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
    cr_assert_gt(d.t.core.steps, steps);
    desk_close(&d);
}

/* Where there is no table, or one that is broken, nothing happens at all. */
Test(asking, an_empty_or_broken_table_does_nothing) {
    static const pt_ask by_host[] = {PT_ASK_TICK, PT_ASK_LOOK, PT_ASK_PRESENCE, PT_ASK_CREDIT};
    for (int broken = 0; broken < 2; broken++) {
        desk d;
        pt_wish w = desk_wish("mykerinos", 2);
        desk_open(&d, "tnone");
        if (broken) desk_start(&d, &w);
        d.t.broken = broken;
        const pt_table was = d.t;
        for (size_t i = 0; i < ROWS(by_host); i++) {
            pt_request r = desk_request(&d, by_host[i], "", -1);
            r.at = 5;
            desk_says(&d, desk_send(&d, &r), PT_NOT_WRITTEN, "not-written",
                      "there is not enough memory for this");
        }
        cr_assert_eq(memcmp(&was, &d.t, sizeof was), 0);
        desk_close(&d);
    }
}

/* --- hints --- */

/* Ann, another person and a bot in every order: nobody is helped against somebody else. */
Test(asking, no_hint_while_another_person_plays_anywhere) {
    for (int ann = 0; ann < 3; ann++)
        for (int other = 0; other < 3; other++) {
            if (other == ann) continue;
            for (int two = 0; two < 2; two++) {
                desk d;
                pt_wish w = desk_wish("mykerinos", 3);
                pt_wish_seat seats[PT_SEATS] = {0};
                for (int i = 0; i < 3; i++)
                    strcpy(i == ann ? seats[i].person : seats[i].level,
                           i == ann ? "ann" : "casual");
                memset(seats[other].level, 0, sizeof seats[other].level);
                strcpy(seats[other].person, two ? "bob" : "ann");
                desk_open(&d, "thint");
                desk_make(&d, &w, seats);
                cr_assert_eq(desk_ask(&d, PT_ASK_START, "ann", -1, ""), PT_GRANTED);
                pt_head head = *pt_table_head(&d.t);
                head.owes = pt_with(0, ann);
                memcpy(d.t.core.state, &head, sizeof head);
                cr_assert_eq(pt_table_may_hint(&d.t, "ann", ann), two ? PT_NO_HINT : PT_GRANTED,
                             "ann %d, other %d", ann, other);
                desk_close(&d);
            }
        }
}

/* --- teams --- */

/* A log may hold a team in a game that has none: then each of them speaks for all. */
Test(asking, a_team_without_a_captain) {
    desk d;
    pt_wish w = desk_wish("mytikas", 2);
    desk_open(&d, "tmates");
    d.sink = (pt_sink){0};
    desk_make(&d, &w, NULL);
    desk_ask(&d, PT_ASK_SIT, "ann", 0, "");
    desk_ask(&d, PT_ASK_SIT, "bob", 1, "");
    cr_assert(pt_table_read(&d.t, d.now, "join 0 cid Cid", NULL));
    cr_assert_eq(desk_ask(&d, PT_ASK_START, "cid", -1, ""), PT_GRANTED, "%s", d.why);
    while (desk_mover(&d) != 0) desk_play(&d, 0);
    cr_assert_eq(pt_table_captain(&d.t, 0, d.now), -1);
    cr_assert_eq(desk_move(&d, "cid", 0, desk_legal(&d, 0, 0)), PT_GRANTED, "%s", d.why);
    cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, "cid", 0, ""), PT_GRANTED, "%s", d.why);
    desk_close(&d);
}

/* The second of the first team, the first of the second. */
static int by_seat(const void *s, int seat) {
    (void)s;
    return seat ? 0 : 1;
}

/* Where no time runs, nobody waits for a captain. */
Test(asking, in_a_race_there_is_no_captain_whatever_the_game_says) {
    desk d;
    pt_wish w;
    desk_two_teams(&d, &w);
    desk_close(&d);
    desk_option(&w, "pmode=rt");
    desk_open(&d, "tcaptain");
    desk_make(&d, &w, NULL);
    for (int i = 0; i < 4; i++) desk_ask(&d, PT_ASK_SIT, desk_people[i], i / 2, "");
    cr_assert_eq(desk_ask(&d, PT_ASK_START, "ann", -1, ""), PT_GRANTED, "%s", d.why);
    pt_game game = *d.t.game;
    pt_team team = *game.team;
    team.captain = by_seat;
    game.team = &team;
    d.t.game = &game;
    while (desk_mover(&d) != 0) desk_play(&d, 0);
    cr_assert_eq(pt_table_captain(&d.t, 0, d.now), 1);
    for (int i = 0; i < 9 && !pt_table_racing(&d.t); i++) {
        int seat = desk_mover(&d);
        const char *who = seat ? "cid" : "bob";
        cr_assert_eq(pt_table_captain(&d.t, seat, d.now), seat ? 0 : 1);
        cr_assert_eq(desk_move(&d, who, seat, desk_legal(&d, seat, (uint32_t)seat)),
                     PT_GRANTED);
    }
    cr_assert(pt_table_racing(&d.t) && pt_has(pt_table_owes(&d.t), 0));
    cr_assert_eq(pt_table_captain(&d.t, 0, d.now), -1);
    desk_close(&d);
}

/* Words that stood there before are gone. */
Test(asking, a_refusal_stands_alone) {
    desk d;
    pt_wish w;
    desk_two_teams(&d, &w);
    desk_ask(&d, PT_ASK_SIT, "dot", 1, "");
    cr_assert_eq(desk_ask(&d, PT_ASK_START, "ann", -1, ""), PT_GRANTED);
    pt_request r = desk_request(&d, PT_ASK_RESIGN, "bob", 0);
    PT_TEXT(why, 200);
    pt_puts(&why, "before ");
    cr_assert_eq(pt_table_ask(&d.t, &r, &d.sink, &why), PT_NOT_CAPTAIN);
    cr_assert_str_eq(why.at, "ann speaks for your team now");
    r.seat = 1;
    cr_assert_eq(pt_table_ask(&d.t, &r, &d.sink, &why), PT_NOT_YOUR_SEAT);
    cr_assert_str_eq(why.at, "you do not sit there");
    desk_close(&d);
}

/* The words of some refusals are written where their arguments are known. */
Test(asking, every_refusal_has_a_code_and_nearly_all_have_words) {
    for (int r = 0; r < PT_REFUSALS; r++) {
        PT_TEXT(words, 200);
        bool elsewhere = r == PT_GRANTED || r == PT_RULE || r == PT_NOT_CAPTAIN;
        pt_say_refusal(&words, (pt_refusal)r);
        cr_assert_eq(words.used == 0, elsewhere, "%d: %s", r, words.at);
        cr_assert(pt_refusal_code((pt_refusal)r)[0]);
    }
}

/* Ann moves because her captain has waited too long: Cid is told who made the move. */
Test(asking, whose_move_it_was_is_said_to_the_third_of_a_team) {
    desk d;
    pt_wish w;
    desk_two_teams(&d, &w);
    desk_ask(&d, PT_ASK_SIT, "cid", 0, "");
    desk_ask(&d, PT_ASK_SIT, "dot", 1, "");
    cr_assert_eq(desk_ask(&d, PT_ASK_START, "ann", -1, ""), PT_GRANTED);
    pt_game game = *d.t.game;
    pt_team team = *game.team;
    team.captain = by_seat;
    game.team = &team;
    d.t.game = &game;
    while (desk_mover(&d) != 0) desk_play(&d, 0);
    d.now += team.takeover_ms;
    cr_assert_eq(desk_move(&d, "ann", 0, desk_legal(&d, 0, 0)), PT_GRANTED, "%s", d.why);
    desk_says(&d, desk_ask(&d, PT_ASK_UNDO, "cid", 0, ""), PT_NOT_CAPTAIN, "not-captain",
              "ann made this move for your team: only they can take it back");
    desk_close(&d);
}
