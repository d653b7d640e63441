/* Scenarios: reading a file of them and playing their moves. What a scenario may expect is in
 * scenario_expect.c. */
/* SPDX-License-Identifier: MIT */
#include "core/scenario.h"
#include "core/position.h"
#include "core/scenario_run.h"
#include <assert.h>
#include <string.h>

void pt_scenario_fail(pt_scenario_runner *d, const char *format, ...) {
    if (!d->result.passed) return;
    d->result.passed = false;
    d->result.at = d->number;
    pt_text words = pt_text_on(d->words, sizeof d->words);
    va_list args;
    va_start(args, format);
    pt_putv(&words, format, args);
    va_end(args);
    if (!d->playing || !d->forced_count) return;
    pt_puts(&words, "; after the last move the rules made: ");
    pt_scenario_put_forced(d, &words);
}

/* --- lines --- */

static int shown(pt_word w) { return (int)(w.length < 40 ? w.length : 40); }

/* Copies one line of the text without its comment and the blanks at its end; false at the end
 * of the text. A line that does not fit is cut, and `fits` says so. */
static bool raw_line(pt_scenario_runner *d, size_t used, bool *fits) {
    assert(used < sizeof d->line);
    if (!*d->text) return false;
    size_t n = strcspn(d->text, "\n"), keep = strcspn(d->text, "#\n");
    size_t left = sizeof d->line - 1 - used;
    *fits = keep <= left;
    if (keep > left) keep = left;
    memcpy(d->line + used, d->text, keep);
    d->line[used + keep] = 0;
    d->text += n + (d->text[n] == '\n');
    d->number++;
    return true;
}

static bool ends_with_comma(const char *line) {
    size_t n = strlen(line);
    while (n > 0 && strchr(" \t\r\v\f", line[n - 1])) n--;
    return n > 0 && line[n - 1] == ',';
}

/* The next line; a line that ends with a comma continues on the next one. */
static bool next_line(pt_scenario_runner *d) {
    bool fits = true;
    d->last = d->text;
    d->last_number = d->number;
    if (!raw_line(d, 0, &fits)) return false;
    while (fits && d->playing && ends_with_comma(d->line))
        if (!raw_line(d, strlen(d->line), &fits)) break;
    if (!fits) pt_scenario_fail(d, "a line may have %d characters", PT_SCENARIO_LINE - 1);
    return true;
}

static void read_again(pt_scenario_runner *d) {
    d->text = d->last;
    d->number = d->last_number;
}

/* Copies the rest of a line without blanks around it. */
static void copy_rest(char *to, size_t size, pt_words rest) {
    assert(size > 0);
    const char *from = pt_next(&rest).at, *end = from + strlen(from);
    while (end > from && strchr(" \t\r\v\f", end[-1])) end--;
    size_t n = (size_t)(end - from);
    if (n > size - 1) n = size - 1;
    memcpy(to, from, n);
    to[n] = 0;
}

/* --- the head of a scenario --- */

static void set_option(pt_scenario_runner *d, pt_word w) {
    assert(d->game && w.length);
    char text[80];
    PT_TEXT(why, 256);
    if (w.length >= sizeof text) {
        pt_scenario_fail(d, "'%.*s' is not an option", shown(w), w.at);
        return;
    }
    memcpy(text, w.at, w.length);
    text[w.length] = 0;
    if (pt_config_set(d->game, &d->config, text, &why)) pt_scenario_fail(d, "%s", why.at);
}

/* game NAME players N [option=value ...] */
static void read_game(pt_scenario_runner *d, pt_words line) {
    PT_TEXT(why, 256);
    pt_word name = pt_next(&line);
    long players;
    size_t n = name.length < sizeof d->game_name ? name.length : sizeof d->game_name - 1;
    memcpy(d->game_name, name.at, n);
    d->game_name[n] = 0;
    const pt_game *g = pt_game_named(d->game_name);
    if (d->game) {
        pt_scenario_fail(d, "the game is already chosen");
    } else if (!g) {
        pt_scenario_fail(d, "no game is called '%s'", d->game_name);
    } else if (g->max_moves > PT_SCENARIO_LIST || g->max_chance > PT_SCENARIO_LIST) {
        pt_scenario_fail(d, "%s has longer lists of moves than a scenario can hold", g->title);
    } else if (!pt_is(pt_next(&line), "players") ||
               !pt_number(pt_next(&line), 0, 99, &players)) {
        pt_scenario_fail(d, "write: game %s players N", g->name);
    } else {
        d->game = g;
        d->config = pt_config_normal(g, (int)players);
        for (pt_word w = pt_next(&line); w.length; w = pt_next(&line)) set_option(d, w);
        if (pt_config_check(g, &d->config, &why)) pt_scenario_fail(d, "%s", why.at);
    }
}

/* The lines below `position`, up to `moves`, the next scenario or the end. */
static bool copy_position(pt_scenario_runner *d) {
    pt_text copy = pt_text_on(d->position, sizeof d->position);
    while (next_line(d)) {
        pt_words line = {d->line};
        pt_word w = pt_next(&line);
        if (pt_is(w, "scenario") || (pt_is(w, "moves") && pt_end(line))) {
            read_again(d);
            break;
        }
        pt_puts(&copy, d->line);
        pt_putc(&copy, '\n');
    }
    if (copy.cut)
        pt_scenario_fail(d, "a position may have %d characters", PT_SCENARIO_POSITION);
    return !copy.cut;
}

static bool starts_with_rule(const char *words, pt_word rule) {
    return strncmp(words, rule.at, rule.length) == 0 && words[rule.length] == ':';
}

/* A value that a field cannot hold also makes a position impossible. A misspelt field is only a
 * mistake in the scenario. */
static bool names_a_field(const pt_scenario_runner *d, int line) {
    assert(d->game && line > 0);
    const char *at = d->position;
    while (--line > 0) at += strcspn(at, "\n") + 1;
    pt_words words = {at};
    return pt_field_named(d->game, pt_next(&words)) != NULL;
}

/* The likeliest reason for a line that fits no field and no head of a scenario. */
#define MOVES_FIRST "; a line 'moves' stands before moves and expectations"

/* `rule` is a rule's number, or "unreadable". */
static bool refused_by(pt_err err, const char *why, pt_word rule) {
    if (pt_is(rule, "unreadable")) return err == PT_UNREADABLE;
    return err == PT_REFUSED && starts_with_rule(why, rule);
}

static void check_refused(pt_scenario_runner *d, pt_err err, int at, const char *why,
                          pt_word rule) {
    const char *by = pt_is(rule, "unreadable") ? " as " : rule.length ? " by " : "";
    d->result.expectations++;
    if (!err)
        pt_scenario_fail(d, "the position is accepted, and should be refused%s%.*s", by,
                         shown(rule), rule.at);
    else if (err == PT_UNREADABLE && at > 0 && !names_a_field(d, at))
        pt_scenario_fail(d, "%s", why);
    else if (rule.length && !refused_by(err, why, rule))
        pt_scenario_fail(d, "the position should be refused%s%.*s, but: %s", by, shown(rule),
                         rule.at, why);
}

/* The line of a position without which it is accepted, or 0: what breaks a rule together is
 * often one line's fault. */
static int line_at_fault(pt_scenario_runner *d) {
    char *line = d->position;
    for (int number = 1; *line; number++) {
        size_t n = strcspn(line, "\n");
        char first = *line;
        int at = 0;
        if (n > 0) {
            *line = '#'; /* a comment */
            pt_err err =
                pt_parse_position(d->game, d->spare, &d->config, d->position, &at, NULL);
            *line = first;
            if (!err) return number;
        }
        line += n + (line[n] == '\n');
    }
    return 0;
}

static void fail_position(pt_scenario_runner *d, int begin, int at, const char *why) {
    int fault = at ? 0 : line_at_fault(d);
    const char *line = d->position;
    for (int i = 1; i < fault; i++) line += strcspn(line, "\n") + 1;
    line += strspn(line, " \t");
    if (fault) d->number = begin + fault;
    if (fault)
        pt_scenario_fail(d, "%s (without '%.*s' the position is accepted)", why,
                         (int)strcspn(line, "\n"), line);
    else
        pt_scenario_fail(d, "%s", why);
}

/* position [refused [RULE | unreadable]] */
static void read_position(pt_scenario_runner *d, pt_words line) {
    assert(d->game && !d->positioned);
    PT_TEXT(why, 512);
    pt_word refused = pt_next(&line), rule = pt_next(&line);
    if (refused.length && !pt_is(refused, "refused")) {
        pt_scenario_fail(d, "write: position, or: position refused RULE");
        return;
    }
    char rule_text[16];
    size_t n = rule.length < sizeof rule_text ? rule.length : sizeof rule_text;
    memcpy(rule_text, rule.at, n); /* the line is about to be overwritten */
    rule = (pt_word){rule_text, n};
    int begin = d->number, at = 0;
    d->positioned = true;
    if (!copy_position(d)) return;
    int end = d->number;
    pt_err err = pt_parse_position(d->game, d->state, &d->config, d->position, &at, &why);
    if (err && at && !names_a_field(d, at)) pt_puts(&why, MOVES_FIRST);
    d->number = at ? begin + at : begin;
    if (refused.length)
        check_refused(d, err, at, why.at, rule);
    else if (err)
        fail_position(d, begin, at, why.at);
    d->number = end;
    if (refused.length) d->game = NULL; /* there is nothing to play on */
}

static void begin_moves(pt_scenario_runner *d) {
    assert(d->game && !d->playing);
    d->playing = true;
    if (!d->positioned) pt_start(d->game, d->state, &d->config);
}

/* "say words", "say:fr mots", "name:fr nom": words for the learner of a lesson; there is
 * nothing to check. */
static bool is_said(pt_word w) {
    return pt_is(w, "say") || (w.length > 4 && memcmp(w.at, "say:", 4) == 0);
}
static bool is_name(pt_word w) { return w.length > 5 && memcmp(w.at, "name:", 5) == 0; }

static void read_head(pt_scenario_runner *d, pt_words line) {
    pt_word w = pt_next(&line);
    if (is_name(w)) return;
    if (pt_is(w, "cites"))
        copy_rest(d->cites, sizeof d->cites, line);
    else if (pt_is(w, "game"))
        read_game(d, line);
    else if (!pt_is(w, "position") && !pt_is(w, "moves"))
        pt_scenario_fail(d, "'%.*s' is not cites, game, position or moves" MOVES_FIRST,
                         shown(w), w.at);
    else if (d->positioned && pt_is(w, "position"))
        pt_scenario_fail(d, "a scenario has one position");
    else if (!d->game)
        pt_scenario_fail(d, d->positioned ? "a refused position has no moves"
                                          : "first say which game: game NAME players N");
    else if (pt_is(w, "position"))
        read_position(d, line);
    else
        begin_moves(d);
}

/* --- moves --- */

int pt_scenario_seat(pt_scenario_runner *d, pt_word w) {
    assert(d->game && d->config.seats <= PT_SEATS);
    long seat;
    if (pt_is(w, "*")) return PT_LUCK;
    if (pt_number(w, 1, d->config.seats, &seat)) return (int)seat - 1;
    pt_scenario_fail(d, "'%.*s' is neither a player, 1 to %d, nor anything a scenario can say",
                     shown(w), w.at, d->config.seats);
    return PT_NO_SEAT;
}

pt_move pt_scenario_move(pt_scenario_runner *d, const char *text) {
    assert(d->game && text);
    pt_move m = pt_parse_move(d->game->verbs, text);
    if (m && pt_well_formed(d->game->verbs, m)) return m;
    pt_scenario_fail(d, "'%.60s' is not a move of %s", text, d->game->title);
    return 0;
}

static pt_move first_outcome(pt_scenario_runner *d) {
    if (pt_head_of(d->state)->node == PT_CHANCE && d->game->chance(d->state, d->luck) > 0)
        return d->luck[0].move;
    pt_scenario_fail(d, "nothing is drawn here");
    return 0;
}

static void play(pt_scenario_runner *d, pt_words line) {
    assert(d->playing);
    PT_TEXT(why, 512);
    int seat = pt_scenario_seat(d, pt_next(&line));
    if (seat == PT_NO_SEAT) return;
    char text[128];
    copy_rest(text, sizeof text, line);
    bool any = seat == PT_LUCK && strcmp(text, "any") == 0;
    pt_move m = any ? first_outcome(d) : pt_scenario_move(d, text);
    if (!m) return;
    bool legal = pt_check(d->game, d->state, seat, m, &why) == PT_OK;
    if (legal) pt_scenario_note_forced(d, m);
    pt_clear(&why);
    if (pt_play(d->game, d->state, seat, m, &why))
        pt_scenario_fail(d, "'%s' is refused: %s", text, why.at);
    else if ((d->result.broken = d->game->audit(d->state, &why) != PT_OK))
        pt_scenario_fail(d, "'%s' leads to an impossible state: %s", text, why.at);
}

/* What a refusal must be: by which rule (or `any`), and with which word of the catalogue. */
typedef struct wanted_refusal {
    pt_word rule, key; /* key: length 0 if it does not matter */
} wanted_refusal;

static bool is_seat(pt_word w) {
    long seat;
    return pt_is(w, "*") || pt_number(w, 0, 99, &seat);
}

/* Reads "RULE [KEY]" before a player; false after a complaint. */
static bool read_wanted(pt_scenario_runner *d, pt_words *line, wanted_refusal *out) {
    pt_words peek = *line;
    *out = (wanted_refusal){pt_next(&peek), {"", 0}};
    if (pt_is(out->rule, "*")) return true; /* of luck: no rule */
    *line = peek;
    pt_word next = pt_next(&peek);
    if (!is_seat(out->rule) && next.length && !is_seat(next)) {
        out->key = next;
        *line = peek;
        next = pt_next(&peek);
    }
    if (!is_seat(out->rule) && is_seat(next)) return true;
    pt_scenario_fail(d, "write: refuse RULE PLAYER MOVE, or: refuse RULE WORD PLAYER MOVE");
    return false;
}

/* The word that programs get for a refusal, "cell-taken"; or "". */
static const char *key_of(const pt_text *why) { return why->key ? why->key : ""; }

static void check_refusal(pt_scenario_runner *d, const char *text, wanted_refusal wanted,
                          const pt_text *why) {
    bool any = pt_is(wanted.rule, "any");
    if (!any && !starts_with_rule(why->at, wanted.rule))
        pt_scenario_fail(d, "'%s' should be refused by %.*s, but: %s", text, shown(wanted.rule),
                         wanted.rule.at, why->at);
    else if (wanted.key.length && !pt_is(wanted.key, key_of(why)))
        pt_scenario_fail(d, "'%s' should be refused with %.*s, but it is %s: %s", text,
                         shown(wanted.key), wanted.key.at, key_of(why), why->at);
}

/* refuse RULE [KEY] SEAT MOVE, refuse any SEAT MOVE, refuse * MOVE, refuse unreadable SEAT TEXT
 */
static void refuse(pt_scenario_runner *d, pt_words line) {
    assert(d->playing);
    PT_TEXT(why, 512);
    wanted_refusal wanted;
    if (!read_wanted(d, &line, &wanted)) return;
    int seat = pt_scenario_seat(d, pt_next(&line));
    if (seat == PT_NO_SEAT) return;
    char text[128];
    copy_rest(text, sizeof text, line);
    d->result.expectations++;
    pt_move m = pt_parse_move(d->game->verbs, text);
    if (pt_is(wanted.rule, "unreadable")) {
        if (m) pt_scenario_fail(d, "'%s' should be unreadable, but is a move", text);
        return;
    }
    if (!(m = pt_scenario_move(d, text))) return;
    memcpy(d->spare, d->state, d->game->state_size);
    if (!pt_play(d->game, d->spare, seat, m, &why))
        pt_scenario_fail(d, "'%s' is legal, and should be refused by %.*s", text,
                         shown(wanted.rule), wanted.rule.at);
    else if ((d->result.broken = memcmp(d->spare, d->state, d->game->state_size) != 0))
        pt_scenario_fail(d, "'%s' is refused, but changed the state", text);
    else if (seat != PT_LUCK)
        check_refusal(d, text, wanted, &why);
}

static void read_move(pt_scenario_runner *d, pt_words line) {
    pt_words rest = line;
    pt_word w = pt_next(&rest);
    if (is_said(w)) return;
    if (pt_is(w, "refuse"))
        refuse(d, rest);
    else if (!pt_scenario_mark(d, line) && !pt_scenario_show(d, line) &&
             !pt_scenario_expect(d, line))
        play(d, line);
}

/* --- files --- */

static void begin_scenario(pt_scenario_runner *d, pt_words name) {
    d->name[0] = d->cites[0] = d->game_name[0] = d->words[0] = 0;
    copy_rest(d->name, sizeof d->name, name);
    d->positioned = d->playing = false;
    d->marks = PT_NO_MARK;
    d->forced_count = 0;
    d->game = NULL;
    d->result =
        (pt_scenario){d->name, d->cites, d->game_name, d->number, 0, true, 0, d->words, false};
}

static void end_scenario(pt_scenario_runner *d, pt_scenario_tally *tally,
                         pt_scenario_report *report, void *to) {
    d->playing = false;
    if (d->result.passed && d->result.expectations == 0) {
        d->number = d->result.line;
        pt_scenario_fail(d, "this scenario expects nothing");
    }
    if (d->result.passed)
        tally->passed++;
    else
        tally->failed++;
    report(to, &d->result);
}

/* Everything up to the next `scenario` line; after a complaint the rest is only skipped. */
static void run_body(pt_scenario_runner *d) {
    while (next_line(d)) {
        pt_words line = {d->line}, peek = line;
        pt_word w = pt_next(&peek);
        if (pt_is(w, "scenario")) {
            read_again(d);
            return;
        }
        if (!w.length || !d->result.passed) continue;
        if (d->playing)
            read_move(d, line);
        else
            read_head(d, line);
    }
}

static void run_one(pt_scenario_runner *d, pt_words line) {
    assert(!d->playing);
    bool named = pt_is(pt_next(&line), "scenario");
    begin_scenario(d, line);
    if (!named) {
        pt_scenario_fail(d, "a scenario begins with a line: scenario NAME");
    } else if (!d->name[0]) {
        pt_scenario_fail(d, "a scenario needs a name");
    }
    run_body(d);
}

pt_scenario_tally pt_run_scenarios(pt_scenario_runner *d, const char *text,
                                   pt_scenario_report *report, void *to) {
    assert(text && report);
    pt_scenario_tally tally = {0, 0};
    d->text = pt_past_mark(text);
    d->number = 0;
    begin_scenario(d, (pt_words){""});
    while (next_line(d)) {
        pt_words line = {d->line};
        if (pt_end(line)) continue;
        run_one(d, line);
        end_scenario(d, &tally, report, to);
    }
    if (tally.passed + tally.failed == 0) {
        d->number = 1;
        begin_scenario(d, (pt_words){""});
        pt_scenario_fail(d, "there is no scenario in this file");
        end_scenario(d, &tally, report, to);
    }
    return tally;
}
