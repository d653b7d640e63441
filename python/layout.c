/* The layout of a view, for Python, and views as numbers for a neural network. layouts.py makes
 * the table from the games' headers. */
/* SPDX-License-Identifier: MIT */
#include "python/native.h"
#include <math.h>
#include <string.h>

const layout *layout_of(const char *game) {
    for (const layout *l = layouts; l->game; l++)
        if (!strcmp(l->game, game)) return l;
    return NULL;
}

/* How many values a row has. */
static int values_of(const layout_row *r) {
    int n = 1;
    for (int d = 0; d < r->dims; d++) n *= r->dim[d].count;
    return n;
}

/* A set gives a float for each bit, anything else gives one. */
static int floats_of(const layout_row *r) {
    return values_of(r) * (r->form == LAYOUT_SET ? 8 * r->size : 1);
}

int layout_floats(const char *game) {
    const layout *l = layout_of(game);
    int n = 0;
    for (int i = 0; l && i < l->rows; i++) n += floats_of(&l->row[i]);
    return n;
}

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
        pt_key_int(&j, "floats", floats_of(r));
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

/* The low byte comes first, as on every machine this runs on. */
static uint64_t number_at(const uint8_t *at, int size) {
    uint64_t n = 0;
    memcpy(&n, at, (size_t)size);
    return n;
}

/* Small numbers stay apart, large ones stay below 1. */
static float scaled(uint64_t n, int size) {
    if (n < 256) return layout_log2[n] / (float)(8 * size);
    return log2f(1 + (float)n) / (float)(8 * size);
}

static float *write_value(const layout_row *r, const uint8_t *at, float *out) {
    switch ((layout_form)r->form) {
    case LAYOUT_SET: /* byte by byte: the lowest bit comes first */
        for (int byte = 0; byte < r->size; byte++, out += 8)
            for (int bit = 0; bit < 8; bit++) out[bit] = (float)(at[byte] >> bit & 1);
        return out;
    case LAYOUT_NUMBER:
        *out = r->size == 1 ? layout_log2[*at] / 8 : scaled(number_at(at, r->size), r->size);
        return out + 1;
    case LAYOUT_SIGNED: {
        int value = (int16_t)number_at(at, r->size);
        *out = value < 0 ? -scaled((uint64_t)-value, 2) : scaled((uint64_t)value, 2);
        return out + 1;
    }
    }
    return out;
}

void layout_write(const layout *l, const uint8_t *view, float *out) {
    for (const layout_row *r = l->row; r < l->row + l->rows; r++) {
        const layout_dim *d = r->dim;
        for (int a = 0; a < d[0].count; a++)
            for (int b = 0; b < d[1].count; b++)
                for (int c = 0; c < d[2].count; c++)
                    out = write_value(
                        r, view + r->at + a * d[0].step + b * d[1].step + c * d[2].step, out);
    }
}

void layout_write_all(const char *game, const uint8_t *views, int count, float *out) {
    const layout *l = layout_of(game);
    size_t size = (size_t)moves_view(game), floats = (size_t)layout_floats(game);
    for (int i = 0; l && i < count; i++)
        layout_write(l, views + (size_t)i * size, out + (size_t)i * floats);
}
