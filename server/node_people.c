/* What a node tells the others about people: who has logged out, who keeps whom away; and
 * tickets, which open a socket at any node. The store has the truth; these are the caches of
 * it. */
/* SPDX-License-Identifier: MIT */
#include "server/bell.h"
#include "server/blocks.h"
#include "server/node_inside.h"
#include "server/people.h"
#include "store/club.h"
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void tell_all(server *sv, const pt_text *out) {
    if (sv->node && !out->cut)
        bus_publish(sv->node->bus, "petteia.all", NULL, out->at, out->used);
}

/* --- tickets --- */

bool node_send_ticket(server *sv, const char *ticket, uint64_t id) {
    PT_TEXT(out, 200);
    if (strspn(ticket, "0123456789abcdef") != 32 || ticket[32]) return false;
    pt_put(&out, "ticket %s %s %llu\n", ticket, sv->node->name, (unsigned long long)id);
    return bus_publish(sv->node->bus, "petteia.all", NULL, out.at, out.used);
}

bool node_send_looker(server *sv, const char *table, const char *whom, uint64_t id) {
    PT_TEXT(out, NODE_HEAD);
    pt_put(&out, "looker %s %s %llu %s\n", table, sv->node->name, (unsigned long long)id, whom);
    return !out.cut && bus_publish(sv->node->bus, "petteia.all", NULL, out.at, out.used);
}

static void send_identity(server *sv, const identity *who, const char *to,
                          unsigned long long id) {
    char hex[2 * PT_TOKEN + 1], text[1024], subject[SUBJECT];
    sodium_bin2hex(hex, sizeof hex, who->token, PT_TOKEN);
    json_t *j = json_pack("{ss ss ss ss}", "id", who->person.id, "name", who->person.name,
                          "account", who->person.account, "token", hex);
    size_t n = j ? json_dumpb(j, text, sizeof text, JSON_COMPACT) : 0;
    json_decref(j);
    snprintf(subject, sizeof subject, "petteia.n.%s.%llu", to, id);
    if (n && n <= sizeof text) bus_publish(sv->node->bus, subject, NULL, text, n);
}

/* Somebody who looks on here; nobody else needs their token. */
static void take_looker(server *sv, const char *words) {
    char table[PT_ID], from[PT_ID];
    unsigned long long id;
    int used = 0;
    if (sscanf(words, "%23s %23s %llu %n", table, from, &id, &used) != 3 || !used) return;
    const conn *c = sv->node->above->looker_on(tables_find(sv, table), words + used);
    identity who = {0};
    if (!c) return;
    memcpy(who.person.id, c->person, sizeof who.person.id);
    memcpy(who.person.name, c->name, sizeof who.person.name);
    send_identity(sv, &who, from, id);
}

/* If it is ours, it is used up here, and its person may enter there. */
static void take_ticket(server *sv, const char *words) {
    char ticket[40], from[PT_ID];
    unsigned long long id;
    identity who;
    if (sscanf(words, "%39s %23s %llu", ticket, from, &id) != 3 ||
        !ticket_use(sv->people, ticket, now_ms(), &who))
        return;
    send_identity(sv, &who, from, id);
}

static bool copy_text(json_t *j, const char *key, char *out, size_t size) {
    const char *text = json_string_value(json_object_get(j, key));
    pt_text t = pt_text_on(out, size);
    pt_puts(&t, text ? text : "");
    return text && !t.cut;
}

bool node_read_identity(const bus_message *m, identity *out) {
    char hex[2 * PT_TOKEN + 1];
    json_t *j = json_loadb(m->bytes, m->size, 0, NULL);
    pt_person_row *p = &out->person;
    memset(out, 0, sizeof *out);
    bool good = copy_text(j, "id", p->id, sizeof p->id) &&
                copy_text(j, "name", p->name, sizeof p->name) &&
                copy_text(j, "account", p->account, sizeof p->account) &&
                copy_text(j, "token", hex, sizeof hex) &&
                sodium_hex2bin(out->token, PT_TOKEN, hex, strlen(hex), NULL, NULL, NULL) == 0;
    json_decref(j);
    return good && p->id[0];
}

/* --- limits --- */

void node_tell_spent(server *sv, const char *who, double rate, double burst, int count) {
    PT_TEXT(out, 500);
    pt_put(&out, "spent %.9g %.9g %d\n%s", rate, burst, count, who);
    tell_all(sv, &out);
}

static void take_spent(server *sv, const char *words, const pt_text *text) {
    char who[400];
    double rate, burst;
    int count;
    pt_text copy = pt_text_on(who, sizeof who);
    pt_putn(&copy, text->at, text->used);
    if (sscanf(words, "%lf %lf %d", &rate, &burst, &count) == 3 && rate > 0 && count > 0)
        bucket_pay(people_bucket(sv->people, who), now_ms(), rate, burst, count);
}

/* --- those who log out, or keep somebody away --- */

void node_tell_logout(server *sv, const char *person, const uint8_t *token, bool its) {
    char hex[2 * PT_TOKEN + 1] = "-";
    PT_TEXT(out, 200);
    if (token) sodium_bin2hex(hex, sizeof hex, token, PT_TOKEN);
    pt_put(&out, "logout %s %d %s\n", person, its, hex);
    tell_all(sv, &out);
}

void node_tell_block(server *sv, const char *person, const char *other, bool blocked) {
    PT_TEXT(out, 100);
    pt_put(&out, "block %s %s %d\n", person, other, blocked);
    tell_all(sv, &out);
}

static void take_logout(server *sv, const char *words) {
    char person[PT_ID], hex[2 * PT_TOKEN + 1];
    uint8_t token[PT_TOKEN];
    int its;
    if (sscanf(words, "%23s %d %64s", person, &its, hex) != 3) return;
    bool one = sodium_hex2bin(token, PT_TOKEN, hex, strlen(hex), NULL, NULL, NULL) == 0 &&
               strlen(hex) == sizeof hex - 1;
    if (one || strcmp(hex, "-") == 0)
        sv->node->above->log_out(sv, person, one ? token : NULL, its);
}

static void take_block(server *sv, const char *words) {
    char person[PT_ID], other[PT_ID];
    int blocked;
    if (sscanf(words, "%23s %23s %d", person, other, &blocked) == 3)
        blocks_set(people_blocks(sv->people), person, other, blocked);
}

void node_tell_person(server *sv, const char *person, const pt_text *text) {
    size_t size = text->used + PT_ID + 16;
    char *memory = sv->node ? malloc(size) : NULL;
    if (!memory) return;
    pt_text out = pt_text_on(memory, size);
    pt_put(&out, "tell %s\n", person);
    pt_putn(&out, text->at, text->used);
    tell_all(sv, &out);
    free(memory);
}

static void take_tell(server *sv, const char *person, const pt_text *text) {
    pt_text copy = *text;
    for (const conn *c = sv->conns; c; c = c->next)
        if (strcmp(c->person, person) == 0) conn_send(sv, c->id, &copy);
}

/* --- notices --- */

void node_tell_bell(server *sv, const bell_told *told) {
    const pt_notice_row *n = &told->notice;
    PT_TEXT(out, 1500);
    pt_json j = pt_json_on(&out);
    if (!sv->node) return;
    pt_put(&out, "bell %s\n", n->person);
    pt_open(&j, '{');
    pt_key_str(&j, "topic", n->topic);
    pt_key_str(&j, "kind", n->kind);
    pt_key_int(&j, "at", n->at);
    pt_key_int(&j, "channels", n->channels);
    pt_key_str(&j, "other", n->other);
    pt_key_str(&j, "name", n->name);
    pt_key_str(&j, "game", n->game);
    pt_key_str(&j, "place", n->place);
    pt_key_str(&j, "key", n->key);
    pt_key_int(&j, "number", n->number);
    pt_key_int(&j, "of", n->of);
    pt_key_bool(&j, "quiet", told->quiet);
    pt_key_int(&j, "unread", told->unread);
    pt_close(&j, '}');
    tell_all(sv, &out);
}

static int int_in(json_t *j, const char *key) {
    return (int)json_integer_value(json_object_get(j, key));
}

static void take_bell(server *sv, const char *person, const pt_text *text) {
    bell_told told = {0};
    pt_notice_row *n = &told.notice;
    json_t *j = json_loadb(text->at, text->used, 0, NULL);
    bool good = copy_text(j, "topic", n->topic, sizeof n->topic) &&
                copy_text(j, "kind", n->kind, sizeof n->kind) &&
                copy_text(j, "other", n->other, sizeof n->other) &&
                copy_text(j, "name", n->name, sizeof n->name) &&
                copy_text(j, "game", n->game, sizeof n->game) &&
                copy_text(j, "place", n->place, sizeof n->place) &&
                copy_text(j, "key", n->key, sizeof n->key);
    pt_copy(n->person, sizeof n->person, person);
    n->at = json_integer_value(json_object_get(j, "at"));
    n->channels = int_in(j, "channels");
    n->number = int_in(j, "number");
    n->of = int_in(j, "of");
    told.quiet = json_is_true(json_object_get(j, "quiet"));
    told.unread = int_in(j, "unread");
    json_decref(j);
    if (good) sv->node->above->hear_bell(sv, &told);
}

void node_tell_club(server *sv) {
    PT_TEXT(out, 16);
    pt_puts(&out, "club \n");
    tell_all(sv, &out);
}

static void take_club(server *sv, const char *words) {
    (void)words;
    sv->node->above->renew_club(sv, NULL, NULL);
}

void node_tell_withdrawn(server *sv, const char *person) {
    PT_TEXT(out, 80);
    pt_put(&out, "withdrawn %s\n", person);
    tell_all(sv, &out);
}

static void take_withdrawn(server *sv, const char *person) {
    if (node_has_office(sv)) sv->node->above->withdraw(sv, person);
}

bool node_people_message(server *sv, const char *head, const pt_text *rest) {
    static const struct {
        const char *word;
        void (*take)(server *sv, const char *words);
    } kinds[] = {{"ticket ", take_ticket},       {"logout ", take_logout},
                 {"block ", take_block},         {"club ", take_club},
                 {"withdrawn ", take_withdrawn}, {"looker ", take_looker}};
    if (strncmp(head, "spent ", 6) == 0) take_spent(sv, head + 6, rest);
    if (strncmp(head, "tell ", 5) == 0) take_tell(sv, head + 5, rest);
    if (strncmp(head, "bell ", 5) == 0) take_bell(sv, head + 5, rest);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t n = strlen(kinds[i].word);
        if (strncmp(head, kinds[i].word, n) != 0) continue;
        kinds[i].take(sv, head + n);
        return true;
    }
    return false;
}
