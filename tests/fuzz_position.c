/* Fuzzer: a position that is accepted is sound, prints back to the same bytes and can be
 * played; one that is refused says why. The first line is "GAME PLAYERS". */
/* SPDX-License-Identifier: MIT */
#include "core/position.h"
#include "tests/fuzz.h"

enum { STEPS = 60, TEXT = 1 << 16 };

/* Everything that may be asked of a state: nothing crashes, and the answers fit together. */
static void ask_everything(const pt_game *g, const void *s, pt_move *moves) {
    static pt_line lines[1 << 12];
    int32_t points[PT_SEATS] = {0};
    uint8_t place[PT_SEATS] = {0};
    const pt_head *h = s;
    PT_TEXT(why, 512);
    g->score(s, points);
    g->rank(s, place);
    for (int seat = 0; seat < h->seats; seat++) {
        int32_t sum = 0;
        int n = g->explain(s, seat, lines);
        PROMISE(n >= 0 && n <= g->max_lines, "%d lines explain a score", n);
        for (int i = 0; i < n; i++) sum += lines[i].points;
        PROMISE(sum == points[seat], "explained %d, scored %d", (int)sum, (int)points[seat]);
        PROMISE(place[seat] >= 1 && place[seat] <= h->seats, "place %d", place[seat]);
        n = g->legal(s, seat, moves);
        PROMISE(n >= 0 && n <= g->max_moves, "%d legal moves", n);
        PROMISE((n > 0) == (h->node == PT_DECIDE && pt_has(h->owes, seat)),
                "seat %d has %d legal moves", seat + 1, n);
        for (int i = 0; i < n; i++)
            PROMISE(!g->check(s, seat, moves[i], &why), "legal, but: %s", why.at);
    }
}

/* What a viewer sees can be shown, asked about and imagined. */
static void look(const pt_game *g, const void *s, int viewer, pt_rng *rng) {
    static char text[TEXT];
    uint64_t view[PT_STATE_MAX / 8] = {0}, guess[PT_STATE_MAX / 8] = {0};
    PT_TEXT(why, 512);
    pt_text out = pt_text_on(text, sizeof text);
    pt_json json = pt_json_on(&out);
    pt_observe(g, s, viewer, view);
    pt_imagine(g, view, viewer, rng, guess);
    PROMISE(!g->audit(guess, &why), "imagined, but: %s", why.at);
    g->show(view, viewer, &json);
    for (int seat = PT_PUBLIC; seat < pt_head_of(s)->seats; seat++) g->ask(view, seat, &out);
}

static void play(const pt_game *g, void *s) {
    static pt_move moves[1 << 16];
    static pt_chance luck[1 << 16];
    pt_rng rng = {1};
    PT_TEXT(why, 512);
    for (int i = 0; i < STEPS; i++) {
        if (i < 8) {
            ask_everything(g, s, moves);
            for (int viewer = PT_PUBLIC; viewer < pt_head_of(s)->seats; viewer++)
                look(g, s, viewer, &rng);
        }
        if (pt_head_of(s)->node == PT_OVER) return;
        if (pt_head_of(s)->node == PT_DECIDE)
            PROMISE(g->legal(s, pt_mover(s), moves) > 0, "a seat owes a choice and has none");
        else
            PROMISE(g->chance(s, luck) > 0, "a draw without an outcome");
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
