/* Mykerinos: why a move is refused. Each refusal names the rule and the facts that break it; a
 * move that no line here refuses is legal. */
/* SPDX-License-Identifier: MIT */
#include "games/mykerinos/mykerinos.h"
#include "games/mykerinos/words.h"

/* The space that argument i of a well-formed move names. */
static int named_space(pt_move m, int i) {
    int space;
    pt_points_at(&mk_verb_table[pt_verb_of(m)], m, i, &space);
    assert(space >= 0 && space < MK_SPACES);
    return space;
}

/* R4.3 to R4.9, R4.12: each space in turn, the cubes placed before it standing already. */
static pt_err check_spaces(const mk_state *s, int colour, const mk_kind *k, pt_move m,
                           pt_text *why) {
    mk_board open = mk_cube_free(s);
    assert(k->rule && k->cubes > 0);
    int pyramids = 0;
    for (int i = 0; i < k->cubes; i++) {
        int space = named_space(m, i);
        const char *name = mk_space_names[space];
        if (pt_is_far(mk_verb_table[pt_verb_of(m)].kind[i], (int)pt_arg(m, i)))
            return pt_refuse(why, k->rule,
                             mk_say_not_beside(name, mk_space_names[named_space(m, i - 1)]));
        if (!mk_on(mk_region(s->head.round), space))
            return pt_refuse(why, "R2.5", mk_say_outside_region(name));
        if (!mk_on(open, space)) return pt_refuse(why, k->rule, mk_say_space_taken(name));
        if (mk_on(s->pyramids, space) && ++pyramids > k->pyramids)
            return pt_refuse(why, k->rule,
                             k->pyramids ? mk_say_too_many_pyramids(name, k->pyramids)
                                         : mk_say_pyramid(name));
        if (i == 0 && k->from_own && !mk_on(mk_around(s->cubes[colour]), space))
            return pt_refuse(why, k->rule,
                             colour == MK_NEUTRAL ? mk_say_not_beside_neutral(name)
                                                  : mk_say_not_beside_own(name));
        open = mk_minus(open, mk_bit(space));
    }
    return PT_OK;
}

/* R5.6 */
static pt_err check_room(const mk_state *s, int seat, int room, pt_text *why) {
    assert(room >= 0 && room < MK_ROOMS);
    if (mk_legal_rooms(s, seat) >> room & 1) return PT_OK;
    if (s->room[room]) return pt_refuse(why, "R5.6", mk_say_room_taken());
    return pt_refuse(why, "R5.6", mk_say_room_closed());
}

static pt_err check_patron(const mk_state *s, int seat, int patron, pt_text *why) {
    assert(patron >= 0 && patron < MK_PATRONS);
    if (mk_untilted(s, seat, patron) > 0) return PT_OK;
    return pt_refuse(why, "R4.10",
                     s->player[seat].tiles[patron] ? mk_say_patron_tilted(patron)
                                                   : mk_say_no_patron(patron));
}

static pt_err check_excavate(const mk_state *s, int seat, pt_move m, pt_text *why) {
    unsigned verb = pt_verb_of(m);
    const mk_kind *k = &mk_kinds[verb];
    const mk_player *p = &s->player[seat];
    if (verb == MKV_PASS) return PT_OK;
    if (!k->rule || verb == MKV_N_START || verb == MKV_N_EXTEND)
        return pt_refuse(why, "R4.2", mk_say_asked_excavate());
    pt_err err = k->patron == MK_NONE ? PT_OK : check_patron(s, seat, k->patron, why);
    if (err) return err;
    if (p->reserve < k->from_reserve) return pt_refuse(why, k->rule, mk_say_reserve_empty());
    if (p->stock + k->from_reserve < k->cubes)
        return pt_refuse(why, k->rule,
                         mk_say_stock_too_small(k->cubes - k->from_reserve, p->stock));
    if (verb == MKV_BROWN) return check_room(s, seat, (int)pt_arg(m, 0), why);
    return check_spaces(s, seat, k, m, why);
}

static pt_err check_neutral(const mk_state *s, int seat, pt_move m, pt_text *why) {
    unsigned verb = pt_verb_of(m);
    if (verb == MKV_N_NONE) return PT_OK;
    if (verb != MKV_N_START && verb != MKV_N_EXTEND)
        return pt_refuse(why, "R4.12", mk_say_asked_neutral());
    if (s->player[seat].neutral < mk_kinds[verb].cubes)
        return pt_refuse(why, "R4.12",
                         mk_say_neutral_too_few(mk_kinds[verb].cubes, s->player[seat].neutral));
    return check_spaces(s, MK_NEUTRAL, &mk_kinds[verb], m, why);
}

static pt_err check_tile(const mk_state *s, const char *rule, unsigned side, pt_text *why) {
    if (s->slot[2 * s->area + side] != MK_NONE) return PT_OK;
    return pt_refuse(why, rule, mk_say_tile_gone((int)side, s->area + 1));
}

static pt_err check_survey(const mk_state *s, int seat, pt_move m, pt_text *why) {
    unsigned verb = pt_verb_of(m), arg = pt_arg(m, 0);
    mk_role role = mk_asked_role(s);
    bool low = role == MKR_LOW;
    const char *rule = low ? "R5.4" : "R5.3";
    if (role == MKR_DISCARD) {
        if (verb == MKV_DISCARD) return check_tile(s, "R5.9", arg, why);
        return pt_refuse(why, "R5.9", mk_say_asked_discard());
    }
    switch (verb) {
    case MKV_DECLINE: return PT_OK;
    case MKV_TAKE: return check_tile(s, rule, arg, why);
    case MKV_ROOM:
        if (low) return pt_refuse(why, rule, mk_say_museum_closed());
        if (s->player[seat].reserve == 0)
            return pt_refuse(why, rule, mk_say_room_reserve_empty());
        return check_room(s, seat, (int)arg, why);
    default:
        return pt_refuse(why, rule, low ? mk_say_asked_tile() : mk_say_asked_tile_or_room());
    }
}

pt_err mk_check(const void *state, int seat, pt_move m, pt_text *why) {
    const mk_state *s = state;
    if (!pt_well_formed(mykerinos_game.verbs, m))
        return pt_refuse(why, "R7", mk_say_no_such_move());
    if (mk_verb_table[pt_verb_of(m)].chance) return pt_refuse(why, "R3", mk_say_drawn_by_lot());
    if (s->head.node == PT_OVER) return pt_refuse(why, "R6.1", mk_say_game_over());
    if (s->head.node == PT_CHANCE) return pt_refuse(why, "R3", mk_say_lot_first());
    if (!pt_has(s->head.owes, seat))
        return pt_refuse(why, s->head.phase == MKP_SURVEY ? "R5.2" : "R4.2",
                         mk_say_not_your_turn(pt_mover(s) + 1));
    switch ((mk_phase)s->head.phase) {
    case MKP_EXCAVATE: return check_excavate(s, seat, m, why);
    case MKP_NEUTRAL: return check_neutral(s, seat, m, why);
    case MKP_SURVEY: return check_survey(s, seat, m, why);
    case MKP_FIRST:
    case MKP_WINGS:
    case MKP_DEAL:
    case MKP_OVER: break;
    }
    return pt_refuse(why, "R3", mk_say_lot_first());
}
