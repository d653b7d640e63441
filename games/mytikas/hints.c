/* Mytikas: what a bot may know about playing well. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/mytikas.h"

const pt_hints mt_hints = {NULL, NULL, NULL};
