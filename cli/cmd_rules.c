/* petteia rules: a game's rulebook, or one rule of it. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
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

static int run(int argc, char **argv) {
    const arg_option options[] = {{0}};
    int n = args_read(&cmd_rules, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n < 1 || n > 2)
        return args_wrong(&cmd_rules, "needs a game, and perhaps a rule number");
    const pt_game *g = game_or_complain(&cmd_rules, argv[1]);
    if (!g) return EXIT_USAGE;
    if (n == 1) {
        fputs(pt_rulebook(g), stdout);
        return EXIT_FINE;
    }
    char number[16]; /* "4.2" and "r4.2" are R4.2 */
    bool digits = argv[2][0] >= '0' && argv[2][0] <= '9';
    snprintf(number, sizeof number, "%s%s", digits ? "R" : "", argv[2]);
    if (number[0] >= 'a' && number[0] <= 'z') number[0] = (char)(number[0] - 'a' + 'A');
    if (print_rule(pt_rulebook(g), number)) return EXIT_FINE;
    return args_wrong(&cmd_rules, "%s has no rule %s", g->title, number);
}

const command cmd_rules = {"rules", "GAME [NUMBER]", "shows the rules of a game, or one rule",
                           run};
