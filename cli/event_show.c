/* petteia event: tables and standings, as text, CSV and JSON. */
/* SPDX-License-Identifier: MIT */
#include "cli/event.h"
#include "cli/words.h"
#include "tournament/tell.h"
#include <stdio.h>
#include <stdlib.h>

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

static int width_of_column(const pt_tournament *t, const pt_standing *rows, int n, int column) {
    PT_TEXT_IN(head, 64, args_language());
    pt_say_name(&head, &cli_names_column, column);
    int most = width_of(head.at);
    for (int i = 0; i < n; i++) {
        PT_TEXT_IN(cell, PT_LABEL, args_language());
        pt_tour_put_cell(t, &rows[i], column, &cell);
        if (width_of(cell.at) > most) most = width_of(cell.at);
    }
    return most;
}

/* Rows in columns; below them, why those stand above others who have as many points. */
static void print_text(const pt_tournament *t, const pt_standing *rows, int n, pt_text *out) {
    int width[PT_TOUR_COLUMNS], columns = pt_tour_columns(t);
    for (int c = 0; c < columns; c++) width[c] = width_of_column(t, rows, n, c);
    for (int i = -1; i < n; i++) {
        for (int c = 0; c < columns; c++) {
            PT_TEXT_IN(cell, PT_LABEL, args_language());
            if (i < 0)
                pt_say_name(&cell, &cli_names_column, c);
            else
                pt_tour_put_cell(t, &rows[i], c, &cell);
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

static void print_json(const pt_tournament *t, pt_text *out) {
    pt_json j = pt_json_on(out);
    pt_open(&j, '{');
    pt_tour_tell(&j, t);
    pt_tour_tell_tables(&j, t, 0, NULL, NULL);
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
    case EVENT_CSV: pt_tour_csv(t, &out); break;
    case EVENT_JSON: print_json(t, &out); break;
    }
    pt_flush(&out);
}
