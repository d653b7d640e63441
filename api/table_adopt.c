/* A table from the record of a game that an older version of the page has kept. If the record
 * proves its draws for this very table, its moves are made again, with draws from the same
 * seed. Otherwise they become the past that the table continues. */
/* SPDX-License-Identifier: MIT */
#include "api/table.h"
#include "table/words.h"
#include <stdlib.h>
#include <string.h>

typedef struct adopting {
    api_table *t;
    const char *record;
    pt_sink sink;
    int64_t now;
    pt_replay *replay;
    pt_text *why;
} adopting;

static void fold(const adopting *a, pt_event e) {
    e.at = a->now;
    if (!pt_table_fold(&a->t->t, &e, a->why)) return;
    e.number = a->t->t.core.number;
    a->sink.take(a->sink.to, &a->t->t, &e);
}

/* True if the draws were made from a seed for this table's name, without anybody's entropy. */
static bool is_proved(const adopting *a) {
    const pt_record_head *h = &a->replay->head;
    if (pt_fair_verify(a->replay, a->record, NULL) || strcmp(h->table, a->t->t.core.id) != 0)
        return false;
    for (int i = 0; i < h->config.seats; i++)
        if (h->entropy[i][0]) return false;
    return pt_from_hex(h->seed, a->t->wish.seed, PT_SHA256);
}

static pt_refusal start(const adopting *a) {
    const pt_request r = pt_request_of(PT_ASK_START, TABLE_PERSON, a->now);
    return pt_table_ask(&a->t->t, &r, &a->sink, a->why);
}

static pt_refusal play_again(const adopting *a, int seat, pt_move m) {
    PT_TEXT(text, 160);
    pt_table *t = &a->t->t;
    bool bot = t->core.seat[seat].kind == PT_SEAT_BOT;
    pt_request r = pt_request_of(bot ? PT_ASK_BOT_MOVE : PT_ASK_MOVE, TABLE_PERSON, a->now);
    pt_print_move(t->game->verbs, m, &text);
    r.seat = seat;
    r.move = m;
    r.text = text.at;
    return pt_table_ask(t, &r, &a->sink, a->why);
}

/* All moves of the record: made again, or the table's past. */
static bool take_moves(const adopting *a, bool again) {
    bool more = true;
    pt_replay *r = a->replay;
    if (pt_replay_begin(r, a->record, a->why)) return false;
    while (!pt_replay_next(r, &more, a->why) && more) {
        if (!again)
            fold(a, (pt_event){.kind = PT_PAST, .seat = r->seat, .move = r->move});
        else if (r->seat >= 0 && play_again(a, r->seat, r->move))
            return false;
        pt_replay_play(r);
    }
    return !more;
}

static void stop_if_resigned(const adopting *a) {
    const pt_table *t = &a->t->t;
    if (!a->replay->resigned || t->core.phase != PT_TABLE_PLAYING) return;
    for (int i = 0; i < t->core.seats; i++)
        if (pt_has(a->replay->resigned, i))
            fold(a, (pt_event){.kind = PT_RESIGNED, .seat = i, .how = PT_RESIGN_PERSON});
    fold(a, (pt_event){.kind = PT_ENDED, .seat = -1, .how = PT_OVER_STOPPED});
}

static bool adopt(const adopting *a, int past) {
    api_table *t = a->t;
    pt_wish *w = &t->wish;
    if (pt_replay_all(a->replay, a->record, a->why)) return false;
    if (a->replay->head.game != w->game || a->replay->head.config.seats != w->config.seats) {
        pt_say(a->why, tb_say_other_record());
        return false;
    }
    w->config = a->replay->head.config;
    bool again = past == 0 && is_proved(a);
    if (!pt_table_make(&t->t, w, t->seat, NULL, 0, a->now, &a->sink, a->why)) return false;
    if (again && start(a)) return false;
    if (!take_moves(a, again)) return false;
    if (!again && start(a)) return false;
    stop_if_resigned(a);
    return true;
}

bool api_table_adopt(api_table *t, const char *record, int past, double now) {
    PT_TEXT_IN(why, 1024, reply_language());
    taking k;
    pt_replay *replay = calloc(1, sizeof *replay);
    if (!replay) abort();
    taking_begin(&k, t, NULL);
    const adopting a = {t, record, taking_sink(&k), (int64_t)now, replay, &why};
    bool ok = adopt(&a, past);
    free(replay);
    if (!ok) return reply_why(PT_UNREADABLE, &why) == PT_OK;
    taking_end(&k);
    return true;
}
