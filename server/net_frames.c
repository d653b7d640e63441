/* Frames, on wslay: what comes in becomes messages, and control frames go out. Messages to
 * clients get their frames from net_out.c, where several connections share them.
 *
 * wslay keeps 8 KiB for a connection. So a connection has a reader only while part of a frame
 * or of a message has come; when everything was whole, which is nearly always, the next
 * connection takes the same reader, still in the cache. */
/* SPDX-License-Identifier: MIT */
#include "server/net_inside.h"
#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

enum {
    SPARE_READERS = 16,
    CONTROL_MAX = 20 << 10, /* more than the answers to all pings of one read, and a close */
};

typedef struct reader {
    wslay_event_context_ptr frames;
    net *net;
    session *session;
    const uint8_t *in; /* what wslay has not taken yet */
    size_t in_size;
    uint64_t taken, told; /* bytes that came, and those of the frames that have begun */
    bool inside;          /* a message has begun and is not whole */
    int wrong;            /* the code with which it ends; what still comes is not looked at */
    const char *why;
    bool control, final;  /* the frame that comes */
    uint64_t payload;     /* its bytes */
    const uint8_t *piece; /* the message, if it is one piece */
    uint8_t *text;        /* or what has come of it; room for NET_MESSAGE_MAX */
    size_t size;
    struct reader *next;
} reader;

/* --- what wslay asks for --- */

static uint8_t control[CONTROL_MAX]; /* frames that go out; of the loop's thread */
static size_t control_used;

static ssize_t give_bytes(wslay_event_context_ptr frames, uint8_t *to, size_t room, int flags,
                          void *user) {
    reader *r = user;
    size_t n = r->in_size < room ? r->in_size : room;
    (void)flags;
    if (!n) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(to, r->in, n);
    r->in += n;
    r->in_size -= n;
    return (ssize_t)n;
}

static ssize_t take_control(wslay_event_context_ptr frames, const uint8_t *bytes, size_t n,
                            int flags, void *user) {
    (void)frames, (void)flags, (void)user;
    assert(control_used + n <= sizeof control);
    memcpy(control + control_used, bytes, n);
    control_used += n;
    return (ssize_t)n;
}

static void refuse(reader *r, int code, const char *why) {
    if (!r->wrong) r->why = why;
    if (!r->wrong) r->wrong = code;
    wslay_event_shutdown_read(r->frames);
}

/* RFC 6455, 5.2: how long a frame is that has a mask. */
static uint64_t frame_size(uint64_t payload) {
    return payload + 6 + (payload < 126 ? 0 : payload < 65536 ? 2 : 8);
}

static void frame_begins(wslay_event_context_ptr frames,
                         const struct wslay_event_on_frame_recv_start_arg *a, void *user) {
    reader *r = user;
    (void)frames;
    r->told += frame_size(a->payload_length);
    r->control = wslay_is_ctrl_frame(a->opcode);
    r->final = a->fin;
    r->payload = a->payload_length;
    if (r->control || r->wrong) return;
    r->inside = true;
    if (a->opcode == WSLAY_BINARY_FRAME)
        refuse(r, 1003, "text only");
    else if (a->payload_length > NET_MESSAGE_MAX - r->size)
        refuse(r, 1009, "messages are limited to 8 KiB");
}

/* Most messages come in one piece and are not copied. */
static void piece_comes(wslay_event_context_ptr frames,
                        const struct wslay_event_on_frame_recv_chunk_arg *a, void *user) {
    reader *r = user;
    (void)frames;
    if (r->control || r->wrong || !a->data_length) return;
    assert(r->size + a->data_length <= NET_MESSAGE_MAX);
    if (r->final && !r->size && a->data_length == r->payload) {
        r->piece = a->data;
    } else {
        if (!r->text && !(r->text = malloc(NET_MESSAGE_MAX))) {
            refuse(r, 1011, "no memory");
            return;
        }
        memcpy(r->text + r->size, a->data, a->data_length);
    }
    r->size += a->data_length;
}

/* RFC 6455, 5.5.1: what wslay overlooks in a close frame. It also looks at the words of one
 * that comes in pieces as if each piece began with the code: then it may answer 1007 instead of
 * the code that came, which hurts nobody who is leaving. */
static void check_close(reader *r, const struct wslay_event_on_msg_recv_arg *a) {
    if (a->msg_length == 1) refuse(r, 1002, "half a code");
    if (a->msg_length <= 2) return;
    json_t *words = json_stringn((const char *)a->msg + 2, a->msg_length - 2);
    if (!words) refuse(r, 1007, ""); /* not UTF-8 */
    json_decref(words);
}

static void message_ends(wslay_event_context_ptr frames,
                         const struct wslay_event_on_msg_recv_arg *a, void *user) {
    reader *r = user;
    session *s = r->session;
    const char *text = (const char *)(r->piece ? r->piece : r->text);
    size_t size = r->size;
    (void)frames;
    if (a->opcode == WSLAY_CONNECTION_CLOSE) check_close(r, a);
    if (wslay_is_ctrl_frame(a->opcode) || r->wrong) return;
    r->piece = NULL;
    r->size = 0;
    r->inside = false;
    if (s->state == SESSION_OPEN && !r->net->quiet)
        r->net->events.message(r->net->who, s->id, size ? text : "", size);
}

/* --- readers --- */

static void reader_free(reader *r) {
    if (!r) return;
    wslay_event_context_free(r->frames);
    free(r->text);
    free(r);
}

static reader *reader_new(net *n) {
    static const struct wslay_event_callbacks on = {
        .recv_callback = give_bytes,
        .send_callback = take_control,
        .on_frame_recv_start_callback = frame_begins,
        .on_frame_recv_chunk_callback = piece_comes,
        .on_msg_recv_callback = message_ends,
    };
    reader *r = calloc(1, sizeof *r);
    if (!r || wslay_event_context_server_init(&r->frames, &on, r) != 0) {
        free(r);
        return NULL;
    }
    wslay_event_config_set_no_buffering(r->frames, 1); /* the pieces are kept here */
    wslay_event_config_set_max_recv_msg_length(r->frames, INT64_MAX);
    r->net = n;
    return r;
}

static reader *reader_of(net *n, session *s) {
    reader *r = s->reader;
    if (r) return r;
    r = n->readers;
    if (r) {
        n->readers = r->next;
        n->reader_count--;
    } else if (!(r = reader_new(n))) {
        return NULL;
    }
    r->session = s;
    return s->reader = r;
}

/* A reader that has ended, or stands in the middle of something, is of no use to others. */
void net_frames_drop(net *n, session *s) {
    reader *r = s->reader;
    if (!r) return;
    s->reader = NULL;
    if (r->taken != r->told || r->inside || !wslay_event_get_read_enabled(r->frames) ||
        n->reader_count == SPARE_READERS) {
        reader_free(r);
        return;
    }
    r->taken = r->told = 0;
    r->next = n->readers;
    n->readers = r;
    n->reader_count++;
}

void net_frames_done(net *n) {
    while (n->readers) {
        reader *r = n->readers;
        n->readers = r->next;
        reader_free(r);
    }
    n->reader_count = 0;
}

/* --- for the session --- */

/* RFC 6455, 5.5: a control frame has at most 125 bytes. */
static void send_control(net *n, session *s, uint8_t opcode, const void *bytes, size_t size) {
    uint8_t frame[2 + 125] = {0x80 | opcode, (uint8_t)size};
    assert(size <= 125);
    if (size) memcpy(frame + 2, bytes, size);
    if (!net_send_bytes(n, s, frame, 2 + size)) net_session_break(n, s);
}

void net_frames_ping(net *n, session *s) { send_control(n, s, WSLAY_PING, NULL, 0); }

static void send_close(net *n, session *s, int code, const char *why) {
    uint8_t body[64] = {(uint8_t)(code >> 8), (uint8_t)code};
    size_t size = strlen(why);
    assert(size <= sizeof body - 2);
    memcpy(body + 2, why, size);
    send_control(n, s, WSLAY_CONNECTION_CLOSE, body, 2 + size);
}

/* Answers to pings, and to a close frame: what wslay has to say. After our own close frame
 * nothing may follow (RFC 6455, 5.5.1). */
static void say(net *n, session *s, reader *r) {
    if (s->state != SESSION_OPEN) return;
    if (r->wrong) {
        send_close(n, s, r->wrong, r->why);
        return;
    }
    if (!wslay_event_want_write(r->frames)) return;
    control_used = 0;
    if (wslay_event_send(r->frames) != 0 || !net_send_bytes(n, s, control, control_used))
        net_session_break(n, s);
}

/* A frame that is none, because of its length or its kind, has no close code from wslay. */
void net_frames_take(net *n, session *s, const uint8_t *bytes, size_t size) {
    reader *r = reader_of(n, s);
    if (!r) {
        net_session_break(n, s);
        return;
    }
    assert(size + 1024 < CONTROL_MAX);
    r->in = bytes;
    r->in_size = size;
    r->taken += size;
    if (wslay_event_recv(r->frames) != 0) refuse(r, 1002, "");
    say(n, s, r);
    if (!wslay_event_get_read_enabled(r->frames)) {
        net_session_state(n, s, SESSION_LEAVING);
        net_list_put(n, LIST_FRESH, s);
        net_frames_drop(n, s);
    } else if (r->taken == r->told && !r->inside) {
        net_frames_drop(n, s);
    }
}

void net_frames_close(net *n, session *s, int code, const char *why) {
    send_close(n, s, code, why);
    net_session_state(n, s, SESSION_CLOSING);
}
