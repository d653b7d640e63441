/* Quick pairing: whoever waits asks again and again. Whoever stops asking has left. */
/* SPDX-License-Identifier: MIT */
#include "server/quick.h"
#include "server/blocks.h"
#include "server/club.h"
#include "server/fair.h"
#include "server/node.h"
#include "server/outside_bots.h"
#include "server/rating.h"
#include "server/words.h"
#include "tournament/quick.h"
#include <assert.h>
#include <limits.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { GONE_MS = 12000, PEOPLE = 2 * PT_QUICK_WAITING };

/* How fast: names of the protocol, and clocks. */
static const struct {
    const char *name;
    pt_clock clock;
    int64_t ms, increment;
} paces[] = {
    {"quick", PT_CLOCK_BANK, 300000, 5000},
    {"normal", PT_CLOCK_BANK, 900000, 10000},
    {"days", PT_CLOCK_MOVE, 3 * PT_DAY_MS, 0},
};
enum { PACES = sizeof paces / sizeof *paces };

typedef struct offer {
    const pt_game *game;
    int seats, pace;
} offer;

/* Somebody who waits, or whose table is ready. Whoever has two pages open, or loses an answer
 * on the way, hears of the same table again for a while, and is not paired a second time. */
typedef struct guest {
    char person[PT_ID], name[PT_LABEL], table[TABLE_ID];
    int64_t seen, told; /* told: when they first heard of the table; or 0 */
} guest;

struct quick {
    pt_quick law;
    offer offers[PT_QUICK_OFFERS];
    int offer_count, guest_count;
    guest guests[PEOPLE];
    int late_count;
    web *late[PEOPLE]; /* who hear of their table as soon as other nodes can find it */
};

static void add_offers(struct quick *q, const pt_game *g) {
    for (int seats = g->min_seats < 2 ? 2 : g->min_seats;
         seats <= g->max_seats && seats <= PT_QUICK_SEATS; seats++)
        for (int pace = 0; pace < PACES && q->offer_count < PT_QUICK_OFFERS; pace++) {
            q->law.seats[q->offer_count] = (uint8_t)seats;
            q->offers[q->offer_count++] = (offer){g, seats, pace};
        }
}

static struct quick *quick_of(server *sv) {
    if (sv->quick) return sv->quick;
    sv->quick = calloc(1, sizeof *sv->quick);
    for (int i = 0; pt_games[i] && sv->quick; i++) add_offers(sv->quick, pt_games[i]);
    return sv->quick;
}

void quick_free(server *sv) {
    for (int i = 0; sv->quick && i < sv->quick->late_count; i++) web_free(sv->quick->late[i]);
    free(sv->quick);
}

static guest *find_guest(struct quick *q, const char *person) {
    for (int i = 0; i < q->guest_count; i++)
        if (strcmp(q->guests[i].person, person) == 0) return &q->guests[i];
    return NULL;
}

static void drop_guest(struct quick *q, guest *g) {
    pt_quick_leave(&q->law, g->person);
    *g = q->guests[--q->guest_count];
}

void quick_forget(server *sv, const char *person) {
    guest *g = sv->quick ? find_guest(sv->quick, person) : NULL;
    if (g) drop_guest(sv->quick, g);
}

void quick_forget_all(server *sv) {
    while (sv->quick && sv->quick->guest_count) drop_guest(sv->quick, sv->quick->guests);
}

/* --- tables --- */

static void take_event(void *to, const pt_table *t, const pt_event *e) {
    (void)t;
    writing_event(to, e);
}

static pt_wish wish_of(const offer *o) {
    pt_wish w = {.game = o->game, .watch = true, .grace_s = 120};
    w.config = pt_config_normal(o->game, o->seats);
    bool fits = pt_wish_clock(&w, paces[o->pace].clock, paces[o->pace].ms,
                              paces[o->pace].increment, true);
    assert(fits);
    (void)fits;
    if (w.clock_ms >= PT_DAY_MS) { /* nobody is expected to be there all the time */
        w.grace_s = 0;
        w.holidays = true;
    }
    return w;
}

static void shuffle(pt_wish_seat *seat, int n) {
    for (int i = n - 1; i > 0; i--) {
        int k = (int)randombytes_uniform((uint32_t)i + 1);
        pt_wish_seat other = seat[i];
        seat[i] = seat[k];
        seat[k] = other;
    }
}

/* Everybody sits and the game begins; false without memory. */
static bool make_table(server *sv, const offer *o, pt_wish_seat seat[PT_SEATS],
                       const char *owner, char id[TABLE_ID]) {
    const asker nobody = {0};
    request start = {.kind = PT_ASK_START, .seat = -1};
    PT_TEXT(why, 160);
    pt_wish w = wish_of(o);
    memcpy(w.owner, owner, sizeof w.owner);
    memcpy(start.person, owner, sizeof start.person);
    randombytes_buf(w.seed, sizeof w.seed);
    random_id(id, TABLE_ID, 't');
    hosted *h = node_has_number(sv) ? tables_add(sv, id) : NULL;
    if (!h) return false;
    const pt_sink sink = {take_event, h};
    h->num = sv->next_num;
    writing_open(h);
    shuffle(seat, o->seats);
    if (!pt_table_make(&h->table, &w, seat, NULL, 0, now_ms(), &sink, &why)) {
        tables_drop(h);
        return false;
    }
    sv->next_num++;
    sv->counts.tables_made++;
    node_office_batch(sv, h->batch);
    writing_commit(h, &nobody, -1);
    hosted_post(h, &start);
    return true;
}

static bool keep_apart(const void *host, const char *person, const char *other) {
    const server *sv = host;
    return is_blocked(people_blocks(sv->people), person, other);
}

static void sit(const guest *g, pt_wish_seat *s) {
    memcpy(s->person, g->person, sizeof s->person);
    memcpy(s->name, g->name, sizeof s->name);
}

static void pair_all(server *sv, int64_t now) {
    struct quick *q = sv->quick;
    pt_quick_table t;
    while (pt_quick_pair(&q->law, now, keep_apart, sv, &t)) {
        pt_wish_seat seat[PT_SEATS] = {0};
        guest *who[PT_QUICK_SEATS];
        char id[TABLE_ID], owner[PT_ID];
        for (int i = 0; i < t.people; i++) {
            who[i] = find_guest(q, q->law.waiting[t.who[i]].person);
            assert(who[i]);
            sit(who[i], &seat[i]);
        }
        memcpy(owner, who[0]->person, sizeof owner);
        if (!make_table(sv, &q->offers[t.offer], seat, owner, id)) return;
        for (int i = 0; i < t.people; i++) memcpy(who[i]->table, id, sizeof id);
        pt_quick_seat(&q->law, now, &t);
    }
}

void quick_tick(server *sv, int64_t now) {
    struct quick *q = sv->quick;
    if (!q || !node_has_office(sv)) return;
    for (int i = q->guest_count - 1; i >= 0; i--) {
        const guest *g = &q->guests[i];
        if ((g->told ? g->told : g->seen) < now - GONE_MS) drop_guest(q, &q->guests[i]);
    }
    pair_all(sv, now);
}

/* --- what somebody would play --- */

static int find_offer(const struct quick *q, json_t *in) {
    const char *game = json_string_value(json_object_get(in, "game"));
    const char *pace = json_string_value(json_object_get(in, "pace"));
    json_int_t players = json_integer_value(json_object_get(in, "players"));
    for (int i = 0; i < q->offer_count && game && pace; i++) {
        const offer *o = &q->offers[i];
        if (strcmp(o->game->name, game) == 0 && o->seats == players &&
            strcmp(paces[o->pace].name, pace) == 0)
            return i;
    }
    return -1;
}

static uint64_t take_offers(const struct quick *q, json_t *list) {
    uint64_t set = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        int at = find_offer(q, json_array_get(list, i));
        if (at < 0) return 0;
        set |= (uint64_t)1 << at;
    }
    return set;
}

/* Ratings of the person for every game, and of the bots for the first one they would play. */
typedef struct looking {
    web *web;
    pt_quick_person p;
    int first;
    bool unread, bots;
    char level[PT_ID]; /* of a bot about as strong */
} looking;

static int rating_in(pt_look *look, const char *person, const char *game, bool *unread) {
    pt_rating_row row;
    pt_finding found = pt_find_rating(look, person, game, &row);
    *unread |= found == PT_FAILED;
    return found == PT_FOUND ? (int)(rating_shown(row.mu, row.sigma) * 100) : 0;
}

/* The levels of ours, then the bots of others that play this game. */
static bool nth_level(const outside_bots *others, const pt_game *g, int i, pt_text *level) {
    if (i >= PT_LEVELS) return outside_bot_at(others, i - PT_LEVELS, g, level);
    pt_puts(level, pt_levels[i].name);
    return true;
}

static void find_level(pt_look *look, looking *l, const struct quick *q) {
    const outside_bots *others = l->web->server->outside; /* never changes either */
    const pt_game *g = q->offers[l->first].game;
    int mine = l->p.rating[l->first], distance = INT_MAX;
    pt_copy(l->level, sizeof l->level, server_bots.usual);
    for (int i = 0; i < PT_LEVELS + outside_bots_count(others); i++) {
        PT_TEXT(id, PT_ID);
        PT_TEXT(level, PT_ID);
        pt_rating_row row;
        if (!nth_level(others, g, i, &level)) continue;
        pt_put(&id, "bot:%s", level.at);
        if (pt_find_rating(look, id.at, g->name, &row) != PT_FOUND) continue;
        int d = abs((int)(rating_shown(row.mu, row.sigma) * 100) - mine);
        if (d >= distance) continue;
        pt_copy(l->level, sizeof l->level, level.at);
        distance = d;
    }
}

static void read_ratings(pt_look *look, void *job) {
    looking *l = job;
    const struct quick *q = l->web->server->quick; /* its offers never change */
    for (int i = 0; i < q->offer_count; i++) {
        bool again = i && q->offers[i].game == q->offers[i - 1].game;
        int sure = again ? l->p.rating[i - 1]
                         : rating_in(look, l->p.person, q->offers[i].game->name, &l->unread);
        l->p.rating[i] = (int16_t)(sure > 10000 ? 10000 : sure < -10000 ? -10000 : sure);
    }
    find_level(look, l, q);
}

/* --- answers --- */

static void answer_table(web *w, const char *table) {
    PT_TEXT(out, 80);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "table", table);
    pt_close(&j, '}');
    web_send(w, 200, &out);
}

static void answer_waiting(const looking *l, const pt_quick_person *p, int64_t now) {
    const struct quick *q = l->web->server->quick;
    PT_TEXT(out, 300);
    pt_json j = pt_json_on(&out);
    int32_t range = pt_quick_range(p, now);
    pt_open(&j, '{');
    pt_key_int(&j, "waiting", now - p->since);
    pt_key_int(&j, "others", pt_quick_others(&q->law, p));
    pt_key_int(&j, "estimate", pt_quick_estimate(&q->law, p->offers));
    pt_key_int(&j, "range", range == INT32_MAX ? -1 : range);
    if (now - p->since >= PT_QUICK_BOTS_MS) pt_key_str(&j, "bots", l->level);
    pt_close(&j, '}');
    web_send(l->web, 200, &out);
}

/* --- waiting --- */

static bool is_over(server *sv, const char *table) {
    const hosted *h = tables_find(sv, table);
    return h && h->table.core.phase == PT_TABLE_OVER;
}

static guest *come(struct quick *q, const web *w, int64_t now) {
    guest *g = find_guest(q, w->person.id);
    if (g && g->table[0] && is_over(w->server, g->table)) {
        g->table[0] = 0;
        g->told = 0;
    }
    if (!g && q->guest_count < PEOPLE) {
        g = &q->guests[q->guest_count++];
        *g = (guest){0};
    }
    if (!g) return NULL;
    memcpy(g->person, w->person.id, sizeof g->person);
    memcpy(g->name, w->person.name, sizeof g->name);
    g->seen = now;
    return g;
}

static bool is_written(server *sv, const char *table) {
    const hosted *h = tables_find(sv, table);
    return !h || !h->busy;
}

/* Among several nodes somebody may look for the table at one that has only the store. */
static void tell_table(web *w, guest *g, int64_t now) {
    struct quick *q = w->server->quick;
    if (!g->told) g->told = now;
    if (w->server->node && !is_written(w->server, g->table) && q->late_count < PEOPLE)
        q->late[q->late_count++] = w;
    else
        answer_table(w, g->table);
}

void quick_go_on(server *sv) {
    struct quick *q = sv->quick;
    for (int i = q ? q->late_count - 1 : -1; i >= 0; i--) {
        web *w = q->late[i];
        const guest *g = find_guest(q, w->person.id);
        if (g && g->table[0] && !is_written(sv, g->table)) continue;
        q->late[i] = q->late[--q->late_count];
        if (g && g->table[0])
            answer_table(w, g->table);
        else
            web_fail(w, 503, "retry", sv_say_events_nodes());
    }
}

static void play_bots(looking *l, int64_t now) {
    web *w = l->web;
    struct quick *q = w->server->quick;
    const offer *o = &q->offers[l->first];
    pt_wish_seat seat[PT_SEATS] = {0};
    guest *g = come(q, w, now);
    if (g && g->table[0]) { /* people were found at the last moment */
        tell_table(w, g, now);
        return;
    }
    if (g) sit(g, &seat[0]);
    for (int i = 1; i < o->seats; i++) memcpy(seat[i].level, l->level, sizeof seat[i].level);
    if (!g || !make_table(w->server, o, seat, w->person.id, g->table)) {
        if (g) g->table[0] = 0;
        web_fail(w, 503, "busy", sv_say_busy());
        return;
    }
    pt_quick_leave(&q->law, w->person.id);
    tell_table(w, g, now);
}

static void wait_here(looking *l, int64_t now) {
    web *w = l->web;
    struct quick *q = w->server->quick;
    guest *g = come(q, w, now);
    l->p.since = now;
    if (!g || (!g->table[0] && !pt_quick_join(&q->law, &l->p))) {
        web_fail(w, 503, "busy", sv_say_busy());
        return;
    }
    pair_all(w->server, now);
    g = find_guest(q, w->person.id);
    if (g->table[0]) {
        tell_table(w, g, now);
    } else {
        answer_waiting(l, &q->law.waiting[pt_quick_find(&q->law, w->person.id)], now);
    }
}

static void ratings_read(void *job) {
    looking *l = job;
    if (l->unread)
        web_fail_unread(l->web);
    else if (!node_has_office(l->web->server)) /* it went meanwhile */
        web_fail(l->web, 503, "retry", sv_say_events_nodes());
    else if (l->bots)
        play_bots(l, now_ms());
    else
        wait_here(l, now_ms());
    free(l);
}

/* These games count for ratings: whoever has left too many is told until when they wait. */
static bool is_limited(web *w) {
    char date[CLUB_DATE];
    int leaves = 0;
    int64_t until = fair_limited(w->server, w->person.id, &leaves);
    if (!until) return false;
    club_date(until, date);
    web_fail(w, 403, "limited", sv_say_limited(leaves, fair(FAIR_LEAVE_DAYS), date));
    return true;
}

static void ask(web *w) {
    struct quick *q = quick_of(w->server);
    if (node_send_web(w) || !web_body(w)) return;
    looking *l = q ? calloc(1, sizeof *l) : NULL;
    json_t *list = json_object_get(w->in, "offers");
    if (!l) {
        web_fail(w, 503, "memory", sv_say_no_memory());
        return;
    }
    l->web = w;
    l->p.offers = take_offers(q, list);
    l->first = find_offer(q, json_array_get(list, 0));
    l->bots = strcmp(w->path, "/api/quick/bots") == 0;
    memcpy(l->p.person, w->person.id, sizeof l->p.person);
    if (!l->p.offers) {
        web_fail(w, 400, "offers", sv_say_quick_offers());
    } else if (!l->bots && is_limited(w)) {
        ; /* and told so */
    } else if (pt_store_read(w->server->store, read_ratings, ratings_read, l)) {
        return;
    } else {
        web_fail(w, 503, "memory", sv_say_no_memory());
    }
    free(l);
}

/* Too late for whoever has a table: the others sit there, and the game has begun. */
static void leave(web *w) {
    if (node_send_web(w)) return;
    struct quick *q = quick_of(w->server);
    guest *g = q ? find_guest(q, w->person.id) : NULL;
    PT_TEXT(out, 8);
    if (g && g->table[0] && !g->told && !is_over(w->server, g->table)) {
        tell_table(w, g, now_ms());
        return;
    }
    if (g && !g->table[0]) drop_guest(q, g);
    pt_puts(&out, "{}");
    web_send(w, 200, &out);
}

/* --- paths --- */

static bool is_quick(const char *path) { return strcmp(path, "/api/quick") == 0; }
static bool is_bots(const char *path) { return strcmp(path, "/api/quick/bots") == 0; }

void (*quick_handler(net_method method, const char *path))(web *) {
    if (method == NET_POST && (is_quick(path) || is_bots(path))) return ask;
    return method == NET_DELETE && is_quick(path) ? leave : NULL;
}

bool quick_request(server *sv, const net_request *r) {
    void (*then)(web *) = quick_handler(r->method, r->path);
    if (then) web_as(web_new(sv, r, then));
    return then != NULL;
}

bool quick_methods(const char *path, pt_text *out) {
    if (is_quick(path)) pt_puts(out, "POST, DELETE");
    if (is_bots(path)) pt_puts(out, "POST");
    return out->used > 0;
}
