/* Fuzzer: any text is a scenario file that passes or fails, with words. */
/* SPDX-License-Identifier: MIT */
#include "core/scenario.h"
#include "tests/fuzz.h"

static void report(void *to, const pt_scenario *s) {
    int *reported = to;
    ++*reported;
    PROMISE(s->passed || (s->at > 0 && s->words && s->words[0]),
            "failed without a word or a line");
    PROMISE(!s->passed || s->expectations > 0, "passed without an expectation");
    PROMISE(!s->broken, "%s", s->words);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static pt_scenario_runner runner;
    if (size > 1 << 14) return 0;
    char *text = fuzz_text(data, size);
    int reported = 0;
    pt_scenario_tally t = pt_run_scenarios(&runner, text, report, &reported);
    PROMISE(t.passed + t.failed == reported && reported > 0,
            "%d passed, %d failed, %d reported", t.passed, t.failed, reported);
    free(text);
    return 0;
}
