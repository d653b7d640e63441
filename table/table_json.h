/* A table as JSON, as docs/protocol.md describes it: whole messages for a host that sends them
 * as they are, and their parts for one that makes its own (the server sends deltas of views).
 * Everything goes through sight() and observe(): an eye is told only what it may know.
 *
 * The parts write members of an object that is open. `list` has room for the game's max_moves;
 * NULL: no legal moves are wanted. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game_json.h"
#include "table/request.h"

/* --- whole messages --- */

/* {"t":"table",...}: everything, for an eye that has just come. */
void pt_tell_table(pt_json *j, const pt_table *t, int eye, int64_t now, pt_move *list);
/* {"t":"update",...}: what the eye has missed since its stream's number `since`, with the whole
 * view. */
void pt_tell_update(pt_json *j, const pt_table *t, int eye, uint32_t since, int64_t now,
                    pt_move *list);
/* {"t":"undo-asked",...}: an event without a number, told to every eye alike. */
void pt_tell_notice(pt_json *j, const pt_table *t, const pt_event *e);
/* {"t":"refused","re":id,...}, where `re` may be ""; with the key of a game's refusal, or NULL.
 */
void pt_tell_refused(pt_json *j, pt_refusal why, const char *words, const char *key,
                     const char *re);

/* --- parts --- */

/* "t", "table", "seat", "n". */
void pt_tell_start(pt_json *j, const pt_table *t, const char *type, int eye);
/* "game", "phase", "access", "options", "clock" ... "seats". */
void pt_tell_about(pt_json *j, const pt_table *t, int eye);
void pt_tell_seats(pt_json *j, const pt_table *t);
/* "events": the last ones that this eye has seen, up to `most`. */
void pt_tell_events(pt_json *j, const pt_table *t, int eye, uint32_t most);
/* "events": the last `count`, which the eye has missed. If these are too many: the last few,
 * with "skipped" and the seats, because much may have happened to them. */
void pt_tell_missed(pt_json *j, const pt_table *t, int eye, uint32_t count);
/* "turn", "left", and for a seat that owes a choice and has not given up "captain", "ask" and
 * "legal". */
void pt_tell_choices(pt_json *j, const pt_table *t, int eye, int64_t now, pt_move *list);
/* The same for a host that has the eye's view at hand. */
void pt_tell_choices_in(pt_json *j, const pt_table *t, const void *view, int eye, int64_t now,
                        pt_move *list);
/* "left": what each seat has on its clock. A running clock would reveal that its seat owes a
 * choice, so it is told only if the view says so too. */
void pt_tell_clocks(pt_json *j, const pt_table *t, const void *view, int64_t now);
/* "result", of a table that is over. */
void pt_tell_result(pt_json *j, const pt_table *t);
/* "rematch-asked": the seats that want to play again, while others think. */
void pt_tell_agreed(pt_json *j, const pt_table *t);
/* One event as a value. */
void pt_tell_event(pt_json *j, const pt_table *t, const pt_recent *e, int eye);
