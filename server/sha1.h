/* SHA-1 of a short text. The WebSocket handshake asks for it (RFC 6455, 4.2.2), only to show
 * that the server understood: nothing secret rests on it, and nothing else may use it. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stddef.h>
#include <stdint.h>

enum { SHA1_SIZE = 20, SHA1_TEXT_MAX = 119 }; /* two blocks, less what ends them */

void sha1_of(const char *text, size_t n, uint8_t out[SHA1_SIZE]);
