/* Scenarios: two positions compared, one that was marked and the present one. */
/* SPDX-License-Identifier: MIT */
#include "core/scenario_run.h"
#include <assert.h>
#include <string.h>

static void mark(pt_scenario_runner *d) {
    memcpy(d->marked, d->state, d->game->state_size);
    d->marks = PT_MARKED;
}

/* Back to the mark. The position that is left stays for same-view. */
static void again(pt_scenario_runner *d) {
    if (d->marks == PT_NO_MARK) {
        pt_scenario_fail(d, "first a line: mark");
        return;
    }
    memcpy(d->left, d->state, d->game->state_size);
    memcpy(d->state, d->marked, d->game->state_size);
    d->marks = PT_LEFT;
}

/* same-view SEAT: they see no difference between this position and the one left by `again`. */
static void same_view(pt_scenario_runner *d, pt_words line) {
    uint64_t other[PT_STATE_MAX / 8];
    pt_word who = pt_next(&line);
    int viewer = pt_is(who, "public") ? PT_PUBLIC : pt_scenario_seat(d, who);
    if (viewer == PT_NO_SEAT) return;
    if (pt_is(who, "*") || !pt_end(line)) {
        pt_scenario_fail(d, "write: same-view PLAYER, or: same-view public");
        return;
    }
    if (d->marks != PT_LEFT) {
        pt_scenario_fail(d, "first two lines: mark, and, after some moves, again");
        return;
    }
    pt_observe(d->game, d->state, viewer, d->spare);
    pt_observe(d->game, d->left, viewer, other);
    for (int i = 0; i < d->game->field_count; i++)
        pt_scenario_same_field(d, &d->game->fields[i], other, d->spare);
    if (memcmp(d->spare, other, d->game->state_size) != 0)
        pt_scenario_fail(d, "the two views differ in something that no field shows");
}

/* gain POINTS...: the points of each player since the mark. */
static void gain(pt_scenario_runner *d, pt_words line) {
    int32_t before[PT_SEATS] = {0}, now[PT_SEATS] = {0};
    PT_TEXT(found, 128);
    if (d->marks == PT_NO_MARK) {
        pt_scenario_fail(d, "first a line: mark");
        return;
    }
    d->game->score(d->marked, before);
    d->game->score(d->state, now);
    for (int seat = 0; seat < d->config.seats; seat++) {
        if (seat) pt_putc(&found, ' ');
        pt_print_points(d->game, now[seat] - before[seat], &found);
    }
    pt_scenario_compare(d, "gain", line, found.at);
}

bool pt_scenario_mark(pt_scenario_runner *d, pt_words line) {
    assert(d->game && d->playing);
    pt_word w = pt_next(&line);
    if (pt_is(w, "mark"))
        mark(d);
    else if (pt_is(w, "again"))
        again(d);
    else if (pt_is(w, "same-view"))
        same_view(d, line);
    else if (pt_is(w, "gain"))
        gain(d, line);
    else
        return false;
    if (pt_is(w, "same-view") || pt_is(w, "gain")) d->result.expectations++;
    return true;
}
