/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath */
#include "server/outside_bots.h"
#include "bots/outside/outside.h"
#include "server/log.h"
#include "server/words.h"
#include <ctype.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BOTS = 32, LINE = 1024, NAME = 16, REST_US = 30000000 };
static const char prefix[] = "run:", files_mark[] = "files=";

typedef struct one {
    char name[NAME];
    uint32_t games; /* a set of numbers in pt_games */
    char text[LINE];
    char files[LINE];       /* what it may read besides, a line each */
    _Atomic uint64_t rests; /* no program of it is started before, on any thread */
} one;

struct outside_bots {
    int count;
    char *hidden;
    one bot[BOTS];
};

/* --- the file: NAME GAMES [SETTINGS] COMMAND, blanks between them --- */

static bool no(pt_text *why, pt_said said) {
    pt_say(why, said);
    return false;
}

/* Pages show a name as it is, so it begins with a capital letter. */
static bool is_name(const char *word) {
    size_t n = strlen(word);
    for (const char *c = word; *c; c++)
        if (!isalnum((unsigned char)*c)) return false;
    return n > 1 && n < NAME && isupper((unsigned char)word[0]);
}

static bool take_games(one *b, char *list, pt_text *why) {
    char *rest = NULL;
    for (char *word = strtok_r(list, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        uint32_t named = 0;
        for (int i = 0; pt_games[i]; i++)
            if (strcmp(word, "all") == 0 || strcmp(word, pt_games[i]->name) == 0)
                named |= (uint32_t)1 << i;
        if (!named) return no(why, sv_say_outside_game(word));
        b->games |= named;
    }
    return b->games != 0 || no(why, sv_say_outside_line());
}

static bool is_settings(const char *word) {
    return strncmp(word, "time=", 5) == 0 || strncmp(word, "memory=", 7) == 0 ||
           strncmp(word, files_mark, sizeof files_mark - 1) == 0;
}

/* Takes the settings that name files out of the others. */
static bool take_files(one *b, char *settings, pt_text *why) {
    pt_text files = pt_text_on(b->files, sizeof b->files);
    char *rest = NULL, *to = settings;
    for (char *word = strtok_r(settings, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        size_t mark = sizeof files_mark - 1, n = strlen(word);
        if (strncmp(word, files_mark, mark) == 0) {
            if (word[mark] != '/' || access(word + mark, F_OK))
                return no(why, sv_say_outside_files(word + mark));
            pt_put(&files, "%s\n", word + mark);
            continue;
        }
        if (to != settings) *to++ = ',';
        memmove(to, word, n);
        to += n;
    }
    *to = 0;
    return true;
}

static char *next_word(char **at) {
    char *word = *at + strspn(*at, " \t"), *end = word + strcspn(word, " \t");
    *at = *end ? end + 1 : end;
    *end = 0;
    return word;
}

static bool take_line(outside_bots *all, char *line, pt_text *why) {
    one *b = &all->bot[all->count];
    char *name = next_word(&line), *games = next_word(&line), none[] = "", *settings = none;
    line += strspn(line, " \t");
    if (is_settings(line)) settings = next_word(&line);
    line += strspn(line, " \t");
    if (!*line) return no(why, sv_say_outside_line());
    if (!is_name(name)) return no(why, sv_say_outside_name(name));
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->bot[i].name, name) == 0) return no(why, sv_say_outside_twice(name));
    memcpy(b->name, name, strlen(name) + 1);
    if (!take_games(b, games, why)) return false;
    if (!take_files(b, settings, why)) return false;
    if (*settings && !pt_outside_settings(settings, pt_games[0], why)) return false;
    snprintf(b->text, sizeof b->text, "run:%s%s%s", settings, *settings ? ":" : "", line);
    all->count++;
    return true;
}

static bool read_lines(outside_bots *all, FILE *file, pt_text *why) {
    char line[LINE];
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        PT_TEXT(fault, 300);
        /* What comes after the room, or after a zero, would be lost or be another line. */
        if (!line[strcspn(line, "\n")] && !feof(file)) {
            pt_put(why, "%d: ", number);
            return no(why, sv_say_outside_long(LINE - 2));
        }
        line[strcspn(line, "\r\n")] = 0;
        if (!line[strspn(line, " \t")] || line[strspn(line, " \t")] == '#') continue;
        if (all->count == BOTS) return no(why, sv_say_outside_many(BOTS));
        if (take_line(all, line, &fault)) continue;
        pt_put(why, "%d: %s", number, fault.at);
        return false;
    }
    return !ferror(file) || no(why, sv_say_outside_unread(strerror(errno)));
}

outside_bots *outside_bots_open(const char *path, const char *data, pt_text *why) {
    PT_TEXT(fault, 400);
    outside_bots *all = calloc(1, sizeof *all);
    FILE *file = all ? fopen(path, "r") : NULL;
    bool good = file && read_lines(all, file, &fault);
    if (all && !file) pt_say(&fault, sv_say_outside_unread(strerror(errno)));
    if (file) fclose(file);
    if (good && all->count && !pt_outside_confined())
        good = no(&fault, sv_say_outside_sandbox());
    if (good && !(all->hidden = realpath(data, NULL)))
        good = no(&fault, sv_say_outside_unread(strerror(errno)));
    if (good) return all;
    pt_put(why, "%s: %s", path, fault.at);
    outside_bots_close(all);
    return NULL;
}

void outside_bots_close(outside_bots *all) {
    if (all) free(all->hidden);
    free(all);
}

/* --- who there is --- */

bool outside_bot_level(const char *level) {
    return strncmp(level, prefix, sizeof prefix - 1) == 0 && is_name(level + sizeof prefix - 1);
}

static bool plays(const one *b, const pt_game *g) {
    for (int i = 0; pt_games[i]; i++)
        if (pt_games[i] == g) return b->games >> i & 1;
    return false;
}

int outside_bot_find(const outside_bots *all, const char *level, const pt_game *g) {
    for (int i = 0; all && outside_bot_level(level) && i < all->count; i++)
        if (strcmp(all->bot[i].name, level + sizeof prefix - 1) == 0)
            return plays(&all->bot[i], g) ? i : -1;
    return -1;
}

int outside_bots_count(const outside_bots *all) { return all ? all->count : 0; }

bool outside_bot_at(const outside_bots *all, int i, const pt_game *g, pt_text *level) {
    if (i >= outside_bots_count(all) || !plays(&all->bot[i], g)) return false;
    pt_put(level, "%s%s", prefix, all->bot[i].name);
    return true;
}

const char *outside_bot_short(const char *level) {
    return outside_bot_level(level) ? level + sizeof prefix - 1 : level;
}

void outside_bot_long(const char *word, size_t n, pt_text *level) {
    if (n && isupper((unsigned char)*word)) pt_puts(level, prefix);
    pt_putn(level, word, n);
}

const char *outside_bot_name(const outside_bots *all, int which) {
    return all->bot[which].name;
}

void outside_bots_tell(pt_json *j, const outside_bots *all) {
    for (int i = 0; all && i < all->count; i++) {
        const one *b = &all->bot[i];
        PT_TEXT(level, PT_ID);
        PT_TEXT_IN(words, 200, j->out->language);
        pt_put(&level, "%s%s", prefix, b->name);
        pt_say(&words, sv_say_outside_about(b->name));
        pt_open(j, '{');
        pt_key_str(j, "level", level.at);
        pt_key_str(j, "words", words.at);
        pt_key_int(j, "pace", PT_USUAL_PACE);
        pt_key_open(j, "games", '[');
        for (int g = 0; pt_games[g]; g++)
            if (plays(b, pt_games[g])) pt_json_str(j, pt_games[g]->name);
        pt_close(j, ']');
        pt_close(j, '}');
    }
}

/* --- playing --- */

void outside_player_close(outside_player *p) {
    pt_bot_free(p->bot);
    p->bot = NULL;
}

static pt_bot *bot_of(outside_bots *all, outside_player *p, const outside_task *t,
                      pt_text *fault) {
    if (p->bot && (p->which != t->which || p->bot->game != t->game)) outside_player_close(p);
    if (p->bot) return p->bot;
    p->table[0] = 0;
    p->bot = pt_hidden_bot_made(all->bot[t->which].text, t->game, all->hidden,
                                all->bot[t->which].files, fault);
    return p->bot;
}

/* What it complains of stands in the log: one line a move, with its name before it, so that it
 * neither fills the log nor writes lines that look like ours. */
static void log_words(const outside_bots *all, outside_player *p, const outside_task *t) {
    PT_TEXT(words, 300);
    pt_outside_words(p->bot, &words);
    if (!words.used) return;
    log_line("bot-said", "name", "%s table=%s words=\"%s\"", all->bot[t->which].name, t->table,
             words.at);
}

/* It fails at one table at a time: a fresh program gets the next move, after a rest. Whoever
 * plays in between does not end the rest. */
static pt_move failed(outside_bots *all, outside_player *p, int which) {
    outside_player_close(p);
    atomic_store(&all->bot[which].rests, pt_micros(false) + REST_US);
    return 0;
}

pt_move outside_bot_pick(outside_bots *all, outside_player *p, const outside_task *t,
                         const void *view, pt_rng *rng, pt_text *fault) {
    bool runs = p->bot && p->which == t->which && p->bot->game == t->game;
    if (!runs && pt_micros(false) < atomic_load(&all->bot[t->which].rests)) return 0;
    pt_bot *bot = bot_of(all, p, t, fault);
    if (!bot) return failed(all, p, t->which);
    p->which = t->which;
    if (strcmp(p->table, t->table) != 0 || p->seat != t->seat) {
        bot->kind->begin(bot, t->config, t->seat);
        memcpy(p->table, t->table, strlen(t->table) + 1);
        p->seat = t->seat;
    }
    pt_move m = pt_bot_pick(bot, view, t->seat, rng);
    log_words(all, p, t);
    if (m) return m;
    pt_puts(fault, pt_bot_fault(bot));
    return failed(all, p, t->which);
}
