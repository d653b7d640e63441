/* What several verbs share: finding a game, making a config, reading a file. */
/* SPDX-License-Identifier: MIT */
#include "bots/net/net.h"
#include "cli/commands.h"
#include "cli/words.h"
#include "core/nearest.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 16 << 20 };

const pt_game *game_or_complain(const command *c, const char *name) {
    const pt_game *g = pt_game_named(name);
    if (g) return g;
    PT_TEXT(names, 256);
    pt_nearest near = pt_nearest_to(name);
    for (int i = 0; pt_games[i]; i++) pt_nearest_try(&near, pt_games[i]->name);
    for (int i = 0; pt_games[i]; i++) pt_put(&names, "%s%s", i ? ", " : "", pt_games[i]->name);
    args_wrong(c, near.name ? cli_say_no_game_near(name, near.name)
                            : cli_say_no_game(name, names.at));
    return NULL;
}

int wrong_words(const command *c, int n, int most, char **argv) {
    return args_wrong(c, n > most ? cli_say_too_many(argv[most + 1])
                                  : cli_say(CLI_SAY_NEEDS_GAME));
}

bool config_or_complain(const command *c, const pt_game *g, int64_t players,
                        const arg_list *options, pt_config *out) {
    PT_TEXT_IN(why, 256, args_language());
    *out = pt_config_normal(g, players > 0 && players < 100 ? (int)players : g->min_seats);
    pt_err err = PT_OK;
    for (int i = 0; options && i < options->count && !err; i++)
        err = pt_config_set(g, out, options->at[i], &why);
    if (!err) err = pt_config_check(g, out, &why);
    if (err) args_wrong_words(c, why.at);
    return !err;
}

static char *read_all(FILE *in, size_t *used) {
    size_t size = 1 << 16;
    char *text = malloc(size + 1);
    *used = 0;
    while (text) {
        *used += fread(text + *used, 1, size - *used, in);
        if (*used < size || size > FILE_MAX) break;
        size *= 2;
        char *more = realloc(text, size + 1);
        if (!more) free(text);
        text = more;
    }
    if (text) text[*used] = 0;
    return text;
}

char *read_file_or_complain(const command *c, const char *path) {
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (!in) {
        args_wrong(c, cli_say_cannot_open(path, strerror(errno)));
        return NULL;
    }
    size_t used = 0;
    char *text = read_all(in, &used);
    PT_TEXT_IN(why, 200, args_language());
    if (!text)
        pt_say(&why, cli_say_memory());
    else if (ferror(in))
        pt_puts(&why, strerror(errno));
    else if (used > FILE_MAX)
        pt_say(&why, cli_say_file_large());
    else if (strlen(text) != used)
        pt_say(&why, cli_say_file_zero());
    if (in != stdin) fclose(in);
    if (!why.used) return text;
    args_wrong(c, cli_say_cannot_read(path, why.at));
    free(text);
    return NULL;
}

static void to_file(void *file, const char *bytes, size_t n) { fwrite(bytes, 1, n, file); }

pt_text text_to_file(char *memory, size_t size, void *file) {
    return pt_text_to(memory, size, to_file, file);
}

bool net_or_complain(const command *c, const char *path) {
    switch (pt_nets_read(path)) {
    case NET_FINE: return true;
    case NET_NO_FILE: args_wrong(c, cli_say_net_unread(path, strerror(errno))); break;
    case NET_NO_NET: args_wrong(c, cli_say_net_no_net(path)); break;
    case NET_DAMAGED: args_wrong(c, cli_say_net_damaged(path)); break;
    case NET_NO_GAME: args_wrong(c, cli_say_net_other(path)); break;
    case NET_NO_MEMORY: args_wrong(c, cli_say_net_memory(path)); break;
    }
    return false;
}
