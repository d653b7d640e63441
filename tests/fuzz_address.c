/* Fuzzer: addresses and lists of proxies. What is read prints and reads back as the same; an
 * address is in the list that names it. First line: an address; the rest: a list. */
/* SPDX-License-Identifier: MIT */
#include "server/address.h"
#include "tests/fuzz.h"

static void one(const char *text, size_t n, address *a) {
    address group, back;
    char printed[ADDRESS_TEXT];
    if (!address_read(text, n, a)) {
        memset(a, 0, sizeof *a);
        return;
    }
    group = address_group(a);
    back = address_group(&group);
    PROMISE(memcmp(&group, &back, sizeof group) == 0, "a group has another group");
    address_write(a, printed);
    if (strchr(printed, '/')) return; /* a whole group */
    PROMISE(address_read(printed, strlen(printed), &back), "cannot read '%s'", printed);
    PROMISE(memcmp(a, &back, sizeof back) == 0, "'%s' is another address", printed);
}

static void counted(const address *a) {
    address_uses uses = {0};
    address_use *use = address_use_of(&uses, a);
    if (!use) abort();
    use->sockets++;
    PROMISE(address_use_of(&uses, a) == use, "two counts of one address");
    address_use_done(&uses, use); /* it is in use: nothing happens */
    use->sockets--;
    address_use_done(&uses, use);
    address_use_done(&uses, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    size_t n = strcspn(text, "\n");
    address a, base;
    address_list list;
    struct sockaddr_storage from = {0};
    PT_TEXT(why, 400);
    one(text, n, &a);
    counted(&a);
    if (!address_list_read(text[n] ? text + n + 1 : NULL, &list, &why))
        PROMISE(why.used > 0, "refused without a word");
    PROMISE(list.count >= 0 && list.count <= ADDRESS_RANGES, "%d ranges", list.count);
    for (int i = 0; i < list.count; i++) {
        base = list.ranges[i].base;
        PROMISE(list.ranges[i].bits >= 0 && list.ranges[i].bits <= 128, "bits");
        PROMISE(address_listed(&list, &base), "a range without its own address");
    }
    address_listed(&list, &a);
    memcpy(&from, data, size < sizeof from ? size : sizeof from);
    address_of(&from, &a);
    free(text);
    return 0;
}
