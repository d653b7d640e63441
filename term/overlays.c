/* Screens of their own: rules, help, moves, the score explained, handing over. */
/* SPDX-License-Identifier: MIT */
#include "term/record_file.h"
#include "term/ui.h"
#include "term/words.h"
#include <ctype.h>
#include <curses.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 128 * 1024 };

/* --- the rules --- */

/* A line of its own: a heading, an item, a row of a table, or nothing at all. */
static bool begins_block(const char *line) {
    line += strspn(line, " ");
    size_t digits = strspn(line, "0123456789");
    bool item = (*line == '-' || *line == '*') && line[1] == ' ';
    return item || strchr("\n#|", *line) || (digits && line[digits] == '.');
}

/* Joins the lines of the rulebook to paragraphs, which the pager wraps to the width of the
 * screen. Blocks between ``` stay as they are. */
static void join_lines(const char *book, pt_text *out) {
    bool fenced = false, open = false; /* open: the line before may go on */
    while (*book) {
        size_t n = strcspn(book, "\n");
        bool fence = strncmp(book, "```", 3) == 0, alone = fence || fenced;
        bool block = begins_block(book);
        if (open && !alone && !block) {
            book += strspn(book, " ");
            n = strcspn(book, "\n");
            pt_putc(out, ' ');
        } else if (out->used) {
            pt_putc(out, '\n');
        }
        pt_putn(out, book, n);
        open = !alone && n > 0 && !strchr("#|", *book);
        fenced ^= fence;
        book += n + (book[n] == '\n');
    }
    pt_putc(out, '\n');
}

void pt_show_rules(pt_ui *ui) {
    char *memory = malloc(TEXT_SIZE);
    if (!memory) return;
    pt_text book = pt_text_on(memory, TEXT_SIZE);
    PT_TEXT_IN(title, 80, ui->screen.language);
    PT_TEXT_IN(find, 24, ui->screen.language);
    join_lines(pt_rulebook(ui->game, title.language), &book);
    pt_say(&title, pt_has_rulebook(ui->game, title.language)
                       ? term_say_title_rules(ui->game->title)
                       : term_say_title_rules_english(ui->game->title));
    if (ui->rule[0]) pt_put(&find, "**%s**", ui->rule);
    pt_pager(ui, title.at, memory, find.at, term_say_keys_close());
    free(memory);
}

/* --- help --- */

/* A line of help: a key and what it does, perhaps another beside it. */
static const struct {
    const char *key;  /* NULL: the key has a name in every language, */
    int named, words; /* this one */
    const char *key2;
    int words2;
} help_lines[] = {
    {NULL, TERM_SAY_KEY_ARROWS, TERM_SAY_HELP_ARROWS, NULL, 0},
    {NULL, TERM_SAY_KEY_ENTER, TERM_SAY_HELP_ENTER, NULL, 0},
    {"1 2 3 ...", 0, TERM_SAY_HELP_MENU, NULL, 0},
    {NULL, TERM_SAY_KEY_ESC, TERM_SAY_HELP_BACK, NULL, 0},
    {"t T f", 0, TERM_SAY_HELP_TURN, NULL, 0},
    {":", 0, TERM_SAY_HELP_TYPE, NULL, 0},
    {"u", 0, TERM_SAY_HELP_UNDO, NULL, 0},
    {"p", 0, TERM_SAY_HELP_PAUSE, NULL, 0},
    {"H", 0, TERM_SAY_HELP_HINT, NULL, 0},
    {"R", 0, TERM_SAY_HELP_RESIGN, NULL, 0},
    {"s", 0, TERM_SAY_HELP_SCORE, "m", TERM_SAY_HELP_LIST},
    {"r", 0, TERM_SAY_HELP_RULES, NULL, 0},
    {"w", 0, TERM_SAY_HELP_RECORD, "q", TERM_SAY_HELP_LEAVE},
    {"+ -", 0, TERM_SAY_HELP_PACE, "PgUp PgDn", TERM_SAY_HELP_SCROLL},
};

/* Words in a column of their own. */
static void put_column(pt_text *out, const char *words, int width) {
    pt_put(out, "%s%*s", words, pt_columns(words) < width ? width - pt_columns(words) : 0, "");
}

static void put_heading(pt_text *out, pt_said said) {
    pt_puts(out, out->used ? "\n# " : "# ");
    pt_say(out, said);
    pt_putc(out, '\n');
}

static void list_keys(pt_text *out) {
    enum { KEY_COLUMNS = 12, WORDS_COLUMNS = 31 };
    for (size_t i = 0; i < sizeof help_lines / sizeof *help_lines; i++) {
        PT_TEXT_IN(key, 40, out->language);
        PT_TEXT_IN(words, 120, out->language);
        if (help_lines[i].key)
            pt_puts(&key, help_lines[i].key);
        else
            pt_say(&key, term_say(help_lines[i].named));
        pt_say(&words, term_say(help_lines[i].words));
        pt_puts(out, "  ");
        put_column(out, key.at, KEY_COLUMNS);
        put_column(out, words.at, help_lines[i].key2 ? WORDS_COLUMNS : 0);
        if (help_lines[i].key2) {
            pt_put(out, "%s   ", help_lines[i].key2);
            pt_say(out, term_say(help_lines[i].words2));
        }
        pt_putc(out, '\n');
    }
}

static void list_verbs(const pt_ui *ui, pt_text *out) {
    enum { FORM_COLUMNS = 26 };
    for (int verb = 1; verb < ui->game->verbs.count; verb++) {
        const pt_verb *row = &ui->game->verbs.row[verb];
        if (!row->form || row->chance) continue;
        PT_TEXT_IN(form, 160, ui->screen.language);
        int i = 0;
        for (const char *c = row->form; *c; c++) {
            if (*c != '%') {
                pt_putc(&form, *c);
                continue;
            }
            const pt_kind *kind = row->kind[i++];
            pt_putc(&form, '<');
            pt_kind_words(ui->game, kind->as ? kind->as : kind, &form);
            pt_putc(&form, '>');
        }
        pt_puts(out, "  ");
        put_column(out, form.at, FORM_COLUMNS);
        pt_putc(out, ' ');
        if (pt_columns(form.at) > FORM_COLUMNS) /* the words go on the next line */
            pt_put(out, "\n  %*s ", FORM_COLUMNS, "");
        pt_verb_words(ui->game, row, out);
        pt_putc(out, '\n');
    }
}

void pt_show_help(pt_ui *ui) {
    PT_TEXT_IN(title, 40, ui->screen.language);
    char *memory = malloc(TEXT_SIZE);
    if (!memory) return;
    pt_text t = pt_text_on(memory, TEXT_SIZE);
    t.language = ui->screen.language;
    put_heading(&t, term_say_help_keys());
    list_keys(&t);
    put_heading(&t, term_say_help_mouse());
    pt_puts(&t, "  ");
    pt_say(&t, term_say_help_click());
    pt_putc(&t, '\n');
    put_heading(&t, term_say_help_moves());
    list_verbs(ui, &t);
    put_heading(&t, term_say_help_game());
    pt_puts(&t, "  ");
    pt_game_words(ui->game, &t);
    pt_putc(&t, '\n');
    pt_say(&title, term_say_title_help());
    pt_pager(ui, title.at, memory, NULL, term_say_keys_close());
    free(memory);
}

bool pt_ui_reasons(pt_ui *ui) {
    PT_TEXT_IN(title, 100, ui->screen.language);
    PT_TEXT_IN(text, 2000, ui->screen.language);
    if (!pt_local_why(ui->local, &text)) return false;
    pt_say(&title, term_say_reasons());
    pt_pager(ui, title.at, text.at, NULL, term_say_keys_close());
    return true;
}

/* --- moves --- */

/* Consecutive draws of one verb share a line, "deal V7 L2' B5", unless they have notes. */
int pt_list_moves(const pt_ui *ui, pt_text *out) {
    const pt_local_table *l = ui->local;
    unsigned drawn = 0;
    int lines = 0;
    for (int ply = 0; ply < pt_local_length(l); ply++) {
        pt_table_step step = pt_local_step(l, ply);
        PT_TEXT_IN(move, 160, ui->screen.language);
        if (!pt_local_tell(l, ply, ui->viewer, &move)) continue;
        bool noted = strstr(move.at, ": ") != NULL;
        unsigned verb = step.seat == PT_LUCK && !noted ? pt_verb_of(step.move) : 0;
        if (verb && verb == drawn) {
            const char *rest = strchr(move.at, ' ');
            pt_put(out, "%s", rest ? rest : "");
            continue;
        }
        if (lines++) pt_putc(out, '\n');
        if (step.seat == PT_LUCK)
            pt_put(out, "* %s", move.at);
        else
            pt_put(out, "%d %s", step.seat, move.at);
        drawn = verb;
    }
    if (lines) pt_putc(out, '\n');
    return lines;
}

void pt_show_moves(pt_ui *ui) {
    char *memory = malloc(2 * TEXT_SIZE), *text = memory + TEXT_SIZE;
    if (!memory) return;
    pt_text list = pt_text_on(memory, TEXT_SIZE), t = pt_text_on(text, TEXT_SIZE);
    list.language = ui->screen.language;
    pt_list_moves(ui, &list);
    for (char *line = memory; *line;) {
        char *end = strchr(line, '\n');
        *end = 0;
        if (line[0] == '*')
            pt_put(&t, "     * %s\n", line + 2);
        else
            pt_put(&t, "  %s %d  %s\n", pt_seat_glyphs[line[0] - '0'], line[0] - '0' + 1,
                   line + 2);
        line = end + 1;
    }
    PT_TEXT_IN(title, 80, ui->screen.language);
    pt_say(&title, term_say_title_moves(ui->game->title));
    pt_pager(ui, title.at, text, pt_at_end, term_say_keys_close());
    free(memory);
}

/* --- the score --- */

static void tell_seat(const pt_ui *ui, const void *view, int seat, int place, pt_text *out) {
    pt_line lines[64];
    PT_TEXT_IN(name, 40, ui->screen.language);
    PT_TEXT_IN(points, 20, ui->screen.language);
    int32_t score[PT_SEATS];
    ui->game->score(view, score);
    pt_print_points(ui->game, score[seat], &points);
    pt_ui_name(ui, seat, &name);
    pt_put(out, "**%d. %s ", place, pt_seat_glyphs[seat]);
    put_column(out, name.at, 12);
    pt_put(out, " %6s**\n", points.at);
    int n = ui->game->max_lines <= 64 ? ui->game->explain(view, seat, lines) : 0;
    for (int i = 0; i < n; i++) {
        pt_clear(&points);
        pt_print_points(ui->game, lines[i].points, &points);
        pt_put(out, "  %6s  %-6s ", points.at, lines[i].rule ? lines[i].rule : "");
        pt_say_line(&lines[i], out);
        pt_putc(out, '\n');
    }
    pt_putc(out, '\n');
}

static void tell_winners(const pt_ui *ui, const uint8_t *place, pt_text *out) {
    PT_TEXT_IN(names, 300, out->language);
    int winners = 0;
    bool you = pt_local_humans(ui->local) == 1;
    for (int seat = 0; seat < pt_head_of(ui->view)->seats; seat++) {
        if (place[seat] != 1) continue;
        winners++;
        you = you && pt_local_is_human(ui->local, seat);
        pt_ui_add_name(ui, seat, &names);
    }
    pt_say(out, winners > 1 ? term_say_win_shared(names.at)
                : you       ? term_say_win_you()
                            : term_say_win_one(names.at));
}

/* Every seat's score line by line, the best first. Returns the key that closed it. */
int pt_show_score(pt_ui *ui) {
    uint8_t place[PT_SEATS];
    bool over = pt_local_over(ui->local);
    char *memory = malloc(TEXT_SIZE);
    if (!memory) return 0;
    pt_text t = pt_text_on(memory, TEXT_SIZE);
    t.language = ui->screen.language;
    PT_TEXT_IN(title, 400, ui->screen.language);
    PT_TEXT_IN(winner, 320, ui->screen.language);
    if (over)
        pt_table_places(pt_local_table_of(ui->local), place);
    else
        ui->game->rank(pt_ui_scored(ui), place);
    if (over) {
        tell_winners(ui, place, &winner);
        pt_say(&title, term_say_title_end(ui->game->title, winner.at));
    } else {
        pt_say(&title, term_say_title_score(ui->game->title));
    }
    pt_putc(&t, '\n');
    for (int wanted = 1; wanted <= PT_SEATS; wanted++)
        for (int seat = 0; seat < pt_head_of(ui->view)->seats; seat++)
            if (place[seat] == wanted) tell_seat(ui, pt_ui_scored(ui), seat, wanted, &t);
    int key = pt_pager(ui, title.at, memory, NULL,
                       over ? term_say_keys_end() : term_say_keys_close());
    free(memory);
    return key;
}

/* --- questions --- */

bool pt_ask_yes(pt_ui *ui, pt_said question) {
    pt_screen *s = &ui->screen;
    PT_TEXT_IN(words, 200, s->language);
    PT_TEXT_IN(yes, 8, s->language);
    pt_say(&words, question);
    pt_say(&yes, term_say_yes_key());
    while (!pt_screen_signal()) {
        pt_ui_show(ui);
        pt_screen_fill(s, s->height - 1, 0, s->width, PT_BAR);
        pt_screen_say(s, s->height - 1, 1, s->width - 2, PT_BRIGHT, PT_BAR,
                      term_say_yes_no(words.at));
        refresh();
        int key = pt_ui_get_key(ui);
        if (key == 'y' || key == 'Y') return true; /* in every language, out of habit */
        if (key > 0 && key < 128 && tolower(key) == yes.at[0]) return true;
        if (key != ERR && key != KEY_RESIZE) return false;
    }
    return true;
}

/* Asks before leaving, and says what becomes of the game. */
bool pt_ask_leave(pt_ui *ui) {
    bool saved = !pt_local_trouble(ui->local)[0];
    return pt_ask_yes(ui, saved ? term_say_leave() : term_say_leave_unsaved());
}

void pt_ask_resign(pt_ui *ui) {
    PT_TEXT_IN(why, 200, ui->screen.language);
    int asked = pt_local_asked(ui->local), seat = asked >= 0 ? asked : ui->viewer;
    if (pt_local_over(ui->local) || !pt_local_is_human(ui->local, seat)) return;
    if (!pt_ask_yes(ui, term_say_resign()) || pt_screen_signal()) return;
    if (!pt_local_resign(ui->local, seat, &why)) pt_ui_tell(ui, why.at);
}

/* Between two people at one screen, where each has secrets: nothing is shown until the next one
 * is there. */
void pt_hand_over(pt_ui *ui, int seat) {
    pt_screen *s = &ui->screen;
    PT_TEXT_IN(name, 40, ui->screen.language);
    pt_ui_name(ui, seat, &name);
    while (!pt_screen_signal()) {
        pt_screen_measure(s);
        erase();
        curs_set(0);
        int y = s->height / 2 - 1, x = s->width / 2 - 20 > 0 ? s->width / 2 - 20 : 0;
        x = pt_screen_put(s, y, x, 2, (pt_ink)(PT_SEAT_0 + seat), PT_AS_DRAWN,
                          pt_seat_glyphs[seat]) +
            1;
        pt_screen_say(s, y, x, s->width - x, PT_BRIGHT, PT_AS_DRAWN,
                      term_say_hand_over(name.at));
        pt_screen_say(s, y + 2, x, s->width - x, PT_DIM, PT_AS_DRAWN,
                      term_say_hand_over_hidden());
        refresh();
        int key = pt_ui_get_key(ui);
        if (key == '\r' || key == '\n' || key == KEY_ENTER) return;
        if (key == 'q' && pt_ask_leave(ui)) {
            ui->quit = true;
            return;
        }
    }
}

void pt_save_record(pt_ui *ui, const char *path) {
    PT_TEXT_IN(why, 200, ui->screen.language);
    PT_TEXT_IN(name, 60, ui->screen.language);
    PT_TEXT_IN(usual, 80, ui->screen.language);
    char typed[120];
    pt_put(&name, "%s.play", ui->game->name);
    pt_free_path(name.at, &usual);
    if (!path) path = ui->wish->record;
    if (!path) {
        PT_TEXT_IN(label, 120, ui->screen.language);
        pt_say(&label, term_say_record_where(usual.at));
        pt_putc(&label, ' ');
        if (!pt_prompt(ui, label.at, typed, sizeof typed)) return;
        path = typed[0] ? typed : usual.at;
    }
    if (pt_record_write(pt_local_table_of(ui->local), path, &why))
        pt_ui_say(ui, term_say_record_written(path));
    else
        pt_ui_tell(ui, why.at);
}
