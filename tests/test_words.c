/* Sentences as data: the catalogue of tests/words in every language, what every game's own
 * catalogue must have, and what core says. */
/* SPDX-License-Identifier: MIT */
#include "core/game_json.h"
#include "core/record.h"
#include "core/words.h"
#include "tests/words.h"
#include <criterion/criterion.h>
#include <string.h>

enum { EN = PT_LANGUAGE_en, FR = PT_LANGUAGE_fr, DE = PT_LANGUAGE_de };
enum { APPLE, PEAR, PLUM };

static void says(int language, pt_said said, const char *wanted) {
    PT_TEXT_IN(text, 200, language);
    pt_say(&text, said);
    cr_expect_str_eq(text.at, wanted, "'%s', not '%s'", text.at, wanted);
    cr_expect(!text.cut);
}

Test(words, a_sentence_is_said_in_every_language) {
    says(EN, tw_say_plain(), "nothing to fill in");
    says(FR, tw_say_plain(), "rien à remplir");
    says(DE, tw_say(TW_SAY_PLAIN), "nichts einzusetzen");
    says(EN, tw_say_long(), "a sentence that is continued on the next line");
}

Test(words, names_have_forms_and_a_language_puts_them_where_it_likes) {
    says(EN, tw_say_eat(APPLE, PEAR), "eat an apple before a pear");
    says(FR, tw_say_eat(APPLE, PEAR), "avant une poire, mangez une pomme");
    says(DE, tw_say_eat(APPLE, PEAR), "iss einen Apfel vor eine Birne");
}

Test(words, every_language_has_its_own_plural) {
    says(EN, tw_say_count(0, APPLE), "0 apples");
    says(EN, tw_say_count(1, APPLE), "1 apple");
    says(EN, tw_say_count(2, APPLE), "2 apples");
    says(FR, tw_say_count(0, PEAR), "0 poire");
    says(FR, tw_say_count(1, PEAR), "1 poire");
    says(FR, tw_say_count(2, PEAR), "2 poires");
    says(DE, tw_say_count(0, APPLE), "0 Äpfel");
    says(DE, tw_say_count(1, APPLE), "1 Apfel");
    says(EN, tw_say_count(-1, APPLE), "-1 apple");
}

Test(words, words_agree_in_gender) {
    says(FR, tw_say_ripe(APPLE), "«\u202fpomme\u202f»\u00a0: mûre");
    says(FR, tw_say_ripe(PLUM), "«\u202fabricot\u202f»\u00a0: mûr");
    says(DE, tw_say_ripe(APPLE), "der Apfel ist reif");
    says(DE, tw_say_ripe(PEAR), "die Birne ist reif");
    says(DE, tw_say_ripe(PLUM), "das Obst ist reif");
}

Test(words, in_french_a_word_loses_its_vowel_before_another) {
    says(FR, tw_say_of_fruit(APPLE), "goût de pomme");
    says(FR, tw_say_of_fruit(PLUM), "goût d\u2019abricot");
    says(EN, tw_say_of_fruit(PLUM), "taste of plum");
    static const struct {
        const char *place, *said;
    } rows[] = {
        {"Anne", "2 d\u2019Anne"},   {"Émile", "2 d\u2019Émile"},
        {"Hadès", "2 d\u2019Hadès"}, {"héron", "2 d\u2019héron"},
        {"œuvre", "2 d\u2019œuvre"}, {"Harpie", "2 de Harpie"},
        {"Zeus", "2 de Zeus"},       {"Çelik", "2 de Çelik"},
        {"a4", "2 de a4"},           {"E", "2 de E"},
        {"Yves", "2 de Yves"},       {"", "2 de "},
        {"12", "2 de 12"},           {"Île 3", "2 d\u2019Île 3"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        says(FR, tw_say_of_place(rows[i].place, 2), rows[i].said);
    says(DE, tw_say_of_place("Anne", 2), "2 von Anne");
}

Test(words, the_catalogue_is_told_with_forms_and_facts) {
    PT_TEXT(out, 2000);
    pt_json j = pt_json_on(&out);
    j.names = FR;
    pt_open(&j, '{');
    pt_tell_catalogue(&j, &tw_catalogue);
    pt_close(&j, '}');
    cr_assert(strstr(out.at, "\"plum\":{\"name\":\"abricot\",\"an\":\"un abricot\",\"plural\":"
                             "\"abricots\"}"),
              "%s", out.at);
    cr_assert(strstr(out.at, "\"facts\":{"), "%s", out.at);
}

Test(words, a_number_may_be_written_in_words) {
    says(EN, tw_say_count_words(2), "two left");
    says(FR, tw_say_count_words(0), "reste aucun");
    says(EN, tw_say_count_words(3), "3 left");
}

Test(words, a_place_may_begin_a_sentence) {
    says(EN, tw_say_first(APPLE), "An apple is ripe");
    says(FR, tw_say_first(PLUM), "Un abricot est mûr\u202f!");
    says(DE, tw_say_first(APPLE), "Einen Apfel essen");
}

Test(words, texts_and_sayings_are_arguments_too) {
    pt_said inner = tw_say_count(2, PLUM);
    says(EN, tw_say_at("c4", 7), "c4 holds 7");
    says(EN, tw_say_at("{0}", 7), "{0} holds 7");
    says(FR, tw_say_nested(3, &inner), "3\u00a0: 2 abricots");
}

Test(words, a_text_that_is_full_is_cut) {
    PT_TEXT(text, 12);
    pt_say(&text, tw_say_eat(APPLE, PEAR));
    cr_expect(text.cut);
    cr_expect_str_eq(text.at, "eat an appl");
    pt_say(NULL, tw_say_plain());
    pt_say_name(NULL, &tw_names_fruit, APPLE);
}

static void collect(void *to, const char *bytes, size_t n) {
    pt_text *text = to;
    pt_putn(text, bytes, n);
}

Test(words, a_text_that_spills_loses_nothing) {
    PT_TEXT(whole, 100);
    char window[4];
    pt_text text = pt_text_to(window, sizeof window, collect, &whole);
    pt_say(&text, tw_say_first(PEAR));
    pt_flush(&text);
    cr_expect_str_eq(whole.at, "A pear is ripe");
}

Test(words, languages_have_codes) {
    cr_expect_eq(pt_language_named("en"), PT_ENGLISH);
    cr_expect_eq(pt_language_named("fr"), FR);
    cr_expect_eq(pt_language_named("de_AT.UTF-8"), DE);
    cr_expect_eq(pt_language_named("fr-CH"), FR);
    cr_expect_eq(pt_language_named("FR"), FR);
    cr_expect_eq(pt_language_named("Fr_ca"), FR);
    cr_expect_eq(pt_language_named("DE"), DE);
    cr_expect_eq(pt_language_named("f"), -1);
    cr_expect_eq(pt_language_named("F2"), -1);
    cr_expect_eq(pt_language_named("C"), -1);
    cr_expect_eq(pt_language_named(""), -1);
    cr_expect_eq(pt_language_named("french"), -1);
}

Test(words, words_are_found_by_their_keys) {
    for (int i = 0; i < TW_SAYINGS; i++)
        cr_expect_eq(pt_phrase_named(&tw_catalogue, tw_phrases[i].key), &tw_phrases[i]);
    cr_expect_null(pt_phrase_named(&tw_catalogue, "nonsense"));
    cr_expect_null(pt_phrase_named(&tw_catalogue, ""));
    cr_expect_eq(pt_names_named(&tw_catalogue, "fruit"), &tw_names_fruit);
    cr_expect_null(pt_names_named(&tw_catalogue, "fruits"));
    cr_expect_str_eq(pt_name(&tw_names_fruit, PLUM), "plum");
}

Test(words, a_refusal_remembers_its_key) {
    PT_TEXT_IN(why, 100, DE);
    cr_expect_eq(pt_refuse(&why, "R4.2", tw_say_ripe(PEAR)), PT_REFUSED);
    cr_expect_str_eq(why.at, "R4.2: die Birne ist reif");
    cr_expect_str_eq(why.key, "ripe");
    cr_expect_eq(pt_refuse(NULL, "R4.2", tw_say_ripe(PEAR)), PT_REFUSED);
    cr_expect_eq(pt_impossible(&why, "R4.2", "%d", 3), PT_REFUSED);
    cr_expect_str_eq(why.at, "R4.2: 3");
    cr_expect_null(why.key);
}

/* --- every game with a catalogue --- */

static const pt_kind *told(const pt_kind *k) { return k->as ? k->as : k; }

/* Calls `look` for each kind that the game's verbs use; the same one may come twice. */
static void each_kind(const pt_game *g,
                      void (*look)(const pt_game *g, const pt_kind *k, void *to), void *to) {
    for (int v = 1; v < g->verbs.count; v++)
        for (int i = 0; i < PT_ARGS && g->verbs.row[v].form && g->verbs.row[v].kind[i]; i++)
            look(g, told(g->verbs.row[v].kind[i]), to);
}

static void has_key(const pt_game *g, const char *key) {
    const pt_phrase *phrase = pt_phrase_named(g->catalogue, key);
    cr_expect(phrase, "%s: the catalogue has no %s", g->name, key);
    cr_expect(!phrase || !phrase->types[0], "%s: %s takes arguments", g->name, key);
}

static void kind_has_words(const pt_game *g, const pt_kind *k, void *to) {
    PT_TEXT(key, 80);
    (void)to;
    pt_kind_key(k, &key);
    has_key(g, key.at);
}

Test(words, a_catalogue_names_everything_that_people_choose) {
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        if (!g->catalogue) continue;
        has_key(g, "game");
        has_key(g, "length");
        for (int o = 0; o < g->option_count; o++) {
            PT_TEXT(key, 80);
            pt_option_key(&g->options[o], &key);
            has_key(g, key.at);
        }
        for (int v = 1; v < g->verbs.count; v++) {
            PT_TEXT(key, 80);
            if (!g->verbs.row[v].form) continue;
            pt_verb_key(g, &g->verbs.row[v], &key);
            has_key(g, key.at);
        }
        each_kind(g, kind_has_words, NULL);
    }
}

typedef struct search {
    const char *key;
    bool found;
} search;

static void is_kind(const pt_game *g, const pt_kind *k, void *to) {
    search *s = to;
    PT_TEXT(key, 80);
    (void)g;
    pt_kind_key(k, &key);
    s->found |= strcmp(key.at, s->key) == 0;
}

/* Whether a key "option.", "verb." or "kind." belongs to something. */
static bool means_something(const pt_game *g, const char *key) {
    search s = {key, false};
    for (int o = 0; o < g->option_count; o++) {
        PT_TEXT(text, 80);
        pt_option_key(&g->options[o], &text);
        s.found |= strcmp(text.at, key) == 0;
    }
    for (int v = 1; v < g->verbs.count; v++) {
        PT_TEXT(text, 80);
        if (g->verbs.row[v].form) pt_verb_key(g, &g->verbs.row[v], &text);
        s.found |= strcmp(text.at, key) == 0;
    }
    each_kind(g, is_kind, &s);
    return s.found;
}

Test(words, a_catalogue_names_nothing_else) {
    for (int i = 0; pt_games[i]; i++) {
        const pt_catalogue *c = pt_games[i]->catalogue;
        for (int p = 0; c && p < c->phrases; p++) {
            const char *key = c->phrase[p].key;
            if (strncmp(key, "option.", 7) && strncmp(key, "verb.", 5) &&
                strncmp(key, "kind.", 5))
                continue;
            cr_expect(means_something(pt_games[i], key), "%s: what is %s?", pt_games[i]->name,
                      key);
        }
    }
}

typedef struct mirror {
    const pt_names *names;
    int alike, kinds;
} mirror;

static int place_in(const pt_names *names, const char *id) {
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->ids[i], id) == 0) return i;
    return -1;
}

static void compare(const pt_game *g, const pt_kind *k, void *to) {
    mirror *m = to;
    if (strcmp(k->name, m->names->name) != 0 || !k->names) return;
    bool alike = k->count == m->names->count;
    for (int i = 0; i < k->count; i++) {
        int at = place_in(m->names, k->names[i]);
        cr_expect(at >= 0, "%s: the list %s has no %s", g->name, k->name, k->names[i]);
        alike = alike && at == i;
    }
    m->kinds++;
    m->alike += alike;
}

/* A list that is called like a kind has its names in its order; some verb may take fewer. */
Test(words, lists_of_names_are_those_of_the_moves) {
    int compared = 0;
    for (int i = 0; pt_games[i]; i++) {
        const pt_catalogue *c = pt_games[i]->catalogue;
        for (int list = 0; c && list < c->lists; list++) {
            mirror m = {c->names[list], 0, 0};
            each_kind(pt_games[i], compare, &m);
            cr_expect(!m.kinds || m.alike, "%s: the list %s is in another order",
                      pt_games[i]->name, m.names->name);
            compared += m.kinds;
        }
    }
    cr_expect(compared > 0);
}

/* Each sentence with its first names, in each language. */
static void say_all(const pt_catalogue *c, const char *of) {
    for (int p = 0; p < c->phrases * PT_LANGUAGES; p++) {
        const pt_phrase *phrase = &c->phrase[p / PT_LANGUAGES];
        pt_said inner = tw_say_plain(), said = {.phrase = phrase};
        for (size_t a = 0; phrase->types[a]; a++) {
            if (phrase->types[a] == 't') said.arg[a].text = "c4";
            if (phrase->types[a] == 's') said.arg[a].said = &inner;
        }
        PT_TEXT_IN(text, 300, p % PT_LANGUAGES);
        pt_say(&text, said);
        cr_expect(text.used && !text.cut && !strpbrk(text.at, "{}|"), "%s: %s: %s", of,
                  phrase->key, text.at);
    }
}

Test(words, no_sentence_leaves_a_place_open) {
    say_all(&core_catalogue, "core");
    for (int i = 0; pt_games[i]; i++)
        if (pt_games[i]->catalogue) say_all(pt_games[i]->catalogue, pt_games[i]->name);
}

/* --- core's own --- */

static void set(int language, const char *option, const char *words, const char *key) {
    const pt_game *g = pt_game_named("myst");
    pt_config c = pt_config_normal(g, 2);
    PT_TEXT_IN(why, 200, language);
    cr_assert_eq(pt_config_set(g, &c, option, &why), PT_UNREADABLE);
    cr_expect_str_eq(why.at, words);
    cr_expect_str_eq(why.key, key);
    cr_expect_eq(pt_config_set(g, &c, option, NULL), PT_UNREADABLE);
}

Test(words, an_option_is_refused_in_every_language) {
    set(EN, "pmode=slow", "option pmode cannot be 'slow': it is rt, tempo or alt",
        "option-values");
    set(DE, "pmode=slow", "die Option pmode kann nicht „slow“ sein: sie ist rt, tempo oder alt",
        "option-values");
    set(EN, "hard=", "option hard cannot be '': it is off or on", "option-values");
    set(DE, "wy=0", "die Option wy kann nicht „0“ sein: sie ist eine Zahl von 1 bis 1000",
        "option-number");
    set(DE, "colour=red", "Myst hat keine Option „colour“", "no-option");
    set(EN, "a word that is longer than a sentence can be expected to hold",
        "an option is written name=value, not 'a word that is longer than a sentence ca'",
        "option-form");
    const pt_game *g = pt_game_named("myst");
    pt_config c = pt_config_normal(g, 5);
    PT_TEXT_IN(why, 200, FR);
    cr_expect_eq(pt_config_check(g, &c, &why), PT_REFUSED);
    cr_expect_str_eq(why.at, "Myst se joue à 2, pas à 5");
}

static void reads(int language, const char *record, const char *words) {
    pt_replay r;
    PT_TEXT_IN(why, 300, language);
    cr_expect_neq(pt_replay_all(&r, record, &why), PT_OK);
    cr_expect_str_eq(why.at, words);
}

Test(words, a_record_is_refused_in_every_language) {
    const char *const start = "[Game \"myst\"]\n[Players \"2\"]\n";
    PT_TEXT(record, 200);
    reads(DE, "[Game \"myst\"\n", "eine Angabe endet mit ]");
    reads(FR, "[Game \"myst\"]\n", "l’étiquette Players manque");
    reads(DE, "[Game \"chess\"]\n", "kein Spiel heißt „chess“");
    pt_put(&record, "%s1 place a1\n", start);
    reads(DE, record.at, "1 place a1: R4.3: Teile werden nur im Wettlauf gelegt");
    pt_clear(&record);
    pt_put(&record, "%s* spin y 3\n", start);
    reads(EN, record.at, "* spin y 3: this cannot be drawn here");
    reads(DE, record.at, "* spin y 3: das kann hier nicht gelost werden");
    pt_clear(&record);
    pt_put(&record, "%s1 place a1 {\n", start);
    reads(DE, record.at, "hier beginnt mit { ein Kommentar, der nicht aufhört");
    pt_clear(&record);
    pt_put(&record, "%snonsense\n", start);
    reads(EN, record.at, "'nonsense' is neither a tag, a move nor a comment");
}

static void told_as(const char *why, const char *key, const char *wanted) {
    PT_TEXT(out, 200);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_tell_refusal(&j, why, key);
    pt_close(&j, '}');
    cr_expect_str_eq(out.at, wanted);
}

Test(words, a_refusal_as_json_has_a_rule_only_if_one_stands_there) {
    told_as("R4.3: a1: taken", "taken",
            "{\"rule\":\"R4.3\",\"key\":\"taken\",\"words\":\"a1: taken\"}");
    told_as("nothing is drawn here", NULL, "{\"words\":\"nothing is drawn here\"}");
    told_as("Result *: it is over", NULL, "{\"words\":\"Result *: it is over\"}");
}
