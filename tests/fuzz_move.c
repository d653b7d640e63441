/* Fuzzer: a text that is read as a move is a move of the table and prints to a text that reads
 * as the same move; check() answers any number in a fresh game. First line: "GAME PLAYERS". */
/* SPDX-License-Identifier: MIT */
#include "tests/fuzz.h"

/* The other forms of a move: canonical, as JSON, as an index. */
static void other_forms(const pt_game *g, pt_move m, uint32_t luck) {
    static char text[1 << 12];
    pt_text out = pt_text_on(text, sizeof text);
    pt_json json = pt_json_on(&out);
    pt_move canonical = pt_canonical(g->verbs, m);
    PROMISE(pt_well_formed(g->verbs, canonical) &&
                pt_canonical(g->verbs, canonical) == canonical,
            "the canonical form of %08x", (unsigned)m);
    pt_json_move(&json, g->verbs, m);
    pt_space space = pt_move_space(g->verbs);
    uint32_t index = luck % pt_space_size(&space);
    PROMISE(pt_index_of(&space, pt_move_at(&space, index)) == index, "index %u", index);
}

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
            other_forms(g, m, (uint32_t)m * 2654435761u);
        }
        for (int seat = -1; seat <= PT_SEATS; seat++) g->check(state, seat, m, NULL);
    }
    free(text);
    return 0;
}
