/* What other languages call: games, moves, views, records and bots behind plain
 * numbers and texts. WebAssembly exports it to pages (web/src/engine/), Python calls it
 * (python/).
 *
 * A function that has something to say leaves it as the reply, JSON or text, which stays until
 * the next call. Texts that go in are zero-terminated UTF-8 in memory from api_take. Seats
 * count from 0; -1 is luck as a seat and the public as a viewer. Each thread has
 * a reply of its own. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/analyse.h"
#include "core/fair.h"

#define API __attribute__((visibility("default")))

/* --- memory and the reply (reply.c) --- */

API void *api_take(size_t bytes);
API void api_give(void *memory);
API const char *api_reply(void);
API size_t api_reply_size(void);

/* Sets the language ("fr") of what people read in the replies of this thread; it is English at
 * first. Returns false, and changes nothing, if there is no such language. */
API bool api_language(const char *code);
uint8_t reply_language(void);

/* For the files of this folder. Takes "name=value" with blanks between into a config. */
pt_err api_set_options(const pt_game *g, pt_config *c, const char *text, pt_text *why);
/* An empty reply to write on. */
pt_text *reply_anew(void);
/* The reply is a refusal: {"code":"unreadable","words":"..."}; returns PT_UNREADABLE. */
pt_err reply_refusal(pt_said why);
pt_err reply_english(const char *why); /* the same for programmers */
void reply_no_game(const char *game);
/* The same with words that were written already. For PT_REFUSED, what check() wrote, the reply
 * has the rule and the key too: {"code":"rule","rule":"R4.2","key":"...","words":"..."}.
 * Returns `err`. */
pt_err reply_why(pt_err err, const pt_text *why);

/* --- what there is (reply.c) --- */

/* Every game with options, verbs and the words of their arguments, as GET /api/games/NAME. */
API void api_games(void);
API void api_bots(void); /* the levels, weakest first, as GET /api/bots */
/* Markdown, English where it is not translated; empty for an unknown game. A page does not have
 * this function: it loads the files themselves, because the rulebooks would double its first
 * download. */
#ifndef __wasm__
API void api_rulebook(const char *game);
#endif
/* Plays `games` random games from seed `first` on: {"decisions":...,"plies":...,"signature":
 * "..."}, the same as petteia bench --games gives. False if there is no such game. */
API bool api_random(const char *game, int players, int first, int games);

/* --- a game that is played or looked at (play.c) --- */

/* One move of it. */
typedef struct step {
    pt_move move;
    int8_t seat;
    pt_word notes; /* of the record it was read from */
} step;

typedef struct play {
    pt_replay now;                    /* head, the state after now.moves moves, who resigned */
    uint64_t start[PT_STATE_MAX / 8]; /* the state before the first move */
    bool placed;                      /* it began from a position */
    step *step;
    int steps, capacity;
    char *text;      /* the record it was read from, for the notes; or NULL */
    pt_move *moves;  /* max_moves of them, */
    pt_chance *luck; /* max_chance, */
    pt_line *lines;  /* and max_lines */
} play;

/* A new game. `options` are "name=value" with blanks between, `position` is a position's
 * text; both may be empty. Returns NULL, with a refusal, if that is impossible. The caller
 * drops it. */
API play *api_new(const char *game, int players, const char *options, const char *position);
/* A game from its record, checked again and set to its end. A refusal has the "line" too. */
API play *api_read(const char *record);
API void api_drop(play *p);

/* Goes to the position after the first `moves` moves; false if there are fewer. A move made
 * there replaces what followed. */
API bool api_go(play *p, int moves);
/* {"game","players","options":{},"names":[],"moves","at","node":"decide"|"chance"|"over",
 * "round","owes":[],"resigned":[],"placed"}; `owes` is what really holds, which a viewer may
 * not know. */
API void api_status(const play *p);

/* The seat must be playing. The words of a refusal come from the seat's own view. */
API pt_err api_check(play *p, int seat, const char *move);
API pt_err api_move(play *p, int seat, const char *move);
API pt_err api_resign(play *p, int seat);

/* Luck: the number of tickets of the lot that is drawn here, 0 if none is. api_draw plays the
 * outcome that owns `ticket`, and the reply is its text. */
API uint32_t api_tickets(play *p);
API pt_err api_draw(play *p, uint32_t ticket);
/* Fair draws (docs/records.md): from a seed of 64 hexadecimal digits. Only before the first
 * move. api_ticket is the ticket that the seed gives here. */
API pt_err api_seed(play *p, const char *seed, const char *table);
API bool api_seeded(const play *p);
API uint32_t api_ticket(play *p);

API pt_err api_name(play *p, int seat, const char *name);
/* The record up to the present position; a refusal if the game began from a position. */
API pt_err api_record(play *p);
API void api_position(play *p);

/* --- what a viewer sees (look.c) --- */

/* {"moves":n,"view":{...},"turn":[...],"ask":"...","legal":{...},"result":{...}}: what the
 * server sends to a seat, or to the public. */
API void api_look(play *p, int viewer);
API void api_view(play *p, int viewer);
API void api_legal(play *p, int seat);
API void api_score(play *p, int viewer); /* {"points":[...],"lines":[[...],...]} */
/* The moves as the viewer sees them: [{"e":"move","seat":0,"move":"start c4","at":2},...],
 * where `at` counts all moves up to this one. Those it does not see are left out. */
API void api_steps(play *p, int viewer);
/* The reply is the bytes of the view, for a bot. */
API void api_observe(play *p, int viewer);

/* --- bots (think.c) --- */

typedef struct mind mind;

/* A bot of a level ("master") for a game, or with the level "hint" or "open" a search that says
 * what it thinks: "open" knows what is hidden. With the same seed, and limited by iterations
 * alone, it thinks the same as the program petteia. Returns NULL with a refusal. The caller
 * closes it. */
API mind *api_mind(const char *level, const char *game, uint64_t seed);
API void api_mind_close(mind *m);
/* How many players the net is for that the mind would use in this view and that has not come
 * yet; 0: it needs none. Without it a champion plays as the master. */
API int api_mind_needs(const mind *m, const void *view);
/* Takes a net, the bytes of games/NAME/nets/PLAYERS.net. */
API pt_err api_net(const void *bytes, size_t size);
/* How long it may think; 0 leaves its own limits. */
API void api_mind_budget(mind *m, uint32_t millis, uint32_t iterations);
/* The bot's move for `seat`, who owes one in these bytes of api_observe; false if not. */
API bool api_pick(mind *m, const void *view, int seat);
/* The best moves with what each seat can expect: as petteia hint --json. If it is called again
 * for the same view, it continues to think. */
API bool api_hint(mind *m, const void *view, int seat, int most);
/* Why one move of the seat is better than another one, in words: as "why" of petteia hint --why
 * --json. `loss_permille` is what the search says the other gives away. With two empty texts
 * it explains the hint that api_hint has just given for this view, chooses what the move is
 * held against, and gives the hint anew, with "why": after a second look its figures, and even
 * its first move, may be others. False if a move is not legal, or if there was too little time.
 */
API bool api_why(mind *m, const void *view, int seat, const char *best, const char *other,
                 int loss_permille);
/* What the move after the present position was worth: as an entry of petteia analyse --json.
 * False, and an empty reply, where there was nothing to choose. */
API bool api_judge(mind *m, play *p);
/* The players' totals over all that was judged since the mind was opened: as "players" there.
 */
API void api_review(const mind *m, const play *p);

/* --- a table on the device (table.c, table_messages.c, table_adopt.c) --- */

/* Seats, bots, clocks, undo, races: the whole law of the table (table/table.h) for a host that
 * is a page. Everybody at the device is one person to it. The host supplies the time, `now` in
 * milliseconds, which never goes back. It keeps the texts of events in order, each with the
 * `now` of the call that made it. It thinks for bots, and asks "tick" when something is due. */
typedef struct api_table api_table;

/* A new table, in steps: a plan with a name, and a seed of 64 hexadecimal digits for its draws;
 * its clock ("none", "move", "bank"), if any; its seats, where an empty `level` means a person.
 * Returns NULL or false with a refusal. The caller drops it. */
API api_table *api_table_plan(const char *id, const char *game, int players,
                              const char *options, const char *seed);
API bool api_table_clock(api_table *t, const char *kind, double ms, double increment,
                         bool loses);
API bool api_table_seat(api_table *t, int seat, const char *name, const char *level);
/* Then it begins: after the first `moves` moves of a record, or anew if `record` is "". The
 * reply is that of api_table_ask. */
API bool api_table_begin(api_table *t, const char *record, int moves, double now);
/* Or it takes over a game that was kept as a record, whose first `past` moves come from another
 * game. It gets the record's options and seed in place of the plan's. */
API bool api_table_adopt(api_table *t, const char *record, int past, double now);
/* One that was: without events at first, then event after event as they were kept. */
API api_table *api_table_open(const char *id);
API bool api_table_read(api_table *t, double at, const char *text);
API void api_table_drop(api_table *t);

/* Asks for something: "move", "undo", "resign", "hint" ... of docs/protocol.md, or as the host
 * "bot-move" (text: the move), "tick", "credit" (at: milliseconds), "look" (once after the last
 * event was read). `id` may be "", `at` is -1 if it is not given. The reply is what happened:
 * {"events":["move 0 - - start c4",...],"notices":[...]}; or false, and a refusal. */
API bool api_table_ask(api_table *t, const char *kind, int seat, const char *text,
                       const char *id, double at, double now);
/* The next table, of this name and seed: {"next":[its events],"events":[...],"notices":[]}. */
API api_table *api_table_rematch(api_table *t, int seat, const char *id, const char *seed,
                                 double now);

/* The next moment at which to ask "tick"; 0: none. */
API double api_table_due(const api_table *t);
/* What to credit when the host was away from `last_alive` until now; 0: nothing. */
API double api_table_absence(const api_table *t, double last_alive, double now);
/* For whom the host has to find a move now: [{"seat":1,"level":"casual","line":0}]. Every undo
 * begins a new line; a thought for an older line is of no use. */
API void api_table_thinkers(const api_table *t, double now);

/* The messages `table`, with all events (a refusal for a seat that is not a person's), and
 * `update`, with those after the first `since`. */
API bool api_table_watch(api_table *t, int viewer, double now);
API void api_table_update(api_table *t, int viewer, uint32_t since, double now);
API void api_table_legal(api_table *t, int seat);
API void api_table_score(api_table *t, int viewer);
API void api_table_observe(api_table *t, int seat); /* the bytes of the view, for a bot */
/* For lists: {"game","phase","created","seats":[...],"rematch":"...","result":{...}}. */
API void api_table_status(const api_table *t);
API void api_table_record(const api_table *t);
