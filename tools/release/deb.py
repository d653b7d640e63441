"""The package for Debian and its kin: program, page, man pages, completion, and the server as a service.

debhelper does what it does for all of Debian; debian/ beside this file has what is ours. There is no debian/rules: our own build knows how
to build, and it has already been run."""
# SPDX-License-Identifier: MIT
import glob
import os
import shutil
import tempfile
import textwrap
from email.utils import formatdate

from release.common import HARDENED, PAGE, ROOT, commit_time, environment, fail, installed_program, need_page, run, version

DEBIAN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "debian")
FONTS = os.path.join(ROOT, "web", "node_modules", "@fontsource-variable")
# A service that nobody has enabled is not started, and one that runs is restarted by an upgrade.
STEPS = (["dh_installchangelogs"], ["dh_installsystemd", "--no-enable"], ["dh_compress"], ["dh_fixperms"], ["dh_shlibdeps"],
         ["dh_installdeb"], ["dh_gencontrol"], ["dh_md5sums"])


def indented(text):
    """A licence as a field of debian/copyright."""
    return "".join(f" {line.rstrip() or '.'}\n" for line in text.strip().splitlines())


def copyright_text():
    """Our licence, and those of the fonts in the page."""
    with open(os.path.join(ROOT, "LICENSE"), encoding="utf-8") as file:
        holder, terms = file.read().split("\n\n", 2)[1:]
    text = "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: petteia\n"
    text += f"\nFiles: *\nCopyright: {holder.removeprefix('Copyright (c) ')}\nLicense: Expat\n{indented(terms)}"
    for path in sorted(glob.glob(os.path.join(FONTS, "*", "LICENSE"))):
        name = os.path.basename(os.path.dirname(path))
        with open(path, encoding="utf-8") as file:
            holder, terms = file.read().split("\n", 1)
        text += (f"\nFiles: usr/share/petteia/web/assets/{name}*\nCopyright: {holder.removeprefix('Copyright ').strip()}\n"
                 f"License: OFL-1.1-{name}\n{indented(terms)}")
    return text


def changelog(maintainer):
    """What is new, as Debian writes it."""
    points = run("tools/changes").splitlines() or ["- See CHANGELOG.md."]
    text = "\n".join(textwrap.fill(p[2:], 78, initial_indent="  * ", subsequent_indent="    ", break_long_words=False) for p in points)
    return f"petteia ({version()}) unstable; urgency=medium\n\n{text}\n\n -- {maintainer}  {formatdate(int(commit_time()))}\n"


def written(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def filled(tree):
    """Everything that the package installs."""
    installed_program("deb", tree, *HARDENED)
    os.renames(os.path.join(tree, "usr", "lib", "systemd"), os.path.join(tree, "lib", "systemd"))  # where Debian 12 looks
    shutil.copytree(PAGE, os.path.join(tree, "usr", "share", "petteia", "web"))
    run("chmod", "-R", "u=rwX,go=rX", "--", tree)
    run("find", tree, "-name", "*.wasm", "-exec", "chmod", "-x", "{}", "+")
    written(os.path.join(tree, "usr", "share", "doc", "petteia", "copyright"), copyright_text())
    for name, place in (("petteia.conf", "etc"), ("user.conf", "lib/systemd/system/petteia.service.d")):
        os.makedirs(os.path.join(tree, place), exist_ok=True)
        shutil.copy(os.path.join(DEBIAN, name), os.path.join(tree, place, name))


def maintained(control):
    """Whoever makes the package answers for it: DEBFULLNAME and DEBEMAIL say who, as Debian's own tools have it. Without them it is
    nobody, at an address that can never exist (RFC 2606), so that no mail goes to a stranger."""
    with open(control, encoding="utf-8") as file:
        text = file.read()
    given = text.split("Maintainer: ")[1].split("\n")[0]
    name, address = given.rstrip(">").split(" <")
    maker = f"{os.environ.get('DEBFULLNAME', name)} <{os.environ.get('DEBEMAIL', address)}>"
    written(control, text.replace(f"Maintainer: {given}\n", f"Maintainer: {maker}\n"))
    return maker


def deb(out, _args):
    if not shutil.which("dh_builddeb"):
        fail("debhelper is missing. As root, run: apt-get install --no-install-recommends debhelper")
    need_page()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(DEBIAN, os.path.join(folder, "debian"))
        control = os.path.join(folder, "debian", "control")
        maintainer = maintained(control)
        written(os.path.join(folder, "debian", "changelog"), changelog(maintainer))
        filled(os.path.join(folder, "debian", "petteia"))
        env = {**environment(), "DEB_RULES_REQUIRES_ROOT": "no"}
        for step in STEPS:
            run(*step, cwd=folder, env=env)
        run("dh_builddeb", f"--destdir={out}", "--", "--root-owner-group", cwd=folder, env=env)
        return glob.glob(os.path.join(out, f"petteia_{version()}_*.deb"))
