/* Everything libpetteia offers: games and their rules, positions and records as text, draws
 * that can be verified, JSON for a page, bots. Start with core/game.h; libpetteia(3) is a short
 * guide. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/analyse.h"
#include "bots/bot.h"
#include "bots/match.h"
#include "core/fair.h"
#include "core/game.h"
#include "core/game_json.h"
#include "core/position.h"
#include "core/record.h"
#include "core/scenario.h"
