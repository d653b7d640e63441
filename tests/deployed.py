#!/usr/bin/env python3
"""For tests/test_deploy.py, which runs this in a network of its own (bubblewrap) with the names of deploy/compose.yaml in /etc/hosts: starts every
service of that file, and a node and a worker of deploy/kubernetes/petteia.yaml, with the words that stand there, and plays a game through
the proxy. There is one network here and not one for each container, so each node is told its address, and the proxy has another port.
    deployed.py PROGRAM FOLDER"""
# SPDX-License-Identifier: MIT
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

import yaml

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools"))
from client import enter, http as ask, play  # noqa: E402
from postgres import binaries  # noqa: E402
from release.image import SETTINGS  # noqa: E402

PATIENCE, PASSWORD, PROXY = 120, "seven-grey-herons", "8460"
PROGRAM, FOLDER = sys.argv[1:3]


def documents(name):
    with open(os.path.join(ROOT, "deploy", name), encoding="utf-8") as file:
        return list(yaml.safe_load_all(file))


SERVICES = documents("compose.yaml")[0]["services"]
running = {}


def wait_until(what, words):
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, words
        time.sleep(0.05)


def begin(name, command, env=None, **more):
    with open(f"{FOLDER}/{name}.log", "ab") as log:
        running[name] = subprocess.Popen(command, stdout=log, stderr=log, env=env, **more)


def log_of(name):
    with open(f"{FOLDER}/{name}.log", encoding="utf-8", errors="replace") as file:
        return file.read()


def start_postgres():
    """As its image starts it, with the user, the password and the database that are named."""
    wants, who = SERVICES["postgres"]["environment"], {}
    data, place = f"{FOLDER}/database", f"{FOLDER}/sockets"
    for path in (data, place):
        os.mkdir(path)
    with open(f"{FOLDER}/password", "w", encoding="utf-8") as file:
        file.write(PASSWORD)
    if os.getuid() == 0:  # which PostgreSQL refuses
        user = pwd.getpwnam("postgres")
        who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        os.chmod(FOLDER, 0o755)
        for path in (data, place, f"{FOLDER}/password"):
            os.chown(path, user.pw_uid, user.pw_gid)
    subprocess.run([binaries() + "/initdb", "-D", data, "-U", wants["POSTGRES_USER"], "-A", "scram-sha-256", f"--pwfile={FOLDER}/password", "-E", "UTF8",
                    "--locale=C.UTF-8", "--no-sync"], check=True, stdout=subprocess.DEVNULL, cwd=data, **who)
    begin("postgres", [binaries() + "/postgres", "-D", data, "-k", place, "-c", f"listen_addresses={socket.gethostbyname('postgres')}"], cwd=data, **who)
    check = SERVICES["postgres"]["healthcheck"]["test"]
    assert check[0] == "CMD"
    wait_until(lambda: subprocess.run(check[1:], env={**os.environ, "PGHOST": place}, stdout=subprocess.DEVNULL).returncode == 0, "PostgreSQL is not well")
    subprocess.run(["createdb", "-h", "postgres", "-U", wants["POSTGRES_USER"], wants["POSTGRES_DB"]], check=True, env={**os.environ, "PGPASSWORD": PASSWORD})


def start_node(name, words):
    """The image's entry point, environment and folder; then what stands behind the image's name."""
    data = f"{FOLDER}/{name}"
    os.mkdir(data)
    here = {"/usr/bin/petteia": PROGRAM, "/data": data, "/usr/share/petteia/web": "none"}  # the page is in the image only
    command = [here.get(word, word) for word in SETTINGS["Entrypoint"]] + words + ["--address", socket.gethostbyname(name)]
    env = dict(pair.split("=", 1) for pair in SETTINGS["Env"])
    begin(name, command, {**env, "HOME": data}, cwd=data)
    wait_until(lambda: re.search(r":8450/", log_of(name)) or running[name].poll() is not None, f"{name} does not start")
    assert running[name].poll() is None, log_of(name)


def pod(kind, name):
    return next(d for d in documents("kubernetes/petteia.yaml") if d["kind"] == kind and d["metadata"]["name"] == name)["spec"]["template"]["spec"]["containers"][0]


def in_kubernetes(container):
    """Its words with the environment that Kubernetes fills in: the secret, and the number of the pod."""
    secret = next(d for d in documents("kubernetes/petteia.yaml") if d["kind"] == "Secret")["stringData"]
    known = {}
    for e in container["env"]:
        known[e["name"]] = secret[e["valueFrom"]["secretKeyRef"]["key"]].replace("PASSWORD", PASSWORD) if "secretKeyRef" in e["valueFrom"] else "0"
    return [re.sub(r"\$\((\w+)\)", lambda m: known[m[1]], word) for word in container["args"]]


def is_well(name, container):
    """The probes of the manifest."""
    ready, live = container["readinessProbe"]["httpGet"], container["livenessProbe"]["tcpSocket"]
    ports = {p["name"]: p["containerPort"] for p in container["ports"]}
    socket.create_connection((name, ports[live["port"]]), PATIENCE).close()
    wait_until(lambda: ask(f"http://{name}:{ports[ready['port']]}", ready["path"])[0] == 200, f"{name} is not ready")


def start_all():
    start_postgres()
    begin("nats", [shutil.which("nats-server") or "/usr/sbin/nats-server", "-a", socket.gethostbyname("nats")])
    wait_until(lambda: "Server is ready" in log_of("nats"), "NATS does not start")
    for name in ("node-a", "node-b", "node-c"):
        start_node(name, [word.replace("${POSTGRES_PASSWORD}", PASSWORD) for word in SERVICES[name]["command"]])
    node, worker = pod("StatefulSet", "petteia"), pod("Deployment", "petteia-think")
    start_node("pod", in_kubernetes(node))
    is_well("pod", node)
    begin("think", [PROGRAM, *SERVICES["think"]["entrypoint"][1:], *SERVICES["think"]["command"]])
    begin("think-pod", [PROGRAM, *worker["command"][1:], *in_kubernetes(worker)])
    env = {**SERVICES["proxy"]["environment"], "PORT": PROXY}
    begin("proxy", [shutil.which("haproxy") or "/usr/sbin/haproxy", "-db", "-f", os.path.join(ROOT, "deploy", "haproxy.cfg")], {**os.environ, **env})


def is_there(base):
    try:
        return ask(base, "/readyz")[0] == 200
    except OSError:
        return False


def main():
    try:
        start_all()
        base = f"http://127.0.0.1:{PROXY}"
        wait_until(lambda: is_there(base), "nobody answers behind the proxy")
        token = ask(base, "/api/guest", {"name": "Kim"})[1]["token"]
        table = ask(base, "/api/tables", {"game": "myriath", "players": 2, "seats": ["me", "greedy"]}, token)[1]["table"]
        s = enter(base, token, timeout=PATIENCE)
        s.send(t="start", table=table, id="go")
        assert s.until(re="go")["t"] == "ok"
        play(base, token, table, 0)
        assert [name for name, p in running.items() if p.poll() is not None] == [], {name: log_of(name)[-500:] for name in running}
        for name in ("node-a", "node-b", "node-c", "pod", "think", "think-pod"):
            running[name].send_signal(getattr(signal, SETTINGS["StopSignal"]))
            assert running[name].wait(timeout=PATIENCE) == 0, (name, log_of(name)[-500:])
    finally:
        for process in running.values():
            process.kill()
    print(f"{len(running)} services ran")


if __name__ == "__main__":
    main()
