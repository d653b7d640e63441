/* SPDX-License-Identifier: MIT */
#pragma once
static inline int abs(int n) { return n < 0 ? -n : n; }
