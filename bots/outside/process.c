/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* environ, pipe2 */
#include "bots/outside/process.h"
#include "bots/bot.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CONFINE_US = 5000000, LAST_BREATH_MS = 500, MOST_FILES = 65536 };

/* What a program in the sandbox has: its own processes, no network. Nothing can be written:
 * neither to disk nor, in a folder that is in memory, past the bound of its memory. */
#define SANDBOX                                                                                \
    "--dev", "/dev", "--remount-ro", "/dev", "--proc", "/proc", "--unshare-all",               \
        "--die-with-parent", "--new-session"

/* Of a server's files every program needs these, as far as there are such. */
static const char *const common[] = {
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/timezone",
};

/* The words of bubblewrap's command. Those that are made here lie in `text`. */
enum { WORDS = 4096, TEXT = 16384 };
typedef struct sandbox {
    const char *word[WORDS];
    char text[TEXT];
    size_t words, used;
    bool full; /* something had no room */
} sandbox;

static void add(sandbox *b, const char *word) {
    if (b->words < WORDS - 1)
        b->word[b->words++] = word;
    else
        b->full = true;
}

static void add_all(sandbox *b, const char *const *word, size_t n) {
    for (size_t i = 0; i < n; i++) add(b, word[i]);
}
#define ADD(b, ...)                                                                            \
    add_all(b, (const char *const[]){__VA_ARGS__},                                             \
            sizeof(const char *[]){__VA_ARGS__} / sizeof(const char *))

/* Two texts as one, in the sandbox's own memory. */
static const char *joined(sandbox *b, const char *first, size_t length, const char *second) {
    size_t all = length + strlen(second) + 1;
    if (all > sizeof b->text - b->used) {
        b->full = true;
        return "";
    }
    char *own = b->text + b->used;
    memcpy(own, first, length);
    memcpy(own + length, second, all - length);
    b->used += all;
    return own;
}

/* What of `path` lies below `folder`: "" if they are one, NULL if it is elsewhere. */
static const char *below(const char *path, const char *folder) {
    size_t n = strlen(folder);
    if (strcmp(folder, "/") == 0) return path;
    return strncmp(path, folder, n) == 0 && (!path[n] || path[n] == '/') ? path + n : NULL;
}

/* A link may lead to the hidden folder, or to one that holds it: it is hidden there as well. */
static void add_file(sandbox *b, const char *path, const char *hidden) {
    static const char *const made[] = {"/dev", "/proc", "/sys"};
    char *real = realpath(path, NULL);
    bool can = real && !below(real, hidden);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        can = can && !below(path, made[i]) && !below(real, made[i]);
    if (can) {
        const char *within = below(hidden, real);
        const char *there = within ? joined(b, path, strlen(path), within) : NULL;
        ADD(b, "--ro-bind-try", path, path);
        if (there) ADD(b, "--tmpfs", there, "--remount-ro", there);
    }
    free(real);
}

/* Each absolute path in a text: all between these letters. */
static void add_files(sandbox *b, const char *text, const char *between, const char *hidden) {
    for (size_t n; *text; text += n + (text[n] != 0)) {
        n = strcspn(text, between);
        if (n > 1 && text[0] == '/') add_file(b, joined(b, text, n, ""), hidden);
    }
}

/* False if it is too long. */
static bool plan(sandbox *b, const process_wish *w) {
    b->words = b->used = 0;
    b->full = false;
    add(b, "bwrap");
    if (!w->hidden) ADD(b, "--ro-bind", "/", "/");
    for (size_t i = 0; w->hidden && i < sizeof common / sizeof *common; i++)
        ADD(b, "--ro-bind-try", common[i], common[i]);
    if (w->hidden) {
        add_files(b, w->files, "\n", w->hidden);
        add_files(b, w->command, " \t'\"`=:;|&<>()", w->hidden);
    }
    ADD(b, SANDBOX);
    if (w->hidden) ADD(b, "--tmpfs", w->hidden, "--remount-ro", w->hidden, "--remount-ro", "/");
    ADD(b, "--", "/bin/sh", "-c", w->command);
    b->word[b->words] = NULL;
    return !b->full;
}

static void bound(int resource, rlim_t most) {
    struct rlimit limit = {most, most};
    setrlimit((__rlimit_resource_t)resource, &limit);
}

/* Files of ours that are still open; a server may have thousands. */
static void close_others(void) {
    struct rlimit open;
    if (getrlimit(RLIMIT_NOFILE, &open) || open.rlim_cur > MOST_FILES)
        open.rlim_cur = MOST_FILES;
    for (int fd = STDERR_FILENO + 1; fd < (int)open.rlim_cur; fd++) close(fd);
}

/* What a database or another service of this machine listens at may be a file, which no
 * network of its own keeps a program from: it gets no such sockets. Other ways to the same
 * calls (those of other processors, rings of calls) are closed as well. */
static void no_local_sockets(void) {
#if defined __x86_64__ || defined __aarch64__
    enum { OTHER_CALLS = 0x40000000, REFUSED = SECCOMP_RET_ERRNO | EACCES };
#ifdef __x86_64__
    const unsigned own = AUDIT_ARCH_X86_64;
#else
    const unsigned own = AUDIT_ARCH_AARCH64;
#endif
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own, 0, 6),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, OTHER_CALLS, 4, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, REFUSED),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) _exit(126);
#endif
}

/* A server's environment may hold passwords: of it, a program gets what every program needs. */
static void forget_environment(void) {
    static const char *const kept[] = {
        "PATH=", "HOME=", "LANG=", "LC_ALL=", "LC_CTYPE=", "TZ="};
    char **to = environ;
    for (char **from = environ; *from; from++)
        for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
            if (strncmp(*from, kept[i], strlen(kept[i])) == 0) *to++ = *from;
    *to = NULL;
}

/* Becomes the program. */
static void become(const process_wish *w, const sandbox *b, int line, int errors) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL); /* threads of a server take no signals */
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    dup2(line, STDIN_FILENO);
    dup2(line, STDOUT_FILENO);
    if (errors >= 0) dup2(errors, STDERR_FILENO);
    close_others();
    bound(RLIMIT_AS, (rlim_t)w->megabytes << 20);
    bound(RLIMIT_CORE, 0);
    if (w->confined) no_local_sockets();
    if (w->hidden) forget_environment();
    if (w->confined)
        execvp("bwrap", (char *const *)(uintptr_t)b->word);
    else
        execl("/bin/sh", "sh", "-c", w->command, (char *)NULL);
    _exit(127);
}

static void close_end(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

bool process_start(process *p, const process_wish *w) {
    int ends[2], errors[2] = {-1, -1};
    sandbox b;
    p->line = p->errors = -1;
    p->held = 0;
    p->silent = false;
    p->words[0] = 0;
    if (!plan(&b, w)) return false;
    if (w->listens && pipe2(errors, O_CLOEXEC)) return false;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) ends[0] = ends[1] = -1;
    p->pid = ends[0] < 0 ? -1 : fork();
    if (p->pid == 0) become(w, &b, ends[1], errors[1]);
    close_end(&ends[1]);
    close_end(&errors[1]);
    if (p->pid < 0) {
        close_end(&ends[0]);
        close_end(&errors[0]);
        return false;
    }
    if (errors[0] >= 0) fcntl(errors[0], F_SETFL, O_NONBLOCK);
    p->line = ends[0];
    p->errors = errors[0];
    if (watch_begin(&p->watch, p->pid, w->megabytes)) return true;
    process_stop(p);
    return false;
}

bool process_can_confine(void) {
    process p;
    const process_wish echo = {.command = "echo confined", .megabytes = 1024, .confined = true};
    if (!process_start(&p, &echo)) return false;
    bool fine = process_hear(&p, pt_micros(false) + CONFINE_US) == PROCESS_ANSWERED;
    process_stop(&p);
    return fine;
}

/* Takes what it complains of, so that it never waits for us, and keeps the beginning. */
static void take_errors(process *p) {
    char some[4096];
    ssize_t got = read(p->errors, some, sizeof some);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) {
        close_end(&p->errors);
        return;
    }
    size_t has = strlen(p->words), room = sizeof p->words - 1 - has;
    size_t more = (size_t)got < room ? (size_t)got : room;
    for (size_t i = 0; i < more; i++) /* a zero would end the words */
        p->words[has + i] = some[i] ? some[i] : ' ';
    p->words[has + more] = 0;
}

/* Waits until the line is ready for `events`; false when time is up. */
static bool ready(process *p, short events, uint64_t until) {
    for (;;) {
        struct pollfd f[] = {{.fd = p->line, .events = events},
                             {.fd = p->errors, .events = POLLIN}};
        uint64_t now = pt_micros(false);
        int left = now >= until ? 0 : (int)((until - now + 999) / 1000);
        int n = poll(f, 2, left);
        if (n > 0 && f[1].revents) take_errors(p);
        if (n > 0 && f[0].revents) return true;
        if (n >= 0 && left == 0) return false;
        if (n < 0 && errno != EINTR) return false;
    }
}

static process_end silent(process *p) {
    p->silent = true;
    return PROCESS_ENDED;
}

process_end process_say(process *p, const char *bytes, size_t n, uint64_t until) {
    while (n > 0) {
        if (p->line < 0) return PROCESS_ENDED;
        if (!ready(p, POLLOUT, until)) return PROCESS_LATE;
        ssize_t sent = send(p->line, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno != EAGAIN && errno != EINTR) return silent(p);
        if (sent <= 0) continue;
        bytes += sent;
        n -= (size_t)sent;
    }
    return PROCESS_ANSWERED;
}

/* Byte by byte, so that nothing of a second line has to be kept. */
process_end process_hear(process *p, uint64_t until) {
    for (p->held = 0; p->held < sizeof p->answer;) {
        char c;
        if (p->line < 0) return PROCESS_ENDED;
        if (!ready(p, POLLIN, until)) return PROCESS_LATE;
        ssize_t got = recv(p->line, &c, 1, MSG_DONTWAIT);
        if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
        if (got <= 0) return silent(p);
        if (c == '\n') {
            if (p->held && p->answer[p->held - 1] == '\r') p->held--;
            p->answer[p->held] = 0;
            return PROCESS_ANSWERED;
        }
        p->answer[p->held++] = c;
    }
    return PROCESS_TOO_LONG;
}

/* A program that has closed its line is given a moment to end by itself. */
static bool has_ended(process *p, int *status) {
    for (int ms = 0; ms < (p->silent ? LAST_BREATH_MS : 1); ms += 5) {
        if (waitpid(p->pid, status, WNOHANG) == p->pid) return true;
        if (p->silent) nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    return false;
}

int process_stop(process *p) {
    int status = 0;
    if (p->line < 0) return 0;
    watch_end(&p->watch); /* before its number may be another's */
    close(p->line);
    p->line = -1;
    bool ended = has_ended(p, &status);
    kill(-p->pid, SIGKILL);
    if (!ended) waitpid(p->pid, NULL, 0);
    if (p->errors >= 0) take_errors(p); /* its last words */
    close_end(&p->errors);
    if (!ended) return 0;
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}
