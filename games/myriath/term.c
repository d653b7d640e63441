/* Myriath in character cells. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/myriath.h"
void mr_draw(const void *view, int viewer, pt_canvas *out) {
    (void)view;
    (void)viewer;
    (void)out;
}
