/* Tapes: what stands on one is what was written, what is kept from an older one is what stood
 * there, and a tape that is too small says so. */
/* SPDX-License-Identifier: MIT */
#include "core/rng.h"
#include "core/tape.h"
#include <criterion/criterion.h>
#include <stdio.h>

/* --- small documents, made by chance --- */

enum { VALUES = 200, INSIDE = 5, CELLS = 1200 };

typedef struct value {
    pt_datum_kind kind;
    int n; /* the number; how many members or items */
    const char *text;
    const char *key[INSIDE];
    struct value *in[INSIDE];
} value;

typedef struct document {
    value pool[VALUES];
    int used;
} document;

static const char *const keys_of[] = {"a", "name", "of", "tiles", "longer than a cell", "x"};
static const char *const texts_of[] = {"", "c4", "eight ch", "ninechars", "a text of three"};

/* Values nest up to `depth`; an object never has the same key twice. */
static value *make(document *d, pt_rng *rng, int depth) {
    cr_assert_lt(d->used, VALUES);
    value *v = &d->pool[d->used++];
    uint32_t kind = pt_below(rng, depth ? 9 : 5);
    *v = (value){.kind = kind < 5 ? (pt_datum_kind)kind : PT_DATUM_OBJECT + kind % 2};
    if (v->kind == PT_DATUM_NUMBER) v->n = (int)pt_below(rng, 300) - 150;
    if (v->kind == PT_DATUM_TEXT) v->text = texts_of[pt_below(rng, 5)];
    if (v->kind < PT_DATUM_OBJECT) return v;
    v->n = (int)pt_below(rng, 4);
    uint32_t first = pt_below(rng, 6);
    for (int i = 0; i < v->n; i++) {
        v->key[i] = keys_of[(first + (uint32_t)i) % 6];
        v->in[i] = make(d, rng, depth - 1);
    }
    return v;
}

static value *make_list(document *d, pt_rng *rng, int depth) {
    value *v = make(d, rng, 0);
    *v = (value){.kind = PT_DATUM_ARRAY, .n = 1 + (int)pt_below(rng, 4)};
    for (int i = 0; i < v->n; i++) v->in[i] = make(d, rng, depth);
    return v;
}

static void put(pt_json *j, const value *v) {
    bool object = v->kind == PT_DATUM_OBJECT;
    switch (v->kind) {
    case PT_DATUM_NULL: pt_json_null(j); return;
    case PT_DATUM_FALSE: pt_json_bool(j, false); return;
    case PT_DATUM_TRUE: pt_json_bool(j, true); return;
    case PT_DATUM_NUMBER: pt_json_int(j, v->n); return;
    case PT_DATUM_TEXT: pt_json_str(j, v->text); return;
    case PT_DATUM_OBJECT:
    case PT_DATUM_ARRAY: break;
    }
    pt_open(j, object ? '{' : '[');
    for (int i = 0; i < v->n; i++) {
        if (object) pt_key(j, v->key[i]);
        put(j, v->in[i]);
    }
    pt_close(j, object ? '}' : ']');
}

/* --- what is written --- */

Test(tape, a_document_comes_back_and_its_length_is_known) {
    for (uint64_t seed = 1; seed <= 300; seed++) {
        static pt_keys keys;
        static pt_datum cells[CELLS], again[CELLS];
        document d = {.used = 0};
        pt_rng rng = {seed};
        value *v = make_list(&d, &rng, 4);
        PT_TEXT(wanted, 8000);
        PT_TEXT(found, 8000);
        pt_tape tape = pt_tape_on(cells, CELLS, &keys);
        pt_json on_tape = pt_json_on_tape(&tape), j = pt_json_on(&wanted);
        put(&on_tape, v);
        put(&j, v);
        cr_assert(!tape.cut && !wanted.cut && tape.next == cells + cells->size);
        cr_assert(!tape.in && !tape.key);
        j = pt_json_on(&found);
        pt_json_datum(&j, &keys, cells);
        cr_assert_str_eq(found.at, wanted.at);
        cr_assert_eq(pt_datum_length(&keys, cells), wanted.used, "%s", wanted.at);
        /* Nothing is left in a cell from before: equal values are equal bytes. */
        memset(again, (int)seed, sizeof again);
        tape = pt_tape_on(again, cells->size, &keys);
        on_tape = pt_json_on_tape(&tape);
        put(&on_tape, v);
        cr_assert(!tape.cut && memcmp(cells, again, cells->size * sizeof *cells) == 0);
        /* And one cell less is not enough. */
        tape = pt_tape_on(again, cells->size - 1u, &keys);
        on_tape = pt_json_on_tape(&tape);
        put(&on_tape, v);
        cr_assert(tape.cut);
    }
}

Test(tape, a_number_has_32_bits) {
    static const struct {
        int64_t n;
        size_t length; /* 0: it does not fit */
    } rows[] = {
        {0, 1},          {9, 1},           {10, 2},        {99, 2},    {100, 3},
        {-1, 2},         {-9, 2},          {-10, 3},       {-99, 3},   {-100, 4},
        {INT32_MAX, 10}, {INT32_MIN, 11},  {123456, 6},    {-1000, 5}, {1LL << 31, 0},
        {1LL << 32, 0},  {-2147483649, 0}, {INT64_MIN, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int keyed = 0; keyed < 2; keyed++) {
            static pt_keys keys;
            pt_datum cells[4];
            PT_TEXT(wanted, 40);
            PT_TEXT(found, 40);
            pt_tape tape = pt_tape_on(cells, 4, &keys);
            pt_json on_tape = pt_json_on_tape(&tape), j = pt_json_on(&found);
            pt_open(&on_tape, '{');
            pt_key(&on_tape, "n");
            if (keyed)
                pt_tape_value(&tape, PT_DATUM_NUMBER, rows[i].n);
            else
                pt_json_int(&on_tape, rows[i].n);
            pt_close(&on_tape, '}');
            cr_assert_eq(tape.cut, rows[i].length == 0, "%lld", (long long)rows[i].n);
            if (tape.cut) continue;
            cr_assert(cells->size == 2 && tape.next == cells + 2);
            cr_assert_eq(pt_datum_length(&keys, cells + 1), rows[i].length);
            pt_put(&wanted, "{\"n\":%lld}", (long long)rows[i].n);
            pt_json_datum(&j, &keys, cells);
            cr_assert_str_eq(found.at, wanted.at);
        }
}

/* A value of one cell and its key, where the cells end and where the key is new. */
Test(tape, what_does_not_fit_is_cut) {
    for (uint32_t room = 1; room <= 4; room++) {
        static pt_keys keys;
        pt_datum cells[4];
        pt_tape tape = pt_tape_on(cells, room, &keys);
        pt_json j = pt_json_on_tape(&tape);
        pt_open(&j, '{');
        pt_key_int(&j, "one", 1);
        pt_key_bool(&j, "two", true);
        pt_key_int(&j, "one", 3);
        pt_close(&j, '}');
        cr_assert_eq(tape.cut, room < 4);
        cr_assert(tape.next <= cells + room);
    }
}

/* --- keys --- */

/* Each is at an address of its own; the texts of `same` are all alike. */
static char letters[PT_KEYS + 2][8], same[PT_KEYS + 2][8];

static bool takes_key(pt_keys *keys, const char *key, uint16_t *number) {
    pt_datum cells[4];
    pt_tape tape = pt_tape_on(cells, 4, keys);
    pt_json j = pt_json_on_tape(&tape);
    pt_open(&j, '{');
    pt_key(&j, key);
    pt_json_null(&j);
    pt_close(&j, '}');
    if (!tape.cut) *number = (uint16_t)cells[1].key;
    return !tape.cut;
}

Test(tape, keys_are_numbered_by_their_texts) {
    static pt_keys keys;
    uint16_t number = 0;
    int most = PT_KEYS / 2 - 1; /* number 0 is no key */
    for (int i = 0; i < PT_KEYS; i++) {
        snprintf(letters[i], sizeof letters[i], "k%d", i);
        snprintf(same[i], sizeof same[i], "k%d", i % most);
    }
    for (int twice = 0; twice < 2; twice++)
        for (int i = 0; i < most; i++) {
            cr_assert(takes_key(&keys, letters[i], &number));
            cr_assert_eq(number, i + 1);
            cr_assert_str_eq(keys.name[number], letters[i]);
            cr_assert_eq(keys.length[number], strlen(letters[i]));
        }
    cr_assert_eq(keys.count, most);
    /* More are too many, however often they are tried, and take no places. */
    for (int i = 0; i < 20; i++) cr_assert(!takes_key(&keys, letters[most + i / 2], &number));
    /* The same texts at other addresses are the same keys, as long as there are places. */
    for (int i = 0; i < PT_KEYS - most; i++) {
        cr_assert(takes_key(&keys, same[i], &number), "%d", i);
        cr_assert_eq(number, i % most + 1);
    }
    cr_assert(!takes_key(&keys, same[PT_KEYS - most], &number), "every place is taken");
    for (int i = 0; i < most; i++)
        cr_assert(takes_key(&keys, letters[i], &number) && number == i + 1);
    cr_assert_eq(keys.count, most);
}

/* However full the places are, the last one is found. */
Test(tape, a_key_takes_the_only_place_that_is_left) {
    static pt_keys keys = {.name = {NULL, "old"}, .length = {0, 3}, .count = 1};
    static const char old[] = "old", new[] = "new";
    uint16_t number = 0;
    unsigned last = (pt_key_place(new) + PT_KEYS - 1) % PT_KEYS;
    for (unsigned i = 0; i < PT_KEYS; i++)
        if (i != last) {
            keys.place[i].at = old;
            keys.place[i].number = 1;
        }
    cr_assert(takes_key(&keys, new, &number) && number == 2);
    cr_assert_eq(keys.place[last].at, new);
    cr_assert_eq(keys.place[last].number, 2);
}

/* --- what is kept --- */

static const value *member(const value *v, const char *key) {
    for (int i = 0; v && i < v->n; i++)
        if (strcmp(v->key[i], key) == 0) return v->in[i];
    return NULL;
}

typedef struct pair {
    pt_json tape, text;
    pt_rng rng;
} pair;

static void follow(pair *p, const value *v, const value *old);

/* Tries to keep some items in one of the ways there are; returns how many were. `old` is the
 * list that stood here, or NULL. */
static int keep_some(pair *p, const value *old, int i, int n) {
    int there = old ? old->n : 0, most = (int)pt_below(&p->rng, (uint32_t)(n - i) + 1), kept;
    int item = (int)pt_below(&p->rng, 5);
    switch (pt_below(&p->rng, 4)) {
    case 0:
        kept = pt_keep_items(&p->tape, most);
        cr_assert_eq(kept, i >= there ? 0 : most < there - i ? most : there - i);
        for (int k = 0; k < kept; k++) put(&p->text, old->in[i + k]);
        return kept;
    case 1:
        kept = pt_keep_item(&p->tape, item);
        cr_assert_eq(kept, item < there);
        if (kept) put(&p->text, old->in[item]);
        return kept;
    case 2:
        kept = pt_keep(&p->tape);
        cr_assert_eq(kept, i < there);
        if (kept) put(&p->text, old->in[i]);
        return kept;
    }
    return 0;
}

static void follow_list(pair *p, const value *v, const value *old) {
    for (int i = 0; i < v->n; i++) {
        int kept = keep_some(p, old, i, v->n);
        i += kept - (kept > 0);
        if (!kept) follow(p, v->in[i], old && i < old->n ? old->in[i] : NULL);
    }
}

static void follow_object(pair *p, const value *v, const value *old) {
    for (int i = 0; i < v->n; i++) {
        const value *twin = member(old, v->key[i]);
        pt_key(&p->tape, v->key[i]);
        pt_key(&p->text, v->key[i]);
        if (pt_below(&p->rng, 2)) {
            cr_assert(!pt_keep_item(&p->tape, 0), "an object has no items");
            bool kept = pt_keep(&p->tape);
            cr_assert_eq(kept, twin != NULL, "%s", v->key[i]);
            if (kept) put(&p->text, twin);
            if (kept) continue;
        }
        follow(p, v->in[i], twin);
    }
}

/* Writes `v` onto a tape and onto a text. The tape keeps here and there what stood at the same
 * place of `old`, and the text says it. */
static void follow(pair *p, const value *v, const value *old) {
    if (v->kind < PT_DATUM_OBJECT) {
        put(&p->tape, v);
        put(&p->text, v);
        return;
    }
    bool object = v->kind == PT_DATUM_OBJECT;
    if (old && old->kind != v->kind) old = NULL;
    pt_open(&p->tape, object ? '{' : '[');
    pt_open(&p->text, object ? '{' : '[');
    if (object)
        follow_object(p, v, old);
    else
        follow_list(p, v, old);
    pt_close(&p->tape, object ? '}' : ']');
    pt_close(&p->text, object ? '}' : ']');
}

/* What is said is what the tape then holds. */
static void follows(const value *v, const value *old, const pt_datum *was, pt_keys *keys,
                    uint64_t seed) {
    static pt_datum cells[CELLS];
    PT_TEXT(wanted, 8000);
    PT_TEXT(found, 8000);
    pt_tape tape = pt_tape_after(cells, CELLS, keys, &seed, was);
    pair p = {pt_json_on_tape(&tape), pt_json_on(&wanted), {seed}};
    cr_assert_eq(pt_was(&p.tape), &seed);
    cr_assert(!pt_keep(&p.tape) && !pt_keep_item(&p.tape, 0), "nothing is open yet");
    follow(&p, v, old);
    cr_assert(!tape.cut && tape.next == cells + cells->size && !tape.key);
    cr_assert(!pt_keep(&p.tape) && !pt_keep_item(&p.tape, 0), "nothing is open any more");
    pt_json j = pt_json_on(&found);
    pt_json_datum(&j, keys, cells);
    cr_assert_str_eq(found.at, wanted.at, "seed %d: %s, not %s", (int)seed, found.at,
                     wanted.at);
}

Test(tape, what_is_kept_is_what_stood_at_the_same_place) {
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        static pt_keys keys;
        static pt_datum was[CELLS];
        document d = {.used = 0};
        pt_rng rng = {seed};
        value *old = make_list(&d, &rng, 3), *v = make_list(&d, &rng, 3);
        if (seed % 2) v->in[0] = old->in[0]; /* then there is more to keep */
        pt_tape tape = pt_tape_on(was, CELLS, &keys);
        pt_json j = pt_json_on_tape(&tape);
        put(&j, old);
        cr_assert(!tape.cut && tape.next + 1 < tape.end);
        /* What stands behind a tape is none of its own, whatever it looks like. */
        for (pt_datum *c = tape.next; c < tape.end; c++)
            *c = (pt_datum){(1 + seed % 6) & 7, PT_DATUM_NULL, seed % 4 < 2 ? PT_CELLS_MAX : 0,
                            0};
        follows(v, old, was, &keys, seed);
        tape = pt_tape_on(was, CELLS, &keys); /* a tape that follows no other */
        j = pt_json_on_tape(&tape);
        pt_open(&j, '[');
        cr_assert(!pt_keep(&j) && !pt_keep_items(&j, 2) && !pt_keep_item(&j, 0) && !pt_was(&j));
    }
}

/* What is kept needs its cells too; where they end, nothing is kept and nothing written. */
Test(tape, what_is_kept_must_fit) {
    static pt_keys keys;
    pt_datum was[8], cells[8];
    for (uint32_t room = 1; room <= 8; room++) {
        pt_tape tape = pt_tape_on(was, 8, &keys);
        pt_json j = pt_json_on_tape(&tape);
        pt_open(&j, '[');
        pt_json_int(&j, 4);
        pt_json_str(&j, "a text of three");
        pt_close(&j, ']');
        cr_assert_eq(was->size, 5);
        memset(cells, 0x55, sizeof cells);
        tape = pt_tape_after(cells, room, &keys, was, was);
        j = pt_json_on_tape(&tape);
        pt_open(&j, '[');
        cr_assert_eq(pt_keep_items(&j, 2), room >= 5 ? 2 : 0, "%u", room);
        cr_assert_eq(pt_keep_item(&j, 1), room >= 8 || (room < 5 && room >= 4));
        cr_assert_eq(cells->n, room >= 8 ? 3 : room >= 5 ? 2 : room >= 4 ? 1 : 0);
        for (uint32_t i = room; i < 8; i++) cr_assert_eq(*(const uint8_t *)&cells[i], 0x55);
        tape.cut = true;
        cr_assert(!pt_keep(&j) && !pt_keep_items(&j, 1) && !pt_keep_item(&j, 0));
    }
}
