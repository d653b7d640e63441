/* A request at its table. The law of the table decides (table/request.h); here its events go to
 * the disk and its refusals to whoever asked. How a message becomes events and answers:
 *
 * 1. net.c receives a text; conn_message (conn.c) reads it as a request and posts it.
 * 2. tables_post (table_load.c) puts it into its table's inbox, and loads the table if needed.
 * 3. dispatch_requests (dispatch.c) gives it to request_take, here, when the table is not busy.
 * 4. pt_table_ask (table/request.c) refuses, or folds events into the table and emits each.
 * 5. take_event, here, collects the emitted events in a batch (writing_event, writing.c).
 * 6. A refusal is answered at once. Events are committed, and the table is busy until they are
 *    on disk (writing_commit).
 * 7. Then the store calls written (writing.c): watchers get the difference (updates.c), whoever
 *    asked gets "ok" (reply.c), and the table is ready for its next request. */
/* SPDX-License-Identifier: MIT */
#include "server/blocks.h"
#include "server/measures.h"
#include "server/node.h"
#include "server/outside_bots.h"
#include "server/own.h"
#include "server/people.h"
#include "server/server.h"
#include "server/web.h"
#include "server/words.h"
#include "store/fair.h"
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { REST_MS = 50 };

/* A request while it is being taken. */
typedef struct taking {
    hosted *h;
    const char *speaker; /* of talk */
    hosted *next;        /* of a rematch, or NULL */
    bool noticed;
    pt_event notice; /* to be told after the answer */
} taking;

/* Whose line it was cannot be read from the log later: of those who look on, of a team, and of
 * those who may still go without a trace. It is kept, so that they can be erased. */
static bool is_known_by_name(const pt_table *t, int seat) {
    return seat < 0 || t->core.phase == PT_TABLE_OPEN ||
           pt_seat_people(&t->core.seat[seat]) > 1;
}

static void take_event(void *to, const pt_table *t, const pt_event *e) {
    taking *k = to;
    if (e->number) {
        writing_event(t == &k->h->table ? k->h : k->next, e);
        if (e->kind == PT_SAID && k->speaker && is_known_by_name(t, e->seat))
            pt_batch_spoken(k->h->batch, k->speaker, k->h->num, e->number);
        return;
    }
    k->noticed = true;
    k->notice = *e;
}

/* Only at one screen does anybody sit under a name that is not their own. */
static const char *name_at(const hosted *h, const request *r) {
    bool friend = r->friend_name[0] && h->table.core.access == PT_ACCESS_LOCAL;
    return friend ? r->friend_name : r->name;
}

static pt_request law_request(const hosted *h, const request *r, int64_t now) {
    pt_request q = {.kind = (pt_ask)r->kind,
                    .seat = r->seat,
                    .person = r->person,
                    .name = name_at(h, r),
                    .key = r->key,
                    .now = now,
                    .at = r->at,
                    .id = r->from.re,
                    .text = r->text,
                    .move = r->move,
                    .yes = r->yes};
    if (r->kind == PT_ASK_MOVE && r->from.id) q.yes = false; /* only the server prepares */
    if (r->kind == PT_ASK_PRESENCE) q.there = seats_watched(h);
    return q;
}

/* The one place where a refusal of the law becomes words for somebody. */
static void refuse(hosted *h, const request *r, pt_refusal no, const pt_text *why) {
    reply_why(h->server, &r->from, no, why);
}

static void finish(taking *k, const request *r, pt_refusal no, const pt_text *why) {
    hosted *h = k->h;
    if (h->table.broken) {
        h->writing->from = r->from;
        writing_give_up(h, PT_UNWRITTEN);
        return;
    }
    if (no) {
        assert(!h->batch);
        refuse(h, r, no, why);
    }
    if (writing_commit(h, &r->from, r->seat)) return;
    if (!no) reply_ok(h, &r->from, r->seat);
    if (k->noticed) updates_notice(h, &k->notice);
}

static void ask_table(hosted *h, const request *r, int64_t now) {
    PT_TEXT_IN(why, 512, r->from.language);
    taking k = {.h = h, .speaker = r->kind == PT_ASK_CHAT ? r->person : NULL};
    const pt_sink sink = {take_event, &k};
    const pt_request q = law_request(h, r, now);
    writing_open(h);
    pt_refusal no = pt_table_ask(&h->table, &q, &sink, &why);
    finish(&k, r, no, &why);
}

/* --- rematch --- */

/* The next table is made beforehand, and dropped if not everybody has agreed yet. */
static hosted *add_next(server *sv, pt_fresh *fresh) {
    random_id(fresh->id, TABLE_ID, 't');
    random_id(fresh->key, TABLE_KEY, 0);
    randombytes_buf(fresh->seed, sizeof fresh->seed);
    hosted *next = node_has_number(sv) ? tables_add(sv, fresh->id) : NULL;
    if (!next) return NULL;
    next->num = sv->next_num;
    writing_open(next);
    return next;
}

/* Nobody hears of the next table unless it is written, so both are written together. */
static bool finish_both(taking *k, const request *r) {
    hosted *next = k->next;
    if (!next->table.core.number || next->table.broken || k->h->table.broken || !k->h->batch) {
        tables_drop(next);
        return false;
    }
    next->server->next_num++;
    next->server->counts.tables_made++;
    writing_commit_both(next, k->h, &r->from, r->seat);
    return true;
}

static void ask_rematch(hosted *h, const request *r, int64_t now) {
    PT_TEXT_IN(why, 512, r->from.language);
    pt_fresh fresh = {0};
    taking k = {.h = h, .next = add_next(h->server, &fresh)};
    const pt_sink sink = {take_event, &k};
    pt_request q = law_request(h, r, now);
    if (!k.next) {
        reply_refused(h->server, &r->from, "busy", sv_say_no_memory_now());
        return;
    }
    q.next = &k.next->table;
    q.fresh = &fresh;
    writing_open(h);
    pt_refusal no = pt_table_ask(&h->table, &q, &sink, &why);
    if (!finish_both(&k, r)) finish(&k, r, no, &why);
}

/* Whoever is blocked by one who made the table or sits there may look on, but not come nearer.
 * They are not told why. */
static bool keeps_away(const hosted *h, const request *r) {
    bool again = r->kind == PT_ASK_REMATCH;
    bool near = r->kind == PT_ASK_SIT || r->kind == PT_ASK_CHAT || again;
    if (!near || !r->from.id ||
        !is_blocked_at(people_blocks(h->server->people), &h->table, r->person))
        return false;
    reply_refused(h->server, &r->from,
                  again                   ? "no-rematch"
                  : r->kind == PT_ASK_SIT ? "cannot-sit"
                                          : "cannot-chat",
                  again                   ? sv_say_cannot_rematch()
                  : r->kind == PT_ASK_SIT ? sv_say_cannot_sit()
                                          : sv_say_cannot_chat());
    return true;
}

/* A bot of others sits where it plays; whoever asks for another is told so by the table, which
 * knows no such bot. */
static request known_bot(const hosted *h, const request *r) {
    request asked = *r;
    if (r->kind == PT_ASK_BOT && outside_bot_level(r->text) &&
        outside_bot_find(h->server->outside, r->text, h->table.game) < 0)
        pt_copy(asked.text, sizeof asked.text, "?");
    return asked;
}

/* --- all --- */

void request_take(hosted *h, const request *r, int64_t now) {
    assert(!h->busy && !h->loading && !h->gone);
    if (r->kind == PT_ASK_TICK) h->ticking = false;
    if (r->kind == PT_ASK_BOT_MOVE) {
        h->thinking = pt_without(h->thinking, r->seat);
        h->rests_until = now + REST_MS;
        h->rested_at = h->table.core.number;
    }
    if (h->node && node_take(h, r)) return;
    if (measures_keep_away(h, r) || keeps_away(h, r) || tour_refuses(h, r)) return;
    if (r->kind == PT_ASK_CHAT && talk_waits(h, r)) return;
    results_note_address(h, r);
    if (r->kind == ASK_MEASURE) {
        measures_ask(h, r);
    } else if (r->kind == ASK_INVITE) {
        invitations_to_table(h, r);
    } else if (r->kind >= PT_ASKS) {
        query_take(h, r);
    } else if (r->kind == PT_ASK_HINT) {
        request silent = *r;
        silent.from.silent = true; /* the hint is the answer */
        if (hint_begin(h, r)) ask_table(h, &silent, now);
    } else if (r->kind == PT_ASK_BOT) {
        const request known = known_bot(h, r);
        ask_table(h, &known, now);
    } else if (r->kind == PT_ASK_PRESENCE) {
        ask_table(h, r, now);
        updates_there(h);
    } else if (r->kind == PT_ASK_REMATCH) {
        ask_rematch(h, r, now);
    } else {
        ask_table(h, r, now);
        if (r->kind == PT_ASK_SIT) results_note_address(h, r); /* the seat is theirs now */
    }
}
