#!/usr/bin/env python3
"""Nobody calls in a circle: files of a folder, and folders, know each other in one direction only.

Reads every .c file: which functions it defines for others (not static), and which it names. A file
knows the file that defines what it names. The one exception is a game's table, `const pt_game
NAME_game = {...}`: it points at everything by its nature, and nobody but core goes through it.
Folders know each other by what they include as well. A set of files, or of folders, in which
each leads to each is a circle. Prints every circle with the names that close it, and "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from includes import folder_of, place_of  # noqa: E402

NOISE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
TABLE = re.compile(r"^const pt_game \w+ = \{.*?^\};", re.S | re.M)
# A definition stands at the left edge: type, name, arguments, and then its body.
DEFINED = re.compile(r"^([A-Za-z_][\w \t*]*?[ \t*])(\w+)\([^;{}]*\)\s*\{", re.M)
DECLARED = re.compile(r"\b(\w+)\(")
NAME = re.compile(r"[A-Za-z_]\w*")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def plain(text):
    """The text without comments, strings and a game's table; lines joined by a backslash stay."""
    return TABLE.sub("", NOISE.sub(" ", text))


def declared(headers):
    """The functions that headers offer; what is defined for others is in one (-Wmissing-prototypes)."""
    return {name for text in headers.values() for name in DECLARED.findall(plain(text))}


def defined(text):
    """The functions that this text defines: for others, and for itself."""
    ours, own = set(), set()
    for kind, name in DEFINED.findall(plain(text)):
        (own if re.search(r"\bstatic\b", kind) else ours).add(name)
    return ours, own


def arrows(texts, headers):
    """{file: {other file: names}} for the texts of several .c files."""
    home, offered = {}, declared(headers)
    for path, text in texts.items():
        for name in defined(text)[0] & offered:
            home.setdefault(name, set()).add(path)
    found = {path: {} for path in texts}
    for path, text in texts.items():
        for name in sorted(set(NAME.findall(plain(text))) - defined(text)[1]):
            homes = home.get(name, ())
            if len(homes) == 1 and path not in homes:  # a name of several programs is nobody's
                found[path].setdefault(next(iter(homes)), []).append(name)
    return found


def circles(graph):
    """The sets of more than one node in which each leads to each (Tarjan's components)."""
    order, low, stack, result = {}, {}, [], []

    def visit(node):
        order[node] = low[node] = len(order)
        stack.append(node)
        for other in graph.get(node, ()):
            if other not in order:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == order[node]:
            at = stack.index(node)
            if len(stack) - at > 1:
                result.append(sorted(stack[at:]))
            del stack[at:]

    for node in sorted(graph):
        if node not in order:
            visit(node)
    return result


def say(graph, circle):
    """The arrows inside a circle, each with a name or two as proof."""
    lines = [f"a circle of {len(circle)}: {', '.join(circle)}"]
    for node in circle:
        for other in circle:
            names = graph[node].get(other)
            if names:
                more = f" and {len(names) - 2} more" if len(names) > 2 else ""
                lines.append(f"  {node} -> {other}: {', '.join(names[:2])}{more}")
    return "\n".join(lines)


def folders(graph, texts, headers):
    """The same arrows between folders, with the #include lines of sources and headers."""
    found = {}
    for path, others in graph.items():
        for other, names in others.items():
            a, b = folder_of(path), folder_of(other)
            if a != b:
                found.setdefault(a, {}).setdefault(b, []).extend(names)
    for path, text in {**texts, **headers}.items():
        for target in INCLUDE.findall(text):
            a, b = folder_of(path), folder_of(target)
            if a != b:
                found.setdefault(a, {}).setdefault(b, []).append(target)
    return found


def self_test():
    """The check itself can fail: a circle is found, a chain is none, and neither is a table."""
    low = "/* high() */\nint low(int x) {\n    return x;\n}\n"
    mid = "#define CALL low\nint mid(void) {\n    return CALL(1);\n}\nstatic int high(void) {\n    return 0;\n}\n"
    high = 'int high(void) {\n    return mid() + hidden("low(");\n}\nconst pt_game a_game = {\n    .apply = top,\n};\n'
    top = "void *top(void) {\n    high();\n}\n"
    head = {"g/g.h": "int low(int x), mid(void), high(void);\nvoid *top(void);\n"}
    chain = {"g/low.c": low, "g/mid.c": mid, "g/high.c": high, "g/top.c": top}
    bent = {**chain, "g/low.c": low + "static int (*const by_table[])(void) = {high};\n"}
    split = {"a/low.c": bent["g/low.c"], "b/mid.c": mid, "b/high.c": high}
    knots = {"a/a.h": '#include "b/b.h"', "b/b.h": '#include "a/a.h"'}
    return (circles(arrows(chain, head)) == [] and circles(arrows(bent, {})) == []
            and circles(arrows(bent, head)) == [["g/high.c", "g/low.c", "g/mid.c"]]
            and circles(folders(arrows(split, head), {}, {})) == [["a", "b"]]
            and circles(folders({}, {}, knots)) == [["a", "b"]]
            and defined(top) == ({"top"}, set()) and defined(mid) == ({"mid"}, {"high"}))


def read_tree():
    """Every .c and .h of the tree: two dictionaries of texts."""
    texts, headers = {}, {}
    for base, names, files in os.walk(ROOT):
        names[:] = sorted(n for n in names if not n.startswith((".", "build")) and n != "node_modules")
        for name in sorted(files):
            if name.endswith((".c", ".h")):
                path = place_of(os.path.relpath(os.path.join(base, name), ROOT))
                if path.startswith("gpu/libc/"):
                    continue  # a C library: everybody names its functions
                with open(os.path.join(base, name), encoding="utf-8") as file:
                    (texts if name.endswith(".c") else headers)[path] = file.read()
    return texts, headers


def main():
    passed = failed = 0
    if not self_test():
        print("tests/circles.py does not find what it should")
        failed += 1
    texts, headers = read_tree()
    games = sorted({folder_of(p) for p in texts if folder_of(p).startswith("games/")})
    for folder in games + ["table", "server"]:
        graph = arrows({p: t for p, t in texts.items() if os.path.dirname(p) == folder}, headers)
        found = circles(graph)
        for circle in found:
            print(say(graph, circle))
        failed += bool(found)
        passed += not found
    graph = folders(arrows(texts, headers), texts, headers)
    found = circles(graph)
    for circle in found:
        print(say(graph, circle))
    failed += bool(found)
    passed += not found
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
