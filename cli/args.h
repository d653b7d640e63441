/* Command-line arguments for every verb of petteia: one table per command gives parsing, errors
 * and --help. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/say.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum { ARG_FLAG, ARG_NUMBER, ARG_TEXT, ARG_LIST, ARG_LANGUAGE } arg_type;

enum { ARG_LIST_MAX = 16, ARGS_NO_USAGE = -1 };

/* The values of an option that may be given several times. */
typedef struct arg_list {
    int count;
    const char *at[ARG_LIST_MAX];
} arg_list;

typedef struct arg_option {
    const char *name; /* "--seed" */
    arg_type type;
    void *into;       /* bool *, int64_t *, const char **, arg_list * or int * */
    int words;        /* for --help, CLI_SAY_...: the value's name first, "N first seed (1)" */
    int64_t min, max; /* of ARG_NUMBER */
} arg_option;

typedef struct command {
    const char *name;
    int usage; /* what stands behind the verb, CLI_SAY_...; or ARGS_NO_USAGE */
    int words; /* what it does, CLI_SAY_... */
    int (*run)(int argc, char **argv); /* argv[0] is the verb; returns the exit code */
} command;

/* Exit codes of every verb. */
enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

/* Reads the options (a table that ends with a NULL name) and moves the plain arguments to
 * argv[1..]; returns how many there are. On --help it prints and returns ARGS_HELPED; on a
 * mistake it prints one line on stderr and returns ARGS_WRONG. */
enum { ARGS_HELPED = -1, ARGS_WRONG = -2 };
int args_read(const command *c, const arg_option *options, int argc, char **argv);

/* Reads the same options from a file's text: lines "key value" for "--key value", a flag is
 * "yes" or "no"; "#" begins a comment. The text is changed and must live as long as the values.
 * False, after one line on stderr, on a mistake. */
bool args_read_lines(const command *c, const arg_option *options, const char *path, char *text);

/* What run() returns when args_read gave a negative number. */
static inline int args_exit(int n) { return n == ARGS_HELPED ? EXIT_FINE : EXIT_USAGE; }

/* One line "petteia VERB: ..." on stderr; returns EXIT_USAGE. */
int args_wrong(const command *c, pt_said said);
int args_wrong_words(const command *c, const char *words);
/* The same about a line of a file. */
int args_wrong_at(const command *c, const char *path, int line, const char *words);

/* The language that the program speaks: PETTEIA_LANG, otherwise that of the system. */
uint8_t args_language(void);
/* Puts the language that --lang names on the command line into PETTEIA_LANG, so that everything
 * speaks it from now on. Returns how many words of the command line stand before the verb. */
int args_speak(int argc, char **argv);
