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

static const char *after_line(const char *line) {
    size_t n = strcspn(line, "\n");
    return line + n + (line[n] == '\n');
}

static bool is_numbered(const char *line) {
    bool marked = *line == '#' || *line == '*' || *line == '-';
    while (*line == '#' || *line == '*' || *line == ' ' || *line == '-') line++;
    return marked && line[0] >= 'A' && line[0] <= 'Z' && line[1] >= '0' && line[1] <= '9';
}

/* The marks before a rule's number. */
#define MARKS "#*- "

/* "R4.2" of a line that goes on with "R4.2** Start" or "R4.2. Start". */
static void put_number(pt_json *j, const char *at) {
    size_t n = 1 + strspn(at + 1, "0123456789.");
    while (at[n - 1] == '.') n--;
    pt_json_strn(j, at, n);
}

/* The rules of a book as JSON, each with its text; only those that `number` names, or all. What
 * stands before the first rule or between sections belongs to none. */
static bool print_json(const pt_game *g, int language, const char *number) {
    char memory[4096];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    pt_json j = pt_json_on(&out);
    bool found = false;
    pt_open(&j, '{');
    pt_key_str(&j, "game", g->name);
    pt_key_bool(&j, "translated", pt_has_rulebook(g, language));
    pt_key_open(&j, "rules", '[');
    for (const char *line = pt_rulebook(g, language), *next; *line; line = next) {
        next = after_line(line);
        if (!is_numbered(line)) continue;
        while (*next && *next != '#' && !is_numbered(next)) next = after_line(next);
        if (number && !starts_rule(line, number, true)) continue;
        found = true;
        pt_open(&j, '{');
        pt_key(&j, "rule");
        put_number(&j, line + strspn(line, MARKS));
        pt_key(&j, "text");
        pt_json_strn(&j, line, (size_t)(next - line));
        pt_close(&j, '}');
    }
    pt_close(&j, ']');
    pt_close(&j, '}');
    pt_putc(&out, '\n');
    if (found) pt_flush(&out); /* without a rule nothing has been printed yet */
    return found;
}

/* Prints the rule and the rules below it (R4 prints R4.1, R4.2 ... too). */
static bool print_rule(const char *book, const char *number) {
    bool inside = false, found = false;
    for (const char *line = book; *line;) {
        const char *next = after_line(line);
        if (is_numbered(line))
            inside = starts_rule(line, number, true);
        else if (*line == '#')
            inside = false;
        if (inside) {
            printf("%.*s\n", (int)strcspn(line, "\n"), line);
            found = true;
        }
        line = next;
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

/* "4.2" and "r4.2" are R4.2. */
enum { NUMBER_MAX = 16 };
static void read_number(char number[NUMBER_MAX], const char *wanted) {
    bool digits = wanted[0] >= '0' && wanted[0] <= '9';
    snprintf(number, NUMBER_MAX, "%s%s", digits ? "R" : "", wanted);
    if (number[0] >= 'a' && number[0] <= 'z') number[0] = (char)(number[0] - 'a' + 'A');
}

static int show(const pt_game *g, int language, const char *number, bool json) {
    bool found = true;
    if (json)
        found = print_json(g, language, number);
    else if (number)
        found = print_rule(pt_rulebook(g, language), number);
    else
        fputs(pt_rulebook(g, language), stdout);
    if (!found)
        return args_wrong(&cmd_rules, cli_say_rules_none(g->title, number ? number : ""));
    if (!json) warn_untranslated(g, language);
    return EXIT_FINE;
}

static int run(int argc, char **argv) {
    bool json = false;
    char number[NUMBER_MAX];
    const arg_option options[] = {{"--json", ARG_FLAG, &json, CLI_SAY_WITH_JSON, 0, 0}, {0}};
    int n = args_read(&cmd_rules, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n < 1 || n > 2) return args_wrong(&cmd_rules, cli_say(CLI_SAY_RULES_NEEDS));
    const pt_game *g = game_or_complain(&cmd_rules, argv[1]);
    if (!g) return EXIT_USAGE;
    if (n == 2) read_number(number, argv[2]);
    return show(g, args_language(), n == 2 ? number : NULL, json);
}

const command cmd_rules = {"rules", CLI_SAY_RULES_USAGE, CLI_SAY_RULES, run};
