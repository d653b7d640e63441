/* petteia fields: which lines a game's position may have and how its moves are written, from
 * the game's own tables. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/words.h"
#include <stdio.h>
#include <string.h>

/* The kind as which an argument is written. */
static const pt_kind *written(const pt_kind *k) { return k->as ? k->as : k; }

/* "extend <space> <space>" */
static void put_form(pt_text *out, const pt_verb *verb) {
    int i = 0;
    for (const char *c = verb->form; *c; c++) {
        if (*c == '%')
            pt_put(out, "<%s>", written(verb->kind[i++])->name);
        else
            pt_putc(out, *c);
    }
}

/* The kinds that the verbs of a game use, each once; returns how many. */
enum { KINDS_MAX = 3 * PT_VERBS };
static int kinds_of(const pt_game *g, const pt_kind *list[KINDS_MAX]) {
    int n = 0;
    for (int verb = 1; verb < g->verbs.count; verb++) {
        const pt_verb *row = &g->verbs.row[verb];
        for (int i = 0; i < PT_ARGS && row->form && row->kind[i]; i++) {
            const pt_kind *k = written(row->kind[i]);
            int at = 0;
            while (at < n && list[at] != k) at++;
            if (at == n) list[n++] = k;
        }
    }
    return n;
}

/* True if the game has another kind with this name: then the verbs tell them apart. */
static bool shares_its_name(const pt_kind *const *kinds, int n, const pt_kind *k) {
    for (int i = 0; i < n; i++)
        if (kinds[i] != k && strcmp(kinds[i]->name, k->name) == 0) return true;
    return false;
}

static bool uses(const pt_verb *verb, const pt_kind *k) {
    for (int i = 0; i < PT_ARGS && verb->form && verb->kind[i]; i++)
        if (written(verb->kind[i]) == k) return true;
    return false;
}

/* "tile of take, discard" */
static void put_kind_name(pt_text *out, const pt_game *g, const pt_kind *const *kinds, int n,
                          const pt_kind *k) {
    pt_word last = {"", 0};
    pt_puts(out, k->name);
    for (int verb = 1; verb < g->verbs.count && shares_its_name(kinds, n, k); verb++) {
        pt_word name = pt_verb_name(&g->verbs.row[verb]);
        bool again = name.length == last.length && !memcmp(name.at, last.at, name.length);
        if (!uses(&g->verbs.row[verb], k) || again) continue;
        pt_put(out, "%s%.*s", last.length ? ", " : " of ", (int)name.length, name.at);
        last = name;
    }
}

static void put_values(pt_text *out, const pt_kind *k) {
    if (!k->names) {
        pt_put(out, "%d to %d", k->first, k->first + k->count - 1);
        return;
    }
    for (int value = 0; value < k->count; value++) {
        if (!k->names[value]) continue;
        pt_puts(out, value ? ", " : "");
        pt_puts(out, k->names[value][0] ? k->names[value] : "(nothing)");
    }
}

static void print_verbs(const pt_game *g, pt_text *out, bool chance) {
    for (int verb = 1; verb < g->verbs.count; verb++) {
        const pt_verb *row = &g->verbs.row[verb];
        if (!row->form || row->chance != chance) continue;
        PT_TEXT(form, 128);
        put_form(&form, row);
        pt_put(out, "  %s%-32s ", chance ? "* " : "", form.at);
        pt_verb_words(g, row, out);
        pt_putc(out, '\n');
    }
}

static void print_text(const pt_game *g, pt_text *out) {
    const pt_kind *kinds[KINDS_MAX];
    pt_put(out, "%s: the lines of a position (petteia scenario, docs/scenarios.md)\n",
           g->title);
    pt_puts(out, "  Where a line has a value for each player, that of player 1 comes first.\n");
    for (int i = 0; i < g->field_count; i++) {
        const pt_field *f = &g->fields[i];
        PT_TEXT(name, 128);
        pt_puts(&name, f->name);
        for (int k = 0; f->keys && f->keys[k]; k++)
            pt_put(&name, "%s%s", k ? "|" : " ", f->keys[k]);
        pt_put(out, "  %-20s ", name.at);
        pt_puts(out, f->words);
        pt_putc(out, '\n');
    }
    pt_puts(out, "\nMoves of a player (write the seat before them: 1 ...)\n");
    print_verbs(g, out, false);
    pt_puts(out, "\nOutcomes of chance (write a star before them)\n");
    print_verbs(g, out, true);
    pt_puts(out, "\nWhat the moves name\n");
    int n = kinds_of(g, kinds);
    for (int i = 0; i < n; i++) {
        PT_TEXT(name, 256);
        put_kind_name(&name, g, kinds, n, kinds[i]);
        pt_put(out, "  %-12s  ", name.at);
        put_values(out, kinds[i]);
        pt_putc(out, '\n');
    }
    if (g->option_count) pt_puts(out, "\nOptions (after the players on the game line)\n");
    for (int i = 0; i < g->option_count; i++) {
        const pt_option *o = &g->options[i];
        pt_put(out, "  %s=", o->name);
        for (int v = o->min; o->values && v <= o->max; v++)
            pt_put(out, "%s%s", v > o->min ? "|" : "", o->values[v - o->min]);
        if (!o->values) pt_put(out, "%d..%d", o->min, o->max);
        pt_puts(out, "  ");
        pt_option_words(g, o, out);
        pt_putc(out, '\n');
    }
}

static void json_fields(const pt_game *g, pt_json *j) {
    pt_key_open(j, "fields", '[');
    for (int i = 0; i < g->field_count; i++) {
        const pt_field *f = &g->fields[i];
        pt_open(j, '{');
        pt_key_str(j, "name", f->name);
        pt_key_str(j, "words", f->words);
        pt_key_open(j, "keys", '[');
        for (int k = 0; f->keys && f->keys[k]; k++) pt_json_str(j, f->keys[k]);
        pt_close(j, ']');
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

static void json_verbs(const pt_game *g, pt_json *j) {
    pt_key_open(j, "verbs", '[');
    for (int verb = 1; verb < g->verbs.count; verb++) {
        const pt_verb *row = &g->verbs.row[verb];
        if (!row->form) continue;
        PT_TEXT(form, 128);
        PT_TEXT(words, 300);
        put_form(&form, row);
        pt_verb_words(g, row, &words);
        pt_word name = pt_verb_name(row);
        pt_open(j, '{');
        pt_key(j, "name");
        pt_json_strn(j, name.at, name.length);
        pt_key_str(j, "form", form.at);
        pt_key_bool(j, "chance", row->chance);
        pt_key_str(j, "words", words.at);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

/* The forms that name this kind: two kinds may have one name. */
static void json_verbs_of(const pt_game *g, pt_json *j, const pt_kind *k) {
    pt_key_open(j, "forms", '[');
    for (int verb = 1; verb < g->verbs.count; verb++) {
        PT_TEXT(form, 128);
        if (!uses(&g->verbs.row[verb], k)) continue;
        put_form(&form, &g->verbs.row[verb]);
        pt_json_str(j, form.at);
    }
    pt_close(j, ']');
}

static void print_json(const pt_game *g, pt_text *out) {
    const pt_kind *kinds[KINDS_MAX];
    pt_json j = pt_json_on(out);
    pt_open(&j, '{');
    pt_key_str(&j, "game", g->name);
    json_fields(g, &j);
    json_verbs(g, &j);
    pt_key_open(&j, "kinds", '[');
    int n = kinds_of(g, kinds);
    for (int i = 0; i < n; i++) {
        pt_open(&j, '{');
        pt_key_str(&j, "name", kinds[i]->name);
        json_verbs_of(g, &j, kinds[i]);
        pt_key_open(&j, "values", '[');
        for (int value = 0; value < kinds[i]->count; value++) {
            PT_TEXT(text, 64);
            if (kinds[i]->names && !kinds[i]->names[value]) continue;
            pt_print_value(kinds[i], value, &text);
            pt_json_str(&j, text.at);
        }
        pt_close(&j, ']');
        pt_close(&j, '}');
    }
    pt_close(&j, ']');
    pt_close(&j, '}');
    pt_putc(out, '\n');
}

static int run(int argc, char **argv) {
    bool json = false;
    const arg_option options[] = {{"--json", ARG_FLAG, &json, CLI_SAY_WITH_JSON, 0, 0}, {0}};
    int n = args_read(&cmd_fields, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n != 1) return wrong_words(&cmd_fields, n, 1, argv);
    const pt_game *g = game_or_complain(&cmd_fields, argv[1]);
    if (!g) return EXIT_USAGE;
    char memory[4096];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    if (json)
        print_json(g, &out);
    else
        print_text(g, &out);
    pt_flush(&out);
    return EXIT_FINE;
}

const command cmd_fields = {"fields", CLI_SAY_FIELDS_USAGE, CLI_SAY_FIELDS, run};
