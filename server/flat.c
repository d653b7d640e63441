/* Members of a message, by name. */
/* SPDX-License-Identifier: MIT */
#include "server/flat.h"
#include <string.h>

enum { DEPTH = 8 };

/* --- with jansson --- */

static bool too_deep(const char *text, size_t n) {
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < n; i++) {
        if (quoted && text[i] == '\\')
            i++;
        else if (text[i] == '"')
            quoted = !quoted;
        else if (!quoted && (text[i] == '{' || text[i] == '['))
            depth++;
        else if (!quoted && (text[i] == '}' || text[i] == ']'))
            depth--;
        if (depth > DEPTH) return true;
    }
    return false;
}

json_t *json_strict(const char *text, size_t n, pt_text *why) {
    json_error_t error;
    if (too_deep(text, n)) {
        pt_puts(why, "nested too deep");
        return NULL;
    }
    json_t *in = json_loadb(text, n, JSON_REJECT_DUPLICATES, &error);
    if (!in) {
        char *quoted =
            strstr(error.text, " near "); /* what it quotes may be half a character */
        if (quoted) *quoted = 0;
        pt_put(why, "not JSON: %.100s at line %d, column %d", error.text, error.line,
               error.column);
    } else if (!json_is_object(in)) {
        pt_puts(why, "an object is expected");
        json_decref(in);
        in = NULL;
    }
    return in;
}

static flat_value value_of(const json_t *v) {
    if (!v) return (flat_value){.kind = FLAT_NONE};
    switch (json_typeof(v)) {
    case JSON_STRING:
        return (flat_value){FLAT_TEXT, json_string_value(v), json_string_length(v), 0};
    case JSON_INTEGER: return (flat_value){.kind = FLAT_INT, .number = json_integer_value(v)};
    case JSON_TRUE: return (flat_value){.kind = FLAT_TRUE};
    case JSON_FALSE: return (flat_value){.kind = FLAT_FALSE};
    case JSON_NULL: return (flat_value){.kind = FLAT_NULL};
    case JSON_OBJECT:
    case JSON_ARRAY:
    case JSON_REAL: break;
    }
    return (flat_value){.kind = FLAT_OTHER};
}

/* --- in place --- */

typedef struct reader {
    const char *at, *end;
} reader;

static void skip_space(reader *r) {
    while (r->at < r->end &&
           (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
}

static bool take(reader *r, char c) {
    skip_space(r);
    if (r->at == r->end || *r->at != c) return false;
    r->at++;
    return true;
}

/* ASCII without escapes. */
static bool plain_text(reader *r, const char **text, size_t *n) {
    if (!take(r, '"')) return false;
    *text = r->at;
    while (r->at < r->end && *r->at >= ' ' && *r->at < 127 && *r->at != '"' && *r->at != '\\')
        r->at++;
    *n = (size_t)(r->at - *text);
    return r->at < r->end && *r->at++ == '"';
}

static bool plain_number(reader *r, int64_t *n) {
    bool negative = *r->at == '-';
    const char *digits = r->at += negative;
    *n = 0;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9' && r->at - digits < 15; r->at++)
        *n = *n * 10 + (*r->at - '0');
    if (r->at == digits || r->at == r->end || (*digits == '0' && r->at - digits > 1))
        return false;
    if (negative) *n = -*n;
    return *r->at == ',' || *r->at == '}' || *r->at == ' ';
}

static bool plain_word(reader *r, const char *word) {
    size_t n = strlen(word);
    if ((size_t)(r->end - r->at) <= n || memcmp(r->at, word, n) != 0) return false;
    r->at += n;
    return true;
}

static bool plain_value(reader *r, flat_value *v) {
    skip_space(r);
    if (r->at == r->end) return false;
    switch (*r->at) {
    case '"': v->kind = FLAT_TEXT; return plain_text(r, &v->text, &v->n);
    case 't': v->kind = FLAT_TRUE; return plain_word(r, "true");
    case 'f': v->kind = FLAT_FALSE; return plain_word(r, "false");
    case 'n': v->kind = FLAT_NULL; return plain_word(r, "null");
    default: v->kind = FLAT_INT; return plain_number(r, &v->number);
    }
}

static bool has_key(const flat *f, pt_word key) {
    for (int i = 0; i < f->count; i++)
        if (f->member[i].key.length == key.length &&
            memcmp(f->member[i].key.at, key.at, key.length) == 0)
            return true;
    return false;
}

bool flat_read_plain(flat *f, const char *text, size_t n) {
    reader r = {text, text + n};
    f->count = 0;
    f->json = NULL;
    if (!take(&r, '{')) return false;
    do {
        pt_word key;
        if (f->count == FLAT_MEMBERS || !plain_text(&r, &key.at, &key.length) ||
            has_key(f, key) || !take(&r, ':') || !plain_value(&r, &f->member[f->count].value))
            return false;
        f->member[f->count++].key = key;
    } while (take(&r, ','));
    if (!take(&r, '}')) return false;
    skip_space(&r);
    return r.at == r.end;
}

/* --- both --- */

bool flat_read(flat *f, const char *text, size_t n, pt_text *why) {
    if (flat_read_plain(f, text, n)) return true;
    f->json = json_strict(text, n, why);
    return f->json != NULL;
}

void flat_done(flat *f) { json_decref(f->json); }

flat_value flat_get(const flat *f, const char *key) {
    if (f->json) return value_of(json_object_get(f->json, key));
    for (int i = 0; i < f->count; i++)
        if (pt_is(f->member[i].key, key)) return f->member[i].value;
    return (flat_value){.kind = FLAT_NONE};
}
