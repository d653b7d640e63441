/* What people and programs are told about a game: views, legal moves, scores and the game
 * itself as JSON, and the keys and words that describe it. The game is a small orchard with
 * every kind of verb, option and name. */
/* SPDX-License-Identifier: MIT */
#include "core/game_json.h"
#include "core/position.h"
#include <criterion/criterion.h>
#include <string.h>

enum { EN = PT_LANGUAGE_en, FR = PT_LANGUAGE_fr, DE = PT_LANGUAGE_de };

/* --- its words --- */

static int32_t fact(int number) { return number ? 40 : 12; }
static const char *const fact_names[] = {"trees", "baskets", NULL};

static const pt_catalogue catalogue;
#define PHRASE(key, en, fr)                                                                    \
    {                                                                                          \
        key, &catalogue, "", { [EN] = en, [FR] = fr, [DE] = "-" }                              \
    }
static const pt_phrase phrases[] = {
    PHRASE("game", "Pick fruit.", "Cueillez des fruits."),
    PHRASE("kind.a-tree", "a tree", "un arbre"),
    PHRASE("length", "An hour", "Une heure"),
    PHRASE("option.how-many", "Trees in it", "Ses arbres"),
    PHRASE("ripe", "ripe fruit", "fruits mûrs"),
    PHRASE("verb.pick", "Pick one", "Cueillir"),
    PHRASE("verb.pick.2", "Pick into", "Cueillir dans"),
};

static const char *const fruit_ids[] = {"apple", "pear"};
static const char *const fruit_en[] = {"apple", "apples", "pear", "pears"};
static const char *const fruit_fr[] = {"pomme", "une pomme", "pommes",
                                       "poire", "une poire", "poires"};
static const char *const fruit_de[] = {"Apfel", "Birne"};
static const pt_names fruit_names = {.name = "fruit",
                                     .of = &catalogue,
                                     .count = 2,
                                     .plain = true,
                                     .ids = fruit_ids,
                                     .in = {[EN] = {fruit_en, 2, "plural", NULL},
                                            [FR] = {fruit_fr, 3, "a plural", NULL},
                                            [DE] = {fruit_de, 1, NULL, NULL}}};
static const char *const size_ids[] = {"S", "L"};
static const char *const size_en[] = {"{#0} trees", "large"};
static const char *const size_fr[] = {"{#0} arbres", "grand"};
static const pt_names size_names = {
    .name = "size",
    .of = &catalogue,
    .count = 2,
    .ids = size_ids,
    .in = {[EN] = {size_en, 1, NULL, NULL}, [FR] = {size_fr, 1, NULL, NULL}}};

static const pt_names *const lists[] = {&fruit_names, &size_names};
static const pt_catalogue catalogue = {.phrase = phrases,
                                       .names = lists,
                                       .phrases = sizeof phrases / sizeof *phrases,
                                       .lists = 2,
                                       .fact = fact,
                                       .fact_names = fact_names};
static const pt_catalogue without_facts = {.names = lists, .lists = 1};

/* --- its moves --- */

static const char *const fruits[] = {"apple", "pear", "plum"};
static const char *const trees[] = {"a1", "a2", "a3"};
static const char *const weathers[] = {"sun", "rain"};
static const pt_kind weather = {.name = "weather", .count = 2, .names = weathers};
static const pt_kind fruit = {.name = "fruit", .count = 3, .names = fruits};
static const pt_kind tree = {.name = "a tree", .count = 3, .names = trees};
static const pt_kind baskets = {.name = "baskets", .count = 14, .first = -2};
static int walk(const uint8_t args[PT_ARGS], int i) {
    int to = args[i - 1] + (args[i] ? 1 : -1);
    return to >= 0 && to < 3 ? to : -1;
}
static const pt_kind step = {.name = "step", .count = 2, .as = &tree, .resolve = walk};

enum { PICK = 1, COUNT, CARRY, GO, RESTORE, REST, PICK_INTO, GROW, VERBS };
static const pt_verb verbs[] = {
    [PICK] = {.form = "pick %", .kind = {&fruit}},
    [COUNT] = {.form = "count % %", .kind = {&baskets, &baskets}},
    [CARRY] = {.form = "carry % %", .kind = {&fruit, &baskets}},
    [GO] = {.form = "go % %", .kind = {&tree, &step}},
    [RESTORE] = {.form = "restore %", .kind = {&tree}},
    [REST] = {.form = "rest"},
    [PICK_INTO] = {.form = "pick %@%/%", .kind = {&fruit, &tree, &baskets}},
    [GROW] = {.form = "grow %", .kind = {&weather}, .chance = true},
};

/* Seat 1 may only rest. */
static int legal(const void *s, int seat, pt_move *out) {
    const pt_move of_first[] = {
        pt_mv(PICK, 0, 0, 0),      pt_mv(PICK, 2, 0, 0),      pt_mv(COUNT, 1, 3, 0),
        pt_mv(COUNT, 12, 0, 0),    pt_mv(COUNT, 12, 11, 0),   pt_mv(CARRY, 0, 0, 0),
        pt_mv(CARRY, 0, 2, 0),     pt_mv(CARRY, 0, 11, 0),    pt_mv(CARRY, 1, 12, 0),
        pt_mv(CARRY, 1, 13, 0),    pt_mv(GO, 0, 1, 0),        pt_mv(GO, 1, 0, 0),
        pt_mv(GO, 1, 1, 0),        pt_mv(REST, 0, 0, 0),      pt_mv(PICK_INTO, 0, 0, 2),
        pt_mv(PICK_INTO, 0, 0, 3), pt_mv(PICK_INTO, 0, 2, 5), pt_mv(PICK_INTO, 2, 0, 2),
    };
    (void)s;
    if (seat == 1) {
        out[0] = pt_mv(REST, 0, 0, 0);
        return 1;
    }
    memcpy(out, of_first, sizeof of_first);
    return (int)(sizeof of_first / sizeof *of_first);
}

/* --- its state --- */

typedef struct orchard {
    pt_head head;
    uint8_t ripe[3];
} orchard;

static void score(const void *s, int32_t points[PT_SEATS]) {
    const orchard *o = s;
    for (int seat = 0; seat < o->head.seats; seat++) points[seat] = o->ripe[seat];
}
static int explain(const void *s, int seat, pt_line *out) {
    const orchard *o = s;
    for (int i = 0; i < seat; i++)
        out[i] = (pt_line){o->ripe[seat] - i, i ? "R2.1" : "R2", {.phrase = &phrases[4]}};
    return seat;
}
static void show(const void *view, int viewer, pt_json *j) {
    pt_json_int(j, 10 * viewer + ((const orchard *)view)->ripe[0]);
}

static const pt_field fields[] = {
    {.name = "ply", .words = "-", .plain = {offsetof(pt_head, ply), 2, 1, .kind = &baskets}},
    {.name = "ripe", .words = "-", .plain = {offsetof(orchard, ripe), 1, .kind = &baskets}},
};
static const char *const moods[] = {"calm", "windy"};
static const pt_option options[] = {
    {.name = "how many", .min = -1, .max = 9, .normal = 4},
    {.name = "mood", .min = 1, .max = 2, .normal = 2, .values = moods},
};
static const pt_team team = {.people = 3};
static const pt_game game = {
    .name = "orchard",
    .title = "Orchard",
    .catalogue = &catalogue,
    .min_seats = 2,
    .max_seats = 3,
    .score_den = 2,
    .rules = 6,
    .max_moves = 20,
    .max_lines = 3,
    .state_size = sizeof(orchard),
    .verbs = {verbs, VERBS},
    .options = options,
    .fields = fields,
    .option_count = 2,
    .field_count = 2,
    .legal = legal,
    .score = score,
    .explain = explain,
};

/* A text for JSON in a language. */
typedef struct sheet {
    char memory[4000];
    pt_text text;
    pt_json json;
} sheet;

static pt_json *begin(sheet *s, int language) {
    s->text = pt_text_on(s->memory, sizeof s->memory);
    s->text.language = (uint8_t)language;
    s->json = pt_json_on(&s->text);
    return &s->json;
}

/* --- views and moves --- */

Test(game_json, a_view_is_what_the_game_shows_or_its_position) {
    orchard o = {.head = {.seats = 3, .ply = 2}, .ripe = {3, 2, 12}};
    pt_game shown = game;
    sheet s;
    pt_tell_view(begin(&s, EN), &game, &o, 0);
    cr_expect_str_eq(s.memory, "[\"ply 0\",\"ripe 1 0 10\"]");
    shown.show = show;
    pt_tell_view(begin(&s, EN), &shown, &o, 2);
    cr_expect_str_eq(s.memory, "23");
}

Test(game_json, legal_moves_are_told_form_by_form_and_argument_by_argument) {
    const orchard o = {.head = {.seats = 2}};
    pt_move list[20];
    sheet s;
    for (int i = 0; i < 20; i++) list[i] = pt_mv(PICK_INTO, 2, 1, 2); /* of the last time */
    pt_tell_legal(begin(&s, EN), &game, &o, 0, list);
    cr_expect_str_eq(s.memory,
                     "{\"pick %\":[\"apple\",\"plum\"],"
                     "\"count % %\":{\"-1\":[\"1\"],\"10\":[\"-2\",\"9\"]},"
                     "\"carry % %\":{\"apple\":[\"-2\",\"0\",\"9\"],\"pear\":[\"10\",\"11\"]},"
                     "\"go % %\":{\"a1\":[\"a2\"],\"a2\":[\"a1\",\"a3\"]},"
                     "\"rest\":[],"
                     "\"pick %@%/%\":{\"apple\":{\"a1\":[\"0\",\"1\"],\"a3\":[\"3\"]},"
                     "\"plum\":{\"a1\":[\"0\"]}}}");
    for (int i = 0; i < 20; i++) list[i] = pt_mv(REST, 0, 0, 0);
    pt_tell_legal(begin(&s, EN), &game, &o, 1, list);
    cr_expect_str_eq(s.memory, "{\"rest\":[]}");
}

Test(game_json, whoever_owes_a_choice_is_told) {
    orchard o = {.head = {.node = PT_DECIDE, .owes = 1 << 0 | 1 << 2, .seats = 3}};
    sheet s;
    pt_tell_turn(begin(&s, EN), &o);
    cr_expect_str_eq(s.memory, "\"turn\":[0,2]");
    o.head.seats = 2;
    pt_tell_turn(begin(&s, EN), &o);
    cr_expect_str_eq(s.memory, "\"turn\":[0]");
    o.head.node = PT_CHANCE;
    pt_tell_turn(begin(&s, EN), &o);
    cr_expect_str_eq(s.memory, "\"turn\":[]");
}

/* --- scores --- */

Test(game_json, a_score_is_told_with_its_lines) {
    const orchard o = {.head = {.seats = 3}, .ripe = {4, 0, 7}};
    pt_line lines[3];
    sheet s;
    pt_tell_points(begin(&s, EN), &game, &o);
    cr_expect_str_eq(s.memory, "\"points\":[\"2\",\"0\",\"3.5\"]");
    pt_json *j = begin(&s, FR);
    pt_open(j, '{');
    pt_tell_score(j, &game, &o, lines);
    pt_key_int(j, "next", 1);
    cr_expect_str_eq(
        s.memory,
        "{\"points\":[\"2\",\"0\",\"3.5\"],\"lines\":[[],"
        "[{\"points\":\"0\",\"rule\":\"R2\",\"words\":\"fruits mûrs\"}],"
        "[{\"points\":\"3.5\",\"rule\":\"R2\",\"words\":\"fruits mûrs\"},"
        "{\"points\":\"3\",\"rule\":\"R2.1\",\"words\":\"fruits mûrs\"}]],\"next\":1");
}

/* --- games --- */

Test(game_json, names_are_told_with_their_forms_and_facts) {
    static const struct {
        int language;
        const char *text;
    } rows[] = {
        {EN, "{\"names\":{\"fruit\":{\"apple\":{\"name\":\"apple\",\"plural\":\"apples\"},"
             "\"pear\":{\"name\":\"pear\",\"plural\":\"pears\"}},"
             "\"size\":{\"S\":{\"name\":\"12 trees\"},\"L\":{\"name\":\"large\"}}},"
             "\"facts\":{\"trees\":12,\"baskets\":40},\"next\":1"},
        {FR, "{\"names\":{\"fruit\":{\"apple\":{\"name\":\"pomme\",\"a\":\"une pomme\","
             "\"plural\":\"pommes\"},\"pear\":{\"name\":\"poire\",\"a\":\"une poire\","
             "\"plural\":\"poires\"}},\"size\":{\"S\":{\"name\":\"12 arbres\"},"
             "\"L\":{\"name\":\"grand\"}}},"
             "\"facts\":{\"trees\":12,\"baskets\":40},\"next\":1"},
    };
    sheet s;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pt_json *j = begin(&s, EN);
        j->names = (uint8_t)rows[i].language;
        pt_open(j, '{');
        pt_tell_catalogue(j, &catalogue);
        pt_key_int(j, "next", 1);
        cr_expect_str_eq(s.memory, rows[i].text, "%s", s.memory);
    }
    pt_json *j = begin(&s, EN);
    j->names = DE;
    pt_tell_catalogue(j, &without_facts);
    cr_expect_str_eq(s.memory, "\"names\":{\"fruit\":{\"apple\":{\"name\":\"Apfel\"},"
                               "\"pear\":{\"name\":\"Birne\"}}},\"facts\":{}");
}

static const char in_short[] =
    "{\"name\":\"orchard\",\"title\":\"Orchard\",\"words\":\"Pick fruit.\","
    "\"length\":\"An hour\",\"rules\":6,\"secrets\":false,\"players\":[2,3],\"options\":["
    "{\"name\":\"how many\",\"words\":\"Trees in it\",\"min\":-1,\"max\":9,\"normal\":4},"
    "{\"name\":\"mood\",\"words\":\"\",\"min\":1,\"max\":2,\"normal\":2,"
    "\"values\":[\"calm\",\"windy\"]}]}";

static const char in_french[] =
    "{\"name\":\"orchard\",\"title\":\"Orchard\",\"words\":\"Cueillez des fruits.\","
    "\"length\":\"Une heure\",\"rules\":6,\"secrets\":true,\"players\":[2,3],\"options\":["
    "{\"name\":\"how many\",\"words\":\"Ses arbres\",\"min\":-1,\"max\":9,\"normal\":4},"
    "{\"name\":\"mood\",\"words\":\"\",\"min\":1,\"max\":2,\"normal\":2,"
    "\"values\":[\"calm\",\"windy\"]}],\"for_people\":\"mood=calm\",\"team\":3,\"verbs\":["
    "{\"verb\":\"pick\",\"form\":\"pick %\",\"words\":\"Cueillir\",\"args\":[\"fruit\"]},"
    "{\"verb\":\"count\",\"form\":\"count % %\",\"words\":\"\","
    "\"args\":[\"baskets\",\"baskets\"]},"
    "{\"verb\":\"carry\",\"form\":\"carry % %\",\"words\":\"\","
    "\"args\":[\"fruit\",\"baskets\"]},"
    "{\"verb\":\"go\",\"form\":\"go % %\",\"words\":\"\",\"args\":[\"a tree\",\"a tree\"]},"
    "{\"verb\":\"restore\",\"form\":\"restore %\",\"words\":\"\",\"args\":[\"a tree\"]},"
    "{\"verb\":\"rest\",\"form\":\"rest\",\"words\":\"\",\"args\":[]},"
    "{\"verb\":\"pick\",\"form\":\"pick %@%/%\",\"words\":\"Cueillir dans\","
    "\"args\":[\"fruit\",\"a tree\",\"baskets\"]},"
    "{\"verb\":\"grow\",\"form\":\"grow %\",\"words\":\"\",\"luck\":true,"
    "\"args\":[\"weather\"]}],"
    "\"kinds\":{\"fruit\":[\"apple\",\"pear\",\"plum\"],"
    "\"baskets\":[\"-2\",\"-1\",\"0\",\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\","
    "\"10\",\"11\"],\"a tree\":[\"a1\",\"a2\",\"a3\"],"
    "\"weather\":[\"sun\",\"rain\"]}}";

static void observe(const void *s, int viewer, void *view) {
    (void)viewer;
    memcpy(view, s, sizeof(orchard));
}

Test(game_json, a_game_is_told_in_short_or_whole) {
    pt_game with_more = game;
    sheet s;
    pt_tell_game(begin(&s, EN), &game, false);
    cr_expect_str_eq(s.memory, in_short);
    with_more.for_people = "mood=calm";
    with_more.team = &team;
    with_more.observe = observe;
    pt_tell_game(begin(&s, FR), &with_more, true);
    cr_expect_str_eq(s.memory, in_french);
}

Test(game_json, a_refusal_has_a_rule_only_if_one_stands_there) {
    static const struct {
        const char *why, *key, *text;
    } rows[] = {
        {"R4.2: a1: taken", "taken",
         "\"rule\":\"R4.2\",\"key\":\"taken\",\"words\":\"a1: taken\""},
        {"R4: taken", NULL, "\"rule\":\"R4\",\"words\":\"taken\""},
        {"R: taken", NULL, "\"words\":\"R: taken\""},
        {"R4.2:taken", NULL, "\"words\":\"R4.2:taken\""},
        {"R4.2, taken", NULL, "\"words\":\"R4.2, taken\""},
        {"R4.2", NULL, "\"words\":\"R4.2\""},
        {"E4.2: taken", NULL, "\"words\":\"E4.2: taken\""},
        {": taken", NULL, "\"words\":\": taken\""},
        {"Ripe: taken", NULL, "\"words\":\"Ripe: taken\""},
        {"", NULL, "\"words\":\"\""},
    };
    sheet s;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pt_tell_refusal(begin(&s, EN), rows[i].why, rows[i].key);
        cr_expect_str_eq(s.memory, rows[i].text);
    }
}

/* --- words and keys --- */

static void says(void (*words)(const pt_game *, pt_text *), int language, const char *wanted) {
    PT_TEXT_IN(out, 100, language);
    words(&game, &out);
    cr_expect_str_eq(out.at, wanted);
}

Test(describe, a_game_says_what_it_is_in_the_language_of_the_text) {
    says(pt_game_words, EN, "Pick fruit.");
    says(pt_game_words, FR, "Cueillez des fruits.");
    says(pt_game_length, EN, "An hour");
    says(pt_game_length, FR, "Une heure");
    const pt_game silent = {.name = "silent"};
    PT_TEXT(out, 100);
    pt_game_words(&silent, &out);
    cr_expect_str_eq(out.at, "");
}

Test(describe, the_parts_of_a_game_have_keys_and_words) {
    static const char *const keys[] = {NULL,         "verb.pick",   "verb.count",
                                       "verb.carry", "verb.go",     "verb.restore",
                                       "verb.rest",  "verb.pick.2", "verb.grow"};
    PT_TEXT_IN(out, 100, FR);
    for (int v = 1; v < VERBS; v++) {
        pt_clear(&out);
        pt_verb_key(&game, &verbs[v], &out);
        cr_expect_str_eq(out.at, keys[v]);
    }
    pt_clear(&out);
    pt_verb_words(&game, &verbs[PICK_INTO], &out);
    cr_expect_str_eq(out.at, "Cueillir dans");
    pt_clear(&out);
    pt_option_key(&options[0], &out);
    cr_expect_str_eq(out.at, "option.how-many");
    pt_clear(&out);
    pt_option_key(&(pt_option){.name = "stall_s"}, &out);
    cr_expect_str_eq(out.at, "option.stall-s");
    pt_clear(&out);
    pt_option_words(&game, &options[0], &out);
    cr_expect_str_eq(out.at, "Ses arbres");
    pt_clear(&out);
    pt_option_words(&game, &options[1], &out);
    cr_expect_str_eq(out.at, "", "it has none");
    pt_kind_key(&tree, &out);
    cr_expect_str_eq(out.at, "kind.a-tree");
    pt_clear(&out);
    pt_kind_words(&game, &tree, &out);
    cr_expect_str_eq(out.at, "un arbre");
}

/* Programs read English; a table of another language gets its names. */
Test(describe, a_name_in_a_view_is_english_unless_another_language_is_asked_for) {
    static const struct {
        int language;
        const pt_names *names;
        int value;
        const char *text;
    } rows[] = {
        {EN, &fruit_names, 0, "\"it\":\"apple\""},    {EN, &fruit_names, 1, "\"it\":\"pear\""},
        {FR, &fruit_names, 1, "\"it\":\"poire\""},    {DE, &fruit_names, 1, "\"it\":\"Birne\""},
        {EN, &size_names, 0, "\"it\":\"12 trees\""},  {EN, &size_names, 1, "\"it\":\"large\""},
        {FR, &size_names, 0, "\"it\":\"12 arbres\""}, {FR, &size_names, 1, "\"it\":\"grand\""},
    };
    sheet s;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pt_json *j = begin(&s, DE); /* the language of the sentences does not matter */
        j->names = (uint8_t)rows[i].language;
        pt_key_name(j, "it", rows[i].names, rows[i].value);
        cr_expect_str_eq(s.memory, rows[i].text);
    }
}
