/* petteia rules: a game's rulebook, or one rule of it. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/words.h"
#include <stdio.h>
#include <string.h>

/* A numbered rule starts with "**R4.2**", "- **R4.2**" or "## R4" at the beginning of a line; a
 * worked example has another letter ("- **E12**"). It ends at the next numbered rule that does
 * not belong to it, or at the next heading. */
static bool starts_rule(const char *line, const char *number, bool below) {
    while (*line == '#' || *line == '*' || *line == ' ' || *line == '-') line++;
    size_t n = strlen(number);
    if (strncmp(line, number, n) != 0) return false;
    char next = line[n];
    if (next >= '0' && next <= '9') return false;
    return next != '.' || below || line[n + 1] < '0' || line[n + 1] > '9';
}

static bool is_numbered(const char *line) {
    bool marked = *line == '#' || *line == '*' || *line == '-';
    while (*line == '#' || *line == '*' || *line == ' ' || *line == '-') line++;
    return marked && line[0] >= 'A' && line[0] <= 'Z' && line[1] >= '0' && line[1] <= '9';
}

/* Prints the rule and the rules below it (R4 prints R4.1, R4.2 ... too). */
static bool print_rule(const char *book, const char *number) {
    bool inside = false, found = false;
    for (const char *line = book; *line;) {
        size_t n = strcspn(line, "\n");
        if (is_numbered(line))
            inside = starts_rule(line, number, true);
        else if (*line == '#')
            inside = false;
        if (inside) {
            printf("%.*s\n", (int)n, line);
            found = true;
        }
        line += n + (line[n] == '\n');
    }
    return found;
}

/* Beside the rules, so that a pipe gets the rulebook alone. */
static void warn_untranslated(const pt_game *g, int language) {
    if (pt_has_rulebook(g, language)) return;
    PT_TEXT_IN(words, 200, language);
    pt_say(&words, cli_say_rules_untranslated());
    fprintf(stderr, "%s\n", words.at);
}

static int show_rule(const pt_game *g, int language, const char *wanted) {
    char number[16]; /* "4.2" and "r4.2" are R4.2 */
    bool digits = wanted[0] >= '0' && wanted[0] <= '9';
    snprintf(number, sizeof number, "%s%s", digits ? "R" : "", wanted);
    if (number[0] >= 'a' && number[0] <= 'z') number[0] = (char)(number[0] - 'a' + 'A');
    if (!print_rule(pt_rulebook(g, language), number))
        return args_wrong(&cmd_rules, cli_say_rules_none(g->title, number));
    warn_untranslated(g, language);
    return EXIT_FINE;
}

static int run(int argc, char **argv) {
    const arg_option options[] = {{0}};
    int n = args_read(&cmd_rules, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n < 1 || n > 2) return args_wrong(&cmd_rules, cli_say(CLI_SAY_RULES_NEEDS));
    const pt_game *g = game_or_complain(&cmd_rules, argv[1]);
    int language = args_language();
    if (!g) return EXIT_USAGE;
    if (n == 2) return show_rule(g, language, argv[2]);
    warn_untranslated(g, language);
    fputs(pt_rulebook(g, language), stdout);
    return EXIT_FINE;
}

const command cmd_rules = {"rules", CLI_SAY_RULES_USAGE, CLI_SAY_RULES, run};
