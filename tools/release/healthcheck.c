/* Asks the server of the same machine for its health: exit code 0 if it is well. For images,
 * which have no other program that could ask. The port is the first argument, or 8450.
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static const char request[] =
    "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
static const char good[] = "HTTP/1.1 200 ";

int main(int argc, char **argv) {
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)atoi(argc > 1 ? argv[1] : "8450")),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct timeval patience = {.tv_sec = 5};
    char answer[sizeof good] = "";
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0) return 1;
    setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(s, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (connect(s, (const struct sockaddr *)&to, sizeof to) != 0) return 1;
    if (send(s, request, sizeof request - 1, 0) != (ssize_t)sizeof request - 1) return 1;
    if (recv(s, answer, sizeof good - 1, MSG_WAITALL) != (ssize_t)sizeof good - 1) return 1;
    close(s);
    return memcmp(answer, good, sizeof good - 1) != 0;
}
