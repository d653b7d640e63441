/* Views, legal moves, scores and games as JSON for pages and programs (docs/protocol.md):
 * pt_tell_X writes X. The server and the engine in the browser both use this. The words are in
 * the language of the text that the JSON goes to. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"

/* The view as the game shows it; a game without show() gives its position lines. */
void pt_tell_view(pt_json *j, const pt_game *g, const void *view, int viewer);
/* {"extend % %":{"a2":["a1","a3"]},"pass":[]}: form, then argument by argument. `list` holds
 * max_moves. */
void pt_tell_legal(pt_json *j, const pt_game *g, const void *view, int seat, pt_move *list);
/* "turn":[0,2]: the seats that owe a choice. */
void pt_tell_turn(pt_json *j, const void *view);
/* "points":["17","16.5"]. */
void pt_tell_points(pt_json *j, const pt_game *g, const void *s);
/* The points and, for each seat, the lines they come from. `lines` holds max_lines. */
void pt_tell_score(pt_json *j, const pt_game *g, const void *view, pt_line *lines);
/* "names":{"god":{"Z":{"name":"Zeus","de":"de Zeus"},...},...},"facts":{"levels":4,...}: the
 * lists of names in the language of the text, with their further forms, and the facts, for
 * whoever has sentences of their own about the game. */
void pt_tell_catalogue(pt_json *j, const pt_catalogue *c);
/* An option, its words and its limits; "values" if they have names. */
void pt_tell_option(pt_json *j, const pt_game *g, const pt_option *o);
/* What a player needs to choose a game; `whole`: with its verbs and the words of their
 * arguments. */
void pt_tell_game(pt_json *j, const pt_game *g, bool whole);
/* "rule":"R4.2","key":"no-cube","words":"...", from the "R4.2: ..." of a refusal and its key
 * (pt_text). There may be no rule, and the key may be NULL. */
void pt_tell_refusal(pt_json *j, const char *why, const char *key);
