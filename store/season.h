/* What was played in a period, for a page that everybody may read: only games that anybody
 * could watch, and of people only accounts whose page is for everybody. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/store.h"

/* These return how many, or -1 if not all of them could be read. `to` is not in the period. */
typedef void pt_season_game_taker(void *who, const char *kind, int64_t games);
int pt_each_season_game(pt_look *l, int64_t from, int64_t to, pt_season_game_taker *take,
                        void *who);
typedef void pt_season_person_taker(void *who, const char *person, const char *name, int64_t at,
                                    int place);
/* New accounts, the first ones first. */
int pt_each_season_joined(pt_look *l, int64_t from, int64_t to, int limit,
                          pt_season_person_taker *take, void *who);
/* Who played, person by person, and of each the games in the order in which they ended. */
int pt_each_season_seat(pt_look *l, int64_t from, int64_t to, int limit,
                        pt_season_person_taker *take, void *who);
