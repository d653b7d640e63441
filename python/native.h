/* What Python needs besides api/api.h: moves as numbers of the dense index, states as bytes in
 * the caller's memory, and many games at once in the caller's arrays. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "api/api.h"
#include "python/layout.h"

/* --- moves as numbers (moves.c) --- */

API int moves_space(const char *game); /* indices 0..space-1; 0: there is no such game */
API int moves_view(const char *game);  /* bytes of a view */
API int moves_most(const char *game);  /* the longest list of legal moves */
/* The reply is the text of a move; false if the index has no move. moves_index: -1 if there is
 * no such move. */
API bool moves_text(const char *game, int index);
API int moves_index(const char *game, const char *text);
/* The indices that `seat` may play, ascending; returns how many. `out` holds the whole space.
 */
API int moves_legal(play *p, int seat, int32_t *out);
API pt_err moves_play(play *p, int seat, int index);
/* Who is asked next: the lowest seat that owes a choice; several take turns; -1: nobody. */
API int moves_next(const play *p, int last);
API void moves_reward(const play *p, float *out); /* many_reward() */
/* The verbs, which indices are theirs, and their arguments, the unused verb 0 included:
 * [{"name","chance":bool,"from","moves","args":[{"name","count"}]},...] */
API void moves_steps(const char *game);
/* The reply is the game as the terminal shows it to a viewer. */
API void moves_draw(const play *p, int viewer);
/* The view of somebody who has forgotten nothing (pt_recall), as bytes. */
API void moves_recall(const play *p, int viewer);
void draw_view(const pt_game *g, const void *state, int viewer);

/* --- states as bytes (states.c) --- */

/* Indices below this are the players' moves, the others are luck's. */
API int moves_players(const char *game);

/* What state_next and state_apply may return instead of a seat or PT_LUCK (luck is drawn
 * next). */
enum { STATE_OVER = -4, STATE_REFUSED = -9 };

/* All of these take states of the play's game and options, and write a state or view of the
 * game's size. */
/* The limits of a game: legal moves, outcomes, and moves in all. */
API void state_limits(const play *p, int32_t out[3]);
/* True if something is hidden from a seat with these options. Finds out by a random game. */
API bool state_hides(play *p);
API void state_start(const play *p, uint8_t *out);
/* True if these bytes, of the game's size, are of a state or view with so many seats; 0: with
 * any number of the game's. The rest is trusted: it is what these functions wrote. */
API bool state_fits(const char *game, const uint8_t *state, int seats);
/* Who is asked next; `last` is who moved last. */
API int state_next(const play *p, const uint8_t *state, int last);
/* Indices, ascending; returns how many. */
API int state_legal(const play *p, const uint8_t *state, int seat, uint32_t *out);
/* Indices instead of moves, with their weights. */
API int state_chance(const play *p, const uint8_t *state, pt_chance *out);
/* The state after a move, who is asked next, and how much of the move each viewer sees (a
 * pt_sight), the public first. STATE_REFUSED: it is not legal, and nothing is written. */
API int state_apply(const play *p, const uint8_t *state, int seat, int index, uint8_t *out,
                    uint8_t sight[PT_SEATS + 1]);
API void state_observe(const play *p, const uint8_t *state, int viewer, uint8_t *out);
API void state_recall(const play *p, const uint8_t *state, int viewer, uint8_t *out);
API void state_imagine(const play *p, const uint8_t *view, int viewer, uint64_t seed,
                       uint8_t *out);
/* False: the state has another number of seats, and nothing is written. */
API bool state_reward(const play *p, const uint8_t *state, float *out);
/* The reply is the position's text, or the view as pages get it. */
API void state_position(const play *p, const uint8_t *state);
API void state_show(const play *p, const uint8_t *view, int viewer);

/* --- what lies where in a view (layout.c) --- */

/* [{"name","words","at","size","form":"number"|"signed"|"set","dims":[{"name","count","step"}]},
 * ...] */
API void layout_tell(const char *game);

/* --- views as numbers for a net (tensor.c) --- */

/* How many numbers there are. */
API int tensor_columns(const char *game, int players);
/* [{"name","member","form":"left
 * out"|"name"|"amount"|"seat"|"set"|"seats"|"owned","from","columns",
 * "most","axes":[{"name","count","across","turned","names":[...]}],"why"},...] */
API void tensor_tell(const char *game, int players);

/* The plan itself, as core/tensor.h has it, for files of nets; `out` has room for a pt_plan.
 * Returns how many bytes it has. */
API int tensor_plan_bytes(const char *game, int players, uint8_t *out);

/* The types of numbers. */
typedef enum { TENSOR_BYTES, TENSOR_HALVES, TENSOR_FLOATS } tensor_type;
/* `count` views as rows of that type; a viewer for each. */
API void tensor_write(const char *game, int players, const uint8_t *views,
                      const int32_t *viewers, int count, int type, void *out);
/* One row; or one whose bytes are written already. */
void tensor_put_row(const pt_plan *plan, const uint64_t *words, int type, void *out);
void tensor_write_row(const pt_plan *plan, const void *view, int viewer, int type, void *out);

/* --- many games at once (vector.c) --- */

typedef struct vector vector;

/* `count` games of one kind on `threads` threads. NULL with a refusal. The caller frees it,
 * and attaches and resets it before anything else. */
API vector *vector_new(const char *game, int players, const char *options, int count,
                       int threads);
API void vector_free(vector *v);
/* Sets the arrays it writes to. For each game these get the observation of the seat that moves
 * (a tensor_type), a 1 for each legal index (0 elsewhere; nobody else may write there; NULL:
 * not wanted), the seat, the rewards if the game ended with the last step, and whether it did.
 */
API void vector_attach(vector *v, void *observation, int type, uint8_t *mask, int32_t *seat,
                       float *reward, uint8_t *over);
/* Whether a game that ends starts again by itself, as it does at first. Otherwise it stays as
 * it is, with no legal move, until it is reset. */
API void vector_again(vector *v, bool again);
/* Whether observations are of seats that have forgotten nothing (pt_recall). */
API void vector_recalls(vector *v, bool recalls);
/* How many moves are legal in each game, and which, ascending: rows of max_moves
 * indices, rounded up to fours. */
API const int32_t *vector_moves(const vector *v);
API const uint32_t *vector_legal(const vector *v);
/* The draws of all games follow from one seed, or those of one game from a seed of its own. */
API void vector_seed(vector *v, uint64_t seed);
API void vector_seed_one(vector *v, int game, uint64_t seed);
/* Starts games again: those that are marked; NULL: all. */
API void vector_reset(vector *v, const uint8_t *which);
/* Plays one move in each game and draws what follows; a game whose action is VECTOR_STAY stays
 * as it is. Returns -1. If a move is not legal, returns the first such game and changes
 * nothing.
 */
enum { VECTOR_STAY = INT32_MIN };
API int vector_step(vector *v, const int32_t *action);
/* A legal index for each game, all with the same odds; VECTOR_STAY where there is none, and
 * where `which` (NULL: everywhere) has no mark: nothing is drawn there. */
API void vector_sample(vector *v, const uint8_t *which, int32_t *action);
/* What a seat of each game may know, as rows of that type; or as the bytes of its view. */
API void vector_look(vector *v, const int32_t *viewer, int type, void *out);
API void vector_view(const vector *v, int game, int viewer, uint8_t *out);
/* The position of a game as text, as a viewer sees it. */
API void vector_draw(const vector *v, int game, int viewer);
/* All games as bytes, and back; the caller's array has vector_size bytes. */
API int64_t vector_size(const vector *v);
API void vector_save(const vector *v, uint8_t *out);
API void vector_restore(vector *v, const uint8_t *saved);
/* Moves step by step: many_choices() and many_join() for each game. */
API void vector_choices(vector *v, const int32_t *prefix, int at, int width, uint8_t *out);
API void vector_join(vector *v, const int32_t *prefix, int32_t *action);

/* --- many games, handed out in batches of those that are ready first (batches.c) --- */

typedef struct batches batches;

/* `count` games in batches of `batch`, on `threads` threads of their own. NULL with a refusal.
 * The caller frees it, and attaches it before anything else; what the games may be told before
 * they begin (seeds, whether they recall) goes to batches_games. */
API batches *batches_new(const char *game, int players, const char *options, int count,
                         int batch, int threads);
API void batches_free(batches *b);
API vector *batches_games(batches *b);
/* Only `seat` is the caller's; a bot plays the others, on the threads. False with a refusal. */
API bool batches_against(batches *b, int seat, const char *bot);
/* The caller's arrays, [blocks][batch] rows: a batch is written into one block. The mask may be
 * NULL; rewards are those of all players, or of the seat if the others are a bot's. */
typedef struct batch_rows {
    void *observation;
    uint8_t *mask;
    int32_t *game, *seat, *moves;
    uint32_t *legal;
    float *reward;
    uint8_t *over;
} batch_rows;
API int batches_blocks(const batches *b);
API void batches_attach(batches *b, const batch_rows *rows, int type);
/* Gives moves to games, or begins those anew (NULL); a game that is over begins anew whatever
 * its move. False with a refusal, and nothing has changed, if a move is not legal or a game is
 * on its way already. */
API bool batches_send(batches *b, int count, const int32_t *game, const int32_t *action);
/* Waits for a batch. Returns its block, which stays as it is until the next call; -1 with a
 * refusal if too few games are on their way. */
API int batches_receive(batches *b);

/* --- many games on a GPU (gpu.c) --- */

typedef struct many many; /* gpu/many.h; the kernels of gpu/kernels.h take it */

/* `count` games, without any array. NULL with a refusal. The caller frees it. */
API many *gpu_new(const char *game, int players, const char *options, int count);
API void gpu_free(many *m);
API int gpu_size(void); /* its bytes */
/* The arrays it needs, a row for each game: [{"name","type","width"},...] */
API void gpu_arrays(const many *m);
/* Whether observations are of seats that have forgotten nothing (pt_recall). */
API void gpu_recalls(many *m, bool recalls);
/* Bytes of an observation with what rounds them up; whether states have secrets at all. */
API int gpu_wide(const many *m);
/* What packs rows: so many pieces and amounts for each seat, [seats][...], and the scales of
 * the columns; and where kernels find them. */
API int gpu_packed(const many *m); /* words of a packed row */
API int gpu_pieces(const many *m);
API int gpu_amounts(const many *m);
API void gpu_columns(const many *m, pt_piece *piece, pt_packed_amount *amount, float *scale);
API void gpu_attach_columns(many *m, const void *piece, const void *amount, const void *scale);
/* The array of that number lies there, in the memory of whatever runs the kernels. */
API void gpu_attach(many *m, int number, void *at);
/* Arrays lent by DLPack: the function that whoever borrowed one calls when it is done, in any
 * thread, and the next of those that were given back; NULL: none. */
API void gpu_give_back(void *managed);
API void *gpu_given_back(void);
