/* Tables and their events as JSON (docs/protocol.md); views and moves are core/tell.h's. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/tell.h"
#include "server/table.h"

void tell_event(pt_json *j, const table_log *t, const char *event, int sight, int eye);
void tell_table(pt_json *j, const table_log *t, int eye);
void tell_seats(pt_json *j, const table_log *t);
void tell_clocks(pt_json *j, const table_log *t, const void *view, int64_t now);
void tell_result(pt_json *j, const table_log *t);
