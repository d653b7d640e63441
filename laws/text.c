/* The laws of every game: positions as text, the score explained, and what players see. */
/* SPDX-License-Identifier: MIT */
#include "laws/inside.h"

/* --- positions --- */

static bool reads_back(laws *l, const void *s, const char *text, const char *how) {
    PT_TEXT(why, 512);
    int line = 0;
    memset(l->other, GUARD_BYTE, l->g->state_size);
    pt_err err = pt_parse_position(l->g, l->other, &l->config, text, &line, &why);
    LAW(err == PT_OK, "the position%s is refused in line %d: %s", how, line, why.at);
    LAW(laws_same(l, s, l->other), "the position%s reads as another state", how);
    return true;
}

/* The lines of l->text, last first, into l->text2. */
static void turn_lines_round(laws *l, size_t used) {
    pt_text out = pt_text_on(l->text2, TEXT_MAX);
    while (used > 0) {
        size_t start = used - 1;
        while (start > 0 && l->text[start - 1] != '\n') start--;
        pt_putn(&out, l->text + start, used - start);
        used = start;
    }
}

bool laws_of_position(laws *l, const void *s, bool whole) {
    pt_text text = pt_text_on(l->text, TEXT_MAX);
    l->move = 0;
    pt_print_position(l->g, s, &text);
    LAW(!text.cut, "the position is too long");
    if (!reads_back(l, s, l->text, "")) return false;
    if (!whole) return true;
    turn_lines_round(l, text.used);
    return reads_back(l, s, l->text2, " with its lines in reverse");
}

/* --- score --- */

static bool sound_places(laws *l, const void *s, const int32_t points[PT_SEATS]) {
    uint8_t place[PT_SEATS];
    int seats = l->config.seats;
    memset(place, GUARD_BYTE, sizeof place);
    l->g->rank(s, place);
    for (int a = 0; a < seats; a++) {
        int better = 0;
        for (int b = 0; b < seats; b++) {
            better += place[b] < place[a];
            LAW(pt_head_of(s)->node != PT_OVER || points[b] <= points[a] ||
                    place[b] <= place[a],
                "seat %d has more points than seat %d and a lower place", b + 1, a + 1);
        }
        LAW(place[a] == better + 1, "seat %d has place %d behind %d others", a + 1, place[a],
            better);
    }
    return true;
}

bool laws_sound_words(laws *l, const pt_text *text, size_t most, const char *whose) {
    const char *code = pt_language_codes[text->language];
    LAW(text->used > 0, "%s says '' (%s)", whose, code);
    LAW(text->used < most && !text->cut, "%s says '%.100s' (%s): that is too long", whose,
        text->at, code);
    LAW(!strpbrk(text->at, "\n{}|"), "%s says '%.100s' (%s): that is no sentence", whose,
        text->at, code);
    return true;
}

static bool says_line(laws *l, const pt_line *line) {
    for (int language = 0; language < PT_LANGUAGES; language++) {
        PT_TEXT_IN(text, PT_LINE_WORDS, language);
        pt_say_line(line, &text);
        if (!laws_sound_words(l, &text, PT_LINE_WORDS, "a line of the score")) return false;
    }
    return true;
}

/* Law 8. */
bool laws_of_score(laws *l, const void *s) {
    int32_t points[PT_SEATS];
    memset(points, GUARD_BYTE, sizeof points);
    l->g->score(s, points);
    for (int seat = 0; seat < PT_SEATS; seat++) {
        l->seat = seat;
        if (seat >= l->config.seats) {
            LAW(points[seat] == 0, "a seat nobody sits on has %d points", points[seat]);
            continue;
        }
        int n = l->g->explain(s, seat, l->lines);
        int64_t sum = 0;
        LAW(n >= 0 && n <= l->g->max_lines, "explain() writes %d lines", n);
        for (int i = 0; i < n; i++) {
            const pt_line *line = &l->lines[i];
            LAW(line->rule, "line %d of the score has no rule", i);
            if (!says_line(l, line)) return false;
            LAW(l->rules == 0 || laws_rule_known(l, line->rule, strlen(line->rule)),
                "the score cites %s, which the rulebook does not have", line->rule);
            sum += line->points;
        }
        LAW(sum == points[seat], "the lines of seat %d add up to %d, its score is %d", seat + 1,
            (int)sum, points[seat]);
    }
    l->seat = PT_LUCK;
    return sound_places(l, s, points);
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

bool laws_is_json(const char *text) {
    const char *end = json_value(text, 0);
    return end && !*json_blank(end);
}

/* A board that fits 80 columns in English fits them in every language. */
static bool draws(laws *l, int viewer) {
    int english = 0;
    for (int language = 0; language < PT_LANGUAGES; language++) {
        pt_canvas_clear(l->canvas);
        l->canvas->language = (uint8_t)language;
        l->g->draw(l->view, viewer, l->canvas);
        int width = l->canvas->width;
        if (language == PT_ENGLISH) english = width;
        LAW(width > 0 && l->canvas->height > 0, "draw() draws nothing");
        LAW(width <= 80 || width <= english, "draw() takes %d columns (%s), %d in English",
            width, pt_language_codes[language], english);
    }
    return true;
}

static bool shows(laws *l, int viewer) {
    const pt_game *g = l->g;
    pt_text text = pt_text_on(l->text, TEXT_MAX);
    pt_json json = pt_json_on(&text);
    l->seat = viewer;
    g->show(l->view, viewer, &json);
    LAW(!text.cut && json.depth == 0, "show() does not close what it opens");
    LAW(laws_is_json(l->text), "show() writes invalid JSON: %.200s", l->text);
    if (!draws(l, viewer)) return false;
    for (int language = 0; language < PT_LANGUAGES; language++) {
        PT_TEXT_IN(asked, 300, language);
        g->ask(l->view, viewer, &asked);
        if (!laws_sound_words(l, &asked, 300, "ask()")) return false;
    }
    return true;
}

/* Every move that may come can be shown to a spectator. */
static bool notes(laws *l, const void *s) {
    int seat = pt_mover(s);
    if (!l->g->note || seat < 0) return true;
    int n = laws_legal(l, s, seat, l->list);
    if (n < 0) return false;
    pt_observe(l->g, s, PT_PUBLIC, l->view);
    for (int i = 0; i < n * PT_LANGUAGES; i++) {
        PT_TEXT_IN(text, 80, i % PT_LANGUAGES);
        l->move = l->list[i / PT_LANGUAGES];
        l->g->note(l->view, seat, l->move, &text);
        if (text.used && !laws_sound_words(l, &text, 80, "note()")) return false;
    }
    l->move = 0;
    return true;
}

static bool hints(laws *l, const void *s) {
    const pt_hints *h = l->g->hints;
    int32_t expect[PT_SEATS] = {0}, again[PT_SEATS] = {0};
    if (!h) return true;
    if (h->evaluate) {
        h->evaluate(s, expect);
        h->evaluate(s, again);
        LAW(memcmp(expect, again, sizeof expect) == 0, "evaluate() changes its mind");
    }
    int seat = pt_mover(s);
    if (seat < 0) return true;
    int n = laws_legal(l, s, seat, l->list);
    if (n < 0) return false;
    for (int i = 0; h->prior && i < n; i++) {
        l->move = l->list[i];
        int p = h->prior(s, seat, l->list[i]);
        LAW(p >= 1 && p <= 1000, "prior() is %d", p);
    }
    l->move = 0;
    int i = h->playout ? h->playout(s, seat, l->list, n, &l->dice) : 0;
    LAW(i >= 0 && i < n, "playout() picks move %d of %d", i, n);
    return true;
}

bool laws_of_faces(laws *l, const void *s) {
    l->move = 0;
    for (int viewer = PT_PUBLIC; viewer < l->config.seats; viewer++) {
        pt_observe(l->g, s, viewer, l->view);
        memcpy(l->again, l->view, l->g->state_size);
        if (!shows(l, viewer)) return false;
        LAW(laws_same(l, l->view, l->again), "showing a view changed it");
    }
    return notes(l, s) && hints(l, s);
}
