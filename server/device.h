/* What a browser says it is, in two words. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/people.h"

/* "Firefox" and "Linux" for a User-Agent; "" for what is not known. NULL is fine. */
void device_read(const char *agent, char browser[PT_DEVICE], char system[PT_DEVICE]);
