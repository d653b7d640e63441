/* Reasons in words, and as JSON. */
/* SPDX-License-Identifier: MIT */
#include "bots/why.h"
#include "bots/words.h"
#include "core/measures.h"
#include <stdlib.h>

enum { SHOWN = PT_WHY_MILLI / 10, ONE_FORM = 1 };

/* Tenths, without the last one if it is 0: "2.3", "2". */
static int tenths(int32_t milli) { return (abs(milli) + SHOWN / 2) / SHOWN; }

static void put_amount(pt_text *out, int32_t milli) {
    int n = tenths(milli);
    pt_puti(out, n / 10);
    if (n % 10) pt_put(out, "%c%d", out->language == PT_ENGLISH ? '.' : ',', n % 10);
}

/* English and German say "one point", French also "1,5 point". */
static bool is_one(int language, int n) {
    return language == PT_LANGUAGE_fr ? n < 20 : n == 10;
}

/* All points together, not one of the game's measures. */
static bool is_sum(const pt_game *g, const pt_fact *f) {
    const pt_measures *m = pt_measures_of(g);
    return !m || f->measure == m->count;
}

static void put_what(const pt_game *g, const pt_fact *f, bool one, pt_text *out) {
    if (is_sum(g, f))
        pt_say(out, one ? bots_say_why_point() : bots_say_why_points());
    else
        pt_say_form(out, pt_measures_of(g)->names, f->measure, one ? ONE_FORM : 0);
}

static void say_time(const pt_game *g, const pt_fact *f, pt_text *out) {
    PT_TEXT_IN(rounds, 24, out->language);
    put_amount(&rounds, f->more);
    int n = is_one(out->language, tenths(f->more)) ? 1 : 2;
    pt_say(out, f->more < 0 ? pt_measures_of(g)->sooner(rounds.at, n)
                            : pt_measures_of(g)->later(rounds.at, n));
}

void pt_say_when(const pt_game *g, const pt_fact *f, pt_text *out) {
    if (f->when == PT_AT_ONCE) pt_say(out, bots_say_why_once());
    if (f->when == PT_AT_END) pt_say(out, bots_say_why_end());
    if (f->when == PT_SOON) pt_say(out, pt_measures_of(g)->soon());
}

void pt_say_fact(const pt_game *g, const pt_why *w, const pt_fact *f, pt_text *out) {
    PT_TEXT_IN(amount, 24, out->language);
    PT_TEXT_IN(error, 24, out->language);
    PT_TEXT_IN(what, 120, out->language);
    if (f->when == PT_IN_TIME) {
        say_time(g, f, out);
        return;
    }
    pt_puts(&amount, f->more > 0 ? "+" : "−");
    put_amount(&amount, f->more);
    if (tenths(f->error)) {
        pt_puts(&error, " (±");
        put_amount(&error, f->error);
        pt_putc(&error, ')');
    }
    put_what(g, f, is_one(out->language, tenths(f->more)), &what);
    pt_said fact = bots_say_why_more(amount.at, what.at);
    pt_said whole = w->seats > 2 ? bots_say_why_others(&fact) : bots_say_why_other(&fact);
    pt_say(out, f->rivals ? whole : fact);
    pt_puts(out, error.at);
}

static int percent(int32_t share) { return (int)((share * 100ll + PT_ONE / 2) / PT_ONE); }

void pt_say_trust(const pt_why *w, pt_text *out) {
    pt_say(out, bots_say_why_won((int)w->trust, w->games, percent(w->win[0]),
                                 percent(w->win_error[0]), percent(w->win[1]),
                                 percent(w->win_error[1])));
}

/* --- JSON --- */

static void json_fact(pt_json *j, const pt_game *g, const pt_why *w, const pt_fact *f,
                      bool words) {
    bool all = is_sum(g, f);
    pt_open(j, '{');
    pt_key_bool(j, "gain", f->gain);
    pt_key_str(j, "when", pt_when_names[f->when]);
    pt_key_str(j, "who", f->rivals ? "rivals" : "mover");
    pt_key_str(j, "measure", all ? "points" : pt_measures_of(g)->names->ids[f->measure]);
    pt_key_int(j, "best_milli", f->mean[0]);
    pt_key_int(j, "other_milli", f->mean[1]);
    pt_key_int(j, "more_milli", f->more);
    pt_key_int(j, "error_milli", f->error);
    if (words) {
        PT_TEXT_IN(text, 300, pt_json_language(j));
        pt_say_fact(g, w, f, &text);
        pt_key_str(j, "words", text.at);
        pt_clear(&text);
        pt_say_when(g, f, &text);
        pt_key_str(j, "time", text.at);
    }
    pt_close(j, '}');
}

static void json_permille(pt_json *j, const char *key, const int32_t share[2]) {
    pt_key_open(j, key, '[');
    for (int i = 0; i < 2; i++) pt_json_int(j, (share[i] * 1000ll + PT_ONE / 2) / PT_ONE);
    pt_close(j, ']');
}

void pt_json_why(pt_json *j, const pt_game *g, const pt_why *w, bool words) {
    pt_open(j, '{');
    pt_key(j, "best");
    pt_json_move(j, g->verbs, w->move[0]);
    pt_key(j, "other");
    pt_json_move(j, g->verbs, w->move[1]);
    pt_key_str(j, "trust", pt_trust_names[w->trust]);
    pt_key_int(j, "games", w->games);
    json_permille(j, "win_permille", w->win);
    json_permille(j, "error_permille", w->win_error);
    pt_key_open(j, "facts", '[');
    for (int i = 0; i < w->facts; i++) json_fact(j, g, w, &w->fact[i], words);
    pt_close(j, ']');
    if (words) {
        PT_TEXT_IN(text, 400, pt_json_language(j));
        pt_say_trust(w, &text);
        pt_key_str(j, "words", text.at);
    }
    pt_close(j, '}');
}
