/* Faces that people have chosen. A face is drawn from a number that follows from an id
 * (core/ids.h) and stands wherever its person does, also in games that are over; pages ask
 * which of the numbers they show have another one. */
/* SPDX-License-Identifier: MIT */
#include "server/web.h"
#include "server/words.h"
#include "store/profile.h"
#include <stdlib.h>

enum { ASKED = 64 };

void face_choose(web *w) {
    if (!web_body(w)) return;
    const json_t *face = json_object_get(w->in, "face");
    json_int_t which = json_is_integer(face) ? json_integer_value(face) : -1;
    bool good = which >= 0 && which < PT_FACES;
    pt_batch *b = good ? pt_batch_new() : NULL;
    if (!good) {
        web_fail(w, 400, "malformed", sv_say_face_form(PT_FACES - 1));
    } else if (!b) {
        web_fail(w, 503, "memory", sv_say_no_memory());
    } else {
        pt_batch_face(b, w->person.id, (int)which);
        web_commit(w, b, web_proved, w);
    }
}

typedef struct faces {
    web *web;
    int count;
    uint32_t number[ASKED];
    int chosen[ASKED];
    bool unread;
} faces;

/* "1,22,333"; false: that is not what it says. */
static bool take_numbers(faces *f, const char *text) {
    while (f->count < ASKED && *text >= '0' && *text <= '9') {
        char *end;
        unsigned long long n = strtoull(text, &end, 10);
        if (n > UINT32_MAX) return false;
        f->number[f->count++] = (uint32_t)n;
        if (!*end) return true;
        if (*end != ',') return false;
        text = end + 1;
    }
    return false;
}

static void read_faces(pt_look *look, void *job) {
    faces *f = job;
    for (int i = 0; i < f->count; i++)
        f->unread |= pt_find_face(look, f->number[i], &f->chosen[i]) == PT_FAILED;
}

static void faces_read(void *job) {
    faces *f = job;
    PT_TEXT(out, ASKED * 20 + 40);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_open(&j, "faces", '{');
    for (int i = 0; i < f->count; i++) {
        PT_TEXT(number, 16);
        pt_put(&number, "%u", f->number[i]);
        if (f->chosen[i]) pt_key_int(&j, number.at, f->chosen[i]);
    }
    pt_close(&j, '}');
    pt_close(&j, '}');
    if (f->unread)
        web_fail_unread(f->web);
    else
        web_send(f->web, 200, &out);
    free(f);
}

void faces_tell(web *w) {
    char text[sizeof w->query];
    faces *f = calloc(1, sizeof *f);
    if (f) f->web = w;
    bool good = f && query_text(w->query, "of", text, sizeof text) && take_numbers(f, text);
    if (good && pt_store_read(w->server->store, read_faces, faces_read, f)) return;
    if (f && !good)
        web_fail(w, 400, "malformed", sv_say_faces_form(ASKED));
    else
        web_fail(w, 503, "memory", sv_say_no_memory());
    free(f);
}
