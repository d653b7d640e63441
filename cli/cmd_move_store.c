/* petteia move-store: a server's data from one database into another. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/words.h"
#include "core/json.h"
#include <stdio.h>
#ifdef PT_SERVER
#include "store/move.h"

/* A folder stands for the database in it. */
static const char *place_of(const char *name, char out[1024]) {
    if (pt_store_is_url(name)) return name;
    snprintf(out, 1024, "%s/petteia.db", name);
    return out;
}

/* As text without `who`, otherwise onto that JSON. */
static void print_table(void *who, const pt_moved *t) {
    pt_json *j = who;
    if (!j) {
        printf("%-12s %10lld  %.16s\n", t->table, (long long)t->rows, t->hash);
        return;
    }
    pt_open(j, '{');
    pt_key_str(j, "table", t->table);
    pt_key_int(j, "rows", t->rows);
    pt_key_str(j, "hash", t->hash);
    pt_close(j, '}');
}

static int run(int argc, char **argv) {
    char from[1024], to[1024];
    PT_TEXT(why, 512);
    PT_TEXT(out, 4096);
    pt_json j = pt_json_on(&out);
    bool json = false;
    const arg_option options[] = {{"--json", ARG_FLAG, &json, CLI_SAY_WITH_JSON, 0, 0}, {0}};
    int n = args_read(&cmd_move_store, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n != 2) return args_wrong(&cmd_move_store, cli_say(CLI_SAY_MOVE_STORE_NEEDS));
    pt_open(&j, '[');
    if (!pt_store_move(place_of(argv[1], from), place_of(argv[2], to), print_table,
                       json ? &j : NULL, &why)) {
        args_wrong_words(&cmd_move_store, why.at);
        return EXIT_FAILED;
    }
    pt_close(&j, ']');
    if (json) {
        puts(out.at);
        return EXIT_FINE;
    }
    PT_TEXT_IN(words, 200, args_language());
    pt_say(&words, cli_say(CLI_SAY_MOVE_STORE_DONE));
    puts(words.at);
    return EXIT_FINE;
}
#else
static int run(int argc, char **argv) {
    const arg_option options[] = {{0}};
    if (argc == 2 && args_read(&cmd_move_store, options, argc, argv) == ARGS_HELPED)
        return EXIT_FINE;
    args_wrong(&cmd_move_store, cli_say(CLI_SAY_SERVE_MISSING));
    return EXIT_FAILED;
}
#endif

const command cmd_move_store = {"move-store", CLI_SAY_MOVE_STORE_USAGE, CLI_SAY_MOVE_STORE,
                                run};
