/* What other languages call: games, moves, views, records and bots behind plain
 * numbers and texts. WebAssembly exports it to pages (web/src/engine/), Python calls it
 * (python/).
 *
 * A function that has something to say leaves it as the reply, JSON or text, which stands until
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

/* The language of what games say in the replies of this thread from now on: "fr"; English at
 * first. False, and no change, if there is no such language. */
API bool api_language(const char *code);
uint8_t reply_language(void);

/* For the files of this folder: an empty reply to write on. */
pt_text *reply_anew(void);
/* The reply is a refusal: {"code":"rule","rule":"R4.2","words":"..."}; returns `err`. */
pt_err reply_refusal(pt_err err, const char *why);

/* --- what there is (reply.c) --- */

/* Every game with options, verbs and the words of their arguments, as GET /api/games/NAME. */
API void api_games(void);
API void api_bots(void);                 /* the levels, weakest first, as GET /api/bots */
API void api_rulebook(const char *game); /* Markdown; empty for an unknown game */
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

/* A new game. `options` are "name=value" with blanks between, `position` is a position's text;
 * both may be empty. NULL, with a refusal, if it cannot be. To be dropped. */
API play *api_new(const char *game, int players, const char *options, const char *position);
/* A game from its record, judged again, at its end. A refusal has the "line" too. */
API play *api_read(const char *record);
API void api_drop(play *p);

/* Goes to the position after the first `moves` moves; false if there are fewer. A move made
 * there replaces what followed. */
API bool api_go(play *p, int moves);
/* {"game","players","options":{},"names":[],"moves","at","node":"decide"|"chance"|"over",
 * "round","owes":[],"resigned":[],"placed"}; `owes` is the truth, which no viewer need know. */
API void api_status(const play *p);

/* All need a seat that plays. The words of a refusal come from the seat's own view. */
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

/* A race in real time is on: seats act whenever they like, and whoever comes first is first.
 * api_pace: the milliseconds that a bot of a level lets pass before its next move there. */
API bool api_race(const play *p);
API uint32_t api_pace(const play *p, const char *level, uint64_t seed);

API pt_err api_name(play *p, int seat, const char *name);
/* The record up to where the game stands; a refusal if it began from a position. */
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
 * what it thinks: "open" knows what is hidden. From the same seed, limited by iterations alone,
 * it thinks the same as petteia does. NULL with a refusal. To be closed. */
API mind *api_mind(const char *level, const char *game, uint64_t seed);
API void api_mind_close(mind *m);
/* How long it may think; 0 leaves its own limits. */
API void api_mind_budget(mind *m, uint32_t millis, uint32_t iterations);
/* The bot's move for `seat`, who owes one in these bytes of api_observe; false if not. */
API bool api_pick(mind *m, const void *view, int seat);
/* The best moves with what each seat can expect: as petteia hint --json. Called again for the
 * same view it thinks on. */
API bool api_hint(mind *m, const void *view, int seat, int most);
/* What the move after the present position was worth: as an entry of petteia analyse --json.
 * False, and an empty reply, where there was nothing to choose. */
API bool api_judge(mind *m, play *p);
/* The players' totals over all that was judged since the mind was opened: as "players" there.
 */
API void api_review(const mind *m, const play *p);
