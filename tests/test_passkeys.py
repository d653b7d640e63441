#!/usr/bin/env python3
"""Passkeys: added, signed in with, named, removed; and what is tried with those of others. An authenticator of our own, by WebAuthn's text and openssl.
Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import base64
import hashlib
import json
import os
import subprocess
import sys
import threading
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import guest, run_all  # noqa: E402
from client import enter, http  # noqa: E402
from serving import Server  # noqa: E402

tests = []
PASSWORD = "seven grey herons"
UP, UV, ATTESTED = 1, 4, 0x40


def test(f):
    tests.append(f)
    return f


def account(s, name):
    status, said = http(s.base, "/api/account", {"name": name, "password": PASSWORD}, guest(s, "Passer-by"))
    assert status == 200, said
    return said["token"]


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Key:
    """An ES256 passkey for one site (WebAuthn Level 2, 6.1 and 6.5.1)."""

    def __init__(self, site="127.0.0.1"):
        self.site, self.id, self.count = site, os.urandom(32), 0
        self.pem = subprocess.run(["openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout"], capture_output=True, check=True).stdout
        point = subprocess.run(["openssl", "ec", "-pubout", "-outform", "DER"], input=self.pem, capture_output=True, check=True).stdout[-64:]
        # A COSE key: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
        self.cose = bytes.fromhex("a5010203262001215820") + point[:32] + bytes.fromhex("225820") + point[32:]

    def auth(self, flags, rest=b"", site=None):
        return hashlib.sha256((site or self.site).encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big") + rest

    def sign(self, data):
        with tempfile.NamedTemporaryFile() as file:
            file.write(self.pem)
            file.flush()
            return subprocess.run(["openssl", "dgst", "-sha256", "-sign", file.name], input=data, capture_output=True, check=True).stdout


def client_data(s, kind, challenge, origin=None, **more):
    return json.dumps({"type": f"webauthn.{kind}", "challenge": challenge, "origin": origin or s.base, "crossOrigin": False, **more}).encode()


def new_challenge(s, token=None):
    status, said = http(s.base, "/api/passkeys/challenge" if token else "/api/enter/challenge", {}, token)
    assert status == 201 and said["site"] == "127.0.0.1", said
    return said["challenge"]


def made(s, key, challenge, flags=UP | UV | ATTESTED, site=None, **client):
    rest = bytes(16) + len(key.id).to_bytes(2, "big") + key.id + key.cose
    return {"name": "Laptop", "id": text(key.id), "auth": text(key.auth(flags, rest, site)), "client": text(client_data(s, "create", challenge, **client))}


def add(s, token, key, **more):
    return http(s.base, "/api/passkeys", {**made(s, key, new_challenge(s, token)), **more}, token)


def signed(s, key, challenge, flags=UP | UV, site=None, kind="get", count=None, **client):
    key.count = key.count + 1 if count is None else count
    auth, said = key.auth(flags, site=site), client_data(s, kind, challenge, **client)
    return {"id": text(key.id), "auth": text(auth), "client": text(said), "signature": text(key.sign(auth + hashlib.sha256(said).digest()))}


def sign_in(s, body):
    status, said = http(s.base, "/api/enter", body)
    return said["token"] if status == 201 else (status, said["code"])


REFUSED = (401, "login")


@test
def several_are_added_signed_in_with_named_and_removed(s):
    token, one, other = account(s, "Keyholder"), Key(), Key()
    assert add(s, token, one)[0] == 200 and add(s, token, other, name="Phone")[0] == 200
    keys = http(s.base, "/api/passkeys", token=token)[1]["passkeys"]
    assert {k["name"]: k["id"] for k in keys} == {"Laptop": text(one.id), "Phone": text(other.id)}, keys
    for key in (one, other, one):
        new = sign_in(s, signed(s, key, new_challenge(s)))
        assert http(s.base, "/api/me", token=new)[1]["name"] == "Keyholder" and enter(s.base, new)
    assert http(s.base, f"/api/passkeys/{text(one.id)}", {"name": "Old laptop"}, token)[0] == 200
    assert "Old laptop" in [k["name"] for k in http(s.base, "/api/passkeys", token=token)[1]["passkeys"]]
    s.restart()
    assert len(sign_in(s, signed(s, one, new_challenge(s)))) == 64, "it is remembered"
    assert http(s.base, f"/api/passkeys/{text(one.id)}", token=token, method="DELETE")[0] == 200
    assert sign_in(s, signed(s, one, new_challenge(s))) == REFUSED and len(sign_in(s, signed(s, other, new_challenge(s)))) == 64
    assert http(s.base, "/api/me", token=token, method="DELETE")[0] == 200
    assert sign_in(s, signed(s, other, new_challenge(s))) == REFUSED, "it is forgotten with its owner"


@test
def a_passkey_of_another_site_is_refused(s):
    token, key = account(s, "Careful"), Key()
    for wrong in ({"site": "evil.example"}, {"origin": "https://evil.example"}, {"origin": "http://127.0.0.1:1"}, {"origin": s.base + ".evil.example"}, {"crossOrigin": True}, {"origin": "null"}):
        assert http(s.base, "/api/passkeys", made(s, key, new_challenge(s, token), **wrong), token)[1]["code"] == "passkey", wrong
    assert add(s, token, key)[0] == 200
    for wrong in ({"site": "evil.example"}, {"origin": "https://evil.example"}, {"origin": s.base + "@evil.example"}, {"crossOrigin": True}):
        assert sign_in(s, signed(s, key, new_challenge(s), **wrong)) == REFUSED, wrong


@test
def a_replayed_assertion_is_refused(s):
    token, key = account(s, "Played Once"), Key()
    assert add(s, token, key)[0] == 200
    body = signed(s, key, new_challenge(s))
    assert len(sign_in(s, body)) == 64 and sign_in(s, body) == REFUSED
    body = made(s, Key(), new_challenge(s, token))
    assert http(s.base, "/api/passkeys", body, token)[0] == 200 and http(s.base, "/api/passkeys", body, token)[1]["code"] == "passkey"


@test
def a_challenge_is_for_one_session_one_purpose_and_this_server(s):
    a, b, key = account(s, "Session One"), account(s, "Session Two"), Key()
    assert http(s.base, "/api/passkeys", made(s, key, new_challenge(s, a)), b)[1]["code"] == "passkey", "of another person"
    again = http(s.base, "/api/login", {"name": "Session One", "password": PASSWORD})[1]["token"]
    assert http(s.base, "/api/passkeys", made(s, key, new_challenge(s, a)), again)[1]["code"] == "passkey", "of another session"
    assert http(s.base, "/api/passkeys", made(s, key, new_challenge(s)), a)[1]["code"] == "passkey", "for signing in"
    assert add(s, a, key)[0] == 200
    assert sign_in(s, signed(s, key, new_challenge(s, a))) == REFUSED, "for adding"
    assert sign_in(s, signed(s, key, text(os.urandom(32)))) == REFUSED and sign_in(s, signed(s, key, text(bytes(32)))) == REFUSED, "made up"
    assert sign_in(s, signed(s, key, new_challenge(s), kind="create")) == REFUSED


@test
def a_counter_that_goes_back_is_refused(s):
    token, key = account(s, "Counter"), Key()
    key.count = 5
    assert add(s, token, key)[0] == 200
    assert len(sign_in(s, signed(s, key, new_challenge(s), count=9))) == 64
    for count in (9, 8, 0):
        assert sign_in(s, signed(s, key, new_challenge(s), count=count)) == (409, "changed"), count
    assert len(sign_in(s, signed(s, key, new_challenge(s), count=10))) == 64
    still = Key()
    assert add(s, token, still)[0] == 200
    for _ in range(2):
        assert len(sign_in(s, signed(s, still, new_challenge(s), count=0))) == 64, "many count nothing at all"


@test
def a_wrong_signature_or_key_is_refused(s):
    token, key, other = account(s, "Signer"), Key(), Key()
    assert add(s, token, key)[0] == 200
    body = signed(s, key, new_challenge(s))
    raw = bytearray(base64.urlsafe_b64decode(body["signature"] + "=="))
    raw[-1] ^= 1
    assert sign_in(s, {**body, "signature": text(bytes(raw))}) == REFUSED
    assert sign_in(s, {**signed(s, other, new_challenge(s)), "id": text(key.id)}) == REFUSED, "another key's"
    assert sign_in(s, signed(s, other, new_challenge(s))) == REFUSED, "nobody's"
    body = signed(s, key, new_challenge(s))
    assert sign_in(s, {**body, "auth": text(key.auth(UP | UV | 8))}) == REFUSED, "other data than was signed"
    for flags in (0, UP, UV):
        assert sign_in(s, signed(s, key, new_challenge(s), flags=flags)) == REFUSED, "nobody was there, or proved who they are"
        assert http(s.base, "/api/passkeys", made(s, Key(), new_challenge(s, token), flags=flags | ATTESTED), token)[1]["code"] == "passkey"


@test
def what_is_not_a_passkey_is_refused(s):
    token, key = account(s, "Strict"), Key()
    good = made(s, key, new_challenge(s, token))
    for part in ("id", "auth", "client"):
        for wrong in (None, "", 7, "!!!", text(os.urandom(4)), text(bytes(5000)), good[part] + "="):
            assert http(s.base, "/api/passkeys", {**good, part: wrong}, token)[0] == 400, (part, wrong)
    for name in (None, "", "x" * 60, 'a"b', "\u202eevil"):
        status, said = http(s.base, "/api/passkeys", {**made(s, key, new_challenge(s, token)), "name": name}, token)
        assert status == 400 or said["code"] == "passkey", name
    for body in ({}, {"id": "AA"}, {"id": "AA", "auth": "AA", "client": "AA", "signature": "AA"}):
        assert sign_in(s, body) == REFUSED, body
    rest = bytes(16) + (32).to_bytes(2, "big") + key.id
    for cose in (b"", key.cose[:-1], b"\xa0", key.cose.replace(key.cose[-32:], bytes(32)), b"\xbf" * 60, b"\x9f" + key.cose):
        body = {**made(s, key, new_challenge(s, token)), "auth": text(key.auth(UP | UV | ATTESTED, rest + cose))}
        assert http(s.base, "/api/passkeys", body, token)[0] in (400, 409), cose.hex()


@test
def passkeys_are_their_owners_only(s):
    a, b, key = account(s, "Owner"), account(s, "Other One"), Key()
    assert add(s, a, key)[0] == 200
    assert add(s, b, key)[0] == 409, "an id is one person's"
    assert http(s.base, f"/api/passkeys/{text(key.id)}", {"name": "Mine"}, b)[0] == 409
    assert http(s.base, f"/api/passkeys/{text(key.id)}", token=b, method="DELETE")[0] == 409
    assert not http(s.base, "/api/passkeys", token=b)[1]["passkeys"]
    assert http(s.base, "/api/me", token=sign_in(s, signed(s, key, new_challenge(s))))[1]["name"] == "Owner"
    assert http(s.base, "/api/passkeys")[0] == 401 and http(s.base, "/api/passkeys/challenge", {})[0] == 401
    g = guest(s, "No Account")
    assert add(s, g, Key())[1]["code"] == "account", "a guest becomes an account with it, or has none"


@test
def a_person_has_twenty_also_if_they_come_at_once(s):
    token = account(s, "Key Collector")
    assert [add(s, token, Key())[0] for _ in range(18)] == [200] * 18
    bodies = [made(s, Key(), new_challenge(s, token)) for _ in range(6)]
    got = []
    racing = [threading.Thread(target=lambda b=body: got.append(http(s.base, "/api/passkeys", b, token)[0])) for body in bodies]
    for thread in racing:
        thread.start()
    for thread in racing:
        thread.join()
    assert sorted(got) == [200, 200, 409, 409, 409, 409], got
    assert len(http(s.base, "/api/passkeys", token=token)[1]["passkeys"]) == 20
    assert add(s, token, Key())[1]["code"] == "full"


# --- accounts without a password ---

def keyed(s, name, passkey, token=None, **more):
    """A guest becomes an account by passkey alone; status and answer."""
    token = token or guest(s, "Passer-by")
    return http(s.base, "/api/account", {**made(s, passkey, new_challenge(s, token)), "name": name, "key": "Laptop", **more}, token)


@test
def an_account_is_made_by_passkey_alone(s):
    key, g = Key(), guest(s, "Passer-by")
    before = http(s.base, "/api/me", token=g)[1]["person"]
    status, said = keyed(s, "Keyed", key, g)
    assert status == 200 and said["person"] == before and said["password"] is False, said
    assert http(s.base, "/api/me", token=g)[0] == 401, "the guest's token ends, as with a password"
    assert [k["name"] for k in http(s.base, "/api/passkeys", token=said["token"])[1]["passkeys"]] == ["Laptop"]
    assert http(s.base, "/api/me", token=sign_in(s, signed(s, key, new_challenge(s))))[1]["name"] == "Keyed"
    for password in ("", PASSWORD, "        "):
        assert http(s.base, "/api/login", {"name": "Keyed", "password": password})[0] in (400, 401), "no password is right"


@test
def what_is_tried_with_passkey_accounts(s):
    key, g = Key(), guest(s, "Passer-by")
    assert keyed(s, "Tried", key, g)[0] == 200
    assert keyed(s, "Tried", Key())[1]["code"] == "name", "the name is taken"
    assert keyed(s, "Tried Too", key)[0] == 409, "the passkey is somebody's"
    other = guest(s, "Passer-by")
    assert keyed(s, "Tried Three", Key(), other, key="")[1]["code"] == "name"
    body = {**made(s, Key(), new_challenge(s, guest(s, "Passer-by"))), "name": "Tried Four", "key": "Laptop"}
    assert http(s.base, "/api/account", body, other)[1]["code"] == "passkey", "a challenge of another session"
    body = {**made(s, Key("evil.example"), new_challenge(s, other)), "name": "Tried Four", "key": "Laptop"}
    assert http(s.base, "/api/account", body, other)[1]["code"] == "passkey", "of another site"
    assert http(s.base, "/api/me", token=other)[1]["account"] is False, "nothing has changed"


@test
def the_only_way_in_stays(s):
    one, two = Key(), Key()
    token = keyed(s, "One Key", one)[1]["token"]
    drop = lambda key: http(s.base, f"/api/passkeys/{text(key.id)}", token=token, method="DELETE")  # noqa: E731
    assert drop(one)[1]["code"] == "last" and add(s, token, two)[0] == 200 and drop(one)[0] == 200 and drop(two)[1]["code"] == "last"
    assert http(s.base, "/api/password", {"new": PASSWORD}, token)[0] == 200, "a first password"
    assert http(s.base, "/api/password", {"new": "another one 1"}, token)[0] == 400, "the next needs the first"
    assert drop(two)[0] == 200 and http(s.base, "/api/login", {"name": "One Key", "password": PASSWORD})[0] == 201


@test
def two_who_remove_the_last_two_at_once_keep_one(s):
    for i in range(5):
        one, two, got = Key(), Key(), []
        token = keyed(s, f"Racer {i}", one)[1]["token"]
        assert add(s, token, two)[0] == 200
        racing = [threading.Thread(target=lambda k=key: got.append(http(s.base, f"/api/passkeys/{text(k.id)}", token=token, method="DELETE")[0])) for key in (one, two)]
        for thread in racing:
            thread.start()
        for thread in racing:
            thread.join()
        assert sorted(got) == [200, 409] and len(http(s.base, "/api/passkeys", token=token)[1]["passkeys"]) == 1, got


@test
def recovery_codes_bring_back_whoever_lost_the_only_passkey(s):
    token = keyed(s, "Lost Key", Key())[1]["token"]
    codes = http(s.base, "/api/codes", {}, token)[1]["codes"]
    status, said = http(s.base, "/api/recover", {"name": "Lost Key", "code": codes[0], "password": PASSWORD})
    assert status == 201 and said["password"] is True and http(s.base, "/api/login", {"name": "Lost Key", "password": PASSWORD})[0] == 201


# --- a recent proof ---

def prove(s, token, key, **more):
    status, said = http(s.base, "/api/proof/challenge", {}, token)
    assert status == 201, said
    return http(s.base, "/api/proof", signed(s, key, said["challenge"], **more), token)


@test
def what_could_end_an_account_needs_a_recent_proof(s):
    key = Key()
    token = keyed(s, "Prover", key)[1]["token"]
    asks = [lambda: http(s.base, "/api/passkeys/challenge", {}, token), lambda: http(s.base, "/api/passkeys", {}, token),
            lambda: http(s.base, f"/api/passkeys/{text(key.id)}", token=token, method="DELETE"), lambda: http(s.base, "/api/me", token=token, method="DELETE"),
            lambda: http(s.base, "/api/codes", {}, token), lambda: http(s.base, "/api/password", {"new": PASSWORD}, token),
            lambda: http(s.base, "/api/mail", token=token, method="DELETE")]
    s.ask("UPDATE tokens SET proved = 1")
    for asked in asks:
        status, said = asked()
        assert (status, said["code"]) == (403, "proof"), said
    assert prove(s, token, key)[0] == 200 and http(s.base, "/api/passkeys/challenge", {}, token)[0] == 201
    s.ask("UPDATE tokens SET proved = proved - 600001")
    assert http(s.base, "/api/passkeys/challenge", {}, token)[1]["code"] == "proof", "ten minutes"
    again = sign_in(s, signed(s, key, new_challenge(s)))
    assert http(s.base, "/api/passkeys/challenge", {}, again)[0] == 201, "signing in is a proof"
    assert http(s.base, "/api/passkeys/challenge", {}, token)[1]["code"] == "proof", "for its own session only"


@test
def a_proof_is_the_owners_for_this_session_and_once(s):
    key, foreign = Key(), Key()
    token, other = keyed(s, "Proof A", key)[1]["token"], keyed(s, "Proof B", foreign)[1]["token"]
    s.ask("UPDATE tokens SET proved = 1")
    assert prove(s, token, foreign)[1]["code"] == "passkey", "somebody else's passkey"
    challenge = http(s.base, "/api/proof/challenge", {}, token)[1]["challenge"]
    body = signed(s, key, challenge)
    assert http(s.base, "/api/proof", body, other)[1]["code"] == "passkey", "of another session"
    assert http(s.base, "/api/proof", body, token)[1]["code"] == "passkey", "and it is used up by that"
    assert http(s.base, "/api/proof", signed(s, key, new_challenge(s)), token)[1]["code"] == "passkey", "for signing in"
    challenge = http(s.base, "/api/proof/challenge", {}, token)[1]["challenge"]
    assert http(s.base, "/api/enter", signed(s, key, challenge))[0] == 401, "nor does a proof sign in"
    assert http(s.base, "/api/proof", {"password": PASSWORD}, token)[1]["code"] == "password", "there is none"
    assert http(s.base, "/api/passkeys/challenge", {}, token)[1]["code"] == "proof"
    challenge = http(s.base, "/api/proof/challenge", {}, token)[1]["challenge"]
    body = signed(s, key, challenge)
    assert http(s.base, "/api/proof", body, token)[0] == 200 and http(s.base, "/api/proof", body, token)[0] == 403, "once"
    assert http(s.base, "/api/proof", {}, guest(s, "Passer-by"))[1]["code"] == "account"


@test
def nobody_crowds_out_the_challenges_of_others(s):
    """There are so many places for them: an address gets some together, then one every two seconds, for whatever they are."""
    with Server(s.program, "--rate", "10") as usual:
        token = guest(usual, "Greedy For More")
        for path, bearer in (("/api/passkeys/challenge", token), ("/api/proof/challenge", token), ("/api/enter/challenge", None)):
            answers = [http(usual.base, path, {}, bearer)[0] for _ in range(60)]
            assert answers.count(429) > 40 and answers.count(201) <= 15, (path, answers)


if __name__ == "__main__":
    sys.exit(run_all(tests))
