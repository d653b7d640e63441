/* What the fuzzers share: each is a libFuzzer program that reads one kind of text. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input as a text in memory of its exact size, to be freed; a zero byte ends it. */
static inline char *fuzz_text(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    if (!text) abort();
    memcpy(text, data, size);
    text[size] = 0;
    return text;
}

/* A broken promise ends the run; libFuzzer keeps the input. */
#define PROMISE(holds, ...)                                                                    \
    do                                                                                         \
        if (!(holds)) {                                                                        \
            fprintf(stderr, "promise broken: " __VA_ARGS__);                                   \
            fputc('\n', stderr);                                                               \
            abort();                                                                           \
        }                                                                                      \
    while (0)

/* The game and player count that the first line names ("mykerinos 3"); any other line stands
 * for some game too, so that no input is wasted. */
static inline const pt_game *fuzz_game(const char *line, pt_config *config) {
    PT_TEXT(name, 64);
    pt_words w = {line};
    pt_word word = pt_next(&w);
    long seats = 0;
    uint32_t sum = 0;
    for (const char *c = line; *c && *c != '\n'; c++) sum = sum * 31 + (unsigned char)*c;
    pt_putn(&name, word.at, word.length);
    const pt_game *g = pt_game_named(name.at);
    int games = 0;
    while (pt_games[games]) games++;
    if (!g) g = pt_games[sum % (uint32_t)games];
    if (!pt_number(pt_next(&w), g->min_seats, g->max_seats, &seats))
        seats = g->min_seats + (long)(sum / 7 % (uint32_t)(g->max_seats - g->min_seats + 1));
    *config = pt_config_normal(g, (int)seats);
    return g;
}
