/* The place of a database: who has it, and whether there has been a database before. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/sqlite.h"

/* Locks the place for this process; the lock ends with the process, however that ends. Returns
 * a descriptor for pt_place_unlock; -1 with words, and *taken if another process has it. */
int pt_place_lock(const char *path, bool *taken, pt_text *why);
void pt_place_unlock(int lock); /* harmless on -1 */

/* Writes the write-ahead log anew, byte for byte, and syncs it; true also if there is none.
 * After a failed sync some of it may be in the system's memory only, where it counts as
 * written; then no sync but one of newly written bytes brings it to the disk. Before SQLite
 * opens it. */
bool pt_place_renew_log(const char *path);

/* A mark beside the file says that a database was made here, so that a file that has become
 * empty or is missing is not taken for a new one. */
pt_finding pt_place_is_marked(const char *path);
bool pt_place_mark(const char *path);
