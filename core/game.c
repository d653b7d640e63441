/* What every user of a game needs and no game should write twice. */
/* SPDX-License-Identifier: MIT */
#include "core/game.h"
#include "core/nearest.h"
#include "core/words.h"
#include <assert.h>
#include <string.h>

static void begin_refusal(pt_text *why, const char *rule) {
    pt_clear(why);
    pt_puts(why, rule);
    pt_puts(why, ": ");
}

void pt_write_refusal(pt_text *why, const char *rule, const pt_said *said) {
    begin_refusal(why, rule);
    pt_say(why, *said);
    why->key = said->phrase->key;
}

pt_err pt_refuse_plain(pt_err err, pt_text *why, pt_said said) {
    assert(err);
    if (!why) return err;
    pt_say(why, said);
    why->key = said.phrase->key;
    return err;
}

pt_err pt_impossible(pt_text *why, const char *rule, const char *format, ...) {
    if (!why) return PT_REFUSED;
    va_list args;
    begin_refusal(why, rule);
    va_start(args, format);
    pt_putv(why, format, args);
    va_end(args);
    return PT_REFUSED;
}

pt_err pt_wrong(pt_err err, pt_text *why, const char *format, ...) {
    assert(err != PT_OK);
    va_list args;
    va_start(args, format);
    pt_putv(why, format, args);
    va_end(args);
    return err;
}

pt_config pt_config_normal(const pt_game *g, int seats) {
    assert(seats >= 0 && seats <= UINT8_MAX);
    assert(g->option_count <= PT_OPTIONS);
    pt_config c = {.seats = (uint8_t)seats};
    for (int i = 0; i < g->option_count; i++) c.option[i] = g->options[i].normal;
    return c;
}

pt_err pt_config_check(const pt_game *g, const pt_config *c, pt_text *why) {
    int least = g->min_seats, most = g->max_seats;
    if (c->seats < least || c->seats > most)
        return pt_refuse_plain(PT_REFUSED, why,
                               least == most
                                   ? core_say_seats(g->title, least, c->seats)
                                   : core_say_seats_range(g->title, least, most, c->seats));
    for (int i = 0; i < g->option_count; i++) {
        const pt_option *o = &g->options[i];
        if (c->option[i] < o->min || c->option[i] > o->max)
            return pt_refuse_plain(PT_REFUSED, why,
                                   core_say_option_range(o->name, o->min, o->max));
    }
    return PT_OK;
}

static bool option_value(const pt_option *o, pt_word w, long *out) {
    assert(o->min <= o->max);
    if (!o->values) return pt_number(w, o->min, o->max, out);
    for (long v = o->min; v <= o->max; v++)
        if (pt_is(w, o->values[v - o->min])) {
            *out = v;
            return true;
        }
    return false;
}

/* How many bytes of a user's text a sentence quotes. */
enum { QUOTED = 40 };
static const char *quoted(pt_word w, char memory[QUOTED + 1]) {
    size_t n = w.length < QUOTED ? w.length : QUOTED;
    memcpy(memory, w.at, n);
    memory[n] = 0;
    return memory;
}

static pt_err not_a_value(const pt_option *o, pt_word value, pt_text *why) {
    char memory[QUOTED + 1];
    const char *text = quoted(value, memory);
    if (!o->values)
        return pt_refuse_plain(PT_UNREADABLE, why,
                               core_say_option_number(o->name, text, o->min, o->max));
    PT_TEXT(values, 160);
    int last = o->max - o->min;
    assert(last > 0);
    for (int k = 0; k < last; k++) pt_put(&values, "%s%s", k ? ", " : "", o->values[k]);
    return pt_refuse_plain(PT_UNREADABLE, why,
                           core_say_option_values(o->name, text, values.at, o->values[last]));
}

pt_err pt_config_set(const pt_game *g, pt_config *c, const char *text, pt_text *why) {
    char memory[QUOTED + 1];
    const char *equals = strchr(text, '=');
    if (!equals) {
        const char *written = quoted((pt_word){text, strlen(text)}, memory);
        return pt_refuse_plain(PT_UNREADABLE, why, core_say_option_form(written));
    }
    pt_word name = {text, (size_t)(equals - text)}, value = {equals + 1, strlen(equals + 1)};
    for (int i = 0; i < g->option_count; i++) {
        const pt_option *o = &g->options[i];
        long v;
        if (!pt_is(name, o->name)) continue;
        if (!option_value(o, value, &v)) return not_a_value(o, value, why);
        c->option[i] = (int16_t)v;
        return PT_OK;
    }
    const char *asked = quoted(name, memory);
    pt_nearest near = pt_nearest_to(asked);
    for (int i = 0; i < g->option_count; i++) pt_nearest_try(&near, g->options[i].name);
    return pt_refuse_plain(PT_UNREADABLE, why,
                           near.name ? core_say_no_option_near(g->title, asked, near.name)
                                     : core_say_no_option(g->title, asked));
}

void pt_start(const pt_game *g, void *s, const pt_config *config) {
    assert(pt_config_check(g, config, NULL) == PT_OK);
    assert(g->state_size >= sizeof(pt_head) && g->state_size <= PT_STATE_MAX);
    memset(s, 0, g->state_size);
    g->setup(s, config);
}

void pt_observe(const pt_game *g, const void *s, int viewer, void *view) {
    assert(viewer >= PT_PUBLIC && viewer < PT_SEATS && view != s);
    if (g->observe)
        g->observe(s, viewer, view);
    else
        memcpy(view, s, g->state_size);
}

void pt_recall(const pt_game *g, const void *s, int viewer, void *view) {
    assert(viewer >= PT_PUBLIC && viewer < PT_SEATS && view != s);
    if (g->recall)
        g->recall(s, viewer, view);
    else
        pt_observe(g, s, viewer, view);
}

void pt_imagine(const pt_game *g, const void *view, int viewer, pt_rng *rng, void *s) {
    assert(viewer >= PT_PUBLIC && viewer < PT_SEATS && view != s);
    if (g->imagine)
        g->imagine(view, viewer, rng, s);
    else
        memcpy(s, view, g->state_size);
}

static pt_err check_luck(const pt_game *g, const void *s, pt_move m, pt_text *why) {
    pt_chance list[1024];
    assert(g->max_chance <= 1024);
    if (pt_head_of(s)->node != PT_CHANCE)
        return pt_refuse_plain(PT_REFUSED, why, core_say_nothing_drawn());
    int n = g->chance(s, list);
    for (int i = 0; i < n; i++)
        if (list[i].move == m) return PT_OK;
    return pt_refuse_plain(PT_REFUSED, why, core_say_not_drawn());
}

pt_err pt_check(const pt_game *g, const void *s, int seat, pt_move m, pt_text *why) {
    if (seat == PT_LUCK) return check_luck(g, s, m, why);
    return g->check(s, seat, m, why);
}

pt_err pt_check_seen(const pt_game *g, const void *s, int seat, pt_move m, pt_text *why) {
    uint64_t view[PT_STATE_MAX / 8];
    assert(g->state_size <= sizeof view);
    if (g->check(s, seat, m, NULL) == PT_OK) return PT_OK; /* own choices need no secrets */
    pt_observe(g, s, seat, view);
    pt_err err = g->check(view, seat, m, why);
    return err ? err : g->check(s, seat, m, why);
}

pt_err pt_play(const pt_game *g, void *s, int seat, pt_move m, pt_text *why) {
    pt_err err = pt_check(g, s, seat, m, why);
    if (err) return err;
    g->apply(s, seat, m);
    return PT_OK;
}

uint32_t pt_chance_total(const pt_chance *list, int n) {
    uint32_t total = 0;
    for (int i = 0; i < n; i++) total += list[i].weight;
    return total;
}

int pt_chance_at(const pt_chance *list, int n, uint32_t ticket) {
    int i = 0;
    while (i + 4 < n) { /* four at a time as long as possible: lists are long */
        const pt_chance *l = list + i;
        uint32_t four = l[0].weight + l[1].weight + l[2].weight + l[3].weight;
        if (ticket < four) break;
        ticket -= four;
        i += 4;
    }
    while (ticket >= list[i].weight) ticket -= list[i++].weight;
    assert(i < n); /* the ticket belongs to one of the outcomes */
    return i;
}

int pt_chance_draw(const pt_chance *list, int n, pt_rng *rng) {
    uint32_t total = pt_chance_total(list, n), ticket = pt_below(rng, total);
    return total == (uint32_t)n ? (int)ticket : pt_chance_at(list, n, ticket); /* all weigh 1 */
}

pt_move pt_random_step(const pt_game *g, void *s, pt_rng *rng, pt_move *moves,
                       pt_chance *luck) {
    int seat = pt_mover(s);
    pt_move m;
    if (seat == PT_LUCK) {
        int n = g->chance(s, luck);
        m = luck[pt_chance_draw(luck, n, rng)].move;
    } else {
        int n = g->legal(s, seat, moves);
        assert(n > 0); /* whoever owes a choice has one */
        m = moves[pt_below(rng, (uint32_t)n)];
    }
    g->apply(s, seat, m);
    return m;
}

bool pt_hides(const pt_game *g, const pt_config *config, pt_move *moves, pt_chance *luck) {
    if (!g->observe) return false;
    uint64_t s[PT_STATE_MAX / 8], view[PT_STATE_MAX / 8];
    pt_rng rng = {1};
    pt_start(g, s, config);
    while (pt_head_of(s)->node != PT_OVER) {
        for (int seat = 0; seat < config->seats; seat++) {
            pt_observe(g, s, seat, view);
            if (memcmp(view, s, g->state_size) != 0) return true;
        }
        pt_random_step(g, s, &rng, moves, luck);
    }
    return false;
}

int pt_next_mover(const void *s, int last) {
    const pt_head *h = s;
    if (h->node == PT_DECIDE && pt_has(h->owes, last))
        for (int seat = last + 1; seat < h->seats; seat++)
            if (pt_has(h->owes, seat)) return seat;
    return pt_mover(s);
}

void pt_win_shares(const pt_game *g, const void *s, int32_t one, int32_t share[PT_SEATS]) {
    uint8_t place[PT_SEATS] = {0};
    int seats = pt_head_of(s)->seats, winners = 0;
    g->rank(s, place);
    for (int seat = 0; seat < seats; seat++) winners += place[seat] == 1;
    for (int seat = 0; seat < PT_SEATS; seat++)
        share[seat] = seat < seats && place[seat] == 1 ? one / winners : 0;
}

void pt_print_points(const pt_game *g, int32_t points, pt_text *out) {
    assert(g->score_den == 1 || g->score_den == 2);
    if (points < 0) {
        pt_putc(out, '-');
        points = -points;
    }
    pt_put(out, "%d", points / g->score_den);
    if (points % g->score_den) pt_puts(out, ".5");
}

const pt_game *pt_game_named(const char *name) {
    assert(name);
    for (int i = 0; pt_games[i]; i++)
        if (strcmp(pt_games[i]->name, name) == 0) return pt_games[i];
    return NULL;
}
