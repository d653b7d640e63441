/* Mytikas in character cells: Olympus and the action board side by side, the line of Deity
 * cards, then the players. 80 columns; 20 rows with two players, 30 with four. Where there are
 * 120 columns, the mountain is twice as high and every action says what it does; where there
 * are 160, in one line. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/mytikas.h"
#include "games/mytikas/words.h"

enum { PLAYER_H = 4 };

/* The left edge of the action board, a god's column, an area, a level of Olympus and of a
 * player's strip; the row of the line of cards. */
static int board_x(const pt_canvas *c) { return c->size ? 30 : 28; }
static int god_w(const pt_canvas *c) { return c->size > 1 ? 31 : c->size ? 22 : 13; }
static int area_h(const pt_canvas *c) { return c->size ? 5 : 3; }
static int level_h(const pt_canvas *c) { return c->size ? 2 : 1; }
static int level_w(const pt_canvas *c) { return c->size > 1 ? 30 : c->size ? 22 : 17; }
static int line_y(const pt_canvas *c) { return c->size ? 12 : 8; }

static const pt_ink god_ink[MT_GODS] = {PT_YELLOW, PT_GREEN, PT_BLUE, PT_RED};
static const pt_ink resource_ink[MT_RESOURCES] = {PT_GREY, PT_BRIGHT, PT_ORANGE};
static const char *const type_letter[MT_TYPES] = {"m", "s", "M", "L"};

static pt_ink seat_ink(int seat) { return (pt_ink)(PT_SEAT_0 + seat); }

static int draw_seat(pt_canvas *c, int x, int y, int seat) {
    assert(seat >= 0 && seat < MT_SEATS);
    int end = pt_draw(c, x, y, seat_ink(seat), pt_seat_glyphs[seat]);
    pt_target(c, x, y, end - x, 1, &mt_seat_kind, seat);
    return end;
}

/* --- Olympus: level tokens left, and what stands where (R2.3) --- */

static void draw_level(const mt_state *s, pt_canvas *c, int y, int level) {
    assert(level >= 0 && level < MT_LEVELS);
    static const char *const slope[MT_LEVELS] = {"▲▲▲▲", " ▲▲▲", "  ▲▲", "   ▲"};
    static const char *const steep[MT_LEVELS][2] = {{" ▲▲▲▲▲▲▲", "▲▲▲▲▲▲▲▲"},
                                                    {"   ▲▲▲▲▲", "  ▲▲▲▲▲▲"},
                                                    {"     ▲▲▲", "    ▲▲▲▲"},
                                                    {"       ▲", "      ▲▲"}};
    if (c->size) {
        pt_draw(c, 0, y, PT_ROCK, steep[level][0]);
        pt_target(c, 0, y, 10, 1, &mt_level_kind, level);
        y++;
    }
    int x = pt_draw(c, 0, y, PT_ROCK, c->size ? steep[level][1] : slope[level]);
    x = pt_drawf(c, x + 1, y, s->left[level] ? PT_BRIGHT : PT_DIM, "%d", level + 1);
    pt_target(c, 0, y, x, 1, &mt_level_kind, level);
    x++;
    for (int i = 0; i < s->left[level]; i++) x = pt_draw(c, x, y, PT_SAND, "○");
    if (!s->left[level]) x = pt_draw_said(c, x, y, PT_YELLOW, mt_say_draw_full());
    for (int seat = 0; seat < s->head.seats; seat++)
        for (int space = 0; space < MT_SPACES; space++) {
            if (s->player[seat].space[space] != level + 1) continue;
            x = pt_draw(c, x + 1, y, seat_ink(seat), pt_seat_glyphs[seat]);
            x = pt_draw(c, x, y, seat_ink(seat), type_letter[mt_spaces[space].type]);
        }
}

/* A building's letter, its cost, and its points for each level: "minor 2S1M×1". */
static void draw_price(pt_canvas *c, int x, int y, int type) {
    assert(type >= 0 && type < MT_TYPES);
    const mt_building *b = &mt_buildings[type];
    int end = pt_drawf(c, x, y, PT_DIM, "%s%s ", type_letter[type], b->name + 1);
    for (int resource = 0; resource < MT_RESOURCES; resource++)
        if (b->cost[resource])
            end = pt_drawf(c, end, y, PT_DIM, "%d%s", b->cost[resource],
                           mt_resource_letters[resource]);
    end = pt_drawf(c, end, y, PT_DIM, "×%d", b->points);
    pt_target(c, x, y, end - x, 1, &mt_type_kind, type);
}

static void draw_olympus(const mt_state *s, pt_canvas *c) {
    int complete = 0;
    for (int level = 0; level < MT_LEVELS; level++) {
        complete += !s->left[level];
        draw_level(s, c, 1 + (MT_LEVELS - 1 - level) * level_h(c), level);
    }
    pt_draw_said(c, 0, 0, PT_DIM, mt_say_draw_olympus(complete));
    for (int type = 0; type < MT_TYPES; type++)
        draw_price(c, type % 2 * 14, 1 + MT_LEVELS * level_h(c) + type / 2, type);
}

/* --- the action board (R2.8) --- */

/* A name over as many lines as it needs, whole words only. Returns the row below. */
static int draw_wrapped(pt_canvas *c, int x, int y, int width, pt_ink ink,
                        const pt_names *names, int value) {
    PT_TEXT_IN(text, 200, c->language);
    pt_say_name(&text, names, value);
    int at = x;
    for (const char *word = text.at; *word;) {
        int letters = 0, bytes = 0;
        for (; word[bytes] && word[bytes] != ' '; bytes++)
            letters += ((unsigned char)word[bytes] & 0xC0) != 0x80;
        if (at > x && at + letters > x + width) at = x, y++;
        at = 1 + pt_drawf(c, at, y, ink, "%.*s", bytes, word);
        word += bytes + (word[bytes] == ' ');
    }
    return y + 1;
}

static void draw_area(const mt_state *s, pt_canvas *c, int area) {
    assert(area >= 0 && area < MT_AREAS);
    int god = mt_god_of(area), x = board_x(c) + god * god_w(c), y = 1 + area % 2 * area_h(c);
    bool open = mt_free_areas(s) >> area & 1;
    bool now = s->area == area && s->head.phase > MTP_START && s->head.phase < MTP_OVER;
    pt_target(c, x, y, god_w(c) - 1, c->size ? area_h(c) - 1 : 2, &mt_area_kind, area);
    int end = pt_drawf(c, x, y,
                       now    ? PT_BRIGHT
                       : open ? god_ink[god]
                              : PT_DIM,
                       "%s%s", now ? "▸" : "", mt_area_codes[area]);
    for (int seat = 0; seat < s->head.seats && s->head.seats > 2; seat++)
        if (s->player[seat].spot == area) draw_seat(c, end, y, seat);
    pt_ink ink = open ? PT_PLAIN : PT_DIM;
    int below = y + 1;
    if (c->size)
        below = draw_wrapped(c, x, y + 1, god_w(c) - 1, ink, &mt_names_main, area);
    else
        pt_draw_name(c, x + 4, y, ink, &mt_names_main_short, area);
    pt_draw_name(c, x, below, PT_DIM, &mt_names_bonus_short, mt_areas[area].bonus);
}

static void draw_board(const mt_state *s, pt_canvas *c) {
    for (int god = 0; god < MT_GODS; god++) {
        int x = board_x(c) + god * god_w(c);
        int end = pt_drawf(c, x, 0, god_ink[god], "%s ", mt_god_letters[god]);
        end = pt_draw_name(c, end, 0, god_ink[god], &mt_names_god, god);
        end = pt_drawf(c, end, 0, s->pile[god] ? PT_BRIGHT : PT_DIM, " %d", s->pile[god]);
        pt_target(c, x, 0, god_w(c) - 1, 1, &mt_god_kind, god);
        for (int seat = 0; seat < s->head.seats && s->head.seats == 2; seat++)
            if (s->player[seat].spot == 2 * god) draw_seat(c, end, 0, seat); /* R4.9 */
    }
    for (int area = 0; area < MT_AREAS; area++) draw_area(s, c, area);
}

/* --- the line, locks and turns --- */

static int draw_card(pt_canvas *c, int x, int y, int card, pt_ink ink) {
    assert(card >= 0 && card < MT_CARDS);
    const mt_card *k = &mt_cards[card];
    int end =
        pt_draw(c, x, y, ink == PT_PLAIN && k->god < MT_GODS ? god_ink[k->god] : ink, k->name);
    pt_target(c, x, y, end - x, 1, &mt_card_kind, card);
    return end;
}

static void draw_line(const mt_state *s, pt_canvas *c, int y) {
    int total = mt_lock_total(s), x = pt_draw_said(c, 0, y, PT_DIM, mt_say_draw_line()) + 1;
    assert(s->locks <= total && s->turned <= total);
    for (unsigned set = s->line; set; set &= set - 1)
        x = draw_card(c, x, y, pt_lowest(set), PT_PLAIN) + 1;
    if (!s->line) x = pt_draw(c, x, y, PT_DIM, "· ");
    for (int lock = s->turned; lock < s->locks && lock + 1 < total; lock++)
        x = pt_draw(c, x, y, PT_DIM, "[?]"); /* its lock is taken: to be turned (R4.10) */
    for (int lock = s->locks; lock < total; lock++) {
        pt_ink ink = lock == s->locks ? PT_BRIGHT : PT_DIM;
        bool deck = lock + 1 == total;
        if (deck) x = pt_draw_said(c, x + 1, y, ink, mt_say_draw_deck());
        x = pt_drawf(c, x, y, ink, deck ? "[%d]" : "[?%d]",
                     mt_lock_values[s->head.seats][lock]);
    }
    pt_draw_said(c, x + 2, y, PT_DIM, mt_say_draw_locks(s->locks, total));
    int turn = s->head.phase == MTP_OVER ? s->turn : s->turn + 1;
    if (s->head.phase >= MTP_START)
        pt_draw_said(c, 0, y + 1, PT_DIM,
                     mt_say_draw_turn(s->head.round, turn, MT_ROUNDS * s->head.seats));
    if (s->end) pt_draw_said(c, 36, y + 1, PT_BRIGHT, mt_say_draw_end(s->end));
}

/* --- the players --- */

static void draw_head(const mt_state *s, pt_canvas *c, int y, int seat, int viewer,
                      int32_t points) {
    assert(seat >= 0 && seat < s->head.seats && viewer < MT_SEATS);
    const mt_player *p = &s->player[seat];
    if (pt_has(s->head.owes, seat)) pt_draw(c, 0, y, PT_BRIGHT, "▸");
    draw_seat(c, 1, y, seat);
    pt_draw_said(c, 3, y, PT_BRIGHT,
                 seat == viewer ? mt_say_draw_you() : mt_say_draw_player(seat + 1));
    int x = pt_drawf(c, 7, y, PT_BRIGHT, "%3d ", (int)points);
    pt_draw_said(c, x, y, PT_BRIGHT, mt_say_draw_points());
    x = pt_draw_said(c, 16, y, PT_PLAIN, mt_say_draw_reserve(p->reserve));
    x = pt_draw_said(c, x + 2, y, PT_DIM, mt_say_draw_favours());
    for (int god = 0; god < MT_GODS; god++)
        for (int n = 0; n < p->favor[god]; n++) {
            x = pt_draw(c, x + 1, y, god_ink[god], mt_god_letters[god]);
            pt_target(c, x - 1, y, 1, 1, &mt_god_kind, god);
        }
    if (seat == s->active && s->head.phase >= MTP_START)
        pt_draw_said(c, x + 2, y, PT_DIM, mt_say_draw_active());
}

static void draw_strip(const mt_player *p, pt_canvas *c, int y) {
    for (int level = 0; level < MT_LEVELS; level++) {
        int x = 3 + level * level_w(c);
        int end = pt_drawf(c, x, y, PT_ROCK, "L%d", level + 1);
        pt_target(c, x, y, end - x, 1, &mt_level_kind, level);
        for (int resource = 0; resource < MT_RESOURCES; resource++) {
            int n = p->cube[mt_stack(resource, level)];
            x = end + 1;
            end = pt_drawf(c, x, y, n ? resource_ink[resource] : PT_DIM, n ? "%s%d" : "%s·",
                           mt_resource_letters[resource], n);
            pt_target(c, x, y, end - x, 1, &mt_resource_kind, resource);
        }
    }
}

/* What is built, and on which level: "minor a2 b·". */
static void draw_pieces(const mt_player *p, pt_canvas *c, int y) {
    int x = 3;
    for (int type = 0; type < MT_TYPES; type++) {
        const mt_building *b = &mt_buildings[type];
        int from = x;
        x = pt_draw(c, x, y, PT_PLAIN, b->name);
        for (int i = 0; i < b->spaces; i++) {
            int level = p->space[b->first + i];
            x = pt_drawf(c, x + 1, y, level ? PT_BRIGHT : PT_DIM, level ? "%c%d" : "%c·",
                         'a' + i, level);
        }
        pt_target(c, from, y, x - from, 1, &mt_type_kind, type);
        x += 3;
    }
}

static void draw_cards(const mt_state *s, pt_canvas *c, int y, int seat) {
    assert(seat >= 0 && seat < s->head.seats);
    const mt_player *p = &s->player[seat];
    int x = 3;
    for (unsigned set = p->cards; set; set &= set - 1) {
        int card = pt_lowest(set), from = x;
        bool locked = s->locked >> card & 1, fresh = s->fresh >> card & 1;
        x = draw_card(c, x, y, card, fresh ? PT_DIM : PT_PLAIN);
        if (locked)
            x = pt_draw(c, x, y, PT_BRIGHT, "#");
        else
            x = pt_drawf(c, x, y, PT_BRIGHT, "%s%d", fresh ? "*" : ":", s->tokens[card]);
        pt_target(c, from, y, x - from, 1, &mt_card_kind, card);
        x++;
    }
    if (!p->hand) return;
    x = pt_draw_said(c, x + 1, y, PT_DIM,
                     p->cards ? mt_say_draw_returned() : mt_say_draw_hand());
    if (p->hand == MT_HIDDEN)
        pt_draw(c, x + 1, y, PT_DIM, "?");
    else
        for (unsigned set = p->hand; set; set &= set - 1)
            x = draw_card(c, x + 1, y, pt_lowest(set), PT_PLAIN);
}

static void draw_legend(pt_canvas *c, int y) {
    int x = pt_draw_said(c, 0, y, PT_DIM, mt_say_draw_cards());
    x = pt_draw(c, x + 2, y, PT_DIM, ":n ");
    x = pt_draw_said(c, x, y, PT_DIM, mt_say_draw_tokens());
    x = pt_draw(c, x + 3, y, PT_DIM, "# ");
    x = pt_draw_said(c, x, y, PT_DIM, mt_say_draw_locked());
    x = pt_draw(c, x + 3, y, PT_DIM, "* ");
    pt_draw_said(c, x, y, PT_DIM, mt_say_draw_next_turn());
}

void mt_draw(const void *view, int viewer, pt_canvas *out) {
    const mt_state *s = view;
    int32_t points[PT_SEATS];
    mt_score(s, points);
    draw_olympus(s, out);
    draw_board(s, out);
    draw_line(s, out, line_y(out));
    for (int seat = 0; seat < s->head.seats; seat++) {
        int y = line_y(out) + 3 + seat * (PLAYER_H + 1);
        draw_head(s, out, y, seat, viewer, points[seat]);
        draw_strip(&s->player[seat], out, y + 1);
        draw_pieces(&s->player[seat], out, y + 2);
        draw_cards(s, out, y + 3, seat);
    }
    draw_legend(out, line_y(out) + 2);
}
