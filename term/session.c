/* One game at one screen; see session.h. */
/* SPDX-License-Identifier: MIT */
#include "term/session.h"
#include "core/fair.h"
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* A bot's thought: it works on a view of its own and writes nothing but its answer. */
typedef struct thought {
    pthread_t thread;
    bool running;
    atomic_bool done, stop;
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
    pt_lot *lot;          /* the draw of a step that luck made */
    pt_rng *rng;          /* of the bots before each step: undo takes their numbers back too */
    unsigned char *state; /* length + 1 states */
    pt_bot *bot[PT_SEATS];
    pt_record_head head;
    pt_fair fair;
    thought thought;
};

static size_t stride(const pt_session *s) { return (s->table.game->state_size + 15u) & ~15u; }

static void *state_at(const pt_session *s, int ply) {
    return s->state + (size_t)ply * stride(s);
}

/* Luck comes from verifiable draws (docs/records.md). The seeds are the system's, or, to play a
 * game again, all follow from one number. */
static bool make_seed(const pt_table *t, const char *what, uint8_t digest[PT_SHA256]) {
    if (!t->seeded) return getrandom(digest, PT_SHA256, 0) == PT_SHA256;
    PT_TEXT(text, 64);
    pt_put(&text, "petteia %s %" PRIu64, what, t->seed);
    pt_sha256_of(text.at, text.used, digest);
    return true;
}

static bool make_fair(pt_session *s) {
    enum { ENTROPY = 16 };
    uint8_t bytes[PT_SHA256];
    pt_text table = pt_text_on(s->head.table, sizeof s->head.table);
    pt_puts(&table, "term");
    if (!make_seed(&s->table, "seed", s->fair.seed)) return false;
    for (int seat = 0; seat < s->table.config.seats; seat++) {
        PT_TEXT(what, 16);
        pt_put(&what, "entropy%d", seat + 1);
        if (!make_seed(&s->table, what.at, bytes)) return false;
        pt_to_hex(bytes, ENTROPY, s->head.entropy[seat]);
    }
    if (!make_seed(&s->table, "bots", bytes)) return false;
    for (int i = 0; i < 8; i++) s->rng[0].state = s->rng[0].state << 8 | bytes[i];
    pt_fair_commit(s->fair.seed, s->head.commit);
    s->fair.seats = s->table.config.seats;
    memcpy(s->fair.table, s->head.table, sizeof s->fair.table);
    memcpy(s->fair.entropy, s->head.entropy, sizeof s->fair.entropy);
    return true;
}

static void name_players(pt_session *s) {
    s->head.game = s->table.game;
    s->head.config = s->table.config;
    for (int seat = 0; seat < s->table.config.seats; seat++) {
        pt_text name = pt_text_on(s->head.player[seat], sizeof s->head.player[seat]);
        pt_puts(&name, s->table.bot[seat] ? s->table.bot[seat]->name : "human");
    }
}

static bool seat_bot(pt_session *s, int seat) {
    s->bot[seat] = pt_bot_new(s->table.bot[seat], s->table.game);
    if (s->bot[seat]) s->bot[seat]->budget.stop = &s->thought.stop;
    return s->bot[seat] != NULL;
}

pt_session *pt_session_new(const pt_table *table) {
    pt_session *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->table = *table;
    size_t plies = (size_t)table->game->max_ply + 2;
    s->step = calloc(plies, sizeof *s->step);
    s->lot = calloc(plies, sizeof *s->lot);
    s->rng = calloc(plies, sizeof *s->rng);
    s->state = calloc(plies, stride(s));
    bool full = s->step && s->lot && s->rng && s->state && make_fair(s);
    for (int seat = 0; seat < table->config.seats && full; seat++)
        if (table->bot[seat]) full = seat_bot(s, seat);
    if (!full) {
        pt_session_free(s);
        return NULL;
    }
    name_players(s);
    pt_start(table->game, s->state, &table->config);
    return s;
}

/* Tells a bot to come to an end, and forgets what it thought. */
static void drop_thought(pt_session *s) {
    atomic_store(&s->thought.stop, true);
    if (s->thought.running) pthread_join(s->thought.thread, NULL);
    s->thought.running = false;
    atomic_store(&s->thought.stop, false);
    atomic_store(&s->thought.done, false);
}

void pt_session_free(pt_session *s) {
    if (!s) return;
    drop_thought(s);
    for (int seat = 0; seat < PT_SEATS; seat++) pt_bot_free(s->bot[seat]);
    free(s->step);
    free(s->lot);
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
    pt_chance *luck = calloc(g->max_chance + 1u, sizeof *luck);
    while (luck && pt_head_of(pt_session_state(s))->node == PT_CHANCE) {
        int n = g->chance(pt_session_state(s), luck);
        pt_lot lot = pt_fair_draw(&s->fair, luck, n);
        s->lot[s->length] = lot;
        push(s, PT_LUCK, lot.move, s->rng[s->length]);
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

/* What the game adds to the notation for people. */
static void put_note(const pt_session *s, int ply, int viewer, pt_text *out) {
    const pt_game *g = s->table.game;
    pt_step step = s->step[ply];
    _Alignas(max_align_t) unsigned char view[PT_STATE_MAX];
    PT_TEXT(note, 80);
    if (!g->note) return;
    pt_observe(g, state_at(s, ply), viewer, view);
    g->note(view, step.seat, step.move, &note);
    if (note.used) pt_put(out, ": %s", note.at);
}

bool pt_session_tell(const pt_session *s, int ply, int viewer, pt_text *out) {
    const pt_game *g = s->table.game;
    pt_step step = s->step[ply];
    pt_sight sight =
        g->sight ? g->sight(state_at(s, ply), step.seat, step.move, viewer) : PT_SEEN;
    if (sight == PT_UNSEEN) return false;
    if (sight == PT_MASKED) {
        pt_puts(out, "...");
        return true;
    }
    pt_print_move(g->verbs, step.move, out);
    put_note(s, ply, viewer, out);
    return true;
}

static void to_file(void *file, const char *bytes, size_t n) { fwrite(bytes, 1, n, file); }

/* The seed is revealed when nothing is left to draw with it: at the end. */
static void write_record(const pt_session *s, pt_text *out) {
    pt_record_head head = s->head;
    pt_text result = pt_text_on(head.result, sizeof head.result);
    if (pt_session_over(s)) {
        pt_write_result(s->table.game, pt_session_state(s), &result);
        pt_to_hex(s->fair.seed, sizeof s->fair.seed, head.seed);
    } else {
        pt_puts(&result, "*");
    }
    pt_write_head(&head, out);
    pt_putc(out, '\n');
    for (int ply = 0; ply < s->length; ply++) {
        pt_write_move(s->table.game, s->step[ply].seat, s->step[ply].move, out);
        if (s->step[ply].seat == PT_LUCK) pt_write_lot(&s->lot[ply], out);
        pt_putc(out, '\n');
    }
}

static bool is_there(const char *path) { return access(path, F_OK) == 0; }

void pt_free_path(const char *path, pt_text *out) {
    const char *dot = strrchr(path, '.');
    if (!dot || dot == path || strchr(dot, '/')) dot = path + strlen(path);
    pt_puts(out, path);
    for (int n = 2; is_there(out->at) && n < 10000; n++) {
        pt_clear(out);
        pt_put(out, "%.*s-%d%s", (int)(dot - path), path, n, dot);
    }
}

bool pt_can_write(const char *path, pt_text *why) {
    bool before = is_there(path);
    FILE *file = fopen(path, "a");
    if (!file) {
        pt_put(why, "open %s: %s", path, strerror(errno));
        return false;
    }
    fclose(file);
    if (!before) remove(path);
    return true;
}

bool pt_session_save(const pt_session *s, const char *path, pt_text *why) {
    FILE *file = fopen(path, "w");
    if (!file) {
        pt_put(why, "open %s: %s", path, strerror(errno));
        return false;
    }
    char memory[1024];
    pt_text out = pt_text_to(memory, sizeof memory, to_file, file);
    write_record(s, &out);
    pt_flush(&out);
    bool written = !ferror(file);
    if (fclose(file) != 0) written = false;
    if (!written) pt_put(why, "write %s: %s", path, strerror(errno));
    return written;
}
