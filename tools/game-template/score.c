/* Quarry: the score (R6), at any moment and line by line. A favourite counts when it is shown,
 * at the end: until then no score tells a secret. */
/* SPDX-License-Identifier: MIT */
#include "games/quarry/quarry.h"
#include "games/quarry/words.h"

int qy_worth(const qy_state *s, int seat, int stone) {
    assert(seat < QY_SEATS && stone < QY_STONES);
    return qy_kinds[stone].points + (s->favourite[seat] == stone ? QY_BONUS : 0);
}

/* R6.1 to R6.3 */
int qy_explain(const void *state, int seat, pt_line *out) {
    const qy_state *s = state;
    int n = 0, favourite = s->favourite[seat], coins = s->coins[seat];
    for (int stone = 0; stone < QY_STONES; stone++) {
        int won = s->stones[seat][stone];
        if (won)
            out[n++] = (pt_line){.points = won * qy_kinds[stone].points,
                                 .rule = "R6.1",
                                 .why = qy_say_score_stones(won, stone)};
    }
    if (s->head.node == PT_OVER) {
        assert(favourite < QY_STONES);
        int won = s->stones[seat][favourite];
        if (won)
            out[n++] = (pt_line){.points = won * QY_BONUS,
                                 .rule = "R6.2",
                                 .why = qy_say_score_favourite(won, favourite)};
    }
    if (coins >= QY_RATE)
        out[n++] = (pt_line){
            .points = coins / QY_RATE, .rule = "R6.3", .why = qy_say_score_coins(coins)};
    assert(n <= QY_STONES + 2);
    return n;
}

void qy_score(const void *state, int32_t points[PT_SEATS]) {
    const qy_state *s = state;
    for (int seat = 0; seat < PT_SEATS; seat++) {
        pt_line lines[QY_STONES + 2];
        int n = seat < s->head.seats ? qy_explain(s, seat, lines) : 0;
        points[seat] = 0;
        for (int i = 0; i < n; i++) points[seat] += lines[i].points;
    }
}

/* R6.4: most points, then most coins. */
void qy_rank(const void *state, uint8_t place[PT_SEATS]) {
    const qy_state *s = state;
    int32_t points[PT_SEATS];
    qy_score(s, points);
    for (int a = 0; a < PT_SEATS; a++) {
        place[a] = a < s->head.seats ? 1 : 0;
        for (int b = 0; a < s->head.seats && b < s->head.seats; b++) {
            bool more =
                points[b] == points[a] ? s->coins[b] > s->coins[a] : points[b] > points[a];
            if (more) place[a]++;
        }
    }
}
