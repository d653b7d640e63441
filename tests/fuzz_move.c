/* Fuzzer: a text that is read as a move is a move of the table and prints to a text that reads
 * as the same move; check() answers any number in a fresh game. First line: "GAME PLAYERS". */
/* SPDX-License-Identifier: MIT */
#include "tests/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 4096) return 0;
    char *text = fuzz_text(data, size);
    pt_config config;
    const pt_game *g = fuzz_game(text, &config);
    uint64_t state[PT_STATE_MAX / 8];
    pt_start(g, state, &config);
    for (char *line = text + strcspn(text, "\n"); *line; line += strcspn(line, "\n")) {
        line++;
        char *next = line + strcspn(line, "\n");
        char end = *next;
        *next = 0;
        pt_move m = pt_parse_move(g->verbs, line);
        *next = end;
        if (m) {
            PT_TEXT(printed, 256);
            PROMISE(pt_well_formed(g->verbs, m), "a move outside the table: %08x", (unsigned)m);
            pt_print_move(g->verbs, m, &printed);
            PROMISE(pt_parse_move(g->verbs, printed.at) == m, "'%s' reads as another move",
                    printed.at);
        }
        for (int seat = -1; seat <= PT_SEATS; seat++) g->check(state, seat, m, NULL);
    }
    free(text);
    return 0;
}
