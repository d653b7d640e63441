/* petteia serve: tables for people and bots over HTTP and WebSocket; petteia backup: a copy of
 * its data while it runs. */
/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/words.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef PT_SERVER
#include "server/server.h"
#include "store/store.h"
#include <unistd.h>

typedef struct flags {
    const char *address, *data, *store, *nats, *node, *web, *origins, *proxy, *config;
    const char *push_contact, *push_inner;
    const char *smtp, *smtp_login, *mail_from, *site, *bots;
    int64_t port, workers, connections, requests, rate, idle;
    int64_t address_sockets, address_requests, head_seconds, body_seconds, mail_retry;
    bool quiet;
} flags;

/* Finds --config anywhere on the command line: the file is read first. */
static const char *config_of(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--config=", 9) == 0) return argv[i] + 9;
        if (strcmp(argv[i], "--config") == 0 && i + 1 < argc) return argv[i + 1];
    }
    return NULL;
}

static int run(int argc, char **argv) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    flags f = {.data = "petteia-data",
               .web = "build/web",
               .port = 8450,
               .workers = cores > 2 ? cores - 1 : 1,
               .connections = 12000,
               .requests = 2000,
               .address_sockets = 500,
               .address_requests = 250,
               .head_seconds = 10,
               .body_seconds = 30,
               .rate = 10,
               .mail_retry = 60,
               .idle = 60};
    const arg_option options[] = {
        {"--port", ARG_NUMBER, &f.port, CLI_SAY_SERVE_PORT, 0, 65535},
        {"--address", ARG_TEXT, &f.address, CLI_SAY_SERVE_ADDRESS, 0, 0},
        {"--data", ARG_TEXT, &f.data, CLI_SAY_WITH_DATA, 0, 0},
        {"--store", ARG_TEXT, &f.store, CLI_SAY_SERVE_STORE, 0, 0},
        {"--nats", ARG_TEXT, &f.nats, CLI_SAY_SERVE_NATS, 0, 0},
        {"--node", ARG_TEXT, &f.node, CLI_SAY_SERVE_NODE, 0, 0},
        {"--web", ARG_TEXT, &f.web, CLI_SAY_SERVE_WEB, 0, 0},
        {"--origins", ARG_TEXT, &f.origins, CLI_SAY_SERVE_ORIGINS, 0, 0},
        {"--proxy", ARG_TEXT, &f.proxy, CLI_SAY_SERVE_PROXY, 0, 0},
        {"--push-contact", ARG_TEXT, &f.push_contact, CLI_SAY_SERVE_PUSH_CONTACT, 0, 0},
        {"--push-inner", ARG_TEXT, &f.push_inner, CLI_SAY_SERVE_PUSH_INNER, 0, 0},
        {"--workers", ARG_NUMBER, &f.workers, CLI_SAY_SERVE_WORKERS, 1, 16},
        {"--connections", ARG_NUMBER, &f.connections, CLI_SAY_SERVE_CONNECTIONS, 1, 100000},
        {"--requests", ARG_NUMBER, &f.requests, CLI_SAY_SERVE_REQUESTS, 1, 100000},
        {"--address-sockets", ARG_NUMBER, &f.address_sockets, CLI_SAY_SERVE_ADDRESS_SOCKETS, 0,
         100000},
        {"--address-requests", ARG_NUMBER, &f.address_requests, CLI_SAY_SERVE_ADDRESS_REQUESTS,
         0, 100000},
        {"--head-seconds", ARG_NUMBER, &f.head_seconds, CLI_SAY_SERVE_HEAD_SECONDS, 1, 3600},
        {"--body-seconds", ARG_NUMBER, &f.body_seconds, CLI_SAY_SERVE_BODY_SECONDS, 1, 3600},
        {"--rate", ARG_NUMBER, &f.rate, CLI_SAY_SERVE_RATE, 0, 100000},
        {"--idle", ARG_NUMBER, &f.idle, CLI_SAY_SERVE_IDLE, 0, 86400},
        {"--bots", ARG_TEXT, &f.bots, CLI_SAY_SERVE_BOTS, 0, 0},
        {"--site", ARG_TEXT, &f.site, CLI_SAY_SERVE_SITE, 0, 0},
        {"--smtp", ARG_TEXT, &f.smtp, CLI_SAY_SERVE_SMTP, 0, 0},
        {"--smtp-login", ARG_TEXT, &f.smtp_login, CLI_SAY_SERVE_SMTP_LOGIN, 0, 0},
        {"--mail-from", ARG_TEXT, &f.mail_from, CLI_SAY_SERVE_MAIL_FROM, 0, 0},
        {"--mail-retry", ARG_NUMBER, &f.mail_retry, CLI_SAY_SERVE_MAIL_RETRY, 1, 3600},
        {"--quiet", ARG_FLAG, &f.quiet, CLI_SAY_SERVE_QUIET, 0, 0},
        {"--config", ARG_TEXT, &f.config, CLI_SAY_SERVE_CONFIG, 0, 0},
        {0},
    };
    /* The command line overrides the file, so it is read later. */
    const char *config = config_of(argc, argv);
    char *kept = config ? read_file_or_complain(&cmd_serve, config) : NULL;
    if (config && (!kept || !args_read_lines(&cmd_serve, options, config, kept))) {
        free(kept);
        return EXIT_USAGE;
    }
    int n = args_read(&cmd_serve, options, argc, argv);
    int code = n < 0   ? args_exit(n)
               : n > 0 ? args_wrong(&cmd_serve, cli_say(CLI_SAY_ONLY_OPTIONS))
                       : -1;
    if (code < 0) {
        serve_config c = {.address = f.address,
                          .data = f.data,
                          .store = f.store,
                          .nats = f.nats,
                          .node = f.node,
                          .web = f.web,
                          .origins = f.origins,
                          .port = (int)f.port,
                          .workers = (int)f.workers,
                          .max_connections = (int)f.connections,
                          .proxies = f.proxy,
                          .push_contact = f.push_contact,
                          .push_inner = f.push_inner,
                          .max_requests = (int)f.requests,
                          .address_sockets = (int)f.address_sockets,
                          .address_requests = (int)f.address_requests,
                          .head_seconds = (int)f.head_seconds,
                          .body_seconds = (int)f.body_seconds,
                          .rate = (double)f.rate,
                          .burst = (double)f.rate * 3,
                          .smtp = f.smtp,
                          .smtp_login = f.smtp_login,
                          .mail_from = f.mail_from,
                          .site = f.site,
                          .bots = f.bots,
                          .mail_retry = (int)f.mail_retry,
                          .quiet = f.quiet,
                          .idle_ms = f.idle * 1000};
        code = serve_run(&c);
    }
    free(kept);
    return code;
}

static int run_backup(int argc, char **argv) {
    const char *data = "petteia-data";
    char path[1024];
    PT_TEXT(why, 512);
    const arg_option options[] = {
        {"--data", ARG_TEXT, &data, CLI_SAY_WITH_DATA, 0, 0},
        {0},
    };
    int n = args_read(&cmd_backup, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n != 1) return args_wrong(&cmd_backup, cli_say(CLI_SAY_BACKUP_NEEDS));
    snprintf(path, sizeof path, "%s/petteia.db", data);
    if (access(path, R_OK) != 0)
        return args_wrong(&cmd_backup, cli_say_cannot_open(path, strerror(errno)));
    if (access(argv[1], F_OK) == 0)
        return args_wrong(&cmd_backup, cli_say_backup_exists(argv[1]));
    if (pt_store_backup(path, argv[1], &why)) return EXIT_FINE;
    args_wrong_words(&cmd_backup, why.at);
    return EXIT_FAILED;
}
#else
/* Help is there without the server, too. */
static int missing(const command *c, int argc, char **argv) {
    const arg_option options[] = {{0}};
    if (argc == 2 && args_read(c, options, argc, argv) == ARGS_HELPED) return EXIT_FINE;
    args_wrong(c, cli_say(CLI_SAY_SERVE_MISSING));
    return EXIT_FAILED;
}
static int run(int argc, char **argv) { return missing(&cmd_serve, argc, argv); }
static int run_backup(int argc, char **argv) { return missing(&cmd_backup, argc, argv); }
#endif

const command cmd_serve = {"serve", CLI_SAY_SERVE_USAGE, CLI_SAY_SERVE, run};
const command cmd_backup = {"backup", CLI_SAY_BACKUP_USAGE, CLI_SAY_BACKUP, run_backup};
