/* Reasons in words, and the moments worth a lesson. */
/* SPDX-License-Identifier: MIT */
#include "cli/reasons.h"
#include "cli/words.h"
#include <string.h>

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

/* The facts of one kind in a line; false: there are none. */
static bool facts_text(pt_text *out, const pt_game *g, const pt_why *w, bool gain) {
    int all = 0, said = 0;
    for (int i = 0; i < w->facts; i++) all += w->fact[i].gain == gain;
    if (!all) return false;
    pt_puts(out, "      ");
    pt_say(out, gain ? cli_say_why_gains() : cli_say_why_gives());
    pt_putc(out, ' ');
    for (int when = 0; when < PT_WHENS; when++)
        said += facts_at(out, g, w, gain, (pt_when)when, !said);
    pt_putc(out, '\n');
    return true;
}

/* The moves that are as good, in a line. */
static void equals_text(pt_text *out, const pt_game *g, const pt_why *w) {
    PT_TEXT(moves, 400);
    for (int i = 0; i < w->equals && i < PT_EQUALS; i++) {
        pt_puts(&moves, i ? ", " : "");
        pt_print_move(g->verbs, w->equal[i], &moves);
    }
    pt_puts(out, "      ");
    pt_say(out, w->equals > PT_EQUALS ? cli_say_why_equal_more(moves.at)
                                      : cli_say_why_equal(moves.at));
    pt_putc(out, '\n');
}

void reason_text(pt_text *out, const pt_game *g, const pt_why *w) {
    PT_TEXT(best, 100);
    PT_TEXT(other, 100);
    bool even = pt_why_even(w);
    pt_print_move(g->verbs, w->move[0], &best);
    pt_print_move(g->verbs, w->move[1], &other);
    if (w->equals) equals_text(out, g, w);
    pt_puts(out, "      ");
    if (even && !w->facts) {
        pt_say(out, cli_say_why_taste());
    } else {
        pt_say(out, even ? cli_say_why_between(best.at, other.at)
                         : cli_say_why_title(best.at, other.at));
    }
    pt_putc(out, '\n');
    bool gains = facts_text(out, g, w, true), gives = facts_text(out, g, w, false);
    if (!gains && !gives && !even) {
        pt_puts(out, "      ");
        pt_say(out, cli_say_why_nothing());
        pt_putc(out, '\n');
    }
    pt_puts(out, "      ");
    pt_say_trust(w, out);
    pt_putc(out, '\n');
}

static void leave_out(moments *m, int which) {
    for (int i = which; i + 1 < m->count; i++) m->at[i] = m->at[i + 1];
    m->count--;
}

/* A decision that cost nothing teaches nothing. */
void moments_add(moments *m, int number, const pt_judgement *d, const void *view, size_t size) {
    if (d->mark == PT_FINE || !m->most) return;
    if (m->count == m->most) {
        int cheapest = 0;
        for (int i = 1; i < m->count; i++)
            if (m->at[i].judged.loss < m->at[cheapest].judged.loss) cheapest = i;
        if (m->at[cheapest].judged.loss >= d->loss) return;
        leave_out(m, cheapest);
    }
    moment *at = &m->at[m->count++];
    at->looked_at = at->taken = false;
    at->number = number;
    at->judged = *d;
    memcpy(at->view, view, size);
}

moment *moments_next(moments *m) {
    moment *dearest = NULL;
    for (int i = 0; i < m->count; i++) {
        moment *at = &m->at[i];
        if (!at->looked_at && (!dearest || at->judged.loss > dearest->judged.loss))
            dearest = at;
    }
    if (dearest) dearest->looked_at = true;
    return dearest;
}
