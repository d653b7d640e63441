"""What a program is linked with, and which packages that comes from."""
# SPDX-License-Identifier: MIT
import os
import re

from release.common import fail, run


def libraries(program):
    """{name: file} of the shared libraries that the loader takes for it, and the loader itself as 'ld-linux.so'."""
    out = run("ldd", program)
    found = dict(re.findall(r"^\s*(\S+) => (/\S+)", out, re.M))
    loader = re.search(r"^\s*(/\S*ld-\S+)", out, re.M)
    if not found or not loader or "not found" in out:
        fail(f"cannot tell what {program} is linked with:\n{out}")
    return {**found, "ld-linux.so": loader[1]}


def package_of(path):
    """(package, version) that a file of this Debian belongs to. dpkg may know it with or without /usr, or by its last link."""
    real = os.path.realpath(path)
    for name in {path, real, path.removeprefix("/usr"), real.removeprefix("/usr"), "/usr" + path}:
        try:
            owner = run("dpkg-query", "-S", name).split(":")[0]
        except SystemExit:
            continue
        return owner, run("dpkg-query", "-W", "-f=${Version}", owner)
    return fail(f"no package owns {path}")


def packages(program):
    """{package: version} of everything that is linked with a program, sorted."""
    return dict(sorted({package_of(path) for path in libraries(program).values()}))
