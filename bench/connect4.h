/* The yardstick: random games of connect four, as plain as can be. Figures of the same run are
 * compared with it, so that they mean something on any machine. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/rng.h"

/* Plays one random game; returns how many moves it had. */
int connect4_game(pt_rng *rng);
