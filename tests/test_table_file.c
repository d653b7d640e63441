/* Files of saved tables (term/table_file.h), and the games in them (term/local_table.h). */
/* SPDX-License-Identifier: MIT */
#include "term/local_table.h"
#include "term/saved_games.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static char folder[64];

static void make_folder(void) {
    strcpy(folder, "/tmp/petteia-file-XXXXXX");
    cr_assert(mkdtemp(folder));
    setenv("XDG_DATA_HOME", folder, 1);
}

static void remove_folder(void) {
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
}

TestSuite(file, .init = make_folder, .fini = remove_folder);
TestSuite(local, .init = make_folder, .fini = remove_folder);

static const char *path_of(const char *name) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void make_three(const char *name) {
    pt_table_file f;
    cr_assert(pt_table_file_make(&f, path_of(name), "t1", NULL));
    pt_table_file_add(&f, "1000 create\tgame");
    pt_table_file_add(&f, "2000 start");
    pt_table_file_add(&f, "3000 move 0 - - x");
    cr_assert(pt_table_file_save(&f, true));
    pt_table_file_close(&f);
}

/* How many lines can be read; -1: damaged. */
static int lines_of(const char *name, char *words, size_t size) {
    pt_table_file f;
    pt_text why = pt_text_on(words, size);
    const char *text;
    int n = 0, more = -1;
    if (pt_table_file_open(&f, path_of(name), &why) == PT_FILE_OPEN)
        while ((more = pt_table_file_next(&f, &text, &why)) > 0) n++;
    pt_table_file_close(&f);
    return more < 0 ? -1 : n;
}

static void write_bytes(const char *name, const char *bytes, size_t n) {
    FILE *out = fopen(path_of(name), "wb");
    cr_assert(out && fwrite(bytes, 1, n, out) == n && fclose(out) == 0);
}

static size_t read_bytes(const char *name, char *bytes, size_t size) {
    FILE *in = fopen(path_of(name), "rb");
    cr_assert(in);
    size_t n = fread(bytes, 1, size - 1, in);
    bytes[n] = 0;
    fclose(in);
    return n;
}

Test(file, what_was_added_is_read_back) {
    pt_table_file f;
    const char *text;
    make_three("a.table");
    cr_assert_eq(pt_table_file_open(&f, path_of("a.table"), NULL), PT_FILE_OPEN);
    cr_assert_str_eq(f.id, "t1");
    cr_assert_eq(pt_table_file_next(&f, &text, NULL), 1);
    cr_assert_str_eq(text, "1000 create\tgame");
    while (pt_table_file_next(&f, &text, NULL) > 0) {
    }
    cr_assert(strcmp(text, "3000 move 0 - - x") == 0 && f.last == 3000);
    pt_table_file_add(&f, "4000 over");
    cr_assert(pt_table_file_save(&f, true));
    pt_table_file_close(&f);
    char words[200];
    cr_assert_eq(lines_of("a.table", words, sizeof words), 4, "%s", words);
}

Test(file, wherever_writing_stopped_the_whole_lines_are_read) {
    char all[1000], words[200];
    make_three("a.table");
    size_t n = read_bytes("a.table", all, sizeof all), head = strcspn(all, "\n") + 1;
    for (size_t k = head; k <= n; k++) {
        int whole = -1;
        for (size_t i = 0; i < k; i++) whole += all[i] == '\n';
        write_bytes("cut.table", all, k);
        cr_assert_eq(lines_of("cut.table", words, sizeof words), whole, "%zu: %s", k, words);
    }
}

Test(file, a_changed_byte_is_noticed_wherever_it_is) {
    char all[1000], words[200];
    make_three("a.table");
    size_t n = read_bytes("a.table", all, sizeof all);
    for (size_t k = 0; k + 1 < n; k++) {
        all[k] ^= 1;
        write_bytes("bad.table", all, n);
        cr_assert_eq(lines_of("bad.table", words, sizeof words), -1, "byte %zu", k);
        cr_assert_gt(strlen(words), 0u);
        all[k] ^= 1;
    }
}

Test(file, a_lost_line_is_noticed) {
    char all[1000], words[200], *second, *third;
    make_three("a.table");
    size_t n = read_bytes("a.table", all, sizeof all);
    second = strchr(strchr(all, '\n') + 1, '\n') + 1;
    third = strchr(second, '\n') + 1;
    size_t rest = (size_t)(all + n - third);
    memmove(second, third, rest);
    write_bytes("bad.table", all, (size_t)(second - all) + rest);
    cr_assert_eq(lines_of("bad.table", words, sizeof words), -1);
}

Test(file, one_has_it_alone_and_a_second_gets_another_name) {
    pt_table_file f, g;
    PT_TEXT(why, 200);
    cr_assert(pt_table_file_make(&f, path_of("a.table"), "t1", NULL));
    cr_assert(pt_table_file_make(&g, path_of("a.table"), "t2", NULL));
    cr_assert(strstr(g.path, "a-2.table"), "%s", g.path);
    pt_table_file_close(&g);
    cr_assert_eq(pt_table_file_open(&g, path_of("a.table"), &why), PT_FILE_IN_USE);
    pt_table_file_close(&g);
    cr_assert_eq(pt_table_file_peek(&g, path_of("a.table"), &why), PT_FILE_IN_USE);
    pt_table_file_close(&g);
    cr_assert_eq(pt_table_file_open(&g, path_of("none.table"), &why), PT_FILE_MISSING);
    pt_table_file_close(&g);
    cr_assert_eq(pt_table_file_open(&g, folder, &why), PT_FILE_UNREADABLE);
    pt_table_file_close(&g);
    pt_table_file_close(&f);
}

/* --- games --- */

static pt_local_table *new_game(const char *name, int seats) {
    PT_TEXT(why, 200);
    pt_term_wish w = {.game = pt_game_named(name), .seeded = true, .seed = 5};
    w.config = pt_config_normal(w.game, seats);
    for (int i = 1; i < seats; i++) w.bot[i].kind = &pt_bot_random;
    pt_local_table *l = pt_local_new(&w, NULL, &why);
    cr_assert(l, "%s", why.at);
    cr_assert_str_eq(pt_local_trouble(l), "");
    return l;
}

/* The first legal move of whoever is asked; bots move when they have thought. */
static void play_on(pt_local_table *l, int moves) {
    static pt_move list[4096];
    for (int tries = 0; moves > 0 && !pt_local_over(l); tries++) {
        int seat = pt_local_asked(l);
        cr_assert_lt(tries, 200000);
        if (seat < 0) {
            pt_local_go_on(l, 0);
            nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
            continue;
        }
        int n = pt_local_table_of(l)->game->legal(pt_local_state(l), seat, list);
        cr_assert(pt_local_play(l, seat, list[moves % n], NULL));
        moves--;
    }
}

Test(local, every_game_goes_on_exactly_where_it_was_left, .timeout = 120) {
    for (int g = 0; pt_games[g]; g++) {
        char path[PT_PATH];
        pt_local_table *l = new_game(pt_games[g]->name, pt_games[g]->min_seats);
        play_on(l, 10);
        cr_assert(pt_local_undo(l, NULL), "%s", pt_games[g]->name);
        play_on(l, 3);
        const pt_table_core was = pt_local_table_of(l)->core;
        strcpy(path, pt_local_path(l));
        pt_local_free(l);
        PT_TEXT(why, 300);
        l = pt_local_resume(path, &why);
        cr_assert(l, "%s: %s", pt_games[g]->name, why.at);
        cr_assert_eq(memcmp(&pt_local_table_of(l)->core, &was, sizeof was), 0, "%s",
                     pt_games[g]->name);
        for (int ply = 0; ply < pt_local_length(l); ply++) cr_assert(pt_local_state_at(l, ply));
        pt_local_free(l);
    }
}

Test(local, a_game_that_is_over_is_not_offered_again, .timeout = 120) {
    pt_saved_game saved;
    const pt_game *myriath = pt_game_named("myriath");
    pt_local_table *l = new_game("myriath", 2);
    play_on(l, 2);
    cr_assert_not(pt_saved_latest(NULL, &saved, NULL), "it is being played");
    pt_local_free(l);
    cr_assert(pt_saved_latest(myriath, &saved, NULL));
    cr_assert(saved.game == myriath && saved.moves >= 2);
    cr_assert_not(pt_saved_latest(pt_game_named("mykerinos"), &saved, NULL));
    cr_assert((l = pt_local_resume(saved.path, NULL)));
    play_on(l, 1000);
    cr_assert(pt_local_over(l));
    pt_local_table *next = pt_local_rematch(l, NULL);
    cr_assert(next && pt_local_is_human(next, 1) && !pt_local_is_human(next, 0));
    cr_assert_null(pt_local_rematch(l, NULL), "once");
    pt_local_free(l);
    pt_local_free(next);
    char first[PT_PATH];
    strcpy(first, saved.path);
    cr_assert(pt_saved_latest(NULL, &saved, NULL) && strcmp(saved.path, first) != 0);
}

Test(local, without_a_folder_one_plays_and_is_told) {
    PT_TEXT(why, 200);
    setenv("XDG_DATA_HOME", "/dev/null", 1);
    pt_term_wish w = {.game = pt_game_named("mykerinos")};
    w.config = pt_config_normal(w.game, 2);
    pt_local_table *l = pt_local_new(&w, NULL, &why);
    cr_assert(l && pt_local_trouble(l)[0]);
    play_on(l, 3);
    cr_assert(pt_local_length(l) > 3 && pt_local_trouble(l)[0]);
    pt_local_free(l);
}
