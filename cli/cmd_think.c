/* petteia think: a worker that thinks for the bots of several nodes. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/words.h"
#ifdef PT_SERVER
#include "server/think.h"
#include <unistd.h>

static int run(int argc, char **argv) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const char *nats = NULL;
    int64_t workers = cores > 0 ? cores : 1;
    const arg_option options[] = {
        {"--nats", ARG_TEXT, &nats, CLI_SAY_THINK_NATS, 0, 0},
        {"--workers", ARG_NUMBER, &workers, CLI_SAY_THINK_WORKERS, 1, 64},
        {0},
    };
    int n = args_read(&cmd_think, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n > 0) return args_wrong(&cmd_think, cli_say(CLI_SAY_ONLY_OPTIONS));
    if (!nats) return args_wrong(&cmd_think, cli_say(CLI_SAY_THINK_NEEDS));
    return worker_run(nats, (int)workers);
}
#else
static int run(int argc, char **argv) {
    const arg_option options[] = {{0}};
    if (argc == 2 && args_read(&cmd_think, options, argc, argv) == ARGS_HELPED)
        return EXIT_FINE;
    args_wrong(&cmd_think, cli_say(CLI_SAY_SERVE_MISSING));
    return EXIT_FAILED;
}
#endif

const command cmd_think = {"think", CLI_SAY_THINK_USAGE, CLI_SAY_THINK, run};
