/* Plays random games of every title and prints how many moves they took, with a signature over
 * all of them: the same on every machine, and the same as petteia bench --games gives.
 *
 *   cc random.c -o random $(pkg-config --cflags --libs petteia) && ./random 100 */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <petteia.h>
#include <stdio.h>
#include <stdlib.h>

static int play(const pt_game *g, int seats, int games) {
    _Alignas(max_align_t) unsigned char state[PT_STATE_MAX];
    pt_move *moves = malloc((g->max_moves + 1u) * sizeof *moves);
    pt_chance *luck = malloc((g->max_chance + 1u) * sizeof *luck);
    pt_config config = pt_config_normal(g, seats);
    uint64_t signature = 0, decisions = 0, plies = 0;
    for (int seed = 1; seed <= games && moves && luck; seed++) {
        pt_rng rng = {(uint64_t)seed};
        pt_start(g, state, &config);
        while (pt_head_of(state)->node != PT_OVER) {
            decisions += pt_head_of(state)->node == PT_DECIDE;
            signature = signature * 31 + pt_random_step(g, state, &rng, moves, luck);
        }
        plies += pt_head_of(state)->ply;
    }
    int good = moves && luck;
    free(moves);
    free(luck);
    if (!good) return 1;
    printf("%s, %d players: %d games, %" PRIu64 " decisions, %" PRIu64
           " moves, signature %016" PRIx64 "\n",
           g->name, seats, games, decisions, plies, signature);
    return 0;
}

int main(int argc, char **argv) {
    char *end = "";
    long games = argc > 1 ? strtol(argv[1], &end, 10) : 100;
    if (argc > 2 || *end || games < 1 || games > 1000000) {
        fprintf(stderr, "usage: random [GAMES], from 1 to 1000000\n");
        return 2;
    }
    for (int i = 0; pt_games[i]; i++)
        for (int seats = pt_games[i]->min_seats; seats <= pt_games[i]->max_seats; seats++)
            if (play(pt_games[i], seats, (int)games)) return 1;
    return 0;
}
