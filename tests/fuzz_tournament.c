/* Fuzzer: a tournament as lines (tournament/event.h). No text makes the reader crash; a line
 * that can be read prints as it was; one that is refused changes nothing; and whatever was
 * folded, the next round can be paired and is a round by the same law. */
/* SPDX-License-Identifier: MIT */
#include "tests/fuzz.h"
#include "tournament/event.h"
#include "tournament/pair.h"
#include "tournament/standings.h"

enum { MOST_LINES = 200, FEW = 12 };

static pt_tournament t, before;
static pt_tour_event e;
static pt_pairing_room room;
static pt_standing rows[PT_ENTRANTS];

static void read_line(const char *line) {
    static char printed[PT_TOUR_LINE];
    pt_text out = pt_text_on(printed, sizeof printed);
    PT_TEXT(why, 256);
    if (!pt_tour_parse(line, &e, &why)) {
        PROMISE(why.used, "no words");
        return;
    }
    pt_tour_print(&e, &out);
    PROMISE(!out.cut && strcmp(printed, line) == 0, "%s\nbecame %s", line, printed);
    memcpy(&before, &t, sizeof t);
    bool good = pt_tour_fold(&t, &e, &why);
    PROMISE(good || (why.used && memcmp(&before, &t, sizeof t) == 0), "refused: %s", line);
}

static void pair_next(void) {
    if (t.entrants > FEW || !pt_tour_pair(&t, t.last, &room, &e, NULL)) return;
    PT_TEXT(why, 256);
    PROMISE(pt_tour_fold(&t, &e, &why), "paired, but: %s", why.at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 1 << 14) return 0;
    char *text = fuzz_text(data, size);
    int lines = 0;
    memset(&t, 0, sizeof t);
    for (char *at = text, *end; *at && lines < MOST_LINES; at = end + 1, lines++) {
        end = strchr(at, '\n');
        if (!end) break;
        *end = 0;
        read_line(at);
    }
    pair_next();
    int n = pt_tour_standings(&t, rows);
    for (int i = 0; i + 1 < n; i++) {
        PT_TEXT(words, 600);
        pt_tour_say_tie(&t, &rows[i], &rows[i + 1], &words);
    }
    free(text);
    return 0;
}
