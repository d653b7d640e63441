"""A mail server for tests, on 127.0.0.1 only: it keeps what it gets. It can make others wait, refuse for now or for ever, and be away."""
# SPDX-License-Identifier: MIT
import base64
import email
import email.policy
import re
import socket
import threading
import time

from serving import free_port


class Letter:
    """One that was taken: its envelope, its bytes, and what a mail program makes of them."""

    def __init__(self, sender, to, raw):
        self.sender, self.to, self.raw = sender, to, raw
        self.read = email.message_from_bytes(raw, policy=email.policy.default)
        self.subject = self.read["Subject"]
        self.text = self.read.get_content()

    def link(self):
        """Path and secret of the link in it."""
        return re.search(r"https?://[^\s#]*(/mail/\w+)#([0-9a-f]{64})", self.text).groups()


class Sink:
    """with Sink() as sink: ... sink.url; sink.wait(n) gives the n-th letter."""

    def __init__(self, answers=None):
        self.answers = answers or {}  # what it says to MAIL, RCPT, DATA or . instead of yes
        self.letters, self.logins, self.tries, self.refusals, self.conns = [], [], 0, 0, set()
        self.goes_on = threading.Event()  # cleared: it says nothing to MAIL
        self.goes_on.set()
        self.port = free_port()  # nobody else has it while it is away
        self.open()

    def open(self):
        self.listening = socket.socket()
        self.listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listening.bind(("127.0.0.1", self.port))
        self.listening.listen(20)
        self.url = f"smtp://127.0.0.1:{self.port}"
        threading.Thread(target=self.accept, args=(self.listening,), daemon=True).start()

    def close(self):
        if self.listening.fileno() >= 0:
            self.listening.shutdown(socket.SHUT_RDWR)
            self.listening.close()
        for c in list(self.conns):
            c.close()

    def accept(self, listening):
        while True:
            try:
                c, _ = listening.accept()
            except OSError:
                return
            self.conns.add(c)
            threading.Thread(target=self.serve, args=(c,), daemon=True).start()

    def serve(self, c):
        try:
            self.talk(c, c.makefile("rb"))
        except (OSError, ValueError):
            pass
        finally:
            self.conns.discard(c)
            c.close()

    def say(self, c, verb, yes):
        if verb == "MAIL":
            self.goes_on.wait()
        answer = self.answers.get(verb, yes)
        c.sendall(answer.encode() + b"\r\n")
        self.refusals += answer[0] not in "23"
        return answer[0] in "23"

    def talk(self, c, lines):
        self.say(c, "hello", "220 sink")
        sender, to = "", []
        for line in lines:
            verb = line.split()[0].upper().decode() if line.split() else ""
            if verb in ("EHLO", "HELO"):
                self.say(c, "EHLO", "250 sink")
            elif verb == "MAIL":
                self.tries += 1
                sender = line.decode().split(":", 1)[1].strip()
                self.say(c, "MAIL", "250 ok")
            elif verb == "RCPT":
                if self.say(c, "RCPT", "250 ok"):
                    to.append(line.decode().split(":", 1)[1].strip())
            elif verb == "DATA":
                if not self.say(c, "DATA", "354 go on"):
                    continue
                raw = b""
                for part in lines:
                    if part == b".\r\n":
                        break
                    raw += part[1:] if part.startswith(b".") else part
                else:
                    return  # whoever sends it has gone: half a letter is none
                if self.say(c, ".", "250 kept"):
                    self.letters.append(Letter(sender, to, raw))
                to = []
            elif verb == "AUTH":
                self.say(c, "AUTH PLAIN", "334 ")
                self.logins.append(base64.b64decode(lines.readline()))
                self.say(c, "AUTH", "235 welcome")
            elif verb == "QUIT":
                self.say(c, "QUIT", "221 bye")
                return
            else:
                self.say(c, verb, "250 ok")

    def until(self, what):
        end = time.monotonic() + 120
        while not what():
            assert time.monotonic() < end, f"{len(self.letters)} letters, {self.tries} tries, {self.refusals} refusals"
            time.sleep(0.02)

    def wait(self, n):
        """The n-th letter, counted from 1, once it is there."""
        self.until(lambda: len(self.letters) >= n)
        return self.letters[n - 1]

    def wait_tries(self, n):
        self.until(lambda: self.tries >= n)

    def wait_refusals(self, n):
        self.until(lambda: self.refusals >= n)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
