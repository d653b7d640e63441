/* SPDX-License-Identifier: MIT */
#include "bots/outside/outside.h"
#include "bots/outside/process.h"
#include "bots/words.h"
#include "core/game_json.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    START_MS = 10000,  /* until a program has told its name */
    MESSAGE = 1 << 20, /* bytes of the longest line to it: a view and a list of moves */
    FAULT = 200,
    MIB_LEAST = 16,
    MIB_MOST = 1 << 20,
};

typedef struct outside {
    process program;
    char *command, *message;
    const char *hidden, *files; /* the caller's */
    pt_move *list;
    long megabytes;
    bool confined;
    pt_config config;
    char fault[FAULT];
} outside;

static outside *of(pt_bot *bot) { return (outside *)(void *)bot->memory; }

/* --- what is said to the program --- */

static pt_json begin_message(outside *o, pt_text *text, const char *word) {
    *text = pt_text_on(o->message, MESSAGE);
    pt_put(text, "%s ", word);
    return pt_json_on(text);
}

/* Ends the line and sends it. */
static process_end send_message(outside *o, pt_text *text, uint64_t until) {
    pt_putc(text, '\n');
    assert(!text->cut);
    return process_say(&o->program, o->message, text->used, until);
}

static uint64_t in_ms(uint64_t ms) { return pt_micros(false) + ms * 1000; }

static void put_options(pt_json *j, const pt_game *g, const pt_config *c) {
    pt_key_open(j, "options", '{');
    for (int i = 0; i < g->option_count; i++) {
        const pt_option *o = &g->options[i];
        if (o->values)
            pt_key_str(j, o->name, o->values[c->option[i] - o->min]);
        else
            pt_key_int(j, o->name, c->option[i]);
    }
    pt_close(j, '}');
}

static void put_list(pt_json *j, const pt_bot *bot, const pt_move *list, int n) {
    pt_key_open(j, "legal", '[');
    for (int i = 0; i < n; i++) {
        PT_TEXT(move, 160);
        pt_print_move(bot->game->verbs, list[i], &move);
        pt_json_str(j, move.at);
    }
    pt_close(j, ']');
}

/* --- what goes wrong --- */

static void blame(outside *o, pt_said said) {
    PT_TEXT(words, FAULT);
    pt_say(&words, said);
    memcpy(o->fault, words.at, words.used + 1);
}

static void blame_end(outside *o, process_end end, uint32_t ms) {
    int code = process_stop(&o->program);
    if (o->program.watch.over)
        blame(o, bots_say_outside_memory((int32_t)o->megabytes));
    else if (end == PROCESS_LATE)
        blame(o, bots_say_outside_late((int32_t)ms));
    else if (end == PROCESS_TOO_LONG)
        blame(o, bots_say_outside_long(PROCESS_LINE));
    else if (code < 0)
        blame(o, bots_say_outside_signal(-code));
    else
        blame(o, bots_say_outside_ended(code));
}

/* What it answered, in signs of ASCII alone: whoever reads it in a terminal must not be told
 * what to do, and bytes that are no text would spoil JSON. */
static const char *readable(outside *o) {
    process *p = &o->program;
    for (size_t i = 0; i < p->held; i++)
        if (p->answer[i] < ' ' || p->answer[i] > '~') p->answer[i] = '?';
    return p->answer;
}

/* --- the life of a program --- */

/* The next line that is not just information for people; whoever has only such is late. */
static process_end hear(outside *o, uint64_t until) {
    for (;;) {
        process_end end = process_hear(&o->program, until);
        if (end != PROCESS_ANSWERED || strncmp(o->program.answer, "info", 4) != 0) return end;
        if (pt_micros(false) >= until) return PROCESS_LATE;
    }
}

static bool start(outside *o) {
    static const char hello[] = "petteia 1\n";
    uint64_t until = in_ms(START_MS + PT_OUTSIDE_GRACE_MS);
    const process_wish wish = {.command = o->command,
                               .hidden = o->hidden,
                               .files = o->files,
                               .megabytes = (int)o->megabytes,
                               .confined = o->confined,
                               .listens = o->hidden != NULL};
    if (!process_start(&o->program, &wish)) {
        blame(o, bots_say_outside_no_process());
        return false;
    }
    process_end end = process_say(&o->program, hello, sizeof hello - 1, until);
    if (end == PROCESS_ANSWERED) end = hear(o, until);
    if (end != PROCESS_ANSWERED) {
        blame_end(o, end, START_MS);
        return false;
    }
    if (strncmp(o->program.answer, "bot ", 4) == 0) return true;
    blame(o, bots_say_outside_no_name(readable(o)));
    process_stop(&o->program);
    return false;
}

static void open_outside(pt_bot *bot) { of(bot)->program.line = of(bot)->program.errors = -1; }

static void close_outside(pt_bot *bot) {
    outside *o = of(bot);
    process_say(&o->program, "quit\n", 5, in_ms(0));
    process_stop(&o->program);
    free(o->command);
    free(o->message);
    free(o->list);
}

/* A program that failed in the last game gets a new start in this one. */
static void begin(pt_bot *bot, const pt_config *config, int seat) {
    outside *o = of(bot);
    pt_text text;
    o->config = *config;
    o->fault[0] = 0;
    if (o->program.line < 0 && !start(o)) return;
    pt_json j = begin_message(o, &text, "game");
    pt_open(&j, '{');
    pt_key_str(&j, "game", bot->game->name);
    pt_key_int(&j, "players", config->seats);
    pt_key_int(&j, "seat", seat);
    put_options(&j, bot->game, config);
    pt_close(&j, '}');
    send_message(o, &text, in_ms(PT_OUTSIDE_GRACE_MS));
}

static void saw(pt_bot *bot, const void *before, int seat, pt_move m, int viewer) {
    outside *o = of(bot);
    const pt_game *g = bot->game;
    pt_sight sight = g->sight ? g->sight(before, seat, m, viewer) : PT_SEEN;
    if (sight == PT_UNSEEN || o->program.line < 0) return;
    pt_text text;
    pt_json j = begin_message(o, &text, "saw");
    pt_open(&j, '{');
    if (seat != PT_LUCK) pt_key_int(&j, "seat", seat);
    if (sight == PT_SEEN) {
        PT_TEXT(move, 160);
        pt_print_move(g->verbs, m, &move);
        pt_key_str(&j, "move", move.at);
    }
    pt_close(&j, '}');
    send_message(o, &text, in_ms(PT_OUTSIDE_GRACE_MS));
}

static void over(pt_bot *bot, const double share[PT_SEATS]) {
    outside *o = of(bot);
    pt_text text;
    pt_json j = begin_message(o, &text, "over");
    if (o->program.line < 0) return;
    pt_open(&j, '{');
    pt_key_open(&j, "share_permille", '[');
    for (int i = 0; i < o->config.seats; i++) pt_json_int(&j, (int)(share[i] * 1000 + 0.5));
    pt_close(&j, ']');
    pt_close(&j, '}');
    send_message(o, &text, in_ms(PT_OUTSIDE_GRACE_MS));
}

/* --- a decision --- */

static process_end ask(pt_bot *bot, const void *view, int seat, int n, uint64_t until) {
    outside *o = of(bot);
    pt_text text;
    pt_json j = begin_message(o, &text, "decide");
    pt_open(&j, '{');
    pt_key_int(&j, "seat", seat);
    pt_key_int(&j, "time", bot->budget.millis);
    pt_key(&j, "view");
    pt_tell_view(&j, bot->game, view, seat);
    put_list(&j, bot, o->list, n);
    pt_close(&j, '}');
    process_end end = send_message(o, &text, until);
    return end == PROCESS_ANSWERED ? hear(o, until) : end;
}

/* The legal move that an answer names; 0 if there is none. */
static pt_move answered(outside *o, const pt_bot *bot, int n) {
    const char *answer = o->program.answer;
    if (strncmp(answer, "move ", 5) != 0 || strlen(answer) != o->program.held) return 0;
    pt_move m = pt_parse_move(bot->game->verbs, answer + 5);
    m = m ? pt_canonical(bot->game->verbs, m) : 0;
    return m && pt_find_move(o->list, n, m) >= 0 ? m : 0;
}

static pt_move pick(pt_bot *bot, const void *view, int seat, pt_rng *rng) {
    outside *o = of(bot);
    (void)rng;
    if (o->program.line < 0) return 0;
    int n = bot->game->legal(view, seat, o->list);
    process_end end = ask(bot, view, seat, n, in_ms(bot->budget.millis + PT_OUTSIDE_GRACE_MS));
    if (end != PROCESS_ANSWERED) {
        blame_end(o, end, bot->budget.millis);
        return 0;
    }
    pt_move m = answered(o, bot, n);
    if (!m) {
        blame(o, bots_say_outside_illegal(readable(o)));
        process_stop(&o->program);
    }
    return m;
}

/* --- making one --- */

static size_t size(const pt_game *g) {
    (void)g;
    return sizeof(outside);
}

static bool set(pt_bot *bot, const char *name, long value) {
    if (strcmp(name, "memory") != 0 || value < MIB_LEAST || value > MIB_MOST) return false;
    of(bot)->megabytes = value;
    return true;
}

static const pt_bot_kind kind = {.name = "run",
                                 .words = &bots_phrases[BOTS_SAY_OUTSIDE],
                                 .size = size,
                                 .pick = pick,
                                 .normal = {.millis = PT_OUTSIDE_MS},
                                 .open = open_outside,
                                 .close = close_outside,
                                 .set = set,
                                 .apart = true,
                                 .begin = begin,
                                 .saw = saw,
                                 .over = over};

bool pt_outside_confined(void) { return process_can_confine(); }

const char *pt_bot_fault(const pt_bot *bot) {
    return bot->kind == &kind ? ((const outside *)(const void *)bot->memory)->fault : "";
}

/* Signs of ASCII alone: whoever reads a log in a terminal must not be told what to do. */
void pt_outside_words(pt_bot *bot, pt_text *out) {
    if (bot->kind != &kind) return;
    char *words = of(bot)->program.words;
    for (const char *c = words; *c; c++)
        pt_putc(out, *c == '"' ? '\'' : *c < ' ' || *c > '~' ? ' ' : *c);
    words[0] = 0;
}

/* How long the settings before a command are: those of "time=50,memory=512:COMMAND"; 0 for a
 * command alone. */
static size_t settings_length(const char *text) {
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789=,");
    return text[n] == ':' && memchr(text, '=', n) ? n : 0;
}

bool pt_outside_settings(const char *settings, const pt_game *g, pt_text *why) {
    pt_bot *bot = pt_bot_new(&kind, g);
    if (!bot) pt_say(why, bots_say_memory());
    bool good = bot && pt_bot_set(bot, settings, strlen(settings), why);
    pt_bot_free(bot);
    return good;
}

static bool prepare(outside *o, const pt_game *g, const char *command) {
    o->megabytes = PT_OUTSIDE_MIB;
    o->command = strdup(command);
    o->message = malloc(MESSAGE);
    o->list = calloc(g->max_moves, sizeof *o->list);
    o->confined = process_can_confine();
    return o->command && o->message && o->list;
}

static pt_bot *outside_made(const char *text, const pt_game *g, const char *hidden,
                            const char *files, pt_text *why) {
    size_t settings = settings_length(text);
    const char *command = text + settings + (settings > 0);
    pt_bot *bot = pt_bot_new(&kind, g);
    if (bot) of(bot)->hidden = hidden;
    if (bot) of(bot)->files = files;
    if (!bot || !prepare(of(bot), g, command)) {
        pt_say(why, bots_say_memory());
    } else if (!command[strspn(command, " ")]) {
        pt_say(why, bots_say_outside_no_command());
    } else if (pt_bot_set(bot, text, settings, why)) {
        if (start(of(bot))) return bot;
        pt_say(why, bots_say_outside_no_start(command, of(bot)->fault));
        if (of(bot)->program.words[0]) pt_putc(why, ' ');
        pt_outside_words(bot, why);
    }
    pt_bot_free(bot);
    return NULL;
}

pt_bot *pt_any_bot_made(const char *text, const pt_game *g, pt_text *why) {
    return strncmp(text, "run:", 4) == 0 ? outside_made(text + 4, g, NULL, "", why)
                                         : pt_bot_made(text, g, why);
}

pt_bot *pt_hidden_bot_made(const char *text, const pt_game *g, const char *hidden,
                           const char *files, pt_text *why) {
    assert(strncmp(text, "run:", 4) == 0);
    return outside_made(text + 4, g, hidden, files, why);
}
