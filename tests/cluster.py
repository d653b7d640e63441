"""Several nodes for tests: a PostgreSQL and a NATS of one's own, nodes of petteia serve, and between each node and these two a line of
the test that can be cut."""
# SPDX-License-Identifier: MIT
import os
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

from postgres import Postgres, ask
from serving import Server, free_port


class Line:
    """A proxy: TCP here, TCP or a Unix socket there. While it is cut nothing passes and nothing is answered, as on a network that
    swallows what is sent; healed, what was cut off is gone."""

    def __init__(self, to, at=None):
        self.to, self.is_cut, self.pairs, self.lock = to, False, set(), threading.Lock()
        self.listener = socket.socket(socket.AF_UNIX if at else socket.AF_INET)
        self.listener.bind(at or ("127.0.0.1", 0))
        self.listener.listen(64)
        self.port = None if at else self.listener.getsockname()[1]
        self.accepting = threading.Thread(target=self.accept, daemon=True)
        self.accepting.start()

    def accept(self):
        while True:
            try:
                near = self.listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.carry, args=(near,), daemon=True).start()

    def carry(self, near):
        far = socket.socket(socket.AF_UNIX if isinstance(self.to, str) else socket.AF_INET)
        pair = (near, far)
        with self.lock:
            self.pairs.add(pair)
        try:
            while self.is_cut:
                time.sleep(0.02)
                near.getpeername()
            far.connect(self.to)
            while True:
                for s in select.select([near, far], [], [], 1)[0]:
                    data = s.recv(1 << 16)
                    if not data:
                        return
                    if not self.is_cut:
                        (far if s is near else near).sendall(data)
        except (OSError, ValueError):
            return
        finally:
            with self.lock:
                self.pairs.discard(pair)
            near.close()
            far.close()

    def cut(self):
        self.is_cut = True

    def heal(self):
        self.is_cut = False
        with self.lock:
            pairs = list(self.pairs)
        for pair in pairs:
            for s in pair:
                try:
                    s.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def close(self):
        """Closing alone does not wake whoever accepts: in a long run their threads became more than a process may have."""
        self.listener.shutdown(socket.SHUT_RDWR)
        self.accepting.join()
        self.listener.close()
        self.heal()


class Nats:
    def __init__(self):
        self.port = free_port()
        self.start()

    def start(self):
        self.process = subprocess.Popen(["nats-server", "-a", "127.0.0.1", "-p", str(self.port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise RuntimeError("nats-server does not start")

    def stop(self, how=signal.SIGKILL):
        self.process.send_signal(how)
        self.process.wait(timeout=20)


class Node(Server):
    """A server that is one of several. Its ways to PostgreSQL and to NATS can be cut."""

    def __init__(self, cluster, name, environment=None):
        self.cluster, self.name, self.environment = cluster, name, environment or {}
        self.folder = tempfile.mkdtemp(prefix="petteia-line-", dir="/tmp")
        self.to_store = Line(cluster.postgres.folder + "/.s.PGSQL.5432", self.folder + "/.s.PGSQL.5432")
        self.to_nats = Line(("127.0.0.1", cluster.nats.port))
        url = cluster.url.replace(cluster.postgres.folder, self.folder)
        super().__init__(self.with_environment(cluster.program, environment), "--nats", f"nats://127.0.0.1:{self.to_nats.port}", "--node", name, "--rate", "0", "--quiet",
                         "--address-sockets", "0", "--address-requests", "0", *cluster.flags, store=url)

    def wear(self, more):
        """From its next start on."""
        self.program = self.with_environment(self.cluster.program, {**self.environment, **more})

    def with_environment(self, program, environment):
        if not environment:
            return program
        path = self.folder + "/petteia"
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n" + "".join(f"export {k}={v}\n" for k, v in environment.items()) + f'exec {program} "$@"\n')
        os.chmod(path, 0o755)
        return path

    def pause(self):
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)

    def close(self):
        if self.process.poll() is None:
            self.go_on()
        self.__exit__()
        self.to_store.close()
        self.to_nats.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Cluster:
    """with Cluster(program) as c: c.nodes are three, c.ask() asks the database."""

    def __init__(self, program, count=3, flags=(), environment=None, postgres=None):
        self.program, self.flags = program, flags
        self.own = postgres is None
        self.postgres = postgres or Postgres()
        self.url = self.postgres.database()
        self.nats = Nats()
        self.nodes = []
        try:
            for i in range(count):
                self.nodes.append(Node(self, "abcdefgh"[i], environment))
        except BaseException:
            self.__exit__()
            raise

    def ask(self, *statements):
        return ask(self.url, *statements)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for node in self.nodes:
            node.close()
        self.nats.stop()
        if self.own:
            self.postgres.__exit__()
