/* Standings and their ties; see standings.h. */
/* SPDX-License-Identifier: MIT */
#include "tournament/standings.h"
#include "core/say.h"
#include "tournament/words.h"
#include <assert.h>

/* The last round in which somebody had a table or a bye. */
static uint64_t last_round(const pt_tournament *t, int who) {
    for (int i = t->used - 1; i >= 0; i--)
        for (int s = 0; s < t->table[i].seats; s++)
            if (t->table[i].who[s] == who) return t->table[i].round;
    return 0;
}

static uint64_t reached(const pt_tournament *t, int who) {
    const pt_entrant *e = &t->entrant[who];
    if (t->terms.format != PT_KNOCKOUT) return 0;
    if (e->out) return e->out;
    return e->state == PT_PRESENT ? t->round + 1u : last_round(t, who);
}

static void add_met(const pt_tournament *t, const pt_tour_table *b, pt_standing *rows) {
    for (int i = 0; i < b->seats && b->over; i++)
        for (int k = 0; k < b->seats; k++)
            if (i != k && b->place[i] && b->place[k])
                rows[b->who[i]].figure[PT_BY_MET] += t->entrant[b->who[k]].points;
}

/* More is better, but for the lot. */
static bool stands_above(const pt_standing *a, const pt_standing *b) {
    for (int by = 0; by < PT_BY_LOT; by++)
        if (a->figure[by] != b->figure[by]) return a->figure[by] > b->figure[by];
    if (a->figure[PT_BY_LOT] != b->figure[PT_BY_LOT])
        return a->figure[PT_BY_LOT] < b->figure[PT_BY_LOT];
    return a->who < b->who;
}

/* Shell's sort: no memory, and quick enough for a thousand. */
static void sort(pt_standing *rows, int n) {
    static const int gaps[] = {301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (int i = gaps[g]; i < n; i++) {
            pt_standing row = rows[i];
            int k = i;
            for (; k >= gaps[g] && stands_above(&row, &rows[k - gaps[g]]); k -= gaps[g])
                rows[k] = rows[k - gaps[g]];
            rows[k] = row;
        }
}

int pt_tour_standings(const pt_tournament *t, pt_standing *rows) {
    for (int i = 0; i < t->entrants; i++) {
        const pt_entrant *e = &t->entrant[i];
        rows[i] = (pt_standing){.who = (uint16_t)i};
        rows[i].figure[PT_BY_REACHED] = reached(t, i);
        rows[i].figure[PT_BY_POINTS] = e->points;
        rows[i].figure[PT_BY_WINS] = e->wins;
        rows[i].figure[PT_BY_LOT] = e->lot;
    }
    for (int i = 0; i < t->used; i++) add_met(t, &t->table[i], rows);
    sort(rows, t->entrants);
    for (int i = 0; i < t->entrants; i++) rows[i].place = (uint16_t)(i + 1);
    return t->entrants;
}

pt_tie pt_tour_tie(const pt_tournament *t, const pt_standing *above, const pt_standing *below) {
    int by = 0;
    (void)t;
    assert(above->place < below->place);
    while (by < PT_BY_LOT && above->figure[by] == below->figure[by]) by++;
    return (pt_tie){(pt_ranked_by)by, above->figure[by], below->figure[by]};
}

void pt_tour_say_tie(const pt_tournament *t, const pt_standing *above, const pt_standing *below,
                     pt_text *out) {
    const char *a = t->entrant[above->who].name, *b = t->entrant[below->who].name;
    pt_tie tie = pt_tour_tie(t, above, below);
    PT_TEXT_IN(both, 24, out->language);
    PT_TEXT_IN(more, 24, out->language);
    PT_TEXT_IN(less, 24, out->language);
    uint64_t points = above->figure[PT_BY_POINTS];
    int32_t n =
        points % PT_POINT ? 2 : (int32_t)(points / PT_POINT); /* one point, two points */
    pt_tour_put_points(points, &both);
    switch (tie.by) {
    case PT_BY_REACHED:
    case PT_BY_POINTS:
    case PT_BY_KINDS: return;
    case PT_BY_MET:
        pt_tour_put_points(tie.above, &more);
        pt_tour_put_points(tie.below, &less);
        pt_say(out, tn_say_tie_met(a, b, both.at, n, more.at, less.at));
        return;
    case PT_BY_WINS:
        pt_say(out, tn_say_tie_wins(a, b, both.at, n, (int32_t)tie.above, (int32_t)tie.below));
        return;
    case PT_BY_LOT: pt_say(out, tn_say_tie_lot(a, b, both.at, n)); return;
    }
}

void pt_tour_put_points(uint64_t points, pt_text *out) {
    uint64_t hundredths = (points % PT_POINT * 100 + PT_POINT / 2) / PT_POINT;
    pt_puti(out, (int64_t)(points / PT_POINT));
    if (!hundredths) return;
    pt_putc(out, out->language == PT_LANGUAGE_en ? '.' : ',');
    pt_put(out, hundredths % 10 ? "%02d" : "%d",
           (int)(hundredths % 10 ? hundredths : hundredths / 10));
}
