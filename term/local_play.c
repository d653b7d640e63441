/* Playing at a local table: what people ask for, and what goes on by itself. */
/* SPDX-License-Identifier: MIT */
#include "term/local_inside.h"
#include "term/saved_games.h"
#include "term/words.h"
#include <string.h>

/* --- people --- */

bool pt_local_play(pt_local_table *l, int seat, pt_move m, pt_text *why) {
    PT_TEXT(text, 160);
    pt_request r = local_request(l, PT_ASK_MOVE, seat);
    pt_print_move(l->table.game->verbs, m, &text);
    r.text = text.at;
    return local_ask(l, &r, why);
}

static int last_human(const pt_local_table *l) {
    for (int ply = pt_local_length(l) - 1; ply >= 0; ply--) {
        int seat = pt_local_step(l, ply).seat;
        if (pt_local_is_human(l, seat) && !l->table.core.seat[seat].resigned) return seat;
    }
    return -1;
}

bool pt_local_undo(pt_local_table *l, pt_text *why) {
    int seat = last_human(l);
    if (seat < 0) {
        pt_say_refusal(why, PT_NOTHING_TO_UNDO);
        return false;
    }
    const pt_request r = local_request(l, PT_ASK_UNDO, seat);
    if (!local_ask(l, &r, why)) return false;
    pt_bot_thread_drop(&l->thought); /* it thought about a position that is gone */
    pt_bot_thread_drop(&l->advice);
    l->explained = 0;
    return true;
}

bool pt_local_resign(pt_local_table *l, int seat, pt_text *why) {
    const pt_request r = local_request(l, PT_ASK_RESIGN, seat);
    return local_ask(l, &r, why);
}

bool pt_local_pause(pt_local_table *l, int seat, bool yes, pt_text *why) {
    const pt_request r = local_request(l, yes ? PT_ASK_PAUSE : PT_ASK_RESUME, seat);
    return local_ask(l, &r, why);
}

/* --- bots --- */

/* The numbers follow from the table's seed and the number of moves, so that after a pause or an
 * undo the game goes on as it would have. */
static pt_rng numbers_for(const pt_local_table *l, int seat) {
    PT_TEXT(message, 64);
    uint8_t digest[PT_SHA256];
    pt_rng rng = {0};
    pt_put(&message, "petteia bot\nmoves %d\nseat %d\n", pt_local_length(l), seat);
    pt_hmac_sha256(l->table.core.seed, sizeof l->table.core.seed, message.at, message.used,
                   digest);
    for (int i = 0; i < 8; i++) rng.state = rng.state << 8 | digest[i];
    return rng;
}

/* The seat's bot. It keeps its memory until its level changes. */
static pt_bot *bot_at(pt_local_table *l, int seat, const char *level) {
    pt_bot_choice choice = pt_bot_chosen(level, l->table.game);
    const pt_bot_kind *kind = choice.kind;
    if (l->bot[seat] && l->bot[seat]->kind != kind) {
        pt_bot_free(l->bot[seat]);
        l->bot[seat] = NULL;
    }
    if (!l->bot[seat] && kind) l->bot[seat] = pt_bot_new(kind, l->table.game);
    if (l->bot[seat]) l->bot[seat]->style = choice.style;
    return l->bot[seat];
}

/* Bots think one after the other, in the order of their seats. */
static void start_thought(pt_local_table *l, int64_t now) {
    pt_thinker list[PT_SEATS];
    uint8_t set = 0;
    int n = l->thought.busy ? 0 : pt_table_thinkers(&l->table, now, list), i = 0;
    if (n == 0) return;
    for (i = 0; i < n; i++) set = pt_with(set, list[i].seat);
    int seat = local_next_of(l, set);
    for (i = 0; list[i].seat != seat;) i++;
    pt_bot *bot = bot_at(l, seat, list[i].level);
    if (bot)
        pt_bot_thread_start(&l->thought, bot, l->table.core.state, seat, numbers_for(l, seat));
}

/* Moves of bots follow each other slowly enough to be seen; a race has a pace of its own. */
static void take_thought(pt_local_table *l, int64_t now, int pace) {
    if (!pt_bot_thread_ready(&l->thought)) return;
    if (!pt_table_racing(&l->table) && now - l->table.core.moved < pace) return;
    pt_request r = local_request(l, PT_ASK_BOT_MOVE, l->thought.seat);
    r.move = pt_bot_thread_take(&l->thought);
    local_ask(l, &r, NULL);
}

/* --- advice --- */

bool pt_local_hint(pt_local_table *l, int seat, pt_text *why) {
    const pt_bot_kind *kind = &pt_levels[PT_LEVELS - 1];
    const pt_request r = local_request(l, PT_ASK_HINT, seat);
    if (!l->adviser) l->adviser = pt_bot_new(kind, l->table.game);
    if (!l->adviser || l->advice.busy) {
        pt_say(why, l->adviser ? term_say_hint_busy() : term_say_no_memory());
        return false;
    }
    if (!local_ask(l, &r, why)) return false;
    l->advice.explain = true;
    pt_bot_thread_start(&l->advice, l->adviser, l->table.core.state, seat,
                        numbers_for(l, seat));
    return true;
}

pt_move pt_local_advice(pt_local_table *l) {
    if (!pt_bot_thread_ready(&l->advice)) return 0;
    int seat = l->advice.seat;
    pt_move m = pt_bot_thread_take(&l->advice);
    bool legal = pt_has(pt_table_owes(&l->table), seat) &&
                 l->table.game->check(l->table.core.state, seat, m, NULL) == PT_OK;
    l->explained = legal && l->advice.known ? pt_local_length(l) + 1 : 0;
    return legal ? m : 0; /* the position may have changed meanwhile */
}

bool pt_local_why(const pt_local_table *l, pt_text *out) {
    bool known = !l->advice.busy && l->explained == pt_local_length(l) + 1;
    if (known) pt_say_why(l->table.game, &l->advice.why, "", out);
    return known;
}

/* --- time --- */

enum { BUSY_MS = 20, IDLE_MS = 250, ALIVE_MS = 10000 };

void local_note_alive(pt_local_table *l) {
    PT_TEXT(line, 40);
    pt_puti(&line, local_now(l));
    pt_puts(&line, pt_alive);
    pt_table_file_add(&l->file, line.at);
    pt_table_file_save(&l->file, false);
}

bool pt_local_in_time(const pt_local_table *l) {
    const pt_table_core *c = &l->table.core;
    return c->phase == PT_TABLE_PLAYING && !c->paused &&
           (c->clock != PT_CLOCK_NONE || pt_table_racing(&l->table));
}

void pt_local_leave(pt_local_table *l) {
    if (pt_local_in_time(l)) local_note_alive(l);
    pt_table_file_save(&l->file, true);
}

int pt_local_go_on(pt_local_table *l, int pace) {
    int64_t now = local_now(l), due = pt_table_due(&l->table);
    if (due && due <= now) {
        const pt_request r = local_request(l, PT_ASK_TICK, -1);
        local_ask(l, &r, NULL);
    }
    take_thought(l, now, pace);
    start_thought(l, now);
    if (pt_local_in_time(l) && now - l->file.last >= ALIVE_MS) local_note_alive(l);
    due = pt_table_due(&l->table);
    if (l->thought.busy || l->advice.busy) return BUSY_MS;
    return due && due - now < IDLE_MS ? (due > now ? (int)(due - now) : 1) : IDLE_MS;
}

void pt_local_news(pt_local_table *l, pt_text *out) {
    const pt_event *e = &l->news;
    if (!l->has_news) return;
    l->has_news = false;
    PT_TEXT(move, 100);
    const char *name = l->table.core.seat[e->seat < 0 ? 0 : e->seat].name;
    if (e->kind == PT_MOVED) pt_print_move(l->table.game->verbs, e->move, &move);
    pt_say(out, e->kind != PT_MOVED     ? term_say_news_lost(name)
                : e->how == PT_BY_CLOCK ? term_say_news_clock(name, move.at)
                                        : term_say_news_rules(name, move.at));
}
