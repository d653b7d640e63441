/* Mykerinos: what a bot may know about playing well. */
/* SPDX-License-Identifier: MIT */
#include "games/mykerinos/mykerinos.h"

const pt_hints mk_hints = {NULL, NULL, NULL};
