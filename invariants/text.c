/* The invariants: positions as text, the score explained, and what players see. */
/* SPDX-License-Identifier: MIT */
#include "invariants/inside.h"

/* --- positions --- */

static bool reads_back(invariants *inv, const void *s, const char *text, const char *how) {
    PT_TEXT(why, 512);
    int line = 0;
    memset(inv->other, GUARD_BYTE, inv->g->state_size);
    pt_err err = pt_parse_position(inv->g, inv->other, &inv->config, text, &line, &why);
    HOLDS(err == PT_OK, "the position%s is refused in line %d: %s", how, line, why.at);
    HOLDS(invariants_same(inv, s, inv->other), "the position%s reads as another state", how);
    return true;
}

/* The lines of inv->text, last first, into inv->text2. */
static void turn_lines_round(invariants *inv, size_t used) {
    pt_text out = pt_text_on(inv->text2, TEXT_MAX);
    while (used > 0) {
        size_t start = used - 1;
        while (start > 0 && inv->text[start - 1] != '\n') start--;
        pt_putn(&out, inv->text + start, used - start);
        used = start;
    }
}

bool invariants_of_position(invariants *inv, const void *s, bool whole) {
    pt_text text = pt_text_on(inv->text, TEXT_MAX);
    inv->move = 0;
    pt_print_position(inv->g, s, &text);
    HOLDS(!text.cut, "the position is too long");
    if (!reads_back(inv, s, inv->text, "")) return false;
    if (!whole) return true;
    turn_lines_round(inv, text.used);
    return reads_back(inv, s, inv->text2, " with its lines in reverse");
}

/* --- score --- */

static bool sound_places(invariants *inv, const void *s, const int32_t points[PT_SEATS]) {
    uint8_t place[PT_SEATS];
    int seats = inv->config.seats;
    memset(place, GUARD_BYTE, sizeof place);
    inv->g->rank(s, place);
    for (int a = 0; a < seats; a++) {
        int better = 0;
        for (int b = 0; b < seats; b++) {
            better += place[b] < place[a];
            HOLDS(pt_head_of(s)->node != PT_OVER || points[b] <= points[a] ||
                      place[b] <= place[a],
                  "seat %d has more points than seat %d and a lower place", b + 1, a + 1);
        }
        HOLDS(place[a] == better + 1, "seat %d has place %d behind %d others", a + 1, place[a],
              better);
    }
    return true;
}

bool invariants_sound_words(invariants *inv, const pt_text *text, size_t most,
                            const char *whose) {
    const char *code = pt_language_codes[text->language];
    HOLDS(text->used > 0, "%s says '' (%s)", whose, code);
    HOLDS(text->used < most && !text->cut, "%s says '%.100s' (%s): that is too long", whose,
          text->at, code);
    HOLDS(!strpbrk(text->at, "\n{}|"), "%s says '%.100s' (%s): that is no sentence", whose,
          text->at, code);
    return true;
}

static bool says_line(invariants *inv, const pt_line *line) {
    for (int language = 0; language < PT_LANGUAGES; language++) {
        PT_TEXT_IN(text, PT_LINE_WORDS, language);
        pt_say_line(line, &text);
        if (!invariants_sound_words(inv, &text, PT_LINE_WORDS, "a line of the score"))
            return false;
    }
    return true;
}

/* Invariant 8. */
bool invariants_of_score(invariants *inv, const void *s) {
    int32_t points[PT_SEATS];
    memset(points, GUARD_BYTE, sizeof points);
    inv->g->score(s, points);
    for (int seat = 0; seat < PT_SEATS; seat++) {
        inv->seat = seat;
        if (seat >= inv->config.seats) {
            HOLDS(points[seat] == 0, "a seat nobody sits on has %d points", points[seat]);
            continue;
        }
        int n = inv->g->explain(s, seat, inv->lines);
        int64_t sum = 0;
        HOLDS(n >= 0 && n <= inv->g->max_lines, "explain() writes %d lines", n);
        for (int i = 0; i < n; i++) {
            const pt_line *line = &inv->lines[i];
            HOLDS(line->rule, "line %d of the score has no rule", i);
            if (!says_line(inv, line)) return false;
            HOLDS(inv->rules == 0 || invariants_rule_known(inv, line->rule, strlen(line->rule)),
                  "the score cites %s, which the rulebook does not have", line->rule);
            sum += line->points;
        }
        HOLDS(sum == points[seat], "the lines of seat %d add up to %d, its score is %d",
              seat + 1, (int)sum, points[seat]);
    }
    inv->seat = PT_LUCK;
    return sound_places(inv, s, points);
}

/* --- ask, show, draw, hints --- */

static const char *json_value(const char *s, int depth);

static const char *json_blank(const char *s) { return s + strspn(s, " \t\r\n"); }

static const char *json_string(const char *s) {
    for (s++; *s != '"'; s++) {
        if ((unsigned char)*s < 0x20) return NULL;
        if (*s == '\\' && !*++s) return NULL;
    }
    return s + 1;
}

/* Members up to the closing bracket; `s` is behind the opening one. */
static const char *json_members(const char *s, char close, int depth) {
    s = json_blank(s);
    if (*s == close) return s + 1;
    for (;;) {
        if (close == '}') {
            if (*s != '"' || !(s = json_string(s))) return NULL;
            s = json_blank(s);
            if (*s++ != ':') return NULL;
        }
        if (!(s = json_value(s, depth))) return NULL;
        s = json_blank(s);
        if (*s == close) return s + 1;
        if (*s++ != ',') return NULL;
        s = json_blank(s);
    }
}

static const char *json_value(const char *s, int depth) {
    static const char *const words[] = {"true", "false", "null"};
    s = json_blank(s);
    if (depth > 64) return NULL;
    if (*s == '{') return json_members(s + 1, '}', depth + 1);
    if (*s == '[') return json_members(s + 1, ']', depth + 1);
    if (*s == '"') return json_string(s);
    for (int i = 0; i < 3; i++)
        if (strncmp(s, words[i], strlen(words[i])) == 0) return s + strlen(words[i]);
    if (*s == '-') s++;
    size_t digits = strspn(s, "0123456789");
    return digits && (digits == 1 || *s != '0') ? s + digits : NULL;
}

bool invariants_is_json(const char *text) {
    const char *end = json_value(text, 0);
    return end && !*json_blank(end);
}

/* A board that fits 80 columns in English fits them in every language. Larger ones may take
 * more; to see that they can be drawn, one language is enough. */
static bool draws(invariants *inv, int viewer, int size) {
    int english = 0;
    for (int language = 0; language < (size ? 1 : PT_LANGUAGES); language++) {
        pt_canvas_clear(inv->canvas);
        inv->canvas->language = (uint8_t)language;
        inv->canvas->size = (uint8_t)size;
        inv->g->draw(inv->view, viewer, inv->canvas);
        int width = inv->canvas->width;
        if (language == PT_ENGLISH) english = width;
        HOLDS(width > 0 && inv->canvas->height > 0, "draw() draws nothing");
        HOLDS(size || width <= 80 || width <= english,
              "draw() takes %d columns (%s), %d in English", width, pt_language_codes[language],
              english);
    }
    return true;
}

static bool shows(invariants *inv, int viewer) {
    const pt_game *g = inv->g;
    pt_text text = pt_text_on(inv->text, TEXT_MAX);
    pt_json json = pt_json_on(&text);
    inv->seat = viewer;
    g->show(inv->view, viewer, &json);
    HOLDS(!text.cut && json.depth == 0, "show() does not close what it opens");
    HOLDS(invariants_is_json(inv->text), "show() writes invalid JSON: %.200s", inv->text);
    int larger = 1 + pt_head_of(inv->view)->ply % (PT_BOARD_SIZES - 1);
    if (!draws(inv, viewer, 0) || !draws(inv, viewer, larger)) return false;
    for (int language = 0; language < PT_LANGUAGES; language++) {
        PT_TEXT_IN(asked, 300, language);
        g->ask(inv->view, viewer, &asked);
        if (!invariants_sound_words(inv, &asked, 300, "ask()")) return false;
    }
    return true;
}

/* Every move that may come can be shown to a spectator. */
static bool notes(invariants *inv, const void *s) {
    int seat = pt_mover(s);
    if (!inv->g->note || seat < 0) return true;
    int n = invariants_legal(inv, s, seat, inv->list);
    if (n < 0) return false;
    pt_observe(inv->g, s, PT_PUBLIC, inv->view);
    for (int i = 0; i < n * PT_LANGUAGES; i++) {
        PT_TEXT_IN(text, 80, i % PT_LANGUAGES);
        inv->move = inv->list[i / PT_LANGUAGES];
        inv->g->note(inv->view, seat, inv->move, &text);
        if (text.used && !invariants_sound_words(inv, &text, 80, "note()")) return false;
    }
    inv->move = 0;
    return true;
}

static bool hints(invariants *inv, const void *s) {
    const pt_hints *h = inv->g->hints;
    int32_t expect[PT_SEATS] = {0}, again[PT_SEATS] = {0};
    if (!h) return true;
    if (h->evaluate) {
        h->evaluate(s, expect);
        h->evaluate(s, again);
        HOLDS(memcmp(expect, again, sizeof expect) == 0, "evaluate() changes its mind");
    }
    int seat = pt_mover(s);
    if (seat < 0) return true;
    int n = invariants_legal(inv, s, seat, inv->list);
    if (n < 0) return false;
    for (int i = 0; h->prior && i < n; i++) {
        inv->move = inv->list[i];
        int p = h->prior(s, seat, inv->list[i]);
        HOLDS(p >= 1 && p <= 1000, "prior() is %d", p);
    }
    inv->move = 0;
    int i = h->playout ? h->playout(s, seat, inv->list, n, &inv->dice) : 0;
    HOLDS(i >= 0 && i < n, "playout() picks move %d of %d", i, n);
    return true;
}

bool invariants_of_faces(invariants *inv, const void *s) {
    inv->move = 0;
    for (int viewer = PT_PUBLIC; viewer < inv->config.seats; viewer++) {
        pt_observe(inv->g, s, viewer, inv->view);
        memcpy(inv->again, inv->view, inv->g->state_size);
        if (!shows(inv, viewer)) return false;
        HOLDS(invariants_same(inv, inv->view, inv->again), "showing a view changed it");
    }
    return notes(inv, s) && hints(inv, s);
}
