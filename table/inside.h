/* What the files of table/ share, and nobody else needs. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/measures.h"
#include "table/request.h"
#include <assert.h>

/* --- folding --- */

typedef struct folding {
    uint8_t sight[PT_EYES]; /* how much of the event each eye sees */
    bool judged;            /* the law has been asked: a move needs no second check */
    pt_text *why;
} folding;

/* Folds an event and numbers it. */
bool table_take(pt_table *t, pt_event *e, bool judged, pt_text *why);
static inline bool fold_wrong(const folding *f, const char *words) {
    pt_puts(f->why, words);
    return false;
}
bool fold_sat(pt_table *t, const pt_event *e, folding *f);
bool fold_joined(pt_table *t, const pt_event *e, folding *f);
bool fold_quit(pt_table *t, const pt_event *e, folding *f);
bool fold_seated_bot(pt_table *t, const pt_event *e, folding *f);
bool fold_readied(pt_table *t, const pt_event *e, folding *f);
bool fold_left(pt_table *t, const pt_event *e, folding *f);
bool fold_stood_in(pt_table *t, const pt_event *e, folding *f);
bool fold_back(pt_table *t, const pt_event *e, folding *f);
bool fold_resigned(pt_table *t, const pt_event *e, folding *f);
void table_copy_word(pt_word w, char *out, size_t size);
/* True if one of the seat's last moves had this id. */
bool table_made(const pt_seat *s, const char *id);
uint64_t table_id_hash(pt_word id);
void table_remember(pt_table *t, const pt_event *e,
                    const uint8_t sight[PT_EYES]); /* recent.c */
void table_free_words(pt_table *t);

/* --- names.c --- */
/* The name of a bot that sits down there, or is changed there: no two at a table are alike. */
const char *table_bot_name(const pt_table *t, int seat);
/* Adds a number to the name of whoever asks to sit, if somebody else at the table has it. */
struct asking;
void table_free_name(const struct asking *a, char name[PT_LABEL]);

/* --- clock.c --- */
/* Stops the clocks of the seats in `owed` that have moved or no longer owe a choice, and starts
 * those of the seats that owe one now. */
void clock_charge(pt_table *t, int mover, uint8_t owed, int64_t at);
/* After an undo: each clock has what was left after the moves that stand. */
void clock_give_back(pt_table *t);
int64_t clock_used_from(const pt_table *t, uint32_t from);
/* A clock that runs stands still from `at` until then, in seconds; 0: it runs again. */
void clock_rest(pt_seat *s, int64_t until_s, int64_t at);
void clock_extend(pt_table *t, int seat, int64_t ms);

/* --- race.c --- */
void race_note(pt_table *t, int mover, bool was_on, const pt_event *e); /* after an event */
void race_note_seat(pt_table *t, int seat, const pt_event *e); /* its pace begins anew */
void race_wait(pt_table *t, int64_t ms); /* the host was away for this long */
void race_wait_locks(pt_table *t, int64_t from, int64_t ms);  /* those that run at `from` */
int64_t race_bot_at(const pt_table *t, int seat);             /* a bot may not move earlier */
int64_t race_guard_at(const pt_table *t);                     /* 0: never */
bool race_guard(const pt_table *t, int *seat, pt_move *move); /* the move the rules make */
int64_t race_locked_until(const pt_table *t, int seat, const char *person);
void race_lock(pt_table *t, int seat, const char *person, pt_move refused, int64_t now);

/* --- requests --- */

typedef struct asking {
    pt_table *t;
    const pt_request *r;
    const pt_sink *sink;
    pt_text *why;
} asking;

/* Folds an event of the request into its table, at its time, and hands it on. */
void emit_event(const asking *a, pt_event e);
/* Hands on an event without a number: it changes nothing and is not kept. */
void emit_notice(const asking *a, pt_event_kind kind, int seat);
pt_refusal table_refuse(const asking *a, pt_refusal why); /* writes the words */
/* Draws as long as luck decides, and ends the game when it is over. */
void emit_luck(const asking *a);
void emit_move(const asking *a, int seat, pt_move m, const char *id, pt_move_by by);
void emit_resigned(const asking *a, int seat, pt_resign_how how);
void emit_standin(const asking *a, int seat);
/* The game begins, and its clocks run from the end of the count that people see who have
 * waited for each other. */
void emit_counted_start(const asking *a);

/* --- team.c: whether the asker may do this for the people of their seat --- */
pt_refusal team_may_move(const asking *a);
pt_refusal team_may_speak(const asking *a); /* for all of them: give up, agree */
pt_refusal team_may_take_back(const asking *a, uint32_t from); /* the seat's move `from` */
void team_note_mover(const asking *a);

pt_refusal ask_sit(const asking *a);
pt_refusal ask_leave(const asking *a);
pt_refusal ask_bot(const asking *a);
pt_refusal ask_ready(const asking *a);
pt_refusal ask_start(const asking *a);
pt_refusal ask_move(const asking *a);
pt_refusal ask_bot_move(const asking *a);
pt_refusal ask_undo(const asking *a);
pt_refusal ask_agree(const asking *a);
pt_refusal ask_resign(const asking *a);
pt_refusal ask_rematch(const asking *a);
pt_refusal ask_extend(const asking *a);
pt_refusal ask_rest(const asking *a);
pt_refusal ask_pause(const asking *a);
pt_refusal ask_resume(const asking *a);
pt_refusal ask_tick(const asking *a);
pt_refusal ask_presence(const asking *a);

/* The seats whose people must agree to what this seat asks for (undo.c). */
uint8_t table_people_beside(const pt_table *t, int seat);

static inline bool asker_owns(const asking *a) {
    return pt_table_owns(a->t, a->r->person, a->r->seat);
}
/* The seats that the asker speaks for: whoever sits twice is asked once. */
static inline uint8_t asker_seats(const asking *a) {
    uint8_t set = 0;
    for (int i = 0; i < a->t->core.seats; i++)
        if (pt_table_owns(a->t, a->r->person, i)) set = pt_with(set, i);
    return set;
}
/* When the person at this seat, whom others wait for, will have been gone for the grace time;
 * 0: never. */
int64_t table_leaves_at(const pt_table *t, int seat);
/* True if a bot has to find the move of a seat that owes one: a bot's seat, or one that ran out
 * of time. */
bool table_is_left(const pt_table *t); /* several people played, and all have left */
bool table_out_of_time(const pt_table *t, int seat, int64_t now);
bool table_bot_chooses(const pt_table *t, int seat, int64_t now);
pt_word table_word(const char *text);
/* How long a level is without its character: 7 of "skilled:style=raider". */
#define TABLE_STYLE ":" PT_STYLE_SETTING
size_t table_plain_level(const char *level);
