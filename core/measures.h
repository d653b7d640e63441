/* What a teacher compares two moves by: amounts that players follow. Few ask for it, so it is
 * no member of pt_game. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"

/* NONE: an amount that has no meaning in this phase: it is not compared. */
enum { PT_MEASURES = 16, PT_NO_AMOUNT = INT32_MIN };

/* A style of play: how much a character likes each amount, its own and the rivals' together.
 * It chooses by that among moves that are as good (bots/search/style.c). */
typedef struct pt_style {
    int8_t own[PT_MEASURES], theirs[PT_MEASURES];
} pt_style;

/* Amounts of one seat in a full state. More is better for its owner. */
typedef struct pt_measures {
    const pt_names *names; /* "isles", with a further form `one`: "isle" */
    uint8_t count;
    uint8_t further; /* amounts after these that only styles go by; they have no names */
    /* So many of them, the first, are points: together they are score(), in its units. */
    uint8_t points;
    void (*of)(const void *s, int seat, int32_t amount[PT_MEASURES]);
    /* When an answer shows: at the end of the round, or before the seat's next turn. */
    bool by_round;
    pt_said (*soon)(void); /* "by the end of the cycle" */
    bool apart;            /* until then others seldom change what a seat has */
    /* NULL, or says that the next rise of measure `timed` comes so many rounds earlier or
     * later; `rounds` is the amount as text, `n` decides the plural. */
    pt_said (*sooner)(const char *rounds, int n), (*later)(const char *rounds, int n);
    uint8_t timed;
    /* A bit for each that is a standing, not a thing to have: who is nearer, who would choose
     * first. It is told at once, and only then: later it has become something else. */
    uint16_t standing;
    /* A bit for each of those that tell of the same thing, so that one of them will do. */
    uint16_t twins;
    /* What each that is no points is worth, in hundredths of a point, about: two moves that
     * bring different things are weighed by it. */
    const int16_t *worth;
    /* NULL, or for each verb a bit for each amount that its name tells by itself: whoever
     * recruits has a troop more, and that is no reason to recruit. */
    const uint16_t *says;
    /* The characters, one style for each name; NULL: none. The names have a further form
     * `about`. Their ids are at most PT_STYLE_ID long: a seat keeps "beginner:style=builder".
     */
    const pt_names *characters;
    const pt_style *styles;
} pt_measures;

enum { PT_STYLE_ID = 8 };
#define PT_STYLE_SETTING "style="
/* The number of a character in this game, 1 for the first; 0: there is none of that name. */
int pt_style_named(const pt_game *g, const char *name, size_t length);

/* A game of the registry has them in games/NAME/measures.c, as NAME_measures. NULL: it has
 * none, and a teacher speaks of points only. */
const pt_measures *pt_measures_of(const pt_game *g);
