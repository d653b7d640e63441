#!/usr/bin/env python3
"""Builds the sentences of a folder into the program (docs/words.md).

  tools/words.py PREFIX FOLDER HEADER SOURCE DEPFILE   reads FOLDER/words/*, writes C

Every fault is one line FILE:LINE: WORDS on stderr. If there is a fault, it writes nothing and exits
with 1."""
# SPDX-License-Identifier: MIT
import os
import re
import sys
from dataclasses import dataclass, field

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LANGUAGES = os.path.join(ROOT, "core", "languages.h")
ARGS_MAX = 6
# Looked up by their keys at run time: no C file names them (core/describe.c).
CONVENTIONAL = re.compile(r"(game|length)$|(option|verb|kind)\.")
IDENTIFIER = r"[A-Za-z0-9$][A-Za-z0-9$.-]*"


@dataclass
class Language:
    code: str
    genders: str
    spaced: bool
    elided: list  # words that lose their last vowel before another


@dataclass
class Place:
    """A place in a text: {^name.form?way|way}."""
    capital: bool
    name: str
    form: str
    ways: list  # of texts, each a list of strings and Places; None: no choice


@dataclass
class Entry:
    """A sentence or a name of one language: where it stands, and what it says."""
    at: str
    text: list
    order: list = field(default_factory=list)  # a sentence's arguments, if they are listed
    gender: str = ""
    forms: dict = field(default_factory=dict)


@dataclass
class Catalogue:
    path: str
    language: Language
    phrases: dict = field(default_factory=dict)
    names: dict = field(default_factory=dict)  # of lists: {id: Entry}
    listed_at: dict = field(default_factory=dict)
    facts: dict = field(default_factory=dict)  # {name: (at, C expression)}
    header: str = ""  # that has what the facts need; "": FOLDER/NAME.h
    types: dict = field(default_factory=dict)  # {argument: "t" or "s"}


class Faults:
    def __init__(self):
        self.all = []

    def add(self, at, words):
        self.all.append(f"{at}: {words}")


# --- reading ---

def languages(path=LANGUAGES):
    """The list of core/languages.h, in its order."""
    with open(path, encoding="utf-8") as file:
        rows = re.findall(r'^ *LANGUAGE\((\w+), *"[^"]*", *\d+, *\d+, *"(\w*)", *(true|false), *"([\w ]*)", *"[\w ]*"\)', file.read(), re.M)
    assert rows and rows[0][0] == "en", f"{path} is not understood"
    return [Language(code, genders, spaced == "true", elided.split()) for code, genders, spaced, elided in rows]


def parse_text(text, at, faults):
    """A text as strings and Places. Reports what cannot be read."""
    parts, rest = parse_until(text, "", at, faults)
    if rest:
        faults.add(at, f"a bracket closes that was never opened: {rest}")
    return parts


def parse_until(text, stops, at, faults):
    """Reads up to one of `stops` outside brackets; returns what was read, and the rest."""
    parts = []
    while text and text[0] not in stops:
        if text[0] == "}":
            return parts, text
        if text[0] != "{":
            n = re.match(f"[^{{}}{re.escape(stops)}]+", text).end()
            parts.append(text[:n])
            text = text[n:]
            continue
        found = re.match(r"\{(\^?)([a-z][a-z0-9-]*)(?:\.([a-z0-9-]+))?(?=[?}])", text)
        if not found:
            faults.add(at, f"this is no place: {text[:20]}")
            return parts, ""
        place = Place(bool(found[1]), found[2], found[3] or "", None)
        parts.append(place)
        text = text[found.end():]
        if text[0] == "?":
            place.ways = []
            while text and text[0] != "}":
                way, text = parse_until(text[1:], "|}", at, faults)
                place.ways.append(way)
            if not text:
                faults.add(at, "a bracket is not closed")
                return parts, ""
        text = text[1:]
    return parts, text


def places(parts):
    """All places of a text, including those inside choices."""
    for part in parts:
        if isinstance(part, Place):
            yield part
            for way in part.ways or []:
                yield from places(way)


def spaced(text, at, faults):
    """In French, turns the ordinary blanks that a translator types before signs into ones that do not break."""
    if "'" in text:
        faults.add(at, "write ’ for an apostrophe")
    bare = re.sub(r"\{[^{}?]*\?", "{", text)  # the ? of a choice is no question mark
    bare = re.sub(r"(?<=\w):(?=\w)", "", bare)  # nor is move:30s a sentence
    for sign in re.findall(r"[^\s?!{|(]([;:!?»])", bare):
        faults.add(at, f"a blank is missing before {sign}")
    text = re.sub(r" (?=:)", "\u00a0", text)
    return re.sub(r" (?=[;!?»])|(?<=«) ", "\u202f", text)


def logical_lines(path):
    """(line number, indentation, words) of a file: without comments, continued lines joined. Lines of a block stay apart."""
    lines, block = [], False
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = re.sub(r"^\s*#.*|\s\s+#.*", "", line.rstrip())
            if not line.strip():
                continue
            indented = line[0] in " \t"
            if not indented:
                block = bool(re.match(r"(names [a-z]|facts\b)", line)) and ":" not in line
            if indented and not block and lines:
                lines[-1] = (lines[-1][0], lines[-1][1], lines[-1][2] + " " + line.strip())
            else:
                lines.append((number, indented, line.strip()))
    return lines


def read_name(words, at, language, faults):
    """marbre (m); du: du marbre"""
    first, *further = re.split(r"\s*;\s*(?=[a-z0-9-]+: )", words)
    found = re.match(r"(.*?)(?:\s*\(([mfn])\))?$", first)
    entry = Entry(at, [], gender=found[2] or "")
    if entry.gender and entry.gender not in language.genders:
        faults.add(at, f"{language.code} has no gender ({entry.gender})")
    entry.text = read_text(found[1], at, language, faults)
    for form in further:
        key, text = form.split(":", 1)
        if key in entry.forms:
            faults.add(at, f"the form {key} stands here twice")
        entry.forms[key] = read_text(text.strip(), at, language, faults)
    return entry


def read_text(text, at, language, faults):
    return parse_text(spaced(text, at, faults) if language.spaced else text, at, faults)


def read(path, language, faults):
    """One file of words."""
    c = Catalogue(path, language)
    block = None  # the dictionary that indented lines belong to
    for number, indented, line in logical_lines(path):
        at = f"{path}:{number}"
        if indented and block is not None:
            read_member(c, block, line, at, faults)
            continue
        block = None
        if found := re.match(r"names ([a-z][a-z0-9-]*)$", line):
            if found[1] in c.names:
                faults.add(at, f"the list {found[1]} stands here twice")
            block = c.names[found[1]] = {}
            c.listed_at[found[1]] = at
        elif found := re.match(r"facts(?: (\S+\.h))?$", line):
            block = c.facts
            c.header = found[1] or ""
        elif found := re.match(r"(text|said)((?: [a-z][a-z0-9-]*)+)$", line):
            c.types.update({name: found[1][0] for name in found[2].split()})
        elif found := re.match(rf"({IDENTIFIER})(?:\(([a-z0-9 -]*)\))?:\s*(.*)$", line):
            if found[1] in c.phrases:
                faults.add(at, f"{found[1]} stands here twice")
            if not found[3]:
                faults.add(at, f"{found[1]} says nothing")
            c.phrases[found[1]] = Entry(at, read_text(found[3], at, language, faults), (found[2] or "").split())
        else:
            faults.add(at, f"this is no 'key: text': {line[:40]}")
    return c


def read_member(c, block, line, at, faults):
    """An indented line: a name of a list, or a fact."""
    found = re.match(rf"({IDENTIFIER}):\s*(.*)$", line)
    if not found:
        faults.add(at, f"this is no 'key: text': {line[:40]}")
    elif found[1] in block:
        faults.add(at, f"{found[1]} stands here twice")
    elif block is c.facts:
        block[found[1]] = (at, found[2])
    else:
        block[found[1]] = read_name(found[2], at, c.language, faults)


# --- checking ---

def type_of(name, english):
    """n number, t text, s said, or the list that the argument is a name of."""
    for base in (name, re.sub(r"\d$", "", name)):  # god, god2: both are gods
        if base in english.types or base in english.names:
            return english.types.get(base, base)
    return "n"


def check_place(place, entry, c, english, faults):
    """Checks that what a place asks for exists. `entry` is where it stands."""
    kind = type_of(place.name, english) if place.name not in english.facts else "n"
    if place.form and kind == "n":  # a number in words
        if place.form not in english.names:
            faults.add(entry.at, f"{{{place.name}.{place.form}}}: there is no list {place.form}")
    elif place.form and kind in ("t", "s"):
        faults.add(entry.at, f"{{{place.name}.{place.form}}}: {place.name} is no name")
    elif place.form:
        for key, name in c.names.get(kind, {}).items():
            if place.form not in name.forms:
                faults.add(name.at, f"{key} has no form {place.form}, which {os.path.basename(entry.at)} asks for")
    if place.ways is None:
        return
    ways = 2 if kind == "n" else 0 if kind in ("t", "s") else len(c.language.genders)
    if ways == 0:
        faults.add(entry.at, f"{{{place.name}?}}: {place.name} has no {'number or gender' if kind in ('t', 's') else 'gender'}")
    elif len(place.ways) != ways:
        faults.add(entry.at, f"{{{place.name}?}} has {len(place.ways)} ways, not {ways}")
    for key, name in c.names.get(kind, {}).items() if ways else []:
        if not name.gender:
            faults.add(name.at, f"{key} has no gender, which {os.path.basename(entry.at)} asks for")


def arguments(entry, english):
    return {p.name for p in places(entry.text)} - set(english.facts)


def check_phrase(key, c, english, faults):
    entry, first = c.phrases[key], english.phrases[key]
    for place in places(entry.text):
        check_place(place, entry, c, english, faults)
    given, wanted = arguments(entry, english), arguments(first, english)
    if c is not english:
        for name in sorted(wanted - given):
            faults.add(entry.at, f"{key} leaves out {{{name}}}")
        for name in sorted(given - wanted):
            faults.add(entry.at, f"{key} has {{{name}}}, which English does not have")
        if entry.order:
            faults.add(entry.at, f"{key}: the order of the arguments stands in English alone")
        return
    if len(wanted) > 1 and not entry.order:
        faults.add(entry.at, f"{key} has several arguments: list them, {key}({' '.join(sorted(wanted))}): ...")
    elif entry.order and sorted(entry.order) != sorted(wanted):
        faults.add(entry.at, f"{key} lists {' '.join(entry.order)} and uses {' '.join(sorted(wanted))}")
    if len(wanted) > ARGS_MAX:
        faults.add(entry.at, f"{key} has more than {ARGS_MAX} arguments")
    if wanted and CONVENTIONAL.match(key):
        faults.add(entry.at, f"{key} is looked up by its key and can have no arguments, only facts")


def check_names(name, c, english, faults):
    if name not in c.names:
        faults.add(f"{c.path}:1", f"the list {name} is missing")
        return
    here, there = list(c.names[name]), list(english.names[name])
    if here != there:
        odd = next((i for i, pair in enumerate(zip(here, there)) if pair[0] != pair[1]), min(len(here), len(there)))
        at = c.names[name][here[odd]].at if odd < len(here) else c.listed_at[name]
        faults.add(at, f"the list {name} has {here[odd] if odd < len(here) else 'nothing'} where English has "
                       f"{there[odd] if odd < len(there) else 'nothing'}")
    for key, entry in c.names[name].items():
        for text in [entry.text, *entry.forms.values()]:
            for place in places(text):
                if place.name not in english.facts:
                    faults.add(entry.at, f"{key}: a name can have facts, and {place.name} is none")
                else:
                    check_place(place, entry, c, english, faults)


def check(catalogues, faults):
    """Every language says what English says."""
    english = catalogues[0]
    symbols = {}
    for key, entry in english.phrases.items():
        if symbols.setdefault(symbol(key), key) != key:
            faults.add(entry.at, f"{key} and {symbols[symbol(key)]} have the same name in C")
    for c in catalogues:
        for key in english.phrases:
            if key in c.phrases:
                check_phrase(key, c, english, faults)
            else:
                faults.add(f"{c.path}:1", f"{key} is missing ({english.phrases[key].at})")
        for key, entry in c.phrases.items():
            if key not in english.phrases:
                faults.add(entry.at, f"English has no {key}")
        for name in english.names:
            check_names(name, c, english, faults)
        for name in c.names:
            if name not in english.names:
                faults.add(c.listed_at[name], f"English has no list {name}")
        if c is not english and (c.facts or c.types):
            faults.add(f"{c.path}:1", "facts and types of arguments stand in English alone")


def read_all(folder, list_of_languages, faults):
    """The catalogues of a folder, English first; None if one cannot be read."""
    found = []
    for language in list_of_languages:
        path = os.path.relpath(os.path.join(folder, "words", language.code))
        if not os.path.exists(path):
            faults.add(f"{path}:1", "this file is missing")
            return None
        found.append(read(path, language, faults))
    if not faults.all:
        check(found, faults)
    return found


# --- writing ---

def symbol(key):
    return re.sub(r"[^A-Za-z0-9]", "_", key).lower()


def quoted(text):
    """A C string; every byte that is not plain ASCII as three octal digits."""
    plain = "".join(chr(b) if 32 <= b < 127 and chr(b) not in '"\\' else f"\\{b:03o}" for b in text.encode())
    return '"' + plain.replace("??", "?\\077") + '"'


class Writer:
    """Replaces names by numbers, and writes the C that holds the texts."""

    def __init__(self, prefix, folder, catalogues):
        self.prefix, self.folder, self.catalogues = prefix, folder, catalogues
        self.english = catalogues[0]
        self.lists = list(self.english.names)
        self.facts = list(self.english.facts)
        self.keys = sorted(self.english.phrases, key=lambda key: key.encode())

    def order(self, key):
        entry = self.english.phrases[key]
        return entry.order or sorted(arguments(entry, self.english))

    def forms(self, c, name):
        """The further forms that some name of the list has, in one order."""
        return sorted({form for entry in c.names[name].values() for form in entry.forms})

    def compiled(self, parts, c, order):
        out = ""
        for part in parts:
            if not isinstance(part, Place):
                out += part
                continue
            out, elided = self.elided(out, c.language)
            fact = part.name in self.facts
            kind = "n" if fact else type_of(part.name, self.english)
            out += "{" + elided + "^" * part.capital
            out += f"#{self.facts.index(part.name)}" if fact else str(order.index(part.name))
            if kind in self.lists:
                out += f"@{self.lists.index(kind)}"
                out += f".{1 + self.forms(c, kind).index(part.form)}" if part.form else ""
            elif part.form:
                out += f"@{self.lists.index(part.form)}"
            if part.ways is not None:
                out += "?" + "|".join(self.compiled(way, c, order) for way in part.ways)
            out += "}"
        return out

    def elided(self, before, language):
        """The text before a place without the vowel that its last word may lose, and the place's mark: "d", "~e"."""
        found = re.search(r"(?:^|[^\w’-])(\w+) $", before)
        if found and found[1].lower() in language.elided:
            return before[:-2], "~" + found[1][-1]
        return before, ""

    def types(self, key):
        kinds = [type_of(name, self.english) for name in self.order(key)]
        return "".join(kind if kind in "ts" else "n" for kind in kinds)

    def constructor(self, key):
        order = self.order(key)
        c_type = {"n": "int ", "t": "const char *", "s": "const pt_said *"}
        member = {"n": "n", "t": "text", "s": "said"}
        names = [re.sub("-", "_", name) for name in order]
        takes = ", ".join(c_type[t] + name for t, name in zip(self.types(key), names)) or "void"
        gives = ", ".join(f"{{.{member[t]} = {name}}}" for t, name in zip(self.types(key), names))
        return (f"static inline pt_said {self.prefix}_say_{symbol(key)}({takes}) {{\n"
                f"    return (pt_said){{&{self.prefix}_phrases[{self.constant(key)}], {{{gives or '{0}'}}}}};\n}}\n")

    def constant(self, key):
        return f"{self.prefix}_SAY_{symbol(key)}".upper()

    def header(self):
        p = self.prefix
        out = f"/* Made by tools/words.py from {self.folder}/words: what this folder says. */\n#pragma once\n"
        out += '#include "core/say.h"\n#include <assert.h>\n\nenum {\n'
        out += "".join(f"    {self.constant(key)},\n" for key in self.keys) + f"    {p.upper()}_SAYINGS\n}};\n\n"
        out += f"extern const pt_phrase {p}_phrases[{p.upper()}_SAYINGS];\nextern const pt_catalogue {p}_catalogue;\n"
        out += "".join(f"extern const pt_names {p}_names_{symbol(name)};\n" for name in self.lists)
        out += (f"\n/* A sentence without arguments, by its number. */\nstatic inline pt_said {p}_say(int phrase) {{\n"
                f"    assert(phrase >= 0 && phrase < {p.upper()}_SAYINGS && !{p}_phrases[phrase].types[0]);\n"
                f"    return pt_said_plain(&{p}_phrases[phrase]);\n}}\n\n")
        return out + "\n".join(self.constructor(key) for key in self.keys)

    def names_c(self, name):
        p, s = self.prefix, symbol(name)
        out = f"static const char *const {s}_ids[] = {{" + ", ".join(map(quoted, self.english.names[name])) + "};\n"
        inside = []
        for c in self.catalogues:
            forms, entries = self.forms(c, name), c.names[name].values()
            out += f"static const char *const {s}_{c.language.code}[] = {{\n"
            for e in entries:
                texts = [e.text] + [e.forms.get(form, e.text) for form in forms]
                out += "    " + ", ".join(quoted(self.compiled(text, c, [])) for text in texts) + ",\n"
            out += "};\n"
            genders = [e.gender for e in entries]
            digits = "".join(str(c.language.genders.index(g)) for g in genders) if all(genders) else ""
            named = f'PT_NOT_IN_WASM({quoted(" ".join(forms))})' if forms else "NULL"
            inside.append(f"{{{s}_{c.language.code}, {1 + len(forms)}, {named}, {quoted(digits) if digits else 'NULL'}}}")
        plain = not any(list(places(e.text)) for e in self.english.names[name].values())
        return out + (f"const pt_names {p}_names_{s} = {{\n    {quoted(name)}, &{p}_catalogue, {len(self.english.names[name])}, "
                      f"{str(plain).lower()}, {s}_ids,\n    {{{', '.join(inside)}}}}};\n\n")

    def source(self):
        p = self.prefix
        out = f"/* Made by tools/words.py from {self.folder}/words. */\n#include \"{self.folder}/words.h\"\n"
        if self.facts:
            header = self.english.header or f"{self.folder}/{os.path.basename(self.folder)}.h"
            out += f'#include "{header}"\n\n'
            out += "static int32_t fact(int number) {\n    switch (number) {\n"
            out += "".join(f"    case {i}: return {self.english.facts[f][1]};\n" for i, f in enumerate(self.facts))
            out += "    default: return 0;\n    }\n}\n"
            out += "#ifndef __wasm__\nstatic const char *const fact_names[] = {" + ", ".join(map(quoted, self.facts)) + ", NULL};\n#endif\n"
        out += "\n" + "".join(self.names_c(name) for name in self.lists)
        out += f"const pt_phrase {p}_phrases[{p.upper()}_SAYINGS] = {{\n"
        for key in self.keys:
            texts = [quoted(self.compiled(c.phrases[key].text, c, self.order(key))) for c in self.catalogues]
            out += (f"    {{{quoted(key)}, &{p}_catalogue, {quoted(self.types(key))}, {{\n        "
                    + ",\n        ".join(texts) + "}},\n")
        out += "};\n\n"
        if self.lists:
            out += "static const pt_names *const lists[] = {" + ", ".join(f"&{p}_names_{symbol(n)}" for n in self.lists) + "};\n"
        return out + (f"const pt_catalogue {p}_catalogue = {{{p}_phrases, {'lists' if self.lists else 'NULL'}, "
                      f"{p.upper()}_SAYINGS, {len(self.lists)}, {'fact, PT_NOT_IN_WASM(fact_names)' if self.facts else 'NULL, NULL'}}};\n")


def write(path, text):
    """Writes the file only if it changes, so that what includes it need not be compiled again."""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main(args):
    if len(args) != 5:
        print(__doc__, file=sys.stderr)
        return 2
    prefix, folder, header, source, depfile = args
    faults = Faults()
    catalogues = read_all(folder, languages(), faults)
    if faults.all:
        print("\n".join(faults.all), file=sys.stderr)
        return 1
    writer = Writer(prefix, os.path.relpath(folder, ROOT), catalogues)
    write(header, writer.header())
    write(source, writer.source())
    paths = [LANGUAGES, os.path.abspath(__file__)] + [os.path.abspath(c.path) for c in catalogues]
    with open(depfile, "w", encoding="utf-8") as file:
        file.write(f"{header} {source}: {' '.join(p.replace(' ', chr(92) + ' ') for p in paths)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
