/* Letters on their way: out of the store, into words, to the mail server. */
/* SPDX-License-Identifier: MIT */
#include "server/mail.h"
#include "server/log.h"
#include "server/people.h"
#include "server/smtp.h"
#include "server/words.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    AT_ONCE = 2,       /* letters on their way */
    TRIES_MOST = 9,    /* with waits of 1, 3, 9 ... minutes, six hours at the most */
    IDLE_MS = 30000,   /* another node may have left a letter behind */
    TROUBLE_MS = 5000, /* the store cannot be read */
    WAIT_MOST_MS = 6 * 3600000,
    CONFIRM_MS = 24 * 3600000,
    RESET_MS = 30 * 60000,
    STALE_MS = 3600000, /* a link that was asked for so long ago is not wanted any more */
};

struct mail {
    smtp smtp;
    char site[200], user[200], password[400];
    int64_t retry_ms, next_look;
    int sending;
    bool looking;
};

bool mail_is_possible(const server *sv) { return sv->mail != NULL; }
const char *mail_site(const server *sv) { return sv->mail ? sv->mail->site : ""; }

/* --- letters into the store --- */

static void set_letter(pt_letter_row *row, const char *person) {
    memset(row, 0, sizeof *row);
    random_id(row->id, PT_ID, 'm');
    pt_copy(row->person, sizeof row->person, person);
    row->made = now_ms();
}

bool mail_send(server *sv, const char *person, const char *subject, const char *text,
               const char *stop) {
    pt_letter_row row;
    pt_batch *b = sv->mail ? pt_batch_new() : NULL;
    if (!b) return false;
    set_letter(&row, person);
    pt_copy(row.subject, sizeof row.subject, subject);
    pt_copy(row.text, sizeof row.text, text);
    if (stop) pt_copy(row.stop, sizeof row.stop, stop);
    pt_batch_letter(b, &row);
    pt_store_commit(sv->store, b, mail_written, sv, 0);
    return true;
}

void mail_batch(const server *sv, pt_batch *b, letter_kind kind, const char *person,
                const char *address, const char *language) {
    pt_letter_row row;
    if (!sv->mail) return;
    set_letter(&row, person);
    row.kind = (int)kind;
    pt_copy(row.address, sizeof row.address, address);
    pt_copy(row.language, sizeof row.language, language);
    pt_batch_letter(b, &row);
}

void mail_look(server *sv) {
    if (sv->mail) sv->mail->next_look = 0;
}

void mail_written(void *who, uint64_t tag, pt_outcome outcome) {
    (void)tag, (void)outcome;
    mail_look(who);
}

/* --- words --- */

/* clang-format off */
static const struct {
    int subject, text, end; /* SV_SAY_... */
    const char *path;       /* of the link; NULL: there is none */
    int64_t life;           /* of the link, ms */
} kinds[LETTER_KINDS] = {
    [LETTER_CONFIRM]  = {SV_SAY_LETTER_CONFIRM,  SV_SAY_LETTER_CONFIRM_TEXT,  SV_SAY_LETTER_CONFIRM_END,  "/mail/confirm", CONFIRM_MS},
    [LETTER_RESET]    = {SV_SAY_LETTER_RESET,    SV_SAY_LETTER_RESET_TEXT,    SV_SAY_LETTER_RESET_END,    "/mail/reset",   RESET_MS},
    [LETTER_PASSWORD] = {SV_SAY_LETTER_PASSWORD, SV_SAY_LETTER_PASSWORD_TEXT, SV_SAY_LETTER_STRANGER,     NULL, 0},
    [LETTER_MOVED]    = {SV_SAY_LETTER_MOVED,    SV_SAY_LETTER_MOVED_TEXT,    SV_SAY_LETTER_STRANGER,     NULL, 0},
    [LETTER_REMOVED]  = {SV_SAY_LETTER_REMOVED,  SV_SAY_LETTER_REMOVED_TEXT,  SV_SAY_LETTER_STRANGER,     NULL, 0},
    [LETTER_PASSKEY]  = {SV_SAY_LETTER_PASSKEY,  SV_SAY_LETTER_PASSKEY_TEXT,  SV_SAY_LETTER_STRANGER,     NULL, 0},
};
/* clang-format on */

/* Most sentences say whose account it is, and where. */
static pt_said said_of(int phrase, const pt_letter_row *row, const char *site) {
    pt_said said = pt_said_plain(&sv_phrases[phrase]);
    int n = (int)strlen(said.phrase->types);
    if (n > 0) said.arg[0].text = row->name;
    if (n > 1) said.arg[1].text = site;
    return said;
}

typedef struct sending {
    server *server;
    pt_letter_row row;
    char token[65]; /* of its link */
    char *letter;
    size_t size;
    smtp_outcome outcome;
    char why[SMTP_WHY];
    bool found, unread;
} sending;

static void sending_free(void *job) {
    sending *s = job;
    free(s->letter);
    free(s);
}

static void put_text(const sending *s, pt_text *subject, pt_text *text) {
    const char *site = s->server->mail->site;
    int language = pt_language_named(s->row.language);
    subject->language = text->language = (uint8_t)(language < 0 ? PT_ENGLISH : language);
    if (s->row.kind == LETTER_PLAIN) {
        pt_puts(subject, s->row.subject);
        pt_puts(text, s->row.text);
        return;
    }
    pt_say(subject, said_of(kinds[s->row.kind].subject, &s->row, site));
    pt_say(text, said_of(kinds[s->row.kind].text, &s->row, site));
    pt_puts(text, "\n\n");
    if (kinds[s->row.kind].path)
        pt_put(text, "%s%s#%s\n\n", site, kinds[s->row.kind].path, s->token);
    pt_say(text, said_of(kinds[s->row.kind].end, &s->row, site));
    pt_put(text, "\n\n-- \n%s\n", site);
}

static bool put_letter(sending *s) {
    PT_TEXT(subject, PT_SUBJECT);
    PT_TEXT(text, PT_LETTER + 1000);
    put_text(s, &subject, &text);
    const letter l = {.from = s->server->mail->smtp.from,
                      .to = s->row.address,
                      .subject = subject.at,
                      .text = text.at,
                      .stop = s->row.stop,
                      .id = s->row.id,
                      .at = wall_ms()};
    s->letter = letter_write(&l, &s->size);
    return s->letter != NULL;
}

/* --- on their way --- */

static void drop_letter(server *sv, const char *id) {
    pt_batch *b = pt_batch_new();
    if (!b) return; /* it is sent twice */
    pt_batch_drop_letter(b, id);
    pt_store_commit(sv->store, b, NULL, NULL, 0);
}

static void deliver(void *job) {
    sending *s = job;
    s->outcome = smtp_send(&s->server->mail->smtp, s->row.address, s->letter, s->size, s->why);
}

static void sent(server *sv, void *job) {
    sending *s = job;
    bool last = s->row.tries + 1 >= TRIES_MOST;
    sv->mail->sending--;
    sv->mail->next_look = 0;
    if (s->outcome != SMTP_SENT)
        log_line(s->outcome == SMTP_NEVER || last ? "error" : "mail", "letter", "%s kind=%d %s",
                 s->row.id, s->row.kind, s->why);
    if (s->outcome != SMTP_LATER || last) drop_letter(sv, s->row.id);
    sending_free(s);
}

/* Now it is this server's: the next try is not before `due`. */
static void claimed(void *who, uint64_t tag, pt_outcome outcome) {
    sending *s = who;
    server *sv = s->server;
    mail *m = sv->mail;
    const pool_job job = {deliver, sent, sending_free, s};
    (void)tag;
    m->looking = false;
    m->next_look = outcome == PT_WRITTEN || outcome == PT_CLASHES ? 0 : now_ms() + TROUBLE_MS;
    if (outcome == PT_WRITTEN && !sv->stopping && put_letter(s) &&
        pool_do(sv->pool, POOL_MAIL, (share_key){0, id_hash(s->row.id)}, &job))
        m->sending++;
    else
        sending_free(s);
}

static int64_t wait_of(const mail *m, int tries) {
    int64_t wait = m->retry_ms;
    for (int i = 0; i < tries && wait < WAIT_MOST_MS; i++) wait *= 3;
    return wait < WAIT_MOST_MS ? wait : WAIT_MOST_MS;
}

static void claim(sending *s) {
    server *sv = s->server;
    int64_t now = now_ms();
    pt_batch *b = pt_batch_new();
    if (!b) {
        sv->mail->looking = false;
        sending_free(s);
        return;
    }
    pt_batch_letter_tried(b, &s->row, now + wait_of(sv->mail, s->row.tries));
    if (kinds[s->row.kind].path) {
        pt_link_row link = {.kind = s->row.kind, .until = now + kinds[s->row.kind].life};
        token_new(s->token, link.hash);
        memcpy(link.person, s->row.person, sizeof link.person);
        memcpy(link.address, s->row.address, sizeof link.address);
        pt_batch_link(b, &link);
    }
    pt_store_commit(sv->store, b, claimed, s, 0);
}

static void find_letter(pt_look *look, void *job) {
    sending *s = job;
    pt_finding found = pt_next_letter(look, now_ms(), &s->row);
    s->found = found == PT_FOUND;
    s->unread = found == PT_FAILED;
}

static void letter_found(void *job) {
    sending *s = job;
    server *sv = s->server;
    int64_t now = now_ms(), idle = sv->mail->retry_ms < IDLE_MS ? sv->mail->retry_ms : IDLE_MS;
    if (s->found && !sv->stopping) {
        bool known = s->row.kind >= 0 && s->row.kind < LETTER_KINDS;
        bool stale = known && kinds[s->row.kind].path && now > s->row.made + STALE_MS;
        if (known && !stale) {
            claim(s);
            return;
        }
        drop_letter(sv, s->row.id);
    }
    sv->mail->looking = false;
    sv->mail->next_look = s->found ? now + 100 : now + (s->unread ? TROUBLE_MS : idle);
    sending_free(s);
}

void mail_tick(server *sv, int64_t now) {
    mail *m = sv->mail;
    if (!m || m->looking || m->sending >= AT_ONCE || now < m->next_look) return;
    sending *s = calloc(1, sizeof *s);
    if (!s) return;
    s->server = sv;
    m->looking = pt_store_read(sv->store, find_letter, letter_found, s);
    if (!m->looking) sending_free(s);
    if (!m->looking) m->next_look = now + TROUBLE_MS;
}

/* --- opening --- */

/* Its first line is the name, its second the password. */
static bool read_login(mail *m, const char *path, pt_text *why) {
    FILE *f = fopen(path, "re");
    bool read = f && fgets(m->user, sizeof m->user, f) && fgets(m->password, 400, f);
    if (!f)
        pt_put(why, "cannot open %s: %s", path, strerror(errno));
    else if (!read)
        pt_put(why, "%s needs two lines: a name and a password", path);
    if (f) fclose(f);
    m->user[strcspn(m->user, "\r\n")] = 0;
    m->password[strcspn(m->password, "\r\n")] = 0;
    return read;
}

static bool read_site(mail *m, const char *site, pt_text *why) {
    bool good = site && strlen(site) < sizeof m->site && !strpbrk(site, " <>#?\"\r\n") &&
                (strncmp(site, "https://", 8) == 0 || strncmp(site, "http://", 7) == 0);
    if (!good) pt_puts(why, "--smtp needs --site, such as https://games.example.org");
    if (!good) return false;
    pt_copy(m->site, sizeof m->site, site);
    for (size_t n = strlen(m->site); n && m->site[n - 1] == '/'; n--) m->site[n - 1] = 0;
    return true;
}

static bool read_settings(mail *m, const serve_config *c, pt_text *why) {
    if (!smtp_is_built()) {
        pt_puts(why, "this program was built without mail: libcurl was missing");
        return false;
    }
    if (!smtp_url_ok(c->smtp)) {
        pt_puts(why, "--smtp needs a URL: smtps://mail.example.org or smtp://127.0.0.1:25");
        return false;
    }
    if (!c->mail_from || !letter_address_ok(c->mail_from)) {
        pt_puts(why, "--smtp needs --mail-from, an address such as club@example.org");
        return false;
    }
    return read_site(m, c->site, why) && (!c->smtp_login || read_login(m, c->smtp_login, why));
}

bool mail_open(server *sv, pt_text *why) {
    const serve_config *c = &sv->config;
    if (!c->smtp) return true;
    mail *m = calloc(1, sizeof *m);
    if (!m) pt_puts(why, "not enough memory");
    if (!m || !read_settings(m, c, why) || !smtp_begin()) {
        free(m);
        return false;
    }
    m->smtp.url = c->smtp;
    m->smtp.from = c->mail_from;
    m->smtp.user = m->user;
    m->smtp.password = m->password;
    m->retry_ms = (int64_t)c->mail_retry * 1000;
    sv->mail = m;
    return true;
}

void mail_stop(server *sv) {
    if (sv->mail) atomic_store(&sv->mail->smtp.stop, true);
}

void mail_free(server *sv) {
    if (sv->mail) smtp_end();
    free(sv->mail);
    sv->mail = NULL;
}
