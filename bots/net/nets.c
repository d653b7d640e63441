/* The nets that were read. They are kept until the program ends, because searches use them. */
/* SPDX-License-Identifier: MIT */
#include "bots/net/net.h"
#include <stdlib.h>
#ifndef __wasm__
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#endif

static const pt_net *nets[NETS_MOST], *built_in[NETS_MOST];
static int count, built_in_count;

net_fault pt_nets_add(const void *bytes, size_t size) {
    net_fault fault;
    if (built_in_count == NETS_MOST) return NET_NO_MEMORY;
    const pt_net *net = pt_net_parse(bytes, size, &fault);
    if (net) built_in[built_in_count++] = net;
    return fault;
}

#ifndef __wasm__
static net_fault read_all(FILE *f, pt_net **net) {
    net_fault fault = NET_NO_MEMORY;
    unsigned char *bytes = malloc(NET_BYTES + 1);
    size_t size = bytes ? fread(bytes, 1, NET_BYTES + 1, f) : 0;
    if (bytes && ferror(f))
        fault = NET_NO_FILE;
    else if (bytes)
        *net = pt_net_parse(bytes, size, &fault);
    free(bytes);
    return fault;
}

net_fault pt_nets_read(const char *path) {
    pt_net *net = NULL;
    if (count == NETS_MOST) return NET_NO_MEMORY;
    FILE *f = fopen(path, "rb");
    if (!f) return NET_NO_FILE;
    net_fault fault = read_all(f, &net);
    int why = errno;
    fclose(f);
    errno = why;
    if (net) nets[count++] = net;
    return fault;
}
#endif

const pt_net *pt_nets_find(const pt_game *g, int players, int number) {
    for (int i = 0; i < built_in_count && number == NET_BUILT_IN; i++)
        if (built_in[i]->game == g && built_in[i]->players == players) return built_in[i];
    for (int i = 0; i < count; i++)
        if (nets[i]->game == g && nets[i]->players == players && --number == 0) return nets[i];
    return NULL;
}

#ifdef __wasm__
void pt_nets_open(void) {} /* the page adds them, one by one */
#else
/* Without memory there are fewer of them. A test parses them all, so that no other fault can
 * happen here. */
static void parse_all(void) {
    for (const net_bytes *b = pt_net_built_in; b->game; b++)
        (void)pt_nets_add(b->bytes, b->size);
}

void pt_nets_open(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, parse_all);
}
#endif
