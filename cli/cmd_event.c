/* petteia event: a tournament at real tables, kept in one file of events. Every change is read
 * from the file, checked by the law (tournament/), and on the disk before it is reported. */
/* SPDX-License-Identifier: MIT */
#include "cli/event.h"
#include "cli/words.h"
#include "core/nearest.h"
#include "term/table_file.h"
#include "tournament/pair.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* A tournament in memory, with its file. */
typedef struct host {
    pt_table_file file;
    pt_tournament t, then; /* as it is; as it was, for check */
    pt_tour_event event;
    pt_pairing_room room;
    char line[PT_TOUR_LINE];
    bool entered[PT_TOUR_TABLES]; /* whose result came with this command */
    const event_wishes *wish;
} host;

static const char kind[] = "event";

static int wrong(const pt_text *why) { return args_wrong_words(&cmd_event, why->at); }
static int wrong_say(pt_said said) { return args_wrong(&cmd_event, said); }
static int too_much(const char *word) { return wrong_say(cli_say_event_too_much(word)); }

/* Puts the file and the line of a list before what is wrong there. */
static bool wrong_line(const char *path, int number, pt_text *why) {
    PT_TEXT(said, 512);
    pt_puts(&said, why->at);
    pt_clear(why);
    pt_put(why, "%s:%d: %s", path, number, said.at);
    return false;
}

/* --- the file --- */

/* Opens the file and folds everything in it; false after a line on stderr. */
static bool open_host(host *h, const char *path, bool look) {
    PT_TEXT_IN(why, 512, args_language());
    const char *line;
    int more = 0;
    pt_file_answer answer = pt_table_file_open_kind(&h->file, kind, path, look, &why);
    if (answer == PT_FILE_FOREIGN || answer == PT_FILE_IN_USE) {
        wrong_say(answer == PT_FILE_IN_USE ? cli_say_event_busy(path)
                                           : cli_say_event_foreign(path));
        return false;
    }
    while (answer == PT_FILE_OPEN && (more = pt_table_file_next(&h->file, &line, &why)) > 0)
        if (!pt_tour_read(&h->t, line, &why)) {
            args_wrong_at(&cmd_event, path, h->file.line, why.at);
            return false;
        }
    if (answer == PT_FILE_OPEN && more == 0 && h->t.phase != PT_TOUR_NONE) return true;
    if (!why.used) pt_say(&why, cli_say_event_foreign(path));
    wrong(&why);
    return false;
}

static int64_t now(const pt_tournament *t) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    int64_t ms = time.tv_sec * 1000ll + time.tv_nsec / 1000000;
    return ms > t->last ? ms : t->last;
}

static pt_tour_event *begin_event(host *h, pt_tour_kind what) {
    memset(&h->event, 0, sizeof h->event);
    h->event.kind = what;
    return &h->event;
}

/* Folds the event and puts its line with those that save() writes. */
static bool add(host *h, pt_text *why) {
    pt_text line = pt_text_on(h->line, sizeof h->line);
    h->event.at = now(&h->t);
    if (!pt_tour_fold(&h->t, &h->event, why)) return false;
    pt_tour_print(&h->event, &line);
    pt_table_file_add(&h->file, h->line);
    return true;
}

static int save(host *h) {
    if (pt_table_file_save(&h->file, true)) return EXIT_FINE;
    args_wrong_words(&cmd_event, h->file.trouble);
    return EXIT_FAILED;
}

/* --- new --- */

static int make(host *h, int argc, char **argv) {
    PT_TEXT_IN(why, 512, args_language());
    char memory[512];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    out.language = args_language();
    if (argc > 1) return too_much(argv[1]);
    if (access(argv[0], F_OK) == 0) return wrong_say(cli_say_event_exists(argv[0]));
    if (!event_read_terms(h->wish, argv[0], &begin_event(h, PT_TOUR_MADE)->terms))
        return EXIT_USAGE;
    h->event.at = now(&h->t);
    if (!pt_tour_fold(&h->then, &h->event, &why)) return wrong(&why);
    if (!pt_table_file_make_kind(&h->file, kind, argv[0], "tournament", &why))
        return wrong(&why);
    if (!add(h, &why)) return wrong(&why);
    int code = save(h);
    PT_TEXT(seed, 24);
    pt_put(&seed, "%" PRIu64, h->t.terms.seed);
    if (code == EXIT_FINE) pt_say(&out, cli_say_event_made(h->t.terms.name, seed.at));
    if (code == EXIT_FINE) pt_putc(&out, '\n');
    pt_flush(&out);
    return code;
}

/* --- people --- */

static bool add_person(host *h, const char *name, size_t length, long rating, pt_text *why) {
    pt_tour_event *e = begin_event(h, PT_TOUR_JOINED);
    pt_text to = pt_text_on(e->name, sizeof e->name);
    pt_putn(&to, name, length);
    if (to.cut) e->name[0] = 0; /* the law says what a name is */
    e->who = h->t.entrants;
    e->rating = (uint16_t)rating;
    memcpy(e->person, "-", 2);
    return add(h, why);
}

/* Blanks around a cell are what spreadsheets and people leave there. */
static pt_word without_blanks(const char *at, size_t n) {
    while (n && *at == ' ') at++, n--;
    while (n && at[n - 1] == ' ') n--;
    return (pt_word){at, n};
}

/* A name on each line, and a rating after a tab. */
static bool add_lines(host *h, const char *path, const char *text, pt_text *why) {
    int number = 0;
    for (text = pt_past_mark(text); *text; text += text[0] == '\n') {
        size_t n = strcspn(text, "\r\n"), tab = strcspn(text, "\t\r\n");
        pt_word name = without_blanks(text, tab);
        long rating = 0;
        number++;
        bool good = n == tab || pt_number(without_blanks(text + tab + 1, n - tab - 1), 0,
                                          UINT16_MAX, &rating);
        if (!good) pt_say(why, cli_say_event_rating());
        bool empty = n == tab && !name.length;
        if (!empty && (!good || !add_person(h, name.at, name.length, rating, why)))
            return wrong_line(path, number, why);
        text += n + (text[n] == '\r');
    }
    return true;
}

/* All of them or nobody. */
static int join(host *h, int argc, char **argv) {
    PT_TEXT_IN(why, 512, args_language());
    int before = h->t.entrants;
    if (h->wish->list) {
        char *text = read_file_or_complain(&cmd_event, h->wish->list);
        if (!text) return EXIT_USAGE;
        bool good = add_lines(h, h->wish->list, text, &why);
        free(text);
        if (!good) return wrong(&why);
    }
    for (int i = 1; i < argc; i++)
        if (!add_person(h, argv[i], strlen(argv[i]), 0, &why)) return wrong(&why);
    if (h->t.entrants == before) return wrong_say(cli_say(CLI_SAY_EVENT_NAMES));
    return save(h);
}

/* By number or by name; -1 after a line on stderr. */
static int find_person(const pt_tournament *t, const char *who) {
    long n;
    pt_nearest near = pt_nearest_to(who);
    for (int i = 0; i < t->entrants; i++) {
        if (strcmp(t->entrant[i].name, who) == 0) return i;
        pt_nearest_try(&near, t->entrant[i].name);
    }
    if (pt_number((pt_word){who, strlen(who)}, 1, t->entrants, &n)) return (int)n - 1;
    wrong_say(near.name ? cli_say_event_nobody_near(who, near.name)
                        : cli_say_event_nobody(who));
    return -1;
}

static int change_people(host *h, pt_tour_kind what, int argc, char **argv) {
    PT_TEXT_IN(why, 512, args_language());
    if (argc < 2) return wrong_say(cli_say(CLI_SAY_EVENT_NAMES));
    for (int i = 1; i < argc; i++) {
        int who = find_person(&h->t, argv[i]);
        if (who < 0) return EXIT_USAGE;
        begin_event(h, what)->who = (uint16_t)who;
        if (!add(h, &why)) return wrong(&why);
    }
    return save(h);
}

static int here(host *h, int argc, char **argv) {
    return change_people(h, PT_TOUR_CHECKED, argc, argv);
}

static int leave(host *h, int argc, char **argv) {
    return change_people(h, PT_TOUR_WITHDRAWN, argc, argv);
}

static int rename_person(host *h, int argc, char **argv) {
    PT_TEXT_IN(why, 512, args_language());
    if (argc < 3) return wrong_say(cli_say(CLI_SAY_EVENT_RENAME));
    if (argc > 3) return too_much(argv[3]);
    int who = find_person(&h->t, argv[1]);
    if (who < 0) return EXIT_USAGE;
    pt_tour_event *e = begin_event(h, PT_TOUR_RENAMED);
    pt_text name = pt_text_on(e->name, sizeof e->name);
    pt_puts(&name, argv[2]);
    if (name.cut) e->name[0] = 0; /* the law says what a name is */
    e->who = (uint16_t)who;
    return add(h, &why) ? save(h) : wrong(&why);
}

/* --- rounds --- */

/* A round that has all its results is closed by whatever comes next. */
static bool close_round(host *h, pt_text *why) {
    if (h->t.phase != PT_TOUR_ROUND || h->t.terms.format == PT_ARENA) return true;
    begin_event(h, PT_TOUR_CLOSED)->round = h->t.round;
    return add(h, why);
}

static int pair(host *h, int argc, char **argv) {
    PT_TEXT_IN(why, 512, args_language());
    if (argc > 1) return too_much(argv[1]);
    if (!close_round(h, &why) || !pt_tour_pair(&h->t, now(&h->t), &h->room, &h->event, &why) ||
        !add(h, &why))
        return wrong(&why);
    int code = save(h);
    if (code == EXIT_FINE) event_print_round(&h->t, h->t.round, NULL);
    return code;
}

/* The round before is open again: its results can be corrected. */
static int unpair(host *h, int argc, char **argv) {
    PT_TEXT_IN(why, 512, args_language());
    if (argc > 1) return too_much(argv[1]);
    begin_event(h, PT_TOUR_UNPAIRED)->round = h->t.round;
    return add(h, &why) ? save(h) : wrong(&why);
}

/* "3", or "2.3" for table 3 of round 2. */
static bool read_table(const pt_tournament *t, pt_word w, pt_tour_event *e) {
    const char *dot = memchr(w.at, '.', w.length);
    long round = t->round, table;
    if (dot) {
        size_t n = (size_t)(dot - w.at);
        if (!pt_number((pt_word){w.at, n}, 1, PT_TOUR_PAIRINGS, &round)) return false;
        w = (pt_word){dot + 1, w.length - n - 1};
    }
    if (!pt_number(w, 1, PT_ENTRANTS, &table)) return false;
    e->round = (uint16_t)round;
    e->table = (uint16_t)table;
    return true;
}

/* A table and the place of each seat: "3 2 1". */
static bool add_result(host *h, int n, const pt_word *word, pt_text *why) {
    pt_tour_event *e = begin_event(h, PT_TOUR_RESULT);
    bool good = n >= 3 && n <= 1 + PT_TOUR_SEATS && read_table(&h->t, word[0], e);
    for (int i = 1; i < n && good; i++) {
        long place = 0;
        good = pt_number(word[i], 0, PT_TOUR_SEATS, &place);
        e->place[e->seats++] = (uint8_t)place;
    }
    if (!good) pt_say(why, cli_say(CLI_SAY_EVENT_PLACES));
    if (!good || !add(h, why)) return false;
    h->entered[pt_tour_table_at(&h->t, e->round, e->table)] = true;
    return true;
}

static bool add_results(host *h, const char *path, const char *text, pt_text *why) {
    for (int number = 1; *text; number++) {
        pt_word word[2 + PT_TOUR_SEATS];
        PT_TEXT(line, 256);
        int n = 0;
        size_t length = strcspn(text, "\n");
        pt_putn(&line, text, length);
        pt_words words = {line.at};
        while (n < 2 + PT_TOUR_SEATS && (word[n] = pt_next(&words)).length) n++;
        if (n && !add_result(h, n, word, why)) return wrong_line(path, number, why);
        text += length + (text[length] == '\n');
    }
    return true;
}

/* All of them or none. */
static int result(host *h, int argc, char **argv) {
    PT_TEXT_IN(why, 512, args_language());
    pt_word word[1 + PT_TOUR_SEATS];
    bool good = true;
    if (h->wish->list) {
        char *text = read_file_or_complain(&cmd_event, h->wish->list);
        if (!text) return EXIT_USAGE;
        good = add_results(h, h->wish->list, pt_past_mark(text), &why);
        free(text);
    }
    if (good && (argc > 1 || !h->wish->list)) {
        for (int i = 1; i < argc && i <= 1 + PT_TOUR_SEATS; i++)
            word[i - 1] = (pt_word){argv[i], strlen(argv[i])};
        good = add_result(h, argc - 1, word, &why);
    }
    if (!good) return wrong(&why);
    int code = save(h);
    for (int i = 1; i <= h->t.round && code == EXIT_FINE; i++)
        event_print_round(&h->t, i, h->entered);
    return code;
}

static int over(host *h, int argc, char **argv) {
    PT_TEXT_IN(why, 512, args_language());
    if (argc > 1) return too_much(argv[1]);
    if (!close_round(h, &why)) return wrong(&why);
    begin_event(h, PT_TOUR_ENDED);
    return add(h, &why) ? save(h) : wrong(&why);
}

/* --- looking --- */

static int tables(host *h, int argc, char **argv) {
    long round = h->t.round;
    if (argc > 2) return too_much(argv[2]);
    if (!round) return wrong_say(cli_say(CLI_SAY_EVENT_NO_ROUND));
    if (argc == 2 && !pt_number((pt_word){argv[1], strlen(argv[1])}, 1, h->t.round, &round))
        return wrong_say(cli_say_event_which_round(h->t.round));
    for (int i = h->t.terms.format == PT_ARENA && argc == 1 ? 1 : (int)round; i <= round; i++)
        event_print_round(&h->t, i, NULL);
    return EXIT_FINE;
}

static int standings(host *h, int argc, char **argv) {
    if (argc > 1) return too_much(argv[1]);
    event_print_standings(&h->t, h->wish->json  ? EVENT_JSON
                                 : h->wish->csv ? EVENT_CSV
                                                : EVENT_TEXT);
    return EXIT_FINE;
}

/* Pairs every round again from what came before it, and compares. */
static int check(host *h, int argc, char **argv) {
    PT_TEXT_IN(why, 512, args_language());
    const char *line;
    char memory[256];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    out.language = args_language();
    if (argc > 1) return too_much(argv[1]);
    pt_table_file_close(&h->file);
    if (pt_table_file_open_kind(&h->file, kind, argv[0], true, &why) != PT_FILE_OPEN)
        return wrong(&why);
    while (pt_table_file_next(&h->file, &line, &why) > 0) {
        pt_text again = pt_text_on(h->line, sizeof h->line);
        if (!pt_tour_parse(line, &h->event, &why)) return wrong(&why);
        int64_t at = h->event.at;
        if (h->event.kind == PT_TOUR_PAIRED &&
            pt_tour_pair(&h->then, at, &h->room, &h->event, NULL)) {
            pt_tour_print(&h->event, &again);
            if (strcmp(line, h->line) != 0) {
                wrong_say(cli_say_event_differs(h->then.round + 1));
                return EXIT_FAILED;
            }
        }
        if (!pt_tour_read(&h->then, line, &why)) return wrong(&why);
    }
    pt_say(&out, cli_say_event_same(h->t.round));
    pt_putc(&out, '\n');
    pt_flush(&out);
    return EXIT_FINE;
}

#define LISTS "--list"
#define FORMS "--csv --json"
#define NOT_NEW LISTS " " FORMS

/* clang-format off */
static const struct {
    const char *name;
    int (*run)(host *h, int argc, char **argv); /* argv[0] is the file */
    bool makes, looks;
    const char *options; /* that it takes; `new` takes all others */
} actions[] = {
    {"new",       make,           true,  false, ""},
    {"join",      join,           false, false, LISTS},
    {"here",      here,           false, false, ""},
    {"leave",     leave,          false, false, ""},
    {"rename",    rename_person,  false, false, ""},
    {"pair",      pair,           false, false, ""},
    {"unpair",    unpair,         false, false, ""},
    {"result",    result,         false, false, LISTS},
    {"over",      over,           false, false, ""},
    {"tables",    tables,         false, true,  ""},
    {"standings", standings,      false, true,  FORMS},
    {"check",     check,          false, true,  ""},
};
/* clang-format on */
enum { ACTIONS = sizeof actions / sizeof *actions };

static bool is_given(const arg_option *o) {
    switch (o->type) {
    case ARG_FLAG: return *(const bool *)o->into;
    case ARG_NUMBER: return *(const int64_t *)o->into >= 0;
    case ARG_TEXT: return *(const char *const *)o->into;
    case ARG_LIST:
    case ARG_LANGUAGE: break;
    }
    return false;
}

/* An option that was given to an action that does not take it, or NULL. */
static const char *stray_option(const arg_option *o, int action) {
    for (; o->name; o++) {
        bool new_takes = !strstr(NOT_NEW, o->name);
        bool takes = actions[action].makes ? new_takes
                                           : strstr(actions[action].options, o->name) != NULL;
        if (is_given(o) && !takes) return o->name;
    }
    return NULL;
}

static int run_action(const event_wishes *w, const arg_option *options, int argc, char **argv) {
    pt_nearest near = pt_nearest_to(argv[0]);
    for (int i = 0; i < ACTIONS; i++) {
        pt_nearest_try(&near, actions[i].name);
        if (strcmp(actions[i].name, argv[0]) != 0) continue;
        const char *stray = stray_option(options, i);
        if (stray) return wrong_say(cli_say_event_stray(actions[i].name, stray));
        host *h = calloc(1, sizeof *h);
        if (!h) return wrong_say(cli_say(CLI_SAY_MEMORY));
        h->file.fd = -1;
        h->wish = w;
        int code = EXIT_USAGE;
        if (actions[i].makes || open_host(h, argv[1], actions[i].looks))
            code = actions[i].run(h, argc - 1, argv + 1);
        pt_table_file_close(&h->file);
        free(h);
        return code;
    }
    return wrong_say(near.name ? cli_say_event_no_action_near(argv[0], near.name)
                               : cli_say_event_no_action(argv[0]));
}

static int run(int argc, char **argv) {
    event_wishes w = {.seats = -1,
                      .least = -1,
                      .rounds = -1,
                      .advance = -1,
                      .minutes = -1,
                      .bye = -1,
                      .seed = -1};
    const arg_option options[] = {
        {"--format", ARG_TEXT, &w.format, CLI_SAY_EVENT_FORMAT, 0, 0},
        {"--seats", ARG_NUMBER, &w.seats, CLI_SAY_EVENT_SEATS, 2, PT_TOUR_SEATS},
        {"--least", ARG_NUMBER, &w.least, CLI_SAY_EVENT_LEAST, 2, PT_TOUR_SEATS},
        {"--rounds", ARG_NUMBER, &w.rounds, CLI_SAY_EVENT_ROUNDS, 1, PT_TOUR_ROUNDS},
        {"--points", ARG_TEXT, &w.points, CLI_SAY_EVENT_POINTS, 0, 0},
        {"--bye", ARG_NUMBER, &w.bye, CLI_SAY_EVENT_BYE_POINTS, 0, PT_POINTS_MOST},
        {"--advance", ARG_NUMBER, &w.advance, CLI_SAY_EVENT_ADVANCE, 1, PT_TOUR_SEATS - 1},
        {"--minutes", ARG_NUMBER, &w.minutes, CLI_SAY_EVENT_MINUTES, 1, UINT16_MAX},
        {"--check-in", ARG_FLAG, &w.check_in, CLI_SAY_EVENT_CHECK_IN, 0, 0},
        {"--no-late", ARG_FLAG, &w.no_late, CLI_SAY_EVENT_NO_LATE, 0, 0},
        {"--name", ARG_TEXT, &w.name, CLI_SAY_EVENT_NAME, 0, 0},
        {"--game", ARG_TEXT, &w.game, CLI_SAY_EVENT_GAME, 0, 0},
        {"--seed", ARG_NUMBER, &w.seed, CLI_SAY_EVENT_SEED, 0, INT64_MAX},
        {"--list", ARG_TEXT, &w.list, CLI_SAY_EVENT_LIST, 0, 0},
        {"--csv", ARG_FLAG, &w.csv, CLI_SAY_EVENT_CSV, 0, 0},
        {"--json", ARG_FLAG, &w.json, CLI_SAY_WITH_JSON, 0, 0},
        {0}};
    int n = args_read(&cmd_event, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n < 2) return wrong_say(cli_say(CLI_SAY_EVENT_NEEDS));
    return run_action(&w, options, n, argv + 1);
}

const command cmd_event = {"event", CLI_SAY_EVENT_USAGE, CLI_SAY_EVENT, run};
