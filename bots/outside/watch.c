/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "bots/outside/watch.h"
#include <ctype.h>
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { EVERY_MS = 100, MOST_PROCESSES = 256, MOST_SEEN = 1 << 15 };

/* A process of this machine. */
typedef struct seen {
    pid_t pid, parent;
    int parent_at; /* its place in the list; -1: it has none there */
    long pages;
} seen;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static watched *all; /* what follows is touched under the lock alone */
static bool runs;    /* the thread: it ends when there is nothing left to look at */

/* --- one look --- */

/* The name in /proc/PID/stat may hold blanks and brackets: what follows its last one counts. */
static bool read_process(const char *name, seen *out) {
    char path[64], line[1024];
    snprintf(path, sizeof path, "/proc/%.20s/stat", name);
    FILE *file = fopen(path, "re");
    if (!file) return false; /* it has just ended */
    size_t n = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    line[n] = 0;
    const char *rest = strrchr(line, ')');
    int parent;
    long pages;
    if (!rest || sscanf(rest + 1,
                        " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d "
                        "%*d %*d %*u %*u %ld",
                        &parent, &pages) != 2)
        return false;
    *out = (seen){atoi(name), parent, -1, pages};
    return true;
}

static int by_pid(const void *a, const void *b) {
    return (((const seen *)a)->pid > ((const seen *)b)->pid) -
           (((const seen *)a)->pid < ((const seen *)b)->pid);
}

static int read_all(seen *list) {
    int n = 0;
    DIR *folder = opendir("/proc");
    if (!folder) return 0;
    for (const struct dirent *e; (e = readdir(folder)) && n < MOST_SEEN;)
        if (isdigit((unsigned char)e->d_name[0])) n += read_process(e->d_name, &list[n]);
    closedir(folder);
    qsort(list, (size_t)n, sizeof *list, by_pid);
    for (int i = 0; i < n; i++) {
        const seen parent = {.pid = list[i].parent};
        const seen *at = bsearch(&parent, list, (size_t)n, sizeof *list, by_pid);
        if (at) list[i].parent_at = (int)(at - list);
    }
    return n;
}

/* Marks it and all that it started, by the parents they have; returns how many these are. In
 * the sandbox what loses its parent gets its first process as one. */
static int mark(const seen *list, int n, pid_t pid, bool *marked, long *pages) {
    int found = 0, before;
    memset(marked, 0, (size_t)n * sizeof *marked);
    *pages = 0;
    do {
        before = found;
        for (int i = 0; i < n; i++) {
            int parent = list[i].parent_at;
            bool own = list[i].pid == pid || (parent >= 0 && marked[parent]);
            if (!own || marked[i]) continue;
            marked[i] = true;
            found++;
            *pages += list[i].pages;
        }
    } while (found > before);
    return found;
}

/* The number of a program is its own until watch_end. With its first process those of a sandbox
 * end as well, whatever group they are in. */
static void look(void) {
    static seen list[MOST_SEEN];
    static bool marked[MOST_SEEN];
    long each = sysconf(_SC_PAGESIZE), pages;
    int n = read_all(list);
    for (watched *w = all; w; w = w->next) {
        int found = mark(list, n, w->pid, marked, &pages);
        if (found <= MOST_PROCESSES && pages <= (w->megabytes << 20) / each) continue;
        w->over = true;
        kill(-w->pid, SIGKILL);
    }
}

/* --- the thread --- */

static void *keep_looking(void *nothing) {
    (void)nothing;
    pthread_mutex_lock(&lock);
    while (all) {
        look();
        pthread_mutex_unlock(&lock);
        nanosleep(&(struct timespec){.tv_nsec = EVERY_MS * 1000000L}, NULL);
        pthread_mutex_lock(&lock);
    }
    runs = false;
    pthread_mutex_unlock(&lock);
    return NULL;
}

bool watch_begin(watched *w, pid_t pid, long megabytes) {
    pthread_t thread;
    sigset_t none, old;
    pthread_mutex_lock(&lock);
    *w = (watched){.pid = pid, .megabytes = megabytes, .next = all};
    all = w;
    if (!runs) {
        sigfillset(&none); /* signals are for others */
        pthread_sigmask(SIG_SETMASK, &none, &old);
        runs = !pthread_create(&thread, NULL, keep_looking, NULL);
        pthread_sigmask(SIG_SETMASK, &old, NULL);
        if (runs) pthread_detach(thread);
    }
    bool begun = runs;
    pthread_mutex_unlock(&lock);
    return begun;
}

void watch_end(watched *w) {
    pthread_mutex_lock(&lock);
    for (watched **at = &all; *at; at = &(*at)->next)
        if (*at == w) {
            *at = w->next;
            break;
        }
    pthread_mutex_unlock(&lock);
}
