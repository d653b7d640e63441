/* Fuzzer: any text is a record that is judged, verified and tidied without a fall; a refusal
 * has words; a tidy record is tidied to itself. */
/* SPDX-License-Identifier: MIT */
#include "core/fair.h"
#include "core/record.h"
#include "tests/fuzz.h"

enum { TEXT = 1 << 18 };

static void tidies(const char *text) {
    static char once[TEXT], twice[TEXT];
    PT_TEXT(why, 512);
    int line = 0;
    pt_text out = pt_text_on(once, sizeof once), again = pt_text_on(twice, sizeof twice);
    if (pt_tidy_record(text, &out, &line, &why) != PT_OK) {
        PROMISE(why.used > 0, "not tidied, without a word");
        return;
    }
    if (out.cut) return;
    PROMISE(pt_tidy_record(once, &again, &line, &why) == PT_OK,
            "line %d of a tidy record: %s\n%s", line, why.at, once);
    PROMISE(strcmp(once, twice) == 0, "tidied twice it is another record\n%s\n%s", once, twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static pt_replay replay;
    if (size > 1 << 15) return 0;
    char *text = fuzz_text(data, size);
    PT_TEXT(why, 512);
    if (pt_replay_all(&replay, text, &why) != PT_OK)
        PROMISE(why.used > 0 && replay.line >= 0, "refused without a word");
    pt_clear(&why);
    if (pt_fair_verify(&replay, text, &why) != PT_OK)
        PROMISE(why.used > 0, "not verified, without a word");
    tidies(text);
    free(text);
    return 0;
}
