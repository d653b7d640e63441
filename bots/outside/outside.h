/* Bots of other people: programs that read and answer lines (docs/bot-protocol.md).
 *
 *   run:COMMAND                          with the time that the contest gives
 *   run:time=50,memory=512:COMMAND       milliseconds a move, MiB */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/bot.h"

enum {
    PT_OUTSIDE_MS = 1000,       /* a move, unless something else is said */
    PT_OUTSIDE_GRACE_MS = 1000, /* how late an answer may be: it comes from a busy machine */
    PT_OUTSIDE_MIB = 2048,
};

/* As pt_bot_made, which knows our own bots; and bots of other people. Their program has started
 * and told its name when this returns. */
pt_bot *pt_any_bot_made(const char *text, const pt_game *g, pt_text *why);

/* The same for "run:" alone, and its program finds the folder `hidden` empty (NULL: none),
 * almost nothing of our environment, and of our files what the command names, those of the list
 * `files` (a line each), and what every program needs. Both texts stay where they are. */
pt_bot *pt_hidden_bot_made(const char *text, const pt_game *g, const char *hidden,
                           const char *files, pt_text *why);

/* Whether "time=50,memory=512" can be set; false with words. No program is started. */
bool pt_outside_settings(const char *settings, const pt_game *g, pt_text *why);

/* What its program did wrong when it last failed to answer with a legal move; "" for nothing,
 * and for bots of ours. */
const char *pt_bot_fault(const pt_bot *bot);

/* Writes the beginning of what its program has written to standard error since this was last
 * asked, in one line and at most PROCESS_WORDS bytes; nothing unless it was made by
 * pt_hidden_bot_made with a folder: without one it writes where we do. */
void pt_outside_words(pt_bot *bot, pt_text *out);

/* True if programs of others run in a sandbox here. */
bool pt_outside_confined(void);
