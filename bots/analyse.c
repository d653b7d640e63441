/* What a search says about a decision. */
/* SPDX-License-Identifier: MIT */
#include "bots/analyse.h"
#include "bots/why.h"

const char *const pt_mark_names[] = {"fine", "inaccuracy", "mistake", "blunder"};

enum { FOUND_MOST = 512, ENOUGH = 6, LONGER = 4, SELDOM = 40 };

static pt_idea idea_of(const pt_search *s, const pt_found *f) {
    pt_idea i = {.move = f->move, .visits = f->visits, .sure = f->sure};
    for (int seat = 0; seat < PT_SEATS; seat++) i.share[seat] = f->share[seat];
    i.length = pt_search_line(s, f->move, i.line, i.seats);
    return i;
}

/* Brings a move to the front. */
static void put_first(pt_found *list, int n, pt_move first) {
    int at = 0;
    while (at < n && list[at].move != first) at++;
    if (at == n) return;
    pt_found found = list[at];
    for (; at > 0; at--) list[at] = list[at - 1];
    list[0] = found;
}

int pt_ideas(pt_search *s, pt_move first, pt_idea *out, int most) {
    pt_found found[FOUND_MOST];
    int n = pt_search_found(s, found, FOUND_MOST);
    uint32_t tried = n ? found[0].visits : 0;
    put_first(found, n, first);
    if (n > most) n = most;
    for (int i = 0; i < n; i++) {
        out[i] = idea_of(s, &found[i]);
        out[i].rough = found[i].visits < tried / SELDOM && !found[i].sure;
    }
    return n;
}

/* The move played if the search knows it. */
static const pt_found *look_up(const pt_search *s, pt_found found[FOUND_MOST], pt_move m) {
    int n = pt_search_found(s, found, FOUND_MOST);
    for (int i = 0; i < n; i++)
        if (found[i].move == m) return &found[i];
    return NULL;
}

pt_idea pt_look_on(pt_search *s, pt_move m, pt_rng *rng, const pt_budget *budget) {
    pt_found found[FOUND_MOST];
    pt_search_more(s, m, rng, budget);
    const pt_found *f = look_up(s, found, m);
    return f ? idea_of(s, f) : (pt_idea){.move = m};
}

/* As many visits as a serious move has, in a share of the time. */
static pt_idea look_harder(pt_search *s, const pt_found *f, uint32_t wanted, pt_rng *rng,
                           const pt_budget *budget) {
    pt_budget more = *budget;
    if (f->visits >= wanted) return idea_of(s, f);
    more.iterations = wanted - f->visits;
    more.millis = budget->millis ? budget->millis / PT_RIVALS + 1 : 0;
    return pt_look_on(s, f->move, rng, &more);
}

static void bring_to(pt_found *list, int from, int to) {
    pt_found found = list[from];
    for (; from > to; from--) list[from] = list[from - 1];
    list[to] = found;
}

/* Of the moves in the list, the most liked first, those to look at: half of them the next best,
 * the others of a verb that was not there yet as long as there is one, and the one that came
 * off worst so far: what is wrong with it may be the only thing there is to say. Returns how
 * many.
 */
static int pick_kinds(pt_found *list, int n, int seat) {
    for (int kept = 1 + PT_RIVALS / 2; kept < n && kept <= PT_RIVALS; kept++)
        for (int i = kept; i < n; i++) {
            bool known = false;
            for (int k = 0; k < kept; k++)
                known |= pt_verb_of(list[k].move) == pt_verb_of(list[i].move);
            if (known) continue;
            bring_to(list, i, kept);
            break;
        }
    int worst = PT_RIVALS;
    for (int i = worst; i < n; i++)
        if (list[i].share[seat] < list[worst].share[seat]) worst = i;
    if (worst < n) bring_to(list, worst, PT_RIVALS);
    return n <= PT_RIVALS ? n : PT_RIVALS + 1;
}

bool pt_find_rivals(pt_search *s, int seat, pt_rng *rng, const pt_budget *budget,
                    pt_rivals *out) {
    pt_found liked[FOUND_MOST];
    int n = pick_kinds(liked, pt_search_found(s, liked, FOUND_MOST), seat);
    *out = (pt_rivals){.equals = 0};
    if (n < 2) return false;
    out->best = idea_of(s, &liked[0]);
    for (int i = 1; i < n; i++) {
        pt_idea idea = look_harder(s, &liked[i], liked[0].visits / ENOUGH, rng, budget);
        if (i == 1 || idea.share[seat] < out->other.share[seat]) out->other = idea;
        if (out->best.share[seat] - idea.share[seat] >= PT_MARK_INACCURACY) break;
        out->equal[out->equals++] = idea.move;
    }
    return true;
}

static pt_mark mark_of(int32_t loss) {
    return loss >= PT_MARK_BLUNDER      ? PT_BLUNDER
           : loss >= PT_MARK_MISTAKE    ? PT_MISTAKE
           : loss >= PT_MARK_INACCURACY ? PT_INACCURACY
                                        : PT_FINE;
}

/* What the search says by now. A move that it hardly looked at gets as many visits as a serious
 * one. */
static void assess(pt_search *s, pt_move played, pt_rng *rng, const pt_budget *budget,
                   pt_judgement *j) {
    pt_found found[FOUND_MOST];
    const pt_found *f = look_up(s, found, played);
    uint32_t wanted = (uint32_t)(j->iterations / ENOUGH);
    if (found[0].move != played && (!f || f->visits < wanted)) {
        pt_budget more = *budget;
        more.iterations = wanted - (f ? f->visits : 0) + 1;
        pt_search_more(s, played, rng, &more);
        f = look_up(s, found, played);
    }
    j->best = idea_of(s, &found[0]);
    if (f) j->played = idea_of(s, f);
    /* The move with the best value among those looked at seriously; it may not be the most
     * visited. */
    if (f && j->played.share[j->seat] > j->best.share[j->seat]) j->best = j->played;
    j->loss = f ? j->best.share[j->seat] - j->played.share[j->seat] : 0;
    j->mark = mark_of(j->loss);
}

/* Whoever is told of a mistake is owed a second look: it stands only if a search four times as
 * long still says so. */
static void look_again(pt_search *s, pt_move played, pt_rng *rng, const pt_budget *budget,
                       pt_judgement *j) {
    pt_budget more = *budget;
    more.iterations *= LONGER - 1;
    more.millis *= LONGER - 1;
    pt_search_more(s, 0, rng, &more);
    j->iterations += pt_search_stats_of(s).iterations;
    assess(s, played, rng, &more, j);
    j->confirmed = true;
}

pt_judgement pt_judge(pt_search *s, const void *view, int seat, pt_move played, pt_rng *rng,
                      const pt_budget *budget) {
    pt_judgement j = {.seat = seat};
    pt_search_run(s, view, seat, rng, budget);
    pt_search_stats stats = pt_search_stats_of(s);
    j.iterations = stats.iterations;
    j.forced = stats.forced;
    assess(s, played, rng, budget, &j);
    if (j.mark >= PT_MISTAKE) look_again(s, played, rng, budget, &j);
    return j;
}

void pt_print_line(const pt_game *g, const pt_idea *idea, int from, pt_text *out) {
    for (int i = from; i < idea->length; i++) {
        pt_put(out, "%s%d ", i > from ? ", " : "", idea->seats[i] + 1);
        pt_print_move(g->verbs, idea->line[i], out);
    }
}

void pt_json_idea(pt_json *j, const pt_game *g, int seats, const pt_idea *idea) {
    PT_TEXT(text, 200);
    pt_open(j, '{');
    pt_key(j, "move");
    pt_json_move(j, g->verbs, idea->move);
    pt_key_int(j, "visits", idea->visits);
    pt_key_open(j, "share_permille", '[');
    for (int seat = 0; seat < seats; seat++)
        pt_json_int(j, (idea->share[seat] * 1000ll + PT_ONE / 2) / PT_ONE);
    pt_close(j, ']');
    pt_key_bool(j, "rough", idea->rough);
    pt_key_open(j, "line", '[');
    for (int i = 0; i < idea->length; i++) {
        pt_clear(&text);
        pt_print_move(g->verbs, idea->line[i], &text);
        pt_open(j, '{');
        pt_key_int(j, "seat", idea->seats[i]);
        pt_key_str(j, "move", text.at);
        pt_close(j, '}');
    }
    pt_close(j, ']');
    pt_close(j, '}');
}

void pt_json_hint(pt_json *j, const pt_game *g, int seat, int seats, uint64_t iterations,
                  const pt_idea *idea, int n, const pt_why *why, bool words) {
    pt_open(j, '{');
    pt_key_str(j, "game", g->name);
    pt_key_int(j, "seat", seat);
    pt_key_int(j, "iterations", (int64_t)iterations);
    pt_key_open(j, "ideas", '[');
    for (int i = 0; i < n; i++) pt_json_idea(j, g, seats, &idea[i]);
    pt_close(j, ']');
    if (why) {
        pt_key(j, "why");
        pt_json_why(j, g, why, words);
    }
    pt_close(j, '}');
}

void pt_json_judgement(pt_json *j, const pt_game *g, int seats, int number,
                       const pt_judgement *d) {
    pt_open(j, '{');
    pt_key_int(j, "move_number", number);
    pt_key_int(j, "seat", d->seat);
    pt_key_str(j, "mark", pt_mark_names[d->mark]);
    pt_key_int(j, "loss_permille", d->loss * 1000ll / PT_ONE);
    pt_key_int(j, "iterations", (int64_t)d->iterations);
    pt_key_bool(j, "confirmed", d->confirmed);
    pt_key(j, "played");
    pt_json_idea(j, g, seats, &d->played);
    pt_key(j, "best");
    pt_json_idea(j, g, seats, &d->best);
    pt_close(j, '}');
}

void pt_review_add(pt_review *r, const pt_judgement *d) {
    r->loss[d->seat] += d->loss;
    r->decisions[d->seat]++;
    r->marks[d->seat][d->mark]++;
}

void pt_json_review(pt_json *j, const pt_record_head *head, const pt_review *r) {
    pt_open(j, '[');
    for (int seat = 0; seat < head->config.seats; seat++) {
        pt_open(j, '{');
        pt_key_str(j, "player", head->player[seat]);
        pt_key_int(j, "decisions", r->decisions[seat]);
        pt_key_int(j, "loss_permille", r->loss[seat] * 1000 / PT_ONE);
        pt_key_int(j, "inaccuracies", r->marks[seat][PT_INACCURACY]);
        pt_key_int(j, "mistakes", r->marks[seat][PT_MISTAKE]);
        pt_key_int(j, "blunders", r->marks[seat][PT_BLUNDER]);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}
