/* petteia event: what its files share. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "cli/commands.h"
#include "tournament/event.h"
#include "tournament/standings.h"

typedef enum { EVENT_TEXT, EVENT_CSV, EVENT_JSON } event_form;

/* Prints the tables of a round: all, or those whose index is in `only`; if none is, nothing. */
void event_print_round(const pt_tournament *t, int round, const bool *only);
/* Prints who is where: rows for people with reasons for ties, or everything for programs. */
void event_print_standings(const pt_tournament *t, event_form form);
