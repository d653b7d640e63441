/* Prints what the characters do, as a table for docs/bots.md:
 *     build/styles LEVEL ROUNDS [GAME [SEATS]] */
/* SPDX-License-Identifier: MIT */
#include "bench/styles.h"
#include <stdio.h>
#include <stdlib.h>

static void print_amounts(const pt_measures *m, const pt_style *s, const styles_row *r) {
    const char *between = "";
    for (int i = 0; i < m->count + m->further; i++) {
        const char *name = i < m->count ? m->names->ids[i] : "amount";
        if (s->own[i]) printf("%s%s %.2f (%.2f)", between, name, r->own[0][i], r->own[1][i]);
        if (s->theirs[i])
            printf("%stheir %s %.2f (%.2f)", between, name, r->theirs[0][i], r->theirs[1][i]);
        if (s->own[i] || s->theirs[i]) between = ", ";
    }
}

static bool print_game(const pt_game *g, int seats, const char *level, int rounds) {
    const pt_measures *m = pt_measures_of(g);
    for (int i = 0; m && m->characters && i < m->characters->count; i++) {
        styles_row r;
        if (!styles_measure(g, seats, level, i + 1, rounds, 0, &r)) return false;
        printf("| %s | %d | %s | ", g->name, seats, m->characters->ids[i]);
        print_amounts(m, &m->styles[i], &r);
        printf(" | %.1f | %.1f %% ± %.1f | %d |\n", r.liked / r.liked_error, 100 * r.share,
               196 * r.share_error, r.games);
        fflush(stdout);
    }
    return true;
}

int main(int argc, char **argv) {
    int rounds = argc > 2 ? atoi(argv[2]) : 0;
    const pt_game *one = argc > 3 ? pt_game_named(argv[3]) : NULL;
    int seats = argc > 4 ? atoi(argv[4]) : one ? one->min_seats : 0;
    bool fine = rounds > 1 && (argc <= 3 || one) &&
                (!one || (seats >= one->min_seats && seats <= one->max_seats));
    puts("| game | players | character | on average (without the style) | standard errors | "
         "share | games |\n|---|---|---|---|---|---|---|");
    for (int i = 0; pt_games[i] && fine; i++) {
        const pt_game *g = pt_games[i];
        if (one && one != g) continue;
        fine = print_game(g, one ? seats : g->min_seats, argv[1], rounds);
    }
    if (!fine)
        fputs("styles LEVEL ROUNDS [GAME [SEATS]]: a level, two rounds or more, a game and its "
              "number of players\n",
              stderr);
    return fine ? 0 : 2;
}
