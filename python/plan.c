/* Plans for views as numbers: what a game says about its members (core/tensor.h) and where they
 * lie (layout.h) give the plan that core/tensor.c follows. */
/* SPDX-License-Identifier: MIT */
#include "python/layout.h"
#include <assert.h>
#include <string.h>

const layout *layout_of(const char *game) {
    for (const layout *l = layouts; l->game; l++)
        if (!strcmp(l->game, game)) return l;
    return NULL;
}

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

const pt_axis *plan_loop(const layout *l, const pt_feature *f, int i) {
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

pt_part plan_part(const layout *l, const pt_feature *f, int players) {
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
    for (int i = 0, to = plan_loop(l, f, 1) ? 0 : 1; to < PT_LOOPS; i++, to++) {
        const pt_axis *axis = plan_loop(l, f, i);
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
        pt_part q = plan_part(l, &l->features->row[i], players);
        if (!q.columns) continue;
        assert(out->parts < PT_FEATURES && out->columns + q.columns <= PT_COLUMNS);
        out->part[out->parts++] = q;
        out->columns = (uint16_t)(out->columns + q.columns);
    }
}
