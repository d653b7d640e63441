#!/usr/bin/env python3
"""The store on PostgreSQL: the tests of the store, of the server and of people, and kill -9 under load, as on SQLite; a second server;
PostgreSQL stopped, crashed and back; connections cut before and after a commit, and writers ended, under load. Starts a PostgreSQL of
its own. Takes the program; --cuts N (12; the long version is 1000); --all: every test of the server. Prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import random
import resource
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import at_table  # noqa: E402
import postgres  # noqa: E402
import test_server  # noqa: E402, F401: its tests are in at_table's list
from client import http  # noqa: E402
from serving import Server  # noqa: E402
from test_crash import Player, check, told  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
SOCKET = ".s.PGSQL.5432"
tests = []


def test(f):
    tests.append(f)
    return f


# --- a line that can be cut ---

class Line:
    """Between a server and PostgreSQL. cut(when) ends the next connection that commits: "before" the commit goes through, or "after" it,
    so that its answer is lost. It returns as soon as that has happened."""

    def __init__(self, to):
        self.folder, self.to = tempfile.mkdtemp(prefix="petteia-line-", dir="/tmp"), to
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(os.path.join(self.folder, SOCKET))
        self.listener.listen()
        self.when, self.skip, self.done = None, 0, threading.Event()  # skip: commits that are let through before
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near = self.listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.carry, args=(near,), daemon=True).start()

    def carry(self, near):
        far = socket.socket(socket.AF_UNIX)
        try:
            far.connect(os.path.join(self.to, SOCKET))
            while True:
                for s in select.select([near, far], [], [])[0]:
                    data = s.recv(1 << 18)
                    if not data:
                        return
                    commits = s is near and b"COMMIT" in data
                    if commits and self.take("before"):
                        return
                    (far if s is near else near).sendall(data)
                    if commits and self.take("after"):
                        time.sleep(0.05)  # it is on its way; what it says is never heard
                        return
        except OSError:
            return
        finally:
            near.close()
            far.close()

    def take(self, when):
        if self.when != when:
            return False
        if self.skip:
            self.skip -= 1
            return False
        self.when = None
        self.done.set()
        return True

    def cut(self, when):
        self.done.clear()
        self.when = when
        assert self.done.wait(120), "nothing was committed"

    def close(self):
        self.listener.close()
        os.remove(os.path.join(self.folder, SOCKET))
        os.rmdir(self.folder)


# --- under load ---

def under_load(p, program, faults, through=None):
    """Six tables are played while each of the faults happens. Afterwards everything that was acknowledged or seen is there, once and in order."""
    url = postgres.new_database(p.folder)
    store = url.replace(p.folder, through.folder) if through else url
    with Server(program, "--rate", "0", "--quiet", store=store) as s:
        token = http(s.base, "/api/guest", {"name": "Kim"})[1]["token"]
        players = [Player(s, token, i) for i in range(6)]
        for one in players:
            one.start()
        s.store = url  # the test itself reads past the line
        for i, fault in enumerate(faults):
            wait_for_moves(players, 20)
            fault(s)
            wait_for_moves(players, 20)
            wrong, moves = check(s, players, i + 1 == len(faults))
            assert not wrong, wrong[:5]
        assert s.process.poll() is None, "the server ended: " + s.log_text()[-1000:]
        for one in players:
            one.stop = True
    return moves


def wait_for_moves(players, more):
    before, end = told(players), time.monotonic() + 120
    while told(players) < before + more:
        assert time.monotonic() < end, "nobody can play any more"
        time.sleep(0.01)


@test
def postgres_restarts_and_crashes_under_load_and_nothing_is_lost(p, program):
    def restart(how):
        def fault(_):
            p.stop(how)
            p.start()
        return fault
    under_load(p, program, [restart(signal.SIGINT), restart(signal.SIGQUIT)])


@test
def a_line_is_cut_around_commits_and_nothing_is_lost_or_made_twice(p, program):
    cuts = int(sys.argv[sys.argv.index("--cuts") + 1]) if "--cuts" in sys.argv else 12
    line, rng = Line(p.folder), random.Random(7)

    def end_writer(s):
        assert postgres.ask(s.store, "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND"
                                     " database = (SELECT oid FROM pg_database WHERE datname = current_database())") == [["t"]]

    faults = [lambda s: line.cut("before"), lambda s: line.cut("after"), end_writer]
    faults += [rng.choice(faults) for _ in range(cuts - len(faults))]
    moves = under_load(p, program, faults, line)
    line.close()
    print(f"  {cuts} cuts, {moves} moves acknowledged or seen")


# --- one by one ---

def status(s, path, body=None, token=None):
    return http(s.base, path, body, token)[0]


def until(what, seconds=120):
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)


@test
def while_postgres_is_away_nothing_is_promised_and_then_everything_goes_on(p, program):
    wanted = {"game": "mykerinos", "players": 2, "seats": ["me", "me"]}
    with Server(program, "--quiet", store=p.database()) as s:
        token = http(s.base, "/api/guest", {"name": "Kim"})[1]["token"]
        assert status(s, "/api/tables", wanted, token) == 201
        p.stop()
        code, said = http(s.base, "/api/guest", {"name": "Ada"})
        assert code == 503 and said["code"] in ("not-written", "retry") and said["words"], said
        code, said = http(s.base, "/api/tables?mine=1", None, token)
        assert code == 503 and said["code"] == "retry", said
        assert status(s, "/healthz") == 503
        p.start()
        until(lambda: status(s, "/api/tables", wanted, token) == 201)
        assert len(http(s.base, "/api/tables?mine=1", None, token)[1]["tables"]) == 2
        assert s.stop() == 0


@test
def a_second_server_on_the_database_fails_and_names_the_first(p, program):
    with Server(program, "--quiet", store=p.database()) as s:
        before = s.ask("SELECT * FROM store_state")
        done = subprocess.run([program, "serve", "--port", "0", "--store", s.store], capture_output=True, text=True, timeout=60)
        assert done.returncode == 3 and f"petteia {s.process.pid}" in done.stderr, done
        assert s.ask("SELECT * FROM store_state")[0][1:3] == before[0][1:3]
        s.restart(signal.SIGKILL)  # the lock ends with its process
        assert status(s, "/healthz") == 200


@test
def a_server_whose_database_another_has_written_to_ends(p, program):
    with Server(program, "--quiet", store=p.database()) as s:
        s.ask("UPDATE store_state SET epoch = epoch + 1")
        http(s.base, "/api/guest", {"name": "Kim"})
        assert s.process.wait(timeout=30) == 4, s.log_text()
        assert "another server has written" in s.log_text()


@test
def a_folder_that_is_not_there_yet_is_made(p, program):
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "serve", "--quiet", "--port", "0", "--web", "none", "--store", p.database(), "--data", folder + "/new"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert "http://" in server.stdout.readline()
            assert os.path.exists(folder + "/new/admin"), "the host's way in"
            server.terminate()
        assert server.returncode == 0


@test
def what_cannot_be_opened_is_refused_in_words(p, program):
    def refused(url):
        done = subprocess.run([program, "serve", "--port", "0", "--store", url], capture_output=True, text=True, timeout=60)
        assert done.returncode == 1, done
        return done.stderr
    assert "does not exist" in refused(f"postgresql:///nowhere?host={p.folder}&user=petteia")
    assert "No such file" in refused(f"postgresql:///postgres?host={p.folder}/none&password=hidden")
    assert "hidden" not in refused(f"postgresql:///postgres?host={p.folder}/none&password=hidden")
    assert "postgresql://" in refused("mysql://somewhere/else")
    url = p.database()
    Server(program, "--quiet", store=url).__exit__()
    postgres.ask(url, "UPDATE store_state SET version = 99")
    assert "version 99" in refused(url)


# --- moving ---

def move(program, source, target):
    done = subprocess.run([program, "move-store", source, target], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def play_a_while(s):
    """Accounts with names that are not ASCII, games of a guest that are over and in the middle. The guest's token."""
    for name in ("Zoë", "Łukasz"):
        token = http(s.base, "/api/guest", {"name": name})[1]["token"]
        assert status(s, "/api/account", {"name": name, "password": "correct horse"}, token) in (200, 201)
    token = http(s.base, "/api/guest", {"name": "Kim"})[1]["token"]
    players = [Player(s, token, i) for i in range(3)]
    for one in players:
        one.start()
    wait_for_moves(players, 600)
    for one in players:
        one.stop = True
        one.join(30)
    return token


@test
def a_store_is_moved_there_and_back_and_nothing_is_missing(p, program):
    with Server(program, "--rate", "0", "--quiet", data=tempfile.mkdtemp(prefix="petteia-test-")) as s, tempfile.TemporaryDirectory() as back:
        s.own = True
        token = play_a_while(s)
        mine = http(s.base, "/api/tables?mine=1", None, token)[1]
        url = p.database()
        code, _, said = move(program, s.data, url)
        assert code == 1 and "in use" in said, said  # a server has it
        s.stop(signal.SIGKILL)  # events are in the journal
        before = events_bytes(s.data)
        code, there, said = move(program, s.data, url)
        assert code == 0 and "nothing is missing" in there, said
        assert events_bytes(s.data) == before, "the source was changed"
        code, _, said = move(program, s.data, url)
        assert code == 1 and "not empty" in said, said
        code, again, said = move(program, url, back)
        assert code == 0 and again == there, (there, again, said)
        with Server(program, "--quiet", store=url) as moved:
            assert http(moved.base, "/api/tables?mine=1", None, token)[1] == mine
        with Server(program, "--quiet", data=back) as moved:
            assert http(moved.base, "/api/tables?mine=1", None, token)[1] == mine


ODD = {"INTEGER": -2 ** 53 + 1, "REAL": 0.1 + 2 ** -50, "TEXT": "Zoë's \\ \"x\"\n\t;--%s \u202e\U0001f3b2", "BLOB": bytes(range(256))}


def fill(data):
    """A row of odd values in every table that has none; returns how many tables got one."""
    with sqlite3.connect(f"{data}/petteia.db") as db:
        names = [r[0] for r in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'names%' AND name NOT LIKE 'sqlite_%'")]
        empty = [n for n in names if not db.execute(f"SELECT count(*) FROM {n}").fetchone()[0]]
        for name in empty:
            kinds = [r[2] for r in db.execute(f"PRAGMA table_info({name})")]
            db.execute(f"INSERT INTO {name} VALUES({', '.join('?' * len(kinds))})", [ODD[k] for k in kinds])
        db.execute("INSERT INTO people(id, name, account, secret, created) VALUES('p0', '', NULL, '', 0)")
    return len(empty)


def all_rows(data):
    with sqlite3.connect(f"file:{data}/petteia.db?mode=ro", uri=True) as db:
        names = [r[0] for r in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'names%' AND name NOT LIKE 'sqlite_%'")]
        return {n: sorted(map(repr, db.execute(f"SELECT * FROM {n}"))) for n in names}


@test
def every_table_is_moved_there_and_back_with_whatever_is_in_it(p, program):
    with Server(program, "--quiet", data=tempfile.mkdtemp(prefix="petteia-test-")) as s, tempfile.TemporaryDirectory() as back:
        s.own = True
        assert s.stop() == 0
        assert fill(s.data) > 30
        url = p.database()
        code, there, said = move(program, s.data, url)
        assert code == 0 and "nothing is missing" in there, said
        code, again, said = move(program, url, back)
        assert code == 0 and again == there, (there, again, said)
        before, after = all_rows(s.data), all_rows(back)
        assert before.keys() == after.keys() and all(before.values())
        assert before == after, [(n, before[n], after[n]) for n in before if before[n] != after[n]]


def events_bytes(data):
    """The database and its write-ahead log, as they lie there."""
    out = []
    for name in ("petteia.db", "petteia.db-wal"):
        with open(os.path.join(data, name), "rb") as file:
            out.append(file.read())
    return out


@test
def a_move_that_was_stopped_says_so_and_can_be_repeated(p, program):
    def unfinished(*flags):
        done = subprocess.run([program, "serve", "--port", "0", *flags], capture_output=True, text=True, timeout=60)
        assert done.returncode == 1 and "has not finished" in done.stderr, done

    with tempfile.TemporaryDirectory() as source, tempfile.TemporaryDirectory() as whole, tempfile.TemporaryDirectory() as part:
        with Server(program, "--rate", "0", "--quiet", data=source) as s:
            play_a_while(s)
            s.stop()
        # In PostgreSQL the line breaks at the commit of the copy; the first commit makes the tables.
        line, url = Line(p.folder), p.database()
        line.when, line.skip = "before", 1
        code, _, said = move(program, source, url.replace(p.folder, line.folder))
        assert code == 1 and line.done.is_set(), said
        line.close()
        unfinished("--store", url)
        code, first, said = move(program, source, url)
        assert code == 0, said
        # A file may not grow as large as it must: the system ends the program where it writes the last pages of the copy.
        code, second, said = move(program, source, whole)
        assert code == 0 and second == first, said
        limit = os.path.getsize(os.path.join(whole, "petteia.db-wal")) - 4 * 4120
        done = subprocess.run([program, "move-store", source, part], capture_output=True, timeout=60,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        assert done.returncode == -signal.SIGXFSZ, done
        unfinished("--data", part)
        code, third, said = move(program, source, part)
        assert code == 0 and third == first, said


# --- the suites of SQLite ---

def suite(p, name, command):
    """One of the other test programs, on this PostgreSQL: whether it passed, and what it said."""
    begin = time.monotonic()
    done = subprocess.run(command, env={**os.environ, "PETTEIA_TEST_POSTGRES": p.folder}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=900)
    print(f"{'FAIL' if done.returncode else 'ok  '} {name} {time.monotonic() - begin:.1f} s", flush=True)
    if done.returncode:
        print(done.stdout.decode(errors="replace")[-6000:], flush=True)
    return done.returncode == 0


ELSEWHERE = {"coming_back_costs_little", "the_page_has_tags_compression_and_a_policy",
             "illegal_moves_name_their_rule", "rules_in_the_language_asked_for"}  # long, and not about the store


def chosen():
    """The names of the tests of test_server.py that are run here; none stands for all."""
    names = [f.__name__ for f in at_table.tests]
    assert ELSEWHERE < set(names), "a test has another name now"
    return [] if "--all" in sys.argv else [n for n in names if n not in ELSEWHERE]


# Of the later suites those tests that write, change and delete rows, and take little time.
PARTS = [
    ("test_accounts.py", "a_password_is_changed_and_the_old_one_is_worth_nothing", "two_accounts_of_one_guest_are_one", "sessions_say_where_and_when", "all_other_sessions_are_ended",
     "a_recovery_code_lets_its_owner_in_once", "a_code_used_twice_at_once_works_once", "an_old_password_on_its_way_lets_nobody_in"),
    ("test_mail.py", "an_address_is_confirmed_changed_and_removed", "wrong_old_used_and_foreign_links_open_nothing", "a_killed_server_sends_what_was_asked_for",
     "the_data_has_the_address_and_whoever_is_deleted_has_none", "links_are_kept_as_hashes"),
    ("test_notices.py", "a_turn_is_told_in_the_list_and_at_the_device", "an_invitation_waits_for_whoever_is_away", "a_device_belongs_to_whoever_subscribed_last",
     "what_is_deleted_leaves_nothing_behind", "a_result_is_told_to_all_who_did_not_see_it", "each_kind_is_stopped_for_each_way", "bad_wishes_change_nothing"),
    ("test_correspondence.py", "an_answer_survives_a_server_that_is_killed", "a_line_is_replaced_dropped_and_there_are_not_too_many", "reminders_are_chosen_and_kept"),
    ("test_fair_play.py", "whoever_leaves_is_last_whatever_the_bot_does", "a_moderator_may_lift_it_and_nobody_may_set_it", "a_browser_that_says_nothing_or_nonsense_is_no_doubt"),
    ("test_season.py",), ("test_study_people.py",),
]


def suites(p, program):
    """They run beside each other. Under the sanitizers the long ones are left out: what they add is not PostgreSQL's."""
    scripts = [("test_crash.py", "--kills", "4")]
    if "ASAN_OPTIONS" not in os.environ:
        scripts += [("test_server.py", *chosen()), ("test_people.py",), ("test_names.py",), ("test_friends.py",), ("test_moderation.py",), ("test_club_limits.py",), ("test_reports.py",), ("test_evidence.py",), ("test_forgotten.py",), ("test_unwatched.py",), ("test_tournaments.py",), ("test_studies.py",), *PARTS]
    commands = [(s[0], [sys.executable, os.path.join(HERE, s[0]), program, *s[1:]]) for s in scripts]
    store = os.path.join(os.path.dirname(program), "tests", "test_store")
    if os.path.exists(store):
        commands.append(("test_store", [store]))
    results = []
    threads = [threading.Thread(target=lambda c=c: results.append(suite(p, *c))) for c in commands]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return results + [False] * (len(commands) - len(results))


def attempt(f, p, program):
    begin = time.monotonic()
    try:
        f(p, program)
    except Exception:
        print(f"FAIL {f.__name__}\n{traceback.format_exc()}", flush=True)
        if p.process.poll() is not None:
            p.start()
        return False
    print(f"ok   {f.__name__} {time.monotonic() - begin:.1f} s", flush=True)
    return True


def main():
    program = os.path.abspath(sys.argv[1])
    if not postgres.binaries():
        print("PostgreSQL 15 is not installed\n0 passed, 0 failed, 1 skipped")
        return 77
    words = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    # Each on a PostgreSQL of its own: the tests stop theirs.
    with postgres.Postgres() as p, postgres.Postgres() as other, ThreadPoolExecutor(1) as beside:
        others = beside.submit(suites, other, program) if words in ("", "suites") else None
        results = [attempt(f, p, program) for f in tests if words in f.__name__]
        results += others.result() if others else []
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return not all(results)


if __name__ == "__main__":
    sys.exit(main())
