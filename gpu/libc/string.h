/* What core/ and the games call of the C library. A GPU has none: memory.c defines what
 * kernels reach, and the build fails if they reach anything else. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memchr(const void *at, int byte, size_t n);
size_t strlen(const char *text);
size_t strspn(const char *text, const char *set);
size_t strcspn(const char *text, const char *set);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
char *strchr(const char *text, int c);
char *strstr(const char *text, const char *part);
