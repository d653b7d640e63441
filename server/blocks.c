/* A set of pairs, by hash: a key of its own keeps anybody from finding two that collide. */
/* SPDX-License-Identifier: MIT */
#include "server/blocks.h"
#include "store/people.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

struct blocks {
    uint8_t key[crypto_shorthash_KEYBYTES];
    uint64_t *at; /* 0: free, 1: was taken */
    size_t room, used;
};

blocks *blocks_new(void) {
    blocks *b = calloc(1, sizeof *b);
    if (b) crypto_shorthash_keygen(b->key);
    return b;
}

void blocks_free(blocks *b) {
    if (b) free(b->at);
    free(b);
}

static uint64_t hash_of(const blocks *b, const char *person, const char *other) {
    char pair[2 * PT_ID] = {0};
    uint64_t hash;
    memcpy(pair, person, strnlen(person, PT_ID));
    memcpy(pair + PT_ID, other, strnlen(other, PT_ID));
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)pair, sizeof pair, b->key);
    return hash > 1 ? hash : hash + 2;
}

/* Its place, or the free one where it would be. */
static uint64_t *place_of(const blocks *b, uint64_t hash) {
    size_t i = hash % b->room;
    while (b->at[i] && b->at[i] != hash) i = (i + 1) % b->room;
    return &b->at[i];
}

static bool make_room(blocks *b) {
    if (b->used * 2 < b->room) return true;
    blocks more = {.room = 64};
    size_t kept = 0;
    for (size_t i = 0; i < b->room; i++) kept += b->at[i] > 1;
    while (more.room < 4 * (kept + 1)) more.room *= 2;
    more.at = calloc(more.room, sizeof *more.at);
    if (!more.at) return false;
    for (size_t i = 0; i < b->room; i++)
        if (b->at[i] > 1) {
            *place_of(&more, b->at[i]) = b->at[i];
            more.used++;
        }
    free(b->at);
    b->at = more.at;
    b->room = more.room;
    b->used = more.used;
    return true;
}

void blocks_set(blocks *b, const char *person, const char *other, bool blocked) {
    if (!make_room(b)) return;
    uint64_t hash = hash_of(b, person, other), *at = place_of(b, hash);
    if (blocked && *at != hash) {
        *at = hash;
        b->used++;
    } else if (!blocked && *at == hash) {
        *at = 1;
    }
}

bool is_blocked(const blocks *b, const char *person, const char *other) {
    if (!b->room || !person[0] || !other[0]) return false;
    return *place_of(b, hash_of(b, person, other)) != 0;
}

static bool seat_blocks(const blocks *b, const pt_seat *s, const char *person) {
    bool blocked = is_blocked(b, s->person, person);
    for (int k = 0; k < PT_MATES && s->mate[k].person[0]; k++)
        blocked |= is_blocked(b, s->mate[k].person, person);
    return s->kind == PT_SEAT_HUMAN && blocked;
}

bool is_blocked_at(const blocks *b, const pt_table *t, const char *person) {
    bool blocked = is_blocked(b, t->core.owner, person);
    for (int i = 0; i < t->core.seats; i++) blocked |= seat_blocks(b, &t->core.seat[i], person);
    return blocked;
}

const char *const written_names[PT_SEEN_KINDS] = {
    [PT_SEEN_BY_FRIENDS] = "=friends", [PT_SEEN_BY_NOBODY] = "=nobody"};

void blocks_set_written(blocks *b, const char *person, pt_seen_by by) {
    for (int i = 0; i < PT_SEEN_KINDS; i++)
        if (written_names[i]) blocks_set(b, person, written_names[i], i == (int)by);
}

pt_seen_by written_by(const blocks *b, const char *person) {
    for (int i = 0; i < PT_SEEN_KINDS; i++)
        if (written_names[i] && is_blocked(b, person, written_names[i])) return (pt_seen_by)i;
    return PT_SEEN_BY_ALL;
}

static void take_written(void *who, const char *person, pt_seen_by by) {
    blocks_set_written(who, person, by);
}

static void take_block(void *who, const char *person, const char *other) {
    blocks_set(who, person, other, true);
}

bool blocks_read(blocks *b, pt_look *look) {
    return pt_each_block(look, take_block, b) >= 0 &&
           pt_each_unwritten(look, take_written, b) >= 0;
}
