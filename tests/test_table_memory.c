/* A table without memory says so and is read anew from its log; and every table gives back what
 * it took. */
/* SPDX-License-Identifier: MIT */
#include "table/log.h"
#include "tests/desk.h"

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void __real_free(void *p);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);
void __wrap_free(void *p);

static int held;         /* pieces of memory that are taken */
static bool no_room;     /* nothing can grow */
static bool is_out;      /* there is no more */
static bool is_watching; /* every piece has marks behind it, which nobody may overwrite */

enum { MARK = 0x5A, MARKS = 64, PIECES = 400 };
static struct {
    char *at;
    size_t n;
} pieces[PIECES];

static void *with_marks(void *p, size_t n) {
    int i = 0;
    if (!p || !is_watching) return p;
    while (i < PIECES && pieces[i].at) i++;
    cr_assert_lt(i, PIECES);
    pieces[i].at = p;
    pieces[i].n = n;
    memset(pieces[i].at + n, MARK, MARKS);
    return p;
}

static void check_marks(const void *p) {
    for (int i = 0; i < PIECES && p; i++) {
        if (pieces[i].at != p) continue;
        for (size_t k = 0; k < MARKS; k++)
            cr_assert_eq(pieces[i].at[pieces[i].n + k], MARK, "%zu behind %zu bytes", k,
                         pieces[i].n);
        pieces[i].at = NULL;
    }
}

static size_t room_for(size_t n) { return is_watching ? n + MARKS : n; }

void *__wrap_malloc(size_t n) {
    void *p = is_out ? NULL : __real_malloc(room_for(n));
    held += p != NULL;
    return with_marks(p, n);
}
void *__wrap_calloc(size_t n, size_t size) {
    void *p = is_out ? NULL : __real_calloc(room_for(n * size), 1);
    held += p != NULL;
    return with_marks(p, n * size);
}
void *__wrap_realloc(void *old, size_t n) {
    if (is_out || no_room) return NULL;
    check_marks(old);
    void *p = __real_realloc(old, room_for(n));
    held += p != NULL && !old;
    return with_marks(p, n);
}
void __wrap_free(void *p) {
    held -= p != NULL;
    check_marks(p);
    __real_free(p);
}

static void begin(desk *d, const char *game) {
    pt_wish w = desk_wish(game, 2);
    desk_open(d, "tmemory");
    desk_start(d, &w);
}

/* Until the next move needs more room. */
static void fill(desk *d) {
    for (uint32_t i = 0; d->t.core.steps < d->t.step_room; i++) desk_play(d, i);
}

Test(memory, a_move_without_room_is_not_made_and_the_table_is_broken) {
    desk d;
    begin(&d, "mykerinos");
    fill(&d);
    int seat = desk_mover(&d), count = d.log.count;
    pt_move m = desk_legal(&d, seat, 0);
    PT_TEXT(text, 100);
    pt_print_move(d.t.game->verbs, m, &text);
    pt_table_core was = d.t.core;
    is_out = true;
    cr_assert_eq(desk_ask(&d, PT_ASK_MOVE, desk_people[seat], seat, text.at), PT_NOT_WRITTEN);
    is_out = false;
    cr_assert(d.t.broken && d.log.count == count);
    cr_assert_eq(memcmp(&was, &d.t.core, sizeof was), 0);
    cr_assert_eq(desk_ask(&d, PT_ASK_MOVE, desk_people[seat], seat, text.at), PT_NO_TABLE);
    cr_assert_not(pt_table_may_see(&d.t, "ann", ""));
    desk_close(&d);
}

/* A tick ends there, although its reason is still there. */
Test(memory, a_tick_without_room_ends) {
    desk d;
    pt_wish w = desk_wish("myst", 2);
    w.clock = PT_CLOCK_MOVE;
    w.clock_ms = 1000;
    desk_open(&d, "ttick");
    desk_start(&d, &w);
    fill(&d);
    d.now += 1000;
    no_room = true;
    pt_refusal answer = desk_ask(&d, PT_ASK_TICK, "", -1, "");
    no_room = false;
    cr_assert_eq(answer, PT_NOT_WRITTEN);
    cr_assert(d.t.broken);
    desk_close(&d);
}

/* The rest of a request is not told after something was lost. */
static void break_at(void *to, const pt_table *t, const pt_event *e) {
    (void)e;
    ++*(int *)to;
    ((pt_table *)(uintptr_t)t)->broken = true;
}

Test(memory, a_broken_table_tells_nothing_more) {
    for (int request = 0; request < 2; request++) {
        desk d;
        pt_wish w = desk_wish("mykerinos", 2);
        int told = 0;
        desk_open(&d, "tbroken");
        if (request)
            desk_start(&d, &w);
        else
            desk_make(&d, &w, NULL);
        for (int i = 0; i < 2 && !request; i++) desk_ask(&d, PT_ASK_SIT, desk_people[i], i, "");
        d.sink = (pt_sink){break_at, &told};
        cr_assert_eq(
            desk_ask(&d, request ? PT_ASK_RESIGN : PT_ASK_START, "ann", request ? 0 : -1, ""),
            PT_NOT_WRITTEN);
        cr_assert_eq(told, 1, "nothing after it");
        d.t.broken = false;
        desk_close(&d);
    }
}

Test(memory, no_table_is_made_without_memory) {
    static char record[1 << 15];
    desk d;
    begin(&d, "mytikas");
    for (uint32_t i = 0; i < 9; i++) desk_play(&d, i);
    pt_text text = pt_text_on(record, sizeof record);
    pt_table_record(&d.t, &text);
    const pt_wish w = desk_wish("mytikas", 2);
    const pt_wish_seat nobody[PT_SEATS] = {0};
    pt_table t;
    PT_TEXT(why, 200);
    int before = held;
    pt_table_init(&t, "tnone", &desk_bots);
    is_out = true;
    bool fine = pt_wish_record(&w, record, 3, &why);
    is_out = false;
    cr_assert_not(fine);
    cr_assert_str_eq(why.at, "not enough memory");
    cr_assert(pt_wish_record(&w, record, 3, NULL));
    cr_assert(pt_table_make(&t, &w, nobody, record, 3, d.now, &(pt_sink){0}, NULL));
    is_out = true;
    size_t n = 0;
    void *bytes = pt_table_snapshot(&t, &n);
    is_out = false;
    cr_assert_null(bytes);
    bytes = pt_table_snapshot(&t, &n);
    pt_table back;
    pt_table_init(&back, "tnone", &desk_bots);
    is_out = true;
    fine = pt_table_from_snapshot(&back, bytes, n);
    is_out = false;
    cr_assert_not(fine);
    cr_assert_eq(back.core.number, 0u);
    free(bytes);
    pt_table_done(&t);
    cr_assert_eq(held, before, "everything is given back");
    desk_close(&d);
}

/* A table that cannot be read to its end leaves nothing behind. */
Test(memory, what_was_read_in_vain_is_given_back) {
    static char kept[1 << 14];
    desk d;
    begin(&d, "mykerinos");
    desk_ask(&d, PT_ASK_CHAT, "ann", 0, "hello");
    pt_text file = pt_text_on(kept, sizeof kept);
    pt_log_start("tlog", &file);
    for (int i = 0; i < d.log.count; i++) {
        pt_event e;
        cr_assert(pt_event_parse(d.log.text[i], d.t.game, &e, NULL));
        e.at = d.log.at[i];
        e.number = (uint32_t)i + 1;
        pt_log_event(&e, d.t.game, &file);
    }
    pt_puts(&file, "nonsense\n");
    int before = held, line = 0;
    pt_table t;
    PT_TEXT(why, 100);
    cr_assert_not(pt_log_read(&t, kept, &desk_bots, &line, &why));
    cr_assert_eq(held, before);
    cr_assert(!t.game && !t.core.id[0] && t.now.undo_by == -1);
    cr_assert_not(pt_log_read(&t, "petteia-table 1 t\n", &desk_bots, &line, &why));
    cr_assert(!t.game && !t.core.id[0]);
    desk_close(&d);
    cr_assert_eq(d.log.count, 0);
}

Test(memory, a_table_gives_back_what_it_took) {
    int before = held;
    desk d;
    pt_wish w = desk_wish("mytikas", 2);
    desk_open(&d, "tgiven");
    d.sink = (pt_sink){0};
    desk_start(&d, &w);
    for (uint32_t i = 0; i < 40; i++) {
        desk_play(&d, i);
        desk_ask(&d, PT_ASK_CHAT, "ann", 0, "talk that is kept for a while");
    }
    desk_ask(&d, PT_ASK_RESIGN, "ann", 0, "");
    for (int i = 0; i < PT_RECENT; i++) desk_ask(&d, PT_ASK_CHAT, "ann", 0, "good game");
    for (int i = 0; i < PT_RECENT; i++) cr_assert(d.t.recent[i].words);
    desk_close(&d);
    cr_assert_eq(held, before);
    pt_table_done(&d.t); /* once more is harmless */
    cr_assert_eq(held, before);
}

/* What is read from a log without memory is not what is wrong with the log. */
Test(memory, a_table_that_cannot_grow_is_broken_and_its_log_is_not) {
    desk d;
    begin(&d, "mykerinos");
    fill(&d);
    PT_TEXT(text, 100);
    PT_TEXT(why, 100);
    int seat = desk_mover(&d);
    pt_put(&text, "move %d - - ", seat);
    pt_print_move(d.t.game->verbs, desk_legal(&d, seat, 0), &text);
    no_room = true;
    bool fine = pt_table_read(&d.t, d.now, text.at, &why);
    no_room = false;
    cr_assert(!fine && d.t.broken);
    cr_assert_str_eq(why.at, "not enough memory");
    d.t.broken = false;
    cr_assert(pt_table_read(&d.t, d.now, text.at, &why));
    d.sink = (pt_sink){0};
    desk_ask(&d, PT_ASK_RESIGN, "ann", 0, "");
    pt_request r = desk_request(&d, PT_ASK_REMATCH, "ann", 0);
    memcpy(d.fresh.id, "tnext", 6);
    r.next = &d.next;
    r.fresh = &d.fresh;
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
    r.person = "bob";
    r.seat = 1;
    no_room = true;
    pt_refusal answer = desk_send(&d, &r);
    no_room = false;
    cr_assert_eq(answer, PT_NOT_WRITTEN);
    cr_assert_eq(d.t.core.rematch[0], 0, "there is no next table");
    desk_close(&d);
}

Test(memory, a_record_that_finds_no_room_is_no_table) {
    static char record[1 << 15];
    desk d;
    begin(&d, "mytikas");
    for (uint32_t i = 0; i < 9; i++) desk_play(&d, i);
    pt_text text = pt_text_on(record, sizeof record);
    pt_table_record(&d.t, &text);
    const pt_wish w = desk_wish("mytikas", 2);
    const pt_wish_seat nobody[PT_SEATS] = {0};
    pt_table t;
    PT_TEXT(why, 200);
    pt_table_init(&t, "tnone", &desk_bots);
    no_room = true;
    bool fine = pt_table_make(&t, &w, nobody, record, 9, d.now, &(pt_sink){0}, &why);
    no_room = false;
    cr_assert_not(fine);
    cr_assert_str_eq(why.at, "not enough memory");
    pt_table_done(&t);
    desk_close(&d);
}

/* Everything that a table keeps fits into the memory that it took for it. */
Test(memory, nobody_writes_behind_what_they_took) {
    static char kept[1 << 15];
    desk d;
    pt_table back;
    pt_wish w = desk_wish("mytikas", 3);
    is_watching = true;
    desk_open(&d, "tmarks");
    d.sink = (pt_sink){0};
    desk_make(&d, &w, NULL);
    desk_ask(&d, PT_ASK_SIT, "ann", 0, "");
    desk_ask(&d, PT_ASK_SIT, "bob", 1, "");
    desk_ask(&d, PT_ASK_BOT, "ann", 2, "casual");
    for (size_t n = 0; n < 70; n++) {
        memset(kept, 'x', n + 1);
        kept[n + 1] = 0;
        desk_ask(&d, PT_ASK_CHAT, "ann", 0, kept);
    }
    for (int i = 0; i < 40; i++) { /* every size of a list of moves, read back and grown */
        size_t n = 0;
        void *bytes = pt_table_snapshot(&d.t, &n);
        pt_table_init(&back, "tmarks", &desk_bots);
        cr_assert(pt_table_from_snapshot(&back, bytes, n));
        free(bytes);
        pt_table_done(&d.t);
        d.t = back;
        if (!i) desk_ask(&d, PT_ASK_START, "ann", -1, "");
        int seat = desk_mover(&d);
        pt_request r = desk_request(&d, PT_ASK_BOT_MOVE, "", seat);
        r.move = desk_legal(&d, seat, (uint32_t)i);
        if (seat == 2) cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
        if (seat != 2) desk_play(&d, (uint32_t)i);
    }
    cr_assert_gt(d.t.core.steps, 39u);
    pt_text text = pt_text_on(kept, sizeof kept);
    pt_table_record(&d.t, &text);
    cr_assert(pt_wish_record(&w, kept, d.t.core.steps, NULL));
    desk_close(&d);
    is_watching = false;
}
