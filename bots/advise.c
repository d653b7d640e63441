/* A hint for somebody who plays. */
/* SPDX-License-Identifier: MIT */
#include "bots/advise.h"
#include <stdlib.h>

/* Two fifths of the time go into the reason, in three parts (pt_why_best); on a slow machine it
 * takes what the least of games does. */
enum { MEMORY = 16 << 20, WHY_MS = PT_HINT_MS * 2 / 5, PARTS = 3, ONLY = 200 };

/* Of one legal move a search finds nothing, being done before it begins: a patient one looks, a
 * few times, at what can be expected after it. */
static pt_search *search_for(void *memory, size_t size, const pt_game *g, const void *view,
                             int seat, pt_rng *rng, const pt_budget *budget, bool patient) {
    pt_search_options o = pt_search_normal();
    o.threads = 1;
    o.patient = patient;
    pt_search *s = pt_search_open(memory, size, g, o);
    if (s) pt_search_run(s, view, seat, rng, budget);
    return s;
}

bool pt_advise(const pt_game *g, const void *view, int seat, pt_rng *rng,
               const atomic_bool *stop, pt_advice *out) {
    const pt_budget most = {.millis = PT_HINT_MS - WHY_MS, .stop = stop},
                    only = {.iterations = ONLY, .stop = stop},
                    rest = {.millis = WHY_MS / PARTS, .stop = stop};
    size_t least = pt_search_least(g, 1), size = least > MEMORY ? least : MEMORY;
    void *memory = malloc(size);
    pt_search *s = memory ? search_for(memory, size, g, view, seat, rng, &most, false) : NULL;
    *out = (pt_advice){.known = false};
    if (s && pt_search_stats_of(s).forced) {
        pt_search_close(s);
        s = search_for(memory, size, g, view, seat, rng, &only, true);
    }
    if (s) {
        out->iterations = pt_search_stats_of(s).iterations;
        out->known = pt_why_best(s, g, view, seat, false, rng, &rest, &out->why);
        out->ideas = pt_ideas(s, out->known ? out->why.move[0] : 0, out->idea, PT_ADVICE);
        pt_search_close(s);
    }
    free(memory);
    return s != NULL;
}
