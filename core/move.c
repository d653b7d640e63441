/* Notation, structured form and dense index, all from a game's verb table. */
/* SPDX-License-Identifier: MIT */
#include "core/move.h"
#include <assert.h>
#include <string.h>

static void args_of(pt_move m, uint8_t args[PT_ARGS]) {
    for (int i = 0; i < PT_ARGS; i++) args[i] = (uint8_t)pt_arg(m, i);
}

/* The value of kind k whose text is that of `wanted` in k->as. */
static int step_towards(const pt_kind *k, uint8_t args[PT_ARGS], int i, int wanted) {
    assert(k->as && k->count + k->as->count <= UINT8_MAX + 1);
    for (int value = 0; value < k->count; value++) {
        args[i] = (uint8_t)value;
        if (k->resolve(args, i) == wanted) return value;
    }
    return k->count + wanted;
}

/* True if argument i is written in one way only, and that way leads to its value. */
static bool stands_for_something(const pt_kind *k, const uint8_t args[PT_ARGS], int i) {
    if (!k->as) return args[i] < k->count;
    if (args[i] < k->count) return k->resolve(args, i) >= 0;
    int wanted = args[i] - k->count;
    uint8_t other[PT_ARGS];
    memcpy(other, args, sizeof other);
    return wanted < k->as->count && step_towards(k, other, i, wanted) == args[i];
}

bool pt_well_formed(pt_verbs v, pt_move m) {
    unsigned verb = pt_verb_of(m);
    if (verb == 0 || verb >= (unsigned)v.count) return false;
    uint8_t args[PT_ARGS];
    args_of(m, args);
    for (int i = 0; i < PT_ARGS; i++) {
        const pt_kind *k = v.row[verb].kind[i];
        if (k ? !stands_for_something(k, args, i) : args[i] != 0) return false;
    }
    return true;
}

pt_word pt_verb_name(const pt_verb *verb) {
    pt_words w = {verb->form};
    return pt_next(&w);
}

void pt_print_value(const pt_kind *kind, int value, pt_text *out) {
    assert(!kind->as);
    assert(value >= 0 && value < kind->count);
    if (kind->names)
        pt_puts(out, kind->names[value]);
    else
        pt_puti(out, value + kind->first);
}

const pt_kind *pt_points_at(const pt_verb *verb, pt_move m, int i, int *value) {
    assert(i >= 0 && i < PT_ARGS && verb->kind[i]);
    const pt_kind *k = verb->kind[i];
    uint8_t args[PT_ARGS];
    args_of(m, args);
    *value = args[i];
    if (!k->as) return k;
    *value = pt_is_far(k, args[i]) ? args[i] - k->count : k->resolve(args, i);
    assert(!k->as->as);
    return k->as;
}

void pt_print_arg(const pt_verb *verb, pt_move m, int i, pt_text *out) {
    int value;
    const pt_kind *k = pt_points_at(verb, m, i, &value);
    pt_print_value(k, value, out);
}

void pt_print_move(pt_verbs v, pt_move m, pt_text *out) {
    assert(pt_well_formed(v, m));
    const pt_verb *verb = &v.row[pt_verb_of(m)];
    int i = 0;
    for (const char *c = verb->form; *c; c++) {
        if (*c == '%')
            pt_print_arg(verb, m, i++, out);
        else
            pt_putc(out, *c);
    }
}

/* The number at the front of `text`, written as it is printed (no leading zeros), as a value of
 * kind k; -1 if there is none or it is out of range. */
static int number_at(const pt_kind *k, const char *text, size_t *length) {
    assert(!k->names && !k->as);
    bool negative = text[0] == '-';
    const char *digits = text + negative;
    size_t n = strspn(digits, "0123456789");
    if (n == 0 || n > 6 || (digits[0] == '0' && (n > 1 || negative))) return -1;
    int value = 0;
    for (size_t i = 0; i < n; i++) value = value * 10 + (digits[i] - '0');
    value = (negative ? -value : value) - k->first;
    if (value < 0 || value >= k->count) return -1;
    *length = n + negative;
    return value;
}

/* The longest text of kind k at the front of `text`: its value, or -1. */
static int longest(const pt_kind *k, const char *text, size_t *length) {
    assert(k && !k->as);
    int best = -1;
    *length = 0;
    if (!k->names) return number_at(k, text, length);
    for (int value = 0; value < k->count; value++) {
        const char *name = k->names[value];
        if (name[0] && name[0] != text[0]) continue; /* most end here */
        size_t n = strlen(name);
        if (n < *length || strncmp(text, name, n) != 0) continue;
        best = value;
        *length = n;
    }
    return best;
}

int pt_parse_value(const pt_kind *kind, pt_word w) {
    size_t length;
    int value = longest(kind, w.at, &length);
    assert(value < kind->count);
    return length == w.length ? value : -1;
}

/* The value of argument i whose text stands at the front of `text`, or -1. */
static int read_arg(const pt_verb *verb, uint8_t args[PT_ARGS], int i, const char *text,
                    size_t *length) {
    assert(i < PT_ARGS && verb->kind[i]);
    const pt_kind *k = verb->kind[i];
    if (!k->as) return longest(k, text, length);
    int wanted = longest(k->as, text, length);
    return wanted < 0 ? wanted : step_towards(k, args, i, wanted);
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static const char *skip_space(const char *text) {
    while (is_space(*text)) text++;
    return text;
}

static bool read_form(const pt_verb *verb, const char *text, uint8_t args[PT_ARGS]) {
    int i = 0;
    for (const char *c = verb->form; *c; c++) {
        if (*c == ' ') {
            if (!is_space(*text)) return false;
            text = skip_space(text);
        } else if (*c == '%') {
            size_t length;
            int value = read_arg(verb, args, i, text, &length);
            if (value < 0) return false;
            args[i++] = (uint8_t)value;
            text += length;
        } else if (*text++ != *c) {
            return false;
        }
    }
    return *skip_space(text) == 0;
}

pt_move pt_parse_move(pt_verbs v, const char *text) {
    assert(text);
    text = skip_space(text);
    for (int verb = 1; verb < v.count; verb++) {
        uint8_t args[PT_ARGS] = {0};
        if (read_form(&v.row[verb], text, args))
            return pt_mv((unsigned)verb, args[0], args[1], args[2]);
    }
    return 0;
}

pt_move pt_canonical(pt_verbs v, pt_move m) {
    assert(pt_verb_of(m) < (unsigned)v.count);
    const pt_verb *verb = &v.row[pt_verb_of(m)];
    uint8_t args[PT_ARGS] = {(uint8_t)pt_arg(m, 0), (uint8_t)pt_arg(m, 1),
                             (uint8_t)pt_arg(m, 2)};
    for (int i = 0; i < PT_ARGS && verb->kind[i]; i++)
        if (verb->kind[i]->canonical) args[i] = (uint8_t)verb->kind[i]->canonical(args, i);
    return pt_mv(pt_verb_of(m), args[0], args[1], args[2]);
}

void pt_json_move(pt_json *j, pt_verbs v, pt_move m) {
    const pt_verb *verb = &v.row[pt_verb_of(m)];
    PT_TEXT(text, 128);
    pt_print_move(v, m, &text);
    pt_word name = pt_verb_name(verb);
    pt_open(j, '{');
    pt_key_str(j, "text", text.at);
    pt_key(j, "verb");
    pt_json_strn(j, name.at, name.length);
    pt_key_open(j, "args", '[');
    for (int i = 0; i < PT_ARGS && verb->kind[i]; i++) {
        int value;
        const pt_kind *k = pt_points_at(verb, m, i, &value);
        pt_clear(&text);
        pt_print_value(k, value, &text);
        pt_open(j, '{');
        pt_key_str(j, "kind", k->name);
        pt_key_str(j, "value", text.at);
        pt_close(j, '}');
    }
    pt_close(j, ']');
    pt_close(j, '}');
}

static uint16_t span(const pt_verb *verb, int i) {
    return verb->kind[i] ? verb->kind[i]->count : 1;
}

static bool indexed(const pt_verb *verb) {
    for (int i = 0; i < PT_ARGS; i++)
        if (verb->kind[i] && verb->kind[i]->never) return false;
    return true;
}

pt_space pt_move_space(pt_verbs v) {
    assert(v.count <= PT_VERBS);
    assert(v.count > 0 && v.row);
    pt_space p = {.verbs = (uint32_t)v.count};
    uint32_t next = 0;
    for (int verb = 1; verb < v.count; verb++) {
        const pt_verb *row = &v.row[verb];
        p.base[verb] = next;
        p.second[verb] = span(row, 1);
        p.third[verb] = span(row, 2);
        if (indexed(row)) next += (uint32_t)span(row, 0) * span(row, 1) * span(row, 2);
    }
    p.base[v.count] = next;
    return p;
}

uint32_t pt_index_of(const pt_space *p, pt_move m) {
    unsigned verb = pt_verb_of(m);
    assert(verb < p->verbs);
    return p->base[verb] + (pt_arg(m, 0) * p->second[verb] + pt_arg(m, 1)) * p->third[verb] +
           pt_arg(m, 2);
}

/* From the end down: a verb that is not in the index begins where the next one does. */
pt_move pt_move_at(const pt_space *p, uint32_t index) {
    assert(index < pt_space_size(p));
    unsigned verb = p->verbs;
    while (p->base[verb] > index) verb--;
    assert(verb > 0);
    index -= p->base[verb];
    uint32_t c = index % p->third[verb];
    index /= p->third[verb];
    return pt_mv(verb, index / p->second[verb], index % p->second[verb], c);
}

uint32_t pt_player_space(pt_verbs v, const pt_space *p) {
    assert((uint32_t)v.count == p->verbs);
    int verb = v.count - 1;
    while (verb > 0 && v.row[verb].chance) verb--;
    return verb ? p->base[verb + 1] : 0;
}
