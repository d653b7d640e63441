/* The moments of a game that are worth a lesson. */
/* SPDX-License-Identifier: MIT */
#include "cli/reasons.h"
#include <string.h>

static void leave_out(moments *m, int which) {
    for (int i = which; i + 1 < m->count; i++) m->at[i] = m->at[i + 1];
    m->count--;
}

/* A decision that cost nothing teaches nothing. */
void moments_add(moments *m, int number, const pt_judgement *d, const void *view, size_t size) {
    if (d->mark == PT_FINE || !m->most) return;
    if (m->count == m->most) {
        int cheapest = 0;
        for (int i = 1; i < m->count; i++)
            if (m->at[i].judged.loss < m->at[cheapest].judged.loss) cheapest = i;
        if (m->at[cheapest].judged.loss >= d->loss) return;
        leave_out(m, cheapest);
    }
    moment *at = &m->at[m->count++];
    at->looked_at = at->taken = false;
    at->number = number;
    at->judged = *d;
    memcpy(at->view, view, size);
}

moment *moments_next(moments *m) {
    moment *dearest = NULL;
    for (int i = 0; i < m->count; i++) {
        moment *at = &m->at[i];
        if (!at->looked_at && (!dearest || at->judged.loss > dearest->judged.loss))
            dearest = at;
    }
    if (dearest) dearest->looked_at = true;
    return dearest;
}
