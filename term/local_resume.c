/* Continuing a game: from the file of its table, or from a record. */
/* SPDX-License-Identifier: MIT */
#include "core/measures.h"
#include "table/log.h"
#include "term/local_inside.h"
#include "term/saved_games.h"
#include "term/words.h"
#include <stdlib.h>
#include <string.h>

/* --- the file of a table --- */

/* Folds every line. Returns false, with words, at the first that cannot be an event of the
 * table. */
static bool read_lines(pt_local_table *l, pt_text *why) {
    pt_table_file *f = &l->file;
    const char *line;
    int more;
    PT_TEXT_IN(reason, 200, local_language(why));
    while ((more = pt_table_file_next(f, &line, why)) > 0) {
        if (pt_is_alive_line(line) || pt_log_line(&l->table, line, &reason)) continue;
        pt_put(why, "%s:%d: %s", f->path, f->line, reason.at);
        return false;
    }
    return more == 0;
}

/* False, with words, for a table that can be read but not continued here. */
static bool can_go_on(const pt_local_table *l, pt_text *why) {
    const pt_table_core *c = &l->table.core;
    if (!l->table.game || c->access != PT_ACCESS_LOCAL) {
        pt_say(why, term_say_not_local(l->file.path));
        return false;
    }
    for (int i = 0; i < c->seats; i++) {
        if (c->seat[i].kind != PT_SEAT_BOT ||
            pt_bot_chosen(c->seat[i].level, l->table.game).kind)
            continue;
        pt_say(why, term_say_no_bot(l->file.path, c->seat[i].level));
        return false;
    }
    return true;
}

/* Gives back the time while nobody was there, and draws what luck still has to decide. */
static bool come_back(pt_local_table *l, pt_text *why) {
    int64_t last = l->file.last;
    local_start_time(l, last);
    if (!local_keep_states(l)) return pt_say(why, term_say_no_memory()), false;
    if (l->table.core.phase == PT_TABLE_OVER) return true;
    if (l->table.core.phase == PT_TABLE_OPEN) { /* it was stopped while it was being made */
        const pt_request start = local_request(l, PT_ASK_START, -1);
        return local_ask(l, &start, why);
    }
    pt_request credit = local_request(l, PT_ASK_CREDIT, -1);
    credit.at = pt_table_absence(&l->table, last, local_now(l));
    if (credit.at > 0) local_ask(l, &credit, NULL);
    const pt_request look = local_request(l, PT_ASK_LOOK, -1);
    return local_ask(l, &look, why);
}

/* --- a record --- */

/* A seat of a record belongs to a person, unless its name is a bot's in any language, with its
 * level and character: "Olyn (casual bot)", "Olyn (robot, casual raider)"; in older records
 * "casual (bot)". */
static pt_bot_choice bot_called(const char *name, const pt_game *g) {
    pt_bot_choice bot = {0};
    const char *last = strchr(name, '(') ? name + strlen(name) - 1 : name;
    if (*last != ')') return bot;
    while (*name && !bot.kind) {
        char word[PT_ID] = "";
        size_t n = strcspn(name, " (,)");
        if (n < sizeof word) memcpy(word, name, n);
        bot.kind = pt_bot_named(word);
        name += n + strspn(name + n, " (,)");
    }
    if (pt_bot_has_styles(bot.kind)) bot.style = pt_style_named(g, name, strcspn(name, " (,)"));
    return bot;
}

static pt_local_table *go_on_from_record(const char *path, const char *text, pt_text *why) {
    pt_record_head *head = calloc(1, sizeof *head);
    pt_local_table *l = NULL;
    int line = 0;
    PT_TEXT_IN(reason, 300, local_language(why));
    if (!head) return pt_say(why, term_say_no_memory()), NULL;
    if (pt_read_head(text, head, &line, &reason)) {
        pt_say(why, term_say_neither(path, line, reason.at));
    } else {
        pt_term_wish w = {
            .game = head->game, .config = head->config, .language = local_language(why)};
        for (int i = 0; i < w.config.seats; i++) w.bot[i] = bot_called(head->player[i], w.game);
        l = pt_local_new(&w, text, &reason);
        if (!l) pt_put(why, "%s: %s", path, reason.at);
    }
    free(head);
    return l;
}

pt_local_table *pt_local_resume(const char *path, pt_text *why) {
    pt_local_table *l = local_empty(why), *other = NULL;
    PT_TEXT_IN(reason, 300, local_language(why));
    if (!l) return NULL;
    pt_file_answer answer = pt_table_file_open(&l->file, path, &reason);
    if (answer == PT_FILE_FOREIGN)
        other = go_on_from_record(path, l->file.text, why);
    else if (answer != PT_FILE_OPEN)
        pt_puts(why, reason.at);
    pt_table_init(&l->table, l->file.id, &local_bots);
    if (answer == PT_FILE_OPEN && read_lines(l, why) && can_go_on(l, why) && come_back(l, why))
        return l;
    pt_local_free(l);
    return other;
}
