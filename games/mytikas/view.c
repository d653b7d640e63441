/* Mytikas: what a seat is asked, and its view as JSON. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/mytikas.h"
void mt_ask(const void *view, int seat, pt_text *out) {
    (void)view;
    (void)seat;
    (void)out;
}
void mt_show(const void *view, int viewer, pt_json *out) {
    (void)view;
    (void)viewer;
    (void)out;
}
