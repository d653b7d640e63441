/* Fuzzer: no command line and no file of options makes their reader crash; what it takes keeps
 * to the limits of its table. The lines of an input are the words of a command line, and then
 * the lines of a file. */
/* SPDX-License-Identifier: MIT */
#include "cli/args.h"
#include "cli/words.h"
#include "tests/fuzz.h"

enum { WORDS = 64, LEAST = -5, MOST = 100 };

typedef struct values {
    bool flag;
    int64_t number;
    const char *text;
    arg_list list;
    int language;
} values;

static const command verb = {"fuzz", CLI_SAY_SERVE_USAGE, CLI_SAY_SERVE, NULL};
static const command bare = {"bare", ARGS_NO_USAGE, CLI_SAY_SERVE, NULL};

static void check(const values *v) {
    PROMISE(v->number >= LEAST && v->number <= MOST, "number %d", (int)v->number);
    PROMISE(v->list.count >= 0 && v->list.count <= ARG_LIST_MAX, "%d in a list", v->list.count);
    for (int i = 0; i < v->list.count; i++) PROMISE(v->list.at[i], "nothing in a list");
    PROMISE(v->language >= 0 && v->language < PT_LANGUAGES, "language %d", v->language);
}

static void as_words(char *text, const arg_option *options, values *v) {
    char *argv[WORDS + 1] = {"fuzz"};
    int argc = 1;
    for (char *at = strtok(text, "\n"); at && argc < WORDS; at = strtok(NULL, "\n"))
        argv[argc++] = at;
    int before = args_speak(argc, argv);
    PROMISE(before >= 0 && before < argc, "%d of %d words", before, argc);
    (void)args_language();
    int n = args_read(argc % 2 ? &verb : &bare, options, argc, argv);
    PROMISE(n >= ARGS_WRONG && n < argc, "%d plain words of %d", n, argc);
    for (int i = 1; i <= n; i++) PROMISE(argv[i], "a plain word is missing");
    if (n < 0) PROMISE(args_exit(n) >= 0, "an exit code");
    check(v);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bool quiet;
    if (!quiet) quiet = freopen("/dev/null", "w", stdout) && freopen("/dev/null", "w", stderr);
    char *words = fuzz_text(data, size), *lines = fuzz_text(data, size);
    values v = {0}, w = {0};
    for (int i = 0; i < 2; i++) {
        values *to = i ? &w : &v;
        const arg_option options[] = {
            {"--quiet", ARG_FLAG, &to->flag, CLI_SAY_SERVE_QUIET, 0, 0},
            {"--number", ARG_NUMBER, &to->number, CLI_SAY_SERVE_PORT, LEAST, MOST},
            {"--text", ARG_TEXT, &to->text, CLI_SAY_SERVE_WEB, 0, 0},
            {"--list", ARG_LIST, &to->list, CLI_SAY_SERVE_ORIGINS, 0, 0},
            {"--code", ARG_LANGUAGE, &to->language, CLI_SAY_HELP_LANG, 0, 0},
            {0}};
        if (!i)
            as_words(words, options, to);
        else if (args_read_lines(&verb, options, "a file", lines))
            check(to);
        else
            args_wrong_at(&verb, "a file", 1, "wrong");
    }
    free(words);
    free(lines);
    return 0;
}
