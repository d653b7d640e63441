"""Writes all faults of a file into it, each behind a check at run time: is fault n switched on? Only one is ever on,
so a faulty expression may hold the others' originals."""
# SPDX-License-Identifier: MIT
from dataclasses import asdict, dataclass

from mutation import faults
from mutation.syntax import bare, body, children, functions, span

OPAQUE = ("UnaryExprOrTypeTraitExpr", "StmtExpr", "OffsetOfExpr", "GCCAsmStmt", "GenericSelectionExpr")


@dataclass
class Fault:
    number: int
    file: str
    line: int
    function: str
    kind: str
    before: str
    after: str

    def as_row(self):
        return asdict(self)


class Writer:
    """Rewrites the functions of one file."""

    def __init__(self, path, source):
        self.path, self.source, self.next = path, source, 1
        self.text, self.faults, self.function = faults.words_of(source), [], ""

    def note(self, node_span, kind, before, after):
        number = self.next
        self.next += 1
        line = self.source.count(b"\n", 0, node_span[0]) + 1
        self.faults.append(Fault(number, self.path, line, self.function, kind, before, after))
        return number

    # --- the pieces of the text ---

    def splice(self, place, parts):
        """The source of a place, with the new texts of some parts of it: (span, text)."""
        out, at = [], place[0]
        for (begin, end), new in sorted(parts, key=lambda p: p[0]):
            if begin < at or end > place[1]:
                continue  # shared by two nodes, as in `int a = 1, b = 2`
            out += [self.source[at:begin], new]
            at = end
        return b"".join(out) + self.source[at:place[1]]

    def parts(self, node, inside=""):
        """The rewritten children, or what they hold if a macro wrote them."""
        found = []
        for child in children(node):
            found += self.rewritten(child, inside)
        return found

    def rewritten(self, node, inside=""):
        kind = node["kind"]
        if kind in OPAQUE or (kind == "VarDecl" and node.get("storageClass") == "static"):
            return []
        place = span(node, self.source)
        if kind == "ConstantExpr":
            return []
        if kind == "CaseStmt" and not place:  # it ends in a macro
            return self.statements(children(node)[1:])
        if kind.endswith("Decl") or not place or kind == "DeclStmt":
            return self.parts(node)
        return [(place, self.node(node, place, inside))]

    # --- nodes ---

    def node(self, node, place, inside):
        kind = node["kind"]
        special = getattr(self, "of_" + kind, None)
        if special:
            return special(node, place, inside)
        return self.value(node, place, inside)

    def value(self, node, place, inside):
        """An expression, with its own faults around it."""
        return self.chosen(node, place, faults.expression(node, self.text, inside),
                           self.splice(place, self.parts(node, "" if inside == "bound" else inside)))

    def chosen(self, node, place, choices, whole):
        before = self.text(node)
        for kind, after in choices:
            number = self.note(place, kind, before, after)
            whole = b"(PT_FAULT(%d) ? (%s) : (%s))" % (number, after.encode(), whole)
        return whole

    def place_only(self, node, place):
        """What is written to: its indices are read, and it is not."""
        inner = bare(node)
        if inner["kind"] == "ArraySubscriptExpr":
            return self.of_ArraySubscriptExpr(inner, place, "")
        if inner["kind"] == "MemberExpr":
            return self.splice(place, [(s, self.place_only(c, s)) for c in children(inner)
                                       if (s := span(c, self.source))])
        if inner["kind"] == "UnaryOperator" and inner.get("opcode") == "*":
            return self.splice(place, self.parts(inner))
        return self.splice(place, [])

    def of_ArraySubscriptExpr(self, node, place, _):
        parts = []
        array, at = children(node)[:2]
        if s := span(array, self.source):
            parts.append((s, self.place_only(array, s)))
        if s := span(at, self.source):
            inner = bare(at)
            choices = list(faults.index(node, self.text))
            plain = inner["kind"] in ("IntegerLiteral", "DeclRefExpr") and choices
            whole = self.source[s[0]:s[1]] if plain else dict(self.rewritten(at)).get(s, self.source[s[0]:s[1]])
            parts.append((s, self.chosen(inner, s, choices, whole)))
        return self.splice(place, parts)

    def of_MemberExpr(self, node, place, inside):
        return self.chosen(node, place, faults.expression(node, self.text, inside), self.place_only(node, place))

    def of_ImplicitCastExpr(self, node, place, inside):
        inner = children(node)[0]
        if node.get("castKind") in ("ArrayToPointerDecay", "FunctionToPointerDecay"):
            return self.place_only(inner, place)
        return self.node(inner, place, inside)

    def of_CStyleCastExpr(self, node, place, inside):
        if node.get("castKind") == "ToVoid":  # a parameter that is not used
            return self.splice(place, [])
        return self.value(node, place, inside)

    def of_ParenExpr(self, node, place, inside):
        return self.splice(place, self.parts(node, inside))

    def of_UnaryOperator(self, node, place, inside):
        if node.get("opcode") in ("&", "++", "--"):
            inner = children(node)[0]
            s = span(inner, self.source)
            return self.splice(place, [(s, self.place_only(inner, s))] if s else [])
        return self.value(node, place, inside)

    def of_BinaryOperator(self, node, place, inside):
        if node.get("opcode") == "=":
            return self.assignment(node, place)
        below = inside if node.get("opcode") in ("&&", "||") else "bound" if inside == "loop" else ""
        return self.chosen(node, place, faults.expression(node, self.text, inside),
                           self.splice(place, self.parts(node, below)))

    def assignment(self, node, place, _=""):
        left, right = children(node)[:2]
        s = span(left, self.source)
        return self.splice(place, ([(s, self.place_only(left, s))] if s else []) + self.rewritten(right))

    of_CompoundAssignOperator = assignment

    def of_InitListExpr(self, node, place, _):
        return self.splice(place, self.parts(node))

    # --- statements ---

    def statement(self, node):
        """A statement of a block or of a branch."""
        place = span(node, self.source)
        if not place or not faults.removable(node, self.text):
            return self.rewritten(node)
        number = self.note(place, "statement left out", self.text(node), "")
        return [(place, b"(PT_FAULT(%d) ? (void)0 : (void)(%s))" % (number, self.node(node, place, "")))]

    def statements(self, nodes):
        return [part for n in nodes for part in self.statement(n)]

    def of_CompoundStmt(self, node, place, _):
        return self.splice(place, self.statements(children(node)))

    def of_CaseStmt(self, node, place, _):
        """The first child is the label, a constant."""
        return self.splice(place, self.statements(children(node)[1:]))

    of_DefaultStmt = of_LabelStmt = of_CompoundStmt

    def of_IfStmt(self, node, place, _):
        test, *branches = children(node)
        parts = self.statements(branches)
        if s := span(test, self.source):
            inner = self.node(test, s, "")
            parts.append((s, self.chosen(test, s, faults.condition(test, self.text), inner)))
        return self.splice(place, parts)

    def of_ForStmt(self, node, place, _):
        """Children: the beginning, (a variable), the condition, the step, and what is repeated."""
        inner = node.get("inner", [])
        begin, test, step, loop = inner[0], inner[2], inner[3], inner[4]
        parts = [p for n in (begin, step) if n.get("kind") for p in self.rewritten(n)]
        if test.get("kind"):
            parts += self.rewritten(test, "loop")
        return self.splice(place, parts + self.statement(loop))

    def of_WhileStmt(self, node, place, _):
        test, loop = children(node)[:2]
        return self.splice(place, self.rewritten(test) + self.statement(loop))

    def of_DoStmt(self, node, place, _):
        loop, test = children(node)[:2]
        return self.splice(place, self.rewritten(test) + self.statement(loop))

    def of_SwitchStmt(self, node, place, _):
        """What is switched on stays an enumeration, so that the compiler sees its cases."""
        return self.splice(place, self.statements(children(node)[1:]))


def rewrite(path, full, flags, folder):
    """The new text of a file and its faults, numbered from 1."""
    with open(full, "rb") as file:
        source = file.read()
    writer, parts = Writer(path, source), []
    for f in functions(full, flags, folder):
        if faults.is_left_alone(f["name"]):
            continue
        writer.function = f["name"]
        block = body(f)
        place = span(block, source)
        if place:
            parts.append((place, writer.node(block, place, "")))
    return writer.splice((0, len(source)), parts), writer.faults
