"""What a run tells: the score by file, the survivors, and the list of faults that change nothing."""
# SPDX-License-Identifier: MIT
import os
import re
from collections import Counter

from mutation.tree import ROOT

# | file | function | before | after | which | why |
ROW = re.compile(r"^\| `(?P<file>[^`]+)` \| `(?P<function>[^`]+)` \| `(?P<before>.*?)` \| `(?P<after>.*?)` \| (?P<which>\d+) \| (?P<why>.+) \|$")


def written(text):
    """As it stands in a row of a table."""
    return text.replace("|", "\\|") or "(nothing)"


def keys(faults):
    """What names a fault when line numbers change: its words, and which of several alike in a function it is."""
    seen, out = Counter(), {}
    for f in faults:
        words = (os.path.basename(f.file), f.function, written(f.before), written(f.after))
        seen[words] += 1
        out[(*words, seen[words])] = f
    return out


def list_of(part):
    folder = f"games/{part}" if part not in ("core", "table") else part
    return os.path.join(ROOT, folder, "mutants.md")


def equivalents(part):
    """The rows of mutants.md: the key of each, and the reason."""
    path, rows = list_of(part), {}
    if not os.path.exists(path):
        return rows
    with open(path, encoding="utf-8") as file:
        for line in file:
            m = ROW.match(line.rstrip())
            if m:
                rows[(m["file"], m["function"], m["before"], m["after"], int(m["which"]))] = m["why"]
    return rows


def line_of(f):
    return f"{f.file}:{f.line} {f.function}: {f.kind}: `{f.before}` -> `{f.after or '(nothing)'}`"


def row_of(key):
    file, function, before, after, which = key
    return f"| `{file}` | `{function}` | `{before}` | `{after}` | {which} | |"


def show_list(faults):
    for f in faults:
        print(f.number, line_of(f))


def stale(part, named, results, whole):
    """Rows that name no fault, or one that a test notices."""
    wrong = []
    for key, why in equivalents(part).items():
        fault = named.get(key)
        if fault is None:
            if whole:
                wrong.append(f"{os.path.relpath(list_of(part), ROOT)}: there is no such fault any more: {row_of(key)}")
        elif results.get(fault.number):
            wrong.append(f"{os.path.relpath(list_of(part), ROOT)}: {results[fault.number]} notices it: {row_of(key)}")
    return wrong


def tell(part, everything, faults, results, whole):
    """Prints the result of a part; True if every fault was noticed or is listed as one that changes nothing. The names
    of faults are counted over all that there are, not over those of a sample."""
    chosen = {f.number for f in faults}
    named = {k: f for k, f in keys(everything).items() if f.number in chosen}
    listed = {named[k].number for k in equivalents(part) if k in named}
    by_file, killers = {}, Counter(name for name in results.values() if name)
    for f in faults:
        row = by_file.setdefault(f.file, [0, 0, 0])
        row[0 if results[f.number] else 1 if f.number in listed else 2] += 1
    for file, (noticed, same, missed) in sorted(by_file.items()):
        print(f"{file:32} {noticed + same + missed:5} faults, {noticed:5} noticed, {same:4} change nothing, {missed:4} missed, "
              f"{100 * noticed / max(1, noticed + missed):5.1f} %")
    print(f"{part}: noticed by " + ", ".join(f"{name} {n}" for name, n in killers.most_common(12)))
    missed = [(k, f) for k, f in named.items() if not results[f.number] and f.number not in listed]
    for key, f in missed:
        print(f"MISSED {'' if results[f.number] == '' else '(never reached) '}{line_of(f)}\n       {row_of(key)}")
    wrong = stale(part, named, results, whole)
    for line in wrong:
        print(line)
    noticed = sum(1 for name in results.values() if name)
    print(f"{part}: {noticed} of {len(faults) - len(listed)} noticed ({100 * noticed / max(1, len(faults) - len(listed)):.2f} %), "
          f"{len(listed)} change nothing", flush=True)
    return not missed and not wrong
