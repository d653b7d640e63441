/* Draws that nobody can tamper with (docs/records.md, "Fair draws"). Before the game the server
 * publishes the hash of its seed, and each seat adds entropy. Every draw follows from seed,
 * entropies, table and draw number by HMAC-SHA-256. After the game the server reveals the seed,
 * and anybody can repeat every draw. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/record.h"
#include "core/sha256.h"

/* What the draws of one game follow from. */
typedef struct pt_fair {
    uint8_t seed[PT_SHA256];
    char table[PT_NAME];
    char entropy[PT_SEATS][2 * PT_HEX]; /* hexadecimal, "" for a seat that adds none */
    int seats;
    uint32_t draws; /* made so far */
} pt_fair;

/* One draw: the ticket that came, and the tickets that its outcome owns. */
typedef struct pt_lot {
    uint32_t number; /* 1 is the first draw of a game */
    uint32_t ticket, total;
    uint32_t from, to; /* of the outcome, both included */
    pt_move move;
} pt_lot;

/* The commitment to a seed, in hexadecimal. */
void pt_fair_commit(const uint8_t seed[PT_SHA256], char commit[PT_HEX]);

/* Rejects numbers from the last, incomplete run of `total`, so that every ticket has the same
 * odds. */
static inline bool pt_fair_rejects(uint64_t n, uint32_t total) {
    uint64_t rest = (UINT64_MAX % total + 1) % total; /* 2^64 mod total */
    return n > UINT64_MAX - rest;
}

/* Ticket 0..total-1 of a draw; total is at least 1. */
uint32_t pt_fair_ticket(const pt_fair *f, uint32_t number, uint32_t total);

/* The next draw among chance()'s outcomes. */
pt_lot pt_fair_draw(pt_fair *f, const pt_chance *list, int n);

/* The same for one draw of many, by its number. What the draws share is hashed only once. */
pt_hmac pt_fair_begin(const pt_fair *f);
pt_lot pt_fair_draw_on(const pt_hmac *begun, uint32_t number, const pt_chance *list, int n);

/* The tickets that outcome `index` of a list owns, as a draw. */
pt_lot pt_lot_of(const pt_chance *list, int n, int index, uint32_t number, uint32_t ticket);

/* " {%draw 3 17/72 16..17}", as a record writes it after the move. */
void pt_write_lot(const pt_lot *d, pt_text *out);
bool pt_read_lot(pt_word note, pt_lot *out);

/* Reads the fairness tags of a record. Refuses if one is missing or wrong, or if the seed is
 * not the one committed to. */
pt_err pt_fair_open(pt_fair *f, const pt_record_head *head, int *line, pt_text *why);

/* Checks the record as pt_replay_all does, and repeats every draw. `r` is left at the end, or
 * at the line where something is wrong. */
pt_err pt_fair_verify(pt_replay *r, const char *text, pt_text *why);
