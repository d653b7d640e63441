/* Whether a seat has done a feat (core/feats.h), for the games' own tests. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/feats.h"
#include <criterion/criterion.h>
#include <string.h>

static inline bool has_feat(const pt_game *g, uint32_t done, const char *key) {
    const pt_feats *f = pt_feats_of(g);
    for (int i = 0; f->feat[i].key; i++)
        if (strcmp(f->feat[i].key, key) == 0) return done >> i & 1;
    cr_assert_fail("there is no feat %s", key);
    return false;
}

static inline bool feat_at_end(const pt_game *g, const void *s, int seat, const char *key) {
    uint32_t done[PT_SEATS] = {0};
    uint8_t place[PT_SEATS];
    g->rank(s, place);
    pt_feats_of(g)->over(s, place, done);
    return has_feat(g, done[seat], key);
}

static inline bool feat_by_move(const pt_game *g, const void *was, int seat, pt_move m,
                                const void *is, int who, const char *key) {
    uint32_t done[PT_SEATS] = {0};
    pt_feats_of(g)->after(was, seat, m, is, done);
    return has_feat(g, done[who], key);
}
