/* The verbs of petteia, and what several of them share. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "cli/args.h"
#include "core/game.h"

#ifndef PETTEIA_VERSION
#define PETTEIA_VERSION "unknown"
#endif

extern const command cmd_analyse;
extern const command cmd_arena;
extern const command cmd_backup;
extern const command cmd_bench;
extern const command cmd_doctor;
extern const command cmd_fields;
extern const command cmd_games;
extern const command cmd_hint;
extern const command cmd_perft;
extern const command cmd_random;
extern const command cmd_replay;
extern const command cmd_rules;
extern const command cmd_scenario;
extern const command cmd_serve;
extern const command cmd_soak;
extern const command cmd_tables;
extern const command cmd_lesson;
extern const command cmd_term;
extern const command cmd_tune;
extern const command cmd_verify;

/* The game called `name`; otherwise one line on stderr that names the games, and NULL. */
const pt_game *game_or_complain(const command *c, const char *name);

/* Makes a config from --players (0: the game's smallest number) and --option name=value;
 * on a mistake one line on stderr, and false. */
bool config_or_complain(const command *c, const pt_game *g, int64_t players,
                        const arg_list *options, pt_config *out);

/* The language that a verb answers in: --lang CODE, otherwise PETTEIA_LANG, otherwise that of
 * the system; on an unknown CODE one line on stderr, and -1. */
int language_or_complain(const command *c, const char *code);
#define LANGUAGE_OPTION(into)                                                                  \
    {                                                                                          \
        "--lang", ARG_TEXT, &(into), "CODE language of the game's sentences (the system's)",   \
            0, 0                                                                               \
    }

/* The whole of a file, zero-terminated, to be freed; "-" is standard input. On failure one line
 * on stderr, and NULL. Files of more than 16 MiB, or with a zero byte, are refused. */
char *read_file_or_complain(const command *c, const char *path);

/* A text that writes to a FILE; end it with pt_flush. */
pt_text text_to_file(char *memory, size_t size, void *file);
