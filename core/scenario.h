/* Scenarios: small tests of the rules that a person writes as text (docs/scenarios.md): a game,
 * perhaps a position, then moves and what must be true after them. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"

/* The result of one scenario. The texts live until the next one is run. */
typedef struct pt_scenario {
    const char *name, *cites, *game; /* as written; "" where the line is missing */
    int line;                        /* of its `scenario` line */
    int expectations;                /* that were checked */
    bool passed;
    int at;            /* if not passed: the line at fault */
    const char *words; /* and what was expected and found there */
    bool broken; /* the game broke its own invariants, which is never the scenario's fault */
} pt_scenario;

typedef void pt_scenario_report(void *to, const pt_scenario *result);

typedef struct pt_scenario_tally {
    int passed, failed;
} pt_scenario_tally;

enum {
    PT_SCENARIO_LINE = 1 << 18,   /* a line, with those that continue it: the longest list */
    PT_SCENARIO_POSITION = 16384, /* the lines of a position */
    PT_SCENARIO_LIST = 12288,     /* moves in a list */
    PT_SCENARIO_VIEW = 1 << 18,   /* the JSON of a view */
};

/* The memory that a run needs. The caller provides it and need not look inside. */
typedef struct pt_scenario_runner {
    const char *text; /* what is still to be read, and its line number */
    int number;
    const char *last; /* where the line before began, to read it again */
    int last_number;
    char line[PT_SCENARIO_LINE], name[256], cites[512], game_name[32], words[1024];
    char position[PT_SCENARIO_POSITION];
    bool positioned; /* a position line was there */
    bool playing;    /* the moves have begun */
    pt_scenario result;
    const pt_game *game;
    pt_config config;
    uint64_t state[PT_STATE_MAX / 8], spare[PT_STATE_MAX / 8];
    enum { PT_NO_MARK, PT_MARKED, PT_LEFT } marks; /* which of these there are: */
    uint64_t marked[PT_STATE_MAX / 8], left[PT_STATE_MAX / 8];
    pt_move found[PT_SCENARIO_LIST], wanted[PT_SCENARIO_LIST];
    pt_chance luck[PT_SCENARIO_LIST];
    pt_move forced[PT_FORCED]; /* made by the rules after the last move */
    int forced_count;
    char shown[PT_SCENARIO_VIEW];
} pt_scenario_runner;

/* Runs every scenario of a text and reports each one. A text without a scenario counts as one
 * that failed. */
pt_scenario_tally pt_run_scenarios(pt_scenario_runner *runner, const char *text,
                                   pt_scenario_report *report, void *to);
