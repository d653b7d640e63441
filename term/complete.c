/* Tab on the command line: the legal moves and the client's own commands, as far as they go on
 * from what was typed. */
/* SPDX-License-Identifier: MIT */
#include "term/ui.h"
#include <assert.h>
#include <string.h>

static const char *const commands[] = {"q", "quit", "resign", "pause", "w", NULL};

/* The nth text that may be typed: legal moves, then commands; false after the last. */
static bool candidate(const pt_ui *ui, int n, pt_typed out) {
    int moves = ui->asked_ply >= 0 ? ui->legal_count : 0;
    if (n < moves) {
        pt_text move = pt_text_on(out, sizeof(pt_typed));
        pt_print_move(ui->game->verbs, ui->legal[n], &move);
        assert(!move.cut);
        return true;
    }
    if (!commands[n - moves]) return false;
    strcpy(out, commands[n - moves]);
    return true;
}

/* What all candidates that begin with `line` have in common; `line` itself if there are none.
 */
static void extend(const pt_ui *ui, pt_typed line) {
    size_t length = strlen(line);
    pt_typed one, common = "";
    for (int i = 0; candidate(ui, i, one); i++) {
        size_t same = 0;
        if (strncmp(one, line, length) != 0) continue;
        if (!common[0]) {
            memcpy(common, one, sizeof common);
            continue;
        }
        while (common[same] && common[same] == one[same]) same++;
        common[same] = 0;
        if (!same) break;
    }
    if (strlen(common) > length) memcpy(line, common, sizeof common);
}

/* Adds a word unless it is there already. */
static void add_word(pt_text *words, const char *word, size_t n) {
    for (const char *at = words->at; *at;) {
        size_t one = strcspn(at, " ");
        if (one == n && memcmp(at, word, n) == 0) return;
        at += one + (at[one] == ' ');
    }
    if (words->used) pt_putc(words, ' ');
    pt_putn(words, word, n);
}

/* The commands are offered only to those who begin to type one. */
void pt_ui_complete(const pt_ui *ui, pt_typed line, pt_text *offers) {
    pt_typed one;
    extend(ui, line);
    size_t length = strlen(line), from = length;
    int moves = ui->asked_ply >= 0 ? ui->legal_count : 0;
    while (from > 0 && line[from - 1] != ' ') from--;
    for (int i = 0; candidate(ui, i, one); i++)
        if (strncmp(one, line, length) == 0 && one[length] && (length || i < moves || !moves))
            add_word(offers, one + from, strcspn(one + from, " "));
}
