/* The studies in memory: reading, one request after the other, writing. */
/* SPDX-License-Identifier: MIT */
#include "server/study.h"
#include "server/log.h"
#include "server/node.h"
#include "server/words.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { REST_MS = 60000 }; /* one that nobody asks for leaves memory after this */

/* --- in memory --- */

static hosted_study *find(server *sv, const char *id) {
    for (hosted_study *s = sv->studies; s; s = s->next)
        if (!s->copy && strcmp(s->row.id, id) == 0) return s;
    return NULL;
}

/* Makes room for one more, if somebody's is not needed now. */
static bool make_place(server *sv) {
    hosted_study *oldest = NULL;
    int n = 0;
    for (hosted_study *s = sv->studies; s; s = s->next) {
        n++;
        bool idle = !s->busy && !s->waiting_count && !s->here_count;
        if (idle && (!oldest || s->used < oldest->used)) oldest = s;
    }
    if (n < STUDIES_MOST) return true;
    if (oldest) study_drop(oldest);
    return oldest != NULL;
}

hosted_study *study_new(server *sv, const char *id) {
    hosted_study *s = make_place(sv) ? calloc(1, sizeof *s) : NULL;
    if (!s) return NULL;
    s->server = sv;
    pt_copy(s->row.id, sizeof s->row.id, id);
    s->used = now_ms();
    s->met_by = -1;
    s->next = sv->studies;
    sv->studies = s;
    return s;
}

static void free_study(hosted_study *s) {
    pt_study_free(s->law);
    pt_batch_free(s->batch);
    free(s);
}

void study_drop(hosted_study *s) {
    hosted_study **at = &s->server->studies;
    assert(!s->busy && !s->waiting_count);
    while (*at != s) at = &(*at)->next;
    *at = s->next;
    free_study(s);
}

void studies_free(server *sv) {
    for (hosted_study *s = sv->studies, *next; s; s = next) {
        next = s->next;
        web_free(s->asked);
        for (int i = 0; i < s->waiting_count; i++) web_free(s->waiting[i]);
        free_study(s);
    }
    sv->studies = NULL;
}

/* --- one after the other --- */

/* Another node has the office by now. */
static bool is_elsewhere(const hosted_study *s) {
    return !s->copy && !node_has_office(s->server);
}

/* Asked once more from the beginning, which leads to that node. */
static void ask_again(web *w) {
    json_decref(w->in);
    w->in = NULL;
    w->then(w);
}

/* Nothing of it is in memory afterwards. */
static void hand_over(hosted_study *s) {
    web *left[STUDY_WAITING];
    int n = s->waiting_count;
    memcpy(left, s->waiting, (size_t)n * sizeof *left);
    s->waiting_count = 0;
    study_drop(s);
    for (int i = 0; i < n; i++) ask_again(left[i]);
}

static void go_on(hosted_study *s) {
    while (!s->busy && s->waiting_count) {
        web *w = s->waiting[0];
        memmove(s->waiting, s->waiting + 1, (size_t)--s->waiting_count * sizeof *s->waiting);
        s->act(s, w);
    }
}

static void fail_all(hosted_study *s, bool unread) {
    while (s->waiting_count) {
        web *w = s->waiting[--s->waiting_count];
        if (unread)
            web_fail_unread(w);
        else
            web_fail(w, 404, "no-study", sv_say_study_none());
    }
}

/* --- reading --- */

typedef struct reading {
    hosted_study *study;
    pt_finding found;
    pt_study_row row;
    pt_study *law;
    char person[PT_STUDY_PEOPLE][PT_ID], name[PT_STUDY_PEOPLE][PT_LABEL];
    uint32_t lines;
    bool bad;
    char why[256];
} reading;

static void take_person(void *who, int number, const char *person, const char *name) {
    reading *r = who;
    if (number < 0 || number >= PT_STUDY_PEOPLE) return;
    pt_copy(r->person[number], PT_ID, person);
    pt_copy(r->name[number], PT_LABEL, name);
}

static void take_line(void *who, uint32_t number, const char *bytes, size_t n) {
    reading *r = who;
    char line[PT_STUDY_LINE];
    pt_text copy = pt_text_on(line, sizeof line), why = pt_text_on(r->why, sizeof r->why);
    if (r->bad) return;
    pt_putn(&copy, bytes, n);
    r->bad = copy.cut || number != ++r->lines || !pt_study_read(r->law, line, &why);
}

static void read_study(pt_look *look, void *job) {
    reading *r = job;
    r->found = pt_find_study(look, r->study->row.id, &r->row);
    if (r->found != PT_FOUND) return;
    r->law = pt_study_new();
    if (!r->law || pt_each_study_person(look, r->row.id, take_person, r) < 0 ||
        pt_each_study_line(look, r->row.id, take_line, r) <= 0 || r->bad)
        r->found = PT_FAILED;
}

static void study_read(void *job) {
    reading *r = job;
    hosted_study *s = r->study;
    s->busy = false;
    if (r->bad) log_line("error", "study", "%s is damaged: %s", s->row.id, r->why);
    if (r->found == PT_FOUND) {
        s->row = r->row;
        s->law = r->law;
        r->law = NULL;
        memcpy(s->person, r->person, sizeof s->person);
        memcpy(s->name, r->name, sizeof s->name);
        s->lines = r->lines;
        if (is_elsewhere(s)) {
            hand_over(s);
        } else {
            go_on(s);
            if (s->copy) study_drop(s);
        }
    } else {
        fail_all(s, r->found == PT_FAILED);
        study_drop(s);
    }
    pt_study_free(r->law);
    free(r);
}

static void load(hosted_study *s) {
    reading *r = calloc(1, sizeof *r);
    if (r) r->study = s;
    s->busy = r && pt_store_read(s->server->store, read_study, study_read, r);
    if (s->busy) return;
    free(r);
    fail_all(s, true);
    study_drop(s);
}

void study_request(web *w, const char *id, study_acting *act) {
    bool copy = !node_has_office(w->server);
    if (copy && w->method != NET_GET) { /* the office has gone while something was read */
        ask_again(w);
        return;
    }
    hosted_study *s = copy ? NULL : find(w->server, id);
    bool there = s != NULL;
    if (!there) s = study_new(w->server, id);
    if (!there && s) s->copy = copy;
    if (!s || s->waiting_count == STUDY_WAITING) {
        web_fail(w, 503, "busy", sv_say_busy());
        return;
    }
    s->used = now_ms();
    s->act = act;
    if (there && !s->busy) {
        act(s, w);
        return;
    }
    s->waiting[s->waiting_count++] = w;
    if (!there) load(s);
}

void study_spoil(hosted_study *s) {
    pt_batch_free(s->batch);
    s->batch = NULL;
    s->touched_count = 0;
    s->again = false;
    pt_study_free(s->law);
    s->law = NULL;
    load(s);
}

/* --- writing --- */

/* Most events change one move; a page that sees more than that looks again. */
static void touch(hosted_study *s, const pt_study_event *e) {
    bool one = e->kind == PT_STUDY_MOVE || (e->kind == PT_STUDY_SET && e->cell > PT_CELL_FRONT);
    if (e->kind == PT_STUDY_MOVE) s->made = e->node;
    s->again |= !one || s->touched_count == STUDY_TOUCHED;
    if (one && s->touched_count < STUDY_TOUCHED) s->touched[s->touched_count++] = e->node;
}

void study_begin_batch(hosted_study *s) {
    s->batch = pt_batch_new();
    node_office_batch(s->server, s->batch);
}

bool study_add(hosted_study *s, pt_study_event *e, pt_text *why) {
    char line[PT_STUDY_LINE];
    pt_text out = pt_text_on(line, sizeof line);
    int64_t now = wall_ms();
    e->at = now > s->law->last ? now : s->law->last;
    if (!pt_study_fold(s->law, e, why)) return false;
    if (!s->batch) study_begin_batch(s);
    if (!s->batch) log_out_of_memory(SERVE_MEMORY);
    pt_study_print(s->law, e, &out);
    pt_batch_study_line(s->batch, s->row.id, ++s->lines, line);
    touch(s, e);
    return true;
}

static void answer(const hosted_study *s, web *w) {
    PT_TEXT(out, 160 + 6 * PT_STUDY_WORDS);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "study", s->row.id);
    pt_key_int(&j, "n", s->lines);
    if (s->made) pt_key_int(&j, "node", s->made);
    if (s->met_by >= 0) {
        pt_key_open(&j, "met", '{');
        pt_key_int(&j, "by", s->met_by);
        pt_key_str(&j, "text", s->met);
        pt_close(&j, '}');
    }
    pt_close(&j, '}');
    web_send(w, 200, &out);
}

static void written(void *who, uint64_t tag, pt_outcome outcome) {
    hosted_study *s = who;
    web *asked = s->asked;
    (void)tag;
    s->busy = false;
    s->asked = NULL;
    if (outcome == PT_WRITTEN) {
        if (asked) answer(s, asked);
        if (!s->over) study_tell_change(s);
        s->made = 0;
        s->met_by = -1;
        if (s->over) {
            fail_all(s, false);
            study_drop(s);
        } else if (is_elsewhere(s)) {
            hand_over(s);
        } else {
            go_on(s);
        }
        return;
    }
    s->met_by = -1;
    if (outcome == PT_CLASHES && s->server->node) { /* another node has the office */
        s->busy = true;                             /* so that nobody drops it meanwhile */
        node_office_lost(s->server);
        s->busy = false;
        hand_over(s);
        if (asked) ask_again(asked);
        return;
    }
    if (outcome != PT_CLASHES) /* otherwise its owner, or whoever asked, has been deleted */
        log_line("error", "study", "%s could not be written", s->row.id);
    if (asked && outcome == PT_CLASHES)
        web_fail(asked, 404, "no-study", sv_say_study_none());
    else if (asked)
        web_fail_unwritten(asked, outcome);
    s->over = false;
    s->made = 0;
    study_spoil(s);
}

static void write_head(const hosted_study *s, char *out, size_t size) {
    pt_text text = pt_text_on(out, size);
    pt_json j = pt_json_on(&text);
    int chapters = 0;
    for (int i = 0; i < s->law->chapters; i++)
        chapters += pt_study_lives(s->law, s->law->chapter[i]);
    pt_open(&j, '{');
    pt_key_str(&j, "name", pt_study_text(s->law, s->law->name));
    pt_key_str(&j, "game", s->law->game->name);
    pt_key_str(&j, "access",
               s->law->access.text ? pt_study_text(s->law, s->law->access) : "people");
    pt_key_int(&j, "chapters", chapters);
    pt_key_int(&j, "people", s->law->people);
    pt_close(&j, '}');
    if (text.cut) pt_clear(&text);
}

void study_commit(hosted_study *s, web *asked) {
    assert(!s->busy && s->batch);
    pt_batch *b = s->batch;
    s->batch = NULL;
    s->busy = true;
    s->asked = asked;
    if (!s->over) {
        s->row.changed = wall_ms();
        s->row.listed = strcmp(pt_study_text(s->law, s->law->access), "all") == 0;
        write_head(s, s->row.head, sizeof s->row.head);
        pt_batch_study(b, &s->row);
    }
    /* Of several nodes, a clash says that another has the office. */
    if (asked && asked->known && !s->server->node) pt_batch_somebody(b, asked->person.id);
    pt_store_commit(s->server->store, b, written, s, 0);
}

/* --- time --- */

void studies_tick(server *sv, int64_t now) {
    for (hosted_study *s = sv->studies, *next; s; s = next) {
        next = s->next;
        if (s->law && !s->busy) study_tidy_here(s, now);
        if (s->here_count) s->used = now;
        if (!s->busy && !s->waiting_count && now - s->used > REST_MS) study_drop(s);
    }
}

void studies_read_again(server *sv) {
    for (hosted_study *s = sv->studies, *next; s; s = next) {
        next = s->next;
        if (!s->busy && !s->waiting_count) study_drop(s);
    }
}

/* Their own are gone from the disk; elsewhere they are nobody. */
void studies_forget(server *sv, const char *person) {
    for (hosted_study *s = sv->studies, *next; s; s = next) {
        next = s->next;
        if (!s->busy && !s->waiting_count && strcmp(s->row.owner, person) == 0) {
            study_drop(s);
            continue;
        }
        for (int i = 0; i < PT_STUDY_PEOPLE; i++)
            if (strcmp(s->person[i], person) == 0) s->person[i][0] = s->name[i][0] = 0;
    }
}
