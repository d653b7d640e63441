/* What can be asked of a table: clocks, states, snapshots, records, places. */
/* SPDX-License-Identifier: MIT */
#include "server/table.h"
#include <stdlib.h>
#include <string.h>

uint8_t table_owes(const table_log *t) {
    const pt_head *h = table_head(t);
    return t->core.phase == TABLE_PLAYING && h->node == PT_DECIDE ? h->owes : 0;
}

bool table_racing(const table_log *t) {
    return t->core.phase == TABLE_PLAYING && t->game->race && t->game->race->on(t->core.state);
}

uint8_t table_timed(const table_log *t) { return table_racing(t) ? 0 : table_owes(t); }

int64_t seat_deadline(const table_log *t, int seat) {
    const table_seat *s = &t->core.seat[seat];
    if (!s->since || t->core.clock == CLOCK_NONE || table_racing(t)) return 0;
    return s->since + (t->core.clock == CLOCK_BANK ? s->left : t->core.clock_ms);
}

bool seat_has_person(const table_seat *s, const char *person) {
    if (s->kind != SEAT_HUMAN) return false;
    if (strcmp(s->person, person) == 0) return true;
    for (int i = 0; i < MATES; i++)
        if (strcmp(s->mate[i].person, person) == 0) return true;
    return false;
}

int seat_people(const table_seat *s) {
    int n = s->kind == SEAT_HUMAN;
    for (int i = 0; i < MATES; i++) n += s->mate[i].person[0] != 0;
    return n;
}

pt_fair table_fair(const table_log *t) {
    pt_fair f = {.seats = t->core.config.seats, .draws = t->core.draws};
    memcpy(f.seed, t->core.seed, sizeof f.seed);
    memcpy(f.table, t->core.id, sizeof t->core.id);
    for (int i = 0; i < f.seats; i++)
        memcpy(f.entropy[i], t->core.seat[i].entropy, sizeof f.entropy[i]);
    return f;
}

/* --- older states --- */

void table_state_at(const table_log *t, uint32_t n, void *state) {
    pt_start(t->game, state, &t->core.config);
    for (uint32_t i = 0; i < n; i++) t->game->apply(state, t->step[i].seat, t->step[i].move);
}

/* How many of the moves that stand the eye has not seen. */
static uint32_t unseen_moves(const table_log *t, int eye) {
    uint64_t state[PT_STATE_MAX / 8];
    uint32_t count = 0;
    if (!t->game->sight || t->core.number == t->core.seen[eye]) return 0;
    pt_start(t->game, state, &t->core.config);
    for (uint32_t i = 0; i < t->core.steps; i++) {
        const table_step *s = &t->step[i];
        count += i >= t->core.past &&
                 t->game->sight(state, s->seat, s->move, viewer_of(eye)) == PT_UNSEEN;
        t->game->apply(state, s->seat, s->move);
    }
    return count;
}

static bool same_view(const pt_game *g, const void *a, const void *b, int eye) {
    uint64_t x[PT_STATE_MAX / 8], y[PT_STATE_MAX / 8];
    pt_observe(g, a, viewer_of(eye), x);
    pt_observe(g, b, viewer_of(eye), y);
    return memcmp(x, y, g->state_size) == 0;
}

/* An event's number less the events that the eye has not seen is its number in the eye's
 * stream. The unseen ones that were taken back are all older than the last undo, so that they
 * count for every move that matters. */
bool table_state_seen(const table_log *t, int eye, int64_t seen, void *state) {
    const pt_game *g = t->game;
    uint64_t next[PT_STATE_MAX / 8];
    if (t->core.phase == TABLE_OPEN || seen < t->core.started || seen > t->core.seen[eye])
        return false;
    uint32_t hidden = t->core.number - t->core.seen[eye] - unseen_moves(t, eye);
    bool undo = t->core.undone != 0; /* it is still to come */
    pt_start(g, next, &t->core.config);
    memcpy(state, next, g->state_size);
    for (uint32_t i = 0;; i++) {
        const table_step *s = i < t->core.steps ? &t->step[i] : NULL;
        if (undo && (!s || t->core.undone < s->number)) {
            if (t->core.undone - hidden > seen) return false;
            undo = false;
        }
        if (!s) return true;
        bool unseen = g->sight && i >= t->core.past &&
                      g->sight(next, s->seat, s->move, viewer_of(eye)) == PT_UNSEEN;
        hidden += unseen;
        if (!unseen && s->number - hidden > seen) return !undo;
        g->apply(next, s->seat, s->move);
        if (!unseen)
            memcpy(state, next, g->state_size);
        else if (s->number - hidden == seen && !same_view(g, state, next, eye))
            return false;
    }
}

/* --- snapshots --- */

/* A snapshot of another layout is worth nothing; the events are always there. */
typedef struct snapshot_head {
    char mark[8];
    uint32_t version, core_size, step_size, state_size, rules;
    uint32_t steps;
} snapshot_head;

static snapshot_head snapshot_mark(const table_log *t) {
    return (snapshot_head){"petteia",           2,
                           sizeof(table_core),  sizeof(table_step),
                           t->game->state_size, t->game->rules,
                           t->core.steps};
}

void *table_snapshot(const table_log *t, size_t *n) {
    snapshot_head head = snapshot_mark(t);
    size_t steps = t->core.steps * sizeof(table_step);
    *n = sizeof head + sizeof t->core + steps;
    char *bytes = malloc(*n);
    if (!bytes) return NULL;
    memcpy(bytes, &head, sizeof head);
    memcpy(bytes + sizeof head, &t->core, sizeof t->core);
    if (steps) memcpy(bytes + sizeof head + sizeof t->core, t->step, steps);
    return bytes;
}

bool table_from_snapshot(table_log *t, const void *bytes, size_t n) {
    snapshot_head head, wanted;
    table_log new = {0};
    if (n < sizeof head + sizeof new.core) return false;
    memcpy(&head, bytes, sizeof head);
    if (memcmp(head.mark, "petteia", 8) != 0 || head.core_size != sizeof new.core) return false;
    memcpy(&new.core, (const char *)bytes + sizeof head, sizeof new.core);
    new.core.game[PT_ID - 1] = 0;
    new.game = pt_game_named(new.core.game);
    if (!new.game) return false;
    wanted = snapshot_mark(&new);
    size_t steps = new.core.steps * sizeof(table_step);
    if (memcmp(&head, &wanted, sizeof head) != 0 || n != sizeof head + sizeof new.core + steps)
        return false;
    new.step = malloc(steps + sizeof(table_step));
    if (!new.step) return false;
    new.step_room = new.core.steps + 1;
    memcpy(new.step, (const char *)bytes + sizeof head + sizeof new.core, steps);
    *t = new;
    return true;
}

/* --- at the end --- */

void table_places(const table_log *t, uint8_t place[PT_SEATS]) {
    memset(place, 0, PT_SEATS);
    t->game->rank(t->core.state, place);
    int seats = t->core.config.seats, stayed = 0;
    for (int i = 0; i < seats; i++) stayed += !t->core.seat[i].resigned;
    uint8_t rank[PT_SEATS];
    memcpy(rank, place, sizeof rank);
    for (int i = 0; i < seats; i++) {
        place[i] = (uint8_t)(stayed + 1);
        if (t->core.seat[i].resigned) continue;
        int better = 0;
        for (int k = 0; k < seats; k++)
            better += !t->core.seat[k].resigned && rank[k] < rank[i];
        place[i] = (uint8_t)(better + 1);
    }
}

static void write_head(const table_log *t, pt_text *out) {
    pt_record_head head = {.game = t->game, .config = t->core.config};
    pt_fair fair = table_fair(t);
    memcpy(head.table, fair.table, sizeof head.table);
    memcpy(head.entropy, fair.entropy, sizeof head.entropy);
    /* The draws of another game's moves cannot be proved with this table's seed. */
    if (!t->core.past) pt_fair_commit(fair.seed, head.commit);
    if (t->core.phase == TABLE_OVER && !t->core.past)
        pt_to_hex(fair.seed, sizeof fair.seed, head.seed);
    for (int i = 0; i < t->core.config.seats; i++)
        memcpy(head.player[i], t->core.seat[i].name, PT_NAME);
    pt_text result = pt_text_on(head.result, sizeof head.result);
    if (table_head(t)->node == PT_OVER || t->core.phase == TABLE_OVER)
        pt_write_result(t->game, t->core.state, &result);
    else
        pt_puts(&result, "*");
    pt_write_head(&head, out);
    pt_putc(out, '\n');
}

/* Plays the moves once more, for the lots stand in the positions they were drawn in. */
void table_record(const table_log *t, pt_text *out) {
    uint64_t state[PT_STATE_MAX / 8];
    pt_chance *list = malloc(((size_t)t->game->max_chance + 1) * sizeof *list);
    pt_fair fair = table_fair(t);
    if (!list) return;
    fair.draws = 0;
    write_head(t, out);
    pt_start(t->game, state, &t->core.config);
    for (uint32_t i = 0; i < t->core.steps; i++) {
        const table_step *s = &t->step[i];
        pt_write_move(t->game, s->seat, s->move, out);
        if (s->seat < 0 && t->core.past) {
            /* without its lot, as a table without a commitment has none */
        } else if (s->seat < 0) {
            pt_lot lot = pt_fair_draw(&fair, list, t->game->chance(state, list));
            pt_write_lot(&lot, out);
        } else if (s->left >= 0) {
            int seconds = s->left / 100;
            pt_put(out, " {%%clk %d:%02d:%02d}", seconds / 3600, seconds / 60 % 60,
                   seconds % 60);
        }
        pt_putc(out, '\n');
        t->game->apply(state, s->seat, s->move);
    }
    if (t->core.stopped)
        for (int i = 0; i < t->core.config.seats; i++)
            if (t->core.seat[i].resigned) pt_put(out, "%d resigns\n", i + 1);
    free(list);
}
