/* The list of bots, how one is made, and what several of them need. */
/* SPDX-License-Identifier: MIT */
#include "bots/bot.h"
#include "bots/net/net.h"
#include "bots/words.h"
#include "core/measures.h"
#include "core/nearest.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* clang-format off */
const pt_bot_kind *const pt_bots[] = {
    &pt_bot_random, &pt_bot_greedy, &pt_bot_uct,
    &pt_levels[0], &pt_levels[1], &pt_levels[2], &pt_levels[3], &pt_levels[4], &pt_levels[5],
    &pt_levels[6], &pt_levels[7], &pt_levels[8], &pt_champion, NULL};
/* clang-format on */

const pt_bot_kind *pt_bot_named(const char *name) {
    for (int i = 0; pt_bots[i]; i++)
        if (strcmp(pt_bots[i]->name, name) == 0) return pt_bots[i];
    return NULL;
}

static const char style_setting[] = PT_STYLE_SETTING;

pt_bot_choice pt_bot_chosen(const char *text, const pt_game *g) {
    char name[32] = {0};
    size_t length = strcspn(text, ":"), skip = sizeof style_setting - 1;
    if (length < sizeof name) memcpy(name, text, length);
    pt_bot_choice c = {.kind = pt_bot_named(name)};
    const char *setting = text + length + 1;
    if (!c.kind || !text[length]) return c;
    if (g && pt_bot_has_styles(c.kind) && strncmp(setting, style_setting, skip) == 0)
        c.style = pt_style_named(g, setting + skip, strlen(setting + skip));
    if (!c.style) c.kind = NULL;
    return c;
}

void pt_print_choice(pt_bot_choice c, const pt_game *g, pt_text *out) {
    pt_puts(out, c.kind->name);
    if (c.style)
        pt_put(out, ":%s%s", style_setting, pt_measures_of(g)->characters->ids[c.style - 1]);
}

void pt_bot_words(const pt_bot_kind *kind, pt_text *out) {
    assert(kind->words && !kind->words->types[0]);
    pt_say(out, pt_said_plain(kind->words));
}

/* The list is in the order of the games. */
static void tell_nets(pt_json *j) {
    pt_key(j, "nets");
    pt_open(j, '{');
    for (const net_bytes *n = pt_net_built_in; n->game;) {
        const char *game = n->game;
        pt_key(j, game);
        pt_open(j, '[');
        for (; n->game && strcmp(n->game, game) == 0; n++) pt_json_int(j, n->players);
        pt_close(j, ']');
    }
    pt_close(j, '}');
}

void pt_tell_bot(pt_json *j, const pt_bot_kind *kind) {
    PT_TEXT_IN(words, 200, j->out->language);
    pt_bot_words(kind, &words);
    pt_open(j, '{');
    pt_key_str(j, "level", kind->name);
    pt_key_str(j, "words", words.at);
    pt_key_int(j, "pace", pt_level_named(kind->name, NULL));
    if (kind == &pt_champion) tell_nets(j);
    pt_close(j, '}');
}

pt_bot *pt_bot_new(const pt_bot_kind *kind, const pt_game *g) {
    pt_bot *bot = calloc(1, sizeof *bot + kind->size(g));
    if (!bot) return NULL;
    bot->kind = kind;
    bot->game = g;
    bot->budget = kind->normal;
    if (kind->open) kind->open(bot);
    return bot;
}

void pt_bot_free(pt_bot *bot) {
    if (bot && bot->kind->close) bot->kind->close(bot);
    free(bot);
}

/* What every bot may use, as its text says; a new limit takes the place of all others. */
static bool limit(pt_bot *bot, const char *name, long value) {
    if (strcmp(name, "count") == 0 && (value == 0 || value == 1)) {
        bot->counts = value == 1;
        return true;
    }
    bool time = strcmp(name, "time") == 0;
    bool known = time || (strcmp(name, "iterations") == 0 && !bot->kind->apart);
    if (!known || value < 1) return false;
    if (!bot->limited) bot->budget = (pt_budget){.cpu = true};
    *(time ? &bot->budget.millis : &bot->budget.iterations) = (uint32_t)value;
    return bot->limited = true;
}

/* "style=raider"; false: it is no style that the bot can have in its game. */
static bool take_style(pt_bot *bot, const char *text, size_t length) {
    size_t skip = sizeof style_setting - 1;
    if (!pt_bot_has_styles(bot->kind) || length < skip ||
        memcmp(text, style_setting, skip) != 0)
        return false;
    int style = pt_style_named(bot->game, text + skip, length - skip);
    if (style) bot->style = style;
    return style != 0;
}

/* One "name=value" of a bot's text. */
static bool change(pt_bot *bot, const char *text, size_t length) {
    if (take_style(bot, text, length)) return true;
    char name[32];
    long value;
    const char *equals = memchr(text, '=', length);
    if (!equals || (size_t)(equals - text) >= sizeof name) return false;
    memcpy(name, text, (size_t)(equals - text));
    name[equals - text] = 0;
    pt_word number = {equals + 1, length - (size_t)(equals + 1 - text)};
    if (!pt_number(number, INT32_MIN, INT32_MAX, &value)) return false;
    return limit(bot, name, value) || (bot->kind->set && bot->kind->set(bot, name, value));
}

/* An unknown character is told those that there are. */
static void say_no_setting(const pt_bot *bot, const char *text, size_t length, pt_text *why) {
    PT_TEXT(setting, 64);
    PT_TEXT(names, 100);
    const pt_measures *m = pt_measures_of(bot->game);
    const pt_names *list = m ? m->characters : NULL;
    pt_putn(&setting, text, length);
    for (int i = 0; list && i < list->count; i++)
        pt_put(&names, "%s%s", i ? " " : "", list->ids[i]);
    bool style = pt_bot_has_styles(bot->kind) && names.used &&
                 strncmp(setting.at, style_setting, sizeof style_setting - 1) == 0;
    pt_say(why, style ? bots_say_no_style(setting.at + sizeof style_setting - 1,
                                          bot->game->title, names.at)
                      : bots_say_no_setting(bot->kind->name, setting.at));
}

bool pt_bot_set(pt_bot *bot, const char *text, size_t length, pt_text *why) {
    for (size_t at = 0, one; at < length; at += one + 1) {
        one = strcspn(text + at, ",");
        if (one > length - at) one = length - at;
        if (change(bot, text + at, one)) continue;
        say_no_setting(bot, text + at, one, why);
        return false;
    }
    return true;
}

static void say_no_bot(pt_text *why, const char *text) {
    PT_TEXT(asked, 64);
    PT_TEXT(names, 200);
    pt_put(&asked, "%.40s", text);
    pt_nearest near = pt_nearest_to(asked.at);
    for (int i = 0; pt_bots[i]; i++) pt_nearest_try(&near, pt_bots[i]->name);
    for (int i = 0; pt_bots[i]; i++) pt_put(&names, "%s%s", i ? " " : "", pt_bots[i]->name);
    pt_say(why, near.name ? bots_say_no_bot_near(asked.at, near.name)
                          : bots_say_no_bot(asked.at, names.at));
}

pt_bot *pt_bot_made(const char *text, const pt_game *g, pt_text *why) {
    char name[32] = {0};
    size_t length = strcspn(text, ":");
    if (length < sizeof name) memcpy(name, text, length);
    const pt_bot_kind *kind = pt_bot_named(name);
    if (!kind) {
        say_no_bot(why, text);
        return NULL;
    }
    pt_bot *bot = pt_bot_new(kind, g);
    if (!bot) pt_say(why, bots_say_memory());
    if (!bot || !text[length] ||
        pt_bot_set(bot, text + length + 1, strlen(text + length + 1), why))
        return bot;
    pt_bot_free(bot);
    return NULL;
}

pt_move pt_bot_pick(pt_bot *bot, const void *view, int seat, pt_rng *rng) {
    _Alignas(max_align_t) unsigned char seen[PT_STATE_MAX];
    (bot->counts ? pt_recall : pt_observe)(bot->game, view, seat, seen);
    return bot->kind->pick(bot, seen, seat, rng);
}

uint64_t pt_micros(bool cpu) {
    struct timespec t;
#ifdef CLOCK_THREAD_CPUTIME_ID
    clock_gettime(cpu ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
#else
    (void)cpu; /* a browser tells no CPU time, and wasi-libc no longer has its name */
    clock_gettime(CLOCK_MONOTONIC, &t);
#endif
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

pt_timer pt_timer_start(const pt_budget *b) {
    return (pt_timer){*b, b->millis ? pt_micros(b->cpu) + (uint64_t)b->millis * 1000 : 0};
}

/* Reading the clock costs less than a microsecond and an iteration several, so every fourth
 * iteration reads it. */
bool pt_timer_over(const pt_timer *t, uint64_t iterations) {
    if (t->budget.iterations && iterations >= t->budget.iterations) return true;
    if (t->budget.stop && atomic_load_explicit(t->budget.stop, memory_order_relaxed))
        return true;
    return t->until && iterations % 4 == 0 && pt_micros(t->budget.cpu) >= t->until;
}
