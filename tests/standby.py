"""For tests of several nodes: a second PostgreSQL that follows the first and can take its place, and clocks that are wrong."""
# SPDX-License-Identifier: MIT
import contextlib
import os
import shutil
import subprocess
import tempfile

from postgres import Postgres

HERE = os.path.dirname(os.path.abspath(__file__))


class Standby(Postgres):
    """A copy of another PostgreSQL that follows it. What that one acknowledges is on this one's disk, too."""

    def __init__(self, primary, **environment):
        self.bin, self.who, self.process = primary.bin, primary.who, None
        self.folder = tempfile.mkdtemp(prefix="petteia-pg-", dir=os.path.dirname(primary.folder))
        if self.who:
            os.chown(self.folder, self.who["user"], self.who["group"])
        self.data, self.log = self.folder + "/data", open(self.folder + "/log", "ab")
        self.environment = environment
        try:
            self.run("pg_basebackup", "-h", primary.folder, "-U", "petteia", "-D", self.data, "-R", "-c", "fast", "-X", "stream")
            with open(self.data + "/postgresql.auto.conf", "a", encoding="utf-8") as file:
                file.write("wal_retrieve_retry_interval = '100ms'\n")  # nobody is acknowledged anything until it follows again
            self.start()
        except BaseException:
            self.__exit__()
            raise

    def start(self, **_):
        """Its clock stays as it is."""
        super().start(**self.environment)

    def promote(self):
        """It asks for a standby of its own if the first one did when it was copied."""
        self.run("pg_ctl", "promote", "-D", self.data, "-w")


@contextlib.contextmanager
def skewed_clock():
    """The library to be loaded before a program's own clock. Whoever PostgreSQL runs as can read it."""
    folder = tempfile.mkdtemp(prefix="petteia-clock-")
    library = folder + "/skewed_clock.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, os.path.join(HERE, "skewed_clock.c"), "-ldl"], check=True)
    os.chmod(folder, 0o755)
    try:
        yield library
    finally:
        shutil.rmtree(folder)
