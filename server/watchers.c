/* Who watches which table. */
/* SPDX-License-Identifier: MIT */
#include "server/node.h"
#include <assert.h>
#include <stdlib.h>

watcher *watcher_find(hosted *h, const conn *c, int eye) {
    watcher *w = h->watchers;
    while (w && (w->conn != c || w->eye != eye)) w = w->next_at_table;
    return w;
}

watcher *watcher_add(hosted *h, conn *c, int eye) {
    watcher *w = c->watching < MOST_WATCHED ? calloc(1, sizeof *w) : NULL;
    assert(eye >= 0 && eye < PT_EYES && !watcher_find(h, c, eye));
    if (!w) return NULL;
    *w = (watcher){.conn = c,
                   .table = h,
                   .eye = eye,
                   .fresh = true,
                   .next_at_table = h->watchers,
                   .next_of_conn = c->watchers};
    h->watchers = c->watchers = w;
    c->watching++;
    return w;
}

void watcher_drop(watcher *w) {
    hosted *h = w->table;
    watcher **at = &h->watchers;
    while (*at != w) at = &(*at)->next_at_table;
    *at = w->next_at_table;
    for (at = &w->conn->watchers; *at != w;) at = &(*at)->next_of_conn;
    *at = w->next_of_conn;
    w->conn->watching--;
    for (int eye = 0; eye < PT_EYES && !h->watchers; eye++) {
        free(h->shown[eye].cells);
        h->shown[eye] = (shown){0};
    }
    free(w);
}

uint8_t seats_watched(const hosted *h) {
    return node_seats(h, (uint8_t)(eyes_watching(h) & ((1u << PT_SEATS) - 1)));
}

uint32_t eyes_watching(const hosted *h) {
    uint32_t eyes = 0;
    for (const watcher *w = h->watchers; w; w = w->next_at_table) eyes |= 1u << w->eye;
    return eyes;
}
