/* Who may write at a table: everybody who sits there says whether all may, friends, or nobody.
 * Who has such a wish is in memory (blocks.h); friends are looked up, and the line waits for
 * it. */
/* SPDX-License-Identifier: MIT */
#include "server/blocks.h"
#include "server/people.h"
#include "server/words.h"
#include <stdlib.h>
#include <string.h>

enum { SITTING = PT_SEATS * (1 + PT_MATES) };

typedef struct line {
    server *server;
    char table[PT_ID];
    request request;
    int count;
    char friends_of[SITTING][PT_ID]; /* each lets only friends write */
    bool strange, unread;
} line;

/* Notes whoever sits here and is not the one who writes; false: they let nobody. */
static bool note(line *l, const char *person) {
    pt_seen_by by = written_by(people_blocks(l->server->people), person);
    if (!person[0] || strcmp(person, l->request.person) == 0 || by == PT_SEEN_BY_ALL)
        return true;
    if (by == PT_SEEN_BY_NOBODY || l->count == SITTING) return false;
    pt_copy(l->friends_of[l->count++], PT_ID, person);
    return true;
}

static bool note_seat(line *l, const pt_seat *s) {
    bool open = s->kind != PT_SEAT_HUMAN || note(l, s->person);
    for (int k = 0; s->kind == PT_SEAT_HUMAN && k < PT_MATES; k++)
        open &= note(l, s->mate[k].person);
    return open;
}

static void read_friends(pt_look *look, void *job) {
    line *l = job;
    for (int i = 0; i < l->count; i++) {
        pt_finding found = pt_find_friend(look, l->friends_of[i], l->request.person);
        l->strange |= found == PT_ABSENT;
        l->unread |= found == PT_FAILED;
    }
}

static void friends_read(void *job) {
    line *l = job;
    l->request.vouched = true;
    if (l->unread)
        reply_refused(l->server, &l->request.from, "retry", sv_say_cannot_read());
    else if (l->strange)
        reply_refused(l->server, &l->request.from, "not-read", sv_say_not_read());
    else
        tables_post(l->server, l->table, &l->request);
    free(l);
}

bool talk_waits(hosted *h, const request *r) {
    line like = {.server = h->server, .request = *r};
    bool open = true;
    if (r->vouched || !r->from.id) return false;
    for (int i = 0; i < h->table.core.seats; i++)
        open &= note_seat(&like, &h->table.core.seat[i]);
    if (!open) {
        reply_refused(h->server, &r->from, "not-read", sv_say_not_read());
        return true;
    }
    if (!like.count) return false;
    line *l = malloc(sizeof *l);
    if (l) *l = like;
    if (l) pt_copy(l->table, PT_ID, h->table.core.id);
    if (l && pt_store_read(h->server->store, read_friends, friends_read, l)) return true;
    free(l);
    reply_refused(h->server, &r->from, "busy", sv_say_no_memory_now());
    return true;
}
