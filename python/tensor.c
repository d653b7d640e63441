/* Views as numbers for a neural network: what a game says about its members (core/tensor.h) and
 * where they lie (layout.c) give the plan that core/tensor.c follows. */
/* SPDX-License-Identifier: MIT */
#include "core/tensor.h"
#include "python/native.h"
#include <assert.h>
#include <string.h>

static const layout_row *row_of(const layout *l, const char *member) {
    for (int i = 0; i < l->rows; i++)
        if (!strcmp(l->row[i].name, member)) return &l->row[i];
    return NULL;
}

/* --- the loops and columns of a feature --- */

static const pt_axis *axis_of(const pt_features *f, const char *dim) {
    for (int i = 0; f->axis[i]; i++)
        if (!strcmp(f->axis[i]->dim, dim)) return f->axis[i];
    assert(!"a dimension without an axis");
    return NULL;
}

/* Loop i, or NULL: the feature says it, or the member's dimensions do. */
static const pt_axis *loop_of(const layout *l, const pt_feature *f, int i) {
    const layout_row *r = row_of(l, f->member);
    if (f->by[0] || i >= r->dims) return f->by[i];
    return axis_of(l->features, r->dim[i].name);
}

static int count_of(const pt_axis *axis, int players) {
    return axis ? axis->count[players] : 1;
}

/* The columns of one element. */
static int wide_of(const pt_feature *f, int players) {
    switch (f->form) {
    case PT_LEFT_OUT: return 0;
    case PT_IS_AMOUNT: return 1;
    case PT_IS_SEAT:
    case PT_IS_SEATS: return players;
    case PT_IS_NAME:
        if (f->only) return pt_count(f->only);
        break;
    case PT_IS_SET:
    case PT_IS_OWNED: break;
    }
    return count_of(f->of, players);
}

/* --- the plan --- */

static void take_tails(const layout *l, const pt_feature *f, pt_part *q) {
    if (f->tail) {
        const layout_row *r = row_of(l, f->tail);
        q->tail = r->at;
        q->tail_size = r->size;
        q->tail_step = r->dim[0].step;
    }
    if (f->form != PT_IS_OWNED) return;
    const layout_row *own = row_of(l, f->owners), *tail = row_of(l, f->owners_tail);
    q->owners = own->at;
    q->owners_step = own->dim[0].step;
    q->owners_tail = tail->at;
    q->owners_tail_step = tail->dim[0].step;
    q->step[1] = q->step[0]; /* the first loop is over seats, which are no dimension */
    q->step[0] = 0;
}

/* Numbers that lie beside each other need one loop only. */
static void flatten(pt_part *q) {
    if (q->turned || q->form == PT_IS_OWNED || q->step[0] != q->count[1] * q->step[1]) return;
    q->count[1] = (uint16_t)(q->count[0] * q->count[1]);
    q->count[0] = 1;
}

static pt_part part_of(const layout *l, const pt_feature *f, int players) {
    const layout_row *r = row_of(l, f->member);
    assert(r);
    if (f->form == PT_LEFT_OUT) return (pt_part){0};
    pt_part q = {.form = (uint8_t)f->form,
                 .size = r->size,
                 .most = f->most,
                 .bits = f->bits,
                 .shift = f->shift,
                 .first = f->first,
                 .mask = f->mask,
                 .none = f->none,
                 .only = f->only,
                 .scale = f->most ? 1.0F / (float)f->most : 1};
    int columns = wide_of(f, players);
    q.wide = (uint16_t)columns;
    q.count[0] = 1;
    for (int i = 0, to = loop_of(l, f, 1) ? 0 : 1; to < PT_LOOPS; i++, to++) {
        const pt_axis *axis = loop_of(l, f, i);
        q.count[to] = (uint16_t)count_of(axis, players);
        q.step[to] = r->dim[i].step;
        q.turned = (uint8_t)(q.turned | (axis && axis->turned ? 1u << to : 0));
        columns *= q.count[to];
    }
    q.at = (uint16_t)(r->at + f->from * r->dim[0].step);
    q.columns = (uint16_t)columns;
    take_tails(l, f, &q);
    flatten(&q);
    return q;
}

void tensor_plan(const char *game, int players, pt_plan *out) {
    const layout *l = layout_of(game);
    *out = (pt_plan){.players = (uint8_t)players};
    for (int i = 0; l && i < l->features->rows; i++) {
        pt_part q = part_of(l, &l->features->row[i], players);
        if (!q.columns) continue;
        assert(out->parts < PT_FEATURES && out->columns + q.columns <= PT_COLUMNS);
        out->part[out->parts++] = q;
        out->columns = (uint16_t)(out->columns + q.columns);
    }
}

int tensor_columns(const char *game, int players) {
    pt_plan plan;
    tensor_plan(game, players, &plan);
    return plan.columns;
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
    pt_part q = part_of(l, f, players);
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
        const pt_axis *axis = loop_of(l, f, i);
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
        from += part_of(l, &l->features->row[i], players).columns;
    }
    pt_close(&j, ']');
}

/* --- rows --- */

void tensor_write_row(const pt_plan *plan, const void *view, int viewer, int type, void *out) {
    uint64_t words[PT_ROW_WORDS];
    pt_write_bytes(plan, view, viewer, words);
    switch ((tensor_type)type) {
    case TENSOR_BYTES: memcpy(out, words, plan->columns); break;
    case TENSOR_HALVES: pt_write_halves(plan, (const uint8_t *)words, out); break;
    case TENSOR_FLOATS: pt_write_floats(plan, (const uint8_t *)words, out); break;
    }
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
