/* SPDX-License-Identifier: MIT */
#include "cli/progress.h"
#include "cli/words.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WIDTH = 24, AGAIN_S = 1 };

/* The bar on the screen; there is only one. */
static struct {
    bool shown;
    double start; /* when it was shown first, in seconds */
    long first;   /* what was done then: a contest that goes on does not begin at 0 */
} bar;

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ", 0:35 left", once there is something to judge by. */
static void tell_left(long done, long all, pt_text *out) {
    double took = seconds() - bar.start;
    if (done <= bar.first || took < 1) return;
    double left = took * (double)(all - done) / (double)(done - bar.first);
    long s = left < 1e6 ? (long)(left + 0.5) : 1000000;
    PT_TEXT(time, 32);
    if (s >= 3600)
        pt_put(&time, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
    else
        pt_put(&time, "%ld:%02ld", s / 60, s % 60);
    pt_puts(out, ", ");
    pt_say(out, cli_say_progress_left(time.at));
}

void progress_show(long done, long all, const char *words) {
    char drawn[WIDTH + 1] = {0};
    if (!isatty(STDERR_FILENO)) return;
    if (!bar.shown) {
        bar.shown = true;
        bar.start = seconds();
        bar.first = done;
    }
    for (int i = 0; i < WIDTH; i++) drawn[i] = all > 0 && i < done * WIDTH / all ? '#' : '-';
    PT_TEXT_IN(left, 100, args_language());
    tell_left(done, all, &left);
    fprintf(stderr, "\r[%s] %ld/%ld %s%s\033[K", drawn, done, all, words, left.at);
    fflush(stderr);
}

void progress_clear(void) {
    if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
}

void progress_end(void) {
    bar.shown = false;
    progress_clear();
}

/* A signal handler can reach only what is global. */
static atomic_bool interrupted;
static double interrupted_at; /* only the handler writes and reads it */

/* `timeout` signals the process and then its whole group, so one wish to stop may come twice.
 * Who asks again later does not want to wait. */
static void note_interrupt(int number) {
    double now = seconds();
    if (!atomic_exchange(&interrupted, true)) {
        interrupted_at = now;
    } else if (now - interrupted_at > AGAIN_S) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

const atomic_bool *progress_interruptible(void) {
    struct sigaction on = {.sa_handler = note_interrupt};
    sigemptyset(&on.sa_mask); /* each handler ends before the other begins */
    sigaddset(&on.sa_mask, SIGINT);
    sigaddset(&on.sa_mask, SIGTERM);
    on.sa_flags = SA_RESTART;
    sigaction(SIGINT, &on, NULL);
    sigaction(SIGTERM, &on, NULL);
    return &interrupted;
}

void progress_tell_stopped(const command *c) {
    if (atomic_load(&interrupted)) args_wrong(c, cli_say_stopped());
}

/* --- processes that share the work --- */

bool job_goes_on(int pipe_end) {
    struct pollfd p = {.fd = pipe_end};
    return poll(&p, 1, 0) == 0;
}

bool job_wait(const atomic_bool *stop, pid_t pid, int *to_children) {
    const struct timespec moment = {0, 20000000};
    int status = 0;
    pid_t got;
    while ((got = waitpid(pid, &status, WNOHANG)) == 0 || (got < 0 && errno == EINTR)) {
        if (atomic_load(stop) && *to_children >= 0) {
            close(*to_children);
            *to_children = -1;
        }
        nanosleep(&moment, NULL);
    }
    return got == pid && status == 0;
}
