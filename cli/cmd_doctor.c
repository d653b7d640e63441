/* petteia doctor: what this machine has and lacks, and what to do about it; with --data,
 * whether a server's database is whole. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>
#ifdef PT_SERVER
#include "server/doctor.h"
#endif

/* Findings that keep a verb from working; advice alone does not count. */
typedef struct doctor {
    int troubles, advice;
    pt_json *json; /* or NULL: text */
} doctor;

static void finding(doctor *d, const char *kind, const char *what, const char *words) {
    if (!d->json) {
        printf("%-5s %-10s %s\n", kind, what, words);
        return;
    }
    pt_open(d->json, '{');
    pt_key_str(d->json, "finding", kind);
    pt_key_str(d->json, "about", what);
    pt_key_str(d->json, "words", words);
    pt_close(d->json, '}');
}

static void fine(doctor *d, const char *what, const char *words) {
    finding(d, "ok", what, words);
}

static void advise(doctor *d, const char *what, const char *words) {
    d->advice++;
    finding(d, "note", what, words);
}

static void trouble(doctor *d, const char *what, const char *words) {
    d->troubles++;
    finding(d, "FAIL", what, words);
}

static void about_program(doctor *d) {
    PT_TEXT(words, 256);
    struct utsname u;
#if defined(__clang__)
    pt_put(&words, "%s, built by clang %s", PETTEIA_VERSION, __clang_version__);
#elif defined(__GNUC__)
    pt_put(&words, "%s, built by gcc %s", PETTEIA_VERSION, __VERSION__);
#else
    pt_put(&words, "%s", PETTEIA_VERSION);
#endif
    if (uname(&u) == 0) pt_put(&words, ", on %s %s %s", u.sysname, u.release, u.machine);
    fine(d, "petteia", words.at);
}

/* A game is fine if it can be set up, has a rulebook, and its first state passes its own audit.
 */
static void about_games(doctor *d) {
    PT_TEXT(names, 512);
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        uint64_t state[PT_STATE_MAX / 8];
        PT_TEXT(why, 256);
        pt_config c = pt_config_normal(g, g->min_seats);
        pt_start(g, state, &c);
        if (g->audit(state, &why) != PT_OK)
            trouble(d, g->name, why.at);
        else if (strlen(pt_rulebook(g, PT_ENGLISH)) < 100)
            trouble(d, g->name, "has no rulebook");
        else
            pt_put(&names, "%s%s", names.used ? ", " : "", g->name);
    }
    fine(d, "games", names.at);
}

static void about_terminal(doctor *d) {
    PT_TEXT(words, 256);
    struct winsize size = {0};
    const char *term = getenv("TERM"), *colours = getenv("COLORTERM");
    const char *locale = getenv("LC_ALL");
    if (!locale || !*locale) locale = getenv("LC_CTYPE");
    if (!locale || !*locale) locale = getenv("LANG");
    if (!isatty(STDOUT_FILENO)) {
        advise(d, "terminal", "the output is not a terminal, so this was not checked");
        return;
    }
    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    pt_put(&words, "%s, %d columns, %d rows%s%s", term ? term : "unknown", size.ws_col,
           size.ws_row, colours ? ", " : "", colours ? colours : "");
    if (!term || strcmp(term, "dumb") == 0)
        trouble(d, "terminal", "TERM is not set: petteia term needs a terminal it knows");
    else if (size.ws_col < 80 || size.ws_row < 24)
        advise(d, "terminal",
               "smaller than 80 by 24: petteia term will scroll; make it larger");
    else
        fine(d, "terminal", words.at);
    if (!locale || (!strstr(locale, "UTF-8") && !strstr(locale, "utf8")))
        advise(d, "locale", "not UTF-8: boards may look odd; try LC_ALL=C.UTF-8");
}

/* Where games will be kept: $XDG_DATA_HOME/petteia, or the first folder above it that exists.
 */
static void about_data(doctor *d) {
    char path[512], words[600];
    const char *base = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (base && *base)
        snprintf(path, sizeof path, "%s/petteia", base);
    else
        snprintf(path, sizeof path, "%s/.local/share/petteia", home ? home : "");
    char shown[512];
    memcpy(shown, path, sizeof shown);
    struct stat s;
    while (stat(path, &s) != 0 && strrchr(path, '/') && strrchr(path, '/') != path)
        *strrchr(path, '/') = 0;
    if (access(path, W_OK) == 0) {
        fine(d, "data", shown);
        return;
    }
    snprintf(words, sizeof words,
             "%.400s cannot be written: set XDG_DATA_HOME to a folder of yours", shown);
    trouble(d, "data", words);
}

static bool on_path(const char *program) {
    const char *path = getenv("PATH");
    while (path && *path) {
        char file[512];
        size_t n = strcspn(path, ":");
        snprintf(file, sizeof file, "%.*s/%s", (int)n, path, program);
        if (access(file, X_OK) == 0) return true;
        path += n + (path[n] == ':');
    }
    return false;
}

static void about_tools(doctor *d) {
    static const struct {
        const char *program, *package, *verb;
    } tools[] = {
        {"cc", "gcc", "building"},
        {"meson", "meson", "building"},
        {"ninja", "ninja-build", "building"},
        {"python3", "python3", "building, the tests and tools/"},
        {"clang", "clang", "./petteia test"},
        {"clang-format", "clang-format", "./petteia test"},
        {"valgrind", "valgrind", "petteia bench --instructions"},
        {"tmux", "tmux", "./petteia test"},
    };
    PT_TEXT(there, 256);
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        char words[200];
        if (on_path(tools[i].program)) {
            pt_put(&there, "%s%s", there.used ? ", " : "", tools[i].program);
            continue;
        }
        snprintf(words, sizeof words, "missing, needed for %s: apt-get install %s",
                 tools[i].verb, tools[i].package);
        advise(d, tools[i].program, words);
    }
    if (there.used) fine(d, "tools", there.at);
}

#ifdef PT_SERVER
static void tell_text(void *to, const char *line) {
    (void)to;
    puts(line);
}

static void tell_json(void *to, const char *line) { pt_json_str(to, line); }
#endif

static int about_database(const char *folder, bool repair, pt_json *json) {
#ifdef PT_SERVER
    if (!json) return doctor_run(folder, repair, args_language(), tell_text, NULL);
    pt_open(json, '{');
    pt_key_str(json, "folder", folder);
    pt_key_open(json, "report", '[');
    int code = doctor_run(folder, repair, args_language(), tell_json, json);
    pt_close(json, ']');
    pt_key_bool(json, "ok", code == EXIT_FINE);
    pt_close(json, '}');
    pt_putc(json->out, '\n');
    return code;
#else
    (void)folder, (void)repair, (void)json;
    return args_wrong(&cmd_doctor, cli_say(CLI_SAY_SERVE_MISSING));
#endif
}

static int about_machine(pt_json *json) {
    doctor d = {.json = json};
    if (json) pt_open(json, '{');
    if (json) pt_key_open(json, "findings", '[');
    about_program(&d);
    about_games(&d);
    about_terminal(&d);
    about_data(&d);
    about_tools(&d);
    if (json) {
        pt_close(json, ']');
        pt_key_int(json, "to_fix", d.troubles);
        pt_key_int(json, "to_note", d.advice);
        pt_close(json, '}');
        pt_putc(json->out, '\n');
    } else if (d.troubles) {
        printf("%d to fix, %d to note\n", d.troubles, d.advice);
    } else {
        printf("all well%s\n", d.advice ? ", with notes" : "");
    }
    return d.troubles ? EXIT_FAILED : EXIT_FINE;
}

static int run(int argc, char **argv) {
    const char *folder = NULL;
    bool repair = false, as_json = false;
    const arg_option options[] = {
        {"--data", ARG_TEXT, &folder, CLI_SAY_DOCTOR_DATA, 0, 0},
        {"--repair", ARG_FLAG, &repair, CLI_SAY_DOCTOR_REPAIR, 0, 0},
        {"--json", ARG_FLAG, &as_json, CLI_SAY_WITH_JSON, 0, 0},
        {0},
    };
    int n = args_read(&cmd_doctor, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n > 0) return args_wrong(&cmd_doctor, cli_say(CLI_SAY_NO_ARGUMENTS));
    char memory[1024];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    pt_json json = pt_json_on(&out), *to = as_json ? &json : NULL;
    int code = folder ? about_database(folder, repair, to) : about_machine(to);
    pt_flush(&out);
    return code;
}

const command cmd_doctor = {"doctor", CLI_SAY_DOCTOR_USAGE, CLI_SAY_DOCTOR, run};
