/* A study in memory, and questions about it. */
/* SPDX-License-Identifier: MIT */
#include "study/inside.h"
#include <assert.h>
#include <stdlib.h>

const char *const pt_study_role_names[PT_STUDY_ROLES] = {"nobody", "reader", "asks", "editor",
                                                         "owner"};
const char *const pt_study_cell_names[PT_CELLS] = {"name",  "access",  "title",   "gone",
                                                   "front", "verdict", "comment", "mark"};

pt_study *pt_study_new(void) { return calloc(1, sizeof(pt_study)); }

void pt_study_free(pt_study *s) {
    if (!s) return;
    free(s->node);
    free(s->change);
    free(s->comment);
    free(s->mark);
    free(s->text);
    free(s);
}

const char *pt_study_text(const pt_study *s, pt_study_value v) {
    return v.text ? s->text + v.text : "";
}

bool pt_study_is_node(const pt_study *s, int node) { return node >= 1 && node <= s->nodes; }

bool pt_study_is_root(const pt_study *s, int node) {
    return pt_study_is_node(s, node) && s->node[node].root == node;
}

bool pt_study_lives(const pt_study *s, int node) {
    if (!pt_study_is_node(s, node)) return false;
    for (; !s->node[node].gone.text; node = s->node[node].parent)
        if (s->node[node].root == node) return true;
    return false;
}

/* Insertion keeps the order in which moves were added where nobody has changed it. */
int pt_study_children(const pt_study *s, int node, uint16_t *out, int most) {
    int n = 0;
    for (uint16_t i = s->node[node].first; i && n < most; i = s->node[i].next) {
        if (s->node[i].gone.text) continue;
        int at = n++;
        for (; at && s->node[out[at - 1]].front > s->node[i].front; at--) out[at] = out[at - 1];
        out[at] = i;
    }
    return n;
}

int pt_study_chapter_of(const pt_study *s, int node) {
    int i = 0;
    while (s->chapter[i] != s->node[node].root) i++;
    return i;
}

int pt_study_path(const pt_study *s, int node, uint16_t out[PT_STUDY_NODES]) {
    int n = 0;
    for (int at = node; s->node[at].root != at; at = s->node[at].parent)
        out[n++] = (uint16_t)at;
    for (int i = 0; i < n / 2; i++) {
        uint16_t other = out[i];
        out[i] = out[n - 1 - i];
        out[n - 1 - i] = other;
    }
    return n;
}

const void *pt_study_state(pt_study *s, int node) {
    uint16_t path[PT_STUDY_NODES];
    assert(pt_study_is_node(s, node));
    const pt_study_node *at = &s->node[node];
    if (s->state_at == node) return s->state;
    if (s->state_at && at->parent == s->state_at && at->move) {
        s->game->apply(s->state, at->seat, at->move);
    } else {
        int n = pt_study_path(s, node, path);
        pt_start(s->game, s->state, &s->config[pt_study_chapter_of(s, node)]);
        for (int i = 0; i < n; i++)
            s->game->apply(s->state, s->node[path[i]].seat, s->node[path[i]].move);
    }
    s->state_at = (uint16_t)node;
    return s->state;
}

bool pt_study_is_open(const pt_study *s) {
    const char *access = pt_study_text(s, s->access);
    return access[0] && strcmp(access, "people") != 0;
}

bool pt_study_may_read(const pt_study *s, int who) {
    return pt_study_is_open(s) || (who >= 0 && who < s->people && s->let_in[who]);
}

bool pt_study_may_edit(const pt_study *s, int who) {
    return who >= 0 && who < s->people && s->role[who] >= PT_STUDY_EDITOR;
}

int pt_study_free_number(const pt_study *s) {
    int n = 1;
    while (n < s->people && (s->role[n] != PT_STUDY_NOBODY || s->wrote[n])) n++;
    return n;
}

bool pt_study_front_event(const pt_study *s, int node, pt_study_event *e) {
    int32_t least = s->node[node].front;
    bool first = true;
    for (uint16_t i = s->node[s->node[node].parent].first; i; i = s->node[i].next) {
        const pt_study_node *o = &s->node[i];
        if (i == node || o->gone.text) continue;
        first &=
            o->front > s->node[node].front || (o->front == s->node[node].front && i > node);
        if (o->front < least) least = o->front;
    }
    if (first) return false;
    *e = (pt_study_event){.kind = PT_STUDY_SET, .cell = PT_CELL_FRONT, .node = (uint16_t)node};
    pt_text to = pt_text_on(e->text, sizeof e->text);
    pt_puti(&to, least - 1);
    return true;
}
