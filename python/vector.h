/* The games of python/vector.c, one by one, for what hands them out in batches
 * (python/batches.c). */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "gpu/many.h"
#include "python/native.h"

many *vector_all(vector *v);
/* What a seat of one game may know, as a row of that type; the bytes of such a row. */
void vector_row(const vector *v, uint32_t i, int viewer, int type, uint8_t *row);
size_t vector_row_size(const vector *v, int type);
