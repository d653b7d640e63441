#!/usr/bin/env python3
"""tools/words.py finds every fault of a catalogue, and no folder has words that nobody says. Prints what is wrong and
"N passed, M failed"."""
# SPDX-License-Identifier: MIT
import glob
import os
import re
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import words  # noqa: E402

GOOD = {
    "en": """names fruit
    apple: apple; plural: apples
    pear: pear; plural: pears
facts
    most: 3 + 4
text place
said rest
none: nothing
eat(fruit n): eat {n} {n?{fruit}|{fruit.plural}} of {most}  # with a comment
at(place rest): {place}: {rest}
""",
    "fr": """names fruit
    apple: pomme (f); plural: pommes
    pear: poire (f); plural: poires
none: rien
eat: mangez {fruit?un|une} {fruit}, {n} {n?{fruit}|{fruit.plural}} sur {most} !
at: {place} : {rest}
""",
    "de": """names fruit
    apple: Apfel (m); plural: Äpfel
    pear: Birne (f); plural: Birnen
none: nichts
eat: iss {fruit?der|die|das} {fruit}, {n} von {most}
at: {place}: {rest}
""",
}

# What is changed in a good catalogue: (language, old, new), and the fault that must be found: (language, line, words).
FAULTS = [
    ("a missing key", ("fr", "none: rien\n", ""), ("fr", 1, "none is missing")),
    ("an unknown key", ("de", "none:", "non:"), ("de", 4, "English has no non")),
    ("a key twice", ("en", "none: nothing", "none: nothing\nnone: nil"), ("en", 9, "none stands here twice")),
    ("an empty sentence", ("de", "none: nichts", "none:"), ("de", 4, "none says nothing")),
    ("an argument left out", ("de", "{place}: {rest}", "{place}"), ("de", 6, "at leaves out {rest}")),
    ("an argument too many", ("fr", "none: rien", "none: rien {n}"), ("fr", 4, "none has {n}")),
    ("an argument of another name", ("fr", "{place} :", "{palce} :"), ("fr", 6, "at has {palce}")),
    ("arguments without order", ("en", "eat(fruit n):", "eat:"), ("en", 9, "list them")),
    ("arguments in a wrong order", ("en", "eat(fruit n):", "eat(fruit m):"), ("en", 9, "eat lists fruit m")),
    ("an order that is not English", ("fr", "eat:", "eat(n fruit):"), ("fr", 5, "stands in English alone")),
    ("three ways of a plural", ("en", "{n?{fruit}|{fruit.plural}}", "{n?a|b|c}"), ("en", 9, "has 3 ways, not 2")),
    ("one way of a plural", ("en", "{n?{fruit}|{fruit.plural}}", "{n?a}"), ("en", 9, "has 1 ways, not 2")),
    ("two genders in German", ("de", "{fruit?der|die|das}", "{fruit?der|die}"), ("de", 5, "has 2 ways, not 3")),
    ("a gender in English", ("en", "{place}:", "{fruit?a|b} {place}:"), ("en", 10, "fruit has no gender")),
    ("a name without gender", ("fr", "pomme (f)", "pomme"), ("fr", 2, "apple has no gender")),
    ("a gender that French does not have", ("fr", "pomme (f)", "pomme (n)"), ("fr", 2, "fr has no gender (n)")),
    ("a choice by a text", ("en", "{place}:", "{place?a|b}:"), ("en", 10, "no number or gender")),
    ("a form that is missing", ("fr", "; plural: poires", ""), ("fr", 3, "pear has no form plural")),
    ("a form twice", ("fr", "; plural: poires", "; plural: poires; plural: poires"), ("fr", 3, "stands here twice")),
    ("a form of a text", ("en", "{place}:", "{place.a}:"), ("en", 10, "place is no name")),
    ("a number by a list that is none", ("en", "eat {n}", "eat {n.word}"), ("en", 9, "there is no list word")),
    ("a name missing in a list", ("de", "    pear: Birne (f); plural: Birnen\n", ""), ("de", 1, "nothing where English has pear")),
    ("names in another order", ("fr", "    apple: pomme (f); plural: pommes\n    pear: poire (f); plural: poires\n",
                                "    pear: poire (f); plural: poires\n    apple: pomme (f); plural: pommes\n"),
     ("fr", 2, "has pear where English has apple")),
    ("a list missing", ("de", "names fruit", "names fruits"), ("de", 1, "the list fruit is missing")),
    ("an unknown list", ("de", "names fruit", "names fruits"), ("de", 1, "English has no list fruits")),
    ("an argument in a name", ("en", "apple: apple", "apple: {n} apple"), ("en", 2, "n is none")),
    ("an unclosed bracket", ("en", "none: nothing", "none: {n?a|b"), ("en", 8, "not closed")),
    ("a bracket that was never opened", ("en", "none: nothing", "none: nothing}"), ("en", 8, "never opened")),
    ("an empty place", ("en", "none: nothing", "none: {}"), ("en", 8, "this is no place")),
    ("a line without a key", ("fr", "none: rien", "rien du tout"), ("fr", 4, "no 'key: text'")),
    ("facts that are not English", ("fr", "none: rien", "none: rien\nfacts\n    most: 8"), ("fr", 1, "stand in English alone")),
    ("a fact under a key of the tables", ("en", "none: nothing", "none: nothing\nverb.go: go {n}"), ("en", 9, "can have no arguments")),
    ("keys with one name in C", ("en", "none: nothing", "no-ne: nothing\nno.ne: nil\nnone: nothing"), ("en", 9, "the same name in C")),
    ("no blank before a French sign", ("fr", "{most} !", "{most}!"), ("fr", 5, "a blank is missing before !")),
    ("a straight apostrophe in French", ("fr", "none: rien", "none: n'est"), ("fr", 4, "write ’")),
    ("seven arguments", ("en", "none: nothing", "none(a b c d e f g): {a}{b}{c}{d}{e}{f}{g}"), ("en", 8, "more than 6")),
]


def faults_of(catalogues):
    """What the tool finds in these texts; None stands for a file that is not there."""
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "words"))
        for code, text in catalogues.items():
            if text is not None:
                with open(os.path.join(folder, "words", code), "w", encoding="utf-8") as file:
                    file.write(text)
        found = words.Faults()
        words.read_all(folder, words.languages(), found)
        return found.all


def test_faults():
    if found := faults_of(GOOD):
        yield f"a good catalogue has faults: {found}"
    else:
        yield None
    for name, (code, old, new), (where, line, said) in FAULTS:
        assert old in GOOD[code], name
        found = faults_of({**GOOD, code: GOOD[code].replace(old, new, 1)})
        good = any(re.search(rf"words/{where}:{line}: .*{re.escape(said)}", fault) for fault in found)
        yield None if good else f"{name} is not found: {found}"
    found = faults_of({**GOOD, "fr": GOOD["fr"].replace("none: rien", "none: rien après move:30s")})
    yield f"move:30s is notation, also in French: {found}" if found else None
    found = faults_of({**GOOD, "de": None})
    yield None if any("words/de:1: this file is missing" in f for f in found) else f"a missing file is not found: {found}"


def board_asks(folder):
    """The facts and lists that the words of a game's board ask for: {#fact.list}, {list:id}."""
    text = ""
    for path in glob.glob(os.path.join(folder, "board", "words.*.ts")):
        with open(path, encoding="utf-8") as file:
            text += file.read()
    return {name for found in re.findall(r"\{\^?(?:#([a-z0-9-]+)(?:\.([a-z0-9-]+))?|([a-z0-9-]+):)", text) for name in found if name}


def unused(prefix, folder, english):
    """Faults for sentences, lists and facts that nothing uses."""
    source = ""
    for base, _, files in os.walk(folder):
        for name in files:
            if name.endswith((".c", ".h")):
                with open(os.path.join(base, name), encoding="utf-8") as file:
                    source += file.read()
    used = set(re.findall(r"\w+", source))
    texts = [e.text for e in english.phrases.values()]
    for entries in english.names.values():
        texts += [text for e in entries.values() for text in [e.text, *e.forms.values()]]
    asked = {p.name for text in texts for p in words.places(text)} | {p.form for text in texts for p in words.places(text)}
    asked |= {words.type_of(name, english) for name in asked} | board_asks(folder)
    for key, entry in english.phrases.items():
        name = f"{prefix}_say_{words.symbol(key)}"
        if not words.CONVENTIONAL.match(key) and name not in used and name.upper() not in used:
            yield f"{entry.at}: nothing says {key}"
    for name in english.names:
        if name not in asked and f"{prefix}_names_{words.symbol(name)}" not in used and f"kind.{name}" not in english.phrases:
            yield f"{english.listed_at[name]}: nothing uses the list {name}"
    for name, (at, _) in english.facts.items():
        if name not in asked:
            yield f"{at}: nothing uses the fact {name}"


def test_unused():
    """A key, a list and a fact that nothing uses are found; those in use are not."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "a.c"), "w", encoding="utf-8") as file:
            file.write("pt_say(out, xx_say_eat(1, 2)); int n = XX_SAY_NONE;\n")
        path = os.path.join(folder, "en")
        with open(path, "w", encoding="utf-8") as file:
            file.write(GOOD["en"] + "names idle\n    a: b\nfacts\n    waste: 1\ngame: Eat.\n")
        english = words.read(path, words.languages()[0], words.Faults())
        found = [fault.split(": ", 1)[1] for fault in unused("xx", folder, english)]
    wanted = ["nothing says at", "nothing uses the list idle", "nothing uses the fact waste"]
    yield None if found == wanted else f"unused words: {found}"


def test_folders():
    """The folders that meson.build makes words for."""
    for build in sorted(glob.glob(os.path.join(ROOT, "*", "meson.build")) + glob.glob(os.path.join(ROOT, "games", "*", "meson.build"))):
        with open(build, encoding="utf-8") as file:
            for prefix in re.findall(r"words_command \+ \['(\w+)'", file.read()):
                yield from test_folder(prefix, os.path.dirname(build))


def test_folder(prefix, folder):
    found = words.Faults()
    catalogues = words.read_all(folder, words.languages(), found)
    yield "\n".join(found.all) or "\n".join(unused(prefix, folder, catalogues[0])) or None


def main():
    results = [*test_faults(), *test_unused(), *test_folders()]
    wrong = [text for text in results if text]
    print("\n".join(wrong) + "\n" if wrong else "", end="")
    print(f"{len(results) - len(wrong)} passed, {len(wrong)} failed")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
