/* petteia doctor --data: checks a whole database and, if asked to, repairs it. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* Gets each line of the report. */
typedef void doctor_tell(void *to, const char *line);

/* Checks a copy of the folder's database, which may be in use, and tells what is wrong. With
 * `repair` it takes the folder, repairs the copy where nothing has to be guessed, checks it
 * once more, and puts it in the place of the database, which is kept beside it. Returns 0 if
 * all is well at the end, 1 if not, SERVE_TAKEN if another process has the folder. */
int doctor_run(const char *folder, bool repair, uint8_t language, doctor_tell *tell, void *to);
