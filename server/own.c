/* What people keep for themselves at a table, in memory. */
/* SPDX-License-Identifier: MIT */
#include "server/own.h"
#include <stdlib.h>
#include <string.h>

static own_row *row_of(const own *o, const char *person, const char *key) {
    for (int i = 0; o && i < o->count; i++)
        if (strcmp(o->row[i].person, person) == 0 && strcmp(o->row[i].key, key) == 0)
            return &o->row[i];
    return NULL;
}

const char *own_find(const own *o, const char *person, const char *key) {
    const own_row *row = row_of(o, person, key);
    return row ? row->body : "";
}

static own_row *add_row(own *o, const char *person, const char *key) {
    if (o->count == o->room) {
        int room = o->room ? 2 * o->room : 8;
        own_row *more = realloc(o->row, (size_t)room * sizeof *more);
        if (!more) return NULL;
        o->row = more;
        o->room = room;
    }
    own_row *row = &o->row[o->count++];
    *row = (own_row){.body = NULL};
    pt_text p = pt_text_on(row->person, PT_ID), k = pt_text_on(row->key, PT_OWN_KEY);
    pt_puts(&p, person);
    pt_puts(&k, key);
    return row;
}

bool own_set(own *o, const char *person, const char *key, const char *body) {
    own_row *row = row_of(o, person, key);
    char *copy = body[0] ? strdup(body) : NULL;
    if (body[0] && !copy) return false;
    if (!row && copy) row = add_row(o, person, key);
    if (!row) {
        free(copy);
        return !body[0];
    }
    free(row->body);
    row->body = copy;
    if (!copy) *row = o->row[--o->count];
    return true;
}

void own_free(own *o) {
    for (int i = 0; o && i < o->count; i++) free(o->row[i].body);
    if (o) free(o->row);
    free(o);
}
