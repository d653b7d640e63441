#!/usr/bin/env python3
"""Web Push: where a server may call, and what it does when a device is gone, or its service is busy, down or stuck. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import socket
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import make  # noqa: E402
from client import http  # noqa: E402
from noticing import GAME, account, bell, friends, login, me, place, run_all, subscribe, until  # noqa: E402
from push_service import Device, Service, encoded  # noqa: E402
from serving import Server  # noqa: E402

tests = []


def test(f):
    tests.append(f)
    return f


# --- services ---


@test
def addresses_of_inner_networks_are_refused(s, p):
    b = account(s, "Prober")
    device = Device(p, "probe")
    good = device.subscription()
    bad = ["https://127.0.0.1/x", f"https://127.0.0.1:{p.port}/x", "https://[::1]/x", "https://10.1.2.3/x", "https://192.168.0.1/x", "https://172.16.9.9/x",
           "https://169.254.169.254/latest", "https://100.64.0.1/", "https://0.0.0.0/", "https://[fe80::1]/", "https://[fd00::1]/", "https://[::ffff:127.0.0.1]/",
           "https://2130706433/x", "https://0x7f.1/x", "https://localhost/x", "https://router/x", "https://printer.local/x", "https://db.internal/x",
           "https://push.localhost/x", "https://localhost./x", "https://127.0.0.1./x", "https://db.internal./x", "https://box.home.arpa/x",
           "https://192.0.0.1/x", "https://[fec0::1]/", "http://push.example/x", "ftp://push.example/x", "https://user@push.example/x", "file:///etc/passwd", "",
           p.base.replace("127.0.0.1", "127.0.0.2") + "/x", p.base + ".example/x", "https://push.example/a b", 'https://push.example/"', "https://push.example/" + "x" * 900]
    for endpoint in bad:
        status, said = http(s.base, "/api/push", {**good, "endpoint": endpoint}, b)
        assert status == 400 and said["code"] == "endpoint", (endpoint, status, said)
    for keys in ({}, {"p256dh": "", "auth": ""}, {**good["keys"], "auth": "AAAA"}, {**good["keys"], "p256dh": encoded(b"\4" + bytes(64))}, {**good["keys"], "p256dh": 5}):
        assert http(s.base, "/api/push", {**good, "keys": keys}, b)[0] == 400, keys
    assert http(s.base, "/api/push", good)[0] == 401
    assert http(s.base, "/api/bell/wishes", token=b)[1]["devices"] == 0


@test
def a_name_that_leads_inside_is_found_out_when_it_is_called(s, p):
    """Whatever a name meant when somebody subscribed: the address counts to which it leads."""
    name = socket.gethostname()
    inner = name if "." in name else None
    a, b = account(s, "Rebind A"), account(s, "Rebind B")
    friends(s, a, b, ("Rebind A", "Rebind B"))
    device = Device(p, "rebind")
    subscribe(s, b, device)
    other = f"https://{inner or '127.0.0.1'}:{p.port}/to/rebind"
    s.ask(f"UPDATE pushes SET endpoint = '{other}' WHERE person = '{me(s, b)}'")
    http(s.base, "/api/invitations", {"person": me(s, b), "table": place(s, "r1")}, a)
    assert until(lambda: not s.ask(f"SELECT 1 FROM pushes WHERE person = '{me(s, b)}'")), "such a device is forgotten"
    assert not [r for r in p.requests if r[1] == "/to/rebind"]


@test
def a_device_that_is_gone_is_forgotten(s, p):
    for status in (404, 410):
        device = Device(p, f"gone{status}")
        a, b = account(s, f"Gone A{status}"), account(s, f"Gone B{status}")
        friends(s, a, b, (f"Gone A{status}", f"Gone B{status}"))
        subscribe(s, b, device)
        p.answers[device.path] = (status, {})
        http(s.base, "/api/invitations", {"person": me(s, b), "table": place(s, "g1")}, a)
        assert until(lambda b=b: http(s.base, "/api/bell/wishes", token=b)[1]["devices"] == 0), status
        assert until(lambda b=b: not s.ask(f"SELECT 1 FROM push_calls WHERE person = '{me(s, b)}'"))
        http(s.base, "/api/invitations", {"person": me(s, b), "table": place(s, "g2")}, a)
        time.sleep(0.5)
        assert len([r for r in p.requests if r[1] == device.path]) == 1


@test
def a_service_that_wants_time_gets_it(s, p):
    device = Device(p, "slow")
    a, b = account(s, "Slow A"), account(s, "Slow B")
    friends(s, a, b, ("Slow A", "Slow B"))
    subscribe(s, b, device)
    p.answers[device.path] = (429, {"Retry-After": "7"})
    http(s.base, "/api/invitations", {"person": me(s, b), "table": place(s, "l1")}, a)
    calls = lambda: [at for at, path in p.requests if path == device.path]  # noqa: E731
    assert until(lambda: len(calls()) == 1)
    del p.answers[device.path]
    assert until(lambda: device.got()), s.ask("SELECT * FROM push_calls")
    assert calls()[1] - calls()[0] >= 6.5 and len(calls()) == 2, calls()


@test
def a_newer_turn_replaces_the_older_one_that_waits(s, p):
    device = Device(p, "newer")
    a, b = account(s, "Newer A"), account(s, "Newer B")
    friends(s, a, b, ("Newer A", "Newer B"))
    subscribe(s, b, device)
    p.answers[device.path] = (503, {"Retry-After": "3"})
    table = make(s, a, GAME, ["me", "", ""], start=False)
    for more, end in (({}, table), ({"seat": 1}, "#seat=1"), ({"seat": 2}, "#seat=2")):
        http(s.base, "/api/invitations", {"person": me(s, b), "table": table, **more}, a)
        assert until(lambda end=end: bell(s, b)["notices"] and bell(s, b)["notices"][0]["link"].endswith(end))
    del p.answers[device.path]
    assert until(lambda: device.got())
    time.sleep(0.5)
    assert [m["link"] for m in device.got()] == [f"/table/{table}#seat=2"], device.got()
    assert s.ask(f"SELECT count(*) FROM push_calls WHERE topic = 'invite:{table}'") == [[0]]


@test
def a_call_survives_a_service_that_is_down_and_a_restart(s, p):
    with Service() as other:
        with Server(s.program, "--rate", "0", "--push-inner", other.base) as own:
            device = Device(other, "down")
            a, b = account(own, "Down A"), account(own, "Down B")
            friends(own, a, b, ("Down A", "Down B"))
            subscribe(own, b, device)
            other.close()
            http(own.base, "/api/invitations", {"person": me(own, b), "table": place(own, "d1")}, a)
            assert until(lambda: (own.ask("SELECT tries FROM push_calls") or [[0]])[0][0] >= 1), own.ask("SELECT * FROM push_calls")
            key = http(own.base, "/api/bell/wishes", token=b)[1]["push"]
            assert own.restart() == 0
            other.open()
            assert until(lambda: device.got()), own.ask("SELECT * FROM push_calls")
            assert device.got()[0]["topic"] == "invite:" + place(own, "d1") and other.senders == {key}, "the keys are kept"
            assert until(lambda: not own.ask("SELECT 1 FROM push_calls"))
            assert "event=error" not in own.log_text() and own.stop() == 0


@test
def a_service_that_does_not_answer_holds_up_nobody(s, p):
    """Neither other devices nor moves: delivery has a thread of its own. The server gives it a quarter of a minute: who waited for it would be served then."""
    stuck, quick = Device(p, "stuck"), Device(p, "quick")
    a, b = account(s, "Stuck A"), account(s, "Stuck B")
    second = login(s, "Stuck B")
    friends(s, a, b, ("Stuck A", "Stuck B"))
    subscribe(s, b, stuck)
    subscribe(s, second, quick)
    goes_on, begin = threading.Event(), time.monotonic()
    p.before_answer = lambda path: goes_on.wait() if path == stuck.path else None
    http(s.base, "/api/invitations", {"person": me(s, b), "table": place(s, "k1")}, a)
    assert until(quick.got), p.faults
    assert http(s.base, "/api/me", token=a)[0] == 200 and time.monotonic() - begin < 13
    p.before_answer = None
    goes_on.set()


if __name__ == "__main__":
    sys.exit(run_all(tests))
