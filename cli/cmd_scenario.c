/* petteia scenario: runs scenario files (docs/scenarios.md) and reports like a test runner. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/words.h"
#include "core/scenario.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A run over all files: what to print, and the sums. */
typedef struct runner {
    bool verbose, json;
    const char *file;
    pt_scenario_tally sum;
    int found; /* scenario files below the directory being looked at */
    pt_json *out;
    pt_scenario_runner *runner;
} runner;

static void print_json(runner *r, const pt_scenario *s) {
    pt_json *j = r->out;
    pt_open(j, '{');
    pt_key_str(j, "file", r->file);
    pt_key_int(j, "line", s->line);
    pt_key_str(j, "name", s->name);
    pt_key_str(j, "game", s->game);
    pt_key_open(j, "cites", '[');
    pt_words words = {s->cites};
    for (pt_word w = pt_next(&words); w.length; w = pt_next(&words))
        pt_json_strn(j, w.at, w.length);
    pt_close(j, ']');
    pt_key_int(j, "expectations", s->expectations);
    pt_key_bool(j, "passed", s->passed);
    if (!s->passed) {
        pt_key_int(j, "at", s->at);
        pt_key_str(j, "words", s->words);
    }
    pt_close(j, '}');
}

static void report(void *to, const pt_scenario *s) {
    runner *r = to;
    const char *colon = s->name[0] ? ": " : "";
    if (r->json)
        print_json(r, s);
    else if (!s->passed)
        printf("FAIL %s:%d: %s%s%s\n", r->file, s->at, s->name, colon, s->words);
    else if (r->verbose)
        printf("ok   %s:%d: %s\n", r->file, s->line, s->name);
}

static int run_file(runner *r, const char *path) {
    char *text = read_file_or_complain(&cmd_scenario, path);
    if (!text) return EXIT_USAGE;
    r->file = path;
    pt_scenario_tally t = pt_run_scenarios(r->runner, text, report, r);
    r->sum.passed += t.passed;
    r->sum.failed += t.failed;
    r->found++;
    free(text);
    return EXIT_FINE;
}

static bool is_directory(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool is_scenario_file(const char *name) {
    size_t n = strlen(name);
    return n > 4 && strcmp(name + n - 4, ".scn") == 0;
}

static int visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/* All *.scn below a directory, in the order of their names. */
static int run_directory(runner *r, const char *path, int depth) {
    struct dirent **entry;
    int n = scandir(path, &entry, visible, alphasort), code = EXIT_FINE;
    if (n < 0) return args_wrong(&cmd_scenario, cli_say_scenario_no_folder(path));
    for (int i = 0; i < n; i++) {
        char below[4096];
        int length = snprintf(below, sizeof below, "%s/%s", path, entry[i]->d_name);
        bool fits = length > 0 && (size_t)length < sizeof below;
        if (fits && !code && is_directory(below) && depth < 16)
            code = run_directory(r, below, depth + 1);
        else if (fits && !code && is_scenario_file(below))
            code = run_file(r, below);
        free(entry[i]);
    }
    free(entry);
    return code;
}

static int run_path(runner *r, const char *path) {
    if (!is_directory(path)) return run_file(r, path);
    r->found = 0;
    int code = run_directory(r, path, 0);
    if (!code && !r->found) return args_wrong(&cmd_scenario, cli_say_scenario_none(path));
    return code;
}

static int run_all(runner *r, int n, char **paths) {
    char memory[4096];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    pt_json json = pt_json_on(&out);
    int code = EXIT_FINE;
    r->out = &json;
    if (r->json) {
        pt_open(&json, '{');
        pt_key_open(&json, "scenarios", '[');
    }
    for (int i = 0; i < n; i++) {
        int now = run_path(r, paths[i]);
        if (now) code = now;
    }
    if (r->json) {
        pt_close(&json, ']');
        pt_key_int(&json, "passed", r->sum.passed);
        pt_key_int(&json, "failed", r->sum.failed);
        pt_close(&json, '}');
        pt_putc(&out, '\n');
    } else {
        pt_put(&out, "%d passed, %d failed\n", r->sum.passed, r->sum.failed);
    }
    pt_flush(&out);
    return code ? code : r->sum.failed ? EXIT_FAILED : EXIT_FINE;
}

static int run(int argc, char **argv) {
    runner r = {0};
    const arg_option options[] = {
        {"--verbose", ARG_FLAG, &r.verbose, CLI_SAY_SCENARIO_VERBOSE, 0, 0},
        {"-v", ARG_FLAG, &r.verbose, CLI_SAY_SCENARIO_SAME, 0, 0},
        {"--json", ARG_FLAG, &r.json, CLI_SAY_WITH_JSON, 0, 0},
        {0}};
    int n = args_read(&cmd_scenario, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n == 0) return args_wrong(&cmd_scenario, cli_say(CLI_SAY_SCENARIO_NEEDS));
    r.runner = malloc(sizeof *r.runner);
    if (!r.runner) return args_wrong(&cmd_scenario, cli_say(CLI_SAY_MEMORY));
    int code = run_all(&r, n, argv + 1);
    free(r.runner);
    return code;
}

const command cmd_scenario = {"scenario", CLI_SAY_SCENARIO_USAGE, CLI_SAY_SCENARIO, run};
