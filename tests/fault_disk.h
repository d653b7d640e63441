/* A disk in memory beneath SQLite (its own VFS interface), which fails when it is told to. It
 * knows what is written and what is synced, so that it can lose power: then a synced byte is
 * there, and of the rest anything may be. After a failed sync it behaves as Linux does: what
 * was not synced counts as clean, is still read back, and no later sync writes it. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    DISK_FINE,
    DISK_EIO,   /* any call fails */
    DISK_FULL,  /* a call that needs room fails */
    DISK_SHORT, /* a write writes a part and fails */
    DISK_POWER, /* power goes in the middle of a call that changes something */
    DISK_KINDS
} disk_kind;
extern const char *const disk_kind_names[DISK_KINDS];

typedef struct disk_plan {
    disk_kind kind;
    uint64_t at;   /* which call, of those that it can strike, from 1 */
    bool for_good; /* and all after it */
    uint64_t seed; /* chooses what is left after a power cut or a failed sync */
} disk_plan;

void disk_install(void); /* becomes SQLite's default, once in a process */
void disk_plan_set(disk_plan plan);
void disk_repair(void);      /* no call fails any more */
bool disk_struck(void);      /* since disk_plan_set */
bool disk_sync_failed(void); /* in this process of the server */
uint64_t disk_calls(void);   /* that the plan could have struck, since then */
void disk_kill(void); /* the process is gone: its files are closed, what it wrote stays */
void disk_lose_power(uint64_t seed); /* and what was not synced may be gone as well */
