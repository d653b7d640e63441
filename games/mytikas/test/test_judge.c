/* The second implementation, judge.py, follows games move by move: who decides, every option,
 * the end, points and places. It is found beside this file, from the build folder. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/test/table.h"
#include <stdio.h>
#include <unistd.h>

/* Plays a game, sensibly or at random, and writes its trace. */
static void trace(FILE *out, int players, bool two_cards, uint64_t seed, bool sensible) {
    pt_rng rng = {seed};
    mt_state s = fresh(players, two_cards);
    fprintf(out, "game %d %d\n", players, two_cards);
    while (s.head.node != PT_OVER) {
        pt_move list[64];
        pt_chance luck[32];
        int seat = pt_mover(&s), n, pick;
        if (seat == PT_LUCK) {
            n = mytikas_game.chance(&s, luck);
            for (int i = 0; i < n; i++) list[i] = luck[i].move;
        } else {
            n = mytikas_game.legal(&s, seat, list);
        }
        pick = sensible && seat != PT_LUCK ? mt_hints.playout(&s, seat, list, n, &rng)
                                           : (int)pt_below(&rng, (uint32_t)n);
        fprintf(out, seat == PT_LUCK ? "*" : "%d", seat + 1);
        for (int i = -1; i < n; i++) {
            PT_TEXT(text, 64);
            pt_print_move(mytikas_game.verbs, list[i < 0 ? pick : i], &text);
            fprintf(out, "%s%s", i < 1 ? "|" : ",", text.at);
        }
        fputc('\n', out);
        mytikas_game.apply(&s, seat, list[pick]);
    }
    int32_t points[PT_SEATS];
    uint8_t place[PT_SEATS];
    mytikas_game.score(&s, points);
    mytikas_game.rank(&s, place);
    fprintf(out, "end %s", mt_end_names[s.end]);
    for (int seat = 0; seat < players; seat++)
        fprintf(out, " %d:%d", (int)points[seat], place[seat]);
    fputc('\n', out);
}

Test(mytikas, a_second_implementation_sees_the_same_options_end_and_points) {
    PT_TEXT(path, 512);
    PT_TEXT(command, 600);
    const char *file = __FILE__; /* as seen from the build folder, which lies in the tree */
    if (access(file, R_OK) != 0 && strncmp(file, "../", 3) == 0) file += 3;
    const char *slash = strrchr(file, '/');
    pt_put(&path, "%.*s/judge.py", slash ? (int)(slash - file) : 1, slash ? file : ".");
    if (access(path.at, R_OK) != 0)
        cr_skip_test("%s is not here: run this from the tree or its build folder", path.at);
    pt_put(&command, "python3 %s --trace >/dev/null", path.at);
    FILE *judge = popen(command.at, "w");
    cr_assert_not_null(judge);
    for (int game = 0; game < 48; game++)
        trace(judge, 2 + game % 3, game / 3 % 2, (uint64_t)game + 1, game / 6 % 2);
    cr_expect_eq(pclose(judge), 0, "judge.py disagrees, see above");
}
