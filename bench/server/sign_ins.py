#!/usr/bin/env python3
"""What others notice while a hundred people sign in at once: the time of an event of a table (it takes the way of a move: law, disk, watchers), before
and meanwhile. Usage: sign_ins.py PROGRAM [HOW MANY]"""
# SPDX-License-Identifier: MIT
import json
import os
import statistics
import sys
import threading
import time
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests"))
from at_table import ask, two  # noqa: E402
from serving import Server  # noqa: E402

PASSWORD = "seven grey herons"
MOST_MS = 50  # at the median, while all of them sign in


def post(base, path, body, address, token=None):
    """Each from an address of its own, as through a proxy: one address may not guess so many passwords."""
    heads = {"X-Forwarded-For": address, **({"Authorization": "Bearer " + token} if token else {})}
    with urllib.request.urlopen(urllib.request.Request(base + path, json.dumps(body).encode(), heads), timeout=300) as answer:
        return json.loads(answer.read())


def median_ms(c, table, go_on):
    took = []
    while go_on(len(took)):
        begin = time.monotonic()
        assert ask(c, t="chat", table=table, seat=0, text=f"line {len(took)}")["t"] == "ok"
        took.append(1000 * (time.monotonic() - begin))
        time.sleep(0.01)
    return statistics.median(took), len(took)


def main():
    many = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    with Server(os.path.abspath(sys.argv[1]), "--proxy", "yes", "--rate", "0", "--quiet") as s:
        for i in range(many):
            who = post(s.base, "/api/guest", {"name": f"Signer {i}"}, f"10.1.{i // 250}.{i % 250}")
            post(s.base, "/api/account", {"name": f"Signer {i}", "password": PASSWORD}, f"10.1.{i // 250}.{i % 250}", who["token"])
        _, table, (one, _), _ = two(s, "mykerinos")
        before, n = median_ms(one, table, lambda count: count < 100)
        done = []

        def sign_in(i):
            done.append(post(s.base, "/api/login", {"name": f"Signer {i}", "password": PASSWORD}, f"10.1.{i // 250}.{i % 250}")["token"])
        racing = [threading.Thread(target=sign_in, args=(i,)) for i in range(many)]
        begin = time.monotonic()
        for thread in racing:
            thread.start()
        meanwhile, m = median_ms(one, table, lambda count: len(done) < many and any(t.is_alive() for t in racing))
        seconds = time.monotonic() - begin
        for thread in racing:
            thread.join()
        print(f"{len(done)} of {many} signed in within {seconds:.1f} s")
        print(f"an event of others, median: {before:.1f} ms before ({n}), {meanwhile:.1f} ms meanwhile ({m}): {meanwhile - before:+.1f} ms, {meanwhile / before:.1f} times as long")
        print(f"wanted: at most {MOST_MS} ms meanwhile: {'yes' if meanwhile <= MOST_MS else 'NO'}")


if __name__ == "__main__":
    main()
