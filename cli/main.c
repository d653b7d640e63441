/* petteia: one program, a verb first. Each verb is a file cmd_VERB.c beside this one. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include <stdio.h>
#include <string.h>

/* clang-format off */
static const command *const commands[] = {
    &cmd_games,
    &cmd_rules,
    &cmd_fields,
    &cmd_term,
    &cmd_serve,
    &cmd_backup,
    &cmd_random,
    &cmd_replay,
    &cmd_verify,
    &cmd_scenario,
    &cmd_hint,
    &cmd_analyse,
    &cmd_arena,
    &cmd_tune,
    &cmd_perft,
    &cmd_soak,
    &cmd_bench,
    &cmd_doctor,
};
/* clang-format on */
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_help(void) {
    puts("petteia VERB ...: five board games, for people and programs\n");
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-10s %s\n", commands[i]->name, commands[i]->words);
    puts("\npetteia VERB --help says more.");
}

int main(int argc, char **argv) {
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        print_help();
        return argc < 2 ? EXIT_USAGE : EXIT_FINE;
    }
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i]->name, argv[1]) == 0)
            return commands[i]->run(argc - 1, argv + 1);
    fprintf(stderr, "petteia: unknown verb '%s' (petteia --help lists them)\n", argv[1]);
    return EXIT_USAGE;
}
