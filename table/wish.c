/* A wish as text: one line for each property, which begins with its name. */
/* SPDX-License-Identifier: MIT */
#include "table/wish.h"
#include <assert.h>
#include <string.h>

const char *const pt_access_names[] = {"open", "link", "private", "local", NULL};
const char *const pt_clock_names[] = {"none", "move", "bank", NULL};

bool pt_wish_number(pt_word w, int64_t min, int64_t max, int64_t *out) {
    enum { DIGITS = 18 };
    size_t i = w.at[0] == '-';
    int64_t n = 0;
    if (i == w.length || w.length - i > DIGITS) return false;
    for (; i < w.length; i++) {
        if (w.at[i] < '0' || w.at[i] > '9') return false;
        n = n * 10 + (w.at[i] - '0');
    }
    if (w.at[0] == '-') n = -n;
    if (n < min || n > max) return false;
    *out = n;
    return true;
}

/* --- printing --- */

static void put_options(const pt_wish *w, pt_text *out) {
    for (int i = 0; i < w->game->option_count; i++) {
        const pt_option *o = &w->game->options[i];
        int value = w->config.option[i];
        assert(value >= o->min && value <= o->max);
        if (value == o->normal) continue;
        if (o->values)
            pt_put(out, "option %s=%s\n", o->name, o->values[value - o->min]);
        else
            pt_put(out, "option %s=%d\n", o->name, value);
    }
}

void pt_wish_print(const pt_wish *w, pt_text *out) {
    char seed[PT_HEX];
    assert(w->game && w->access <= PT_ACCESS_LOCAL && w->clock <= PT_CLOCK_BANK);
    pt_to_hex(w->seed, sizeof w->seed, seed);
    pt_put(out, "game %s\nrules %d\nseats %d\n", w->game->name, w->game->rules,
           w->config.seats);
    put_options(w, out);
    pt_put(out, "clock %s %lld %lld %d\n", pt_clock_names[w->clock], (long long)w->clock_ms,
           (long long)w->clock_inc, w->flag_loses);
    pt_put(out, "access %s\nwatch %d\ngrace %u\nowner %s\n", pt_access_names[w->access],
           w->watch, w->grace_s, w->owner);
    if (w->holidays) pt_puts(out, "holidays 1\n");
    if (w->key[0]) pt_put(out, "key %s\n", w->key);
    pt_put(out, "seed %s\n", seed);
}

/* --- parsing: a line each, in the order in which they are printed --- */

static bool no(pt_text *why, const char *words) {
    pt_puts(why, words);
    return false;
}

static void copy_word(pt_word w, char *out, size_t size) {
    pt_text t = pt_text_on(out, size);
    pt_putn(&t, w.at, w.length);
}

static int named(const char *const *names, pt_word w) {
    for (int i = 0; names[i]; i++)
        if (pt_is(w, names[i])) return i;
    return -1;
}

static bool parse_game(pt_wish *w, pt_words v, pt_text *why) {
    char name[PT_ID];
    copy_word(pt_next(&v), name, sizeof name);
    w->game = pt_game_named(name);
    return w->game ? true : no(why, "no such game");
}

static bool parse_rules(pt_wish *w, pt_words v, pt_text *why) {
    int64_t rules;
    bool same = pt_wish_number(pt_next(&v), 0, UINT8_MAX, &rules) && rules == w->game->rules;
    return same ? true : no(why, "other rules");
}

static bool parse_seats(pt_wish *w, pt_words v, pt_text *why) {
    int64_t seats;
    if (!pt_wish_number(pt_next(&v), 0, UINT8_MAX, &seats)) return no(why, "no seats");
    w->config = pt_config_normal(w->game, (int)seats);
    return true;
}

static bool parse_option(pt_wish *w, pt_words v, pt_text *why) {
    char text[80];
    copy_word(pt_next(&v), text, sizeof text);
    return pt_config_set(w->game, &w->config, text, why) == PT_OK;
}

static bool parse_clock(pt_wish *w, pt_words v, pt_text *why) {
    int kind = named(pt_clock_names, pt_next(&v));
    int64_t loses;
    if (kind < 0 || !pt_wish_number(pt_next(&v), 0, PT_CLOCK_MOST, &w->clock_ms) ||
        !pt_wish_number(pt_next(&v), 0, PT_CLOCK_MOST, &w->clock_inc) ||
        !pt_wish_number(pt_next(&v), 0, 1, &loses))
        return no(why, "no such clock");
    w->clock = (uint8_t)kind;
    w->flag_loses = loses != 0;
    return true;
}

/* If the access is not known to this version, the table is private. */
static bool parse_access(pt_wish *w, pt_words v, pt_text *why) {
    int access = named(pt_access_names, pt_next(&v));
    (void)why;
    w->access = (uint8_t)(access < 0 ? PT_ACCESS_PRIVATE : access);
    return true;
}

static bool parse_watch(pt_wish *w, pt_words v, pt_text *why) {
    int64_t watch;
    if (!pt_wish_number(pt_next(&v), 0, 1, &watch)) return no(why, "watch is 0 or 1");
    w->watch = watch != 0;
    return true;
}

static bool parse_grace(pt_wish *w, pt_words v, pt_text *why) {
    int64_t grace;
    if (!pt_wish_number(pt_next(&v), 0, UINT32_MAX, &grace)) return no(why, "no grace time");
    w->grace_s = (uint32_t)grace;
    return true;
}

/* Tables of older versions have no such line, and no holidays. */
static bool parse_holidays(pt_wish *w, pt_words v, pt_text *why) {
    (void)why;
    w->holidays = pt_is(pt_next(&v), "1");
    return true;
}

static bool parse_owner(pt_wish *w, pt_words v, pt_text *why) {
    (void)why;
    copy_word(pt_next(&v), w->owner, sizeof w->owner);
    return true;
}

static bool parse_key(pt_wish *w, pt_words v, pt_text *why) {
    (void)why;
    copy_word(pt_next(&v), w->key, sizeof w->key);
    return true;
}

static bool parse_seed(pt_wish *w, pt_words v, pt_text *why) {
    char hex[PT_HEX];
    copy_word(pt_next(&v), hex, sizeof hex);
    return pt_from_hex(hex, w->seed, sizeof w->seed) ? true : no(why, "no seed");
}

static const struct {
    const char *key;
    bool (*parse)(pt_wish *w, pt_words value, pt_text *why);
} lines_of_a_wish[] = {
    {"game", parse_game},     {"rules", parse_rules}, {"seats", parse_seats},
    {"option", parse_option}, {"clock", parse_clock}, {"access", parse_access},
    {"watch", parse_watch},   {"grace", parse_grace}, {"owner", parse_owner},
    {"key", parse_key},       {"seed", parse_seed},   {"holidays", parse_holidays},
};
enum { KEYS = sizeof lines_of_a_wish / sizeof *lines_of_a_wish };

/* An unknown key comes from another version and is skipped, like an empty line. */
static bool parse_line(pt_wish *w, pt_words line, pt_text *why) {
    pt_word key = pt_next(&line);
    int i = 0;
    while (i < KEYS && !pt_is(key, lines_of_a_wish[i].key)) i++;
    if (i == KEYS) return true;
    if (i > 0 && !w->game) return no(why, "the game comes first");
    return lines_of_a_wish[i].parse(w, line, why);
}

bool pt_wish_parse(const char *lines, pt_wish *w, pt_text *why) {
    char line[256];
    *w = (pt_wish){0};
    while (*lines) {
        size_t n = strcspn(lines, "\n");
        copy_word((pt_word){lines, n}, line, sizeof line);
        if (!parse_line(w, (pt_words){line}, why)) return false;
        lines += n + (lines[n] == '\n');
    }
    if (!w->game) return no(why, "no game");
    return pt_config_check(w->game, &w->config, why) == PT_OK;
}
