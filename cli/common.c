/* What several verbs share: finding a game, making a config, reading a file. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 16 << 20 };

const pt_game *game_or_complain(const command *c, const char *name) {
    const pt_game *g = pt_game_named(name);
    if (g) return g;
    PT_TEXT(names, 256);
    for (int i = 0; pt_games[i]; i++) pt_put(&names, "%s%s", i ? ", " : "", pt_games[i]->name);
    args_wrong(c, "no game is called '%s'; there are: %s", name, names.at);
    return NULL;
}

bool config_or_complain(const command *c, const pt_game *g, int64_t players,
                        const arg_list *options, pt_config *out) {
    PT_TEXT(why, 256);
    *out = pt_config_normal(g, players > 0 && players < 100 ? (int)players : g->min_seats);
    pt_err err = PT_OK;
    for (int i = 0; options && i < options->count && !err; i++)
        err = pt_config_set(g, out, options->at[i], &why);
    if (!err) err = pt_config_check(g, out, &why);
    if (err) args_wrong(c, "%s", why.at);
    return !err;
}

/* As POSIX says, the first of them that is set decides. */
static int language_of_system(void) {
    static const char *const names[] = {"PETTEIA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (!value || !*value) continue;
        int language = pt_language_named(value);
        return language < 0 ? PT_ENGLISH : language;
    }
    return PT_ENGLISH;
}

int language_or_complain(const command *c, const char *code) {
    int language = code ? pt_language_named(code) : language_of_system();
    if (language >= 0) return language;
    PT_TEXT(codes, 64);
    for (int i = 0; i < PT_LANGUAGES; i++)
        pt_put(&codes, "%s%s", i ? ", " : "", pt_language_codes[i]);
    args_wrong(c, "--lang takes one of %s, not '%s'", codes.at, code);
    return -1;
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
        args_wrong(c, "open %s: %s", path, strerror(errno));
        return NULL;
    }
    size_t used = 0;
    char *text = read_all(in, &used);
    const char *trouble = !text             ? "not enough memory"
                          : ferror(in)      ? strerror(errno)
                          : used > FILE_MAX ? "larger than 16 MiB"
                          : strlen(text) != used
                              ? "it contains a zero byte, so it is not a text"
                              : NULL;
    if (in != stdin) fclose(in);
    if (!trouble) return text;
    args_wrong(c, "read %s: %s", path, trouble);
    free(text);
    return NULL;
}

static void to_file(void *file, const char *bytes, size_t n) { fwrite(bytes, 1, n, file); }

pt_text text_to_file(char *memory, size_t size, void *file) {
    return pt_text_to(memory, size, to_file, file);
}
