/* The hosts in C that tests/test_hosts.py compares with the server and the page: `hosts_term
 * table` asks table/ itself, so any number of people may sit there; `hosts_term term FOLDER`
 * asks the terminal's table, which goes on with the file of a new table in that folder.
 *
 * Each line that comes in is a request, fields between tabs; each line that goes out is its
 * answer in JSON: {"granted":true,"code":"","words":"","events":[...],"next":[...],
 * "notices":[...],"n":0,"due":0,"thinkers":[[seat,"move"],...]}. An event is its time and its
 * text.
 *
 * The terminal's clock is the test's (`--wrap=clock_gettime`): each request brings the time. */
/* SPDX-License-Identifier: MIT */
#include "table/table_json.h"
#include "term/local_inside.h"
#include "term/saved_games.h"
#include "tests/hosts_bot.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE = 8192, ANSWER = 1 << 18, FIELDS = 32, ENDS = 31 /* stands for a line's end */ };

static const pt_table_bots bots = {pt_level_named, "casual"};

/* --- time --- */

static int64_t test_time = 1;

int __wrap_clock_gettime(clockid_t clock, struct timespec *out);
int __wrap_clock_gettime(clockid_t clock, struct timespec *out) {
    (void)clock;
    *out = (struct timespec){.tv_sec = test_time / 1000, .tv_nsec = test_time % 1000 * 1000000};
    return 0;
}

/* --- events as they come --- */

typedef struct list {
    char *text[1 << 14];
    int count;
} list;

static void add(list *l, const char *text) {
    assert(l->count < (int)(sizeof l->text / sizeof *l->text));
    l->text[l->count] = strdup(text);
    if (!l->text[l->count++]) abort();
}

static void add_event(list *l, int64_t at, const char *words) {
    PT_TEXT(text, PT_EVENT_MAX + 24);
    pt_puti(&text, at);
    pt_putc(&text, ' ');
    pt_puts(&text, words);
    add(l, text.at);
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
    list notices;
    list log; /* all events of table/'s table, to read it anew */
    int told; /* how many lines of the terminal's file were told */
} host;

static void take(void *to, const pt_table *t, const pt_event *e) {
    host *h = to;
    PT_TEXT(text, PT_EVENT_MAX);
    if (!e->number) {
        pt_json j = pt_json_on(&text);
        pt_tell_notice(&j, t, e);
        add(&h->notices, text.at);
        return;
    }
    pt_event_print(e, t->game, &text);
    add_event(t == &h->next ? &h->after : &h->events, e->at, text.at);
    if (t == &h->table) add_event(&h->log, e->at, text.at);
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

/* The events in a file of the terminal, except the first few; returns how many there are. */
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
        add_event(out, atoll(line), text.at);
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
    {"sit", PT_ASK_SIT},         {"leave", PT_ASK_LEAVE},       {"bot", PT_ASK_BOT},
    {"start", PT_ASK_START},     {"move", PT_ASK_MOVE},         {"undo", PT_ASK_UNDO},
    {"agree", PT_ASK_AGREE},     {"chat", PT_ASK_CHAT},         {"resign", PT_ASK_RESIGN},
    {"rematch", PT_ASK_REMATCH}, {"hint", PT_ASK_HINT},         {"bot-move", PT_ASK_BOT_MOVE},
    {"tick", PT_ASK_TICK},       {"presence", PT_ASK_PRESENCE}, {"ready", PT_ASK_READY},
    {"pause", PT_ASK_PAUSE},     {"resume", PT_ASK_RESUME},
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

/* KIND NOW SEAT PERSON NAME KEY AT ID YES TEXT NEXT-ID NEXT-KEY NEXT-SEED THERE */
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
    copy(fresh->id, sizeof fresh->id, field[10][0] ? field[10] : "none");
    copy(fresh->key, sizeof fresh->key, field[11]);
    if (field[12][0] && !pt_from_hex(field[12], fresh->seed, sizeof fresh->seed)) exit(1);
    r.there = (uint8_t)atoi(field[13]);
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

/* The seat that the terminal's undo is for. */
static int last_mover(const pt_local_table *l) {
    for (int ply = pt_local_length(l) - 1; ply >= 0; ply--) {
        int seat = pt_local_step(l, ply).seat;
        if (pt_local_is_human(l, seat) && !l->table.core.seat[seat].resigned) return seat;
    }
    return -1;
}

/* By the terminal's own ways where it has them, otherwise by the one door behind them. The time
 * is the terminal's, and so is who asks: the person at the seat. */
static bool ask_local(host *h, const pt_request *asked, const pt_fresh *fresh, pt_text *why) {
    pt_local_table *l = h->local;
    pt_request r = *asked;
    pt_move m = r.kind == PT_ASK_MOVE ? pt_parse_move(l->table.game->verbs, r.text) : 0;
    const pt_request theirs = local_request(l, r.kind, r.seat);
    r.now = theirs.now;
    r.person = theirs.person;
    if (r.kind == PT_ASK_REMATCH) return rematch_local(h, &r, fresh, why);
    if (r.kind == PT_ASK_PAUSE) return pt_local_pause(l, r.seat, true, why);
    if (r.kind == PT_ASK_RESUME) return pt_local_pause(l, r.seat, false, why);
    if (r.kind == PT_ASK_RESIGN) return pt_local_resign(l, r.seat, why);
    if (r.kind == PT_ASK_UNDO && r.seat == last_mover(l)) return pt_local_undo(l, why);
    if (m && !r.id[0] && r.at < 0) return pt_local_play(l, r.seat, m, why);
    return local_ask(l, &r, why);
}

/* Clocks, races and bots of the terminal go on until nothing is left to do at this moment. */
static void go_on_local(pt_local_table *l) {
    enum { TRIES = 200000 };
    for (int i = 0; i < TRIES; i++) {
        pt_thinker found[PT_SEATS];
        pt_local_go_on(l, 0);
        int64_t due = pt_table_due(&l->table);
        if (!l->thought.busy && (!due || due > test_time) &&
            !pt_table_thinkers(&l->table, test_time, found))
            return;
        if (l->thought.busy) nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
    }
    fprintf(stderr, "the terminal's bots do not come to an end\n");
    exit(1);
}

/* --- away for a while, from AT to NOW --- */

static void read_anew(host *h, int64_t left) {
    char id[PT_ID];
    PT_TEXT(why, 300);
    const pt_sink sink = {take, h};
    copy(id, sizeof id, h->table.core.id);
    pt_table_done(&h->table);
    pt_table_init(&h->table, id, &bots);
    for (int i = 0; i < h->log.count; i++) {
        const char *line = h->log.text[i];
        if (pt_table_read(&h->table, atoll(line), strchr(line, ' ') + 1, &why)) continue;
        fprintf(stderr, "%s: %s\n", line, why.at);
        exit(1);
    }
    pt_request credit = pt_request_of(PT_ASK_CREDIT, "", test_time);
    credit.at = pt_table_absence(&h->table, left, test_time);
    if (credit.at > 0) pt_table_ask(&h->table, &credit, &sink, &why);
}

static void resume_local(host *h, int64_t left, int64_t now) {
    PT_TEXT(path, PT_PATH);
    PT_TEXT(why, 300);
    pt_puts(&path, pt_local_path(h->local));
    test_time = left;
    pt_local_leave(h->local);
    pt_local_free(h->local);
    test_time = now;
    h->local = pt_local_resume(path.at, &why);
    if (h->local) return;
    fprintf(stderr, "%s\n", why.at);
    exit(1);
}

/* --- answers --- */

/* When the table needs something, and what its bots would choose now. */
static void tell_needs(pt_json *j, const pt_table *t) {
    pt_thinker found[PT_SEATS];
    uint64_t view[PT_STATE_MAX / 8];
    bool plays = t->game && t->core.phase == PT_TABLE_PLAYING;
    int n = plays ? pt_table_thinkers(t, test_time, found) : 0;
    pt_key_int(j, "n", t->core.seen[PT_PUBLIC_EYE]);
    pt_key_int(j, "due", t->game ? pt_table_due(t) : 0);
    pt_key_open(j, "thinkers", '[');
    for (int i = 0; i < n; i++) {
        PT_TEXT(text, 160);
        pt_observe(t->game, t->core.state, found[i].seat, view);
        pt_print_move(t->game->verbs, hosts_pick(t->game, view, found[i].seat), &text);
        pt_open(j, '[');
        pt_json_int(j, found[i].seat);
        pt_json_str(j, text.at);
        pt_close(j, ']');
    }
    pt_close(j, ']');
}

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
    tell_list(&j, "notices", &h->notices);
    tell_needs(&j, table_of(h));
    pt_close(&j, '}');
    assert(!out.cut);
    puts(memory);
    fflush(stdout);
}

/* A request that the table judges. */
static void ask(host *h, char *field[FIELDS]) {
    PT_TEXT(why, 512);
    pt_fresh fresh = {0};
    pt_request r = read_request(h, field, &fresh);
    if (h->local) {
        bool mine = r.kind == PT_ASK_TICK || r.kind == PT_ASK_BOT_MOVE; /* of the terminal */
        bool granted = mine || ask_local(h, &r, &fresh, &why);
        go_on_local(h->local);
        h->told = read_file(pt_local_path(h->local), h->told, &h->events);
        answer(h, granted, NULL, why.at);
        return;
    }
    pt_refusal no = ask_table(h, &r, &why);
    answer(h, no == PT_GRANTED, no ? pt_refusal_code(no) : "", why.at);
}

/* away NOW: the host goes at AT and comes back now. */
static void be_away(host *h, char *field[FIELDS]) {
    if (h->local) {
        resume_local(h, atoll(field[6]), atoll(field[1]));
        go_on_local(h->local);
        h->told = read_file(pt_local_path(h->local), h->told, &h->events);
    } else {
        read_anew(h, atoll(field[6]));
    }
    answer(h, true, "", "");
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

/* legal NOW: who is asked, what they may do, and whether something is hidden from others. */
static void tell_legal(const host *h) {
    static char json[ANSWER];
    const pt_table *t = table_of(h);
    pt_text out = pt_text_on(json, sizeof json);
    pt_json j = pt_json_on(&out);
    pt_move *moves = calloc(t->game->max_moves + 1u, sizeof *moves);
    if (!moves) abort();
    int seat = pt_table_owes(t) ? pt_lowest(pt_table_owes(t)) : -1;
    int n = seat < 0 ? 0 : t->game->legal(t->core.state, seat, moves);
    pt_open(&j, '{');
    pt_key_int(&j, "seat", seat);
    pt_key_bool(&j, "hidden", t->game->observe != NULL);
    pt_key_open(&j, "moves", '[');
    for (int i = 0; i < n; i++) {
        PT_TEXT(text, 160);
        pt_print_move(t->game->verbs, moves[i], &text);
        pt_json_str(&j, text.at);
    }
    pt_close(&j, ']');
    pt_close(&j, '}');
    free(moves);
    assert(!out.cut);
    puts(json);
    fflush(stdout);
}

static void clear_all(host *h) {
    clear(&h->events);
    clear(&h->after);
    clear(&h->notices);
}

static void take_line(host *h, char *line) {
    char *field[FIELDS];
    line[strcspn(line, "\n")] = 0;
    int fields = split(line, field);
    clear_all(h);
    if (fields > 1) test_time = atoll(field[1]);
    if (strcmp(field[0], "make") == 0) {
        make(h, field, fields);
        answer(h, true, "", "");
    } else if (strcmp(field[0], "record") == 0) {
        tell_record(h);
    } else if (strcmp(field[0], "legal") == 0) {
        tell_legal(h);
    } else if (strcmp(field[0], "away") == 0) {
        be_away(h, field);
    } else {
        ask(h, field);
    }
}

int main(int argc, char **argv) {
    static host h;
    static char line[LINE];
    if (argc == 3 && strcmp(argv[1], "term") == 0) h.folder = argv[2];
    while (fgets(line, sizeof line, stdin)) take_line(&h, line);
    clear_all(&h);
    clear(&h.log);
    pt_local_free(h.local);
    pt_table_done(&h.table);
    pt_table_done(&h.next);
    return 0;
}
