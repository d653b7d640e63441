/* Mytikas: the parts of a turn (R4): how an action begins, who follows, how the turn ends. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/mytikas.h"

/* R4.11 to R4.18, for the active player or a follower. */
void mt_begin_main(mt_state *s, int actor, int area, mt_stage stage) {
    assert(stage == MTS_MAIN || stage == MTS_FOLLOW);
    mt_player *p = &s->player[actor];
    s->stage = (uint8_t)stage;
    s->area = (uint8_t)area;
    s->head.phase = MTP_NEXT;
    switch ((mt_area)area) {
    case MT_ZD:
        s->cities = (uint8_t)mt_city_count(p);
        if (mt_usable(s, actor, MTC_APOLLO)) s->lifts = MT_UPS_APOLLO;
        return;
    case MT_DD: s->cities = 1; return;
    case MT_ZN:
    case MT_DN: s->head.phase = MTP_BUILD; return;
    case MT_PD:
        p->reserve = (uint16_t)(p->reserve + MT_PD_OFFERINGS + mt_usable(s, actor, MTC_ARES));
        return;
    case MT_PN:
        s->favors = 1;
        s->heph = mt_usable(s, actor, MTC_HEPHAESTUS);
        return;
    case MT_HD: s->lifts = MT_UPS_MAIN; return;
    case MT_HN:
        s->head.phase = MTP_HN;
        if (!mt_usable(s, actor, MTC_HERMES)) return;
        p->reserve = (uint16_t)(p->reserve + MT_HN_OFFERINGS);
        s->head.phase = MTP_TARGET;
        return;
    }
}

void mt_begin_bonus(mt_state *s, mt_stage stage) {
    assert(stage == MTS_BONUS || stage == MTS_SKIP);
    s->stage = (uint8_t)stage;
    s->head.phase = MTP_NEXT;
    switch ((mt_bonus)mt_areas[s->area].bonus) {
    case MTB_OFF1: s->player[s->actor].reserve++; return;
    case MTB_FAV1: s->favors = 1; return;
    case MTB_UP2: s->lifts = MT_UPS_BONUS; return;
    case MTB_OFFER: s->head.phase = MTP_TARGET; return;
    case MTB_ANY1: s->moves = 1; return;
    }
}

/* R4.10: cards whose lock is gone are turned over, then the next turn begins. */
void mt_end_turn(mt_state *s) {
    assert(s->actor == s->active);
    s->fresh = 0;
    s->stage = MTS_NONE;
    s->area = MT_NOWHERE;
    if (s->turned < s->locks && mt_line_down(s) > 0) {
        s->head.node = PT_CHANCE;
        s->head.phase = MTP_REVEAL;
        return;
    }
    s->turn++;
    if (!s->end && s->turn == MT_ROUNDS * s->head.seats) s->end = MTE_CAP;
    if (s->end) {
        s->head.node = PT_OVER;
        s->head.phase = MTP_OVER;
        return;
    }
    s->active = s->actor = (uint8_t)mt_next_seat(s, s->active);
    if (s->active == s->first) s->head.round++;
    s->head.node = PT_DECIDE;
    s->head.phase = MTP_START;
}

/* R4.8: clockwise, each once; who cannot follow has one option, and is not asked (R4.1). */
void mt_next_follower(mt_state *s) {
    s->stage = MTS_NONE;
    s->actor = (uint8_t)mt_next_seat(s, s->actor);
    if (s->actor == s->active)
        mt_end_turn(s);
    else
        s->head.phase = MTP_FOLLOW;
}

void mt_begin_follows(mt_state *s) {
    if (!MT_FOLLOW_AFTER_SKIP && s->stage == MTS_SKIP)
        mt_end_turn(s);
    else
        mt_next_follower(s);
}

/* R4.7: cubes may come down for later follows: asked only who might follow one day. */
void mt_wrap(mt_state *s) {
    assert(s->actor == s->active);
    const mt_player *p = &s->player[s->active];
    bool may_follow = p->favor[0] | p->favor[1] | p->favor[2] | p->favor[3] ||
                      mt_controls(s, s->active, MTC_ZEUS);
    if (may_follow && mt_stacks(p) & MT_LOWERABLE)
        s->head.phase = MTP_WRAP;
    else
        mt_begin_follows(s);
}
