/* Myriath: what a bot may know about playing well. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/myriath.h"
const pt_hints mr_hints = {NULL, NULL, NULL};
