/* petteia: one program, a verb first. Each verb is a file cmd_VERB.c beside this one. */
/* SPDX-License-Identifier: MIT */
#include "bots/bot.h"
#include "cli/commands.h"
#include "cli/help.h"
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
    &cmd_think,
    &cmd_admin,
    &cmd_backup,
    &cmd_move_store,
    &cmd_event,
    &cmd_random,
    &cmd_replay,
    &cmd_verify,
    &cmd_scenario,
    &cmd_hint,
    &cmd_analyse,
    &cmd_arena,
    &cmd_tune,
    &cmd_selfplay,
    &cmd_perft,
    &cmd_puzzles,
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

/* {"version":"0.1.0","languages":["en",...],"bots":["random",...],"manual":{...},"verbs":[...]}:
 * everything that man pages and completion are made of. */
static int print_json(void) {
    int code = EXIT_FINE;
    printf("{\"version\":\"%s\",\"languages\":[", PETTEIA_VERSION);
    for (int i = 0; i < PT_LANGUAGES; i++)
        printf("%s\"%s\"", i ? "," : "", pt_language_codes[i]);
    printf("],\"bots\":[");
    for (int i = 0; pt_bots[i]; i++) printf("%s\"%s\"", i ? "," : "", pt_bots[i]->name);
    printf("],\"manual\":");
    help_print_manual_json();
    printf(",\"verbs\":[");
    for (int i = 0; i < COMMANDS && code == EXIT_FINE; i++) {
        char name[32], as_json[] = HELP_AS_JSON;
        snprintf(name, sizeof name, "%s", commands[i]->name);
        if (i) putchar(',');
        code = commands[i]->run(2, (char *[]){name, as_json, NULL});
    }
    puts("]}");
    return code;
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
    bool play = strcmp(argv[0], "play") == 0; /* a word of the script, which the README tells */
    pt_say(&why, play        ? cli_say_no_verb_play()
                 : near.name ? cli_say_no_verb_near(argv[0], near.name)
                             : cli_say_no_verb(argv[0]));
    fprintf(stderr, "petteia: %s\n", why.at);
    return EXIT_USAGE;
}

int main(int argc, char **argv) {
    int before =
        args_speak(argc, argv); /* petteia --lang fr games is petteia games --lang fr */
    argc -= before;
    argv += before;
    bool help = argc > 1 && is_one_of(argv[1], "--help", "-h", "help");
    if (help && argc > 2 && strcmp(argv[2], "--json") == 0) return print_json();
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
