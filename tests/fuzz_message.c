/* Fuzzer: no bytes from a socket or a request body make the reader of messages crash; what it
 * takes keeps to its limits. (Events are fuzz_event.c's.) */
/* SPDX-License-Identifier: MIT */
#include "server/message.h"
#include "server/wish.h"
#include "tests/fuzz.h"

/* What is read in place is what jansson reads. */
static void as_flat(const char *text, size_t size) {
    flat f;
    if (!flat_read_plain(&f, text, size)) return;
    json_t *in = json_strict(text, size, NULL);
    PROMISE(in, "jansson refuses what was read in place");
    PROMISE((int)json_object_size(in) == f.count, "%d members", f.count);
    for (int i = 0; i < f.count; i++) {
        const flat_value *v = &f.member[i].value;
        PT_TEXT(key, NET_MESSAGE_MAX);
        pt_putn(&key, f.member[i].key.at, f.member[i].key.length);
        json_t *value = json_object_get(in, key.at);
        switch (v->kind) {
        case FLAT_NONE:
        case FLAT_OTHER: PROMISE(false, "kind %d", v->kind); break;
        case FLAT_NULL: PROMISE(json_is_null(value), "null"); break;
        case FLAT_FALSE: PROMISE(json_is_false(value), "false"); break;
        case FLAT_TRUE: PROMISE(json_is_true(value), "true"); break;
        case FLAT_INT:
            PROMISE(json_is_integer(value) && json_integer_value(value) == v->number, "number");
            break;
        case FLAT_TEXT:
            PROMISE(json_string_length(value) == v->n &&
                        memcmp(json_string_value(value), v->text, v->n) == 0,
                    "text");
            break;
        }
    }
    json_decref(in);
}

static void as_message(const char *text, size_t size) {
    message m;
    PT_TEXT(why, 200);
    if (!message_read(text, size, &m, &why)) {
        PROMISE(why.used > 0, "a refusal without a word");
        return;
    }
    PROMISE(m.request.seat >= -1 && m.request.seat < PT_SEATS, "seat %d", m.request.seat);
    PROMISE(strlen(m.table) < sizeof m.table && !strpbrk(m.table, " \n"), "table '%s'",
            m.table);
    PROMISE(!strpbrk(m.request.from.re, " \n"), "id '%s'", m.request.from.re);
    PROMISE(!strpbrk(m.request.text, "\n\r"), "a line end in a text");
}

static void as_wish(const char *text, size_t size) {
    wish w;
    PT_TEXT(why, 400);
    char word[24];
    json_t *in = json_strict(text, size, &why);
    if (in && wish_from_json(in, &w, &why)) {
        PROMISE(pt_config_check(w.table.game, &w.table.config, NULL) == PT_OK, "a bad config");
        if (w.record) pt_wish_record(&w.table, w.record, w.moves, &why);
    }
    json_decref(in);
    query_text(text, "game", word, sizeof word);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    as_flat(text, size);
    as_message(text, size);
    as_wish(text, strlen(text));
    free(text);
    return 0;
}
