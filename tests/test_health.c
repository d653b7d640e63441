/* Health tells the truth about the disk, and tickets are good or not given: a whole server on a
 * disk and with memory that fail (tests/fault_disk.c), without a network. */
/* SPDX-License-Identifier: MIT */
#include "tests/fault_world.h"
#include <stdio.h>
#include <string.h>

static int passed, failed;

static void check(bool good, const char *what) {
    good ? passed++ : failed++;
    if (!good) printf("FAIL %s: %d %s\n", what, w.status, w.body);
}

static void is_ill(const char *what) {
    for (int i = 0; i < 2; i++) {
        int status = world_ask(NET_GET, i ? "/readyz" : "/healthz", -1, "");
        check(status == 503 && strstr(w.body, "the disk fails: "), what);
    }
}

static void is_well(const char *what) {
    w.sv->sick_until = 0; /* ten seconds later */
    for (int i = 0; i < 2; i++)
        check(world_ask(NET_GET, i ? "/readyz" : "/healthz", -1, "") == 200, what);
}

/* Whichever allocation fails, a ticket that is given opens a socket (fault_world.c notices one
 * that does not), and later there is one again. */
static void tickets_without_memory(void) {
    known_person *p = &w.ledger.person[w.ledger.people++];
    check(world_ask(NET_POST, "/api/guest", -1, "{\"name\":\"Bo\"}") == 201, "a guest");
    snprintf(p->token, sizeof p->token, "%s", world_answer("token"));
    world_call(1, 0); /* from now on the store's statements are ready */
    bool struck = true;
    for (uint64_t n = 1; struck && n < 200; n++) {
        w.line[1].shut = true;
        world_run();
        memory_plan_set(n, false);
        world_call(1, 0);
        struck = memory_struck();
        memory_plan_set(0, false);
        check(!w.trouble[0], w.trouble);
    }
    check(!struck, "every allocation of a ticket has failed once");
    world_call(1, 0);
    check(w.line[1].open && !w.line[1].shut, "a ticket");
}

int main(void) {
    world_install();
    w.journal_bytes = 100000;
    check(world_start(), "start");
    world_run();
    is_well("at the start");
    disk_plan_set((disk_plan){.kind = DISK_FULL, .at = 1, .for_good = true});
    check(world_ask(NET_POST, "/api/guest", -1, "{\"name\":\"Ada\"}") == 503 &&
              strcmp(world_answer("code"), "not-written") == 0,
          "a full disk refuses a guest");
    is_ill("after a write that failed");
    disk_repair();
    check(world_ask(NET_POST, "/api/guest", -1, "{\"name\":\"Ada\"}") == 201, "a guest");
    is_well("after a write that worked");
    disk_plan_set((disk_plan){.kind = DISK_EIO, .at = 1, .for_good = true});
    check(world_ask(NET_GET, "/api/tables", -1, "") == 503 &&
              strcmp(world_answer("code"), "retry") == 0,
          "a list that cannot be read");
    is_ill("after a read that failed");
    disk_repair();
    check(world_ask(NET_GET, "/api/tables", -1, "") == 200, "a list");
    is_well("after a read that worked");
    tickets_without_memory();
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || w.trouble[0];
}
