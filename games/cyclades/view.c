#include "games/cyclades/cyclades.h"
void cy_ask(const void *view, int seat, pt_text *out) {
    (void)view;
    (void)seat;
    (void)out;
}
void cy_show(const void *view, int viewer, pt_json *out) {
    (void)view;
    (void)viewer;
    (void)out;
}
