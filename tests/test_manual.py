#!/usr/bin/env python3
"""Man pages and completion are made from what the program says about itself: they are well formed and leave nothing out.

Usage: test_manual.py PROGRAM. Prints a line for each test and "N passed, M failed"; exit 1 if any failed. What checks or runs them
(man, mandoc, zsh, fish) is used where it is installed; bash always."""
# SPDX-License-Identifier: MIT
import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM = os.path.abspath(sys.argv[1])
TOOLS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tools")
ENV = {**os.environ, "PETTEIA_LANG": "en", "MANWIDTH": "1000", "LC_ALL": "C.UTF-8"}
results, lacking = [], set()


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env=ENV, check=False, stdin=subprocess.DEVNULL, **more)


def about(*args, lang="en"):
    return json.loads(run(PROGRAM, *args, "--json", "--lang", lang).stdout)


def installed(tool):
    """A shell or checker that this machine may lack; then what it would show is skipped, and told."""
    if not shutil.which(tool):
        lacking.add(tool)
        return False
    return True


def test(name, good, seen=""):
    results.append(bool(good))
    print(("ok   " if good else "FAIL ") + name + ("" if good else f"\n     {seen!r}"))


# --- man pages ---

def read_page(path):
    """The page as roff's own escapes leave it: enough to find every word, wherever man is not installed."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return re.sub(r"\\f[BIR]|\\&", "", text).replace("\\-", "-").replace("\\ ", " ").replace("\\e", "\\")


def check_pages(folder, lang, said):
    place = os.path.join(folder, *([] if lang == "en" else [lang]), "man1")
    names = {"petteia.1"} | {f"petteia-{verb['verb']}.1" for verb in said["verbs"]}
    test(f"{lang}: a page for the program and for each verb", set(os.listdir(place)) == names, os.listdir(place))
    for verb in said["verbs"]:
        page = read_page(os.path.join(place, f"petteia-{verb['verb']}.1"))
        flat = re.sub(r"\s+", " ", page)
        lacks = [o["name"] for o in verb["options"] if f"\n{o['name']} {o.get('value', '')}".rstrip() + "\n" not in page
                 or re.sub(r"\s+", " ", o["words"]) not in flat]
        test(f"{lang}: petteia-{verb['verb']}(1) has every option and its words", verb["options"] and not lacks, lacks)
        words = [text for text in (verb["words"], verb["usage"]) if re.sub(r"\s+", " ", text) not in flat]
        test(f"{lang}: petteia-{verb['verb']}(1) says what the verb does, and how it is called", not words, words)
    page = read_page(os.path.join(place, "petteia.1"))
    lacks = [verb["verb"] for verb in said["verbs"] if f"\n{verb['verb']}\n" not in page or f"petteia-{verb['verb']} (1)" not in page]
    test(f"{lang}: petteia(1) lists and cites every verb", not lacks, lacks)
    lint(lang, sorted(os.path.join(place, name) for name in names))


def lint(lang, pages):
    if installed("mandoc"):
        said = [row for row in run("mandoc", "-T", "lint", "-W", "warning", *pages).stdout.splitlines() if "missing date" not in row]
        test(f"{lang}: mandoc finds nothing wrong", not said, said)
    for page in pages if shutil.which("man") else []:
        r = run("man", "--warnings", "-E", "UTF-8", "-l", page)
        test(f"{lang}: man shows {os.path.basename(page)} without a warning", r.returncode == 0 and not r.stderr and "petteia" in r.stdout, r)


def manual():
    with tempfile.TemporaryDirectory() as folder:
        r = run(sys.executable, os.path.join(TOOLS, "manual.py"), PROGRAM, folder)
        test("the man pages are made", r.returncode == 0, r)
        for lang in about("help")["languages"]:
            said = about("help", lang=lang)
            test(f"{lang}: help --json has the verbs of --help",
                 [v["verb"] for v in said["verbs"]] == re.findall(r"^  ([\w-]+) ", run(PROGRAM, "--help").stdout, re.M), said)
            for verb in said["verbs"]:
                shown = run(PROGRAM, verb["verb"], "--help", "--lang", lang).stdout
                rows = re.findall(r"^  (--?[\w-]+)(?: (\S+))? {2,}(\S.*)$", shown, re.M)
                listed = [(o["name"], o.get("value", ""), o["words"]) for o in verb["options"]]
                test(f"{lang}: help --json has the options of {verb['verb']} --help", rows == listed, (rows, listed))
            check_pages(folder, lang, said)


# --- completion ---

def in_bash(file, line):
    """What bash offers at the end of a line, taken apart as bash does it."""
    words = re.findall(r"[^\s=]+|=", line) + ([""] if line.endswith(" ") else [])
    array = " ".join(f"'{word}'" for word in words)
    r = run("bash", "--norc", "-c", f"source '{file}'; COMP_WORDS=({array}); COMP_CWORD={len(words) - 1}; _petteia 2>/dev/null; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            cwd=os.path.dirname(file))
    return sorted(r.stdout.split())


def in_fish(file, line):
    r = run("fish", "--no-config", "-c", f"source '{file}'; complete -C '{line}'", cwd=os.path.dirname(file))
    return sorted(row.split("\t")[0] for row in r.stdout.splitlines())


def in_zsh(file, line):
    """What a line becomes when it is typed into zsh: \\t completes. A function takes the program's place and says what it got."""
    setup = f"PS1=; fpath=({os.path.dirname(file)} $fpath); autoload -Uz compinit && compinit -u -D; petteia() {{ print -r -- \"GOT[$*]\" }}; print REA''DY\n"
    pid, fd = pty.fork()
    if pid == 0:
        os.chdir(os.path.dirname(file))
        os.execvpe("zsh", ["zsh", "-f", "-i"], {**ENV, "TERM": "xterm"})
    seen = ""

    def wait(pattern):
        nonlocal seen
        end = time.monotonic() + 60
        while not re.search(pattern, seen) and time.monotonic() < end:
            if select.select([fd], [], [], 0.1)[0]:
                seen += os.read(fd, 65536).decode(errors="replace")
        return re.search(pattern, seen)
    try:
        os.write(fd, setup.encode())
        wait("READY")
        os.write(fd, (line + "\n").encode())
        got = wait(r"GOT\[([^\]$]*)\]")
        return got and got[1].strip()
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
        os.close(fd)


def check_bash(file, said, games, words):
    verbs = [v["verb"] for v in said["verbs"]]
    test("bash: its syntax is right", run("bash", "-n", file).returncode == 0, run("bash", "-n", file))
    test("bash: verbs", set(verbs) <= set(in_bash(file, "petteia ")), in_bash(file, "petteia "))
    test("bash: verbs after --lang de", set(verbs) <= set(in_bash(file, "petteia --lang de ")), in_bash(file, "petteia --lang de "))
    test("bash: verbs to help with", in_bash(file, "petteia help ") == sorted(verbs))
    for verb in said["verbs"]:
        offered = in_bash(file, f"petteia {verb['verb']} -")
        test(f"bash: the options of {verb['verb']}", offered == sorted(o["name"] for o in verb["options"]), offered)
    for name, line, expected in words:
        test(f"bash: {name}", in_bash(file, line) == sorted(expected), (line, in_bash(file, line), expected))
    for g in games:
        counts = [str(n) for n in range(g["min_players"], g["max_players"] + 1)]
        test(f"bash: how many play {g['game']}", in_bash(file, f"petteia random {g['game']} --players ") == counts)
    for g in (g for g in games if any(o.get("values") for o in g["options"])):
        option = next(o for o in g["options"] if o.get("values"))
        line = f"petteia term {g['game']} --option "
        all_of_it = {f"{option['name']}={value}" for value in option["values"]}
        test(f"bash: the options of {g['game']}", all_of_it <= set(in_bash(file, line)), in_bash(file, line))
        test(f"bash: the values of its option {option['name']}", in_bash(file, f"{line}{option['name']}=") == sorted(option["values"]))


def completion():
    said, games = about("help"), about("games")
    first, names, bots = games[0]["game"], [g["game"] for g in games], said["bots"]
    with tempfile.TemporaryDirectory() as folder:
        files = [os.path.join(folder, name) for name in ("petteia", "_petteia", "petteia.fish")]
        r = run(sys.executable, os.path.join(TOOLS, "completion.py"), PROGRAM, *files)
        test("the completion is made", r.returncode == 0, r)
        os.mkdir(os.path.join(folder, "records"))
        with open(os.path.join(folder, "game.play"), "w", encoding="utf-8"):
            pass
        words = [("games", "petteia rules ", names), ("games behind an option", "petteia random --seed 3 ", names), ("a game", f"petteia rules {first[:5]}", [first]),
                 ("games of an option", "petteia hint --game ", names), ("bots", f"petteia arena {first} ", bots), ("more bots", f"petteia arena {first} greedy --json ", bots),
                 ("languages", "petteia games --lang ", said["languages"]), ("seats", "petteia term x --seats human,gr", ["human,greedy"]),
                 ("a choice of words", "petteia term x --confirm ", ["never", "pass", "always"]), ("files", "petteia replay g", ["game.play"]),
                 ("folders", "petteia serve --data ", ["records"]), ("nothing for a number", "petteia soak --games ", [])]
        check_bash(files[0], said, games, [*words, ("languages after =", "petteia games --lang=", said["languages"])])
        if installed("fish"):
            for name, line, expected in words:
                expected = [e + "/" if e == "records" else e for e in expected]
                offered = [o for o in in_fish(files[2], line) if not o.startswith("-")]
                test(f"fish: {name}", offered == sorted(expected), (line, offered, expected))
            test("fish: verbs", {v["verb"] for v in said["verbs"]} <= set(in_fish(files[2], "petteia ")), in_fish(files[2], "petteia "))
            for verb in said["verbs"]:
                offered = set(in_fish(files[2], f"petteia {verb['verb']} -"))
                test(f"fish: the options of {verb['verb']}", {o["name"] for o in verb["options"]} <= offered, offered)
        if installed("zsh"):
            test("zsh: its syntax is right", run("zsh", "-n", files[1]).returncode == 0)
            for line, expected in ((f"petteia rand\t{first[:5]}\t--pla\t2", f"random {first} --players 2"), (f"petteia arena {first} gree\tmast\t--js\t", f"arena {first} greedy master --json"),
                                   ("petteia repl\tgam\t--ti\t", "replay game.play --tidy"), ("petteia games --lang d\t", "games --lang de"),
                                   ("petteia term x --conf\tnev\t", "term x --confirm never"), ("petteia serve --data rec\t", "serve --data records")):
                test(f"zsh: {line!r}", in_zsh(files[1], line) == expected, (line, in_zsh(files[1], line)))


manual()
completion()
failed = results.count(False)
for each in sorted(lacking):
    print(f"skip {each}: it is not installed")
print(f"{len(results) - failed} passed, {failed} failed" + (f", {len(lacking)} skipped" if lacking else ""))
sys.exit(failed > 0)
