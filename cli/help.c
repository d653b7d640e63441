/* SPDX-License-Identifier: MIT */
#include "cli/help.h"
#include "cli/commands.h"
#include "cli/words.h"
#include <stdio.h>
#include <string.h>

enum { OPTIONS_MAX = 40 };

/* An option as --help shows it. */
typedef struct help_row {
    const arg_option *option; /* NULL: --help itself */
    const char *name, *words;
    int value; /* how many bytes of the words are the value's name */
    char text[256];
} help_row;

static void make_row(help_row *row, const arg_option *o) {
    pt_text text = pt_text_on(row->text, sizeof row->text);
    text.language = args_language();
    pt_say(&text, cli_say(o ? o->words : CLI_SAY_HELP_HELP));
    row->option = o;
    row->name = o ? o->name : "--help";
    row->value = o && o->type != ARG_FLAG ? (int)strcspn(row->text, " ") : 0;
    row->words = row->text + row->value;
    row->words += strspn(row->words, " ");
}

/* Every verb has --lang and --help beside its own options. */
static int make_rows(help_row *rows, const arg_option *options) {
    int n = 0;
    bool lang = false;
    for (const arg_option *o = options; o && o->name; o++) {
        assert(n < OPTIONS_MAX);
        make_row(&rows[n++], o);
        lang |= strcmp(o->name, "--lang") == 0;
    }
    if (!lang) make_row(&rows[n++], args_of_every_verb);
    make_row(&rows[n++], NULL);
    return n;
}

/* --- for people --- */

static void print_top(const command *c) {
    PT_TEXT_IN(top, 1024, args_language());
    pt_put(&top, "petteia %s", c->name);
    if (c->usage != ARGS_NO_USAGE) {
        pt_putc(&top, ' ');
        pt_say(&top, cli_say(c->usage));
    }
    pt_puts(&top, "\n\n");
    pt_say(&top, cli_say(c->words));
    pt_puts(&top, "\n\n");
    pt_say(&top, cli_say_help_options());
    puts(top.at);
}

/* The columns of the name of an option and its value; the value may have letters of two bytes.
 */
static int columns(const help_row *r) {
    int n = (int)strlen(r->name) + (r->value ? 1 : 0);
    for (int i = 0; i < r->value; i++) n += (r->text[i] & 0xc0) != 0x80;
    return n;
}

void help_print(const command *c, const arg_option *options) {
    help_row rows[OPTIONS_MAX + 2];
    int n = make_rows(rows, options), width = 10; /* two blanks behind the longest option */
    print_top(c);
    for (int i = 0; i < n; i++) {
        int needs = columns(&rows[i]) + 4;
        if (needs > width) width = needs;
    }
    for (int i = 0; i < n; i++) {
        printf("  %s%s%.*s", rows[i].name, rows[i].value ? " " : "", rows[i].value,
               rows[i].text);
        printf("%*s%s\n", width - columns(&rows[i]) - 2, "", rows[i].words);
    }
}

/* --- for programs --- */

static void key_said(pt_json *j, const char *key, int words) {
    PT_TEXT_IN(text, 512, args_language());
    if (words != ARGS_NO_USAGE) pt_say(&text, cli_say(words));
    pt_key_str(j, key, text.at);
}

static void json_row(pt_json *j, const help_row *row) {
    pt_open(j, '{');
    pt_key_str(j, "name", row->name);
    if (row->value) {
        pt_key(j, "value");
        pt_json_strn(j, row->text, (size_t)row->value);
    }
    pt_key_str(j, "words", row->words);
    if (row->option && row->option->type == ARG_NUMBER) {
        pt_key_int(j, "min", row->option->min);
        pt_key_int(j, "max", row->option->max);
    }
    pt_close(j, '}');
}

void help_print_json(const command *c, const arg_option *options) {
    char memory[1024];
    help_row rows[OPTIONS_MAX + 2];
    int n = make_rows(rows, options);
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "verb", c->name);
    key_said(&j, "usage", c->usage);
    key_said(&j, "words", c->words);
    pt_key_open(&j, "options", '[');
    for (int i = 0; i < n; i++) json_row(&j, &rows[i]);
    pt_close(&j, ']');
    pt_close(&j, '}');
    pt_flush(&out);
}

void help_print_manual_json(void) {
    static const struct {
        const char *key;
        int words;
    } rows[] = {
        {"title", CLI_SAY_HELP_TITLE},
        {"name", CLI_SAY_MAN_NAME},
        {"synopsis", CLI_SAY_MAN_SYNOPSIS},
        {"description", CLI_SAY_MAN_DESCRIPTION},
        {"verbs", CLI_SAY_MAN_VERBS},
        {"options", CLI_SAY_MAN_OPTIONS},
        {"status", CLI_SAY_MAN_STATUS},
        {"fine", CLI_SAY_MAN_FINE},
        {"failed", CLI_SAY_MAN_FAILED},
        {"usage", CLI_SAY_MAN_USAGE},
        {"environment", CLI_SAY_MAN_ENVIRONMENT},
        {"language", CLI_SAY_MAN_LANGUAGE},
        {"colour", CLI_SAY_MAN_COLOUR},
        {"also", CLI_SAY_MAN_ALSO},
    };
    char memory[1024];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        key_said(&j, rows[i].key, rows[i].words);
    pt_close(&j, '}');
    pt_flush(&out);
}
