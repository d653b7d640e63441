/* What can be asked of a tournament that is not over. Each action changes it, or refuses with
 * words: what a request says in the wrong form is refused too, and never taken for something
 * else. */
/* SPDX-License-Identifier: MIT */
#include "server/club.h"
#include "server/fair.h"
#include "server/outside_bots.h"
#include "server/tournament.h"
#include "server/words.h"
#include <string.h>

static bool no(pt_text *why, pt_said said) {
    pt_say(why, said);
    return false;
}

/* A whole number of the request, 1 to most, or `otherwise` if it says nothing; false with
 * words. */
static bool take_number(web *w, const char *key, int most, int otherwise, int *out,
                        pt_text *why) {
    json_t *given = json_object_get(w->in, key);
    json_int_t value = json_integer_value(given);
    *out = otherwise;
    if (!given) return true;
    if (!json_is_integer(given) || value < 1 || value > most)
        return no(why, sv_say_tournament_number(key, 1, most));
    *out = (int)value;
    return true;
}

/* Whom the host names, or adds: as people name themselves, but a bot may be called one. Only
 * `person` may be called as their own account. */
static bool take_name(web *w, const char *person, char out[PT_LABEL], pt_text *why) {
    const char *name = json_string_value(json_object_get(w->in, "name"));
    if (name && strlen(name) >= PT_LABEL) name = NULL;
    name_fault fault =
        name ? name_fault_of(people_confusables(w->server->people), name) : NAME_FORM;
    if (fault != NAME_GOOD && fault != NAME_BOT) return no(why, name_fault_words(fault));
    if (w->other[0] && strcmp(w->other, person) != 0) return no(why, sv_say_name_taken());
    name_compose(name, out);
    return true;
}

bool tour_is_host(const tour *t, const web *w) {
    return strcmp(t->row.owner, w->person.id) == 0;
}

/* Two people of one name are told apart by a number. */
static void free_name(const tour *t, const char *name, char out[PT_LABEL]) {
    pt_text to = pt_text_on(out, PT_LABEL);
    size_t whole = strnlen(name, PT_LABEL - 6); /* letters that leave room for " 999" */
    while (whole && (name[whole] & 0xC0) == 0x80) whole--;
    pt_puts(&to, name);
    for (int n = 2; n < 1000; n++) {
        bool taken = false;
        for (int i = 0; i < t->t.entrants; i++) taken |= strcmp(t->t.entrant[i].name, out) == 0;
        if (!taken) return;
        pt_clear(&to);
        pt_putn(&to, name, whole);
        pt_put(&to, " %d", n);
    }
}

static int people_in(const tour *t) {
    int n = 0;
    for (int i = 0; i < t->t.entrants; i++) n += t->t.entrant[i].state != PT_GONE;
    return n;
}

static bool is_full(const tour *t, pt_text *why) {
    if (people_in(t) < t->play.limit) return false;
    no(why, sv_say_tournament_full(t->play.limit));
    return true;
}

static bool join_as(tour *t, const char *person, const char *name, int strength, pt_text *why) {
    pt_tour_event e = tour_event(PT_TOUR_JOINED);
    pt_text to = pt_text_on(e.person, sizeof e.person);
    if (is_full(t, why)) return false;
    e.who = t->t.entrants;
    e.rating = (uint16_t)strength;
    pt_puts(&to, person);
    free_name(t, name, e.name);
    return tour_add(t, &e, why);
}

static bool say_who(tour *t, pt_tour_kind kind, int who, pt_text *why) {
    pt_tour_event e = tour_event(kind);
    e.who = (uint16_t)who;
    return tour_add(t, &e, why);
}

/* Whoever has left may come back, if there is room for one more and the host does not mind. */
static bool come(tour *t, int who, pt_text *why) {
    if (who < t->t.entrants && t->kept_out[who]) return no(why, sv_say_tournament_kept_out());
    bool gone = who < t->t.entrants && t->t.entrant[who].state == PT_GONE;
    return !(gone && is_full(t, why)) && say_who(t, PT_TOUR_CHECKED, who, why);
}

/* Games of a rated tournament count: whoever has left too many waits. */
static bool is_limited(const tour *t, const web *w, pt_text *why) {
    char date[CLUB_DATE];
    int leaves = 0;
    int64_t until = t->play.rated ? fair_limited(w->server, w->person.id, &leaves) : 0;
    if (!until) return false;
    club_date(until, date);
    no(why, sv_say_limited_event(leaves, fair(FAIR_LEAVE_DAYS), date));
    return true;
}

/* Whoever comes back has signed up already. The rating is what the server has read. */
static bool act_join(tour *t, web *w, pt_text *why) {
    int rating = (int)json_integer_value(json_object_get(w->in, "rating"));
    int me = tour_entrant_of(t, w->person.id);
    if (t->play.accounts && !w->person.account[0]) return no(why, sv_say_tournament_account());
    if (is_limited(t, w, why)) return false;
    if (me >= 0 && t->t.entrant[me].state == PT_GONE) return come(t, me, why);
    return join_as(t, w->person.id, w->person.name, rating, why);
}

/* Oneself; the host may name somebody by number. -1 with words. */
static int whom(const tour *t, web *w, pt_text *why) {
    int number, me = tour_entrant_of(t, w->person.id);
    if (!take_number(w, "number", PT_ENTRANTS, 0, &number, why)) return -1;
    if (number && number != me + 1 && !tour_is_host(t, w)) {
        no(why, sv_say_tournament_host());
        return -1;
    }
    if (number) return number - 1;
    if (me < 0) no(why, sv_say_tournament_stranger());
    return me;
}

static bool act_leave(tour *t, web *w, pt_text *why) {
    int who = whom(t, w, why);
    return who >= 0 && say_who(t, PT_TOUR_WITHDRAWN, who, why);
}

static bool act_here(tour *t, web *w, pt_text *why) {
    int who = whom(t, w, why);
    return who >= 0 && come(t, who, why);
}

/* Whom the host keeps out plays no further round and cannot come back, unless let in again. */
static bool keep(tour *t, web *w, bool out, pt_text *why) {
    int number;
    if (!take_number(w, "number", PT_ENTRANTS, PT_ENTRANTS + 1, &number, why)) return false;
    if (number > t->t.entrants) return no(why, sv_say_tournament_stranger());
    bool here = t->t.entrant[number - 1].state != PT_GONE;
    if (out && here && !say_who(t, PT_TOUR_WITHDRAWN, number - 1, why)) return false;
    if (t->kept_out[number - 1] != out) tour_add_kept_out(t, number - 1, out);
    return true;
}

static bool act_keep_out(tour *t, web *w, pt_text *why) { return keep(t, w, true, why); }
static bool act_let_in(tour *t, web *w, pt_text *why) { return keep(t, w, false, why); }

static bool act_bot(tour *t, web *w, pt_text *why) {
    const char *level = json_string_value(json_object_get(w->in, "level"));
    PT_TEXT(person, PT_ID);
    PT_TEXT(label, PT_LABEL);
    char name[PT_LABEL];
    const pt_game *g = pt_game_named(t->t.terms.game);
    int outside = level ? outside_bot_find(t->server->outside, level, g) : -1;
    if (!level || (!pt_bot_named(level) && outside < 0))
        return no(why, sv_say_tournament_bot());
    pt_put(&person, "bot:%s:%d", outside_bot_short(level), t->t.entrants + 1);
    if (person.cut) return no(why, sv_say_tournament_bot());
    if (outside < 0)
        pt_bot_label(level, &label);
    else
        pt_puts(&label, outside_bot_name(t->server->outside, outside));
    bool named = json_object_get(w->in, "name") != NULL;
    if (named && !take_name(w, "", name, why)) return false;
    if (!join_as(t, person.at, named ? name : label.at, 0, why)) return false;
    return !t->t.terms.check_in || say_who(t, PT_TOUR_CHECKED, t->t.entrants - 1, why);
}

static bool act_unpair(tour *t, web *w, pt_text *why) {
    pt_tour_event e = tour_event(PT_TOUR_UNPAIRED);
    (void)w;
    e.round = t->t.round;
    return tour_add(t, &e, why);
}

static bool take_places(json_t *places, pt_tour_event *e, pt_text *why) {
    size_t n = json_array_size(places);
    e->seats = (uint8_t)(n > PT_TOUR_SEATS ? 0 : n);
    for (size_t i = 0; i < e->seats; i++) {
        json_t *one = json_array_get(places, i);
        json_int_t place = json_integer_value(one);
        if (!json_is_integer(one) || place < 0 || place > PT_TOUR_SEATS)
            return no(why, sv_say_tournament_number("places", 0, PT_TOUR_SEATS));
        e->place[i] = (uint8_t)place;
    }
    return true;
}

static bool act_result(tour *t, web *w, pt_text *why) {
    pt_tour_event e = tour_event(PT_TOUR_RESULT);
    int round, table;
    if (!take_number(w, "round", PT_TOUR_PAIRINGS, t->t.round, &round, why) ||
        !take_number(w, "table", PT_TOUR_TABLES, 0, &table, why) ||
        !take_places(json_object_get(w->in, "places"), &e, why))
        return false;
    e.round = (uint16_t)round;
    e.table = (uint16_t)table;
    if (!tour_add(t, &e, why)) return false;
    tour_send_away(t, &e);
    return true;
}

static bool act_rename(tour *t, web *w, pt_text *why) {
    pt_tour_event e = tour_event(PT_TOUR_RENAMED);
    int number;
    if (!take_number(w, "number", PT_ENTRANTS, PT_ENTRANTS + 1, &number, why)) return false;
    if (number > t->t.entrants) return no(why, sv_say_tournament_stranger());
    if (!take_name(w, t->t.entrant[number - 1].person, e.name, why)) return false;
    e.who = (uint16_t)(number - 1);
    return tour_add(t, &e, why);
}

/* Tables that are being played count for nobody, if the host wants it to end now. */
static bool call_off(tour *t, pt_text *why) {
    for (int i = 0; i < t->t.used; i++) {
        pt_tour_event e = tour_event(PT_TOUR_RESULT);
        if (!tour_plays_at(&t->t, i)) continue;
        e.round = t->t.table[i].round;
        e.table = t->t.table[i].number;
        e.seats = t->t.table[i].seats;
        if (!tour_add(t, &e, why)) return false;
    }
    return true;
}

static bool act_over(tour *t, web *w, pt_text *why) {
    pt_tour_event e = tour_event(PT_TOUR_ENDED);
    if (json_is_true(json_object_get(w->in, "force")) && !call_off(t, why)) return false;
    if (t->t.phase == PT_TOUR_ROUND && t->t.terms.format != PT_ARENA &&
        !tour_close_round(t, why))
        return false;
    return tour_add(t, &e, why);
}

static const tour_action actions[] = {
    {"join", act_join, false},
    {"leave", act_leave, false},
    {"here", act_here, false},
    {"bot", act_bot, true},
    {"pair", NULL, true},
    {"unpair", act_unpair, true},
    {"keep-out", act_keep_out, true},
    {"let-in", act_let_in, true},
    {"result", act_result, true},
    {"rename", act_rename, true},
    {"over", act_over, true},
};

const tour_action *tour_action_named(const char *name) {
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(actions[i].name, name) == 0) return &actions[i];
    return NULL;
}
