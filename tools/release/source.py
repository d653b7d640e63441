"""The source as others get it: what `meson dist` packs, from the last commit; packed again, for its archives know the time of day."""
# SPDX-License-Identifier: MIT
import os
import tarfile
import tempfile

from release.archive import tar_bytes, write_xz
from release.common import HARDENED, configured, run, version


def source(out, _args):
    build, name = configured("deb", *HARDENED), f"petteia-{version()}"
    run("meson", "dist", "-C", build, "--no-tests", "--allow-dirty", "--formats", "gztar")
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(os.path.join(build, "meson-dist", f"{name}.tar.gz")) as tar:
            tar.extractall(folder)
        return [write_xz(os.path.join(out, f"{name}.tar.xz"), tar_bytes(folder))]
