/* New tables. */
/* SPDX-License-Identifier: MIT */
#include "core/record.h"
#include "server/server.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* Letters and digits that nobody mistakes for each other, 5 bits each. */
void random_id(char *out, size_t size, char first) {
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
    uint8_t bytes[PT_ID];
    randombytes_buf(bytes, sizeof bytes);
    for (size_t i = 0; i + 1 < size; i++) out[i] = letters[bytes[i] % 32];
    if (first) out[0] = first;
    out[size - 1] = 0;
}

static void put_options(pt_text *out, const table_wish *w) {
    for (int i = 0; i < w->game->option_count; i++) {
        const pt_option *o = &w->game->options[i];
        int value = w->config.option[i];
        if (value == o->normal) continue;
        if (o->values)
            pt_put(out, "option %s=%s\n", o->name, o->values[value - o->min]);
        else
            pt_put(out, "option %s=%d\n", o->name, value);
    }
}

room *room_make(server *sv, const table_wish *w, const char *owner) {
    char id[14], key[18], seed_hex[PT_HEX];
    uint8_t seed[PT_SHA256];
    PT_TEXT(text, EVENT_MAX);
    random_id(id, sizeof id, 't');
    random_id(key, sizeof key, 0);
    randombytes_buf(seed, sizeof seed);
    pt_to_hex(seed, sizeof seed, seed_hex);
    room *r = rooms_new(sv, id);
    if (!r) return NULL;
    r->log.core.num = sv->next_num++;
    memcpy(r->log.core.id, r->id, PT_ID);
    pt_put(&text, "game %s\nrules %d\nseats %d\n", w->game->name, w->game->rules,
           w->config.seats);
    put_options(&text, w);
    pt_put(&text, "clock %s %lld %lld %d\n", clock_names[w->clock], (long long)w->clock_ms,
           (long long)w->clock_inc, w->flag_loses);
    pt_put(&text, "access %s\nwatch %d\ngrace %u\nowner %s\n", access_names[w->access],
           w->watch, w->grace_s, owner);
    if (w->access == ACCESS_LINK || w->access == ACCESS_PRIVATE) pt_put(&text, "key %s\n", key);
    pt_put(&text, "seed %s\n", seed_hex);
    room_event(r, "create\n%s", text.at);
    sv->counts.tables_made++;
    return r;
}

/* --- playing on from a record --- */

bool wish_moves(const table_wish *w, room *r, pt_text *why) {
    pt_replay *past = calloc(1, sizeof *past);
    bool more = true, ok = past && pt_replay_begin(past, w->record, why) == PT_OK;
    if (ok &&
        (past->head.game != w->game || past->head.config.seats != w->config.seats ||
         memcmp(past->head.config.option, w->config.option, sizeof w->config.option) != 0)) {
        pt_puts(why, "the record is of another game, or with other players or options");
        ok = false;
    }
    for (uint32_t i = 0; ok && i < w->past; i++) {
        ok = pt_replay_next(past, &more, why) == PT_OK;
        if (ok && (!more || past->resigned)) {
            pt_put(why, "the record has %u moves", i);
            ok = false;
        }
        if (!ok) break;
        PT_TEXT(text, 160);
        pt_print_move(w->game->verbs, past->move, &text);
        if (r && past->seat < 0)
            room_event(r, "past * %s", text.at);
        else if (r)
            room_event(r, "past %d %s", past->seat, text.at);
        pt_replay_play(past);
    }
    if (ok && pt_head_of(past->state)->node == PT_OVER) {
        pt_puts(why, "the game is over there");
        ok = false;
    }
    free(past);
    return ok;
}

/* The record also says the game, the players and the options. */
static bool take_record(json_t *in, table_wish *w, pt_text *why) {
    json_t *record = json_object_get(in, "record"), *moves = json_object_get(in, "moves");
    pt_record_head head;
    int line = 0;
    if (!record) return true;
    if (!json_is_string(record) || !json_is_integer(moves) || json_integer_value(moves) < 1 ||
        json_integer_value(moves) > w->game->max_ply)
        return false;
    w->record = json_string_value(record);
    w->past = (uint32_t)json_integer_value(moves);
    if (pt_read_head(w->record, &head, &line, why)) return false;
    if (head.game != w->game) {
        pt_puts(why, "the record is of another game");
        return false;
    }
    w->config = head.config;
    return wish_moves(w, NULL, why);
}

/* --- a wish from JSON --- */

static int one_of(const char *const *names, const char *text) {
    for (int i = 0; names[i] && text; i++)
        if (strcmp(names[i], text) == 0) return i;
    return -1;
}

static bool no(pt_text *why, const char *words) {
    pt_puts(why, words);
    return false;
}

static bool take_options(json_t *options, table_wish *w, pt_text *why) {
    const char *name;
    json_t *value;
    if (options && !json_is_object(options)) return no(why, "options are an object");
    json_object_foreach(options, name, value) {
        PT_TEXT(text, 120);
        if (json_is_string(value))
            pt_put(&text, "%.40s=%.60s", name, json_string_value(value));
        else if (json_is_integer(value))
            pt_put(&text, "%.40s=%d", name, (int)json_integer_value(value));
        else
            return no(why, "an option is a text or a whole number");
        if (pt_config_set(w->game, &w->config, text.at, why)) return false;
    }
    return pt_config_check(w->game, &w->config, why) == PT_OK;
}

static bool take_clock(json_t *clock, table_wish *w, pt_text *why) {
    enum { DAY = 86400000 };
    if (!clock) return true;
    if (!json_is_object(clock)) return no(why, "the clock is an object");
    const char *kind = json_string_value(json_object_get(clock, "kind"));
    int64_t ms = json_integer_value(json_object_get(clock, "ms"));
    int64_t days = json_integer_value(json_object_get(clock, "days"));
    int64_t inc = json_integer_value(json_object_get(clock, "increment"));
    const char *zero = json_string_value(json_object_get(clock, "zero"));
    if (kind && strcmp(kind, "days") == 0) {
        kind = "move";
        ms = days * DAY;
    }
    w->clock = one_of(clock_names, kind);
    if (w->clock < 0) return no(why, "a clock is none, move, bank or days");
    if (w->clock != CLOCK_NONE && (ms < 1000 || ms > 60ll * DAY || inc < 0 || inc > DAY))
        return no(why, "a clock gives from one second to 60 days");
    w->clock_ms = ms;
    w->clock_inc = inc;
    w->flag_loses = zero && strcmp(zero, "lose") == 0;
    if (ms >= DAY) w->grace_s = 0; /* who thinks for days has not left */
    return true;
}

bool wish_from_json(json_t *in, table_wish *w, pt_text *why) {
    const char *name = json_string_value(json_object_get(in, "game"));
    json_t *players = json_object_get(in, "players"), *access = json_object_get(in, "access");
    json_t *grace = json_object_get(in, "grace"), *watch = json_object_get(in, "watch");
    *w = (table_wish){.watch = true, .grace_s = 300};
    w->game = name ? pt_game_named(name) : NULL;
    if (!w->game) return no(why, "there is no such game");
    if (players && !json_is_integer(players)) return no(why, "players is a whole number");
    json_int_t count = players ? json_integer_value(players) : w->game->min_seats;
    if (count < w->game->min_seats || count > w->game->max_seats) {
        if (w->game->min_seats == w->game->max_seats)
            pt_put(why, "%s is for %d players", w->game->title, w->game->min_seats);
        else
            pt_put(why, "%s is for %d to %d players", w->game->title, w->game->min_seats,
                   w->game->max_seats);
        return false;
    }
    w->config = pt_config_normal(w->game, (int)count);
    w->access = access ? one_of(access_names, json_string_value(access)) : ACCESS_OPEN;
    if (w->access < 0) return no(why, "access is open, link, private or local");
    if (!take_options(json_object_get(in, "options"), w, why)) return false;
    if (!take_clock(json_object_get(in, "clock"), w, why)) return false;
    if (!take_record(in, w, why)) {
        if (!why->used)
            pt_puts(why, "to play on, give a record and how many of its moves stand");
        return false;
    }
    if (watch) w->watch = json_is_true(watch);
    if (grace && json_is_integer(grace) && json_integer_value(grace) >= 0 &&
        json_integer_value(grace) <= 86400)
        w->grace_s = (uint32_t)json_integer_value(grace);
    return true;
}
