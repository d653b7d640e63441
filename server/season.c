/* The season's page: what was played in a period, who joined, the longest streaks. Everybody
 * may read it, because it holds only what everybody may: games that anybody could watch, and
 * people whose page is for everybody. */
/* SPDX-License-Identifier: MIT */
#include "store/season.h"
#include "server/web.h"
#include "server/words.h"
#include <stdlib.h>
#include <string.h>

enum {
    OUT = 64 << 10,
    JOINED = 200,
    SEATS_MOST = 100000, /* of one season */
    BEST = 10,
};
static const int64_t day_ms = 86400000, usual_days = 90, most_days = 366;

typedef struct streak {
    char person[PT_ID], name[PT_LABEL];
    int length;
} streak;

typedef struct best {
    streak row[BEST];
    int count;
} best;

typedef struct season {
    web *web;
    int64_t from, to;
    bool unread;
    pt_text text;
    pt_json json;
    char person[PT_ID], name[PT_LABEL]; /* whose games come now */
    int won, won_most, days, days_most, people;
    int64_t last_day;
    best wins, playing;
} season;

/* --- streaks --- */

/* The longest ones, the first to be found before those that are as long. */
static void keep(best *b, const char *person, const char *name, int length) {
    int at = b->count;
    if (length < 2) return;
    while (at > 0 && b->row[at - 1].length < length) at--;
    if (at == BEST) return;
    if (b->count < BEST) b->count++;
    memmove(&b->row[at + 1], &b->row[at], (size_t)(b->count - 1 - at) * sizeof *b->row);
    b->row[at].length = length;
    pt_copy(b->row[at].person, PT_ID, person);
    pt_copy(b->row[at].name, PT_LABEL, name);
}

static void end_person(season *s) {
    if (!s->person[0]) return;
    s->people++;
    keep(&s->wins, s->person, s->name, s->won_most);
    keep(&s->playing, s->person, s->name, s->days_most);
}

static void begin_person(season *s, const char *person, const char *name) {
    end_person(s);
    pt_copy(s->person, PT_ID, person);
    pt_copy(s->name, PT_LABEL, name);
    s->won = s->won_most = s->days = s->days_most = 0;
    s->last_day = -2;
}

static void take_seat(void *who, const char *person, const char *name, int64_t at, int place) {
    season *s = who;
    int64_t day = at / day_ms;
    if (strcmp(person, s->person) != 0) begin_person(s, person, name);
    s->won = place == 1 ? s->won + 1 : 0;
    if (day != s->last_day) s->days = day == s->last_day + 1 ? s->days + 1 : 1;
    s->last_day = day;
    if (s->won > s->won_most) s->won_most = s->won;
    if (s->days > s->days_most) s->days_most = s->days;
}

static void put_best(season *s, const char *key, const best *b) {
    pt_key_open(&s->json, key, '[');
    for (int i = 0; i < b->count; i++) {
        pt_open(&s->json, '{');
        pt_key_str(&s->json, "person", b->row[i].person);
        pt_key_str(&s->json, "name", b->row[i].name);
        pt_key_int(&s->json, "n", b->row[i].length);
        pt_close(&s->json, '}');
    }
    pt_close(&s->json, ']');
}

/* --- the rest --- */

static void put_game(void *who, const char *kind, int64_t games) {
    pt_json *j = &((season *)who)->json;
    pt_open(j, '{');
    pt_key_str(j, "game", kind);
    pt_key_int(j, "games", games);
    pt_close(j, '}');
}

static void put_joined(void *who, const char *person, const char *name, int64_t at, int place) {
    pt_json *j = &((season *)who)->json;
    (void)place;
    pt_open(j, '{');
    pt_key_str(j, "person", person);
    pt_key_str(j, "name", name);
    pt_key_int(j, "at", at);
    pt_close(j, '}');
}

static void read_season(pt_look *look, void *job) {
    season *s = job;
    pt_json *j = &s->json;
    pt_open(j, '{');
    pt_key_int(j, "from", s->from);
    pt_key_int(j, "to", s->to);
    pt_key_open(j, "games", '[');
    s->unread = pt_each_season_game(look, s->from, s->to, put_game, s) < 0;
    pt_close(j, ']');
    pt_key_open(j, "joined", '[');
    s->unread |= pt_each_season_joined(look, s->from, s->to, JOINED, put_joined, s) < 0;
    pt_close(j, ']');
    s->unread |= pt_each_season_seat(look, s->from, s->to, SEATS_MOST, take_seat, s) < 0;
    end_person(s);
    pt_key_int(j, "people", s->people);
    put_best(s, "wins", &s->wins);
    put_best(s, "days", &s->playing);
    pt_close(j, '}');
}

static void season_read(void *job) {
    season *s = job;
    if (s->unread || s->text.cut)
        web_fail_unread(s->web);
    else
        web_send(s->web, 200, &s->text);
    free(s->text.at);
    free(s);
}

/* Days, so that the same page is the same question. */
static bool take_day(const web *w, const char *key, int64_t usual, int64_t *out) {
    char text[64], *end;
    *out = usual;
    if (!query_text(w->query, key, text, sizeof text) || !text[0]) return true;
    long long ms = strtoll(text, &end, 10);
    *out = ms / day_ms * day_ms;
    return !*end && ms >= 0 && ms < (1ll << 50);
}

void season_tell(web *w) {
    int64_t from, to, tomorrow = (wall_ms() / day_ms + 1) * day_ms;
    bool good = take_day(w, "to", tomorrow, &to);
    good = take_day(w, "from", to - usual_days * day_ms, &from) && good;
    if (!good || from >= to || to - from > most_days * day_ms) {
        web_fail(w, 400, "period", sv_say_season_period((int)most_days));
        return;
    }
    /* All games of a year are looked at: nobody may ask for that all the time, and what one
     * person asks takes nothing from the others. */
    char who[80] = "season:";
    pt_copy(who + 7, sizeof who - 7, w->known ? w->person.id : w->peer);
    bool in_time =
        limit_take(w->server, who, 0.5, 10) && limit_take(w->server, "season", 5, 50);
    if (!in_time) {
        web_fail(w, 429, "too-fast", sv_say_too_fast());
        return;
    }
    season *s = calloc(1, sizeof *s);
    char *memory = s ? malloc(OUT) : NULL;
    if (s) *s = (season){.web = w, .from = from, .to = to};
    if (memory) {
        s->text = pt_text_on(memory, OUT);
        s->json = pt_json_on(&s->text);
    }
    if (memory && pt_store_read(w->server->store, read_season, season_read, s)) return;
    free(memory);
    free(s);
    web_fail(w, 503, "memory", sv_say_no_memory());
}
