/* Runs the tests of a Criterion program without Criterion, which takes a tenth of a second to
 * start one: a fork for each, up to the first that fails. PETTEIA_TESTS says which: `list`
 * prints the names, anything else is names with a comma behind each. A test with parameters is
 * one test for each, with its number behind a colon. It stands behind fault.c in one file. */
/* SPDX-License-Identifier: MIT */
#include <criterion/parameterized.h>
#include <criterion/types.h>
#include <string.h>
#include <sys/wait.h>

extern struct criterion_test *__start_cr_tst[] __attribute__((weak));
extern struct criterion_test *__stop_cr_tst[] __attribute__((weak));
extern struct criterion_suite *__start_cr_sts[] __attribute__((weak));
extern struct criterion_suite *__stop_cr_sts[] __attribute__((weak));

static struct criterion_test *test_on;
static void *test_parameter;

static const struct criterion_test_extra_data *suite_of(const struct criterion_test *t) {
    for (struct criterion_suite **s = __start_cr_sts; s < __stop_cr_sts; s++)
        if (*s && strcmp((*s)->name, t->category) == 0) return (*s)->data;
    return NULL;
}

/* These stand in for Criterion's own; the first failed assertion ends the test. */
void criterion_send_assert(struct criterion_assert_stats *stats) {
    (void)stats;
    _exit(1);
}
void criterion_abort_test(void) { _exit(1); }
void criterion_continue_test(void) { _exit(1); }
void cri_asserts_passed_incr(void) {}
void criterion_skip_test(const char *format, ...) {
    (void)format;
    _exit(0);
}
void criterion_internal_test_setup(void) {
    const struct criterion_test_extra_data *suite = suite_of(test_on);
    if (suite && suite->init) suite->init();
    if (test_on->data->init) test_on->data->init();
}
void criterion_internal_test_main(void (*body)(void)) {
    if (test_on->data->kind_ == CR_TEST_PARAMETERIZED)
        ((void (*)(void *))body)(test_parameter);
    else
        body();
}
void criterion_internal_test_teardown(void) {
    const struct criterion_test_extra_data *suite = suite_of(test_on);
    if (test_on->data->fini) test_on->data->fini();
    if (suite && suite->fini) suite->fini();
}

static void run_test(const char *asked, const char *name) {
    char wanted[256];
    snprintf(wanted, sizeof wanted, "%s,", name);
    if (strcmp(asked, "list") == 0) puts(name);
    const char *at = strstr(asked, wanted);
    if (!at || (at != asked && at[-1] != ',')) return;
    pid_t child = fork();
    if (child == 0) {
        limit_time();
        test_on->test();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (status == 0) return;
    printf("FAILED %s\n", name);
    exit(1);
}

static void run_tests(const char *asked) {
    for (struct criterion_test **t = __start_cr_tst; t < __stop_cr_tst; t++) {
        if (!*t) continue;
        char name[200];
        test_on = *t;
        snprintf(name, sizeof name, "%s/%s", test_on->category, test_on->name);
        struct criterion_test_params p = {0};
        bool many = test_on->data->kind_ == CR_TEST_PARAMETERIZED;
        if (many) p = test_on->data->param_();
        for (size_t i = 0; i < p.length; i++) {
            snprintf(name, sizeof name, "%s/%s:%zu", test_on->category, test_on->name, i);
            test_parameter = (char *)p.params + i * p.size;
            run_test(asked, name);
        }
        if (!many) run_test(asked, name);
    }
    exit(0);
}
