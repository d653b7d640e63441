/* The layout of a view, for Python. */
/* SPDX-License-Identifier: MIT */
#include "python/native.h"

void layout_tell(const char *game) {
    static const char *const forms[] = {"number", "signed", "set"};
    const layout *l = layout_of(game);
    pt_json j = pt_json_on(reply_anew());
    pt_open(&j, '[');
    for (int i = 0; l && i < l->rows; i++) {
        const layout_row *r = &l->row[i];
        pt_open(&j, '{');
        pt_key_str(&j, "name", r->name);
        pt_key_str(&j, "words", r->words);
        pt_key_int(&j, "at", r->at);
        pt_key_int(&j, "size", r->size);
        pt_key_str(&j, "form", forms[r->form]);
        pt_key_open(&j, "dims", '[');
        for (int d = 0; d < r->dims; d++) {
            pt_open(&j, '{');
            pt_key_str(&j, "name", r->dim[d].name);
            pt_key_int(&j, "count", r->dim[d].count);
            pt_key_int(&j, "step", r->dim[d].step);
            pt_close(&j, '}');
        }
        pt_close(&j, ']');
        pt_close(&j, '}');
    }
    pt_close(&j, ']');
}
