/* What --help prints about a verb, for people and for programs. Man pages and completion are
 * made of the latter (tools/manual.py, tools/completion.py), so that all three say the same. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "cli/args.h"

/* With this option a verb describes itself as JSON. `petteia help --json` gives it to every
 * verb; nobody else needs it. */
#define HELP_AS_JSON "--help=json"

/* The options that args_read takes for every verb. */
extern const arg_option args_of_every_verb[];

void help_print(const command *c, const arg_option *options);
/* {"verb":"soak","usage":"...","words":"...","options":[{"name":"--games","value":"N",
 * "words":"...","min":1,"max":1000000000}]}: a flag has no value, only a number has limits. */
void help_print_json(const command *c, const arg_option *options);
/* The words that a man page needs beside those of the verbs: {"name":"NAME",...}. */
void help_print_manual_json(void);
