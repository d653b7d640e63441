/* What people keep for themselves at a table: on its way to the disk, and back to them alone.
 */
/* SPDX-License-Identifier: MIT */
#include "server/own.h"
#include "server/words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NOTES = 200 };

/* --- telling --- */

void mine_begin(mine *m, hosted *h, const request *r) {
    server *sv = h->server;
    m->out = pt_text_on(sv->message, sizeof sv->message);
    m->out.language = r->from.language;
    m->j = pt_json_on(&m->out);
    pt_open(&m->j, '{');
    pt_tell_start(&m->j, &h->table, "mine", pt_eye_of(r->seat));
    if (r->from.re[0]) pt_key_str(&m->j, "re", r->from.re);
}

static void put_notes(pt_json *j, const own *o, const char *person) {
    pt_key_open(j, "notes", '[');
    for (int i = 0; o && i < o->count; i++) {
        long at = 0;
        if (strcmp(o->row[i].person, person) != 0) continue;
        if (sscanf(o->row[i].key, "note %ld", &at) != 1) continue;
        pt_open(j, '{');
        pt_key_int(j, "at", at);
        pt_key_str(j, "text", o->row[i].body);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

void mine_send(mine *m, hosted *h, const request *r) {
    prepared_put(&m->j, h, r->person, r->seat);
    put_notes(&m->j, h->own, r->person);
    pt_close(&m->j, '}');
    conn_send(h->server, r->from.id, m->j.out);
}

void mine_tell(hosted *h, const request *r) {
    mine m;
    mine_begin(&m, h, r);
    m.j.out = &m.out;
    mine_send(&m, h, r);
}

/* --- writing --- */

typedef struct keeping {
    server *server;
    char table[PT_ID], key[PT_OWN_KEY];
    request request;
    char *was; /* what is there again if it cannot be written */
} keeping;

static void kept(void *who, uint64_t tag, pt_outcome outcome) {
    keeping *k = who;
    hosted *h = tables_find(k->server, k->table);
    (void)tag;
    if (outcome == PT_WRITTEN) {
        if (h && h->table.game) mine_tell(h, &k->request);
    } else {
        if (h && h->own) own_set(h->own, k->request.person, k->key, k->was);
        reply_refused(k->server, &k->request.from,
                      outcome == PT_UNSURE ? "unsure" : "not-written",
                      outcome == PT_UNSURE ? sv_say_unsure() : sv_say_not_written());
    }
    free(k->was);
    free(k);
}

/* Memory is changed at once, so that two requests one after the other both count. */
void mine_write(hosted *h, const request *r, const char *key, const char *body) {
    server *sv = h->server;
    keeping *k = calloc(1, sizeof *k);
    pt_batch *b = pt_batch_new();
    if (!h->own) h->own = calloc(1, sizeof *h->own);
    if (k && h->own) k->was = strdup(own_find(h->own, r->person, key));
    if (!k || !b || !h->own || !k->was || !own_set(h->own, r->person, key, body)) {
        pt_batch_free(b);
        if (k) free(k->was);
        free(k);
        reply_refused(sv, &r->from, "busy", sv_say_no_memory_now());
        return;
    }
    k->server = sv;
    memcpy(k->table, h->table.core.id, sizeof k->table);
    pt_text copy = pt_text_on(k->key, sizeof k->key);
    pt_puts(&copy, key);
    k->request = *r;
    pt_batch_own(b, r->person, h->num, key, body);
    pt_store_commit(sv->store, b, kept, k, 0);
}

/* --- notes --- */

static int count_notes(const own *o, const char *person) {
    int n = 0;
    for (int i = 0; o && i < o->count; i++)
        n += strcmp(o->row[i].person, person) == 0 && strncmp(o->row[i].key, "note ", 5) == 0;
    return n;
}

/* A note stands at a number of the seat's own stream, which it has come to. */
void mine_note(hosted *h, const request *r) {
    PT_TEXT(key, PT_OWN_KEY);
    if (r->at < 0 || r->at > h->table.core.seen[r->seat]) {
        reply_refused(h->server, &r->from, "malformed", sv_say_note_place());
        return;
    }
    pt_put(&key, "note %lld", (long long)r->at);
    if (r->text[0] && !own_find(h->own, r->person, key.at)[0] &&
        count_notes(h->own, r->person) >= MOST_NOTES) {
        reply_refused(h->server, &r->from, "full", sv_say_notes_full(MOST_NOTES));
        return;
    }
    mine_write(h, r, key.at, r->text);
}
