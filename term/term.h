/* The terminal client: plays any game against bots or on one screen. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "term/session.h"

/* Plays until the user leaves. Returns the exit code of the program. */
int pt_term_run(const pt_table *table);
