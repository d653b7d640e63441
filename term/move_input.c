/* Making a move: steps by keyboard and mouse, the command line, undo. Everything goes through
 * the builder or through check(), so that no rule is known here. */
/* SPDX-License-Identifier: MIT */
#include "term/ui.h"
#include "term/words.h"
#include <stdlib.h>
#include <string.h>

/* After every step: what is open now, and where the cursor goes. */
static void refresh_choices(pt_ui *ui) {
    pt_ui_find_spots(ui);
    pt_ui_list_items(ui);
    pt_ui_arrange(ui);
    pt_ui_settle_cursor(ui);
}

void pt_ui_refit(pt_ui *ui) {
    bool on_board = !ui->on_menu && ui->at_spot >= 0;
    pt_aim aim = on_board ? ui->spot[ui->at_spot].aim : (pt_aim){0};
    bool menu = ui->on_menu;
    pt_ui_redraw_canvas(ui);
    ui->preview_of = 0;
    refresh_choices(ui);
    pt_ui_keep_cursor(ui, aim);
    ui->on_menu = menu;
}

/* True if the person asked could have made a move with this verb before, and did something else
 * instead, since others last moved. */
static bool was_declined(pt_ui *ui, unsigned verb) {
    const pt_game *g = ui->game;
    bool found = false;
    pt_move *list = malloc(g->max_moves * sizeof *list);
    for (int ply = pt_local_length(ui->local); list && ply-- > 0 && !found;) {
        int seat = pt_local_step(ui->local, ply).seat;
        if (seat == PT_LUCK) continue;
        if (seat != ui->asked) break;
        int n = g->legal(pt_local_state_at(ui->local, ply), seat, list);
        for (int i = 0; i < n; i++) found = found || pt_verb_of(list[i]) == verb;
    }
    free(list);
    return found;
}

/* Enter does not do one thing after the other by itself: whoever has done something ("recruit
 * h4") instead of ending their turn finds the cursor on the end. Held down, Enter would spend
 * all their gold. */
static void offer_an_end(pt_ui *ui) {
    for (int i = 0; i < ui->items; i++) {
        unsigned verb = ui->item[i].verb;
        if (!verb || ui->game->verbs.row[verb].kind[0] || !was_declined(ui, verb)) continue;
        ui->on_menu = true;
        ui->at_item = i;
        ui->at_spot = -1;
        return;
    }
}

/* Asks the person to move, if that has not been done for this position. If others have moved
 * meanwhile, the steps made so far are kept where possible. */
void pt_ui_ask(pt_ui *ui) {
    int seat = pt_local_asked(ui->local), ply = pt_local_length(ui->local);
    if (seat < 0) {
        ui->asked_ply = -1;
        ui->legal_count = 0;
        refresh_choices(ui);
        return;
    }
    if (ui->asked_ply == ply && ui->asked == seat) return;
    const pt_build before = ui->build;
    bool goes_on = ui->asked_ply >= 0 && ui->asked == seat;
    ui->asked = seat;
    ui->asked_ply = ply;
    ui->legal_count = ui->game->legal(pt_local_state(ui->local), seat, ui->legal);
    pt_build_begin(&ui->build, ui->game->verbs, ui->legal, ui->legal_count);
    bool kept = goes_on && pt_build_repeat(&ui->build, &before);
    if (!kept) {
        ui->confirm = 0;
        ui->item_top = ui->at_item = 0;
        ui->on_menu = false;
    }
    refresh_choices(ui);
    if (!kept) offer_an_end(ui);
}

void pt_ui_play(pt_ui *ui, pt_move m) {
    PT_TEXT_IN(why, 256, ui->screen.language);
    int seat = pt_local_asked(ui->local);
    ui->message[0] = 0;
    if (!pt_local_play(ui->local, seat, m, &why)) {
        pt_ui_refuse(ui, why.at);
        return;
    }
    ui->asked_ply = -1;
    ui->confirm = 0;
    ui->log_back = 0;
}

/* The player turns a piece while looking at it, so it starts in the first orientation that
 * fits. */
static void take_first_turn(pt_build *b) {
    pt_aim first;
    if (pt_build_wants_turn(b) && pt_build_targets(b, &first, 1)) pt_build_aim(b, first);
}

/* Plays a complete move. A move without a target waits for a second Enter, so that a slip of
 * the finger does not make it. */
static void play_if_ready(pt_ui *ui) {
    int care = ui->wish->confirm;
    take_first_turn(&ui->build);
    pt_move m = pt_build_ready(&ui->build);
    bool no_target = m && ui->build.length == 0;
    if (m && (care == 2 || (care == 1 && no_target && ui->legal_count > 1))) {
        ui->confirm = m;
        refresh_choices(ui);
    } else if (m) {
        pt_ui_play(ui, m);
    } else {
        refresh_choices(ui);
    }
}

/* The move with which `verb` would name this target next; 0 if it has no such argument. */
static pt_move guess(const pt_ui *ui, unsigned verb, pt_aim aim) {
    const pt_verb *row = &ui->game->verbs.row[verb];
    if (!row->form || row->chance) return 0;
    unsigned args[PT_ARGS] = {0};
    for (int i = 0; i <= ui->build.length && i < PT_ARGS; i++) {
        pt_aim want = i < ui->build.length ? ui->build.path[i] : aim;
        if (!row->kind[i]) return 0;
        bool found = false;
        for (unsigned v = 0; v < row->kind[i]->count && !found; v++) {
            args[i] = v;
            int value;
            pt_move m = pt_mv(verb, args[0], args[1], args[2]);
            found = pt_points_at(row, m, i, &value) == want.kind && value == want.value;
        }
        if (!found) return 0;
    }
    return pt_mv(verb, args[0], args[1], args[2]);
}

/* The user pointed at a target that is not open: says which rule forbids it, for the verb that
 * was named or the first that fits. */
static void explain_aim(pt_ui *ui, pt_aim aim) {
    PT_TEXT_IN(why, 256, ui->screen.language);
    int seat = pt_local_asked(ui->local);
    uint8_t verbs[PT_VERBS];
    int n = pt_build_verbs(&ui->build, verbs);
    for (int i = 0; i < n; i++) {
        pt_move m = guess(ui, verbs[i], aim);
        if (!m || !pt_well_formed(ui->game->verbs, m)) continue;
        if (!pt_check(ui->game, pt_local_state(ui->local), seat, m, &why)) continue;
        if (pt_table_racing(pt_local_table_of(ui->local)))
            pt_ui_play(ui, m); /* a wrong try may cost time */
        else
            pt_ui_refuse(ui, why.at);
        return;
    }
    PT_TEXT_IN(kind, 60, ui->screen.language);
    pt_kind_words(ui->game, aim.kind, &kind);
    pt_print_value(aim.kind, aim.value, &why);
    pt_ui_say(ui, term_say_closed(kind.at, why.at));
}

void pt_ui_pick_aim(pt_ui *ui, pt_aim aim) {
    ui->message[0] = 0;
    if (ui->asked_ply < 0) return;
    const pt_build *b = &ui->build;
    pt_move obvious = pt_build_obvious(b);
    bool again = b->length && b->path[b->length - 1].kind == aim.kind &&
                 b->path[b->length - 1].value == aim.value;
    if (!ui->confirm && pt_build_aim(&ui->build, aim)) {
        pt_build_fill(&ui->build);
        play_if_ready(ui);
    } else if (!ui->confirm && pt_build_turn_to(&ui->build, aim))
        refresh_choices(ui);
    else if (again && obvious) /* the same target again: play the obvious move */
        pt_ui_play(ui, obvious);
    else
        explain_aim(ui, aim);
}

void pt_ui_pick_item(pt_ui *ui, int i) {
    if (i < 0 || i >= ui->items) return;
    pt_item item = ui->item[i];
    ui->message[0] = 0;
    ui->on_menu = false;
    if (item.verb ? pt_build_name(&ui->build, item.verb) : pt_build_aim(&ui->build, item.aim)) {
        pt_build_fill(&ui->build);
        play_if_ready(ui);
    }
}

/* Enter: confirms, picks what the cursor is on, or plays the obvious move. */
void pt_ui_act(pt_ui *ui) {
    if (ui->asked_ply < 0) return;
    pt_move obvious = pt_build_obvious(&ui->build);
    if (ui->confirm)
        pt_ui_play(ui, ui->confirm);
    else if (ui->on_menu)
        pt_ui_pick_item(ui, ui->at_item);
    else if (ui->at_spot >= 0)
        pt_ui_pick_aim(ui, ui->spot[ui->at_spot].aim);
    else if (obvious)
        pt_ui_play(ui, obvious);
}

void pt_ui_back(pt_ui *ui) {
    ui->message[0] = 0;
    if (ui->asked_ply < 0) return;
    ui->confirm = 0;
    pt_build_back(&ui->build);
    if (pt_build_wants_turn(&ui->build))
        pt_build_back(&ui->build); /* the step that was filled in by itself */
    refresh_choices(ui);
}

bool pt_ui_turn(pt_ui *ui, pt_turn how) {
    if (ui->asked_ply < 0 || !pt_build_is_turned(&ui->build)) return false;
    ui->confirm = 0;
    if (!pt_build_turn(&ui->build, how))
        pt_ui_say(ui, how == PT_FLIP ? term_say_same_flipped() : term_say_same_turned());
    refresh_choices(ui);
    return true;
}

/* The command line: a move in the notation, or the few commands of the client. */
void pt_ui_command(pt_ui *ui, const char *text) {
    pt_words words = {text};
    pt_word first = pt_next(&words);
    ui->message[0] = 0;
    if (first.length == 0) return;
    if (pt_is(first, "q") || pt_is(first, "quit")) {
        ui->quit = true;
        return;
    }
    if (pt_is(first, "resign")) {
        pt_ask_resign(ui);
        return;
    }
    if (pt_is(first, "pause")) {
        pt_ui_pause(ui);
        return;
    }
    if (pt_is(first, "w")) {
        pt_word path = pt_next(&words);
        pt_save_record(ui, path.length ? path.at : NULL);
        return;
    }
    pt_move m = pt_parse_move(ui->game->verbs, text);
    if (!m) {
        PT_TEXT(shown, 41);
        pt_puts(&shown, text);
        pt_ui_say(ui, term_say_unreadable(shown.at));
        ui->refused = true;
        return;
    }
    if (ui->asked_ply < 0)
        pt_ui_say(ui, term_say_not_your_turn());
    else
        pt_ui_play(ui, m);
}

void pt_ui_undo(pt_ui *ui) {
    PT_TEXT_IN(why, 200, ui->screen.language);
    if (ui->asked_ply >= 0 && (!pt_build_empty(&ui->build) || ui->confirm)) {
        ui->confirm = 0;
        pt_build_begin(&ui->build, ui->game->verbs, ui->legal, ui->legal_count);
        refresh_choices(ui);
        return;
    }
    ui->message[0] = 0;
    if (!pt_local_undo(ui->local, &why)) {
        pt_ui_tell(ui, why.at);
        return;
    }
    ui->asked_ply = -1;
    ui->tallied = false;
    pt_ui_say(ui, term_say_taken_back());
}

/* The person who is asked, or else the first who still plays: all share the screen. */
static int who_pauses(const pt_ui *ui) {
    const pt_table_core *c = &pt_local_table_of(ui->local)->core;
    int seat = ui->asked_ply >= 0 ? ui->asked : 0;
    while (seat < c->seats && (!pt_local_is_human(ui->local, seat) || c->seat[seat].resigned))
        seat++;
    return seat < c->seats ? seat : -1;
}

void pt_ui_pause(pt_ui *ui) {
    PT_TEXT_IN(why, 200, ui->screen.language);
    bool paused = pt_local_table_of(ui->local)->core.paused != 0;
    ui->message[0] = 0;
    if (!pt_local_pause(ui->local, who_pauses(ui), !paused, &why)) pt_ui_tell(ui, why.at);
}

/* The first time the move, then the reasons for it. */
void pt_ui_hint(pt_ui *ui) {
    PT_TEXT_IN(why, 200, ui->screen.language);
    if (ui->asked_ply < 0)
        pt_ui_say(ui, term_say_not_your_turn());
    else if (pt_ui_reasons(ui))
        return;
    else if (pt_local_hint(ui->local, ui->asked, &why))
        pt_ui_say(ui, term_say_hinting());
    else
        pt_ui_tell(ui, why.at);
}
