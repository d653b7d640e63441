/* Events as text. Each kind is a list of fields; each field is printed and parsed in one
 * place. */
/* SPDX-License-Identifier: MIT */
#include "table/event.h"
#include "table/wish.h"
#include <assert.h>
#include <string.h>

typedef enum {
    END,
    SEAT,
    SEAT_OR_LUCK,
    SEAT_OR_NONE,
    PERSON,
    NAME, /* the rest of the text */
    NAME_OR_NONE,
    WORD,
    WORD_OR_NONE,
    HOW,
    MOVE, /* the rest of the text */
    LOT,
    AMOUNT,
    SAID, /* the name's length, the name, the rest of the text */
    WISH,
    FIELDS
} field;

enum { MOST_FIELDS = 5, MOST_WORDS = 160 };

static const char *const by[] = {"-", "bot", "clock", "guard", "prepared", NULL};
static const char *const seats[PT_SEATS + 1] = {"0", "1", "2", "3", "4"};
static const char *const undo[] = {"free", "agreed", "turn", NULL};
static const char *const resign[] = {"player", "clock", NULL};
static const char *const ready[] = {"no", "yes", NULL};
static const char *const over[] = {"played", "stopped", "abandoned", NULL};

typedef struct row {
    const char *name;
    uint8_t fields[MOST_FIELDS];
    const char *const *hows;
    bool quiet;
} row;

/* clang-format off */
static const row rows[PT_EVENT_KINDS] = {
    [PT_CREATED]       = {"create",  {WISH},                          NULL,   false},
    [PT_SAT]           = {"sit",     {SEAT, PERSON, WORD_OR_NONE, NAME}, NULL, false},
    [PT_JOINED]        = {"join",    {SEAT, PERSON, NAME},            NULL,   false},
    [PT_QUIT]          = {"quit",    {SEAT, PERSON, NAME},            NULL,   false},
    [PT_SEATED_BOT]    = {"bot",     {SEAT, WORD, NAME_OR_NONE},      NULL,   false},
    [PT_READIED]       = {"ready",   {SEAT, HOW},                     ready,  false},
    [PT_LEFT]          = {"leave",   {SEAT},                          NULL,   false},
    [PT_STOOD_IN]      = {"standin", {SEAT, WORD},                    NULL,   false},
    [PT_BACK]          = {"back",    {SEAT},                          NULL,   false},
    [PT_RESIGNED]      = {"resign",  {SEAT, HOW},                     resign, false},
    [PT_PAST]          = {"past",    {SEAT_OR_LUCK, MOVE},            NULL,   true},
    [PT_STARTED]       = {"start",   {END},                           NULL,   false},
    [PT_MOVED]         = {"move",    {SEAT, WORD_OR_NONE, HOW, MOVE}, by,     true},
    [PT_DRAWN]         = {"luck",    {LOT, MOVE},                     NULL,   true},
    [PT_UNDONE]        = {"undo",    {AMOUNT, HOW},                   undo,   true},
    [PT_CREDITED]      = {"credit",  {AMOUNT},                        NULL,   true},
    [PT_EXTENDED]      = {"extend",  {SEAT, HOW, AMOUNT},             seats,  true},
    [PT_RESTED]        = {"rest",    {SEAT, AMOUNT},                  NULL,   true},
    [PT_ENDED]         = {"over",    {HOW},                           over,   false},
    [PT_REMATCHED]     = {"rematch", {WORD},                          NULL,   false},
    [PT_HINTED]        = {"hint",    {SEAT},                          NULL,   false},
    [PT_PAUSED]        = {"pause",   {SEAT},                          NULL,   true},
    [PT_RESUMED]       = {"resume",  {SEAT},                          NULL,   true},
    [PT_SAID]          = {"chat",    {SEAT_OR_NONE, SAID},            NULL,   true},
    [PT_UNDO_ASKED]    = {"undo-asked",    {END},                     NULL,   true},
    [PT_UNDO_DENIED]   = {"undo-denied",   {END},                     NULL,   true},
    [PT_REMATCH_ASKED] = {"rematch-asked", {END},                     NULL,   true},
};
/* clang-format on */

const char *pt_event_name(pt_event_kind kind) {
    assert(kind < PT_EVENT_KINDS);
    return rows[kind].name;
}

const char *pt_event_how(const pt_event *e) {
    assert(e->kind < PT_EVENT_KINDS);
    return rows[e->kind].hows ? rows[e->kind].hows[e->how] : "";
}

bool pt_event_is_quiet(pt_event_kind kind) {
    assert(kind < PT_EVENT_KINDS);
    return rows[kind].quiet;
}

/* --- fields: what is in the text --- */

static void put_word(pt_text *out, pt_word w) { pt_putn(out, w.at, w.length); }

static void put_word_or(pt_text *out, pt_word w, const char *otherwise) {
    if (w.length)
        put_word(out, w);
    else
        pt_puts(out, otherwise);
}

static void put_lot(pt_text *out, const pt_lot *lot) {
    const uint32_t numbers[] = {lot->number, lot->ticket, lot->total, lot->from, lot->to};
    for (int i = 0; i < 5; i++) {
        if (i) pt_putc(out, ' ');
        pt_puti(out, numbers[i]);
    }
}

static void put_said(pt_text *out, const pt_event *e) {
    pt_puti(out, (int64_t)e->name.length);
    pt_putc(out, ' ');
    put_word(out, e->name);
    pt_putc(out, ' ');
    put_word(out, e->text);
}

static void print_field(field f, const pt_event *e, const pt_game *game, pt_text *out) {
    if (f == WISH) {
        pt_putc(out, '\n');
        pt_wish_print(&e->wish, out);
        return;
    }
    if (f == NAME_OR_NONE && !e->name.length) return;
    pt_putc(out, ' ');
    switch (f) {
    case SEAT: pt_puti(out, e->seat); return;
    case SEAT_OR_LUCK:
    case SEAT_OR_NONE:
        if (e->seat < 0)
            pt_putc(out, f == SEAT_OR_LUCK ? '*' : '-');
        else
            pt_puti(out, e->seat);
        return;
    case PERSON: put_word(out, e->person); return;
    case NAME:
    case NAME_OR_NONE: put_word(out, e->name); return;
    case WORD: put_word(out, e->word); return;
    case WORD_OR_NONE: put_word_or(out, e->word, "-"); return;
    case HOW: pt_puts(out, pt_event_how(e)); return;
    case MOVE: pt_print_move(game->verbs, e->move, out); return;
    case LOT: put_lot(out, &e->lot); return;
    case AMOUNT: pt_puti(out, e->amount); return;
    case SAID: put_said(out, e); return;
    case WISH:
    case END:
    case FIELDS: assert(false && "not a field of its own");
    }
}

void pt_event_print(const pt_event *e, const pt_game *game, pt_text *out) {
    assert(e->kind < PT_LOGGED);
    const row *r = &rows[e->kind];
    pt_puts(out, r->name);
    for (int i = 0; i < MOST_FIELDS && r->fields[i] != END; i++)
        print_field((field)r->fields[i], e, game, out);
}

/* --- parsing --- */

static pt_word rest(pt_words *w) {
    if (*w->at == ' ') w->at++;
    pt_word r = {w->at, strlen(w->at)};
    w->at += r.length;
    return r;
}

static bool take_word(pt_words *w, pt_word *out) {
    *out = pt_next(w);
    return out->length > 0;
}

static bool take_word_or_none(pt_words *w, pt_word *out) {
    if (!take_word(w, out)) return false;
    if (pt_is(*out, "-")) out->length = 0;
    return true;
}

static bool take_seat(pt_words *w, const char *nobody, int *out) {
    pt_word word = pt_next(w);
    long seat = -1;
    if (!pt_is(word, nobody) && !pt_number(word, 0, PT_SEATS - 1, &seat)) return false;
    *out = (int)seat;
    return true;
}

static bool take_how(pt_words *w, const char *const *hows, uint8_t *out) {
    pt_word word = pt_next(w);
    for (int i = 0; hows[i]; i++) {
        if (!pt_is(word, hows[i])) continue;
        *out = (uint8_t)i;
        return true;
    }
    return false;
}

static bool take_move(pt_words *w, const pt_game *game, pt_move *out) {
    PT_TEXT(text, MOST_WORDS);
    pt_word word = rest(w);
    pt_putn(&text, word.at, word.length);
    *out = text.cut || !game ? 0 : pt_parse_move(game->verbs, text.at);
    return *out != 0;
}

static bool take_lot(pt_words *w, pt_lot *lot) {
    uint32_t *const numbers[] = {&lot->number, &lot->ticket, &lot->total, &lot->from, &lot->to};
    for (int i = 0; i < 5; i++) {
        int64_t n;
        if (!pt_wish_number(pt_next(w), 0, UINT32_MAX, &n)) return false;
        *numbers[i] = (uint32_t)n;
    }
    return true;
}

static bool take_said(pt_words *w, pt_event *e) {
    int64_t n;
    if (!pt_wish_number(pt_next(w), 0, PT_EVENT_MAX, &n)) return false;
    e->text = rest(w);
    if ((size_t)n > e->text.length) return false;
    e->name = (pt_word){e->text.at, (size_t)n};
    size_t skip = (size_t)n + (e->text.at[n] == ' ');
    e->text.at += skip;
    e->text.length -= skip;
    return true;
}

static bool parse_field(field f, pt_words *w, const pt_game *game, pt_event *e, pt_text *why) {
    switch (f) {
    case SEAT: return take_seat(w, "", &e->seat) && e->seat >= 0;
    case SEAT_OR_LUCK: return take_seat(w, "*", &e->seat);
    case SEAT_OR_NONE: return take_seat(w, "-", &e->seat);
    case PERSON: return take_word(w, &e->person);
    case NAME:
    case NAME_OR_NONE: e->name = rest(w); return true;
    case WORD: return take_word(w, &e->word);
    case WORD_OR_NONE: return take_word_or_none(w, &e->word);
    case HOW: return take_how(w, rows[e->kind].hows, &e->how);
    case MOVE: return take_move(w, game, &e->move);
    case LOT: return take_lot(w, &e->lot);
    case AMOUNT: return pt_wish_number(pt_next(w), INT64_MIN, INT64_MAX, &e->amount);
    case SAID: return take_said(w, e);
    case WISH: return pt_wish_parse(rest(w).at, &e->wish, why);
    case END:
    case FIELDS: assert(false && "not a field");
    }
    return false;
}

bool pt_event_parse(const char *text, const pt_game *game, pt_event *e, pt_text *why) {
    pt_words w = {text};
    pt_word name = pt_next(&w);
    int kind = 0;
    while (kind < PT_LOGGED && !pt_is(name, rows[kind].name)) kind++;
    *e = (pt_event){.kind = (pt_event_kind)kind, .seat = -1};
    if (kind == PT_LOGGED) {
        pt_put(why, "there is no event '%.*s'", (int)(name.length < 40 ? name.length : 40),
               name.at);
        return false;
    }
    bool ok = true;
    for (int i = 0; ok && i < MOST_FIELDS && rows[kind].fields[i] != END; i++)
        ok = parse_field((field)rows[kind].fields[i], &w, game, e, why);
    if (kind == PT_DRAWN) e->lot.move = e->move;
    if (ok && pt_end(w)) return true;
    if (why && !why->used) pt_put(why, "cannot read the event '%.60s'", text);
    return false;
}
