/* The game interface. Everything outside games/ knows a game only through this.
 *
 * A state is plain bytes that start with a pt_head; it is copied by memcpy and compared by
 * memcmp. Luck is a move: at PT_CHANCE the host picks one of chance()'s outcomes and applies
 * it. A player learns about a state only through observe(). */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/bits.h"
#include "core/canvas.h"
#include "core/json.h"
#include "core/move.h"
#include "core/rng.h"
#include "core/say.h"
#include "core/text.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PT_SEATS = 5,
    PT_OPTIONS = 8,
    PT_STATE_MAX = 1024,
    PT_FORCED = 32, /* moves that one move forces */
    PT_PUBLIC = -1, /* as a viewer: a spectator */
    PT_LUCK = -1,   /* as a seat: the one who "makes" chance moves */
};

typedef enum { PT_OVER, PT_DECIDE, PT_CHANCE } pt_node;

typedef enum {
    PT_OK,
    PT_REFUSED,    /* a rule forbids it: the words start with the rule's number, "R4.2: ..." */
    PT_UNREADABLE, /* the text is not in the notation */
} pt_err;

/* First member of every game's state. */
typedef struct pt_head {
    uint8_t node;        /* pt_node: what has to happen next */
    pt_set8 owes;        /* PT_DECIDE: bit s is set while seat s owes (or may make) a choice */
    uint8_t seats;       /* how many play */
    uint8_t phase;       /* the game's own enum */
    uint16_t round, ply; /* ply: moves applied so far, chance included */
} pt_head;

typedef struct pt_chance {
    pt_move move;
    uint32_t weight; /* > 0; the sum of a list stays below 2^31 */
} pt_chance;

/* How a game is set up. Options are values in the order of the game's option table. */
typedef struct pt_config {
    uint8_t seats;
    int16_t option[PT_OPTIONS];
} pt_config;

typedef struct pt_option {
    const char *name;
    int16_t min, max, normal;
    const char *const *values; /* names of min..max, or NULL: plain numbers */
} pt_option;

/* One line of a score: points, the rule that gives them, and why. */
enum { PT_LINE_WORDS = 120 }; /* bytes that are enough for pt_say_line() */
typedef struct pt_line {
    int32_t points;
    const char *rule;
    pt_said why;
} pt_line;

/* Numbers at a fixed place in a state. Most fields are just that. */
typedef struct pt_plain {
    uint16_t at;         /* offset of the first value in the state */
    uint8_t size;        /* of a value: 1 or 2 bytes */
    uint8_t count;       /* values on a line; 0: one for each seat */
    uint16_t step;       /* bytes from one value to the next (0: size) */
    uint16_t key_step;   /* bytes from one key's line to the next */
    const pt_kind *kind; /* the texts of the values; a value may be written "-" if `dash` */
    bool dash;
    uint16_t dash_value; /* what "-" is in the state */
} pt_plain;

/* A part of the state that a position text can set and a scenario can ask for: one line
 * "name value...", or "name KEY value..." where `keys` names the lines (the seats, say).
 * A field is plain numbers, or it has its own print and parse. parse changes only this part;
 * print writes what parse reads, in one canonical way. */
typedef struct pt_field {
    const char *name;
    const char *words;       /* what it is, how it is written, what it is when left out */
    const char *const *keys; /* NULL: a single line; else names up to a NULL */
    pt_plain plain;
    void (*print)(const void *s, int key, pt_text *out);
    pt_err (*parse)(void *s, int key, pt_words value, pt_text *why);
} pt_field;

/* What a bot may use to play well; every member may be NULL. All work on full states, which a
 * bot gets from imagine(). */
enum { PT_RUNGS = 8 }; /* levels of bots below the master */
typedef struct pt_hints {
    /* The standing each seat can expect at the end, in hundredths of a point. */
    void (*evaluate)(const void *s, int32_t expect[PT_SEATS]);
    /* How promising a legal move looks, 1..1000. */
    int (*prior)(const void *s, int seat, pt_move m);
    /* A quick sensible move out of legal()'s list, for playouts; an index into it. */
    int (*playout)(const void *s, int seat, const pt_move *list, int n, pt_rng *rng);
    /* The lead in evaluate() that makes a seat twice as likely to win, in hundredths of a
     * point; 0 means four points. */
    int32_t lead;
    /* How many playout moves a search makes before it calls evaluate(). */
    int32_t cut;
    /* True when so little is left that a search should also play to the end. The value is then
     * half the result and half what evaluate() says. */
    bool (*ending)(const void *s);
    /* True if evaluate() depends so much on hidden things that a move may look better only
     * because of what was imagined with it. Needs evaluate(). */
    bool by_hidden;
    /* The numbers that evaluate() uses, with their names (up to a NULL), so that petteia tune
     * can fit them. evaluate_by does the same as evaluate, with other numbers. */
    void (*evaluate_by)(const void *s, const int32_t *weights, int32_t expect[PT_SEATS]);
    const int32_t *weights;
    const char *const *weight_names;
    /* How keen each level of the bots is (bots/levels.c), the weakest first; one row for each
     * number of players, the fewest first. Measured by tools/ladder. NULL: as usual. */
    const uint8_t (*rungs)[PT_RUNGS];
} pt_hints;

/* How much of a move a viewer sees. */
typedef enum { PT_UNSEEN, PT_MASKED, PT_SEEN } pt_sight;

/* A race in real time: seats act whenever they like, and the order in which their moves arrive
 * decides. The table keeps the time; the game says what it means. */
typedef struct pt_race {
    bool (*on)(const void *s); /* true while a race is going on */
    /* How many milliseconds a bot of a level (0 is the weakest) waits before its next move. */
    uint32_t (*pace)(const void *s, int level, pt_rng *rng);
    /* For how many milliseconds whoever tried this refused move may not try again; 0: none. */
    uint32_t (*lock)(const void *s, const pt_config *config, int seat, pt_move refused);
    pt_err (*locked)(pt_text *why); /* the refusal that they get meanwhile */
    /* After how many milliseconds without a move the rules make one, and after how many more
     * they make another; 0: never. */
    uint32_t (*stall)(const pt_config *config), (*stall_again)(const pt_config *config);
    /* That move, and whose it is; false if there is none. */
    bool (*guard)(const void *s, pt_rng *rng, int *seat, pt_move *move);
} pt_race;

/* Several people who share a seat. */
typedef struct pt_team {
    uint8_t people; /* at most */
    /* Who decides for the seat now: -1 anyone; otherwise a number whose remainder picks one of
     * the people, in the order in which they sat down. */
    int (*captain)(const void *s, int seat);
    uint32_t takeover_ms; /* once a decision has waited this long, anyone may make it */
} pt_team;

typedef struct pt_game {
    const char *name, *title;      /* "quarry": folder, file and URL name; "Quarry" */
    const pt_catalogue *catalogue; /* what it says, in every language */
    uint8_t min_seats, max_seats;
    uint8_t score_den;   /* a point is this many units of score(): 1, or 2 for half points */
    uint8_t rules;       /* version of the rules; a record names it */
    uint16_t max_moves;  /* longest list of legal() */
    uint16_t max_chance; /* longest list of chance() */
    uint16_t max_lines;  /* longest list of explain() */
    uint16_t max_ply;    /* every game is over before this */
    uint16_t state_size;
    pt_verbs verbs;
    const pt_option *options;
    const pt_field *fields;
    uint8_t option_count, field_count;
    const char *for_people; /* NULL, or the option that a page sets for people: "pmode=rt" */
    const pt_hints *hints;  /* or NULL */

    /* The rules. setup is for a config that pt_config_check has passed. legal is empty for a
     * seat that owes nothing. check accepts any number, in any state; apply trusts that the
     * move is legal (or, for PT_LUCK, one of chance()'s). */
    void (*setup)(void *s, const pt_config *config);
    int (*legal)(const void *s, int seat, pt_move *out); /* ascending, no repeats */
    pt_err (*check)(const void *s, int seat, pt_move m, pt_text *why);
    void (*apply)(void *s, int seat, pt_move m);
    /* NULL, or: the moves that apply(s, seat, m) makes by itself after m, because nothing else
     * can be done, in order; returns how many. */
    int (*forced)(const void *s, pt_move m, pt_move out[PT_FORCED]);
    int (*chance)(const void *s, pt_chance *out); /* ascending, no repeats */
    const pt_race *race; /* or NULL: nothing ever happens in real time */
    const pt_team *team; /* or NULL: a seat is one person's */
    /* NULL, or: the move that is made for a seat that owes one when its time is up. */
    pt_move (*timeout)(const void *view, int seat);
    /* NULL, or: changes the options for the next game of a match, after the one that ended in
     * `s`; the player of seat i then sits at seat[i]. */
    void (*again)(const void *s, const uint8_t seat[PT_SEATS], pt_config *next);

    /* What a seat may know. observe overwrites what the viewer may not know; imagine fills a
     * view with one possibility, drawn with the right odds. NULL: nothing is hidden. */
    void (*observe)(const void *s, int viewer, void *view);
    void (*imagine)(const void *view, int viewer, pt_rng *rng, void *s);
    /* As observe, for a viewer who has forgotten nothing: it shows besides what follows from
     * the moves that this viewer has seen since the game began. NULL: as observe. */
    void (*recall)(const void *s, int viewer, void *view);
    /* How much of a move the viewer sees; `before` is the state it was made in. PT_MASKED shows
     * that something happened and by whom. NULL: everything is seen. */
    pt_sight (*sight)(const void *before, int seat, pt_move m, int viewer);

    /* The score if the game stopped now; the points of explain() add up to score(). */
    void (*score)(const void *s, int32_t points[PT_SEATS]);
    void (*rank)(const void *s, uint8_t place[PT_SEATS]); /* 1 is best, ties share */
    int (*explain)(const void *s, int seat, pt_line *out);

    /* A position from text: the fields are parsed onto a cleared state with its seats and
     * options set, then settle works out what was left out (bit i of `given`: field i was
     * there) and rejects what is impossible. audit rejects a state that breaks an invariant of
     * the game: settle ends with it, and tests call it on every state they reach. */
    void (*blank)(void *s, const pt_config *config);
    pt_err (*settle)(void *s, uint64_t given, pt_text *why);
    pt_err (*audit)(const void *s, pt_text *why);

    /* For people and pages. All take a view. `ask` says in a few words what a seat has to do,
     * and to a spectator (PT_PUBLIC) what is going on. */
    bool alike; /* show() tells every viewer the same, but for its member "viewer" */
    void (*ask)(const void *view, int seat, pt_text *out);
    /* NULL, or: what a reader of the list of moves needs beside the notation, in a few words
     * ("Pegasus" after "buy 3"); nothing for a move that speaks for itself. `before` is a view
     * of the state the move was made in. */
    void (*note)(const void *before, int seat, pt_move m, pt_text *out);
    void (*show)(const void *view, int viewer, pt_json *out);

    /* For the terminal and the command line: see PT_NOT_IN_WASM. */
    void (*draw)(const void *view, int viewer, pt_canvas *out);
    /* NULL, or: the printed components (spaces, tiles, cards) as members of an open JSON
     * object, for whoever draws the game. */
    void (*tables)(pt_json *out);
} pt_game;

/* --- small helpers for games and their users --- */

static inline uint8_t pt_with(uint8_t set, int seat) { return (uint8_t)(set | 1u << seat); }
static inline uint8_t pt_without(uint8_t set, int seat) {
    return (uint8_t)(set & ~(1u << seat));
}
/* PT_PUBLIC and PT_LUCK are in no set. */
static inline bool pt_has(uint8_t set, int seat) { return seat >= 0 && (set >> seat & 1) != 0; }
static inline const pt_head *pt_head_of(const void *s) { return (const pt_head *)s; }

/* The lowest seat that owes a choice, PT_LUCK at a chance node or when the game is over. */
static inline int pt_mover(const void *s) {
    const pt_head *h = pt_head_of(s);
    return h->node == PT_DECIDE && h->owes ? pt_lowest(h->owes) : PT_LUCK;
}

/* Writes "RULE: words" and returns PT_REFUSED, so that a refusal is one line. It is inline so
 * that a caller who asks for no words does not pay for them. */
PT_COLD void pt_write_refusal(pt_text *why, const char *rule, const pt_said *said);
static inline pt_err pt_refuse(pt_text *why, const char *rule, pt_said said) {
    if (why) pt_write_refusal(why, rule, &said);
    return PT_REFUSED;
}
/* The same without a rule: about options, records and draws. Returns `err`. */
pt_err pt_refuse_plain(pt_err err, pt_text *why, pt_said said);
/* The same for an impossible position; its author reads English. */
pt_err pt_impossible(pt_text *why, const char *rule, const char *format, ...) PT_FORMAT(3, 4);
/* The same without a rule, for what is wrong with a position or scenario. */
pt_err pt_wrong(pt_err err, pt_text *why, const char *format, ...) PT_FORMAT(3, 4);

/* A config with the game's normal options. pt_config_check says what is wrong with a config. */
pt_config pt_config_normal(const pt_game *g, int seats);
pt_err pt_config_check(const pt_game *g, const pt_config *config, pt_text *why);
/* Sets one option from "name=value". */
pt_err pt_config_set(const pt_game *g, pt_config *config, const char *text, pt_text *why);

/* Clears the state, including its padding, and sets the game up. The config must have been
 * checked. */
void pt_start(const pt_game *g, void *s, const pt_config *config);

/* observe(), recall() and imagine(), also for games that hide nothing. */
void pt_observe(const pt_game *g, const void *s, int viewer, void *view);
void pt_recall(const pt_game *g, const void *s, int viewer, void *view);
void pt_imagine(const pt_game *g, const void *view, int viewer, pt_rng *rng, void *s);

/* True if something is hidden from a seat with these options. Finds out by a random game; the
 * arrays are as in pt_random_step. */
bool pt_hides(const pt_game *g, const pt_config *config, pt_move *moves, pt_chance *luck);

/* Checks a move, chance moves (seat PT_LUCK) too, and applies it. Changes nothing on refusal.
 */
pt_err pt_play(const pt_game *g, void *s, int seat, pt_move m, pt_text *why);
pt_err pt_check(const pt_game *g, const void *s, int seat, pt_move m, pt_text *why);
/* Checks a seat's move for the player who sits there. The words come from the seat's own view,
 * so that a refusal reveals nothing hidden. The state decides what is legal. */
pt_err pt_check_seen(const pt_game *g, const void *s, int seat, pt_move m, pt_text *why);

/* The outcome of a chance list that owns ticket 0..total-1. */
uint32_t pt_chance_total(const pt_chance *list, int n);
int pt_chance_at(const pt_chance *list, int n, uint32_t ticket);
/* One of them, drawn by weight. */
int pt_chance_draw(const pt_chance *list, int n, pt_rng *rng);

/* One uniformly random step: a chance outcome by weight, or a legal move of the lowest seat
 * that owes one. The arrays hold max_moves and max_chance entries. Returns the move. */
pt_move pt_random_step(const pt_game *g, void *s, pt_rng *rng, pt_move *moves, pt_chance *luck);

/* Who decides next, for whoever asks one seat at a time. It is the lowest seat that owes
 * a choice. If the seat that moved last still owes one, among others (a race), it is the next
 * seat after it. */
int pt_next_mover(const void *s, int last);

/* Each seat's share of the win; a shared win is split. The shares sum to `one`. */
void pt_win_shares(const pt_game *g, const void *s, int32_t one, int32_t share[PT_SEATS]);

/* Writes points as people read them: "17", or "17.5" where a game counts in halves. */
void pt_print_points(const pt_game *g, int32_t points, pt_text *out);

/* --- what people read about a game (describe.c), in the language of the text --- */

void pt_game_words(const pt_game *g, pt_text *out); /* one sentence to choose it by */
void pt_game_length(const pt_game *g, pt_text *out);
void pt_option_words(const pt_game *g, const pt_option *o, pt_text *out);
void pt_verb_words(const pt_game *g, const pt_verb *v, pt_text *out);
void pt_kind_words(const pt_game *g, const pt_kind *k, pt_text *out); /* what to point at */
void pt_say_line(const pt_line *line, pt_text *out);
/* A member of a view or a table. The name is English, because programs read it, unless the
 * writer of tables asks for another language (pt_json). */
void pt_key_name(pt_json *j, const char *key, const pt_names *names, int value);
/* The keys of a game's catalogue under which these words stand: "option.NAME", "kind.NAME", and
 * "verb.NAME", or "verb.NAME.2" for the second verb of the same name. */
void pt_option_key(const pt_option *o, pt_text *out);
void pt_verb_key(const pt_game *g, const pt_verb *v, pt_text *out);
void pt_kind_key(const pt_kind *k, pt_text *out);

/* --- the registry, made by the build from the list in games/meson.build --- */

extern const pt_game *const pt_games[];         /* ends with NULL */
const pt_game *pt_game_named(const char *name); /* or NULL */
/* The game's rulebook, games/NAME/README.md or its translation README.fr.md, as it was built
 * in; English where there is no translation. Rules have the same numbers in every language. */
const char *pt_rulebook(const pt_game *g, int language);
bool pt_has_rulebook(const pt_game *g, int language);
/* The game's lesson, games/NAME/lesson.scn, in every language. */
const char *pt_lesson(const pt_game *g);
