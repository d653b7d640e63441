/* The bot of tests/test_hosts.py in the place of every other: it takes no time, and it makes
 * the same move of the same choices in every host. Programs that are linked with
 * `--wrap=pt_bot_pick` have it. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/bot.h"

pt_move hosts_pick(const pt_game *g, const void *view, int seat);
