/* The deadlines of all tables, in a heap, the earliest first. */
/* SPDX-License-Identifier: MIT */
#include "server/server.h"
#include <assert.h>
#include <stdlib.h>

static void put_due(server *sv, uint32_t place, hosted *h) {
    sv->dues[place] = h;
    h->due_place = place;
}

static void sift_up(server *sv, uint32_t place, hosted *h) {
    for (; place > 1 && sv->dues[place / 2]->due > h->due; place /= 2)
        put_due(sv, place, sv->dues[place / 2]);
    put_due(sv, place, h);
}

static void sift_down(server *sv, uint32_t place, hosted *h) {
    for (uint32_t child; (child = 2 * place) <= sv->due_count; place = child) {
        if (child < sv->due_count && sv->dues[child + 1]->due < sv->dues[child]->due) child++;
        if (sv->dues[child]->due >= h->due) break;
        put_due(sv, place, sv->dues[child]);
    }
    put_due(sv, place, h);
}

static void remove_due(server *sv, hosted *h) {
    uint32_t place = h->due_place;
    hosted *last = sv->dues[sv->due_count--];
    assert(place && sv->dues[place] == h);
    h->due_place = 0;
    if (last == h) return;
    if (place > 1 && sv->dues[place / 2]->due > last->due)
        sift_up(sv, place, last);
    else
        sift_down(sv, place, last);
}

bool deadlines_reserve(server *sv, int tables) {
    uint32_t wanted = (uint32_t)tables + 1;
    if (wanted < sv->due_room) return true;
    hosted **more = realloc(sv->dues, 2 * wanted * sizeof *more);
    if (!more) return false;
    sv->dues = more;
    sv->due_room = 2 * wanted;
    return true;
}

void deadline_set(hosted *h, int64_t at) {
    server *sv = h->server;
    if (h->due_place && h->due == at) return;
    if (h->due_place) remove_due(sv, h);
    h->due = at;
    if (!at) return;
    assert(sv->due_count + 1 < sv->due_room);
    sift_up(sv, ++sv->due_count, h);
}

hosted *deadline_passed(server *sv, int64_t now) {
    if (!sv->due_count || sv->dues[1]->due > now) return NULL;
    hosted *h = sv->dues[1];
    remove_due(sv, h);
    return h;
}
