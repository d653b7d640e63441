/* The invariants of every game: memory, the report, and the course of a random game. */
/* SPDX-License-Identifier: MIT */
#include "invariants/inside.h"
#include <stdlib.h>

const invariants_pace invariants_brief = {2, 24, 4, 4, 24, 1};
const invariants_pace invariants_long = {16, 512, 32, 32, 1024, 1};

invariants_pace invariants_slower(invariants_pace p, uint32_t times) {
    return (invariants_pace){p.lists * times,  p.whole * times, p.text * times,
                             p.secret * times, p.faces * times, p.sample * times};
}

/* --- the rule numbers of the rulebook --- */

static size_t rule_id_at(const char *s) {
    size_t n = 0;
    if (s[n] < 'A' || s[n] > 'Z') return 0;
    n++;
    if (s[n] < '0' || s[n] > '9') return 0;
    while ((s[n] >= '0' && s[n] <= '9') || s[n] == '.') n++;
    if (s[n] >= 'a' && s[n] <= 'z') n++;
    while (s[n - 1] == '.') n--;
    return n < RULE_LENGTH ? n : 0;
}

/* The slot of an id, or the free slot where it belongs. */
static unsigned slot_of(const invariants *inv, const char *id, size_t length) {
    unsigned slot = 0;
    for (size_t i = 0; i < length; i++) slot = slot * 31 + (unsigned char)id[i];
    slot %= RULE_SLOTS;
    while (inv->rule[slot][0] &&
           (memcmp(inv->rule[slot], id, length) != 0 || inv->rule[slot][length] != 0))
        slot = (slot + 1) % RULE_SLOTS;
    return slot;
}

static void read_rules(invariants *inv, const char *book) {
    for (const char *line = book; *line;) {
        const char *at = line + strspn(line, "#*|- ");
        size_t n = at > line ? rule_id_at(at) : 0;
        unsigned slot = slot_of(inv, at, n);
        if (n && !inv->rule[slot][0] && inv->rules < RULE_SLOTS / 2) {
            memcpy(inv->rule[slot], at, n);
            inv->rules++;
        }
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
}

bool invariants_rule_known(const invariants *inv, const char *id, size_t length) {
    return length > 0 && length < RULE_LENGTH && inv->rule[slot_of(inv, id, length)][0];
}

int invariants_rule_count(const invariants *inv) { return inv->rules; }

/* --- memory: separate pieces of the exact size, so that a sanitizer sees every slip --- */

invariants *invariants_new(const pt_game *g, const pt_config *config, invariants_pace pace) {
    invariants *inv = calloc(1, sizeof *inv);
    if (!inv) return NULL;
    inv->g = g;
    inv->config = *config;
    inv->pace = pace;
    inv->space = pt_move_space(g->verbs);
    void **states[] = {&inv->state, &inv->before, &inv->view,
                       &inv->again, &inv->guess,  &inv->other};
    bool whole = true;
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        whole = (*states[i] = malloc(g->state_size)) && whole;
    inv->list = malloc((g->max_moves + (size_t)GUARD) * sizeof *inv->list);
    inv->list2 = malloc((g->max_moves + (size_t)GUARD) * sizeof *inv->list2);
    inv->luck = malloc((g->max_chance + (size_t)GUARD) * sizeof *inv->luck);
    inv->lines = malloc((g->max_lines + (size_t)1) * sizeof *inv->lines);
    inv->legal = calloc(pt_space_size(&inv->space) / 64 + 1, sizeof *inv->legal);
    inv->history = malloc((g->max_ply + (size_t)1) * sizeof *inv->history);
    inv->canvas = malloc(sizeof *inv->canvas);
    inv->text = malloc(TEXT_MAX);
    inv->text2 = malloc(TEXT_MAX);
    inv->report = calloc(1, TEXT_MAX);
    if (whole && inv->list && inv->list2 && inv->luck && inv->lines && inv->legal &&
        inv->history && inv->canvas && inv->text && inv->text2 && inv->report) {
        const pt_game *known = pt_game_named(g->name);
        if (known) read_rules(inv, pt_rulebook(known, PT_ENGLISH));
        return inv;
    }
    invariants_free(inv);
    return NULL;
}

void invariants_free(invariants *inv) {
    if (!inv) return;
    void *pieces[] = {inv->state, inv->before, inv->view,   inv->again,
                      inv->guess, inv->other,  inv->list,   inv->list2,
                      inv->luck,  inv->lines,  inv->legal,  inv->history,
                      inv->text,  inv->text2,  inv->report, inv->canvas};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) free(pieces[i]);
    free(inv);
}

invariants_tally invariants_so_far(const invariants *inv) { return inv->tally; }
const char *invariants_report(const invariants *inv) { return inv->report; }

/* --- the report --- */

void invariants_print_config(const pt_game *g, const pt_config *config, pt_text *out) {
    pt_put(out, "--game %s --players %d", g->name, config->seats);
    for (int i = 0; i < g->option_count; i++) {
        const pt_option *o = &g->options[i];
        int v = config->option[i];
        if (v == o->normal) continue;
        pt_put(out, " --option %s=", o->name);
        if (o->values)
            pt_puts(out, o->values[v - o->min]);
        else
            pt_put(out, "%d", v);
    }
}

bool invariants_broken(invariants *inv, const char *format, ...) {
    pt_text out = pt_text_on(inv->report, TEXT_MAX);
    va_list args;
    va_start(args, format);
    pt_putv(&out, format, args);
    va_end(args);
    pt_put(&out, "\n  in %s, %d players, seed %llu, ply %d", inv->g->name, inv->config.seats,
           (unsigned long long)inv->seed, pt_head_of(inv->state)->ply);
    if (pt_well_formed(inv->g->verbs, inv->move)) {
        pt_puts(&out, inv->seat == PT_LUCK ? ", luck's move '" : ", move '");
        pt_print_move(inv->g->verbs, inv->move, &out);
        pt_putc(&out, '\'');
    } else if (inv->move) {
        pt_put(&out, ", move %08x", (unsigned)inv->move);
    }
    if (inv->seat >= 0) pt_put(&out, " of seat %d", inv->seat + 1);
    pt_puts(&out, "\n  to see it again: petteia soak ");
    invariants_print_config(inv->g, &inv->config, &out);
    pt_put(&out, " --seed %llu --games 1\n  the position:\n", (unsigned long long)inv->seed);
    pt_print_position(inv->g, inv->state, &out);
    return false;
}

/* --- a game --- */

/* Invariants 1 to 8 in the state the game has reached. */
static bool invariants_of_state(invariants *inv) {
    const void *s = inv->state;
    memcpy(inv->before, s, inv->g->state_size);
    bool whole = invariants_turn_for(inv, inv->pace.whole);
    if (whole) inv->tally.whole++;
    if (!invariants_of_head(inv, s)) return false;
    if (!invariants_of_lists(inv, s, whole) || !invariants_of_luck(inv, s, whole)) return false;
    if (whole || invariants_turn_for(inv, inv->pace.text))
        if (!invariants_of_position(inv, s, whole) || !invariants_of_score(inv, s))
            return false;
    if (whole || invariants_turn_for(inv, inv->pace.secret))
        if (!invariants_of_secrets(inv, s, whole)) return false;
    if (invariants_turn_for(inv, inv->pace.faces) && !invariants_of_faces(inv, s)) return false;
    inv->move = 0;
    HOLDS(invariants_same(inv, s, inv->before), "looking at a state changed it");
    return true;
}

/* The next move of the random game. It is what pt_random_step picks, unless any seat that owes
 * a choice may come first. */
static bool pick(invariants *inv, pt_rng *rng, bool any_seat) {
    inv->seat = pt_mover(inv->state);
    if (inv->seat == PT_LUCK) {
        int n = invariants_chance(inv, inv->state);
        if (n < 0) return false;
        inv->move = inv->luck[pt_chance_draw(inv->luck, n, rng)].move;
        return true;
    }
    if (any_seat) do
            inv->seat = (int)pt_below(&inv->dice, inv->config.seats);
        while (!pt_has(pt_head_of(inv->state)->owes, inv->seat));
    int n = invariants_legal(inv, inv->state, inv->seat, inv->list);
    if (n < 0) return false;
    HOLDS(n > 0, "seat %d owes a choice and has none", inv->seat + 1);
    inv->move = inv->list[pt_below(rng, (uint32_t)n)];
    inv->tally.decisions++;
    return true;
}

/* Invariants 1 and 7: the same moves give the same bytes, whatever was in the memory before. */
static bool invariants_of_replay(invariants *inv) {
    int plies = pt_head_of(inv->state)->ply;
    memset(inv->other, GUARD_BYTE, inv->g->state_size);
    pt_start(inv->g, inv->other, &inv->config);
    for (int i = 0; i < plies; i++)
        inv->g->apply(inv->other, inv->history[i].seat, inv->history[i].move);
    HOLDS(invariants_same(inv, inv->state, inv->other), "the same moves lead to other bytes");
    return true;
}

bool invariants_play(invariants *inv, uint64_t seed) {
    pt_rng rng = {seed};
    inv->seed = seed;
    inv->dice = (pt_rng){~seed};
    inv->move = 0;
    inv->seat = PT_LUCK;
    memset(inv->state, 0, inv->g->state_size);
    pt_start(inv->g, inv->state, &inv->config);
    const pt_head *h = inv->state;
    HOLDS(h->ply == 0, "a game starts at ply %d", h->ply);
    for (;;) {
        if (!invariants_of_state(inv)) return false;
        if (h->node == PT_OVER) break;
        HOLDS(h->ply < inv->g->max_ply, "the game is not over after %d moves", h->ply);
        if (!pick(inv, &rng, seed % 4 == 0)) return false;
        int ply = h->ply;
        inv->history[ply] = (invariants_step){(int8_t)inv->seat, inv->move};
        inv->g->apply(inv->state, inv->seat, inv->move);
        HOLDS(h->ply == ply + 1, "a move took the ply from %d to %d", ply, h->ply);
        inv->tally.signature = inv->tally.signature * 31 + inv->move;
        inv->tally.moves++;
    }
    inv->tally.games++;
    if (h->ply > inv->tally.longest) inv->tally.longest = h->ply;
    return invariants_of_replay(inv);
}
