/* A table at one screen: how it is made, and how its events are kept; see local_table.h. */
/* SPDX-License-Identifier: MIT */
#include "table/log.h"
#include "term/local_inside.h"
#include "term/saved_games.h"
#include "term/words.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

/* --- time and luck --- */

static int64_t clock_ms(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t local_now(const pt_local_table *l) {
    return l->began + clock_ms(CLOCK_MONOTONIC) - l->began_monotonic;
}

/* Starts with the wall clock, but never before the table's last event. */
void local_start_time(pt_local_table *l, int64_t not_before) {
    l->began_monotonic = clock_ms(CLOCK_MONOTONIC);
    l->began = clock_ms(CLOCK_REALTIME);
    if (l->began < not_before) l->began = not_before;
}

/* The seed and the name of a table: random, or derived from one number, so that a game can be
 * played again. */
static bool draw_seed(pt_local_table *l, char id[PT_ID], uint8_t seed[PT_SHA256],
                      pt_text *why) {
    uint8_t name[6];
    char hex[2 * sizeof name + 1];
    PT_TEXT(text, 64);
    pt_text out = pt_text_on(id, PT_ID);
    if (l->seeded) {
        pt_put(&text, "petteia seed %" PRIu64, l->seed);
        pt_sha256_of(text.at, text.used, seed);
        pt_put(&out, "seed%" PRIu64, l->seed);
        return true;
    }
    if (getrandom(seed, PT_SHA256, 0) != PT_SHA256 ||
        getrandom(name, sizeof name, 0) != (ssize_t)sizeof name) {
        pt_say(why, term_say_no_random());
        return false;
    }
    pt_to_hex(name, sizeof name, hex);
    pt_put(&out, "t%s", hex);
    return true;
}

/* --- bots --- */

const pt_table_bots local_bots = {pt_level_named, "casual"};

/* --- events and requests --- */

static void note_news(pt_local_table *l, const pt_event *e) {
    bool lost = e->kind == PT_RESIGNED && e->how == PT_RESIGN_CLOCK;
    bool moved = e->kind == PT_MOVED && (e->how == PT_BY_CLOCK || e->how == PT_BY_GUARD);
    if (!lost && !moved) return;
    l->has_news = true;
    l->news = *e;
}

static void take(void *to, const pt_table *t, const pt_event *e) {
    pt_local_table *l = to;
    PT_TEXT(line, PT_EVENT_MAX + 24);
    if (t != &l->table) l = l->next; /* a rematch */
    assert(l && t == &l->table);
    if (!e->number) return; /* there is nobody else to tell */
    pt_log_event(e, t->game, &line);
    assert(!line.cut);
    line.at[line.used - 1] = 0; /* the file ends its lines itself */
    pt_table_file_add(&l->file, line.at);
    note_news(l, e);
}

/* The position after one more move. */
static void keep_next(pt_local_table *l) {
    const pt_game *g = l->table.game;
    const pt_table_step *s = &l->table.step[l->states - 1];
    unsigned char *last = l->state + (l->states - 1) * local_stride(g);
    unsigned char *next = last + local_stride(g);
    memcpy(next, last, g->state_size);
    g->apply(next, s->seat, s->move);
    l->states++;
}

bool local_keep_states(pt_local_table *l) {
    const pt_table *t = &l->table;
    const pt_config config = pt_table_config(t);
    if (t->core.phase == PT_TABLE_OPEN) return true;
    if (t->core.steps + 1 > l->state_room) {
        uint32_t room = t->core.steps + t->core.steps / 2 + 64;
        unsigned char *more = realloc(l->state, room * local_stride(t->game));
        if (!more) return false;
        l->state = more;
        l->state_room = room;
    }
    if (l->undone != t->core.undone) l->states = 0; /* other moves may stand now */
    l->undone = t->core.undone;
    if (!l->states) {
        pt_start(t->game, l->state, &config);
        l->states = 1;
    }
    while (l->states <= t->core.steps) keep_next(l);
    return true;
}

/* Whatever is shown is on the disk, unless `trouble` says otherwise. */
static void keep(pt_local_table *l) {
    if (!local_keep_states(l)) abort(); /* nothing else would work either */
    pt_table_file_save(&l->file, true);
}

bool local_ask(pt_local_table *l, const pt_request *r, pt_text *why) {
    const pt_sink sink = {take, l};
    pt_refusal no = pt_table_ask(&l->table, r, &sink, why);
    if (l->next && no == PT_GRANTED) keep(l->next);
    keep(l);
    return no == PT_GRANTED;
}

pt_request local_request(const pt_local_table *l, pt_ask kind, int seat) {
    const pt_table_core *c = &l->table.core;
    const char *person = seat >= 0 && seat < c->seats ? c->seat[seat].person : c->owner;
    pt_request r = pt_request_of(kind, person, local_now(l));
    r.seat = seat;
    return r;
}

/* --- making --- */

static const char owner[] = "me"; /* one person speaks for all seats */

pt_local_table *local_empty(pt_text *why) {
    pt_local_table *l = calloc(1, sizeof *l);
    if (!l) {
        pt_say(why, term_say_no_memory());
        return NULL;
    }
    l->file.fd = -1;
    local_start_time(l, 0);
    return l;
}

static void fill_seats(const pt_term_wish *w, pt_wish_seat seat[PT_SEATS]) {
    for (int i = 0; i < w->config.seats; i++) {
        pt_text person = pt_text_on(seat[i].person, sizeof seat[i].person);
        pt_text name = pt_text_on(seat[i].name, sizeof seat[i].name);
        pt_text level = pt_text_on(seat[i].level, sizeof seat[i].level);
        if (w->bot[i].kind) {
            pt_print_choice(w->bot[i], w->game, &level);
            continue;
        }
        pt_puts(&person, owner);
        name.language = w->language;
        pt_say(&name, term_say_player(i + 1));
    }
}

static int moves_of(const char *record) {
    pt_replay *r = calloc(1, sizeof *r);
    bool more = true;
    int n = 0;
    if (!r || pt_replay_begin(r, record, NULL)) more = false;
    while (more && pt_replay_next(r, &more, NULL) == PT_OK && more && !r->resigned) {
        pt_replay_play(r);
        n++;
    }
    free(r);
    return n;
}

/* If the file cannot be made, the game is played all the same, and the user is told. */
static void make_file(pt_local_table *l, const pt_game *game, const char *id, int language) {
    PT_TEXT(path, PT_PATH);
    PT_TEXT_IN(why, sizeof l->file.trouble, language);
    if (pt_saved_path(game, (time_t)(l->began / 1000), &path, &why))
        (void)pt_table_file_make(&l->file, path.at, id, NULL);
    else
        memcpy(l->file.trouble, why.at, why.used + 1);
}

pt_local_table *pt_local_new(const pt_term_wish *w, const char *record, pt_text *why) {
    pt_local_table *l = local_empty(why);
    pt_wish_seat seat[PT_SEATS] = {0};
    pt_wish wish = {.game = w->game,
                    .config = w->config,
                    .access = PT_ACCESS_LOCAL,
                    .clock = w->clock,
                    .flag_loses = w->flag_loses,
                    .clock_ms = w->clock_ms,
                    .clock_inc = w->clock_inc};
    char id[PT_ID];
    if (!l) return NULL;
    const pt_sink sink = {take, l};
    memcpy(wish.owner, owner, sizeof owner);
    l->seeded = w->seeded;
    l->seed = w->seed;
    fill_seats(w, seat);
    uint32_t moves = record ? (uint32_t)moves_of(record) : 0;
    bool ok = draw_seed(l, id, wish.seed, why) &&
              (!record || pt_wish_record(&wish, record, moves, why));
    if (ok) {
        pt_table_init(&l->table, id, &local_bots);
        make_file(l, w->game, id, w->language);
        ok = pt_table_make(&l->table, &wish, seat, record, moves, local_now(l), &sink, why);
    }
    const pt_request start = local_request(l, PT_ASK_START, -1);
    if (ok && local_ask(l, &start, why)) return l;
    pt_local_free(l);
    return NULL;
}

/* If only bots play, requests come from the table's owner (-1). */
static int first_human(const pt_local_table *l) {
    for (int seat = 0; seat < l->table.core.seats; seat++)
        if (pt_local_is_human(l, seat)) return seat;
    return -1;
}

pt_local_table *pt_local_rematch(pt_local_table *l, pt_text *why) {
    pt_local_table *next = local_empty(why);
    pt_fresh fresh = {0};
    if (!next) return NULL;
    next->seeded = l->seeded;
    next->seed = l->seed + 1;
    pt_request r = local_request(l, PT_ASK_REMATCH, first_human(l));
    r.next = &next->table;
    r.fresh = &fresh;
    bool ok = draw_seed(next, fresh.id, fresh.seed, why);
    bool may = l->table.core.phase == PT_TABLE_OVER && !l->table.core.rematch[0];
    if (ok && may) make_file(next, l->table.game, fresh.id, local_language(why));
    l->next = next;
    ok = ok && local_ask(l, &r, why);
    l->next = NULL;
    if (ok) return next;
    pt_local_free(next);
    return NULL;
}

void pt_local_free(pt_local_table *l) {
    if (!l) return;
    pt_bot_thread_drop(&l->thought);
    pt_bot_thread_drop(&l->advice);
    for (int seat = 0; seat < PT_SEATS; seat++) pt_bot_free(l->bot[seat]);
    pt_bot_free(l->adviser);
    pt_table_file_close(&l->file);
    pt_table_done(&l->table);
    free(l->state);
    free(l);
}
