/* Quick pairing by HTTP: people who wait for a game (docs/protocol.md, "Quick pairing"). The
 * law is tournament/quick.h; who waits is not kept over a restart. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/web.h"

void quick_tick(server *sv, int64_t now);
void quick_go_on(server *sv); /* after something was written */
void quick_free(server *sv);
void quick_forget(server *sv,
                  const char *person); /* who is not here any more waits no longer */
void quick_forget_all(server *sv);     /* they wait at another node now */
/* What takes such a request, once its person is known; NULL: no such path. */
void (*quick_handler(net_method method, const char *path))(web *);
bool quick_request(server *sv, const net_request *r); /* false: no such path */
bool quick_methods(const char *path, pt_text *out);
