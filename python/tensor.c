/* Views as numbers for a neural network, for Python: their columns in words, and rows of them.
 */
/* SPDX-License-Identifier: MIT */
#include "python/native.h"
#include <string.h>

int tensor_columns(const char *game, int players) {
    pt_plan plan;
    tensor_plan(game, players, &plan);
    return plan.columns;
}

int tensor_plan_bytes(const char *game, int players, uint8_t *out) {
    pt_plan plan;
    tensor_plan(game, players, &plan);
    size_t size = offsetof(pt_plan, part) + plan.parts * sizeof *plan.part;
    memcpy(out, &plan, size);
    return (int)size;
}

/* --- in words --- */

static void tell_axis(pt_json *j, const char *name, const pt_axis *axis, uint64_t only,
                      int count, int players) {
    pt_open(j, '{');
    pt_key_str(j, "name", axis ? axis->name : name);
    pt_key_int(j, "count", count);
    pt_key_int(j, "across", axis ? axis->across[players] : 0);
    pt_key_bool(j, "turned", !axis || axis->turned);
    pt_key_open(j, "names", '[');
    for (int n = 0, left = axis && axis->names ? count : 0; left > 0; n++) {
        if (only && !(only >> n & 1)) continue;
        pt_json_str(j, axis->names[n]);
        left--;
    }
    pt_close(j, ']');
    pt_close(j, '}');
}

static void tell_feature(pt_json *j, const layout *l, const pt_feature *f, int players,
                         int from) {
    static const char *const forms[] = {"left out", "name",  "amount", "seat",
                                        "set",      "seats", "owned"};
    pt_part q = plan_part(l, f, players);
    pt_open(j, '{');
    pt_key_str(j, "name", f->name ? f->name : f->member);
    pt_key_str(j, "member", f->member);
    pt_key_str(j, "form", f->form == PT_IS_NAME && !f->of ? "flag" : forms[f->form]);
    pt_key_int(j, "from", from);
    pt_key_int(j, "columns", q.columns);
    pt_key_int(j, "most", f->most ? f->most : 1);
    pt_key_str(j, "why", f->why ? f->why : "");
    pt_key_open(j, "axes", '[');
    for (int i = 0; i < PT_LOOPS && f->form != PT_LEFT_OUT; i++) {
        const pt_axis *axis = plan_loop(l, f, i);
        if (axis) tell_axis(j, "", axis, 0, axis->count[players], players);
    }
    if (f->of || f->form == PT_IS_SEAT || f->form == PT_IS_SEATS)
        tell_axis(j, "seat", f->of, f->only, q.wide, players);
    pt_close(j, ']');
    pt_close(j, '}');
}

void tensor_tell(const char *game, int players) {
    const layout *l = layout_of(game);
    pt_json j = pt_json_on(reply_anew());
    pt_open(&j, '[');
    for (int i = 0, from = 0; l && i < l->features->rows; i++) {
        tell_feature(&j, l, &l->features->row[i], players, from);
        from += plan_part(l, &l->features->row[i], players).columns;
    }
    pt_close(&j, ']');
}

/* --- rows --- */

void tensor_put_row(const pt_plan *plan, const uint64_t *words, int type, void *out) {
    switch ((tensor_type)type) {
    case TENSOR_BYTES: memcpy(out, words, plan->columns); break;
    case TENSOR_HALVES: pt_write_halves(plan, (const uint8_t *)words, out); break;
    case TENSOR_FLOATS: pt_write_floats(plan, (const uint8_t *)words, out); break;
    }
}

void tensor_write_row(const pt_plan *plan, const void *view, int viewer, int type, void *out) {
    uint64_t words[PT_ROW_WORDS];
    pt_write_bytes(plan, view, viewer, words);
    tensor_put_row(plan, words, type, out);
}

void tensor_write(const char *game, int players, const uint8_t *views, const int32_t *viewers,
                  int count, int type, void *out) {
    static const uint8_t sizes[] = {
        [TENSOR_BYTES] = 1, [TENSOR_HALVES] = 2, [TENSOR_FLOATS] = 4};
    pt_plan plan;
    tensor_plan(game, players, &plan);
    size_t size = (size_t)moves_view(game), row = plan.columns * (size_t)sizes[type];
    for (int i = 0; i < count; i++)
        tensor_write_row(&plan, views + (size_t)i * size, viewers[i], type,
                         (uint8_t *)out + (size_t)i * row);
}
