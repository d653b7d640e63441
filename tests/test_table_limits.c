/* How long what people send may be, and what a table writes and tells at its limits. */
/* SPDX-License-Identifier: MIT */
#include "tests/desk.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#define ROWS(table) (sizeof(table) / sizeof *(table))

static const char *letters(char room[600], size_t n, char c) {
    memset(room, c, n);
    room[n] = 0;
    return room;
}

Test(limits, what_is_sent_fits_into_an_event) {
    static const struct {
        size_t person, name, id, text;
        bool fine;
    } rows[] = {
        {23, 63, 47, 511, true},  {24, 63, 47, 511, false}, {23, 64, 47, 511, false},
        {23, 63, 48, 511, false}, {23, 63, 47, 512, false}, {1, 0, 0, 0, true},
    };
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    char person[600], name[600], id[600], text[600];
    desk_open(&d, "tlimit");
    desk_start(&d, &w);
    for (size_t i = 0; i < ROWS(rows); i++) {
        pt_request r = desk_request(&d, PT_ASK_CHAT, letters(person, rows[i].person, 'p'), -1);
        r.name = letters(name, rows[i].name, 'n');
        r.id = letters(id, rows[i].id, 'i');
        r.text = letters(text, rows[i].text, 't');
        cr_assert_eq(desk_send(&d, &r), rows[i].fine ? PT_GRANTED : PT_MALFORMED, "row %zu", i);
    }
    for (size_t n = 118; n <= 121; n++)
        cr_assert_eq(desk_ask(&d, PT_ASK_MOVE, "ann", 0, letters(text, n, 't')) == PT_MALFORMED,
                     n > 119, "%zu", n);
    static const char odd[] = {1, 31, 127};
    for (size_t i = 0; i < sizeof odd; i++)
        cr_assert_eq(desk_ask(&d, PT_ASK_CHAT, "ann", 0, letters(text, 3, odd[i])),
                     PT_MALFORMED);
    cr_assert_eq(desk_ask(&d, PT_ASK_CHAT, "ann", 0, "\x7E\x80 fine"), PT_GRANTED);
    cr_assert_eq(desk_ask(&d, PT_ASK_CHAT, "a nn", -1, "x"), PT_MALFORMED);
    desk_close(&d);
}

Test(limits, entropy_is_up_to_64_bytes_in_hexadecimal) {
    char room[600];
    for (size_t n = 0; n <= 132; n++)
        cr_assert_eq(pt_entropy_is_fine(letters(room, n, 'f')), n % 2 == 0 && n <= 128, "%zu",
                     n);
    cr_assert(!pt_entropy_is_fine("0g") && !pt_entropy_is_fine("0A") &&
              pt_entropy_is_fine("09"));
}

/* However much was played: a game that all have left says nothing. */
Test(limits, an_abandoned_game_is_not_rated) {
    for (int left = 0; left < 2; left++) {
        desk d;
        pt_wish w = desk_wish("mykerinos", 2);
        desk_open(&d, "trated");
        desk_start(&d, &w);
        for (uint32_t i = 0; i < 40; i++) desk_play(&d, i);
        cr_assert(pt_table_read(&d.t, d.now, left ? "over abandoned" : "over stopped", NULL));
        cr_assert_eq(pt_table_is_rated(&d.t), !left);
        desk_close(&d);
    }
}

static char record[1 << 16];

static const char *record_of(const pt_table *t) {
    pt_text text = pt_text_on(record, sizeof record);
    pt_table_record(t, &text);
    return record;
}

Test(limits, a_record_has_the_clock_in_hours_minutes_and_seconds) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    w.clock = PT_CLOCK_BANK;
    w.clock_ms = 2 * 3600000 + 5 * 60000;
    desk_open(&d, "tclock");
    desk_start(&d, &w);
    d.now += 61000;
    desk_play(&d, 0);
    cr_assert(strstr(record_of(&d.t), " {%clk 2:03:59}\n"), "%s", record);
    desk_close(&d);
}

/* A table that is not full yet has a record, with no result. */
Test(limits, a_record_of_a_table_that_waits) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    desk_open(&d, "twaits");
    desk_make(&d, &w, NULL);
    desk_ask(&d, PT_ASK_SIT, "bob", 1, "");
    cr_assert(strstr(record_of(&d.t), "[Result \"*\"]"), "%s", record);
    cr_assert(strstr(record, "[Player2 \"bob\"]") && !strstr(record, "[Player1"));
    cr_assert(strstr(record, "[Commit ") && !strstr(record, "[Seed"));
    desk_close(&d);
}

/* This table's seed proves nothing about draws of another game. */
Test(limits, a_record_that_was_played_on_proves_no_draws) {
    static char old[1 << 15];
    desk d, on;
    pt_wish w = desk_wish("mytikas", 2);
    desk_open(&d, "told");
    desk_start(&d, &w);
    for (uint32_t i = 0; i < 9; i++) desk_play(&d, i);
    strcpy(old, record_of(&d.t));
    cr_assert(strstr(old, "{%draw"));
    const pt_wish_seat seats[PT_SEATS] = {{"ann", "Ann", "", ""}, {"bob", "Bob", "", ""}};
    desk_open(&on, "ton");
    cr_assert(pt_table_make(&on.t, &w, seats, old, d.t.core.steps, on.now, &on.sink, NULL));
    desk_ask(&on, PT_ASK_START, "ann", -1, "");
    desk_ask(&on, PT_ASK_RESIGN, "ann", 0, "");
    cr_assert_eq(on.t.core.phase, PT_TABLE_OVER);
    record_of(&on.t);
    cr_assert(!strstr(record, "[Commit") && !strstr(record, "[Seed") &&
              !strstr(record, "{%draw"));
    pt_text out = pt_text_on(record, sizeof record);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_tell_about(&j, &on.t, 0);
    PT_TEXT(past, 30);
    pt_put(&past, "\"past\":%u,\"unrated\":true", on.t.core.past);
    cr_assert(strstr(record, past.at), "%s", record);
    desk_close(&on);
    desk_close(&d);
}

Test(limits, readiness_is_told) {
    for (int yes = 1; yes >= 0; yes--) {
        desk d;
        pt_wish w = desk_wish("mykerinos", 2);
        desk_open(&d, "tready");
        desk_make(&d, &w, NULL);
        desk_ask(&d, PT_ASK_SIT, "ann", 0, "");
        for (int k = 1; k >= yes; k--) {
            pt_request r = desk_request(&d, PT_ASK_READY, "ann", 0);
            r.yes = k;
            cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
            cr_assert_eq(desk_send(&d, &r), PT_GRANTED, "said once is enough");
        }
        pt_text out = pt_text_on(record, sizeof record);
        pt_json j = pt_json_on(&out);
        pt_tell_table(&j, &d.t, 0, d.now, NULL);
        cr_assert_eq(strstr(record, "\"ready\":true") != NULL, yes, "%s", record);
        cr_assert(strstr(record, yes ? "{\"e\":\"ready\",\"seat\":0,\"yes\":true}"
                                     : "{\"e\":\"ready\",\"seat\":0,\"yes\":false}"),
                  "%s", record);
        desk_close(&d);
    }
}

/* A snapshot is of this layout and these rules to the last bit, or it is none. */
Test(limits, a_snapshot_with_another_head_is_none) {
    enum { HEAD = 32 };
    for (int steps = 0; steps < 2; steps++) {
        desk d;
        pt_table back;
        size_t n = 0;
        pt_wish w = desk_wish("mytikas", 2);
        desk_open(&d, "tshot");
        if (steps)
            desk_start(&d, &w);
        else
            desk_make(&d, &w, NULL);
        char *bytes = pt_table_snapshot(&d.t, &n);
        cr_assert_eq(n, HEAD + sizeof d.t.core + d.t.core.steps * sizeof *d.t.step);
        pt_table_init(&back, "tother", &desk_bots);
        for (size_t i = 0; i < HEAD; i++) {
            bytes[i] ^= 1;
            cr_assert_not(pt_table_from_snapshot(&back, bytes, n), "byte %zu", i);
            bytes[i] ^= 1;
        }
        char *game = bytes + HEAD + offsetof(pt_table_core, game);
        *game ^= 1;
        cr_assert_not(pt_table_from_snapshot(&back, bytes, n), "no such game");
        *game ^= 1;
        for (size_t less = 1; less < n; less += 97)
            cr_assert_not(pt_table_from_snapshot(&back, bytes, n - less), "%zu less", less);
        cr_assert_eq(back.core.number, 0u);
        cr_assert(pt_table_from_snapshot(&back, bytes, n));
        cr_assert_str_eq(back.core.id, "tother", "it keeps its own name");
        cr_assert_eq(back.core.steps, d.t.core.steps);
        free(bytes);
        pt_table_done(&back);
        desk_close(&d);
    }
}

/* Bytes that are too few are not read behind their end, where here no memory is. */
Test(limits, a_snapshot_is_not_read_behind_its_end) {
    desk d;
    size_t n = 0, page = (size_t)sysconf(_SC_PAGESIZE);
    pt_wish w = desk_wish("mytikas", 2);
    desk_open(&d, "tshort");
    desk_start(&d, &w);
    char *bytes = pt_table_snapshot(&d.t, &n);
    int zero = open("/dev/zero", O_RDONLY);
    char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE, zero, 0);
    cr_assert(zero >= 0 && two != MAP_FAILED);
    cr_assert_eq(mprotect(two + page, page, PROT_NONE), 0);
    for (size_t few = 0; few <= 64; few += 16) {
        pt_table back;
        memcpy(two + page - few, bytes, few);
        pt_table_init(&back, "tshort", &desk_bots);
        cr_assert_not(pt_table_from_snapshot(&back, two + page - few, few));
    }
    free(bytes);
    munmap(two, 2 * page);
    close(zero);
    desk_close(&d);
}
