/* The terms of a tournament, as somebody asks for them by HTTP (docs/protocol.md,
 * "Tournaments"). */
/* SPDX-License-Identifier: MIT */
#include "server/tournament.h"
#include "server/wish.h"
#include "server/words.h"
#include <limits.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { DAY_S = 86400 };

/* Whole numbers of the request: bounds, and what they are if nothing is said. */
typedef struct number {
    const char *key;
    int64_t least, most, usual; /* usual -1: as the law has it */
} number;

/* clang-format off */
static const number numbers[] = {
    {"seats",   2, PT_TOUR_SEATS,   2},
    {"least",   2, PT_TOUR_SEATS,  -1},
    {"rounds",  0, PT_TOUR_ROUNDS, -1},
    {"advance", 1, PT_TOUR_SEATS,  -1},
    {"minutes", 1, 7 * 1440,       -1},
    {"bye",     0, PT_POINTS_MOST, -1},
    {"limit",   2, PT_ENTRANTS,    PT_ENTRANTS},
    {"starts",  0, 1ll << 52,      0},
    {"come",    1, 7 * DAY_S,      600},
    {"pause",   0, DAY_S,          60},
    {"every",   0, 30 * DAY_S,     0},
    {"absent",  0, PT_TOUR_ROUNDS, 2},
};
/* clang-format on */

static bool no(pt_text *why, pt_said said) {
    pt_say(why, said);
    return false;
}

static bool check_numbers(json_t *in, pt_text *why) {
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const number *n = &numbers[i];
        json_t *given = json_object_get(in, n->key);
        json_int_t value = json_integer_value(given);
        if (given && (!json_is_integer(given) || value < n->least || value > n->most)) {
            int most = n->most < INT_MAX ? (int)n->most : INT_MAX;
            return no(why, sv_say_tournament_number(n->key, (int)n->least, most));
        }
    }
    return true;
}

static bool check_flags(json_t *in, pt_text *why) {
    static const char *const flags[] = {"rated",   "accounts", "auto",
                                        "standin", "check_in", "late"};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        json_t *given = json_object_get(in, flags[i]);
        if (given && !json_is_boolean(given)) return no(why, sv_say_tournament_flag(flags[i]));
    }
    return true;
}

static int64_t number_of(json_t *in, const char *key) {
    json_t *given = json_object_get(in, key);
    size_t i = 0;
    while (strcmp(numbers[i].key, key) != 0) i++;
    return json_is_integer(given) ? json_integer_value(given) : numbers[i].usual;
}

static bool flag_of(json_t *in, const char *key, bool otherwise) {
    json_t *given = json_object_get(in, key);
    return json_is_boolean(given) ? json_is_true(given) : otherwise;
}

/* --- the terms of the law --- */

static bool take_format(json_t *in, pt_terms *m, pt_text *why) {
    const char *name = json_string_value(json_object_get(in, "format"));
    int format = -1;
    for (int i = 0; pt_tour_format_names[i] && name; i++)
        if (strcmp(pt_tour_format_names[i], name) == 0) format = i;
    if (format < 0) return no(why, sv_say_tournament_format());
    *m = pt_terms_usual((pt_tour_format)format, (int)number_of(in, "seats"));
    return true;
}

static bool take_points(json_t *points, pt_terms *m, pt_text *why) {
    if (!points) return true;
    if (json_array_size(points) != m->seats) return no(why, sv_say_tournament_points(m->seats));
    for (size_t i = 0; i < m->seats; i++) {
        json_t *one = json_array_get(points, i);
        json_int_t n = json_integer_value(one);
        if (!json_is_integer(one) || n < 0 || n > PT_POINTS_MOST)
            return no(why, sv_say_tournament_points(m->seats));
        m->points[i] = (uint8_t)n;
    }
    m->bye = m->points[0];
    return true;
}

static void take_text(const char *from, char *to, size_t size) {
    pt_text text = pt_text_on(to, size);
    pt_puts(&text, from ? from : "");
    if (text.cut) pt_clear(&text); /* the law says what a name is */
}

/* A Swiss needs an end, so that rounds can follow each other by themselves. */
bool tour_take_terms(json_t *in, pt_terms *m, pt_text *why) {
    if (!check_numbers(in, why) || !check_flags(in, why) || !take_format(in, m, why) ||
        !take_points(json_object_get(in, "points"), m, why))
        return false;
    int64_t least = number_of(in, "least"), rounds = number_of(in, "rounds");
    int64_t advance = number_of(in, "advance"), minutes = number_of(in, "minutes");
    int64_t bye = number_of(in, "bye");
    if (least >= 0) m->least = (uint8_t)least;
    if (rounds >= 0) m->rounds = (uint8_t)rounds;
    if (m->format == PT_SWISS && !m->rounds) m->rounds = 5;
    if (advance >= 0) m->advance = (uint8_t)advance;
    if (minutes >= 0) m->minutes = (uint16_t)minutes;
    if (bye >= 0) m->bye = (uint8_t)bye;
    m->check_in = flag_of(in, "check_in", false);
    m->late = m->late && flag_of(in, "late", true);
    take_text(json_string_value(json_object_get(in, "name")), m->name, sizeof m->name);
    take_text(json_string_value(json_object_get(in, "game")), m->game, sizeof m->game);
    randombytes_buf(&m->seed, sizeof m->seed);
    m->seed >>= 1; /* so that `petteia event new --seed` takes it */
    return true;
}

/* --- what is played --- */

static bool wish_for(json_t *play, int seats, wish *w, pt_text *why) {
    json_t *copy = json_copy(play);
    json_object_set_new(copy, "players", json_integer(seats));
    bool good = copy && wish_from_json(copy, w, why);
    json_decref(copy);
    return good;
}

bool tour_wish(const tour *t, int seats, pt_wish *out) {
    wish w;
    if (!wish_for(t->in, seats, &w, NULL)) return false;
    *out = w.table;
    return true;
}

/* Everybody's time must run, or a round may never end. */
bool tour_check_play(json_t *play, const pt_terms *m, pt_text *why) {
    wish w;
    for (int seats = m->least; seats <= m->seats; seats++) {
        if (!wish_for(play, seats, &w, why)) return false;
        if (w.table.clock == PT_CLOCK_NONE) return no(why, sv_say_tournament_clock());
    }
    return true;
}

static json_t *clock_of(json_t *in, bool standin) {
    json_t *given = json_object_get(in, "clock"), *clock = json_deep_copy(given);
    if (!given)
        clock = json_pack("{s:s, s:i, s:i}", "kind", "bank", "ms", 900000, "increment", 10000);
    if (json_is_object(clock))
        json_object_set_new(clock, "zero", json_string(standin ? "bot" : "lose"));
    return clock;
}

json_t *tour_play_of(const web *w) {
    static const char *const copied[] = {"game", "options"};
    json_t *play = json_object(), *in = w->in;
    bool standin = flag_of(in, "standin", false), rated = flag_of(in, "rated", true);
    for (size_t i = 0; i < sizeof copied / sizeof *copied; i++)
        if (json_object_get(in, copied[i]))
            json_object_set(play, copied[i], json_object_get(in, copied[i]));
    json_object_set_new(play, "clock", clock_of(in, standin));
    json_object_set_new(play, "grace", json_integer(standin ? 120 : 0));
    json_object_set_new(play, "standin", json_boolean(standin));
    json_object_set_new(play, "rated", json_boolean(rated));
    json_object_set_new(play, "accounts", json_boolean(flag_of(in, "accounts", false)));
    json_object_set_new(play, "auto", json_boolean(flag_of(in, "auto", true)));
    json_object_set_new(play, "host", json_string(w->person.name));
    static const char *const kept[] = {"limit", "starts", "come", "pause", "every", "absent"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        json_object_set_new(play, kept[i], json_integer(number_of(in, kept[i])));
    return play;
}

bool tour_read_play(tour *t) {
    json_t *in = t->in;
    const char *host = json_string_value(json_object_get(in, "host"));
    if (!json_is_object(in) || !host) return false;
    t->play = (tour_play){.rated = flag_of(in, "rated", true),
                          .accounts = flag_of(in, "accounts", false),
                          .by_itself = flag_of(in, "auto", true),
                          .standin = flag_of(in, "standin", false),
                          .limit = (int)number_of(in, "limit"),
                          .absent = (int)number_of(in, "absent"),
                          .starts = number_of(in, "starts"),
                          .come_ms = number_of(in, "come") * 1000,
                          .pause_ms = number_of(in, "pause") * 1000,
                          .every_ms = number_of(in, "every") * 1000};
    take_text(host, t->play.host, sizeof t->play.host);
    return true;
}
