/* Fuzzer: any text is a .perft file or is refused with words and a line; what is accepted can
 * be counted. */
/* SPDX-License-Identifier: MIT */
#include "cli/perft.h"
#include "tests/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static perft_start p;
    if (size > 1 << 14) return 0;
    char *text = fuzz_text(data, size);
    PT_TEXT(why, 512);
    int line = -1;
    if (!perft_read(&p, text, &line, &why)) {
        PROMISE(why.used > 0 && line >= 0, "refused without a word or a line");
    } else {
        PROMISE(p.game && p.count >= 0 && p.count <= PERFT_DEPTH_MAX, "%d counts", p.count);
        PROMISE(!p.game->audit(p.state, &why), "accepted, but: %s", why.at);
        for (int i = 0; i < p.count; i++)
            PROMISE(p.want[i].depth >= 1 && p.want[i].depth < PERFT_DEPTH_MAX, "depth %d",
                    p.want[i].depth);
        PROMISE(perft_count(p.game, p.state, 0, NULL) == 1, "one way to do nothing");
        if (perft_count(p.game, p.state, 1, NULL) <= 50) perft_count(p.game, p.state, 2, NULL);
    }
    free(text);
    return 0;
}
