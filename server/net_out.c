/* Messages to clients: bounded queues, written together. What is new goes straight to the
 * socket when the loop's callback ends, in one piece for each connection, if there is plenty of
 * room; otherwise libwebsockets says when it can be written and looks after partial writes. */
/* SPDX-License-Identifier: MIT */
#include "server/net_inside.h"
#include <assert.h>
#include <linux/sockios.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

enum {
    NOTE_SMALL = 900,
    NOTE_ROOM = 2 << 10, /* bytes */
    SPARE_NOTES = 64,
    PART = 16,        /* connections that are written to together, at least */
    AT_ONCE = 8 << 10 /* bytes on their way that surely fit into a socket's buffer */
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
    if (!is_middling(size)) return malloc(sizeof *note + LWS_PRE + size);
    if (!note) return malloc(sizeof *note + LWS_PRE + NOTE_ROOM);
    n->spare = note->next;
    n->spare_count--;
    return note;
}

net_note *net_note_new(net *n, const char *text, size_t size) {
    static_assert(LWS_PRE >= 10, "the head of a frame fits in front of it");
    net_note *note = note_with_room(n, size);
    if (!note) return NULL;
    note->refs = 1;
    note->size = size;
    note->head = put_head(note->bytes + LWS_PRE, size);
    memcpy(note->bytes + LWS_PRE, text, size);
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
    net_note_drop(n, w->note);
    free(w);
}

void net_queue_empty(net *n, session *s) {
    while (s->first) drop_first(n, s);
}

static void ask_loop(session *s) {
    if (s->asked) return;
    s->asked = true;
    lws_callback_on_writable(s->wsi);
}

/* Remembers that there is something new; without memory the loop is asked. */
static void mark_fresh(net *n, session *s) {
    if (s->fresh || s->asked) return;
    if (n->fresh_count == n->fresh_room) {
        uint32_t room = n->fresh_room ? n->fresh_room * 2 : 64;
        net_id *more = realloc(n->fresh, room * sizeof *more);
        if (!more) {
            ask_loop(s);
            return;
        }
        n->fresh = more;
        n->fresh_room = room;
    }
    s->fresh = true;
    n->fresh[n->fresh_count++] = s->id;
}

bool net_send(net *n, net_id to, net_note *note) {
    session *s = net_find(n, to);
    if (!s || s->closing || s->overflowed || !note) return false;
    waiting *w = NULL;
    if (s->queued < NET_QUEUE_MESSAGES && s->queued_bytes + note->size <= NET_QUEUE_BYTES)
        w = malloc(sizeof *w);
    if (!w) {
        net_queue_empty(n, s);
        s->overflowed = true;
        lws_callback_on_writable(s->wsi);
        return false;
    }
    *w = (waiting){note, NULL};
    note->refs++;
    *s->last = w;
    s->last = &w->next;
    s->queued++;
    s->queued_bytes += note->size;
    mark_fresh(n, s);
    return true;
}

int net_close_now(session *s, int code, const char *why) {
    lws_close_reason(s->wsi, (enum lws_close_status)code, (unsigned char *)(uintptr_t)why,
                     strlen(why));
    return -1;
}

static void count_out(net *n, size_t size) {
    n->bytes_out += size;
    n->messages_out++;
}

int net_write(net *n, session *s) {
    s->asked = false;
    s->sure = 0;
    while (s->first && !lws_send_pipe_choked(s->wsi)) {
        net_note *note = s->first->note;
        count_out(n, note->size);
        int sent = lws_write(s->wsi, note->bytes + LWS_PRE, note->size, LWS_WRITE_TEXT);
        drop_first(n, s);
        if (sent < 0) return -1;
    }
    if (s->first) {
        ask_loop(s);
    } else if (s->closing) {
        return net_close_now(s, s->closing, s->why);
    } else if (s->overflowed && !lws_send_pipe_choked(s->wsi)) {
        s->overflowed = false;
        n->events.drained(n->who, s->id);
    }
    return 0;
}

/* --- at once --- */

/* True if this much fits. The kernel is asked only after more was sent than certainly fits. */
static bool fits(session *s, int fd, size_t bytes) {
    int under_way = 0;
    if (bytes > s->sure) {
        if (ioctl(fd, SIOCOUTQ, &under_way) != 0 || under_way > AT_ONCE) return false;
        s->sure = AT_ONCE - (size_t)under_way;
    }
    if (bytes > s->sure) return false;
    s->sure -= bytes;
    return true;
}

/* Copies everything that waits, one after the other. That costs less than describing the
 * pieces. */
static void put_together(const session *s, unsigned char *to) {
    for (const waiting *w = s->first; w; w = w->next) {
        const net_note *note = w->note;
        memcpy(to, note->bytes + LWS_PRE - note->head, note->head + note->size);
        to += note->head + note->size;
    }
}

/* Returns false if it must be left to the loop: something waits there already, or it might not
 * fit. */
static bool write_at_once(net *n, session *s) {
    unsigned char several[AT_ONCE];
    int fd = lws_get_socket_fd(s->wsi);
    if (s->asked || s->closing || lws_partial_buffered(s->wsi)) return false;
    if (!s->first) return true;
    size_t bytes = s->queued_bytes;
    for (waiting *w = s->first; w; w = w->next) bytes += w->note->head;
    if (!fits(s, fd, bytes)) return false;
    unsigned char *piece = several;
    if (s->first->next)
        put_together(s, several);
    else
        piece = s->first->note->bytes + LWS_PRE - s->first->note->head;
    ssize_t sent = send(fd, piece, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) return false;
    if ((size_t)sent < bytes) /* the kernel has no memory: a frame is broken off */
        lws_set_timeout(s->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
    while (s->first) {
        count_out(n, s->first->note->size);
        drop_first(n, s);
    }
    return true;
}

void net_flush(net *n) {
    for (uint32_t i = 0; i < n->fresh_count; i++) {
        session *s = net_find(n, n->fresh[i]);
        if (!s) continue;
        s->fresh = false;
        if (!write_at_once(n, s)) ask_loop(s);
    }
    n->fresh_count = 0;
}

void net_part_done(net *n) {
    if (n->fresh_count >= PART) net_flush(n);
}
