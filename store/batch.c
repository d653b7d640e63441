/* Collecting writes. */
/* SPDX-License-Identifier: MIT */
#include "store/bells.h"
#include "store/journal.h"
#include "store/people.h"
#include <stdlib.h>
#include <string.h>

pt_batch *pt_batch_new(void) { return calloc(1, sizeof(pt_batch)); }

void pt_batch_free(pt_batch *b) {
    if (!b) return;
    free(b->at);
    free(b);
}

static void add_bytes(pt_batch *b, const void *bytes, size_t n) {
    if (b->used + n > b->size) {
        size_t size = (b->used + n) * 2 + 256;
        char *more = b->broken ? NULL : realloc(b->at, size);
        if (!more) {
            b->broken = true;
            return;
        }
        b->at = more;
        b->size = size;
    }
    if (n) memcpy(b->at + b->used, bytes, n);
    b->used += n;
}

static void add(pt_batch *b, pt_write w, const void *const texts[]) {
    add_bytes(b, &w, sizeof w);
    for (int i = 0; i < w.texts; i++) add_bytes(b, texts[i], w.n[i]);
}

bool pt_next_write(const pt_batch *b, size_t *at, pt_write *out, const char *texts[6]) {
    if (*at >= b->used) return false;
    memcpy(out, b->at + *at, sizeof *out);
    *at += sizeof *out;
    for (int i = 0; i < out->texts; i++) {
        texts[i] = b->at + *at;
        *at += out->n[i];
    }
    return true;
}

static uint32_t len(const char *s) { return (uint32_t)strlen(s); }

void pt_batch_event(pt_batch *b, int64_t table, uint32_t number, int64_t at, const char *body,
                    size_t n) {
    char head[PT_LINE_HEAD];
    size_t length = pt_line_head(head, table, number, at, n);
    pt_write w = {PT_W_EVENT, 0, 1, {0}, {0}, {(uint32_t)(length + n + 1)}};
    add_bytes(b, &w, sizeof w);
    add_bytes(b, head, length);
    add_bytes(b, body, n);
    add_bytes(b, "\n", 1);
}

void pt_batch_table(pt_batch *b, const pt_table_row *r) {
    pt_write w = {
        PT_W_TABLE, 7,
        3,          {r->num, r->state, r->access, r->live, r->created, r->changed, r->ended},
        {0},        {len(r->id), len(r->kind), len(r->head)}};
    add(b, w, (const void *[]){r->id, r->kind, r->head});
}

void pt_batch_snapshot(pt_batch *b, int64_t table, uint32_t number, const void *body,
                       size_t n) {
    add(b, (pt_write){PT_W_SNAPSHOT, 2, 1, {table, number}, {0}, {(uint32_t)n}},
        (const void *[]){body});
}

void pt_batch_player(pt_batch *b, const pt_player_row *r) {
    pt_write w = {PT_W_PLAYER, 4,
                  2,           {r->num, r->seat, r->points, r->place},
                  {0},         {len(r->person), len(r->name)}};
    add(b, w, (const void *[]){r->person, r->name});
}

void pt_batch_person(pt_batch *b, const pt_person_row *r) {
    pt_write w = {PT_W_PERSON, 1,
                  4,           {r->created},
                  {0},         {len(r->id), len(r->name), len(r->account), len(r->secret)}};
    add(b, w, (const void *[]){r->id, r->name, r->account, r->secret});
}

void pt_batch_token(pt_batch *b, const uint8_t hash[PT_TOKEN], const char *person, int64_t at) {
    add(b, (pt_write){PT_W_TOKEN, 1, 2, {at}, {0}, {PT_TOKEN, len(person)}},
        (const void *[]){hash, person});
}

void pt_batch_drop_token(pt_batch *b, const uint8_t hash[PT_TOKEN]) {
    add(b, (pt_write){PT_W_DROP_TOKEN, 0, 1, {0}, {0}, {PT_TOKEN}}, (const void *[]){hash});
    pt_batch_drop_push_of(b, hash);
}

void pt_batch_drop_person(pt_batch *b, const char *person) {
    static const uint8_t kinds[] = {PT_W_DROP_PERSON, PT_W_DROP_TOKENS, PT_W_DROP_RATINGS,
                                    PT_W_DROP_PAIRS};
    for (size_t i = 0; i < sizeof kinds; i++)
        add(b, (pt_write){kinds[i], 0, 1, {0}, {0}, {len(person)}}, (const void *[]){person});
    pt_batch_drop_account(b, person);
    pt_batch_drop_bell(b, person);
}

void pt_batch_rating(pt_batch *b, const pt_rating_row *r) {
    pt_write w = {PT_W_RATING,
                  1,
                  3,
                  {r->games},
                  {r->mu, r->sigma},
                  {len(r->person), len(r->kind), len(r->name)}};
    add(b, w, (const void *[]){r->person, r->kind, r->name});
}

void pt_batch_rated(pt_batch *b, const pt_rated_row *r) {
    add(b, (pt_write){PT_W_RATED, 2, 0, {r->num, r->seat}, {r->before, r->after}, {0}}, NULL);
}

void pt_batch_pair(pt_batch *b, const char *const person[2], const char *kind, int64_t at) {
    bool swap = strcmp(person[0], person[1]) > 0;
    const char *one = person[swap], *other = person[!swap];
    pt_write w = {PT_W_PAIR, 1, 3, {at}, {0}, {len(one), len(other), len(kind)}};
    add(b, w, (const void *[]){one, other, kind});
}

void pt_batch_alive(pt_batch *b, int64_t at) {
    add(b, (pt_write){PT_W_ALIVE, 1, 0, {at}, {0}, {0}}, NULL);
}

void pt_batch_forget(pt_batch *b, int64_t table) {
    b->forgets = true;
    for (int kind = PT_W_FORGET_CHUNKS; kind <= PT_W_FORGET_TABLE; kind++)
        add(b, (pt_write){(uint8_t)kind, 1, 0, {table}, {0}, {0}}, NULL);
}

void pt_batch_work(pt_batch *b, pt_working *work, const void *job, size_t n) {
    add(b, (pt_write){PT_W_WORK, 1, 1, {(int64_t)(intptr_t)work}, {0}, {(uint32_t)n}},
        (const void *[]){job});
}
