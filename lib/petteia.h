/* Everything libpetteia offers: games and their rules, positions and records as text, draws
 * that can be verified, JSON for a page, bots. Start with core/game.h; libpetteia(3) is a short
 * guide. C++ includes this file as it is; a header of ours alone needs extern "C" around it. */
/* SPDX-License-Identifier: MIT */
#pragma once
#ifdef __cplusplus
extern "C" {
#endif
#include "bots/analyse.h"
#include "bots/bot.h"
#include "bots/match.h"
#include "core/fair.h"
#include "core/game.h"
#include "core/game_json.h"
#include "core/position.h"
#include "core/record.h"
#include "core/scenario.h"
#ifdef __cplusplus
}
#endif
