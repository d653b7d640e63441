/* Screens of their own: rules, help, moves, the score explained, handing over. */
/* SPDX-License-Identifier: MIT */
#include "term/record_file.h"
#include "term/ui.h"
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

/* The rulebook's lines are as long as its authors' screens were wide: joins them to
 * paragraphs, which the pager wraps to this one. Blocks between ``` stay as they are. */
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
    PT_TEXT(title, 80);
    PT_TEXT(find, 24);
    join_lines(pt_rulebook(ui->game, PT_ENGLISH), &book);
    pt_put(&title, "%s: the rules", ui->game->title);
    if (ui->rule[0]) pt_put(&find, "**%s**", ui->rule);
    pt_pager(ui, title.at, memory, find.at, "Esc back");
    free(memory);
}

/* --- help --- */

static const char help_keys[] =
    "# Keys\n"
    "  arrows      move over what can be chosen;  Tab goes through all of it\n"
    "  Enter       choose;  once more on the same: the obvious move with it\n"
    "  1 2 3 ...   choose a line of the menu\n"
    "  Esc         take a step back\n"
    "  t T f       a piece in your hand: turn it right, turn it left, flip it\n"
    "  :           type a move, as below\n"
    "  u           undo: back to your last decision\n"
    "  H           a hint: what a strong bot would do\n"
    "  R           give up the game\n"
    "  s           the score, line by line        m   the list of moves\n"
    "  r           the rules (after a refusal: the rule)\n"
    "  w           write the record to a file     q   leave; the game is saved\n"
    "  + -         bots play faster, slower       PgUp PgDn   scroll the board\n"
    "\n"
    "# Mouse\n"
    "  Click a target or a line of the menu; click the same again to play it. A click on "
    "something closed says which rule closes it. The wheel scrolls the list of moves.\n"
    "\n"
    "# Moves\n";

static void list_verbs(const pt_ui *ui, pt_text *out) {
    for (int verb = 1; verb < ui->game->verbs.count; verb++) {
        const pt_verb *row = &ui->game->verbs.row[verb];
        if (!row->form || row->chance) continue;
        PT_TEXT(form, 80);
        int i = 0;
        for (const char *c = row->form; *c; c++) {
            if (*c != '%') {
                pt_putc(&form, *c);
                continue;
            }
            const pt_kind *kind = row->kind[i++];
            pt_put(&form, "<%s>", kind->as ? kind->as->name : kind->name);
        }
        pt_put(out, "  %-26s ", form.at); /* words that find no room go on the next line */
        if (form.used > 26) pt_put(out, "\n  %-26s ", "");
        pt_verb_words(ui->game, row, out);
        pt_putc(out, '\n');
    }
}

void pt_show_help(pt_ui *ui) {
    char *memory = malloc(TEXT_SIZE);
    if (!memory) return;
    pt_text t = pt_text_on(memory, TEXT_SIZE);
    pt_puts(&t, help_keys);
    list_verbs(ui, &t);
    pt_puts(&t, "\n# The game\n  ");
    pt_game_words(ui->game, &t);
    pt_putc(&t, '\n');
    pt_pager(ui, "Help", memory, NULL, "Esc back");
    free(memory);
}

/* --- moves --- */

/* Draws of one verb in a row share a line, "deal V7 L2' B5", unless there is a note to them. */
int pt_list_moves(const pt_ui *ui, pt_text *out) {
    const pt_local_table *l = ui->local;
    unsigned drawn = 0;
    int lines = 0;
    for (int ply = 0; ply < pt_local_length(l); ply++) {
        pt_table_step step = pt_local_step(l, ply);
        PT_TEXT(move, 100);
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
    PT_TEXT(title, 80);
    pt_put(&title, "%s: the moves", ui->game->title);
    pt_pager(ui, title.at, text, pt_at_end, "Esc back");
    free(memory);
}

/* --- the score --- */

static void tell_seat(const pt_ui *ui, const void *view, int seat, int place, pt_text *out) {
    pt_line lines[64];
    PT_TEXT(name, 40);
    PT_TEXT(points, 20);
    int32_t score[PT_SEATS];
    ui->game->score(view, score);
    pt_print_points(ui->game, score[seat], &points);
    pt_ui_name(ui, seat, &name);
    pt_put(out, "**%d. %s %-12s %6s**\n", place, pt_seat_glyphs[seat], name.at, points.at);
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
    int seats = pt_head_of(ui->view)->seats, winners = 0, told = 0;
    for (int seat = 0; seat < seats; seat++) winners += place[seat] == 1;
    for (int seat = 0; seat < seats; seat++)
        if (place[seat] == 1) {
            pt_puts(out, told++ ? " and " : "");
            pt_ui_name(ui, seat, out);
        }
    bool plural = winners > 1 || pt_local_humans(ui->local) == 1;
    bool you = winners == 1 && plural;
    for (int seat = 0; seat < seats; seat++)
        if (place[seat] == 1 && !pt_local_is_human(ui->local, seat)) you = false;
    pt_puts(out, winners > 1 ? " share the win" : you ? " win" : " wins");
}

/* Every seat's score line by line, the best first. Returns the key that closed it. */
int pt_show_score(pt_ui *ui) {
    uint8_t place[PT_SEATS];
    bool over = pt_local_over(ui->local);
    char *memory = malloc(TEXT_SIZE);
    if (!memory) return 0;
    pt_text t = pt_text_on(memory, TEXT_SIZE);
    PT_TEXT(title, 120);
    if (over)
        pt_table_places(pt_local_table_of(ui->local), place);
    else
        ui->game->rank(pt_ui_scored(ui), place);
    if (over) {
        pt_put(&title, "%s: the end. ", ui->game->title);
        tell_winners(ui, place, &title);
    } else {
        pt_put(&title, "%s: the score if the game stopped now", ui->game->title);
    }
    pt_putc(&t, '\n');
    for (int wanted = 1; wanted <= PT_SEATS; wanted++)
        for (int seat = 0; seat < pt_head_of(ui->view)->seats; seat++)
            if (place[seat] == wanted) tell_seat(ui, pt_ui_scored(ui), seat, wanted, &t);
    int key =
        pt_pager(ui, title.at, memory, NULL,
                 over ? "n rematch   b the board   w write the record   q quit" : "Esc back");
    free(memory);
    return key;
}

/* --- questions --- */

bool pt_ask_yes(pt_ui *ui, const char *question) {
    pt_screen *s = &ui->screen;
    while (!pt_screen_signal()) {
        pt_ui_show(ui);
        pt_screen_fill(s, s->height - 1, 0, s->width, PT_BAR);
        pt_screen_putf(s, s->height - 1, 1, s->width - 2, PT_BRIGHT, PT_BAR, "%s  y / n",
                       question);
        refresh();
        int key = pt_ui_get_key(ui);
        if (key == 'y' || key == 'Y') return true;
        if (key != ERR && key != KEY_RESIZE) return false;
    }
    return true;
}

/* Leaving says what becomes of the game. */
bool pt_ask_leave(pt_ui *ui) {
    bool saved = !pt_local_trouble(ui->local)[0];
    return pt_ask_yes(ui, saved ? "Leave the game? It is saved: petteia term --resume goes on."
                                : "Leave the game? It is NOT saved, but w writes its record.");
}

void pt_ask_resign(pt_ui *ui) {
    PT_TEXT(why, 200);
    int asked = pt_local_asked(ui->local), seat = asked >= 0 ? asked : ui->viewer;
    if (pt_local_over(ui->local) || !pt_local_is_human(ui->local, seat)) return;
    if (!pt_ask_yes(ui, "Give up the game?") || pt_screen_signal()) return;
    if (!pt_local_resign(ui->local, seat, &why)) pt_ui_say(ui, "%s", why.at);
}

/* Between two people at one screen, where each has secrets: nothing is shown until the next one
 * is there. */
void pt_hand_over(pt_ui *ui, int seat) {
    pt_screen *s = &ui->screen;
    PT_TEXT(name, 40);
    pt_ui_name(ui, seat, &name);
    while (!pt_screen_signal()) {
        pt_screen_measure(s);
        erase();
        curs_set(0);
        int y = s->height / 2 - 1, x = s->width / 2 - 20 > 0 ? s->width / 2 - 20 : 0;
        x = pt_screen_put(s, y, x, 2, (pt_ink)(PT_SEAT_0 + seat), PT_AS_DRAWN,
                          pt_seat_glyphs[seat]) +
            1;
        pt_screen_putf(s, y, x, s->width - x, PT_BRIGHT, PT_AS_DRAWN,
                       "%s, please take the screen.", name.at);
        pt_screen_put(s, y + 2, x, s->width - x, PT_DIM, PT_AS_DRAWN,
                      "Enter when nobody else can see it.");
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
    PT_TEXT(why, 200);
    PT_TEXT(name, 60);
    PT_TEXT(usual, 80);
    char typed[120];
    pt_put(&name, "%s.play", ui->game->name);
    pt_free_path(name.at, &usual);
    if (!path) path = ui->wish->record;
    if (!path) {
        PT_TEXT(label, 120);
        pt_put(&label, "write the record to [%s]: ", usual.at);
        if (!pt_prompt(ui, label.at, typed, sizeof typed)) return;
        path = typed[0] ? typed : usual.at;
    }
    if (pt_record_write(pt_local_table_of(ui->local), path, &why))
        pt_ui_say(ui, "the record is in %s", path);
    else
        pt_ui_say(ui, "%s", why.at);
}
