/* Events change a study here and nowhere else. Each is checked first. */
/* SPDX-License-Identifier: MIT */
#include "study/inside.h"
#include <assert.h>
#include <stdlib.h>

static bool refuse(pt_text *why, pt_said said) {
    pt_say(why, said);
    if (why) why->key = said.phrase->key;
    return false;
}

/* --- texts --- */

static bool is_name(const char *name) {
    size_t n = strlen(name);
    return n && n < PT_STUDY_NAME && name[0] != ' ' && name[n - 1] != ' ' && pt_is_text(name);
}

/* Words may have several lines. */
static bool is_words(const char *words) {
    char copy[PT_STUDY_WORDS];
    size_t n = strnlen(words, sizeof copy);
    if (n == sizeof copy) return false;
    for (size_t i = 0; i <= n; i++) copy[i] = words[i] == '\n' ? ' ' : words[i];
    return pt_is_text(copy);
}

/* Letters, digits and a few signs, as the notations of the games have them. */
bool pt_study_is_place(const char *place) {
    size_t n = strnlen(place, PT_STUDY_PLACE);
    for (size_t i = 0; i < n; i++)
        if (place[i] < '!' || place[i] > '~' || strchr("<>&\"\\{}", place[i])) return false;
    return n && n < PT_STUDY_PLACE && strcmp(place, "-") != 0;
}

static bool is_one_of(const char *text, const char *const *list) {
    while (*list && strcmp(*list, text) != 0) list++;
    return *list;
}

static bool is_rank(const char *text) {
    long n;
    bool less = text[0] == '-';
    pt_word w = {text + less, strlen(text + less)};
    return pt_number(w, less, 2 * PT_STUDY_CHANGES, &n);
}

/* --- cells --- */

static uint16_t find_comment(const pt_study *s, int node, int who) {
    uint16_t i = s->node[node].words;
    while (i && s->comment[i].who != who) i = s->comment[i].next;
    return i;
}

static uint16_t find_mark(const pt_study *s, int node, const char *from, const char *to) {
    uint16_t i = s->node[node].marks;
    while (i && (strcmp(s->mark[i].from, from) != 0 || strcmp(s->mark[i].to, to) != 0))
        i = s->mark[i].next;
    return i;
}

static int marks_at(const pt_study *s, int node) {
    int n = 0;
    for (uint16_t i = s->node[node].marks; i; i = s->mark[i].next)
        n += s->mark[i].value.text != 0;
    return n;
}

/* NULL: a comment or mark that nobody has made there yet. */
static pt_study_value *cell_of(pt_study *s, int cell, int node, int who, uint16_t mark) {
    pt_study_node *n = &s->node[node];
    switch ((pt_study_cell)cell) {
    case PT_CELL_NAME: return &s->name;
    case PT_CELL_ACCESS: return &s->access;
    case PT_CELL_TITLE: return &n->title;
    case PT_CELL_GONE: return &n->gone;
    case PT_CELL_FRONT: return &n->fronts;
    case PT_CELL_VERDICT: return &n->verdict;
    case PT_CELL_COMMENT: {
        uint16_t i = find_comment(s, node, who);
        return i ? &s->comment[i].value : NULL;
    }
    case PT_CELL_MARK: return mark ? &s->mark[mark].value : NULL;
    case PT_CELLS: break;
    }
    return NULL;
}

const char *pt_study_cell_text(const pt_study *s, const pt_study_event *e, int *by) {
    pt_study *all = (pt_study *)(uintptr_t)s;
    bool marks = e->cell == PT_CELL_MARK, of_study = e->cell <= PT_CELL_ACCESS;
    *by = -1;
    if (!of_study && !pt_study_is_node(s, e->node)) return "";
    uint16_t mark = marks ? find_mark(s, e->node, e->from, e->to) : 0;
    const pt_study_value *v = cell_of(all, e->cell, e->node, e->who, mark);
    if (v && v->change) *by = s->change[v->change].by;
    return v ? pt_study_text(s, *v) : "";
}

/* --- memory: all that an event needs is there before anything changes --- */

static bool more(void **at, int used, int *room, int most, size_t size) {
    if (used + 2 <= *room) return true;
    int want = *room ? 2 * *room : 64;
    if (used + 1 > most) return false;
    void *bigger = realloc(*at, (size_t)want * size);
    if (!bigger) return false;
    memset((char *)bigger + (size_t)*room * size, 0, (size_t)(want - *room) * size);
    *at = bigger;
    *room = want;
    return true;
}

static bool text_room(pt_study *s, size_t n) {
    if (s->used + n + 2 > PT_STUDY_BYTES) return false;
    if (s->used + n + 2 <= s->text_room) return true;
    uint32_t want = s->text_room ? 2 * s->text_room : 8192;
    char *bigger = realloc(s->text, want);
    if (!bigger) return false;
    if (!s->text_room) bigger[0] = 0;
    s->text = bigger;
    s->text_room = want;
    return true;
}

static bool reserve(pt_study *s, const char *text, pt_text *why) {
    return (more((void **)&s->node, s->nodes, &s->node_room, PT_STUDY_NODES, sizeof *s->node) &&
            more((void **)&s->change, s->changes, &s->change_room, PT_STUDY_CHANGES,
                 sizeof *s->change) &&
            more((void **)&s->comment, s->comments, &s->comment_room, PT_STUDY_CHANGES,
                 sizeof *s->comment) &&
            more((void **)&s->mark, s->marks, &s->mark_room, PT_STUDY_CHANGES,
                 sizeof *s->mark) &&
            text_room(s, strlen(text) + 8)) ||
           refuse(why, st_say_full());
}

static uint32_t keep(pt_study *s, const char *text) {
    size_t n = strlen(text);
    if (!n) return 0;
    assert(s->used + n + 1 <= s->text_room);
    uint32_t at = s->used;
    memcpy(s->text + at, text, n + 1);
    s->used += (uint32_t)n + 1;
    return at;
}

/* --- making it --- */

static bool fold_made(pt_study *s, const pt_study_event *e, pt_text *why) {
    const pt_game *g = pt_game_named(e->game);
    if (s->game) return refuse(why, st_say_made());
    if (!g) return refuse(why, st_say_game());
    if (!is_name(e->text)) return refuse(why, st_say_name());
    if (!reserve(s, e->text, why)) return false;
    s->used = 1; /* 0 is "" */
    s->game = g;
    s->name.text = keep(s, e->text);
    return true;
}

/* The first is the owner and stays so. The owner decides about all others; they themselves may
 * come, ask and go. */
static bool fold_role(pt_study *s, const pt_study_event *e, pt_text *why) {
    bool first = !s->people, own = e->by == e->who;
    if (e->who > s->people || e->by > s->people || e->role >= PT_STUDY_ROLES)
        return refuse(why, st_say_nobody());
    if (e->who >= PT_STUDY_PEOPLE) return refuse(why, st_say_people(PT_STUDY_PEOPLE));
    if (first != (e->role == PT_STUDY_OWNER) || (e->who == 0 && !first))
        return refuse(why, st_say_owner());
    bool owner = e->by == 0, asks = own && e->role < PT_STUDY_EDITOR;
    if (!first && !owner && !asks) return refuse(why, st_say_owner());
    if (!owner && e->who < s->people && s->role[e->who] == PT_STUDY_EDITOR &&
        e->role == PT_STUDY_ASKS)
        return refuse(why, st_say_edits());
    s->role[e->who] = e->role;
    if (owner || e->role == PT_STUDY_NOBODY) s->let_in[e->who] = e->role > PT_STUDY_NOBODY;
    if (e->who == s->people) s->people++;
    return true;
}

/* --- moves --- */

static void note_made(pt_study *s, const pt_study_event *e) {
    pt_study_change *c = &s->change[++s->changes];
    *c = (pt_study_change){.at = e->at, .by = e->by, .node = e->node, .made = true};
    c->cell = PT_CELL_GONE;
    s->node[e->node].gone.change = (uint16_t)s->changes;
}

static bool fold_chapter(pt_study *s, const pt_study_event *e, pt_text *why) {
    if (e->node != s->nodes + 1) return refuse(why, st_say_number(s->nodes + 1));
    if (s->chapters == PT_STUDY_CHAPTERS)
        return refuse(why, st_say_chapters(PT_STUDY_CHAPTERS));
    if (!is_name(e->text)) return refuse(why, st_say_name());
    if (pt_config_check(s->game, &e->config, why)) return false;
    if (!reserve(s, e->text, why)) return false;
    s->config[s->chapters] = e->config;
    s->chapter[s->chapters++] = e->node;
    s->nodes++;
    s->node[e->node] = (pt_study_node){.parent = e->node, .root = e->node, .by = e->by};
    s->node[e->node].title.text = keep(s, e->text);
    note_made(s, e);
    return true;
}

static bool is_there_already(const pt_study *s, int parent, int seat, pt_move m) {
    for (uint16_t i = s->node[parent].first; i; i = s->node[i].next)
        if (!s->node[i].gone.text && s->node[i].seat == seat && s->node[i].move == m)
            return true;
    return false;
}

static void hang(pt_study *s, uint16_t node) {
    uint16_t *at = &s->node[s->node[node].parent].first;
    while (*at) at = &s->node[*at].next;
    *at = node;
}

/* The rules judge every move where it is made. */
static bool fold_move(pt_study *s, const pt_study_event *e, pt_text *why) {
    const pt_game *g = s->game;
    if (e->node != s->nodes + 1) return refuse(why, st_say_number(s->nodes + 1));
    if (!pt_study_lives(s, e->parent)) return refuse(why, st_say_gone());
    pt_move m = pt_canonical(g->verbs, pt_parse_move(g->verbs, e->text));
    int seats = s->config[pt_study_chapter_of(s, e->parent)].seats;
    if (!m) return refuse(why, st_say_unreadable());
    if (e->seat < PT_LUCK || e->seat >= seats) return refuse(why, st_say_seat(seats));
    const void *state = pt_study_state(s, e->parent);
    if (pt_check(g, state, e->seat, m, why)) return false;
    if (is_there_already(s, e->parent, e->seat, m)) return refuse(why, st_say_same_move());
    if (!reserve(s, "", why)) return false;
    s->nodes++;
    s->node[e->node] = (pt_study_node){.parent = e->parent,
                                       .root = s->node[e->parent].root,
                                       .seat = e->seat,
                                       .by = e->by,
                                       .move = m};
    hang(s, e->node);
    note_made(s, e);
    return true;
}

bool pt_study_check_line(pt_study *s, int parent, const pt_study_step *steps, int n,
                         pt_text *why) {
    uint64_t state[PT_STATE_MAX / 8];
    const pt_game *g = s->game;
    if (!pt_study_lives(s, parent)) return refuse(why, st_say_gone());
    int seats = s->config[pt_study_chapter_of(s, parent)].seats;
    memcpy(state, pt_study_state(s, parent), sizeof state);
    for (int i = 0; i < n; i++) {
        pt_move m = pt_canonical(g->verbs, pt_parse_move(g->verbs, steps[i].text));
        if (!m) return refuse(why, st_say_unreadable());
        if (steps[i].seat < PT_LUCK || steps[i].seat >= seats)
            return refuse(why, st_say_seat(seats));
        if (pt_check(g, state, steps[i].seat, m, why)) return false;
        g->apply(state, steps[i].seat, m);
    }
    return true;
}

/* --- cells --- */

static bool check_text(const pt_study_event *e, pt_text *why) {
    static const char *const accesses[] = {"people", "link", "all", NULL};
    static const char *const yes[] = {"yes", "", NULL};
    static const char *const verdicts[] = {"!!", "!", "!?", "?!", "?", "??", "=", "", NULL};
    static const char *const colours[] = {"green", "red", "amber", "", NULL};
    switch ((pt_study_cell)e->cell) {
    case PT_CELL_NAME:
    case PT_CELL_TITLE: return is_name(e->text) || refuse(why, st_say_name());
    case PT_CELL_ACCESS: return is_one_of(e->text, accesses) || refuse(why, st_say_value());
    case PT_CELL_GONE: return is_one_of(e->text, yes) || refuse(why, st_say_value());
    case PT_CELL_FRONT: return is_rank(e->text) || refuse(why, st_say_value());
    case PT_CELL_VERDICT: return is_one_of(e->text, verdicts) || refuse(why, st_say_value());
    case PT_CELL_COMMENT:
        return is_words(e->text) || refuse(why, st_say_words(PT_STUDY_WORDS - 1));
    case PT_CELL_MARK:
        if (!pt_study_is_place(e->from) || !pt_study_is_place(e->to))
            return refuse(why, st_say_place());
        return is_one_of(e->text, colours) || refuse(why, st_say_value());
    case PT_CELLS: break;
    }
    return refuse(why, st_say_value());
}

/* Where the cell is: a study, a chapter, a move. What is rubbed out can only be brought back.
 */
static bool check_place(const pt_study *s, const pt_study_event *e, pt_text *why) {
    bool of_study = e->cell == PT_CELL_NAME || e->cell == PT_CELL_ACCESS;
    if (of_study) return e->node == 0 || refuse(why, st_say_no_node());
    if (!pt_study_is_node(s, e->node)) return refuse(why, st_say_no_node());
    bool root = pt_study_is_root(s, e->node);
    if (e->cell == PT_CELL_TITLE && !root) return refuse(why, st_say_no_node());
    if ((e->cell == PT_CELL_FRONT || e->cell == PT_CELL_VERDICT) && root)
        return refuse(why, st_say_no_node());
    bool back = e->cell == PT_CELL_GONE && !e->text[0];
    int at = back ? s->node[e->node].parent : e->node;
    return (back && root) || pt_study_lives(s, at) || refuse(why, st_say_gone());
}

static bool comes_twice(const pt_study *s, const pt_study_event *e) {
    const pt_study_node *n = &s->node[e->node];
    return e->cell == PT_CELL_GONE && !e->text[0] && n->move &&
           is_there_already(s, n->parent, n->seat, n->move);
}

static bool check_set(pt_study *s, const pt_study_event *e, pt_text *why) {
    if (e->cell == PT_CELL_ACCESS && e->by != 0) return refuse(why, st_say_owner());
    if (!check_text(e, why) || !check_place(s, e, why)) return false;
    bool comment = e->cell == PT_CELL_COMMENT;
    if (comment && (e->who >= s->people || (e->who != e->by && (e->by != 0 || e->text[0]))))
        return refuse(why, st_say_writer());
    if (comes_twice(s, e)) return refuse(why, st_say_same_move());
    bool marks = e->cell == PT_CELL_MARK;
    uint16_t mark = marks ? find_mark(s, e->node, e->from, e->to) : 0;
    const pt_study_value *v = cell_of(s, e->cell, e->node, e->who, mark);
    if (strcmp(v ? pt_study_text(s, *v) : "", e->text) == 0) return refuse(why, st_say_same());
    if (marks && e->text[0] && marks_at(s, e->node) >= PT_STUDY_MARKS)
        return refuse(why, st_say_marks(PT_STUDY_MARKS));
    return true;
}

static void take_value(pt_study *s, int cell, int node) {
    if (cell == PT_CELL_FRONT)
        s->node[node].front = (int32_t)strtol(pt_study_text(s, s->node[node].fronts), NULL, 10);
    s->state_at = cell == PT_CELL_GONE ? 0 : s->state_at;
}

static void add_comment(pt_study *s, int node, int who) {
    uint16_t *at = &s->node[node].words;
    while (*at) at = &s->comment[*at].next;
    *at = (uint16_t)++s->comments;
    s->comment[s->comments] = (pt_study_comment){.who = (uint8_t)who};
}

static uint16_t add_mark(pt_study *s, const pt_study_event *e) {
    uint16_t *at = &s->node[e->node].marks;
    while (*at) at = &s->mark[*at].next;
    *at = (uint16_t)++s->marks;
    pt_study_mark *m = &s->mark[s->marks];
    *m = (pt_study_mark){0};
    pt_copy(m->from, sizeof m->from, e->from);
    pt_copy(m->to, sizeof m->to, e->to);
    return *at;
}

static bool fold_set(pt_study *s, const pt_study_event *e, pt_text *why) {
    if (!check_set(s, e, why) || !reserve(s, e->text, why)) return false;
    bool marks = e->cell == PT_CELL_MARK;
    uint16_t mark = marks ? find_mark(s, e->node, e->from, e->to) : 0;
    if (marks && !mark) mark = add_mark(s, e);
    if (e->cell == PT_CELL_COMMENT && !find_comment(s, e->node, e->who))
        add_comment(s, e->node, e->who);
    pt_study_value *v = cell_of(s, e->cell, e->node, e->who, mark);
    pt_study_change *c = &s->change[++s->changes];
    *c = (pt_study_change){.at = e->at,
                           .before = v->text,
                           .after = keep(s, e->text),
                           .node = e->node,
                           .was = v->change,
                           .by = e->by,
                           .cell = e->cell,
                           .who = e->who,
                           .mark = mark};
    *v = (pt_study_value){c->after, (uint16_t)s->changes};
    take_value(s, e->cell, e->node);
    return true;
}

/* --- taking back --- */

bool pt_study_may_undo(const pt_study *s, int change, int who) {
    if (change < 1 || change > s->changes || !pt_study_may_edit(s, who)) return false;
    const pt_study_change *c = &s->change[change];
    const pt_study_value *v =
        cell_of((pt_study *)(uintptr_t)s, c->cell, c->node, c->who, c->mark);
    return !c->undone && v && v->change == change && (who == 0 || who == c->by);
}

static bool fold_undo(pt_study *s, const pt_study_event *e, pt_text *why) {
    if (e->change < 1 || e->change > s->changes) return refuse(why, st_say_no_change());
    if (!reserve(s, "", why)) return false; /* first: it may move what is pointed at below */
    pt_study_change *c = &s->change[e->change];
    pt_study_value *v = cell_of(s, c->cell, c->node, c->who, c->mark);
    if (c->undone || v->change != e->change) return refuse(why, st_say_since());
    if (e->by != 0 && e->by != c->by) return refuse(why, st_say_author());
    const pt_study_node *n = &s->node[c->node];
    bool back = c->cell == PT_CELL_GONE && !c->made && v->text;
    if (back && n->move && is_there_already(s, n->parent, n->seat, n->move))
        return refuse(why, st_say_same_move());
    *v = (pt_study_value){c->made ? keep(s, "yes") : c->before, c->was};
    c->undone = true;
    take_value(s, c->cell, c->node);
    return true;
}

bool pt_study_fold(pt_study *s, const pt_study_event *e, pt_text *why) {
    bool made = e->kind == PT_STUDY_MADE, fine = false;
    if (!made && !s->game) return refuse(why, st_say_not_made());
    if (e->at < s->last) return refuse(why, st_say_earlier());
    if (!made && e->kind != PT_STUDY_ROLE && !pt_study_may_edit(s, e->by))
        return refuse(why, st_say_read_only());
    switch (e->kind) {
    case PT_STUDY_MADE: fine = fold_made(s, e, why); break;
    case PT_STUDY_ROLE: fine = fold_role(s, e, why); break;
    case PT_STUDY_CHAPTER: fine = fold_chapter(s, e, why); break;
    case PT_STUDY_MOVE: fine = fold_move(s, e, why); break;
    case PT_STUDY_SET: fine = fold_set(s, e, why); break;
    case PT_STUDY_UNDO: fine = fold_undo(s, e, why); break;
    case PT_STUDY_KINDS: break;
    }
    if (fine) s->last = e->at;
    if (fine && e->kind > PT_STUDY_ROLE) s->wrote[e->by] = true;
    return fine;
}
