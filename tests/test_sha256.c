/* Hexadecimal digits. The hash itself is compared with libsodium's in tests/test_fair.c. */
/* SPDX-License-Identifier: MIT */
#include "core/sha256.h"
#include <criterion/criterion.h>
#include <string.h>

Test(sha256, a_digit_is_0_to_9_or_a_to_f_at_either_place) {
    static const char digits[] = "0123456789abcdef";
    for (int c = 1; c < 256; c++) {
        char high[] = {(char)c, '3', 0}, low[] = {'3', (char)c, 0};
        uint8_t byte = 0;
        const char *at = strchr(digits, (char)c);
        int value = at ? (int)(at - digits) : 0;
        cr_assert_eq(pt_from_hex(high, &byte, 1), at != NULL, "%d", c);
        if (at) cr_assert_eq(byte, value * 16 + 3);
        cr_assert_eq(pt_from_hex(low, &byte, 1), at != NULL, "%d", c);
        if (at) cr_assert_eq(byte, 3 * 16 + value);
    }
}

Test(sha256, hexadecimal_comes_back) {
    uint8_t bytes[256], again[256];
    char hex[2 * 256 + 1];
    for (int i = 0; i < 256; i++) bytes[i] = (uint8_t)i;
    pt_to_hex(bytes, sizeof bytes, hex);
    cr_assert_eq(strlen(hex), 512);
    cr_assert_eq(strncmp(hex, "000102030405060708090a0b0c0d0e0f10", 34), 0);
    cr_assert(pt_from_hex(hex, again, sizeof again));
    cr_assert_arr_eq(bytes, again, sizeof bytes);
}
