/* petteia tune --play: which numbers of an evaluation matter in play, and in which direction.
 *
 * What predicts better does not always play better, so only results count here. Each round
 * changes every number at random, a little up for one side and as much down for the other. The
 * sides then play one seed in all rotations of the seats. The changes are independent, so one
 * round says something about every number: a number is worth what the side with more of it
 * gains on average. */
/* SPDX-License-Identifier: MIT */
#include "bots/match.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/tune.h"
#include "cli/words.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PART = 6 }; /* a number changes by a sixth of itself */

static int32_t change_of(const tuning *t, int i) { return abs(t->weight[i]) / PART + 1; }

/* As in petteia tune, no number falls below 0, and the lead not below its minimum. */
static int32_t changed(const tuning *t, int i, int sign) {
    int32_t least = i == t->count - 1 ? LEAD_LEAST : 0,
            now = t->weight[i] + sign * change_of(t, i);
    return now < least ? least : now;
}

/* Draws a side for each number; +1: the first search gets more of it. */
static void change_all(const tuning *t, pt_rng *rng, int sign[WEIGHTS_MOST],
                       int32_t side[2][WEIGHTS_MOST]) {
    for (int i = 0; i < t->count; i++) {
        sign[i] = pt_below(rng, 2) ? 1 : -1;
        side[0][i] = changed(t, i, sign[i]);
        side[1][i] = changed(t, i, -sign[i]);
    }
}

static void print_found(const tuning *t, const pt_tally found[WEIGHTS_MOST], int rounds) {
    double fair = 1.0 / t->config.seats;
    printf("%s, %d players: %d rounds of %d games, %d iterations a move\n", t->game->title,
           t->config.seats, rounds, t->config.seats, (int)t->iterations);
    printf("the share of the side with more of a number (fair %.1f %%)\n", 100 * fair);
    for (int i = 0; i < t->count && rounds; i++) {
        double gain = pt_tally_mean(&found[i]), error = 1.96 * pt_tally_error(&found[i]);
        printf("  %-20s %6d +- %-5d %5.1f %% +- %.1f%s\n", tune_name(t, i), t->weight[i],
               change_of(t, i), 100 * (fair + gain), 100 * error,
               fabs(gain) > error ? (gain > 0 ? "  more" : "  less") : "");
    }
}

static void print_json(const tuning *t, const pt_tally found[WEIGHTS_MOST], int rounds) {
    char memory[1024];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    pt_json j = pt_json_on(&out);
    tune_open_json(&j, t);
    pt_key_int(&j, "rounds", rounds);
    pt_key_open(&j, "numbers", '[');
    for (int i = 0; i < t->count && rounds; i++) {
        pt_open(&j, '{');
        pt_key_str(&j, "name", tune_name(t, i));
        pt_key_int(&j, "value", t->weight[i]);
        pt_key_int(&j, "change", change_of(t, i));
        pt_key_int(&j, "gain_millionths", lround(1e6 * pt_tally_mean(&found[i])));
        pt_key_int(&j, "error_millionths", lround(1e6 * pt_tally_error(&found[i])));
        pt_close(&j, '}');
    }
    pt_close(&j, ']');
    tune_close_json(&j, t);
    pt_flush(&out);
}

int tune_by_play(tuning *t, int64_t rounds) {
    static tune_table b;
    pt_tally found[WEIGHTS_MOST] = {0};
    int32_t side[2][WEIGHTS_MOST];
    int sign[WEIGHTS_MOST], round = 0;
    pt_rng rng = {(uint64_t)t->seed};
    double fair = 1.0 / t->config.seats;
    if (!tune_open(&b, t)) return args_wrong(&cmd_tune, cli_say_memory());
    for (; round < rounds && !atomic_load(t->stop); round++) {
        change_all(t, &rng, sign, side);
        for (int k = 0; k < 2; k++) tune_change(&b, k, side[k]);
        double gain = tune_round(&b, round) - fair;
        for (int i = 0; i < t->count; i++) pt_tally_add(&found[i], sign[i] * gain, 1);
        progress_show(round + 1, (long)rounds, "rounds");
    }
    progress_end();
    tune_close(&b);
    if (t->json)
        print_json(t, found, round);
    else
        print_found(t, found, round);
    return EXIT_FINE;
}
