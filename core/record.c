/* Records: reading entry by entry, and writing. */
/* SPDX-License-Identifier: MIT */
#include "core/record.h"
#include "core/words.h"
#include <assert.h>
#include <string.h>

/* --- the reader --- */

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static void step(pt_reader *r) { r->line += *r->at++ == '\n'; }

/* White space, line ends and # comments. */
static void skip_blank(pt_reader *r) {
    for (;;) {
        if (*r->at == '#')
            while (*r->at && *r->at != '\n') r->at++;
        else if (is_space(*r->at))
            step(r);
        else
            return;
    }
}

pt_reader pt_read_record(const char *text) {
    assert(text);
    text = pt_past_mark(text);
    return (pt_reader){text, 1, PT_ENGLISH};
}

static pt_entry_kind bad(const pt_reader *r, pt_entry *e, pt_said said) {
    pt_text text = pt_text_on(e->text, sizeof e->text);
    text.language = r->language;
    pt_say(&text, said);
    return e->kind = PT_ENTRY_BAD;
}

static bool is_name(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           c == '_';
}

/* [Name "value"]; in the value \" and \\ stand for " and \. */
static pt_entry_kind read_tag(pt_reader *r, pt_entry *e) {
    assert(*r->at == '[');
    pt_text name = pt_text_on(e->name, sizeof e->name);
    pt_text value = pt_text_on(e->text, sizeof e->text);
    r->at++;
    skip_blank(r);
    while (is_name(*r->at)) pt_putc(&name, *r->at++);
    skip_blank(r);
    if (!name.used || *r->at != '"') return bad(r, e, core_say_tag_form());
    for (r->at++; *r->at && *r->at != '"' && *r->at != '\n'; r->at++) {
        if (*r->at == '\\' && (r->at[1] == '"' || r->at[1] == '\\')) r->at++;
        pt_putc(&value, *r->at);
    }
    if (*r->at != '"') return bad(r, e, core_say_tag_value());
    r->at++;
    skip_blank(r);
    if (*r->at != ']') return bad(r, e, core_say_tag_end());
    r->at++;
    if (name.cut || value.cut) return bad(r, e, core_say_tag_long());
    return e->kind = PT_ENTRY_TAG;
}

/* Goes over {...}; false if it does not end. */
static bool skip_note(pt_reader *r) {
    assert(*r->at == '{');
    while (*r->at && *r->at != '}') step(r);
    if (!*r->at) return false;
    r->at++;
    return true;
}

/* The notes that follow a move, on its line or on lines of their own. */
static bool read_notes(pt_reader *r, pt_entry *e) {
    pt_reader ahead = *r;
    skip_blank(&ahead);
    e->notes = (pt_word){ahead.at, 0};
    while (*ahead.at == '{') {
        e->line = ahead.line;
        if (!skip_note(&ahead)) return false;
        *r = ahead;
        e->notes.length = (size_t)(r->at - e->notes.at);
        skip_blank(&ahead);
    }
    return true;
}

static pt_entry_kind read_move(pt_reader *r, pt_entry *e) {
    pt_text text = pt_text_on(e->text, 128);
    char seat = *r->at++;
    e->seat = seat == '*' ? PT_LUCK : seat - '1';
    assert(e->seat >= PT_LUCK && e->seat < PT_SEATS);
    if (*r->at && !is_space(*r->at)) return bad(r, e, core_say_no_blank((char[]){seat, 0}));
    pt_words rest = {r->at};
    r->at += strcspn(r->at, "\n#{");
    for (;;) {
        pt_word w = pt_next(&rest);
        size_t most = w.at < r->at ? (size_t)(r->at - w.at) : 0;
        if (w.length > most) w.length = most; /* a note may touch the last word */
        if (!w.length) break;
        if (text.used) pt_putc(&text, ' ');
        pt_putn(&text, w.at, w.length);
    }
    if (!text.used) return bad(r, e, core_say_no_move((char[]){seat, 0}));
    if (text.cut) return bad(r, e, core_say_move_long());
    int line = e->line;
    if (!read_notes(r, e)) return bad(r, e, core_say_comment_end("{"));
    e->line = line;
    bool resigns = strcmp(e->text, "resigns") == 0 && e->seat != PT_LUCK;
    return e->kind = resigns ? PT_ENTRY_RESIGN : PT_ENTRY_MOVE;
}

static pt_entry_kind read_note(pt_reader *r, pt_entry *e) {
    if (!skip_note(r)) return bad(r, e, core_say_comment_end("{"));
    e->notes.length = (size_t)(r->at - e->notes.at);
    return e->kind = PT_ENTRY_NOTE;
}

pt_entry_kind pt_next_entry(pt_reader *r, pt_entry *e) {
    assert(r->at && r->line > 0);
    skip_blank(r);
    e->line = r->line;
    e->seat = PT_LUCK;
    e->name[0] = e->text[0] = 0;
    e->notes = (pt_word){r->at, 0};
    if (!*r->at) return e->kind = PT_ENTRY_END;
    if (*r->at == '[') return read_tag(r, e);
    if (*r->at == '{') return read_note(r, e);
    if (*r->at == '*' || (*r->at >= '1' && *r->at < '1' + PT_SEATS)) return read_move(r, e);
    PT_TEXT(line, 41);
    pt_putn(&line, r->at, strcspn(r->at, "\r\n"));
    return bad(r, e, core_say_no_entry(line.at));
}

/* --- notes --- */

pt_word pt_next_note(pt_word *notes) {
    const char *at = notes->at, *end = at + notes->length;
    while (at < end && *at != '{') {
        if (*at == '#')
            while (at < end && *at != '\n') at++;
        else
            at++;
    }
    if (at >= end) return (pt_word){at, 0};
    const char *close = memchr(at, '}', (size_t)(end - at));
    assert(close); /* a comment that does not end is no entry */
    notes->length = (size_t)(end - close - 1);
    notes->at = close + 1;
    for (at++; is_space(*at);) at++;
    while (is_space(close[-1])) close--;
    /* An empty comment says nothing and is dropped. */
    return close > at ? (pt_word){at, (size_t)(close - at)} : pt_next_note(notes);
}

pt_word pt_note_named(pt_word notes, const char *name) {
    size_t n = strlen(name);
    for (pt_word note = pt_next_note(&notes); note.length; note = pt_next_note(&notes)) {
        if (note.length <= n + 1 || note.at[0] != '%' || memcmp(note.at + 1, name, n) != 0 ||
            !is_space(note.at[n + 1]))
            continue;
        note.at += n + 2;
        note.length -= n + 2;
        return note;
    }
    return (pt_word){notes.at, 0};
}

/* Writes the comments one after the other, each on one line. */
static void put_notes(pt_word notes, pt_text *out, const char *before) {
    for (pt_word note = pt_next_note(&notes); note.length; note = pt_next_note(&notes)) {
        bool gap = false;
        pt_put(out, "%s{", before);
        for (size_t i = 0; i < note.length; i++) {
            gap = gap || is_space(note.at[i]);
            if (is_space(note.at[i])) continue;
            if (gap) pt_putc(out, ' ');
            gap = false;
            pt_putc(out, note.at[i]);
        }
        pt_putc(out, '}');
    }
}

/* --- tags --- */

static bool hex_or_nothing(const char *s) {
    size_t n = strspn(s, "0123456789abcdef");
    return s[n] == 0 && n % 2 == 0;
}

/* A tag that ends with a seat: the seat, or -1. */
static int seat_of(const char *name, const char *stem) {
    assert(name && stem[0]);
    size_t n = strlen(stem);
    if (strncmp(name, stem, n) != 0 || name[n] < '1' || name[n] >= '1' + PT_SEATS ||
        name[n + 1])
        return -1;
    return name[n] - '1';
}

/* What the head has seen so far. */
typedef struct head_notes {
    bool game, rules, players, options, player[PT_SEATS], table, commit, seed, result,
        entropy[PT_SEATS];
    long rules_value, players_value;
    char options_text[256];
    int line_of_options, line_of_players, line_of_rules;
} head_notes;

static pt_err keep(bool *seen, char *to, size_t size, const pt_entry *e, pt_text *why) {
    assert(e->kind == PT_ENTRY_TAG && size > 0);
    size_t n = strlen(e->text);
    if (*seen) return pt_refuse_plain(PT_UNREADABLE, why, core_say_tag_twice(e->name));
    if (n >= size) return pt_refuse_plain(PT_UNREADABLE, why, core_say_tag_value_long(e->name));
    *seen = true;
    memcpy(to, e->text, n + 1);
    return PT_OK;
}

static pt_err keep_hex(bool *seen, char *to, size_t size, const pt_entry *e, pt_text *why) {
    if (!hex_or_nothing(e->text))
        return pt_refuse_plain(PT_UNREADABLE, why, core_say_tag_hexadecimal(e->name));
    return keep(seen, to, size, e, why);
}

static pt_err keep_number(bool *seen, long *to, const pt_entry *e, pt_text *why) {
    if (*seen) return pt_refuse_plain(PT_UNREADABLE, why, core_say_tag_twice(e->name));
    *seen = true;
    if (pt_number((pt_word){e->text, strlen(e->text)}, 0, 99999, to)) return PT_OK;
    return pt_refuse_plain(PT_UNREADABLE, why, core_say_tag_number(e->name));
}

static pt_err keep_game(pt_record_head *h, head_notes *n, const pt_entry *e, pt_text *why) {
    if (n->game) return pt_refuse_plain(PT_UNREADABLE, why, core_say_tag_twice(e->name));
    n->game = true;
    h->game = pt_game_named(e->text);
    if (h->game) return PT_OK;
    PT_TEXT(name, 41);
    pt_puts(&name, e->text);
    return pt_refuse_plain(PT_UNREADABLE, why, core_say_no_game(name.at));
}

static pt_err keep_table(pt_record_head *h, head_notes *n, const pt_entry *e, pt_text *why) {
    for (const char *c = e->text; *c; c++)
        if (!is_name(*c) && *c != '-' && *c != '.')
            return pt_refuse_plain(PT_UNREADABLE, why, core_say_tag_table());
    return keep(&n->table, h->table, sizeof h->table, e, why);
}

static pt_err read_one_tag(pt_record_head *h, head_notes *n, const pt_entry *e, pt_text *why) {
    int seat;
    if (strcmp(e->name, "Game") == 0) return keep_game(h, n, e, why);
    if (strcmp(e->name, "Rules") == 0) {
        n->line_of_rules = e->line;
        return keep_number(&n->rules, &n->rules_value, e, why);
    }
    if (strcmp(e->name, "Players") == 0) {
        n->line_of_players = e->line;
        return keep_number(&n->players, &n->players_value, e, why);
    }
    if (strcmp(e->name, "Options") == 0) {
        n->line_of_options = e->line;
        return keep(&n->options, n->options_text, sizeof n->options_text, e, why);
    }
    if (strcmp(e->name, "Table") == 0) return keep_table(h, n, e, why);
    if (strcmp(e->name, "Commit") == 0) {
        h->line_of_commit = e->line;
        return keep_hex(&n->commit, h->commit, sizeof h->commit, e, why);
    }
    if (strcmp(e->name, "Seed") == 0) {
        h->line_of_seed = e->line;
        return keep_hex(&n->seed, h->seed, sizeof h->seed, e, why);
    }
    if (strcmp(e->name, "Result") == 0) {
        h->line_of_result = e->line;
        return keep(&n->result, h->result, sizeof h->result, e, why);
    }
    if ((seat = seat_of(e->name, "Player")) >= 0)
        return keep(&n->player[seat], h->player[seat], sizeof h->player[seat], e, why);
    if ((seat = seat_of(e->name, "Entropy")) >= 0)
        return keep_hex(&n->entropy[seat], h->entropy[seat], sizeof h->entropy[seat], e, why);
    return PT_OK; /* unknown tags are allowed */
}

static pt_err set_options(pt_record_head *h, const char *text, pt_text *why) {
    assert(h->game);
    pt_words words = {text};
    for (pt_word w = pt_next(&words); w.length; w = pt_next(&words)) {
        char option[256];
        assert(w.length < sizeof option);
        memcpy(option, w.at, w.length); /* the text was shorter than `option` */
        option[w.length] = 0;
        pt_err err = pt_config_set(h->game, &h->config, option, why);
        if (err) return err;
    }
    return PT_OK;
}

/* What the tags mean together. */
static pt_err finish_head(pt_record_head *h, const head_notes *n, int *line, pt_text *why) {
    *line = 1;
    if (!n->game) return pt_refuse_plain(PT_UNREADABLE, why, core_say_tag_missing("Game"));
    if (!n->players)
        return pt_refuse_plain(PT_UNREADABLE, why, core_say_tag_missing("Players"));
    assert(h->game); /* keep_game rejects an unknown game */
    *line = n->line_of_rules;
    if (n->rules && n->rules_value != h->game->rules)
        return pt_refuse_plain(PT_UNREADABLE, why,
                               core_say_other_rules((int)n->rules_value, h->game->rules));
    *line = n->line_of_players;
    h->config = pt_config_normal(h->game, n->players_value < 100 ? (int)n->players_value : 99);
    pt_err err = pt_config_check(h->game, &h->config, why);
    if (err) return err;
    if (n->options) *line = n->line_of_options;
    err = set_options(h, n->options_text, why);
    if (!err) *line = 0;
    return err;
}

pt_err pt_read_head(const char *text, pt_record_head *head, int *line, pt_text *why) {
    pt_reader r = pt_read_record(text);
    pt_entry e;
    head_notes n;
    if (why) r.language = why->language;
    memset(head, 0, sizeof *head);
    memset(&n, 0, sizeof n);
    while (pt_next_entry(&r, &e) != PT_ENTRY_END) {
        *line = e.line;
        if (e.kind == PT_ENTRY_BAD) return pt_wrong(PT_UNREADABLE, why, "%s", e.text);
        if (e.kind != PT_ENTRY_TAG) continue;
        pt_err err = read_one_tag(head, &n, &e, why);
        if (err) return err;
    }
    return finish_head(head, &n, line, why);
}

/* --- writing --- */

static void put_tag(pt_text *out, const char *name, const char *value) {
    pt_put(out, "[%s \"", name);
    for (const char *c = value; *c; c++) {
        if (*c == '"' || *c == '\\') pt_putc(out, '\\');
        pt_putc(out, *c == '\n' || *c == '\r' ? ' ' : *c);
    }
    pt_puts(out, "\"]\n");
}

static void put_options(const pt_record_head *h, pt_text *out) {
    PT_TEXT(text, 512);
    for (int i = 0; i < h->game->option_count; i++) {
        const pt_option *o = &h->game->options[i];
        assert(h->config.option[i] >= o->min && h->config.option[i] <= o->max);
        if (text.used) pt_putc(&text, ' ');
        if (o->values)
            pt_put(&text, "%s=%s", o->name, o->values[h->config.option[i] - o->min]);
        else
            pt_put(&text, "%s=%d", o->name, h->config.option[i]);
    }
    assert(!text.cut);
    if (text.used) put_tag(out, "Options", text.at);
}

static void put_tag_of_seat(pt_text *out, const char *stem, int seat, const char *value) {
    assert(seat >= 0 && seat < PT_SEATS);
    char name[16];
    pt_text text = pt_text_on(name, sizeof name);
    pt_put(&text, "%s%d", stem, seat + 1);
    put_tag(out, name, value);
}

static void put_tags(const pt_record_head *h, pt_text *out) {
    assert(h->game && h->config.seats <= PT_SEATS);
    int seats = h->config.seats;
    put_tag(out, "Game", h->game->name);
    pt_put(out, "[Rules \"%d\"]\n[Players \"%d\"]\n", h->game->rules, seats);
    put_options(h, out);
    for (int seat = 0; seat < seats; seat++)
        if (h->player[seat][0]) put_tag_of_seat(out, "Player", seat, h->player[seat]);
    if (h->table[0]) put_tag(out, "Table", h->table);
    if (h->commit[0]) put_tag(out, "Commit", h->commit);
    for (int seat = 0; seat < seats; seat++)
        if (h->entropy[seat][0]) put_tag_of_seat(out, "Entropy", seat, h->entropy[seat]);
    if (h->seed[0]) put_tag(out, "Seed", h->seed);
}

void pt_write_head(const pt_record_head *h, pt_text *out) {
    put_tags(h, out);
    put_tag(out, "Result", h->result[0] ? h->result : "*");
}

void pt_write_move(const pt_game *g, int seat, pt_move m, pt_text *out) {
    assert(seat >= PT_LUCK && seat < PT_SEATS);
    if (seat == PT_LUCK)
        pt_puts(out, "* ");
    else
        pt_put(out, "%d ", seat + 1);
    pt_print_move(g->verbs, m, out);
}

void pt_write_result(const pt_game *g, const void *s, pt_text *out) {
    assert(pt_head_of(s)->seats <= PT_SEATS);
    int32_t points[PT_SEATS] = {0};
    g->score(s, points);
    for (int seat = 0; seat < pt_head_of(s)->seats; seat++) {
        if (seat) pt_putc(out, ' ');
        pt_print_points(g, points[seat], out);
    }
}

static bool is_ours(const char *name) {
    static const char *const names[] = {"Game",   "Rules", "Players", "Options", "Table",
                                        "Commit", "Seed",  "Result",  NULL};
    for (int i = 0; names[i]; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return seat_of(name, "Player") >= 0 || seat_of(name, "Entropy") >= 0;
}

static void put_other_tags(const char *text, pt_text *out) {
    pt_reader r = pt_read_record(text);
    pt_entry e;
    while (pt_next_entry(&r, &e) != PT_ENTRY_END)
        if (e.kind == PT_ENTRY_TAG && !is_ours(e.name)) put_tag(out, e.name, e.text);
}

pt_err pt_tidy_record(const char *text, pt_text *out, int *line, pt_text *why) {
    pt_record_head head;
    pt_entry e;
    pt_err err = pt_read_head(text, &head, line, why);
    if (err) return err;
    put_tags(&head, out);
    if (head.result[0])
        put_tag(out, "Result", head.result); /* a record without a result does not get `*` */
    put_other_tags(text, out);
    pt_reader r = pt_read_record(text);
    bool moved = false; /* comments of a move stand on its line */
    while (pt_next_entry(&r, &e) != PT_ENTRY_END) {
        if (e.kind == PT_ENTRY_TAG) continue;
        if (e.kind == PT_ENTRY_MOVE) {
            pt_verbs v = head.game->verbs;
            pt_move m = pt_canonical(v, pt_parse_move(v, e.text));
            *line = e.line;
            if (!m)
                return pt_refuse_plain(PT_UNREADABLE, why,
                                       core_say_unknown_move(e.text, head.game->title));
            pt_putc(out, '\n');
            pt_write_move(head.game, e.seat, m, out);
        } else if (e.kind == PT_ENTRY_RESIGN) {
            pt_put(out, "\n%d resigns", e.seat + 1);
        }
        moved = moved || e.kind != PT_ENTRY_NOTE;
        put_notes(e.notes, out, moved ? " " : "\n");
    }
    pt_putc(out, '\n');
    return PT_OK;
}
