/* petteia tables: a game's components, names and facts as JSON, for whoever draws it. The
 * page's build reads them, so that nobody has to type a card list twice. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/words.h"
#include "core/game_json.h"
#include <stdio.h>

static int run(int argc, char **argv) {
    int language = PT_ENGLISH; /* and not the system's: programs read this */
    bool json = true;
    const arg_option options[] = {
        {"--lang", ARG_LANGUAGE, &language, CLI_SAY_TABLES_LANG, 0, 0},
        {"--json", ARG_FLAG, &json, CLI_SAY_WITH_ONLY_JSON, 0, 0},
        {0}};
    int n = args_read(&cmd_tables, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n != 1) return wrong_words(&cmd_tables, n, 1, argv);
    const pt_game *g = game_or_complain(&cmd_tables, argv[1]);
    if (!g) return EXIT_USAGE;
    char memory[4096];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    pt_json j = pt_json_on(&out);
    j.names = (uint8_t)language;
    pt_open(&j, '{');
    if (g->tables) g->tables(&j);
    pt_tell_catalogue(&j, g->catalogue);
    pt_close(&j, '}');
    pt_putc(&out, '\n');
    pt_flush(&out);
    return EXIT_FINE;
}

const command cmd_tables = {"tables", CLI_SAY_TABLES_USAGE, CLI_SAY_TABLES, run};
