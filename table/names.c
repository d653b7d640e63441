/* The names of bots: short, at home in every language, and none of them in a game. And what
 * people are called who have the name of somebody else at the table. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"
#include <ctype.h>
#include <string.h>

static const char *const names[] = {
    "Alkis", "Briso",   "Chloe",  "Damon",  "Elpis",  "Filon", "Glykas",
    "Ione",  "Kleon",   "Lysis",  "Melina", "Nikias", "Olyn",  "Petra",
    "Rhoda", "Simmias", "Theano", "Timon",  "Xanthe", "Zoe",
};
enum { NAMES = sizeof names / sizeof *names };
static_assert(NAMES > 2 * PT_SEATS, "nobody has to share, even if people are called like bots");

static bool is_used(const pt_table *t, const char *name) {
    for (int i = 0; i < t->core.seats; i++)
        if (strcmp(t->core.seat[i].name, name) == 0) return true;
    return false;
}

/* It follows from the table's id, so every host gives the same names, and two tables seldom the
 * same ones. A bot that is told to play at another level stays who it is. */
const char *table_bot_name(const pt_table *t, int seat) {
    assert(seat >= 0 && seat < t->core.seats);
    for (int i = 0; i < NAMES; i++)
        if (strcmp(names[i], t->core.seat[seat].name) == 0) return names[i];
    uint64_t from = table_id_hash(table_word(t->core.id)) + (uint64_t)seat;
    while (is_used(t, names[from % NAMES])) from++;
    return names[from % NAMES];
}

const char *pt_bot_name(int i) { return i >= 0 && i < NAMES ? names[i] : NULL; }

bool pt_name_same(const char *a, const char *b) {
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) a++, b++;
    return !*a && !*b;
}

/* "Ana 2": a long name loses its last letters, whole ones. */
void pt_name_another(const char *name, int n, char out[PT_LABEL]) {
    enum { LETTERS = PT_NAME_LETTERS - 3, BYTES = PT_LABEL - 4 };
    size_t used = 0, letters = 0;
    assert(n > 1 && n < 100);
    for (size_t i = 0; name[i] && i < BYTES; i++) {
        letters += (name[i] & 0xC0) != 0x80;
        if (letters > LETTERS) break;
        if ((name[i + 1] & 0xC0) != 0x80) used = i + 1;
    }
    while (used && name[used - 1] == ' ') used--;
    char copy[PT_LABEL]; /* `out` may be the name itself */
    memcpy(copy, name, used);
    pt_text t = pt_text_on(out, PT_LABEL);
    pt_putn(&t, copy, used);
    pt_put(&t, " %d", n);
}

static bool has_name(const pt_seat *s, const char *name) {
    for (int k = 0; k < pt_seat_people(s); k++)
        if (pt_name_same(pt_seat_member_name(s, k), name)) return true;
    return s->kind == PT_SEAT_BOT && pt_name_same(s->name, name);
}

/* Whoever sits twice keeps their name; but at one screen all seats are one person's. */
static bool is_taken(const asking *a, const char *name) {
    const pt_table_core *c = &a->t->core;
    for (int i = 0; i < c->seats; i++) {
        bool own = pt_seat_has(&c->seat[i], a->r->person);
        bool joins = c->seat[i].kind == PT_SEAT_HUMAN && !own;
        if (i == a->r->seat ? joins : !own || c->access == PT_ACCESS_LOCAL)
            if (has_name(&c->seat[i], name)) return true;
    }
    return false;
}

void table_free_name(const asking *a, char name[PT_LABEL]) {
    char wanted[PT_LABEL];
    memcpy(wanted, name, sizeof wanted);
    for (int n = 2; n < 100 && is_taken(a, name); n++) pt_name_another(wanted, n, name);
}
