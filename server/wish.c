/* New tables, as somebody asks for them by HTTP. */
/* SPDX-License-Identifier: MIT */
#include "server/wish.h"
#include "core/record.h"
#include "server/fair.h"
#include "server/node.h"
#include "server/outside_bots.h"
#include "server/words.h"
#include <sodium.h>
#include <string.h>

static int one_of(const char *const *names, const char *text) {
    for (int i = 0; names[i] && text; i++)
        if (strcmp(names[i], text) == 0) return i;
    return -1;
}

static bool no(pt_text *why, pt_said said) {
    pt_say(why, said);
    return false;
}

/* --- a wish from JSON --- */

static bool take_game(json_t *in, pt_wish *w, pt_text *why) {
    const char *name = json_string_value(json_object_get(in, "game"));
    json_t *players = json_object_get(in, "players");
    const pt_game *g = w->game = name ? pt_game_named(name) : NULL;
    if (!g) return no(why, sv_say_no_game());
    if (players && !json_is_integer(players)) return no(why, sv_say_players_form());
    json_int_t count = players ? json_integer_value(players) : g->min_seats;
    if (count >= g->min_seats && count <= g->max_seats) {
        w->config = pt_config_normal(g, (int)count);
        return true;
    }
    return no(why, g->min_seats == g->max_seats
                       ? sv_say_players(g->title, g->min_seats)
                       : sv_say_players_range(g->title, g->min_seats, g->max_seats));
}

static bool take_options(json_t *options, pt_wish *w, pt_text *why) {
    const char *name;
    json_t *value;
    if (options && !json_is_object(options)) return no(why, sv_say_options_form());
    json_object_foreach(options, name, value) {
        PT_TEXT(text, 120);
        if (json_is_string(value))
            pt_put(&text, "%.40s=%.60s", name, json_string_value(value));
        else if (json_is_integer(value))
            pt_put(&text, "%.40s=%d", name, (int)json_integer_value(value));
        else
            return no(why, sv_say_option_form());
        if (pt_config_set(w->game, &w->config, text.at, why)) return false;
    }
    return pt_config_check(w->game, &w->config, why) == PT_OK;
}

static bool take_clock(json_t *clock, pt_wish *w, pt_text *why) {
    if (!clock) return true;
    if (!json_is_object(clock)) return no(why, sv_say_clock_form());
    const char *kind = json_string_value(json_object_get(clock, "kind"));
    int64_t ms = json_integer_value(json_object_get(clock, "ms"));
    int64_t days = json_integer_value(json_object_get(clock, "days"));
    int64_t inc = json_integer_value(json_object_get(clock, "increment"));
    const char *zero = json_string_value(json_object_get(clock, "zero"));
    if (kind && strcmp(kind, "days") == 0) {
        kind = "move";
        ms = days < 0 || days > PT_CLOCK_DAYS ? 0 : days * PT_DAY_MS;
    }
    int which = one_of(pt_clock_names, kind);
    if (which < 0) return no(why, sv_say_clock_kinds());
    bool fits = pt_wish_clock(w, (pt_clock)which, ms, inc, zero && strcmp(zero, "lose") == 0);
    if (which != PT_CLOCK_NONE && ms >= PT_DAY_MS) {
        w->grace_s = 0; /* nobody is expected to be there all the time */
        w->holidays = json_is_true(json_object_get(clock, "holidays"));
    }
    return fits || no(why, sv_say_clock_range());
}

static bool take_access(json_t *in, pt_wish *w, pt_text *why) {
    json_t *access = json_object_get(in, "access"), *watch = json_object_get(in, "watch");
    int which = access ? one_of(pt_access_names, json_string_value(access)) : PT_ACCESS_OPEN;
    if (which < 0) return no(why, sv_say_access_kinds());
    w->access = (uint8_t)which;
    if (watch) w->watch = json_is_true(watch);
    return true;
}

static void take_grace(json_t *in, pt_wish *w) {
    json_t *grace = json_object_get(in, "grace");
    json_int_t seconds = json_is_integer(grace) ? json_integer_value(grace) : -1;
    if (seconds >= 0 && seconds <= 86400) w->grace_s = (uint32_t)seconds;
}

/* The record also says the players and the options. Its moves are judged by pt_table_make. */
static bool take_record(json_t *in, wish *w, pt_text *why) {
    json_t *record = json_object_get(in, "record"), *moves = json_object_get(in, "moves");
    pt_record_head head;
    int line = 0;
    if (!record) return true;
    if (!json_is_string(record) || !json_is_integer(moves) || json_integer_value(moves) < 1 ||
        json_integer_value(moves) > w->table.game->max_ply)
        return no(why, sv_say_play_on());
    w->record = json_string_value(record);
    w->moves = (uint32_t)json_integer_value(moves);
    if (pt_read_head(w->record, &head, &line, why)) return false;
    if (head.game != w->table.game) return no(why, sv_say_other_game());
    w->table.config = head.config;
    return true;
}

bool wish_from_json(json_t *in, wish *w, pt_text *why) {
    pt_wish *t = &w->table;
    *w = (wish){.table = {.watch = true, .grace_s = 300}};
    if (!take_game(in, t, why) || !take_access(in, t, why) ||
        !take_options(json_object_get(in, "options"), t, why) ||
        !take_clock(json_object_get(in, "clock"), t, why) || !take_record(in, w, why))
        return false;
    take_grace(in, t);
    return true;
}

/* --- who sits where --- */

static bool is_bot(const server *sv, const char *who, const pt_game *g) {
    return pt_bot_chosen(who, g).kind || outside_bot_find(sv->outside, who, g) >= 0;
}

static bool take_seat(const server *sv, const char *who, const pt_game *g,
                      const pt_person_row *me, const char *entropy, pt_wish_seat *s) {
    if (!who || !*who) return true;
    pt_text level = pt_text_on(s->level, sizeof s->level);
    pt_text hex = pt_text_on(s->entropy, sizeof s->entropy);
    if (strcmp(who, "me") != 0) {
        pt_puts(&level, who);
        return is_bot(sv, who, g);
    }
    memcpy(s->person, me->id, sizeof s->person);
    memcpy(s->name, me->name, sizeof s->name);
    pt_puts(&hex, entropy);
    return true;
}

static bool take_seats(const server *sv, json_t *in, const pt_wish *w, const pt_person_row *me,
                       pt_wish_seat seat[PT_SEATS], pt_text *why) {
    json_t *seats = json_object_get(in, "seats");
    const char *entropy = json_string_value(json_object_get(in, "entropy"));
    size_t count = json_array_size(seats);
    if (!entropy) entropy = "";
    if (count > w->config.seats || !pt_entropy_is_fine(entropy))
        return no(why, sv_say_seats_form());
    for (size_t i = 0; i < count; i++) {
        const char *who = json_string_value(json_array_get(seats, i));
        if (!take_seat(sv, who, w->game, me, entropy, &seat[i]))
            return no(why, sv_say_seat_form());
    }
    return true;
}

/* --- the table --- */

static void take_event(void *to, const pt_table *t, const pt_event *e) {
    (void)t;
    writing_event(to, e);
}

/* The record may still be refused; then there is no table. */
static bool make(hosted *h, const wish *w, const pt_wish_seat seat[PT_SEATS], pt_text *why) {
    const pt_sink sink = {take_event, h};
    h->num = h->server->next_num;
    writing_open(h);
    if (!pt_table_make(&h->table, &w->table, seat, w->record, w->moves, now_ms(), &sink, why)) {
        tables_drop(h);
        return false;
    }
    h->server->next_num++;
    h->server->counts.tables_made++;
    return true;
}

void wish_make_table(web *from) {
    const asker to = from->from;
    char id[TABLE_ID];
    wish w;
    pt_wish_seat seat[PT_SEATS] = {0};
    PT_TEXT_IN(why, 256, to.language);
    if (!web_body(from)) return;
    if (!wish_from_json(from->in, &w, &why) ||
        !take_seats(from->server, from->in, &w.table, &from->person, seat, &why)) {
        web_fail_in_words(from, 400, "wish", &why);
        return;
    }
    memcpy(w.table.owner, from->person.id, sizeof w.table.owner);
    random_id(id, sizeof id, 't');
    random_id(w.table.key, TABLE_KEY, 0);
    randombytes_buf(w.table.seed, sizeof w.table.seed);
    hosted *h = node_has_number(from->server) ? tables_add(from->server, id) : NULL;
    if (!h) {
        web_fail(from, 503, "memory", sv_say_no_memory());
    } else if (!make(h, &w, seat, &why)) {
        web_fail_in_words(from, 400, "wish", &why);
    } else {
        h->origin = fair_address(h->server, from->peer);
        writing_commit(h, &to, -1);
        web_free(from);
    }
}
