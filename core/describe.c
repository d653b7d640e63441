/* What people read about a game. It comes from the game's catalogue, by keys made from its
 * tables. */
/* SPDX-License-Identifier: MIT */
#include "core/game.h"
#include <assert.h>
#include <string.h>

/* Says what stands under a key; nothing if there is no such key. */
static void say_key(const pt_game *g, const char *key, pt_text *out) {
    const pt_phrase *phrase = g->catalogue ? pt_phrase_named(g->catalogue, key) : NULL;
    if (phrase) pt_say(out, pt_said_plain(phrase));
}

/* A name as part of a key: "number of cubes" is number-of-cubes there, "stall_s" stall-s. */
static void put_key(pt_text *out, const char *kind, const char *name, size_t n) {
    pt_puts(out, kind);
    for (size_t i = 0; i < n; i++)
        pt_putc(out, name[i] == ' ' || name[i] == '_' ? '-' : name[i]);
}

void pt_option_key(const pt_option *o, pt_text *out) {
    put_key(out, "option.", o->name, strlen(o->name));
}

void pt_kind_key(const pt_kind *k, pt_text *out) {
    put_key(out, "kind.", k->name, strlen(k->name));
}

void pt_verb_key(const pt_game *g, const pt_verb *v, pt_text *out) {
    pt_word name = pt_verb_name(v);
    int same = 1;
    for (const pt_verb *row = g->verbs.row + 1; row < v; row++) {
        pt_word other = pt_verb_name(row);
        same += other.length == name.length && memcmp(other.at, name.at, name.length) == 0;
    }
    put_key(out, "verb.", name.at, name.length);
    if (same > 1) pt_put(out, ".%d", same);
}

void pt_game_words(const pt_game *g, pt_text *out) { say_key(g, "game", out); }
void pt_game_length(const pt_game *g, pt_text *out) { say_key(g, "length", out); }

void pt_option_words(const pt_game *g, const pt_option *o, pt_text *out) {
    PT_TEXT(key, 80);
    pt_option_key(o, &key);
    say_key(g, key.at, out);
}

void pt_verb_words(const pt_game *g, const pt_verb *v, pt_text *out) {
    PT_TEXT(key, 80);
    pt_verb_key(g, v, &key);
    say_key(g, key.at, out);
}

void pt_kind_words(const pt_game *g, const pt_kind *k, pt_text *out) {
    PT_TEXT(key, 80);
    pt_kind_key(k, &key);
    say_key(g, key.at, out);
}

static void key_facts(pt_json *j, const char *key, const pt_names *names, int value) {
    pt_key(j, key);
    PT_TEXT_IN(words, 100, j->names);
    pt_say_name(&words, names, value);
    pt_json_str(j, words.at);
}

void pt_key_name(pt_json *j, const char *key, const pt_names *names, int value) {
    const char *name = names->in[PT_ENGLISH].form[value * names->in[PT_ENGLISH].forms];
    if (!j->names && (names->plain || !strchr(name, '{')))
        pt_key_str(j, key, name);
    else
        key_facts(j, key, names, value);
}

void pt_say_line(const pt_line *line, pt_text *out) {
    assert(line->why.phrase);
    pt_say(out, line->why);
}
