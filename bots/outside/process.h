/* A program that is talked to in lines. It runs in a sandbox: no network, no sockets of other
 * services here, no writing to files, for a server few files at all, and bounded memory
 * (bubblewrap; without it only the memory is bounded). It dies with whoever started it. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/outside/watch.h"
#include "core/text.h"
#include <sys/types.h>

enum {
    PROCESS_LINE = 4096, /* bytes of the longest answer */
    PROCESS_WORDS = 240, /* of what it writes to standard error, the beginning is kept */
};

typedef struct process {
    pid_t pid;
    int line;    /* a socket, its input and output; -1: it is not running */
    size_t held; /* bytes of an answer so far */
    bool silent; /* it has closed its side */
    watched watch;
    char answer[PROCESS_LINE];
    int errors;                /* its standard error, if we listen to it; otherwise -1 */
    char words[PROCESS_WORDS]; /* what it wrote there since they were last emptied */
} process;

typedef enum { PROCESS_ANSWERED, PROCESS_LATE, PROCESS_ENDED, PROCESS_TOO_LONG } process_end;

/* True if programs can be confined on this machine; it tries. */
bool process_can_confine(void);

typedef struct process_wish {
    /* For the shell; NULL, or a server's folder: the program finds it empty, and of our
     * environment and files only what every program needs, with the files and folders that the
     * command names, and those of a list, a line each ("": none). */
    const char *command, *hidden, *files;
    int megabytes;
    bool confined;
    bool listens; /* its standard error is kept for us in `words`, instead of being ours too */
} process_wish;

/* False if the system has no process, thread or socket left, or the lists of files are too
 * long. A command that does not exist ends at
 * once, which the first answer tells. */
bool process_start(process *p, const process_wish *w);

/* Sends bytes, all before the moment `until` (pt_micros of the wall clock). */
process_end process_say(process *p, const char *bytes, size_t n, uint64_t until);

/* Waits for one line; it is then `p->answer` without its end, until the next call. */
process_end process_hear(process *p, uint64_t until);

/* Kills it and all that it started. Returns its exit code, or minus the signal that had ended
 * it before; 0 if it was still running or never ran. */
int process_stop(process *p);
