/* Memory that gives out: every malloc, calloc and realloc of ours (-Wl,--wrap), of SQLite and
 * of jansson is counted, and the n-th fails. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The real ones, for what is not to be counted. */
void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);

void memory_install(void);                        /* before SQLite is used */
void memory_plan_set(uint64_t at, bool for_good); /* 0: none fails; counts from 1 again */
bool memory_struck(void);
uint64_t memory_calls(void);
