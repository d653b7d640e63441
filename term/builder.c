/* Building a move step by step; see builder.h. Every answer is read off the legal list, so that
 * nothing can be built which is not legal. */
/* SPDX-License-Identifier: MIT */
#include "term/builder.h"

static const pt_verb *row(const pt_build *b, pt_move m) { return &b->verbs.row[pt_verb_of(m)]; }

static int arity(const pt_verb *verb) {
    int n = 0;
    while (n < PT_ARGS && verb->kind[n]) n++;
    return n;
}

static bool same_aim(pt_aim a, pt_aim b) { return a.kind == b.kind && a.value == b.value; }

static pt_aim aim_of(const pt_build *b, pt_move m, int i) {
    pt_aim aim;
    aim.kind = pt_points_at(row(b, m), m, i, &aim.value);
    return aim;
}

/* The move agrees with everything named so far. */
static bool goes_on(const pt_build *b, pt_move m) {
    if (b->verb && pt_verb_of(m) != b->verb) return false;
    if (arity(row(b, m)) < b->length) return false;
    for (int i = 0; i < b->length; i++)
        if (!same_aim(aim_of(b, m, i), b->path[i])) return false;
    return true;
}

static bool complete(const pt_build *b, pt_move m) { return arity(row(b, m)) == b->length; }

int pt_build_next(const pt_build *b, int from) {
    for (int i = from; i < b->count; i++)
        if (goes_on(b, b->legal[i])) return i;
    return -1;
}

int pt_build_count(const pt_build *b) {
    int n = 0;
    for (int i = pt_build_next(b, 0); i >= 0; i = pt_build_next(b, i + 1)) n++;
    return n;
}

int pt_build_verbs(const pt_build *b, uint8_t out[PT_VERBS]) {
    int n = 0;
    for (int i = pt_build_next(b, 0); i >= 0; i = pt_build_next(b, i + 1)) {
        uint8_t verb = (uint8_t)pt_verb_of(b->legal[i]);
        if (n == 0 || out[n - 1] != verb) out[n++] = verb;
    }
    return n;
}

int pt_build_targets(const pt_build *b, pt_aim *out, int max) {
    int n = 0;
    for (int i = pt_build_next(b, 0); i >= 0 && n < max; i = pt_build_next(b, i + 1)) {
        if (complete(b, b->legal[i])) continue;
        pt_aim aim = aim_of(b, b->legal[i], b->length);
        int k = 0;
        while (k < n && !same_aim(out[k], aim)) k++;
        if (k == n) out[n++] = aim;
    }
    return n;
}

bool pt_build_can_aim(const pt_build *b, pt_aim aim) {
    for (int i = pt_build_next(b, 0); i >= 0; i = pt_build_next(b, i + 1))
        if (!complete(b, b->legal[i]) && same_aim(aim_of(b, b->legal[i], b->length), aim))
            return true;
    return false;
}

bool pt_build_name(pt_build *b, unsigned verb) {
    pt_build tried = *b;
    if (b->verb) return false;
    tried.verb = verb;
    if (pt_build_next(&tried, 0) < 0) return false;
    tried.steps |= 1u << tried.made++;
    *b = tried;
    return true;
}

bool pt_build_aim(pt_build *b, pt_aim aim) {
    if (b->length == PT_ARGS || !pt_build_can_aim(b, aim)) return false;
    b->path[b->length++] = aim;
    b->steps &= ~(1u << b->made++);
    return true;
}

void pt_build_fill(pt_build *b) {
    pt_aim next[2];
    uint8_t verbs[PT_VERBS];
    while (b->length && !pt_build_obvious(b) && pt_build_verbs(b, verbs) == 1 &&
           pt_build_targets(b, next, 2) == 1 && !next[0].kind->names && !next[0].kind->turned)
        pt_build_aim(b, next[0]);
}

/* If every move begins alike ("give fort ..."), nobody is asked for that beginning. */
void pt_build_begin(pt_build *b, pt_verbs verbs, const pt_move *legal, int count) {
    pt_aim next[2];
    uint8_t open[PT_VERBS];
    *b = (pt_build){.verbs = verbs, .legal = legal, .count = count};
    while (count > 1 && pt_build_verbs(b, open) == 1 && pt_build_targets(b, next, 2) == 1 &&
           !next[0].kind->turned)
        pt_build_aim(b, next[0]);
    b->given = b->made;
}

bool pt_build_repeat(pt_build *b, const pt_build *before) {
    pt_build tried = *b;
    int aims = (int)before->given; /* what all moves have in common are targets */
    if (before->given != b->given) return false;
    for (unsigned i = before->given; i < before->made; i++) {
        bool verb = (before->steps >> i & 1) != 0;
        if (verb ? !pt_build_name(&tried, before->verb)
                 : !pt_build_aim(&tried, before->path[aims]))
            return false;
        aims += !verb;
    }
    *b = tried;
    return true;
}

/* The last orientation named, as a place in the path; -1: none. */
static int turned_at(const pt_build *b) {
    int at = b->length - 1;
    while (at >= 0 && !b->path[at].kind->turned) at--;
    return at;
}

bool pt_build_is_turned(const pt_build *b) { return turned_at(b) >= 0; }

bool pt_build_wants_turn(const pt_build *b) {
    pt_aim next;
    return pt_build_targets(b, &next, 1) == 1 && next.kind->turned;
}

static bool turn_to(pt_build *b, int at, int value) {
    pt_build tried = *b;
    while (tried.length > at + 1) pt_build_back(&tried);
    tried.path[at].value = value;
    if (pt_build_next(&tried, 0) < 0) return false;
    *b = tried;
    return true;
}

bool pt_build_turn(pt_build *b, pt_turn how) {
    int at = turned_at(b);
    if (at < 0) return false;
    uint8_t args[PT_ARGS] = {0};
    for (int i = 0; i <= at; i++) args[i] = (uint8_t)b->path[i].value;
    for (int tries = 0; tries < (how == PT_FLIP ? 1 : 3); tries++) {
        args[at] = (uint8_t)b->path[at].kind->turned(args, at, how);
        if (args[at] == b->path[at].value) return false;
        if (turn_to(b, at, args[at])) return true;
    }
    return false;
}

bool pt_build_turn_to(pt_build *b, pt_aim aim) {
    int at = turned_at(b);
    return at >= 0 && b->path[at].kind == aim.kind && turn_to(b, at, aim.value);
}

bool pt_build_back(pt_build *b) {
    if (pt_build_empty(b)) return false;
    b->made--;
    if (b->steps >> b->made & 1)
        b->verb = 0;
    else
        b->length--;
    return true;
}

pt_move pt_build_obvious(const pt_build *b) {
    if (pt_build_empty(b) && b->count != 1) return 0;
    for (int i = pt_build_next(b, 0); i >= 0; i = pt_build_next(b, i + 1))
        if (complete(b, b->legal[i])) return b->legal[i];
    return 0;
}

pt_move pt_build_ready(const pt_build *b) {
    int only = pt_build_next(b, 0);
    if (pt_build_empty(b) || only < 0 || pt_build_next(b, only + 1) >= 0) return 0;
    return complete(b, b->legal[only]) ? b->legal[only] : 0;
}

static void print_named(const pt_build *b, int i, pt_text *out) {
    pt_print_value(b->path[i].kind, b->path[i].value, out);
}

void pt_build_print(const pt_build *b, pt_text *out) {
    if (!b->verb) {
        for (int i = 0; i < b->length; i++) {
            print_named(b, i, out);
            pt_putc(out, ' ');
        }
        if (b->length) pt_puts(out, "...");
        return;
    }
    int i = 0;
    for (const char *c = b->verbs.row[b->verb].form; *c; c++) {
        if (*c != '%')
            pt_putc(out, *c);
        else if (i++ < b->length)
            print_named(b, i - 1, out);
        else
            pt_putc(out, '?');
    }
}
