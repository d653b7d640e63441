/* HTTP to the server of a data folder, by the address and the token in its file `admin`. */
/* SPDX-License-Identifier: MIT */
#include "cli/admin_talk.h"
#include "cli/words.h"
#include "server/server.h"
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_MS = 20000, MOST = 1 << 20 };

/* --- finding it --- */

static bool read_door(admin_line *l, const char *data) {
    char path[1024], line[300] = "";
    snprintf(path, sizeof path, "%s/admin", data);
    FILE *file = fopen(path, "r");
    if (!file) return false;
    bool read =
        fgets(line, sizeof line, file) && sscanf(line, "%199s %64s", l->base, l->token) == 2;
    fclose(file);
    return read;
}

static int connect_to(const char *base) {
    char host[128] = "", port[8] = "";
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *list = NULL;
    if (sscanf(base, "http://[%127[^]]]:%7[0-9]", host, port) != 2 &&
        sscanf(base, "http://%127[^:]:%7[0-9]", host, port) != 2)
        return -1;
    if (getaddrinfo(host, port, &hints, &list) != 0) return -1;
    int fd = -1;
    for (const struct addrinfo *at = list; at && fd < 0; at = at->ai_next) {
        fd = socket(at->ai_family, at->ai_socktype, at->ai_protocol);
        if (fd >= 0 && connect(fd, at->ai_addr, at->ai_addrlen) != 0) {
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(list);
    const struct timeval most = {.tv_sec = WAIT_MS / 1000};
    if (fd >= 0) setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most);
    return fd;
}

/* The door of a server that was killed stays, and its port may be somebody else's now. */
static bool is_there(const admin_line *l) {
    char *answer = NULL;
    int status = admin_ask(l, "/api/admin/health", NULL, "en", &answer, NULL);
    free(answer);
    return status == 200;
}

/* --- a server of our own --- */

_Noreturn static void serve(const char *data, const char *store) {
    const serve_config c = {.address = "127.0.0.1",
                            .data = data,
                            .store = store,
                            .web = "none",
                            .workers = 1,
                            .max_connections = 4,
                            .max_requests = 16,
                            .head_seconds = 10,
                            .body_seconds = 30,
                            .quiet = true,
                            .only_admin = true};
    int null = open("/dev/null", O_WRONLY);
    if (null >= 0) dup2(null, STDOUT_FILENO);
    _exit(serve_run(&c));
}

static bool start(admin_line *l, const char *data, const char *store, pt_text *why) {
    fflush(NULL);
    l->child = (int)fork();
    if (l->child == 0) serve(data, store);
    if (l->child < 0) pt_put(why, "fork: %s", strerror(errno));
    for (int ms = 0; l->child > 0 && ms < WAIT_MS; ms += 20) {
        if (waitpid(l->child, NULL, WNOHANG) == l->child) {
            l->child = 0; /* it has said why */
            return false;
        }
        if (read_door(l, data) && is_there(l)) return true;
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    return false;
}

/* A mistyped folder is no new club. What cannot be read is the server's to say. */
static bool has_nothing(const char *data) {
    char path[1024];
    struct stat about;
    snprintf(path, sizeof path, "%s/petteia.db", data);
    return stat(path, &about) != 0 && errno == ENOENT;
}

bool admin_open(admin_line *l, const char *data, const char *store, pt_text *why) {
    *l = (admin_line){.child = 0};
    if (read_door(l, data) && is_there(l)) return true;
    if (!store && has_nothing(data)) {
        pt_say(why, cli_say_admin_no_club(data));
        return false;
    }
    return start(l, data, store, why);
}

void admin_close(admin_line *l) {
    if (l->child <= 0) return;
    kill(l->child, SIGTERM);
    waitpid(l->child, NULL, 0);
    l->child = 0;
}

/* --- one request --- */

static bool send_all(int fd, const char *at, size_t n) {
    while (n) {
        ssize_t sent = write(fd, at, n);
        if (sent <= 0) return false;
        at += sent;
        n -= (size_t)sent;
    }
    return true;
}

static bool send_request(int fd, const admin_line *l, const char *path, const char *body,
                         const char *language) {
    char head[1200];
    int n = snprintf(head, sizeof head,
                     "%s %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n"
                     "Accept-Language: %s\r\nConnection: close\r\nContent-Length: %zu\r\n\r\n",
                     body ? "POST" : "GET", path, l->base + strlen("http://"), l->token,
                     language, body ? strlen(body) : 0);
    return n > 0 && (size_t)n < sizeof head && send_all(fd, head, (size_t)n) &&
           (!body || send_all(fd, body, strlen(body)));
}

static char *read_all(int fd) {
    char *memory = malloc(MOST);
    size_t used = 0;
    ssize_t n = 1;
    while (memory && n > 0 && used < MOST - 1) {
        n = read(fd, memory + used, MOST - 1 - used);
        if (n > 0) used += (size_t)n;
    }
    if (memory) memory[used] = 0;
    return memory;
}

int admin_ask(const admin_line *l, const char *path, const char *body, const char *language,
              char **answer, pt_text *why) {
    int fd = connect_to(l->base), status = 0;
    char *said = NULL;
    *answer = NULL;
    if (fd >= 0 && send_request(fd, l, path, body, language)) said = read_all(fd);
    if (fd >= 0) close(fd);
    const char *end = said ? strstr(said, "\r\n\r\n") : NULL;
    if (end && sscanf(said, "HTTP/1.1 %d", &status) == 1) *answer = strdup(end + 4);
    if (!*answer) pt_put(why, "%s does not answer", l->base);
    free(said);
    return *answer ? status : 0;
}
