/* Who is at other nodes, and what their names look like. Nodes tell each other who has come and
 * who has gone, and every 20 seconds of everybody, so that what was lost is mended. Two guests
 * who came under one name at the same moment are told apart by their ids: one gives way. */
/* SPDX-License-Identifier: MIT */
#include "server/node_inside.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLACES = 16384,
    MOST = 1 << 18, /* people who are known of */
    ROUND = 20,     /* seconds until everybody was told of again */
    KEPT_MS = 50000,
    LINES = 64 /* in one message */
};

typedef struct far_one {
    char node[PT_ID], person[PT_ID];
    uint64_t looks;
    bool account;
    int64_t until;
    struct far_one *next_person, *next_looks;
} far_one;

struct far_people {
    int count, second;
    int64_t next;
    bool up;  /* there was a bus */
    bool all; /* a node has come: it is told of everybody */
    far_one *by_person[PLACES], *by_looks[PLACES];
};

bool node_names_open(server *sv) {
    node *n = sv->node;
    n->people = calloc(1, sizeof *n->people);
    return n->people != NULL;
}

/* --- what is known --- */

static far_one **place_of(far_people *p, const char *node_name, const char *person) {
    far_one **at = &p->by_person[id_hash(person) % PLACES];
    while (*at && (strcmp((*at)->person, person) != 0 || strcmp((*at)->node, node_name) != 0))
        at = &(*at)->next_person;
    return at;
}

static void unlink_looks(far_people *p, far_one *one) {
    far_one **at = &p->by_looks[one->looks % PLACES];
    while (*at != one) at = &(*at)->next_looks;
    *at = one->next_looks;
}

static void link_looks(far_people *p, far_one *one, uint64_t looks) {
    one->looks = looks;
    one->next_looks = p->by_looks[looks % PLACES];
    p->by_looks[looks % PLACES] = one;
}

static void forget(far_people *p, far_one **at) {
    far_one *one = *at;
    *at = one->next_person;
    unlink_looks(p, one);
    free(one);
    p->count--;
}

static void keep(far_people *p, const char *node_name, const char *person, uint64_t looks,
                 bool account, int64_t now) {
    far_one **at = place_of(p, node_name, person), *one = *at;
    if (one) {
        unlink_looks(p, one);
    } else {
        if (p->count >= MOST || !(one = calloc(1, sizeof *one))) return;
        pt_copy(one->node, sizeof one->node, node_name);
        pt_copy(one->person, sizeof one->person, person);
        *at = one;
        p->count++;
    }
    link_looks(p, one, looks);
    one->account = account;
    one->until = now + KEPT_MS;
}

/* Of this node, or NULL: of any from which nothing was heard. */
static void forget_all(far_people *p, const char *node_name, int64_t now) {
    for (int i = 0; i < PLACES; i++)
        for (far_one **at = &p->by_person[i]; *at;) {
            bool over = node_name ? strcmp((*at)->node, node_name) == 0 : (*at)->until < now;
            if (over)
                forget(p, at);
            else
                at = &(*at)->next_person;
        }
}

void node_names_left(server *sv, const char *node_name) {
    forget_all(sv->node->people, node_name, 0);
}

void node_names_close(node *n) {
    if (n->people) forget_all(n->people, NULL, INT64_MAX);
    free(n->people);
    n->people = NULL;
}

bool node_person_is_far(const server *sv, const char *person) {
    if (!sv->node) return false;
    const far_one *one = sv->node->people->by_person[id_hash(person) % PLACES];
    while (one && strcmp(one->person, person) != 0) one = one->next_person;
    return one != NULL;
}

bool node_name_is_far(const server *sv, uint64_t looks, const char *person, who_is_here who) {
    if (!sv->node) return false;
    const far_one *one = sv->node->people->by_looks[looks % PLACES];
    while (one && (one->looks != looks || (who == GUESTS_HERE && one->account) ||
                   strcmp(one->person, person) == 0))
        one = one->next_looks;
    return one != NULL;
}

/* --- telling: "here NODE" and a line for each, "gone NODE PERSON", "hello NODE" --- */

static void begin_here(const server *sv, pt_text *out) {
    pt_put(out, "here %s\n", sv->node->name);
}

static void put_here(pt_text *out, const conn *c) {
    pt_put(out, "%s %" PRIu64 " %d\n", c->person, c->looks.written, c->account);
}

static void publish(const server *sv, const pt_text *out) {
    if (!out->cut) bus_publish(sv->node->bus, "petteia.all", NULL, out->at, out->used);
}

void node_tell_here(server *sv, const conn *c) {
    PT_TEXT(out, 200);
    if (!sv->node) return;
    begin_here(sv, &out);
    put_here(&out, c);
    publish(sv, &out);
}

void node_tell_gone(server *sv, const char *person) {
    PT_TEXT(out, 100);
    if (!sv->node || !person[0]) return;
    for (const conn *c = sv->conns; c; c = c->next)
        if (strcmp(c->person, person) == 0) return;
    pt_put(&out, "gone %s %s\n", sv->node->name, person);
    publish(sv, &out);
}

static void tell_some(server *sv, bool all, int second) {
    char memory[LINES * 64 + 64];
    pt_text out = pt_text_on(memory, sizeof memory);
    int lines = 0;
    for (const conn *c = sv->conns; c; c = c->next) {
        if (!c->person[0] || (!all && id_hash(c->person) % ROUND != (unsigned)second)) continue;
        if (!lines) begin_here(sv, &out);
        put_here(&out, c);
        if (++lines < LINES) continue;
        publish(sv, &out);
        out = pt_text_on(memory, sizeof memory);
        lines = 0;
    }
    if (lines) publish(sv, &out);
}

void node_names_tick(server *sv, int64_t now) {
    far_people *p = sv->node->people;
    PT_TEXT(out, 64);
    bool came = bus_is_up(sv->node->bus) && !p->up;
    p->up = bus_is_up(sv->node->bus);
    if (came) {
        pt_put(&out, "hello %s\n", sv->node->name);
        publish(sv, &out);
        p->all = true;
    } else if (now < p->next) {
        return;
    }
    p->next = now + 1000;
    p->second = (p->second + 1) % ROUND;
    tell_some(sv, p->all, p->second);
    p->all = false;
    if (!p->second) forget_all(p, NULL, now);
}

/* --- hearing --- */

static void take_here(server *sv, const char *from, const pt_text *lines) {
    char person[PT_ID], line[80];
    unsigned long long looks;
    int account;
    const char *at = lines->at, *end = lines->at + lines->used;
    for (const char *stop; (stop = memchr(at, '\n', (size_t)(end - at))); at = stop + 1) {
        pt_text copy = pt_text_on(line, sizeof line);
        pt_putn(&copy, at, (size_t)(stop - at));
        if (sscanf(line, "%23s %llu %d", person, &looks, &account) != 3) continue;
        keep(sv->node->people, from, person, looks, account, now_ms());
        sv->node->above->give_way(sv, person, looks, account);
    }
}

bool node_names_message(server *sv, const char *head, const pt_text *rest) {
    char from[PT_ID], person[PT_ID];
    if (sscanf(head, "here %23s", from) == 1) {
        take_here(sv, from, rest);
    } else if (sscanf(head, "gone %23s %23s", from, person) == 2) {
        far_one **at = place_of(sv->node->people, from, person);
        if (*at) forget(sv->node->people, at);
    } else if (sscanf(head, "hello %23s", from) == 1) {
        sv->node->people->all = true;
    } else {
        return false;
    }
    return true;
}
