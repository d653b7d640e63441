/* Tokens, tickets, names, limits. */
/* SPDX-License-Identifier: MIT */
#include "server/people.h"
#include "server/blocks.h"
#include "server/club.h"
#include <ctype.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    TICKETS = 16384,
    NEAR = 16,
    BUCKETS = 1 << 15,
    TICKET_MS = 30000,
    CHALLENGES = 2048,
    CHALLENGE_MS = 300000
};

typedef struct ticket {
    char text[33];
    int64_t until;
    identity who;
} ticket;

typedef struct challenge {
    uint8_t bytes[CHALLENGE], token[PT_TOKEN];
    challenge_for what;
    int64_t until;
} challenge;

struct people {
    ticket *tickets[TICKETS];               /* near the place that its hash says */
    uint8_t key[crypto_shorthash_KEYBYTES]; /* nobody can find two names with one bucket */
    bucket buckets[BUCKETS];
    uint64_t logouts;
    confusables *confusables;
    blocks *blocks;
    club *club;
    challenge challenges[CHALLENGES]; /* near the place that their bytes say */
};

people *people_new(void) {
    people *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    crypto_shorthash_keygen(p->key);
    p->confusables = confusables_new();
    p->blocks = blocks_new();
    p->club = club_new();
    if (p->confusables && p->blocks && p->club) return p;
    people_free(p);
    return NULL;
}

blocks *people_blocks(const people *p) { return p->blocks; }
const club *people_club(const people *p) { return p->club; }

void people_set_club(people *p, club *c) {
    club_free(p->club);
    p->club = c;
}

const confusables *people_confusables(const people *p) { return p->confusables; }

void people_free(people *p) {
    for (int i = 0; p && i < TICKETS; i++) free(p->tickets[i]);
    if (p) confusables_free(p->confusables);
    if (p) blocks_free(p->blocks);
    if (p) club_free(p->club);
    free(p);
}

static void fill(bucket *b, int64_t now, double rate, double burst) {
    if (!b->at)
        b->tokens = burst;
    else
        b->tokens += (double)(now - b->at) * rate / 1000;
    if (b->tokens > burst) b->tokens = burst;
    b->at = now;
}

void bucket_pay(bucket *b, int64_t now, double rate, double burst, int count) {
    fill(b, now, rate, burst);
    b->tokens -= count;
    if (b->tokens < -burst) b->tokens = -burst;
}

bool bucket_take(bucket *b, int64_t now, double rate, double burst) {
    if (rate <= 0) return true;
    fill(b, now, rate, burst);
    if (b->tokens < 1) return false;
    b->tokens -= 1;
    return true;
}

bucket *people_bucket(people *p, const char *who) {
    uint8_t hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, (const unsigned char *)who, strlen(who), p->key);
    return &p->buckets[(hash[0] | hash[1] << 8) % BUCKETS];
}

void token_new(char text[65], uint8_t hash[PT_TOKEN]) {
    uint8_t bytes[32];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(text, 65, bytes, sizeof bytes);
    token_hash(text, hash);
}

bool token_hash(const char *text, uint8_t hash[PT_TOKEN]) {
    size_t n = strlen(text);
    if (n != 64 || strspn(text, "0123456789abcdef") != n) return false;
    return crypto_generichash(hash, PT_TOKEN, (const unsigned char *)text, n, NULL, 0) == 0;
}

/* A free place, or that of the oldest nearby. */
static ticket **place_for(people *p, const char *text, int64_t now) {
    ticket **oldest = NULL;
    for (unsigned i = 0; i < NEAR; i++) {
        ticket **t = &p->tickets[(id_hash(text) + i) % TICKETS];
        if (!*t || (*t)->until < now) return t;
        if (!oldest || (*t)->until < (*oldest)->until) oldest = t;
    }
    return oldest;
}

bool ticket_new(people *p, const identity *who, int64_t now, char text[33]) {
    uint8_t bytes[16];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(text, 33, bytes, sizeof bytes);
    ticket **at = place_for(p, text, now);
    if (!*at) *at = calloc(1, sizeof **at);
    if (!*at) return false;
    memcpy((*at)->text, text, 33);
    (*at)->until = now + TICKET_MS;
    (*at)->who = *who;
    return true;
}

/* --- challenges --- */

static challenge *challenge_at(people *p, const uint8_t bytes[CHALLENGE], unsigned i) {
    return &p->challenges[((unsigned)(bytes[0] | bytes[1] << 8) + i) % CHALLENGES];
}

bool challenge_new(people *p, challenge_for what, const uint8_t *token, int64_t now,
                   uint8_t out[CHALLENGE]) {
    challenge *oldest = NULL;
    randombytes_buf(out, CHALLENGE);
    for (unsigned i = 0; i < NEAR; i++) {
        challenge *c = challenge_at(p, out, i);
        if (!oldest || c->until < oldest->until) oldest = c;
    }
    *oldest = (challenge){.what = what, .until = now + CHALLENGE_MS};
    memcpy(oldest->bytes, out, CHALLENGE);
    if (token) memcpy(oldest->token, token, PT_TOKEN);
    return true;
}

bool challenge_use(people *p, challenge_for what, const uint8_t *token, int64_t now,
                   const uint8_t given[CHALLENGE]) {
    static const uint8_t nobody[PT_TOKEN];
    for (unsigned i = 0; i < NEAR; i++) {
        challenge *c = challenge_at(p, given, i);
        if (!c->until || sodium_memcmp(c->bytes, given, CHALLENGE) != 0) continue;
        bool good = c->until >= now && c->what == what &&
                    sodium_memcmp(c->token, token ? token : nobody, PT_TOKEN) == 0;
        *c = (challenge){.until = 0};
        return good;
    }
    return false;
}

static void ticket_drop(ticket **at) {
    sodium_memzero(*at, sizeof **at);
    free(*at);
    *at = NULL;
}

bool ticket_use(people *p, const char *text, int64_t now, identity *out) {
    ticket **at = NULL;
    if (strlen(text) != 32) return false;
    for (unsigned i = 0; i < NEAR && !at; i++) {
        ticket **t = &p->tickets[(id_hash(text) + i) % TICKETS];
        if (*t && sodium_memcmp((*t)->text, text, 32) == 0) at = t;
    }
    if (!at) return false;
    bool good = now <= (*at)->until;
    *out = (*at)->who;
    ticket_drop(at);
    return good;
}

void people_void(people *p, const char *person, const uint8_t *token, bool its) {
    p->logouts++;
    for (int i = 0; i < TICKETS; i++) {
        const ticket *t = p->tickets[i];
        if (!t || strcmp(t->who.person.id, person) != 0) continue;
        if (!token || (memcmp(t->who.token, token, PT_TOKEN) == 0) == its)
            ticket_drop(&p->tickets[i]);
    }
}

void people_renamed(people *p, const char *person, const char *name) {
    p->logouts++;
    for (int i = 0; i < TICKETS; i++) {
        ticket *t = p->tickets[i];
        if (t && strcmp(t->who.person.id, person) == 0)
            memcpy(t->who.person.name, name, sizeof t->who.person.name);
    }
}

void people_void_guests(people *p, likeness name) {
    p->logouts++;
    for (int i = 0; i < TICKETS; i++) {
        const ticket *t = p->tickets[i];
        if (!t || t->who.person.account[0]) continue;
        if (looks_alike(name_likeness(p->confusables, t->who.person.name), name))
            ticket_drop(&p->tickets[i]);
    }
}

uint64_t people_logouts(const people *p) { return p->logouts; }

void name_fold(const char *name, char out[PT_LABEL]) {
    size_t i = 0;
    for (; name[i] && i < PT_LABEL - 1; i++) out[i] = (char)tolower((unsigned char)name[i]);
    out[i] = 0;
}
