/* The laws of every game: memory, the report, and the course of a random game. */
/* SPDX-License-Identifier: MIT */
#include "laws/inside.h"
#include <stdlib.h>

const laws_pace laws_brief = {2, 24, 4, 4, 24, 1};
const laws_pace laws_long = {16, 512, 32, 32, 1024, 1};

laws_pace laws_slower(laws_pace p, uint32_t times) {
    return (laws_pace){p.lists * times,  p.whole * times, p.text * times,
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
static unsigned slot_of(const laws *l, const char *id, size_t length) {
    unsigned slot = 0;
    for (size_t i = 0; i < length; i++) slot = slot * 31 + (unsigned char)id[i];
    slot %= RULE_SLOTS;
    while (l->rule[slot][0] &&
           (memcmp(l->rule[slot], id, length) != 0 || l->rule[slot][length] != 0))
        slot = (slot + 1) % RULE_SLOTS;
    return slot;
}

static void read_rules(laws *l, const char *book) {
    for (const char *line = book; *line;) {
        const char *at = line + strspn(line, "#*|- ");
        size_t n = at > line ? rule_id_at(at) : 0;
        unsigned slot = slot_of(l, at, n);
        if (n && !l->rule[slot][0] && l->rules < RULE_SLOTS / 2) {
            memcpy(l->rule[slot], at, n);
            l->rules++;
        }
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
}

bool laws_rule_known(const laws *l, const char *id, size_t length) {
    return length > 0 && length < RULE_LENGTH && l->rule[slot_of(l, id, length)][0];
}

int laws_rule_count(const laws *l) { return l->rules; }

/* --- memory: separate pieces of the exact size, so that a sanitizer sees every slip --- */

laws *laws_new(const pt_game *g, const pt_config *config, laws_pace pace) {
    laws *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    l->g = g;
    l->config = *config;
    l->pace = pace;
    l->space = pt_move_space(g->verbs);
    void **states[] = {&l->state, &l->before, &l->view, &l->again, &l->guess, &l->other};
    bool whole = true;
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        whole = (*states[i] = malloc(g->state_size)) && whole;
    l->list = malloc((g->max_moves + (size_t)GUARD) * sizeof *l->list);
    l->list2 = malloc((g->max_moves + (size_t)GUARD) * sizeof *l->list2);
    l->luck = malloc((g->max_chance + (size_t)GUARD) * sizeof *l->luck);
    l->lines = malloc((g->max_lines + (size_t)1) * sizeof *l->lines);
    l->legal = calloc(pt_space_size(&l->space) / 64 + 1, sizeof *l->legal);
    l->history = malloc((g->max_ply + (size_t)1) * sizeof *l->history);
    l->canvas = malloc(sizeof *l->canvas);
    l->text = malloc(TEXT_MAX);
    l->text2 = malloc(TEXT_MAX);
    l->report = calloc(1, TEXT_MAX);
    if (whole && l->list && l->list2 && l->luck && l->lines && l->legal && l->history &&
        l->canvas && l->text && l->text2 && l->report) {
        const pt_game *known = pt_game_named(g->name);
        if (known) read_rules(l, pt_rulebook(known, PT_ENGLISH));
        return l;
    }
    laws_free(l);
    return NULL;
}

void laws_free(laws *l) {
    if (!l) return;
    void *pieces[] = {l->state, l->before, l->view,   l->again, l->guess, l->other,
                      l->list,  l->list2,  l->luck,   l->lines, l->legal, l->history,
                      l->text,  l->text2,  l->report, l->canvas};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) free(pieces[i]);
    free(l);
}

laws_tally laws_so_far(const laws *l) { return l->tally; }
const char *laws_report(const laws *l) { return l->report; }

/* --- the report --- */

void laws_print_config(const pt_game *g, const pt_config *config, pt_text *out) {
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

bool laws_broken(laws *l, const char *format, ...) {
    pt_text out = pt_text_on(l->report, TEXT_MAX);
    va_list args;
    va_start(args, format);
    pt_putv(&out, format, args);
    va_end(args);
    pt_put(&out, "\n  in %s, %d players, seed %llu, ply %d", l->g->name, l->config.seats,
           (unsigned long long)l->seed, pt_head_of(l->state)->ply);
    if (pt_well_formed(l->g->verbs, l->move)) {
        pt_puts(&out, l->seat == PT_LUCK ? ", luck's move '" : ", move '");
        pt_print_move(l->g->verbs, l->move, &out);
        pt_putc(&out, '\'');
    } else if (l->move) {
        pt_put(&out, ", move %08x", (unsigned)l->move);
    }
    if (l->seat >= 0) pt_put(&out, " of seat %d", l->seat + 1);
    pt_puts(&out, "\n  to see it again: petteia soak ");
    laws_print_config(l->g, &l->config, &out);
    pt_put(&out, " --seed %llu --games 1\n  the position:\n", (unsigned long long)l->seed);
    pt_print_position(l->g, l->state, &out);
    return false;
}

/* --- a game --- */

/* Laws 1 to 8 in the state the game has reached. */
static bool laws_of_state(laws *l) {
    const void *s = l->state;
    memcpy(l->before, s, l->g->state_size);
    bool whole = laws_turn_for(l, l->pace.whole);
    if (whole) l->tally.whole++;
    if (!laws_of_head(l, s)) return false;
    if (!laws_of_lists(l, s, whole) || !laws_of_luck(l, s, whole)) return false;
    if (whole || laws_turn_for(l, l->pace.text))
        if (!laws_of_position(l, s, whole) || !laws_of_score(l, s)) return false;
    if (whole || laws_turn_for(l, l->pace.secret))
        if (!laws_of_secrets(l, s, whole)) return false;
    if (laws_turn_for(l, l->pace.faces) && !laws_of_faces(l, s)) return false;
    l->move = 0;
    LAW(laws_same(l, s, l->before), "looking at a state changed it");
    return true;
}

/* The next move of the random game. It is what pt_random_step picks, unless any seat that owes
 * a choice may come first. */
static bool pick(laws *l, pt_rng *rng, bool any_seat) {
    l->seat = pt_mover(l->state);
    if (l->seat == PT_LUCK) {
        int n = laws_chance(l, l->state);
        if (n < 0) return false;
        l->move = l->luck[pt_chance_draw(l->luck, n, rng)].move;
        return true;
    }
    if (any_seat) do
            l->seat = (int)pt_below(&l->dice, l->config.seats);
        while (!pt_has(pt_head_of(l->state)->owes, l->seat));
    int n = laws_legal(l, l->state, l->seat, l->list);
    if (n < 0) return false;
    LAW(n > 0, "seat %d owes a choice and has none", l->seat + 1);
    l->move = l->list[pt_below(rng, (uint32_t)n)];
    l->tally.decisions++;
    return true;
}

/* Laws 1 and 7: the same moves give the same bytes, whatever was in the memory before. */
static bool laws_of_replay(laws *l) {
    int plies = pt_head_of(l->state)->ply;
    memset(l->other, GUARD_BYTE, l->g->state_size);
    pt_start(l->g, l->other, &l->config);
    for (int i = 0; i < plies; i++)
        l->g->apply(l->other, l->history[i].seat, l->history[i].move);
    LAW(laws_same(l, l->state, l->other), "the same moves lead to other bytes");
    return true;
}

bool laws_play(laws *l, uint64_t seed) {
    pt_rng rng = {seed};
    l->seed = seed;
    l->dice = (pt_rng){~seed};
    l->move = 0;
    l->seat = PT_LUCK;
    memset(l->state, 0, l->g->state_size);
    pt_start(l->g, l->state, &l->config);
    const pt_head *h = l->state;
    LAW(h->ply == 0, "a game starts at ply %d", h->ply);
    for (;;) {
        if (!laws_of_state(l)) return false;
        if (h->node == PT_OVER) break;
        LAW(h->ply < l->g->max_ply, "the game is not over after %d moves", h->ply);
        if (!pick(l, &rng, seed % 4 == 0)) return false;
        int ply = h->ply;
        l->history[ply] = (laws_step){(int8_t)l->seat, l->move};
        l->g->apply(l->state, l->seat, l->move);
        LAW(h->ply == ply + 1, "a move took the ply from %d to %d", ply, h->ply);
        l->tally.signature = l->tally.signature * 31 + l->move;
        l->tally.moves++;
    }
    l->tally.games++;
    if (h->ply > l->tally.longest) l->tally.longest = h->ply;
    return laws_of_replay(l);
}
