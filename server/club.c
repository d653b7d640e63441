/* The club in memory: roles, measures in force, settings. */
/* SPDX-License-Identifier: MIT */
#include "server/club.h"
#include "server/club_words.h"
#include "server/words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct held {
    uint64_t hash; /* of the target: most comparisons end here */
    bool is_range;
    address_range range;
    pt_measure_row row;
} held;

typedef struct setting {
    const char *name, *first; /* the value as long as nobody has set one */
    enum { SECONDS, YES_NO, WORDS, RANGES } kind;
} setting;

/* What a host may change while the server runs. */
static const setting settings[] = {
    {"slow", "0", SECONDS}, {"guests", "yes", YES_NO}, {"accounts", "yes", YES_NO},
    {"words", "", WORDS},   {"shared", "", RANGES},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

struct club {
    int roles, role_room, measures, measure_room, words;
    bool no_memory;
    pt_role_row *role;
    held *measure;
    char value[SETTINGS][PT_SETTING];
    uint64_t word[CLUB_WORDS]; /* hashes of what each looks like */
    address_list shared;
};

club *club_new(void) {
    club *c = calloc(1, sizeof *c);
    for (int i = 0; c && i < SETTINGS; i++)
        pt_copy(c->value[i], sizeof c->value[i], settings[i].first);
    return c;
}

void club_free(club *c) {
    if (!c) return;
    free(c->role);
    free(c->measure);
    free(c);
}

/* --- reading --- */

static bool grow(void **at, int count, int *room, size_t size) {
    if (count < *room) return true;
    int more = *room ? 2 * *room : 32;
    void *bigger = realloc(*at, (size_t)more * size);
    if (!bigger) return false;
    *at = bigger;
    *room = more;
    return true;
}

static void take_role(void *who, const pt_role_row *row) {
    club *c = who;
    c->no_memory |= !grow((void **)&c->role, c->roles, &c->role_room, sizeof *c->role);
    if (!c->no_memory) c->role[c->roles++] = *row;
}

/* IPv4 is a part of IPv6 here (::ffff:0:0/96); a range is of the one or of the other. */
static bool is_of_v4(const address_range *r) {
    return r->bits >= 96 && address_is_v4(&r->base);
}

/* Of an IPv6 address only the network is known: one customer has many within it. */
static void widen(address_range *r) {
    if (!is_of_v4(r) && r->bits > 64) r->bits = 64;
}

static bool range_of(const char *text, address_range *out) {
    address_list list;
    const char *colon = strchr(text, ':');
    bool port = strchr(text, '[') || (colon && strchr(text, '.') && !strchr(colon + 1, ':'));
    if (port) return false; /* people have addresses, not ports */
    if (!strpbrk(text, ".:") || strpbrk(text, " \t")) return false;
    if (!address_list_read(text, &list, NULL) || list.count != 1) return false;
    *out = list.ranges[0];
    widen(out);
    return true;
}

static void take_measure(void *who, const pt_measure_row *row) {
    club *c = who;
    c->no_memory |=
        !grow((void **)&c->measure, c->measures, &c->measure_room, sizeof *c->measure);
    if (c->no_memory) return;
    held *h = &c->measure[c->measures++];
    *h = (held){.hash = id_hash(row->target), .row = *row};
    h->is_range = range_of(row->target, &h->range);
}

static int setting_named(const char *name) {
    for (int i = 0; i < SETTINGS; i++)
        if (strcmp(settings[i].name, name) == 0) return i;
    return -1;
}

static void take_setting(void *who, const char *name, const char *value) {
    club *c = who;
    int i = setting_named(name);
    if (i >= 0) pt_copy(c->value[i], sizeof c->value[i], value);
}

static void read_words(club *c, const confusables *looks) {
    const char *at = c->value[setting_named("words")];
    for (char word[PT_LABEL]; c->words < CLUB_WORDS && text_next_word(&at, word);)
        c->word[c->words++] = word_hash(looks, word);
}

bool club_read(club *c, pt_look *look, const confusables *looks, int64_t now) {
    bool read = pt_each_role(look, take_role, c) >= 0 &&
                pt_each_in_force(look, now, take_measure, c) >= 0 &&
                pt_each_setting(look, take_setting, c) >= 0;
    read_words(c, looks);
    address_list_read(club_setting(c, "shared"), &c->shared, NULL);
    for (int i = 0; i < c->shared.count; i++) widen(&c->shared.ranges[i]);
    return read && !c->no_memory;
}

/* --- asking --- */

int club_role(const club *c, const char *person) {
    if (strcmp(person, CLUB_HOST_ID) == 0) return CLUB_HOST;
    for (int i = 0; i < c->roles; i++)
        if (strcmp(c->role[i].person, person) == 0) return (int)c->role[i].role;
    return PT_PLAYER;
}

static bool in_force(const pt_measure_row *m, int64_t now) {
    return !m->until || m->until > now;
}

const pt_measure_row *club_holds(const club *c, pt_measure_kind kind, const char *person,
                                 const char *table, int64_t now) {
    uint64_t hash = id_hash(person);
    for (int i = 0; i < c->measures; i++) {
        const held *h = &c->measure[i];
        const pt_measure_row *m = &h->row;
        if (h->hash != hash || m->kind != kind || !in_force(m, now)) continue;
        bool here = !m->place[0] || strcmp(m->place, table) == 0;
        if (here && strcmp(m->target, person) == 0) return m;
    }
    return NULL;
}

const pt_measure_row *club_holds_address(const club *c, const char *peer, int64_t now) {
    address a;
    if (!address_read(peer, strcspn(peer, "/"), &a)) return NULL; /* a network has "/64" */
    for (int i = 0; i < c->measures; i++) {
        const held *h = &c->measure[i];
        address_list one = {.count = 1, .ranges = {h->range}};
        if (h->is_range && h->row.kind == PT_BAN && in_force(&h->row, now) &&
            is_of_v4(&h->range) == address_is_v4(&a) && address_listed(&one, &a))
            return &h->row;
    }
    return NULL;
}

const pt_measure_row *club_ban_of(const club *c, const char *person, const char *peer) {
    int role = club_role(c, person);
    if (role >= CLUB_HOST) return NULL;
    const pt_measure_row *m = club_holds(c, PT_BAN, person, "", wall_ms());
    return m || role ? m : club_holds_address(c, peer, wall_ms());
}

uint64_t club_print(const club *c) {
    uint64_t print = (uint64_t)c->measures;
    for (int i = 0; i < c->measures; i++) {
        const pt_measure_row *m = &c->measure[i].row;
        print = print * 31 + c->measure[i].hash + (uint64_t)m->kind + (uint64_t)m->at +
                id_hash(m->place);
    }
    return print;
}

void club_each_measure(const club *c, int64_t now,
                       void (*take)(void *who, const pt_measure_row *m), void *who) {
    for (int i = 0; i < c->measures; i++)
        if (in_force(&c->measure[i].row, now)) take(who, &c->measure[i].row);
}

bool club_says_no(const club *c, const confusables *looks, const char *text) {
    return text_has_word(looks, text, c->word, c->words);
}

const char *club_setting(const club *c, const char *name) {
    int i = setting_named(name);
    return i < 0 ? NULL : c->value[i];
}

const char *club_setting_name(int i) { return i < SETTINGS ? settings[i].name : NULL; }

int club_slow_seconds(const club *c) { return atoi(club_setting(c, "slow")); }
bool club_takes_guests(const club *c) { return strcmp(club_setting(c, "guests"), "yes") == 0; }
bool club_takes_accounts(const club *c) {
    return strcmp(club_setting(c, "accounts"), "yes") == 0;
}

bool club_shares(const club *c, const char *peer) {
    address a;
    return address_read(peer, strcspn(peer, "/"), &a) && address_listed(&c->shared, &a);
}

static bool is_seconds(const char *value) {
    size_t n = strspn(value, "0123456789");
    return n > 0 && n < 6 && !value[n] && atoi(value) <= CLUB_SLOW_MOST;
}

/* Each as a ban would name it: a network of the world would make everybody a neighbour. */
static bool are_ranges(const char *value) {
    int n = 0;
    pt_words words = {value};
    for (pt_word w = pt_next(&words); w.length; w = pt_next(&words), n++) {
        char one[PT_TARGET] = "";
        if (w.length < sizeof one) memcpy(one, w.at, w.length);
        if (!club_range_ok(one)) return false;
    }
    return n <= ADDRESS_RANGES && strlen(value) < PT_SETTING;
}

bool club_setting_ok(const char *name, const char *value, pt_said *why) {
    int i = setting_named(name);
    *why = sv_say_setting_unknown();
    if (i < 0) return false;
    int words = 0;
    const char *at = value;
    for (char word[PT_LABEL]; settings[i].kind == WORDS && text_next_word(&at, word);) words++;
    bool yes = strcmp(value, "yes") == 0, no = strcmp(value, "no") == 0;
    *why = settings[i].kind == SECONDS  ? sv_say_setting_seconds()
           : settings[i].kind == WORDS  ? sv_say_setting_words()
           : settings[i].kind == RANGES ? sv_say_setting_ranges(ADDRESS_RANGES)
                                        : sv_say_setting_yes();
    switch (settings[i].kind) {
    case SECONDS: return is_seconds(value);
    case YES_NO: return yes || no;
    case RANGES: return are_ranges(value);
    case WORDS:
        return words <= CLUB_WORDS && strlen(value) < PT_SETTING &&
               (!value[0] || text_is_plain(value));
    }
    return false;
}

bool club_range_ok(const char *text) {
    address_range r;
    if (strlen(text) >= PT_TARGET || !range_of(text, &r)) return false;
    return r.bits >= (is_of_v4(&r) ? 96 + 8 : 16);
}

/* --- words --- */

const char *club_role_name(int role) {
    static const char *const names[] = {"player", "moderator", "admin"};
    return names[role < PT_ROLES ? role : PT_ADMIN];
}

const char *club_kind_name(int kind) {
    static const char *const names[] = {"", "warning", "mute", "ban", "unrated"};
    return names[kind];
}

void club_date(int64_t ms, char out[CLUB_DATE]) {
    time_t seconds = (time_t)(ms / 1000);
    struct tm tm;
    out[0] = 0;
    if (ms && gmtime_r(&seconds, &tm)) strftime(out, CLUB_DATE, "%Y-%m-%d %H:%M UTC", &tm);
}
