/* Passkeys: the browser's part is JSON, the authenticator's is libfido2's business. */
/* SPDX-License-Identifier: MIT */
#include "server/passkey_proof.h"
#include "core/sha256.h"
#include "server/flat.h"
#include <fido.h>
#include <fido/eddsa.h>
#include <fido/es256.h>
#include <fido/rs256.h>
#include <sodium.h>
#include <string.h>

enum { THERE = 1, VERIFIED = 4 }; /* flags of the authenticator's data (WebAuthn, 6.1) */

static bool take_bytes(const json_t *in, const char *key, uint8_t *out, size_t most,
                       size_t *size) {
    const char *text = json_string_value(json_object_get(in, key));
    return text &&
           sodium_base642bin(out, most, text, strlen(text), NULL, size, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           *size > 0;
}

/* --- what the browser says --- */

static bool is(const json_t *v, const char *wanted) {
    const char *text = json_string_value(v);
    return text && strcmp(text, wanted) == 0;
}

/* "https://club.example:8450", or http:// where browsers allow it. */
static bool is_our_origin(const char *origin, const char *host) {
    static const char *const schemes[] = {"https://", "http://"};
    for (int i = 0; origin && host[0] && i < 2; i++) {
        size_t n = strlen(schemes[i]);
        if (strncmp(origin, schemes[i], n) == 0 && strcmp(origin + n, host) == 0) return true;
    }
    return false;
}

static bool read_client(proof *p, const char *host, bool enters) {
    json_t *said = json_strict((const char *)p->client, p->client_size, NULL);
    size_t n = 0;
    bool good =
        said &&
        is(json_object_get(said, "type"), enters ? "webauthn.get" : "webauthn.create") &&
        is_our_origin(json_string_value(json_object_get(said, "origin")), host) &&
        !json_is_true(json_object_get(said, "crossOrigin")) &&
        take_bytes(said, "challenge", p->challenge, sizeof p->challenge, &n) &&
        n == sizeof p->challenge;
    json_decref(said);
    return good;
}

bool proof_read(const json_t *in, const char *host, bool enters, proof *out) {
    memset(out, 0, sizeof *out);
    return take_bytes(in, "id", out->id, sizeof out->id, &out->id_size) &&
           take_bytes(in, "auth", out->auth, sizeof out->auth, &out->auth_size) &&
           take_bytes(in, "client", out->client, sizeof out->client, &out->client_size) &&
           (!enters || take_bytes(in, "signature", out->signature, sizeof out->signature,
                                  &out->signature_size)) &&
           read_client(out, host, enters);
}

void proof_site(const char *host, char out[PT_SITE]) {
    size_t n = host[0] == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
    pt_text t = pt_text_on(out, PT_SITE);
    pt_putn(&t, host, n);
}

/* --- keys --- */

typedef struct key {
    es256_pk_t *es;
    eddsa_pk_t *ed;
    rs256_pk_t *rs;
    const void *pk; /* the one of them that there is; NULL: it is no key */
} key;

static key key_of(const pt_passkey_row *r) {
    key k = {0};
    if (r->kind == COSE_ES256) k.es = es256_pk_new();
    if (r->kind == COSE_EDDSA) k.ed = eddsa_pk_new();
    if (r->kind == COSE_RS256) k.rs = rs256_pk_new();
    if (k.es && es256_pk_from_ptr(k.es, r->key, r->key_size) == FIDO_OK) k.pk = k.es;
    if (k.ed && eddsa_pk_from_ptr(k.ed, r->key, r->key_size) == FIDO_OK) k.pk = k.ed;
    if (k.rs && rs256_pk_from_ptr(k.rs, r->key, r->key_size) == FIDO_OK) k.pk = k.rs;
    return k;
}

static void key_done(key *k) {
    es256_pk_free(&k->es);
    eddsa_pk_free(&k->ed);
    rs256_pk_free(&k->rs);
}

/* --- a new one --- */

static bool is_for_site(const proof *p, const char *site) {
    uint8_t hash[PT_SHA256];
    pt_sha256_of(site, strlen(site), hash);
    return p->auth_size > PT_SHA256 && memcmp(p->auth, hash, PT_SHA256) == 0;
}

static bool keep(const fido_cred_t *c, pt_passkey_row *out) {
    size_t id = fido_cred_id_len(c), size = fido_cred_pubkey_len(c);
    if (!id || id > PT_PASSKEY_ID || !size || size > PT_PASSKEY_KEY) return false;
    memcpy(out->id, fido_cred_id_ptr(c), id);
    memcpy(out->key, fido_cred_pubkey_ptr(c), size);
    out->id_size = id;
    out->key_size = size;
    out->kind = fido_cred_type(c);
    out->count = fido_cred_sigcount(c);
    key k = key_of(out); /* a point that is not on its curve is none */
    bool sound = k.pk != NULL;
    key_done(&k);
    return sound;
}

/* Which make of authenticator it is does not matter here, so no attestation is asked for: the
 * first signature shows that the key is theirs. */
bool proof_new_key(const proof *p, const char *site, pt_passkey_row *out) {
    static const int kinds[] = {COSE_ES256, COSE_EDDSA, COSE_RS256};
    bool good = false;
    for (size_t i = 0; !good && is_for_site(p, site) && i < sizeof kinds / sizeof *kinds; i++) {
        fido_cred_t *c = fido_cred_new();
        good = c && fido_cred_set_type(c, kinds[i]) == FIDO_OK &&
               fido_cred_set_authdata_raw(c, p->auth, p->auth_size) == FIDO_OK &&
               (fido_cred_flags(c) & (THERE | VERIFIED)) == (THERE | VERIFIED) &&
               fido_cred_id_len(c) == p->id_size &&
               memcmp(fido_cred_id_ptr(c), p->id, p->id_size) == 0 && keep(c, out);
        fido_cred_free(&c);
    }
    return good;
}

/* --- signing in --- */

static bool verify(const fido_assert_t *a, const pt_passkey_row *row) {
    key k = key_of(row);
    bool good = k.pk && fido_assert_verify(a, 0, row->kind, k.pk) == FIDO_OK;
    key_done(&k);
    return good;
}

bool proof_signed(const proof *p, const pt_passkey_row *row, int64_t *count) {
    fido_assert_t *a = fido_assert_new();
    bool good = a && fido_assert_set_rp(a, row->site) == FIDO_OK &&
                fido_assert_set_clientdata(a, p->client, p->client_size) == FIDO_OK &&
                fido_assert_set_up(a, FIDO_OPT_TRUE) == FIDO_OK &&
                fido_assert_set_uv(a, FIDO_OPT_TRUE) == FIDO_OK &&
                fido_assert_set_count(a, 1) == FIDO_OK &&
                fido_assert_set_authdata_raw(a, 0, p->auth, p->auth_size) == FIDO_OK &&
                fido_assert_set_sig(a, 0, p->signature, p->signature_size) == FIDO_OK &&
                verify(a, row);
    if (good) *count = fido_assert_sigcount(a, 0);
    fido_assert_free(&a);
    return good;
}
