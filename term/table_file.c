/* A file that keeps the events of a table; see table_file.h. */
/* SPDX-License-Identifier: MIT */
#include "term/table_file.h"
#include "core/sha256.h"
#include "term/words.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 16 << 20, MOST_NAMES = 10000 };

/* "petteia-table-file ", and with the version of the format. */
static void put_kind(const char *kind, pt_text *out) { pt_put(out, "petteia-%s-file ", kind); }
static void put_head(const char *kind, pt_text *out) {
    put_kind(kind, out);
    pt_puts(out, "1 ");
}

/* --- lines --- */

/* The first digits of the hash of the sum before and the line. */
static void chain(char sum[PT_LINE_SUM], const char *line, size_t n) {
    uint8_t digest[PT_SHA256];
    pt_sha256 s = pt_sha256_begin();
    pt_sha256_add(&s, sum, strlen(sum));
    pt_sha256_add(&s, line, n);
    pt_sha256_end(&s, digest);
    pt_to_hex(digest, (PT_LINE_SUM - 1) / 2, sum);
}

static void begin_chain(pt_table_file *f, const char *first_line, size_t n) {
    f->sum[0] = 0;
    chain(f->sum, first_line, n);
}

/* --- making --- */

static bool is_there(const char *path) { return access(path, F_OK) == 0; }

void pt_free_path(const char *path, pt_text *out) {
    const char *dot = strrchr(path, '.');
    if (!dot || dot == path || strchr(dot, '/')) dot = path + strlen(path);
    pt_puts(out, path);
    for (int n = 2; is_there(out->at) && n < MOST_NAMES; n++) {
        pt_clear(out);
        pt_put(out, "%.*s-%d%s", (int)(dot - path), path, n, dot);
    }
}

/* A new file name is on the disk only once its folder is. */
static void sync_folder(const char *path) {
    PT_TEXT(folder, PT_PATH);
    const char *slash = strrchr(path, '/');
    pt_putn(&folder, path, slash ? (size_t)(slash - path) + 1 : 0);
    int fd = open(slash ? folder.at : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    (void)fsync(fd); /* some systems cannot; the file itself is safe then */
    close(fd);
}

static void set_path(pt_table_file *f, const char *path) {
    pt_text text = pt_text_on(f->path, sizeof f->path);
    pt_puts(&text, path);
}

/* Creates a file that was not there, even if somebody else does the same. */
static void create(pt_table_file *f, const char *path) {
    PT_TEXT(name, PT_PATH);
    for (int tries = 0; tries < 10 && f->fd < 0; tries++) {
        pt_clear(&name);
        pt_free_path(path, &name);
        f->fd = open(name.at, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (f->fd < 0 && errno != EEXIST) return;
    }
    set_path(f, name.at);
}

static void wait_with(pt_table_file *f, const char *bytes, size_t n) {
    if (f->waiting_used + n > f->waiting_room) {
        size_t room = 2 * (f->waiting_used + n) + 256;
        char *more = realloc(f->waiting, room);
        if (!more) abort(); /* not even a few bytes are left: nothing else would work either */
        f->waiting = more;
        f->waiting_room = room;
    }
    memcpy(f->waiting + f->waiting_used, bytes, n);
    f->waiting_used += n;
}

static void set_trouble(pt_table_file *f, const char *what) {
    pt_text t = pt_text_on(f->trouble, sizeof f->trouble);
    pt_put(&t, "cannot %s %s: %s", what, f->path, strerror(errno));
}

bool pt_table_file_make_kind(pt_table_file *f, const char *kind, const char *path,
                             const char *id, pt_text *why) {
    PT_TEXT(line, 64);
    *f = (pt_table_file){.fd = -1};
    set_path(f, path);
    pt_text name = pt_text_on(f->id, sizeof f->id);
    pt_puts(&name, id);
    put_head(kind, &line);
    pt_puts(&line, id);
    begin_chain(f, line.at, line.used);
    pt_putc(&line, '\n');
    wait_with(f, line.at, line.used);
    create(f, path);
    if (f->fd < 0 || flock(f->fd, LOCK_EX | LOCK_NB)) {
        set_trouble(f, "create");
        pt_puts(why, f->trouble);
        return false;
    }
    sync_folder(f->path);
    return true;
}

bool pt_table_file_make(pt_table_file *f, const char *path, const char *id, pt_text *why) {
    return pt_table_file_make_kind(f, "table", path, id, why);
}

/* --- reading --- */

static char *read_all(int fd, size_t *n) {
    struct stat about;
    if (fstat(fd, &about) || S_ISDIR(about.st_mode)) {
        errno = EISDIR;
        return NULL;
    }
    size_t size = about.st_size < MOST_BYTES ? (size_t)about.st_size : MOST_BYTES;
    char *text = malloc(size + 1);
    *n = 0;
    while (text && *n < size) {
        ssize_t got = read(fd, text + *n, size - *n);
        if (got == 0) break;
        if (got > 0) *n += (size_t)got;
        if (got < 0 && errno != EINTR) {
            free(text);
            return NULL;
        }
    }
    if (text) text[*n] = 0;
    return text;
}

/* The first line says what the file is; what follows the last line end is not whole. */
static pt_file_answer read_head(pt_table_file *f, const char *kind, size_t n, pt_text *why) {
    PT_TEXT(mark, 64);
    put_kind(kind, &mark);
    bool foreign = strncmp(f->text, mark.at, mark.used) != 0;
    char *end = strchr(f->text, '\n');
    if (foreign) {
        pt_say(why, term_say_file_foreign(f->path));
        return PT_FILE_FOREIGN;
    }
    pt_clear(&mark);
    put_head(kind, &mark);
    if (strncmp(f->text, mark.at, mark.used) != 0) {
        pt_say(why, term_say_file_version(f->path));
        return PT_FILE_DAMAGED;
    }
    while (n > 0 && f->text[n - 1] != '\n') n--;
    f->text[n] = 0;
    if (n == 0 || strlen(f->text) != n || (size_t)(end - f->text) >= mark.used + PT_ID) {
        pt_say(why, term_say_file_damaged(f->path));
        return PT_FILE_DAMAGED;
    }
    f->size = (off_t)n;
    *end = 0;
    memcpy(f->id, f->text + mark.used, strlen(f->text + mark.used) + 1);
    begin_chain(f, f->text, (size_t)(end - f->text));
    f->at = end + 1;
    f->line = 1;
    return PT_FILE_OPEN;
}

static pt_file_answer open_file(pt_table_file *f, const char *kind, const char *path, int how,
                                int lock, pt_text *why) {
    size_t n = 0;
    *f = (pt_table_file){.fd = open(path, how | O_CLOEXEC)};
    set_path(f, path);
    if (f->fd < 0 && errno == ENOENT) {
        pt_say(why, term_say_file_missing(path));
        return PT_FILE_MISSING;
    }
    if (f->fd >= 0 && flock(f->fd, lock | LOCK_NB) && errno == EWOULDBLOCK) {
        pt_say(why, term_say_file_busy(path));
        return PT_FILE_IN_USE;
    }
    f->text = f->fd < 0 ? NULL : read_all(f->fd, &n);
    if (!f->text) {
        pt_put(why, "cannot open %s: %s", path, strerror(errno));
        return PT_FILE_UNREADABLE;
    }
    return read_head(f, kind, n, why);
}

pt_file_answer pt_table_file_open(pt_table_file *f, const char *path, pt_text *why) {
    return open_file(f, "table", path, O_RDWR, LOCK_EX, why);
}

pt_file_answer pt_table_file_peek(pt_table_file *f, const char *path, pt_text *why) {
    return open_file(f, "table", path, O_RDONLY, LOCK_SH, why);
}

pt_file_answer pt_table_file_open_kind(pt_table_file *f, const char *kind, const char *path,
                                       bool look, pt_text *why) {
    return open_file(f, kind, path, look ? O_RDONLY : O_RDWR, look ? LOCK_SH : LOCK_EX, why);
}

int pt_table_file_next(pt_table_file *f, const char **line, pt_text *why) {
    char *at = f->at, *end = strchr(at, '\n');
    if (!*at) return 0;
    assert(end); /* an incomplete line was cut off before */
    f->line++;
    f->at = end + 1;
    *end = 0;
    char *rest = strchr(at, ' ');
    if (rest) {
        *rest++ = 0;
        chain(f->sum, rest, strlen(rest));
    }
    if (!rest || strcmp(f->sum, at) != 0) {
        pt_say(why, term_say_file_line(f->path, f->line));
        return -1;
    }
    f->last = strtoll(rest, NULL, 10);
    *line = rest;
    return 1;
}

/* --- writing --- */

void pt_table_file_add(pt_table_file *f, const char *line) {
    size_t n = strlen(line);
    assert(!f->at || !*f->at); /* everything was read before */
    assert(!strchr(line, '\n'));
    chain(f->sum, line, n);
    wait_with(f, f->sum, PT_LINE_SUM - 1);
    wait_with(f, " ", 1);
    wait_with(f, line, n);
    wait_with(f, "\n", 1);
    f->last = strtoll(line, NULL, 10);
}

static bool write_waiting(pt_table_file *f) {
    struct stat about;
    if (fstat(f->fd, &about)) return false;
    if (about.st_size > f->size && ftruncate(f->fd, f->size)) return false; /* half a line */
    for (size_t done = 0; done < f->waiting_used;) {
        ssize_t n =
            pwrite(f->fd, f->waiting + done, f->waiting_used - done, f->size + (off_t)done);
        if (n < 0 && errno != EINTR) return false;
        if (n > 0) done += (size_t)n;
    }
    return true;
}

bool pt_table_file_save(pt_table_file *f, bool sync) {
    if (f->fd < 0) return false;
    if (!f->waiting_used) return true;
    if (!write_waiting(f) || (sync && fsync(f->fd))) {
        set_trouble(f, "write");
        (void)!ftruncate(f->fd, f->size); /* no half line stays; the next save tries again */
        return false;
    }
    f->size += (off_t)f->waiting_used;
    f->waiting_used = 0;
    f->trouble[0] = 0;
    return true;
}

void pt_table_file_close(pt_table_file *f) {
    if (f->fd >= 0) close(f->fd);
    free(f->waiting);
    free(f->text);
    *f = (pt_table_file){.fd = -1};
}
