/* Command-line arguments. */
/* SPDX-License-Identifier: MIT */
#include "cli/args.h"
#include "core/text.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int args_wrong(const command *c, const char *format, ...) {
    va_list args;
    fprintf(stderr, "petteia %s: ", c->name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return EXIT_USAGE;
}

/* How long the value's name is at the beginning of an option's words. */
static int value_length(const arg_option *o) {
    return o->type == ARG_FLAG ? 0 : (int)strcspn(o->words, " ");
}

static void print_option(const char *name, const char *value, int length, int width,
                         const char *words) {
    int used = printf("  %s%s%.*s", name, length ? " " : "", length, value);
    printf("%*s%s\n", width - used, "", words + strspn(words, " "));
}

static void print_help(const command *c, const arg_option *options) {
    int width = 10; /* where the words begin: two blanks behind the longest option */
    printf("petteia %s%s%s\n\n%s\n\nOptions:\n", c->name, *c->usage ? " " : "", c->usage,
           c->words);
    for (const arg_option *o = options; o && o->name; o++) {
        int n = (int)strlen(o->name) + value_length(o) + 5;
        if (n > width) width = n;
    }
    for (const arg_option *o = options; o && o->name; o++)
        print_option(o->name, o->words, value_length(o), width, o->words + value_length(o));
    print_option("--help", "", 0, width, "this page");
}

static const arg_option *find(const arg_option *options, const char *name, size_t length) {
    for (const arg_option *o = options; o && o->name; o++)
        if (strlen(o->name) == length && strncmp(o->name, name, length) == 0) return o;
    return NULL;
}

static bool read_number(const arg_option *o, const char *text) {
    char *end = NULL;
    intmax_t n = strtoimax(text, &end, 10);
    if (!*text || *end || n < o->min || n > o->max) return false;
    *(int64_t *)o->into = n;
    return true;
}

/* Stores the value of an option, or says what is wrong with it. */
static int store(const command *c, const arg_option *o, const char *value) {
    switch (o->type) {
    case ARG_FLAG: *(bool *)o->into = true; return 0;
    case ARG_TEXT: *(const char **)o->into = value; return 0;
    case ARG_LIST: {
        arg_list *list = o->into;
        if (list->count == ARG_LIST_MAX)
            return args_wrong(c, "%s may be given %d times", o->name, ARG_LIST_MAX);
        list->at[list->count++] = value;
        return 0;
    }
    case ARG_NUMBER:
        if (read_number(o, value)) return 0;
        return args_wrong(c,
                          "%s takes a whole number from %" PRId64 " to %" PRId64 ", not '%s'",
                          o->name, o->min, o->max, value);
    }
    return 0;
}

int args_read(const command *c, const arg_option *options, int argc, char **argv) {
    int plain = 0;
    bool only_plain = false;
    for (int i = 1; i < argc; i++) {
        char *a = argv[i];
        if (only_plain || a[0] != '-' || a[1] == 0) {
            argv[++plain] = a;
            continue;
        }
        if (strcmp(a, "--") == 0) {
            only_plain = true;
            continue;
        }
        if (strcmp(a, "--help") == 0 || strcmp(a, "-h") == 0) {
            print_help(c, options);
            return ARGS_HELPED;
        }
        const char *equals = strchr(a, '=');
        const arg_option *o = find(options, a, equals ? (size_t)(equals - a) : strlen(a));
        if (!o) {
            args_wrong(c, "unknown option %s (see petteia %s --help)", a, c->name);
            return ARGS_WRONG;
        }
        const char *value = equals ? equals + 1 : NULL;
        if (o->type == ARG_FLAG && value) {
            args_wrong(c, "%s takes no value", o->name);
            return ARGS_WRONG;
        }
        if (o->type != ARG_FLAG && !value) {
            if (i + 1 == argc) {
                args_wrong(c, "%s needs a value", o->name);
                return ARGS_WRONG;
            }
            value = argv[++i];
        }
        if (store(c, o, value)) return ARGS_WRONG;
    }
    return plain;
}
