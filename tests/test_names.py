#!/usr/bin/env python3
"""What people may be called (UTS 39): nothing that cannot be seen, one alphabet, and no look-alike of an account, of a bot or of those who
run the server. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import json
import os
import sqlite3
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ask, guest, make, run_all  # noqa: E402
from client import Socket, enter, http  # noqa: E402
from older_store import make_older  # noqa: E402
from serving import Server  # noqa: E402

tests = []
PASSWORD = "seven grey herons"


def test(f):
    tests.append(f)
    return f


def account(s, name, token=None):
    token = token or guest(s, "Passer-by")
    status, said = http(s.base, "/api/account", {"name": name, "password": PASSWORD}, token)
    return status, said, said.get("token", token)


def named(s, name):
    """What a new guest is called, or the refusal."""
    status, said = http(s.base, "/api/guest", {"name": name})
    return said["name"] if status == 201 else (status, said["code"])


def refused_everywhere(s, name):
    """By all three ways to a name; the words of the last refusal."""
    token = guest(s, "Wanderer")
    for path in ("name", "account"):
        status, said = http(s.base, f"/api/{path}", {"name": name, "password": PASSWORD}, token)
        assert (status, said["code"]) == (400, "name"), (path, name, status, said)
    assert http(s.base, "/api/me", token=token)[1]["account"] is False
    status, said = http(s.base, "/api/guest", {"name": name})
    assert (status, said["code"]) == (400, "name"), (name, status, said)
    return said["words"]


@test
def what_cannot_be_seen_is_refused(s):
    for hidden in ("Ad\u200ba", "Ada\u200d", "\u2060Ada", "Ad\u00ada", "Ada\ufeff", "Ad\u034fa", "A\u3164da", "Ad\u2800a", "Ada\u00a0B", "Ada\u2003B", "A\U000e0041da",
                   "Ada\ufe0f", "A\u180eda"):
        assert "cannot be seen" in refused_everywhere(s, hidden), ascii(hidden)


@test
def what_turns_the_text_round_is_refused(s):
    for turning in ("\u202eadA", "Ad\u202da", "Ada\u2066", "\u2067Ada", "Ada\u200f", "Ad\u061ca"):
        assert "cannot be seen" in refused_everywhere(s, turning), ascii(turning)


@test
def piled_marks_and_two_blanks_are_refused(s):
    for name in ("A\u0301\u0302\u0303\u0304da", "Ada\u20dd\u20dd\u20dd", "Ada  B", "Ada \u0301B"):
        assert "cannot be seen" in refused_everywhere(s, name), ascii(name)
    refused_everywhere(s, "Jose\u0301\u0301\u0301")  # composing makes one letter of the first two
    for name in ("Vi\u1ec7t", "\u1fa7\u03b4\u03ae"):  # of one letter: Vietnamese has two marks, old Greek three
        assert named(s, name) == name, ascii(name)


@test
def alphabets_are_not_mixed(s):
    for name in ("\u0410da", "Ad\u03b1", "p\u0430yp\u0430l", "\u0391\u03bd\u03bda", "Mari\u0251\u0430", "1\u0661\u0967"):
        assert "alphabets" in refused_everywhere(s, name), ascii(name)


@test
def letters_that_only_look_like_letters_are_refused(s):
    """UTS 39: wide, circled, squared, raised, lowered letters and small capitals would pass for those of an account, a bot or the hosts."""
    for name in ("\uff41\uff44\uff4d\uff49\uff4e", "\u24d0\u24d3\u24dc\u24d8\u24dd", "\U0001f130\U0001f133\U0001f13c", "\U0001f170\U0001f173\U0001f17c",
                 "\u1d00\u1d05\u1d0d\u026a\u0274", "\u207fikolas", "N\u1d62kolas", "\U0001d4d0\U0001d4ed\U0001d4ea",
                 "A\u0332na", "A\u20ddna", "Z\u0337oe"):
        assert "plain" in refused_everywhere(s, name), ascii(name)
    assert account(s, "Betreiber")[0] == 400, "so the log calls who runs the server"


@test
def one_alphabet_is_fine_whichever_it_is(s):
    for name in ("Zoë Ünal", "Ἀθηνᾶ", "Елена", "שרה", "مريم", "さくら 桜", "지우", "नीला", "O’Brien-Smith", "x_y.z", "Łukasz 7"):
        assert named(s, name) == name, name


@test
def a_name_is_kept_composed(s):
    assert named(s, "Zoe\u0308 Marsh") == "Zo\u00eb Marsh"


@test
def a_guest_may_not_have_an_accounts_name(s):
    assert account(s, "Delphine")[0] == 200
    assert [named(s, name) for name in ("Delphine", "DELPHINE", "delphine")] == ["Delphine 2", "DELPHINE 2", "delphine 2"]
    token = guest(s, "Somebody Else")
    status, said = http(s.base, "/api/name", {"name": "delphine"}, token)
    assert (status, said["code"]) == (409, "name") and "choose another" in said["words"], said
    assert http(s.base, "/api/me", token=token)[1]["name"] == "Somebody Else"


@test
def a_look_alike_of_an_account_is_refused(s):
    """Latin, Greek and Cyrillic letters, digits, blanks and capitals that people read as the same name."""
    assert account(s, "Paolo")[0] == 200
    assert account(s, "Ilona")[0] == 200
    assert account(s, "modern Bill")[0] == 200
    token = guest(s, "Sly")
    for like in ("Paol0", "PAOLO", "Pa olo", "РАОLО", "IIona", "lIona", "1lona", "modem Bi11", "MODERN BILL"):
        status, said = http(s.base, "/api/name", {"name": like}, token)
        assert status in (400, 409) and said["code"] == "name", (like, status, said)
        assert account(s, like)[0] in (400, 409), like
    assert account(s, "Paolo B")[0] == 200, "another word makes another name"


@test
def capitals_are_look_alikes_too(s):
    """Of an alphabet whose capitals look like other letters than its small ones: as it is written and in small letters."""
    pairs = (("Νίκος Α", "ΝΊΚΟΣ Α"), ("АННА КОТ", "Анна Кот"), ("Ðorvald", "ðorvald"), ("İlknur", "ilknur"), ("paul", "PAUI"), ("RNARTIN", "martin"),
             ("НОР", "hop"), ("νανο", "vavo"))
    for taken, like in pairs:
        here = guest(s, taken)
        c = enter(s.base, here)
        assert named(s, like) == f"{like} 2", ("while a guest is here", taken, like)
        c.s.close()
        status, said, mine = account(s, taken, here)
        assert status == 200, (taken, said)
        assert account(s, like)[0] == 409, (taken, like)
        assert named(s, like) == f"{like} 2", (taken, like)
        for name in (like, taken):
            assert http(s.base, "/api/name", {"name": name}, mine)[0] == 200, "it is their own, however they write it"
    for name in ("ΝΙΝΑ", "VIVA", "АНТОН", "Ahton"):
        assert named(s, name) == name, f"{name} looks like nobody's"


@test
def two_at_once_do_not_get_capitals_of_each_other(s):
    for i in range(3):
        tokens, got = [guest(s, f"Runs {i} {n}") for n in range(4)], []

        def run(token, name, got=got):
            got.append(account(s, name, token)[0])
        racing = [threading.Thread(target=run, args=(t, n + "ва" * i)) for t, n in zip(tokens, ("Нина", "НИНА", "нина", "НиНа"))]
        for thread in racing:
            thread.start()
        for thread in racing:
            thread.join()
        assert sorted(got) == [200] + [409] * 3, got


@test
def whole_names_in_another_alphabet_are_look_alikes(s):
    assert account(s, "Cyrus scope")[0] == 200
    assert account(s, "Aspasia")[0] == 200
    assert account(s, "\u0441\u0441\u0430\u0440")[0] == 200, "Cyrillic alone is fine"
    assert account(s, "ccap")[0] == 409, "but then its Latin look-alike is not"


@test
def nobody_is_called_like_a_bot(s):
    for bot in ("Alkis", "XANTHE", "Oracle", "Kiesel", "Strategos", "greedy", "0racle"):
        token = guest(s, "Human")
        status, said = http(s.base, "/api/name", {"name": bot}, token)
        assert (status, said["code"]) == (400, "name") and "bot" in said["words"], (bot, status, said)
        assert account(s, bot)[0] == 400, bot
        assert named(s, bot) == f"{bot} 2"


@test
def nobody_is_called_like_those_who_run_the_server(s):
    for host in ("Admin", "ADMIN 2", "adm1n", "Moderator", "Petteia", "Pe tte ia", "Modérateur", "System", "support!", "former player", "admin_",
                 "0perator", "Admin \u2713", "\u2605Admin\u2605", "@admin", "(admin)", "Admin\u00b2",
                 "the Admin", "Petteia Support", "Club-Moderator", "Your adm1n", "L'administratrice", "site_admin",
                 "a.d.m.i.n", "a d m i n", "TheAdmin", "theadmin", "PetteiaTeam", "ClubAdmin", "xXmoderatorXx", "p-e-t-t-e-i-a", "m.o.d",
                 "Mod3rator", "m0d3rat0r", "The Mod3rator", "\u0410\u0434\u043c\u0438\u043d", "\u041c\u043e\u0434\u0435\u0440\u0430\u0442\u043e\u0440", "\u041c\u041e\u0414\u0415\u0420\u0410\u0422\u041e\u0420",
                 "\u2713 Ana", "Ana \u2714", "\u2705Ana", "Ana \u2611", "Adm\u00edn", "\u00c1dm\u00efn", "The P\u00e9tteia", "moderatrice", "Serv\u00e9r", "Hote"):
        assert "run this server" in refused_everywhere(s, host), host
    assert named(s, "Adminton") == "Adminton"
    for name in ("Badminton", "Badminton Queen", "Ada Minna", "Modesta", "Hostess Olga", "Stafford", "\u0410\u043d\u043d\u0430", "\u2605 Ana", "Ana \u2665", "Mod3st"):
        assert named(s, name) == name, name


@test
def refusals_say_what_to_do_in_every_language(s):
    for language, words in (("fr", "alphabets"), ("de", "Alphabete")):
        request = urllib.request.Request(s.base + "/api/guest", json.dumps({"name": "Ad\u03b1"}).encode(), {"Accept-Language": language})
        try:
            urllib.request.urlopen(request, timeout=60)
            raise AssertionError("it is taken")
        except urllib.error.HTTPError as error:
            assert words in json.loads(error.read())["words"]


@test
def an_account_made_later_takes_its_name_from_a_guest(s):
    """The guest had the name first and was away; when they come back they have a number, and they may not get their hands on it again."""
    early = http(s.base, "/api/guest", {"name": "Heloise"})[1]
    assert early["name"] == "Heloise"
    assert account(s, "Heloise")[0] == 200
    assert http(s.base, "/api/me", token=early["token"])[1]["name"] == "Heloise 2"
    table = make(s, early["token"], "mykerinos", ["me", ""], start=False)
    c = enter(s.base, early["token"])
    c.send(t="watch", table=table)
    assert c.until(t="table")["seats"][0]["name"] == "Heloise 2"


@test
def nobody_makes_an_account_of_the_name_of_somebody_who_is_here(s):
    here = guest(s, "Present Tense")
    c = enter(s.base, here)
    status, said, _ = account(s, "present tense")
    assert (status, said["code"]) == (409, "name"), said
    assert ask(c, t="ping")["t"] == "pong"
    assert account(s, "Present Tense", here)[0] == 200, "but it is their own"


@test
def sitting_down_is_no_way_to_another_name(s):
    """The name of a friend at the same screen is for tables at one screen; elsewhere it would be anybody's."""
    assert account(s, "Trusted")[0] == 200
    maker, sly = guest(s, "Maker"), guest(s, "Slyboots")
    table = make(s, maker, "mykerinos", ["me", ""], start=False)
    c = enter(s.base, sly)
    assert ask(c, t="sit", table=table, seat=1, name="Trusted")["t"] == "ok"
    c.send(t="watch", table=table)
    assert [seat["name"] for seat in c.until(t="table")["seats"]] == ["Maker", "Slyboots"]
    local = make(s, sly, "mykerinos", ["me", ""], start=False, access="local")
    assert ask(c, t="sit", table=local, seat=1, name="Ad\u200ba")["code"] == "name"
    assert ask(c, t="sit", table=local, seat=1, name="Admin")["code"] == "name"
    assert ask(c, t="sit", table=local, seat=1, name="A friend")["t"] == "ok"


@test
def an_account_changes_its_name_and_the_old_one_is_free(s):
    _, _, token = account(s, "Old Oak")
    assert http(s.base, "/api/name", {"name": "New Oak"}, token)[0] == 200
    assert named(s, "New 0ak") == "New 0ak 2"
    assert named(s, "Old Oak") == "Old Oak"
    assert http(s.base, "/api/login", {"name": "new oak", "password": PASSWORD})[0] == 201


@test
def a_ticket_of_before_does_not_keep_the_old_name(s):
    token = account(s, "Shapeshifter")[1]["token"]
    ticket = http(s.base, "/api/ticket", {}, token)[1]["ticket"]
    assert http(s.base, "/api/name", {"name": "New Shape"}, token)[0] == 200
    assert account(s, "Shapeshifter")[0] == 200
    c = Socket(s.base)
    c.send(t="hello", v=1, ticket=ticket)
    assert c.until(t="hello")["name"] == "New Shape"


@test
def another_name_at_once_does_not_undo_an_account(s):
    for i in range(8):
        token, done = guest(s, f"Restless {i}"), threading.Event()

        def rename(token=token, done=done, i=i):
            for n in range(10000):
                if done.is_set() or http(s.base, "/api/name", {"name": f"Restless {i} {n % 2}"}, token)[0] == 401:
                    return
        racing = [threading.Thread(target=rename) for _ in range(3)]
        for thread in racing:
            thread.start()
        status, said, _ = account(s, f"Settled {i}", token)
        done.set()
        for thread in racing:
            thread.join()
        assert status == 200, said
        me = http(s.base, "/api/me", token=said["token"])[1]
        assert me["account"], me
        assert http(s.base, "/api/login", {"name": me["name"], "password": PASSWORD})[0] == 201, me


@test
def a_ticket_of_before_is_no_way_to_the_name_of_a_new_account(s):
    ticket = http(s.base, "/api/ticket", {}, guest(s, "Later Taken"))[1]["ticket"]
    assert account(s, "Later Taken")[0] == 200
    c = Socket(s.base)
    c.send(t="hello", v=1, ticket=ticket)
    assert c.receive().get("name") != "Later Taken"


@test
def asking_for_a_name_tells_nobody_who_is_here(s):
    """docs/privacy.md: only friends see whether somebody is here. Whoever wants an account's name hears the same either way."""
    owner, second, stranger = account(s, "Zenobia")[2], account(s, "Zenobia 2")[2], guest(s, "Nosy")

    def answers():
        paths = (("name", {"name": "Zenobia"}), ("account", {"name": "zenobia", "password": PASSWORD}), ("name", {"name": "Zenobia 2"}))
        return [http(s.base, f"/api/{path}", body, stranger) for path, body in paths] + [named(s, "Zenobia"), named(s, "Zenobia 2")]
    away = answers()
    one, other = enter(s.base, owner), enter(s.base, second)
    assert answers() == away and "is free" not in str(away), (answers(), away)
    assert ask(one, t="ping")["t"] == ask(other, t="ping")["t"] == "pong"


@test
def who_comes_in_while_an_account_is_made_gives_way(s):
    table = make(s, guest(s, "Landlady"), "mykerinos", ["me", ""], start=False)
    token, made = guest(s, "Hasty"), []
    making = threading.Thread(target=lambda: made.append(account(s, "Hasty")[0]))
    making.start()
    time.sleep(0.01)  # the password is being hashed
    try:
        c = enter(s.base, token)
    except ConnectionError:  # it was made between the ticket and the hello
        c = enter(s.base, token)
    making.join()
    assert ask(c, t="sit", table=table, seat=1)["t"] == "ok"
    c.send(t="watch", table=table)
    name = c.until(t="table")["seats"][1]["name"]
    assert (made[0] == 409) == (name == "Hasty"), (made, name)


@test
def who_takes_all_numbers_of_a_name_locks_no_guest_out(s):
    token = guest(s, "Zeta")
    for name in ["Zeta"] + [f"Zeta {n}" for n in range(2, 100)]:
        assert account(s, name, guest(s, "Squatter"))[0] == 200, name
    status, said = http(s.base, "/api/me", token=token)
    assert status == 200 and said["name"], (status, said)
    assert "Zeta" not in named(s, "Zeta"), "a new one comes in, too, by letters of chance"


@test
def a_deleted_accounts_name_is_free(s):
    _, _, token = account(s, "Mayfly")
    assert http(s.base, "/api/me", token=token, method="DELETE")[0] == 200
    assert account(s, "MayfIy")[0] == 200


@test
def two_at_once_do_not_get_look_alikes(s):
    """Both are hashed before either is written: the index decides."""
    tokens, got = [guest(s, f"Runner {i}") for i in range(6)], []

    def run(token, name):
        got.append(account(s, name, token)[0])
    racing = [threading.Thread(target=run, args=(t, n)) for t, n in zip(tokens, ("Racer", "RACER", "racer", "Ra cer", "rac er", "r acer"))]
    for thread in racing:
        thread.start()
    for thread in racing:
        thread.join()
    assert sorted(got) == [200] + [409] * 5, got


@test
def two_guests_who_are_here_do_not_get_look_alikes(s):
    """Neither has it when both ask; whoever is second gets a number, as at the door."""
    for i in range(8):
        tokens, got = [guest(s, f"Double {i} {k}") for k in "ab"], []
        sockets = [enter(s.base, token) for token in tokens]

        def run(token, name, got=got):
            got.append(http(s.base, "/api/name", {"name": name}, token))
        racing = [threading.Thread(target=run, args=(t, n)) for t, n in zip(tokens, (f"Twin {i}", f"TW1N {i}"))]
        for thread in racing:
            thread.start()
        for thread in racing:
            thread.join()
        names = [said["name"] for status, said in got if status == 200]
        assert len(names) == 1 or sum(name in (f"Twin {i}", f"TW1N {i}") for name in names) == 1, got
        for c in sockets:
            c.s.close()


@test
def accounts_of_an_older_folder_keep_their_names(s):
    """Two that look alike stay; the older one's name is the one that counts."""
    with tempfile.TemporaryDirectory() as data:
        with Server(s.program, "--rate", "0", data=data) as old:
            for name in ("Vesper", "Wren"):
                assert account(old, name)[0] == 200
            assert old.stop() == 0
        with sqlite3.connect(f"{data}/petteia.db") as db:
            db.execute("UPDATE people SET name = 'Vesper', account = 'vesper', created = 1 WHERE account = 'vesper'")
            db.execute("UPDATE people SET name = 'Vespe\u0433', account = 'vespe\u0433' WHERE account = 'wren'")
        make_older(f"{data}/petteia.db", 5)
        with Server(s.program, "--rate", "0", data=data) as new:
            for name in ("Vesper", "Vespe\u0433"):
                assert http(new.base, "/api/login", {"name": name, "password": PASSWORD})[0] == 201, name
            assert named(new, "VESPER") == "VESPER 2"
            assert new.stop() == 0


@test
def accounts_of_an_older_folder_are_known_by_their_small_letters(s):
    with tempfile.TemporaryDirectory() as data:
        with Server(s.program, "--rate", "0", data=data) as old:
            assert account(old, "Лара")[0] == 200
            assert old.stop() == 0
        make_older(f"{data}/petteia.db", 21)
        with Server(s.program, "--rate", "0", data=data) as new:
            assert named(new, "ЛАРА") == "ЛАРА 2" and account(new, "ЛАРА")[0] == 409
            assert new.stop() == 0


if __name__ == "__main__":
    sys.exit(run_all(tests))
