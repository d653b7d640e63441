/* Messages to clients: bounded queues, written together. Everything that is new for a
 * connection goes to its socket in one piece when the loop's turn ends; what the kernel does
 * not take waits until it says that it does. */
/* SPDX-License-Identifier: MIT */
#include "server/net_inside.h"
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

enum {
    NOTE_SMALL = 900,
    NOTE_ROOM = 2 << 10, /* bytes */
    SPARE_NOTES = 64,
    PART = 16,   /* connections that are written to together, at least */
    PIECES = 64, /* notes that go out together, at most */
};

/* --- messages that several connections share --- */

/* RFC 6455, 5.2: a text in one frame, not masked, as a server sends it. */
static unsigned put_head(unsigned char *end, size_t size) {
    unsigned more = size < 126 ? 0 : size < 65536 ? 2 : 8;
    unsigned char *at = end - 2 - more;
    at[0] = 0x81;
    at[1] = (unsigned char)(more == 0 ? size : more == 2 ? 126 : 127);
    for (unsigned i = 0; i < more; i++) end[-1 - (int)i] = (unsigned char)(size >> 8 * i);
    return 2 + more;
}

/* Small pieces of memory are quick to allocate and to free, big ones are not. So all pieces of
 * middle size get the same room, and a few of them are kept. */
static bool is_middling(size_t size) { return size > NOTE_SMALL && size <= NOTE_ROOM; }

static net_note *note_with_room(net *n, size_t size) {
    net_note *note = n->spare;
    if (!is_middling(size)) return malloc(sizeof *note + NOTE_HEAD + size);
    if (!note) return malloc(sizeof *note + NOTE_HEAD + NOTE_ROOM);
    n->spare = note->next;
    n->spare_count--;
    return note;
}

/* Without a head. */
static net_note *note_of(net *n, const void *bytes, size_t size) {
    net_note *note = note_with_room(n, size);
    if (!note) return NULL;
    note->refs = 1;
    note->size = size;
    note->head = 0;
    memcpy(note->bytes + NOTE_HEAD, bytes, size);
    return note;
}

net_note *net_note_new(net *n, const char *text, size_t size) {
    net_note *note = note_of(n, text, size);
    if (note) note->head = put_head(note->bytes + NOTE_HEAD, size);
    return note;
}

void net_note_drop(net *n, net_note *note) {
    if (!note || --note->refs > 0) return;
    if (!is_middling(note->size) || n->spare_count == SPARE_NOTES) {
        free(note);
        return;
    }
    note->next = n->spare;
    n->spare = note;
    n->spare_count++;
}

void net_notes_done(net *n) {
    while (n->spare) {
        net_note *note = n->spare;
        n->spare = note->next;
        free(note);
    }
}

/* --- queues --- */

static void drop_first(net *n, session *s) {
    waiting *w = s->first;
    s->first = w->next;
    if (!s->first) s->last = &s->first;
    s->queued--;
    s->queued_bytes -= w->note->size;
    s->sent = 0;
    net_note_drop(n, w->note);
    free(w);
}

/* A frame that has begun must end: then the first one stays. */
void net_queue_empty(net *n, session *s) {
    waiting *begun = s->sent ? s->first : NULL;
    if (begun) {
        s->first = begun->next;
        if (!s->first) s->last = &s->first;
    }
    size_t sent = s->sent;
    while (s->first) drop_first(n, s);
    if (!begun) return;
    begun->next = NULL;
    s->first = begun;
    s->last = &begun->next;
    s->sent = sent;
}

static bool queue(net *n, session *s, net_note *note) {
    if (s->queued >= NET_QUEUE_MESSAGES || s->queued_bytes + note->size > NET_QUEUE_BYTES)
        return false;
    waiting *w = malloc(sizeof *w);
    if (!w) return false;
    *w = (waiting){note, NULL};
    note->refs++;
    *s->last = w;
    s->last = &w->next;
    s->queued++;
    s->queued_bytes += note->size;
    if (!s->blocked) net_list_put(n, LIST_FRESH, s);
    return true;
}

bool net_send(net *n, net_id to, net_note *note) {
    session *s = net_find(n, to);
    if (!s || s->state != SESSION_OPEN || s->overflowed || !note) return false;
    if (queue(n, s, note)) return true;
    net_queue_empty(n, s);
    s->overflowed = true;
    if (!s->blocked) net_list_put(n, LIST_FRESH, s);
    return false;
}

bool net_send_bytes(net *n, session *s, const void *bytes, size_t size) {
    net_note *note = note_of(n, bytes, size);
    bool done = note && queue(n, s, note);
    net_note_drop(n, note);
    return done;
}

/* --- writing --- */

static int gather(const session *s, struct iovec *parts, size_t *bytes) {
    int count = 0;
    size_t sent = s->sent;
    *bytes = 0;
    for (const waiting *w = s->first; w && count < PIECES; w = w->next, sent = 0) {
        net_note *note = w->note;
        size_t size = note->head + note->size - sent;
        parts[count++] = (struct iovec){note->bytes + NOTE_HEAD - note->head + sent, size};
        *bytes += size;
    }
    return count;
}

static void have_sent(net *n, session *s, size_t bytes) {
    while (bytes) {
        size_t left = s->first->note->head + s->first->note->size - s->sent;
        if (bytes < left) {
            s->sent += bytes;
            return;
        }
        bytes -= left;
        drop_first(n, s);
    }
}

/* The only system call of a message, and of all that wait with it. */
static ssize_t send_parts(const session *s, size_t *bytes) {
    struct iovec parts[PIECES];
    int count = gather(s, parts, bytes);
    struct msghdr m = {.msg_iov = parts, .msg_iovlen = (size_t)count};
    ssize_t got;
    do
        got = count == 1 ? send(s->fd, parts[0].iov_base, parts[0].iov_len,
                                MSG_NOSIGNAL | MSG_DONTWAIT)
                         : sendmsg(s->fd, &m, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (got < 0 && errno == EINTR);
    return got;
}

/* What waits, while the kernel takes it. */
static void write_out(net *n, session *s) {
    while (s->first && !s->blocked && !s->broken) {
        size_t bytes;
        ssize_t got = send_parts(s, &bytes);
        if (got >= 0) have_sent(n, s, (size_t)got);
        s->blocked = got >= 0 ? (size_t)got < bytes : errno == EAGAIN || errno == EWOULDBLOCK;
        s->broken = got < 0 && !s->blocked;
    }
    if (s->broken || (!s->first && (s->overflowed || s->state == SESSION_LEAVING)))
        net_list_put(n, LIST_SEE_TO, s);
}

void net_flush(net *n) {
    for (session *s; (s = net_list_take(n, LIST_FRESH));)
        if (s->state < SESSION_LINGER) write_out(n, s);
}

void net_part_done(net *n) {
    if (n->lists[LIST_FRESH].count >= PART) net_flush(n);
}
