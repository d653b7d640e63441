/* Reading messages. */
/* SPDX-License-Identifier: MIT */
#include "server/message.h"
#include "server/people.h"
#include <string.h>

enum { DEPTH = 8 };

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
    if (!in)
        pt_put(why, "no JSON: %.100s", error.text);
    else if (!json_is_object(in)) {
        pt_puts(why, "an object is wanted");
        json_decref(in);
        in = NULL;
    }
    return in;
}

static const struct {
    const char *name;
    act_kind kind;
} acts[] = {
    {"watch", ACT_WATCH}, {"unwatch", ACT_UNWATCH}, {"sit", ACT_SIT},
    {"leave", ACT_LEAVE}, {"bot", ACT_BOT},         {"start", ACT_START},
    {"move", ACT_MOVE},   {"undo", ACT_UNDO},       {"agree", ACT_AGREE},
    {"chat", ACT_CHAT},   {"resign", ACT_RESIGN},   {"rematch", ACT_REMATCH},
    {"legal", ACT_LEGAL}, {"score", ACT_SCORE},     {"hint", ACT_HINT},
};
enum { ACTS = sizeof acts / sizeof *acts };

static bool no(pt_text *why, const char *key, const char *words) {
    pt_put(why, "%s: %s", key, words);
    return false;
}

/* A text without control characters, or absent. */
static bool take_text(json_t *in, const char *key, char *out, size_t size, pt_text *why) {
    json_t *v = json_object_get(in, key);
    out[0] = 0;
    if (!v) return true;
    if (!json_is_string(v)) return no(why, key, "a text is wanted");
    size_t n = json_string_length(v);
    const char *s = json_string_value(v);
    if (n >= size) return no(why, key, "too long");
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)s[i] < ' ' || s[i] == 127) return no(why, key, "control characters");
    memcpy(out, s, n + 1);
    return true;
}

/* Letters, digits and a few marks: it goes into the log. */
static bool take_id(json_t *in, const char *key, char *out, size_t size, pt_text *why) {
    if (!take_text(in, key, out, size, why)) return false;
    if (out[strspn(out,
                   "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-:")]) {
        out[0] = 0;
        return no(why, key, "letters, digits and . _ - : only");
    }
    return true;
}

static bool take_number(json_t *in, const char *key, int64_t min, int64_t max, int64_t *out,
                        pt_text *why) {
    json_t *v = json_object_get(in, key);
    if (!v || json_is_null(v)) return true;
    if (!json_is_integer(v) || json_integer_value(v) < min || json_integer_value(v) > max)
        return no(why, key, "a whole number in range is wanted");
    *out = json_integer_value(v);
    return true;
}

static bool take_act(json_t *in, const char *type, message *m, pt_text *why) {
    act *a = &m->act;
    int i = 0;
    while (i < ACTS && strcmp(acts[i].name, type) != 0) i++;
    if (i == ACTS) return no(why, "t", "unknown type");
    a->kind = acts[i].kind;
    int64_t seat = -1;
    a->at = -1;
    if (!take_id(in, "table", m->table, sizeof m->table, why) ||
        !take_id(in, "key", a->key, sizeof a->key, why) ||
        !take_number(in, "seat", 0, PT_SEATS - 1, &seat, why) ||
        !take_number(in, a->kind == ACT_WATCH ? "since" : "at", 0, INT32_MAX, &a->at, why))
        return false;
    if (!m->table[0]) return no(why, "table", "wanted");
    a->seat = (int)seat;
    a->yes = json_is_true(json_object_get(in, "yes"));
    a->legal = !json_is_false(json_object_get(in, "legal"));
    bool needs_seat = a->kind != ACT_WATCH && a->kind != ACT_UNWATCH && a->kind != ACT_START &&
                      a->kind != ACT_CHAT && a->kind != ACT_LEGAL && a->kind != ACT_SCORE;
    if (needs_seat && a->seat < 0) return no(why, "seat", "wanted");
    const char *key = a->kind == ACT_MOVE   ? "move"
                      : a->kind == ACT_CHAT ? "text"
                      : a->kind == ACT_BOT  ? "level"
                      : a->kind == ACT_SIT  ? "entropy"
                                            : NULL;
    if (key && !take_text(in, key, a->text, a->kind == ACT_MOVE ? 120 : sizeof a->text, why))
        return false;
    if (key && !a->text[0] && a->kind != ACT_SIT) return no(why, key, "wanted");
    if (a->kind == ACT_SIT) {
        if (!take_text(in, "name", a->name, sizeof a->name, why)) return false;
        if (a->name[0] && !name_ok(a->name)) return no(why, "name", "1 to 24 characters");
    }
    return true;
}

bool message_read(const char *text, size_t n, message *m, pt_text *why) {
    char type[16];
    int64_t version = 0;
    memset(m, 0, sizeof *m);
    json_t *in = json_strict(text, n, why);
    if (!in) return false;
    bool ok = take_id(in, "id", m->act.re, sizeof m->act.re, why) &&
              take_text(in, "t", type, sizeof type, why);
    if (ok && strcmp(type, "hello") == 0) {
        m->kind = MESSAGE_HELLO;
        ok = take_number(in, "v", 0, 1000, &version, why) &&
             take_text(in, "ticket", m->ticket, sizeof m->ticket, why);
        m->version = (int)version;
    } else if (ok && strcmp(type, "ping") == 0) {
        m->kind = MESSAGE_PING;
    } else if (ok) {
        m->kind = MESSAGE_ACT;
        ok = take_act(in, type, m, why);
    }
    json_decref(in);
    return ok;
}
