/* Where games are saved; see saved_games.h. */
/* SPDX-License-Identifier: MIT */
#include "term/saved_games.h"
#include "table/log.h"
#include "term/words.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

static const char ending[] = ".table";

/* --- the folder --- */

static bool find_folder(pt_text *out, pt_text *why) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && data[0] == '/')
        pt_put(out, "%s/petteia", data);
    else if (home && home[0] == '/')
        pt_put(out, "%s/.local/share/petteia", home);
    else
        pt_say(why, term_say_no_home());
    if (out->cut) pt_say(why, term_say_folder_long());
    return out->used && !out->cut;
}

/* Makes every folder on the way, readable by the owner only, as the XDG standard asks. */
static bool make_folder(char *path) {
    for (char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash) *slash = 0;
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        if (slash) *slash = '/';
        if (!made || !slash) return made;
    }
}

bool pt_saved_path(const pt_game *game, time_t now, pt_text *path, pt_text *why) {
    struct tm local;
    char date[32] = "";
    if (!find_folder(path, why)) return false;
    if (!make_folder(path->at)) {
        pt_put(why, "cannot create %s: %s", path->at, strerror(errno));
        return false;
    }
    if (localtime_r(&now, &local)) strftime(date, sizeof date, "%Y-%m-%d-%H%M%S", &local);
    pt_put(path, "/%s-%s%s", game->name, date, ending);
    return !path->cut;
}

/* --- the latest --- */

const char pt_alive[] = " alive";

bool pt_is_alive_line(const char *line) {
    size_t n = strspn(line, "0123456789");
    return n > 0 && strcmp(line + n, pt_alive) == 0;
}

/* Reads the table of a file; false if no game goes on there. */
static bool look_at(pt_saved_game *s) {
    pt_table_file f;
    const char *line;
    pt_table *t = calloc(1, sizeof *t);
    int more = t && pt_table_file_peek(&f, s->path, NULL) == PT_FILE_OPEN ? 1 : -1;
    if (!t) return false;
    if (more > 0) pt_table_init(t, f.id, NULL);
    while (more > 0 && (more = pt_table_file_next(&f, &line, NULL)) > 0)
        if (!pt_is_alive_line(line) && !pt_log_line(t, line, NULL)) more = -1;
    bool goes_on = more == 0 && t->core.phase == PT_TABLE_PLAYING;
    s->game = t->game;
    s->since = (time_t)(t->core.created / 1000);
    for (uint32_t i = 0; i < t->core.steps; i++) s->moves += t->step[i].seat >= 0;
    pt_table_file_close(&f);
    pt_table_done(t);
    free(t);
    return goes_on;
}

/* Games that were played last come first. */
static int by_time(const void *a, const void *b) {
    const pt_saved_game *x = a, *y = b;
    return (x->played < y->played) - (x->played > y->played);
}

static bool ends_well(const char *name) {
    size_t n = strlen(name), k = strlen(ending);
    return n > k && strcmp(name + n - k, ending) == 0;
}

/* All files of the folder; to be freed. */
static pt_saved_game *list_files(DIR *folder, const char *path, int *count) {
    pt_saved_game *list = NULL;
    int room = 0;
    for (struct dirent *d = readdir(folder); d; d = readdir(folder)) {
        struct stat about;
        if (!ends_well(d->d_name)) continue;
        if (*count == room) {
            room = room ? 2 * room : 16;
            pt_saved_game *more = realloc(list, (size_t)room * sizeof *more);
            if (!more) break;
            list = more;
        }
        list[*count] = (pt_saved_game){0};
        pt_text name = pt_text_on(list[*count].path, PT_PATH);
        pt_put(&name, "%s/%s", path, d->d_name);
        if (stat(name.at, &about)) continue;
        list[(*count)++].played = about.st_mtime;
    }
    return list;
}

bool pt_saved_latest(const pt_game *game, pt_saved_game *out, pt_text *why) {
    PT_TEXT(path, PT_PATH);
    int count = 0;
    bool found = false;
    if (!find_folder(&path, why)) return false;
    DIR *folder = opendir(path.at);
    if (!folder && errno != ENOENT) pt_put(why, "cannot open %s: %s", path.at, strerror(errno));
    if (!folder) return false;
    pt_saved_game *list = list_files(folder, path.at, &count);
    closedir(folder);
    if (count) qsort(list, (size_t)count, sizeof *list, by_time);
    for (int i = 0; i < count && !found; i++) {
        found = look_at(&list[i]) && (!game || list[i].game == game);
        if (found) *out = list[i];
    }
    free(list);
    return found;
}
