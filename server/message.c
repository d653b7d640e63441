/* Reading messages. */
/* SPDX-License-Identifier: MIT */
#include "server/message.h"
#include "server/people.h"
#include <string.h>

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
static bool take_text(const flat *in, const char *key, char *out, size_t size, pt_text *why) {
    flat_value v = flat_get(in, key);
    out[0] = 0;
    if (v.kind == FLAT_NONE) return true;
    if (v.kind != FLAT_TEXT) return no(why, key, "a text is wanted");
    if (v.n >= size) return no(why, key, "too long");
    for (size_t i = 0; i < v.n; i++)
        if ((unsigned char)v.text[i] < ' ' || v.text[i] == 127)
            return no(why, key, "control characters");
    memcpy(out, v.text, v.n);
    out[v.n] = 0;
    return true;
}

static bool in_id(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '.' || c == '_' || c == '-' || c == ':';
}

/* Letters, digits and a few marks: it goes into the log. */
static bool take_id(const flat *in, const char *key, char *out, size_t size, pt_text *why) {
    if (!take_text(in, key, out, size, why)) return false;
    const char *at = out;
    while (in_id(*at)) at++;
    if (!*at) return true;
    out[0] = 0;
    return no(why, key, "letters, digits and . _ - : only");
}

static bool take_number(const flat *in, const char *key, int64_t min, int64_t max, int64_t *out,
                        pt_text *why) {
    flat_value v = flat_get(in, key);
    if (v.kind == FLAT_NONE || v.kind == FLAT_NULL) return true;
    if (v.kind != FLAT_INT || v.number < min || v.number > max)
        return no(why, key, "a whole number in range is wanted");
    *out = v.number;
    return true;
}

static bool take_act(const flat *in, const char *type, message *m, pt_text *why) {
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
    a->yes = flat_get(in, "yes").kind == FLAT_TRUE;
    a->legal = flat_get(in, "legal").kind != FLAT_FALSE;
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
    flat in;
    memset(m, 0, sizeof *m);
    if (!flat_read(&in, text, n, why)) return false;
    bool ok = take_id(&in, "id", m->act.re, sizeof m->act.re, why) &&
              take_text(&in, "t", type, sizeof type, why);
    if (ok && strcmp(type, "hello") == 0) {
        m->kind = MESSAGE_HELLO;
        ok = take_number(&in, "v", 0, 1000, &version, why) &&
             take_text(&in, "ticket", m->ticket, sizeof m->ticket, why);
        m->version = (int)version;
    } else if (ok && strcmp(type, "ping") == 0) {
        m->kind = MESSAGE_PING;
    } else if (ok) {
        m->kind = MESSAGE_ACT;
        ok = take_act(&in, type, m, why);
    }
    flat_done(&in);
    return ok;
}
