/* Fuzzer: a position that is accepted is sound, prints back to the same bytes and can be
 * played; one that is refused says why. The first line is "GAME PLAYERS". */
/* SPDX-License-Identifier: MIT */
#include "core/position.h"
#include "tests/fuzz.h"

enum { STEPS = 60, TEXT = 1 << 16 };

static void play(const pt_game *g, void *s) {
    static pt_move moves[1 << 16];
    static pt_chance luck[1 << 16];
    pt_rng rng = {1};
    PT_TEXT(why, 512);
    for (int i = 0; i < STEPS && pt_head_of(s)->node != PT_OVER; i++) {
        if (pt_head_of(s)->node == PT_DECIDE)
            PROMISE(g->legal(s, pt_mover(s), moves) > 0, "a seat owes a choice and has none");
        pt_random_step(g, s, &rng, moves, luck);
        PROMISE(g->audit(s, &why) == PT_OK, "after %d moves: %s", i + 1, why.at);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char printed[TEXT];
    if (size > TEXT / 4) return 0;
    char *text = fuzz_text(data, size);
    pt_config config;
    const pt_game *g = fuzz_game(text, &config);
    const char *body = text + strcspn(text, "\n");
    void *s = malloc(g->state_size), *again = malloc(g->state_size);
    if (!s || !again) abort();
    PT_TEXT(why, 512);
    int line = -1;
    pt_err err = pt_parse_position(g, s, &config, body, &line, &why);
    if (err) {
        PROMISE(why.used > 0 && line >= 0, "refused without a word or a line");
    } else {
        PROMISE(g->audit(s, &why) == PT_OK, "accepted, but: %s", why.at);
        pt_text out = pt_text_on(printed, sizeof printed);
        pt_print_position(g, s, &out);
        PROMISE(pt_parse_position(g, again, &config, printed, &line, &why) == PT_OK,
                "what was printed is refused: %s\n%s", why.at, printed);
        PROMISE(memcmp(s, again, g->state_size) == 0, "reads back as another state\n%s",
                printed);
        play(g, s);
    }
    free(s);
    free(again);
    free(text);
    return 0;
}
