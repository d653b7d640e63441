/* Lets bots of one level play a game against each other and prints the record. Each bot gets a
 * view of its seat, never the state.
 *
 *   cc bot.c -o bot $(pkg-config --cflags --libs petteia) && ./bot mykerinos casual */
/* SPDX-License-Identifier: MIT */
#include <petteia.h>
#include <stdio.h>
#include <stdlib.h>

static pt_chance luck[1024];

static pt_move step(const pt_game *g, const void *state, int seat, pt_bot *bot, pt_rng *rng) {
    _Alignas(max_align_t) unsigned char view[PT_STATE_MAX];
    if (seat == PT_LUCK) {
        int n = g->chance(state, luck);
        return luck[pt_chance_draw(luck, n, rng)].move;
    }
    pt_observe(g, state, seat, view);
    return pt_bot_pick(bot, view, seat, rng);
}

int main(int argc, char **argv) {
    _Alignas(max_align_t) unsigned char state[PT_STATE_MAX];
    static char moves_memory[1 << 20], head_memory[4096];
    pt_text moves = pt_text_on(moves_memory, sizeof moves_memory);
    pt_text head = pt_text_on(head_memory, sizeof head_memory);
    PT_TEXT(why, 200);
    const pt_game *g = pt_game_named(argc > 1 ? argv[1] : "mykerinos");
    pt_bot *bot = g ? pt_bot_made(argc > 2 ? argv[2] : "beginner", g, &why) : NULL;
    if (!bot) {
        fprintf(stderr, "bot: %s\n", g ? why.at : "there is no such game");
        return 2;
    }
    pt_rng rng = {1};
    pt_record_head tags = {.game = g, .config = pt_config_normal(g, g->min_seats)};
    bot->budget = (pt_budget){.iterations = 50};
    pt_start(g, state, &tags.config);
    while (pt_head_of(state)->node != PT_OVER) {
        int seat = pt_mover(state);
        pt_move m = step(g, state, seat, bot, &rng);
        pt_write_move(g, seat, m, &moves);
        pt_putc(&moves, '\n');
        if (pt_play(g, state, seat, m, &why)) return 1; /* a bot's move is always legal */
    }
    pt_text result = pt_text_on(tags.result, sizeof tags.result);
    pt_write_result(g, state, &result);
    pt_write_head(&tags, &head);
    printf("%s\n%s", head.at, moves.at);
    pt_bot_free(bot);
    return 0;
}
