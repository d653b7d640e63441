/* petteia lesson: prints a game's lesson (games/NAME/lesson.scn, docs/scenarios.md), or another
 * file of scenarios with `say` lines, such as its diagrams, as JSON for the page:
 *
 *   {"chapters":[{"name":{"en":"...","fr":"..."},"cites":["R4.4"],"players":3,
 *     "options":["start=1"],"position":"...","steps":[{"say":{"en":"...","fr":"..."},
 *     "moves":[{"seat":0,"move":"start b2"},{"seat":-1,"move":"roll 2 1"}],
 *     "lit":{"seat":0,"verb":"extend"}}]}]}
 *
 * A step is what is said and the moves below it; seat -1 is luck. Expectations between them
 * (expect, refuse ...) are left out, except for the last `legal SEAT [VERB]`: the page may
 * light up these moves. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_BYTES = 4096, POSITION_MAX_BYTES = 8192 };

/* Where the reader is in a scenario. It says what is open in the JSON. */
typedef enum { OUTSIDE, NAMES, HEAD, POSITION, SAYS, MOVES, QUIET } place;

typedef struct reader {
    pt_json *out;
    place at;
    bool stepped; /* the list of steps is open */
    bool cited;   /* what the chapter cites has been written */
    long lit;     /* the player whose legal moves the step lights up, or 0 */
    char verb[32];
    char memory[POSITION_MAX_BYTES];
    pt_text position;
} reader;

/* Closes what is open inside the list of steps. */
static void close_step(reader *r) {
    if (r->at == SAYS) {
        pt_close(r->out, '}');
        pt_key_open(r->out, "moves", '[');
        r->at = MOVES;
    }
    if (r->at != MOVES) return;
    pt_close(r->out, ']');
    if (r->lit) {
        pt_key_open(r->out, "lit", '{');
        pt_key_int(r->out, "seat", r->lit - 1);
        pt_key_str(r->out, "verb", r->verb);
        pt_close(r->out, '}');
    }
    r->lit = 0;
    pt_close(r->out, '}');
    r->at = QUIET;
}

static void close_chapter(reader *r) {
    close_step(r);
    if (r->at == NAMES) pt_close(r->out, '}');
    if (r->stepped) pt_close(r->out, ']');
    if (r->at != OUTSIDE) pt_close(r->out, '}');
    r->stepped = false;
    r->at = OUTSIDE;
}

/* "say:fr" has its language behind the colon; a plain word is English. */
static void key_of(reader *r, pt_word w) {
    const char *colon = memchr(w.at, ':', w.length);
    char key[16] = "en";
    size_t n = colon ? (size_t)(w.at + w.length - colon - 1) : 0;
    if (n > 0 && n < sizeof key) {
        memcpy(key, colon + 1, n);
        key[n] = 0;
    }
    pt_key(r->out, key);
}

static void words(reader *r, pt_words rest) {
    const char *from = pt_next(&rest).at;
    pt_json_strn(r->out, from, strlen(from));
}

static void begin_chapter(reader *r, pt_word first, pt_words rest) {
    close_chapter(r);
    pt_open(r->out, '{');
    pt_key_open(r->out, "name", '{');
    key_of(r, first);
    words(r, rest);
    r->at = NAMES;
    r->cited = false;
    pt_clear(&r->position);
}

/* cites R4.4 R5.1 */
static void cites_line(reader *r, pt_words rest) {
    if (r->cited) return;
    r->cited = true;
    pt_key_open(r->out, "cites", '[');
    for (pt_word w = pt_next(&rest); w.length; w = pt_next(&rest))
        pt_json_strn(r->out, w.at, w.length);
    pt_close(r->out, ']');
}

/* game NAME players N [option=value ...] */
static void game_line(reader *r, pt_words rest) {
    long players = 0;
    pt_next(&rest);
    pt_next(&rest);
    pt_number(pt_next(&rest), 0, PT_SEATS, &players);
    pt_key_int(r->out, "players", players);
    pt_key_open(r->out, "options", '[');
    for (pt_word w = pt_next(&rest); w.length; w = pt_next(&rest))
        pt_json_strn(r->out, w.at, w.length);
    pt_close(r->out, ']');
}

static void begin_moves(reader *r) {
    pt_key_str(r->out, "position", r->position.at);
    pt_key_open(r->out, "steps", '[');
    r->stepped = true;
    r->at = QUIET;
}

static void said(reader *r, pt_word w, pt_words rest) {
    if (pt_is(w, "say")) {
        close_step(r);
        pt_open(r->out, '{');
        pt_key_open(r->out, "say", '{');
        r->at = SAYS;
    }
    if (r->at != SAYS) return;
    key_of(r, w);
    words(r, rest);
}

/* legal 1 extend = ...: what follows the seat is the verb, if it is a name. */
static void proved(reader *r, pt_words rest) {
    if (!pt_number(pt_next(&rest), 1, PT_SEATS, &r->lit)) return;
    pt_word w = pt_next(&rest);
    bool all = pt_is(w, "=") || pt_is(w, "count") || pt_is(w, "has") || pt_is(w, "lacks");
    size_t n = all || w.length >= sizeof r->verb ? 0 : w.length;
    memcpy(r->verb, w.at, n);
    r->verb[n] = 0;
}

static void moved(reader *r, pt_word w, pt_words rest) {
    long seat = 0;
    if (pt_is(w, "legal") && (r->at == SAYS || r->at == MOVES)) proved(r, rest);
    if (!pt_is(w, "*") && !pt_number(w, 1, PT_SEATS, &seat)) return; /* a proof */
    if (r->at == SAYS) {
        pt_close(r->out, '}');
        pt_key_open(r->out, "moves", '[');
        r->at = MOVES;
    }
    if (r->at != MOVES) return;
    pt_open(r->out, '{');
    pt_key_int(r->out, "seat", seat - 1);
    pt_key(r->out, "move");
    words(r, rest);
    pt_close(r->out, '}');
}

static void head_line(reader *r, pt_word w, const char *line, pt_words rest) {
    if (r->at == NAMES && w.length > 5 && memcmp(w.at, "name:", 5) == 0) {
        key_of(r, w);
        words(r, rest);
        return;
    }
    if (r->at == NAMES) {
        pt_close(r->out, '}');
        r->at = HEAD;
    }
    if (pt_is(w, "game"))
        game_line(r, rest);
    else if (pt_is(w, "cites"))
        cites_line(r, rest);
    else if (pt_is(w, "moves"))
        begin_moves(r);
    else if (pt_is(w, "position"))
        r->at = POSITION;
    else if (r->at == POSITION)
        pt_put(&r->position, "%s\n", line);
}

static void read_line(reader *r, const char *line) {
    pt_words rest = {line};
    pt_word w = pt_next(&rest);
    if (!w.length) return;
    if (pt_is(w, "scenario"))
        begin_chapter(r, w, rest);
    else if (r->at == OUTSIDE)
        return;
    else if (!r->stepped)
        head_line(r, w, line, rest);
    else if (pt_is(w, "say") || (w.length > 4 && memcmp(w.at, "say:", 4) == 0))
        said(r, w, rest);
    else
        moved(r, w, rest);
}

/* A line without its comment and the blanks around it. */
static const char *copy_line(char *line, const char *text, size_t n) {
    const char *comment = memchr(text, '#', n);
    if (comment) n = (size_t)(comment - text);
    if (n > LINE_MAX_BYTES - 1) n = LINE_MAX_BYTES - 1;
    while (n > 0 && strchr(" \t\r", text[n - 1])) n--;
    size_t blank = 0;
    while (blank < n && strchr(" \t", text[blank])) blank++;
    memcpy(line, text + blank, n - blank);
    line[n - blank] = 0;
    return line;
}

static void write_lesson(const char *text, pt_json *out) {
    reader r = {.out = out};
    char line[LINE_MAX_BYTES];
    r.position = pt_text_on(r.memory, sizeof r.memory);
    pt_open(out, '{');
    pt_key_open(out, "chapters", '[');
    while (*text) {
        size_t n = strcspn(text, "\n");
        read_line(&r, copy_line(line, text, n));
        text += n + (text[n] == '\n');
    }
    close_chapter(&r);
    pt_close(out, ']');
    pt_close(out, '}');
}

static int run(int argc, char **argv) {
    bool json = true;
    const arg_option options[] = {{"--json", ARG_FLAG, &json, CLI_SAY_WITH_ONLY_JSON, 0, 0},
                                  {0}};
    int n = args_read(&cmd_lesson, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n != 1 && n != 2) return wrong_words(&cmd_lesson, n, 2, argv);
    const pt_game *g = game_or_complain(&cmd_lesson, argv[1]);
    if (!g) return EXIT_USAGE;
    char *file = NULL;
    if (n == 2 && !(file = read_file_or_complain(&cmd_lesson, argv[2]))) return EXIT_USAGE;
    char memory[4096];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    pt_json j = pt_json_on(&out);
    write_lesson(file ? file : pt_lesson(g), &j);
    pt_putc(&out, '\n');
    pt_flush(&out);
    free(file);
    return EXIT_FINE;
}

const command cmd_lesson = {"lesson", CLI_SAY_LESSON_USAGE, CLI_SAY_LESSON, run};
