/* Records as files: the moves of a game as text for anybody to read (docs/records.md). */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "table/table.h"

/* True if a record can be written there; nothing is changed. */
bool pt_record_can_be_written(const char *path, pt_text *why);
/* Writes the record of the game so far. */
bool pt_record_write(const pt_table *t, const char *path, pt_text *why);
