#include "games/cyclades/cyclades.h"
pt_err cy_check(const void *state, int seat, pt_move m, pt_text *why) {
    pt_move l[256];
    int n = cy_legal(state, seat, l);
    for (int i = 0; i < n; i++)
        if (l[i] == m) return PT_OK;
    return pt_refuse(why, "R1", "no");
}
