"""What tests of studies ask of a server (docs/protocol.md, "Studies")."""
# SPDX-License-Identifier: MIT
import time

from at_table import guest
from client import http as ask


def make(s, token, **more):
    status, made = ask(s.base, "/api/studies", {"name": "Streets", "chapter": "One", "game": "myriath", "players": 2, "options": {"start": "1"}, **more}, token)
    assert status == 200, made
    return made["study"]


def act(s, token, study, action, **body):
    return ask(s.base, f"/api/studies/{study}/{action}", body, token)


def must(s, token, study, action, **body):
    """Whoever is told to wait a little does."""
    end = time.monotonic() + 120
    status, said = act(s, token, study, action, **body)
    while status == 429 and time.monotonic() < end:
        time.sleep(0.2)
        status, said = act(s, token, study, action, **body)
    assert status == 200, (action, body, said)
    return said


def refused(s, token, study, action, status, code, **body):
    """It says so, and nothing has changed."""
    before = look(s, study, token) if status != 404 else None
    got, said = act(s, token, study, action, **body)
    assert (got, said.get("code")) == (status, code), (got, said)
    assert said["words"]
    if before:
        after = look(s, study, token)
        assert {**after, "now": 0} == {**before, "now": 0}


def look(s, study, token=None, what=""):
    status, said = ask(s.base, f"/api/studies/{study}{what}", token=token)
    assert status == 200, said
    return said


def editor(s, owner, study, name="Theo"):
    """Somebody who has asked and was let in."""
    token = guest(s, name)
    if look(s, study, owner)["access"] == "people":
        must(s, owner, study, "set", cell="access", node=0, text="link")
    must(s, token, study, "ask")
    number = max(p["number"] for p in look(s, study, owner)["people"])
    must(s, owner, study, "role", who=number, role="editor")
    return token
