/* Tables, events and moves as JSON (docs/protocol.md). */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/table.h"

/* The view as the game shows it; a game without show() gives its position lines. */
void tell_view(pt_json *j, const pt_game *g, const void *view, int viewer);
/* {"extend % %":{"a2":["a1","a3"]},"pass":[]}: form, then argument by argument. `list` has room
 * for max_moves. */
void tell_legal(pt_json *j, const pt_game *g, const void *view, int seat, pt_move *list);
void tell_turn(pt_json *j, const void *view);
void tell_event(pt_json *j, const table_log *t, const char *event, int sight, int eye);
void tell_table(pt_json *j, const table_log *t, int eye);
void tell_seats(pt_json *j, const table_log *t);
void tell_clocks(pt_json *j, const table_log *t, const void *view, int64_t now);
void tell_result(pt_json *j, const table_log *t);
void tell_score(pt_json *j, const pt_game *g, const void *view);
void tell_game(pt_json *j, const pt_game *g, bool whole);
