/* petteia admin: what those who look after a club do, on the command line: the same requests as
 * the page's, by the host's own token. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef PT_SERVER
#include "cli/admin_talk.h"
#include "core/languages.h"
#include <jansson.h>

/* A deed: its request, what its arguments are called there, and what is printed of the answer:
 * the list's key and the members of its rows, "about.name" one of an object within. */
typedef struct deed {
    const char *name, *path, *args[2], *kind, *list, *columns;
    bool posts;
} deed;

/* clang-format off */
static const deed deeds[] = {
    {"list",     "/api/admin/people",   {NULL},             NULL,      "people",   "name role person", false},
    {"people",   "/api/admin/people",   {"?name"},          NULL,      "people",   "name role person before.reports", false},
    {"role",     "/api/admin/roles",    {"name", "role"},   NULL,      NULL,       NULL, true},
    {"reports",  "/api/admin/reports",  {NULL},             NULL,      "reports",  "report kind by.name about.name table words", false},
    {"report",   "/api/admin/reports/", {"/"},              NULL,      NULL,       NULL, false},
    {"close",    "/api/admin/close",    {"#report"},        NULL,      NULL,       NULL, true},
    {"warn",     "/api/admin/measures", {"name"},           "warning", NULL,       NULL, true},
    {"mute",     "/api/admin/measures", {"name"},           "mute",    NULL,       NULL, true},
    {"ban",      "/api/admin/measures", {"name"},           "ban",     NULL,       NULL, true},
    {"measures", "/api/admin/measures", {NULL},             NULL,      "measures", "measure kind about.person about.name table until words", false},
    {"unban",    "/api/admin/lift",     {"#measure"},       NULL,      NULL,       NULL, true},
    {"tables",   "/api/admin/tables",   {NULL},             NULL,      "tables",   "table game phase access", false},
    {"settings", "/api/admin/settings", {NULL},             NULL,      NULL,       NULL, false},
    {"set",      "/api/admin/settings", {"name", "value"},  NULL,      NULL,       NULL, true},
    {"health",   "/api/admin/health",   {NULL},             NULL,      NULL,       NULL, false},
    {"audit",    "/api/admin/audit?verify=1", {NULL},       NULL,      "lines",    "line at who.person who.name act about.person about.name words", false},
};
/* clang-format on */
enum { DEEDS = sizeof deeds / sizeof *deeds };

typedef struct flags {
    const char *data, *store, *why, *table;
    int64_t days, before;
    bool json, addresses;
} flags;

/* --- asking --- */

/* An address is banned as a range, everybody else by name. */
static void set_member(json_t *body, const char *key, const char *value) {
    bool range = strcmp(key, "name") == 0 && strpbrk(value, ".:") && !strchr(value, ' ') &&
                 strspn(value, "0123456789abcdefABCDEF.:/") == strlen(value);
    if (key[0] == '#')
        json_object_set_new(body, key + 1, json_integer(strtoll(value, NULL, 10)));
    else
        json_object_set_new(body, range ? "range" : key, json_string(value));
}

static char *body_of(const deed *d, const flags *f, char **argv) {
    json_t *body = json_object();
    for (int i = 0; i < 2 && d->args[i]; i++) set_member(body, d->args[i], argv[2 + i]);
    if (f->why) json_object_set_new(body, "words", json_string(f->why));
    if (d->kind) json_object_set_new(body, "kind", json_string(d->kind));
    if (d->kind) json_object_set_new(body, "days", json_integer(f->days));
    if (f->addresses) json_object_set_new(body, "addresses", json_true());
    if (f->table) json_object_set_new(body, "table", json_string(f->table));
    char *text = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    return text;
}

static void path_of(const deed *d, const flags *f, char **argv, pt_text *out) {
    pt_puts(out, d->path);
    if (f->before && d->list && !d->args[0])
        pt_put(out, "%cbefore=%lld", strchr(d->path, '?') ? '&' : '?', (long long)f->before);
    if (!d->args[0] || !strchr("?/", d->args[0][0])) return;
    if (d->args[0][0] == '?') pt_put(out, "%s=", d->args[0]);
    for (const char *at = argv[2]; *at; at++) pt_put(out, "%%%02X", (unsigned char)*at);
}

/* --- printing --- */

static void print_value(const json_t *v) {
    if (json_is_string(v)) printf("%s", json_string_value(v));
    if (json_is_integer(v)) printf("%lld", (long long)json_integer_value(v));
    if (json_is_boolean(v)) printf("%s", json_is_true(v) ? "yes" : "no");
}

static void print_column(const json_t *row, const char *name, size_t n) {
    char key[32] = "";
    size_t dot = 0;
    while (dot < n && name[dot] != '.') dot++;
    snprintf(key, sizeof key, "%.*s", (int)dot, name);
    const json_t *v = json_object_get(row, key);
    if (dot < n) snprintf(key, sizeof key, "%.*s", (int)(n - dot - 1), name + dot + 1);
    print_value(dot < n ? json_object_get(v, key) : v);
}

/* One row a line, its members with tabs between: for people, and for cut and awk. */
static void print_rows(const json_t *list, const char *columns) {
    size_t i;
    const json_t *row;
    json_array_foreach(list, i, row) {
        pt_words words = {columns};
        bool first = true;
        for (pt_word w = pt_next(&words); w.length; w = pt_next(&words), first = false) {
            if (!first) putchar('\t');
            print_column(row, w.at, w.length);
        }
        putchar('\n');
    }
}

static void print_members(const json_t *all) {
    void *at = json_object_iter((json_t *)(uintptr_t)all);
    for (; at; at = json_object_iter_next((json_t *)(uintptr_t)all, at)) {
        const json_t *value = json_object_iter_value(at),
                     *name = json_object_get(value, "name");
        if (json_is_array(value) || (json_is_object(value) && !name)) continue;
        printf("%s\t", json_object_iter_key(at));
        print_value(name ? name : value);
        putchar('\n');
    }
}

/* A report's own members, then its evidence: lines of talk, or games. */
static void print_evidence(const json_t *e) {
    if (!e) return;
    print_members(e);
    print_rows(json_object_get(e, "lines"), "n at name about text");
    print_rows(json_object_get(e, "games"), "table game at ms moves score expected rise early");
}

/* A list has pages; the number of a row is its first member. Not on stdout: that is for rows.
 */
static void say_more(const deed *d, const json_t *all) {
    const json_t *list = d->list ? json_object_get(all, d->list) : NULL;
    size_t n = json_array_size(list);
    if (!n || !json_is_true(json_object_get(all, "more"))) return;
    char key[32] = "";
    snprintf(key, sizeof key, "%.*s", (int)strcspn(d->columns, " "), d->columns);
    PT_TEXT_IN(words, 300, args_language());
    const json_t *last = json_object_get(json_array_get(list, n - 1), key);
    pt_say(&words, cli_say_admin_more((int)json_integer_value(last)));
    fprintf(stderr, "%s\n", words.at);
}

/* The log proves itself: a line that does not fit is an error. */
static int print_answer(const deed *d, const json_t *all) {
    if (d->list)
        print_rows(json_object_get(all, d->list), d->columns);
    else if (!d->posts)
        print_members(all);
    print_evidence(json_object_get(all, "evidence"));
    say_more(d, all);
    const json_t *broken = json_object_get(all, "broken");
    if (!broken) return EXIT_FINE;
    PT_TEXT_IN(words, 300, args_language());
    int line = (int)json_integer_value(broken);
    pt_say(&words, line ? cli_say_admin_broken(line)
                        : cli_say_admin_whole(json_string_value(json_object_get(all, "last"))));
    puts(words.at);
    return line ? EXIT_FAILED : EXIT_FINE;
}

static int judge(const deed *d, const flags *f, int status, const char *answer) {
    json_t *all = json_loads(answer, 0, NULL);
    const char *words = json_string_value(json_object_get(all, "words"));
    int code = EXIT_FAILED;
    if (status != 200)
        args_wrong_words(&cmd_admin, words ? words : answer);
    else if (f->json)
        code = puts(answer) < 0 ? EXIT_FAILED : EXIT_FINE;
    else
        code = print_answer(d, all);
    json_decref(all);
    return code;
}

static int perform(const deed *d, const flags *f, char **argv) {
    PT_TEXT_IN(why, 512, args_language());
    PT_TEXT(path, 600);
    admin_line line;
    char *answer = NULL, *body = d->posts ? body_of(d, f, argv) : NULL;
    int status = 0;
    path_of(d, f, argv, &path);
    if (admin_open(&line, f->data, f->store, &why))
        status =
            admin_ask(&line, path.at, body, pt_language_codes[args_language()], &answer, &why);
    admin_close(&line);
    if (!status && why.used) args_wrong_words(&cmd_admin, why.at);
    int code = status ? judge(d, f, status, answer) : EXIT_FAILED;
    free(answer);
    free(body);
    return code;
}

static int run(int argc, char **argv) {
    flags f = {.data = "petteia-data", .days = 7};
    const arg_option options[] = {
        {"--data", ARG_TEXT, &f.data, CLI_SAY_WITH_DATA, 0, 0},
        {"--store", ARG_TEXT, &f.store, CLI_SAY_SERVE_STORE, 0, 0},
        {"--why", ARG_TEXT, &f.why, CLI_SAY_ADMIN_WHY, 0, 0},
        {"--days", ARG_NUMBER, &f.days, CLI_SAY_ADMIN_DAYS, 0, 3650},
        {"--table", ARG_TEXT, &f.table, CLI_SAY_ADMIN_TABLE, 0, 0},
        {"--before", ARG_NUMBER, &f.before, CLI_SAY_ADMIN_BEFORE, 0, INT32_MAX},
        {"--addresses", ARG_FLAG, &f.addresses, CLI_SAY_ADMIN_ADDRESSES, 0, 0},
        {"--json", ARG_FLAG, &f.json, CLI_SAY_WITH_JSON, 0, 0},
        {0},
    };
    int n = args_read(&cmd_admin, options, argc, argv);
    if (n < 0) return args_exit(n);
    for (int i = 0; n > 0 && i < DEEDS; i++) {
        int wanted = 1 + (deeds[i].args[0] != NULL) + (deeds[i].args[1] != NULL);
        if (strcmp(argv[1], deeds[i].name) == 0 && n == wanted)
            return perform(&deeds[i], &f, argv);
    }
    return args_wrong(&cmd_admin, cli_say(CLI_SAY_ADMIN_NEEDS));
}
#else
static int run(int argc, char **argv) {
    const arg_option options[] = {{0}};
    if (argc == 2 && args_read(&cmd_admin, options, argc, argv) == ARGS_HELPED)
        return EXIT_FINE;
    args_wrong(&cmd_admin, cli_say(CLI_SAY_SERVE_MISSING));
    return EXIT_FAILED;
}
#endif

const command cmd_admin = {"admin", CLI_SAY_ADMIN_USAGE, CLI_SAY_ADMIN, run};
