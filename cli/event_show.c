/* petteia event: tables and standings, as text, CSV and JSON. */
/* SPDX-License-Identifier: MIT */
#include "cli/event.h"
#include "cli/words.h"
#include "core/json.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { COLUMNS = 7, REACHED = 6 };

/* The round somebody reached decides in a knock-out; elsewhere it says nothing. */
static int columns_of(const pt_tournament *t) {
    return t->terms.format == PT_KNOCKOUT ? COLUMNS : REACHED;
}

/* Who is still in will play the next round, which is not paired yet. */
static int64_t reached(const pt_tournament *t, const pt_standing *row) {
    int64_t round = (int64_t)row->figure[PT_BY_REACHED];
    return round < t->round ? round : t->round;
}

/* How wide a text is on a screen: letters, not bytes. */
static int width_of(const char *text) {
    int n = 0;
    for (; *text; text++) n += ((unsigned char)*text & 0xC0) != 0x80;
    return n;
}

static void put_padded(pt_text *out, const char *text, int width, bool right) {
    int blanks = width - width_of(text);
    for (; right && blanks > 0; blanks--) pt_putc(out, ' ');
    pt_puts(out, text);
    for (; blanks > 0; blanks--) pt_putc(out, ' ');
}

/* --- tables --- */

static void put_people(const pt_tournament *t, const pt_tour_table *b, pt_text *out) {
    for (int s = 0; s < b->seats; s++) {
        const char *name = t->entrant[b->who[s]].name;
        if (s) pt_puts(out, ", ");
        if (!b->over || b->seats == 1)
            pt_puts(out, name);
        else if (b->place[s])
            pt_put(out, "%s (%d)", name, b->place[s]);
        else
            pt_put(out, "%s (-)", name);
    }
}

void event_print_round(const pt_tournament *t, int round, const bool *only) {
    char memory[4096];
    bool begun = false;
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    out.language = args_language();
    for (int i = 0; i < t->used; i++) {
        const pt_tour_table *b = &t->table[i];
        PT_TEXT(people, 512);
        if (b->round != round || (only && !only[i])) continue;
        if (!begun) pt_say(&out, cli_say_event_round(round));
        if (!begun) pt_putc(&out, '\n');
        begun = true;
        put_people(t, b, &people);
        pt_puts(&out, "  ");
        pt_say(&out, b->seats == 1 ? cli_say_event_bye(people.at)
                                   : cli_say_event_table(b->number, people.at));
        pt_putc(&out, '\n');
    }
    pt_flush(&out);
}

/* --- standings --- */

static void put_cell(const pt_tournament *t, const pt_standing *row, int column, pt_text *out) {
    const pt_entrant *e = &t->entrant[row->who];
    switch (column) {
    case 0: pt_puti(out, row->place); break;
    case 1: pt_puts(out, e->name); break;
    case 2: pt_tour_put_points(row->figure[PT_BY_POINTS], out); break;
    case 3: pt_tour_put_points(row->figure[PT_BY_MET], out); break;
    case 4: pt_puti(out, (int64_t)row->figure[PT_BY_WINS]); break;
    case 5: pt_puti(out, e->byes); break;
    case REACHED: pt_puti(out, reached(t, row)); break;
    }
}

static int width_of_column(const pt_tournament *t, const pt_standing *rows, int n, int column) {
    PT_TEXT_IN(head, 64, args_language());
    pt_say_name(&head, &cli_names_column, column);
    int most = width_of(head.at);
    for (int i = 0; i < n; i++) {
        PT_TEXT_IN(cell, PT_LABEL, args_language());
        put_cell(t, &rows[i], column, &cell);
        if (width_of(cell.at) > most) most = width_of(cell.at);
    }
    return most;
}

/* Rows in columns; below them, why those stand above others who have as many points. */
static void print_text(const pt_tournament *t, const pt_standing *rows, int n, pt_text *out) {
    int width[COLUMNS], columns = columns_of(t);
    for (int c = 0; c < columns; c++) width[c] = width_of_column(t, rows, n, c);
    for (int i = -1; i < n; i++) {
        for (int c = 0; c < columns; c++) {
            PT_TEXT_IN(cell, PT_LABEL, args_language());
            if (i < 0)
                pt_say_name(&cell, &cli_names_column, c);
            else
                put_cell(t, &rows[i], c, &cell);
            if (c) pt_puts(out, "  ");
            put_padded(out, cell.at, width[c], c != 1);
        }
        pt_putc(out, '\n');
    }
    for (int i = 0; i + 1 < n && t->round; i++) {
        PT_TEXT_IN(why, 600, args_language());
        pt_tour_say_tie(t, &rows[i], &rows[i + 1], &why);
        if (why.used) pt_put(out, "%s\n", why.at);
    }
}

/* RFC 4180: what holds a comma, a quote or a line end stands in quotes. Spreadsheets work out
 * what begins like a formula; an apostrophe before it makes it text. */
static void put_csv(pt_text *out, const char *text) {
    PT_TEXT(safe, PT_LABEL + 1);
    if (*text && strchr("=+-@", *text)) {
        pt_put(&safe, "'%s", text);
        text = safe.at;
    }
    if (!strpbrk(text, ",\"\r\n")) {
        pt_puts(out, text);
        return;
    }
    pt_putc(out, '"');
    for (; *text; text++) {
        if (*text == '"') pt_putc(out, '"');
        pt_putc(out, *text);
    }
    pt_putc(out, '"');
}

static void print_csv(const pt_tournament *t, const pt_standing *rows, int n, pt_text *out) {
    int columns = columns_of(t);
    pt_put(out, "place,name,points,met,wins,byes%s\r\n", columns > REACHED ? ",reached" : "");
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < columns; c++) {
            PT_TEXT(cell, PT_LABEL);
            put_cell(t, &rows[i], c, &cell);
            if (c) pt_putc(out, ',');
            put_csv(out, cell.at);
        }
        pt_puts(out, "\r\n");
    }
}

/* --- JSON --- */

static void key_points(pt_json *j, const char *key, uint64_t points) {
    PT_TEXT(text, 24);
    pt_tour_put_points(points, &text);
    pt_key_str(j, key, text.at);
}

static void key_hex(pt_json *j, const char *key, uint64_t n) {
    PT_TEXT(text, 24);
    pt_put(&text, "%016" PRIx64, n);
    pt_key_str(j, key, text.at);
}

/* As --seed takes it; a text, because numbers in JSON are not that long. */
static void key_seed(pt_json *j, uint64_t seed) {
    PT_TEXT(text, 24);
    pt_put(&text, "%" PRIu64, seed);
    pt_key_str(j, "seed", text.at);
}

static void tie_json(const pt_tournament *t, const pt_standing *rows, pt_json *j) {
    static const char *const names[] = {"reached", "points", "met", "wins", "lot"};
    pt_tie tie = pt_tour_tie(t, &rows[0], &rows[1]);
    PT_TEXT_IN(words, 600, args_language());
    pt_key_open(j, "above_next", '{');
    pt_key_str(j, "by", names[tie.by]);
    if (tie.by == PT_BY_POINTS || tie.by == PT_BY_MET) {
        key_points(j, "above", tie.above);
        key_points(j, "below", tie.below);
    } else if (tie.by != PT_BY_LOT) {
        pt_key_int(j, "above", (int64_t)tie.above);
        pt_key_int(j, "below", (int64_t)tie.below);
    } else {
        key_hex(j, "above", tie.above);
        key_hex(j, "below", tie.below);
    }
    pt_tour_say_tie(t, &rows[0], &rows[1], &words);
    if (words.used) pt_key_str(j, "words", words.at);
    pt_close(j, '}');
}

static void rows_json(const pt_tournament *t, const pt_standing *rows, int n, pt_json *j) {
    static const char *const states[] = {"signed", "present", "gone"};
    pt_key_open(j, "standings", '[');
    for (int i = 0; i < n; i++) {
        const pt_entrant *e = &t->entrant[rows[i].who];
        pt_open(j, '{');
        pt_key_int(j, "place", rows[i].place);
        pt_key_int(j, "number", rows[i].who + 1);
        pt_key_str(j, "name", e->name);
        key_points(j, "points", rows[i].figure[PT_BY_POINTS]);
        key_points(j, "met", rows[i].figure[PT_BY_MET]);
        pt_key_int(j, "wins", (int64_t)rows[i].figure[PT_BY_WINS]);
        pt_key_int(j, "byes", e->byes);
        if (columns_of(t) > REACHED) pt_key_int(j, "reached", reached(t, &rows[i]));
        pt_key_str(j, "state", e->out ? "out" : states[e->state]);
        if (i + 1 < n) tie_json(t, &rows[i], j);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

static void table_json(const pt_tour_table *b, pt_json *j) {
    pt_open(j, '{');
    pt_key_int(j, "round", b->round);
    pt_key_int(j, "table", b->number);
    pt_key_bool(j, "over", b->over);
    pt_key_open(j, "seats", '[');
    for (int s = 0; s < b->seats; s++) {
        pt_open(j, '{');
        pt_key_int(j, "number", b->who[s] + 1);
        if (b->over && b->seats > 1) pt_key_int(j, "place", b->place[s]);
        if (b->over) key_points(j, "points", b->earned[s]);
        pt_close(j, '}');
    }
    pt_close(j, ']');
    pt_close(j, '}');
}

static void print_json(const pt_tournament *t, const pt_standing *rows, int n, pt_text *out) {
    static const char *const phases[] = {"", "sign-up", "round", "break", "over"};
    pt_json j = pt_json_on(out);
    pt_open(&j, '{');
    pt_key_str(&j, "name", t->terms.name);
    pt_key_str(&j, "game", t->terms.game);
    pt_key_str(&j, "format", pt_tour_format_names[t->terms.format]);
    pt_key_int(&j, "seats", t->terms.seats);
    key_seed(&j, t->terms.seed);
    pt_key_str(&j, "phase", phases[t->phase]);
    pt_key_int(&j, "round", t->round);
    pt_key_int(&j, "rounds", pt_tour_rounds(t));
    rows_json(t, rows, n, &j);
    pt_key_open(&j, "tables", '[');
    for (int i = 0; i < t->used; i++) table_json(&t->table[i], &j);
    pt_close(&j, ']');
    pt_close(&j, '}');
    pt_putc(out, '\n');
}

void event_print_standings(const pt_tournament *t, event_form form) {
    pt_standing rows[PT_ENTRANTS];
    char memory[4096];
    int n = pt_tour_standings(t, rows);
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    out.language = args_language();
    switch (form) {
    case EVENT_TEXT: print_text(t, rows, n, &out); break;
    case EVENT_CSV: print_csv(t, rows, n, &out); break;
    case EVENT_JSON: print_json(t, rows, n, &out); break;
    }
    pt_flush(&out);
}
