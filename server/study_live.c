/* Who has a study open, what they do, and what they hear of it. Nothing of this is kept. */
/* SPDX-License-Identifier: MIT */
#include "server/node.h"
#include "server/study.h"
#include "server/words.h"
#include <stdlib.h>
#include <string.h>

enum { GONE_MS = 45000 }; /* a page says every now and then that it is still there */
static const char *const doings[] = {"reads", "writes", "marks", NULL};

const char *study_name_of(const void *who, int number) {
    const hosted_study *s = who;
    return number >= 0 && number < PT_STUDY_PEOPLE ? s->name[number] : "";
}

/* Whoever was deleted has a number, but no id. */
int study_number_of(const hosted_study *s, const char *person) {
    for (int i = 0; person[0] && i < s->law->people; i++)
        if (strcmp(s->person[i], person) == 0) return i;
    return -1;
}

int study_number(const hosted_study *s, const web *w) {
    return w->known ? study_number_of(s, w->person.id) : -1;
}

bool study_may_read(const hosted_study *s, const char *person) {
    return pt_study_may_read(s->law, study_number_of(s, person));
}

void study_put_people(const hosted_study *s, pt_json *j) {
    pt_key_open(j, "people", '[');
    for (int i = 0; i < s->law->people; i++) {
        pt_open(j, '{');
        pt_key_int(j, "number", i);
        pt_key_str(j, "name", s->name[i]);
        pt_key_str(j, "role", pt_study_role_names[s->law->role[i]]);
        if (s->law->let_in[i]) pt_key_bool(j, "in", true);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

void study_put_here(const hosted_study *s, pt_json *j) {
    pt_key_open(j, "here", '[');
    for (int i = 0; i < s->here_count; i++) {
        const study_here *h = &s->here[i];
        pt_open(j, '{');
        pt_key_str(j, "name", h->name);
        pt_key_int(j, "number", study_number_of(s, h->person));
        pt_key_int(j, "node", h->node);
        pt_key_str(j, "doing", doings[h->doing]);
        if (h->place[0]) pt_key_str(j, "place", h->place);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

/* --- telling --- */

/* At which of several nodes somebody's socket is, nobody knows: they are here until they say
 * otherwise, or say nothing. */
static bool has_socket(const server *sv, const char *person) {
    if (sv->node) return true;
    for (const conn *c = sv->conns; c; c = c->next)
        if (strcmp(c->person, person) == 0) return true;
    return false;
}

static void send_to(const hosted_study *s, const char *person, pt_text *out) {
    for (const conn *c = s->server->conns; c; c = c->next)
        if (c->person[0] && strcmp(c->person, person) == 0) conn_send(s->server, c->id, out);
    node_tell_person(s->server, person, out);
}

static void send_all(const hosted_study *s, pt_text *out) {
    for (int i = 0; i < s->here_count; i++) send_to(s, s->here[i].person, out);
}

static pt_json begin(const hosted_study *s, pt_text *out) {
    *out = pt_text_on(s->server->message, sizeof s->server->message);
    pt_json j = pt_json_on(out);
    pt_open(&j, '{');
    pt_key_str(&j, "t", "study");
    pt_key_str(&j, "study", s->row.id);
    return j;
}

void study_tell_here(hosted_study *s) {
    pt_text out;
    pt_json j = begin(s, &out);
    study_put_here(s, &j);
    pt_close(&j, '}');
    if (!out.cut) send_all(s, &out);
}

static void make_again(const hosted_study *s, pt_text *out) {
    pt_json j = begin(s, out);
    pt_key_int(&j, "n", s->lines);
    pt_key_bool(&j, "again", true);
    pt_close(&j, '}');
}

/* Whoever may not read it any more hears that they should look again, and nothing after it. */
static void send_off(hosted_study *s) {
    pt_text out;
    int were = s->here_count;
    for (int i = s->here_count - 1; i >= 0; i--) {
        if (study_may_read(s, s->here[i].person)) continue;
        make_again(s, &out);
        send_to(s, s->here[i].person, &out);
        s->here[i] = s->here[--s->here_count];
    }
    if (s->here_count != were) study_tell_here(s);
}

/* The moves that changed; or that more has changed than a message should hold. */
void study_tell_change(hosted_study *s) {
    pt_text out;
    send_off(s);
    pt_json j = begin(s, &out);
    pt_key_int(&j, "n", s->lines);
    pt_key_open(&j, "nodes", '[');
    for (int i = 0; i < s->touched_count && !s->again; i++)
        pt_study_tell_node(&j, s->law, s->touched[i]);
    pt_close(&j, ']');
    pt_close(&j, '}');
    if (s->again || out.cut || out.used > (64 << 10)) make_again(s, &out);
    s->touched_count = 0;
    s->again = false;
    send_all(s, &out);
}

/* --- coming and going --- */

void study_tidy_here(hosted_study *s, int64_t now) {
    int were = s->here_count;
    for (int i = s->here_count - 1; i >= 0; i--)
        if (now - s->here[i].at > GONE_MS || !has_socket(s->server, s->here[i].person))
            s->here[i] = s->here[--s->here_count];
    if (s->here_count != were) study_tell_here(s);
}

static study_here *place_of(hosted_study *s, const char *person) {
    for (int i = 0; i < s->here_count; i++)
        if (strcmp(s->here[i].person, person) == 0) return &s->here[i];
    if (s->here_count == STUDY_HERE) return NULL;
    study_here *h = &s->here[s->here_count++];
    *h = (study_here){0};
    pt_copy(h->person, sizeof h->person, person);
    return h;
}

static int doing_of(const web *w) {
    const char *text = json_string_value(json_object_get(w->in, "doing"));
    for (int i = 0; text && doings[i]; i++)
        if (strcmp(doings[i], text) == 0) return i;
    return 0;
}

/* Where somebody points: a name of a place, so that it holds at every size. */
static void take_place(study_here *h, const web *w) {
    const char *place = json_string_value(json_object_get(w->in, "place"));
    bool good = place && pt_study_is_place(place);
    pt_copy(h->place, sizeof h->place, good ? place : "");
}

/* True: nothing but where they point has changed, which comes often and is told in brief. */
static bool take_here(hosted_study *s, study_here *h, const web *w) {
    json_int_t said = json_integer_value(json_object_get(w->in, "node"));
    int number = study_number(s, w), doing = doing_of(w);
    int at = said > 0 && said <= PT_STUDY_NODES ? (int)said : 0;
    bool brief =
        h->at && h->node == at && h->doing == doing && strcmp(h->name, w->person.name) == 0;
    pt_copy(h->name, sizeof h->name, w->person.name);
    if (number >= 0) pt_copy(s->name[number], PT_LABEL, w->person.name);
    h->node = at;
    h->doing = doing;
    h->at = now_ms();
    take_place(h, w);
    return brief;
}

static void tell_point(hosted_study *s, const study_here *h) {
    pt_text out;
    pt_json j = begin(s, &out);
    pt_key_open(&j, "point", '{');
    pt_key_str(&j, "name", h->name);
    pt_key_str(&j, "place", h->place);
    pt_close(&j, '}');
    pt_close(&j, '}');
    for (int i = 0; i < s->here_count; i++)
        if (&s->here[i] != h) send_to(s, s->here[i].person, &out);
}

void study_come(hosted_study *s, web *w, bool unseen) {
    PT_TEXT(out, 64);
    study_here *h = place_of(s, w->person.id);
    if (!h) {
        web_fail(w, 503, "busy", sv_say_study_crowd(STUDY_HERE));
        return;
    }
    bool gone = unseen || json_is_true(json_object_get(w->in, "gone"));
    bool brief = !gone && take_here(s, h, w);
    if (gone) *h = s->here[--s->here_count];
    pt_put(&out, "{\"n\":%u}", (unsigned)s->lines);
    web_send(w, 200, &out);
    if (brief)
        tell_point(s, h);
    else
        study_tell_here(s);
}
