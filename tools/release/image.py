"""An OCI image of the server, written without any daemon: one layer with the program, what it is linked with, and the page.

It runs as user 1000 on a read-only root; /data is all it writes to. There is no shell in it. OCI knows no health check: it stands in the
configuration as Docker and Podman read it. The archive can be loaded by `docker load`, `podman load` and skopeo (oci-archive:)."""
# SPDX-License-Identifier: MIT
import glob
import hashlib
import json
import os
import pathlib
import shutil
import tempfile
from datetime import datetime, timezone

from release.archive import tar_bytes, zipped
from release.common import HARDENED, PAGE, ROOT, commit_time, fail, installed_program, need_page, version
from release.linked import libraries
from release.portable import small_program

USER = 1000
MACHINES = {"x86_64": "amd64", "aarch64": "arm64"}  # as OCI calls them
HEALTH = {"Test": ["CMD", "/usr/bin/healthcheck"], "Interval": 30 * 10**9, "Timeout": 6 * 10**9, "StartPeriod": 5 * 10**9, "Retries": 3}
SETTINGS = {
    "User": f"{USER}:{USER}",
    "Entrypoint": ["/usr/bin/petteia", "serve", "--data", "/data", "--web", "/usr/share/petteia/web"],
    "ExposedPorts": {"8450/tcp": {}},
    "Volumes": {"/data": {}},
    "WorkingDir": "/data",
    "Env": ["PATH=/usr/bin", "HOME=/data"],
    "StopSignal": "SIGTERM",
    "Healthcheck": HEALTH,
}


def fill(root):
    """The files of the image."""
    with tempfile.TemporaryDirectory() as folder:
        installed_program("deb", folder, *HARDENED)
        os.makedirs(os.path.join(root, "usr", "bin"))
        shutil.copy(os.path.join(folder, "usr", "bin", "petteia"), os.path.join(root, "usr", "bin"))
    program = os.path.join(root, "usr", "bin", "petteia")
    for path in libraries(program).values():
        os.makedirs(root + os.path.dirname(path), exist_ok=True)
        shutil.copy(path, root + path)
    small_program("healthcheck.c", os.path.join(root, "usr", "bin", "healthcheck"))
    shutil.copytree(PAGE, os.path.join(root, "usr", "share", "petteia", "web"))
    for name in ("data", "etc", "proc", "dev", "sys", "usr/share/doc/petteia"):
        os.makedirs(os.path.join(root, name))
    shutil.copy(os.path.join(ROOT, "LICENSE"), os.path.join(root, "usr/share/doc/petteia"))
    os.makedirs(os.path.join(root, "etc/ssl/certs"))
    with open(os.path.join(root, "etc/ssl/certs/ca-certificates.crt"), "wb") as file:  # where libcurl looks
        file.write(certificates())
    for name, text in (("passwd", f"petteia:x:{USER}:{USER}::/data:/\n"), ("group", f"petteia:x:{USER}:\n")):
        with open(os.path.join(root, "etc", name), "w", encoding="ascii") as file:
            file.write(text)


def certificates():
    """Whom mail servers and push services may name as their authority: Debian's choice, not what this machine has added to it."""
    paths = sorted(glob.glob("/usr/share/ca-certificates/mozilla/*.crt"))
    if not paths:
        fail("the image needs Debian's package ca-certificates")
    return b"".join(pathlib.Path(path).read_bytes() for path in paths)


class Layout:
    """An OCI image layout in a folder."""

    def __init__(self, folder):
        self.folder = folder
        os.makedirs(os.path.join(folder, "blobs", "sha256"))
        self.file("oci-layout", {"imageLayoutVersion": "1.0.0"})

    def file(self, name, value):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            json.dump(value, file, sort_keys=True)

    def blob(self, kind, data):
        """Keeps some bytes, or a value as JSON, under their sum; returns what refers to them."""
        data = data if isinstance(data, bytes) else json.dumps(data, sort_keys=True).encode()
        digest = hashlib.sha256(data).hexdigest()
        with open(os.path.join(self.folder, "blobs", "sha256", digest), "wb") as file:
            file.write(data)
        return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{digest}", "size": len(data)}


def write_image(folder, layer):
    """The layer, what it is, and the lists that lead there; `manifest.json` is for older Dockers."""
    when = datetime.fromtimestamp(int(commit_time()), timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    about = {"org.opencontainers.image.title": "Petteia", "org.opencontainers.image.version": version(), "org.opencontainers.image.licenses": "MIT",
             "org.opencontainers.image.description": "Five board games: a server with tables, bots and a page", "org.opencontainers.image.created": when}
    layout = Layout(folder)
    diff = "sha256:" + hashlib.sha256(layer).hexdigest()
    layer = layout.blob("layer.v1.tar+gzip", zipped(layer))
    config = layout.blob("config.v1+json", {"architecture": MACHINES[os.uname().machine], "os": "linux", "created": when,
                                            "config": {**SETTINGS, "Labels": about}, "rootfs": {"type": "layers", "diff_ids": [diff]},
                                            "history": [{"created": when, "created_by": "tools/packages image"}]})
    manifest = layout.blob("manifest.v1+json", {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": config,
                                                "layers": [layer], "annotations": about})
    # Podman and containerd read the whole name from the second one; from a bare version Podman makes "localhost/VERSION:latest".
    named = {**manifest, "annotations": {"org.opencontainers.image.ref.name": version(), "io.containerd.image.name": f"docker.io/library/petteia:{version()}"}}
    layout.file("index.json", {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [named]})
    where = [blob["digest"].replace("sha256:", "blobs/sha256/") for blob in (config, layer)]
    layout.file("manifest.json", [{"Config": where[0], "Layers": where[1:], "RepoTags": [f"petteia:{version()}", "petteia:latest"]}])


def image(out, _args):
    need_page()
    path = os.path.join(out, f"petteia-{version()}-image.tar")
    with tempfile.TemporaryDirectory() as folder:
        root, layout = os.path.join(folder, "root"), os.path.join(folder, "layout")
        fill(root)
        write_image(layout, tar_bytes(root, owned=("data",)))
        with open(path, "wb") as file:
            file.write(tar_bytes(layout))
    return [path]
