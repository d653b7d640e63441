/* Reads which fault is on (PETTEIA_FAULT; the build includes fault.h everywhere), and keeps
 * which were reached in the file that PETTEIA_FAULTS_REACHED names; it is shared with the
 * processes that a test starts.
 *
 * With PETTEIA_FAULT_OUTPUT the program serves: for each line "FAULT MILLISECONDS [TESTS]" that
 * it reads, a copy of it runs with that fault on, writes to the named file, and its status is
 * the answer. To start a program anew takes longer than most tests. A fault may loop for ever
 * or eat all memory, so a copy may compute for that many milliseconds. */
/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FAULTS_MAX = 1 << 19 };

static unsigned char unseen[FAULTS_MAX];
int pt_fault_on;
unsigned char *pt_fault_reached = unseen;

static int number_of(const char *name) {
    const char *word = getenv(name);
    return word ? atoi(word) : 0;
}

static int fault_ms; /* 0: no limit */

static void limit_time(void) {
    struct itimerval patience = {{0, 0}, {fault_ms / 1000, fault_ms % 1000 * 1000}};
    setitimer(ITIMER_PROF, &patience, NULL);
    alarm(fault_ms ? 60 + (unsigned)fault_ms / 20 : 0); /* it may sleep for ever, too */
}

static void limit_memory(void) {
    struct rlimit memory = {(rlim_t)4 << 30, (rlim_t)4 << 30}, none = {0, 0};
    setrlimit(RLIMIT_AS, &memory);
    setrlimit(RLIMIT_CORE, &none);
}

static void keep_reached(const char *path) {
    int file = path ? open(path, O_RDWR) : -1;
    if (file < 0) return;
    void *shared = mmap(NULL, FAULTS_MAX, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared != MAP_FAILED) pt_fault_reached = shared;
    close(file);
}

static void run_tests(const char *asked); /* quick_tests.c */

/* In the copy: what it reads is nothing, and what it says goes to the file. */
static void become_copy(const char *output) {
    int in = open("/dev/null", O_RDONLY),
        out = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(in, 0);
    dup2(out, 1);
    close(in);
    close(out);
    limit_time();
}

/* Returns in each copy. */
static void serve(const char *output) {
    static char line[1 << 16], tests[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        tests[0] = 0;
        sscanf(line, "%d %d %65535s", &pt_fault_on, &fault_ms, tests);
        pid_t copy = fork();
        if (copy == 0) {
            become_copy(output);
            if (tests[0]) run_tests(tests);
            return;
        }
        int status = -1;
        waitpid(copy, &status, 0);
        dprintf(1, "%d\n", status);
    }
    _exit(0);
}

__attribute__((constructor)) static void begin(void) {
    if (!getenv("PETTEIA_FAULT")) return;
    pt_fault_on = number_of("PETTEIA_FAULT");
    keep_reached(getenv("PETTEIA_FAULTS_REACHED"));
    limit_memory();
    setvbuf(stdout, NULL, _IOLBF, 0); /* what was said before a crash counts */
    if (getenv("PETTEIA_FAULT_OUTPUT"))
        serve(getenv("PETTEIA_FAULT_OUTPUT"));
    else if (getenv("PETTEIA_TESTS"))
        run_tests(getenv("PETTEIA_TESTS"));
}
