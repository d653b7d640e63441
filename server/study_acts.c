/* What can be asked of a study: who may, what it does. The law decides (study/fold.c). */
/* SPDX-License-Identifier: MIT */
#include "server/blocks.h"
#include "server/study.h"
#include "server/wish.h"
#include "server/words.h"
#include <stdlib.h>
#include <string.h>

static bool no(pt_text *why, pt_said said) {
    pt_say(why, said);
    return false;
}

static pt_study_event event(pt_study_kind kind, int by) {
    return (pt_study_event){.kind = kind, .by = (uint8_t)by, .who = (uint8_t)by};
}

/* A text of the body into a member of an event; false: it is missing or too long. */
static bool take_text(json_t *in, const char *key, char *out, size_t size, bool needed) {
    json_t *value = json_object_get(in, key);
    const char *text = json_string_value(value);
    if (!value && !needed) return true;
    if (!text || json_string_length(value) >= size || strlen(text) != json_string_length(value))
        return false;
    memcpy(out, text, strlen(text) + 1);
    return true;
}

static bool take_number(json_t *in, const char *key, int least, int most, int *out) {
    json_t *value = json_object_get(in, key);
    json_int_t n = json_integer_value(value);
    if (!json_is_integer(value) || n < least || n > most) return false;
    *out = (int)n;
    return true;
}

/* --- changes --- */

static bool add_taken(void *host, pt_study_event *e, pt_text *why) {
    return study_add(host, e, why);
}

bool study_take_chapter(hosted_study *s, json_t *in, int by, pt_text *why) {
    pt_study_event e = event(PT_STUDY_CHAPTER, by);
    const char *record = json_string_value(json_object_get(in, "record"));
    wish w;
    if (!take_text(in, "chapter", e.text, PT_STUDY_NAME, true))
        return no(why, sv_say_study_name());
    if (record) return pt_study_import(s->law, record, e.text, by, add_taken, s, why);
    json_object_set_new(in, "game", json_string(s->law->game->name));
    if (!wish_from_json(in, &w, why)) return false;
    e.node = (uint16_t)(s->law->nodes + 1);
    e.config = w.table.config;
    return study_add(s, &e, why);
}

static bool add_chapter(hosted_study *s, web *w, int by, pt_text *why) {
    return study_take_chapter(s, w->in, by, why);
}

/* The living child with this move; 0: none. */
static int child_with(const pt_study *law, int parent, int seat, const char *text) {
    pt_move m = pt_canonical(law->game->verbs, pt_parse_move(law->game->verbs, text));
    for (uint16_t i = law->node[parent].first; i; i = law->node[i].next)
        if (m && !law->node[i].gone.text && law->node[i].seat == seat && law->node[i].move == m)
            return i;
    return 0;
}

enum { LINE = 500 };

/* The line in the body; returns how many moves, 0: it cannot be read. */
static int take_steps(const web *w, pt_study_step steps[LINE]) {
    json_t *list = json_object_get(w->in, "moves"), *one;
    size_t i;
    char text[256];
    if (json_array_size(list) > LINE) return 0;
    json_array_foreach(list, i, one) {
        if (!take_number(one, "seat", PT_LUCK, PT_SEATS - 1, &steps[i].seat) ||
            !take_text(one, "move", text, sizeof text, true))
            return 0;
        steps[i].text = json_string_value(json_object_get(one, "move"));
    }
    return (int)json_array_size(list);
}

/* A line of moves; those that are there already are followed. All are judged before the first
 * is made. */
static bool add_moves(hosted_study *s, web *w, int by, pt_text *why) {
    pt_study_step steps[LINE];
    int at, n = take_steps(w, steps);
    if (!n || !take_number(w->in, "parent", 1, s->law->nodes, &at))
        return no(why, sv_say_study_moves());
    if (!pt_study_check_line(s->law, at, steps, n, why)) return false;
    for (int i = 0; i < n; i++) {
        pt_study_event e = event(PT_STUDY_MOVE, by);
        pt_copy(e.text, sizeof e.text, steps[i].text);
        int child = child_with(s->law, at, steps[i].seat, e.text);
        e.seat = (int8_t)steps[i].seat;
        e.parent = (uint16_t)at;
        e.node = (uint16_t)(s->law->nodes + 1);
        if (!child && !study_add(s, &e, why)) return false;
        at = child ? child : e.node;
    }
    s->made = at;
    return true;
}

/* Whoever says what they saw there (`was`) hears if somebody has changed it meanwhile. */
static void note_met(hosted_study *s, const web *w, const pt_study_event *e) {
    const char *was = json_string_value(json_object_get(w->in, "was"));
    int by;
    const char *now = pt_study_cell_text(s->law, e, &by);
    if (!was || by < 0 || strcmp(was, now) == 0 || strcmp(e->text, now) == 0) return;
    pt_copy(s->met, sizeof s->met, now);
    s->met_by = by;
}

static bool set_cell(hosted_study *s, web *w, int by, pt_text *why) {
    pt_study_event e = event(PT_STUDY_SET, by);
    const char *cell = json_string_value(json_object_get(w->in, "cell"));
    int node = 0, who = by;
    while (e.cell < PT_CELLS && (!cell || strcmp(pt_study_cell_names[e.cell], cell) != 0))
        e.cell++;
    bool whose = json_object_get(w->in, "who") != NULL;
    if (e.cell == PT_CELLS || !take_number(w->in, "node", 0, s->law->nodes, &node) ||
        (whose && !take_number(w->in, "who", 0, PT_STUDY_PEOPLE - 1, &who)) ||
        !take_text(w->in, "from", e.from, sizeof e.from, false) ||
        !take_text(w->in, "to", e.to, sizeof e.to, false) ||
        !take_text(w->in, "text", e.text, sizeof e.text, true))
        return no(why, sv_say_study_cell());
    if (e.cell != PT_CELL_MARK && (e.from[0] || e.to[0])) return no(why, sv_say_study_cell());
    e.node = (uint16_t)node;
    e.who = (uint8_t)who;
    note_met(s, w, &e);
    return study_add(s, &e, why);
}

static bool put_first(hosted_study *s, web *w, int by, pt_text *why) {
    pt_study_event e;
    int node;
    if (!take_number(w->in, "node", 1, s->law->nodes, &node) || pt_study_is_root(s->law, node))
        return no(why, sv_say_study_cell());
    if (!pt_study_front_event(s->law, node, &e)) return no(why, sv_say_study_first());
    e.by = (uint8_t)by;
    return study_add(s, &e, why);
}

static bool undo(hosted_study *s, web *w, int by, pt_text *why) {
    pt_study_event e = event(PT_STUDY_UNDO, by);
    int change;
    if (!take_number(w->in, "change", 1, PT_STUDY_CHANGES, &change))
        return no(why, sv_say_study_cell());
    e.change = (uint16_t)change;
    return study_add(s, &e, why);
}

/* --- people --- */

/* Somebody new gets the next number. */
static bool add_role(hosted_study *s, int by, int who, pt_study_role role, pt_text *why) {
    pt_study_event e = event(PT_STUDY_ROLE, by);
    e.who = (uint8_t)who;
    e.role = (uint8_t)role;
    if (!study_add(s, &e, why)) return false;
    if (s->person[who][0])
        pt_batch_study_person(s->batch, s->row.id, who, s->person[who], s->law->let_in[who]);
    return true;
}

/* Somebody new gets a number that nobody needs any more, or the next. */
static bool add_person(hosted_study *s, int by, const char *id, const char *name,
                       pt_study_role role, pt_text *why) {
    char was[PT_ID], was_name[PT_LABEL];
    int who = pt_study_free_number(s->law);
    if (who >= PT_STUDY_PEOPLE) return no(why, sv_say_study_full(PT_STUDY_PEOPLE));
    memcpy(was, s->person[who], sizeof was);
    memcpy(was_name, s->name[who], sizeof was_name);
    pt_copy(s->person[who], PT_ID, id);
    pt_copy(s->name[who], PT_LABEL, name);
    if (add_role(s, by < 0 ? who : by, who, role, why)) return true;
    memcpy(s->person[who], was, sizeof was);
    memcpy(s->name[who], was_name, sizeof was_name);
    return false;
}

static int asking(const pt_study *law) {
    int n = 0;
    for (int i = 1; i < law->people; i++) n += law->role[i] == PT_STUDY_ASKS && !law->let_in[i];
    return n;
}

static bool ask_to_edit(hosted_study *s, web *w, int by, pt_text *why) {
    bool known = by >= 0 && (s->law->let_in[by] || s->law->role[by] == PT_STUDY_ASKS);
    if (!known && asking(s->law) >= STUDY_ASKING)
        return no(why, sv_say_study_asking(STUDY_ASKING));
    if (by >= 0) return add_role(s, by, by, PT_STUDY_ASKS, why);
    return add_person(s, -1, w->person.id, w->person.name, PT_STUDY_ASKS, why);
}

static bool leave(hosted_study *s, web *w, int by, pt_text *why) {
    (void)w;
    return add_role(s, by, by, PT_STUDY_NOBODY, why);
}

static bool has_name(const web *w) { return json_object_get(w->in, "name") != NULL; }

static bool give_role(hosted_study *s, web *w, int by, pt_text *why) {
    const char *name = json_string_value(json_object_get(w->in, "role"));
    int who, role = 0;
    while (role < PT_STUDY_ROLES && (!name || strcmp(pt_study_role_names[role], name) != 0))
        role++;
    who = w->other[0] ? study_number_of(s, w->other) : -1;
    /* Whoever may not add people must not learn which names there are: all of them get the
     * refusal of one that is here for certain. */
    if (role < PT_STUDY_ROLES && by != 0 && has_name(w))
        return add_role(s, by, 0, (pt_study_role)role, why);
    if (role == PT_STUDY_ROLES ||
        (!w->other[0] && !take_number(w->in, "who", 0, s->law->people - 1, &who)))
        return no(why, sv_say_study_role());
    if (who < 0) return add_person(s, by, w->other, w->other_name, (pt_study_role)role, why);
    return add_role(s, by, who, (pt_study_role)role, why);
}

static bool delete_it(hosted_study *s, web *w, int by, pt_text *why) {
    (void)w;
    if (by != 0) return no(why, sv_say_study_owner());
    study_begin_batch(s);
    if (!s->batch) return no(why, sv_say_no_memory());
    pt_batch_drop_study(s->batch, s->row.id);
    s->over = true;
    return true;
}

typedef struct action {
    const char *name;
    bool (*take)(hosted_study *s, web *w, int by, pt_text *why);
    bool stranger; /* also for those who take no part yet */
} action;

static const action actions[] = {
    {"chapter", add_chapter, false}, {"move", add_moves, false},
    {"set", set_cell, false},        {"first", put_first, false},
    {"undo", undo, false},           {"ask", ask_to_edit, true},
    {"leave", leave, false},         {"role", give_role, false},
    {"delete", delete_it, false},    {"here", NULL, true},
};

static const action *action_named(const char *name) {
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(actions[i].name, name) == 0) return &actions[i];
    return NULL;
}

bool study_is_action(const char *name) { return action_named(name) != NULL; }

/* --- looking --- */

static char *take_memory(const hosted_study *s, web *w, pt_text *out) {
    size_t size = pt_study_told_size(s->law) + PT_STUDY_PEOPLE * 160 + STUDY_HERE * 160;
    w->out = malloc(size);
    if (w->out) *out = pt_text_on(w->out, size);
    return w->out;
}

static void tell_whole(hosted_study *s, web *w, pt_text *out) {
    pt_json j = pt_json_on(out);
    int me = study_number(s, w);
    pt_open(&j, '{');
    pt_key_str(&j, "study", s->row.id);
    pt_key_int(&j, "n", s->lines);
    pt_key_int(&j, "changed", s->row.changed);
    pt_key_int(&j, "now", wall_ms());
    pt_key_open(&j, "you", '{');
    pt_key_int(&j, "number", me);
    pt_key_str(&j, "role", pt_study_role_names[me < 0 ? 0 : s->law->role[me]]);
    pt_close(&j, '}');
    study_put_people(s, &j);
    study_put_here(s, &j);
    pt_study_tell(&j, s->law);
    pt_close(&j, '}');
}

static void tell_history(hosted_study *s, web *w, pt_text *out) {
    pt_json j = pt_json_on(out);
    (void)w;
    pt_open(&j, '{');
    pt_key_int(&j, "n", s->lines);
    pt_study_tell_changes(&j, s->law, s->law->changes - 199);
    pt_close(&j, '}');
}

/* "?node=12": a move or chapter that is there; 0: it is not. */
static int node_asked(const hosted_study *s, const web *w) {
    char text[16];
    int node = query_text(w->query, "node", text, sizeof text) ? atoi(text) : 0;
    return pt_study_lives(s->law, node) ? node : 0;
}

static void send_text(web *w, const char *type, const pt_text *out) {
    http_reply(w->server, w->from.id, 200, type, out->at, out->used);
    web_free(w);
}

static void look(hosted_study *s, web *w, const char *what) {
    pt_text out;
    bool record = strcmp(what, "record") == 0, lesson = strcmp(what, "lesson") == 0;
    int node = node_asked(s, w);
    if (!take_memory(s, w, &out)) {
        web_fail(w, 503, "memory", sv_say_no_memory());
    } else if ((record || lesson) && !node) {
        web_fail(w, 404, "no-node", sv_say_study_no_node());
    } else if (record) {
        pt_study_record(s->law, node, study_name_of, s, &out);
        send_text(w, "text/plain; charset=utf-8", &out);
    } else if (lesson) {
        pt_study_lesson(s->law, s->law->node[node].root, &out);
        send_text(w, "text/plain; charset=utf-8", &out);
    } else {
        if (strcmp(what, "history") == 0)
            tell_history(s, w, &out);
        else
            tell_whole(s, w, &out);
        send_text(w, "application/json", &out);
    }
}

/* Somebody who neither takes part nor has asked to, and does not let this person invite them.
 */
static bool is_uninvited(const hosted_study *s, const web *w) {
    int who = w->other[0] ? study_number_of(s, w->other) : -1;
    bool near = who >= 0 && (s->law->let_in[who] || s->law->role[who] == PT_STUDY_ASKS);
    return has_name(w) && w->other[0] && !near && w->other_by != PT_SEEN_BY_ALL;
}

static void refuse_uninvited(web *w) {
    bool nobody = w->other_by == PT_SEEN_BY_NOBODY;
    web_fail(w, 409, nobody ? "no-invitations" : "not-friends",
             nobody ? sv_say_no_invitations() : sv_say_not_friends());
}

/* Whom its leader keeps away reads what everybody may, and takes no part. */
static bool is_kept_away(const hosted_study *s, const web *w) {
    return w->known && is_blocked(people_blocks(s->server->people), s->row.owner, w->person.id);
}

/* The words of this request that others will read; NULL: none. */
static const char *words_for_others(const action *a, const web *w) {
    static const int written[] = {PT_CELL_NAME, PT_CELL_TITLE, PT_CELL_COMMENT};
    const char *cell = json_string_value(json_object_get(w->in, "cell"));
    bool words = false;
    if (a->take == add_chapter) return json_string_value(json_object_get(w->in, "chapter"));
    for (size_t i = 0; cell && i < sizeof written / sizeof *written; i++)
        words |= strcmp(cell, pt_study_cell_names[written[i]]) == 0;
    if (a->take != set_cell || !words) return NULL;
    const char *text = json_string_value(json_object_get(w->in, "text"));
    return text && text[0] ? text : NULL; /* to take something away is no writing */
}

void study_act(hosted_study *s, web *w) {
    const char *name = strrchr(w->path, '/') + 1;
    const action *a = w->in ? action_named(name) : NULL;
    PT_TEXT_IN(why, 512, w->from.language);
    int me = study_number(s, w);
    if (!study_may_read(s, w->known ? w->person.id : "")) {
        web_fail(w, 404, "no-study", sv_say_study_none());
    } else if (!a) {
        look(s, w, name);
    } else if (!a->take) {
        study_come(s, w, is_kept_away(s, w));
    } else if (is_kept_away(s, w) && a->take != leave) {
        web_fail(w, 403, "read-only", sv_say_study_read_only());
    } else if (words_for_others(a, w) && !web_may_say(w, words_for_others(a, w))) {
        return; /* answered */
    } else if (me < 0 && !a->stranger) {
        web_fail(w, 403, "read-only", sv_say_study_read_only());
    } else if (a->take == give_role && me == 0 && has_name(w) && !w->other[0]) {
        web_fail(w, 404, "no-person", sv_say_study_no_person());
    } else if (a->take == give_role && me == 0 && is_uninvited(s, w)) {
        refuse_uninvited(w);
    } else if (a->take(s, w, me, &why)) {
        if (s->batch) {
            study_commit(s, w);
        } else { /* a line that was there already */
            PT_TEXT(out, 80);
            pt_put(&out, "{\"n\":%u,\"node\":%d}", (unsigned)s->lines, s->made);
            s->made = 0;
            web_send(w, 200, &out);
        }
    } else {
        bool begun = s->batch != NULL;
        s->made = 0;
        s->met_by = -1;
        web_fail_in_words(w, 409, why.key ? why.key : "study", &why);
        if (begun) study_spoil(s); /* all of it or nothing */
    }
}
