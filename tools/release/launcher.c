/* Starts the program of the portable tree with the loader and the libraries beside it, so that
 * nothing of the host's is used. It is linked statically: it must run where there is nothing.
 * The tree is found by /proc, and by the name it was called with where there is no /proc.
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 4096, OWN_WORDS = 6 };

/* The folder above bin/, in `out`; false if it cannot be found. */
static int find_tree(const char *called, char out[ROOM]) {
    ssize_t n = readlink("/proc/self/exe", out, ROOM - 1);
    if (n > 0) {
        out[n] = 0;
    } else {
        if (!strchr(called, '/') || strlen(called) >= ROOM) return 0;
        strcpy(out, called);
    }
    for (int up = 0; up < 2; up++) { /* "bin/petteia" goes */
        char *slash = strrchr(out, '/');
        if (!slash && up) strcpy(out, ".");
        if (!slash) return up;
        *slash = 0;
    }
    return 1;
}

int main(int argc, char **argv) {
    char tree[ROOM], loader[ROOM + 32], libraries[ROOM + 32], program[ROOM + 32];
    if (!find_tree(argv[0], tree)) {
        fprintf(stderr, "petteia: cannot find its own folder: call it by its full path\n");
        return 1;
    }
    snprintf(loader, sizeof loader, "%s/lib/ld-linux.so", tree);
    snprintf(libraries, sizeof libraries, "%s/lib", tree);
    snprintf(program, sizeof program, "%s/lib/petteia", tree);
    char **words = calloc((size_t)argc + OWN_WORDS, sizeof *words);
    if (!words) return 1;
    char *own[OWN_WORDS] = {loader, "--library-path", libraries, "--argv0", argv[0], program};
    memcpy(words, own, sizeof own);
    memcpy(words + OWN_WORDS, argv + 1, (size_t)argc * sizeof *words); /* the NULL too */
    execv(loader, words);
    fprintf(stderr, "petteia: %s: %s\n", loader, strerror(errno));
    return 1;
}
