/* HTTP requests that are answered later, and what the files of the REST side share. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/people.h"
#include "store/club.h"
#include "store/people.h"
#include "store/profile.h"

/* A session of an account that nobody has used for so long is over. A guest's lasts as long as
 * the guest (guests.c): nothing would bring them back. */
#define SESSION_MS (180 * (int64_t)86400000)

typedef struct web {
    share_item item; /* must come first: a list waits for its turn */
    server *server;
    asker from;
    net_method method;
    char path[256], query[1024], peer[64], host[256];
    uint8_t token[PT_TOKEN], other_token[PT_TOKEN];
    char browser[PT_DEVICE], system[PT_DEVICE];
    pt_session_row session; /* of the token */
    bool has_token, known, anybody;
    bool pardoned;       /* whoever is banned may ask for this, too */
    uint8_t role, needs; /* of the person, and what the path is for: a pt_role */
    bool unread;         /* what was asked of the store could not be read */
    uint64_t logouts;    /* so far, when the token was looked up */
    pt_person_row person;
    char other[PT_ID], other_name[PT_LABEL]; /* whom it names, once they are found */
    pt_page_row other_page;
    bool other_is_friend;
    pt_seen_by other_by; /* who may invite them, as this person is told (invited_by) */
    void (*then)(struct web *);
    json_t *in;
    char *out;
    size_t out_size, body_size;
    char secret[PT_SECRET]; /* a hash that is being made or judged */
    bool judged;
    char new_token[65];
    char body[];
} web;

/* NULL without memory: then it has been answered. */
web *web_new(server *sv, const net_request *r, void (*then)(web *));
void web_free(web *w);
/* These answer, and free it. */
void web_fail(web *w, int status, const char *code, pt_said why);
void web_fail_in_words(web *w, int status, const char *code, const pt_text *why);
void web_send(web *w, int status, pt_text *out);
void web_send_person(web *w, int status, const char *token); /* NULL: without one */
/* Whether the person may write this for others; or it fails: they are muted, nobody could see
 * it, or it says a word that nobody may say. */
bool web_may_say(web *w, const char *text);
bool web_body(web *w); /* reads the body into `in`, or fails */
/* The language of a request: the first one it accepts (Accept-Language) that we have. */
uint8_t language_of(const net_request *r);
/* Finds the person by the token, then calls `then`; answers 401 if there is none, unless
 * `anybody`. */
void web_as(web *w);
/* Reads from the store, then goes on with `done`; fails without memory. */
void web_read(web *w, pt_reading *read, pt_read_done *done);
/* What could end an account, or let somebody else in for ever, is open only to a session whose
 * owner has shown a password or a passkey in the last minutes; false: answered, with `proof`.
 */
bool recent_proof(web *w);
void web_fail_banned(web *w, const pt_measure_row *m);
/* A web's answer that a reading has written into `out`: it, or why there is none. */
void web_send_read(void *job);
void web_fail_unread(web *w); /* the disk could not be read */
void web_fail_unwritten(web *w,
                        pt_outcome why); /* or not be written; or nobody asks any more */
/* Writes what the token's person wants, unless they have been deleted meanwhile: it clashes. */
void web_commit(web *w, pt_batch *b, pt_written *done, void *who);
/* The person is written, or the name clashes: answers. */
void web_send_written(void *w, uint64_t tag, pt_outcome outcome);
bool query_text(const char *query, const char *key, char *out, size_t size);

/* names_api.c: a name in the body; false with what is wrong */
bool name_read(web *w, char out[PT_LABEL], name_fault *fault);
void name_refuse(web *w, name_fault fault); /* answers, and frees it */
/* Answers, and frees it, if a guest who is here has the name; true then. */
bool name_refuse_here(web *w, char name[PT_LABEL]);
void people_make_guest(web *w);
void people_rename(web *w); /* the token's person is known */

typedef struct route {
    net_method method;
    const char *path; /* one that ends with a stroke stands for all below it */
    void (*then)(web *);
    enum { FOR_ALL, FOR_ANYBODY, FOR_TOKEN, FOR_BANNED, FOR_MODERATOR, FOR_ADMIN } who;
} route;
void fair_tell_terms(web *w);      /* fair_table.c */
extern const route admin_routes[]; /* admin.c; the last has no path */

/* people_api.c; false: no such path */
bool people_request(server *sv, const net_request *r);
bool people_methods(const char *path, pt_text *out); /* "GET, HEAD, DELETE" */

/* sessions.c: a new token for the person, who is written too if they are new */
void session_begin(web *w, bool new_person);
/* The same together with what else is in the batch, which may be NULL. */
void session_begin_with(web *w, pt_batch *b);
/* The same as a part of a batch; the token is in `new_token`. */
void session_add(web *w, pt_batch *b);
/* Ends what acts for the person with this token, or (not `its`) with any other, or (NULL) at
 * all. */
void sessions_end(server *sv, const char *person, const uint8_t *token, bool its);
void sessions_end_here(server *sv, const char *person, const uint8_t *token,
                       bool its); /* not at other nodes */
/* The token's person is known. */
void people_logout(web *w);
void people_forget(web *w);
void sessions_tell(web *w);
void sessions_end_one(web *w);
void sessions_end_others(web *w);

/* my_data.c */
void my_data_tell(web *w); /* the token's person is known */
/* my_page.c: members of an open object; false if they cannot be read */
enum { MY_MEASURES = 50 };
bool my_page_put(pt_look *look, const char *person, pt_json *j);

/* friends.c; the token's person is known */
void friends_tell(web *w);
void friends_add(web *w);
void friends_drop(web *w);
void blocks_add(web *w);
void blocks_drop(web *w);

/* reports.c, measures.c; the token's person is known */
void reports_add(web *w);
void notices_tell(web *w);
void measures_at_table(web *w);
void measures_tell(web *w); /* let_in.c */
void measures_end(web *w);

/* passkeys.c; the token's person is known, but for those who enter */
void passkeys_ask(web *w);
void passkeys_ask_enter(web *w);
void passkeys_add(web *w);
void passkeys_tell(web *w);
void passkeys_rename(web *w);
void passkeys_drop(web *w);
void passkeys_enter(web *w);
void passkeys_ask_prove(web *w);
void passkeys_prove(web *w);        /* the body is read */
void passkeys_make_account(web *w); /* a guest, by passkey alone; likewise */

/* bell_api.c; the token's person is known, but for links that stop */
void bell_list(web *w);
void bell_seen(web *w);
void bell_wishes(web *w);
void bell_set_wishes(web *w);
void bell_subscribe(web *w);
void bell_unsubscribe(web *w);
void bell_stop(web *w);

/* invite.c */
void invitations_add(web *w);
void invitations_to_table(hosted *h, const request *r); /* ASK_INVITE */
/* The one place that decides whether `other` may invite `person`: BY_ALL says yes, BY_FRIENDS
 * that only friends may, BY_NOBODY that nobody may. Whoever is blocked is answered like any
 * stranger, and nobody invites themselves. In the loop: it alone knows who is blocked. */
pt_seen_by invited_by(const server *sv, const char *person, const char *other, bool friends,
                      const pt_page_row *wishes);

/* profile.c */
void profile_tell(web *w);   /* the token's person may be known */
void profile_wishes(web *w); /* the token's person is known in these */
void profile_wish(web *w);
extern const char *const seen_names[]; /* of pt_seen_by (store/profile.h) */

/* faces.c */
void face_choose(web *w); /* the token's person is known */
void faces_tell(web *w);

/* season.c */
void season_tell(web *w);

/* account.c: a guest becomes an account, with what is in the batch; `secret` may be "" */
void account_make(web *w, pt_batch *b);

/* recent.c; the token's person is known */
void recent_prove(web *w);
void web_proved(void *who, uint64_t tag, pt_outcome outcome); /* it is written: answers */

/* mail_api.c; the token's person is known in the first three */
void mail_tell(web *w);
void mail_change(web *w);
void mail_remove(web *w);
void mail_confirm(web *w);
void mail_ask_reset(web *w);
void mail_reset(web *w);

/* recovery.c */
void recovery_make(web *w); /* the token's person is known */
void recovery_use(web *w);
