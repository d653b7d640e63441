"""The source as others get it: what `meson dist` packs, from the last commit; packed again, for its archives know the time of day."""
# SPDX-License-Identifier: MIT
import os
import tarfile
import tempfile

from release.archive import tar_bytes, write_xz
from release.common import HARDENED, alone, configured, run, version


def source(out, _args):
    name = f"petteia-{version()}"
    with tempfile.TemporaryDirectory() as folder:
        with alone("deb"):
            build = configured("deb", *HARDENED)
            run("meson", "dist", "-C", build, "--no-tests", "--allow-dirty", "--formats", "gztar")
            with tarfile.open(os.path.join(build, "meson-dist", f"{name}.tar.gz")) as tar:
                tar.extractall(folder)
        return [write_xz(os.path.join(out, f"{name}.tar.xz"), tar_bytes(folder))]
