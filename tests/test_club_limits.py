#!/usr/bin/env python3
"""What a club is kept from: moderators who go too far, disguised words, texts that are not plain, doors that lead elsewhere. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import signal
import stat
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ask, guest, make, run_all  # noqa: E402
from client import enter, http  # noqa: E402
from crowd import ask_from, enter_from  # noqa: E402
from serving import Server  # noqa: E402
from test_moderation import account, admin, measure, on_the_command_line, person_of, talk, with_role  # noqa: E402

tests = []


def test(f):
    tests.append(f)
    return f


@test
def a_range_of_ipv6_is_none_of_ipv4(s):
    """IPv4 is written within IPv6 (::ffff:0:0/96): neither a wide range nor one address there may be everybody."""
    mod, near = with_role(s, "Six Four", "moderator"), account(s, "On Four")
    for wrong in ("::ffff:0.0.0.0/0", "::ffff:0:0/96", "::ffff:cb00:7100/100"):
        assert measure(s, mod, "ban", range=wrong)[0] == 400, wrong
    for six in ("::1", "::/16", "::/64", "::ffff:0:0/90", "::ffff:cb00:7109"):
        assert measure(s, mod, "ban", range=six)[0] == 200 and http(s.base, "/api/ticket", {}, near)[0] == 201, six
    assert measure(s, mod, "ban", range="::ffff:7f00:1")[0] == 200 and http(s.base, "/api/ticket", {}, near)[0] == 403, "127.0.0.1, written another way"
    for row in admin(s, "measures")[1]["measures"]:
        assert ":" not in row["about"]["person"] or admin(s, "lift", {"measure": row["measure"], "words": "x"})[0] == 200
    assert http(s.base, "/api/ticket", {}, near)[0] == 201


@test
def a_range_is_not_kept_longer_by_naming_a_table(s):
    mod = with_role(s, "Sly Arm", "moderator")
    table = make(s, account(s, "Innocent"), "myst", ["me", ""], start=False)
    assert measure(s, mod, "ban", 0, range="203.0.113.0/24", table=table)[1]["code"] == "range"
    assert measure(s, mod, "ban", 0, range="203.0.113.0/24")[1]["code"] == "role"


def last_measure(s):
    return admin(s, "measures")[1]["measures"][0]["measure"]


@test
def nobody_undoes_what_was_decided_about_themselves_or_above_them(s):
    mod, chief, plain = with_role(s, "Muted Mod", "moderator"), with_role(s, "Decides", "admin"), account(s, "Out For Good")

    def lift(token):
        status, said = admin(s, "lift", {"measure": last_measure(s), "words": "sorry"}, token)
        return status if status == 200 else said["code"]
    assert measure(s, chief, "mute", 2, name="Muted Mod")[0] == 200
    assert "nobody judges themselves" in admin(s, "lift", {"measure": last_measure(s), "words": "sorry"}, mod)[1]["words"]
    assert lift(mod) == "role" and lift(chief) == 200
    assert measure(s, chief, "ban", 0, name="Out For Good")[0] == 200
    assert lift(mod) == "role" and http(s.base, "/api/ticket", {}, plain)[0] == 403, "only an admin takes such a measure or ends it"
    assert lift(chief) == 200
    assert measure(s, chief, "ban", 7, name="Out For Good")[0] == 200 and lift(mod) == 200


@test
def nobody_lets_themselves_in_again(s):
    maker, other, mod = account(s, "Stern"), account(s, "Knocks"), with_role(s, "Also Stern", "moderator")
    table = make(s, maker, "mykerinos", ["me", ""], start=False)
    c = enter(s.base, other)
    assert ask(c, t="watch", table=table)["t"] == "ok"
    assert http(s.base, "/api/measures", {"kind": "remove", "table": table, "name": "Knocks"}, maker)[0] == 200
    mine = last_measure(s)

    def end(token, which):
        status, said = http(s.base, f"/api/measures/{which}", token=token, method="DELETE")
        return said.get("code", status)
    for token in (other, mod, guest(s, "Passes")):
        assert end(token, mine) == "changed", "neither whoever it is about nor anybody else"
        assert http(s.base, f"/api/measures/{table}", token=token)[1] == {"here": [], "measures": []}
    assert end(None, mine) == "who" and http(s.base, f"/api/measures/{table}")[0] == 401
    assert measure(s, mod, "ban", name="Knocks", table=table)[0] == 200
    above = last_measure(s)
    assert end(maker, above) == "changed", "what a moderator has decided stays, at one's own table too"
    for wrong in ("0", "-1", f"0{mine}", f"+{mine}", f"{mine}x", f"{mine}.0", f"%20{mine}", "9" * 40, "x"):
        assert end(maker, wrong) == "changed", wrong
    assert end(maker, mine) == 200 and ask(c, t="watch", table=table)["code"] == "removed"
    assert admin(s, "lift", {"measure": above, "words": "enough"})[0] == 200
    assert c.until(t="notice", kind="lifted")["table"] == table and ask(c, t="watch", table=table)["t"] == "ok"


@test
def nobody_counts_the_reports_about_themselves(s):
    mod, other, plain = with_role(s, "Is Told Of", "moderator"), with_role(s, "Colleague", "moderator"), account(s, "Tells Of Them")
    assert http(s.base, "/api/reports", {"kind": "name", "name": "Is Told Of", "words": "unfair"}, plain)[0] == 201
    assert http(s.base, "/api/reports", {"kind": "name", "name": "Tells Of Them", "words": "lies"}, mod)[0] == 201

    def seen(token):
        people = admin(s, "people?name=Is%20Told", token=token)[1]["people"]
        mine = next(r["report"] for r in admin(s, "reports", token=token)[1]["reports"] if r["about"]["name"] == "Tells Of Them")
        return people[0]["before"].get("reports"), admin(s, f"reports/{mine}", token=token)[1]["by_before"].get("reports")
    assert seen(mod) == (None, None) and seen(other) == (1, 1), (seen(mod), seen(other))


@test
def nobody_closes_a_report_about_themselves(s):
    mod, other, chief = with_role(s, "Reported Mod", "moderator"), with_role(s, "Second Mod", "moderator"), with_role(s, "Closes", "admin")
    plain = account(s, "Complains")
    assert http(s.base, "/api/reports", {"kind": "name", "name": "Reported Mod", "words": "bans friends of mine"}, plain)[0] == 201
    report = admin(s, "reports")[1]["reports"][0]["report"]
    for token in (mod, other):
        assert admin(s, "close", {"report": report, "words": "nothing"}, token)[1]["code"] == "role"
        assert measure(s, token, "warning", name="Complains", report=report)[1]["code"] == "role"
        assert measure(s, token, "ban", range="203.0.113.0/24", report=report)[1]["code"] == "role"
    assert not http(s.base, "/api/notices", token=plain)[1]["notices"]
    assert admin(s, "close", {"report": report, "words": "talked to them"}, chief)[0] == 200
    assert admin(s, "close", {"report": 999999, "words": "x"}, chief)[1]["code"] == "changed"


@test
def whoever_made_a_table_does_not_send_moderators_away(s):
    mod, maker = with_role(s, "Looks In", "moderator"), account(s, "Shady Maker")
    table = make(s, maker, "mykerinos", ["me", ""], start=False)
    c = enter(s.base, mod)
    assert ask(c, t="watch", table=table)["t"] == "ok"
    for kind in ("remove", "mute"):
        assert http(s.base, "/api/measures", {"kind": kind, "table": table, "name": "Looks In"}, maker)[1]["code"] == "role"
    assert talk(c, table, "be kind") == "ok"


CONTROLS = ("a\x7fb", "a\u009b31mb", "a\u0085b", "a\u202eb", "a\u2066b", "a\u2028b", "\u2800", "\u200b", " ", "a\x1b[2Jb")


@test
def what_moderators_read_is_plain_text(s):
    """A terminal obeys ESC and U+009B; U+202E turns a line round."""
    chief, plain = with_role(s, "Reads Along", "admin"), account(s, "Writes Oddly")
    for words in CONTROLS:
        assert http(s.base, "/api/reports", {"kind": "name", "name": "Reads Along", "words": words}, plain)[1]["code"] == "words", ascii(words)
        assert admin(s, "measures", {"kind": "mute", "days": 1, "name": "Writes Oddly", "words": words}, chief)[1]["code"] == "words", ascii(words)
        assert admin(s, "settings", {"name": "words", "value": words}, chief)[1]["code"] == "setting", ascii(words)
        assert measure(s, chief, "mute", name="Writes Oddly", table=words)[0] == 400, ascii(words)
    assert http(s.base, "/api/reports", {"kind": "name", "name": "Reads Along", "words": "Trop bruyant\u00a0! \U0001f469\u200d\U0001f4bb"}, plain)[0] == 201
    report = admin(s, "reports")[1]["reports"][0]["report"]
    for path in (f"{report}abc", f"{report}%0Aforged", f"+{report}", f"%20{report}", "-1", ""):
        assert admin(s, f"reports/{path}")[0] == 404, path
    assert admin(s, "audit")[1]["lines"][0]["act"] != "look"


@test
def a_line_of_the_log_is_never_half_a_letter(s):
    """A reason may have 399 bytes: the log adds the role, and keeps the beginning of a long setting."""
    account(s, "Long Reasons")
    for more in range(3):
        assert admin(s, "roles", {"name": "Long Reasons", "role": "moderator", "words": "x" * more + "\u00e9" * 198}) == (200, {})
        assert admin(s, "settings", {"name": "words", "value": "x" * more + "\u20ac" * 300}) == (200, {})
    assert admin(s, "settings", {"name": "words", "value": ""}) == (200, {})
    for words in (line["words"] for line in admin(s, "audit")[1]["lines"][:7]):
        assert "\ufffd" not in words and len(words.encode()) < 400, words


@test
def the_list_of_words_knows_quotes_and_accents(s):
    one = account(s, "Says Things")
    table = make(s, one, "mykerinos", ["me", ""], start=False)
    c = enter(s.base, one)
    assert admin(s, "settings", {"name": "words", "value": "p\u00e9dant, tr\u00f6del \u00abnigaud\u00bb"})[0] == 200
    for text in ("\u00abnigaud\u00bb", "\u201enigaud\u201c", "nigaud\u00a0!", "nigaud\u2026", "l\u2019nigaud", "nigaud\u2014toi", "nigaud\U0001f642", "nig\u200baud", "nig\u00adaud",
                 "pedant", "P\u00c9DANT", "pe\u0301dant", "p\u0336e\u0336d\u0336a\u0336n\u0336t\u0336", "\u24dfedant", "Trodel", "TR\u00d6DEL"):
        assert talk(c, table, text, seat=0) == "words", ascii(text)
    assert talk(c, table, "\u00abp\u00e9dants\u00bb, nigauderie", seat=0) == "ok"
    assert admin(s, "settings", {"name": "words", "value": ""})[0] == 200


INNOCENT = ("Scunthorpe class grass bass passage assassin assess cockpit cocktail shitake Essex Sussex Middlesex analysis canal therapist button title Dickens Hitchcock "
            "badge badminton Baden forbade ballad salad troubadour Sinbad").split()


@test
def words_with_gaps_or_signs_are_words_all_the_same(s):
    one = account(s, "Spells It Out")
    table = make(s, one, "mykerinos", ["me", ""], start=False)
    c = enter(s.base, one)
    assert admin(s, "settings", {"name": "words", "value": "bad nitwit ass"})[0] == 200
    for text in ("b a d", "you are b a d", "b.a.d", "b-a-d!", "B  A  D", "b_a_d", "b*a*d", "b@d", "b4d", "B4D", "n1tw1t", "n!tw!t", "n|tw|t", "n i t w i t", "so n.i.t.w.i.t", "a$$", "a55"):
        assert talk(c, table, text, seat=0) == "words", text
    for text in (*INNOCENT, "a b c d", "a or b and d", "I play b4, then d4", "b 4 d 4", "4 5 5", "it costs 55 $", "bad-minton".replace("-", ""), "mail me at ada@example.org", "is it a d or a b?",
                 "R4.3 says a1 to b4", "good game!", "x = 4 + 5", "wow !!! 100 %", "a 5 5"):
        assert talk(c, table, text, seat=0) == "ok", text
    assert admin(s, "settings", {"name": "words", "value": ""})[0] == 200


@test
def a_name_is_no_way_round_a_mute_or_the_list_of_words(s):
    chief, one = with_role(s, "Reads Names", "admin"), account(s, "Loud Lew")
    guest_token = http(s.base, "/api/guest", {"name": "Loud Guest"})[1]["token"]
    assert admin(s, "settings", {"name": "words", "value": "poltroon"}, chief)[0] == 200
    for status, said in (http(s.base, "/api/guest", {"name": "You P0ltroon"}), http(s.base, "/api/name", {"name": "Poltroon Lew"}, one),
                         http(s.base, "/api/account", {"name": "poltroon", "password": "seven grey herons"}, guest_token)):
        assert (status, said["code"]) == (400, "name") and "club" in said["words"], said
    assert admin(s, "settings", {"name": "words", "value": ""}, chief)[0] == 200
    for token, name in ((one, "Loud Lew"), (guest_token, "Loud Guest")):
        assert measure(s, chief, "mute", person=person_of(s, token))[0] == 200
        assert http(s.base, "/api/name", {"name": "You All Cheat"}, token)[1]["code"] == "muted", name
    named = {"name": "They All Cheat", "password": "seven grey herons"}
    assert http(s.base, "/api/account", named, guest_token)[1]["code"] == "muted"
    assert http(s.base, "/api/account", {**named, "name": "Loud Guest"}, guest_token)[0] == 200, "under the name that they have"


@test
def a_port_is_no_part_of_a_range(s):
    mod = with_role(s, "Knows Ports", "moderator")
    for wrong in ("10.0.0.1:80", "[2001:db8::1]:80", "[2001:db8::1]", "10.0.0.1:80/24", "10.0.0.1:"):
        assert measure(s, mod, "ban", range=wrong)[1]["code"] == "range", wrong
    assert measure(s, mod, "ban", range="10.0.0.1")[0] == 200


@test
def whoever_is_banned_does_not_come_back_as_a_guest_if_their_addresses_are_banned_too(s):
    mod, bad = with_role(s, "Shuts Both Doors", "moderator"), account(s, "Comes As Guest")
    c = enter_from("127.0.0.23", s, bad)
    assert measure(s, mod, "mute", name="Comes As Guest", addresses=True)[0] == 400, "only a ban"
    assert measure(s, mod, "ban", range="203.0.113.0/24", addresses=True)[0] == 400, "of somebody"
    assert measure(s, mod, "ban", name="Comes As Guest", addresses=True) == (200, {"addresses": 1})
    assert ask_from("127.0.0.23", s.port, "POST", "/api/guest", {"name": "New Face"})[0] == 403
    assert ask_from("127.0.0.24", s.port, "POST", "/api/guest", {"name": "New Face"})[0] == 201, "a neighbour may"
    rows = [m for m in admin(s, "measures", token=mod)[1]["measures"] if m["about"]["person"] == "127.0.0.23"]
    assert len(rows) == 1 and rows[0]["until"], rows
    assert [line["about"]["person"] for line in admin(s, "audit")[1]["lines"][:2]].count("127.0.0.23") == 1, "it is in the log"
    assert admin(s, "lift", {"measure": rows[0]["measure"], "words": "x"}, mod)[0] == 200
    assert c


@test
def the_clubs_own_network_is_not_banned_with_somebody(s):
    mod, bad = with_role(s, "Keeps The Club Open", "moderator"), account(s, "At The Club")
    assert admin(s, "settings", {"name": "shared", "value": "127.0.0.0/24"})[0] == 200
    c = enter(s.base, bad)
    assert measure(s, mod, "ban", name="At The Club", addresses=True) == (200, {"addresses": 0})
    assert http(s.base, "/api/guest", {"name": "Friend There"})[0] == 201 and c
    assert admin(s, "settings", {"name": "shared", "value": ""})[0] == 200


@test
def reports_have_an_end_also_if_they_come_at_once(s):
    one, got = account(s, "Forty At Once"), []

    def report():
        got.append(http(s.base, "/api/reports", {"kind": "name", "name": "Forty At Once", "words": "x"}, one)[0])
    racing = [threading.Thread(target=report) for _ in range(40)]
    for thread in racing:
        thread.start()
    for thread in racing:
        thread.join()
    assert sorted(got) == [201] * 20 + [429] * 20, got


@test
def a_line_is_not_blamed_on_whoever_bears_the_name_later(s):
    """The log of a table has a spectator's name only, the store knows who spoke."""
    loud, maker, heir = guest(s, "Brando"), account(s, "Hears It"), account(s, "Innocent Heir")
    table = make(s, maker, "mykerinos", ["me", ""], start=False)
    c = enter(s.base, loud)
    assert talk(c, table, "you fools") == "ok" and talk(c, table, "and more") == "ok"
    assert http(s.base, "/api/name", {"name": "Quiet Now"}, loud)[0] == 200 and http(s.base, "/api/name", {"name": "Brando"}, heir)[0] == 200
    here = enter(s.base, heir)
    assert ask(here, t="watch", table=table)["t"] == "ok"
    body = {"kind": "chat", "table": table, "name": "Brando", "words": "rude"}
    assert http(s.base, "/api/reports", {**body, "text": "you fools"}, maker)[0] == 201
    assert admin(s, "reports")[1]["reports"][0]["about"]["person"] == person_of(s, loud)
    s.restart()
    assert http(s.base, "/api/reports", {**body, "text": "and more"}, maker)[0] == 201
    assert admin(s, "reports")[1]["reports"][0]["about"]["person"] == person_of(s, loud), "the store knows who spoke"


@test
def a_mistyped_folder_is_no_new_club(s):
    if s.store:
        return  # the club is in the database then, whatever the folder
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([s.program, "admin", "list", "--data", f"{folder}/petteia-dta"], capture_output=True, text=True, timeout=60, check=False,
                              env={**os.environ, "PETTEIA_LANG": "en"})
        assert done.returncode == 1 and "there is no club in" in done.stderr, done
        assert not os.listdir(folder)


@test
def a_server_with_a_database_elsewhere_makes_its_folder(s):
    if not s.store:
        return  # the folder is made with its database
    with tempfile.TemporaryDirectory() as folder:
        s.stop()
        command = [s.program, "admin", "settings", "--store", s.store, "--data", f"{folder}/new"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0 and "slow\t0" in done.stdout, done
        assert stat.S_IMODE(os.stat(f"{folder}/new").st_mode) == 0o700
        s.start()


@test
def the_door_of_a_server_that_was_killed_does_not_lead_to_another(s):
    """Its file stays, and its port may be another club's now."""
    account(s, "Left Behind")
    s.stop(signal.SIGKILL)
    with tempfile.TemporaryDirectory() as folder:
        other = Server(s.program, "--port", str(s.port), data=folder)
        try:
            assert other.port == s.port
            done = on_the_command_line(s, "people", "Left Behind")
            assert done.returncode == 0 and done.stdout.startswith("Left Behind\t"), done
        finally:
            other.stop()
    s.start()


if __name__ == "__main__":
    sys.exit(run_all(tests))
