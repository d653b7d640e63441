"""A PostgreSQL of one's own for tests: from Debian's package, in a temporary folder, on a Unix socket. PostgreSQL refuses to
run as root, so then it runs as the package's user."""
# SPDX-License-Identifier: MIT
import glob
import os
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time
import uuid


def binaries():
    """The folder of the newest version from 15 on; None: there is none."""
    found = [(int(m[1]), m[0]) for m in (re.match(r"/usr/lib/postgresql/(\d+)/bin", p) for p in glob.glob("/usr/lib/postgresql/*/bin")) if m]
    return max((f for f in found if f[0] >= 15 and os.path.exists(f[1] + "/initdb")), default=(0, None))[1]


def quick_folder():
    """In memory, if there is enough of it: nobody pulls a plug here, and a database has hundreds of files."""
    return "/dev/shm" if os.path.isdir("/dev/shm") and shutil.disk_usage("/dev/shm").free > 2 << 30 else "/tmp"


class Postgres:
    """with Postgres() as p: p.database() is the URL of a new, empty database. stop() and start() as one needs them. disk: where a disk
    is measured."""

    def __init__(self, disk=False):
        self.bin = binaries()
        self.folder = tempfile.mkdtemp(prefix="petteia-pg-", dir="/tmp" if disk else quick_folder())  # the path of a socket must be short
        self.data, self.process = self.folder + "/data", None
        self.log = open(self.folder + "/log", "ab")
        self.who = {}
        if os.getuid() == 0:
            user = pwd.getpwnam("postgres")
            self.who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        try:
            self.run("initdb", "-D", self.data, "-U", "petteia", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
            self.start()
        except BaseException:
            self.__exit__()
            raise

    def run(self, name, *arguments):
        done = subprocess.run([f"{self.bin}/{name}", *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=self.folder, timeout=120, **self.who)
        if done.returncode:
            raise RuntimeError(f"{name}: {done.stdout.decode(errors='replace')}")
        return done.stdout.decode()

    def start(self, **environment):
        self.process = subprocess.Popen(
            [f"{self.bin}/postgres", "-D", self.data, "-k", self.folder, "-c", "listen_addresses=", "-c", "shared_buffers=32MB", "-c", "max_wal_size=256MB"],
            stdout=self.log, stderr=self.log, cwd=self.folder, env={**os.environ, **environment}, **self.who)
        end = time.monotonic() + 120
        while subprocess.run([f"{self.bin}/pg_isready", "-q", "-h", self.folder]).returncode:
            if self.process.poll() is not None or time.monotonic() > end:
                with open(self.folder + "/log", encoding="utf-8", errors="replace") as file:
                    raise RuntimeError("PostgreSQL does not start: " + file.read()[-2000:])
            time.sleep(0.05)

    def stop(self, how=signal.SIGINT):
        """SIGINT ends it in order and at once; SIGQUIT as a crash does."""
        self.process.send_signal(how)
        self.process.wait(timeout=60)

    def command(self, words):
        subprocess.run(["psql", "-X", "-q", "-h", self.folder, "-U", "petteia", "postgres", "-c", words], check=True, stdout=subprocess.DEVNULL)

    def cpu(self):
        """Seconds of CPU that all its processes have used, those that have ended too."""
        ticks = 0
        for path in glob.glob("/proc/[0-9]*/stat"):
            try:
                with open(path, encoding="ascii") as file:
                    number, rest = file.read().split(" ", 1)
            except OSError:
                continue  # it has just ended
            fields = rest.rsplit(")", 1)[1].split()
            if int(number) == self.process.pid:
                ticks += sum(map(int, fields[11:15]))  # with its children that have ended
            elif int(fields[1]) == self.process.pid:
                ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def database(self):
        return new_database(self.folder)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            self.stop(signal.SIGQUIT)
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def new_database(folder):
    """The URL of a new, empty database of the PostgreSQL whose socket is in this folder."""
    name = "db" + uuid.uuid4().hex
    ask(f"postgresql:///postgres?host={folder}&user=petteia", f"CREATE DATABASE {name}")
    return f"postgresql:///{name}?host={folder}&user=petteia"


def value(text):
    return None if text == "\x1e" else bytes.fromhex(text[2:]) if text.startswith("\\x") else int(text) if re.fullmatch(r"-?\d+", text) else text


def ask(url, *statements):
    """Runs statements in one transaction; returns the rows of the last one."""
    commands = [a for s in statements for a in ("-c", s)]
    done = subprocess.run(["psql", "-X", "-A", "-t", "-q", "-F", "\x1f", "-P", "null=\x1e", "-v", "ON_ERROR_STOP=1", *(["-1"] if len(statements) > 1 else []),
                           *commands, url], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    return [[value(v) for v in line.split("\x1f")] for line in done.stdout.decode().split("\n") if line]
