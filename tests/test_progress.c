/* A wish to stop that reaches long work of the command line. */
/* SPDX-License-Identifier: MIT */
#include "cli/progress.h"
#include <criterion/criterion.h>
#include <signal.h>
#include <time.h>

/* `timeout -s INT` signals the process and then its group: what was done so far must still be
 * told. */
Test(progress, one_wish_that_comes_twice_is_one) {
    const atomic_bool *stop = progress_interruptible();
    cr_assert_not(atomic_load(stop));
    raise(SIGINT);
    cr_assert(atomic_load(stop));
    raise(SIGINT);
    raise(SIGTERM);
    cr_assert(atomic_load(stop));
}

/* Who presses Ctrl-C again after a while does not want to wait for the rest. */
Test(progress, asked_again_later_it_ends_at_once, .signal = SIGINT) {
    progress_interruptible();
    raise(SIGINT);
    nanosleep(&(struct timespec){.tv_sec = 1, .tv_nsec = 200000000}, NULL);
    raise(SIGINT);
}
