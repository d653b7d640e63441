/* What every seat is shown along the golden games: views, questions, legal moves, points and
 * their reasons, positions, and why moves are refused. games/NAME/golden/views.sha256 holds the
 * SHA-256 of it all, a line for each record. Sentences count by their keys and arguments, so
 * that better words change nothing here.
 *
 *   PETTEIA_VIEWS=write build/tests/test_views -j1     after a change that was meant
 *   PETTEIA_VIEWS=print build/tests/test_views -j1     to compare two versions with diff */
/* SPDX-License-Identifier: MIT */
#include "core/game_json.h"
#include "core/position.h"
#include "core/record.h"
#include "core/sha256.h"
#include "tests/by_key.h"
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORDS = 200, RECORD_BYTES = 1 << 20, STEP_BYTES = 1 << 20, OLD = 48, ANY = 24 };

typedef struct record_case {
    char folder[96], name[64]; /* games/myst/golden, alt-78.play */
} record_case;

/* Everything that a record shows goes through here. */
typedef struct looker {
    pt_replay r;
    pt_sha256 sum;
    pt_text out;
    pt_rng rng;
    pt_move list[1 << 16], remembered[OLD];
    pt_line lines[4096];
    uint64_t view[PT_STATE_MAX / 8];
} looker;

/* --- what is shown --- */

static void show(looker *l, int viewer) {
    const pt_game *g = l->r.head.game;
    pt_observe(g, l->r.state, viewer, l->view);
    pt_json j = pt_json_on(&l->out);
    pt_put(&l->out, "%d sees ", viewer);
    pt_tell_view(&j, g, l->view, viewer);
    pt_puts(&l->out, "\nis asked ");
    g->ask(l->view, viewer, &l->out);
    pt_puts(&l->out, "\nposition\n");
    pt_print_position(g, l->view, &l->out);
}

static void show_points(looker *l, int seat) {
    const pt_game *g = l->r.head.game;
    uint8_t place[PT_SEATS] = {0};
    int32_t points[PT_SEATS] = {0};
    g->score(l->r.state, points);
    g->rank(l->r.state, place);
    pt_put(&l->out, "%d has %d, place %d:", seat, (int)points[seat], place[seat]);
    int n = g->explain(l->r.state, seat, l->lines);
    for (int i = 0; i < n; i++) {
        pt_put(&l->out, " %s %d ", l->lines[i].rule, (int)l->lines[i].points);
        pt_say_line(&l->lines[i], &l->out);
    }
    pt_puts(&l->out, "\n");
}

static void try_move(looker *l, int seat, pt_move m) {
    const pt_game *g = l->r.head.game;
    PT_TEXT(why, 1024);
    if (!m || !pt_well_formed(g->verbs, m) ||
        pt_check_seen(g, l->r.state, seat, m, &why) == PT_OK)
        return;
    pt_put(&l->out, "%d may not ", seat);
    pt_write_move(g, seat, m, &l->out);
    pt_put(&l->out, ": %s\n", why.at);
}

/* Moves that were legal a while ago, and any others. */
static void show_refusals(looker *l, int seat) {
    pt_space space = pt_move_space(l->r.head.game->verbs);
    for (int i = 0; i < OLD; i++) try_move(l, seat, l->remembered[i]);
    for (int i = 0; i < ANY; i++)
        try_move(l, seat, pt_move_at(&space, pt_below(&l->rng, pt_space_size(&space))));
}

static void show_moves(looker *l, int seat) {
    const pt_game *g = l->r.head.game;
    int n = g->legal(l->r.state, seat, l->list);
    for (int i = 0; i < n; i++) {
        pt_put(&l->out, "%d may %08x ", seat, (unsigned)l->list[i]);
        pt_write_move(g, seat, l->list[i], &l->out);
        if (g->note) g->note(l->view, seat, l->list[i], &l->out);
        pt_puts(&l->out, "\n");
    }
    show_refusals(l, seat);
    for (int i = 0; i < n && i < 4; i++)
        l->remembered[pt_below(&l->rng, OLD)] = l->list[pt_below(&l->rng, (uint32_t)n)];
}

static void flush(looker *l) {
    cr_assert(!l->out.cut, "what one move shows does not fit");
    pt_sha256_add(&l->sum, l->out.at, l->out.used);
    const char *asked = getenv("PETTEIA_VIEWS");
    if (asked && strcmp(asked, "print") == 0) puts(l->out.at);
    pt_clear(&l->out);
}

/* A viewer in turn, and whoever has to move. */
static void show_all(looker *l) {
    const pt_head *h = pt_head_of(l->r.state);
    int next = l->r.moves % (h->seats + 1) - 1, mover = pt_mover(l->r.state);
    static_assert(PT_PUBLIC == -1, "the first viewer is a spectator");
    pt_print_position(l->r.head.game, l->r.state, &l->out);
    show(l, next);
    if (next >= 0) show_points(l, next);
    if (mover >= 0 && mover != next) show(l, mover);
    if (mover >= 0) show_moves(l, mover);
    if (next >= 0 && next != mover) show_refusals(l, next);
    flush(l);
}

static void look_through(looker *l, const char *text, uint8_t digest[PT_SHA256]) {
    PT_TEXT(why, 512);
    bool more = true;
    l->sum = pt_sha256_begin();
    l->rng = (pt_rng){1};
    cr_assert_eq(pt_replay_begin(&l->r, text, &why), PT_OK, "%s", why.at);
    show_all(l);
    while (pt_replay_next(&l->r, &more, &why) == PT_OK && more) {
        pt_replay_play(&l->r);
        show_all(l);
    }
    cr_assert_eq(why.used, 0, "%s", why.at);
    pt_sha256_end(&l->sum, digest);
}

/* --- the records --- */

static char *read_file(const char *path) {
    static char text[RECORD_BYTES];
    FILE *file = fopen(path, "r");
    size_t n = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file) fclose(file);
    text[n] = 0;
    return text;
}

static bool is_wanted(const char *path) {
    const char *asked = getenv("PETTEIA_INVARIANTS_GAME"); /* of this game alone */
    PT_TEXT(folder, 96);
    pt_put(&folder, "games/%s/", asked ? asked : "");
    return !asked || strstr(path, folder.at);
}

/* Run from the root of the tree. */
ParameterizedTestParameters(views, are_those_of_the_golden_games) {
    static record_case cases[RECORDS];
    size_t n = 0;
    glob_t found = {0};
    glob("games/*/golden/*.play", 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc && n < RECORDS; i++) {
        const char *path = found.gl_pathv[i], *slash = strrchr(path, '/');
        if (!is_wanted(path)) continue;
        snprintf(cases[n].folder, sizeof cases[n].folder, "%.*s", (int)(slash - path), path);
        snprintf(cases[n++].name, sizeof cases[n].name, "%s", slash + 1);
    }
    globfree(&found);
    return cr_make_param_array(record_case, cases, n);
}

static void expect_line(const char *folder, const char *name, const uint8_t digest[PT_SHA256]);

/* The printed components, as pages get them. */
Test(views, tables_are_those_of_the_golden_games) {
    static char room[STEP_BYTES];
    for (int i = 0; pt_games[i]; i++) {
        char folder[96], path[128];
        uint8_t digest[PT_SHA256];
        pt_text out = pt_text_on(room, sizeof room);
        pt_json j = pt_json_on(&out);
        snprintf(folder, sizeof folder, "games/%s/golden", pt_games[i]->name);
        snprintf(path, sizeof path, "%s/", folder);
        if (!is_wanted(path) || !pt_games[i]->tables) continue;
        pt_open(&j, '{');
        pt_games[i]->tables(&j);
        pt_close(&j, '}');
        cr_assert(!out.cut);
        pt_sha256_of(out.at, out.used, digest);
        expect_line(folder, "tables", digest);
    }
}

static void keep(const char *path, const char *line) {
    FILE *file = fopen(path, "a");
    cr_assert(file);
    fputs(line, file);
    fclose(file);
}

static void expect_line(const char *folder, const char *name, const uint8_t digest[PT_SHA256]) {
    char path[256], line[256], hex[2 * PT_SHA256 + 1];
    for (int i = 0; i < PT_SHA256; i++) snprintf(hex + 2 * i, 3, "%02x", digest[i]);
    snprintf(line, sizeof line, "%s  %s\n", hex, name);
    snprintf(path, sizeof path, "%s/views.sha256", folder);
    const char *asked = getenv("PETTEIA_VIEWS"), *kept = read_file(path);
    if (asked && strcmp(asked, "write") == 0 && !strstr(kept, line)) keep(path, line);
    cr_assert(asked || strstr(kept, line),
              "%s of %s shows something else than views.sha256 says; PETTEIA_VIEWS=print "
              "prints it all",
              name, folder);
}

ParameterizedTest(record_case *c, views, are_those_of_the_golden_games) {
    static looker l;
    static char room[STEP_BYTES];
    char path[256];
    uint8_t digest[PT_SHA256];
    l.out = pt_text_on(room, sizeof room);
    snprintf(path, sizeof path, "%s/%s", c->folder, c->name);
    look_through(&l, read_file(path), digest);
    expect_line(c->folder, c->name, digest);
}
