/* Bots, hints and the judging of moves, for a worker thread. */
/* SPDX-License-Identifier: MIT */
#include "api/api.h"
#include "api/words.h"
#include "bots/net/net.h"
#include "bots/why.h"
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 48 << 20, IDEAS = 64, THINK_MILLIS = 1000 };

struct mind {
    const pt_game *game;
    pt_bot *bot; /* a level; or */
    pt_search *search;
    void *memory;
    bool open;
    pt_budget budget;
    pt_rng rng;
    pt_review review;
    pt_move *moves;
};

void api_mind_close(mind *m) {
    if (!m) return;
    pt_bot_free(m->bot);
    pt_search_close(m->search);
    free(m->memory);
    free(m->moves);
    free(m);
}

static void open_search(mind *m) {
    pt_search_options o = pt_search_normal();
    size_t least = pt_search_least(m->game, 1), size = least > MEMORY ? least : MEMORY;
    o.patient = true;
    o.open = m->open;
    m->budget.millis = THINK_MILLIS;
    m->memory = malloc(size);
    m->search = m->memory ? pt_search_open(m->memory, size, m->game, o) : NULL;
}

mind *api_mind(const char *level, const char *game, uint64_t seed) {
    PT_TEXT_IN(why, 300, reply_language());
    const pt_game *g = pt_game_named(game);
    if (!g) {
        reply_no_game(game);
        return NULL;
    }
    mind *m = calloc(1, sizeof *m);
    if (!m) abort();
    m->game = g;
    m->rng.state = seed;
    m->open = strcmp(level, "open") == 0;
    if (m->open || strcmp(level, "hint") == 0)
        open_search(m);
    else
        m->bot = pt_bot_made(level, g, &why);
    m->moves = calloc(g->max_moves + 1u, sizeof *m->moves);
    if ((m->bot || m->search) && m->moves) return m;
    if (!why.used) pt_say(&why, ap_say_no_thinking());
    reply_why(PT_UNREADABLE, &why);
    api_mind_close(m);
    return NULL;
}

int api_mind_needs(const mind *m, const void *view) {
    int players = pt_head_of(view)->seats;
    if (!m->bot || m->bot->kind != &pt_champion) return 0;
    if (pt_nets_find(m->game, players, NET_BUILT_IN)) return 0;
    for (const net_bytes *n = pt_net_built_in; n->game; n++)
        if (strcmp(n->game, m->game->name) == 0 && n->players == players) return players;
    return 0;
}

pt_err api_net(const void *bytes, size_t size) {
    net_fault fault = pt_nets_add(bytes, size);
    return fault == NET_FINE ? PT_OK : reply_english("this is no net of these games");
}

void api_mind_budget(mind *m, uint32_t millis, uint32_t iterations) {
    pt_budget normal = m->bot ? m->bot->kind->normal : (pt_budget){.millis = THINK_MILLIS};
    m->budget = normal;
    if (millis || iterations)
        m->budget = (pt_budget){.millis = millis, .iterations = iterations};
    if (m->bot) m->bot->budget = m->budget;
}

static bool owes(const void *view, int seat) {
    const pt_head *h = view;
    return seat >= 0 && seat < h->seats && h->node == PT_DECIDE && pt_has(h->owes, seat);
}

bool api_pick(mind *m, const void *view, int seat) {
    if (!m->bot || !owes(view, seat)) return false;
    pt_move move = pt_bot_pick(m->bot, view, seat, &m->rng);
    pt_print_move(m->game->verbs, move, reply_anew());
    return true;
}

bool api_hint(mind *m, const void *view, int seat, int most) {
    pt_idea idea[IDEAS];
    if (!m->search || !owes(view, seat)) return false;
    pt_search_run(m->search, view, seat, &m->rng, &m->budget);
    int n = pt_ideas(m->search, 0, idea, most < 1 ? 1 : most > IDEAS ? IDEAS : most);
    pt_search_stats stats = pt_search_stats_of(m->search);
    pt_json j = pt_json_on(reply_anew());
    pt_json_hint(&j, m->game, seat, pt_head_of(view)->seats, stats.kept + stats.iterations,
                 idea, n, NULL, false);
    return true;
}

/* The hint that was just given, anew: with the reason come the figures that it rests on. */
static bool why_best(mind *m, const void *view, int seat) {
    pt_why w;
    pt_idea idea[IDEAS];
    if (!pt_why_best(m->search, m->game, view, seat, m->open, &m->rng, &m->budget, &w))
        return false;
    int n = pt_ideas(m->search, w.move[0], idea, IDEAS);
    pt_search_stats stats = pt_search_stats_of(m->search);
    pt_json j = pt_json_on(reply_anew());
    pt_json_hint(&j, m->game, seat, w.seats, stats.kept + stats.iterations, idea, n, &w, true);
    return true;
}

bool api_why(mind *m, const void *view, int seat, const char *best, const char *other,
             int loss_permille) {
    const char *const text[2] = {best, other};
    pt_move move[2];
    pt_why w;
    if (!m->search || !owes(view, seat)) return false;
    if (!*best && !*other) return why_best(m, view, seat);
    for (int i = 0; i < 2; i++) {
        move[i] = pt_parse_move(m->game->verbs, text[i]);
        if (!move[i] || m->game->check(view, seat, move[i], NULL) != PT_OK) return false;
    }
    int32_t loss = loss_permille * PT_ONE / 1000;
    if (!pt_why_compare(m->search, m->game, view, seat, m->open, move, loss, pt_random(&m->rng),
                        &m->budget, &w))
        return false;
    pt_json j = pt_json_on(reply_anew());
    pt_json_why(&j, m->game, &w, true);
    return true;
}

bool api_judge(mind *m, play *p) {
    uint64_t view[PT_STATE_MAX / 8];
    const step *s = &p->step[p->now.moves];
    pt_text *out = reply_anew();
    if (!m->search || p->now.head.game != m->game || p->now.moves == p->steps) return false;
    if (s->seat == PT_LUCK || m->game->legal(p->now.state, s->seat, m->moves) < 2) return false;
    if (m->open)
        memcpy(view, p->now.state, m->game->state_size);
    else
        pt_observe(m->game, p->now.state, s->seat, view);
    pt_judgement d = pt_judge(m->search, view, s->seat, s->move, &m->rng, &m->budget);
    pt_review_add(&m->review, &d);
    pt_json j = pt_json_on(out);
    pt_json_judgement(&j, m->game, p->now.head.config.seats, p->now.moves + 1, &d);
    return true;
}

void api_review(const mind *m, const play *p) {
    pt_json j = pt_json_on(reply_anew());
    pt_json_review(&j, &p->now.head, &m->review);
}
