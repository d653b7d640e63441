/* The recent events, for those who come back. They keep only what is told about an event: a
 * create event holds the table's secrets. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"
#include <stdlib.h>
#include <string.h>

/* A name and a text, one after the other, each with its zero. NULL if there is nothing to keep,
 * or no memory; the event is then told without them. */
static char *keep_words(pt_word name, pt_word text) {
    if (!name.length && !text.length) return NULL;
    char *words = malloc(name.length + text.length + 2);
    if (!words) return NULL;
    memcpy(words, name.at, name.length);
    words[name.length] = 0;
    if (text.length) memcpy(words + name.length + 1, text.at, text.length);
    words[name.length + 1 + text.length] = 0;
    return words;
}

static char *words_of(const pt_event *e) {
    const pt_word nothing = {"", 0};
    switch (e->kind) {
    case PT_SAT:
    case PT_JOINED:
    case PT_QUIT: return keep_words(e->name, nothing);
    case PT_SEATED_BOT: return keep_words(e->word, e->name.length ? e->name : nothing);
    case PT_STOOD_IN:
    case PT_REMATCHED: return keep_words(e->word, nothing);
    case PT_SAID: return keep_words(e->name.length ? e->name : nothing, e->text);
    default: return NULL; /* most events have no words */
    }
}

void table_remember(pt_table *t, const pt_event *e, const uint8_t sight[PT_EYES]) {
    assert(e->kind < PT_LOGGED && e->number == t->core.number);
    pt_recent *r = &t->recent[t->recent_count++ % PT_RECENT];
    free(r->words);
    *r = (pt_recent){.kind = (uint8_t)e->kind,
                     .how = e->how,
                     .seat = (int8_t)e->seat,
                     .move = e->move,
                     .amount = (uint32_t)e->amount,
                     .words = words_of(e)};
    memcpy(r->sight, sight, sizeof r->sight);
}

void table_free_words(pt_table *t) {
    for (int i = 0; i < PT_RECENT; i++) free(t->recent[i].words);
}
