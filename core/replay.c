/* Records: replaying one and checking every move. */
/* SPDX-License-Identifier: MIT */
#include "core/record.h"
#include "core/words.h"
#include <assert.h>
#include <string.h>

pt_err pt_replay_begin(pt_replay *r, const char *text, pt_text *why) {
    memset(r, 0, sizeof *r);
    r->in = pt_read_record(text);
    pt_err err = pt_read_head(text, &r->head, &r->line, why);
    if (!err) pt_start(r->head.game, r->state, &r->head.config);
    return err;
}

static pt_err take_resignation(pt_replay *r, pt_text *why) {
    assert(r->entry.kind == PT_ENTRY_RESIGN && r->entry.seat != PT_LUCK);
    if (r->entry.seat >= r->head.config.seats)
        return pt_refuse_plain(PT_REFUSED, why, core_say_no_player(r->head.config.seats));
    if (pt_head_of(r->state)->node == PT_OVER)
        return pt_refuse_plain(PT_REFUSED, why, core_say_resigned_late(r->entry.seat + 1));
    r->resigned = pt_with(r->resigned, r->entry.seat);
    return PT_OK;
}

static pt_err take_move(pt_replay *r, pt_text *why) {
    assert(r->entry.kind == PT_ENTRY_MOVE);
    const pt_game *g = r->head.game;
    const pt_entry *e = &r->entry;
    PT_TEXT_IN(reason, 512, why ? why->language : PT_ENGLISH);
    r->seat = e->seat;
    r->notes = e->notes;
    r->move = pt_canonical(g->verbs, pt_parse_move(g->verbs, e->text));
    pt_err err;
    if (r->resigned)
        err = pt_refuse_plain(PT_REFUSED, &reason, core_say_stopped());
    else if (!r->move)
        err = pt_refuse_plain(PT_REFUSED, &reason, core_say_not_a_move(g->title));
    else if (r->seat >= r->head.config.seats)
        err = pt_refuse_plain(PT_REFUSED, &reason, core_say_no_player(r->head.config.seats));
    else
        err = pt_check(g, r->state, r->seat, r->move, &reason);
    if (!err) return PT_OK;
    pt_put(why, "%c %s: %s", r->seat == PT_LUCK ? '*' : '1' + r->seat, e->text, reason.at);
    if (why) why->key = reason.key;
    return err;
}

pt_err pt_replay_next(pt_replay *r, bool *more, pt_text *why) {
    assert(r->head.game); /* pt_replay_begin has read the head */
    for (;;) {
        pt_entry_kind kind = pt_next_entry(&r->in, &r->entry);
        pt_err err = PT_OK;
        r->line = r->entry.line;
        *more = kind == PT_ENTRY_MOVE;
        assert(kind != PT_ENTRY_BAD); /* pt_replay_begin has read the text to its end */
        switch (kind) {
        case PT_ENTRY_MOVE: return take_move(r, why);
        case PT_ENTRY_RESIGN: err = take_resignation(r, why); break;
        case PT_ENTRY_BAD:
        case PT_ENTRY_END: return PT_OK;
        case PT_ENTRY_TAG:
        case PT_ENTRY_NOTE: break;
        }
        if (err) return err;
    }
}

void pt_replay_play(pt_replay *r) {
    assert(r->move);
    r->head.game->apply(r->state, r->seat, r->move);
    r->moves++;
}

pt_err pt_replay_end(pt_replay *r, pt_text *why) {
    PT_TEXT(scores, 128);
    PT_TEXT(claimed, 128);
    bool over = pt_head_of(r->state)->node == PT_OVER, ended = over || r->resigned;
    pt_words words = {r->head.result};
    if (!r->head.result[0]) return PT_OK;
    r->line = r->head.line_of_result;
    for (pt_word w = pt_next(&words); w.length; w = pt_next(&words)) {
        if (claimed.used) pt_putc(&claimed, ' ');
        pt_putn(&claimed, w.at, w.length);
    }
    pt_write_result(r->head.game, r->state, &scores);
    if (strcmp(claimed.at, "*") == 0)
        return over ? pt_refuse_plain(PT_REFUSED, why, core_say_result_over(scores.at)) : PT_OK;
    if (!ended) return pt_refuse_plain(PT_REFUSED, why, core_say_result_early(claimed.at));
    if (strcmp(claimed.at, scores.at) != 0)
        return pt_refuse_plain(PT_REFUSED, why, core_say_result_wrong(claimed.at, scores.at));
    return PT_OK;
}

pt_err pt_replay_all(pt_replay *r, const char *text, pt_text *why) {
    bool more = true;
    pt_err err = pt_replay_begin(r, text, why);
    while (!err) {
        err = pt_replay_next(r, &more, why);
        if (err || !more) break;
        pt_replay_play(r);
    }
    return err ? err : pt_replay_end(r, why);
}

void pt_replay_places(const pt_replay *r, uint8_t place[PT_SEATS]) {
    int seats = r->head.config.seats, stayed = 0;
    uint8_t before[PT_SEATS] = {0};
    r->head.game->rank(r->state, before);
    memset(place, 0, PT_SEATS);
    for (int seat = 0; seat < seats; seat++) stayed += !pt_has(r->resigned, seat);
    assert(stayed <= seats);
    for (int seat = 0; seat < seats; seat++) {
        int better = pt_has(r->resigned, seat) ? stayed : 0;
        for (int other = 0; other < seats && !pt_has(r->resigned, seat); other++)
            better += !pt_has(r->resigned, other) && before[other] < before[seat];
        place[seat] = (uint8_t)(better + 1);
    }
}
