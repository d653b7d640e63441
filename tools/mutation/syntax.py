"""The syntax tree of a C file, as clang prints it: which bytes of the file each node covers."""
# SPDX-License-Identifier: MIT
import json
import os
import subprocess

CASTS = ("ImplicitCastExpr", "ParenExpr", "ConstantExpr")


def functions(path, flags, folder):
    """The functions that are defined in a file itself, not in what it includes. Where ccache stands for the compiler, it would hand it
    a preprocessed text, whose places are others."""
    out = subprocess.run(["clang", "-fsyntax-only", "-w", *flags, "-Xclang", "-ast-dump=json", path], cwd=folder,
                         env=os.environ | {"CCACHE_DISABLE": "1"}, stdout=subprocess.PIPE, check=True).stdout
    return [n for n in map(json.loads, definitions(out)) if n["kind"] == "FunctionDecl" and is_own(n) and body(n)]


def definitions(out):
    """The texts of the functions with a body. The whole, with its tables and all that is included, takes a gigabyte, so
    it is cut before it is read: each declaration of the file begins and ends with a brace four blanks from the left."""
    for part in out.split(b"\n    {\n")[1:]:
        if part.find(b'"kind": "FunctionDecl"', 0, 200) >= 0 and b'"kind": "CompoundStmt"' in part:
            yield b"{" + part[:part.rindex(b"\n    }")] + b"}"


def is_own(node):
    place = node.get("loc", {})
    return "offset" in place and "includedFrom" not in place


def body(function):
    """Behind its body a function has its attributes, also those that a header gives it."""
    return next((n for n in children(function) if n["kind"] == "CompoundStmt"), None)


def children(node):
    return [n for n in node.get("inner", []) if n.get("kind")]


def span(node, source):
    """The first byte and the one past the last; None for what a macro has written, but for true and false."""
    begin, end = node.get("range", {}).get("begin", {}), node.get("range", {}).get("end", {})
    if "offset" in begin and "offset" in end:
        return begin["offset"], end["offset"] + end["tokLen"]
    at = begin.get("expansionLoc", {})
    if node["kind"] == "IntegerLiteral" and "offset" in at:
        word = source[at["offset"]:at["offset"] + at["tokLen"]]
        if word in (b"true", b"false") and "includedFrom" not in at:
            return at["offset"], at["offset"] + at["tokLen"]
    return None


def bare(node):
    """Without the parentheses and the casts that nobody wrote."""
    while node["kind"] in CASTS and children(node):
        node = children(node)[0]
    return node


def type_of(node):
    return node.get("type", {}).get("desugaredQualType") or node.get("type", {}).get("qualType", "")


NUMBERS = {"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long",
           "unsigned long", "long long", "unsigned long long", "_Bool", "bool"}


def is_number(node):
    words = type_of(node).replace("const ", "").replace("volatile ", "")
    return words in NUMBERS or words.startswith("enum ")
