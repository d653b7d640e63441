/* Events change a tournament here and nowhere else. Each kind has a check, which refuses with
 * words, and a change, which cannot fail. */
/* SPDX-License-Identifier: MIT */
#include "core/letters.h"
#include "core/rng.h"
#include "core/say.h"
#include "tournament/tournament.h"
#include "tournament/words.h"
#include <assert.h>

static bool refuse(pt_text *why, pt_said said) {
    pt_say(why, said);
    if (why) why->key = said.phrase->key;
    return false;
}

static bool is_name(const char *name, size_t size) {
    size_t n = strnlen(name, size);
    return n && n < size && name[0] != ' ' && name[n - 1] != ' ' && pt_is_text(name);
}

static bool is_word(const char *word, size_t size) {
    return is_name(word, size) && !strchr(word, ' ');
}

static bool check_name(const char *name, size_t size, pt_text *why) {
    if (is_name(name, size)) return true;
    bool bytes = strnlen(name, size) < size && !pt_is_text(name);
    return refuse(why, bytes ? tn_say_bytes() : tn_say_name());
}

/* --- made --- */

static bool check_numbers(const pt_terms *m, pt_text *why) {
    bool knockout = m->format == PT_KNOCKOUT, arena = m->format == PT_ARENA;
    if (m->format >= PT_FORMATS || m->seats < 2 || m->seats > PT_TOUR_SEATS ||
        m->rounds > PT_TOUR_ROUNDS || m->bye > PT_POINTS_MOST ||
        (m->late && !arena && m->format != PT_SWISS))
        return refuse(why, tn_say_terms());
    if (m->least < 2 || m->least > m->seats) return refuse(why, tn_say_terms_least(m->seats));
    if ((arena || knockout) && m->rounds) return refuse(why, tn_say_terms_rounds());
    if (arena != (m->minutes > 0)) return refuse(why, tn_say_terms_minutes());
    if (knockout != (m->advance > 0) || m->advance >= m->least)
        return refuse(why, tn_say_terms_advance());
    return true;
}

static bool check_made(const pt_tournament *t, const pt_tour_event *e, pt_text *why) {
    const pt_terms *m = &e->terms;
    if (t->phase != PT_TOUR_NONE) return refuse(why, tn_say_made());
    if (!check_name(m->name, sizeof m->name, why)) return false;
    if (!is_word(m->game, sizeof m->game)) return refuse(why, tn_say_game());
    if (!check_numbers(m, why)) return false;
    for (int i = 0; i < PT_TOUR_SEATS; i++)
        if (m->points[i] > (i ? m->points[i - 1] : PT_POINTS_MOST) ||
            (i >= m->seats && m->points[i]))
            return refuse(why, tn_say_points());
    if (!m->points[0]) return refuse(why, tn_say_points());
    return true;
}

static void fold_made(pt_tournament *t, const pt_tour_event *e) {
    t->terms = e->terms;
    t->phase = PT_TOUR_SIGNUP;
}

/* --- people --- */

static int most_entrants(const pt_terms *m) {
    return m->format == PT_ROBIN ? PT_ROBIN_ENTRANTS : PT_ENTRANTS;
}

static bool time_is_over(const pt_tournament *t, int64_t at) {
    return t->terms.format == PT_ARENA && t->round &&
           at >= t->began + t->terms.minutes * 60000ll;
}

static bool check_joined(const pt_tournament *t, const pt_tour_event *e, pt_text *why) {
    if (e->who != t->entrants) return refuse(why, tn_say_number(t->entrants + 1));
    if (!check_name(e->name, sizeof e->name, why)) return false;
    if (!is_word(e->person, sizeof e->person)) return refuse(why, tn_say_name());
    for (int i = 0; i < t->entrants; i++) {
        const pt_entrant *n = &t->entrant[i];
        if (strcmp(n->name, e->name) == 0 ||
            (strcmp(e->person, "-") != 0 && strcmp(n->person, e->person) == 0))
            return refuse(why, n->state == PT_GONE ? tn_say_joined_gone(n->name)
                                                   : tn_say_joined(n->name));
    }
    if (t->round && !t->terms.late) return refuse(why, tn_say_late());
    if (time_is_over(t, e->at)) return refuse(why, tn_say_time_over());
    if (t->entrants == most_entrants(&t->terms)) return refuse(why, tn_say_full(t->entrants));
    return true;
}

static void fold_joined(pt_tournament *t, const pt_tour_event *e) {
    pt_entrant *n = &t->entrant[t->entrants++];
    pt_rng rng = pt_rng_nth(t->terms.seed, e->who + 1u);
    memcpy(n->person, e->person, strlen(e->person) + 1);
    memcpy(n->name, e->name, strlen(e->name) + 1);
    n->rating = e->rating;
    n->lot = pt_random(&rng);
    n->state = t->terms.check_in ? PT_SIGNED : PT_PRESENT;
}

static bool check_checked(const pt_tournament *t, const pt_tour_event *e, pt_text *why) {
    if (e->who >= t->entrants) return refuse(why, tn_say_nobody(e->who + 1));
    const pt_entrant *n = &t->entrant[e->who];
    if (n->state == PT_PRESENT) return refuse(why, tn_say_checked(n->name));
    if (n->out) return refuse(why, tn_say_knocked_out(n->name));
    if (t->round && !t->terms.late && !n->started) return refuse(why, tn_say_late());
    return true;
}

static void fold_checked(pt_tournament *t, const pt_tour_event *e) {
    t->entrant[e->who].state = PT_PRESENT;
}

static bool check_withdrawn(const pt_tournament *t, const pt_tour_event *e, pt_text *why) {
    if (e->who >= t->entrants) return refuse(why, tn_say_nobody(e->who + 1));
    if (t->entrant[e->who].state == PT_GONE)
        return refuse(why, tn_say_gone(t->entrant[e->who].name));
    return true;
}

static void fold_withdrawn(pt_tournament *t, const pt_tour_event *e) {
    t->entrant[e->who].state = PT_GONE;
}

static bool check_renamed(const pt_tournament *t, const pt_tour_event *e, pt_text *why) {
    if (e->who >= t->entrants) return refuse(why, tn_say_nobody(e->who + 1));
    if (!check_name(e->name, sizeof e->name, why)) return false;
    for (int i = 0; i < t->entrants; i++)
        if (strcmp(t->entrant[i].name, e->name) == 0)
            return refuse(why, tn_say_joined(e->name));
    return true;
}

static void fold_renamed(pt_tournament *t, const pt_tour_event *e) {
    pt_entrant *n = &t->entrant[e->who];
    memset(n->name, 0, sizeof n->name);
    memcpy(n->name, e->name, strlen(e->name) + 1);
}

/* --- rounds --- */

bool pt_tour_can_pair(const pt_tournament *t, int64_t at, pt_text *why) {
    bool arena = t->terms.format == PT_ARENA;
    int rounds = arena               ? PT_TOUR_PAIRINGS
                 : pt_tour_rounds(t) ? pt_tour_rounds(t)
                                     : PT_TOUR_ROUNDS;
    if (t->phase == PT_TOUR_NONE) return refuse(why, tn_say_not_made());
    if (t->phase == PT_TOUR_OVER) return refuse(why, tn_say_over());
    if (t->phase == PT_TOUR_ROUND && !arena) return refuse(why, tn_say_round_open(t->round));
    if (t->round >= rounds) return refuse(why, tn_say_no_more_rounds(rounds));
    if (time_is_over(t, at)) return refuse(why, tn_say_time_over());
    return pt_tour_playing(t) >= 2 || refuse(why, tn_say_too_few());
}

/* Everybody sits at one table or has a bye. An arena pairs some of those who are free. */
static bool check_paired(const pt_tournament *t, const pt_tour_event *e, pt_text *why) {
    const pt_pairing *p = &e->pairing;
    bool seen[PT_ENTRANTS] = {0}, arena = t->terms.format == PT_ARENA;
    int at = 0, byes = 0;
    if (!pt_tour_can_pair(t, e->at, why)) return false;
    if (e->round != t->round + 1) return refuse(why, tn_say_next_round(t->round + 1));
    if (t->used + p->tables > PT_TOUR_TABLES) return refuse(why, tn_say_no_more_tables());
    for (int i = 0; i < p->tables; i++) {
        if (p->seats[i] < 1 || p->seats[i] > t->terms.seats || at + p->seats[i] > p->people)
            return refuse(why, tn_say_table_size(t->terms.seats));
        byes += p->seats[i] == 1;
        for (int s = 0; s < p->seats[i]; s++, at++) {
            int who = p->who[at];
            if (who >= t->entrants) return refuse(why, tn_say_nobody(who + 1));
            if (!pt_tour_plays(t, who))
                return refuse(why, tn_say_not_free(t->entrant[who].name));
            if (seen[who]) return refuse(why, tn_say_twice(t->entrant[who].name));
            seen[who] = true;
        }
    }
    if (at != p->people) return refuse(why, tn_say_table_size(t->terms.seats));
    if (byes == p->tables || (arena && byes)) return refuse(why, tn_say_only_byes());
    for (int i = 0; i < t->entrants && !arena; i++)
        if (pt_tour_plays(t, i) && !seen[i])
            return refuse(why, tn_say_forgotten(t->entrant[i].name));
    return true;
}

static void give_bye(pt_tournament *t, pt_tour_table *b) {
    pt_entrant *n = &t->entrant[b->who[0]];
    b->over = true;
    b->number = 0;
    b->earned[0] = (uint16_t)(t->terms.bye * PT_POINT);
    n->points += b->earned[0];
    n->byes++;
}

static void sit_down(pt_tournament *t, const pt_tour_table *b, int index) {
    for (int s = 0; s < b->seats; s++) {
        pt_entrant *n = &t->entrant[b->who[s]];
        n->table = n->last = (uint16_t)(index + 1);
        n->sat[s]++;
        n->small = (uint16_t)(n->small + (b->seats < t->terms.seats));
    }
    t->open++;
}

static void fold_paired(pt_tournament *t, const pt_tour_event *e) {
    const uint16_t *who = e->pairing.who;
    uint16_t number = 1;
    if (!t->round) {
        t->began = e->at;
        for (int i = 0; i < t->entrants; i++) t->entrant[i].started = pt_tour_plays(t, i);
    }
    t->round = e->round;
    t->first = t->used;
    t->phase = PT_TOUR_ROUND;
    for (int i = 0; i < e->pairing.tables; i++) {
        pt_tour_table *b = &t->table[t->used];
        b->round = e->round;
        b->seats = e->pairing.seats[i];
        for (int s = 0; s < b->seats; s++) b->who[s] = *who++;
        if (b->seats == 1) {
            give_bye(t, b);
        } else {
            b->number = number++;
            sit_down(t, b, t->used);
        }
        t->used++;
    }
}

/* --- results --- */

/* Places as people count them: behind two who share the first comes the third. */
static bool are_places(const uint8_t *place, int seats) {
    for (int i = 0; i < seats; i++) {
        int better = 0;
        for (int k = 0; k < seats; k++) better += place[k] && place[k] < place[i];
        if (place[i] && place[i] != better + 1) return false;
    }
    return true;
}

/* Knock-out: a tie must not leave open who goes on. */
static bool decides(const pt_tournament *t, const pt_tour_event *e) {
    int on = 0, advance = pt_tour_advance(t);
    for (int i = 0; i < e->seats; i++) on += e->place[i] && e->place[i] <= advance;
    return on <= advance;
}

static bool check_result(const pt_tournament *t, const pt_tour_event *e, pt_text *why) {
    int at = pt_tour_table_at(t, e->round, e->table);
    bool arena = t->terms.format == PT_ARENA;
    if (t->phase != PT_TOUR_ROUND || (!arena && e->round != t->round))
        return refuse(why, tn_say_not_running(e->round));
    if (at < 0 || !e->table) return refuse(why, tn_say_no_table(e->table, e->round));
    const pt_tour_table *b = &t->table[at];
    if (e->seats != b->seats) return refuse(why, tn_say_places(b->seats));
    for (int i = 0; i < b->seats; i++) {
        if (e->place[i] > b->seats) return refuse(why, tn_say_places(b->seats));
        if (t->entrant[b->who[i]].last != at + 1) return refuse(why, tn_say_settled());
    }
    if (!are_places(e->place, b->seats)) return refuse(why, tn_say_places_gap());
    if (t->terms.format == PT_KNOCKOUT && !decides(t, e))
        return refuse(why, tn_say_undecided());
    return true;
}

/* First, and alone so. */
static bool won(const pt_tour_table *b, int seat) {
    int firsts = 0;
    for (int i = 0; i < b->seats; i++) firsts += b->place[i] == 1;
    return b->place[seat] == 1 && firsts == 1;
}

static void take_back(pt_tournament *t, pt_tour_table *b) {
    for (int i = 0; i < b->seats; i++) {
        pt_entrant *n = &t->entrant[b->who[i]];
        n->points -= b->earned[i];
        n->wins = (uint16_t)(n->wins - won(b, i));
        n->games--;
        n->streak = b->streak[i];
    }
    t->open++;
}

/* Those who share places share the points of these places. */
static unsigned points_of(const pt_terms *m, const pt_tour_table *b, int seat) {
    unsigned sum = 0, sharing = 0;
    if (!b->place[seat]) return 0;
    for (int i = 0; i < b->seats; i++) sharing += b->place[i] == b->place[seat];
    for (unsigned i = 0; i < sharing; i++) sum += m->points[b->place[seat] - 1u + i];
    return sum * PT_POINT / sharing;
}

static void fold_result(pt_tournament *t, const pt_tour_event *e) {
    pt_tour_table *b = &t->table[pt_tour_table_at(t, e->round, e->table)];
    if (b->over) take_back(t, b);
    b->over = true;
    memcpy(b->place, e->place, b->seats);
    for (int i = 0; i < b->seats; i++) {
        pt_entrant *n = &t->entrant[b->who[i]];
        bool hot = t->terms.format == PT_ARENA && n->streak >= PT_STREAK && won(b, i);
        b->streak[i] = n->streak;
        b->earned[i] = (uint16_t)(points_of(&t->terms, b, i) << hot);
        n->points += b->earned[i];
        n->wins = (uint16_t)(n->wins + won(b, i));
        n->games++;
        n->streak = won(b, i) ? (uint8_t)(n->streak + (n->streak < UINT8_MAX)) : 0;
        n->table = 0;
    }
    assert(t->open > 0);
    t->open--;
}

/* --- ends --- */

static bool refuse_open(const pt_tournament *t, pt_text *why) {
    const pt_tour_table *b = t->table;
    while (b->over) b++;
    return refuse(why, tn_say_results_missing(t->open, b->round, b->number));
}

static bool check_closed(const pt_tournament *t, const pt_tour_event *e, pt_text *why) {
    if (t->phase != PT_TOUR_ROUND || e->round != t->round || t->terms.format == PT_ARENA)
        return refuse(why, tn_say_not_running(e->round));
    if (t->open) return refuse_open(t, why);
    return true;
}

static void fold_closed(pt_tournament *t, const pt_tour_event *e) {
    (void)e;
    t->phase = PT_TOUR_BREAK;
    for (int i = t->first; i < t->used && t->terms.format == PT_KNOCKOUT; i++) {
        const pt_tour_table *b = &t->table[i];
        for (int s = 0; s < b->seats && b->number; s++)
            if (!b->place[s] || b->place[s] > pt_tour_advance(t))
                t->entrant[b->who[s]].out = t->round;
    }
}

static bool check_unpaired(const pt_tournament *t, const pt_tour_event *e, pt_text *why) {
    if (t->phase != PT_TOUR_ROUND || e->round != t->round || t->terms.format == PT_ARENA)
        return refuse(why, tn_say_not_running(e->round));
    for (int i = t->first; i < t->used; i++)
        if (t->table[i].number && t->table[i].over)
            return refuse(why, tn_say_has_results(t->round));
    return true;
}

static void stand_up(pt_tournament *t, const pt_tour_table *b) {
    for (int s = 0; s < b->seats; s++) {
        pt_entrant *n = &t->entrant[b->who[s]];
        if (b->seats == 1) {
            n->points -= b->earned[0];
            n->byes--;
            return;
        }
        n->table = n->last = 0;
        n->sat[s]--;
        n->small = (uint16_t)(n->small - (b->seats < t->terms.seats));
    }
}

/* As it was while the round before was played, or before the first; who came or left since
 * then has done so. */
static void fold_unpaired(pt_tournament *t, const pt_tour_event *e) {
    int used = t->used;
    t->used = t->first;
    t->round = (uint16_t)(e->round - 1);
    t->open = t->first = 0;
    t->phase = t->round ? PT_TOUR_ROUND : PT_TOUR_SIGNUP;
    for (int i = t->used; i < used; i++) {
        stand_up(t, &t->table[i]);
        memset(&t->table[i], 0, sizeof t->table[i]);
    }
    for (int i = t->used - 1; i >= 0; i--) {
        const pt_tour_table *b = &t->table[i];
        if (b->round == t->round) t->first = (uint16_t)i;
        for (int s = 0; s < b->seats && b->number; s++)
            if (!t->entrant[b->who[s]].last) t->entrant[b->who[s]].last = (uint16_t)(i + 1);
    }
    for (int i = 0; i < t->entrants; i++) {
        pt_entrant *n = &t->entrant[i];
        if (n->out == t->round) n->out = 0;
        if (!t->round) n->started = false;
    }
    if (!t->round) t->began = 0;
}

static bool check_ended(const pt_tournament *t, const pt_tour_event *e, pt_text *why) {
    (void)e;
    if (t->open) return refuse_open(t, why);
    if (t->phase == PT_TOUR_ROUND && t->terms.format != PT_ARENA)
        return refuse(why, tn_say_round_open(t->round));
    return true;
}

static void fold_ended(pt_tournament *t, const pt_tour_event *e) {
    (void)e;
    t->phase = PT_TOUR_OVER;
}

/* clang-format off */
static const struct {
    bool (*check)(const pt_tournament *t, const pt_tour_event *e, pt_text *why);
    void (*fold)(pt_tournament *t, const pt_tour_event *e);
} kinds[PT_TOUR_KINDS] = {
    [PT_TOUR_MADE]      = {check_made,      fold_made},
    [PT_TOUR_JOINED]    = {check_joined,    fold_joined},
    [PT_TOUR_CHECKED]   = {check_checked,   fold_checked},
    [PT_TOUR_WITHDRAWN] = {check_withdrawn, fold_withdrawn},
    [PT_TOUR_PAIRED]    = {check_paired,    fold_paired},
    [PT_TOUR_RESULT]    = {check_result,    fold_result},
    [PT_TOUR_CLOSED]    = {check_closed,    fold_closed},
    [PT_TOUR_ENDED]     = {check_ended,     fold_ended},
    [PT_TOUR_UNPAIRED]  = {check_unpaired,  fold_unpaired},
    [PT_TOUR_RENAMED]   = {check_renamed,   fold_renamed},
};
/* clang-format on */

bool pt_tour_fold(pt_tournament *t, const pt_tour_event *e, pt_text *why) {
    assert(e->kind < PT_TOUR_KINDS);
    if (t->phase == PT_TOUR_NONE && e->kind != PT_TOUR_MADE)
        return refuse(why, tn_say_not_made());
    if (t->phase == PT_TOUR_OVER) return refuse(why, tn_say_over());
    if (e->at < t->last) return refuse(why, tn_say_earlier());
    if (!kinds[e->kind].check(t, e, why)) return false;
    kinds[e->kind].fold(t, e);
    t->last = e->at;
    t->events++;
    return true;
}
