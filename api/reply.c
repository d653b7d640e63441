/* Memory for the caller, the reply, and what needs no game in progress. */
/* SPDX-License-Identifier: MIT */
#include "api/api.h"
#include "api/words.h"
#include "bots/playout.h"
#include "core/game_json.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#ifdef __wasm__
#define OF_THREAD /* a module has one thread */
#else
#define OF_THREAD _Thread_local
#endif

/* The only variable here: the reply to this thread's last call, and the language of the
 * next. */
static OF_THREAD struct {
    char *at;
    size_t used, capacity;
    char window[4096]; /* what `text` writes on before it goes to `at` */
    pt_text text;
    uint8_t language;
} reply;

bool api_language(const char *code) {
    int language = pt_language_named(code);
    if (language >= 0) reply.language = (uint8_t)language;
    return language >= 0;
}

uint8_t reply_language(void) { return reply.language; }

void *api_take(size_t bytes) { return malloc(bytes ? bytes : 1); }
void api_give(void *memory) { free(memory); }

/* Without memory the module cannot go on: the host sees a trap. */
static void append(void *to, const char *bytes, size_t n) {
    (void)to;
    if (reply.used + n + 1 > reply.capacity) {
        reply.capacity = (reply.used + n + 1) * 2;
        char *more = realloc(reply.at, reply.capacity);
        if (!more) abort();
        reply.at = more;
    }
    memcpy(reply.at + reply.used, bytes, n);
    reply.used += n;
    reply.at[reply.used] = 0;
}

pt_text *reply_anew(void) {
    reply.used = 0;
    append(NULL, "", 0);
    reply.text = pt_text_to(reply.window, sizeof reply.window, append, NULL);
    reply.text.language = reply.language;
    return &reply.text;
}

const char *api_reply(void) {
    if (!reply.at) reply_anew();
    pt_flush(&reply.text);
    return reply.at;
}

size_t api_reply_size(void) { return reply.used; }

pt_err reply_why(pt_err err, const pt_text *why) {
    assert(err);
    pt_json j = pt_json_on(reply_anew());
    pt_open(&j, '{');
    pt_key_str(&j, "code", err == PT_REFUSED ? "rule" : "unreadable");
    if (err == PT_REFUSED)
        pt_tell_refusal(&j, why->at, why->key);
    else
        pt_key_str(&j, "words", why->at);
    pt_close(&j, '}');
    return err;
}

pt_err reply_refusal(pt_said why) {
    PT_TEXT_IN(words, 512, reply.language);
    pt_say(&words, why);
    return reply_why(PT_UNREADABLE, &words);
}

pt_err reply_english(const char *why) {
    PT_TEXT(words, 512);
    pt_puts(&words, why);
    return reply_why(PT_UNREADABLE, &words);
}

void reply_no_game(const char *game) {
    PT_TEXT(written, 48);
    pt_put(&written, "%.40s", game);
    reply_refusal(ap_say_no_game(written.at));
}

#ifdef __wasm__
/* A failed assert: the host reads the sentence and sees a trap. */
_Noreturn void __assert_fail(const char *, const char *, int, const char *);
_Noreturn void __assert_fail(const char *what, const char *file, int line, const char *where) {
    pt_put(reply_anew(), "%s:%d: %s: %s does not hold", file, line, where, what);
    abort();
}
#endif

void api_games(void) {
    pt_json j = pt_json_on(reply_anew());
    pt_open(&j, '[');
    for (int i = 0; pt_games[i]; i++) pt_tell_game(&j, pt_games[i], true);
    pt_close(&j, ']');
}

void api_bots(void) {
    pt_json j = pt_json_on(reply_anew());
    pt_open(&j, '[');
    for (int i = 0; i < PT_LEVELS; i++) pt_tell_bot(&j, &pt_levels[i]);
    pt_tell_bot(&j, &pt_champion);
    pt_close(&j, ']');
}

#ifndef __wasm__
void api_rulebook(const char *game) {
    pt_text *out = reply_anew();
    const pt_game *g = pt_game_named(game);
    if (g) pt_puts(out, pt_rulebook(g, out->language));
}
#endif

bool api_random(const char *game, int players, int first, int games) {
    const pt_game *g = pt_game_named(game);
    pt_config c = g ? pt_config_normal(g, players) : (pt_config){0};
    playout p;
    if (!g || pt_config_check(g, &c, NULL) || !playout_init(&p, g, &c)) return false;
    for (int i = 0; i < games; i++) playout_game(&p, (uint64_t)first + (uint64_t)i);
    pt_put(reply_anew(),
           "{\"games\":%llu,\"decisions\":%llu,\"plies\":%llu,\"signature\":\"%016llx\"}",
           (unsigned long long)p.games, (unsigned long long)p.decisions,
           (unsigned long long)p.plies, (unsigned long long)p.signature);
    playout_done(&p);
    return true;
}
