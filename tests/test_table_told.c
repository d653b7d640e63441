/* Names, events as text, and parts of messages, row by row. */
/* SPDX-License-Identifier: MIT */
#include "table/wish.h"
#include "tests/desk.h"

#define ROWS(table) (sizeof(table) / sizeof *(table))

/* --- names --- */

Test(name_rows, capital_letters_make_no_difference) {
    static const struct {
        const char *a, *b;
        bool same;
    } rows[] = {{"ann", "ann", true},   {"ann", "ANN", true},  {"ann", "anna", false},
                {"anna", "ann", false}, {"", "", true},        {"", "a", false},
                {"a", "", false},       {"bnn", "ann", false}, {"Z1", "z1", true}};
    for (size_t i = 0; i < ROWS(rows); i++)
        cr_assert_eq(pt_name_same(rows[i].a, rows[i].b), rows[i].same, "%s %s", rows[i].a,
                     rows[i].b);
}

#define E4 "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"                 /* letters of two bytes */
#define H4 "\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC" /* of three */
#define G4 "\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80" /* of four */

/* At most 21 letters stay, and at most 60 bytes, whole letters each. */
Test(name_rows, another_name_has_a_number_behind_it) {
    static const struct {
        const char *name;
        int n;
        const char *another;
    } rows[] = {
        {"Ana", 2, "Ana 2"},
        {"Ana", 99, "Ana 99"},
        {"", 2, " 2"},
        {"A", 3, "A 3"},
        {"Ana  ", 2, "Ana 2"},
        {"   ", 2, " 2"},
        {"abcdefghijklmnopqrst", 2, "abcdefghijklmnopqrst 2"},
        {"abcdefghijklmnopqrstu", 2, "abcdefghijklmnopqrstu 2"},
        {"abcdefghijklmnopqrstuv", 2, "abcdefghijklmnopqrstu 2"},
        {"abcdefghijklmnopqrs   xyz", 2, "abcdefghijklmnopqrs 2"},
        {E4 E4 E4 E4 E4 "\xC3\xA9\xC3\xA9", 2, E4 E4 E4 E4 E4 "\xC3\xA9 2"},
        {H4 H4 H4 H4 H4 "\xE2\x82\xAC", 12, H4 H4 H4 H4 H4 " 12"},
        {G4 G4 G4 "\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80", 2,
         G4 G4 G4 "\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80 2"},
        {"a" G4 G4 G4 "\xF0\x9F\x98\x80\xF0\x9F\x98\x80", 2,
         "a" G4 G4 G4 "\xF0\x9F\x98\x80\xF0\x9F\x98\x80 2"},
        {"abc" G4 G4 G4 "\xF0\x9F\x98\x80\xF0\x9F\x98\x80", 2,
         "abc" G4 G4 G4 "\xF0\x9F\x98\x80\xF0\x9F\x98\x80 2"},
        {"ab" G4 G4 G4 "\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80", 2,
         "ab" G4 G4 G4 "\xF0\x9F\x98\x80\xF0\x9F\x98\x80 2"},
        {"a" H4 H4 H4 H4 H4, 2, "a" H4 H4 H4 H4 "\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC 2"},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        char out[PT_LABEL] = "";
        pt_name_another(rows[i].name, rows[i].n, out);
        cr_assert_str_eq(out, rows[i].another, "row %zu: '%s'", i, out);
    }
    static const char blanks[] = "      "; /* what stands before a name does not count */
    char out[PT_LABEL];
    pt_name_another(blanks + 3, 2, out);
    cr_assert_str_eq(out, " 2");
}

/* Who sits where under which name, and what the next one is called. */
Test(name_rows, a_name_is_taken_by_others_only) {
    static const struct {
        pt_access access;
        const char *who, *name;
        int seat;
        const char *is;
    } rows[] = {
        {PT_ACCESS_OPEN, "bob", "Ann", 1, "Ann 2"},  {PT_ACCESS_OPEN, "bob", "aNN", 2, "aNN 2"},
        {PT_ACCESS_OPEN, "ann", "Ann", 1, "Ann"},    {PT_ACCESS_OPEN, "ann", "Ann", 0, "Ann"},
        {PT_ACCESS_LOCAL, "ann", "Ann", 1, "Ann 2"}, {PT_ACCESS_LOCAL, "ann", "Ann", 0, "Ann"},
        {PT_ACCESS_OPEN, "bob", "", 1, ""},          {PT_ACCESS_OPEN, "bob", "Anna", 1, "Anna"},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        desk d;
        pt_wish w = desk_wish("mykerinos", 3);
        w.access = (uint8_t)rows[i].access;
        desk_open(&d, "tname");
        desk_make(&d, &w, NULL);
        pt_request r = desk_request(&d, PT_ASK_SIT, "ann", 0);
        r.name = "Ann";
        cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
        r = desk_request(&d, PT_ASK_SIT, rows[i].who, rows[i].seat);
        r.name = rows[i].name;
        cr_assert_eq(desk_send(&d, &r), PT_GRANTED, "%s", d.why);
        cr_assert_str_eq(d.t.core.seat[rows[i].seat].name, rows[i].is, "row %zu", i);
        desk_close(&d);
    }
}

/* The server keeps people from taking them. */
Test(name_rows, the_names_of_bots_can_be_listed) {
    int count = 0;
    while (pt_bot_name(count)) count++;
    cr_assert_eq(count, 20);
    cr_assert_str_eq(pt_bot_name(0), "Alkis");
    cr_assert_str_eq(pt_bot_name(1), "Briso");
    cr_assert_str_eq(pt_bot_name(19), "Zoe");
    cr_assert_null(pt_bot_name(-1));
    cr_assert_null(pt_bot_name(21));
}

/* Also by those who share the seat, and by bots. */
Test(name_rows, mates_and_bots_have_names_too) {
    desk d;
    pt_wish w;
    desk_two_teams(&d, &w);
    pt_request r = desk_request(&d, PT_ASK_SIT, "c", 0);
    r.name = "Bob";
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
    cr_assert_str_eq(d.t.core.seat[0].mate[1].name, "Bob 2");
    cr_assert_eq(desk_ask(&d, PT_ASK_BOT, "ann", 1, "casual"), PT_GRANTED);
    char name[PT_LABEL];
    memcpy(name, d.t.core.seat[1].name, sizeof name);
    desk_close(&d);
    w = desk_wish("mykerinos", 2);
    desk_open(&d, "tteam"); /* the same id gives the bot the same name */
    desk_make(&d, &w, NULL);
    cr_assert_eq(desk_ask(&d, PT_ASK_BOT, "ann", 1, "casual"), PT_GRANTED);
    cr_assert_str_eq(d.t.core.seat[1].name, name);
    r = desk_request(&d, PT_ASK_SIT, "ann", 0);
    r.name = name;
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
    cr_assert_str_neq(d.t.core.seat[0].name, name);
    r.seat = 1; /* whoever takes the bot's seat may have its name */
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED, "%s", d.why);
    cr_assert_str_eq(d.t.core.seat[1].name, name);
    desk_close(&d);
}

/* A bot that could not have its first name keeps the second when it may choose again. */
Test(name_rows, a_bot_that_is_changed_stays_who_it_is) {
    for (int i = 0; i < 60; i++) {
        desk d;
        char first[PT_LABEL], second[PT_LABEL];
        pt_wish w = desk_wish("mykerinos", 2);
        PT_TEXT(id, 10);
        pt_put(&id, "t%d", i);
        desk_open(&d, id.at);
        desk_make(&d, &w, NULL);
        desk_ask(&d, PT_ASK_BOT, "ann", 1, "casual");
        memcpy(first, d.t.core.seat[1].name, sizeof first);
        desk_ask(&d, PT_ASK_LEAVE, "ann", 1, "");
        pt_request r = desk_request(&d, PT_ASK_SIT, "bob", 0);
        r.name = first;
        cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
        desk_ask(&d, PT_ASK_BOT, "ann", 1, "casual");
        memcpy(second, d.t.core.seat[1].name, sizeof second);
        cr_assert_str_neq(first, second);
        desk_ask(&d, PT_ASK_LEAVE, "bob", 0, "");
        cr_assert_eq(desk_ask(&d, PT_ASK_BOT, "ann", 1, "expert"), PT_GRANTED);
        cr_assert_str_eq(d.t.core.seat[1].name, second);
        cr_assert_str_eq(d.t.core.seat[1].level, "expert");
        desk_close(&d);
    }
}

/* --- events --- */

Test(event_rows, what_cannot_be_read_is_said_once) {
    static char many[1200];
    static const struct {
        const char *text, *words;
    } rows[] = {
        {"luck 3 17 72 16 x deal y R4", "cannot read the event 'luck 3 17 72 16 x deal y R4'"},
        {"a234567890b234567890c234567890d234567890ef 1",
         "there is no event 'a234567890b234567890c234567890d234567890'"},
        {"a234567890b234567890c234567890d234567890 1",
         "there is no event 'a234567890b234567890c234567890d234567890'"},
        {"create\ngame myst\nrules 1\nseats 2\nseed x", "no seed"},
        {"create\ngame chess\n", "no such game"},
        {"create\ngame myst\nrules 9\n", "other rules"},
        {"create\ngame myst\nrules 1\nseats 9\n", "Myst is for 2 players, not 9"},
        {"create\ngame myst\nrules 1\nseats 0\n", "Myst is for 2 players, not 0"},
        {"create\ngame myst\nrules 1\nseats x\n", "no seats"},
        {"create\ngame myst\nrules x\n", "other rules"},
        {"create\ngame myst\nclock sand 1 0 0\n", "no such clock"},
        {"create\ngame myst\nclock bank x 0 0\n", "no such clock"},
        {"create\ngame myst\nclock bank 1099511627777 0 0\n", "no such clock"},
        {"create\ngame myst\nclock bank 1 -1 0\n", "no such clock"},
        {"create\ngame myst\nclock bank 1 0 2\n", "no such clock"},
        {"create\ngame myst\nclock bank 1 0 -1\n", "no such clock"},
        {"create\ngame myst\nwatch 2\n", "watch is 0 or 1"},
        {"create\ngame myst\nwatch -1\n", "watch is 0 or 1"},
        {"create\ngame myst\ngrace -1\n", "no grace time"},
        {"create\ngame myst\ngrace 4294967296\n", "no grace time"},
        {"create\nowner ann\ngame myst\n", "the game comes first"},
        {"create\ncolour red\n\n", "no game"},
        {"create", "no game"},
        {"credit 1000000000000000000", "cannot read the event 'credit 1000000000000000000'"},
        {"credit -1000000000000000000", "cannot read the event 'credit -1000000000000000000'"},
        {"credit -", "cannot read the event 'credit -'"},
        {"credit --5", "cannot read the event 'credit --5'"},
        {"credit x5", "cannot read the event 'credit x5'"},
        {"credit 5x", "cannot read the event 'credit 5x'"},
        {"credit 1/1", "cannot read the event 'credit 1/1'"},
        {"credit 1:1", "cannot read the event 'credit 1:1'"},
    };
    const pt_game *g = pt_game_named("myst");
    pt_event e;
    for (size_t i = 0; i < ROWS(rows); i++) {
        PT_TEXT(why, 200);
        cr_assert_not(pt_event_parse(rows[i].text, g, &e, &why), "%s", rows[i].text);
        cr_assert_str_eq(why.at, rows[i].words, "'%s'", why.at);
        cr_assert_not(pt_event_parse(rows[i].text, g, &e, NULL));
    }
    memset(many, ' ', sizeof many - 1);
    memcpy(many, "move 0 - - choose R", 19);
    cr_assert_not(pt_event_parse(many, g, &e, NULL), "too many blanks");
    many[100] = 0;
    cr_assert(pt_event_parse(many, g, &e, NULL));
    memset(many, 'x', sizeof many - 1);
    memcpy(many, "chat - 1025 ", 12);
    cr_assert_not(pt_event_parse(many, g, &e, NULL), "no name is that long");
}

Test(event_rows, numbers_have_up_to_18_digits) {
    static const struct {
        const char *text;
        int64_t n;
    } rows[] = {{"credit 0", 0},
                {"credit -0", 0},
                {"credit 9", 9},
                {"credit -9", -9},
                {"credit 1234567890", 1234567890},
                {"credit 999999999999999999", 999999999999999999},
                {"credit -999999999999999999", -999999999999999999}};
    for (size_t i = 0; i < ROWS(rows); i++) {
        pt_event e;
        cr_assert(pt_event_parse(rows[i].text, NULL, &e, NULL), "%s", rows[i].text);
        cr_assert_eq(e.amount, rows[i].n, "%s", rows[i].text);
    }
}

/* What a create event does not say is nothing; what another version says is skipped; and an
 * access that this one does not know lets nobody in. */
Test(event_rows, a_wish_is_what_its_lines_say) {
    pt_event e;
    PT_TEXT(why, 200);
    memset(&e, 0x5A, sizeof e);
    cr_assert(pt_wish_parse("game myst\nrules 1\nseats 2\n", &e.wish, &why), "%s", why.at);
    const pt_wish *w = &e.wish;
    cr_assert(!w->owner[0] && !w->key[0] && !w->watch && !w->flag_loses && !w->grace_s);
    cr_assert(w->access == PT_ACCESS_OPEN && w->clock == PT_CLOCK_NONE && !w->clock_ms);
    cr_assert_eq(w->config.seats, 2);
    cr_assert(pt_event_parse("create\ngame myst\n\ncolour red\nrules 1\nseats 2\n"
                             "clock bank 1099511627776 1099511627776 1\naccess guild\n"
                             "watch 1\ngrace 4294967295\nowner a\nkey k",
                             NULL, &e, &why),
              "%s", why.at);
    cr_assert_str_eq(w->owner, "a");
    cr_assert_str_eq(w->key, "k");
    cr_assert(w->watch && w->flag_loses && w->grace_s == UINT32_MAX);
    cr_assert(w->access == PT_ACCESS_PRIVATE && w->clock == PT_CLOCK_BANK);
    cr_assert(w->clock_ms == PT_CLOCK_MOST && w->clock_inc == PT_CLOCK_MOST);
}

/* A list of tables looks the same after these. */
Test(event_rows, some_events_are_quiet) {
    static const pt_event_kind quiet[] = {
        PT_EXTENDED,   PT_RESTED,      PT_PAST,         PT_MOVED,   PT_DRAWN,
        PT_UNDONE,     PT_CREDITED,    PT_PAUSED,       PT_RESUMED, PT_SAID,
        PT_UNDO_ASKED, PT_UNDO_DENIED, PT_REMATCH_ASKED};
    int found = 0;
    for (int kind = 0; kind < PT_EVENT_KINDS; kind++) {
        bool wanted = false;
        for (size_t i = 0; i < ROWS(quiet); i++) wanted |= quiet[i] == (pt_event_kind)kind;
        cr_assert_eq(pt_event_is_quiet((pt_event_kind)kind), wanted, "%d", kind);
        found += wanted;
    }
    cr_assert_eq(found, (int)ROWS(quiet));
}

/* --- messages --- */

static char said[1 << 14];

Test(message_rows, choices_are_told_while_there_is_a_game) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    desk_open(&d, "tsaid");
    desk_make(&d, &w, NULL);
    for (int phase = 0; phase < 3; phase++) {
        int seat = phase == 1 ? desk_mover(&d) : 0;
        pt_text out = pt_text_on(said, sizeof said);
        pt_json j = pt_json_on(&out);
        pt_open(&j, '{');
        pt_tell_choices(&j, &d.t, seat, d.now, NULL);
        pt_close(&j, '}');
        cr_assert_eq(strstr(said, "\"turn\":") != NULL, phase == 1, "%s", said);
        cr_assert_eq(strstr(said, "\"ask\":\"Your turn") != NULL ||
                         strstr(said, "\"ask\":\"") != NULL,
                     phase == 1, "%s", said);
        cr_assert_null(strstr(said, "\"ask\":\"\""), "a question has words");
        cr_assert_null(strstr(said, "\"legal\""), "nobody wants a list");
        if (phase == 0)
            for (int i = 0; i < 2; i++) desk_ask(&d, PT_ASK_SIT, desk_people[i], i, "");
        desk_ask(&d, phase ? PT_ASK_RESIGN : PT_ASK_START, "ann", phase ? 0 : -1, "");
    }
    desk_close(&d);
}

Test(message_rows, notices_and_refusals_say_what_they_have_to) {
    static const struct {
        pt_event_kind kind;
        bool words;
    } notices[] = {{PT_UNDO_ASKED, true}, {PT_UNDO_DENIED, false}, {PT_REMATCH_ASKED, false}};
    desk d;
    desk_open(&d, "tsaid");
    for (size_t i = 0; i < ROWS(notices); i++) {
        pt_text out = pt_text_on(said, sizeof said);
        pt_json j = pt_json_on(&out);
        const pt_event e = {.kind = notices[i].kind, .seat = 1};
        pt_tell_notice(&j, &d.t, &e);
        cr_assert_eq(strstr(said, "\"words\"") != NULL, notices[i].words, "%s", said);
    }
    pt_text out = pt_text_on(said, sizeof said);
    pt_json j = pt_json_on(&out);
    pt_tell_refused(&j, PT_STALE, "R1: look again", "stale", "");
    cr_assert_str_eq(said,
                     "{\"t\":\"refused\",\"code\":\"stale\",\"words\":\"R1: look again\"}");
    desk_close(&d);
}

/* Up to 48 events that were missed are told as far as they are kept, which is 24; of more, the
 * last eight, because nobody reads them all. */
Test(message_rows, what_was_missed_is_told_as_far_as_it_is_kept) {
    for (uint32_t events = 5; events <= 60; events += 11) {
        desk d;
        pt_wish w = desk_wish("mykerinos", 2);
        desk_open(&d, "tmissed");
        desk_make(&d, &w, NULL);
        while (d.t.core.number < events) {
            PT_TEXT(word, 10);
            pt_put(&word, "w%u", d.t.core.number + 1);
            cr_assert_eq(desk_ask(&d, PT_ASK_CHAT, "ann", -1, word.at), PT_GRANTED);
        }
        for (uint32_t count = 0; count <= events; count++) {
            uint32_t told = count > 48 ? 8 : count > 24 ? 24 : count, found = 0;
            pt_text out = pt_text_on(said, sizeof said);
            pt_json j = pt_json_on(&out);
            pt_open(&j, '{');
            pt_tell_missed(&j, &d.t, 0, count);
            pt_close(&j, '}');
            for (const char *at = said; (at = strstr(at, "\"e\":")); at++) found++;
            cr_assert_eq(found, told, "%u of %u: %s", count, events, said);
            PT_TEXT(first, 30);
            PT_TEXT(skipped, 40);
            pt_put(&first, "\"text\":\"w%u\"", events - told + 1);
            pt_put(&skipped, "{\"skipped\":%u,\"seats\":[{", count - told);
            if (told > 0 && told < events) cr_assert(strstr(said, first.at), "%s", said);
            cr_assert_eq(strncmp(said, skipped.at, skipped.used) == 0, told < count, "%s",
                         said);
            if (told == count) cr_assert(strncmp(said, "{\"events\":[", 11) == 0, "%s", said);
        }
        desk_close(&d);
    }
}

static const char *seats_of(const pt_table *t) {
    pt_text out = pt_text_on(said, sizeof said);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_tell_seats(&j, t);
    pt_close(&j, '}');
    return said;
}

Test(message_rows, a_seat_tells_who_sits_there_and_how) {
    desk d;
    pt_wish w = desk_wish("cyclades", 5);
    desk_open(&d, "tseats");
    d.sink = (pt_sink){0};
    desk_make(&d, &w, NULL);
    static const char *const events[] = {"sit 0 a - A", "ready 0 yes", "sit 1 b - B",
                                         "join 1 c C",  "join 1 d D",  "bot 2 expert Zoe",
                                         "bot 3 x X"};
    for (size_t i = 0; i < ROWS(events); i++)
        cr_assert(pt_table_read(&d.t, d.now, events[i], NULL), "%s", events[i]);
    cr_assert_str_eq(seats_of(&d.t),
                     "{\"seats\":[{\"seat\":0,\"kind\":\"human\",\"name\":\"A\",\"face\":"
                     "3826002220,\"ready\":true},"
                     "{\"seat\":1,\"kind\":\"human\",\"name\":\"B\",\"face\":3876335077,"
                     "\"team\":[\"B\",\"C\",\"D\"]},"
                     "{\"seat\":2,\"kind\":\"bot\",\"name\":\"Zoe\",\"level\":\"expert\"},"
                     "{\"seat\":3,\"kind\":\"bot\",\"name\":\"X\",\"level\":\"x\"},"
                     "{\"seat\":4,\"kind\":\"free\"}]}");
    static const char *const later[] = {"sit 4 e - E",    "start",          "standin 0 casual",
                                        "back 0",         "resign 1 clock", "standin 1 y",
                                        "resign 4 player"};
    for (size_t i = 0; i < ROWS(later); i++)
        cr_assert(pt_table_read(&d.t, d.now, later[i], NULL), "%s", later[i]);
    cr_assert_str_eq(seats_of(&d.t),
                     "{\"seats\":[{\"seat\":0,\"kind\":\"human\",\"name\":\"A\",\"face\":"
                     "3826002220,\"ready\":true},"
                     "{\"seat\":1,\"kind\":\"human\",\"name\":\"B\",\"face\":3876335077,"
                     "\"team\":[\"B\",\"C\",\"D\"],"
                     "\"level\":\"y\",\"standin\":true,\"resigned\":true,\"late\":true},"
                     "{\"seat\":2,\"kind\":\"bot\",\"name\":\"Zoe\",\"level\":\"expert\"},"
                     "{\"seat\":3,\"kind\":\"bot\",\"name\":\"X\",\"level\":\"x\"},"
                     "{\"seat\":4,\"kind\":\"human\",\"name\":\"E\",\"face\":3758891744,"
                     "\"resigned\":true}]}");
    desk_close(&d);
}

/* Of a bank what is left, of a time for each move all of it, less what runs; never less than
 * nothing. */
Test(message_rows, clocks_are_told_to_the_millisecond) {
    for (pt_clock clock = PT_CLOCK_NONE; clock <= PT_CLOCK_BANK; clock++)
        for (int64_t left = -1; left <= 2; left++) {
            desk d;
            pt_wish w = desk_wish("mykerinos", 2);
            w.clock = (uint8_t)clock;
            w.clock_ms = 5000;
            desk_open(&d, "tclocks");
            desk_start(&d, &w);
            int seat = desk_mover(&d);
            d.t.core.seat[1 - seat].left = 7;
            pt_text out = pt_text_on(said, sizeof said);
            pt_json j = pt_json_on(&out);
            PT_TEXT(wanted, 60);
            int64_t other = clock == PT_CLOCK_BANK ? 7 : 5000, mine = left < 0 ? 0 : left;
            pt_put(&wanted, "\"left\":[%d,%d]", (int)(seat ? other : mine),
                   (int)(seat ? mine : other));
            pt_tell_clocks(&j, &d.t, d.t.core.state, d.now + 5000 - left);
            cr_assert_str_eq(said, clock == PT_CLOCK_NONE ? "" : wanted.at);
            pt_head hidden = *pt_table_head(&d.t); /* a view that does not say who owes */
            hidden.owes = 0;
            pt_clear(&out);
            j = pt_json_on(&out);
            pt_tell_clocks(&j, &d.t, &hidden, d.now + 5000 - left);
            if (clock == PT_CLOCK_MOVE) cr_assert_str_eq(said, "\"left\":[5000,5000]");
            cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, "ann", 0, ""), PT_GRANTED);
            pt_clear(&out);
            j = pt_json_on(&out);
            pt_tell_clocks(&j, &d.t, d.t.core.state, d.now);
            cr_assert_str_eq(said, "", "no clock runs after the game");
            desk_close(&d);
        }
}

/* In a race everybody owes a choice, and no clock runs. */
Test(message_rows, clocks_stand_still_in_a_race) {
    desk d;
    pt_wish w = desk_wish("myst", 2);
    desk_option(&w, "pmode=rt");
    w.clock = PT_CLOCK_BANK;
    w.clock_ms = 60000;
    desk_open(&d, "trace");
    desk_start(&d, &w);
    for (int i = 0; i < 9 && !pt_table_racing(&d.t); i++) desk_play(&d, 0);
    cr_assert_eq(pt_table_owes(&d.t), 3);
    pt_text out = pt_text_on(said, sizeof said);
    pt_json j = pt_json_on(&out);
    pt_tell_clocks(&j, &d.t, d.t.core.state, d.now + 1000);
    cr_assert_str_eq(said, "\"left\":[60000,60000]");
    desk_close(&d);
}

/* Whoever made the table is its host in the last seat too. */
Test(message_rows, the_host_is_told_wherever_they_sit) {
    for (int seat = -1; seat < 3; seat++) {
        desk d;
        pt_wish w = desk_wish("mykerinos", 3);
        desk_open(&d, "thost");
        desk_make(&d, &w, NULL);
        if (seat >= 0) cr_assert_eq(desk_ask(&d, PT_ASK_SIT, "ann", seat, ""), PT_GRANTED);
        pt_text out = pt_text_on(said, sizeof said);
        pt_json j = pt_json_on(&out);
        pt_open(&j, '{');
        pt_tell_about(&j, &d.t, PT_PUBLIC_EYE);
        PT_TEXT(wanted, 20);
        pt_put(&wanted, "\"host\":%d", seat);
        cr_assert_eq(strstr(said, "\"host\"") != NULL, seat >= 0, "%s", said);
        if (seat >= 0) cr_assert(strstr(said, wanted.at), "%s", said);
        desk_close(&d);
    }
}

Test(message_rows, talk_without_a_name_is_told_too) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    desk_open(&d, "ttalk");
    desk_make(&d, &w, NULL);
    pt_request r = desk_request(&d, PT_ASK_CHAT, "eve", -1);
    r.name = "";
    r.text = "hello";
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
    pt_text out = pt_text_on(said, sizeof said);
    pt_json j = pt_json_on(&out);
    pt_tell_events(&j, &d.t, PT_PUBLIC_EYE, 1);
    cr_assert_str_eq(said, "\"events\":[{\"e\":\"chat\",\"name\":\"\",\"text\":\"hello\"}]");
    desk_close(&d);
}
