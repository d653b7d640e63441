/* The hosts in C that tests/test_hosts.py compares with the server and the page: `hosts_term
 * table` asks table/ itself, so any number of people may sit there; `hosts_term term FOLDER`
 * asks the terminal's table, which goes on with the file of a new table in that folder.
 *
 * Each line that comes in is a request, fields between tabs; each line that goes out is its
 * answer in JSON: {"granted":true,"code":"","words":"","events":[...],"next":[...]}. */
/* SPDX-License-Identifier: MIT */
#include "term/local_inside.h"
#include "term/saved_games.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 8192, ANSWER = 1 << 18, FIELDS = 32, ENDS = 31 /* stands for a line's end */ };

static const pt_table_bots bots = {pt_level_named, "casual"};

/* --- events as they come --- */

typedef struct list {
    char *text[64 + PT_EVENT_MAX];
    int count;
} list;

static void add(list *l, const char *text) {
    assert(l->count < (int)(sizeof l->text / sizeof *l->text));
    l->text[l->count] = strdup(text);
    if (!l->text[l->count++]) abort();
}

static void clear(list *l) {
    for (int i = 0; i < l->count; i++) free(l->text[i]);
    l->count = 0;
}

/* A host: one of the two tables is in use. */
typedef struct host {
    const char *folder; /* NULL: table/ itself */
    pt_table table, next;
    pt_local_table *local;
    list events, after; /* of the last request; `after`: of the rematch's table */
    int told;           /* how many lines of the terminal's file were told */
} host;

static void take(void *to, const pt_table *t, const pt_event *e) {
    host *h = to;
    PT_TEXT(text, PT_EVENT_MAX);
    if (!e->number) return;
    pt_event_print(e, t->game, &text);
    add(t == &h->next ? &h->after : &h->events, text.at);
}

/* Whoever has a table's file open has it alone; a copy may be read. */
static void copy_file(const char *from, const char *to) {
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    int c;
    if (!in || !out) exit(1);
    while ((c = getc(in)) != EOF) putc(c, out);
    fclose(in);
    if (fclose(out)) exit(1);
}

/* The events in a file of the terminal, but for the first few; returns how many there are. */
static int read_file(const char *file, int skip, list *out) {
    PT_TEXT(path, PT_PATH);
    pt_put(&path, "%s.copy", file);
    copy_file(file, path.at);
    pt_table_file f = {.fd = -1};
    const char *line;
    int count = 0;
    PT_TEXT(why, 300);
    if (pt_table_file_peek(&f, path.at, &why) != PT_FILE_OPEN) {
        fprintf(stderr, "%s\n", why.at);
        exit(1);
    }
    while (pt_table_file_next(&f, &line, &why) > 0) {
        if (pt_is_alive_line(line) || count++ < skip) continue;
        PT_TEXT(text, PT_EVENT_MAX);
        pt_puts(&text, strchr(line, ' ') + 1);
        for (char *c = text.at; *c; c++)
            if (*c == '\t') *c = '\n';
        add(out, text.at);
    }
    pt_table_file_close(&f);
    remove(path.at);
    return count;
}

/* --- making --- */

static void copy(char *out, size_t size, const char *text) {
    pt_text t = pt_text_on(out, size);
    pt_puts(&t, text);
    assert(!t.cut);
}

/* Into the terminal's file, which the terminal then opens: so it begins with a wish of ours. */
static void take_into_file(void *to, const pt_table *t, const pt_event *e) {
    pt_table_file *f = to;
    PT_TEXT(text, PT_EVENT_MAX + 24);
    pt_puti(&text, e->at);
    pt_putc(&text, ' ');
    pt_event_print(e, t->game, &text);
    for (char *c = text.at; *c; c++)
        if (*c == '\n') *c = '\t';
    pt_table_file_add(f, text.at);
}

static void open_local(host *h, const pt_wish *w, const pt_wish_seat seat[PT_SEATS],
                       const char *id, int64_t now) {
    pt_table_file f = {.fd = -1};
    PT_TEXT(path, PT_PATH);
    PT_TEXT(why, 300);
    const pt_sink sink = {take_into_file, &f};
    pt_put(&path, "%s/%s", h->folder, id);
    bool ok = pt_table_file_make(&f, path.at, id, &why) &&
              pt_table_make(&h->table, w, seat, NULL, 0, now, &sink, &why) &&
              pt_table_file_save(&f, true);
    pt_table_file_close(&f);
    h->local = ok ? pt_local_resume(path.at, &why) : NULL;
    if (!h->local) {
        fprintf(stderr, "%s\n", why.at);
        exit(1);
    }
    h->told = read_file(path.at, 0, &h->events);
}

/* make NOW ID CREATE, then PERSON NAME ENTROPY of each seat */
static void make(host *h, char *field[FIELDS], int fields) {
    pt_wish_seat seat[PT_SEATS] = {0};
    pt_event e;
    PT_TEXT(why, 300);
    const pt_sink sink = {take, h};
    int64_t now = atoll(field[1]);
    if (!pt_event_parse(field[3], NULL, &e, &why)) {
        fprintf(stderr, "%s\n", why.at);
        exit(1);
    }
    for (int i = 0; 4 + 3 * i + 2 < fields; i++) {
        copy(seat[i].person, sizeof seat[i].person, field[4 + 3 * i]);
        copy(seat[i].name, sizeof seat[i].name, field[5 + 3 * i]);
        copy(seat[i].entropy, sizeof seat[i].entropy, field[6 + 3 * i]);
    }
    pt_table_init(&h->table, field[2], &bots);
    if (h->folder)
        open_local(h, &e.wish, seat, field[2], now);
    else if (!pt_table_make(&h->table, &e.wish, seat, NULL, 0, now, &sink, &why))
        exit(1);
}

/* --- requests --- */

static const struct {
    const char *name;
    pt_ask kind;
} asks[] = {
    {"sit", PT_ASK_SIT},         {"leave", PT_ASK_LEAVE}, {"bot", PT_ASK_BOT},
    {"start", PT_ASK_START},     {"move", PT_ASK_MOVE},   {"undo", PT_ASK_UNDO},
    {"agree", PT_ASK_AGREE},     {"chat", PT_ASK_CHAT},   {"resign", PT_ASK_RESIGN},
    {"rematch", PT_ASK_REMATCH}, {"hint", PT_ASK_HINT},   {"bot-move", PT_ASK_BOT_MOVE},
};

static pt_ask ask_named(const char *name) {
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++)
        if (strcmp(asks[i].name, name) == 0) return asks[i].kind;
    fprintf(stderr, "no request '%s'\n", name);
    exit(1);
}

static const pt_table *table_of(const host *h) {
    return h->local ? pt_local_table_of(h->local) : &h->table;
}

/* KIND NOW SEAT PERSON NAME KEY AT ID YES TEXT NEXT-ID NEXT-KEY NEXT-SEED */
static pt_request read_request(const host *h, char *field[FIELDS], pt_fresh *fresh) {
    pt_request r = pt_request_of(ask_named(field[0]), field[3], atoll(field[1]));
    r.seat = atoi(field[2]);
    r.name = field[4];
    r.key = field[5];
    r.at = atoll(field[6]);
    r.id = field[7];
    r.yes = field[8][0] == '1';
    r.text = field[9];
    if (r.kind == PT_ASK_BOT_MOVE) r.move = pt_parse_move(table_of(h)->game->verbs, r.text);
    copy(fresh->id, sizeof fresh->id, field[10]);
    copy(fresh->key, sizeof fresh->key, field[11]);
    if (field[12][0] && !pt_from_hex(field[12], fresh->seed, sizeof fresh->seed)) exit(1);
    r.fresh = fresh;
    return r;
}

static pt_refusal ask_table(host *h, pt_request *r, pt_text *why) {
    const pt_sink sink = {take, h};
    pt_table_done(&h->next);
    memset(&h->next, 0, sizeof h->next);
    r->next = &h->next;
    return pt_table_ask(&h->table, r, &sink, why);
}

static bool rematch_local(host *h, pt_request *r, const pt_fresh *fresh, pt_text *why) {
    pt_local_table *l = h->local, *next = local_empty(why);
    PT_TEXT(path, PT_PATH);
    pt_put(&path, "%s/%s", h->folder, fresh->id);
    if (!next || !pt_table_file_make(&next->file, path.at, fresh->id, why)) exit(1);
    r->next = &next->table;
    l->next = next;
    bool granted = local_ask(l, r, why);
    l->next = NULL;
    pt_local_free(next);
    if (granted) read_file(path.at, 0, &h->after);
    remove(path.at);
    return granted;
}

/* By the terminal's own ways where it has them, otherwise by the one door behind them. The time
 * is the terminal's, and so is who asks: the person at the seat. */
static bool ask_local(host *h, const pt_request *asked, const pt_fresh *fresh, pt_text *why) {
    pt_local_table *l = h->local;
    pt_request r = *asked;
    pt_move m = r.kind == PT_ASK_MOVE ? pt_parse_move(l->table.game->verbs, r.text) : 0;
    const pt_request theirs = local_request(l, r.kind, r.seat);
    r.now = theirs.now;
    if (r.kind != PT_ASK_BOT_MOVE) r.person = theirs.person;
    if (r.kind == PT_ASK_REMATCH) return rematch_local(h, &r, fresh, why);
    if (r.kind == PT_ASK_RESIGN) return pt_local_resign(l, r.seat, why);
    if (m && !r.id[0] && r.at < 0) return pt_local_play(l, r.seat, m, why);
    return local_ask(l, &r, why);
}

/* --- answers --- */

static void tell_list(pt_json *j, const char *key, const list *l) {
    pt_key_open(j, key, '[');
    for (int i = 0; i < l->count; i++) pt_json_str(j, l->text[i]);
    pt_close(j, ']');
}

/* The terminal has words for a refusal and no code. */
static void answer(const host *h, bool granted, const char *code, const char *words) {
    static char memory[ANSWER];
    pt_text out = pt_text_on(memory, sizeof memory);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_bool(&j, "granted", granted);
    if (code) pt_key_str(&j, "code", code);
    pt_key_str(&j, "words", granted ? "" : words);
    tell_list(&j, "events", &h->events);
    tell_list(&j, "next", &h->after);
    pt_close(&j, '}');
    assert(!out.cut);
    puts(memory);
    fflush(stdout);
}

static void ask(host *h, char *field[FIELDS]) {
    PT_TEXT(why, 512);
    pt_fresh fresh = {0};
    pt_request r = read_request(h, field, &fresh);
    if (!h->local) {
        pt_refusal no = ask_table(h, &r, &why);
        answer(h, no == PT_GRANTED, no ? pt_refusal_code(no) : "", why.at);
        return;
    }
    bool granted = ask_local(h, &r, &fresh, &why);
    h->told = read_file(pt_local_path(h->local), h->told, &h->events);
    answer(h, granted, NULL, why.at);
}

static void tell_record(const host *h) {
    static char memory[ANSWER / 2], json[ANSWER];
    pt_text record = pt_text_on(memory, sizeof memory), out = pt_text_on(json, sizeof json);
    pt_json j = pt_json_on(&out);
    pt_table_record(table_of(h), &record);
    assert(!record.cut);
    pt_open(&j, '{');
    pt_key_str(&j, "record", memory);
    pt_close(&j, '}');
    puts(json);
    fflush(stdout);
}

/* The fields of a line; those that are not there are "". */
static int split(char *line, char *field[FIELDS]) {
    static char none[1];
    int n = 0;
    for (int i = 0; i < FIELDS; i++) field[i] = none;
    for (char *c = line; *c; c++)
        if (*c == ENDS) *c = '\n';
    for (char *at = line; at && n < FIELDS; n++) {
        field[n] = at;
        at = strchr(at, '\t');
        if (at) *at++ = 0;
    }
    return n;
}

int main(int argc, char **argv) {
    static host h;
    static char line[LINE];
    char *field[FIELDS];
    if (argc == 3 && strcmp(argv[1], "term") == 0) h.folder = argv[2];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        int fields = split(line, field);
        clear(&h.events);
        clear(&h.after);
        if (strcmp(field[0], "make") == 0) {
            make(&h, field, fields);
            answer(&h, true, "", "");
        } else if (strcmp(field[0], "record") == 0) {
            tell_record(&h);
        } else {
            ask(&h, field);
        }
    }
    clear(&h.events);
    clear(&h.after);
    pt_local_free(h.local);
    pt_table_done(&h.table);
    pt_table_done(&h.next);
    return 0;
}
