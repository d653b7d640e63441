/* Views, moves, scores and games as JSON. */
/* SPDX-License-Identifier: MIT */
#include "core/game_json.h"
#include "core/measures.h"
#include "core/position.h"
#include <assert.h>
#include <string.h>

void pt_tell_view(pt_json *j, const pt_game *g, const void *view, int viewer) {
    if (g->show) {
        g->show(view, viewer, j);
        return;
    }
    char memory[8192];
    pt_text text = pt_text_on(memory, sizeof memory);
    pt_print_position(g, view, &text);
    assert(!text.cut);
    pt_open(j, '[');
    for (char *at = memory; *at;) {
        size_t n = strcspn(at, "\n");
        pt_json_strn(j, at, n);
        at += n + (at[n] == '\n');
    }
    pt_close(j, ']');
}

/* --- legal moves --- */

static int arg_count(const pt_verb *v) {
    int n = 0;
    while (n < PT_ARGS && v->kind[n]) n++;
    return n;
}

enum { WORD = 16, VALUES = 256 };

/* The word for an argument: its name, or its number in `memory`. */
static const char *word_for(const pt_verb *v, pt_move m, int i, char memory[WORD]) {
    int value = (int)pt_arg(m, i);
    const pt_kind *k = v->kind[i];
    if (k->as) k = pt_points_at(v, m, i, &value);
    assert(value >= 0 && value < k->count);
    if (k->names) return k->names[value];
    int shown = value + k->first;
    if (shown >= 0 && shown <= 9) { /* as most numbers of moves are */
        memory[0] = (char)('0' + shown);
        memory[1] = 0;
        return memory;
    }
    pt_text number = pt_text_on(memory, WORD);
    pt_print_value(k, value, &number);
    return memory;
}

/* The moves of list[0..n) agree in everything before argument `i`, the last one. */
static void tell_last(pt_json *j, const pt_verb *v, const pt_move *list, int n, int i) {
    const pt_kind *k = v->kind[i];
    uint8_t which[VALUES];
    char memory[WORD];
    assert(n <= VALUES);
    if (k->names) {
        for (int at = 0; at < n; at++) which[at] = (uint8_t)pt_arg(list[at], i);
        pt_json_names(j, k->names, which, n);
        return;
    }
    pt_open(j, '[');
    for (int at = 0; at < n; at++) pt_json_plain(j, word_for(v, list[at], i, memory));
    pt_close(j, ']');
}

/* The same, and argument `i` is one of `args`. */
static void tell_args(pt_json *j, const pt_verb *v, const pt_move *list, int n, int i,
                      int args) {
    assert(n > 0 && i < args);
    if (i == args - 1) {
        tell_last(j, v, list, n, i);
        return;
    }
    pt_open(j, '{');
    for (int from = 0, to; from < n; from = to) {
        char memory[WORD];
        for (to = from + 1; to < n && pt_arg(list[to], i) == pt_arg(list[from], i); to++) {
        }
        pt_key_plain(j, word_for(v, list[from], i, memory));
        tell_args(j, v, list + from, to - from, i + 1, args);
    }
    pt_close(j, '}');
}

static void tell_moves(pt_json *j, const pt_verb *v, const pt_move *list, int n) {
    int args = arg_count(v);
    if (args) {
        tell_args(j, v, list, n, 0, args);
        return;
    }
    pt_open(j, '[');
    pt_close(j, ']');
}

void pt_tell_legal(pt_json *j, const pt_game *g, const void *view, int seat, pt_move *list) {
    int n = g->legal(view, seat, list);
    assert(n >= 0 && n <= g->max_moves);
    pt_open(j, '{');
    for (int from = 0, to; from < n; from = to) {
        const pt_verb *v = &g->verbs.row[pt_verb_of(list[from])];
        for (to = from + 1; to < n && pt_verb_of(list[to]) == pt_verb_of(list[from]); to++) {
        }
        pt_key(j, v->form);
        tell_moves(j, v, list + from, to - from);
    }
    pt_close(j, '}');
}

void pt_tell_turn(pt_json *j, const void *view) {
    const pt_head *h = view;
    pt_key_open(j, "turn", '[');
    for (int i = 0; i < h->seats && h->node == PT_DECIDE; i++)
        if (pt_has(h->owes, i)) pt_json_int(j, i);
    pt_close(j, ']');
}

/* --- scores --- */

void pt_tell_points(pt_json *j, const pt_game *g, const void *s) {
    int32_t points[PT_SEATS] = {0};
    g->score(s, points);
    pt_key_open(j, "points", '[');
    for (int i = 0; i < pt_head_of(s)->seats; i++) {
        PT_TEXT(text, 32);
        pt_print_points(g, points[i], &text);
        pt_json_str(j, text.at);
    }
    pt_close(j, ']');
}

void pt_tell_score(pt_json *j, const pt_game *g, const void *view, pt_line *lines) {
    pt_tell_points(j, g, view);
    pt_key_open(j, "lines", '[');
    for (int i = 0; i < pt_head_of(view)->seats; i++) {
        int n = g->explain(view, i, lines);
        assert(n >= 0 && n <= g->max_lines);
        pt_open(j, '[');
        for (int k = 0; k < n; k++) {
            PT_TEXT(points, 32);
            PT_TEXT_IN(words, PT_LINE_WORDS, pt_json_language(j));
            pt_print_points(g, lines[k].points, &points);
            pt_say_line(&lines[k], &words);
            pt_open(j, '{');
            pt_key_str(j, "points", points.at);
            pt_key_str(j, "rule", lines[k].rule);
            pt_key_str(j, "words", words.at);
            pt_close(j, '}');
        }
        pt_close(j, ']');
    }
    pt_close(j, ']');
}

/* --- games --- */

enum { WORDS_MAX = 300 };

static void tell_name(pt_json *j, const pt_names *names, int value) {
    PT_TEXT_IN(text, WORDS_MAX, j->names);
    const char *forms = names->in[text.language].form_names;
    pt_words list = {forms ? forms : ""};
    pt_key_open(j, names->ids[value], '{');
    pt_say_name(&text, names, value);
    pt_key_str(j, "name", text.at);
    pt_word form = pt_next(&list);
    for (int i = 1; form.length; i++, form = pt_next(&list)) {
        char key[32] = "";
        assert(form.length < sizeof key && i < names->in[text.language].forms);
        memcpy(key, form.at, form.length);
        pt_clear(&text);
        pt_say_form(&text, names, value, i);
        pt_key_str(j, key, text.at);
    }
    pt_close(j, '}');
}

void pt_tell_catalogue(pt_json *j, const pt_catalogue *c) {
    pt_key_open(j, "names", '{');
    for (int i = 0; i < c->lists; i++) {
        pt_key_open(j, c->names[i]->name, '{');
        for (int value = 0; value < c->names[i]->count; value++)
            tell_name(j, c->names[i], value);
        pt_close(j, '}');
    }
    pt_close(j, '}');
    pt_key_open(j, "facts", '{');
    for (int i = 0; c->fact_names && c->fact_names[i]; i++)
        pt_key_int(j, c->fact_names[i], c->fact(i));
    pt_close(j, '}');
}

void pt_tell_option(pt_json *j, const pt_game *g, const pt_option *o) {
    PT_TEXT_IN(words, WORDS_MAX, pt_json_language(j));
    pt_option_words(g, o, &words);
    pt_open(j, '{');
    pt_key_str(j, "name", o->name);
    pt_key_str(j, "words", words.at);
    pt_key_int(j, "min", o->min);
    pt_key_int(j, "max", o->max);
    pt_key_int(j, "normal", o->normal);
    if (o->values) {
        pt_key_open(j, "values", '[');
        for (int i = 0; i <= o->max - o->min; i++) pt_json_str(j, o->values[i]);
        pt_close(j, ']');
    }
    pt_close(j, '}');
}

static const pt_kind *kind_of(const pt_verb *v, int i) {
    assert(i < PT_ARGS && v->kind[i]);
    return v->kind[i]->as ? v->kind[i]->as : v->kind[i];
}

static void tell_verb(pt_json *j, const pt_game *g, const pt_verb *v) {
    PT_TEXT_IN(words, WORDS_MAX, pt_json_language(j));
    pt_word name = pt_verb_name(v);
    pt_verb_words(g, v, &words);
    pt_open(j, '{');
    pt_key(j, "verb");
    pt_json_strn(j, name.at, name.length);
    pt_key_str(j, "form", v->form);
    pt_key_str(j, "words", words.at);
    if (v->chance) pt_key_bool(j, "luck", true);
    pt_key_open(j, "args", '[');
    for (int i = 0; i < arg_count(v); i++) pt_json_str(j, kind_of(v, i)->name);
    pt_close(j, ']');
    pt_close(j, '}');
}

/* True if an earlier argument of the table has this kind. */
static bool told_before(const pt_game *g, int verb, int arg) {
    const char *name = kind_of(&g->verbs.row[verb], arg)->name;
    for (int v = 1; v <= verb; v++)
        for (int i = 0; i < (v < verb ? arg_count(&g->verbs.row[v]) : arg); i++)
            if (strcmp(kind_of(&g->verbs.row[v], i)->name, name) == 0) return true;
    return false;
}

/* What can be an argument: {"space":["a1","a2",...],...} */
static void tell_kinds(pt_json *j, const pt_game *g) {
    pt_key_open(j, "kinds", '{');
    for (int v = 1; v < g->verbs.count; v++)
        for (int i = 0; i < arg_count(&g->verbs.row[v]); i++) {
            const pt_kind *kind = kind_of(&g->verbs.row[v], i);
            if (told_before(g, v, i)) continue;
            pt_key_open(j, kind->name, '[');
            for (int value = 0; value < kind->count; value++) {
                PT_TEXT(text, 64);
                pt_print_value(kind, value, &text);
                pt_json_str(j, text.at);
            }
            pt_close(j, ']');
        }
    pt_close(j, '}');
}

static void tell_words(pt_json *j, const pt_game *g) {
    PT_TEXT_IN(words, WORDS_MAX, pt_json_language(j));
    pt_game_words(g, &words);
    pt_key_str(j, "words", words.at);
    pt_clear(&words);
    pt_game_length(g, &words);
    pt_key_str(j, "length", words.at);
}

/* The characters that its bots can have; nothing if there are none. */
static void tell_styles(pt_json *j, const pt_game *g) {
    const pt_measures *m = pt_measures_of(g);
    if (!m || !m->characters) return;
    pt_key_open(j, "styles", '[');
    for (int i = 0; i < m->characters->count; i++) {
        PT_TEXT_IN(name, 60, pt_json_language(j));
        PT_TEXT_IN(about, 200, pt_json_language(j));
        pt_say_name(&name, m->characters, i);
        pt_say_form(&about, m->characters, i, 1);
        pt_open(j, '{');
        pt_key_str(j, "style", m->characters->ids[i]);
        pt_key_str(j, "name", name.at);
        pt_key_str(j, "about", about.at);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

void pt_tell_game(pt_json *j, const pt_game *g, bool whole) {
    pt_open(j, '{');
    pt_key_str(j, "name", g->name);
    pt_key_str(j, "title", g->title);
    tell_words(j, g);
    pt_key_int(j, "rules", g->rules);
    pt_key_bool(j, "secrets", g->observe != NULL);
    pt_key_open(j, "players", '[');
    pt_json_int(j, g->min_seats);
    pt_json_int(j, g->max_seats);
    pt_close(j, ']');
    pt_key_open(j, "options", '[');
    for (int i = 0; i < g->option_count; i++) pt_tell_option(j, g, &g->options[i]);
    pt_close(j, ']');
    if (g->for_people) pt_key_str(j, "for_people", g->for_people);
    if (g->team) pt_key_int(j, "team", g->team->people);
    tell_styles(j, g);
    if (whole) {
        pt_key_open(j, "verbs", '[');
        for (int i = 1; i < g->verbs.count; i++) tell_verb(j, g, &g->verbs.row[i]);
        pt_close(j, ']');
        tell_kinds(j, g);
    }
    pt_close(j, '}');
}

/* The length of the rule's number that a refusal begins with: "R4.2: ..."; 0 if it has none. */
static size_t rule_length(const char *why) {
    size_t n = why[0] == 'R' ? 1 + strspn(why + 1, "0123456789.") : 0;
    return n > 1 && why[n] == ':' && why[n + 1] == ' ' ? n : 0;
}

void pt_tell_refusal(pt_json *j, const char *why, const char *key) {
    assert(why);
    size_t n = rule_length(why);
    if (n) {
        pt_key(j, "rule");
        pt_json_strn(j, why, n);
        why += n + strlen(": ");
    }
    if (key) pt_key_str(j, "key", key);
    pt_key_str(j, "words", why);
}
