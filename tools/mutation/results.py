"""What a run found, kept for the next one: a fault that was noticed stays noticed until its file changes."""
# SPDX-License-Identifier: MIT
import functools
import json
import os

from mutation.tree import ROOT, TOOLS, digest


@functools.cache
def digest_of(file):
    """Of what numbers a file's faults: the file, and the tools that make them."""
    return digest(os.path.join(ROOT, file), *TOOLS)


def path_of(folder, part):
    return os.path.join(folder, f"results-{part}.json")


def read(folder, part):
    """By file: its digest, and by number within the file the test that notices."""
    if not os.path.exists(path_of(folder, part)):
        return {}
    with open(path_of(folder, part), encoding="utf-8") as file:
        return json.load(file)


def load(tree, part, faults):
    """The test that notices, by the number of the fault, where the file has not changed."""
    kept, known = read(tree.folder, part), {}
    for f in faults:
        of_file = kept.get(f.file, {})
        noticed = of_file.get("noticed", {}).get(str(f.number))
        if noticed and of_file["digest"] == digest_of(f.file):
            known[f.number] = noticed
    return known


def tried(tree, part, faults):
    """The numbers of those that the last run tried in vain."""
    kept = read(tree.folder, part)
    return {f.number for f in faults if str(f.number) in kept.get(f.file, {}).get("noticed", {})
            and kept[f.file]["digest"] == digest_of(f.file)}


def save(tree, part, faults, found):
    """Adds what a run found; results of files as they were before are dropped."""
    kept = read(tree.folder, part)
    for f in faults:
        now = digest_of(f.file)
        if kept.get(f.file, {}).get("digest") != now:
            kept[f.file] = {"digest": now, "noticed": {}}
        kept[f.file]["noticed"][str(f.number)] = found[f.number]
    with open(path_of(tree.folder, part), "w", encoding="utf-8") as out:
        json.dump(kept, out, indent=0)
