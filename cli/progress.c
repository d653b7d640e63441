/* SPDX-License-Identifier: MIT */
#include "cli/progress.h"
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

enum { WIDTH = 24 };

void progress_show(long done, long all, const char *words) {
    char bar[WIDTH + 1] = {0};
    if (!isatty(STDERR_FILENO)) return;
    for (int i = 0; i < WIDTH; i++) bar[i] = all > 0 && i < done * WIDTH / all ? '#' : '-';
    fprintf(stderr, "\r[%s] %ld/%ld %s\033[K", bar, done, all, words);
    fflush(stderr);
}

void progress_end(void) {
    if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
}

/* The only global variable of the program: a signal handler can reach nothing else. */
static atomic_bool interrupted;

static void note_interrupt(int number) {
    atomic_store(&interrupted, true);
    signal(number, SIG_DFL);
}

const atomic_bool *progress_interruptible(void) {
    signal(SIGINT, note_interrupt);
    signal(SIGTERM, note_interrupt);
    return &interrupted;
}
