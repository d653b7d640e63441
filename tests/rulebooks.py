#!/usr/bin/env python3
"""The rulebooks say the same in every language: games/NAME/README.fr.md and README.de.md have the rules, rulings and examples of README.md
in the same order, its headings, and part by part the same code, numbers, marks, list items, tables and maps. What the words
say is for a reader to check. Prints what differs and "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import glob
import os
import re
import sys
from collections import Counter, namedtuple

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ITEM = re.compile(r"^[\s|>*+-]*\*\*([A-Z]\d+(?:\.\d+)*[a-z]?)\*\*")  # as in tools/rule-coverage
HEADING = re.compile(r"^(#+) +([A-Z]\d+\b)?")
BULLET = re.compile(r"^\s*[-*+] ")
CODE = re.compile(r"`([^`]*)`")
MARK = re.compile(r"\[([^\]]*)\]")  # [S], [P, R], [R; the Rocket Ship S]

Part = namedtuple("Part", "name lines fences")  # a heading or a rule, and what stands below it


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def parts_of(text):
    """A part begins with a heading or with an item; code between fences stands apart."""
    parts = [Part("the beginning", [], [])]
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced:
            parts[-1].fences.append(line)
        else:
            heading, item = HEADING.match(line), ITEM.match(line)
            if heading:
                parts.append(Part(" ".join(filter(None, heading.groups())), [], []))
            elif item:
                parts.append(Part(item[1], [], []))
            parts[-1].lines.append(line)
    return parts


def tables_of(lines):
    """The number of cells in each row, table by table."""
    tables, inside = [], False
    for line in lines:
        row = line.strip().startswith("|")
        if row and not inside:
            tables.append([])
        if row:
            tables[-1].append(CODE.sub("", line).strip().strip("|").count("|") + 1)
        inside = row
    return tables


def features(part):
    """What must not depend on the language. A span of code may be broken over two lines."""
    text = " ".join(line.strip() for line in part.lines)
    plain = CODE.sub(" ", text)
    return {
        "code": Counter(" ".join(code.split()) for code in CODE.findall(text)),
        "numbers": Counter(re.findall(r"\d+", plain)),
        "marks": Counter(re.findall(r"\b[SPR]\b", " ".join(MARK.findall(plain)))),
        "list items": Counter({"items": sum(bool(BULLET.match(line)) for line in part.lines)}),
        "tables": tables_of(part.lines),
        "map": part.fences,
    }


def disagreement(what, english, other):
    if isinstance(english, Counter):
        missing, added = english - other, other - english
        words = [f"{sign} {', '.join(sorted(some.elements()))}" for sign, some in (("lacks", missing), ("adds", added)) if some]
        return f"{what}: {' and '.join(words)}"
    return f"{what}: {other} instead of {english}"


def compare(english, other):
    """How many things agree, and a sentence for each that does not."""
    ours, theirs = parts_of(english), parts_of(other)
    names, names2 = [p.name for p in ours], [p.name for p in theirs]
    if names != names2:
        at = next((i for i, (a, b) in enumerate(zip(names, names2)) if a != b), min(len(names), len(names2)))
        wanted, found = (n[at] if at < len(n) else "the end" for n in (names, names2))
        return 0, [f"after {names[at - 1]} comes {found} instead of {wanted}"]
    agree, wrong = 1, []
    for part, part2 in zip(ours, theirs):
        there = features(part2)
        for what, here in features(part).items():
            if here == there[what]:
                agree += 1
            else:
                wrong.append(f"{part.name}: {disagreement(what, here, there[what])}")
    return agree, wrong


SAMPLE = """# Game
## R1 Play
- **R1.1** Place 2 cubes, `put c4`. [S]
- **R1.2** Prices [R; the last S]:

| a | b |
|---|---|
| 1 | `x` |

```
. [1]
```
## Examples
- **E1** One.
"""
DAMAGE = [  # what is changed, into what, and what the sentence about it says
    ("- **R1.1** Place 2 cubes, `put c4`. [S]\n", "", "after ## R1 comes R1.2 instead of R1.1"),
    ("- **E1** One.\n", "", "after ## comes the end instead of E1"),
    ("**R1.1**", "**R1.3**", "after ## R1 comes R1.3 instead of R1.1"),
    ("## Examples", "### Examples", "after R1.2 comes ### instead of ##"),
    ("## R1", "## R2", "after # comes ## R2 instead of ## R1"),
    ("Place 2", "Place 3", "R1.1: numbers: lacks 2 and adds 3"),
    ("`put c4`", "`mets c4`", "R1.1: code: lacks put c4 and adds mets c4"),
    (" [S]", "", "R1.1: marks: lacks S"),
    ("R; the last S", "R; the last", "R1.2: marks: lacks S"),
    ("- **E1**", "**E1**", "E1: list items: lacks items"),
    ("| 1 | `x` |", "| 1 `x` |", "R1.2: tables: [[2, 2, 1]] instead of [[2, 2, 2]]"),
    (". [1]", ". .", "R1.2: map: ['. .'] instead of ['. [1]']"),
]


def self_test():
    """Each damage to a small rulebook is found, and a translation of its words is not."""
    passed = failed = 0
    translated = SAMPLE.replace("Place", "Posez").replace("the last", "le dernier").replace("`put c4`", "`put\n  c4`")
    cases = [(translated, [])] + [(SAMPLE.replace(old, new), [said]) for old, new, said in DAMAGE]
    for text, expected in cases:
        assert text != SAMPLE
        _, wrong = compare(SAMPLE, text)
        if wrong == expected:
            passed += 1
        else:
            failed += 1
            print(f"self-test: {wrong} instead of {expected}")
    return passed, failed


def main():
    passed, failed = self_test()
    for path in sorted(glob.glob(os.path.join(ROOT, "games", "*", "README.*.md"))):
        agree, wrong = compare(read(os.path.join(os.path.dirname(path), "README.md")), read(path))
        for sentence in wrong:
            print(f"{os.path.relpath(path, ROOT)}: {sentence}")
        passed, failed = passed + agree, failed + len(wrong)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
