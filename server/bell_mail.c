/* The daily mail: what waits for somebody who has asked for it, at most once a day, not in
 * quiet hours, and only about what they have not seen within an hour. */
/* SPDX-License-Identifier: MIT */
#include "server/bell.h"
#include "server/mail.h"
#include "server/push.h"
#include "server/words.h"
#include <stdlib.h>
#include <string.h>

#define DAY_MS (24 * (int64_t)3600000)
#define AGE_MS ((int64_t)3600000)
enum { LOOK_MS = 300000, AT_ONCE = 10, SUBJECT = 150, TEXT = 6000 };

typedef struct mailing {
    char person[PT_ID], subject[SUBJECT], text[TEXT], stop[PT_STOP];
} mailing;

typedef struct round {
    server *server;
    int64_t now;
    int people, count;
    char person[AT_ONCE][PT_ID];
    mailing mail[AT_ONCE];
} round;

static void take_person(void *who, const char *person) {
    round *r = who;
    if (r->people < AT_ONCE) pt_copy(r->person[r->people++], PT_ID, person);
}

typedef struct writing_mail {
    const server *server;
    pt_text *out;
    int count;
    int wanted[BELL_KINDS]; /* now: a notice knows only what was wanted when it came */
} writing_mail;

static void put_notice(void *who, const pt_notice_row *n) {
    writing_mail *w = who;
    int kind = bell_kind_named(n->kind);
    bool nameless = n->other[0] && !n->name[0];
    if (kind < 0 || n->seen || nameless || !(n->channels & w->wanted[kind] & BELL_MAIL)) return;
    if (w->out->used + 800 > w->out->size) return;
    w->count++;
    pt_say(w->out, bell_kinds[kind].title(n));
    pt_puts(w->out, ". ");
    pt_say(w->out, bell_kinds[kind].text(n));
    pt_put(w->out, "\n%s", mail_site(w->server));
    bell_link(n, w->out);
    pt_puts(w->out, "\n\n");
}

/* False: there is nothing to say, or not now. */
static bool write_mail(pt_look *look, round *r, const char *person, mailing *m) {
    pt_mail_row to;
    pt_bell_row bell;
    char key[STOP_KEY];
    if (pt_find_mail(look, person, &to) != PT_FOUND ||
        pt_find_bell(look, person, &bell) == PT_FAILED || quiet_until(&bell, r->now))
        return false;
    int language = pt_language_named(to.language);
    pt_text text = pt_text_on(m->text, TEXT), subject = pt_text_on(m->subject, SUBJECT),
            stop = pt_text_on(m->stop, sizeof m->stop);
    text.language = subject.language = (uint8_t)(language < 0 ? PT_ENGLISH : language);
    writing_mail w = {.server = r->server, .out = &text};
    if (!bell_read_wishes(look, person, w.wanted) ||
        pt_each_notice(look, person, put_notice, &w) < 0 || !w.count)
        return false;
    stop_key(push_link_secret(r->server), person, key);
    pt_say(&subject, sv_say_bell_mail(w.count));
    pt_say(&text, sv_say_bell_mail_stop());
    pt_put(&text, "\n%s/stop?key=%s&way=mail\n", mail_site(r->server), key);
    pt_put(&stop, "%s/api/bell/stop?key=%s&way=mail", mail_site(r->server), key);
    pt_copy(m->person, PT_ID, person);
    return !text.cut && !subject.cut && !stop.cut;
}

/* The next people by id; false: there are none, or they cannot be read. */
static bool read_some(pt_look *look, round *r, const char *after) {
    r->people = 0;
    return pt_each_unmailed(look, BELL_MAIL, r->now - AGE_MS, r->now - DAY_MS, after, AT_ONCE,
                            take_person, r) > 0;
}

/* Whoever sleeps, or has nothing to be told of, is passed over: others come after them. */
static void read_round(pt_look *look, void *job) {
    round *r = job;
    char after[PT_ID] = "";
    while (r->count < AT_ONCE && read_some(look, r, after)) {
        for (int i = 0; i < r->people && r->count < AT_ONCE; i++)
            if (write_mail(look, r, r->person[i], &r->mail[r->count])) r->count++;
        memcpy(after, r->person[r->people - 1], sizeof after);
    }
}

/* First it is written that the mail of this day has gone: twice would be worse than never. */
static void marked(void *who, uint64_t tag, pt_outcome outcome) {
    round *r = who;
    (void)tag;
    for (int i = 0; i < r->count && outcome == PT_WRITTEN && !r->server->stopping; i++)
        mail_send(r->server, r->mail[i].person, r->mail[i].subject, r->mail[i].text,
                  r->mail[i].stop);
    free(r);
}

static void round_read(void *job) {
    round *r = job;
    pt_batch *b = r->count && !r->server->stopping ? pt_batch_new() : NULL;
    if (!b) {
        free(r);
        return;
    }
    for (int i = 0; i < r->count; i++) pt_batch_mailed(b, r->mail[i].person, r->now);
    pt_store_commit(r->server->store, b, marked, r, 0);
}

void bell_mail_tick(server *sv, int64_t now) {
    if (now < sv->next_bell_mail || !mail_is_possible(sv) || !mail_site(sv)[0]) return;
    sv->next_bell_mail = now + LOOK_MS;
    round *r = calloc(1, sizeof *r);
    if (!r) return;
    r->server = sv;
    r->now = wall_ms();
    if (!pt_store_read(sv->store, read_round, round_read, r)) free(r);
}
