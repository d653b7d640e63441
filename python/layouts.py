#!/usr/bin/env python3
"""Writes what lies where in a view, as a C table, from the structs in the games' headers: the compiler works out the
numbers, a member's type says whether it is a set, and its comment is the words. Usage: layouts.py ROOT OUTPUT GAME..."""
# SPDX-License-Identifier: MIT
import os
import re
import sys

FORMS = {"uint8_t": "LAYOUT_NUMBER", "uint16_t": "LAYOUT_NUMBER", "int16_t": "LAYOUT_SIGNED",
         **dict.fromkeys(("pt_set8", "pt_set16", "pt_set32", "pt_set64"), "LAYOUT_SET")}  # core/bits.h


def structs(text):
    """{name: body} of the text's typedefs."""
    return dict((name, body) for body, name in re.findall(r"^typedef struct \w+ \{\n(.*?)^\} (\w+);", text, re.M | re.S))


def members(body):
    """(type, name, [dimensions], words) of each member. A comment on the line where a declaration ends is its own, one
    before it belongs to all that follow it there."""
    found, last_line = [], -1
    for part in re.finditer(r"/\*(.*?)\*/|(\w+)\s+([^;/]+);", body, re.S):
        line = body.count("\n", 0, part.start())
        if part[1] is not None:
            words = " ".join(re.sub(r"^\s*\*", "", row).strip() for row in part[1].splitlines()).strip()
            if line == last_line:
                for member in found:
                    if member["line"] == last_line:
                        member["words"] = words
            continue
        last_line = body.count("\n", 0, part.end())
        for declared in part[3].split(","):
            name = re.match(r"\s*(\w+)", declared)[1]
            found.append({"type": part[2], "name": name, "dims": re.findall(r"\[(\w+)\]", declared), "words": "",
                          "line": last_line})
    return found


def leaves(kinds, kind, names=(), dims=(), offsets=(), words=()):
    """The numbers in a struct, those of the structs in it too. What a game says of its head is about the round."""
    for m in members(kinds[kind]):
        if kind == "pt_head":
            m["words"], words = (words[0] if m["name"] == "round" else m["words"]), words[:1]
        row = {"names": (*names, m["name"]), "offsets": (*offsets, f"offsetof({kind}, {m['name']})"),
               "dims": (*dims, *((d, "*".join([f"sizeof({m['type']})", *m["dims"][i + 1:]])) for i, d in enumerate(m["dims"]))),
               "words": (*words, m["words"]) if m["words"] and kind != "pt_head" else (m["words"],) if m["words"] else words}
        if m["type"] in FORMS:
            yield {**row, "type": m["type"]}
        elif m["type"] in kinds:
            yield from leaves(kinds, m["type"], **row)
        else:
            sys.exit(f"layouts.py: {kind}.{m['name']} is a {m['type']}; a state has structs and {', '.join(FORMS)}")


def table(root, game):
    """The C rows of one game."""
    texts = [open(os.path.join(root, path), encoding="utf-8").read()
             for path in ("core/game.h", *(f"games/{game}/{name}" for name in sorted(os.listdir(f"{root}/games/{game}"))
                                           if name.endswith(".h")))]
    kinds = {name: body for text in texts for name, body in structs(text).items()}
    state = [name for name in kinds if name.endswith("_state")]
    if len(state) != 1:
        sys.exit(f"layouts.py: {game} should have one struct called NAME_state, not {state}")
    yield f"static const layout_row {game}_rows[] = {{"
    for row in leaves(kinds, state[0]):
        words = "; ".join(row["words"]).replace("\\", "\\\\").replace('"', '\\"')
        padded = [*((f'"{name}"', name, step) for name, step in row["dims"]), *[('""', 1, 0)] * (3 - len(row["dims"]))]
        dims = ", ".join(f"{{{name}, {count}, {step}}}" for name, count, step in padded)
        yield (f'    {{"{".".join(row["names"])}", "{words}", {" + ".join(row["offsets"])}, sizeof({row["type"]}), {FORMS[row["type"]]}, '
               f'{len(row["dims"])}, {{{dims}}}}},')
    yield "};"


def main():
    root, output, *games = sys.argv[1:]
    lines = ["/* Made by python/layouts.py from the games' headers. */", *(f'#include "games/{g}/{g}.h"' for g in games),
             '#include "python/layout.h"', "#include <stddef.h>"]
    for game in games:
        lines += table(root, game)
    lines += [f"extern const pt_features {g}_features;" for g in games] + ["const layout layouts[] = {"]
    lines += [f'    {{"{g}", {g}_rows, (int)(sizeof {g}_rows / sizeof *{g}_rows), &{g}_features}},' for g in games]
    lines += ["    {0},", "};"]
    with open(output, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


main()
