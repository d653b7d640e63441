/* The move under the cursor, shown before it is made: the game itself makes it on a copy, and
 * what is drawn differently is shown in its place. This works only where nothing is hidden;
 * otherwise a copy would have to know what the viewer does not. */
/* SPDX-License-Identifier: MIT */
#include "term/ui.h"
#include <string.h>

/* The move that Enter would make here, if it is complete; 0: none. */
static pt_move move_under_cursor(const pt_ui *ui) {
    if (ui->asked_ply < 0 || ui->on_menu) return 0;
    if (ui->confirm || ui->at_spot < 0) return ui->confirm;
    pt_build after = ui->build;
    pt_build_aim(&after, ui->spot[ui->at_spot].aim);
    return pt_build_ready(&after);
}

static void apply_on_copy(const pt_ui *ui, pt_move m, void *copy) {
    memcpy(copy, ui->view, ui->game->state_size);
    ui->game->apply(copy, pt_local_mover(ui->local), m);
}

/* The part of the board where the last target of the move can be. The lists around it change
 * only after the move. */
static pt_rect board_of(const pt_canvas *c, const pt_kind *kind) {
    int top = c->height, left = c->width, bottom = -1, right = -1;
    for (int y = 0; y < c->height; y++)
        for (int x = 0; x < c->width; x++) {
            if (c->cell[y][x].kind != kind) continue;
            if (y < top) top = y;
            if (x < left) left = x;
            if (y > bottom) bottom = y;
            if (x > right) right = x;
        }
    return (pt_rect){top, left, bottom - top + 1, right - left + 1};
}

void pt_ui_find_preview(pt_ui *ui) {
    _Alignas(max_align_t) unsigned char copy[PT_STATE_MAX];
    pt_move m = ui->game->observe ? 0 : move_under_cursor(ui);
    const pt_verb *verb = &ui->game->verbs.row[pt_verb_of(m)];
    int last = -1, value;
    while (m && last + 1 < PT_ARGS && verb->kind[last + 1]) last++;
    if (last < 0) m = 0;
    if (m == ui->preview_of && ui->preview_ply == ui->asked_ply) return;
    ui->preview_of = m;
    ui->preview_ply = ui->asked_ply;
    if (!m) return;
    apply_on_copy(ui, m, copy);
    pt_canvas_clear(&ui->preview);
    ui->preview.language = ui->screen.language;
    ui->preview.size = ui->size;
    ui->game->draw(copy, ui->viewer, &ui->preview);
    ui->preview_area = board_of(&ui->canvas, pt_points_at(verb, m, last, &value));
}

const pt_cell *pt_ui_preview_cell(const pt_ui *ui, int y, int x) {
    const pt_rect *r = &ui->preview_area;
    if (!ui->preview_of || y < r->y || x < r->x || y >= r->y + r->h || x >= r->x + r->w)
        return NULL;
    const pt_cell *now = &ui->canvas.cell[y][x], *then = &ui->preview.cell[y][x];
    bool same = strcmp(now->glyph, then->glyph) == 0 && now->ink == then->ink &&
                now->ground == then->ground;
    return same ? NULL : then;
}

/* "   +1.5 you, +1 casual 2": what the move changes in the score. */
void pt_ui_tell_gain(const pt_ui *ui, pt_text *out) {
    _Alignas(max_align_t) unsigned char copy[PT_STATE_MAX];
    int32_t now[PT_SEATS] = {0}, then[PT_SEATS] = {0};
    const char *before = "   ";
    if (!ui->preview_of || ui->preview_ply != ui->asked_ply) return;
    apply_on_copy(ui, ui->preview_of, copy);
    ui->game->score(ui->view, now);
    ui->game->score(copy, then);
    for (int seat = 0; seat < pt_head_of(ui->view)->seats; seat++) {
        int32_t gain = then[seat] - now[seat];
        if (gain == 0) continue;
        pt_put(out, "%s%s", before, gain > 0 ? "+" : "");
        pt_print_points(ui->game, gain, out);
        pt_putc(out, ' ');
        pt_ui_name(ui, seat, out);
        before = ", ";
    }
}
