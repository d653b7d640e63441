/* Fuzzer: no bytes from a socket or a request body make the reader of messages crash; what it
 * takes keeps to its limits; and no text makes the fold of a table's events crash or leave it
 * half changed. */
/* SPDX-License-Identifier: MIT */
#include "server/api.h"
#include "server/message.h"
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
    PROMISE(m.act.seat >= -1 && m.act.seat < PT_SEATS, "seat %d", m.act.seat);
    PROMISE(strlen(m.table) < sizeof m.table && !strpbrk(m.table, " \n"), "table '%s'",
            m.table);
    PROMISE(!strpbrk(m.act.re, " \n"), "id '%s'", m.act.re);
    PROMISE(!strpbrk(m.act.text, "\n\r"), "a line end in a text");
}

static void as_wish(const char *text, size_t size) {
    table_wish wish;
    PT_TEXT(why, 400);
    char word[24];
    json_t *in = json_strict(text, size, &why);
    if (in && wish_from_json(in, &wish, &why))
        PROMISE(pt_config_check(wish.game, &wish.config, NULL) == PT_OK, "a bad config");
    json_decref(in);
    query_text(text, "game", word, sizeof word);
}

/* The first line chooses a game; every other line is an event. */
static void as_events(char *text) {
    table_log t = {0};
    pt_config config;
    PT_TEXT(create, 300);
    const pt_game *g = fuzz_game(text, &config);
    pt_put(&create, "create\ngame %s\nrules %d\nseats %d\naccess open\nwatch 1\n", g->name,
           g->rules, config.seats);
    PROMISE(table_fold(&t, 1, create.at, NULL), "a table cannot be made");
    int64_t at = 2;
    char *next = strchr(text, '\n');
    for (char *line = next ? next + 1 : NULL; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        uint32_t number = t.core.number;
        bool ok = table_fold(&t, at++, line, NULL);
        PROMISE(t.core.number == number + ok, "the number of '%s'", line);
    }
    table_log_done(&t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    as_flat(text, size);
    as_message(text, size);
    as_wish(text, strlen(text));
    as_events(text);
    free(text);
    return 0;
}
