/* Fair play at a table: whether its game counts, said before it begins; who has left it. */
/* SPDX-License-Identifier: MIT */
#include "server/club.h"
#include "server/fair.h"
#include "server/node.h"
#include "server/people.h"
#include "server/web.h"
#include <stdlib.h>
#include <string.h>

const char *const fair_why_names[] = {"", "table", "guest", "address", "browser", "left", NULL};

/* --- who may be one --- */

uint64_t fair_address(const server *sv, const char *peer) {
    return (address_hash(peer) & ~(uint64_t)1) | club_shares(people_club(sv->people), peer);
}

static int sights_of(const server *sv) {
    return sv->sight_count < FAIR_SIGHTS ? (int)sv->sight_count : FAIR_SIGHTS;
}

static fair_sight *older(fair_sight *a, fair_sight *b) { return !a || b->at < a->at ? b : a; }

/* Where this is kept: the same again has its place; somebody who has many gives up their own
 * oldest, so that nobody crowds others out. */
static fair_sight *sight_place(server *sv, const conn *c, uint64_t person) {
    fair_sight *oldest = NULL, *own = NULL;
    int n = sights_of(sv), owns = 0;
    for (int i = 0; i < n; i++) {
        fair_sight *s = &sv->sights[i];
        oldest = older(oldest, s);
        if (s->person != person) continue;
        if (s->browser == c->browser && strcmp(s->peer, c->peer) == 0) return s;
        own = older(own, s);
        owns++;
    }
    if (owns >= FAIR_OWN_SIGHTS) return own;
    return n < FAIR_SIGHTS ? &sv->sights[sv->sight_count++] : oldest;
}

/* The last ones only: it is a doubt, not a file about people. */
void fair_sees(server *sv, const conn *c) {
    uint64_t person = id_hash(c->person);
    fair_sight *s = sight_place(sv, c, person);
    *s = (fair_sight){.browser = c->browser, .person = person, .at = now_ms()};
    memcpy(s->peer, c->peer, sizeof s->peer);
}

int fair_recent(const server *sv, const char *person, char out[FAIR_RECENT][PT_TARGET]) {
    const club *c = people_club(sv->people);
    uint64_t who = id_hash(person);
    int n = 0;
    for (int i = 0; i < sights_of(sv) && n < FAIR_RECENT; i++) {
        const fair_sight *s = &sv->sights[i];
        bool known = s->person != who || club_shares(c, s->peer) || !club_range_ok(s->peer);
        for (int k = 0; k < n; k++) known |= strcmp(out[k], s->peer) == 0;
        if (!known) pt_copy(out[n++], PT_TARGET, s->peer);
    }
    return n;
}

static bool used_one_browser(const server *sv, uint64_t a, uint64_t b) {
    int64_t since = now_ms() - fair(FAIR_BROWSER_DAYS) * (int64_t)86400000;
    int n = sights_of(sv);
    for (int i = 0; i < n; i++) {
        const fair_sight *s = &sv->sights[i];
        if (s->person != a || !s->browser || s->at < since) continue;
        for (int k = 0; k < n; k++)
            if (sv->sights[k].person == b && sv->sights[k].browser == s->browser &&
                sv->sights[k].at >= since)
                return true;
    }
    return false;
}

static fair_why why_of_two(const hosted *h, int i, int k, bool open) {
    const pt_seat *a = &h->table.core.seat[i], *b = &h->table.core.seat[k];
    if (a->kind != PT_SEAT_HUMAN || b->kind != PT_SEAT_HUMAN) return FAIR_COUNTS;
    if (strcmp(a->person, b->person) == 0) return FAIR_TABLE;
    if (h->address[i] && h->address[i] == h->address[k] && !fair_is_shared(h->address[i]))
        return FAIR_ADDRESS;
    bool one = open && used_one_browser(h->server, id_hash(a->person), id_hash(b->person));
    return one ? FAIR_BROWSER : FAIR_COUNTS;
}

/* --- who has an account --- */

static bool is_known(const hosted *h, int i) {
    return h->looked[i] && h->looked[i] == id_hash(h->table.core.seat[i].person);
}

static bool has_account(const hosted *h, int i) {
    return is_known(h, i) && pt_has(h->accounts, i);
}

static void know(hosted *h, int i, bool account) {
    h->looked[i] = id_hash(h->table.core.seat[i].person);
    h->accounts = account ? pt_with(h->accounts, i) : (uint8_t)(h->accounts & ~pt_with(0, i));
}

/* Those who are not connected are read: a seat can be taken without a socket. */
typedef struct fair_looking {
    server *server;
    char table[PT_ID], person[PT_SEATS][PT_ID]; /* "": need not be read */
    pt_finding found[PT_SEATS];
    bool account[PT_SEATS];
} fair_looking;

static void read_accounts(pt_look *look, void *job) {
    fair_looking *l = job;
    for (int i = 0; i < PT_SEATS; i++) {
        pt_person_row row = {0};
        if (l->person[i][0]) l->found[i] = pt_find_person(look, l->person[i], &row);
        l->account[i] = row.account[0] != 0;
    }
}

static void accounts_read(void *job) {
    fair_looking *l = job;
    hosted *h = l->server->stopping ? NULL : tables_find(l->server, l->table);
    bool news = false;
    for (int i = 0; h && i < h->table.core.seats; i++) {
        bool same = l->person[i][0] && strcmp(l->person[i], h->table.core.seat[i].person) == 0;
        if (!same || l->found[i] == PT_FAILED) continue;
        know(h, i, l->account[i]);
        news = true;
    }
    if (h) h->fair_looking = false;
    if (news) h->fair_told = false;
    if (news) fair_tell(h);
    free(l);
}

static bool look_up(hosted *h, uint8_t seats) {
    fair_looking *l = calloc(1, sizeof *l);
    if (!l) return false;
    l->server = h->server;
    pt_copy(l->table, sizeof l->table, h->table.core.id);
    for (int i = 0; i < h->table.core.seats; i++)
        if (pt_has(seats, i)) memcpy(l->person[i], h->table.core.seat[i].person, PT_ID);
    h->fair_looking = pt_store_read(h->server->store, read_accounts, accounts_read, l);
    if (!h->fair_looking) free(l);
    return h->fair_looking;
}

/* False if it is told a little later: somebody has to be looked up first. An account stays one;
 * a guest who is here may have one by now. */
static bool learn_accounts(hosted *h) {
    const pt_table_core *c = &h->table.core;
    uint8_t unknown = 0;
    if (c->unrated || c->access == PT_ACCESS_LOCAL) return true;
    for (int i = 0; i < c->seats; i++) {
        if (c->seat[i].kind != PT_SEAT_HUMAN || has_account(h, i)) continue;
        const conn *here = h->server->conns;
        while (here && strcmp(here->person, c->seat[i].person) != 0) here = here->next;
        if (here)
            know(h, i, here->account);
        else if (!is_known(h, i))
            unknown = pt_with(unknown, i);
    }
    return !unknown || (!h->fair_looking && !look_up(h, unknown));
}

int64_t fair_limited(const server *sv, const char *person, int *leaves) {
    const pt_measure_row *m =
        club_holds(people_club(sv->people), PT_UNRATED, person, "", wall_ms());
    if (m && leaves) *leaves = atoi(m->words);
    return m ? m->until : 0;
}

static fair_why why_of_seat(const hosted *h, int i) {
    const pt_seat *s = &h->table.core.seat[i];
    if (s->kind != PT_SEAT_HUMAN) return FAIR_COUNTS;
    if (pt_seat_people(s) > 1) return FAIR_TABLE;
    if (!has_account(h, i)) return FAIR_GUEST;
    return fair_limited(h->server, s->person, NULL) ? FAIR_LEFT : FAIR_COUNTS;
}

/* Some games begin before it is known who is no account. */
static fair_why why_of_player(const hosted *h, int i) {
    bool human = h->table.core.seat[i].kind == PT_SEAT_HUMAN;
    return human && is_known(h, i) && !has_account(h, i) ? FAIR_GUEST : FAIR_COUNTS;
}

/* Before the game everything may still change; once it runs, only doubt may come. */
static fair_why why_of(const hosted *h) {
    const pt_table_core *c = &h->table.core;
    bool open = c->phase == PT_TABLE_OPEN, anybody = false;
    if (!open && h->uncounted) return (fair_why)h->uncounted;
    if (c->unrated || c->access == PT_ACCESS_LOCAL || !tour_rates(h)) return FAIR_TABLE;
    for (int i = 0; i < c->seats; i++) {
        fair_why why = open ? why_of_seat(h, i) : why_of_player(h, i);
        anybody |= c->seat[i].kind == PT_SEAT_HUMAN;
        for (int k = 0; k < i && !why; k++) why = why_of_two(h, i, k, open);
        if (why) return why;
    }
    return anybody ? FAIR_COUNTS : FAIR_TABLE;
}

void fair_begin(const hosted *h, pt_batch *b) {
    fair_why why = why_of(h);
    if (why) pt_batch_uncounted(b, h->num, (int)why);
}

/* --- telling --- */

static net_note *make_rated(const hosted *h, fair_why why) {
    PT_TEXT(out, 200);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "t", "rated");
    pt_key_str(&j, "table", h->table.core.id);
    pt_key_bool(&j, "yes", !why);
    if (why) pt_key_str(&j, "why", fair_why_names[why]);
    pt_close(&j, '}');
    return net_note_new(h->server->net, out.at, out.used);
}

void fair_tell(hosted *h) {
    if (!h->table.game || h->table.core.phase == PT_TABLE_OVER || !learn_accounts(h)) return;
    fair_why why = why_of(h);
    bool news = !h->fair_told || h->uncounted != why;
    h->uncounted = (uint8_t)why;
    h->fair_told = true;
    net_note *note = NULL;
    for (watcher *w = h->watchers; w; w = w->next_at_table) {
        if (!news && !w->fresh) continue;
        if (!note) note = make_rated(h, why);
        if (note && !net_send(h->server->net, w->conn->id, note)) w->lost = true;
    }
    net_note_drop(h->server->net, note);
}

typedef struct leavers {
    server *server;
    int count;
    char person[PT_SEATS][PT_ID];
} leavers;

static void tell_leavers(void *who, bool good) {
    leavers *l = who;
    for (int i = 0; good && i < l->count; i++) {
        const pt_measure_row *m =
            club_holds(people_club(l->server->people), PT_UNRATED, l->person[i], "", wall_ms());
        if (m) club_tell(l->server, m);
    }
    free(l);
}

void fair_over(const hosted *h) {
    const pt_table_core *c = &h->table.core;
    uint8_t left = fair_left(&h->table);
    leavers *l = left ? calloc(1, sizeof *l) : NULL;
    if (!l) return;
    l->server = h->server;
    for (int i = 0; i < c->seats; i++)
        if (pt_has(left, i)) memcpy(l->person[l->count++], c->seat[i].person, PT_ID);
    club_renew(h->server, tell_leavers, l);
}

void fair_tell_terms(web *w) {
    PT_TEXT(out, 800);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    for (int i = 0; i < FAIR_TERMS; i++)
        pt_key_int(&j, fair_terms[i].name, fair_terms[i].value);
    pt_close(&j, '}');
    web_send(w, 200, &out);
}

/* --- who has left --- */

void fair_moves(const pt_table *t, int moves[PT_SEATS]) {
    memset(moves, 0, PT_SEATS * sizeof *moves);
    for (uint32_t i = t->core.past; i < t->core.steps; i++)
        if (t->step[i].seat >= 0) moves[t->step[i].seat]++;
}

/* A bot plays on for them; or their time ran out while they were away; or they gave up before
 * the game could count. */
static bool has_left(const pt_table *t, int seat) {
    const pt_seat *s = &t->core.seat[seat];
    int moves[PT_SEATS];
    if (s->kind != PT_SEAT_HUMAN) return false;
    if (!s->resigned) return s->standin;
    if (s->resigned == 1 + PT_RESIGN_CLOCK) return t->now.away[seat] != 0;
    fair_moves(t, moves);
    for (int i = 0; i < t->core.seats; i++)
        if (moves[i] < PT_RATED_MOVES && t->core.stopped) return true;
    return false;
}

/* Where everybody has left, only the first did so to others. */
static uint8_t first_away(const pt_table *t, uint8_t left) {
    int first = -1;
    for (int i = 0; i < t->core.seats; i++) {
        if (!pt_has(left, i) || !t->now.away[i]) continue;
        if (first < 0 || t->now.away[i] < t->now.away[first]) first = i;
    }
    return first < 0 ? 0 : pt_with(0, first);
}

uint8_t fair_left(const pt_table *t) {
    uint8_t left = 0, all = 0;
    int count = 0;
    for (int i = 0; i < t->core.seats; i++) {
        if (t->core.seat[i].kind != PT_SEAT_HUMAN) continue;
        all = pt_with(all, i);
        count++;
        if (has_left(t, i)) left = pt_with(left, i);
    }
    if (count < 2) return 0; /* a bot does not mind */
    return left && left == all ? first_away(t, left) : left;
}

void fair_places(const pt_table *t, uint8_t left, int place[PT_SEATS]) {
    uint8_t of[PT_SEATS];
    pt_table_places(t, of);
    for (int i = 0; i < t->core.seats; i++) {
        place[i] = 1;
        for (int k = 0; k < t->core.seats; k++) {
            bool gone = pt_has(left, i), stays = !pt_has(left, k);
            place[i] += gone ? stays : stays && of[k] < of[i];
        }
    }
}
