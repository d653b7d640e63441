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

enum { EVERY_MS = 100, MOST_PROCESSES = 256, MOST_SEEN = 1 << 15, READ_ALL_EVERY = 10 };

/* A process of this machine. */
typedef struct seen {
    pid_t pid, parent;
    int parent_at; /* its place in the list; -1: it has none there */
    bool watched;  /* it belongs to a program of the list */
    long pages;
} seen;

/* All of them, by number. */
typedef struct look_list {
    seen at[MOST_SEEN];
    int n;
} look_list;

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
    *out = (seen){atoi(name), parent, -1, false, pages};
    return true;
}

static int by_pid(const void *a, const void *b) {
    return (((const seen *)a)->pid > ((const seen *)b)->pid) -
           (((const seen *)a)->pid < ((const seen *)b)->pid);
}

static seen *find(look_list *l, pid_t pid) {
    const seen key = {.pid = pid};
    return bsearch(&key, l->at, (size_t)l->n, sizeof *l->at, by_pid);
}

/* Nobody becomes a child of a program later than at birth: what was there before and belonged
 * to none is not read again. Now and then it is, because numbers are used again. */
static bool take(const char *name, look_list *before, seen *out) {
    const seen *known = find(before, atoi(name));
    if (!known || known->watched) return read_process(name, out);
    *out = *known;
    out->parent_at = -1;
    return true;
}

static void read_all(look_list *l, look_list *before) {
    l->n = 0;
    DIR *folder = opendir("/proc");
    if (!folder) return;
    for (const struct dirent *e; (e = readdir(folder)) && l->n < MOST_SEEN;)
        if (isdigit((unsigned char)e->d_name[0])) l->n += take(e->d_name, before, &l->at[l->n]);
    closedir(folder);
    qsort(l->at, (size_t)l->n, sizeof *l->at, by_pid);
    for (int i = 0; i < l->n; i++) {
        const seen *parent = find(l, l->at[i].parent);
        if (parent) l->at[i].parent_at = (int)(parent - l->at);
    }
}

/* Marks it and all that it started, by the parents they have; returns how many these are. In
 * the sandbox what loses its parent gets its first process as one. */
static int mark(look_list *l, pid_t pid, bool *marked, long *pages) {
    int found = 0, before;
    memset(marked, 0, (size_t)l->n * sizeof *marked);
    *pages = 0;
    do {
        before = found;
        for (int i = 0; i < l->n; i++) {
            int parent = l->at[i].parent_at;
            bool own = l->at[i].pid == pid || (parent >= 0 && marked[parent]);
            if (!own || marked[i]) continue;
            marked[i] = l->at[i].watched = true;
            found++;
            *pages += l->at[i].pages;
        }
    } while (found > before);
    return found;
}

/* The number of a program is its own until watch_end. With its first process those of a sandbox
 * end as well, whatever group they are in. */
static void look(void) {
    static look_list lists[2];
    static bool marked[MOST_SEEN];
    static unsigned looks;
    long each = sysconf(_SC_PAGESIZE), pages;
    look_list *now = &lists[looks % 2], *before = &lists[(looks + 1) % 2];
    if (looks++ % READ_ALL_EVERY == 0) before->n = 0;
    read_all(now, before);
    for (watched *w = all; w; w = w->next) {
        int found = mark(now, w->pid, marked, &pages);
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
