#!/usr/bin/env python3
"""Faults of the machine, at a whole server: a folder that another server has, a database that is empty, missing or damaged,
tables that nobody wants any more. What fails beneath the database is tests/faults.c's. Takes the program and prints
"N passed, M failed"."""
# SPDX-License-Identifier: MIT
import errno
import hashlib
import os
import random
import re
import signal
import subprocess
import sqlite3
import sys
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import enter, http, moves_of  # noqa: E402
from serving import Server  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
TAKEN = 3  # the exit code: another process has the folder
tests = []


def test(f):
    tests.append(f)
    return f


def serve(data, port=0, before=()):
    """Starts another server; its exit code and what it said. None: it was still running after two minutes."""
    command = [*before, PROGRAM, "serve", "--port", str(port), "--data", data, "--web", "none", "--quiet"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        out, words = process.communicate(timeout=120)
        return process.returncode, out + words
    except subprocess.TimeoutExpired:
        process.kill()
        out, words = process.communicate()
        return None, out + words


def folder(data):
    """Every file with its content."""
    return {name: hashlib.sha256(open(os.path.join(data, name), "rb").read()).hexdigest()
            for name in sorted(os.listdir(data)) if name != "log"}


def played(s, moves=12):
    """A guest and a table of theirs with some moves on it, from both seats."""
    me = http(s.base, "/api/guest", {"name": "Ada"})[1]["token"]
    table = http(s.base, "/api/tables", {"game": "mykerinos", "players": 2, "seats": ["me", "me"]}, me)[1]["table"]
    c = enter(s.base, me)
    c.send(t="start", table=table, id="go")
    c.until(re="go")
    for seat in (0, 1):
        c.send(t="watch", table=table, seat=seat)
    made = done = 0
    while done < moves:
        m = c.receive()
        done += str(m.get("re", "")).startswith("m") and m["t"] == "ok"
        if m.get("t") in ("table", "update") and m.get("legal") and m["seat"] is not None and made < moves:
            made += 1
            c.send(t="move", table=table, seat=m["seat"], at=m["n"], id=f"m{made}", move=moves_of(m["legal"])[0])
    return me, table


def number_at(s, me, table):
    """The number of the last event, as a watcher sees it."""
    c = enter(s.base, me)
    c.send(t="watch", table=table)
    return c.until(t="table")["n"]


# --- one folder, one server ---

@test
def a_second_server_on_the_folder_fails_and_touches_nothing():
    with Server(PROGRAM, "--quiet", "--rate", "0") as s:
        me, table = played(s)
        before = folder(s.data)
        for port in (0, s.port):
            code, words = serve(s.data, port)
            assert code == TAKEN and "in use by another petteia" in words and str(s.process.pid) in words, (code, words)
        assert folder(s.data) == before
        n = number_at(s, me, table)
        me2, table2 = played(s)
        n2 = number_at(s, me2, table2)
        s.restart(signal.SIGKILL)  # nobody holds the lock any more
        assert number_at(s, me, table) == n and number_at(s, me2, table2) == n2


@test
def a_server_that_cannot_have_its_port_leaves_the_data_alone():
    with Server(PROGRAM, "--quiet") as other, Server(PROGRAM, "--quiet", "--rate", "0") as s:
        played(s)
        s.stop(signal.SIGKILL)
        before = folder(s.data)
        code, words = serve(s.data, other.port)
        assert code == 1 and "cannot listen" in words, (code, words)
        after = folder(s.data)
        del before["petteia.db-lock"], after["petteia.db-lock"]  # it names the last process
        assert after == before
        s.start()


# --- a database that is not what it was ---

@test
def an_empty_or_missing_database_is_noticed():
    with Server(PROGRAM, "--quiet", "--rate", "0") as s:
        played(s)
        s.stop()
        path = os.path.join(s.data, "petteia.db")
        whole = open(path, "rb").read()
        for spoil in (lambda: open(path, "wb").close(), lambda: os.remove(path)):
            spoil()
            code, words = serve(s.data)
            assert code == 1 and "petteia.db" in words, (code, words)
            assert not os.path.exists(path) or os.path.getsize(path) == 0
            with open(path, "wb") as file:
                file.write(whole)
        s.start()


@test
def a_database_that_the_server_may_not_read_is_named_so():
    """A copy that root made and moved into place (docs/hosting.md, "Backup"): the reason is the system's own, and nothing changes."""
    with Server(PROGRAM, "--quiet", "--rate", "0") as s:
        played(s)
        s.stop()
        path, before = os.path.join(s.data, "petteia.db"), folder(s.data)
        os.chmod(path, 0)
        like_others = () if os.geteuid() else ("setpriv", "--bounding-set", "-dac_override,-dac_read_search")  # root reads everything
        code, words = serve(s.data, before=like_others)
        assert code == 1 and "petteia.db: " in words and os.strerror(errno.EACCES) in words, (code, words)
        os.chmod(path, 0o600)
        after = folder(s.data)
        del before["petteia.db-lock"], after["petteia.db-lock"]  # it names the last process
        assert after == before
        s.start()


def content(path):
    """Every row of a database; None if it cannot be read."""
    db = sqlite3.connect(path)
    try:
        names = [n for (n,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {n: sorted(db.execute(f"SELECT * FROM {n}").fetchall(), key=repr) for n in names}
    except sqlite3.Error:
        return None
    finally:
        db.close()


@test
def damaged_pages_are_noticed_at_the_start():
    with Server(PROGRAM, "--quiet", "--rate", "0") as s:
        for _ in range(3):
            played(s)
        s.stop()
        path = os.path.join(s.data, "petteia.db")
        whole, rows = open(path, "rb").read(), content(path)
        pages, noticed = len(whole) // 4096, 0
        assert pages > 12
        for page in [*range(1, pages), None]:  # each page, then eight at once
            spoiled = bytearray(whole)
            for p in [page] if page else range(1, pages, pages // 8):
                spoiled[p * 4096:(p + 1) * 4096] = random.Random(p).randbytes(4096)
            with open(path, "wb") as file:
                file.write(spoiled)
            if page and content(path) == rows:
                continue  # an unused page
            code, words = serve(s.data)
            assert code == 1 and "damaged" in words, (page, code, words)
            noticed += 1
        assert noticed > 8
        with open(path, "wb") as file:
            file.write(whole)
        s.start()


# --- tables that nobody wants ---

@test
def open_and_abandoned_tables_go_and_finished_ones_stay():
    day = 86400_000
    with Server(PROGRAM, "--rate", "0") as s:
        me, left = played(s)
        wish = {"game": "mykerinos", "players": 2, "seats": ["me"]}
        old, new = (http(s.base, "/api/tables", wish, me)[1]["table"] for _ in range(2))
        _, recent = played(s)
        s.stop()
        db = sqlite3.connect(os.path.join(s.data, "petteia.db"))
        now = int(time.time() * 1000)
        for table, days in ((left, 181), (old, 15), (new, 13), (recent, 179)):
            assert db.execute("UPDATE tables SET changed = ? WHERE id = ?", (now - days * day, table)).rowcount == 1
        db.commit()
        db.close()
        s.start()
        end = time.monotonic() + 120
        while s.log_text().count("event=abandoned") < 2 and time.monotonic() < end:
            time.sleep(0.1)
        c = enter(s.base, me)

        def there(table):
            c.send(t="watch", table=table, id="w")
            return c.until(re="w")["t"] == "ok"

        assert not there(old) and not there(left)
        assert there(new) and there(recent)
        s.stop()
        db = sqlite3.connect(os.path.join(s.data, "petteia.db"))
        assert db.execute("SELECT count(*) FROM tables").fetchone()[0] == 2
        assert db.execute("SELECT count(DISTINCT num) FROM chunks").fetchone()[0] == 2
        s.start()


# --- the doctor ---

def doctor(data, *flags):
    done = subprocess.run([PROGRAM, "doctor", "--data", data, *flags], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=120, env={**os.environ, "PETTEIA_LANG": "en"})
    return done.returncode, done.stdout


def lines_of(body):
    """The lines of a chunk: TABLE NUMBER TIME LENGTH EVENT."""
    at = 0
    while at < len(body):
        head = body[at:at + 96].split(b" ", 4)[:4]
        end = at + sum(map(len, head)) + 4 + int(head[3]) + 1
        yield int(head[1]), body[at:end]
        at = end


def spoil(data, how):
    db = sqlite3.connect(os.path.join(data, "petteia.db"))
    for num, last, body in db.execute("SELECT num, last, body FROM chunks").fetchall():
        how(db, num, last, list(lines_of(body)))
    db.commit()
    db.close()


def overlap(db, num, last, lines):
    """As two servers on one folder leave it: the second one settled the journal, and then the first one did it as well."""
    half = len(lines) // 2
    db.execute("INSERT INTO chunks VALUES(?, ?, ?)", (num, lines[half - 1][0], b"".join(t for _, t in lines[:half])))


def clash(db, num, last, lines):
    number, text = lines[-1]
    db.execute("INSERT INTO chunks VALUES(?, ?, ?)", (num, last + 1, text.replace(b"move", b"luck")))


def gap(db, num, last, lines):
    db.execute("UPDATE chunks SET body = ? WHERE num = ?", (b"".join(t for n, t in lines if n != 3), num))


def ahead(db, num, last, lines):
    db.execute("INSERT OR REPLACE INTO snapshots VALUES(?, ?, 'x')", (num, last + 9))


@test
def the_doctor_finds_what_is_wrong_and_repairs_what_is_certain():
    with Server(PROGRAM, "--quiet", "--rate", "0") as s:
        me, table = played(s)
        n = number_at(s, me, table)
        code, words = doctor(s.data)  # a server that runs may be checked
        assert code == 0 and "1 tables, all well" in words, words
        code, words = doctor(s.data, "--repair")  # but not be repaired
        assert code == TAKEN and "in use by another petteia" in words, (code, words)
        s.stop()
        path = os.path.join(s.data, "petteia.db")
        whole = open(path, "rb").read()
        for how, finds, mends in ((overlap, "are there twice", True), (ahead, "snapshot", True), (clash, "two different", False),
                                  (gap, "event 3 is missing", False)):
            with open(path, "wb") as file:
                file.write(whole)
            spoil(s.data, how)
            spoiled = folder(s.data)
            code, words = doctor(s.data)
            assert code == 1 and finds in words and "1 to repair" in words, (how, code, words)
            assert {k: v for k, v in folder(s.data).items() if not k.endswith(("-shm", "-wal"))} == \
                {k: v for k, v in spoiled.items() if not k.endswith(("-shm", "-wal"))}
            code, words = doctor(s.data, "--repair")
            assert code == (0 if mends else 1) and ("repaired" in words) == mends, (how, code, words)
            kept = [f for f in os.listdir(s.data) if f.startswith("petteia.db.")]
            assert len(kept) == mends, kept
            for f in kept:
                os.remove(os.path.join(s.data, f))
            if mends:
                assert doctor(s.data)[0] == 0
                s.start()
                assert number_at(s, me, table) == n
                s.stop()
        with open(path, "wb") as file:
            file.write(whole)
        s.start()


@test
def the_doctor_speaks_of_damaged_pages():
    with Server(PROGRAM, "--quiet", "--rate", "0") as s:
        played(s)
        s.stop()
        path = os.path.join(s.data, "petteia.db")
        whole = open(path, "rb").read()
        with open(path, "wb") as file:
            file.write(whole[:4096] + bytes(4096) + whole[4096 * 2:])
        code, words = doctor(s.data)
        assert code == 1 and "damaged page" in words, (code, words)
        with open(path, "wb") as file:
            file.write(whole)
        s.start()


# --- what fails beneath the database, and memory ---

@test
def a_sample_of_the_fault_sweep():
    points = 1000 // int(os.environ.get("PETTEIA_INVARIANTS_SHARE", "1"))  # the sanitizers take longer
    sweep = os.path.join(os.path.dirname(PROGRAM), "tests", "faults")
    done = subprocess.run([sweep, "--sample", str(points)], stdout=subprocess.PIPE, text=True, timeout=1200)
    passed, failed = map(int, re.search(r"(\d+) passed, (\d+) failed", done.stdout).groups())
    print(done.stdout.splitlines()[-2])
    assert not failed and passed >= points and done.returncode == 0, done.stdout


# --- health ---

@test
def health_tells_the_truth_about_the_disk():
    health = os.path.join(os.path.dirname(PROGRAM), "tests", "health")
    done = subprocess.run([health], stdout=subprocess.PIPE, text=True, timeout=300)
    assert done.returncode == 0 and " 0 failed" in done.stdout, done.stdout


@test
def health_and_readiness():
    with Server(PROGRAM, "--quiet") as s:
        assert http(s.base, "/healthz") == (200, "ok\n")
        end = time.monotonic() + 120
        while http(s.base, "/readyz")[0] != 200 and time.monotonic() < end:
            time.sleep(0.05)
        assert http(s.base, "/readyz") == (200, "ok\n")


def main():
    passed, failed = 0, 0
    for f in tests:
        if sys.argv[2:] and f.__name__ not in sys.argv[2:]:
            continue
        begin = time.monotonic()
        try:
            f()
            passed += 1
            print(f"ok   {f.__name__} {time.monotonic() - begin:.1f} s")
        except Exception:  # whatever went wrong is the test's failure
            failed += 1
            print(f"FAIL {f.__name__}\n{traceback.format_exc()}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
