/* Scenarios: what a page shows, and what the last move led to by itself. */
/* SPDX-License-Identifier: MIT */
#include "core/game_json.h"
#include "core/scenario_run.h"
#include <assert.h>
#include <string.h>

/* --- a value inside a view's JSON, which we wrote ourselves and need not check --- */

static const char *past_string(const char *at) {
    assert(*at == '"');
    for (at++; *at != '"'; at++)
        if (*at == '\\') at++;
    return at + 1;
}

static const char *past_value(const char *at) {
    int depth = 0;
    do {
        if (*at == '"') {
            at = past_string(at);
            continue;
        }
        if (*at == '{' || *at == '[') depth++;
        if (*at == '}' || *at == ']') depth--;
        at++;
    } while (depth > 0 || !strchr(",}]", *at)); /* or at the end of the text */
    return at;
}

/* The member called `name`, or the item of that number; NULL if there is none. */
static const char *inside(const char *at, const char *name, size_t length) {
    char open = *at++;
    if (open != '{' && open != '[') return NULL;
    for (int i = 0; *at != '}' && *at != ']'; i++) {
        PT_TEXT(number, 16);
        pt_put(&number, "%d", i);
        pt_word key = {number.at, number.used};
        if (open == '{') {
            const char *end = past_string(at);
            key = (pt_word){at + 1, (size_t)(end - at) - 2};
            at = end + 1;
        }
        if (key.length == length && memcmp(key.at, name, length) == 0) return at;
        at = past_value(at);
        if (*at == ',') at++;
    }
    return NULL;
}

static const char *at_path(const char *json, pt_word path) {
    while (json && path.length) {
        const char *dot = memchr(path.at, '.', path.length);
        size_t n = dot ? (size_t)(dot - path.at) : path.length;
        json = inside(json, path.at, n);
        path = (pt_word){path.at + n + (dot != NULL), path.length - n - (dot != NULL)};
    }
    return json;
}

static int items_of(const char *at) {
    PT_TEXT(number, 16);
    for (int n = 0;; n++) {
        pt_clear(&number);
        pt_put(&number, "%d", n);
        if (!inside(at, number.at, number.used)) return n;
    }
}

/* shows SEAT PATH = VALUE, shows SEAT PATH count N: a part of the view that a page gets. */
static void shows(pt_scenario_runner *d, pt_words line) {
    pt_word who = pt_next(&line), path = pt_next(&line), is = pt_next(&line);
    int viewer = pt_is(who, "public") ? PT_PUBLIC : pt_scenario_seat(d, who);
    if (viewer == PT_NO_SEAT) return;
    if (pt_is(who, "*") || (!pt_is(is, "=") && !pt_is(is, "count"))) {
        pt_scenario_fail(d, "write: shows PLAYER PATH = VALUE, or: shows PLAYER PATH count N");
        return;
    }
    pt_text json = pt_text_on(d->shown, sizeof d->shown);
    pt_json j = pt_json_on(&json);
    pt_observe(d->game, d->state, viewer, d->spare);
    pt_tell_view(&j, d->game, d->spare, viewer);
    if (json.cut) {
        pt_scenario_fail(d, "this view has more than %d characters", PT_SCENARIO_VIEW - 1);
        return;
    }
    const char *at = at_path(json.at, path);
    PT_TEXT(found, 512);
    if (!at) {
        pt_scenario_fail(d, "the view shows no '%.*s'", (int)path.length, path.at);
        return;
    }
    if (pt_is(is, "count"))
        pt_put(&found, "%d", *at == '[' ? items_of(at) : 0);
    else if (*at == '"')
        pt_putn(&found, at + 1, (size_t)(past_string(at) - at) - 2);
    else
        pt_putn(&found, at, (size_t)(past_value(at) - at));
    pt_scenario_compare(d, "shows", line, found.used ? found.at : "nothing");
}

/* --- moves that the rules made by themselves --- */

void pt_scenario_put_forced(const pt_scenario_runner *d, pt_text *out) {
    for (int i = 0; i < d->forced_count; i++) {
        if (i) pt_puts(out, ", ");
        pt_print_move(d->game->verbs, d->forced[i], out);
    }
}

void pt_scenario_note_forced(pt_scenario_runner *d, pt_move m) {
    assert(d->game);
    d->forced_count = d->game->forced ? d->game->forced(d->state, m, d->forced) : 0;
    assert(d->forced_count <= PT_FORCED);
}

/* forced = MOVE, MOVE; forced = none: what was made after the last move, in order. */
static void forced(pt_scenario_runner *d, pt_words line) {
    PT_TEXT(found, 512);
    if (!pt_is(pt_next(&line), "=")) {
        pt_scenario_fail(d, "write: forced = MOVE, MOVE, or: forced = none");
        return;
    }
    pt_scenario_put_forced(d, &found);
    pt_scenario_compare(d, "forced", line, found.used ? found.at : "none");
}

bool pt_scenario_show(pt_scenario_runner *d, pt_words line) {
    assert(d->game && d->playing);
    pt_word w = pt_next(&line);
    if (pt_is(w, "shows"))
        shows(d, line);
    else if (pt_is(w, "forced"))
        forced(d, line);
    else
        return false;
    d->result.expectations++;
    return true;
}
