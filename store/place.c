/* The lock and the mark beside a database. The mark goes through SQLite's own file system
 * interface, so that whatever stands beneath SQLite stands beneath it too. */
/* SPDX-License-Identifier: MIT */
#include "store/place.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { PATH = 1100 };

static const char *beside(const char *path, const char *what, char out[PATH]) {
    snprintf(out, PATH, "%s-%s", path, what);
    return out;
}

/* --- the lock --- */

/* The number of the process that has the lock stands in its file; 0 if it cannot be read. */
static long holder_of(int fd) {
    char text[24] = "";
    return pread(fd, text, sizeof text - 1, 0) > 0 ? strtol(text, NULL, 10) : 0;
}

static void write_holder(int fd) {
    char text[24];
    int n = snprintf(text, sizeof text, "%ld\n", (long)getpid());
    if (ftruncate(fd, 0) != 0 || pwrite(fd, text, (size_t)n, 0) != n) return; /* only a hint */
}

int pt_place_lock(const char *path, bool *taken, pt_text *why) {
    char name[PATH];
    int fd = open(beside(path, "lock", name), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    *taken = false;
    if (fd < 0) {
        pt_put(why, "cannot open %s: %s", name, strerror(errno));
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
        write_holder(fd);
        return fd;
    }
    *taken = errno == EWOULDBLOCK;
    if (*taken)
        pt_put(why, "%s is in use by another petteia (process %ld)", path, holder_of(fd));
    else
        pt_put(why, "cannot lock %s: %s", name, strerror(errno));
    close(fd);
    return -1;
}

void pt_place_unlock(int lock) {
    if (lock >= 0) close(lock);
}

/* --- the write-ahead log --- */

static bool renew(sqlite3_file *f) {
    char piece[16384];
    sqlite3_int64 size = 0;
    const sqlite3_io_methods *m = f->pMethods;
    if (m->xFileSize(f, &size) != SQLITE_OK) return false;
    for (sqlite3_int64 at = 0; at < size; at += (int)sizeof piece) {
        int n = size - at < (int)sizeof piece ? (int)(size - at) : (int)sizeof piece;
        if (m->xRead(f, piece, n, at) != SQLITE_OK || m->xWrite(f, piece, n, at) != SQLITE_OK)
            return false;
    }
    return m->xSync(f, SQLITE_SYNC_NORMAL) == SQLITE_OK;
}

bool pt_place_renew_log(const char *path) {
    char name[PATH];
    int there = 0;
    sqlite3_vfs *disk = sqlite3_vfs_find(NULL);
    if (disk->xAccess(disk, beside(path, "wal", name), SQLITE_ACCESS_EXISTS, &there))
        return false;
    sqlite3_file *file = there ? calloc(1, (size_t)disk->szOsFile) : NULL;
    if (!file) return !there;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_WAL;
    bool ok = disk->xOpen(disk, name, file, flags, NULL) == SQLITE_OK;
    if (ok) {
        ok = renew(file);
        file->pMethods->xClose(file);
    }
    free(file);
    return ok;
}

/* --- the mark --- */

pt_finding pt_place_is_marked(const char *path) {
    char name[PATH];
    int there = 0;
    sqlite3_vfs *disk = sqlite3_vfs_find(NULL);
    int rc = disk->xAccess(disk, beside(path, "made", name), SQLITE_ACCESS_EXISTS, &there);
    return rc != SQLITE_OK ? PT_FAILED : there ? PT_FOUND : PT_ABSENT;
}

/* Opened as a super-journal, because then a sync covers the folder as well. */
bool pt_place_mark(const char *path) {
    char name[PATH];
    sqlite3_vfs *disk = sqlite3_vfs_find(NULL);
    sqlite3_file *file = calloc(1, (size_t)disk->szOsFile);
    if (!file) return false;
    int flags = SQLITE_OPEN_CREATE | SQLITE_OPEN_READWRITE | SQLITE_OPEN_SUPER_JOURNAL;
    bool ok = disk->xOpen(disk, beside(path, "made", name), file, flags, NULL) == SQLITE_OK;
    if (ok) {
        ok = file->pMethods->xWrite(file, "made\n", 5, 0) == SQLITE_OK &&
             file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) == SQLITE_OK;
        file->pMethods->xClose(file);
    }
    free(file);
    return ok;
}
