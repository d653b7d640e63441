#!/usr/bin/env python3
"""What a release is made of, used as strangers use it: the package for Debian is installed on a bare system, plays, serves and leaves.

Usage: test_release.py [notes] [source] [deb] [portable] [image] [bill] [site]. Prints a line for each test and "N passed, M failed, K skipped"; exit 1 if any failed."""
# SPDX-License-Identifier: MIT
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import sys
import tarfile
import tempfile
from concurrent.futures import ThreadPoolExecutor

from bare_system import Serving, bare_debian, everything_in, fetched, game_over_socket, in_folder, run
from site_links import Hosted, broken_links

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build" / "petteia"
results, skipped = [], 0


def test(name, good, seen=""):
    results.append(bool(good))
    print(("ok   " if good else "FAIL ") + name + ("" if good else f"\n     {seen!r}"), flush=True)
    return good


def skip(why):
    global skipped
    skipped += 1
    print(f"skip {why}", flush=True)


def made(out, kind):
    r = run(sys.executable, ROOT / "tools" / "packages", kind, "--out", out)
    paths = [pathlib.Path(line) for line in r.stdout.split()]
    return paths[0] if test(f"packages {kind}", r.returncode == 0 and paths and all(p.exists() for p in paths), r) else None


def same_again(path, out, kind):
    again = made(out, kind)
    sums = [hashlib.sha256(p.read_bytes()).hexdigest() for p in (path, again) if p]
    test(f"{kind}: made twice, the same bytes", len(sums) == 2 and sums[0] == sums[1], sums)


def plays(kind, *program):
    """A random game of the program is the one that our own build plays, and it accepts its own record."""
    wanted = run(PROGRAM, "random", "mykerinos", "--seed", "7").stdout
    r = run(*program, "random", "mykerinos", "--seed", "7")
    test(f"{kind}: the same seed plays the same game", r.returncode == 0 and wanted and r.stdout == wanted, r)
    r = run(*program, "replay", "-", input=wanted)
    test(f"{kind}: it judges a record", r.returncode == 0, r)


def serves(kind, command, more=None):
    """The server answers for its health, has the page, and plays a whole game against a bot."""
    with Serving([*command, "--port", "0", "--rate", "0"]) as base:
        if not test(f"{kind}: the server starts", base):
            return
        test(f"{kind}: it is healthy", fetched(base, "/healthz").startswith("ok"), fetched(base, "/healthz"))
        if more:
            more(base)
        page = fetched(base, "/")
        script = re.search(r'src="(/assets/[^"]+\.js)"', page)
        test(f"{kind}: it has the page", script and fetched(base, script[1]), page)
        record = game_over_socket(base, "mykerinos")
        r = run(PROGRAM, "replay", "-", input=record)
        test(f"{kind}: a game over the network ends with a good record", r.returncode == 0 and '[Game "mykerinos"]' in record, (r, record))


# --- notes and source ---

def notes(folder):
    """A release takes what lies in changes/, and nothing else changes."""
    def changes(*words):
        return run(ROOT / "tools" / "changes", *words, "--tree", folder, "--date", "2026-12-24")
    (folder / "changes").mkdir()
    (folder / "changes" / "b.md").write_text("Bots nap.\n")
    (folder / "changes" / "a.md").write_text("Ada wins.\n\nAnd loses.\n")
    (folder / "CHANGELOG.md").write_text("# New\n\n## 0.1.0 (2026-01-01)\n\n- Old.\n")
    (folder / "meson.build").write_text("project('x', version: '0.1.0', meson_version: '>=1.0')\n")
    test("changes: what comes next", changes().stdout == "- Ada wins.\n- And loses.\n- Bots nap.\n", changes())
    for wrong in "0.1.0", "0.0.9", "1", "":
        r = changes("release", wrong)
        test(f"changes: '{wrong}' is not a newer version", r.returncode == 1 and r.stderr.count("\n") == 1, r)
    r = changes("release", "0.2.0")
    text = (folder / "CHANGELOG.md").read_text()
    test("changes: a release is written above the last one", r.returncode == 0 and text ==
         "# New\n\n## 0.2.0 (2026-12-24)\n\n- Ada wins.\n- And loses.\n- Bots nap.\n\n## 0.1.0 (2026-01-01)\n\n- Old.\n", (r, text))
    test("changes: the version is set", "version: '0.2.0', meson_version: '>=1.0'" in (folder / "meson.build").read_text())
    r = changes("release", "0.3.0")
    test("changes: nothing new, no release", r.returncode == 1 and not list((folder / "changes").iterdir()), r)
    r = run(ROOT / "tools" / "changes")
    test("changes: this tree has notes that are points", r.returncode == 0 and all(re.match(r"- [^#\s-]", line) for line in r.stdout.splitlines()), r)


def source(folder):
    """The tarball has what git has, and builds; without optimizing, for that is quicker."""
    package = made(folder / "dist", "source")
    if not package:
        return
    same_again(package, folder / "again", "source")
    with tarfile.open(package) as tar:
        tar.extractall(folder, filter="data")
        names = {n.split("/", 1)[1] for n in (m.name for m in tar.getmembers() if not m.isdir()) if "/" in n}
    wanted = set(run("git", "ls-tree", "-r", "--name-only", "HEAD", cwd=ROOT).stdout.split("\n")) - {""}
    test("source: it has every file", wanted and names == wanted, sorted(names ^ wanted)[:9])
    tree = folder / package.name.removesuffix(".tar.xz")
    r = run("meson", "setup", "build", "--buildtype=debug", "-Doptimization=0", "-Ddebug=false", "-Dtests=disabled", "-Dwasm=disabled", "-Dgpu=disabled", cwd=tree)
    r = r if r.returncode else run("meson", "compile", "-C", "build", "petteia:executable", cwd=tree)
    if test("source: it builds", r.returncode == 0, r):
        plays("source", tree / "build" / "petteia")


# --- deb ---

def depends(package):
    """The packages that it needs, without their versions."""
    return re.findall(r"(?:^|, )([\w.+-]+)", run("dpkg-deb", "-f", package, "Depends").stdout.strip())


def unpacked(package, folder):
    """Where nothing can be installed, the package is at least unpacked and used."""
    r = run("dpkg-deb", "-x", package, folder)
    program = folder / "usr" / "bin" / "petteia"
    test("deb: it can be unpacked", r.returncode == 0 and program.exists(), r)
    plays("deb", program)
    serves("deb", [program, "serve", "--address", "127.0.0.1", "--data", folder / "data", "--web", folder / "usr/share/petteia/web"])


def installed(package, system):
    """Installed, used, removed and purged: what was there before is there again, and nothing else."""
    before = everything_in(system)
    shutil.copy(package, system / "tmp" / "petteia.deb")
    r = run(*in_folder(system), "/usr/bin/dpkg", "-i", "/tmp/petteia.deb")
    if not test("deb: it is installed on a bare system", r.returncode == 0, r):
        return
    owner = run(*in_folder(system), "/usr/bin/stat", "-c", "%U %G %a", "/var/lib/petteia").stdout
    test("deb: the data folder belongs to the server's user alone", owner == "petteia petteia 750\n", owner)
    links = [p for p in everything_in(system) - before if "/etc/systemd/" in p]
    test("deb: nothing is started that nobody asked for", not links, links)
    plays("deb", *in_folder(system, "petteia:petteia"), "/usr/bin/petteia")
    serves("deb", [*in_folder(system, "petteia:petteia"), "/usr/bin/petteia", "serve", "--config", "/etc/petteia.conf"])
    r = run(*in_folder(system), "/usr/bin/dpkg", "-r", "petteia")
    test("deb: a removal keeps the games", r.returncode == 0 and (system / "var/lib/petteia/petteia.db").exists(), (r, os.listdir(system / "var/lib/petteia")))
    r = run(*in_folder(system), "/usr/bin/dpkg", "--purge", "petteia")
    after = everything_in(system)
    test("deb: a purge leaves nothing and takes nothing else", r.returncode == 0 and after == before, (r, sorted(after ^ before)))
    r = run(*in_folder(system), "/usr/bin/getent", "passwd", "petteia")
    test("deb: not even the user", r.returncode == 2 and not r.stdout, r)


def deb(folder):
    package = made(folder / "dist", "deb")
    if not package:
        return
    answers = run("dpkg-deb", "-f", package, "Maintainer").stdout.strip()
    test("deb: whoever makes it answers for it, or nobody", answers.endswith(f"<{os.environ.get('DEBEMAIL', 'petteia@packages.invalid')}>"), answers)
    needs = depends(package)
    lacks = [name for name in ("libcurl4", "libfido2-1", "libicu", "libnats", "libpq5", "libsqlite3-0", "libwslay1") if not any(n.startswith(name) for n in needs)]
    test("deb: it has every part of the server, and the libraries for it", not lacks, (lacks, needs))
    system = folder / "system"
    with ThreadPoolExecutor(1) as meanwhile:
        trouble = meanwhile.submit(bare_debian, system, depends(package))
        same_again(package, folder / "again", "deb")
        if shutil.which("lintian"):
            r = run("lintian", "--fail-on", "error,warning", "--allow-root", package)
            test("deb: lintian has nothing to say", r.returncode == 0 and not r.stdout, r)
        else:
            skip("lintian is missing")
    if trouble.result():
        skip(f"deb: {trouble.result()}")
        unpacked(package, folder / "unpacked")
    else:
        installed(package, system)


# --- portable, image, bill of materials ---

def alone(root, *command, write=()):
    """The words that run a command with a folder as its whole machine, read-only, as nobody in particular."""
    binds = [word for name in write for word in ("--bind", f"{root}/{name}", f"/{name}")]
    return ["bwrap", "--ro-bind", str(root), "/", *binds, "--unshare-user", "--uid", "1000", "--gid", "1000", "--unshare-pid", "--die-with-parent",
            "--clearenv", "--", *command]


def portable(folder):
    """In a folder with nothing else in it: no libraries, no shell, no /proc."""
    package = made(folder / "dist", "portable")
    if not package:
        return
    same_again(package, folder / "again", "portable")
    root = folder / "root"
    with tarfile.open(package) as tar:
        tar.extractall(root, filter="tar")
    tree = f"/{os.listdir(root)[0]}"
    (root / "data").mkdir()
    plays("portable", *alone(root, f"{tree}/bin/petteia"))
    r = run(*alone(root, f"{tree}/bin/petteia", "nothing"))
    test("portable: a wrong word is refused as ever", r.returncode == 2 and "nothing" in r.stderr, r)
    serves("portable", alone(root, f"{tree}/bin/petteia", "serve", "--address", "127.0.0.1", "--data", "/data", "--web", f"{tree}/share/petteia/web",
                             write=["data"]))


def image(folder):
    """The image is what OCI asks for, is small, and runs read-only without being root."""
    package = made(folder / "dist", "image")
    if not package:
        return
    same_again(package, folder / "again", "image")
    test("image: it has less than 60 MB", package.stat().st_size < 60e6, package.stat().st_size)
    with tarfile.open(package) as tar:
        tar.extractall(folder / "layout", filter="data")
    blobs = folder / "layout" / "blobs" / "sha256"
    test("image: every blob has its sum as its name", all(hashlib.sha256(b.read_bytes()).hexdigest() == b.name for b in blobs.iterdir()))

    def blob(at):
        data = (blobs / at["digest"].removeprefix("sha256:")).read_bytes()
        return data if len(data) == at["size"] else b""
    index = json.loads((folder / "layout" / "index.json").read_text())
    manifest = json.loads(blob(index["manifests"][0]))
    named, version = index["manifests"][0]["annotations"], json.loads(blob(manifest["config"]))["config"]["Labels"]["org.opencontainers.image.version"]
    test("image: an engine that loads it calls it petteia, with its version",
         named["io.containerd.image.name"] == f"docker.io/library/petteia:{version}" and f"petteia:{version}" in json.loads((folder / "layout" / "manifest.json").read_text())[0]["RepoTags"], named)
    about, layer = json.loads(blob(manifest["config"])), gzip.decompress(blob(manifest["layers"][0]))
    test("image: the layer is the one that its configuration names", about["rootfs"]["diff_ids"] == ["sha256:" + hashlib.sha256(layer).hexdigest()])
    with tarfile.open(fileobj=io.BytesIO(layer)) as tar:
        owners = {m.name: m.uid for m in tar.getmembers()}
        tar.extractall(folder / "root", filter="tar")
    os.chown(folder / "root" / "data", os.geteuid(), os.getegid())  # user 1000 inside of bwrap is whoever runs this
    test("image: nothing but its data belongs to its user", [name for name, uid in owners.items() if uid] == ["data"] and about["config"]["User"] == "1000:1000", owners)
    trusted = (folder / "root/etc/ssl/certs/ca-certificates.crt").read_text()
    test("image: it knows whom to trust for mail and push", trusted.count("BEGIN CERTIFICATE") > 50, len(trusted))
    for library in ("libcurl.so.4", "libnats.so", "libfido2.so.1"):
        test(f"image: {library} is in it", any(library in name for name in owners), sorted(owners))
    if shutil.which("skopeo"):
        r = run("skopeo", "inspect", f"oci-archive:{package}")
        test("image: skopeo can read it", r.returncode == 0 and json.loads(r.stdout)["Labels"]["org.opencontainers.image.title"] == "Petteia", r)
    plays("image", *alone(folder / "root", "/usr/bin/petteia"))
    serves("image", alone(folder / "root", *about["config"]["Entrypoint"], "--address", "127.0.0.1", write=["data"]), healthy_image(folder / "root", about))


def healthy_image(root, about):
    """A test for a running server: the image's own check finds it well, and finds nobody on another port."""
    def check(base):
        command = about["config"]["Healthcheck"]["Test"][1:]
        r = run(*alone(root, *command, base.rsplit(":", 1)[1]))
        test("image: its health check finds the server well", r.returncode == 0, r)
        r = run(*alone(root, *command, "1"))
        test("image: and not where there is none", r.returncode == 1, r)
    return check


def bill(folder):
    """The bill of materials names what ldd names, each by its package, once."""
    package = made(folder / "dist", "sbom")
    if not package:
        return
    same_again(package, folder / "again", "sbom")
    text = json.loads(package.read_text())
    names = [p["name"] for p in text["packages"]]
    test("sbom: libraries, page and engine are in it, once each", len(names) == len(set(names)) and
         {"petteia", "libc6", "libsqlite3-0", "libsodium23", "libwslay1", "svelte"} <= set(names), names)
    idents = {p["SPDXID"] for p in text["packages"]}
    test("sbom: everything is tied to the program", {r["relatedSpdxElement"] for r in text["relationships"]} == idents, text["relationships"])
    test("sbom: every version is known", all(p["versionInfo"] for p in text["packages"]), text["packages"])


# --- the site ---

def site(folder):
    """Every link works, rulebooks are printed, and in a browser search and demo work from a plain server of files, below its root."""
    out = folder / "site"
    r = run(PYTHON, ROOT / "tools" / "site", "--out", out, "--print", "myst")
    if not test("site: it is made", r.returncode == 0 and (out / "index.html").exists(), r):
        return
    broken, seen = broken_links(out)
    test("site: every link leads somewhere", seen > 500 and not broken, (seen, broken[:9]))
    (folder / "bad").mkdir()
    (folder / "bad" / "a.html").write_text('<p id="x"><a href="#x"></a><a href="#y"></a><a href="b.html"></a><img src="/c.png">')
    test("site: a link that leads nowhere would be noticed", broken_links(folder / "bad") == (["a.html: #y", "a.html: b.html", "a.html: /c.png"], 4))
    peer = re.search(r"^\| Myst, 2 \| [\d.]+e6 \| (\d+) \|", (ROOT / "docs" / "speed.md").read_text(), re.M)
    test("site: the front page has the ratio that docs/speed.md has", peer and f"<b>{peer[1]} times</b>" in (out / "index.html").read_text(), peer)
    missing = [p.name for p in (ROOT / "docs").glob("*.md") if not (out / f"{p.stem}.html").exists()]
    test("site: every document is there", not missing, missing)
    for lang, name in (("en", "myst.en"), ("fr", "myst.fr"), ("de", "myst.de")):
        path = out / "rules" / f"{name}.pdf"
        test(f"site: rules to print ({lang})", path.exists() and path.read_bytes()[:5] == b"%PDF-" and path.stat().st_size > 20000, name)
    with Hosted(out) as base:
        r = run("node", ROOT / "web" / "test" / "site.mjs", base)
    for good, words in re.findall(r"^(ok|FAIL) +(.*)$", r.stdout, re.M):
        test(words, good == "ok", r.stdout)
    test("site: the browser came to its end", r.returncode == 0 and re.search(r"\d+ passed, 0 failed", r.stdout), r)


def python_with(module):
    """A Python that has a module: this one, or Debian's own, for which packages are."""
    return next((p for p in (sys.executable, "/usr/bin/python3") if shutil.which(p) and run(p, "-c", f"import {module}").returncode == 0), None)


KINDS = {"deb": deb, "source": source, "site": site, "portable": portable, "image": image, "bill": bill, "notes": notes}
PAGE = (ROOT / "build" / "web" / "index.html").exists()
PYTHON = python_with("markdown_it")
NEEDS = {"notes": True, "source": shutil.which("meson"), "deb": PAGE and shutil.which("dh_builddeb"), "portable": PAGE and shutil.which("bwrap"),
         "image": PAGE and shutil.which("bwrap"), "bill": shutil.which("dpkg-query"),
         "site": PAGE and PYTHON and shutil.which("chromium-headless-shell")}


def one(name):
    if not NEEDS[name]:
        skip(f"{name}: its tools are missing")
        return
    with tempfile.TemporaryDirectory() as place:
        KINDS[name](pathlib.Path(place))


with ThreadPoolExecutor(2) as two_at_once:
    list(two_at_once.map(one, sys.argv[1:] or KINDS))
print(f"{sum(results)} passed, {len(results) - sum(results)} failed, {skipped} skipped")
sys.exit(not all(results))
