/* One game at one screen; see session.h. */
/* SPDX-License-Identifier: MIT */
#include "term/session.h"
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A bot's thought: it works on a view of its own and writes nothing but its answer. */
typedef struct thought {
    pthread_t thread;
    bool running;
    atomic_bool done;
    pt_bot *bot;
    int seat;
    pt_rng rng;
    pt_move answer;
    _Alignas(max_align_t) unsigned char view[PT_STATE_MAX];
} thought;

struct pt_session {
    pt_table table;
    int length;
    pt_step *step;
    pt_rng *rng;          /* before each step, so that undo also takes luck back */
    unsigned char *state; /* length + 1 states */
    pt_bot *bot[PT_SEATS];
    thought thought;
};

static size_t stride(const pt_session *s) { return (s->table.game->state_size + 15u) & ~15u; }

static void *state_at(const pt_session *s, int ply) {
    return s->state + (size_t)ply * stride(s);
}

pt_session *pt_session_new(const pt_table *table) {
    pt_session *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->table = *table;
    size_t plies = (size_t)table->game->max_ply + 2;
    s->step = calloc(plies, sizeof *s->step);
    s->rng = calloc(plies, sizeof *s->rng);
    s->state = calloc(plies, stride(s));
    bool full = s->step && s->rng && s->state;
    for (int seat = 0; seat < table->config.seats && full; seat++)
        if (table->bot[seat])
            full = (s->bot[seat] = pt_bot_new(table->bot[seat], table->game)) != NULL;
    if (!full) {
        pt_session_free(s);
        return NULL;
    }
    s->rng[0].state = table->seed;
    pt_start(table->game, s->state, &table->config);
    return s;
}

void pt_session_free(pt_session *s) {
    if (!s) return;
    if (s->thought.running) pthread_join(s->thought.thread, NULL);
    for (int seat = 0; seat < PT_SEATS; seat++) pt_bot_free(s->bot[seat]);
    free(s->step);
    free(s->rng);
    free(s->state);
    free(s);
}

const void *pt_session_state(const pt_session *s) { return state_at(s, s->length); }
const void *pt_session_state_at(const pt_session *s, int ply) { return state_at(s, ply); }
const pt_table *pt_session_table(const pt_session *s) { return &s->table; }
int pt_session_length(const pt_session *s) { return s->length; }
pt_step pt_session_step(const pt_session *s, int ply) { return s->step[ply]; }
bool pt_session_over(const pt_session *s) {
    return pt_head_of(pt_session_state(s))->node == PT_OVER;
}
bool pt_session_is_human(const pt_session *s, int seat) {
    return seat >= 0 && seat < s->table.config.seats && !s->table.bot[seat];
}

int pt_session_humans(const pt_session *s) {
    int n = 0;
    for (int seat = 0; seat < s->table.config.seats; seat++) n += !s->table.bot[seat];
    return n;
}

int pt_session_mover(const pt_session *s) {
    const pt_head *h = pt_session_state(s);
    if (h->node != PT_DECIDE) return PT_LUCK;
    int last = -1;
    for (int ply = s->length - 1; ply >= 0 && last < 0; ply--) last = s->step[ply].seat;
    for (int i = 1; i <= h->seats; i++)
        if (pt_has(h->owes, (last + i) % h->seats)) return (last + i) % h->seats;
    return PT_LUCK;
}

/* The next position, and the numbers that luck goes on with. */
static void push(pt_session *s, int seat, pt_move m, pt_rng rng) {
    s->step[s->length] = (pt_step){seat, m};
    memcpy(state_at(s, s->length + 1), state_at(s, s->length), s->table.game->state_size);
    s->length++;
    s->table.game->apply(state_at(s, s->length), seat, m);
    s->rng[s->length] = rng;
}

pt_err pt_session_play(pt_session *s, int seat, pt_move m, pt_text *why) {
    if (s->thought.running) {
        pt_put(why, "a bot is thinking");
        return PT_REFUSED;
    }
    pt_err err = pt_check(s->table.game, pt_session_state(s), seat, m, why);
    if (err) return err;
    push(s, seat, m, s->rng[s->length]);
    return PT_OK;
}

void pt_session_draw(pt_session *s) {
    const pt_game *g = s->table.game;
    static const int most = 1024;
    pt_chance *luck = malloc(sizeof *luck * (size_t)most);
    while (luck && pt_head_of(pt_session_state(s))->node == PT_CHANCE) {
        pt_rng rng = s->rng[s->length];
        int n = g->chance(pt_session_state(s), luck);
        uint32_t ticket = pt_below(&rng, pt_chance_total(luck, n));
        push(s, PT_LUCK, luck[pt_chance_at(luck, n, ticket)].move, rng);
    }
    free(luck);
}

/* --- bots --- */

static void *think(void *argument) {
    thought *t = argument;
    t->answer = pt_bot_pick(t->bot, t->view, t->seat, &t->rng);
    atomic_store(&t->done, true);
    return NULL;
}

void pt_session_think(pt_session *s) {
    thought *t = &s->thought;
    t->seat = pt_session_mover(s);
    t->bot = s->bot[t->seat];
    t->rng = s->rng[s->length];
    atomic_store(&t->done, false);
    pt_observe(s->table.game, pt_session_state(s), t->seat, t->view);
    t->running = pthread_create(&t->thread, NULL, think, t) == 0;
    if (!t->running) think(t); /* no thread to be had: think here */
}

bool pt_session_thinking(const pt_session *s) {
    return s->thought.running || atomic_load(&s->thought.done);
}

bool pt_session_poll(pt_session *s) {
    thought *t = &s->thought;
    if (!atomic_load(&t->done)) return false;
    if (t->running) pthread_join(t->thread, NULL);
    t->running = false;
    atomic_store(&t->done, false);
    push(s, t->seat, t->answer, t->rng);
    return true;
}

/* Waits for a thought and forgets it. */
static void drop_thought(pt_session *s) {
    if (s->thought.running) pthread_join(s->thought.thread, NULL);
    s->thought.running = false;
    atomic_store(&s->thought.done, false);
}

/* --- undo --- */

bool pt_session_undo(pt_session *s, int seat, pt_text *why) {
    drop_thought(s);
    bool hidden = s->table.game->observe != NULL;
    for (int ply = s->length - 1; ply >= 0; ply--) {
        int who = s->step[ply].seat;
        if (who == PT_LUCK) {
            pt_put(why, "something was drawn since your last move: it stands");
            return false;
        }
        if (!pt_session_is_human(s, who)) continue;
        if (hidden && who != seat) break;
        s->length = ply;
        return true;
    }
    pt_put(why, "there is no move of yours to take back");
    return false;
}

/* --- texts --- */

bool pt_session_tell(const pt_session *s, int ply, int viewer, pt_text *out) {
    const pt_game *g = s->table.game;
    pt_step step = s->step[ply];
    pt_sight sight =
        g->sight ? g->sight(state_at(s, ply), step.seat, step.move, viewer) : PT_SEEN;
    if (sight == PT_UNSEEN) return false;
    if (sight == PT_MASKED)
        pt_puts(out, "...");
    else
        pt_print_move(g->verbs, step.move, out);
    return true;
}

/* Tags and moves, one a line; the moves of luck are marked with a star. */
bool pt_session_save(const pt_session *s, const char *path, pt_text *why) {
    FILE *file = fopen(path, "w");
    if (!file) {
        pt_put(why, "open %s: %s", path, strerror(errno));
        return false;
    }
    fprintf(file, "[Game \"%s\"]\n[Rules \"%d\"]\n[Players \"%d\"]\n\n", s->table.game->name,
            s->table.game->rules, s->table.config.seats);
    for (int ply = 0; ply < s->length; ply++) {
        PT_TEXT(line, 128);
        pt_print_move(s->table.game->verbs, s->step[ply].move, &line);
        if (s->step[ply].seat == PT_LUCK)
            fprintf(file, "* %s\n", line.at);
        else
            fprintf(file, "%d %s\n", s->step[ply].seat + 1, line.at);
    }
    bool written = !ferror(file);
    if (fclose(file) != 0) written = false;
    if (!written) pt_put(why, "write %s: %s", path, strerror(errno));
    return written;
}
