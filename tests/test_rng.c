/* The fast generator: fixed numbers for ever (invariant 7), and fair small draws. */
/* SPDX-License-Identifier: MIT */
#include "core/rng.h"
#include <criterion/criterion.h>

/* The published first outputs of splitmix64 for the seed 1234567. */
Test(rng, the_numbers_are_splitmix64_on_every_machine) {
    pt_rng r = {1234567};
    cr_assert_eq(pt_random(&r), 6457827717110365317u);
    cr_assert_eq(pt_random(&r), 3203168211198807973u);
    cr_assert_eq(pt_random(&r), 9817491932198370423u);
}

Test(rng, one_choice_is_always_the_first) {
    pt_rng r = {5};
    for (int i = 0; i < 100; i++) cr_assert_eq(pt_below(&r, 1), 0);
}

Test(rng, draws_stay_below_their_bound) {
    pt_rng r = {77};
    for (uint32_t n = 1; n < 2000; n++)
        for (int i = 0; i < 20; i++) cr_assert_lt(pt_below(&r, n), n);
    for (int i = 0; i < 1000; i++) cr_assert_lt(pt_below(&r, UINT32_MAX), UINT32_MAX);
}

/* Chi-square over n cells with 1000 expected in each; the 1 in 10^6 point of the distribution
 * is below n + 7 * sqrt(2n) for every n here. */
Test(rng, every_outcome_is_equally_likely) {
    const uint32_t sizes[] = {2, 3, 6, 7, 36, 72, 100};
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        uint32_t n = sizes[k];
        int seen[100] = {0};
        pt_rng r = {42 + k};
        for (uint32_t i = 0; i < 1000 * n; i++) seen[pt_below(&r, n)]++;
        double chi = 0, limit = n + 7.0;
        for (uint32_t i = 0; i < n; i++)
            chi += (double)(seen[i] - 1000) * (seen[i] - 1000) / 1000;
        for (double root = 1; root * root < 2.0 * n; root += 1) limit += 7;
        cr_assert_lt(chi, limit, "%u outcomes: chi-square %f", n, chi);
    }
}
