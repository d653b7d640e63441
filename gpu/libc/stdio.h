/* SPDX-License-Identifier: MIT */
#pragma once
#include <stdarg.h>
#include <stddef.h>

int vsnprintf(char *to, size_t size, const char *format, va_list args);
