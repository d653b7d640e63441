#!/usr/bin/env python3
"""deploy/: what can be checked of it without a daemon. Every service of compose.yaml, and a node and a worker of the manifests, run with the
words that stand there (tests/deployed.py). Every file parses, every option that is named exists in --help and is taken by a
server, every metric exists in /metrics of a real node, every name of a service, label, volume and port leads somewhere, and HAProxy takes
its file. Takes the program; prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import glob
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import unittest

import yaml

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import http as ask  # noqa: E402
from cluster import Cluster  # noqa: E402
from serving import free_port  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DEPLOY = os.path.join(ROOT, "deploy")
tests = []


def test(f):
    tests.append(f)
    return f


def text_of(name):
    with open(os.path.join(DEPLOY, name), encoding="utf-8") as file:
        return file.read()


def documents(name):
    return list(yaml.safe_load_all(text_of(name)))


def one(kind, name="petteia"):
    return next(d for d in documents("kubernetes/petteia.yaml") if d["kind"] == kind and d["metadata"]["name"] == name)


def options_of(program, verb):
    return set(re.findall(r"--[a-z-]+", subprocess.run([program, verb, "--help"], capture_output=True, text=True, check=True).stdout))


def image():
    """The settings of the image that tools/packages makes, as they stand there."""
    with open(os.path.join(ROOT, "tools", "release", "image.py"), encoding="utf-8") as file:
        return file.read()


@test
def everything_parses(_, __):
    names = [os.path.relpath(p, DEPLOY) for p in glob.glob(DEPLOY + "/**/*.yaml", recursive=True)]
    assert {"compose.yaml", "alerts.yaml", "prometheus.yaml", "kubernetes/petteia.yaml"} <= set(names), names
    assert all(d for name in names for d in documents(name))
    kinds = sorted(d["kind"] for d in documents("kubernetes/petteia.yaml"))
    assert kinds == ["Deployment", "HorizontalPodAutoscaler", "PodDisruptionBudget", "Secret", "Service", "Service", "StatefulSet"], kinds


@test
def every_option_exists(program, _):
    serve, think = options_of(program, "serve"), options_of(program, "think")
    compose = documents("compose.yaml")[0]["services"]
    used = [(serve, compose[f"node-{n}"]["command"]) for n in "abc"] + [(think, compose["think"]["command"])]
    for kind, name, known in (("StatefulSet", "petteia", serve), ("Deployment", "petteia-think", think)):
        used.append((known, one(kind, name)["spec"]["template"]["spec"]["containers"][0]["args"]))
    for known, words in used:
        named = {w for w in words if w.startswith("--")}
        assert named and named <= known, named - known
    assert '"/usr/bin/petteia", "serve"' in image() and compose["think"]["entrypoint"] == ["/usr/bin/petteia", "think"]
    nodes = [compose[f"node-{n}"]["command"] for n in "abc"]
    names = [c[c.index("--node") + 1] for c in nodes]
    assert len(set(names)) == 3 and all(re.fullmatch("[A-Za-z0-9]{1,12}", n) for n in names)


@test
def every_metric_is_in_metrics_of_a_real_node(_, metrics):
    for name in ("grafana.json", "alerts.yaml", "kubernetes/petteia.yaml"):
        named = set(re.findall(r"petteia_[a-z_]+", text_of(name)))
        assert named and named <= metrics, (name, named - metrics)


@test
def the_dashboard_shows_every_node_apart(_, __):
    board = json.loads(text_of("grafana.json"))
    ids = [p["id"] for p in board["panels"]]
    assert len(ids) == len(set(ids)) >= 10 and board["templating"]["list"][0]["name"] == "source"
    for panel in board["panels"]:
        assert all("{{instance}}" in t["legendFormat"] and t["expr"] for t in panel["targets"]), panel["title"]
        assert panel["datasource"]["uid"] == "${source}"


@test
def alerts_say_what_to_do_about(_, __):
    rules = documents("alerts.yaml")[0]["groups"][0]["rules"]
    assert len({r["alert"] for r in rules}) == len(rules) >= 8
    assert all(r["expr"] and r["annotations"]["summary"] for r in rules)


@test
def names_and_ports_of_compose_agree(_, __):
    top = documents("compose.yaml")[0]
    services, port = top["services"], re.search(r'"(\d+)/tcp"', image())[1]
    for name, s in services.items():
        needs = s.get("depends_on", [])
        assert all(n in services for n in needs), (name, needs)
        for volume in s.get("volumes", []):
            source = volume.split(":")[0]
            assert source in top["volumes"] if not source.startswith(".") else os.path.exists(os.path.join(DEPLOY, source)), (name, volume)
    env = services["proxy"]["environment"]
    assert [env[f"HOST_{n}"] for n in "ABC"] == ["node-a", "node-b", "node-c"] and {env[f"PORT_{n}"] for n in "ABC"} == {port}
    assert services["proxy"]["ports"] == [f"{env['PORT']}:{env['PORT']}"]
    targets = documents("prometheus.yaml")[0]["scrape_configs"][0]["static_configs"][0]["targets"]
    assert targets == [f"node-{n}:{port}" for n in "abc"], targets
    command = services["node-a"]["command"]
    assert "@postgres/" in command[1] and command[3] == services["think"]["command"][1] == "nats://nats:4222"


@test
def names_and_ports_of_kubernetes_agree(_, __):
    nodes, port = one("StatefulSet")["spec"], int(re.search(r'"(\d+)/tcp"', image())[1])
    labels, pod = nodes["template"]["metadata"]["labels"], nodes["template"]["spec"]["containers"][0]
    assert nodes["selector"]["matchLabels"] == labels == one("PodDisruptionBudget")["spec"]["selector"]["matchLabels"]
    assert [(p["name"], p["containerPort"]) for p in pod["ports"]] == [("http", port)]
    assert pod["readinessProbe"]["httpGet"] == {"path": "/readyz", "port": "http"}
    for name in ("petteia", nodes["serviceName"]):
        service = one("Service", name)["spec"]
        assert service["selector"] == labels and service["ports"][0]["targetPort"] == "http"
    assert nodes["template"]["metadata"]["annotations"]["prometheus.io/port"] == str(port)
    assert one("HorizontalPodAutoscaler")["spec"]["scaleTargetRef"] == {"apiVersion": "apps/v1", "kind": "StatefulSet", "name": "petteia"}
    keys = set(one("Secret")["stringData"])
    for kind, name in (("StatefulSet", "petteia"), ("Deployment", "petteia-think")):
        container = one(kind, name)["spec"]["template"]["spec"]["containers"][0]
        env = {e["name"]: e["valueFrom"] for e in container["env"]}
        assert {v["secretKeyRef"]["key"] for v in env.values() if "secretKeyRef" in v} <= keys
        assert {w for a in container["args"] for w in re.findall(r"\$\((\w+)\)", a)} <= set(env), name
        assert container["image"] == "petteia:latest"


def haproxy(ports):
    """The program and its file, and the environment for its own port and those of the nodes."""
    program = shutil.which("haproxy") or "/usr/sbin/haproxy"
    assert os.path.exists(program), "haproxy is not installed"
    env = {"PORT": str(ports[0]), **{f"HOST_{n}": "127.0.0.1" for n in "ABC"}, **{f"PORT_{n}": str(p) for n, p in zip("ABC", ports[1:])}}
    return [program, "-db", "-f", os.path.join(DEPLOY, "haproxy.cfg")], env


@test
def haproxy_takes_its_file(_, __):
    command, env = haproxy(range(8450, 8454))
    done = subprocess.run([*command, "-c"], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


class Ready(http.server.BaseHTTPRequestHandler):
    """A node that is ready, and counts how often it was looked at."""

    def do_GET(self):
        self.server.looked_at = getattr(self.server, "looked_at", 0) + 1
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def serve_ready():
    node = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Ready)
    threading.Thread(target=node.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    return node


def close(node):
    node.shutdown()
    node.server_close()


@test
def a_proxy_asks_the_next_node_where_nobody_listens(_, __):
    """The first of three nodes, which was ready, has just gone, and the proxy has not looked at it since."""
    nodes = [serve_ready() for _ in range(3)]
    port, end = free_port(), time.monotonic() + 120
    command, env = haproxy([port, *(node.server_port for node in nodes)])
    proxy = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while getattr(nodes[0], "looked_at", 0) < 2:
            assert time.monotonic() < end and proxy.poll() is None, "the proxy does not start"
            time.sleep(0.02)
        close(nodes[0])
        assert [ask(f"http://127.0.0.1:{port}", "/readyz")[0] for _ in range(6)] == [200] * 6
    finally:
        proxy.kill()
        proxy.wait()
        for node in nodes[1:]:
            close(node)


def sandbox(folder):
    """A network of its own, in which services have their names and their ports; nothing but the folder can be written to."""
    names = [*(f"127.0.1.{i + 1} {name}" for i, name in enumerate(("node-a", "node-b", "node-c", "postgres", "nats", "pod"))), "127.0.0.1 localhost"]
    with open(folder + "/hosts", "w", encoding="utf-8") as file:
        file.write("\n".join(names) + "\n")
    return ["bwrap", "--ro-bind", "/", "/", "--dev-bind", "/dev", "/dev", "--proc", "/proc", "--bind", folder, folder, "--ro-bind", folder + "/hosts", "/etc/hosts",
            "--unshare-net", "--unshare-pid", "--die-with-parent", "--cap-add", "ALL", "--setenv", "TMPDIR", folder, "--"]


@test
def every_service_runs_with_the_words_that_stand_there(program, _):
    with tempfile.TemporaryDirectory(prefix="petteia-", dir="/tmp") as folder:
        inside = sandbox(folder)
        if subprocess.run([*inside, "true"], capture_output=True, check=False).returncode:
            raise unittest.SkipTest("bubblewrap makes no network here: the services were not started")
        done = subprocess.run([*inside, sys.executable, os.path.join(ROOT, "tests", "deployed.py"), program, folder], capture_output=True, text=True, timeout=900, check=False)
        assert done.returncode == 0 and "9 services ran" in done.stdout, done.stdout + done.stderr


@test
def the_image_has_the_name_that_is_asked_for(_, __):
    asked = documents("compose.yaml")[0]["services"]["node-a"]["image"]
    assert asked == "${PETTEIA_IMAGE:-petteia:latest}" and '"petteia:latest"' in image(), asked


def main():
    program, good, bad, skipped = os.path.abspath(sys.argv[1]), 0, 0, 0
    with Cluster(program, 1) as c:
        metrics = set(re.findall(r"^(petteia_\w+) ", ask(c.nodes[0].base, "/metrics")[1], re.M))
    for f in tests:
        try:
            f(program, metrics)
            good += 1
            print(f"ok   {f.__name__}", flush=True)
        except unittest.SkipTest as why:
            skipped += 1
            print(f"skip {f.__name__}: {why}", flush=True)
        except Exception:
            bad += 1
            print(f"FAIL {f.__name__}\n{traceback.format_exc()}", flush=True)
    print(f"{good} passed, {bad} failed, {skipped} skipped")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
