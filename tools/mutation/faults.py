"""The faults that are made: for each node of the syntax tree, what one could have written instead by mistake.

A fault of an expression is another expression, a fault of a statement its absence. Both are given as text, with
the original's own words in them."""
# SPDX-License-Identifier: MIT
import re

from mutation.syntax import bare, children, is_number, span, type_of

BOUND = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
OTHER_SIGN = {"+": "-", "-": "+"}
LEFT_ALONE = ("*", "/", "%", "|", "&", "^")
SEATS = re.compile(r"(?:.*(?:->|\.))?(?:seat|actor|who|player|owner|mover|loser|winner|attacker|defender)")

# Functions in which no fault is made, and why.
LEFT_ALONE_FUNCTIONS = {
    r"(.*_)?audit(_.*)?": "checks of invariants: tests themselves, and a correct game passes them all",
}

# To keep a part of an older view is allowed, never needed (core/json.h): what is not kept is written anew, and is the same.
MAY_KEEP = re.compile(r"(?:.* && )?pt_keep\w*\([^()]*(?:\([^()]*\)[^()]*)*\)|\w+ \+= pt_keep_items\(.*\)")


def is_left_alone(function):
    return any(re.fullmatch(pattern, function) for pattern in LEFT_ALONE_FUNCTIONS)


def compare(left, op, right, node, inside):
    if inside == "loop" and op in ("<", "<=", ">", ">=") and is_number(children(node)[1]):
        yield "loop one short", f"{left} {op} {right} {'-' if '<' in op else '+'} 1"
    else:
        yield "comparison", f"{left} {BOUND[op]} {right}"


def binary(node, text, inside):
    parts = children(node)
    op, left, right = node.get("opcode"), text(parts[0]), text(parts[1])
    if left is None or right is None:
        return
    if op in BOUND:
        yield from compare(left, op, right, node, inside)
    elif op in ("&&", "||"):
        yield "condition dropped", left
        yield "condition dropped", right
    elif op in OTHER_SIGN and is_number(parts[0]) and is_number(parts[1]):
        yield "sign", f"{left} {OTHER_SIGN[op]} {right}"
        yield "term left out", left
    elif op in LEFT_ALONE and is_number(node):
        yield "term left out", left


def constant(node, text):
    word = text(node)
    if word in ("true", "false"):
        yield "constant", "false" if word == "true" else "true"
    else:
        yield "constant", f"{word} + 1"


def name(node, text):
    """A name of an enumeration becomes the next one; a seat becomes another seat."""
    word = text(node)
    if node.get("referencedDecl", {}).get("kind") == "EnumConstantDecl":
        yield "constant", f"{word} + 1"
    elif is_number(node) and SEATS.fullmatch(word):
        yield "wrong seat", f"({word}) ? 0 : 1"


def is_constant(node):
    return node["kind"] == "IntegerLiteral" or node.get("referencedDecl", {}).get("kind") == "EnumConstantDecl"


def expression(node, text, inside):
    """What could stand instead of a whole expression that is read."""
    kind = node["kind"]
    if text(node) is None:
        return
    if kind == "BinaryOperator":
        yield from binary(node, text, inside)
    elif inside == "bound" and is_constant(node):
        return  # one more than a loop may do leads outside of an array; one less is a fault of the comparison
    elif kind == "IntegerLiteral":
        yield from constant(node, text)
    elif kind in ("DeclRefExpr", "MemberExpr"):
        yield from name(node, text)
    elif kind == "UnaryOperator" and node.get("opcode") in ("!", "-", "~"):
        operand = text(children(node)[0])
        if operand is not None:
            yield "negation", operand


def condition(node, text):
    """What could stand instead of the condition of an `if`."""
    if text(node) is not None:
        if not MAY_KEEP.fullmatch(text(node)):
            yield "never", "0"
        yield "always", "1"


def index(node, text):
    """Another element of an array whose size is known."""
    array, at = (bare(n) for n in children(node)[:2])
    size = re.search(r"\[(\d+)\]", type_of(array))
    word = text(at)
    if size and int(size[1]) > 1 and word is not None:
        yield "wrong index", f"(({word}) + 1) % {size[1]}"


def removable(node, text):
    """Statements that may be left out: calls, assignments, steps."""
    kind = node["kind"]
    if MAY_KEEP.fullmatch(text(node) or ""):
        return False
    if kind == "CallExpr":
        return True
    if kind == "BinaryOperator":
        return node.get("opcode") == "="
    if kind == "UnaryOperator":
        return node.get("opcode") in ("++", "--")
    return kind == "CompoundAssignOperator"


def words_of(source):
    """The text of a node, on one line, without comments; None where a macro wrote it."""
    def text(node):
        place = span(node, source)
        if not place:
            return None
        plain = re.sub(r"/\*.*?\*/", " ", source[place[0]:place[1]].decode(), flags=re.S)
        return re.sub(r"\s+", " ", plain).strip()
    return text
