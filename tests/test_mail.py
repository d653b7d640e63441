#!/usr/bin/env python3
"""Mail: an address confirmed, changed and removed, a lost password by a link, and what is tried with the addresses of others. The mail server is our
own (tests/smtp_sink.py), on 127.0.0.1: up, down, slow, refusing. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import email.utils
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import guest, run_all  # noqa: E402
from client import enter, http  # noqa: E402
from serving import Server  # noqa: E402
from smtp_sink import Sink  # noqa: E402

tests = []
PASSWORD, OTHER = "seven grey herons", "eight blue otters"
SITE = "https://club.example"


def test(f):
    tests.append(f)
    return f


def club(s, sink, *more):
    """A server that sends its mail there."""
    rate = () if "--rate" in more else ("--rate", "0")
    return Server(s.program, "--smtp", sink.url, "--mail-from", "club@example.org", "--site", SITE + "/", "--mail-retry", "1", *rate, *more)


def account(c, name):
    status, said = http(c.base, "/api/account", {"name": name, "password": PASSWORD}, guest(c, "Passer-by"))
    assert status == 200, said
    return said["token"]


def give(c, token, address, language="en"):
    """Asks for an address; status and answer."""
    request = urllib.request.Request(c.base + "/api/mail", json.dumps({"mail": address}).encode(), {"Authorization": "Bearer " + token, "Accept-Language": language})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def state(c, token):
    said = http(c.base, "/api/mail", token=token)[1]
    return said["address"], said["wanted"]


def confirm(c, letter):
    path, link = letter.link()
    assert path == "/mail/confirm", path
    return http(c.base, "/api/mail/confirm", {"link": link})


def member(c, sink, name, address):
    """An account with a confirmed address."""
    token = account(c, name)
    before = len(sink.letters)
    assert give(c, token, address)[0] == 202
    assert confirm(c, sink.wait(before + 1)) == (200, {"name": name, "address": address})
    return token


def lost(c, address):
    return http(c.base, "/api/mail/reset", {"mail": address})


def reset(c, link, password=OTHER):
    status, said = http(c.base, "/api/mail/password", {"link": link, "password": password})
    return said["token"] if status == 201 else (status, said["code"])


def login(c, name, password=PASSWORD):
    return http(c.base, "/api/login", {"name": name, "password": password})[0]


def wait_letters(c, sink, n):
    """Until so many wait in the store."""
    sink.until(lambda: c.ask("SELECT count(*) FROM letters")[0][0] == n)


def settled(c, sink):
    """Nothing waits any more: what was not sent by now is not on its way."""
    wait_letters(c, sink, 0)
    return len(sink.letters)


NO_LINK = (400, "link")


# --- an address ---

@test
def an_address_is_confirmed_changed_and_removed(s):
    with Sink() as sink, club(s, sink) as c:
        ana = account(c, "Ana")
        assert state(c, ana) == ("", "") and http(c.base, "/api/mail", token=ana)[1]["possible"] is True
        assert give(c, ana, "ana@example.org")[1]["wanted"] == "ana@example.org"
        first = sink.wait(1)
        assert state(c, ana) == ("", "ana@example.org"), "nobody has confirmed it yet"
        assert confirm(c, first)[0] == 200 and state(c, ana) == ("ana@example.org", "")
        assert give(c, ana, "ana@example.org")[1]["code"] == "mail", "it is hers already"
        assert give(c, ana, "new@example.net", "fr-CH, en")[0] == 202
        other = sink.wait(2)
        assert other.to == ["<new@example.net>"] and "Confirmez" in other.subject, other.subject
        assert state(c, ana) == ("ana@example.org", "new@example.net"), "the old one counts until then"
        assert confirm(c, other)[0] == 200 and state(c, ana) == ("new@example.net", "")
        told = sink.wait(3)
        assert told.to == ["<ana@example.org>"] and "new@example.net" not in told.text, "the old address hears of it"
        assert http(c.base, "/api/mail", token=ana, method="DELETE")[0] == 200 and state(c, ana) == ("", "")
        assert sink.wait(4).to == ["<new@example.net>"] and settled(c, sink) == 4
        assert c.ask("SELECT count(*) FROM mails")[0][0] == 0 and c.ask("SELECT count(*) FROM mail_links")[0][0] == 0


@test
def letters_are_as_rfc_5322_wants_them(s):
    with Sink() as sink, club(s, sink) as c:
        for n, (language, word) in enumerate([("en", "Confirm"), ("fr", "Confirmez"), ("de", "Bestätige")], 1):
            assert give(c, account(c, "Zoé" if n == 1 else f"Zoé {n}"), f"zoe{n}@example.org", language)[0] == 202
            letter = sink.wait(n)
            assert letter.subject.startswith(word) and "Zoé" in letter.text and f"{SITE}/mail/confirm#" in letter.text, letter.text
            assert letter.sender == "<club@example.org>" and letter.to == [f"<zoe{n}@example.org>"]
            head, body = letter.raw.split(b"\r\n\r\n", 1)
            assert all(byte < 128 for byte in letter.raw) and max(map(len, letter.raw.split(b"\r\n"))) <= 78
            assert b"\n" not in letter.raw.replace(b"\r\n", b"") and body.endswith(b"\r\n"), "lines end with CR LF"
            for header in ("From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type"):
                assert len(re.findall(rb"(?mi)^" + header.encode() + b":", head)) == 1, header
            assert abs(email.utils.parsedate_to_datetime(letter.read["Date"]).timestamp() - time.time()) < 600
            assert letter.read["Message-ID"].endswith("@example.org>") and letter.read.get_content_charset() == "utf-8"
            assert letter.read["Auto-Submitted"] == "auto-generated"
        assert len({letter.read["Message-ID"] for letter in sink.letters}) == 3


@test
def what_is_no_address_is_refused_and_nothing_is_sent(s):
    with Sink() as sink, club(s, sink) as c:
        ana = account(c, "Ana")
        for bad in ("", "ana", "ana@", "@example.org", "ana@example", "a b@example.org", "ana@example.org\r\nBcc: eve@example.org", "ana@example.org\nX: y",
                    "ana\r\n@example.org", "<ana@example.org>", "ana@example.org,eve@example.org", "ana@example.org eve@example.org", "ana@ex\u0000ample.org",
                    "ana@exämple.org", "\"ana\"@example.org", "ana@@example.org", "ana..b@example.org", ".ana@example.org", "ana@-example.org", "ana@example..org",
                    "a" * 65 + "@example.org", "ana@" + "a" * 64 + ".org", "ana@" + "example." * 40 + "org", "<script>alert(1)</script>@example.org", 7, None, ["a@example.org"]):
            for path, token in (("/api/mail", ana), ("/api/mail/reset", None)):
                status, said = http(c.base, path, {"mail": bad}, token)
                assert (status, said["code"]) in ((400, "mail"), (400, "malformed")), (path, bad, said)
        assert state(c, ana) == ("", "") and c.ask("SELECT count(*) FROM letters")[0][0] == 0 and not sink.letters
        assert give(c, ana, "o'neil+club@mail.example.org")[0] == 202 and sink.wait(1).to == ["<o'neil+club@mail.example.org>"]


@test
def an_address_is_for_accounts_and_needs_a_recent_proof(s):
    with Sink() as sink, club(s, sink) as c:
        assert give(c, guest(c, "Passer-by"), "a@example.org")[1]["code"] == "account"
        assert http(c.base, "/api/mail")[0] == 401 and http(c.base, "/api/mail", {"mail": "a@example.org"})[0] == 401
        ana = member(c, sink, "Ana", "ana@example.org")
        c.ask("UPDATE tokens SET proved = 1")
        assert give(c, ana, "eve@example.org")[1]["code"] == "proof" and http(c.base, "/api/mail", token=ana, method="DELETE")[1]["code"] == "proof"
        assert state(c, ana) == ("ana@example.org", ""), "nothing has changed"
        assert http(c.base, "/api/proof", {"password": OTHER}, ana)[1]["code"] == "password"
        assert give(c, ana, "eve@example.org")[1]["code"] == "proof", "a wrong password proves nothing"
        assert http(c.base, "/api/proof", {"password": PASSWORD}, ana)[0] == 200
        assert give(c, ana, "new@example.org")[0] == 202
        c.ask("UPDATE tokens SET proved = 4000000000000")  # from a clock that was wrong
        assert give(c, ana, "eve@example.org")[1]["code"] == "proof", "a proof of the future is none"


# --- a lost password ---

@test
def a_lost_password_is_replaced_by_a_link_and_everybody_is_signed_out(s):
    with Sink() as sink, club(s, sink) as c:
        ana = member(c, sink, "Ana", "ana@example.org")
        again = http(c.base, "/api/login", {"name": "Ana", "password": PASSWORD})[1]["token"]
        open_socket = enter(c.base, again)
        assert lost(c, "ana@example.org") == (202, {})
        letter = sink.wait(2)
        assert letter.to == ["<ana@example.org>"] and letter.link()[0] == "/mail/reset" and "Ana" in letter.text
        assert login(c, "Ana") == 201, "asking changes nothing"
        link = letter.link()[1]
        assert reset(c, link, "12345678") == (400, "password") and reset(c, link, "short") == (400, "password"), "the link is still good"
        new = reset(c, link)
        assert http(c.base, "/api/me", token=new)[1]["name"] == "Ana"
        assert [http(c.base, "/api/me", token=t)[0] for t in (ana, again)] == [401, 401]
        try:
            while True:
                open_socket.receive()
        except (ConnectionError, OSError):
            pass
        assert login(c, "Ana") == 401 and login(c, "Ana", OTHER) == 201
        told = sink.wait(3)
        assert "password" in told.subject and told.to == ["<ana@example.org>"] and "#" not in told.text, told.text
        assert reset(c, link) == NO_LINK, "once"


@test
def a_change_of_password_is_told(s):
    with Sink() as sink, club(s, sink) as c:
        ana = member(c, sink, "Ana", "ana@example.org")
        codes = http(c.base, "/api/codes", {"password": PASSWORD}, ana)[1]["codes"]
        assert http(c.base, "/api/password", {"password": PASSWORD, "new": OTHER}, ana)[0] == 200
        assert "password" in sink.wait(2).subject
        assert http(c.base, "/api/recover", {"name": "Ana", "code": codes[0], "password": PASSWORD})[0] == 201
        assert "password" in sink.wait(3).subject and settled(c, sink) == 3


@test
def wrong_old_used_and_foreign_links_open_nothing(s):
    with Sink() as sink, club(s, sink) as c:
        ana, bea = member(c, sink, "Ana", "ana@example.org"), member(c, sink, "Bea", "bea@example.org")
        for wrong in ("", "x", "0" * 64, "0" * 65, None, 7, {"a": 1}):
            assert reset(c, wrong) == NO_LINK and http(c.base, "/api/mail/confirm", {"link": wrong})[0] == 400, wrong
        lost(c, "ana@example.org")
        first = sink.wait(3).link()[1]
        lost(c, "ana@example.org")
        second = sink.wait(4).link()[1]
        assert reset(c, first) == NO_LINK, "a newer one takes its place"
        assert http(c.base, "/api/mail/confirm", {"link": second})[0] == 400, "it is for another purpose"
        kept = c.ask("SELECT person, until FROM mail_links")
        assert len(kept) == 1 and kept[0][0] == http(c.base, "/api/me", token=ana)[1]["person"]
        assert 29 * 60 < kept[0][1] / 1000 - time.time() < 31 * 60, "half an hour"
        c.ask("UPDATE mail_links SET until = 1")
        assert reset(c, second) == NO_LINK, "too old"
        lost(c, "ana@example.org")
        third = sink.wait(5).link()[1]
        assert http(c.base, "/api/password", {"password": PASSWORD, "new": PASSWORD + "!"}, ana)[0] == 200
        assert reset(c, third) == NO_LINK, "she has another password by now"
        lost(c, "bea@example.org")
        fourth = next(letter for letter in (sink.wait(n) for n in (6, 7)) if letter.to == ["<bea@example.org>"]).link()[1]
        assert http(c.base, "/api/mail", token=bea, method="DELETE")[0] == 200
        assert reset(c, fourth) == NO_LINK, "the address is not hers any more"
        give(c, bea, "new@example.org")
        confirming = next(letter for letter in (sink.wait(n) for n in (8, 9)) if letter.to == ["<new@example.org>"]).link()[1]
        assert give(c, bea, "other@example.org")[0] == 202
        assert http(c.base, "/api/mail/confirm", {"link": confirming})[0] == 400, "another is wanted by now"
        assert login(c, "Ana", PASSWORD + "!") == 201 and login(c, "Bea") == 201, "nobody has another password"


@test
def a_link_changes_only_the_account_it_was_sent_for(s):
    with Sink() as sink, club(s, sink) as c:
        member(c, sink, "Ana", "ana@example.org")
        eve = member(c, sink, "Eve", "eve@example.org")
        lost(c, "eve@example.org")
        link = sink.wait(3).link()[1]
        status, said = http(c.base, "/api/mail/password", {"link": link, "password": OTHER, "name": "Ana", "person": "Ana", "mail": "ana@example.org"}, eve)
        assert status == 201 and said["name"] == "Eve" and login(c, "Ana") == 201 and login(c, "Ana", OTHER) == 401
        sink.wait(4)
        eve = said["token"]
        assert give(c, eve, "ana@example.org")[0] == 202, "whoever has it confirms it: nobody is told that it is taken"
        assert sink.wait(5).to == ["<ana@example.org>"]
        before = settled(c, sink)
        lost(c, "ana@example.org")
        letter = sink.wait(before + 1)
        assert "Ana" in letter.text and "Eve" not in letter.text and settled(c, sink) == before + 1, "an address that is not confirmed finds nobody"
        lost(c, "ANA@EXAMPLE.ORG")
        assert sink.wait(before + 2).to == ["<ana@example.org>"], "it goes where she gave it"


@test
def several_accounts_of_one_address_each_get_a_link(s):
    with Sink() as sink, club(s, sink) as c:
        for name in ("Ana", "Bea"):
            member(c, sink, name, "home@example.org")
        lost(c, "home@example.org")
        links = {re.search("password for ([A-Z][a-z]+) at", letter.text)[1]: letter.link()[1] for letter in (sink.wait(3), sink.wait(4))}
        assert sorted(links) == ["Ana", "Bea"]
        assert http(c.base, "/api/me", token=reset(c, links["Bea"]))[1]["name"] == "Bea" and login(c, "Ana") == 201


@test
def nobody_learns_who_has_an_address(s):
    with Sink() as sink, club(s, sink) as c:
        member(c, sink, "Ana", "ana@example.org")

        def ask(address):
            request = urllib.request.Request(c.base + "/api/mail/reset", json.dumps({"mail": address}).encode())
            begin = time.perf_counter()
            with urllib.request.urlopen(request, timeout=60) as answer:
                got = answer.status, answer.read(), sorted(k for k, v in answer.headers.items() if k != "Date")
            return time.perf_counter() - begin, got
        ana, eve, answers = "ana@example.org", "eve@example.org", []

        def quickest():
            """Of each address; whatever else the machine does only adds to it. Each of them comes after the other and after itself: the
            server may still be noting what was sent before."""
            times = {ana: [], eve: []}
            for address in (ana, eve, eve, ana) * 10:
                settled(c, sink)
                seconds, got = ask(address)
                times[address].append(seconds)
                answers.append(got)
            return min(times[ana]), min(times[eve])
        for _ in range(8):  # who looks before answering is slower every time, a busy machine is not
            known, unknown = quickest()
            print(f"     {known * 1000:.2f} ms with an account, {unknown * 1000:.2f} ms without")
            if max(known, unknown) < 2 * min(known, unknown):
                break
        else:
            raise AssertionError((known, unknown))
        assert all(got == answers[0] for got in answers), "the same answer"


# --- the mail server ---

@test
def mail_waits_for_a_mail_server_that_is_away_and_survives_a_restart(s):
    with Sink() as sink, club(s, sink) as c:
        ana = member(c, sink, "Ana", "ana@example.org")
        sink.close()
        assert lost(c, "ana@example.org")[0] == 202
        sink.until(lambda: (c.ask("SELECT tries FROM letters") or [[0]])[0][0] >= 2)
        assert c.stop() == 0
        assert c.ask("SELECT count(*) FROM letters")[0][0] == 1
        kept = str(c.ask("SELECT subject, body FROM letters"))
        assert not re.search("[0-9a-f]{64}", kept), "no link lies about"
        c.ask("UPDATE letters SET due = 1")
        sink.open()
        c.start()
        assert http(c.base, "/api/me", token=ana)[0] == 200
        link = sink.wait(2).link()[1]
        assert len(reset(c, link)) == 64


@test
def a_killed_server_sends_what_was_asked_for(s):
    with Sink() as sink, club(s, sink) as c:
        member(c, sink, "Ana", "ana@example.org")
        wait_letters(c, sink, 0)  # a letter that a kill finds half noted is sent again
        sink.close()
        lost(c, "ana@example.org")
        wait_letters(c, sink, 1)
        c.stop(9)
        sink.open()
        c.ask("UPDATE letters SET due = 1")  # nothing is on its way: a letter that is due twice has two links, and only the last opens
        c.start()
        told = reset(c, sink.wait(2).link()[1])
        assert len(told) == 64, (told, [x.subject for x in sink.letters])


@test
def nobody_waits_for_a_slow_mail_server(s):
    """It answers nothing until all others have been answered. The server gives it a minute: who waited for it would be answered then."""
    with Sink() as sink, club(s, sink) as c:
        ana, begin = account(c, "Ana"), time.monotonic()
        sink.goes_on.clear()
        assert give(c, ana, "ana@example.org")[0] == 202
        sink.wait_tries(1)
        for _ in range(50):
            assert http(c.base, "/api/me", token=ana)[0] == 200
        assert c.stop() == 0 and time.monotonic() - begin < 50 and not sink.letters, "nor does the end of the server"
        sink.goes_on.set()
        c.ask("UPDATE letters SET due = 1")
        c.start()
        sink.until(lambda: any(confirm(c, letter)[0] == 200 for letter in sink.letters))  # the first was cut off; its link is not good any more
        assert state(c, ana) == ("ana@example.org", "")


@test
def what_is_refused_for_ever_is_dropped_and_what_is_refused_now_comes_later(s):
    with Sink(answers={"RCPT": "550 no such person"}) as sink, club(s, sink) as c:
        ana = account(c, "Ana")
        give(c, ana, "gone@example.org")
        assert settled(c, sink) == 0 and sink.tries == 1
        assert state(c, ana) == ("", "gone@example.org"), "it was never confirmed"
        log = c.log_text()
        assert "event=error letter=" in log and "550" in log and "gone@" not in log, log
        sink.answers = {"RCPT": "451 later"}
        give(c, ana, "ana@example.org")
        sink.wait_tries(3)
        sink.answers = {}
        assert confirm(c, sink.wait(1))[0] == 200
        for answers in ({"MAIL": "421 too busy"}, {"DATA": "451 not now"}, {".": "452 full"}, {"hello": "554 go away"}):
            before, refusals, sink.answers = settled(c, sink), sink.refusals, answers
            lost(c, "ana@example.org")
            sink.wait_refusals(refusals + 1)
            assert len(sink.letters) == before, answers
            if "hello" not in answers:
                sink.answers = {}
                sink.wait(before + 1)
        assert settled(c, sink) == before and http(c.base, "/api/me", token=ana)[0] == 200


@test
def too_much_that_waits_is_refused(s):
    with Sink() as sink, club(s, sink) as c:
        ana = account(c, "Ana")
        person = http(c.base, "/api/me", token=ana)[1]["person"]
        never = int(time.time() * 1000) + 10**9
        c.ask(*[f"INSERT INTO letters(id, person, kind, address, language, subject, body, stop, made, due, tries) VALUES('x{i}', '{person}', 0,"
                f" 'ana@example.org', 'en', '', '', '', {never}, {never}, 0)" for i in range(1000)])
        assert give(c, ana, "ana@example.org")[1]["code"] == "busy" and state(c, ana) == ("", ""), "nothing has changed"
        c.ask("DELETE FROM letters WHERE id = 'x7'")
        assert give(c, ana, "ana@example.org")[0] == 202 and sink.wait(1)


# --- limits ---

@test
def an_address_and_a_network_get_only_so_much(s):
    with Sink() as sink, club(s, sink, "--rate", "10") as c:
        ana = account(c, "Ana")
        assert give(c, ana, "ana@example.org")[0] == 202 and confirm(c, sink.wait(1))[0] == 200
        got = [lost(c, "ana@example.org")[0] for _ in range(9)]
        assert got[:5] == [202] * 5 and set(got[5:]) == {429}, got
        assert sink.wait(2) and settled(c, sink) <= 3, "three letters to one address, whoever asks; one that waits is replaced"
        more = [give(c, ana, f"a{i}@example.org")[0] for i in range(7)]
        assert more[0] == 202 and more[-1] == 429, more


# --- what is kept ---

@test
def the_data_has_the_address_and_whoever_is_deleted_has_none(s):
    with Sink() as sink, club(s, sink) as c:
        ana = member(c, sink, "Ana", "ana@example.org")
        give(c, ana, "new@example.org")
        sink.wait(2)
        lost(c, "ana@example.org")
        sink.wait(3)
        request = urllib.request.Request(c.base + "/api/me/data", headers={"Authorization": "Bearer " + ana})
        with urllib.request.urlopen(request, timeout=60) as answer:
            me = json.loads(zipfile.ZipFile(io.BytesIO(answer.read())).read("me.json"))
        assert (me["mail"], me["mail_wanted"]) == ("ana@example.org", "new@example.org"), me
        links = [letter.link()[1] for letter in sink.letters]
        sink.close()
        lost(c, "ana@example.org")  # one more waits
        c.ask("UPDATE tokens SET proved = 1")
        assert http(c.base, "/api/me", token=ana, method="DELETE")[1]["code"] == "proof"
        assert http(c.base, "/api/proof", {"password": PASSWORD}, ana)[0] == 200
        assert http(c.base, "/api/me", token=ana, method="DELETE")[0] == 200
        assert [c.ask(f"SELECT count(*) FROM {table}")[0][0] for table in ("mails", "mail_links", "letters")] == [0, 0, 0]
        assert all(reset(c, link) == NO_LINK for link in links)


@test
def links_are_kept_as_hashes(s):
    with Sink() as sink, club(s, sink) as c:
        member(c, sink, "Ana", "ana@example.org")
        lost(c, "ana@example.org")
        link = sink.wait(2).link()[1]
        for folder, _, files in os.walk(c.data):
            for name in files:
                with open(os.path.join(folder, name), "rb") as file:
                    data = file.read()
                assert link.encode() not in data and bytes.fromhex(link) not in data, name


# --- settings ---

@test
def without_a_mail_server_there_is_no_mail(s):
    token = account(s, "Mailless")
    assert http(s.base, "/api/mail", token=token)[1] == {"possible": False, "address": "", "wanted": ""}
    assert give(s, token, "ana@example.org")[1]["code"] == "no-mail" and lost(s, "ana@example.org")[1]["code"] == "no-mail"
    assert http(s.base, "/api/mail", token=token, method="DELETE")[0] == 200


@test
def settings_that_cannot_work_are_refused_at_the_start(s):
    good = {"--smtp": "smtp://127.0.0.1:9", "--mail-from": "club@example.org", "--site": SITE}
    with tempfile.TemporaryDirectory() as data:
        for key, bad in (("--smtp", "mail.example.org"), ("--smtp", "http://127.0.0.1"), ("--smtp", "smtp://"), ("--smtp", "smtp://me:secret@127.0.0.1"),
                         ("--mail-from", "club"), ("--mail-from", None), ("--site", "club.example"), ("--site", None), ("--site", "https://a b"),
                         ("--smtp-login", data + "/none")):
            flags = [word for name, value in {**good, key: bad}.items() if value for word in (name, value)]
            got = subprocess.run([s.program, "serve", "--port", "0", "--data", data + "/x", *flags], capture_output=True, text=True, timeout=60)
            assert got.returncode == 1 and "petteia serve: --" in got.stderr.replace("cannot open", "--") and "secret" not in got.stderr, (key, bad, got)
            assert not os.path.exists(data + "/x"), "nothing is touched"


@test
def a_name_and_a_password_for_the_mail_server_come_from_a_file(s):
    with Sink(answers={"EHLO": "250-sink\r\n250 AUTH PLAIN", "AUTH": "235 welcome"}) as sink, tempfile.TemporaryDirectory() as folder:
        with open(folder + "/login", "w", encoding="ascii") as file:
            file.write("club\nsecret of the club\n")
        with club(s, sink, "--smtp-login", folder + "/login") as c:
            assert give(c, account(c, "Ana"), "ana@example.org")[0] == 202 and sink.wait(1)
            assert sink.logins == [b"\0club\0secret of the club"], sink.logins
            assert "secret of the club" not in c.log_text()
            sink.answers["AUTH"] = "535 who are you"
            give(c, account(c, "Bea"), "bea@example.org")
            sink.wait_refusals(1)
            sink.answers["AUTH"] = "235 welcome"
            assert sink.wait(2).to == ["<bea@example.org>"], "the host can mend that: it is not dropped"


if __name__ == "__main__":
    sys.exit(run_all(tests))
