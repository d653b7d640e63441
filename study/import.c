/* A record becomes a chapter: its moves, with the comments and marks that it has. */
/* SPDX-License-Identifier: MIT */
#include "core/record.h"
#include "study/inside.h"
#include "study/tell.h"
#include <stdlib.h>

typedef struct importing {
    pt_study *study;
    pt_study_taker *take;
    void *host;
    int by;
    pt_study_event event;
} importing;

static void begin(importing *i, pt_study_kind kind) {
    memset(&i->event, 0, sizeof i->event);
    i->event.kind = kind;
    i->event.by = i->event.who = (uint8_t)i->by;
}

static bool put(importing *i, pt_text *why) { return i->take(i->host, &i->event, why); }

/* Words of one move are one comment: they all belong to whoever brings the record. */
static void take_words(pt_word notes, char *out, size_t size) {
    pt_text words = pt_text_on(out, size);
    for (pt_word n = pt_next_note(&notes); n.length; n = pt_next_note(&notes)) {
        if (n.at[0] == '%') continue;
        if (words.used) pt_putc(&words, ' ');
        for (size_t k = 0; k < n.length; k++)
            pt_putc(&words, (unsigned char)n.at[k] < ' ' ? ' ' : n.at[k]);
    }
    /* Not in the middle of a letter. */
    while (words.cut && words.used && ((unsigned char)out[words.used - 1] & 0xC0) == 0x80)
        out[--words.used] = 0;
    if (words.cut && words.used) out[--words.used] = 0;
}

static bool copy_word(pt_words *from, char *to, size_t size) {
    pt_word w = pt_next(from);
    if (!w.length || w.length >= size) return false;
    memcpy(to, w.at, w.length);
    to[w.length] = 0;
    return true;
}

/* Marks that cannot be read are left out: they are somebody else's. */
static void take_marks(importing *i, int node, pt_word notes) {
    for (pt_word n = pt_next_note(&notes); n.length; n = pt_next_note(&notes)) {
        char text[128];
        pt_words words = {text};
        if (n.length >= sizeof text || n.length < 6 || memcmp(n.at, "%mark ", 6) != 0) continue;
        memcpy(text, n.at + 6, n.length - 6);
        text[n.length - 6] = 0;
        begin(i, PT_STUDY_SET);
        pt_study_event *e = &i->event;
        e->cell = PT_CELL_MARK;
        e->node = (uint16_t)node;
        if (copy_word(&words, e->from, sizeof e->from) &&
            copy_word(&words, e->to, sizeof e->to) && copy_word(&words, e->text, 16))
            (void)put(i, NULL);
    }
}

static bool take_notes(importing *i, int node, pt_word notes, pt_text *why) {
    begin(i, PT_STUDY_SET);
    i->event.cell = PT_CELL_COMMENT;
    i->event.node = (uint16_t)node;
    take_words(notes, i->event.text, sizeof i->event.text);
    if (!pt_is_text(i->event.text)) i->event.text[0] = 0;
    if (i->event.text[0] && !put(i, why)) return false;
    take_marks(i, node, notes);
    return true;
}

static bool take_moves(importing *i, pt_replay *r, pt_text *why) {
    bool more = true;
    for (int parent = i->study->nodes;;) {
        if (pt_replay_next(r, &more, why)) return false;
        if (!more) return true;
        begin(i, PT_STUDY_MOVE);
        i->event.node = (uint16_t)(i->study->nodes + 1);
        i->event.parent = (uint16_t)parent;
        i->event.seat = (int8_t)r->seat;
        pt_text text = pt_text_on(i->event.text, sizeof i->event.text);
        pt_print_move(i->study->game->verbs, r->move, &text);
        parent = i->event.node;
        if (!put(i, why) || !take_notes(i, parent, r->notes, why)) return false;
        pt_replay_play(r);
    }
}

bool pt_study_import(pt_study *s, const char *record, const char *title, int by,
                     pt_study_taker *take, void *host, pt_text *why) {
    importing i = {.study = s, .take = take, .host = host, .by = by};
    pt_replay *r = malloc(sizeof *r);
    PT_TEXT_IN(wrong, 512, why ? why->language : 0);
    bool fine = r && !pt_replay_begin(r, record, &wrong);
    if (fine && r->head.game != s->game) {
        pt_say(&wrong, st_say_other_game(s->game->title));
        fine = false;
    }
    if (fine) {
        begin(&i, PT_STUDY_CHAPTER);
        i.event.node = (uint16_t)(s->nodes + 1);
        i.event.config = r->head.config;
        pt_copy(i.event.text, PT_STUDY_NAME, title);
        fine = put(&i, &wrong) && take_moves(&i, r, &wrong);
    }
    if (!fine) {
        pt_puts(why, wrong.at);
        if (why) why->key = wrong.key;
    }
    free(r);
    return fine;
}
