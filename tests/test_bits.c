/* The bounded helpers of core, over all values where there are few enough: sets of bits, the
 * fields of a move, words and numbers in text, hexadecimal, lots, whose turn is next. What must
 * come out is worked out the plain way. */
/* SPDX-License-Identifier: MIT */
#include "core/fair.h"
#include "core/game.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- sets of bits --- */

static int plain_count(uint64_t set) {
    int n = 0;
    for (int i = 0; i < 64; i++) n += (int)(set >> i & 1);
    return n;
}
static int plain_lowest(uint64_t set) {
    int i = 0;
    while (!(set >> i & 1)) i++;
    return i;
}

/* Every set of 16 bits at each of the four places of a word, alone and above a full rest. */
Test(bits, every_set_of_16_bits_is_counted) {
    for (uint64_t set = 1; set < 1u << 16; set++)
        for (int at = 0; at < 64; at += 16) {
            uint64_t low = set << at, full = low | ((uint64_t)-1 << at << 15 << 1);
            cr_assert_eq(pt_count(low), plain_count(set));
            cr_assert_eq(pt_count(full), plain_count(set) + 48 - at);
            cr_assert_eq(pt_lowest(low), at + plain_lowest(set));
            cr_assert_eq(pt_lowest(full), at + plain_lowest(set));
        }
    cr_assert_eq(pt_count(0), 0);
}

Test(bits, every_set_of_three_bits_of_64) {
    for (int a = 0; a < 64; a++)
        for (int b = a; b < 64; b++)
            for (int c = b; c < 64; c++) {
                uint64_t set = (uint64_t)1 << a | (uint64_t)1 << b | (uint64_t)1 << c;
                cr_assert_eq(pt_lowest(set), a);
                cr_assert_eq(pt_count(set), 1 + (b > a) + (c > b));
            }
}

Test(bits, every_byte) {
    for (unsigned byte = 0; byte < 256; byte++) {
        cr_assert_eq(PT_COUNT_IN_BYTE(byte), plain_count(byte));
        cr_assert_eq(PT_LOWEST_IN_BYTE(byte), byte ? plain_lowest(byte) : 8);
    }
}

Test(bits, every_set_of_seats) {
    for (int set = 0; set < 256; set++)
        for (int seat = 0; seat < 8; seat++) {
            int bit = 1 << seat;
            cr_assert_eq(pt_with((uint8_t)set, seat), set | bit);
            cr_assert_eq(pt_without((uint8_t)set, seat), set - (set & bit));
            cr_assert_eq(pt_has((uint8_t)set, seat), (set & bit) != 0);
            cr_assert(!pt_has((uint8_t)set, PT_LUCK));
        }
}

/* --- moves --- */

/* All values of each field, the other three in all corners. */
Test(moves, every_field_keeps_to_itself) {
    for (unsigned value = 0; value < 256; value++)
        for (unsigned rest = 0; rest < 8; rest++)
            for (int field = 0; field < 4; field++) {
                unsigned part[4], wanted = 0;
                for (int i = 0, k = 0; i < 4; i++)
                    part[i] = i == field ? value : (rest >> k++ & 1) * 255;
                for (int i = 0; i < 4; i++) wanted = wanted * 256 + part[i];
                pt_move m = pt_mv(part[0], part[1], part[2], part[3]);
                cr_assert_eq(m, wanted);
                cr_assert_eq(pt_verb_of(m), part[0]);
                for (int i = 0; i < PT_ARGS; i++) cr_assert_eq(pt_arg(m, i), part[i + 1]);
            }
}

/* Every ascending list of moves out of twelve. */
Test(moves, every_move_is_found_in_every_list) {
    for (unsigned set = 0; set < 1u << 12; set++) {
        pt_move list[12];
        int n = 0;
        for (unsigned m = 0; m < 12; m++)
            if (set >> m & 1) list[n++] = 10 * m + 1;
        for (unsigned m = 0, before = 0; m < 12; before += set >> m & 1, m++) {
            cr_assert_eq(pt_find_move(list, n, 10 * m + 1), set >> m & 1 ? (int)before : -1);
            cr_assert_eq(pt_find_move(list, n, 10 * m), -1);
            cr_assert_eq(pt_find_move(list, n, 10 * m + 2), -1);
        }
    }
}

/* --- text --- */

/* Whether a word is a whole decimal number of at most nine digits as printf writes it, and
 * which one. */
static bool plain_number(const char *w, long *out) {
    char again[32];
    long n = strtol(w, NULL, 10);
    snprintf(again, sizeof again, "%ld", n);
    if (strcmp(again, w) != 0 || n > 999999999 || n < -999999999) return false;
    *out = n;
    return true;
}

static void must_read(const char *w) {
    long wanted = 0, found = 77;
    bool is = plain_number(w, &wanted);
    cr_assert_eq(pt_number((pt_word){w, strlen(w)}, -999999999, 999999999, &found), is, "'%s'",
                 w);
    cr_assert_eq(found, is ? wanted : 77, "'%s' is %ld", w, found);
    if (!is) return;
    cr_assert(!pt_number((pt_word){w, strlen(w)}, wanted + 1, 999999999, &found));
    cr_assert(!pt_number((pt_word){w, strlen(w)}, -999999999, wanted - 1, &found));
    cr_assert(pt_number((pt_word){w, strlen(w)}, wanted, wanted, &found));
}

/* All words of up to two bytes, and all of up to five letters out of those that matter. */
Test(words, every_short_word_is_a_number_or_not) {
    static const char letters[] = "-+0123789. a";
    enum { LETTERS = sizeof letters - 1 };
    for (int code = 1; code < 65536; code++) {
        char w[3] = {(char)(code & 255), (char)(code >> 8), 0};
        if (w[0]) must_read(w);
    }
    for (int length = 1, codes = LETTERS; length <= 5; length++, codes *= LETTERS)
        for (int code = 0; code < codes; code++) {
            char w[6] = {0};
            for (int i = 0, rest = code; i < length; i++, rest /= LETTERS)
                w[i] = letters[rest % LETTERS];
            must_read(w);
        }
}

Test(words, every_number_is_written_as_printf_writes_it) {
    for (long n = -120000; n <= 120000; n++) {
        char wanted[32];
        PT_TEXT(out, 32);
        pt_puti(&out, n);
        snprintf(wanted, sizeof wanted, "%ld", n);
        cr_assert_str_eq(out.at, wanted);
        must_read(wanted);
    }
    for (uint64_t power = 1, i = 0; i < 19; i++, power *= 10)
        for (int by = -2; by <= 2; by++) {
            int64_t n = (int64_t)power + by;
            char wanted[32];
            PT_TEXT(out, 32);
            pt_puti(&out, n);
            pt_putc(&out, ' ');
            pt_puti(&out, -n);
            snprintf(wanted, sizeof wanted, "%lld %lld", (long long)n, -(long long)n);
            cr_assert_str_eq(out.at, wanted);
        }
}

/* Every line of eight characters out of two letters, a blank and a tab. */
Test(words, every_short_line_is_split) {
    for (int code = 0; code < 65536; code++) {
        char line[9] = {0};
        for (int i = 0; i < 8; i++) line[i] = "ab \t"[code >> 2 * i & 3];
        pt_words w = {line};
        for (int i = 0; i < 8;) {
            size_t n = strspn(line + i, "ab");
            if (!n) {
                i++;
                continue;
            }
            cr_assert(!pt_end(w));
            pt_word word = pt_next(&w);
            cr_assert(word.at == line + i && word.length == n);
            i += (int)n;
        }
        cr_assert(pt_end(w) && pt_next(&w).length == 0);
    }
}

Test(words, every_pair_of_characters_is_a_byte_or_not) {
    for (int code = 0; code < 65536; code++) {
        char hex[3] = {(char)(code & 255), (char)(code >> 8), 0}, back[3];
        bool is = hex[0] && hex[1] && strspn(hex, "0123456789abcdef") == 2;
        uint8_t byte = 0;
        cr_assert_eq(pt_from_hex(hex, &byte, 1) != 0, is);
        if (!is) continue;
        cr_assert_eq(byte, strtol(hex, NULL, 16));
        pt_to_hex(&byte, 1, back);
        cr_assert_str_eq(back, hex);
    }
}

Test(words, every_score_is_written) {
    for (int den = 1; den <= 2; den++)
        for (int units = -2000; units <= 2000; units++) {
            const pt_game game = {.score_den = (uint8_t)den};
            char wanted[32];
            PT_TEXT(out, 32);
            pt_print_points(&game, units, &out);
            snprintf(wanted, sizeof wanted, units % den ? "%.1f" : "%.0f", (double)units / den);
            cr_assert_str_eq(out.at, units ? wanted : "0");
        }
}

/* --- luck --- */

/* Every list of up to six outcomes of weight 1 to 4, every ticket. */
Test(lots, every_ticket_of_every_short_list) {
    for (int n = 1, lists = 4; n <= 6; n++, lists *= 4)
        for (int code = 0; code < lists; code++) {
            pt_chance list[6];
            uint32_t ticket = 0;
            for (int i = 0; i < n; i++)
                list[i] = (pt_chance){(pt_move)i + 1, 1 + (uint32_t)(code >> 2 * i & 3)};
            for (int i = 0; i < n; i++)
                for (uint32_t k = 0; k < list[i].weight; k++)
                    cr_assert_eq(pt_chance_at(list, n, ticket++), i);
            cr_assert_eq(pt_chance_total(list, n), ticket);
        }
}

__extension__ typedef unsigned __int128 wide;

/* Of the 2^64 numbers of a draw, those kept are whole runs of `total`, and no run is lost. */
Test(lots, numbers_kept_are_a_multiple_of_the_tickets) {
    const wide all = (wide)1 << 64;
    for (uint32_t i = 0; i < 300000; i++) {
        uint32_t total = i < 200000 ? i + 1 : i < 250000 ? UINT32_MAX - i : (1u << 31) - i;
        wide kept = all - all % total;
        cr_assert(!pt_fair_rejects((uint64_t)(kept - 1), total), "%u", total);
        cr_assert(!pt_fair_rejects(0, total));
        if (kept == all) continue;
        cr_assert(pt_fair_rejects((uint64_t)kept, total), "%u", total);
        cr_assert(pt_fair_rejects(UINT64_MAX, total));
    }
}

/* The state from which pt_random() gives this number: its steps backwards. */
static uint64_t inverse(uint64_t odd) { /* of an odd number, by Newton's method */
    uint64_t x = odd;
    for (int i = 0; i < 6; i++) x *= 2 - odd * x;
    return x;
}
static uint64_t unshift(uint64_t z, int by) { /* undoes z ^ z >> by */
    uint64_t x = z;
    for (int i = 0; i < 64; i += by) x = z ^ x >> by;
    return x;
}
static pt_rng about_to_give(uint64_t z) {
    z = unshift(z, 31) * inverse(0x94D049BB133111EBu);
    z = unshift(z, 27) * inverse(0xBF58476D1CE4E5B9u);
    return (pt_rng){unshift(z, 30) - PT_RNG_STEP};
}

/* What pt_below(n) makes of the 32 random bits x, or -1 if it throws them back. */
static int64_t below(uint32_t x, uint32_t n) {
    pt_rng r = about_to_give((uint64_t)x << 32 | 0x9ABCDEF0u);
    uint64_t once = r.state + PT_RNG_STEP;
    uint32_t value = pt_below(&r, n);
    return r.state == once ? (int64_t)value : -1;
}

/* Of the 2^32 values of x, those from ceil(v 2^32 / n) on belong to v. Every v keeps exactly
 * floor(2^32 / n) of them: where there is one more, the first is thrown back. */
static void must_be_even(uint32_t n) {
    const uint64_t all = (uint64_t)1 << 32;
    for (uint32_t v = 0; v < n; v++) {
        uint64_t from = (all * v + n - 1) / n, to = (all * (v + 1) + n - 1) / n;
        bool spare = to - from > all / n;
        cr_assert_eq(below((uint32_t)from, n), spare ? -1 : (int64_t)v, "%u of %u", v, n);
        cr_assert_eq(below((uint32_t)(from + spare), n), v, "%u of %u", v, n);
        cr_assert_eq(below((uint32_t)(to - 1), n), v, "%u of %u", v, n);
        cr_assert_eq(to - from - spare, all / n);
    }
}
Test(lots, every_bound_up_to_700_is_drawn_without_bias) {
    for (uint32_t n = 2; n <= 700; n++) must_be_even(n);
    must_be_even(4097);
    must_be_even(65536);
}

/* --- turns --- */

/* Every set of seats that owe a choice, whoever moved last. */
Test(next, every_next_mover) {
    for (int seats = 1; seats <= PT_SEATS; seats++)
        for (int owes = 1; owes < 1 << seats; owes++)
            for (int last = PT_LUCK; last < seats; last++) {
                pt_head h = {.node = PT_DECIDE, .owes = (uint8_t)owes, .seats = (uint8_t)seats};
                int lowest = plain_lowest((uint64_t)owes), wanted = lowest;
                bool again = last >= 0 && owes >> last & 1;
                for (int i = seats - 1; i > 0 && again; i--) /* the nearest one wins */
                    if (owes >> (last + i) % seats & 1) wanted = (last + i) % seats;
                cr_assert_eq(pt_next_mover(&h, last), wanted, "%d seats, %x, after %d", seats,
                             (unsigned)owes, last);
                cr_assert_eq(pt_mover(&h), lowest);
                h.node = PT_CHANCE;
                cr_assert(pt_mover(&h) == PT_LUCK && pt_next_mover(&h, last) == PT_LUCK);
            }
}
