/* Studies on the server: a host of study/, as the server is one of table/. A study is a log of
 * lines in the store. It comes into memory when somebody asks for it and leaves when nobody
 * does any more. Requests reach it one after the other; nobody gets an answer, and nobody who
 * looks on sees anything, before it is on the disk.
 *
 * Of several nodes the one that has the office (node.h) runs all studies: what changes one is
 * sent there. Whoever only looks is answered by any node, from the store. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/web.h"
#include "store/studies.h"
#include "study/event.h"
#include "study/tell.h"

enum {
    STUDY_ID = 14,       /* letters of an id, with the zero; the first is an s */
    STUDIES_OWN = 100,   /* of one person */
    STUDIES_MOST = 64,   /* in memory */
    STUDY_WAITING = 128, /* requests that wait while something is read or written */
    STUDY_HERE = 48,     /* people who look on at once */
    STUDY_ASKING = 16,   /* who ask to edit and were not let in yet */
    STUDY_TOUCHED = 40,  /* moves in one message; if there are more, pages look again */
};

/* Somebody who has the study open. */
typedef struct study_here {
    char person[PT_ID], name[PT_LABEL];
    int node, doing;
    char place[PT_STUDY_PLACE]; /* of the board, that they point at; "": none */
    int64_t at;
} study_here;

typedef struct hosted_study hosted_study;
/* Carries out a request; nothing is being written, and it is answered. */
typedef void study_acting(hosted_study *s, web *w);

struct hosted_study {
    server *server;
    hosted_study *next;
    pt_study_row row;
    pt_study *law; /* NULL while it is being read */
    char person[PT_STUDY_PEOPLE][PT_ID], name[PT_STUDY_PEOPLE][PT_LABEL]; /* by number */
    uint32_t lines;                                                       /* in the log */
    bool busy;       /* being read or written */
    pt_batch *batch; /* what the present request has changed */
    web *asked;      /* whose request is being written */
    int made;        /* the last move of that request */
    web *waiting[STUDY_WAITING];
    int waiting_count;
    study_here here[STUDY_HERE];
    int here_count;
    uint16_t touched[STUDY_TOUCHED]; /* by the present request */
    int touched_count;
    bool again; /* more has changed than moves */
    bool over;  /* being deleted */
    bool copy;  /* at a node without the office: read for one look, then dropped */
    char met[PT_STUDY_WORDS]; /* the present request: what it replaced unseen, */
    int met_by;               /* and whose that was; -1: nothing */
    study_acting *act;        /* for those that wait */
    int64_t used;
};

/* --- study.c: in memory, one request after the other --- */
/* Gives the request to `act` when its turn has come; loads the study if need be. */
void study_request(web *w, const char *id, study_acting *act);
/* Folds an event and adds it to what study_commit writes; false with words. */
bool study_add(hosted_study *s, pt_study_event *e, pt_text *why);
void study_begin_batch(hosted_study *s);
void study_commit(hosted_study *s, web *asked);
/* What is in memory is not what is on the disk: it is read again. */
void study_spoil(hosted_study *s);
hosted_study *study_new(server *sv, const char *id); /* NULL without memory, or too many */
void study_drop(hosted_study *s);
void studies_tick(server *sv, int64_t now);
void studies_free(server *sv);
void studies_forget(server *sv, const char *person);
void studies_read_again(
    server *sv); /* the office has come or gone: what is in memory may be old */

/* --- study_acts.c: what can be asked of one --- */
void study_act(hosted_study *s, web *w); /* nothing is being written; it is answered */
bool study_is_action(const char *name);
/* A chapter, from a record or from the beginning; false with words. */
bool study_take_chapter(hosted_study *s, json_t *in, int by, pt_text *why);

/* --- study_live.c: those who look on --- */
int study_number(const hosted_study *s, const web *w); /* -1: takes no part */
int study_number_of(const hosted_study *s, const char *person);
bool study_may_read(const hosted_study *s, const char *person);
void study_come(hosted_study *s, web *w, bool unseen); /* unseen: others do not hear of it */
void study_tell_change(hosted_study *s); /* of the request that was just written */
void study_tell_here(hosted_study *s);
void study_put_here(const hosted_study *s, pt_json *j);
void study_put_people(const hosted_study *s, pt_json *j);
void study_tidy_here(hosted_study *s, int64_t now);
const char *study_name_of(const void *s, int who);

/* --- study_api.c --- */
bool studies_request(server *sv, const net_request *r); /* false: no such path */
bool studies_methods(const char *path, pt_text *out);
void (*studies_handler(net_method method, const char *path))(web *); /* what changes one */
