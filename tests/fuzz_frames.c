/* Fuzzer: WebSocket frames from outside. However the bytes are cut, the same messages come out,
 * none is too long, and the connection ends or stays open alike. First byte: how they are cut.
 */
/* SPDX-License-Identifier: MIT */
#include "server/net_inside.h"
#include "tests/fuzz.h"

/* --- the rest of the network, which only notes what is asked of it --- */

static struct {
    uint64_t messages, sum; /* how many, and what was in them */
    bool broken;
} seen;

static void message(void *who, net_id id, const char *text, size_t size) {
    (void)who, (void)id;
    PROMISE(size <= NET_MESSAGE_MAX, "a message of %zu bytes", size);
    seen.messages++;
    for (size_t i = 0; i < size; i++) seen.sum = seen.sum * 1099511628211u + (uint8_t)text[i];
    seen.sum += size + 1;
}

bool net_send_bytes(net *n, session *s, const void *bytes, size_t size) {
    const uint8_t *frame = bytes;
    (void)n;
    PROMISE(s->state == SESSION_OPEN, "a frame after the close frame");
    for (size_t at = 0; at < size; at += 2u + frame[at + 1])
        PROMISE(frame[at] & 0x88 && frame[at + 1] <= 125 && at + 2 + frame[at + 1] <= size,
                "what goes out is no control frame");
    return true;
}

void net_session_break(net *n, session *s) {
    (void)n, (void)s;
    seen.broken = true;
}

void net_session_state(net *n, session *s, session_state state) {
    (void)n;
    s->state = state;
}

void net_list_put(net *n, session_list which, session *s) { (void)n, (void)which, (void)s; }

/* --- two ways to cut the same bytes --- */

static session_state feed(const uint8_t *bytes, size_t size, size_t piece) {
    net n = {.events.message = message};
    session s = {.state = SESSION_OPEN};
    memset(&seen, 0, sizeof seen);
    for (size_t at = 0; at < size && s.state == SESSION_OPEN && !seen.broken; at += piece)
        net_frames_take(&n, &s, bytes + at, size - at < piece ? size - at : piece);
    session_state state = s.state;
    if (state == SESSION_OPEN && !seen.broken) {
        net_frames_ping(&n, &s);
        net_frames_close(&n, &s, 1001, "back soon");
    }
    net_frames_drop(&n, &s);
    net_frames_done(&n);
    return state;
}

/* The bytes of a frame, if so many have come; 0: its head is not whole, or it is longer. */
static size_t frame_size(const uint8_t *frame, size_t size) {
    size_t payload = frame[1] & 127, more = 0;
    if (payload == 126) more = 2;
    if (payload == 127) more = 8;
    if (2 + more > size) return 0;
    if (more) payload = 0;
    for (size_t i = 0; i < more; i++) payload = payload << 8 | frame[2 + i];
    return payload < size ? 6 + more + payload : 0;
}

/* A close frame in pieces may be refused later than a whole one (net_frames.c, check_close). */
static bool closes(const uint8_t *bytes, size_t size) {
    for (size_t at = 0, frame; at + 2 <= size; at += frame) {
        if ((bytes[at] & 15) == 8) return true;
        if (!(frame = frame_size(bytes + at, size - at))) return false;
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { READ = 16 << 10 }; /* as net_socket.c reads */
    if (size < 1) return 0;
    session_state whole = feed(data + 1, size - 1, READ);
    uint64_t messages = seen.messages, sum = seen.sum;
    session_state cut = feed(data + 1, size - 1, 1u + data[0] % 64);
    PROMISE(whole == cut || closes(data + 1, size - 1), "state %d, in pieces %d", whole, cut);
    PROMISE(messages == seen.messages && sum == seen.sum, "other messages in pieces");
    return 0;
}
