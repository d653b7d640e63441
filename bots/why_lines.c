/* A whole reason in lines of text, for a command line or a terminal. */
/* SPDX-License-Identifier: MIT */
#include "bots/why.h"
#include "bots/words.h"

/* The facts of one kind and one time, after those of another. */
static int facts_at(pt_text *out, const pt_game *g, const pt_why *w, bool gain, pt_when when,
                    bool first) {
    int n = 0;
    for (int i = 0; i < w->facts; i++) {
        const pt_fact *f = &w->fact[i];
        if (f->gain != gain || f->when != when) continue;
        PT_TEXT_IN(time, 100, out->language);
        if (n > 0 || !first) pt_puts(out, "; ");
        if (n == 0) pt_say_when(g, f, &time);
        if (time.used) pt_put(out, "%s ", time.at);
        pt_say_fact(g, w, f, out);
        n++;
    }
    return n;
}

/* The facts of one kind in a line; returns how many. */
static int facts_text(pt_text *out, const pt_game *g, const pt_why *w, bool gain,
                      const char *indent) {
    int all = 0, said = 0;
    for (int i = 0; i < w->facts; i++) all += w->fact[i].gain == gain;
    if (!all) return 0;
    pt_puts(out, indent);
    pt_say(out, gain ? bots_say_why_gains() : bots_say_why_gives());
    pt_putc(out, ' ');
    for (int when = 0; when < PT_WHENS; when++)
        said += facts_at(out, g, w, gain, (pt_when)when, !said);
    pt_putc(out, '\n');
    return all;
}

/* The moves that are as good, in a line. */
static void equals_text(pt_text *out, const pt_game *g, const pt_why *w, const char *indent) {
    PT_TEXT(moves, 400);
    for (int i = 0; i < w->equals && i < PT_EQUALS; i++) {
        pt_puts(&moves, i ? ", " : "");
        pt_print_move(g->verbs, w->equal[i], &moves);
    }
    pt_puts(out, indent);
    pt_say(out, w->equals > PT_EQUALS ? bots_say_why_equal_more(moves.at)
                                      : bots_say_why_equal(moves.at));
    pt_putc(out, '\n');
}

/* "prepares: march n6 n3, then march n3 n1 (+2 isles)" */
static void plan_text(pt_text *out, const pt_game *g, const pt_why *w, const char *indent) {
    PT_TEXT(first, 100);
    PT_TEXT(second, 100);
    PT_TEXT_IN(brings, 300, out->language);
    pt_print_move(g->verbs, w->plan[0], &first);
    if (w->plans > 1) pt_print_move(g->verbs, w->plan[1], &second);
    pt_say_brings(g, w, &brings);
    pt_puts(out, indent);
    pt_say(out, w->plans > 1 ? bots_say_why_plan_two(first.at, second.at)
                             : bots_say_why_plan(first.at));
    if (brings.used) pt_put(out, " (%s)", brings.at);
    pt_putc(out, '\n');
}

/* How sure it is comes first. */
static void title_text(pt_text *out, const pt_game *g, const pt_why *w, const char *indent) {
    PT_TEXT(best, 100);
    PT_TEXT(other, 100);
    int trust = (int)w->trust, seen = (int)((w->loss * 100ll + PT_ONE / 2) / PT_ONE);
    pt_print_move(g->verbs, w->move[0], &best);
    pt_print_move(g->verbs, w->move[1], &other);
    pt_puts(out, indent);
    pt_say(out, w->outcome == PT_BOTH_WIN       ? bots_say_why_won(best.at, other.at)
                : w->outcome == PT_NEITHER_WINS ? bots_say_why_lost(best.at, other.at)
                : w->outcome == PT_ONE_WINS     ? bots_say_why_wins(best.at, other.at)
                : w->trust == PT_TORN  ? bots_say_why_both(trust, best.at, other.at, seen)
                : w->trust == PT_TASTE ? bots_say_why_either(trust, best.at, other.at)
                : pt_why_even(w)       ? bots_say_why_rather_than(trust, best.at, other.at)
                                       : bots_say_why_title(trust, best.at, other.at, seen));
    pt_putc(out, '\n');
}

/* The moves that are compared by their verbs, in words: whoever reads notation seldom learns
 * what it stands for. */
static void verbs_text(pt_text *out, const pt_game *g, const pt_why *w, const char *indent) {
    for (int i = 0; i < 2; i++) {
        PT_TEXT(move, 100);
        if (i && pt_verb_of(w->move[1]) == pt_verb_of(w->move[0])) return;
        pt_print_move(g->verbs, w->move[i], &move);
        pt_put(out, "%s%s = ", indent, move.at);
        pt_verb_words(g, &g->verbs.row[pt_verb_of(w->move[i])], out);
        pt_putc(out, '\n');
    }
}

void pt_say_why(const pt_game *g, const pt_why *w, const char *indent, pt_text *out) {
    title_text(out, g, w, indent);
    verbs_text(out, g, w, indent);
    int gains = facts_text(out, g, w, true, indent);
    bool even = pt_why_even(w) || w->outcome != PT_UNSETTLED;
    if (gains < PT_WHY_GAINS && w->plans && !even) plan_text(out, g, w, indent);
    if (even ? !w->facts : !gains && !w->plans) {
        pt_puts(out, indent);
        pt_say(out, even ? bots_say_why_same() : bots_say_why_nothing());
        pt_putc(out, '\n');
    }
    facts_text(out, g, w, false, indent);
    if (w->equals) equals_text(out, g, w, indent);
    pt_puts(out, indent);
    pt_say_games(g, w, out);
    pt_putc(out, '\n');
}
