/* Reasons in words, and as JSON. */
/* SPDX-License-Identifier: MIT */
#include "bots/why.h"
#include "bots/words.h"
#include "core/measures.h"
#include <stdlib.h>

enum { SHOWN = PT_WHY_MILLI / 10, ONE_FORM = 1 };

/* Tenths, without the last one if it is 0 or the number large: "2.3", "2", "1231". */
static int tenths(int32_t milli) { return (abs(milli) + SHOWN / 2) / SHOWN; }

static void put_amount(pt_text *out, int32_t milli) {
    int n = tenths(milli);
    if (n >= 1000) n = (n + 5) / 10 * 10;
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

static void put_signed(pt_text *out, int32_t milli) {
    pt_puts(out, milli > 0 ? "+" : "−");
    put_amount(out, milli);
}

/* "namely +3 points for series, +2 ..., −0.9 for all the rest" */
static void put_parts(const pt_game *g, const pt_fact *f, pt_text *out) {
    pt_puts(out, ", ");
    pt_say(out, bots_say_why_namely());
    for (int i = 0; i < f->parts; i++) {
        const pt_fact line = {.measure = f->part[i].measure};
        pt_puts(out, i ? ", " : " ");
        put_signed(out, f->part[i].more);
        pt_putc(out, ' ');
        put_what(g, &line, is_one(out->language, tenths(f->part[i].more)), out);
    }
    if (tenths(f->rest) < (f->when == PT_AT_ONCE ? 1 : 3)) return; /* within the error */
    PT_TEXT_IN(rest, 24, out->language);
    put_signed(&rest, f->rest);
    pt_puts(out, ", ");
    pt_say(out, bots_say_why_rest(rest.at));
}

static void say_time(const pt_game *g, const pt_fact *f, pt_text *out) {
    PT_TEXT_IN(rounds, 24, out->language);
    put_amount(&rounds, f->more);
    int n = is_one(out->language, tenths(f->more)) ? 1 : 2;
    pt_say(out, f->more < 0 ? pt_measures_of(g)->sooner(rounds.at, n)
                            : pt_measures_of(g)->later(rounds.at, n));
}

void pt_say_when(const pt_game *g, const pt_fact *f, pt_text *out) {
    if (f->quick) {
        pt_say(out, bots_say_why_quick());
        pt_putc(out, ' ');
    }
    if (f->when == PT_AT_ONCE) pt_say(out, bots_say_why_once());
    if (f->when == PT_AHEAD) pt_say(out, bots_say_why_ahead());
    if (f->when == PT_AT_END) pt_say(out, bots_say_why_end());
    if (f->when == PT_SOON) pt_say(out, pt_measures_of(g)->soon());
    if (f->when >= PT_SOON && f->when <= PT_AT_END && !f->quick) {
        pt_putc(out, ' ');
        pt_say(out, bots_say_why_probably()); /* the others may do something else */
    }
}

/* "+2 points", "4 fleets rather than 3", "the best answer then brings 2 points ..." */
static void put_fact(const pt_game *g, const pt_why *w, const pt_fact *f, pt_text *out) {
    const pt_measures *m = pt_measures_of(g);
    bool points = is_sum(g, f) || f->measure < m->points;
    bool bare = points && f->when != PT_ANSWER && f->when != PT_NEXT;
    PT_TEXT_IN(amount, 24, out->language);
    PT_TEXT_IN(than, 24, out->language);
    PT_TEXT_IN(what, 120, out->language);
    int32_t shown = bare ? f->more : f->mean[0];
    if (bare) pt_puts(&amount, f->more > 0 ? "+" : "−");
    if (!bare && shown < 0) pt_puts(&amount, "−");
    if (f->mean[1] < 0) pt_puts(&than, "−");
    put_amount(&amount, shown);
    put_amount(&than, f->mean[1]);
    /* Where one line is all there is, it is named in place of the sum. */
    const pt_fact line = {.measure = f->parts ? f->part[0].measure : 0};
    bool whole = bare && f->parts == 1 && !f->rest;
    put_what(g, whole ? &line : f, is_one(out->language, tenths(shown)), &what);
    pt_said fact = bare                   ? bots_say_why_more(amount.at, what.at)
                   : f->when == PT_ANSWER ? bots_say_why_answer(amount.at, what.at, than.at)
                   : f->when == PT_NEXT   ? bots_say_why_next(amount.at, what.at, than.at)
                                          : bots_say_why_rather(amount.at, what.at, than.at);
    pt_said theirs = w->seats > 2 ? bots_say_why_others(&fact) : bots_say_why_other(&fact);
    pt_say(out, f->rivals && f->when != PT_ANSWER ? theirs : fact);
}

void pt_say_fact(const pt_game *g, const pt_why *w, const pt_fact *f, pt_text *out) {
    if (f->when == PT_IN_TIME) {
        say_time(g, f, out);
        return;
    }
    put_fact(g, w, f, out);
    if (tenths(f->error)) {
        pt_puts(out, " (±");
        put_amount(out, f->error);
        pt_putc(out, ')');
    }
    bool held = f->when != PT_ANSWER && f->when != PT_NEXT;
    if (held && f->parts && (f->parts > 1 || f->rest)) put_parts(g, f, out);
}

static int percent(int32_t share) { return (int)((share * 100ll + PT_ONE / 2) / PT_ONE); }

void pt_say_brings(const pt_game *g, const pt_why *w, pt_text *out) {
    for (int i = 0; i < w->brings; i++) {
        const pt_fact line = {.measure = w->bring[i].measure};
        pt_puts(out, i ? ", " : "");
        put_signed(out, w->bring[i].more);
        pt_putc(out, ' ');
        put_what(g, &line, is_one(out->language, tenths(w->bring[i].more)), out);
    }
}

void pt_say_games(const pt_game *g, const pt_why *w, pt_text *out) {
    int32_t wide = w->win_error[w->win_error[1] > w->win_error[0]];
    int n = w->games, win = percent(w->win[0]), win2 = percent(w->win[1]),
        margin = percent(wide);
    const pt_said games = bots_say_why_games(n, win, win2, margin);
    int gains = 0;
    for (int i = 0; i < w->facts; i++) gains += w->fact[i].gain;
    bool contrary =
        gains && gains < w->facts && !w->adds_up &&
        w->outcome == PT_UNSETTLED; /* more is given up than gained, of what is told */
    /* Where nothing is open any more, or nothing differs, how it stands says most. */
    PT_TEXT_IN(own, 24, out->language);
    PT_TEXT_IN(theirs, 24, out->language);
    PT_TEXT_IN(what, 120, out->language);
    const pt_measures *m = pt_measures_of(g);
    const pt_fact all = {.measure = m && m->points > 1 ? m->count : 0};
    put_amount(&own, w->score[0]);
    put_amount(&theirs, w->score[1]);
    put_what(g, &all, is_one(out->language, tenths(w->score[0])), &what);
    const pt_said score = bots_say_why_score(&games, own.at, what.at, theirs.at);
    bool stands = w->outcome != PT_UNSETTLED || !w->facts;
    bool unseen = w->trust == PT_LIKELY && w->gap <= 0;
    PT_TEXT_IN(alike, 300, out->language);
    if (w->alike.more) {
        pt_say_when(g, &w->alike, &alike);
        pt_putc(&alike, ' ');
        put_signed(&alike, w->alike.more);
        pt_putc(&alike, ' ');
        put_what(g, &w->alike, is_one(out->language, tenths(w->alike.more)), &alike);
    }
    pt_say(out, alike.used                   ? bots_say_why_alike(alike.at, &score)
                : contrary && pt_why_even(w) ? bots_say_why_close(&games)
                : contrary                   ? bots_say_why_later(&games)
                : gains && w->trust == PT_TASTE && w->outcome == PT_UNSETTLED
                    ? bots_say_why_level(&games)
                : unseen ? bots_say_why_unseen(&games)
                : stands ? score
                         : games);
}

/* --- JSON --- */

static void json_fact(pt_json *j, const pt_game *g, const pt_why *w, const pt_fact *f,
                      bool words) {
    bool all = is_sum(g, f);
    pt_open(j, '{');
    pt_key_bool(j, "gain", f->gain);
    pt_key_str(j, "when", pt_when_names[f->when]);
    if (f->quick) pt_key_bool(j, "quick", true);
    pt_key_str(j, "who", f->rivals ? "rivals" : "mover");
    pt_key_str(j, "measure", all ? "points" : pt_measures_of(g)->names->ids[f->measure]);
    pt_key_int(j, "best_milli", f->mean[0]);
    pt_key_int(j, "other_milli", f->mean[1]);
    pt_key_int(j, "more_milli", f->more);
    pt_key_int(j, "error_milli", f->error);
    if (f->parts) {
        pt_key_open(j, "lines", '[');
        for (int i = 0; i < f->parts; i++) {
            pt_open(j, '{');
            pt_key_str(j, "measure", pt_measures_of(g)->names->ids[f->part[i].measure]);
            pt_key_int(j, "more_milli", f->part[i].more);
            pt_close(j, '}');
        }
        pt_close(j, ']');
        pt_key_int(j, "rest_milli", f->rest);
    }
    if (words) {
        PT_TEXT_IN(text, 500, pt_json_language(j));
        pt_say_fact(g, w, f, &text);
        pt_key_str(j, "words", text.at);
        pt_clear(&text);
        pt_say_when(g, f, &text);
        pt_key_str(j, "time", text.at);
    }
    pt_close(j, '}');
}

/* Where the move leads, if the search expects more of the mover. */
static void json_plan(pt_json *j, const pt_game *g, const pt_why *w, bool words) {
    pt_key_open(j, "plan", '[');
    for (int i = 0; i < w->plans; i++) pt_json_move(j, g->verbs, w->plan[i]);
    pt_close(j, ']');
    if (!words || !w->plans) return;
    PT_TEXT_IN(text, 300, pt_json_language(j));
    pt_say_brings(g, w, &text);
    pt_key_str(j, "brings", text.at);
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
    pt_key_str(j, "outcome", pt_settled_names[w->outcome]);
    pt_key_int(j, "loss_permille", w->loss * 1000ll / PT_ONE);
    pt_key_int(j, "games", w->games);
    json_permille(j, "win_permille", w->win);
    json_permille(j, "error_permille", w->win_error);
    pt_key_int(j, "equals", w->equals);
    pt_key_open(j, "equal", '[');
    for (int i = 0; i < w->equals && i < PT_EQUALS; i++) pt_json_move(j, g->verbs, w->equal[i]);
    pt_close(j, ']');
    json_plan(j, g, w, words);
    pt_key_open(j, "facts", '[');
    for (int i = 0; i < w->facts; i++) json_fact(j, g, w, &w->fact[i], words);
    pt_close(j, ']');
    if (words) {
        PT_TEXT_IN(text, 500, pt_json_language(j));
        pt_say_games(g, w, &text);
        pt_key_str(j, "words", text.at);
    }
    pt_close(j, '}');
}
