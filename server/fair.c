/* Fair play: the thresholds, and the arithmetic of thrown games. */
/* SPDX-License-Identifier: MIT */
#include "server/fair.h"
#include "server/rating.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
const fair_value fair_terms[FAIR_TERMS] = {
    [FAIR_PAIR_GAMES]    = {"pair-games", 10},
    [FAIR_SHARED_GAMES]  = {"shared-games", 3},
    [FAIR_UNKNOWN_GAMES] = {"unknown-games", 1},
    [FAIR_BROWSER_DAYS]  = {"browser-days", 7},
    [FAIR_LEAVES]        = {"leaves", 3},
    [FAIR_LEAVE_DAYS]    = {"leave-days", 7},
    [FAIR_LIMIT_HOURS]   = {"limit-hours", 24},
    [FAIR_LIMIT_MOST]    = {"limit-most", 168},
    [FAIR_LOOK_DAYS]     = {"look-days", 30},
    [FAIR_GAMES]         = {"games", 6},
    [FAIR_EARLY_MOVES]   = {"early-moves", 8},
    [FAIR_EARLY_GAMES]   = {"early-games", 4},
    [FAIR_DOUBT]         = {"doubt", 350},
};
/* clang-format on */

int64_t fair_limit_ms(int leaves) {
    int64_t hours = fair(FAIR_LIMIT_HOURS), most = fair(FAIR_LIMIT_MOST);
    if (leaves < fair(FAIR_LEAVES)) return 0;
    for (int i = fair(FAIR_LEAVES); i < leaves && hours < most; i++) hours *= 2;
    return (hours < most ? hours : most) * 3600000;
}

/* --- thrown games --- */

/* As the ratings themselves reckon with two players, so that doubt about either weighs less. */
double fair_expects(double mu, double sigma, double other_mu, double other_sigma) {
    double c = sqrt(sigma * sigma + other_sigma * other_sigma + 2 * RATING_BETA * RATING_BETA);
    return 1 / (1 + exp((other_mu - mu) / c));
}

/* Only what feeds the other's rating is of interest. */
fair_pattern fair_judge(const fair_game g[], int n) {
    fair_pattern p = {.games = n};
    double variance = 0;
    for (int i = 0; i < n; i++) {
        p.expected += g[i].expected;
        p.score += g[i].score;
        p.rise += g[i].rise;
        p.lost += g[i].score < 0.5;
        p.early += g[i].early && g[i].score < 0.5;
        variance += g[i].expected * (1 - g[i].expected);
    }
    if (variance > 0) p.doubt = (p.expected - p.score) / sqrt(variance);
    bool early = p.early >= fair(FAIR_EARLY_GAMES) && 2 * p.early >= p.lost;
    bool below = p.doubt * 100 >= fair(FAIR_DOUBT);
    p.shown = n >= fair(FAIR_GAMES) && p.rise > 0 && (early || below);
    return p;
}

/* --- in the writing thread --- */

enum { MOST_GAMES = 400, SHOWN_GAMES = 24 };

typedef struct looking {
    int count;
    fair_game game[MOST_GAMES];
    pt_meeting_row row[MOST_GAMES]; /* from the side of whoever loses */
} looking;

static void take_game(void *who, const pt_meeting_row *m) {
    looking *k = who;
    if (k->count == MOST_GAMES) return;
    k->game[k->count] = (fair_game){m->expected, m->score, m->rise[1], m->early[0]};
    k->row[k->count++] = *m;
}

static void put_game(pt_json *j, const pt_meeting_row *m) {
    pt_open(j, '{');
    pt_key_str(j, "table", m->table);
    pt_key_str(j, "game", m->kind);
    pt_key_int(j, "at", m->at);
    pt_key_int(j, "ms", m->ms);
    pt_key_int(j, "moves", m->moves);
    pt_key_int(j, "score", (int)(m->score * 100 + 0.5));
    pt_key_int(j, "expected", (int)(m->expected * 100 + 0.5));
    pt_key_int(j, "rise", (int)lround(m->rise[1] * 100));
    pt_key_bool(j, "early", m->early[0]);
    pt_close(j, '}');
}

/* Numbers are hundredths. */
static void put_pattern(const looking *k, const fair_pattern *p, pt_report_row *r) {
    pt_text out = pt_text_on(r->evidence, sizeof r->evidence);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_int(&j, "played", p->games);
    pt_key_int(&j, "lost", p->lost);
    pt_key_int(&j, "early", p->early);
    pt_key_int(&j, "score", (int)(p->score * 100 + 0.5));
    pt_key_int(&j, "expected", (int)(p->expected * 100 + 0.5));
    pt_key_int(&j, "doubt", (int)lround(p->doubt * 100));
    pt_key_int(&j, "rise", (int)lround(p->rise * 100));
    pt_key_open(&j, "games", '[');
    for (int i = k->count > SHOWN_GAMES ? k->count - SHOWN_GAMES : 0; i < k->count; i++)
        put_game(&j, &k->row[i]);
    pt_close(&j, ']');
    pt_close(&j, '}');
    if (out.cut) pt_copy(r->evidence, sizeof r->evidence, "{}");
}

static void show(const looking *k, const fair_pattern *p, pt_batch *more) {
    const pt_meeting_row *last = &k->row[k->count - 1];
    pt_report_row *r = calloc(1, sizeof *r);
    if (!r) return; /* the next game of these two will show it */
    r->kind = PT_ABOUT_THROWN;
    r->at = last->at;
    pt_copy(r->person, sizeof r->person, last->other);
    pt_copy(r->about, sizeof r->about, last->one);
    pt_copy(r->place, sizeof r->place, last->table);
    put_pattern(k, p, r);
    pt_batch_finding(more, r, last->at - fair(FAIR_LOOK_DAYS) * (int64_t)86400000);
    free(r);
}

bool fair_look_at(pt_look *look, const pt_meeting_row *m, pt_batch *more) {
    bool lost = m->score < 0.5;
    int64_t since = m->at - fair(FAIR_LOOK_DAYS) * (int64_t)86400000;
    looking *k = m->score != 0.5 ? calloc(1, sizeof *k) : NULL;
    if (!k) return true; /* nobody lost; or there is no memory, and the next game will do */
    int n = pt_each_meeting(look, lost ? m->one : m->other, lost ? m->other : m->one, since,
                            take_game, k);
    fair_pattern p = fair_judge(k->game, k->count);
    if (n > 0 && p.shown) show(k, &p, more);
    free(k);
    return n >= 0;
}

bool fair_note_leave(pt_look *look, const char *person, const char *table, int64_t at,
                     pt_batch *more) {
    int64_t since = at - fair(FAIR_LEAVE_DAYS) * (int64_t)86400000;
    int earlier = pt_count_leaves(look, person, since);
    pt_measure_row m = {.kind = PT_UNRATED, .at = at, .until = at + fair_limit_ms(earlier + 1)};
    if (earlier < 0) return false;
    pt_batch_walked_out(more, person, table, at);
    if (m.until == at) return true;
    PT_TEXT(count, 12);
    pt_put(&count, "%d", earlier + 1);
    pt_copy(m.words, sizeof m.words, count.at);
    pt_copy(m.target, sizeof m.target, person);
    pt_copy(m.maker, sizeof m.maker, "server");
    pt_batch_measure(more, &m);
    return true;
}
