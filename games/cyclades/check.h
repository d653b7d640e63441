/* Cyclades: refusals. Each function returns PT_OK, or PT_REFUSED with words. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "games/cyclades/board.h"

/* --- check_facts.c: what several rules ask --- */
pt_err cy_check_isle(const cy_state *s, int isle, pt_text *why);
pt_err cy_check_own(const cy_state *s, int isle, const char *rule, pt_text *why);
pt_err cy_check_sea(const cy_state *s, int cell, pt_text *why);
pt_err cy_check_open(const cy_state *s, int sea, pt_text *why);
pt_err cy_check_gold(const cy_state *s, int price, const char *rule, pt_text *why);
int cy_step_target(pt_move m);
pt_err cy_check_beside(pt_move m, const char *rule, pt_text *why);
pt_err cy_check_step(const cy_state *s, pt_move m, const char *rule, pt_text *why);
pt_err cy_check_landing(const cy_state *s, int isle, pt_text *why);

/* --- check_power.c: R5 --- */
pt_err cy_check_power(const cy_state *s, pt_move m, pt_text *why);
