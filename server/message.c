/* Reading messages. */
/* SPDX-License-Identifier: MIT */
#include "server/message.h"
#include "server/people.h"
#include <string.h>

/* What is asked, whether it needs a seat, and the member that holds its text; the most frequent
 * comes first. */
/* clang-format off */
static const struct {
    const char *name;
    int kind;
    bool seat;
    const char *text;
} asks[] = {
    {"move",    PT_ASK_MOVE,    true,  "move"},
    {"watch",   ASK_WATCH,      false, NULL},
    {"unwatch", ASK_UNWATCH,    false, NULL},
    {"sit",     PT_ASK_SIT,     true,  "entropy"},
    {"leave",   PT_ASK_LEAVE,   true,  NULL},
    {"bot",     PT_ASK_BOT,     true,  "level"},
    {"ready",   PT_ASK_READY,   true,  NULL},
    {"start",   PT_ASK_START,   false, NULL},
    {"undo",    PT_ASK_UNDO,    true,  NULL},
    {"agree",   PT_ASK_AGREE,   true,  NULL},
    {"chat",    PT_ASK_CHAT,    false, "text"},
    {"resign",  PT_ASK_RESIGN,  true,  NULL},
    {"pause",   PT_ASK_PAUSE,   true,  NULL},
    {"resume",  PT_ASK_RESUME,  true,  NULL},
    {"rematch", PT_ASK_REMATCH, true,  NULL},
    {"legal",   ASK_LEGAL,      false, NULL},
    {"score",   ASK_SCORE,      false, NULL},
    {"hint",    PT_ASK_HINT,    true,  NULL},
    {"extend",  PT_ASK_EXTEND,  true,  NULL},
    {"mine",    ASK_MINE,       true,  NULL},
    {"prepare", ASK_PREPARE,    true,  "line"},
    {"unprepare", ASK_UNPREPARE, true, "line"},
    {"note",    ASK_NOTE,       true,  "text"},
};
/* clang-format on */
enum { ASKS = sizeof asks / sizeof *asks, MOVE_MAX = 120 };

static bool no(pt_text *why, const char *key, const char *words) {
    pt_put(why, "%s: %s", key, words);
    return false;
}

/* A text without control characters, or absent. */
static bool take_text(const flat *in, const char *key, char *out, size_t size, pt_text *why) {
    flat_value v = flat_get(in, key);
    out[0] = 0;
    if (v.kind == FLAT_NONE) return true;
    if (v.kind != FLAT_TEXT) return no(why, key, "a text is expected");
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

/* Only letters, digits and a few marks, because an id goes into the log. */
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
        return no(why, key, "a whole number in range is expected");
    *out = v.number;
    return true;
}

static bool take_words(const flat *in, const char *key, request *r, pt_text *why) {
    size_t most = r->kind == PT_ASK_MOVE ? MOVE_MAX : sizeof r->text;
    if (key && !take_text(in, key, r->text, most, why)) return false;
    bool empty = r->kind == ASK_PREPARE || r->kind == ASK_NOTE; /* means something */
    if (r->kind != PT_ASK_SIT) return !key || r->text[0] || empty || no(why, key, "wanted");
    if (!take_text(in, "name", r->friend_name, sizeof r->friend_name, why)) return false;
    return !r->friend_name[0] || name_ok(r->friend_name) ||
           no(why, "name", "1 to 24 characters");
}

/* The member that holds `at`. */
static const char *place_of(int kind) {
    return kind == ASK_WATCH ? "since" : kind == PT_ASK_EXTEND ? "to" : "at";
}

static bool take_request(const flat *in, const char *type, message *m, pt_text *why) {
    request *r = &m->request;
    int64_t seat = -1;
    int i = 0;
    while (i < ASKS && strcmp(asks[i].name, type) != 0) i++;
    if (i == ASKS) return no(why, "t", "unknown type");
    r->kind = asks[i].kind;
    r->at = -1;
    if (!take_id(in, "table", m->table, sizeof m->table, why) ||
        !take_id(in, "key", r->key, sizeof r->key, why) ||
        !take_number(in, "seat", 0, PT_SEATS - 1, &seat, why) ||
        !take_number(in, place_of(r->kind), 0, INT32_MAX, &r->at, why))
        return false;
    if (!m->table[0]) return no(why, "table", "wanted");
    r->seat = (int)seat;
    r->yes = flat_get(in, "yes").kind == FLAT_TRUE;
    r->legal = flat_get(in, "legal").kind != FLAT_FALSE;
    if (asks[i].seat && r->seat < 0) return no(why, "seat", "wanted");
    return take_words(in, asks[i].text, r, why);
}

/* An unknown or missing language means English. */
static bool take_language(const flat *in, message *m, pt_text *why) {
    char code[24];
    if (!take_text(in, "lang", code, sizeof code, why)) return false;
    int language = pt_language_named(code);
    m->language = (uint8_t)(language < 0 ? PT_ENGLISH : language);
    return true;
}

bool message_read(const char *text, size_t n, message *m, pt_text *why) {
    char type[16];
    int64_t version = 0;
    flat in;
    memset(m, 0, sizeof *m);
    if (!flat_read(&in, text, n, why)) return false;
    bool ok = take_id(&in, "id", m->request.from.re, sizeof m->request.from.re, why) &&
              take_text(&in, "t", type, sizeof type, why);
    if (ok && strcmp(type, "hello") == 0) {
        m->kind = MESSAGE_HELLO;
        ok = take_number(&in, "v", 0, 1000, &version, why) &&
             take_text(&in, "ticket", m->ticket, sizeof m->ticket, why) &&
             take_id(&in, "browser", m->browser, sizeof m->browser, why) &&
             take_language(&in, m, why);
        m->version = (int)version;
    } else if (ok && strcmp(type, "ping") == 0) {
        m->kind = MESSAGE_PING;
    } else if (ok && strcmp(type, "lang") == 0) {
        m->kind = MESSAGE_LANG;
        ok = take_language(&in, m, why);
    } else if (ok && strcmp(type, "hidden") == 0) {
        m->kind = MESSAGE_HIDDEN;
        m->request.yes = flat_get(&in, "yes").kind == FLAT_TRUE;
    } else if (ok) {
        m->kind = MESSAGE_REQUEST;
        ok = take_request(&in, type, m, why);
    }
    flat_done(&in);
    return ok;
}
