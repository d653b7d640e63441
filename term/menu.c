/* The menu below the board: verbs while the verb is open, then the targets that no board shows.
 */
/* SPDX-License-Identifier: MIT */
#include "term/ui.h"
#include <string.h>

/* Hot keys: digits, then letters that the client does not use itself. */
static const char hot_keys[] = "1234567890acdefghijkloptvxyz";

static bool on_board(const pt_ui *ui, pt_aim aim) {
    for (int i = 0; i < ui->spots; i++)
        if (ui->spot[i].aim.kind == aim.kind && ui->spot[i].aim.value == aim.value) return true;
    return false;
}

/* The number an item stands for, or -1. */
static int number_of(const pt_item *item) {
    if (item->verb || item->aim.kind->names) return -1;
    return item->aim.value + item->aim.kind->first;
}

/* In a list of numbers, each one-digit number is its own key, and the rest get letters. In any
 * other list the keys go from the first item to the last. */
static void give_keys(pt_ui *ui) {
    bool numbers = true;
    const char *next = hot_keys;
    for (int i = 0; i < ui->items; i++) numbers = numbers && number_of(&ui->item[i]) >= 0;
    if (numbers) next += 10;
    for (int i = 0; i < ui->items; i++) {
        int number = number_of(&ui->item[i]);
        bool digit = numbers && number <= 9;
        ui->item[i].key = digit ? (char)('0' + number) : *next;
        if (!digit && *next) next++;
    }
}

/* The verbs to choose from while the verb is open; once it is known, the targets that are not
 * on the board. */
void pt_ui_list_items(pt_ui *ui) {
    uint8_t verbs[PT_VERBS];
    pt_aim aims[PT_ITEMS];
    ui->items = 0;
    if (ui->asked_ply < 0 || ui->confirm) return;
    int n = pt_build_verbs(&ui->build, verbs);
    bool open = !ui->build.verb && (n > 1 || pt_build_empty(&ui->build));
    for (int i = 0; i < n && open && ui->items < PT_ITEMS; i++)
        ui->item[ui->items++] = (pt_item){.verb = verbs[i]};
    int aimed = n == 1 ? pt_build_targets(&ui->build, aims, PT_ITEMS) : 0;
    if (n == 1 && aimed && ui->spots == 0) ui->items = 0; /* list only the verb's targets */
    for (int i = 0; i < aimed && ui->items < PT_ITEMS; i++)
        if (!on_board(ui, aims[i])) ui->item[ui->items++] = (pt_item){.aim = aims[i]};
    give_keys(ui);
}

static void item_text(const pt_ui *ui, const pt_item *item, bool words, pt_text *out) {
    if (!item->verb) {
        pt_print_value(item->aim.kind, item->aim.value, out);
        return;
    }
    const pt_verb *verb = &ui->game->verbs.row[item->verb];
    pt_word name = pt_verb_name(verb);
    if (!words) {
        pt_putn(out, name.at, name.length);
        return;
    }
    pt_put(out, "%-13.*s  ", (int)name.length, name.at);
    pt_verb_words(ui->game, verb, out);
}

static void put_item(pt_ui *ui, int i, int y, int x, int w, bool words) {
    pt_item *item = &ui->item[i];
    pt_mark mark = ui->on_menu && i == ui->at_item ? PT_CURSOR : PT_AS_DRAWN;
    PT_TEXT_IN(text, 160, ui->screen.language);
    item_text(ui, item, words, &text);
    item->y = y;
    item->x = x;
    item->w = w;
    pt_move obvious = pt_build_obvious(&ui->build);
    bool is_obvious = item->verb && obvious && pt_verb_of(obvious) == item->verb;
    if (mark == PT_CURSOR) pt_screen_fill(&ui->screen, y, x, w, mark);
    char key[2] = {item->key ? item->key : ' ', 0};
    pt_screen_put(&ui->screen, y, x + 1, 1, PT_YELLOW, mark, key);
    if (strcmp(key, text.at) == 0) return; /* a number that is its own key */
    pt_screen_put(&ui->screen, y, x + 3, w - 3, is_obvious ? PT_BRIGHT : PT_PLAIN, mark,
                  text.at);
}

/* Places names only, one after the other; returns the number of rows. */
static int flow(const pt_ui *ui, int width, int row[PT_ITEMS], int x[PT_ITEMS],
                int w[PT_ITEMS]) {
    int y = 0, at = 0;
    for (int i = 0; i < ui->items; i++) {
        PT_TEXT_IN(text, 160, ui->screen.language);
        item_text(ui, &ui->item[i], false, &text);
        w[i] = pt_columns(text.at) + 4;
        if (at > 0 && at + w[i] > width - 2) {
            y++;
            at = 0;
        }
        row[i] = y;
        x[i] = at;
        at += w[i];
    }
    return y + 1;
}

/* One item on each line, with its words, if there is room; otherwise as many on a line as fit.
 * If there are too many rows, they scroll with the cursor. */
void pt_ui_show_menu(pt_ui *ui) {
    const pt_rect *r = &ui->menu;
    int row[PT_ITEMS], x[PT_ITEMS], w[PT_ITEMS];
    for (int i = 0; i < ui->items; i++) ui->item[i].y = -1;
    if (ui->items == 0 && ui->asked_ply >= 0 && ui->build.verb) { /* what is being done */
        PT_TEXT_IN(words, 160, ui->screen.language);
        pt_verb_words(ui->game, &ui->game->verbs.row[ui->build.verb], &words);
        pt_screen_put(&ui->screen, r->y, r->x + 3, r->w - 4, PT_DIM, PT_AS_DRAWN, words.at);
    }
    if (ui->items <= r->h) {
        for (int i = 0; i < ui->items; i++) put_item(ui, i, r->y + i, r->x, r->w, true);
        return;
    }
    int rows = flow(ui, r->w, row, x, w), at = row[ui->at_item];
    if (at < ui->item_top) ui->item_top = at;
    if (at >= ui->item_top + r->h) ui->item_top = at - r->h + 1;
    if (ui->item_top > rows - r->h) ui->item_top = rows > r->h ? rows - r->h : 0;
    for (int i = 0; i < ui->items; i++)
        if (row[i] >= ui->item_top && row[i] < ui->item_top + r->h)
            put_item(ui, i, r->y + row[i] - ui->item_top, r->x + x[i], w[i], false);
    if (rows > ui->item_top + r->h)
        pt_screen_put(&ui->screen, r->y + r->h - 1, r->w - 2, 1, PT_BRIGHT, PT_BAR, "↓");
    if (ui->item_top > 0) pt_screen_put(&ui->screen, r->y, r->w - 2, 1, PT_BRIGHT, PT_BAR, "↑");
}
