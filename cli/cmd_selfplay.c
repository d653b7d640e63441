/* petteia selfplay: games of the search against itself, position by position, for nets to learn
 * from (train/README.md). Each process writes two files, PREFIX.N.positions and PREFIX.N.moves;
 * a game is written when it is over. A position has its state, what the search and the game's
 * own evaluation said about it, and how the game ended; its moves have their share of the
 * visits. */
/* SPDX-License-Identifier: MIT */
#include "bots/net/net.h"
#include "bots/search/search.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/words.h"
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    MEMORY = 32 << 20,
    JOBS_MOST = 64,
    HEADER = 256,
    KEPT = 48,     /* moves of a position that are written, at most */
    FOUND = 256,   /* moves of a search that are looked at */
    FREELY = 3,    /* one move in so many is drawn by visits, so that games differ ... */
    ANYTHING = 40, /* ... and one in so many is any legal move */
};

/* What stands before the bytes of each state, and a move; train/data.py reads them. */
typedef struct position_head {
    uint32_t game, first; /* its first move among all moves of the file */
    uint16_t moves;
    uint8_t seat, seats;
    uint16_t result[PT_SEATS], found[PT_SEATS]; /* shares of 65535 */
    int32_t expect[PT_SEATS];                   /* by evaluate(), in hundredths of a point */
} position_head;
typedef struct position_move {
    uint32_t move;
    uint16_t visits; /* share of 65535 */
    uint16_t prior;  /* by the game, 1..1000 */
} position_move;
static_assert(sizeof(position_head) == 52 && sizeof(position_move) == 8,
              "read by train/data.py");

typedef struct playing {
    const pt_game *game;
    pt_config config;
    int64_t games, seconds, iterations, jobs, seed, net;
    const char *out;
    time_t until;
    const atomic_bool *stop;
} playing;

/* One process. */
typedef struct player {
    const playing *p;
    pt_search *search;
    void *memory;
    pt_move *list;
    pt_chance *luck;
    pt_rng rng, dice; /* of the search, and of the game */
    FILE *positions, *moves;
    uint32_t written;      /* moves of all games */
    position_head *head;   /* of this game's positions: max_ply ... */
    unsigned char *states; /* ... with their states ... */
    position_move *kept;   /* ... and moves, KEPT each */
    int count;
    uint32_t used; /* moves of this game */
    _Alignas(max_align_t) unsigned char state[PT_STATE_MAX], view[PT_STATE_MAX];
} player;

/* --- one position --- */

static uint16_t share16(int64_t share) {
    int64_t n = share * 65535 / PT_ONE;
    return (uint16_t)(n < 0 ? 0 : n > 65535 ? 65535 : n);
}

static void keep_move(player *r, position_head *h, int seat, pt_move m, uint64_t share) {
    const pt_hints *hints = r->p->game->hints;
    int prior = hints && hints->prior ? hints->prior(r->state, seat, m) : 1;
    r->kept[r->used++] = (position_move){m, (uint16_t)share, (uint16_t)(prior > 0 ? prior : 1)};
    h->moves++;
}

static bool is_found(const pt_found *found, int n, pt_move m) {
    for (int i = 0; i < n; i++)
        if (found[i].move == m) return true;
    return false;
}

/* Moves that the search looked at come first, then some of the others. */
static void note_position(player *r, int seat, const pt_found *found, int n, int legal) {
    const pt_hints *hints = r->p->game->hints;
    position_head *h = &r->head[r->count];
    uint64_t visits = 0;
    *h = (position_head){.first = r->used, .seat = (uint8_t)seat};
    h->seats = r->p->config.seats;
    memcpy(r->states + (size_t)r->count * r->p->game->state_size, r->state,
           r->p->game->state_size);
    r->count++;
    if (hints && hints->evaluate) hints->evaluate(r->state, h->expect);
    for (int i = 0; i < PT_SEATS; i++) h->found[i] = share16(found[0].share[i]);
    int tried = n < KEPT ? n : KEPT;
    for (int i = 0; i < tried; i++) visits += found[i].visits;
    for (int i = 0; i < tried; i++)
        keep_move(r, h, seat, found[i].move, (uint64_t)found[i].visits * 65535 / visits);
    for (int i = 0, left = legal; i < legal && h->moves < KEPT; i++, left--)
        if ((int)pt_below(&r->rng, (uint32_t)left) < KEPT - h->moves &&
            !is_found(found, n, r->list[i]))
            keep_move(r, h, seat, r->list[i], 0);
}

/* --- one game --- */

static void draw(player *r) {
    const pt_game *g = r->p->game;
    int n = g->chance(r->state, r->luck);
    g->apply(r->state, PT_LUCK, r->luck[pt_chance_draw(r->luck, n, &r->dice)].move);
}

static pt_move drawn_by_visits(player *r, const pt_found *found, int n) {
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) sum += found[i].visits;
    uint64_t ticket = pt_random(&r->rng) % sum;
    int i = 0;
    while (ticket >= found[i].visits) ticket -= found[i++].visits;
    return found[i].move;
}

static pt_move chosen(player *r, int seat) {
    const playing *p = r->p;
    pt_found found[FOUND];
    pt_budget budget = {.iterations = (uint32_t)p->iterations};
    int legal = p->game->legal(r->state, seat, r->list);
    if (legal == 1) return r->list[0];
    pt_observe(p->game, r->state, seat, r->view);
    pt_move best = pt_search_run(r->search, r->view, seat, &r->rng, &budget);
    int n = pt_search_found(r->search, found, FOUND);
    if (n > 0) note_position(r, seat, found, n, legal);
    if (n > 0 && pt_below(&r->rng, FREELY) == 0) best = drawn_by_visits(r, found, n);
    if (pt_below(&r->rng, ANYTHING) == 0) best = r->list[pt_below(&r->rng, (uint32_t)legal)];
    return best;
}

static bool write_game(player *r, uint32_t number) {
    size_t size = r->p->game->state_size;
    int32_t share[PT_SEATS];
    pt_final_shares(r->p->game, r->state, share);
    for (int i = 0; i < r->count; i++) {
        position_head *h = &r->head[i];
        h->game = number;
        h->first += r->written;
        for (int k = 0; k < PT_SEATS; k++) h->result[k] = share16(share[k]);
        fwrite(h, sizeof *h, 1, r->positions);
        fwrite(r->states + (size_t)i * size, size, 1, r->positions);
    }
    fwrite(r->kept, sizeof *r->kept, r->used, r->moves);
    r->written += r->used;
    return !ferror(r->positions) && !ferror(r->moves);
}

static bool over(const playing *p) {
    return atomic_load(p->stop) || (p->until && time(NULL) >= p->until);
}

/* False if it could not be written; a game that was stopped is not. */
static bool play_game(player *r, uint32_t number) {
    const playing *p = r->p;
    r->rng.state = (uint64_t)p->seed * 1000003 + number;
    r->dice.state = ~r->rng.state;
    r->count = 0;
    r->used = 0;
    pt_start(p->game, r->state, &p->config);
    for (int last = PT_LUCK; pt_head_of(r->state)->node != PT_OVER;) {
        int seat = pt_next_mover(r->state, last);
        if (over(p)) return true;
        if (seat == PT_LUCK)
            draw(r);
        else
            p->game->apply(r->state, last = seat, chosen(r, seat));
    }
    return write_game(r, number);
}

/* --- one process --- */

static FILE *open_file(const playing *p, int job, const char *what) {
    char path[4096];
    snprintf(path, sizeof path, "%s.%d.%s", p->out, job, what);
    FILE *f = fopen(path, "w");
    if (!f) args_wrong(&cmd_selfplay, cli_say_cannot_make(path, strerror(errno)));
    return f;
}

static void write_header(const playing *p, FILE *f) {
    char header[HEADER] = {0};
    const pt_net *net = pt_nets_find(p->game, p->config.seats, (int)p->net);
    const pt_hints *h = p->game->hints;
    snprintf(header, sizeof header,
             "petteia selfplay 1 game %s players %d rules %d state %d lead %d iterations "
             "%lld seed %lld net %s\n",
             p->game->name, p->config.seats, p->game->rules, p->game->state_size,
             h && h->lead > 0 ? h->lead : 400, (long long)p->iterations, (long long)p->seed,
             net ? net->hash : "none");
    fwrite(header, sizeof header, 1, f);
}

static bool open_player(player *r, const playing *p, int job) {
    const pt_game *g = p->game;
    size_t least = pt_search_least(g, 1), size = least > MEMORY ? least : MEMORY;
    pt_search_options o = pt_search_normal();
    o.net = (int)p->net;
    *r = (player){.p = p, .memory = malloc(size)};
    if (r->memory) r->search = pt_search_open(r->memory, size, g, o);
    r->list = calloc(g->max_moves, sizeof *r->list);
    r->luck = calloc(g->max_chance + 1u, sizeof *r->luck);
    r->head = calloc(g->max_ply, sizeof *r->head);
    r->states = calloc(g->max_ply, g->state_size);
    r->kept = calloc(g->max_ply, KEPT * sizeof *r->kept);
    r->positions = open_file(p, job, "positions");
    r->moves = open_file(p, job, "moves");
    if (r->positions) write_header(p, r->positions);
    return r->search && r->list && r->luck && r->head && r->states && r->kept && r->positions &&
           r->moves;
}

static void play_share(const playing *p, int job, int from_parent) {
    static player r;
    bool fine = open_player(&r, p, job);
    for (int64_t i = job; fine && i < p->games && !over(p) && job_goes_on(from_parent);
         i += p->jobs) {
        fine = play_game(&r, (uint32_t)i);
        if (job == 0) progress_show((long)(i + 1), (long)p->games, "games");
    }
    fine = fine && fclose(r.positions) == 0 && fclose(r.moves) == 0;
    _exit(fine ? 0 : 1);
}

static int play_all(const playing *p) {
    pid_t pid[JOBS_MOST];
    int ends[2];
    bool fine = pipe(ends) == 0;
    if (!fine) return args_wrong(&cmd_selfplay, cli_say(CLI_SAY_TUNE_NO_GAMES));
    fflush(NULL);
    for (int job = 0; job < p->jobs; job++) {
        if ((pid[job] = fork()) != 0) continue;
        close(ends[1]);
        play_share(p, job, ends[0]);
    }
    close(ends[0]);
    for (int job = 0; job < p->jobs; job++)
        fine = job_wait(p->stop, pid[job], &ends[1]) && fine;
    if (ends[1] >= 0) close(ends[1]);
    progress_end();
    if (!fine) return args_wrong(&cmd_selfplay, cli_say(CLI_SAY_TUNE_NO_GAMES));
    return EXIT_FINE;
}

static int run(int argc, char **argv) {
    playing p = {.games = 100, .iterations = 200, .jobs = 1, .seed = 1};
    int64_t players = 0;
    const char *net = NULL;
    arg_list game_options = {0};
    const arg_option options[] = {
        {"--players", ARG_NUMBER, &players, CLI_SAY_TUNE_PLAYERS, 1, PT_SEATS},
        {"--games", ARG_NUMBER, &p.games, CLI_SAY_SELFPLAY_GAMES, 1, 100000000},
        {"--seconds", ARG_NUMBER, &p.seconds, CLI_SAY_SELFPLAY_SECONDS, 1, 1000000},
        {"--iterations", ARG_NUMBER, &p.iterations, CLI_SAY_SELFPLAY_ITERATIONS, 8, 1000000},
        {"--net", ARG_TEXT, &net, CLI_SAY_SELFPLAY_NET, 0, 0},
        {"--out", ARG_TEXT, &p.out, CLI_SAY_SELFPLAY_OUT, 0, 0},
        {"--jobs", ARG_NUMBER, &p.jobs, CLI_SAY_WITH_JOBS, 1, JOBS_MOST},
        {"--seed", ARG_NUMBER, &p.seed, CLI_SAY_WITH_FIRST_SEED, 0, INT32_MAX},
        {"--option", ARG_LIST, &game_options, CLI_SAY_WITH_CHOICE, 0, 0},
        {0}};
    int n = args_read(&cmd_selfplay, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n != 1) return wrong_words(&cmd_selfplay, n, 1, argv);
    if (!(p.game = game_or_complain(&cmd_selfplay, argv[1]))) return EXIT_USAGE;
    if (!config_or_complain(&cmd_selfplay, p.game, players, &game_options, &p.config))
        return EXIT_USAGE;
    if (!p.out) return args_wrong(&cmd_selfplay, cli_say(CLI_SAY_SELFPLAY_NEEDS_OUT));
    if (net && !net_or_complain(&cmd_selfplay, net)) return EXIT_USAGE;
    p.net = net != NULL;
    if (net && !pt_nets_find(p.game, p.config.seats, 1))
        return args_wrong(&cmd_selfplay, cli_say_net_other(net));
    p.until = p.seconds ? time(NULL) + (time_t)p.seconds : 0;
    p.stop = progress_interruptible();
    int code = play_all(&p);
    progress_tell_stopped(&cmd_selfplay);
    return code;
}

const command cmd_selfplay = {"selfplay", CLI_SAY_SELFPLAY_USAGE, CLI_SAY_SELFPLAY, run};
