/* A load generator: many WebSocket clients in one thread, each playing one seat with random
 * legal moves as fast as it is asked, at one table after the other. Reads lines
 * "TICKET SEAT TABLE,TABLE,..." up to "." (a table "-": an idle connection), prints "ready"
 * when everybody watches the first table, waits for a line, plays, and prints one line of
 * figures.
 *
 *   load PORT SECONDS < seats */
/* SPDX-License-Identifier: MIT */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CLIENTS = 20000, ROOM = 1 << 17, SAMPLES = 1 << 20 };

typedef struct client {
    int fd;
    char ticket[40];
    char *tables; /* those that come, with commas between them */
    char table[32];
    int seat, moves, there;
    char first[200]; /* the move that waits for the start */
    char *in;
    size_t used, room;
    int upgraded, over;
    uint64_t sent_at[16]; /* by the move's number */
} client;

static client clients[CLIENTS];
static int count, finished, present, running;
static uint32_t samples[SAMPLES];
static uint64_t moves, bytes_in, messages, refused, seed = 88172645463325252u;

static uint64_t micros(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static unsigned any(unsigned n) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (unsigned)(seed % n);
}

/* One masked text frame; the mask is zero, so that the bytes stay as they are. */
static void send_frame(client *c, int opcode, const char *text, size_t n) {
    size_t head = n < 126 ? 6 : 8;
    unsigned char frame[512] = {(unsigned char)(0x80 | opcode),
                                (unsigned char)(0x80 | (n < 126 ? n : 126))};
    if (n > 500) return;
    if (n >= 126) {
        frame[2] = (unsigned char)(n >> 8);
        frame[3] = (unsigned char)n;
    }
    memcpy(frame + head, text, n);
    if (send(c->fd, frame, head + n, MSG_NOSIGNAL) < 0) perror("send");
}

static void send_text(client *c, const char *text) { send_frame(c, 1, text, strlen(text)); }

static const char *skip_string(const char *p) {
    for (p++; *p != '"'; p++)
        if (*p == '\\') p++;
    return p + 1;
}

/* A random path through the tree of legal moves (docs/protocol.md). */
static void choose(const char *p, char *out, size_t size) {
    const char *word[2000];
    size_t used = 0;
    out[0] = 0;
    for (;;) {
        int n = 0, depth = 0;
        char close = *p == '{' ? '}' : ']';
        const char *at = p + 1;
        for (; depth > 0 || *at != close; at++) {
            if (*at == '"') {
                if (!depth && n < 2000) word[n++] = at;
                at = skip_string(at) - 1;
            } else if (*at == '{' || *at == '[') {
                depth++;
            } else if (*at == '}' || *at == ']') {
                depth--;
            }
        }
        if (!n) return;
        const char *w = word[any((unsigned)n)], *end = skip_string(w);
        char *hole = strchr(out, '%');
        size_t length = (size_t)(end - w - 2);
        if (used + length + 2 > size) return;
        if (hole) {
            memmove(hole + length, hole + 1, strlen(hole + 1) + 1);
            memcpy(hole, w + 1, length);
        } else {
            memcpy(out, w + 1, length);
            out[length] = 0;
        }
        used = strlen(out);
        if (*end != ':') return;
        p = end + 1;
    }
}

/* Watches its next table; false if there is none. */
static int next_table(client *c) {
    char out[200];
    size_t n = strcspn(c->tables, ",");
    if (!n) return 0;
    snprintf(c->table, sizeof c->table, "%.*s", (int)n, c->tables);
    c->tables += n + (c->tables[n] == ',');
    snprintf(out, sizeof out, "{\"t\":\"watch\",\"table\":\"%s\",\"seat\":%d}", c->table,
             c->seat);
    send_text(c, out);
    return 1;
}

static void send_move(client *c, const char *text) {
    c->sent_at[c->moves++ % 16] = micros();
    send_text(c, text);
}

static void arrived(client *c) {
    present += !c->there;
    c->there = 1;
}

static void on_message(client *c, char *text) {
    messages++;
    if (strncmp(text, "{\"t\":\"ok\"", 9) == 0) {
        const char *re = strstr(text, "\"re\":\"m");
        if (re)
            samples[moves++ % SAMPLES] = (uint32_t)(micros() - c->sent_at[atoi(re + 7) % 16]);
        return;
    }
    if (strncmp(text, "{\"t\":\"refused\"", 14) == 0) {
        refused++;
        fprintf(stderr, "%s\n", text);
        return;
    }
    if (strncmp(text, "{\"t\":\"hello\"", 12) == 0) {
        if (c->table[0] == '-') arrived(c);
        return;
    }
    const char *update = strstr(text, c->table); /* of an older table nothing matters */
    if (!update || c->over) return;
    arrived(c);
    if (strstr(text, "\"result\":{\"points\"")) {
        if (next_table(c)) return;
        c->over = 1;
        finished++;
        return;
    }
    const char *legal = strstr(text, "\"legal\":{");
    if (!legal || legal[9] == '}') return;
    char move[160], out[400];
    const char *n = strstr(text, "\"n\":");
    choose(legal + 8, move, sizeof move);
    snprintf(out, sizeof out,
             "{\"t\":\"move\",\"table\":\"%s\",\"seat\":%d,\"at\":%ld,\"id\":\"m%d\",\"move\":"
             "\"%s\"}",
             c->table, c->seat, n ? strtol(n + 4, NULL, 10) : 0, c->moves, move);
    if (running)
        send_move(c, out);
    else
        snprintf(c->first, sizeof c->first, "%s", out);
}

static void greet(client *c) {
    char out[200];
    snprintf(out, sizeof out, "{\"t\":\"hello\",\"v\":1,\"ticket\":\"%s\"}", c->ticket);
    send_text(c, out);
    if (strcmp(c->tables, "-") == 0)
        strcpy(c->table, "-");
    else
        next_table(c);
}

/* Takes whole frames out of what has come. */
static void take(client *c) {
    size_t at = 0;
    c->in[c->used] = 0;
    if (!c->upgraded) {
        char *end = strstr(c->in, "\r\n\r\n");
        if (!end) return;
        c->upgraded = 1;
        at = (size_t)(end + 4 - c->in);
        greet(c);
    }
    while (c->used - at >= 2) {
        unsigned char *f = (unsigned char *)c->in + at;
        size_t n = f[1] & 127, head = 2;
        if (n == 126) n = (size_t)f[2] << 8 | f[3], head = 4;
        if (n == 127) {
            n = 0, head = 10;
            for (int i = 2; i < 10; i++) n = n << 8 | f[i];
        }
        if (c->used - at < head + n) break;
        if ((f[0] & 15) == 9) send_frame(c, 10, (char *)f + head, n);
        if ((f[0] & 15) == 1) {
            char kept = (char)f[head + n];
            f[head + n] = 0;
            on_message(c, (char *)f + head);
            f[head + n] = (unsigned char)kept;
        }
        at += head + n;
    }
    memmove(c->in, c->in + at, c->used - at);
    c->used -= at;
}

static void open_client(client *c, int port, int poll) {
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    static const char request[] = "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: "
                                  "websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: "
                                  "AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: "
                                  "13\r\nSec-WebSocket-Protocol: petteia.1\r\n\r\n";
    int one = 1;
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (c->fd < 0 || connect(c->fd, (struct sockaddr *)&to, sizeof to) != 0) {
        perror("connect");
        exit(1);
    }
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (send(c->fd, request, sizeof request - 1, MSG_NOSIGNAL) < 0) perror("send");
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = c};
    epoll_ctl(poll, EPOLL_CTL_ADD, c->fd, &e);
}

static int by_size(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* What has come, for at most a tenth of a second; 0: memory gave out. */
static int serve(int poll) {
    struct epoll_event events[256];
    int n = epoll_wait(poll, events, 256, 100);
    for (int i = 0; i < n; i++) {
        client *c = events[i].data.ptr;
        if (c->room - c->used < 4096 + 1) {
            c->room = c->room ? c->room * 2 : 8192;
            c->in = realloc(c->in, c->room);
            if (!c->in || c->room > 64 * ROOM) return 0;
        }
        ssize_t got = recv(c->fd, c->in + c->used, c->room - c->used - 1, 0);
        if (got <= 0) {
            if (!c->over) fprintf(stderr, "a connection was closed\n");
            epoll_ctl(poll, EPOLL_CTL_DEL, c->fd, NULL);
            arrived(c);
            c->over = 1;
            finished++;
            continue;
        }
        bytes_in += (uint64_t)got;
        c->used += (size_t)got;
        take(c);
    }
    return 1;
}

static void read_clients(void) {
    static char line[1 << 16];
    for (client *c = clients; count < CLIENTS && scanf("%39s", c->ticket) == 1; count++, c++)
        if (c->ticket[0] == '.' || scanf("%d %65535s", &c->seat, line) != 2 ||
            !(c->tables = strdup(line)))
            break;
}

static void report(double took) {
    size_t n = moves < SAMPLES ? moves : SAMPLES;
    qsort(samples, n, sizeof *samples, by_size);
    printf("{\"moves\":%llu,\"seconds\":%.2f,\"p50_ms\":%.2f,\"p99_ms\":%.2f,\"bytes\":%llu,"
           "\"messages\":%llu,\"refused\":%llu}\n",
           (unsigned long long)moves, took, n ? samples[n / 2] / 1e3 : 0,
           n ? samples[n * 99 / 100] / 1e3 : 0, (unsigned long long)bytes_in,
           (unsigned long long)messages, (unsigned long long)refused);
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    int port = atoi(argv[1]), poll = epoll_create1(0);
    double seconds = atof(argv[2]);
    char line[16];
    read_clients();
    for (int i = 0; i < count; i++) open_client(&clients[i], port, poll);
    while (present < count)
        if (!serve(poll)) return 1;
    puts("ready");
    fflush(stdout);
    if (scanf("%15s", line) != 1) seconds *= 2; /* nobody says go: the connections are held */
    bytes_in = messages = 0;
    running = 1;
    uint64_t begin = micros(), until = begin + (uint64_t)(seconds * 1e6);
    for (int i = 0; i < count; i++)
        if (clients[i].first[0]) send_move(&clients[i], clients[i].first);
    while (micros() < until && finished < count)
        if (!serve(poll)) return 1;
    report((double)(micros() - begin) / 1e6);
    return 0;
}
