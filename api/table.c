/* A table whose host is another language: made, read from its events, asked, and looked after.
 * What it tells is in table_messages.c. */
/* SPDX-License-Identifier: MIT */
#include "api/table.h"
#include "api/words.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const pt_table_bots bots = {pt_level_named, "casual"};

/* --- memory --- */

static api_table *new_table(const char *id) {
    api_table *t = calloc(1, sizeof *t);
    if (!t) abort();
    pt_table_init(&t->t, id, &bots);
    return t;
}

void table_make_room(api_table *t) {
    const pt_game *g = t->t.game;
    assert(g && !t->moves && !t->lines);
    t->moves = calloc(g->max_moves + 1u, sizeof *t->moves);
    t->lines = calloc(g->max_lines + 1u, sizeof *t->lines);
    if (!t->moves || !t->lines) abort();
}

void api_table_drop(api_table *t) {
    if (!t) return;
    for (uint32_t i = 0; i < t->events; i++) free(t->story[i].words);
    free(t->story);
    free(t->moves);
    free(t->lines);
    pt_table_done(&t->t);
    free(t);
}

static char *copy_words(const char *words) {
    size_t name = strlen(words) + 1, all = name + strlen(words + name) + 1;
    char *copy = malloc(all);
    if (!copy) abort();
    memcpy(copy, words, all);
    return copy;
}

void table_note(api_table *t) {
    assert(t->t.recent_count && t->t.core.number == t->events + 1);
    if (t->events == t->room) {
        t->room = t->room ? 2 * t->room : 64;
        pt_recent *more = realloc(t->story, t->room * sizeof *more);
        if (!more) abort();
        t->story = more;
    }
    pt_recent e = t->t.recent[(t->t.recent_count - 1) % PT_RECENT];
    if (e.words) e.words = copy_words(e.words);
    t->story[t->events++] = e;
    if (!t->moves) table_make_room(t);
}

/* --- what a request does --- */

static void take(void *to, const pt_table *t, const pt_event *e) {
    taking *k = to;
    bool next = k->next && t == &k->next->t;
    PT_TEXT(text, PT_EVENT_MAX);
    if (!e->number) {
        assert(k->notices < 4);
        k->notice[k->notices++] = *e; /* a notice holds no words in borrowed memory */
        return;
    }
    if (k->in_next && !next) {
        pt_close(&k->json, ']');
        pt_key_open(&k->json, "events", '[');
        k->in_next = false;
    }
    table_note(next ? k->next : k->t);
    pt_event_print(e, t->game, &text);
    assert(!text.cut);
    pt_json_str(&k->json, text.at);
}

pt_sink taking_sink(taking *k) { return (pt_sink){take, k}; }

void taking_begin(taking *k, api_table *t, api_table *next) {
    *k = (taking){
        .t = t, .next = next, .json = pt_json_on(reply_anew()), .in_next = next != NULL};
    pt_open(&k->json, '{');
    pt_key_open(&k->json, next ? "next" : "events", '[');
}

void taking_end(taking *k) {
    pt_close(&k->json, ']');
    pt_key_open(&k->json, "notices", '[');
    for (int i = 0; i < k->notices; i++) pt_tell_notice(&k->json, &k->t->t, &k->notice[i]);
    pt_close(&k->json, ']');
    pt_close(&k->json, '}');
}

/* --- a new table --- */

/* This is a mistake of the host, not of a person. */
static bool no_table(void) { return reply_refusal(ap_say_no_table()) == PT_OK; }

api_table *api_table_plan(const char *id, const char *game, int players, const char *options,
                          const char *seed) {
    PT_TEXT_IN(why, 512, reply_language());
    pt_wish w = {.game = pt_game_named(game), .access = PT_ACCESS_LOCAL, .watch = true};
    bool fits = *id && strlen(id) < PT_ID && players >= 0 && players <= UINT8_MAX;
    if (!w.game || !fits || !pt_from_hex(seed, w.seed, sizeof w.seed)) {
        no_table();
        return NULL;
    }
    w.config = pt_config_normal(w.game, players);
    if (api_set_options(w.game, &w.config, options, &why)) {
        reply_why(PT_UNREADABLE, &why);
        return NULL;
    }
    memcpy(w.owner, TABLE_PERSON, sizeof TABLE_PERSON);
    api_table *t = new_table(id);
    t->wish = w;
    return t;
}

bool api_table_clock(api_table *t, const char *kind, double ms, double increment, bool loses) {
    int clock = 0;
    while (pt_clock_names[clock] && strcmp(pt_clock_names[clock], kind) != 0) clock++;
    bool fits = ms >= 0 && ms <= PT_CLOCK_MOST && increment >= 0 && increment <= PT_CLOCK_MOST;
    if (!pt_clock_names[clock] || !fits) return no_table();
    return pt_wish_clock(&t->wish, (pt_clock)clock, (int64_t)ms, (int64_t)increment, loses) ||
           no_table();
}

/* A name is one line, and not cut inside a letter. */
static void copy_name(const char *name, char out[PT_LABEL]) {
    size_t n = strlen(name);
    if (n >= PT_LABEL) {
        n = PT_LABEL - 1;
        while (n && ((unsigned char)name[n] & 0xC0) == 0x80) n--;
    }
    for (size_t i = 0; i < n; i++)
        out[i] = (unsigned char)name[i] < ' ' || name[i] == 127 ? ' ' : name[i];
    out[n] = 0;
}

static bool refused(pt_refusal no, const pt_text *why) {
    pt_json j = pt_json_on(reply_anew());
    pt_tell_refused(&j, no, why->at, why->key, "");
    return false;
}

/* A refusal that the law of the table would give, too. */
static bool denied(pt_refusal no) {
    PT_TEXT_IN(why, 512, reply_language());
    pt_say_refusal(&why, no);
    return refused(no, &why);
}

bool api_table_seat(api_table *t, int seat, const char *name, const char *level) {
    if (seat < 0 || seat >= t->wish.config.seats || strlen(level) >= PT_ID) return no_table();
    if (*level && pt_level_named(level, t->wish.game) < 0) return denied(PT_BOT_UNKNOWN);
    pt_wish_seat s = {0};
    memcpy(s.level, level, strlen(level) + 1);
    if (!*level) {
        memcpy(s.person, TABLE_PERSON, sizeof TABLE_PERSON);
        copy_name(name, s.name);
    }
    t->seat[seat] = s;
    return true;
}

bool api_table_begin(api_table *t, const char *record, int moves, double now) {
    PT_TEXT_IN(why, 1024, reply_language());
    taking k;
    taking_begin(&k, t, NULL);
    const pt_sink sink = taking_sink(&k);
    if (moves < 0 || !pt_table_make(&t->t, &t->wish, t->seat, *record ? record : NULL,
                                    (uint32_t)moves, (int64_t)now, &sink, &why))
        return reply_why(PT_UNREADABLE, &why) == PT_OK;
    const pt_request r = pt_request_of(PT_ASK_START, TABLE_PERSON, (int64_t)now);
    pt_refusal no = pt_table_ask(&t->t, &r, &sink, &why);
    if (no) return refused(no, &why);
    taking_end(&k);
    return true;
}

/* --- from its events --- */

api_table *api_table_open(const char *id) {
    if (*id && strlen(id) < PT_ID) return new_table(id);
    no_table();
    return NULL;
}

bool api_table_read(api_table *t, double at, const char *text) {
    PT_TEXT_IN(why, 512, reply_language());
    if (!pt_table_read(&t->t, (int64_t)at, text, &why))
        return reply_why(PT_UNREADABLE, &why) == PT_OK;
    table_note(t);
    return true;
}

/* --- requests --- */

/* clang-format off */
static const char *const names[PT_ASKS] = {
    [PT_ASK_SIT] = "sit",       [PT_ASK_LEAVE] = "leave",       [PT_ASK_BOT] = "bot",
    [PT_ASK_START] = "start",   [PT_ASK_MOVE] = "move",         [PT_ASK_UNDO] = "undo",
    [PT_ASK_AGREE] = "agree",   [PT_ASK_CHAT] = "chat",         [PT_ASK_RESIGN] = "resign",
    [PT_ASK_REMATCH] = "",      [PT_ASK_HINT] = "hint",         [PT_ASK_BOT_MOVE] = "bot-move",
    [PT_ASK_TICK] = "tick",     [PT_ASK_PRESENCE] = "",         [PT_ASK_CREDIT] = "credit",
    [PT_ASK_LOOK] = "look",     [PT_ASK_READY] = "ready",       [PT_ASK_PAUSE] = "pause",
    [PT_ASK_RESUME] = "resume", [PT_ASK_EXTEND] = "",           [PT_ASK_REST] = "",
};
/* clang-format on */

/* The request of this name, if it needs no more than a text; otherwise PT_ASKS. */
static int asked(const char *kind) {
    int i = 0;
    while (i < PT_ASKS && (!names[i][0] || strcmp(names[i], kind) != 0)) i++;
    return i;
}

bool api_table_ask(api_table *t, const char *kind, int seat, const char *text, const char *id,
                   double at, double now) {
    PT_TEXT_IN(why, 1024, reply_language());
    taking k;
    int ask = asked(kind);
    if (ask == PT_ASKS || !t->t.game) return denied(PT_MALFORMED);
    pt_request r = pt_request_of((pt_ask)ask, TABLE_PERSON, (int64_t)now);
    r.seat = seat;
    r.text = text;
    r.id = id;
    r.at = (int64_t)at;
    r.yes = strcmp(text, "yes") == 0;
    if (ask == PT_ASK_BOT_MOVE) r.move = pt_parse_move(t->t.game->verbs, text);
    bool nobody = seat < 0 || seat >= t->t.core.seats;
    if (ask == PT_ASK_BOT_MOVE && (nobody || !r.move)) return denied(PT_NOT_READABLE);
    if (ask == PT_ASK_CREDIT && r.at < 0) return denied(PT_MALFORMED);
    taking_begin(&k, t, NULL);
    const pt_sink sink = taking_sink(&k);
    pt_refusal no = pt_table_ask(&t->t, &r, &sink, &why);
    if (no) return refused(no, &why);
    taking_end(&k);
    return true;
}

api_table *api_table_rematch(api_table *t, int seat, const char *id, const char *seed,
                             double now) {
    PT_TEXT_IN(why, 1024, reply_language());
    pt_fresh fresh = {0};
    taking k;
    if (!*id || strlen(id) >= PT_ID || !pt_from_hex(seed, fresh.seed, sizeof fresh.seed)) {
        no_table();
        return NULL;
    }
    memcpy(fresh.id, id, strlen(id) + 1);
    api_table *next = new_table(id);
    pt_request r = pt_request_of(PT_ASK_REMATCH, TABLE_PERSON, (int64_t)now);
    r.seat = seat;
    r.next = &next->t;
    r.fresh = &fresh;
    taking_begin(&k, t, next);
    const pt_sink sink = taking_sink(&k);
    pt_refusal no = pt_table_ask(&t->t, &r, &sink, &why);
    if (!no && next->t.game) {
        taking_end(&k);
        return next;
    }
    api_table_drop(next);
    if (no)
        refused(no, &why);
    else
        denied(PT_NO_REMATCH);
    return NULL;
}

/* --- time --- */

double api_table_due(const api_table *t) { return (double)pt_table_due(&t->t); }

double api_table_absence(const api_table *t, double last_alive, double now) {
    return (double)pt_table_absence(&t->t, (int64_t)last_alive, (int64_t)now);
}

void api_table_thinkers(const api_table *t, double now) {
    pt_thinker list[PT_SEATS];
    pt_json j = pt_json_on(reply_anew());
    int n = pt_table_thinkers(&t->t, (int64_t)now, list);
    pt_open(&j, '[');
    for (int i = 0; i < n; i++) {
        pt_open(&j, '{');
        pt_key_int(&j, "seat", list[i].seat);
        pt_key_str(&j, "level", list[i].level);
        pt_key_int(&j, "line", t->t.core.undone);
        pt_close(&j, '}');
    }
    pt_close(&j, ']');
}
