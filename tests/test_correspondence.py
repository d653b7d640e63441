#!/usr/bin/env python3
"""Days a move (docs/correspondence.md): prepared answers, private notes, days off, a day more, reminders. Takes the program and prints
"N passed, M failed"."""
# SPDX-License-Identifier: MIT
import io
import os
import random
import signal
import sys
import time
import urllib.request
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ask, guest, make, run_all, step, two  # noqa: E402
from client import enter, http, moves_of  # noqa: E402
from serving import events_of  # noqa: E402

DAYS = {"kind": "days", "days": 3}
GAMES_WITH_ANSWERS = ("cyclades", "mykerinos", "myriath", "mytikas")
tests = []


def test(f):
    tests.append(f)
    return f


def begin(s, game="mykerinos", **more):
    """Two people, days a move, nobody is replaced by a bot: the table, sockets and last messages by seat."""
    tokens, table, sockets, last = two(s, game, **{"clock": DAYS, "grace": 0, **more})
    return tokens, table, sockets, last


def waiter(last):
    """The seat that is not asked, in a game where exactly one is."""
    asked = [seat for seat, m in enumerate(last) if m.get("legal")]
    return 1 - asked[0] if len(asked) == 1 else None


def explore(c, table, seat, line=""):
    m = ask(c, t="prepare", table=table, seat=seat, line=line)
    assert m["t"] == "mine", m
    return m


def find_line(c, table, seat, chooser, tail=1, most=6):
    """A line that begins with the other and ends with `tail` moves of this seat's, by asking the server what could follow."""
    line, own = [], 0
    for _ in range(most):
        m = explore(c, table, seat, "; ".join(line))
        if not m["next"]:
            return None
        theirs = [n for n in m["next"] if n["seat"] != seat]
        mine = [n for n in m["next"] if n["seat"] == seat]
        n = mine[0] if mine and line else theirs[0] if theirs else None
        if n is None:
            return None
        line.append(f"{n['seat']} {chooser.choice(n['moves'])}")
        own += n["seat"] == seat
        if own == tail:
            return "; ".join(line)
    return None


def to_a_line(s, seed, games=GAMES_WITH_ANSWERS, tail=1):
    """Plays at random until the one who waits can prepare an answer; the whole situation."""
    chooser = random.Random(seed)
    for game in games * 3:
        tokens, table, sockets, last = begin(s, game)
        for _ in range(40):
            seat = waiter(last)
            line = find_line(sockets[seat], table, seat, chooser, tail) if seat is not None else None
            if line:
                return tokens, table, sockets, last, seat, line
            if step(table, sockets, last, chooser) is None:
                break
    raise AssertionError("no position has an answer without luck")


def keep(c, table, seat, line):
    m = ask(c, t="prepare", table=table, seat=seat, line=line, yes=True)
    assert m["t"] == "mine", m
    return [row["line"] for row in m["lines"]]


def lines(c, table, seat):
    return [row["line"] for row in ask(c, t="mine", table=table, seat=seat)["lines"]]


def make_moves(sockets, last, table, text):
    """The moves of the others in a line, by themselves."""
    for one in text:
        seat, move = int(one[0]), one[2:]
        m = ask(sockets[seat], t="move", table=table, seat=seat, move=move)
        assert m["t"] == "ok", (one, m)


def log_of(s, table):
    return [text for _, _, text in events_of(s, [table])[table]]


def wait_for(true, seconds=120):
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it does not come"
        time.sleep(0.03)


def theirs_of(line, seat):
    """The moves before the first own one, and that."""
    parts = line.split("; ")
    first = next(i for i, p in enumerate(parts) if p[0] == str(seat))
    return parts[:first], parts[first]


@test
def an_answer_is_played_at_once_and_says_that_it_was_prepared(s):
    _, table, sockets, last, seat, line = to_a_line(s, 1)
    assert keep(sockets[seat], table, seat, line) == [line]
    theirs, mine = theirs_of(line, seat)
    make_moves(sockets, last, table, theirs)
    seen = sockets[1 - seat].until(t="update")
    while not any(e.get("by") == "prepared" for e in seen["events"]):
        seen = sockets[1 - seat].until(t="update")
    assert any(e["e"] == "move" and e.get("by") == "prepared" and e["seat"] == seat and e["move"] == mine[2:] for e in seen["events"]), seen
    assert f"move {seat} - prepared {mine[2:]}" in log_of(s, table)
    assert lines(sockets[seat], table, seat) == [], "a line that was played is gone"


@test
def an_answer_survives_a_server_that_is_killed(s):
    tokens, table, sockets, last, seat, line = to_a_line(s, 2)
    keep(sockets[seat], table, seat, line)
    s.restart(signal.SIGKILL)
    sockets = [enter(s.base, token) for token in tokens]
    assert lines(sockets[seat], table, seat) == [line]
    theirs, mine = theirs_of(line, seat)
    make_moves(sockets, None, table, theirs)
    wait_for(lambda: f"move {seat} - prepared {mine[2:]}" in log_of(s, table))


@test
def nobody_is_told_of_a_move_that_they_have_answered(s):
    tokens, table, sockets, last, seat, line = to_a_line(s, 10)
    keep(sockets[seat], table, seat, line)
    sockets[seat].s.close()
    away = enter(s.base, tokens[seat])  # they look at something else
    theirs, mine = theirs_of(line, seat)
    make_moves(sockets, last, table, theirs)
    wait_for(lambda: f"move {seat} - prepared {mine[2:]}" in log_of(s, table))
    time.sleep(0.3)
    away.send(t="ping", id="last")
    while (m := away.receive()).get("re") != "last" and m["t"] != "pong":
        assert m["t"] != "bell" or m["kind"] != "turn", m


@test
def whatever_they_do_has_an_answer_and_a_special_one_comes_first(s):
    """"1 *" stands for any move of seat 1 (docs/correspondence.md, "Prepared answers")."""
    for special in (False, True):
        tokens, table, sockets, last = begin(s)
        me = waiter(last)
        other = 1 - me
        theirs = moves_of(last[other]["legal"])
        after = explore(sockets[me], table, me, f"{other} *; {other} *")  # a cube, and a neutral one or none
        mine = [n["moves"] for n in after["next"] if n["seat"] == me][0]
        # What is free after any move of theirs: not a place that they may take.
        free = [m for m in mine if m not in theirs][:1] or mine[-1:]
        keep(sockets[me], table, me, f"{other} *; {other} *; {me} {free[0]}")
        made, answer = theirs[0], free[0]
        if special:
            answer = next(m for m in reversed(mine) if m not in (made, free[0]))
            keep(sockets[me], table, me, f"{other} {made}; {other} *; {me} {answer}")
            assert len(lines(sockets[me], table, me)) == 2, "one for this, one for all else"
        make_moves(sockets, last, table, [f"{other} {made}", f"{other} n-none"])
        wait_for(lambda: any(f" {answer}" in text and "prepared" in text for text in log_of(s, table)))
    for bad in (f"{me} *", f"{other} *; {me} *", f"{other} *"):
        said = ask(sockets[me], t="prepare", table=table, seat=me, line=bad, yes=True)
        assert said["t"] == "refused", (bad, said)


@test
def something_else_drops_it(s):
    chooser = random.Random(3)
    _, table, sockets, last, seat, line = to_a_line(s, 3)
    keep(sockets[seat], table, seat, line)
    first = line.split("; ")[0]
    other = next(m for m in moves_of(last[1 - seat]["legal"]) if m != first[2:])
    make_moves(sockets, last, table, [f"{1 - seat} {other}"])
    assert lines(sockets[seat], table, seat) == []
    time.sleep(0.2)
    assert not any(" prepared " in text for text in log_of(s, table))


@test
def an_undo_clears_it(s):
    """The same position again is not the same game: what was prepared for it has to be said again."""
    _, table, sockets, last, seat, line = to_a_line(s, 4)
    theirs, mine = theirs_of(line, seat)
    keep(sockets[seat], table, seat, line)
    make_moves(sockets, last, table, theirs)
    wait_for(lambda: f"move {seat} - prepared {mine[2:]}" in log_of(s, table))
    assert ask(sockets[1 - seat], t="undo", table=table, seat=1 - seat)["t"] == "ok"
    sockets[seat].until(t="undo-asked")
    assert ask(sockets[seat], t="agree", table=table, seat=seat, yes=True)["t"] == "ok"
    assert lines(sockets[seat], table, seat) == []
    make_moves(sockets, last, table, theirs[-1:])
    time.sleep(0.2)
    assert sum(" prepared " in text for text in log_of(s, table)) == 1


@test
def what_cannot_be_is_refused_and_changes_nothing(s):
    _, table, sockets, last, seat, line = to_a_line(s, 5)
    c = sockets[seat]
    theirs, mine = theirs_of(line, seat)
    keep(c, table, seat, line)
    before = "; ".join(theirs)
    for wrong, code in ((mine, "cannot-prepare"), (before, "cannot-prepare"), (f"{before}; {seat} nonsense", "unreadable"), ("9 x", "unreadable"),
                        (";;;", "unreadable"), (f"{mine}; {before}", "cannot-prepare"), ("; ".join([line] * 12)[:500], None)):
        m = ask(c, t="prepare", table=table, seat=seat, line=wrong, yes=True)
        assert m["t"] == "refused" and (code is None or m["code"] == code), (wrong, m)
        assert m["words"], m
    assert ask(c, t="prepare", table=table, seat=seat, line="", yes=True)["code"] == "cannot-prepare"
    illegal = next(m["move"] for m in [{"move": x[2:]} for x in theirs])
    m = ask(c, t="prepare", table=table, seat=seat, line=f"{before}; {seat} {illegal}", yes=True)
    legal_next = [x for n in explore(c, table, seat, before)["next"] if n["seat"] == seat for x in n["moves"]]
    assert (m["t"] == "mine") == (illegal in legal_next), m
    if m["t"] == "refused":
        assert m["code"] == "rule" and m["rule"], m
        assert lines(c, table, seat) == [line]


@test
def nobody_prepares_for_another_or_on_their_own_turn_or_at_a_quick_table(s):
    _, table, sockets, last, seat, line = to_a_line(s, 6)
    assert ask(sockets[1 - seat], t="prepare", table=table, seat=seat, line=line, yes=True)["code"] == "not-your-seat"
    assert ask(sockets[1 - seat], t="mine", table=table, seat=seat)["code"] == "not-your-seat"
    assert ask(sockets[1 - seat], t="prepare", table=table, seat=1 - seat, line=line, yes=True)["code"] == "cannot-prepare"
    stranger = enter(s.base, guest(s, "Eve"))
    for kind in ("mine", "prepare", "unprepare", "note"):
        m = ask(stranger, t=kind, table=table, seat=seat, line=line, text="x", at=1)
        assert m["t"] == "refused" and m["code"] == "not-your-seat", m
    _, quick, pair, firsts = begin(s, clock={"kind": "move", "ms": 60000})
    waits = waiter(firsts)
    assert ask(pair[waits], t="prepare", table=quick, seat=waits, line="")["code"] == "cannot-prepare"


@test
def a_line_is_replaced_dropped_and_there_are_not_too_many(s):
    for seed in range(7, 30):
        _, table, sockets, last, seat, line = to_a_line(s, seed)
        c = sockets[seat]
        theirs, mine = theirs_of(line, seat)
        others = [x for n in explore(c, table, seat, "; ".join(theirs))["next"] if n["seat"] == seat for x in n["moves"] if x != mine[2:]]
        firsts = [x for n in explore(c, table, seat)["next"] if n["seat"] != seat for x in n["moves"]]
        if others and len(firsts) > 18:
            break
    keep(c, table, seat, line)
    second = "; ".join(theirs + [f"{seat} {others[0]}"])
    assert keep(c, table, seat, second) == [second], "one answer to each thing"
    full = None
    for move in firsts:
        probe = explore(c, table, seat, f"{1 - seat} {move}")
        answers = [x for n in probe["next"] if n["seat"] == seat for x in n["moves"]]
        if not answers:
            continue
        m = ask(c, t="prepare", table=table, seat=seat, line=f"{1 - seat} {move}; {seat} {answers[0]}", yes=True)
        if m["t"] == "refused":
            full = m
            break
    got = lines(c, table, seat)
    assert len(got) <= 16 and (full is None or (full["code"] == "cannot-prepare" and len(got) == 16)), (full, len(got))
    for one in got:
        assert ask(c, t="unprepare", table=table, seat=seat, line=one)["t"] == "mine"
    assert lines(c, table, seat) == []


@test
def two_answers_on_end_are_both_played(s):
    """A line may go on: their move, mine, their next, mine."""
    for seed in range(8, 60):
        _, table, sockets, last, seat, line = to_a_line(s, seed, ("mykerinos", "mytikas", "cyclades"), tail=2)
        parts = line.split("; ")
        keep(sockets[seat], table, seat, line)
        for part in parts:
            if part[0] != str(seat):
                make_moves(sockets, last, table, [part])
            else:
                wait_for(lambda: f"move {seat} - prepared {part[2:]}" in log_of(s, table))
        return


@test
def nobody_answers_what_they_cannot_see(s):
    """Myst: both choose in secret. Whoever has not chosen yet cannot make their choice depend on the other's."""
    _, table, sockets, last = begin(s, "myst")
    for seat in (0, 1):
        if not last[seat].get("legal"):
            continue
        move = moves_of(last[seat]["legal"])[0]
        m = ask(sockets[seat], t="prepare", table=table, seat=seat, line=f"{1 - seat} {move}; {seat} {move}", yes=True)
        assert m["code"] == "cannot-prepare", m


@test
def what_could_follow_comes_from_what_the_seat_sees(s):
    """The same question has the same answer however often it is asked: trying does not find out what is hidden."""
    chooser = random.Random(9)
    for game in ("cyclades", "mytikas"):
        _, table, sockets, last = begin(s, game)
        for _ in range(20):
            seat = waiter(last)
            if seat is not None:
                one, again = (explore(sockets[seat], table, seat) for _ in range(2))
                assert one["next"] == again["next"] and one.get("ends") == again.get("ends")
            if step(table, sockets, last, chooser) is None:
                break


@test
def a_note_is_ones_own_and_goes_with_ones_data(s):
    tokens, table, sockets, last = begin(s)
    n = last[0]["n"]
    m = ask(sockets[0], t="note", table=table, seat=0, at=n, text="Watch the left bank")
    assert m["t"] == "mine" and m["notes"] == [{"at": n, "text": "Watch the left bank"}], m
    assert ask(sockets[1], t="mine", table=table, seat=1)["notes"] == []
    assert ask(sockets[1], t="mine", table=table, seat=0)["code"] == "not-your-seat"
    for wrong in ({"at": n + 50}, {}):
        assert ask(sockets[0], t="note", table=table, seat=0, text="x", **wrong)["t"] == "refused"
    s.restart(signal.SIGKILL)
    c = enter(s.base, tokens[0])
    assert ask(c, t="mine", table=table, seat=0)["notes"] == [{"at": n, "text": "Watch the left bank"}]
    assert "Watch the left bank" in data_of(s, tokens[0]) and "Watch the left bank" not in data_of(s, tokens[1])
    assert ask(c, t="note", table=table, seat=0, at=n, text="")["notes"] == []
    ask(c, t="note", table=table, seat=0, at=n, text="Forget me")
    assert http(s.base, "/api/me", token=tokens[0], method="DELETE")[0] == 200
    wait_for(lambda: s.ask("SELECT count(*) FROM own WHERE body = 'Forget me'")[0][0] == 0)


def data_of(s, token):
    """All of take-my-data as one text."""
    request = urllib.request.Request(s.base + "/api/me/data", headers={"Authorization": "Bearer " + token})
    with urllib.request.urlopen(request, timeout=60) as answer, zipfile.ZipFile(io.BytesIO(answer.read())) as files:
        return "\n".join(files.read(name).decode() for name in files.namelist())


@test
def nobody_is_replaced_where_there_are_days_a_move(s):
    tokens = guest(s, "Ada")
    table = make(s, tokens, "mykerinos", ["me", ""], start=False, clock=DAYS)
    c = enter(s.base, tokens)
    c.send(t="watch", table=table, seat=0)
    assert c.until(t="table")["grace"] == 0


@test
def a_day_more_is_given_and_told(s):
    _, table, sockets, last = begin(s)
    seat = 1 - waiter(last)
    assert ask(sockets[seat], t="extend", table=table, seat=seat, to=1 - seat)["code"] == "no-extension"
    assert ask(sockets[1 - seat], t="extend", table=table, seat=1 - seat, to=seat)["t"] == "ok"
    m = sockets[seat].until(t="update")
    assert {"e": "extend", "seat": seat, "from": 1 - seat} in m["events"], m
    assert m["left"][seat] > 3.9 * 86400000, m["left"]
    assert f"extend {seat} {1 - seat} 86400000" in log_of(s, table)
    stranger = enter(s.base, guest(s, "Eve"))
    assert ask(stranger, t="extend", table=table, seat=1 - seat, to=seat)["code"] == "not-your-seat"


@test
def days_off_stop_ones_clocks_and_are_limited(s):
    tokens, table, sockets, last = begin(s, clock={**DAYS, "holidays": True})
    plain = begin(s)
    seat = 1 - waiter(last)
    mine = tokens[seat]
    assert http(s.base, "/api/me/days", token=mine)[1] == {"a_year": 30, "used": 0, "left": 0, "minutes": []}
    for wrong in ({"days": 0}, {"days": 31}, {"days": "3"}, {"days": -2}, {}, {"days": 1.5}):
        assert http(s.base, "/api/me/leave", wrong, mine)[0] == 400, wrong
    status, said = http(s.base, "/api/me/leave", {"days": 10}, mine)
    assert status == 200 and said["used"] == 10 and said["left"] > 9.9 * 86400000, said
    m = sockets[seat].until(t="update")
    assert {"e": "rest", "seat": seat} in m["events"] and m["left"][seat] > 12.9 * 86400000, m
    assert http(s.base, "/api/me/leave", {"days": 1}, mine)[1]["code"] == "away"
    s.restart(signal.SIGKILL)
    assert http(s.base, "/api/me/days", token=mine)[1]["used"] == 10
    status, said = http(s.base, "/api/me/leave", token=mine, method="DELETE")
    assert status == 200 and said["used"] == 1 and said["left"] == 0, "the day that has begun is used"
    wait_for(lambda: sum(text.startswith("rest ") for text in log_of(s, table)) == 2)
    c = enter(s.base, mine)
    c.send(t="watch", table=table, seat=seat)
    assert 2.9 * 86400000 < c.until(t="table")["left"][seat] <= 3 * 86400000
    assert http(s.base, "/api/me/leave", {"days": 30}, mine)[1]["code"] == "used"
    for day in range(29):  # going away and coming back again and again gains nothing
        assert http(s.base, "/api/me/leave", {"days": 1}, mine)[0] == 200
        assert http(s.base, "/api/me/leave", token=mine, method="DELETE")[1]["used"] == day + 2
    assert http(s.base, "/api/me/leave", {"days": 1}, mine)[1]["code"] == "used"
    assert not any(text.startswith("rest ") for text in log_of(s, plain[1])), "a table that does not allow it"


@test
def reminders_are_chosen_and_kept(s):
    token = guest(s, "Mindful")
    for wrong in ({}, {"minutes": 5}, {"minutes": [1, 2, 3, 4]}, {"minutes": [4]}, {"minutes": [20000]}, {"minutes": ["x"]}, {"minutes": [60, None]}):
        assert http(s.base, "/api/me/reminders", wrong, token)[0] == 400, wrong
    assert http(s.base, "/api/me/reminders", {"minutes": [1440, 180]}, token)[1]["minutes"] == [1440, 180]
    s.restart(signal.SIGKILL)
    assert http(s.base, "/api/me/days", token=token)[1]["minutes"] == [1440, 180]
    assert http(s.base, "/api/me/reminders", {"minutes": []}, token)[1]["minutes"] == []
    assert http(s.base, "/api/me/reminders", {"minutes": []})[0] == 401


def travel(s, ms):
    """The server comes back that much later, and believes that it was alive all the time: nothing is credited."""
    assert s.stop() == 0
    s.ask(f"UPDATE alive SET at = at + {ms}")
    s.start()


HOUR = 3600 * 1000
DAY = 24 * HOUR


def phase_of(s, token, table, seat):
    c = enter(s.base, token)
    c.send(t="watch", table=table, seat=seat)
    return c.until(t="table")["phase"]


@test
def a_reminder_comes_once_before_the_clock_runs_out(s):
    tokens, table, _, last = begin(s, clock={"kind": "days", "days": 1})
    seat = 1 - waiter(last)
    assert http(s.base, "/api/me/reminders", {"minutes": [120, 60]}, tokens[seat])[0] == 200
    num = s.ask(f"SELECT num FROM tables WHERE id = '{table}'")[0][0]
    reminded = lambda: [int(row[0]) for row in s.ask(f"SELECT body FROM own WHERE num = {num} AND key = 'reminded {seat}'")]
    travel(s, 21 * HOUR)
    assert reminded() == [], "there is an hour left"
    travel(s, HOUR - 4000)
    listed = lambda: [n for n in http(s.base, "/api/bell", token=tokens[seat])[1]["notices"] if n["kind"] == "reminder"]
    wait_for(lambda: reminded() and listed())
    assert len(told := listed()) == 1 and told[0]["link"] == f"/table/{table}" and ("119 minutes" in told[0]["text"] or "2 hours" in told[0]["text"]), told
    first = reminded()
    s.restart(signal.SIGKILL)
    time.sleep(1.5)
    assert reminded() == first, "not twice"
    travel(s, HOUR)
    wait_for(lambda: reminded() and reminded()[0] == first[0] + HOUR)


@test
def a_holiday_lasts_as_long_as_it_was_taken_for(s):
    tokens, table, _, last = begin(s, clock={"kind": "days", "days": 1, "holidays": True, "zero": "lose"})
    seat = 1 - waiter(last)
    assert http(s.base, "/api/me/leave", {"days": 3}, tokens[seat])[0] == 200
    wait_for(lambda: any(text.startswith("rest ") for text in log_of(s, table)))
    travel(s, 3 * DAY - HOUR)
    assert phase_of(s, tokens[seat], table, seat) == "playing"
    travel(s, 24 * HOUR)
    assert phase_of(s, tokens[seat], table, seat) == "playing", "23 hours of the day are used"
    travel(s, 2 * HOUR)
    wait_for(lambda: any(text.startswith("over ") for text in log_of(s, table)))
    assert http(s.base, "/api/me/days", token=tokens[seat])[1]["used"] == 3


@test
def days_off_are_planned_and_begin_by_themselves(s):
    """Planned days off are used when they are planned; until they begin the clock runs, then it stands still (docs/correspondence.md)."""
    tokens, table, _, last = begin(s, clock={"kind": "days", "days": 3, "holidays": True, "zero": "lose"})
    seat, now = 1 - waiter(last), int(time.time() * 1000)
    for bad in (now - DAY, now + 400 * DAY, 2**63 - 1, -2**63, "soon"):
        assert http(s.base, "/api/me/leave", {"days": 5, "from": bad}, tokens[seat])[1]["code"] == "malformed"
    status, said = http(s.base, "/api/me/leave", {"days": 5, "from": now + 2 * DAY}, tokens[seat])
    assert status == 200 and said["left"] == 0 and said["used"] == 5 and abs(said["planned"]["from"] - now - 2 * DAY) < 100 and said["planned"]["to"] - said["planned"]["from"] == 5 * DAY, said
    assert http(s.base, "/api/me/leave", {"days": 1}, tokens[seat])[1]["code"] == "away"
    assert http(s.base, "/api/me/leave", token=tokens[seat], method="DELETE")[1]["used"] == 0, "what has not begun is given back"
    assert http(s.base, "/api/me/leave", {"days": 5, "from": now + 2 * DAY}, tokens[seat])[0] == 200
    assert not any(text.startswith("rest ") for text in log_of(s, table)), "they have not begun"
    travel(s, 2 * DAY - 4000)
    c = enter(s.base, tokens[seat])
    wait_for(lambda: any(text.startswith("rest ") for text in log_of(s, table)))
    c.s.close()
    travel(s, 4 * DAY)
    assert phase_of(s, tokens[seat], table, seat) == "playing"
    assert http(s.base, "/api/me/days", token=tokens[seat])[1]["left"] > 0


@test
def ones_games_are_found_on_another_device(s):
    tokens, table, _, _ = begin(s)
    status, said = http(s.base, "/api/me/tables", token=tokens[1])
    assert status == 200 and [row["table"] for row in said["tables"]] == [table], said
    assert http(s.base, "/api/me/tables", token=guest(s, "Eve"))[1] == {"tables": []}
    assert http(s.base, "/api/me/tables")[0] == 401


if __name__ == "__main__":
    sys.exit(run_all(tests))
