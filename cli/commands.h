/* The verbs of petteia, and what several of them share. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "cli/args.h"
#include "core/game.h"

#ifndef PETTEIA_VERSION
#define PETTEIA_VERSION "unknown"
#endif

extern const command cmd_admin;
extern const command cmd_analyse;
extern const command cmd_arena;
extern const command cmd_backup;
extern const command cmd_bench;
extern const command cmd_doctor;
extern const command cmd_event;
extern const command cmd_fields;
extern const command cmd_games;
extern const command cmd_hint;
extern const command cmd_move_store;
extern const command cmd_perft;
extern const command cmd_puzzles;
extern const command cmd_random;
extern const command cmd_replay;
extern const command cmd_rules;
extern const command cmd_scenario;
extern const command cmd_selfplay;
extern const command cmd_serve;
extern const command cmd_soak;
extern const command cmd_tables;
extern const command cmd_lesson;
extern const command cmd_term;
extern const command cmd_think;
extern const command cmd_tune;
extern const command cmd_verify;

/* The game called `name`. If there is none: NULL, and a line on stderr that lists the games. */
const pt_game *game_or_complain(const command *c, const char *name);

/* For a verb that takes a game, and `most` words with it: says what is missing or too much.
 * `argv` holds its n words from argv[1] on. */
int wrong_words(const command *c, int n, int most, char **argv);

/* Makes a config from --players (0: the fewest the game allows) and --option name=value. On a
 * mistake it prints one line on stderr and returns false. */
bool config_or_complain(const command *c, const pt_game *g, int64_t players,
                        const arg_list *options, pt_config *out);

/* Reads a net (bots/net/net.h); false, after one line on stderr, if it is none. */
bool net_or_complain(const command *c, const char *path);

/* Reads a whole file, zero-terminated; the caller frees it. "-" is standard input. On failure
 * it prints one line on stderr and returns NULL. It refuses files of more than 16 MiB or with a
 * zero byte. */
char *read_file_or_complain(const command *c, const char *path);

/* A text that writes to a FILE; end it with pt_flush. */
pt_text text_to_file(char *memory, size_t size, void *file);
