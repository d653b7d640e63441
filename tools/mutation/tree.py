"""A copy of the source tree with every fault in it, built once."""
# SPDX-License-Identifier: MIT
import glob
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
from concurrent.futures import ProcessPoolExecutor

from mutation.schemata import Fault, rewrite

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# Files that hold no rules, and why.
NOT_RULES = {
    "term.c": "drawings for a terminal",
    "hints.c": "what bots weigh; a wrong hint plays worse, and breaks nothing",
    "audit.c": "checks of invariants: tests themselves",
    "tables.c": "what pages are told about the components",
    "tensor.c": "what a net sees; its tests are those of the Python package",
    "nearest.c": "which name somebody may have meant",
}
SWITCH = "core/text.c"  # the file that gets the switch; every program has it
INCLUDE = b'\n#include "fault.c"\n#include "quick_tests.c"\n'
STRIDE = 4096           # numbers of a file's faults: the same ones, whatever else is broken
# Faults that read past an array, shift too far or read what nobody wrote fail for certain.
DEFINITE = ("-fsanitize=bounds,shift,signed-integer-overflow -fsanitize-undefined-trap-on-error "
            "-ftrivial-auto-var-init=pattern")


class Cannot(Exception):
    """Something is missing that the run needs; says what."""


def folder_of(part):
    return part if part in ("core", "table") else f"games/{part}"


def rule_files():
    """All files with rules; their order gives the numbers of their faults."""
    found = [os.path.relpath(f, ROOT) for place in ("core", "table", "games/*")
             for f in glob.glob(os.path.join(ROOT, place, "*.c"))]
    return sorted(f for f in found if os.path.basename(f) not in NOT_RULES)


TOOLS = [os.path.join(HERE, name) for name in ("faults.py", "schemata.py", "syntax.py")]


def digest(*files):
    total = hashlib.sha256()
    for path in files:
        with open(path, "rb") as file:
            total.update(hashlib.sha256(file.read()).digest())
    return total.hexdigest()[:24]


def rewritten(job):
    """The new text of a file and its faults, from the last time if nothing has changed."""
    path, full, flags, folder, kept = job
    if not os.path.exists(kept):
        text, faults = rewrite(path, full, flags, folder)
        with open(kept, "w", encoding="utf-8") as out:
            json.dump({"text": text.decode(), "faults": [f.as_row() for f in faults]}, out)
    with open(kept, encoding="utf-8") as file:
        found = json.load(file)
    return found["text"], [Fault(**row) for row in found["faults"]]


def run(command, folder):
    r = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if r.returncode:
        raise Cannot(f"{' '.join(command[:3])} failed:\n{r.stdout[-3000:]}")
    return r.stdout


class Tree:
    """Kept in a folder: `source` (the copy), `build`, `rewritten` (files that were broken before), and results."""

    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        self.source, self.build = os.path.join(self.folder, "source"), os.path.join(self.folder, "build")

    def put(self, path, data):
        """A file that does not change keeps its time, so that ninja is quick."""
        full = os.path.join(self.source, path)
        if os.path.exists(full):
            with open(full, "rb") as file:
                if file.read() == data:
                    return
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as out:
            out.write(data)
        shutil.copymode(os.path.join(ROOT, path), full)

    def copy(self, but):
        """What git knows, tracked or not yet."""
        listed = run(["git", "ls-files", "-co", "--exclude-standard"], ROOT).split("\n")
        for path in listed:
            full = os.path.join(ROOT, path)
            if os.path.isfile(full) and path not in but and not path.startswith(("web/", "docs/")):
                with open(full, "rb") as file:
                    data = file.read()
                self.put(path, data + INCLUDE if path == SWITCH else data)

    def configure(self):
        if not os.path.exists(os.path.join(self.build, "build.ninja")):
            run(["meson", "setup", self.build, self.source, "-Dtests=enabled", "-Dwasm=disabled", "-Db_ndebug=false",
                 "-Dbuildtype=plain", f"-Dc_args=-O1 -w -D_DEFAULT_SOURCE -D_XOPEN_SOURCE=700 {DEFINITE} -include {HERE}/fault.h -I{HERE}"], self.source)

    def flags_of(self):
        """What the compiler needs to find its headers, by file."""
        with open(os.path.join(self.build, "compile_commands.json"), encoding="utf-8") as file:
            commands = json.load(file)
        flags = {}
        for c in commands:
            path = os.path.relpath(os.path.join(c["directory"], c["file"]), self.source)
            words = shlex.split(c["command"])
            flags[path] = [re.sub(r"^-I\.\./source", f"-I{ROOT}", w) for w in words if re.match(r"-(I|D|std)", w)]
        return flags

    def make(self, parts, only, targets, jobs):
        """Copies, breaks and builds; gives the faults."""
        folders = tuple(folder_of(p) + "/" for p in parts)
        wanted = [f for f in rule_files() if f.startswith(folders) and only in f]
        self.copy(wanted if os.path.exists(self.build) else ())
        self.configure()
        run(["ninja", "-C", self.build, "-k", "0", *self.headers()], self.source)
        faults = self.break_files(wanted, self.flags_of(), jobs)
        run(["ninja", "-C", self.build, *targets], self.source)
        return faults

    def break_files(self, wanted, flags, jobs):
        """Each file is read by a process of its own: a syntax tree takes a gigabyte, and gives it back at its end."""
        shared = digest(*TOOLS, *sorted(glob.glob(f"{ROOT}/core/*.h")))
        os.makedirs(os.path.join(self.folder, "rewritten"), exist_ok=True)
        work = []
        for file in wanted:
            full = os.path.join(ROOT, file)
            name = digest(full, *sorted(glob.glob(os.path.join(os.path.dirname(full), "*.h")))) + shared
            work.append((file, full, flags[file], self.build, os.path.join(self.folder, "rewritten", name)))
        faults, numbers = [], rule_files()
        with ProcessPoolExecutor(jobs, max_tasks_per_child=1) as pool:
            for job, (text, found) in zip(work, pool.map(rewritten, work)):
                base = (numbers.index(job[0]) + 1) * STRIDE
                assert len(found) < STRIDE, f"{job[0]} has too many faults for its numbers"
                data = f"#define PT_FAULTS_FROM {base}\n#line 1\n{text}".encode()
                self.put(job[0], data + INCLUDE if job[0] == SWITCH else data)
                for f in found:
                    f.number += base
                faults += found
        return faults

    def headers(self):
        """What is generated before anything is compiled."""
        listed = run(["ninja", "-C", self.build, "-t", "targets", "all"], self.source)
        return sorted(set(re.findall(r"^(\S+\.h): CUSTOM_COMMAND", listed, re.M)))
