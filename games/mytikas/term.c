/* Mytikas in character cells. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/mytikas.h"
void mt_draw(const void *view, int viewer, pt_canvas *out) {
    (void)view;
    (void)viewer;
    (void)out;
}
