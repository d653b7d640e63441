#!/usr/bin/env python3
"""Makes the man pages from what the program says about itself: petteia(1), and petteia-VERB(1) for each verb, in every language.

Usage: tools/manual.py PROGRAM FOLDER. English goes to FOLDER/man1, other languages to FOLDER/CODE/man1, as man(1) looks for them."""
# SPDX-License-Identifier: MIT
import json
import os
import re
import subprocess
import sys
import textwrap

WIDTH = 78  # of the source; man fills its lines anyway


def about(program, code):
    """What `petteia help --json` says in a language."""
    said = subprocess.run([program, "help", "--json", "--lang", code], stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout
    return json.loads(said)


def plain(text):
    """A text as roff shows it unchanged. A minus sign can be copied; a blank that must not break is a blank of roff's."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("\u00a0", "\\ ").replace("\u202f", "\\ ")
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.M)


def paragraph(text):
    rows = textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    return "".join(plain(row) + "\n" for row in rows)


def heading(text):
    return f'.SH "{plain(text)}"\n'


def term(name, value, words):
    """A name in bold, what it takes in italics, and below it the words."""
    return f'.TP\n\\fB{plain(name)}\\fR{f" {chr(92)}fI{plain(value)}{chr(92)}fR" if value else ""}\n' + paragraph(words)


def top(page, said):
    return f'.\\" Made by tools/manual.py.\n.TH "{page.upper()}" 1 "" "petteia {said["version"]}" "petteia"\n'


def named(name, words, said):
    return heading(said["manual"]["name"]) + f"{plain(name)} \\-\n" + paragraph(words)


def ending(said, also):
    words = said["manual"]
    text = heading(words["status"])
    for code, key in ("0", "fine"), ("1", "failed"), ("2", "usage"):
        text += term(code, "", words[key])
    text += heading(words["environment"])
    text += term("PETTEIA_LANG", "", words["language"]) + term("NO_COLOR", "", words["colour"])
    pages = [f".BR {plain(page)} ({section})" for page, section in also]
    return text + heading(words["also"]) + " ,\n".join(pages) + "\n"


def verb_page(verb, said):
    name, words = f"petteia-{verb['verb']}", said["manual"]
    text = top(name, said) + named(name, verb["words"], said)
    text += heading(words["synopsis"]) + f'.B petteia {verb["verb"]}\n' + paragraph(verb["usage"])
    text += heading(words["description"]) + paragraph(verb["words"][:1].upper() + verb["words"][1:] + ".")
    text += heading(words["options"])
    for option in verb["options"]:
        text += term(option["name"], option.get("value", ""), option["words"])
    return name, text + ending(said, [("petteia", 1)])


def main_page(said):
    words = said["manual"]
    usage, _, purpose = words["title"].partition(":")
    text = top("petteia", said) + named("petteia", purpose.strip(), said)
    text += heading(words["synopsis"]) + ".B petteia\n" + paragraph(usage.strip().removeprefix("petteia "))
    text += heading(words["verbs"])
    for verb in said["verbs"]:
        text += term(verb["verb"], "", verb["words"])
    return "petteia", text + ending(said, [(f"petteia-{verb['verb']}", 1) for verb in said["verbs"]] + [("libpetteia", 3)])


def main(program, folder):
    for code in about(program, "en")["languages"]:
        said = about(program, code)
        place = os.path.join(folder, *([] if code == "en" else [code]), "man1")
        os.makedirs(place, exist_ok=True)
        for name, text in [main_page(said)] + [verb_page(verb, said) for verb in said["verbs"]]:
            with open(os.path.join(place, f"{name}.1"), "w", encoding="utf-8") as file:
                file.write(text)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), sys.argv[2])
