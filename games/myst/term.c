#include "games/myst/myst.h"
void ms_draw(const void *view, int viewer, pt_canvas *out) {
    (void)view;
    (void)viewer;
    (void)out;
}
