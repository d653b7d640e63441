/* The host's own way in. Whoever can read the data folder may do everything there anyway; so a
 * file in it, for its owner only, names the server's address and a token that lasts as long as
 * the server runs. petteia admin reads it. */
/* SPDX-License-Identifier: MIT */
#include "server/club.h"
#include "server/people.h"
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void door_path(const server *sv, char *out, size_t size) {
    snprintf(out, size, "%s/admin", sv->config.data);
}

/* A new file each time: nobody has an older one open. Where the store is a database there may
 * be no folder yet. */
bool club_open_door(server *sv, pt_text *why) {
    char path[1024], token[65];
    PT_TEXT(line, 200);
    door_path(sv, path, sizeof path);
    token_new(token, sv->host_token);
    const char *at = sv->config.address ? sv->config.address : "127.0.0.1";
    bool six = strchr(at, ':') != NULL;
    pt_put(&line, "http://%s%s%s:%d %s\n", six ? "[" : "", at, six ? "]" : "",
           net_port(sv->net), token);
    mkdir(sv->config.data, 0700); /* if it cannot be made, the file cannot either */
    unlink(path);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool written = file >= 0 && write(file, line.at, line.used) == (ssize_t)line.used;
    if (!written) pt_put(why, "cannot write %s: %s", path, strerror(errno));
    if (file >= 0) close(file);
    sodium_memzero(token, sizeof token);
    sodium_memzero(line_memory, sizeof line_memory);
    sv->has_door = written;
    return written;
}

void club_close_door(server *sv) {
    char path[1024];
    door_path(sv, path, sizeof path);
    if (sv->has_door) unlink(path);
    sv->has_door = false;
}

bool club_is_host(const server *sv, const uint8_t token[PT_TOKEN]) {
    return sv->has_door && sodium_memcmp(sv->host_token, token, PT_TOKEN) == 0;
}
