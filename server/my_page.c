/* Take my data (my_data.c): what somebody has chosen to show and to hear, what lets them in,
 * and what the club keeps of them. */
/* SPDX-License-Identifier: MIT */
#include "server/feats.h"
#include "server/web.h"
#include "store/club.h"
#include "store/fair.h"
#include "store/passkeys.h"
#include "store/profile.h"

static void put_number(pt_json *j, const char *key, double number) {
    pt_key(j, key);
    j->keyed = false;
    pt_put(j->out, "%.2f", number);
}

/* The public part of a key is for this site alone; its name says which one it is. */
static void put_passkey(void *who, const pt_passkey_row *row) {
    pt_json *j = who;
    pt_open(j, '{');
    pt_key_str(j, "name", row->name);
    pt_key_str(j, "site", row->site);
    pt_key_int(j, "made", row->at);
    pt_key_int(j, "used", row->used);
    pt_close(j, '}');
}

/* Rated games against one person each (docs/fair.md). */
static void put_meeting(void *who, const pt_meeting_row *row) {
    pt_json *j = who;
    pt_open(j, '{');
    pt_key_str(j, "table", row->table);
    pt_key_str(j, "game", row->kind);
    pt_key_int(j, "at", row->at);
    put_number(j, "score", row->score);
    put_number(j, "expected", row->expected);
    put_number(j, "rise", row->rise[0]);
    pt_key_bool(j, "early", row->early[0]);
    pt_close(j, '}');
}

/* What was decided about them, and why: they were told so then. */
static void put_measure(void *who, const pt_measure_row *row) {
    pt_json *j = who;
    pt_open(j, '{');
    pt_key_int(j, "at", row->at);
    pt_key_int(j, "until", row->until);
    pt_key_str(j, "why", row->words);
    pt_close(j, '}');
}

/* Who sees the page, who may come near; the face that they have chosen. */
static bool put_wishes(pt_look *look, const char *person, pt_json *j) {
    pt_page_row page;
    int face = 0;
    bool good = pt_find_page(look, person, &page) != PT_FAILED &&
                pt_find_face(look, pt_face(person), &face) != PT_FAILED;
    pt_key_str(j, "page", seen_names[page.by[PT_PAGE_SEEN]]);
    pt_key_str(j, "invited", seen_names[page.by[PT_PAGE_INVITED]]);
    pt_key_str(j, "written", seen_names[page.by[PT_PAGE_WRITTEN]]);
    pt_key_int(j, "face", face);
    return good;
}

bool my_page_put(pt_look *look, const char *person, pt_json *j) {
    bool good = put_wishes(look, person, j) && feats_put(look, person, true, j);
    pt_key_open(j, "passkeys", '[');
    good &= pt_each_passkey(look, person, put_passkey, j) >= 0;
    pt_close(j, ']');
    pt_key_open(j, "met", '[');
    good &= pt_each_meeting_of(look, person, put_meeting, j) >= 0;
    pt_close(j, ']');
    pt_key_open(j, "measures", '[');
    good &= pt_each_measure_of(look, person, MY_MEASURES, put_measure, j) >= 0;
    pt_close(j, ']');
    return good;
}
