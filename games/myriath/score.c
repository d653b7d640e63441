/* Myriath: the score (R5.4, R6.2), at any moment and line by line. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/myriath.h"
#include <stdio.h>

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

/* R5.4: the head start, then the ends by kind and by whom they touch. */
int mr_explain(const void *state, int seat, pt_line *out) {
    assert(seat >= 0 && seat < MR_SEATS);
    static const char *const rules[MR_KINDS] = {"R5.4", "R5.4", "R8.3", "R8.3"};
    static const char *const words[MR_KINDS] = {
        "half edges of arrows that touch another player's tile",
        "halves of whole edges that touch another player's tile",
        "half edges of arrows that touch an own tile",
        "halves of whole edges that touch an own tile",
    };
    const mr_state *s = state;
    int count[MR_KINDS], n = 0;
    int16_t start[MR_SEATS];
    mr_contacts(s, seat, count);
    mr_head_start(s, start);
    if (s->given[seat]) {
        out[n] = (pt_line){.points = s->given[seat], .rule = "R3.3"};
        snprintf(out[n++].words, sizeof out->words, "%s",
                 s->given[seat] == start[seat] ? "head start of a later player"
                                               : "counted before this position");
    }
    for (int i = 0; i < MR_KINDS; i++) {
        if (!count[i]) continue;
        out[n] = (pt_line){.points = count[i], .rule = rules[i]};
        snprintf(out[n++].words, sizeof out->words, "%d %s", count[i], words[i]);
    }
    return n;
}
