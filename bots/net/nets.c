/* The nets that were read. They are kept until the program ends, because searches use them. */
/* SPDX-License-Identifier: MIT */
#include "bots/net/net.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static const pt_net *nets[NETS_MOST];
static int count;

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

const pt_net *pt_nets_find(const pt_game *g, int players, int number) {
    for (int i = 0; i < count; i++)
        if (nets[i]->game == g && (!players || nets[i]->players == players) && --number == 0)
            return nets[i];
    return NULL;
}
