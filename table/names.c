/* The names of bots: short, at home in every language, and none of them in a game. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"
#include <string.h>

static const char *const names[] = {
    "Alkis", "Briso",   "Chloe",  "Damon",  "Elpis",  "Filon", "Glykas",
    "Ione",  "Kleon",   "Lysis",  "Melina", "Nikias", "Olyn",  "Petra",
    "Rhoda", "Simmias", "Theano", "Timon",  "Xanthe", "Zoe",
};
enum { NAMES = sizeof names / sizeof *names };
static_assert(NAMES > 2 * PT_SEATS, "nobody has to share, even if people are called like bots");

static bool is_used(const pt_table *t, int seat, const char *name) {
    for (int i = 0; i < t->core.seats; i++)
        if (i != seat && strcmp(t->core.seat[i].name, name) == 0) return true;
    return false;
}

/* It follows from the table's id, so every host gives the same names, and two tables seldom the
 * same ones. A bot that is told to play at another level stays who it is. */
const char *table_bot_name(const pt_table *t, int seat) {
    assert(seat >= 0 && seat < t->core.seats);
    const pt_seat *s = &t->core.seat[seat];
    uint64_t from = table_id_hash(table_word(t->core.id)) % NAMES + (uint64_t)seat;
    const char *kept = NULL;
    for (int i = 0; i < NAMES && s->kind == PT_SEAT_BOT; i++)
        if (strcmp(names[i], s->name) == 0) kept = names[i];
    while (!kept && is_used(t, seat, names[from % NAMES])) from++;
    return kept ? kept : names[from % NAMES];
}
