"""One folder for any Linux with this kind of processor: the program with its loader and its libraries.

It is not one static file because Debian has wslay, which reads the server's WebSocket frames, only as a shared library."""
# SPDX-License-Identifier: MIT
import os
import shutil
import tempfile

from release.archive import tar_bytes, write_xz
from release.common import HARDENED, PAGE, ROOT, installed_program, need_page, run, version
from release.linked import libraries

HERE = os.path.dirname(os.path.abspath(__file__))
STATIC = ["-Os", "-static", "-s", "-Wall", "-Wextra", "-Werror", "-Wl,--build-id=none"]


def small_program(name, path):
    """One of the C files beside this one, for places where nothing else is."""
    run("gcc", *STATIC, os.path.join(HERE, name), "-o", path)


def fill(tree):
    with tempfile.TemporaryDirectory() as folder:
        installed_program("deb", folder, *HARDENED)
        usr = os.path.join(folder, "usr")
        for name in ("bin", "lib"):
            os.makedirs(os.path.join(tree, name))
        shutil.copy(os.path.join(usr, "bin", "petteia"), os.path.join(tree, "lib"))
        shutil.copytree(os.path.join(usr, "share"), os.path.join(tree, "share"))
    for name, path in libraries(os.path.join(tree, "lib", "petteia")).items():
        shutil.copy(path, os.path.join(tree, "lib", name))
    small_program("launcher.c", os.path.join(tree, "bin", "petteia"))
    shutil.copytree(PAGE, os.path.join(tree, "share", "petteia", "web"))
    shutil.copy(os.path.join(ROOT, "LICENSE"), tree)


def portable(out, _args):
    need_page()
    name = f"petteia-{version()}-linux-{os.uname().machine}"
    with tempfile.TemporaryDirectory() as folder:
        fill(os.path.join(folder, name))
        return [write_xz(os.path.join(out, f"{name}.tar.xz"), tar_bytes(folder))]
