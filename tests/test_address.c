/* Network addresses: what is read, which proxies are believed, what is counted together. */
/* SPDX-License-Identifier: MIT */
#include "server/address.h"
#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <netinet/in.h>
#include <sodium.h>
#include <string.h>

static address of(const char *text) {
    address a;
    cr_assert(address_read(text, strlen(text), &a), "'%s' cannot be read", text);
    return a;
}

static bool is_read(const char *text) {
    address a;
    return address_read(text, strlen(text), &a);
}

static bool same(const address *a, const address *b) { return memcmp(a, b, sizeof *a) == 0; }

static bool same_texts(const char *one, const char *other) {
    address a = of(one), b = of(other);
    return same(&a, &b);
}

/* Whether a list names an address. */
static bool lists(const char *text, const char *who) {
    address_list list;
    PT_TEXT(why, 400);
    address a = of(who);
    cr_assert(address_list_read(text, &list, &why), "%s: %s", text, why.at);
    return address_listed(&list, &a);
}

static bool is_list(const char *text) {
    address_list list;
    PT_TEXT(why, 400);
    bool good = address_list_read(text, &list, &why);
    cr_assert(good != (why.used > 0), "'%s': a refusal has words, and only that", text);
    return good;
}

Test(address, is_read_with_and_without_a_port) {
    cr_assert(same_texts("192.0.2.1", "192.0.2.1:80"));
    cr_assert(same_texts("192.0.2.1", "192.0.2.1:65535"));
    cr_assert(same_texts("2001:db8::1", "[2001:db8::1]:8450"));
    cr_assert(same_texts("2001:db8::1", "[2001:db8::1]"));
    cr_assert(same_texts("2001:DB8:0:0::1", "2001:db8::1"));
    cr_assert(same_texts("::ffff:192.0.2.1", "192.0.2.1"));
    cr_assert_not(same_texts("::1:80", "::1")); /* without brackets that is no port */
}

Test(address, is_nothing_else) {
    static const char *const wrong[] = {"",
                                        " ",
                                        "localhost",
                                        "1.2.3",
                                        "1.2.3.4.5",
                                        "256.0.0.1",
                                        "01.2.3.4",
                                        "1.2.3.4 ",
                                        " 1.2.3.4",
                                        "1.2.3.4:",
                                        "1.2.3.4:x",
                                        "1.2.3.4:123456",
                                        "1.2.3.4:1:2",
                                        "1.2.3.4/8",
                                        "[1.2.3.4",
                                        "[::1",
                                        "[::1]x",
                                        "[::1]:",
                                        "[::1]:x",
                                        "[]",
                                        ":::",
                                        "1::2::3",
                                        "12345::",
                                        "fe80::1%eth0",
                                        "unknown",
                                        "_hidden"};
    address a;
    char longest[ADDRESS_TEXT + 1];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_assert_not(is_read(wrong[i]), "'%s' is no address", wrong[i]);
    memset(longest, '1', sizeof longest);
    cr_assert_not(address_read(longest, ADDRESS_TEXT, &a));
    cr_assert_not(address_read("1.2.3.4\0x", 9, &a));
    cr_assert(address_read("1.2.3.4, 5.6.7.8", 7, &a), "only so many bytes are read");
}

Test(address, comes_from_a_socket) {
    struct sockaddr_storage from = {0};
    address a, wanted = of("192.0.2.7");
    struct sockaddr_in *v4 = (struct sockaddr_in *)&from;
    v4->sin_family = AF_INET;
    inet_pton(AF_INET, "192.0.2.7", &v4->sin_addr);
    cr_assert(address_of(&from, &a) && same(&a, &wanted));
    memset(&from, 0, sizeof from);
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)&from;
    v6->sin6_family = AF_INET6;
    inet_pton(AF_INET6, "::ffff:192.0.2.7", &v6->sin6_addr);
    cr_assert(address_of(&from, &a) && same(&a, &wanted), "IPv4 through a socket of IPv6");
    from.ss_family = AF_UNIX;
    cr_assert_not(address_of(&from, &a));
}

Test(address, of_one_customer_is_one_group) {
    static const struct {
        const char *one, *other;
        bool together;
    } pairs[] = {{"192.0.2.1", "192.0.2.1", true},
                 {"192.0.2.1", "192.0.2.2", false},
                 {"::ffff:192.0.2.1", "::ffff:192.0.2.2", false},
                 {"2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true},
                 {"2001:db8:1:2::1", "2001:db8:1:3::1", false}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        address a = of(pairs[i].one), b = of(pairs[i].other);
        a = address_group(&a);
        b = address_group(&b);
        cr_assert(same(&a, &b) == pairs[i].together, "%s %s", pairs[i].one, pairs[i].other);
    }
}

Test(address, is_written) {
    char text[ADDRESS_TEXT];
    address a = of("192.0.2.1"), b = of("2001:db8:1:2:3::4"), group = address_group(&b);
    address_write(&a, text);
    cr_assert_str_eq(text, "192.0.2.1");
    address_write(&b, text);
    cr_assert_str_eq(text, "2001:db8:1:2:3::4");
    address_write(&group, text);
    cr_assert_str_eq(text, "2001:db8:1:2::/64");
    memset(&a, 0xff, sizeof a);
    address_write(&a, text); /* the longest there is */
    cr_assert_str_eq(text, "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff");
}

Test(proxies, yes_is_this_machine_and_no_is_nobody) {
    cr_assert(lists("yes", "127.0.0.1") && lists("yes", "127.255.255.255") &&
              lists("yes", "::1"));
    cr_assert_not(lists("yes", "128.0.0.0") || lists("yes", "126.255.255.255") ||
                  lists("yes", "::2"));
    cr_assert_not(lists("no", "127.0.0.1") || lists("", "127.0.0.1") ||
                  lists(NULL, "127.0.0.1"));
}

Test(proxies, are_compared_to_the_last_bit) {
    static const struct {
        const char *list, *first, *last, *before, *after;
    } ranges[] = {
        {"10.0.0.0/8", "10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"},
        {"10.1.2.3/8", "10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"},
        {"10.0.0.0/9", "10.0.0.0", "10.127.255.255", "9.255.255.255", "10.128.0.0"},
        {"10.128.0.0/9", "10.128.0.0", "10.255.255.255", "10.127.255.255", "11.0.0.0"},
        {"192.0.2.4/30", "192.0.2.4", "192.0.2.7", "192.0.2.3", "192.0.2.8"},
        {"192.0.2.4/31", "192.0.2.4", "192.0.2.5", "192.0.2.3", "192.0.2.6"},
        {"192.0.2.4/32", "192.0.2.4", "192.0.2.4", "192.0.2.3", "192.0.2.5"},
        {"192.0.2.4", "192.0.2.4", "192.0.2.4", "192.0.2.3", "192.0.2.5"},
        {"0.0.0.0/0", "0.0.0.0", "255.255.255.255", "::1", "2001:db8::1"},
        {"0.0.0.0/1", "0.0.0.0", "127.255.255.255", "::1", "128.0.0.0"},
        {"::ffff:0:0/96", "0.0.0.0", "255.255.255.255", "::1", "2001:db8::1"},
        {"fd00::/8", "fd00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
         "fcff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fe00::"},
        {"2001:db8::/33", "2001:db8::", "2001:db8:7fff:ffff:ffff:ffff:ffff:ffff",
         "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db8:8000::"},
        {"2001:db8::8/127", "2001:db8::8", "2001:db8::9", "2001:db8::7", "2001:db8::a"},
        {"2001:db8::8/128", "2001:db8::8", "2001:db8::8", "2001:db8::7", "2001:db8::9"},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        const char *list = ranges[i].list;
        cr_assert(lists(list, ranges[i].first) && lists(list, ranges[i].last), "%s", list);
        cr_assert_not(lists(list, ranges[i].before) || lists(list, ranges[i].after), "%s",
                      list);
    }
    cr_assert(lists("::/0", "::1") && lists("::/0", "255.255.255.255"), "everybody");
}

Test(proxies, are_several_with_blanks_between) {
    static const char list[] = "  10.0.0.0/8\t192.0.2.1  2001:db8::/32 ";
    cr_assert(lists(list, "10.9.9.9") && lists(list, "192.0.2.1") &&
              lists(list, "2001:db8:ffff::1"));
    cr_assert_not(lists(list, "192.0.2.2") || lists(list, "2001:db9::"));
}

Test(proxies, that_cannot_be_are_refused_with_words) {
    static const char *const wrong[] = {
        "10.0.0.0/33",   "10.0.0.0/", "10.0.0.0/x",  "10.0.0.0/8x", "10.0.0.0/-1",
        "10.0.0.0/0008", "::/129",    "::/999",      "/8",          "10.0.0/8",
        "proxy",         "yes no",    "127.0.0.1 ?", "10.0.0.0//8"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_assert_not(is_list(wrong[i]), "'%s' is no list", wrong[i]);
    PT_TEXT(many, 400);
    for (int i = 0; i < ADDRESS_RANGES; i++) pt_put(&many, "10.0.0.%d ", i);
    cr_assert(is_list(many.at), "so many there may be");
    cr_assert(lists(many.at, "10.0.0.15"));
    pt_puts(&many, "10.0.1.0");
    cr_assert_not(is_list(many.at), "and no more");
}

Test(uses, are_counted_for_a_group_and_end) {
    static address_uses uses;
    cr_assert(sodium_init() >= 0);
    crypto_shorthash_keygen(uses.key);
    address one = of("2001:db8:1:2::1"), near = of("2001:db8:1:2::2"), far = of("192.0.2.1");
    address_use *a = address_use_of(&uses, &one), *b = address_use_of(&uses, &far);
    cr_assert(a && b && a != b);
    cr_assert_eq(address_use_of(&uses, &near), a);
    a->sockets = 1;
    a->requests = 1;
    address_use_done(&uses, a);
    cr_assert_eq(address_use_of(&uses, &one), a, "it is still in use");
    a->sockets = a->requests = 0;
    address_use_done(&uses, a);
    address_use_done(&uses, b);
    address_use_done(&uses, NULL);
    for (int i = 0; i < ADDRESS_BUCKETS; i++) cr_assert_null(uses.buckets[i]);
}

/* Many groups, more than there are buckets: each keeps its own count. */
Test(uses, of_many_are_told_apart) {
    enum { MANY = 3 * ADDRESS_BUCKETS };
    static address_uses uses;
    static address_use *use[MANY];
    cr_assert(sodium_init() >= 0);
    crypto_shorthash_keygen(uses.key);
    for (int i = 0; i < MANY; i++) {
        address a = of("10.0.0.0");
        a.bytes[14] = (uint8_t)(i >> 8);
        a.bytes[15] = (uint8_t)i;
        use[i] = address_use_of(&uses, &a);
        use[i]->requests += i + 1;
    }
    for (int i = 0; i < MANY; i++) {
        cr_assert_eq(use[i]->requests, i + 1);
        use[i]->requests = 0;
        address_use_done(&uses, use[i]);
    }
    for (int i = 0; i < ADDRESS_BUCKETS; i++) cr_assert_null(uses.buckets[i]);
}
