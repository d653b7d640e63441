/* Memory that gives out. */
/* SPDX-License-Identifier: MIT */
#include "tests/fault_memory.h"
#include <jansson.h>
#include <sqlite3.h>
#include <stdlib.h>

static uint64_t calls, fails_at;
static bool for_good, struck;

void memory_plan_set(uint64_t at, bool good) {
    calls = 0;
    fails_at = at;
    for_good = good;
    struck = false;
}
bool memory_struck(void) { return struck; }
uint64_t memory_calls(void) { return calls; }

static bool fails(void) {
    calls++;
    bool now = fails_at && (calls == fails_at || (for_good && calls > fails_at));
    struck |= now;
    return now;
}

void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);

void *__wrap_malloc(size_t n) { return fails() ? NULL : __real_malloc(n); }
void *__wrap_calloc(size_t n, size_t size) { return fails() ? NULL : __real_calloc(n, size); }
void *__wrap_realloc(void *p, size_t n) { return fails() ? NULL : __real_realloc(p, n); }

/* --- SQLite's, with the size in front --- */

enum { FRONT = 16 };

static void *sql_malloc(int n) {
    char *p = fails() ? NULL : __real_malloc((size_t)n + FRONT);
    if (!p) return NULL;
    *(int *)(void *)p = n;
    return p + FRONT;
}

static void sql_free(void *p) {
    if (p) free((char *)p - FRONT);
}

static void *sql_realloc(void *old, int n) {
    if (fails()) return NULL;
    char *p = __real_realloc((char *)old - FRONT, (size_t)n + FRONT);
    if (!p) return NULL;
    *(int *)(void *)p = n;
    return p + FRONT;
}

static int sql_size(void *p) { return p ? *(int *)(void *)((char *)p - FRONT) : 0; }
static int sql_round(int n) { return (n + 7) & ~7; }
static int sql_init(void *p) {
    (void)p;
    return SQLITE_OK;
}
static void sql_shutdown(void *p) { (void)p; }

void memory_install(void) {
    static const sqlite3_mem_methods methods = {sql_malloc, sql_free, sql_realloc,  sql_size,
                                                sql_round,  sql_init, sql_shutdown, NULL};
    sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0); /* every call is to be counted */
    json_set_alloc_funcs(__wrap_malloc, free);
}
