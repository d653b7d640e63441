/* The cheapest assignment of rows to columns, and of all the cheapest the first one (Kuhn and
 * Munkres, with shortest paths). Prices make the cheapest assignments exactly those whose edges
 * are tight: cost = price of the row + price of the column. So the first one is found by
 * exchanging tight edges. */
/* SPDX-License-Identifier: MIT */
#include "tournament/inside.h"

enum { NONE = -1 };

static int64_t slack(const pt_pairing_room *w, int n, int row, int column) {
    int64_t cost = w->cost[row * n + column];
    return cost >= TN_NEVER ? TN_NEVER : cost - w->row_price[row] - w->column_price[column];
}

static void begin(pt_pairing_room *w, int n) {
    for (int i = 0; i < n; i++) {
        w->row_price[i] = w->column_price[i] = 0;
        w->column_of[i] = w->row_of[i] = NONE;
    }
    for (int row = 0; row < n; row++)
        for (int c = 0; c < n && w->column_of[row] == NONE; c++)
            if (w->row_of[c] == NONE && w->cost[row * n + c] == 0) {
                w->column_of[row] = (int16_t)c;
                w->row_of[c] = (int16_t)row;
            }
}

/* Looks from a row that is in the tree. Returns the nearest column outside, or NONE. */
static int nearest_column(pt_pairing_room *w, int n, int row, int column) {
    int best = NONE;
    for (int c = 0; c < n; c++) {
        if (w->seen[c]) continue;
        int64_t far = slack(w, n, row, c);
        if (far < w->nearest[c]) {
            w->nearest[c] = far;
            w->before[c] = (int16_t)column;
        }
        if (w->nearest[c] < TN_NEVER && (best == NONE || w->nearest[c] < w->nearest[best]))
            best = c;
    }
    return best;
}

/* Everything in the tree moves so that the nearest column becomes tight. */
static void move_prices(pt_pairing_room *w, int n, int root, int64_t by) {
    w->row_price[root] += by;
    for (int c = 0; c < n; c++) {
        if (w->seen[c]) {
            w->row_price[w->row_of[c]] += by;
            w->column_price[c] -= by;
        } else if (w->nearest[c] < TN_NEVER) {
            w->nearest[c] -= by;
        }
    }
}

static bool add_row(pt_pairing_room *w, int n, int root) {
    int row = root, column = NONE;
    for (int c = 0; c < n; c++) {
        w->seen[c] = false;
        w->nearest[c] = TN_NEVER;
    }
    for (;;) {
        column = nearest_column(w, n, row, column);
        if (column == NONE) return false;
        move_prices(w, n, root, w->nearest[column]);
        if (w->row_of[column] == NONE) break;
        w->seen[column] = true;
        row = w->row_of[column];
    }
    while (column != NONE) {
        int next = w->before[column];
        row = next == NONE ? root : w->row_of[next];
        w->row_of[column] = (int16_t)row;
        w->column_of[row] = (int16_t)column;
        column = next;
    }
    return true;
}

/* A row behind `fixed` has lost its column: it and others behind exchange tight columns until
 * one gets the free column. Nothing has changed if they cannot. */
static bool exchange(pt_pairing_room *w, int n, int fixed, int row, int free_column) {
    int16_t *queue = (int16_t *)w->queue;
    int end = 0, at = NONE;
    for (int c = 0; c < n; c++) w->seen[c] = w->row_of[c] <= fixed && c != free_column;
    queue[end++] = (int16_t)row;
    for (int begin = 0; begin < end && at == NONE; begin++)
        for (int c = 0; c < n; c++) {
            if (w->seen[c] || slack(w, n, queue[begin], c)) continue;
            w->seen[c] = true;
            w->before[c] = queue[begin];
            if (c == free_column) {
                at = c;
                break;
            }
            queue[end++] = w->row_of[c];
        }
    if (at == NONE) return false;
    for (int c = at;;) {
        int r = w->before[c], old = w->column_of[r];
        w->row_of[c] = (int16_t)r;
        w->column_of[r] = (int16_t)c;
        if (r == row) return true;
        c = old;
    }
}

/* The row takes the lowest column that leaves the others tight ones. */
static void take_first(pt_pairing_room *w, int n, int row) {
    int own = w->column_of[row];
    for (int c = 0; c < own; c++) {
        int loser = w->row_of[c];
        if (loser < row || slack(w, n, row, c)) continue;
        w->row_of[c] = (int16_t)row;
        if (exchange(w, n, row, loser, own)) {
            w->column_of[row] = (int16_t)c;
            return;
        }
        w->row_of[c] = (int16_t)loser;
    }
}

int64_t tn_assign(pt_pairing_room *w, int n) {
    int64_t sum = 0;
    assert(n <= PT_ENTRANTS);
    begin(w, n);
    for (int row = 0; row < n; row++)
        if (w->column_of[row] == NONE && !add_row(w, n, row)) return TN_NEVER;
    for (int row = 0; row < n; row++) take_first(w, n, row);
    for (int row = 0; row < n; row++) sum += w->cost[row * n + w->column_of[row]];
    return sum;
}
