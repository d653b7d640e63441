/* Mykerinos: the printed components as JSON, for whoever draws them: a page, a printer. They
 * are the tables of data.c and nothing else. */
/* SPDX-License-Identifier: MIT */
#include "games/mykerinos/mykerinos.h"
#include "games/mykerinos/words.h"

static void show_letter(pt_json *j, const char *key, int patron) {
    pt_key(j, key);
    if (patron == MK_NONE)
        pt_json_null(j);
    else
        pt_json_str(j, mk_patron_letters[patron]);
}

/* R2.4: pyramids are the tile's own letters a to f, as it lies unturned. */
static void show_tile(pt_json *j, const mk_tile *t) {
    static const char *const letters[] = {"a", "b", "c", "d", "e", "f"};
    pt_open(j, '{');
    pt_key_str(j, "tile", t->name);
    show_letter(j, "patron", t->patron);
    pt_key_int(j, "points", t->points);
    pt_key_open(j, "pyramids", '[');
    for (int i = 0; i < 6; i++)
        if (t->pyramids >> i & 1) pt_json_str(j, letters[i]);
    pt_close(j, ']');
    pt_close(j, '}');
}

void mk_show_printed_room(int room, pt_json *j) {
    assert(room >= 0 && room < MK_ROOMS);
    const mk_room *r = &mk_rooms[room];
    pt_key_str(j, "room", r->name);
    pt_key_int(j, "value", r->value);
    pt_key_open(j, "wings", '[');
    pt_json_int(j, r->wing[0] + 1);
    if (r->wing[1] != r->wing[0]) pt_json_int(j, r->wing[1] + 1);
    pt_close(j, ']');
}

/* R2.6: a room, and for a "5" the rooms with a door into it. */
static void show_room(pt_json *j, int room) {
    const mk_room *r = &mk_rooms[room];
    pt_open(j, '{');
    mk_show_printed_room(room, j);
    pt_key_int(j, "x", r->x);
    pt_key_int(j, "y", r->y);
    pt_key_open(j, "opened_by", '[');
    if (r->value == 5)
        for (unsigned set = mk_openers[r->wing[0]]; set; set &= set - 1)
            pt_json_str(j, mk_room_names[pt_lowest(set)]);
    pt_close(j, ']');
    pt_close(j, '}');
}

/* What a verb does, in English. */
static void show_words(pt_json *j, const pt_verb *verb) {
    PT_TEXT(key, 40);
    PT_TEXT(words, 120);
    pt_word name = pt_verb_name(verb);
    pt_put(&key, "verb.%.*s", (int)name.length, name.at);
    const pt_phrase *phrase = pt_phrase_named(&mk_catalogue, key.at);
    assert(phrase && !key.cut);
    pt_say(&words, pt_said_plain(phrase));
    pt_key_str(j, "words", words.at);
}

/* R4.3 to R4.9, R4.12: what a verb places and whose tile it tilts. */
static void show_kind(pt_json *j, int verb) {
    const mk_kind *k = &mk_kinds[verb];
    pt_open(j, '{');
    pt_key_str(j, "form", mk_verb_table[verb].form);
    pt_key_str(j, "rule", k->rule);
    pt_key_int(j, "cubes", k->cubes);
    pt_key_int(j, "from_reserve", k->from_reserve);
    show_letter(j, "patron", k->patron);
    show_words(j, &mk_verb_table[verb]);
    pt_close(j, '}');
}

void mk_show_tables(pt_json *out) {
    pt_key_int(out, "cubes", MK_CUBES);
    pt_key_int(out, "seasons", MK_SEASONS);
    pt_key_open(out, "patrons", '[');
    for (int patron = 0; patron < MK_PATRONS; patron++) {
        pt_open(out, '{');
        show_letter(out, "patron", patron);
        pt_key_name(out, "name", &mk_names_patron, patron);
        pt_close(out, '}');
    }
    pt_close(out, ']');
    pt_key_open(out, "tiles", '[');
    for (int tile = 0; tile < MK_TILES; tile++) show_tile(out, &mk_tiles[tile]);
    pt_close(out, ']');
    pt_key_open(out, "rooms", '[');
    for (int room = 0; room < MK_ROOMS; room++) show_room(out, room);
    pt_close(out, ']');
    pt_key_open(out, "kinds", '[');
    for (int verb = 1; verb < MKV_COUNT; verb++)
        if (mk_kinds[verb].rule) show_kind(out, verb);
    pt_close(out, ']');
}
