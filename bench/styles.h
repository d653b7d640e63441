/* What the characters of a game do: a bot with a style against the same bot without one. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/measures.h"

typedef struct styles_row {
    int games;
    /* What the seat had on average over the game, with the style and, from the same seeds in
     * the same seat, without: each measure, and the rivals' of each together. */
    double own[2][PT_MEASURES], theirs[2][PT_MEASURES];
    double liked, liked_error; /* how much more of what the style likes, and a standard error */
    double share, share_error; /* of the win, against the plain bots; fair is 1 / seats */
} styles_row;

/* Plays `rounds` seeds with the character (1 for the first) in every seat, whole games or, if
 * `most` is not 0, so many decisions of each: then nobody has won. `level` is a bot's
 * text; with a number of iterations in it the same games are played everywhere. False without
 * memory or such a bot. */
bool styles_measure(const pt_game *g, int seats, const char *level, int style, int rounds,
                    int most, styles_row *row);
