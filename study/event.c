/* Events as text; see event.h. */
/* SPDX-License-Identifier: MIT */
#include "study/event.h"
#include "study/inside.h"
#include <assert.h>

static const char *const words[PT_STUDY_KINDS] = {"make", "role", "chapter",
                                                  "move", "set",  "undo"};

/* --- printing --- */

static void print_text(const char *text, pt_text *out) {
    for (; *text; text++) {
        if (*text == '\n' || *text == '\\')
            pt_put(out, "\\%c", *text == '\n' ? 'n' : '\\');
        else
            pt_putc(out, *text);
    }
}

static void print_seat(int seat, pt_text *out) {
    if (seat == PT_LUCK)
        pt_puts(out, " *");
    else
        pt_put(out, " %d", seat + 1);
}

/* Those that are as usual too: what is usual may change. */
static void print_options(const pt_game *g, const pt_config *config, pt_text *out) {
    pt_put(out, " %d ", config->seats);
    if (!g->option_count) pt_putc(out, '-');
    for (int i = 0; i < g->option_count; i++) {
        const pt_option *o = &g->options[i];
        pt_put(out, "%s%s=", i ? "," : "", o->name);
        if (o->values)
            pt_puts(out, o->values[config->option[i] - o->min]);
        else
            pt_puti(out, config->option[i]);
    }
}

static void print_set(const pt_study_event *e, pt_text *out) {
    pt_put(out, " %d %s %d ", e->by, pt_study_cell_names[e->cell], e->node);
    if (e->cell == PT_CELL_COMMENT)
        pt_puti(out, e->who);
    else
        pt_putc(out, '-');
    pt_put(out, " %s %s ", e->from[0] ? e->from : "-", e->to[0] ? e->to : "-");
    print_text(e->text, out);
}

void pt_study_print(const pt_study *s, const pt_study_event *e, pt_text *out) {
    assert(e->kind < PT_STUDY_KINDS);
    pt_puti(out, e->at);
    pt_put(out, " %s", words[e->kind]);
    switch (e->kind) {
    case PT_STUDY_MADE:
        pt_put(out, " %s ", e->game);
        print_text(e->text, out);
        break;
    case PT_STUDY_ROLE:
        pt_put(out, " %d %d %s", e->by, e->who, pt_study_role_names[e->role]);
        break;
    case PT_STUDY_CHAPTER:
        pt_put(out, " %d %d", e->by, e->node);
        print_options(s->game, &e->config, out);
        pt_putc(out, ' ');
        print_text(e->text, out);
        break;
    case PT_STUDY_MOVE:
        pt_put(out, " %d %d %d", e->by, e->node, e->parent);
        print_seat(e->seat, out);
        pt_put(out, " %s", e->text);
        break;
    case PT_STUDY_SET: print_set(e, out); break;
    case PT_STUDY_UNDO: pt_put(out, " %d %d", e->by, e->change); break;
    case PT_STUDY_KINDS: break;
    }
}

/* --- parsing --- */

/* A reader of a line. Once something is wrong it stays so, and gives zeros. */
typedef struct reader {
    const char *at;
    bool wrong;
} reader;

/* The next word, behind one blank and no other white space. */
static pt_word take(reader *r) {
    pt_word w = {r->at + 1, 0};
    if (*r->at != ' ') r->wrong = true;
    if (r->wrong) return (pt_word){r->at, 0};
    while ((unsigned char)w.at[w.length] > ' ') w.length++;
    if (!w.length) r->wrong = true;
    r->at = w.at + w.length;
    return w;
}

static long take_number(reader *r, long max) {
    long n = 0;
    if (!pt_number(take(r), 0, max, &n)) r->wrong = true;
    return r->wrong ? 0 : n;
}

static uint8_t take_person(reader *r) { return (uint8_t)take_number(r, PT_STUDY_PEOPLE); }
static uint16_t take_node(reader *r) { return (uint16_t)take_number(r, PT_STUDY_NODES + 1); }

static void take_word(reader *r, char *to, size_t size) {
    pt_word w = take(r);
    if (w.length >= size) r->wrong = true;
    if (r->wrong) return;
    memcpy(to, w.at, w.length);
    to[w.length] = 0;
}

static uint8_t take_name(reader *r, const char *const *names, int n) {
    pt_word w = take(r);
    for (int i = 0; i < n; i++)
        if (pt_is(w, names[i])) return (uint8_t)i;
    r->wrong = true;
    return 0;
}

/* The rest of the line, behind one blank. */
static void take_text(reader *r, char *out, size_t size) {
    size_t n = 0;
    if (*r->at++ != ' ') r->wrong = true;
    for (; !r->wrong && *r->at; r->at++) {
        char c = *r->at;
        if (c == '\\') {
            c = *++r->at;
            if (c != 'n' && c != '\\') r->wrong = true;
            if (c == 'n') c = '\n';
        } else if ((unsigned char)c < ' ') {
            r->wrong = true;
        }
        if (r->wrong || n + 1 >= size) {
            r->wrong = true;
            return;
        }
        out[n++] = c;
    }
    out[n] = 0;
}

static int8_t take_seat(reader *r) {
    pt_word w = take(r);
    long n = 0;
    if (pt_is(w, "*")) return PT_LUCK;
    if (!pt_number(w, 1, PT_SEATS, &n)) r->wrong = true;
    return (int8_t)(n - 1);
}

static void take_config(reader *r, const pt_game *g, pt_config *config) {
    *config = pt_config_normal(g, (int)take_number(r, PT_SEATS));
    pt_word w = take(r);
    if (r->wrong || pt_config_check(g, config, NULL)) {
        r->wrong = true;
        return;
    }
    if (pt_is(w, "-")) return;
    for (const char *end = w.at + w.length; w.at < end;) {
        char option[128];
        size_t n = 0;
        while (w.at + n < end && w.at[n] != ',') n++;
        if (n >= sizeof option) r->wrong = true;
        if (r->wrong) return;
        memcpy(option, w.at, n);
        option[n] = 0;
        if (pt_config_set(g, config, option, NULL)) r->wrong = true;
        w.at += n + 1;
    }
}

static void take_place(reader *r, char *to) {
    take_word(r, to, PT_STUDY_PLACE);
    if (strcmp(to, "-") == 0) to[0] = 0;
}

static void parse_set(reader *r, pt_study_event *e) {
    e->cell = take_name(r, pt_study_cell_names, PT_CELLS);
    e->node = take_node(r);
    if (e->cell == PT_CELL_COMMENT)
        e->who = take_person(r);
    else if (!pt_is(take(r), "-"))
        r->wrong = true;
    take_place(r, e->from);
    take_place(r, e->to);
    take_text(r, e->text, sizeof e->text);
}

static void parse_kind(reader *r, const pt_study *s, pt_study_event *e) {
    if (e->kind != PT_STUDY_MADE) e->by = take_person(r);
    switch (e->kind) {
    case PT_STUDY_MADE:
        take_word(r, e->game, sizeof e->game);
        take_text(r, e->text, PT_STUDY_NAME);
        break;
    case PT_STUDY_ROLE:
        e->who = take_person(r);
        e->role = take_name(r, pt_study_role_names, PT_STUDY_ROLES);
        break;
    case PT_STUDY_CHAPTER:
        e->node = take_node(r);
        if (!s->game) r->wrong = true;
        if (!r->wrong) take_config(r, s->game, &e->config);
        if (!r->wrong) take_text(r, e->text, PT_STUDY_NAME);
        break;
    case PT_STUDY_MOVE:
        e->node = take_node(r);
        e->parent = take_node(r);
        e->seat = take_seat(r);
        take_text(r, e->text, sizeof e->text);
        break;
    case PT_STUDY_SET: parse_set(r, e); break;
    case PT_STUDY_UNDO: e->change = (uint16_t)take_number(r, PT_STUDY_CHANGES); break;
    case PT_STUDY_KINDS: r->wrong = true; break;
    }
    if (!r->wrong && *r->at) r->wrong = true;
}

/* Milliseconds, up to 15 digits. */
static void take_time(reader *r, int64_t *at) {
    const char *from = r->at;
    for (*at = 0; *r->at >= '0' && *r->at <= '9' && r->at - from < 15; r->at++)
        *at = *at * 10 + (*r->at - '0');
    r->wrong = r->at == from || (*from == '0' && r->at - from > 1);
}

bool pt_study_parse(const pt_study *s, const char *line, pt_study_event *e, pt_text *why) {
    reader r = {.at = line};
    memset(e, 0, sizeof *e);
    take_time(&r, &e->at);
    e->kind = (pt_study_kind)take_name(&r, words, PT_STUDY_KINDS);
    if (!r.wrong) parse_kind(&r, s, e);
    if (!r.wrong) return true;
    pt_said said = st_say_line();
    pt_say(why, said);
    if (why) why->key = said.phrase->key;
    return false;
}

bool pt_study_read(pt_study *s, const char *line, pt_text *why) {
    pt_study_event e;
    return pt_study_parse(s, line, &e, why) && pt_study_fold(s, &e, why);
}
