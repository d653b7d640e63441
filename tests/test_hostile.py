#!/usr/bin/env python3
"""What a stranger tries who means harm: script in every text field, other people's rights by odd paths and headers, forged lines in the log,
numbers and types that nobody expects. docs/security.md lists these with those of the other suites. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import io
import json
import os
import re
import socket
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import study_client  # noqa: E402
from at_table import ask, guest, make, run_all, two  # noqa: E402
from client import enter, http  # noqa: E402
from smtp_sink import Sink  # noqa: E402
from test_accounts import PASSWORD, account, codes, knows, login, person_of, recover, sessions  # noqa: E402
from test_mail import club, give, lost, member, reset, settled  # noqa: E402
from test_moderation import GETS, POSTS, admin, host, with_role  # noqa: E402
from test_tournaments import make as make_tournament, must as tournament_must  # noqa: E402

tests = []
SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(2)>"
SHORT = "<img/onerror=alert(1)>"  # 22 letters, as long as a name may be


def test(f):
    tests.append(f)
    return f


def raw(s, path, body=None, token=None, method=None, **heads):
    """Status, fields and text of one answer, as a browser gets them."""
    data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    request = urllib.request.Request(s.base + path, data, {k.replace("_", "-"): v for k, v in heads.items()}, method=method)
    if token:
        request.add_header("Authorization", "Bearer " + token)
    try:
        answer = urllib.request.urlopen(request, timeout=120)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, answer.headers, answer.read().decode(errors="replace")


def healthy(s):
    return http(s.base, "/healthz")[0] == 200


# --- script in every text field ---

def inert(s, path, token, *texts):
    """The answer has these texts, whole, as JSON, text or CSV that no browser takes for a page."""
    status, heads, text = raw(s, path, token=token)
    assert status == 200, (path, status, text)
    kind = heads["Content-Type"].split(";")[0]
    assert kind in ("application/json", "text/plain", "text/csv") and heads["X-Content-Type-Options"] == "nosniff", (path, heads)
    plain = json.dumps(json.loads(text), ensure_ascii=False) if kind == "application/json" else text
    for wanted in texts:
        assert wanted in plain, (path, wanted, plain[:500])


@test
def script_in_a_name_is_refused_or_stays_text(s):
    """Names of guests and accounts, another name, a passkey's, a friend at the same screen, people sought and reported."""
    token = guest(s, "Plain")
    for name in (SHORT, "<b>Ada</b>", "a\"onload=\"x", "<svg/onload=x>"):
        for path, body in (("/api/guest", {}), ("/api/name", {}), ("/api/account", {"password": PASSWORD})):
            one = token if path == "/api/name" else guest(s, "Passer-by")
            status, said = http(s.base, path, {"name": name, **body}, one)
            assert said["code"] == "name" if status in (400, 409) else said["name"].startswith(name[:20]), (path, name, said)
            if status < 300:
                inert(s, "/api/me", said.get("token", one), json.dumps(said["name"], ensure_ascii=False))
    for path in ("/api/friends", "/api/blocks"):
        assert http(s.base, path, {"name": SCRIPT}, token)[0] in (400, 409), path
    table = make(s, token, "myst", ["me", ""], start=False, access="local")
    answer = ask(enter(s.base, token), t="sit", table=table, seat=1, name=SCRIPT)
    assert answer["t"] == "refused", answer


@test
def script_in_chat_and_notes_stays_text(s):
    tokens, table, (one, other), last = two(s, "mykerinos", clock={"kind": "days", "days": 3})
    assert ask(one, t="chat", table=table, seat=0, text=SCRIPT)["t"] == "ok"
    events = []
    while not any(e.get("text") for e in events):
        events = other.until(t="update")["events"]
    assert events[0]["text"] == SCRIPT, events
    note = ask(one, t="note", table=table, seat=0, at=last[0]["n"], text=SCRIPT)
    assert note["notes"][0]["text"] == SCRIPT, note
    assert ask(one, t="resign", table=table, seat=0)["t"] == "ok"
    inert(s, f"/api/tables/{table}/record", tokens[0])


@test
def script_in_a_study_stays_text(s):
    """Its name, a chapter, a comment, a mark's place, where somebody points, and a record that was pasted."""
    ana = guest(s, "Ana")
    study = study_client.make(s, ana, name=SCRIPT[:50], chapter=SCRIPT[:40])
    study_client.must(s, ana, study, "set", cell="comment", node=1, text=SCRIPT)
    study_client.must(s, ana, study, "set", cell="access", node=0, text="all")
    inert(s, f"/api/studies/{study}", None, SCRIPT, SCRIPT[:50], SCRIPT[:40])
    inert(s, "/api/studies", None, SCRIPT[:50])
    for path in ("history", "record?node=1", "lesson?node=1"):
        inert(s, f"/api/studies/{study}/{path}", None)
    for body in ({"cell": "mark", "node": 1, "from": SHORT, "to": "b1", "text": "green"}, {"cell": "verdict", "node": 1, "text": SHORT}):
        assert study_client.act(s, ana, study, "set", **body)[0] == 409, body
    socket_of = enter(s.base, ana)
    study_client.must(s, ana, study, "here", node=1, doing="reads", place=SHORT)
    assert SHORT not in json.dumps(study_client.look(s, study, ana)["here"])
    assert study_client.act(s, ana, study, "here", node=1, doing=SHORT)[0] != 200 or SHORT not in json.dumps(study_client.look(s, study, ana))
    socket_of.s.close()


@test
def script_in_a_tournament_stays_text_in_json_and_csv(s):
    """Its name, and names of bots and people that the host gives; a formula is no formula in a spreadsheet."""
    ana = guest(s, "Ana")
    event = make_tournament(s, ana, name=SCRIPT[:50], format="swiss")
    tournament_must(s, ana, event, "bot", level="beginner", name="Formula")
    number = json.loads(raw(s, f"/api/tournaments/{event}")[2])["standings"][0]["number"]
    for name in (SHORT, "=1+1", "@SUM(A1)", "-2", "+3"):
        status, said = http(s.base, f"/api/tournaments/{event}/rename", {"number": number, "name": name}, ana)
        assert status in (200, 400, 409), said
        csv = raw(s, f"/api/tournaments/{event}.csv")[2]
        assert not re.search(r'(^|,)"?[=+@]', csv, re.M) and not re.search(r',"?-\D', csv), csv
    inert(s, f"/api/tournaments/{event}", None, SCRIPT[:50])
    inert(s, "/api/tournaments", None, SCRIPT[:50])
    inert(s, f"/api/tournaments/{event}.csv", None)


@test
def script_in_words_of_the_club_stays_text(s):
    """A report, why somebody is warned, muted, banned, let off or given a role, and words that the chat does not take."""
    chief, about, _ = with_role(s, "Scripted Chief", "admin"), account(s, "Scripted About"), account(s, "Scripted Other")
    assert http(s.base, "/api/reports", {"kind": "name", "name": "Scripted Other", "words": SCRIPT}, about)[0] == 201
    report = admin(s, "reports")[1]["reports"][0]["report"]
    for what, body in (("measures", {"kind": "warning", "name": "Scripted About"}), ("measures", {"kind": "mute", "days": 1, "name": "Scripted About"}),
                       ("roles", {"name": "Scripted About", "role": "moderator"}), ("roles", {"name": "Scripted About", "role": "player"})):
        status, said = admin(s, what, {**body, "words": SCRIPT}, chief)
        assert status == 200, (what, body, said)
    assert admin(s, "settings", {"name": "words", "value": SHORT}, chief)[0] in (200, 400)
    for what in ("reports", f"reports/{report}", "audit", "measures"):
        inert(s, f"/api/admin/{what}", chief, SCRIPT)
    inert(s, "/api/admin/settings", chief)
    inert(s, "/api/notices", about, SCRIPT)
    inert(s, f"/api/admin/people?name={urllib.parse.quote(SCRIPT)}", chief)
    measure = admin(s, "measures")[1]["measures"][0]["measure"]
    assert admin(s, "lift", {"measure": measure, "words": SCRIPT}, chief)[0] == 200
    assert admin(s, "close", {"report": report, "words": SCRIPT})[0] == 200
    assert admin(s, "settings", {"name": "words", "value": ""}, chief)[0] == 200


@test
def script_in_what_a_browser_says_of_itself_is_not_kept(s):
    """User-Agent, language, Host and Referer; the list of sessions names browsers that the server knows."""
    account(s, "Odd Browser")
    token = login(s, "Odd Browser", agent=f"Mozilla/5.0 {SCRIPT} (X11; Linux) Firefox/1.0{SCRIPT}")[1]["token"]
    assert "<" not in json.dumps(sessions(s, token)), sessions(s, token)
    for field in ("Accept-Language", "Referer", "X-Forwarded-For", "X-Forwarded-Host"):
        status, heads, text = raw(s, "/api/nothing", token=token, **{field.replace("-", "_"): SCRIPT})
        assert status == 404 and "<script" not in text + str(heads), (field, text)


@test
def script_in_a_path_or_a_question_is_not_echoed_as_a_page(s):
    for path in (f"/api/{urllib.parse.quote(SCRIPT)}", f"/{urllib.parse.quote(SCRIPT, safe='')}", f"/api/games?q={urllib.parse.quote(SCRIPT)}",
                 f"/api/tables/{urllib.parse.quote(SCRIPT, safe='')}", f"/api/bell/stop?key={urllib.parse.quote(SCRIPT)}"):
        _, heads, text = raw(s, path)
        assert "<script" not in text or heads["Content-Type"].startswith("application/json"), (path, text[:300])


@test
def script_in_wishes_and_addresses_is_refused(s):
    """The time zone of quiet hours, kinds of notices, a push service, a mail address."""
    token = account(s, "Wishes Harm")
    for body in ({"quiet": {"from": 0, "to": 60, "zone": SCRIPT}}, {"kinds": {SCRIPT: {"page": True, "push": True, "mail": True, "sound": True}}}, {"quiet": SCRIPT}):
        assert http(s.base, "/api/bell/wishes", body, token)[0] == 400, body
    for body in ({"endpoint": "javascript:alert(1)", "keys": {"p256dh": "x", "auth": "y"}}, {"endpoint": SCRIPT, "keys": {}}):
        assert http(s.base, "/api/push", body, token)[0] in (400, 409), body
    inert(s, "/api/bell/wishes", token)
    with Sink() as sink, club(s, sink) as c:
        mine = account(c, "Mails Harm")
        for address in (f"{SHORT}@example.org", f"a@{SHORT}", "a@example.org\r\nBcc: b@example.org", "a@example.org>,<b@example.org"):
            assert http(c.base, "/api/mail", {"mail": address}, mine)[0] == 400, address
        assert not sink.letters


# --- other people's rights ---

@test
def a_token_counts_only_in_its_field(s):
    """Not in the address, where logs and other sites would see it, nor in a cookie, which a form of another site would send along."""
    token = account(s, "Careful")
    for path, heads in ((f"/api/me?token={token}", {}), (f"/api/me?authorization=Bearer%20{token}", {}), ("/api/me", {"Cookie": f"token={token}; petteia.token={token}"}),
                        ("/api/me", {"Authorization": token}), ("/api/me", {"Authorization": f"Basic {token}"}), ("/api/me", {"X-Authorization": f"Bearer {token}"})):
        assert raw(s, path, **{k.replace("-", "_"): v for k, v in heads.items()})[0] == 401, (path, heads)
    for wrong in (token[:-1], token + "0", token[:-1] + "g", "'" + token[1:], token[::-1], "0" * 64, " ", "%00" * 21):
        assert raw(s, "/api/me", Authorization=f"Bearer {wrong}")[0] == 401, wrong
    assert knows(s, token)


@test
def another_site_reads_nothing_and_writes_nothing(s):
    """No answer allows another origin; a form can send neither the token's field nor JSON with it."""
    token = account(s, "Logged In Elsewhere")
    for path, body in (("/api/me", None), ("/api/sessions", None), ("/api/games", None), ("/api/ticket", {})):
        _, heads, _ = raw(s, path, body, token, Origin="https://evil.example")
        assert not [k for k in heads if k.lower().startswith("access-control-")], (path, heads)
    status, heads, _ = raw(s, "/api/me", method="OPTIONS", Origin="https://evil.example", Access_Control_Request_Method="DELETE")
    assert status in (403, 405) and "Access-Control-Allow-Origin" not in heads, (status, heads)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        assert raw(s, "/api/logout", b"{}", Content_Type=kind, Origin="https://evil.example")[0] in (401, 403), kind
    assert knows(s, token)


@test
def a_method_is_what_it_says(s):
    """Fields and questions that other servers take for another method change nothing."""
    token = account(s, "Stays Here")
    for heads in ({"X_HTTP_Method_Override": "DELETE"}, {"X_Method_Override": "DELETE"}, {"X_HTTP_Method": "DELETE"}):
        assert raw(s, "/api/me", token=token, **heads)[0] == 200
        assert raw(s, "/api/me?_method=DELETE", {}, token, **heads)[0] == 405
    assert knows(s, token)


@test
def odd_paths_lead_around_no_role(s):
    player = account(s, "Path Finder")
    wish = {"name": "Path Finder", "role": "admin", "words": "me"}
    for path in ("//api/admin/roles", "/api//admin/roles", "/api/admin//roles", "/api/./admin/roles", "/api/x/../admin/roles", "/api/Admin/Roles", "/api/admin/roles/",
                 "/api/admin/roles%00", "/api/%61dmin/roles", "/api/admin%2froles", "/api/admin/roles;x", "/api/admin/roles?role=admin", "/api\\admin\\roles", "/API/admin/roles"):
        for token in (None, player):
            status, _, text = raw(s, path, wish, token)
            assert status in (400, 401, 403, 404, 405), (path, status, text)
    for what in GETS:
        assert raw(s, f"/api/admin/{what}", token=player, X_Original_URL="/api/games", X_Rewrite_URL="/api/games", X_Forwarded_For="127.0.0.1")[0] == 403
    assert "role" not in http(s.base, "/api/me", token=player)[1]


@test
def a_body_names_nobody_but_oneself(s):
    """Members that name a person, a role or an id are not taken for the asker's own."""
    mallory, victim = account(s, "Mallory Own"), account(s, "Victim Own")
    theirs = person_of(s, victim)
    more = {"person": theirs, "id": theirs, "token": victim, "account": "victim own", "role": "admin", "owner": theirs}
    assert http(s.base, "/api/name", {"name": "Mallory New", **more}, mallory)[0] == 200
    assert http(s.base, "/api/password", {"password": "seven grey herons", "new": "eight blue otters", **more}, mallory)[0] == 200
    assert http(s.base, "/api/page", {"seen": "nobody", **more}, mallory)[0] == 200
    me, them = (http(s.base, "/api/me", token=token)[1] for token in (mallory, victim))
    assert me["name"] == "Mallory New" and them["name"] == "Victim Own" and "role" not in me, (me, them)
    assert login(s, "Victim Own")[0] == 201


@test
def ids_of_others_open_nothing(s):
    """Everything below one's own name, asked for with ids that another has: answered like ids that nobody has."""
    mallory, victim = account(s, "Mallory Ids"), account(s, "Victim Ids")
    session = sessions(s, victim)[0]
    its = session.get("session") or session.get("id")
    for path in ("/api/sessions/", "/api/passkeys/", "/api/friends/", "/api/blocks/"):
        got = [raw(s, path + which, token=mallory, method="DELETE")[::2] for which in (its, "0" * len(str(its)))]
        assert got[0] == got[1], (path, got)
    assert knows(s, victim)


@test
def whoever_lost_a_role_has_lost_it_at_once(s):
    """Also with a session and a socket that were there before."""
    chief = with_role(s, "Former Helper", "admin")
    c = enter(s.base, chief)
    assert admin(s, "roles", {"name": "Former Helper", "role": "player", "words": "left"})[0] == 200
    for what in GETS:
        assert admin(s, what, token=chief)[0] == 403, what
    for what in POSTS:
        assert admin(s, what, {"name": "Former Helper", "role": "admin", "words": "me"}, chief)[0] == 403, what
    assert ask(c, t="ping")["t"] == "pong"


@test
def nobody_else_learns_which_names_a_study_could_add(s):
    """Whoever takes part but did not make it hears the same of a name that an account has and of one that nobody has."""
    ana = guest(s, "Ana")
    account(s, "Probed Person")
    study = study_client.make(s, ana)
    theo = study_client.editor(s, ana, study)
    for role in ("editor", "reader", "nobody"):
        answers = [study_client.act(s, theo, study, "role", name=name, role=role) for name in ("Probed Person", "Nobody At All", "", 7)]
        assert answers[0][0] == 409 and all(a == answers[0] for a in answers), answers
    assert [p["name"] for p in study_client.look(s, study, ana)["people"]] == ["Ana", "Theo"]


def link_to(sink, address, before):
    """The secret in the first letter to this address after so many."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        for letter in sink.letters[before:]:
            if address in str(letter.to):
                return letter.link()[1]
        time.sleep(0.02)
    raise AssertionError(f"no letter to {address}")


@test
def a_lost_password_that_is_found_ends_what_a_thief_had_begun(s):
    """A thief in an open session asks for another mail address; the owner's reset makes that link worthless, by mail and by code."""
    with Sink() as sink, club(s, sink) as c:
        token = member(c, sink, "Ana", "ana@example.org")
        code, password = codes(c, token)[0], PASSWORD
        for way, new in (("mail", "eight blue otters"), ("code", "nine red foxes")):
            thief = login(c, "Ana", password)[1]["token"]
            before = settled(c, sink)
            assert give(c, thief, f"{way}@example.net")[0] == 202
            theirs = link_to(sink, f"{way}@example.net", before)
            if way == "mail":
                assert lost(c, "ana@example.org")[0] == 202
                assert isinstance(reset(c, link_to(sink, "ana@example.org", before), new), str)
            else:
                assert recover(c, "Ana", code, new)[0] == 201
            assert http(c.base, "/api/mail/confirm", {"link": theirs})[0] == 400, way
            assert not knows(c, thief), way
            password = new


# --- what is sent ---

def routes():
    """Every path that takes a body, as docs/protocol.md names them."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "docs", "protocol.md"), encoding="utf-8") as file:
        found = sorted(set(re.findall(r"`POST (/api/[\w/]+)", file.read())))
    assert len(found) > 40, found
    return found


@test
def wrong_types_and_numbers_are_refused_everywhere(s):
    """Every path, with every member that any of them takes, as lists, numbers beyond all bounds, and depth: never 500, and nobody is harmed."""
    keys = ("name", "password", "new", "code", "person", "table", "key", "words", "kind", "days", "link", "mail", "game", "players", "seats", "offers", "minutes",
            "from", "seen", "endpoint", "keys", "kinds", "quiet", "topic", "value", "role", "measure", "report", "id", "auth", "client", "signature", "options", "clock")
    bodies = [json.dumps({k: v for k in keys}).encode() for v in (None, True, -1, 2 ** 63, 1e308, [], {}, [[]], {"a": {"b": []}}, "", "\u0000", "\ud800", "x" * 900)]
    bodies += [b"[" * 5000, b"{\"a\":" * 5000, b"null", b"7", b"\"x\"", b"", b"{\"name\":\"a\",\"name\":\"b\"}", b"{\"days\":1e999}", b"\xff\xfe", b"{} {}"]
    token = guest(s, "Fuzzy")
    for path in routes():
        for body in bodies:
            status, _, text = raw(s, path, body, None if path == "/api/logout" else token)
            assert status < 500 or status == 503, (path, body[:80], status, text)
    assert healthy(s)


@test
def a_name_that_nobody_sees_is_none(s):
    """Of a study, a chapter or a tournament: a list would have an empty line with a link in it. Nothing else is taken for it either."""
    token = account(s, "Sees Nothing")
    study = {"name": "Seen", "game": "mykerinos", "players": 2, "chapter": "One"}
    event = {"name": "Seen", "format": "robin", "game": "mykerinos"}
    for name in ("\u061c", "\u200d", "\u00ad\u00ad", "\u3164", "\u2800", "\ufffe", "\u115f\u1160", "\U000e0041", "\u00a0"):
        for path, body in (("studies", {**study, "name": name}), ("studies", {**study, "chapter": name}), ("tournaments", {**event, "name": name})):
            status, said = http(s.base, f"/api/{path}", body, token)
            assert (status, said["code"]) == (400, "text"), (path, ascii(name), status, said)
    for name in ("Zo\u00eb\u2019s", "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\U0001f469\u200d\U0001f680"):  # joiners have their place between what is seen
        assert http(s.base, "/api/studies", {**study, "name": name}, token)[0] == 200, ascii(name)


@test
def a_wrong_topic_is_not_every_topic(s):
    """Without a topic all notices are seen; one of another type, or with nothing in it, is a mistake."""
    token = account(s, "Sees All")
    for topic in (5, True, [], {}, None, "x" * 300):
        status, said = http(s.base, "/api/bell/seen", {"topic": topic}, token)
        assert (status, said["code"]) == (400, "malformed"), (topic, status, said)
    assert http(s.base, "/api/bell/seen", {}, token)[0] == http(s.base, "/api/bell/seen", {"topic": "turn:t"}, token)[0] == 200


@test
def nobody_writes_lines_into_the_log(s):
    """A line end, a forged time or an escape sequence in a path, a field or a name stays within its own line."""
    forged = "time=2000-01-01T00:00:00.000Z event=admin who=forged"
    for path in (f"/x%0A{urllib.parse.quote(forged)}", f"/api/tables/%0D%0A{urllib.parse.quote(forged)}"):
        raw(s, path)
    for name in (f"a\n{forged}"[:24], "a\r\nb", "a\x1b[2Jb", "a\u2028b"):
        assert http(s.base, "/api/guest", {"name": name})[0] == 400, ascii(name)
    with socket.create_connection(("127.0.0.1", s.port), 20) as c:
        c.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nUser-Agent: a\x1b[31m\nevent=forged\r\n\r\n")
        c.recv(1000)
    raw(s, "/api/login", {"name": f"x{forged}"[:24], "password": "seven grey herons"})
    for line in s.log_text().splitlines():
        assert re.match(r"time=20[2-9]\d-\d\d-\d\dT[\d:.]+Z event=", line) and "\x1b" not in line, line


@test
def statements_in_texts_are_texts(s):
    """What would end a statement of the database stays a name, a word or an id that nobody has."""
    nasty = ("'; DROP TABLE people;--", "x' OR '1'='1", "%", "_", "\\", "a%' --")
    token = account(s, "Tables Stay")
    for text in nasty:
        made = http(s.base, "/api/guest", {"name": text})
        assert made[0] == 400 or made[1]["name"].startswith(text), made
        assert http(s.base, "/api/login", {"name": text, "password": text + "12345678"})[0] in (400, 401)
        quoted = urllib.parse.quote(text, safe="")
        for path in (f"/api/people/{quoted}", f"/api/tables/{quoted}", f"/api/studies/{quoted}", f"/api/tournaments/{quoted}"):
            assert raw(s, path, token=token)[0] in (400, 404), path
        found = admin(s, f"people?name={quoted}")
        assert found[0] in (200, 400) and "Tables Stay" not in json.dumps(found[1]), found
    assert login(s, "Tables Stay")[0] == 201


@test
def files_in_my_data_have_plain_names(s):
    """Whoever unpacks the archive gets files below one folder, whatever somebody is called."""
    token = guest(s, "..")
    request = urllib.request.Request(s.base + "/api/me/data", headers={"Authorization": "Bearer " + token})
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert re.fullmatch(r'attachment(; filename="[\w.-]+")?', answer.headers["Content-Disposition"]), answer.headers
        names = zipfile.ZipFile(io.BytesIO(answer.read())).namelist()
    assert names and all(re.fullmatch(r"[\w][\w.-]*(/[\w][\w.-]*)*", name) for name in names), names


@test
def the_servers_own_files_are_not_served(s):
    """Its data, which has the host's token, however the path is written."""
    secret = host(s)
    for path in ("/admin", "/petteia.db", "/data/admin", "/..%2fadmin", "/%2e%2e/admin", "/assets/..%2f..%2fadmin", "/....//admin", "/..\\admin", "/.git/config", "/%00admin",
                 f"/{urllib.parse.quote(s.data, safe='')}/admin", f"{s.data}/admin"):
        _, _, text = raw(s, path)
        assert secret not in text and "SQLite format" not in text, path


if __name__ == "__main__":
    sys.exit(run_all(tests))
