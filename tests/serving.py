"""A server of one's own for tests: a free port, a temporary data folder, stopped at the end. Where PETTEIA_TEST_POSTGRES names the
folder of a running PostgreSQL (tests/postgres.py), the store is a new database there."""
# SPDX-License-Identifier: MIT
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time

import postgres


def free_port():
    """Below those that the system gives to whoever calls somebody: after a restart nobody else must have it."""
    while True:
        with socket.socket() as s:
            try:
                port = random.randrange(12000, 32000)
                s.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass


class Server:
    """with Server(program) as s: ... s.base is its address. restart() keeps the data."""

    def __init__(self, program, *flags, data=None, store=None):
        self.program, self.flags = program, flags
        where = os.environ.get("PETTEIA_TEST_POSTGRES")
        self.store = store or (postgres.new_database(where) if where and not data else None)
        self.own = data is None
        self.data = data or tempfile.mkdtemp(prefix="petteia-test-")
        self.log = open(os.path.join(self.data, "log"), "ab")
        self.port = free_port()
        self.start()

    def start(self):
        command = [self.program, "serve", "--port", str(self.port), "--data", self.data, "--web", "none",
                   *(["--store", self.store] if self.store else []), *self.flags]
        for _ in range(200):  # a port that was just left may need a moment
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
            line = self.process.stdout.readline()
            found = re.search(r":(\d+)/", line)
            if found:
                self.port = int(found[1])
                self.base = f"http://127.0.0.1:{self.port}"
                return
            self.process.wait()
            time.sleep(0.1)
        raise RuntimeError("the server does not start: " + self.log_text()[-2000:])

    def stop(self, number=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(timeout=120)
        self.process.stdout.close()
        return code

    def restart(self, number=signal.SIGTERM):
        code = self.stop(number)
        self.start()
        return code

    def ask(self, *statements):
        """Runs statements on the store in one transaction; returns the rows of the last one. Texts are quoted by the caller, bytes come as bytes."""
        if self.store:
            return postgres.ask(self.store, *statements)
        db = sqlite3.connect(f"{self.data}/petteia.db", timeout=60, isolation_level=None)
        db.execute("BEGIN")
        for statement in statements:
            rows = db.execute(statement).fetchall()
        db.execute("COMMIT")
        db.close()
        return [list(row) for row in rows]

    def log_text(self):
        with open(os.path.join(self.data, "log"), encoding="utf-8", errors="replace") as file:
            return file.read()

    def cpu(self):
        """Seconds of CPU the server has used."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        """Resident bytes."""
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop(signal.SIGKILL) if self.process.poll() is None else None
        self.log.close()
        if self.own:
            shutil.rmtree(self.data, ignore_errors=True)


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


def events_of(server, wanted=None):
    """The events of every table (or of those wanted) by its id, as they stand in the store: its chunks, then the journal
    (store/journal.h). Each is its number, its time and its text."""
    chosen = "" if wanted is None else f" WHERE num IN (SELECT num FROM tables WHERE id IN ({', '.join(map(quoted, wanted)) or quoted('')}))"
    rows = server.ask(f"SELECT 0 AS part, num, 0 AS place, id, NULL AS body FROM tables UNION ALL SELECT 1, num, last, NULL, body FROM chunks{chosen}"
                      " UNION ALL SELECT 2, 0, seq, NULL, body FROM journal ORDER BY 1, 2, 3")
    ids = {num: table for part, num, _, table, _ in rows if part == 0}
    logs = {}
    for body in (row[4] for row in rows if row[0]):
        at = 0
        while at < len(body):
            head = body[at:at + 96].split(b" ", 4)[:4]
            table, number, when, length = map(int, head)
            at += sum(map(len, head)) + 4
            logs.setdefault(ids.get(table), []).append((number, when, body[at:at + length].decode()))
            at += length + 1
    return logs
