/* Command-line arguments. */
/* SPDX-License-Identifier: MIT */
#include "cli/args.h"
#include "cli/help.h"
#include "cli/words.h"
#include "core/nearest.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the language --- */

uint8_t args_language(void) {
    static const char *const names[] = {"PETTEIA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (!value || !*value) continue; /* as POSIX says, the first that is set decides */
        int language = pt_language_named(value);
        return (uint8_t)(language < 0 ? PT_ENGLISH : language);
    }
    return PT_ENGLISH;
}

int args_speak(int argc, char **argv) {
    int before = 0;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        bool joined = strncmp(argv[i], "--lang=", 7) == 0;
        if (!joined && (strcmp(argv[i], "--lang") != 0 || i + 1 == argc)) continue;
        const char *code = joined ? argv[i] + 7 : argv[i + 1];
        if (pt_language_named(code) < 0) continue; /* args_read says so */
        setenv("PETTEIA_LANG", code, 1);
        if (i == before + 1) before += joined ? 1 : 2;
        i += !joined;
    }
    return before;
}

/* --- mistakes --- */

int args_wrong_words(const command *c, const char *words) {
    fprintf(stderr, "petteia %s: %s\n", c->name, words);
    return EXIT_USAGE;
}

int args_wrong(const command *c, pt_said said) {
    PT_TEXT_IN(words, 8192, args_language());
    pt_say(&words, said);
    return args_wrong_words(c, words.at);
}

int args_wrong_at(const command *c, const char *path, int line, const char *words) {
    fprintf(stderr, "petteia %s: %s:%d: %s\n", c->name, path, line, words);
    return EXIT_USAGE;
}

/* --- reading --- */

/* args_speak has found it already: here it is only checked. */
const arg_option args_of_every_verb[] = {
    {"--lang", ARG_LANGUAGE, NULL, CLI_SAY_HELP_LANG, 0, 0}, {0}};

static const arg_option *find(const arg_option *options, const char *name, size_t length) {
    for (const arg_option *o = options; o && o->name; o++)
        if (strlen(o->name) == length && strncmp(o->name, name, length) == 0) return o;
    return NULL;
}

static bool read_number(const arg_option *o, const char *text) {
    char *end = NULL;
    errno = 0; /* ERANGE: the number is cut to the largest that there is */
    intmax_t n = strtoimax(text, &end, 10);
    if (!*text || *end || errno || n < o->min || n > o->max) return false;
    *(int64_t *)o->into = n;
    return true;
}

static int number_wrong(const command *c, const arg_option *o, const char *value) {
    PT_TEXT(least, 24);
    PT_TEXT(most, 24);
    pt_put(&least, "%" PRId64, o->min);
    pt_put(&most, "%" PRId64, o->max);
    return args_wrong(c, cli_say_no_number(o->name, least.at, most.at, value));
}

static int store_language(const command *c, const arg_option *o, const char *code) {
    int language = pt_language_named(code);
    if (language >= 0 && o->into) *(int *)o->into = language;
    if (language >= 0) return 0;
    PT_TEXT(codes, 64);
    for (int i = 0; i < PT_LANGUAGES; i++)
        pt_put(&codes, "%s%s", i ? ", " : "", pt_language_codes[i]);
    return args_wrong(c, cli_say_no_language(codes.at, code));
}

/* Stores the value of an option, or says what is wrong with it. */
static int store(const command *c, const arg_option *o, const char *value) {
    switch (o->type) {
    case ARG_FLAG: *(bool *)o->into = true; return 0;
    case ARG_TEXT: *(const char **)o->into = value; return 0;
    case ARG_LANGUAGE: return store_language(c, o, value);
    case ARG_LIST: {
        arg_list *list = o->into;
        if (list->count == ARG_LIST_MAX)
            return args_wrong(c, cli_say_too_often(o->name, ARG_LIST_MAX));
        list->at[list->count++] = value;
        return 0;
    }
    case ARG_NUMBER: return read_number(o, value) ? 0 : number_wrong(c, o, value);
    }
    return 0;
}

static int refused(const command *c, pt_said why) {
    args_wrong(c, why);
    return ARGS_WRONG;
}

/* An option that the verb does not have: names the one that may have been meant. */
static int no_such_option(const command *c, const arg_option *options, const char *name) {
    pt_nearest near = pt_nearest_to(name);
    for (const arg_option *o = options; o && o->name; o++) pt_nearest_try(&near, o->name);
    for (const arg_option *o = args_of_every_verb; o->name; o++) pt_nearest_try(&near, o->name);
    pt_nearest_try(&near, "--help");
    return refused(c, near.name ? cli_say_no_option_near(name, near.name)
                                : cli_say_no_option(name, c->name));
}

/* Reads the option that argv[0] names; returns how many words it took, or ARGS_WRONG. */
static int read_option(const command *c, const arg_option *options, char **argv) {
    const char *equals = strchr(argv[0], '=');
    size_t length = equals ? (size_t)(equals - argv[0]) : strlen(argv[0]);
    const arg_option *o = find(options, argv[0], length);
    if (!o) o = find(args_of_every_verb, argv[0], length);
    if (!o) {
        PT_TEXT(name, 128);
        pt_putn(&name, argv[0], length);
        return no_such_option(c, options, name.at);
    }
    bool takes_value = o->type != ARG_FLAG;
    if (!takes_value && equals) return refused(c, cli_say_takes_no_value(o->name));
    if (takes_value && !equals && !argv[1]) return refused(c, cli_say_needs_value(o->name));
    if (store(c, o, equals ? equals + 1 : argv[1])) return ARGS_WRONG;
    return takes_value && !equals ? 2 : 1;
}

int args_read(const command *c, const arg_option *options, int argc, char **argv) {
    int plain = 0;
    bool only_plain = false;
    assert(!argv[argc]);
    for (int i = 1; i < argc;) {
        char *a = argv[i];
        if (only_plain || a[0] != '-' || a[1] == 0) {
            argv[++plain] = argv[i++];
        } else if (strcmp(a, "--") == 0) {
            only_plain = true;
            i++;
        } else if (strcmp(a, "--help") == 0 || strcmp(a, "-h") == 0) {
            help_print(c, options);
            return ARGS_HELPED;
        } else if (strcmp(a, HELP_AS_JSON) == 0) {
            help_print_json(c, options);
            return ARGS_HELPED;
        } else {
            int took = read_option(c, options, argv + i);
            if (took < 0) return took;
            i += took;
        }
    }
    return plain;
}

/* --- files --- */

static char *skip_blanks(char *at) { return at + strspn(at, " \t\r"); }

static void cut_blanks(char *text) {
    size_t n = strlen(text);
    while (n && strchr(" \t\r", text[n - 1])) n--;
    text[n] = 0;
}

static bool read_key(const command *c, const arg_option *options, char *line, const char *path,
                     int number) {
    PT_TEXT(name, 40);
    size_t n = strcspn(line, " \t\r");
    char *value = skip_blanks(line + n);
    cut_blanks(value);
    pt_puts(&name, "--");
    pt_putn(&name, line, n);
    const arg_option *o = name.cut ? NULL : find(options, name.at, name.used);
    bool flag = o && o->type == ARG_FLAG, no = strcmp(value, "no") == 0;
    if (o && flag && (no || strcmp(value, "yes") == 0)) {
        *(bool *)o->into = !no;
        return true;
    }
    if (o && !flag && *value) return store(c, o, value) == 0;
    args_wrong(c, o ? cli_say_file_value(path, number, o->name + 2, value)
                    : cli_say_serve_no_key(path, number));
    return false;
}

bool args_read_lines(const command *c, const arg_option *options, const char *path,
                     char *text) {
    int number = 0;
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        number++;
        line = skip_blanks(line);
        if (*line && *line != '#' && !read_key(c, options, line, path, number)) return false;
    }
    return true;
}
