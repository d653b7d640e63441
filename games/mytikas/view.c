/* Mytikas: what a seat is asked, and its view as JSON for a page. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/mytikas.h"
#include "games/mytikas/words.h"

/* --- what a seat is asked --- */

static pt_said ask_lift(const mt_state *s) {
    if (mt_can_change(s))
        return mt_lift_must(s) ? mt_say_ask_lift_refine(s->lifts)
                               : mt_say_ask_lift_refine_or_done(s->lifts);
    return mt_lift_must(s) ? mt_say_ask_lift(s->lifts) : mt_say_ask_lift_or_done(s->lifts);
}

static pt_said ask_amount(const mt_state *s) {
    int next = s->locks < mt_lock_total(s) ? mt_lock_values[s->head.seats][s->locks] : 0;
    int own = mt_controls(s, s->actor, s->target) ? s->tokens[s->target] : 0;
    int least = mt_least_offering(s, s->actor, s->target);
    int reserve = s->player[s->actor].reserve;
    return next - own >= least ? mt_say_ask_amount_lock(s->target, reserve, next - own)
                               : mt_say_ask_amount(s->target, reserve);
}

static pt_said ask_prod(const mt_state *s) {
    const mt_player *p = &s->player[s->actor];
    if (s->area == MT_DD) return mt_say_ask_produce();
    int level = mt_city_level(p, mt_city_count(p) - s->cities);
    return mt_say_ask_city_produces(level + 1, s->cities);
}

static pt_said ask_follow(const mt_state *s) {
    return s->head.seats == 2 ? mt_say_ask_follow_god(mt_god_of(s->area))
                              : mt_say_ask_follow(s->area, s->area);
}

static pt_said ask_seat(const mt_state *s) {
    switch ((mt_phase)s->head.phase) {
    case MTP_FIRST: return mt_say_ask_first();
    case MTP_DEAL: return mt_say_ask_deal();
    case MTP_PICK: return mt_say_ask_pick();
    case MTP_LINE: return mt_say_ask_line();
    case MTP_SETUP: return mt_say_ask_setup();
    case MTP_START: return mt_say_ask_start();
    case MTP_GIVE: return mt_say_ask_give(s->gives);
    case MTP_CHOICE: return mt_say_ask_choice(s->area, s->area, s->area);
    case MTP_PROD: return ask_prod(s);
    case MTP_PAN: return mt_say_ask_pan();
    case MTP_BUILD: return mt_say_ask_build(s->area == MT_ZN);
    case MTP_FAVOR: return mt_say_ask_favor();
    case MTP_HEPH: return mt_say_ask_hephaestus();
    case MTP_MOVE: return mt_in_bonus(s) ? mt_say_ask_move() : mt_say_ask_move_or_done();
    case MTP_LIFT: return ask_lift(s);
    case MTP_HN: return mt_say_ask_take_or_offer();
    case MTP_TARGET:
        return mt_offer_may_stop(s) ? mt_say_ask_target_or_done() : mt_say_ask_target();
    case MTP_AMOUNT: return ask_amount(s);
    case MTP_LOCK: return mt_say_ask_lock();
    case MTP_BONUS: return mt_say_ask_bonus(s->area);
    case MTP_WRAP: return mt_say_ask_wrap();
    case MTP_FOLLOW: return ask_follow(s);
    case MTP_REVEAL: return mt_say_ask_reveal();
    case MTP_OVER:
    case MTP_COUNT:
    case MTP_NEXT: break;
    }
    return mt_say_ask_over();
}

void mt_ask(const void *view, int seat, pt_text *out) {
    const mt_state *s = view;
    bool waits = s->head.node == PT_DECIDE && !pt_has(s->head.owes, seat);
    pt_say(out, waits ? mt_say_ask_waiting(pt_mover(s) + 1) : ask_seat(s));
}

/* --- the view as JSON --- */

static const char *const stages[] = {"none", "main", "follow", "bonus", "skip"};

/* A seat's number from 1, null for nobody. */
static void key_seat(pt_json *j, const char *key, int seat) {
    pt_key(j, key);
    if (seat < 0)
        pt_json_null(j);
    else
        pt_json_int(j, seat + 1);
}

static void key_name(pt_json *j, const char *key, const char *name) {
    pt_key(j, key);
    if (name)
        pt_json_str(j, name);
    else
        pt_json_null(j);
}

static void key_ints(pt_json *j, const char *key, const uint8_t *n, int count) {
    pt_key_open(j, key, '[');
    for (int i = 0; i < count; i++) pt_json_int(j, n[i]);
    pt_close(j, ']');
}

static void show_course(const mt_state *s, pt_json *j) {
    bool begun = s->head.phase > MTP_FIRST;
    pt_key_str(j, "phase", mt_phase_names[s->head.phase]);
    pt_key_int(j, "round", s->head.round);
    pt_key_int(j, "turn", s->turn);
    pt_key_int(j, "last_turn", MT_ROUNDS * s->head.seats);
    key_seat(j, "first", begun ? s->first : -1);
    key_seat(j, "active", begun ? s->active : -1);
    key_seat(j, "actor", begun ? s->actor : -1);
    key_seat(j, "decides", pt_mover(s));
    pt_key_str(j, "stage", stages[s->stage]);
    key_name(j, "area", s->area < MT_AREAS ? mt_area_codes[s->area] : NULL);
    key_name(j, "end", s->end ? mt_end_names[s->end] : NULL);
    pt_key_bool(j, "two_cards", s->variant);
    pt_key_open(j, "left", '{'); /* what the actor has still to do */
    pt_key_int(j, "gives", s->gives);
    pt_key_int(j, "cities", s->cities);
    pt_key_int(j, "favors", s->favors);
    pt_key_int(j, "moves", s->moves);
    pt_key_int(j, "lifts", s->lifts);
    pt_key_bool(j, "refine", s->head.phase == MTP_LIFT && mt_can_change(s));
    key_name(j, "target", s->target < MT_CARDS ? mt_card_names[s->target] : NULL);
    pt_close(j, '}');
}

/* Olympus from level 1 up: tokens, and what stands there. */
static void show_olympus(const mt_state *s, pt_json *j) {
    int complete = 0;
    pt_key_open(j, "olympus", '[');
    for (int level = 0; level < MT_LEVELS; level++) {
        complete += !s->left[level];
        pt_open(j, '{');
        pt_key_int(j, "level", level + 1);
        pt_key_int(j, "tokens", s->left[level]);
        pt_key_int(j, "of", mt_tokens_at_start(s->head.seats, level));
        pt_key_open(j, "buildings", '[');
        for (int seat = 0; seat < s->head.seats; seat++)
            for (int space = 0; space < MT_SPACES; space++) {
                if (s->player[seat].space[space] != level + 1) continue;
                pt_open(j, '{');
                pt_key_int(j, "seat", seat + 1);
                pt_key_str(j, "type", mt_buildings[mt_spaces[space].type].name);
                pt_key_str(j, "space", mt_spaces[space].name);
                pt_close(j, '}');
            }
        pt_close(j, ']');
        pt_close(j, '}');
    }
    pt_close(j, ']');
    pt_key_int(j, "complete_levels", complete);
}

static void show_board(const mt_state *s, pt_json *j) {
    unsigned open = mt_free_areas(s);
    bool start = s->head.phase == MTP_START;
    pt_key_open(j, "areas", '[');
    for (int area = 0; area < MT_AREAS; area++) {
        int spot = s->head.seats == 2 ? mt_day_of(area) : area, figure = -1;
        for (int seat = 0; seat < s->head.seats; seat++)
            if (s->player[seat].spot == spot) figure = seat;
        pt_open(j, '{');
        pt_key_str(j, "area", mt_area_codes[area]);
        pt_key_name(j, "name", &mt_names_area, area);
        pt_key_str(j, "god", mt_god_letters[mt_god_of(area)]);
        pt_key_name(j, "main", &mt_names_main, area);
        pt_key_name(j, "bonus", &mt_names_bonus, area);
        pt_key_bool(j, "free", open >> area & 1);
        key_seat(j, "figure", figure);
        /* R4.3: what could be done there now, for somebody who is about to go. */
        pt_key_bool(j, "main_now", !start || mt_can_main(s, s->actor, area));
        pt_key_bool(j, "bonus_now", !start || mt_can_bonus(s, s->actor, area));
        pt_close(j, '}');
    }
    pt_close(j, ']');
    pt_key_open(j, "piles", '[');
    for (int god = 0; god < MT_GODS; god++) {
        pt_open(j, '{');
        pt_key_str(j, "god", mt_god_letters[god]);
        pt_key_name(j, "name", &mt_names_god, god);
        pt_key_int(j, "tokens", s->pile[god]);
        pt_key_int(j, "of", mt_favors_each[s->head.seats]);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

static void show_card(const mt_state *s, int seat, int card, pt_json *j) {
    assert(card >= 0 && card < MT_CARDS);
    const mt_card *c = &mt_cards[card];
    pt_open(j, '{');
    pt_key_str(j, "card", c->name);
    pt_key_name(j, "title", &mt_names_card, card);
    key_name(j, "god", c->god < MT_GODS ? mt_god_letters[c->god] : NULL);
    pt_key_str(j, "power", c->power);
    pt_key_str(j, "points_rule", c->points);
    if (seat >= 0) {
        pt_key_int(j, "tokens", s->tokens[card]);
        pt_key_bool(j, "locked", s->locked >> card & 1);
        pt_key_bool(j, "usable", mt_usable(s, seat, card));
        pt_key_int(j, "points", mt_card_points(s, seat, card));
    }
    pt_close(j, '}');
}

/* The line from left to right: open cards, face-down ones with their locks, the deck. */
static void show_line(const mt_state *s, pt_json *j) {
    const uint8_t *lock = mt_lock_values[s->head.seats];
    int locks = mt_lock_total(s), hands = 0;
    pt_key_open(j, "line", '[');
    for (unsigned set = s->line; set; set &= set - 1) show_card(s, -1, pt_lowest(set), j);
    pt_close(j, ']');
    pt_key_int(j, "face_down", s->head.phase > MTP_LINE ? mt_line_down(s) : 0);
    key_ints(j, "locks", lock, locks);
    pt_key_int(j, "locks_taken", s->locks);
    pt_key(j, "next_lock");
    if (s->locks < locks)
        pt_json_int(j, lock[s->locks]);
    else
        pt_json_null(j);
    for (int seat = 0; seat < s->head.seats; seat++)
        if (s->player[seat].hand == MT_HIDDEN) hands++;
    pt_key_open(j, "unseen", '['); /* what the viewer has not seen: deck, line, hidden hands */
    for (unsigned set = mt_undealt(s); set; set &= set - 1)
        pt_json_str(j, mt_card_names[pt_lowest(set)]);
    pt_close(j, ']');
    pt_key_int(j, "hidden_hands", hands);
}

static void show_cubes(const mt_player *p, pt_json *j) {
    pt_key_open(j, "levels", '[');
    for (int level = 0; level < MT_LEVELS; level++) {
        pt_open(j, '{');
        for (int resource = 0; resource < MT_RESOURCES; resource++)
            pt_key_int(j, mt_resource_letters[resource], p->cube[mt_stack(resource, level)]);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

static void show_spaces(const mt_state *s, int seat, pt_json *j) {
    pt_key_open(j, "spaces", '[');
    for (int space = 0; space < MT_SPACES; space++) {
        int type = mt_spaces[space].type, level = s->player[seat].space[space];
        pt_open(j, '{');
        pt_key_str(j, "space", mt_spaces[space].name);
        pt_key_str(j, "type", mt_buildings[type].name);
        pt_key_str(j, "effect", mt_spaces[space].words);
        pt_key_open(j, "cost", '{');
        for (int resource = 0; resource < MT_RESOURCES; resource++)
            pt_key_int(j, mt_resource_letters[resource], mt_price(s, seat, type, resource));
        pt_close(j, '}');
        pt_key_int(j, "points_per_level", mt_buildings[type].points);
        key_seat(j, "level", level - 1);
        pt_key_open(j, "payable", '['); /* levels it could be built on now */
        for (unsigned set = level ? 0 : mt_payable(s, seat, type); set; set &= set - 1)
            pt_json_int(j, pt_lowest(set) + 1);
        pt_close(j, ']');
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

static void show_hand(uint16_t hand, pt_json *j) {
    pt_key(j, "hand");
    if (hand == MT_HIDDEN) {
        pt_json_null(j);
        return;
    }
    pt_open(j, '[');
    for (unsigned set = hand; set; set &= set - 1)
        pt_json_str(j, mt_card_names[pt_lowest(set)]);
    pt_close(j, ']');
}

/* Whether a player could follow the action that is being done, as things lie. */
static bool may_follow(const mt_state *s, int seat) {
    if (s->area >= MT_AREAS || seat == s->active) return false;
    int order = (seat - s->active + s->head.seats) % s->head.seats;
    int now = (s->actor - s->active + s->head.seats) % s->head.seats;
    if (order < now || (order == now && s->stage == MTS_FOLLOW)) return false;
    for (unsigned set = mt_means(s, seat); set; set &= set - 1)
        if (mt_follow_areas(s, seat, pt_lowest(set))) return true;
    return false;
}

static void show_player(const mt_state *s, int seat, int32_t points, pt_json *j) {
    const mt_player *p = &s->player[seat];
    pt_open(j, '{');
    pt_key_int(j, "seat", seat + 1);
    pt_key_int(j, "score", points);
    pt_key_bool(j, "may_follow", may_follow(s, seat));
    pt_key_int(j, "reserve", p->reserve);
    pt_key_open(j, "favors", '{');
    for (int god = 0; god < MT_GODS; god++) pt_key_int(j, mt_god_letters[god], p->favor[god]);
    pt_close(j, '}');
    key_name(j, "spot", p->spot < MT_AREAS ? mt_area_codes[p->spot] : NULL);
    show_cubes(p, j);
    show_spaces(s, seat, j);
    pt_key_open(j, "cards", '[');
    for (unsigned set = p->cards; set; set &= set - 1) show_card(s, seat, pt_lowest(set), j);
    pt_close(j, ']');
    show_hand(p->hand, j);
    pt_close(j, '}');
}

void mt_show(const void *view, int viewer, pt_json *out) {
    const mt_state *s = view;
    int32_t points[PT_SEATS];
    mt_score(s, points);
    pt_open(out, '{');
    key_seat(out, "viewer", viewer);
    show_course(s, out);
    show_olympus(s, out);
    show_board(s, out);
    show_line(s, out);
    pt_key_open(out, "players", '[');
    for (int seat = 0; seat < s->head.seats; seat++) show_player(s, seat, points[seat], out);
    pt_close(out, ']');
    pt_close(out, '}');
}
