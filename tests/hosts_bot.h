/* The bot of tests/test_hosts.py, which replaces every other: it takes no time, and given the
 * same choices it makes the same move in every host. Programs that are linked with
 * `--wrap=pt_bot_pick` have it. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/bot.h"

pt_move hosts_pick(const pt_game *g, const void *view, int seat);
