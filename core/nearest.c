/* SPDX-License-Identifier: MIT */
#include "core/nearest.h"
#include <stdbool.h>
#include <string.h>

enum {
    LENGTH_MAX = 40,    /* a longer word is no misspelt name of ours */
    LETTERS_A_SLIP = 3, /* a name of six letters may have two slips */
    PREFIX_LEAST = 3,
};

static char small(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static int least(int a, int b) { return a < b ? a : b; }

/* How many slips lead from one word to the other: a letter too many, missing, or wrong, or two
 * that changed places. Capitals do not matter. */
static int slips(const char *a, int n, const char *b, int m) {
    int row[LENGTH_MAX + 1][LENGTH_MAX + 1];
    for (int i = 0; i <= n; i++) row[i][0] = i;
    for (int k = 0; k <= m; k++) row[0][k] = k;
    for (int i = 1; i <= n; i++)
        for (int k = 1; k <= m; k++) {
            char x = small(a[i - 1]), y = small(b[k - 1]);
            int far = least(row[i - 1][k] + 1, row[i][k - 1] + 1);
            far = least(far, row[i - 1][k - 1] + (x != y));
            if (i > 1 && k > 1 && x == small(b[k - 2]) && y == small(a[i - 2]))
                far = least(far, row[i - 2][k - 2] + 1);
            row[i][k] = far;
        }
    return row[n][m];
}

static int longest(int a, int b) { return a > b ? a : b; }

void pt_nearest_try(pt_nearest *n, const char *name) {
    size_t word_length = strlen(n->word), name_length = strlen(name);
    if (word_length > LENGTH_MAX || name_length > LENGTH_MAX) return;
    int w = (int)word_length, m = (int)name_length;
    bool begun = w >= PREFIX_LEAST && w < m && slips(n->word, w, name, w) == 0;
    int far = begun ? 1 : slips(n->word, w, name, m);
    if (far * LETTERS_A_SLIP > longest(w, m) || (n->name && far >= n->far)) return;
    n->name = name;
    n->far = far;
}
