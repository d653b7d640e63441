/* The layout of a view, and views as numbers for a neural network. */
/* SPDX-License-Identifier: MIT */
#include "python/layout.h"
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

int layout_row_size(const layout_row *r) {
    return values_of(r) * (r->form == LAYOUT_SET ? 8 * r->size : 1);
}

int layout_size(const layout *l) {
    int n = 0;
    for (int i = 0; i < l->rows; i++) n += layout_row_size(&l->row[i]);
    return n;
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
