/* Positions as text, from a game's field table. */
/* SPDX-License-Identifier: MIT */
#include "core/position.h"
#include <assert.h>
#include <string.h>

enum { LINE_MAX = 1024 };

const pt_field *pt_field_named(const pt_game *g, pt_word name) {
    for (int i = 0; i < g->field_count; i++)
        if (pt_is(name, g->fields[i].name)) return &g->fields[i];
    return NULL;
}

bool pt_field_key(const pt_field *f, pt_words *line, int *key, pt_text *why) {
    assert(f && line && key);
    *key = 0;
    if (!f->keys) return true;
    pt_word w = pt_next(line);
    for (int k = 0; f->keys[k]; k++)
        if (pt_is(w, f->keys[k])) {
            *key = k;
            return true;
        }
    pt_put(why, "'%s' needs one of", f->name);
    for (int k = 0; f->keys[k]; k++) pt_put(why, " %s", f->keys[k]);
    pt_puts(why, " after it");
    return false;
}

/* How many bytes of a word are quoted. */
static int quoted(pt_word w, size_t most) { return (int)(w.length < most ? w.length : most); }

pt_err pt_unreadable(pt_text *why, pt_word w, const char *wanted) {
    if (w.length == 0)
        pt_put(why, "the line ends where it needs %s", wanted);
    else
        pt_put(why, "'%.*s' is not %s", quoted(w, 30), w.at, wanted);
    return PT_UNREADABLE;
}

/* "an isle", "a god": what an English reader is told to write. */
static void put_wanted(pt_text *out, const pt_kind *kind) {
    assert(kind->name[0]);
    pt_put(out, "%s %s", strchr("aeiouAEIOU", kind->name[0]) ? "an" : "a", kind->name);
}

int pt_next_value(pt_words *line, const pt_kind *kind, pt_text *why) {
    assert(line && kind);
    pt_word w = pt_next(line);
    while (pt_is(w, "none")) w = pt_next(line);
    if (!w.length) return PT_LIST_END;
    int value = pt_parse_value(kind, w);
    if (value >= 0) return value;
    char wanted[80];
    pt_text t = pt_text_on(wanted, sizeof wanted);
    put_wanted(&t, kind);
    pt_unreadable(why, w, wanted);
    return PT_LIST_BAD;
}

pt_err pt_only_once(pt_seen *seen, int value, pt_word w, pt_text *why) {
    assert(value >= 0 && value < 4 * 64);
    uint64_t *bits = &seen->bits[value / 64], bit = (uint64_t)1 << value % 64;
    if (*bits & bit)
        return pt_wrong(PT_UNREADABLE, why, "'%.*s' is given twice: each stands here once",
                        quoted(w, 30), w.at);
    *bits |= bit;
    return PT_OK;
}

int pt_next_member(pt_words *line, const pt_kind *kind, pt_seen *seen, pt_text *why) {
    pt_words at = *line;
    int value = pt_next_value(line, kind, why);
    if (value < 0) return value;
    pt_word w = pt_next(&at);
    while (pt_is(w, "none")) w = pt_next(&at);
    return pt_only_once(seen, value, w, why) ? PT_LIST_BAD : value;
}

void pt_item(pt_text *out, const char *text) {
    assert(out && text);
    if (out->used) pt_putc(out, ' ');
    pt_puts(out, text);
}

void pt_items_end(pt_text *out) {
    if (!out->used) pt_puts(out, "none");
}

/* --- plain fields --- */

static int plain_count(const pt_plain *p, const void *s) {
    return p->count ? p->count : pt_head_of(s)->seats;
}

static size_t plain_at(const pt_plain *p, int key, int i) {
    assert(key >= 0 && i >= 0);
    assert(key == 0 || p->key_step);
    return p->at + (size_t)key * p->key_step + (size_t)i * (p->step ? p->step : p->size);
}

static uint16_t plain_get(const pt_plain *p, const void *s, int key, int i) {
    assert(p->size == 1 || p->size == 2);
    const unsigned char *at = (const unsigned char *)s + plain_at(p, key, i);
    uint16_t n = *at;
    if (p->size == 2) memcpy(&n, at, sizeof n);
    return n;
}

static void plain_set(const pt_plain *p, void *s, int key, int i, uint16_t n) {
    assert(p->size == 2 || (p->size == 1 && n <= UINT8_MAX));
    unsigned char *at = (unsigned char *)s + plain_at(p, key, i);
    if (p->size == 2)
        memcpy(at, &n, sizeof n);
    else
        *at = (unsigned char)n;
}

static void plain_print(const pt_plain *p, const void *s, int key, pt_text *out) {
    for (int i = 0; i < plain_count(p, s); i++) {
        uint16_t n = plain_get(p, s, key, i);
        if (i) pt_putc(out, ' ');
        if (p->dash && n == p->dash_value)
            pt_putc(out, '-');
        else if (n < p->kind->count)
            pt_print_value(p->kind, n, out);
        else
            pt_putc(out, '?'); /* a broken state: shown, never read back */
    }
}

static pt_err plain_parse(const pt_plain *p, void *s, int key, pt_words line, pt_text *why) {
    assert(p->kind);
    char wanted[96];
    pt_text t = pt_text_on(wanted, sizeof wanted);
    put_wanted(&t, p->kind);
    if (!p->kind->names)
        pt_put(&t, ", %d to %d", p->kind->first, p->kind->first + p->kind->count - 1);
    assert(!t.cut);
    for (int i = 0; i < plain_count(p, s); i++) {
        pt_word w = pt_next(&line);
        bool dash = p->dash && pt_is(w, "-");
        int value = dash ? p->dash_value : pt_parse_value(p->kind, w);
        if (!w.length || value < 0) return pt_unreadable(why, w, wanted);
        plain_set(p, s, key, i, (uint16_t)value);
    }
    pt_word rest = pt_next(&line);
    return rest.length ? pt_unreadable(why, rest, "expected: the line should end before it")
                       : PT_OK;
}

void pt_print_field(const pt_field *f, const void *s, int key, pt_text *out) {
    assert(f->print || f->plain.kind);
    if (f->print)
        f->print(s, key, out);
    else
        plain_print(&f->plain, s, key, out);
}

pt_err pt_parse_field(const pt_game *g, void *s, const char *line, uint64_t *given,
                      pt_text *why) {
    pt_words words = {line};
    pt_word name = pt_next(&words);
    const pt_field *f = pt_field_named(g, name);
    if (!f) {
        pt_put(why, "%s has no field '%.*s'", g->title, quoted(name, 40), name.at);
        return PT_UNREADABLE;
    }
    int key;
    if (!pt_field_key(f, &words, &key, why)) return PT_UNREADABLE;
    *given |= (uint64_t)1 << (f - g->fields);
    assert(f->parse || f->plain.kind);
    return f->parse ? f->parse(s, key, words, why) : plain_parse(&f->plain, s, key, words, why);
}

void pt_print_position(const pt_game *g, const void *s, pt_text *out) {
    for (int i = 0; i < g->field_count; i++) {
        const pt_field *f = &g->fields[i];
        for (int k = 0; k == 0 || (f->keys && f->keys[k]); k++) {
            char memory[LINE_MAX];
            pt_text value = pt_text_on(memory, sizeof memory);
            pt_print_field(f, s, k, &value);
            assert(!value.cut); /* a line that parse can read */
            pt_puts(out, f->name);
            if (f->keys) pt_put(out, " %s", f->keys[k]);
            if (value.used) pt_putc(out, ' ');
            pt_putn(out, value.at, value.used);
            pt_putc(out, '\n');
        }
    }
}

/* Copies the next line without its comment, unless it is too long; false at the end of the
 * text. */
static bool next_line(const char **text, char line[LINE_MAX], bool *too_long) {
    if (!**text) return false;
    size_t n = strcspn(*text, "\n");
    size_t keep = strcspn(*text, "#\n");
    assert(keep <= n);
    *too_long = keep >= LINE_MAX;
    if (!*too_long) {
        memcpy(line, *text, keep);
        line[keep] = 0;
    }
    *text += n + ((*text)[n] == '\n');
    return true;
}

/* True if an earlier line sets the same thing. Such a text is rejected, because readers might
 * disagree on which line counts. */
static bool said_before(const pt_game *g, const char *line, uint64_t seen[64]) {
    PT_TEXT(why, 100);
    pt_words words = {line};
    const pt_field *f = pt_field_named(g, pt_next(&words));
    int key;
    if (!f || !pt_field_key(f, &words, &key, &why)) return false;
    assert(f - g->fields < 64 && key < 64);
    uint64_t *of_field = &seen[f - g->fields], bit = (uint64_t)1 << key;
    bool said = (*of_field & bit) != 0;
    *of_field |= bit;
    return said;
}

pt_err pt_parse_position(const pt_game *g, void *s, const pt_config *config, const char *text,
                         int *line_at, pt_text *why) {
    char line[LINE_MAX];
    uint64_t fresh[PT_STATE_MAX / 8] = {0}, given = 0; /* aligned for any state */
    uint64_t seen[64] = {0};
    bool too_long;
    int number = 0;
    assert(g->field_count <= 64);
    assert(g->state_size <= sizeof fresh);
    g->blank(fresh, config);
    text = pt_past_mark(text);
    while (next_line(&text, line, &too_long)) {
        number++;
        if (line_at) *line_at = number;
        if (too_long) {
            pt_put(why, "a line may have %d characters", LINE_MAX - 1);
            return PT_UNREADABLE;
        }
        if (pt_end((pt_words){line})) continue;
        if (said_before(g, line, seen))
            return pt_wrong(PT_UNREADABLE, why, "this was said in a line before");
        pt_err err = pt_parse_field(g, fresh, line, &given, why);
        if (err) return err;
    }
    if (line_at) *line_at = 0;
    pt_err err = g->settle(fresh, given, why);
    if (err) return err;
    memcpy(s, fresh, g->state_size);
    return PT_OK;
}
