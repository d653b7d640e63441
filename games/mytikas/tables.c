/* Mytikas: the printed components as JSON, for whoever draws them: a page, a printer. They are
 * the tables of data.c and nothing else. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/mytikas.h"
#include "games/mytikas/words.h"

static void show_bytes(pt_json *j, const char *key, const uint8_t *n, int count) {
    assert(count >= 0);
    pt_key_open(j, key, '[');
    for (int i = 0; i < count; i++) pt_json_int(j, n[i]);
    pt_close(j, ']');
}

/* Cubes of each kind, under their letters. */
static void show_cubes(pt_json *j, const char *key, const uint8_t *n) {
    pt_key_open(j, key, '{');
    for (int resource = 0; resource < MT_RESOURCES; resource++)
        pt_key_int(j, mt_resource_letters[resource], n[resource]);
    pt_close(j, '}');
}

static void show_name(pt_json *j, const char *key, const char *name) {
    pt_key(j, key);
    if (name)
        pt_json_str(j, name);
    else
        pt_json_null(j);
}

/* R2.3 to R2.5: what depends on the number of players. */
static void show_counts(pt_json *j) {
    pt_key_open(j, "counts", '[');
    for (int seats = 2; seats <= MT_SEATS; seats++) {
        pt_open(j, '{');
        pt_key_int(j, "players", seats);
        show_bytes(j, "level_tokens", mt_level_tokens[seats], MT_LEVELS);
        pt_key_int(j, "favors", mt_favors_each[seats]);
        show_bytes(j, "locks", mt_lock_values[seats], mt_lock_count[seats]);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

/* R2.6, R2.7: the player board. */
static void show_buildings(pt_json *j) {
    pt_key_open(j, "buildings", '[');
    for (int type = 0; type < MT_TYPES; type++) {
        const mt_building *b = &mt_buildings[type];
        pt_open(j, '{');
        pt_key_str(j, "type", b->name);
        pt_key_name(j, "title", &mt_names_building, type);
        show_cubes(j, "cost", b->cost);
        pt_key_int(j, "points", b->points);
        pt_key_bool(j, "temple", b->temple);
        pt_key_open(j, "spaces", '[');
        for (int i = b->first; i < b->first + b->spaces; i++) {
            const mt_space *space = &mt_spaces[i];
            pt_open(j, '{');
            pt_key_str(j, "space", space->name);
            pt_key_int(j, "offerings", space->offerings);
            pt_key_int(j, "favors", space->favors);
            pt_key_int(j, "moves", space->moves);
            pt_key_int(j, "gold", space->gold);
            pt_close(j, '}');
        }
        pt_close(j, ']');
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

/* R2.8: the action board. */
static void show_areas(pt_json *j) {
    static const char *const bonuses[] = {
        [MTB_OFF1] = "offering", [MTB_FAV1] = "favor", [MTB_UP2] = "lift",
        [MTB_OFFER] = "offer",   [MTB_ANY1] = "move",
    };
    pt_key_open(j, "gods", '[');
    for (int god = 0; god < MT_GODS; god++) {
        pt_open(j, '{');
        pt_key_str(j, "god", mt_god_letters[god]);
        pt_key_name(j, "name", &mt_names_god, god);
        pt_key_str(j, "card", mt_card_names[mt_bonus_card[god]]);
        pt_close(j, '}');
    }
    pt_close(j, ']');
    pt_key_open(j, "areas", '[');
    for (int area = 0; area < MT_AREAS; area++) {
        pt_open(j, '{');
        pt_key_str(j, "area", mt_areas[area].code);
        pt_key_str(j, "god", mt_god_letters[mt_god_of(area)]);
        pt_key_str(j, "bonus", bonuses[mt_areas[area].bonus]);
        pt_close(j, '}');
    }
    pt_close(j, ']');
    pt_key_open(j, "combinations", '[');
    for (int combo = 0; combo < MT_COMBOS; combo++) {
        pt_open(j, '{');
        pt_key_str(j, "name", mt_combos[combo].name);
        pt_key_str(j, "area", mt_area_codes[mt_combos[combo].area]);
        show_cubes(j, "gain", mt_combos[combo].gain);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

/* R2.9: the cards. A table gives tier_points from 0, `low` and `high` on; "each" `low` for one.
 */
static void show_cards(pt_json *j) {
    static const char *const worths[] = {
        [MTW_FIXED] = "fixed", [MTW_TIERS] = "tiers", [MTW_EACH] = "each"};
    pt_key_open(j, "cards", '[');
    for (int card = 0; card < MT_CARDS; card++) {
        const mt_card *c = &mt_cards[card];
        pt_open(j, '{');
        pt_key_str(j, "card", c->name);
        pt_key_name(j, "title", &mt_names_card, card);
        show_name(j, "god", c->god < MT_GODS ? mt_god_letters[c->god] : NULL);
        show_name(j, "area", c->area < MT_AREAS ? mt_area_codes[c->area] : NULL);
        pt_key_str(j, "worth", worths[c->worth]);
        pt_key_int(j, "low", c->low);
        pt_key_int(j, "high", c->high);
        pt_close(j, '}');
    }
    pt_close(j, ']');
    show_bytes(j, "tier_points", mt_tier_points, 3);
}

void mt_show_tables(pt_json *out) {
    show_counts(out);
    show_buildings(out);
    show_areas(out);
    show_cards(out);
    show_cubes(out, "demeter_price", mt_demeter_price);
    show_bytes(out, "hades_price", mt_hades_price, 2);
    show_bytes(out, "hades_gain", mt_hades_gain, 2);
    pt_key_int(out, "lifts", MT_UPS_MAIN);
    pt_key_int(out, "bonus_lifts", MT_UPS_BONUS);
    pt_key_int(out, "apollo_lifts", MT_UPS_APOLLO);
    pt_key_int(out, "offerings", MT_PD_OFFERINGS);
    pt_key_int(out, "offerings_or_offer", MT_HN_OFFERINGS);
    pt_key_int(out, "rounds", MT_ROUNDS);
    pt_key_int(out, "full_levels", MT_FULL_LEVELS);
    pt_key_int(out, "fixed_points", MT_FIXED_POINTS);
    pt_key_int(out, "extra_points", MT_EXTRA_POINTS);
}
