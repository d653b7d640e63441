/* The disk that fails. */
/* SPDX-License-Identifier: MIT */
#include "tests/fault_disk.h"
#include "tests/fault_memory.h"
#include <assert.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 16, SECTOR = 512, SHM_PAGES = 8, SHM_LOCKS = 8, NAME = 200 };

const char *const disk_kind_names[DISK_KINDS] = {"fine", "eio", "full", "short", "power"};

/* A change that is not synced yet. */
typedef struct change {
    struct change *next;
    size_t at, n;
    bool truncates; /* to `at` */
    uint8_t bytes[];
} change;

typedef struct bytes {
    uint8_t *at;
    size_t used, size;
} bytes;

typedef struct handle handle;
typedef struct file {
    char name[NAME];
    bool there, there_safely;
    bytes now, safe; /* as it reads, and as it is on the disk for certain */
    change *changes, **last;
    int sharing; /* handles with a lock */
    const handle *reserved, *exclusive;
    int shm_users, shm_shared[SHM_LOCKS];
    const handle *shm_exclusive[SHM_LOCKS];
    void *shm[SHM_PAGES];
} file;

struct handle {
    sqlite3_file base;
    file *file;
    int lock;
    bool shm;
    uint8_t shm_shared;
    bool deletes;
};

static file files[FILES];
static disk_plan plan;
static uint64_t calls;
static bool struck, dead, sync_failed;

/* --- when it fails --- */

typedef enum { OP_READ, OP_WRITE, OP_SYNC, OP_OPEN, OP_CHANGE, OP_ROOM, OP_LOCK } op;

static bool can_strike(op what) {
    switch (plan.kind) {
    case DISK_FINE:
    case DISK_KINDS: return false;
    case DISK_EIO: return true;
    case DISK_FULL: return what == OP_WRITE || what == OP_ROOM;
    case DISK_SHORT: return what == OP_WRITE;
    case DISK_POWER: return what == OP_WRITE || what == OP_SYNC || what == OP_CHANGE;
    }
    return false;
}

static bool fails(op what) {
    if (dead) return true;
    if (!can_strike(what)) return false;
    calls++;
    bool now = calls == plan.at || (plan.for_good && calls > plan.at);
    struck |= now;
    if (now && plan.kind == DISK_POWER) dead = true;
    return now;
}

static uint64_t mixed(uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

void disk_plan_set(disk_plan p) {
    plan = p;
    calls = 0;
    struck = false;
}
void disk_repair(void) {
    plan.kind = DISK_FINE;
    dead = false;
}
bool disk_struck(void) { return struck; }
bool disk_sync_failed(void) { return sync_failed; }
uint64_t disk_calls(void) { return calls; }

/* --- bytes --- */

static void grow(bytes *b, size_t n) {
    if (n > b->size) {
        b->size = n * 2;
        b->at = __real_realloc(b->at, b->size);
        if (!b->at) abort();
    }
    if (n > b->used) {
        memset(b->at + b->used, 0, n - b->used);
        b->used = n;
    }
}

static void put_bytes(bytes *b, size_t at, const void *from, size_t n) {
    grow(b, at + n);
    memcpy(b->at + at, from, n);
}

static void make_change(bytes *b, const change *c) {
    if (!c->truncates)
        put_bytes(b, c->at, c->bytes, c->n);
    else if (c->at < b->used)
        b->used = c->at;
    else
        grow(b, c->at);
}

static void change_file(file *f, size_t at, const void *from, size_t n, bool truncates) {
    change *c = __real_malloc(sizeof *c + n);
    if (!c) abort();
    *c = (change){.at = at, .n = n, .truncates = truncates};
    if (n) memcpy(c->bytes, from, n);
    if (!f->changes) f->last = &f->changes;
    *f->last = c;
    f->last = &c->next;
    make_change(&f->now, c);
}

static void drop_changes(file *f) {
    while (f->changes) {
        change *next = f->changes->next;
        free(f->changes);
        f->changes = next;
    }
}

/* Sectors of what was not synced get there or not, in any order: of two writes to one sector
 * the earlier may be the one that stays. `seed` 0: nothing gets there; 1: everything. */
static void keep_some(file *f, uint64_t seed) {
    uint64_t luck = mixed(seed + 77);
    for (const change *c = f->changes; c && seed; c = c->next) {
        luck = mixed(luck + 1);
        if (seed == 1 || (c->truncates && luck % 2)) {
            make_change(&f->safe, c);
            continue;
        }
        for (size_t at = c->at, end; at < c->at + c->n && !c->truncates; at = end) {
            end = (at / SECTOR + 1) * SECTOR;
            if (end > c->at + c->n) end = c->at + c->n;
            luck = mixed(luck + at);
            if (luck % 3) put_bytes(&f->safe, at, c->bytes + (at - c->at), end - at);
        }
    }
    f->there_safely |= f->there && seed && f->safe.used;
    drop_changes(f);
}

void disk_kill(void) {
    sync_failed = false;
    for (int i = 0; i < FILES; i++) {
        file *f = &files[i];
        f->sharing = f->shm_users = 0;
        f->reserved = f->exclusive = NULL;
        memset(f->shm_shared, 0, sizeof f->shm_shared);
        memset(f->shm_exclusive, 0, sizeof f->shm_exclusive);
        for (int k = 0; k < SHM_PAGES; k++)
            if (f->shm[k]) memset(f->shm[k], 0, 32768);
    }
}

void disk_lose_power(uint64_t seed) {
    for (int i = 0; i < FILES; i++) {
        file *f = &files[i];
        keep_some(f, seed < 2 ? seed : seed + (uint64_t)i);
        f->there = f->there_safely;
        if (!f->there) f->safe.used = 0;
        f->now.used = 0;
        if (f->safe.used) put_bytes(&f->now, 0, f->safe.at, f->safe.used);
    }
    disk_kill();
}

/* --- a file --- */

static int file_close(sqlite3_file *s) {
    handle *h = (handle *)s;
    if (h->deletes) h->file->there = false;
    return SQLITE_OK;
}

static int file_read(sqlite3_file *s, void *out, int n, sqlite3_int64 at) {
    const file *f = ((handle *)s)->file;
    if (fails(OP_READ)) return SQLITE_IOERR_READ;
    size_t there = (size_t)at < f->now.used ? f->now.used - (size_t)at : 0;
    if (there > (size_t)n) there = (size_t)n;
    if (there) memcpy(out, f->now.at + at, there);
    memset((char *)out + there, 0, (size_t)n - there);
    return there < (size_t)n ? SQLITE_IOERR_SHORT_READ : SQLITE_OK;
}

static int file_write(sqlite3_file *s, const void *from, int n, sqlite3_int64 at) {
    file *f = ((handle *)s)->file;
    bool was_dead = dead;
    if (!fails(OP_WRITE)) {
        change_file(f, (size_t)at, from, (size_t)n, false);
        return SQLITE_OK;
    }
    size_t part = (size_t)n / 2;
    if (!was_dead && (plan.kind == DISK_SHORT || plan.kind == DISK_POWER) && part)
        change_file(f, (size_t)at, from, part, false);
    return plan.kind == DISK_FULL || plan.kind == DISK_SHORT ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int file_truncate(sqlite3_file *s, sqlite3_int64 size) {
    if (fails(OP_CHANGE)) return SQLITE_IOERR_TRUNCATE;
    change_file(((handle *)s)->file, (size_t)size, NULL, 0, true);
    return SQLITE_OK;
}

static int file_sync(sqlite3_file *s, int flags) {
    file *f = ((handle *)s)->file;
    (void)flags;
    if (dead) return SQLITE_IOERR_FSYNC;
    if (fails(OP_SYNC)) {
        sync_failed = true;
        if (plan.kind != DISK_POWER) keep_some(f, plan.seed);
        return SQLITE_IOERR_FSYNC;
    }
    keep_some(f, 1);
    f->there_safely = f->there;
    return SQLITE_OK;
}

static int file_size(sqlite3_file *s, sqlite3_int64 *out) {
    if (fails(OP_READ)) return SQLITE_IOERR_FSTAT;
    *out = (sqlite3_int64)((handle *)s)->file->now.used;
    return SQLITE_OK;
}

static int file_lock(sqlite3_file *s, int level) {
    handle *h = (handle *)s;
    file *f = h->file;
    if (h->lock >= level) return SQLITE_OK;
    if (fails(OP_LOCK)) return SQLITE_IOERR_LOCK;
    if (f->exclusive && f->exclusive != h) return SQLITE_BUSY;
    if (level >= SQLITE_LOCK_RESERVED && f->reserved && f->reserved != h) return SQLITE_BUSY;
    if (level == SQLITE_LOCK_EXCLUSIVE && f->sharing > 1) return SQLITE_BUSY;
    f->sharing += h->lock == SQLITE_LOCK_NONE;
    if (level >= SQLITE_LOCK_RESERVED) f->reserved = h;
    if (level == SQLITE_LOCK_EXCLUSIVE) f->exclusive = h;
    h->lock = level;
    return SQLITE_OK;
}

static int file_unlock(sqlite3_file *s, int level) {
    handle *h = (handle *)s;
    file *f = h->file;
    if (h->lock <= level) return SQLITE_OK;
    if (f->reserved == h) f->reserved = NULL;
    if (f->exclusive == h) f->exclusive = NULL;
    f->sharing -= level == SQLITE_LOCK_NONE;
    h->lock = level;
    return SQLITE_OK;
}

static int file_reserved(sqlite3_file *s, int *out) {
    *out = ((handle *)s)->file->reserved != NULL;
    return SQLITE_OK;
}

static int file_control(sqlite3_file *s, int what, void *arg) {
    (void)s, (void)what, (void)arg;
    return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *s) {
    (void)s;
    return 4096;
}

/* As SQLite assumes of every disk: writing a byte damages no other. */
static int powers(sqlite3_file *s) {
    (void)s;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

/* --- shared memory --- */

static int shm_map(sqlite3_file *s, int page, int size, int extend, void volatile **out) {
    handle *h = (handle *)s;
    file *f = h->file;
    *out = NULL;
    assert(page < SHM_PAGES && size == 32768);
    if (fails(OP_ROOM))
        return plan.kind == DISK_FULL ? SQLITE_IOERR_SHMSIZE : SQLITE_IOERR_SHMMAP;
    if (!h->shm) f->shm_users++;
    h->shm = true;
    if (!f->shm[page] && extend && !(f->shm[page] = __real_calloc(1, (size_t)size))) abort();
    *out = f->shm[page];
    return SQLITE_OK;
}

static int shm_lock(sqlite3_file *s, int from, int n, int flags) {
    handle *h = (handle *)s;
    file *f = h->file;
    if (flags & SQLITE_SHM_LOCK && fails(OP_LOCK)) return SQLITE_IOERR_SHMLOCK;
    for (int i = from; i < from + n && flags & SQLITE_SHM_LOCK; i++) {
        bool mine = h->shm_shared >> i & 1;
        if (f->shm_exclusive[i] && f->shm_exclusive[i] != h) return SQLITE_BUSY;
        if (flags & SQLITE_SHM_EXCLUSIVE && f->shm_shared[i] > mine) return SQLITE_BUSY;
    }
    for (int i = from; i < from + n; i++) {
        uint8_t bit = (uint8_t)(1u << i);
        bool mine = h->shm_shared & bit, wants = flags & SQLITE_SHM_LOCK;
        if (flags & SQLITE_SHM_EXCLUSIVE) {
            if (wants || f->shm_exclusive[i] == h) f->shm_exclusive[i] = wants ? h : NULL;
        } else if (wants != mine) {
            f->shm_shared[i] += wants ? 1 : -1;
            h->shm_shared ^= bit;
        }
    }
    return SQLITE_OK;
}

static void shm_barrier(sqlite3_file *s) { (void)s; }

/* Whoever leaves last forgets what was in it, so that the next one builds it again. */
static int shm_unmap(sqlite3_file *s, int delete) {
    handle *h = (handle *)s;
    file *f = h->file;
    (void)delete;
    if (h->shm && --f->shm_users == 0)
        for (int i = 0; i < SHM_PAGES; i++)
            if (f->shm[i]) memset(f->shm[i], 0, 32768);
    h->shm = false;
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_reserved,
    .xFileControl = file_control,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = powers,
    .xShmMap = shm_map,
    .xShmLock = shm_lock,
    .xShmBarrier = shm_barrier,
    .xShmUnmap = shm_unmap,
};

/* --- the folder --- */

static file *find(const char *name) {
    for (int i = 0; i < FILES; i++)
        if (files[i].name[0] && strcmp(files[i].name, name) == 0) return &files[i];
    return NULL;
}

static file *find_or_add(const char *name) {
    file *f = find(name);
    for (int i = 0; i < FILES && !f; i++)
        if (!files[i].name[0]) f = &files[i];
    if (!f || strlen(name) >= NAME) abort();
    strcpy(f->name, name);
    return f;
}

static int disk_open(sqlite3_vfs *v, const char *name, sqlite3_file *s, int flags, int *out) {
    handle *h = (handle *)s;
    (void)v;
    memset(h, 0, sizeof *h);
    file *f = find_or_add(name ? name : "-temporary");
    if (fails(f->there ? OP_OPEN : OP_CHANGE)) return SQLITE_CANTOPEN;
    if (!f->there && !(flags & SQLITE_OPEN_CREATE)) return SQLITE_CANTOPEN;
    if (!f->there) {
        drop_changes(f);
        f->now.used = 0;
    }
    f->there = true;
    h->base.pMethods = &methods;
    h->file = f;
    h->deletes = flags & SQLITE_OPEN_DELETEONCLOSE;
    if (out) *out = flags;
    return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *v, const char *name, int sync) {
    file *f = find(name);
    (void)v;
    if (fails(OP_CHANGE)) return SQLITE_IOERR_DELETE;
    if (!f || !f->there) return SQLITE_IOERR_DELETE_NOENT;
    f->there = false;
    drop_changes(f);
    f->now.used = 0;
    if (sync) f->there_safely = false, f->safe.used = 0;
    return SQLITE_OK;
}

static int disk_access(sqlite3_vfs *v, const char *name, int flags, int *out) {
    const file *f = find(name);
    (void)v, (void)flags;
    if (fails(OP_READ)) return SQLITE_IOERR_ACCESS;
    *out = f && f->there && f->now.used > 0;
    return SQLITE_OK;
}

static int disk_path(sqlite3_vfs *v, const char *name, int n, char *out) {
    (void)v;
    sqlite3_snprintf(n, out, "%s", name);
    return SQLITE_OK;
}

static int disk_random(sqlite3_vfs *v, int n, char *out) {
    static uint64_t state = 1;
    (void)v;
    for (int i = 0; i < n; i++) out[i] = (char)(state = mixed(state + 3));
    return n;
}

static int disk_sleep(sqlite3_vfs *v, int micros) {
    (void)v;
    return micros; /* nobody else would make it come true */
}

static int disk_time(sqlite3_vfs *v, sqlite3_int64 *out) {
    (void)v;
    *out = 212000000000000;
    return SQLITE_OK;
}

static int disk_last_error(sqlite3_vfs *v, int n, char *out) {
    (void)v, (void)n, (void)out;
    return 0;
}

void disk_install(void) {
    static sqlite3_vfs vfs = {
        .iVersion = 2,
        .szOsFile = sizeof(handle),
        .mxPathname = NAME - 8,
        .zName = "fault",
        .xOpen = disk_open,
        .xDelete = disk_delete,
        .xAccess = disk_access,
        .xFullPathname = disk_path,
        .xRandomness = disk_random,
        .xSleep = disk_sleep,
        .xCurrentTimeInt64 = disk_time,
        .xGetLastError = disk_last_error,
    };
    sqlite3_vfs_register(&vfs, 1);
}
