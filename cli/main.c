/* petteia: one program, a verb first. Each verb is a file cmd_VERB.c beside this one. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/words.h"
#include "core/nearest.h"
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
    char memory[1024];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    out.language = args_language();
    pt_say(&out, cli_say_help_title());
    pt_puts(&out, "\n\n");
    for (int i = 0; i < COMMANDS; i++) {
        pt_put(&out, "  %-10s ", commands[i]->name);
        pt_say(&out, cli_say(commands[i]->words));
        pt_putc(&out, '\n');
    }
    pt_putc(&out, '\n');
    pt_say(&out, cli_say_help_more());
    pt_putc(&out, '\n');
    pt_flush(&out);
}

static bool is_one_of(const char *word, const char *a, const char *b, const char *c) {
    return strcmp(word, a) == 0 || strcmp(word, b) == 0 || strcmp(word, c) == 0;
}

/* argv[0] is the verb. */
static int run_verb(int argc, char **argv) {
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i]->name, argv[0]) == 0) return commands[i]->run(argc, argv);
    PT_TEXT_IN(why, 300, args_language());
    pt_nearest near = pt_nearest_to(argv[0]);
    for (int i = 0; i < COMMANDS; i++) pt_nearest_try(&near, commands[i]->name);
    pt_say(&why,
           near.name ? cli_say_no_verb_near(argv[0], near.name) : cli_say_no_verb(argv[0]));
    fprintf(stderr, "petteia: %s\n", why.at);
    return EXIT_USAGE;
}

int main(int argc, char **argv) {
    int before =
        args_speak(argc, argv); /* petteia --lang fr games is petteia games --lang fr */
    argc -= before;
    argv += before;
    bool help = argc > 1 && is_one_of(argv[1], "--help", "-h", "help");
    if (argc < 2 || (help && (argc == 2 || argv[2][0] == '-'))) {
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
