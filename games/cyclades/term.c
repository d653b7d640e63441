#include "games/cyclades/cyclades.h"
void cy_draw(const void *view, int viewer, pt_canvas *out) {
    (void)view;
    (void)viewer;
    (void)out;
}
