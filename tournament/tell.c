/* A tournament for programs and spreadsheets: JSON and CSV. */
/* SPDX-License-Identifier: MIT */
#include "tournament/tell.h"
#include <inttypes.h>

enum { REACHED = PT_TOUR_COLUMNS - 1 };

int pt_tour_columns(const pt_tournament *t) {
    return t->terms.format == PT_KNOCKOUT ? PT_TOUR_COLUMNS : REACHED;
}

/* Who is still in will play the next round, which is not paired yet. */
static int64_t reached(const pt_tournament *t, const pt_standing *row) {
    int64_t round = (int64_t)row->figure[PT_BY_REACHED];
    return round < t->round ? round : t->round;
}

void pt_tour_put_cell(const pt_tournament *t, const pt_standing *row, int column,
                      pt_text *out) {
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

void pt_tour_csv(const pt_tournament *t, pt_text *out) {
    pt_standing rows[PT_ENTRANTS];
    int n = pt_tour_standings(t, rows), columns = pt_tour_columns(t);
    pt_put(out, "place,name,points,met,wins,byes%s\r\n", columns > REACHED ? ",reached" : "");
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < columns; c++) {
            PT_TEXT(cell, PT_LABEL);
            pt_tour_put_cell(t, &rows[i], c, &cell);
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
    PT_TEXT_IN(words, 600, pt_json_language(j));
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
        if (strcmp(e->person, "-") != 0) pt_key_int(j, "face", pt_face(e->person));
        key_points(j, "points", rows[i].figure[PT_BY_POINTS]);
        key_points(j, "met", rows[i].figure[PT_BY_MET]);
        pt_key_int(j, "wins", (int64_t)rows[i].figure[PT_BY_WINS]);
        pt_key_int(j, "byes", e->byes);
        if (pt_tour_columns(t) > REACHED) pt_key_int(j, "reached", reached(t, &rows[i]));
        pt_key_str(j, "state", e->out ? "out" : states[e->state]);
        if (i + 1 < n) tie_json(t, &rows[i], j);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

static void table_json(const pt_tour_table *b, pt_json *j) {
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
}

void pt_tour_tell(pt_json *j, const pt_tournament *t) {
    static const char *const phases[] = {"", "sign-up", "round", "break", "over"};
    pt_standing rows[PT_ENTRANTS];
    pt_key_str(j, "name", t->terms.name);
    pt_key_str(j, "game", t->terms.game);
    pt_key_str(j, "format", pt_tour_format_names[t->terms.format]);
    pt_key_int(j, "seats", t->terms.seats);
    key_seed(j, t->terms.seed);
    pt_key_str(j, "phase", phases[t->phase]);
    pt_key_int(j, "round", t->round);
    pt_key_int(j, "rounds", pt_tour_rounds(t));
    rows_json(t, rows, pt_tour_standings(t, rows), j);
}

void pt_tour_tell_tables(pt_json *j, const pt_tournament *t, int round, pt_tour_more *more,
                         void *who) {
    pt_key_open(j, "tables", '[');
    for (int i = 0; i < t->used; i++) {
        if (round && t->table[i].round != round) continue;
        pt_open(j, '{');
        table_json(&t->table[i], j);
        if (more) more(who, j, i);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}
