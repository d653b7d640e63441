/* Fair draws: the hash is SHA-256, the tickets are even, and whoever changes anything in a
 * record is caught. docs/records.md, "Fair draws" */
/* SPDX-License-Identifier: MIT */
#include "core/fair.h"
#include "tests/edge.h"
#include "tests/make_record.h"
#include <criterion/criterion.h>
#include <sodium.h>

static void hashes_to(const char *text, const char *hex) {
    uint8_t digest[PT_SHA256];
    char found[PT_HEX];
    pt_sha256_of(text, strlen(text), digest);
    pt_to_hex(digest, sizeof digest, found);
    cr_expect_str_eq(found, hex);
}

/* FIPS 180-2, appendix B, and the empty text. */
Test(fair, sha256_of_the_standard_texts) {
    hashes_to("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    hashes_to("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    hashes_to("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    pt_sha256 s = pt_sha256_begin();
    uint8_t digest[PT_SHA256];
    char hex[PT_HEX];
    for (int i = 0; i < 100000; i++) pt_sha256_add(&s, "aaaaaaaaaa", 10);
    pt_sha256_end(&s, digest);
    pt_to_hex(digest, sizeof digest, hex);
    cr_expect_str_eq(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* RFC 4231, cases 1, 2 and 6. */
Test(fair, hmac_of_the_standard_texts) {
    uint8_t digest[PT_SHA256], key[131];
    char hex[PT_HEX];
    memset(key, 0x0b, 20);
    pt_hmac_sha256(key, 20, "Hi There", 8, digest);
    pt_to_hex(digest, sizeof digest, hex);
    cr_expect_str_eq(hex, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    pt_hmac_sha256("Jefe", 4, "what do ya want for nothing?", 28, digest);
    pt_to_hex(digest, sizeof digest, hex);
    cr_expect_str_eq(hex, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    memset(key, 0xaa, sizeof key);
    pt_hmac_sha256(key, sizeof key, "Test Using Larger Than Block-Size Key - Hash Key First",
                   54, digest);
    pt_to_hex(digest, sizeof digest, hex);
    cr_expect_str_eq(hex, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

Test(fair, hashes_agree_with_libsodium_in_any_length_and_any_pieces) {
    cr_assert_geq(sodium_init(), 0);
    for (int i = 0; i < 5000; i++) {
        uint8_t data[400], key[100], ours[PT_SHA256], theirs[PT_SHA256];
        size_t n = randombytes_uniform(sizeof data + 1), k = randombytes_uniform(101), at = 0;
        randombytes_buf(data, sizeof data);
        randombytes_buf(key, sizeof key);
        pt_sha256 s = pt_sha256_begin();
        while (at < n) {
            size_t piece = 1 + randombytes_uniform((uint32_t)(n - at));
            pt_sha256_add(&s, data + at, piece);
            at += piece;
        }
        pt_sha256_end(&s, ours);
        crypto_hash_sha256(theirs, data, n);
        cr_assert_arr_eq(ours, theirs, sizeof ours);
        crypto_auth_hmacsha256_state h;
        crypto_auth_hmacsha256_init(&h, key, k);
        crypto_auth_hmacsha256_update(&h, data, n);
        crypto_auth_hmacsha256_final(&h, theirs);
        pt_hmac_sha256(key, k, data, n, ours);
        cr_assert_arr_eq(ours, theirs, sizeof ours);
    }
}

Test(fair, hexadecimal_is_exact) {
    uint8_t bytes[3];
    cr_expect(pt_from_hex("00ff1a", bytes, 3));
    cr_expect_eq(bytes[2], 0x1a);
    cr_expect_not(pt_from_hex("00ff1", bytes, 3));
    cr_expect_not(pt_from_hex("00ff1a0", bytes, 3));
    cr_expect_not(pt_from_hex("00FF1A", bytes, 3));
    cr_expect_not(pt_from_hex("", bytes, 3));
}

/* The number of a message, as docs/records.md has it. */
static uint64_t number_of(const pt_fair *f, const char *message) {
    uint8_t digest[PT_SHA256];
    uint64_t x = 0;
    crypto_auth_hmacsha256(digest, (const uint8_t *)message, strlen(message), f->seed);
    for (int i = 0; i < 8; i++) x = x << 8 | digest[i];
    return x;
}

/* The messages are written here once more by hand. */
Test(fair, a_ticket_is_the_one_of_the_documentation) {
    pt_fair f = {.table = "t-1", .seats = 2, .entropy = {"aabb"}};
    memset(f.seed, 5, sizeof f.seed);
    cr_expect_eq(pt_fair_ticket(&f, 7, 72),
                 number_of(&f, "petteia draw 1\ntable t-1\nentropy 1 aabb\nentropy 2 -\n"
                               "draw 7\ntry 0\n") %
                     72);
    strcpy(f.entropy[0], "a"); /* one letter is entropy, too */
    cr_expect_eq(pt_fair_ticket(&f, 7, 1000000007),
                 number_of(&f, "petteia draw 1\ntable t-1\nentropy 1 a\nentropy 2 -\n"
                               "draw 7\ntry 0\n") %
                     1000000007);
}

/* Of four thousand million draws hardly one is thrown back. This one is: it was searched for.
 */
Test(fair, a_draw_that_is_thrown_back_is_tried_again) {
    const uint32_t total = UINT32_MAX - 65534; /* 2^64 mod total is nearly the total itself */
    const char head[] = "petteia draw 1\ntable thrown-back-number0\nentropy 1 -\nentropy 2 -\n";
    pt_fair f = {.table = "thrown-back-number0", .seats = 2};
    char message[200];
    memset(f.seed, 5, sizeof f.seed);
    snprintf(message, sizeof message, "%sdraw 2092364048\ntry 0\n", head);
    cr_assert(pt_fair_rejects(number_of(&f, message), total));
    snprintf(message, sizeof message, "%sdraw 2092364048\ntry 1\n", head);
    cr_expect_eq(pt_fair_ticket(&f, 2092364048, total), number_of(&f, message) % total);
}

Test(fair, numbers_of_an_incomplete_run_are_thrown_back) {
    cr_expect_not(pt_fair_rejects(UINT64_MAX, 1));
    cr_expect_not(pt_fair_rejects(UINT64_MAX, 1u << 31)); /* divides 2^64 */
    cr_expect(pt_fair_rejects(UINT64_MAX, 3));            /* 2^64 mod 3 is 1 */
    cr_expect_not(pt_fair_rejects(UINT64_MAX - 1, 3));
    cr_expect(pt_fair_rejects(UINT64_MAX - 5, 10)); /* 2^64 mod 10 is 6 */
    cr_expect_not(pt_fair_rejects(UINT64_MAX - 6, 10));
}

/* 60,000 draws of ten tickets: each about 6,000 times; 400 is more than five deviations. */
Test(fair, tickets_are_even) {
    pt_fair f = {.table = "t", .seats = 2};
    int count[10] = {0};
    for (uint32_t i = 1; i <= 60000; i++) count[pt_fair_ticket(&f, i, 10)]++;
    for (int i = 0; i < 10; i++) cr_expect(abs(count[i] - 6000) < 400, "%d: %d", i, count[i]);
}

/* What is hashed once for many draws changes none of them. */
Test(fair, draws_in_a_row_are_the_draws_one_by_one) {
    const pt_chance list[] = {{1, 3}, {2, 5}, {3, 64}};
    pt_fair one = {.table = "row", .seats = 2, .entropy = {"aabb"}}, row = one;
    const pt_hmac begun = pt_fair_begin(&row);
    for (uint32_t i = 1; i <= 200; i++) {
        pt_lot a = pt_fair_draw(&one, list, 3),
               b = pt_fair_draw_on(&begun, ++row.draws, list, 3);
        cr_assert_eq(b.number, i);
        cr_assert_eq(a.ticket, b.ticket);
        cr_assert_eq(b.ticket, pt_fair_ticket(&one, i, 72));
        cr_assert_eq(a.move, b.move);
    }
}

Test(fair, draws_follow_the_weights) {
    const pt_chance list[] = {
        {pt_mv(1, 0, 0, 0), 1}, {pt_mv(2, 0, 0, 0), 2}, {pt_mv(3, 0, 0, 0), 3}};
    pt_fair f = {.table = "w", .seats = 3};
    for (uint32_t i = 1; i <= 1000; i++) {
        pt_lot lot = pt_fair_draw(&f, list, 3);
        cr_assert_eq(lot.number, i);
        cr_assert_eq(lot.total, 6);
        cr_assert(lot.from <= lot.ticket && lot.ticket <= lot.to);
        cr_assert_eq(pt_verb_of(lot.move), lot.ticket < 1 ? 1 : lot.ticket < 3 ? 2 : 3);
        cr_assert_eq(lot.to - lot.from + 1, pt_verb_of(lot.move));
    }
}

Test(fair, what_a_lot_writes_it_reads) {
    PT_TEXT(out, 128);
    pt_lot lot = {.number = 3, .ticket = 17, .total = 72, .from = 16, .to = 17}, read;
    pt_write_lot(&lot, &out);
    cr_expect_str_eq(out.at, " {%draw 3 17/72 16..17}");
    cr_assert(pt_read_lot(pt_note_named((pt_word){out.at, out.used}, "draw"), &read));
    cr_expect_arr_eq(&lot, &read, sizeof lot);
    static const char most[] = "4294967295 4294967294/4294967295 4294967293..4294967294";
    cr_assert(pt_read_lot((pt_word){most, sizeof most - 1}, &read));
    cr_expect(read.number == UINT32_MAX && read.total == UINT32_MAX &&
              read.to == UINT32_MAX - 1);
    static const char text[] = "3 17/72 16..179"; /* what is behind the word is not read */
    cr_assert(pt_read_lot((pt_word){text, sizeof text - 2}, &read));
    cr_expect_eq(read.to, 17);
    for (size_t n = 0; n < sizeof text - 3; n++)
        cr_expect_not(pt_read_lot((pt_word){text, n}, &read), "%zu letters", n);
    static const char *const bad[] = {"",
                                      "3",
                                      "3 17/72",
                                      "3 17/72 16..",
                                      "3 17/72 16..17 ",
                                      "3 17/72 16.17",
                                      "3: 17/72 16..17",
                                      "3 17/72 16..1/",
                                      "3 /72 16..17",
                                      "-3 17/72 16..17",
                                      "3 17/4294967296 1..2",
                                      "00000000003 17/72 16..17",
                                      "18446744073709551619 17/72 16..17",
                                      "3 99999999999/72 16..17"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect_not(pt_read_lot((pt_word){bad[i], strlen(bad[i])}, &read), "%s", bad[i]);
}

/* A note may end where its memory ends. */
Test(fair, no_byte_behind_a_lot_is_read) {
    static const char text[] = "3 7/72 6..7";
    pt_lot read;
    for (size_t n = 0; n < sizeof text; n++)
        cr_expect_eq(pt_read_lot((pt_word){at_the_edge(text, n), n}, &read),
                     n == sizeof text - 1, "%zu letters", n);
}

/* --- whole records --- */

Test(fair, the_tags_of_a_record_open_its_draws) {
    const uint8_t seed[PT_SHA256] = {1, 2, 3};
    const pt_record_head good = {.config = {.seats = 3},
                                 .table = "t",
                                 .entropy = {"aa", "b"},
                                 .line_of_seed = 7,
                                 .line_of_commit = 8};
    static const struct {
        const char *commit, *table, *seed; /* NULL: as it should be */
        int line;
        const char *key;
    } rows[] = {
        {"", NULL, NULL, 1, "no-commit"},   {NULL, "", NULL, 1, "tag-missing"},
        {NULL, NULL, "", 1, "no-seed"},     {NULL, NULL, "a", 7, "seed-digits"},
        {"a", NULL, NULL, 8, "other-seed"}, {NULL, "u", NULL, 0, NULL},
        {NULL, NULL, NULL, 0, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pt_record_head head = good;
        pt_fair f;
        int line = -1;
        PT_TEXT(why, 200);
        pt_fair_commit(seed, head.commit);
        pt_to_hex(seed, sizeof seed, head.seed);
        if (rows[i].commit) strcpy(head.commit, rows[i].commit);
        if (rows[i].table) strcpy(head.table, rows[i].table);
        if (rows[i].seed) strcpy(head.seed, rows[i].seed);
        cr_expect_eq(pt_fair_open(&f, &head, &line, &why), rows[i].key ? PT_REFUSED : PT_OK);
        cr_expect_eq(line, rows[i].line, "row %zu: line %d", i, line);
        if (rows[i].key) {
            cr_expect_str_eq(why.key, rows[i].key);
            continue;
        }
        cr_expect_arr_eq(f.seed, seed, sizeof seed);
        cr_expect_str_eq(f.table, rows[i].table ? rows[i].table : "t");
        cr_expect(f.seats == 3 && f.draws == 0);
        cr_expect_str_eq(f.entropy[0], "aa");
        cr_expect_str_eq(f.entropy[1], "b");
        cr_expect_str_eq(f.entropy[2], "");
    }
}

/* 0: verified; otherwise the line, and the words are these. */
static int caught(const char *text, const char *words) {
    PT_TEXT(why, 1024);
    pt_replay r;
    pt_err err = pt_fair_verify(&r, text, &why);
    if (!err) return 0;
    cr_expect_eq(err, PT_REFUSED);
    cr_expect(strstr(why.at, words), "expected '%s' in '%s'", words, why.at);
    return r.line;
}

Test(fair, every_game_is_verified) {
    for (int i = 0; pt_games[i]; i++)
        for (int seats = pt_games[i]->min_seats; seats <= pt_games[i]->max_seats; seats++) {
            made *m = make_record(pt_games[i], seats, 11, 1 << 16, true);
            PT_TEXT(why, 1024);
            pt_replay r;
            cr_expect_eq(pt_fair_verify(&r, m->text, &why), PT_OK, "%d: %s", r.line, why.at);
            free(m);
        }
}

static void tampered(const made *m, const char *from, const char *to, const char *words) {
    char *text = changed(m->text, from, to);
    cr_assert_not_null(text, "'%s' is not in the record", from);
    cr_expect_gt(caught(text, words), 0, "'%s' for '%s' was not caught", to, from);
    free(text);
}

/* Line `n` of the record, without its end. */
static void line_of(const made *m, int n, char line[256]) {
    const char *at = m->text;
    while (--n > 0) at = strchr(at, '\n') + 1;
    size_t length = strcspn(at, "\n");
    memcpy(line, at, length);
    line[length] = 0;
}

Test(fair, any_tampering_is_caught) {
    made *m = make_record(pt_game_named("mykerinos"), 3, 11, 1 << 16, true);
    char line[256], other[300], hex[PT_HEX];
    uint8_t seed[PT_SHA256] = {0};
    line_of(m, 11, line); /* the first draw: the first player */
    cr_assert_eq(strncmp(line, "* first ", 8), 0, "%s", line);

    strcpy(other, line); /* another outcome, the draw left as it was */
    other[8] = line[8] == '1' ? '2' : '1';
    tampered(m, line, other, "is 'first");
    unsigned ticket = (unsigned)(line[8] - '1'), wish = (ticket + 1) % 3;
    snprintf(other, sizeof other, "* first %u {%%draw 1 %u/3 %u..%u}", wish + 1, wish, wish,
             wish);
    tampered(m, line, other, "the ticket of draw 1 is");
    snprintf(other, sizeof other, "* first %u {%%draw 1 %u/3 0..2}", ticket + 1, ticket);
    tampered(m, line, other, "owns the tickets");
    snprintf(other, sizeof other, "* first %u {%%draw 1 %u/3 3..%u}", ticket + 1, ticket,
             ticket);
    tampered(m, line, other, "owns the tickets");
    snprintf(other, sizeof other, "* first %u {%%draw 1 %u/3 %u..3}", ticket + 1, ticket,
             ticket);
    tampered(m, line, other, "owns the tickets");
    snprintf(other, sizeof other, "* first %u {%%draw 1 %u/4 %u..%u}", ticket + 1, ticket,
             ticket, ticket);
    tampered(m, line, other, "there are 3 tickets");
    snprintf(other, sizeof other, "* first %u {%%draw 2 %u/3 %u..%u}", ticket + 1, ticket,
             ticket, ticket);
    tampered(m, line, other, "this is draw 1");
    snprintf(other, sizeof other, "* first %u", ticket + 1);
    tampered(m, line, other, "needs {%draw");

    pt_to_hex(seed, sizeof seed, hex);
    tampered(m, m->head.seed, hex, "not the one that was committed to");
    tampered(m, m->head.commit, hex, "not the one that was committed to");
    tampered(m, "[Seed \"", "[Sead \"", "Seed is missing");
    tampered(m, "[Commit \"", "[Comit \"", "Commit is missing");
    tampered(m, "[Table \"", "[Tabel \"", "Table is missing");
    tampered(m, m->head.seed, "00", "hexadecimal digits");
    tampered(m, "00ff10", "00ff11", "ticket");
    tampered(m, "[Entropy1 \"00ff10\"]\n", "", "ticket");
    tampered(m, "[Result", "[Entropy2 \"00\"]\n[Result", "ticket");
    tampered(m, "club-7.b", "club-7.c", "ticket");
    snprintf(line, sizeof line, "[Result \"%s\"]", m->head.result);
    tampered(m, line, "[Result \"99 0 0\"]", "the scores are");
    free(m);
}

/* A table of one letter is a table. */
Test(fair, a_short_name_of_a_table_is_enough) {
    made *m = make_record(pt_game_named("mykerinos"), 2, 11, 0, true);
    char *text = changed(m->text, "club-7.b", "t");
    cr_expect_eq(caught(text, ""), 0);
    free(text);
    free(m);
}

/* A seed of one's own after the game, with a commitment to match, gives other draws. */
Test(fair, another_seed_with_its_own_commitment_is_caught) {
    made *m = make_record(pt_game_named("mykerinos"), 3, 11, 1 << 16, true);
    uint8_t seed[PT_SHA256] = {1};
    char hex[PT_HEX], commit[PT_HEX];
    pt_to_hex(seed, sizeof seed, hex);
    pt_fair_commit(seed, commit);
    char *one = changed(m->text, m->head.seed, hex);
    char *two = changed(one, m->head.commit, commit);
    cr_expect_gt(caught(two, "ticket"), 0);
    free(one);
    free(two);
    free(m);
}

/* The moves of the players are judged too. */
Test(fair, an_illegal_move_is_caught) {
    made *m = make_record(pt_game_named("mykerinos"), 3, 11, 1 << 16, true);
    char *text = changed(m->text, " pass\n", " start a9\n");
    cr_assert_not_null(text);
    cr_expect_gt(caught(text, " start a9: R"), 0);
    free(text);
    free(m);
}
