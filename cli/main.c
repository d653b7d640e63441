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
    &cmd_tables,
    &cmd_lesson,
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

static bool is_one_of(const char *word, const char *a, const char *b, const char *c) {
    return strcmp(word, a) == 0 || strcmp(word, b) == 0 || strcmp(word, c) == 0;
}

/* argv[0] is the verb. */
static int run_verb(int argc, char **argv) {
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i]->name, argv[0]) == 0) return commands[i]->run(argc, argv);
    fprintf(stderr, "petteia: unknown verb '%s' (petteia --help lists them)\n", argv[0]);
    return EXIT_USAGE;
}

int main(int argc, char **argv) {
    bool help = argc > 1 && is_one_of(argv[1], "--help", "-h", "help");
    if (argc < 2 || (help && argc == 2)) {
        print_help();
        return help ? EXIT_FINE : EXIT_USAGE;
    }
    if (help) return run_verb(2, (char *[]){argv[2], (char[]){"--help"}, NULL});
    if (is_one_of(argv[1], "--version", "-V", "version")) {
        puts("petteia " PETTEIA_VERSION);
        return EXIT_FINE;
    }
    return run_verb(argc - 1, argv + 1);
}
