#!/usr/bin/env python3
"""Builds texts into the program.

  tools/embed.py INPUT SYMBOL OUTPUT           a text file as a C string
  tools/embed.py INPUT SYMBOL OUTPUT DEPFILE   INPUT is English, NAME.md; its translations lie beside it, NAME.fr.md: an
                                               array of C strings, one a language of core/languages.h, NULL where there is none"""
# SPDX-License-Identifier: MIT
import glob
import os
import sys

import words


def c_string(symbol, path):
    with open(path, "rb") as file:
        data = file.read()
    rows = [", ".join(f"'\\x{byte:02x}'" for byte in data[i:i + 12]) for i in range(0, len(data), 12)]
    return f"const char {symbol}[] = {{\n" + "".join(f"    {row},\n" for row in rows) + "    0};\n"


def in_languages(source):
    """{code: path} of a text and its translations; a file of an unknown language is a fault."""
    base, ending = os.path.splitext(source)
    found = {path[len(base) + 1:-len(ending)]: path for path in glob.glob(f"{glob.escape(base)}.*{ending}")}
    codes = [language.code for language in words.languages()]
    if unknown := sorted(set(found) - set(codes[1:])):
        sys.exit(f"{found[unknown[0]]}: core/languages.h has no language '{unknown[0]}' to translate into")
    return {code: path for code in codes if (path := source if code == "en" else found.get(code))}


def embed_languages(source, symbol):
    paths = in_languages(source)
    out = '#include "core/languages.h"\n#include <stddef.h>\n\n'
    out += "".join("static " + c_string(f"in_{code}", path) for code, path in paths.items())
    rows = "".join(f"    [PT_LANGUAGE_{code}] = in_{code},\n" for code in paths)
    out += f"extern const char *const {symbol}[PT_LANGUAGES];\nconst char *const {symbol}[PT_LANGUAGES] = {{\n{rows}}};\n"
    # The folder too: a new translation changes it.
    return out, [os.path.dirname(source), words.LANGUAGES, words.__file__, __file__, *paths.values()]


def main(source, symbol, target, depfile=None):
    if depfile:
        text, needs = embed_languages(source, symbol)
        needs = " ".join(os.path.abspath(path).replace(" ", "\\ ") for path in needs)
        with open(depfile, "w", encoding="utf-8") as file:
            file.write(f"{target}: {needs}\n")
    else:
        text = f"extern const char {symbol}[];\n" + c_string(symbol, source)
    words.write(target, text)


if __name__ == "__main__":
    main(*sys.argv[1:])
