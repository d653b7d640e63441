"""A store as an older program left it: what later steps of store/schema.c made is taken out again. Reads the steps there, so that
a new one needs no change here."""
# SPDX-License-Identifier: MIT
import pathlib
import re
import sqlite3

SCHEMA = (pathlib.Path(__file__).parent.parent / "store" / "schema.c").read_text(encoding="utf-8")


def steps():
    """The steps for SQLite, each as its SQL: literals of C that follow each other are one."""
    macros = {name: body for name, body in re.findall(r"#define (PT_SCHEMA_\w+)((?:.*\\\n)+.*\n)", SCHEMA)}
    listed = re.search(r"\*const steps\[PT_SCHEMA\] = \{(.*?)\n\};", SCHEMA, re.S)[1]
    for name, body in macros.items():
        listed = listed.replace(name, body.replace("\\\n", "\n"))
    tokens = re.findall(r'/\*.*?\*/|"(?:[^"\\]|\\.)*"|,', listed, re.S)
    found = [""]
    for token in tokens:
        if token == ",":
            found.append("")
        elif token.startswith('"'):
            found[-1] += token[1:-1]
    return found


def undoing(version):
    """What takes the steps after this version out again."""
    later = " ".join(steps()[version:])
    made = re.findall(r"CREATE (?:VIRTUAL )?TABLE (\w+)", later)
    return ([f"DROP {kind} {name}" for kind, name in re.findall(r"CREATE (?:UNIQUE )?(INDEX|TRIGGER) (\w+)", later)] +
            [f"DROP TABLE {name}" for name in made] +
            [f"ALTER TABLE {table} DROP COLUMN {column}" for table, column in re.findall(r"ALTER TABLE (\w+) ADD COLUMN (\w+)", later) if table not in made])


def make_older(path, version):
    """The store at `path` becomes one of this version, with what it holds."""
    with sqlite3.connect(path) as db:
        for statement in undoing(version):
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {version}")


def make_servers_older(s, version):
    """The same for the store of a server that stands still, in its folder or on PostgreSQL."""
    if s.store:
        s.ask(*undoing(version), f"UPDATE store_state SET version = {version}", "SELECT 1")
    else:
        make_older(f"{s.data}/petteia.db", version)
