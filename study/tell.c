/* A study as JSON; as records and as a lesson. */
/* SPDX-License-Identifier: MIT */
#include "study/tell.h"
#include "core/record.h"
#include "study/inside.h"
#include <assert.h>
#include <stdlib.h>

size_t pt_study_told_size(const pt_study *s) {
    return 65536 + 6 * (size_t)s->used + (size_t)s->nodes * 320 + (size_t)s->marks * 160 +
           (size_t)s->comments * 48 + (size_t)s->changes * 240;
}

/* --- JSON --- */

static void tell_options(pt_json *j, const pt_game *g, const pt_config *config) {
    pt_key_open(j, "options", '{');
    for (int i = 0; i < g->option_count; i++) {
        const pt_option *o = &g->options[i];
        if (o->values)
            pt_key_str(j, o->name, o->values[config->option[i] - o->min]);
        else
            pt_key_int(j, o->name, config->option[i]);
    }
    pt_close(j, '}');
}

void pt_study_tell_chapters(pt_json *j, const pt_study *s) {
    pt_key_open(j, "chapters", '[');
    for (int i = 0; i < s->chapters; i++) {
        const pt_study_node *n = &s->node[s->chapter[i]];
        if (n->gone.text) continue;
        pt_open(j, '{');
        pt_key_int(j, "chapter", s->chapter[i]);
        pt_key_str(j, "name", pt_study_text(s, n->title));
        pt_key_int(j, "players", s->config[i].seats);
        tell_options(j, s->game, &s->config[i]);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

static void tell_words(pt_json *j, const pt_study *s, const pt_study_node *n) {
    pt_key_open(j, "comments", '[');
    for (uint16_t i = n->words; i; i = s->comment[i].next) {
        if (!s->comment[i].value.text) continue;
        pt_open(j, '{');
        pt_key_int(j, "by", s->comment[i].who);
        pt_key_str(j, "text", pt_study_text(s, s->comment[i].value));
        pt_close(j, '}');
    }
    pt_close(j, ']');
    pt_key_open(j, "marks", '[');
    for (uint16_t i = n->marks; i; i = s->mark[i].next) {
        if (!s->mark[i].value.text) continue;
        pt_open(j, '{');
        pt_key_str(j, "from", s->mark[i].from);
        pt_key_str(j, "to", s->mark[i].to);
        pt_key_str(j, "colour", pt_study_text(s, s->mark[i].value));
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

static void put_move(const pt_study *s, const pt_study_node *n, pt_text *out) {
    pt_print_move(s->game->verbs, n->move, out);
}

void pt_study_tell_node(pt_json *j, const pt_study *s, int node) {
    const pt_study_node *n = &s->node[node];
    pt_open(j, '{');
    pt_key_int(j, "node", node);
    pt_key_int(j, "chapter", n->root);
    if (!pt_study_lives(s, node)) pt_key_bool(j, "gone", true);
    pt_key_int(j, "by", n->by);
    if (n->move) {
        PT_TEXT(move, 256);
        put_move(s, n, &move);
        pt_key_int(j, "parent", n->parent);
        pt_key_int(j, "seat", n->seat);
        pt_key_str(j, "move", move.at);
        pt_key_int(j, "front", n->front);
        pt_key_str(j, "verdict", pt_study_text(s, n->verdict));
    }
    tell_words(j, s, n);
    pt_close(j, '}');
}

void pt_study_tell(pt_json *j, const pt_study *s) {
    pt_key_str(j, "game", s->game->name);
    pt_key_str(j, "name", pt_study_text(s, s->name));
    pt_key_str(j, "access", s->access.text ? pt_study_text(s, s->access) : "people");
    pt_study_tell_chapters(j, s);
    pt_key_open(j, "nodes", '[');
    for (int i = 1; i <= s->nodes; i++)
        if (pt_study_lives(s, i)) pt_study_tell_node(j, s, i);
    pt_close(j, ']');
}

void pt_study_tell_changes(pt_json *j, const pt_study *s, int first) {
    pt_key_open(j, "changes", '[');
    for (int i = first < 1 ? 1 : first; i <= s->changes; i++) {
        const pt_study_change *c = &s->change[i];
        pt_open(j, '{');
        pt_key_int(j, "change", i);
        pt_key_int(j, "at", c->at);
        pt_key_int(j, "by", c->by);
        pt_key_str(j, "cell", c->made ? "made" : pt_study_cell_names[c->cell]);
        pt_key_int(j, "node", c->node);
        if (c->after) pt_key_str(j, "text", s->text + c->after);
        if (c->mark) {
            pt_key_str(j, "from", s->mark[c->mark].from);
            pt_key_str(j, "to", s->mark[c->mark].to);
        }
        if (c->undone) pt_key_bool(j, "undone", true);
        pt_key_bool(j, "last", pt_study_may_undo(s, i, 0));
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

/* --- lines --- */

/* The moves to this one and on along the main line; returns how many. */
static int line_through(const pt_study *s, int node, uint16_t out[PT_STUDY_NODES]) {
    int n = pt_study_path(s, node, out);
    uint16_t next[1 << 10];
    for (int at = node; pt_study_children(s, at, next, 1 << 10) && n < PT_STUDY_NODES;) {
        at = next[0];
        out[n++] = next[0];
    }
    return n;
}

/* --- records --- */

/* A comment has no braces inside and stays on its line. */
static void put_plain(const char *text, pt_text *out) {
    for (; *text; text++)
        pt_putc(out, *text == '{' ? '(' : *text == '}' ? ')' : *text == '\n' ? ' ' : *text);
}

static void put_notes(const pt_study *s, int node, pt_study_names *names, const void *host,
                      const char *between, pt_text *out) {
    const pt_study_node *n = &s->node[node];
    if (n->verdict.text) pt_put(out, "%s{%%verdict %s}", between, pt_study_text(s, n->verdict));
    for (uint16_t i = n->words; i; i = s->comment[i].next) {
        const pt_study_comment *c = &s->comment[i];
        const char *name = names ? names(host, c->who) : "";
        if (!c->value.text) continue;
        pt_put(out, "%s{", between);
        put_plain(name, out);
        if (name[0]) pt_puts(out, ": ");
        put_plain(pt_study_text(s, c->value), out);
        pt_putc(out, '}');
    }
    for (uint16_t i = n->marks; i; i = s->mark[i].next)
        if (s->mark[i].value.text)
            pt_put(out, "%s{%%mark %s %s %s}", between, s->mark[i].from, s->mark[i].to,
                   pt_study_text(s, s->mark[i].value));
}

void pt_study_record(pt_study *s, int node, pt_study_names *names, const void *host,
                     pt_text *out) {
    uint16_t line[PT_STUDY_NODES];
    int n = line_through(s, node, line), root = s->node[node].root;
    pt_record_head head = {.game = s->game};
    head.config = s->config[pt_study_chapter_of(s, node)];
    const void *end = pt_study_state(s, n ? line[n - 1] : root);
    pt_text result = pt_text_on(head.result, sizeof head.result);
    if (pt_head_of(end)->node == PT_OVER)
        pt_write_result(s->game, end, &result);
    else
        pt_putc(&result, '*');
    pt_write_head(&head, out);
    put_notes(s, root, names, host, "\n", out);
    pt_putc(out, '\n');
    for (int i = 0; i < n; i++) {
        pt_write_move(s->game, s->node[line[i]].seat, s->node[line[i]].move, out);
        put_notes(s, line[i], names, host, " ", out);
        pt_putc(out, '\n');
    }
}

/* --- lessons --- */

/* A hash would begin a comment. */
static void put_said(const char *text, pt_text *out) {
    for (; *text; text++) pt_putc(out, *text == '\n' || *text == '#' ? ' ' : *text);
}

static void say_words(const pt_study *s, int node, pt_text *out) {
    for (uint16_t i = s->node[node].words; i; i = s->comment[i].next) {
        if (!s->comment[i].value.text) continue;
        pt_puts(out, "    say ");
        put_said(pt_study_text(s, s->comment[i].value), out);
        pt_putc(out, '\n');
    }
}

static void expect_turn(const pt_head *h, pt_text *out) {
    pt_puts(out, "    turn");
    if (h->node == PT_OVER) pt_puts(out, " over");
    if (h->node == PT_CHANCE) pt_puts(out, " luck");
    for (int seat = 0; h->node == PT_DECIDE && seat < h->seats; seat++)
        if (pt_has(h->owes, seat)) pt_put(out, " %d", seat + 1);
    pt_putc(out, '\n');
}

void pt_study_lesson(pt_study *s, int root, pt_text *out) {
    uint16_t line[PT_STUDY_NODES];
    assert(pt_study_is_root(s, root));
    int n = line_through(s, root, line), chapter = pt_study_chapter_of(s, root);
    pt_puts(out, "scenario ");
    put_said(pt_study_text(s, s->node[root].title), out);
    pt_put(out, "\ngame %s players %d", s->game->name, s->config[chapter].seats);
    for (int i = 0; i < s->game->option_count; i++) {
        const pt_option *o = &s->game->options[i];
        int value = s->config[chapter].option[i];
        if (o->values)
            pt_put(out, " %s=%s", o->name, o->values[value - o->min]);
        else
            pt_put(out, " %s=%d", o->name, value);
    }
    pt_puts(out, "\nmoves\n");
    say_words(s, root, out);
    for (int i = 0; i < n; i++) {
        pt_puts(out, "    ");
        pt_write_move(s->game, s->node[line[i]].seat, s->node[line[i]].move, out);
        pt_putc(out, '\n');
        say_words(s, line[i], out);
    }
    expect_turn(pt_head_of(pt_study_state(s, n ? line[n - 1] : root)), out);
}
