/* Quarry: the components as JSON, for whoever draws them. */
/* SPDX-License-Identifier: MIT */
#include "games/quarry/quarry.h"

void qy_show_tables(pt_json *out) {
    pt_key_open(out, "stones", '[');
    for (int stone = 0; stone < QY_STONES; stone++) {
        assert(qy_kinds[stone].copies > 0);
        pt_open(out, '{');
        pt_key_str(out, "stone", qy_stone_names[stone]);
        pt_key_int(out, "points", qy_kinds[stone].points);
        pt_key_int(out, "copies", qy_kinds[stone].copies);
        pt_close(out, '}');
    }
    pt_close(out, ']');
    pt_key_int(out, "coins", QY_COINS);
    pt_key_int(out, "gift", QY_GIFT);
    pt_key_int(out, "bonus", QY_BONUS);
    pt_key_int(out, "rate", QY_RATE);
}
