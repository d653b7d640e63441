/* The kinds of notices, and their words. */
/* SPDX-License-Identifier: MIT */
#include "server/bell.h"
#include "server/words.h"
#include <string.h>

const char *const bell_ways[BELL_WAYS] = {"page", "browser", "push", "mail"};

static const char *game_title(const pt_notice_row *n) {
    const pt_game *game = pt_game_named(n->game);
    return game ? game->title : n->game;
}

static pt_said turn_title(const pt_notice_row *n) {
    (void)n;
    return sv_say_bell_turn();
}
static pt_said turn_text(const pt_notice_row *n) {
    return sv_say_bell_turn_text(game_title(n));
}
static pt_said invite_title(const pt_notice_row *n) { return sv_say_bell_invite(n->name); }
/* `number`: the seat to which it leads, counted from 1; 0: any. */
static pt_said invite_text(const pt_notice_row *n) {
    if (n->number && n->game[0]) return sv_say_bell_invite_seat(n->number, game_title(n));
    return n->game[0] ? sv_say_bell_invite_game(game_title(n)) : sv_say_bell_invite_text();
}
static pt_said result_title(const pt_notice_row *n) {
    return sv_say_bell_result(game_title(n));
}
static pt_said result_text(const pt_notice_row *n) {
    return n->number ? sv_say_bell_result_place(n->number, n->of) : sv_say_bell_result_none();
}
static pt_said friend_title(const pt_notice_row *n) { return sv_say_bell_friend(n->name); }
static pt_said friend_text(const pt_notice_row *n) {
    (void)n;
    return sv_say_bell_friend_text();
}
static pt_said round_title(const pt_notice_row *n) {
    (void)n;
    return sv_say_bell_round();
}
static pt_said round_text(const pt_notice_row *n) {
    return sv_say_bell_round_text(n->number, game_title(n));
}
static pt_said reminder_title(const pt_notice_row *n) {
    return sv_say_bell_reminder(game_title(n));
}
static pt_said reminder_text(const pt_notice_row *n) {
    enum { IN_HOURS = 120 }; /* minutes */
    return n->number < IN_HOURS ? sv_say_bell_reminder_minutes(n->number)
                                : sv_say_bell_reminder_hours(n->number / 60);
}

enum {
    ALL = BELL_PAGE | BELL_BROWSER | BELL_PUSH,
    HOUR = 60,
    DAY = 24 * HOUR,
};

/* clang-format off */
const bell_row bell_kinds[BELL_KINDS] = {
    /*               name      usual      minutes  urgency   link        headline      sentence */
    [BELL_TURN]   = {"turn",   ALL,       2 * DAY, "high",   "/table/",  turn_title,   turn_text},
    [BELL_INVITE] = {"invite", ALL,       HOUR,    "high",   "/table/",  invite_title, invite_text},
    [BELL_RESULT] = {"result", ALL,       2 * DAY, "normal", "/table/",  result_title, result_text},
    [BELL_FRIEND] = {"friend", BELL_PAGE, 15,      "low",    "/people/", friend_title, friend_text},
    [BELL_ROUND]  = {"round",  ALL,       HOUR,    "high",   "/table/",  round_title,  round_text},
    [BELL_REMINDER] = {"reminder", ALL,   DAY,     "high",   "/table/",  reminder_title, reminder_text},
};
/* clang-format on */

int bell_kind_named(const char *name) {
    for (int i = 0; i < BELL_KINDS; i++)
        if (strcmp(bell_kinds[i].name, name) == 0) return i;
    return -1;
}

static void put_words(pt_json *j, const char *key, pt_said said) {
    PT_TEXT_IN(words, 300, j->out->language);
    pt_say(&words, said);
    pt_key_str(j, key, words.at);
}

static void take_wish(void *who, const char *kind, int channels) {
    int *wanted = who, k = bell_kind_named(kind);
    if (k >= 0) wanted[k] = channels;
}

bool bell_read_wishes(pt_look *look, const char *person, int wanted[BELL_KINDS]) {
    for (int i = 0; i < BELL_KINDS; i++) wanted[i] = bell_kinds[i].usual;
    return pt_each_wish(look, person, take_wish, wanted) >= 0;
}

void bell_link(const pt_notice_row *n, pt_text *out) {
    int kind = bell_kind_named(n->kind);
    if (kind < 0) return;
    pt_put(out, "%s%s", bell_kinds[kind].link, n->place[0] ? n->place : n->other);
    if (n->key[0]) pt_put(out, "#key=%s", n->key);
    if (kind == BELL_INVITE && n->number)
        pt_put(out, "%cseat=%d", n->key[0] ? '&' : '#', n->number - 1);
}

void bell_tell(pt_json *j, const pt_notice_row *n) {
    int kind = bell_kind_named(n->kind);
    if (kind < 0) return; /* of a newer program */
    const bell_row *k = &bell_kinds[kind];
    PT_TEXT(link, 120);
    bell_link(n, &link);
    pt_key_str(j, "kind", k->name);
    pt_key_str(j, "topic", n->topic);
    put_words(j, "title", k->title(n));
    put_words(j, "text", k->text(n));
    pt_key_str(j, "link", link.at);
    pt_key_int(j, "at", n->at);
}
