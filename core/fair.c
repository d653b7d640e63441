/* Draws that can be verified. */
/* SPDX-License-Identifier: MIT */
#include "core/fair.h"
#include "core/words.h"
#include <assert.h>
#include <string.h>

void pt_fair_commit(const uint8_t seed[PT_SHA256], char commit[PT_HEX]) {
    uint8_t digest[PT_SHA256];
    pt_sha256_of(seed, PT_SHA256, digest);
    pt_to_hex(digest, sizeof digest, commit);
}

static void add(pt_hmac *h, const char *text) { pt_hmac_add(h, text, strlen(text)); }

/* The message of one try is lines of text, so that no two different draws have the same one.
 * The lines that all draws of a game share come first. */
pt_hmac pt_fair_begin(const pt_fair *f) {
    assert(f->seats > 0 && f->seats <= PT_SEATS);
    pt_hmac h = pt_hmac_begin(f->seed, sizeof f->seed);
    add(&h, "petteia draw 1\ntable ");
    add(&h, f->table);
    for (int seat = 0; seat < f->seats; seat++) {
        const char who[] = {(char)('1' + seat), ' ', 0};
        add(&h, "\nentropy ");
        add(&h, who);
        add(&h, f->entropy[seat][0] ? f->entropy[seat] : "-");
    }
    return h;
}

static uint64_t number_drawn(const pt_hmac *begun, uint32_t number, uint32_t attempt) {
    PT_TEXT(message, 64);
    pt_hmac h = *begun;
    uint8_t digest[PT_SHA256];
    pt_puts(&message, "\ndraw ");
    pt_puti(&message, number);
    pt_puts(&message, "\ntry ");
    pt_puti(&message, attempt);
    pt_putc(&message, '\n');
    assert(!message.cut);
    pt_hmac_add(&h, message.at, message.used);
    pt_hmac_end(&h, digest);
    uint64_t n = 0;
    for (int i = 0; i < 8; i++) n = n << 8 | digest[i];
    return n;
}

static uint32_t ticket_of(const pt_hmac *begun, uint32_t number, uint32_t total) {
    assert(total > 0);
    uint32_t attempt = 0;
    uint64_t n = number_drawn(begun, number, attempt);
    while (pt_fair_rejects(n, total)) n = number_drawn(begun, number, ++attempt);
    return (uint32_t)(n % total);
}

uint32_t pt_fair_ticket(const pt_fair *f, uint32_t number, uint32_t total) {
    const pt_hmac begun = pt_fair_begin(f);
    return ticket_of(&begun, number, total);
}

pt_lot pt_lot_of(const pt_chance *list, int n, int index, uint32_t number, uint32_t ticket) {
    assert(index >= 0 && index < n);
    uint32_t from = pt_chance_total(list, index);
    assert(ticket >= from && ticket - from < list[index].weight);
    return (pt_lot){.number = number,
                    .ticket = ticket,
                    .total = pt_chance_total(list, n),
                    .from = from,
                    .to = from + list[index].weight - 1,
                    .move = list[index].move};
}

pt_lot pt_fair_draw_on(const pt_hmac *begun, uint32_t number, const pt_chance *list, int n) {
    uint32_t ticket = ticket_of(begun, number, pt_chance_total(list, n));
    return pt_lot_of(list, n, pt_chance_at(list, n, ticket), number, ticket);
}

pt_lot pt_fair_draw(pt_fair *f, const pt_chance *list, int n) {
    const pt_hmac begun = pt_fair_begin(f);
    return pt_fair_draw_on(&begun, ++f->draws, list, n);
}

void pt_write_lot(const pt_lot *d, pt_text *out) {
    pt_put(out, " {%%draw %u %u/%u %u..%u}", d->number, d->ticket, d->total, d->from, d->to);
}

/* A number of at most ten digits, and the text that must follow it. */
static bool take_number(pt_word *w, const char *then, uint32_t *out) {
    assert(w->at && then);
    uint64_t n = 0;
    size_t i = 0, k = strlen(then);
    for (; i < w->length && i < 10 && w->at[i] >= '0' && w->at[i] <= '9'; i++)
        n = n * 10 + (uint64_t)(w->at[i] - '0');
    if (i == 0 || n > UINT32_MAX || w->length - i < k || memcmp(w->at + i, then, k) != 0)
        return false;
    *out = (uint32_t)n;
    w->at += i + k;
    w->length -= i + k;
    return true;
}

bool pt_read_lot(pt_word note, pt_lot *d) {
    *d = (pt_lot){0};
    return take_number(&note, " ", &d->number) && take_number(&note, "/", &d->ticket) &&
           take_number(&note, " ", &d->total) && take_number(&note, "..", &d->from) &&
           take_number(&note, "", &d->to) && note.length == 0;
}

pt_err pt_fair_open(pt_fair *f, const pt_record_head *head, int *line, pt_text *why) {
    char commit[PT_HEX];
    memset(f, 0, sizeof *f);
    *line = 1;
    if (!head->commit[0]) return pt_refuse_plain(PT_REFUSED, why, core_say_no_commit());
    if (!head->table[0]) return pt_refuse_plain(PT_REFUSED, why, core_say_tag_missing("Table"));
    if (!head->seed[0]) return pt_refuse_plain(PT_REFUSED, why, core_say_no_seed());
    *line = head->line_of_seed;
    if (!pt_from_hex(head->seed, f->seed, sizeof f->seed))
        return pt_refuse_plain(PT_REFUSED, why, core_say_seed_digits(2 * PT_SHA256));
    pt_fair_commit(f->seed, commit);
    *line = head->line_of_commit;
    if (strcmp(commit, head->commit) != 0)
        return pt_refuse_plain(PT_REFUSED, why, core_say_other_seed(commit));
    f->seats = head->config.seats;
    memcpy(f->table, head->table, sizeof f->table);
    memcpy(f->entropy, head->entropy, sizeof f->entropy);
    *line = 0;
    return PT_OK;
}

/* Checks one chance line: its outcome and its numbers must be those of the draw. */
static pt_err verify_draw(const pt_replay *r, pt_fair *f, pt_text *why) {
    assert(r->seat == PT_LUCK);
    pt_chance list[1024];
    pt_lot said, drawn;
    const pt_game *g = r->head.game;
    assert(g->max_chance <= 1024);
    int n = g->chance(r->state, list);
    assert(n > 0 && n <= g->max_chance);
    drawn = pt_fair_draw(f, list, n);
    if (!pt_read_lot(pt_note_named(r->notes, "draw"), &said))
        return pt_refuse_plain(PT_REFUSED, why,
                               core_say_lot_form("{%draw NUMBER TICKET/TOTAL FROM..TO}"));
    if (said.number != drawn.number)
        return pt_refuse_plain(PT_REFUSED, why,
                               core_say_lot_number((int)drawn.number, (int)said.number));
    if (said.total != drawn.total)
        return pt_refuse_plain(PT_REFUSED, why,
                               core_say_lot_total((int)drawn.total, (int)said.total));
    if (said.ticket != drawn.ticket)
        return pt_refuse_plain(
            PT_REFUSED, why,
            core_say_lot_ticket((int)drawn.number, (int)drawn.ticket, (int)said.ticket));
    if (r->move != drawn.move) {
        PT_TEXT(move, 128);
        pt_print_move(g->verbs, drawn.move, &move);
        return pt_refuse_plain(PT_REFUSED, why,
                               core_say_lot_move((int)drawn.ticket, (int)drawn.total, move.at));
    }
    if (said.from != drawn.from || said.to != drawn.to)
        return pt_refuse_plain(
            PT_REFUSED, why,
            core_say_lot_range((int)drawn.from, (int)drawn.to, (int)said.from, (int)said.to));
    return PT_OK;
}

pt_err pt_fair_verify(pt_replay *r, const char *text, pt_text *why) {
    pt_fair fair;
    bool more;
    pt_err err = pt_replay_begin(r, text, why);
    if (!err) err = pt_fair_open(&fair, &r->head, &r->line, why);
    while (!err) {
        err = pt_replay_next(r, &more, why);
        if (err || !more) break;
        if (r->seat == PT_LUCK) err = verify_draw(r, &fair, why);
        if (!err) pt_replay_play(r);
    }
    return err ? err : pt_replay_end(r, why);
}
