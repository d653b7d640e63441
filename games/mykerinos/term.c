/* Mykerinos in character cells. */
/* SPDX-License-Identifier: MIT */
#include "games/mykerinos/mykerinos.h"
void mk_draw(const void *view, int viewer, pt_canvas *out) {
    (void)view;
    (void)viewer;
    (void)out;
}
