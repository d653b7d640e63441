/* Myriath: the score (R5.4, R6.2), at any moment and line by line. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/myriath.h"
#include "games/myriath/words.h"

void mr_score(const void *state, int32_t points[PT_SEATS]) {
    const mr_state *s = state;
    for (int seat = 0; seat < PT_SEATS; seat++)
        points[seat] = seat < s->head.seats ? s->score[seat] : 0;
}

/* R6.2: most points; no tie-break. */
void mr_rank(const void *state, uint8_t place[PT_SEATS]) {
    const mr_state *s = state;
    for (int a = 0; a < PT_SEATS; a++) {
        place[a] = a < s->head.seats ? 1 : 0;
        for (int b = 0; a < s->head.seats && b < s->head.seats; b++)
            if (s->score[b] > s->score[a]) place[a]++;
    }
}

/* R3.2: who would start the next game of a match, or draw for it. */
uint8_t mr_lowest(const mr_state *s) {
    uint8_t set = 0;
    for (int seat = 0; seat < s->head.seats; seat++) {
        bool lowest = true;
        for (int other = 0; other < s->head.seats; other++)
            lowest = lowest && s->score[seat] <= s->score[other];
        if (lowest) set = pt_with(set, seat);
    }
    assert(set); /* somebody has the fewest */
    return set;
}

/* R3.2: in a match the lowest scorer begins the next game, wherever they sit then. */
void mr_again(const void *state, const uint8_t seat[PT_SEATS], pt_config *next) {
    const mr_state *s = state;
    uint8_t lowest = mr_lowest(s), starters = 0;
    for (int i = 0; i < s->head.seats; i++)
        if (pt_has(lowest, i)) starters = pt_with(starters, seat[i]);
    assert(starters && starters <= mr_options[MRO_START].max);
    next->option[MRO_START] = starters;
}

/* The half points of a kind. */
static pt_line contact_line(int kind, int n) {
    pt_line line = {.points = n, .rule = kind < MR_ARROW_OWN ? "R5.4" : "R8.3"};
    switch (kind) {
    case MR_ARROW_OTHERS: line.why = mr_say_score_arrows(n); break;
    case MR_WHOLE_OTHERS: line.why = mr_say_score_wholes(n); break;
    case MR_ARROW_OWN: line.why = mr_say_score_own_arrows(n); break;
    default: assert(kind == MR_WHOLE_OWN); line.why = mr_say_score_own_wholes(n);
    }
    return line;
}

/* R5.4: the head start, then the ends by kind and by whom they touch. */
int mr_explain(const void *state, int seat, pt_line *out) {
    assert(seat >= 0 && seat < MR_SEATS);
    const mr_state *s = state;
    int count[MR_KINDS], n = 0;
    int16_t start[MR_SEATS];
    mr_contacts(s, seat, count);
    mr_head_start(s, start);
    if (s->given[seat])
        out[n++] = (pt_line){.points = s->given[seat],
                             .rule = "R3.3",
                             .why = s->given[seat] == start[seat] ? mr_say_score_head_start()
                                                                  : mr_say_score_before()};
    for (int kind = 0; kind < MR_KINDS; kind++)
        if (count[kind]) out[n++] = contact_line(kind, count[kind]);
    return n;
}
