"""A push service on this machine, as RFC 8030 has it from the sender's side: it checks who sends (VAPID, RFC 8292), keeps what it
takes, and answers as a test wishes. A Device is what a browser is for it: keys, an address, and messages that it can read (RFC 8291)."""
# SPDX-License-Identifier: MIT
import base64
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def derived(secret, salt, info, size):
    return HKDF(hashes.SHA256(), size, salt, info).derive(secret)


class Device:
    """A browser with a subscription at the service."""

    def __init__(self, service, name):
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.public = self.private.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.auth = os.urandom(16)
        self.path = f"/to/{name}"
        self.service = service
        service.devices[self.path] = self

    def subscription(self):
        return {"endpoint": self.service.base + self.path, "expirationTime": None, "keys": {"p256dh": encoded(self.public), "auth": encoded(self.auth)}}

    def read(self, body):
        """RFC 8291: what was encrypted for this browser, and nothing else."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21:21 + length], body[21 + length:]
        assert size >= 18 and length == 65 and len(body) <= 4096, (size, length, len(body))
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = derived(shared, self.auth, b"WebPush: info\0" + self.public + sender, 32)
        plain = AESGCM(derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)).decrypt(derived(secret, salt, b"Content-Encoding: nonce\0", 12), sealed, None)
        assert plain.rstrip(b"\0").endswith(b"\2"), "the last record ends with a 2"
        return json.loads(plain.rstrip(b"\0")[:-1])

    def got(self):
        return [message for path, message in self.service.taken if path == self.path]


def check_sender(headers, base):
    """RFC 8292: the token is signed by the key that it comes with, is for this service, and ends within a day. Returns the key."""
    scheme, _, rest = headers["Authorization"].partition(" ")
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = fields["t"].split(".")
    raw = decoded(signature)
    assert scheme == "vapid" and len(raw) == 64 and json.loads(decoded(head))["alg"] == "ES256"
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(fields["k"]))
    der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    said = json.loads(decoded(claims))
    assert said["aud"] == base and time.time() < said["exp"] <= time.time() + 86400, said
    assert said.get("sub", "mailto:").startswith(("mailto:", "https:")), said
    return fields["k"]


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        service = self.server.service
        body = self.rfile.read(int(self.headers["Content-Length"]))
        service.requests.append((time.monotonic(), self.path))
        status, more = service.answers.get(self.path, (201, {}))
        device = service.devices.get(self.path)
        try:
            service.senders.add(check_sender(self.headers, service.base))
            if status == 201 and device:
                assert self.headers["Content-Encoding"] == "aes128gcm" and int(self.headers["TTL"]) > 0
                assert len(self.headers["Topic"]) <= 32 and self.headers["Urgency"] in ("low", "normal", "high")
                service.headers.append((self.path, self.headers["Topic"], self.headers["Urgency"], int(self.headers["TTL"])))
                service.taken.append((self.path, device.read(body)))
        except Exception as error:  # whatever is wrong with a message is the test's business
            service.faults.append(repr(error))
        if callable(service.before_answer):
            service.before_answer(self.path)
        self.send_response(status)
        for name, value in more.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Service:
    """with Service() as p: ... p.taken are the messages, read; p.answers[path] = (status, headers) is what it says instead."""

    def __init__(self, port=0):
        self.devices, self.answers, self.senders = {}, {}, set()
        self.taken, self.headers, self.requests, self.faults = [], [], [], []
        self.before_answer = None
        self.port = port
        self.open()

    def open(self):
        self.http = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.http.daemon_threads = True
        self.http.service = self
        self.port = self.http.server_address[1]
        self.base = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def close(self):
        self.http.shutdown()
        self.http.server_close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
