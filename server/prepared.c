/* Prepared answers: "if they do this, I do that". A line is what happens from a position on,
 * move by move: "1 bid zeus 3; 0 go athena". Somebody's lines at a table are their tree.
 *
 * A line is checked when it is entered, in positions that are imagined from what the person
 * sees, so that no refusal tells more than they know. It ends before the first lot and before
 * the first move of another that they would not see. When it has come true up to a move of
 * their own, that move is asked for like any other, and judged like any other. Whether it has
 * come true follows from the moves that stand: nothing has to be remembered, and a line that
 * something else has overtaken is simply not true any more. What the person cannot see does
 * not count. */
/* SPDX-License-Identifier: MIT */
#include "server/prepared.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- a line --- */

static bool read_step(const pt_game *g, const char *text, size_t n, path *p) {
    PT_TEXT(move, 160);
    while (n && *text == ' ') text++, n--;
    if (n < 3 || p->count == MOST_STEPS || text[0] < '0' || text[0] >= '0' + PT_SEATS ||
        text[1] != ' ')
        return false;
    pt_putn(&move, text + 2, n - 2);
    bool any = strcmp(move.at, "*") == 0;
    p->seat[p->count] = text[0] - '0';
    p->move[p->count] = any || move.cut ? WHATEVER : pt_parse_move(g->verbs, move.at);
    return p->move[p->count++] != WHATEVER || any;
}

/* An empty text is an empty line. */
bool path_read(const pt_game *g, const char *text, path *p) {
    *p = (path){0};
    while (*text) {
        size_t n = strcspn(text, ";");
        if (!read_step(g, text, n, p)) return false;
        text += n + (text[n] == ';');
    }
    return true;
}

void path_put(const pt_game *g, const path *p, pt_text *out) {
    for (int i = 0; i < p->count; i++) {
        pt_put(out, "%s%d ", i ? "; " : "", p->seat[i]);
        if (p->move[i] == WHATEVER)
            pt_putc(out, '*');
        else
            pt_print_move(g->verbs, p->move[i], out);
    }
}

/* --- as it is kept: the moves that stood, the number of the last event, the line --- */

bool line_next(const pt_game *g, const char **body, line *out) {
    while (**body) {
        char text[LINE + 32];
        size_t n = strcspn(*body, "\n");
        int used = 0;
        pt_text copy = pt_text_on(text, sizeof text);
        pt_putn(&copy, *body, n);
        *body += n + ((*body)[n] == '\n');
        if (sscanf(text, "%u %u %n", &out->steps, &out->number, &used) >= 2 && used &&
            path_read(g, text + used, &out->path))
            return true;
    }
    return false;
}

void line_put(const pt_game *g, const line *l, pt_text *out) {
    pt_put(out, "%u %u ", l->steps, l->number);
    path_put(g, &l->path, out);
    pt_putc(out, '\n');
}

void prepared_key(int seat, pt_text *out) { pt_put(out, "plan %d", seat); }

const char *prepared_body(const hosted *h, const char *person, int seat) {
    PT_TEXT(key, PT_OWN_KEY);
    prepared_key(seat, &key);
    return own_find(h->own, person, key.at);
}

/* --- has it come true? --- */

pt_sight prepared_sight(const pt_game *g, const void *was, int seat, pt_move m, int me) {
    return g->sight && seat != me ? g->sight(was, seat, m, me) : PT_SEEN;
}

/* How many moves of the line have been made, and nothing else that the seat has seen; -1:
 * something else. */
int line_come_to(const pt_table *t, const line *l, int me) {
    uint64_t state[PT_STATE_MAX / 8];
    int done = 0;
    if (t->core.phase != PT_TABLE_PLAYING || l->steps > t->core.steps ||
        l->number > t->core.number || t->core.undone > l->number)
        return -1;
    pt_table_state_at(t, l->steps, state);
    for (uint32_t i = l->steps; i < t->core.steps; i++) {
        const pt_table_step *s = &t->step[i];
        pt_sight sight = prepared_sight(t->game, state, s->seat, s->move, me);
        t->game->apply(state, s->seat, s->move);
        if (sight == PT_UNSEEN) continue;
        if (sight == PT_MASKED || done == l->path.count || l->path.seat[done] != s->seat ||
            (l->path.move[done] != WHATEVER && l->path.move[done] != s->move))
            return -1;
        done++;
    }
    return done;
}

static int wide(const path *p, int done) {
    int n = 0;
    for (int i = 0; i < done; i++) n += p->move[i] == WHATEVER;
    return n;
}

/* The move that the person has prepared for now; 0: none. What was prepared for this very thing
 * comes before what was prepared for whatever happens. */
static pt_move answer_of(const hosted *h, const char *person, int seat) {
    const pt_table *t = &h->table;
    const char *body = prepared_body(h, person, seat);
    pt_move found = 0;
    int least = MOST_STEPS + 1;
    for (line l; line_next(t->game, &body, &l);) {
        int done = line_come_to(t, &l, seat);
        if (done <= 0 || done >= l.path.count || l.path.seat[done] != seat) continue;
        if (wide(&l.path, done) >= least ||
            t->game->check(t->core.state, seat, l.path.move[done], NULL))
            continue;
        found = l.path.move[done];
        least = wide(&l.path, done);
    }
    return found;
}

/* --- playing it --- */

static bool may_answer(const pt_table *t, int seat) {
    const pt_seat *s = &t->core.seat[seat];
    return !t->core.paused && pt_has(pt_table_owes(t), seat) && s->kind == PT_SEAT_HUMAN &&
           !pt_seat_by_bot(s) && !s->resigned;
}

static pt_move prepared_move(const hosted *h, int seat, const char **person) {
    const pt_seat *s = &h->table.core.seat[seat];
    pt_move m = 0;
    if (!h->own || !h->own->count || !may_answer(&h->table, seat)) return 0;
    for (int i = 0; !m && i < pt_seat_people(s); i++) {
        *person = i ? s->mate[i - 1].person : s->person;
        m = answer_of(h, *person, seat);
    }
    return m;
}

bool prepared_answers(const hosted *h, int seat) {
    const char *person;
    return prepared_move(h, seat, &person) != 0;
}

/* Once after each event: what the law refuses then (a team's captain is another) is not asked
 * for again. */
bool prepared_play(hosted *h) {
    const pt_table *t = &h->table;
    if (!h->own || h->own->tried == t->core.number) return false;
    h->own->tried = t->core.number;
    for (int seat = 0; seat < t->core.seats; seat++) {
        const char *person = "";
        request r = {.kind = PT_ASK_MOVE, .seat = seat, .at = -1, .yes = true};
        pt_text who = pt_text_on(r.person, sizeof r.person),
                move = pt_text_on(r.text, sizeof r.text);
        pt_move m = prepared_move(h, seat, &person);
        if (!m) continue;
        pt_puts(&who, person);
        pt_print_move(t->game->verbs, m, &move);
        return hosted_post_first(h, &r);
    }
    return false;
}

/* --- telling --- */

/* Lines that may still come true. On one's own turn none is left: it was played, or could not
 * be. */
void prepared_put(pt_json *j, const hosted *h, const char *person, int seat) {
    const pt_table *t = &h->table;
    const char *body = prepared_body(h, person, seat);
    pt_key_open(j, "lines", '[');
    for (line l; !pt_has(pt_table_owes(t), seat) && line_next(t->game, &body, &l);) {
        int done = line_come_to(t, &l, seat);
        if (done < 0 || done >= l.path.count) continue;
        PT_TEXT(text, LINE);
        path_put(t->game, &l.path, &text);
        pt_open(j, '{');
        pt_key_str(j, "line", text.at);
        pt_key_int(j, "done", done);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}
