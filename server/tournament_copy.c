/* Tournaments at nodes that do not have the office: copies, to look at and to judge by at
 * tables. */
/* SPDX-License-Identifier: MIT */
#include "server/node.h"
#include "server/tournament.h"
#include <string.h>

static bool is_damaged(const server *sv, const char *id) {
    for (int i = 0; i < TOURS_BAD && i < sv->tours_bad_count; i++)
        if (sv->tours_bad[i] == id_hash(id)) return true;
    return false;
}

void tours_grown(server *sv, const char *id, uint32_t lines) {
    tour *t = tours_find(sv, id);
    sv->tours_due = true;
    if (!t && !is_damaged(sv, id))
        tours_read_new(sv, id);
    else if (t && (t->busy || t->lines != lines))
        t->unread = true;
}

static const tour_length *listed(const tour *t, const tour_length *list, int n) {
    for (int i = 0; i < n; i++)
        if (strcmp(list[i].id, t->row.id) == 0) return &list[i];
    return NULL;
}

bool tours_follow(server *sv, const tour_length *list, int n) {
    bool same = true;
    for (tour *t = sv->tours; t; t = t->next) {
        const tour_length *now = listed(t, list, n);
        if (!t->busy && (!now || now->lines != t->lines)) t->unread = true;
        same &= !t->busy && !t->unread;
    }
    for (int i = 0; i < n; i++) {
        if (tours_find(sv, list[i].id) || is_damaged(sv, list[i].id)) continue;
        tours_read_new(sv, list[i].id);
        same = false;
    }
    sv->tours_loaded |= same;
    sv->tours_due |= !same;
    return same;
}

void tours_read_again(server *sv) {
    for (tour *t = sv->tours; t; t = t->next) t->unread = true;
    sv->tours_due = true;
}

void tours_begin(server *sv, int64_t away) {
    for (tour *t = sv->tours; t; t = t->next)
        if (!t->busy) tour_credit(t, away);
    sv->tours_due = true;
}

/* Whoever looks gets an answer here; all else goes to the office. */
static void pass_on(tour *t) {
    web *left[TOUR_WAITING];
    int n = t->waiting_count;
    memcpy(left, t->waiting, (size_t)n * sizeof *left);
    t->waiting_count = 0;
    for (int i = 0; i < n; i++) {
        web *w = left[i];
        if (w->method == NET_GET) {
            tour_act(t, w);
            continue;
        }
        json_decref(w->in);
        w->in = NULL;
        w->then(w);
    }
}

/* Who is deleted leaves as soon as the office has heard of it. */
static void tell_away(tour *t) {
    for (int i = 0; i < t->t.entrants; i++) {
        if (t->away[i] && t->t.entrant[i].state == PT_GONE) t->away[i] = false;
        if (t->away[i]) node_tell_withdrawn(t->server, t->t.entrant[i].person);
    }
    if (strcmp(t->play.host, FORMER) == 0) t->hostless = false;
    if (t->hostless) node_tell_withdrawn(t->server, t->row.owner);
}

void tours_look_after_copies(server *sv) {
    if (node_has_office(sv)) return;
    sv->tours_due = false;
    for (tour *t = sv->tours, *next; t; t = next) {
        next = t->next;
        if (t->busy) continue;
        if (t->unread) {
            tour_read_again(t);
        } else if (t->t.phase == PT_TOUR_OVER) {
            tour_drop(t);
        } else {
            pass_on(t);
            tell_away(t);
        }
    }
}
