/* Many games in the memory of a GPU, for petteia/gpu.py: which arrays there are and how large
 * they have to be. The kernels are those of gpu/kernels.h; on a CPU they are called from here.
 */
/* SPDX-License-Identifier: MIT */
#include "gpu/kernels.h"
#include "python/native.h"
#include <stdatomic.h>
#include <stdlib.h>

typedef struct array {
    const char *name, *type;          /* NumPy's */
    size_t place;                     /* of its pointer in `many` */
    uint32_t (*width)(const many *m); /* values in a row */
} array;

static uint32_t one(const many *m) {
    (void)m;
    return 1;
}
static uint32_t words(const many *m) { return m->words; }
static uint32_t packed(const many *m) { return m->pack.words; }
static uint32_t most(const many *m) { return m->most; }
static uint32_t seats(const many *m) { return m->config.seats; }
static uint32_t size(const many *m) { return pt_space_size(&m->space); }

static const array arrays[] = {
    {"state", "u8", offsetof(many, state), words},
    {"rng", "u8", offsetof(many, rng), one},
    {"seat", "i4", offsetof(many, seat), one},
    {"moves", "i4", offsetof(many, moves), one},
    {"legal", "u4", offsetof(many, legal), most},
    {"packed", "u8", offsetof(many, packed), packed},
    {"mask", "u1", offsetof(many, mask), size},
    {"reward", "f4", offsetof(many, reward), seats},
    {"over", "u1", offsetof(many, over), one},
};
enum { ARRAYS = sizeof arrays / sizeof *arrays };

many *gpu_new(const char *game, int players, const char *options, int count) {
    play *p = api_new(game, players, options, ""); /* checks the arguments */
    if (!p) return NULL;
    many *m = calloc(1, sizeof *m);
    if (m) *m = many_of(p->now.head.game, &p->now.head.config, (uint32_t)count);
    api_drop(p);
    if (m && count > 0) {
        tensor_plan(game, players, &m->plan);
        m->wide = (m->plan.columns + PT_GROUP - 1u) / PT_GROUP * PT_GROUP;
        m->words = (m->words + 1) / 2 * 2; /* states are moved by two words */
        m->pack = pt_pack_make(&m->plan, 0, NULL, NULL);
        return m;
    }
    free(m);
    reply_english(count > 0 ? "there is not enough memory"
                            : "there has to be one game at least");
    return NULL;
}

void gpu_free(many *m) { free(m); }

int gpu_size(void) { return (int)sizeof(many); }

void gpu_arrays(const many *m) {
    pt_json j = pt_json_on(reply_anew());
    pt_open(&j, '[');
    for (int i = 0; i < ARRAYS; i++) {
        pt_open(&j, '{');
        pt_key_str(&j, "name", arrays[i].name);
        pt_key_str(&j, "type", arrays[i].type);
        pt_key_int(&j, "width", arrays[i].width(m));
        pt_close(&j, '}');
    }
    pt_close(&j, ']');
}

int gpu_wide(const many *m) { return (int)m->wide; }

int gpu_packed(const many *m) { return m->pack.words; }

/* Python takes memory for them. */
static_assert(sizeof(pt_piece) == 16 && sizeof(pt_packed_amount) == 8, "as in gpu.py");

int gpu_pieces(const many *m) { return m->pack.pieces; }

int gpu_amounts(const many *m) { return m->pack.amounts; }

void gpu_columns(const many *m, pt_piece *piece, pt_packed_amount *amount, float *scale) {
    for (int seat = 0; seat < m->config.seats; seat++) {
        pt_pack pack = pt_pack_make(&m->plan, seat, piece, amount);
        assert(pack.words == m->pack.words); /* the same for everybody */
        piece += pack.pieces;
        amount += pack.amounts;
    }
    for (const pt_part *p = m->plan.part; p < m->plan.part + m->plan.parts; p++)
        for (unsigned k = 0; k < p->columns; k++) *scale++ = p->scale;
}

void gpu_attach_columns(many *m, const void *piece, const void *amount, const void *scale) {
    m->piece = piece;
    m->amount = amount;
    m->scale = scale;
}

void gpu_recalls(many *m, bool recalls) { m->recalls = recalls; }

void gpu_attach(many *m, int number, void *at) {
    memcpy((char *)m + arrays[number].place, &at, sizeof at);
}

/* As DLPack lays it out; `context` is ours. */
typedef struct lent {
    unsigned char tensor[48];
    struct lent *context; /* the one that was given back before */
    void (*deleter)(void *managed);
} lent;

static _Atomic(lent *) given_back;

void gpu_give_back(void *managed) {
    lent *l = managed;
    l->context = atomic_load(&given_back);
    while (!atomic_compare_exchange_weak(&given_back, &l->context, l)) {
    }
}

/* Only one thread takes at a time: Python's. */
void *gpu_given_back(void) {
    lent *l = atomic_load(&given_back);
    while (l && !atomic_compare_exchange_weak(&given_back, &l, l->context)) {
    }
    return l;
}
