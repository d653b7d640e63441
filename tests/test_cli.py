#!/usr/bin/env python3
"""The command line: every verb explains itself, every mistake is one line on stderr and exit 2.

Usage: test_cli.py PROGRAM. Prints a line for each test and "N passed, M failed"; exit 1 if any
failed."""
# SPDX-License-Identifier: MIT
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]
HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE / "../tools"))
import words as catalogues  # noqa: E402
LANGUAGES = {language.code for language in catalogues.languages()}
results = []


def run(*args, stdin="", lang="en"):
    env = {**os.environ, "PETTEIA_LANG": lang}
    return subprocess.run([PROGRAM, *args], input=stdin, capture_output=True, text=True, timeout=600, env=env)


# The same words again say the same (where no file changes meanwhile); a start of the program is most of what this test costs, three times that under the sanitizers.
known = functools.cache(run)


def test(name, good, seen=""):
    results.append(good)
    print(("ok   " if good else "FAIL ") + name + ("" if good else f"\n     {seen!r}"))


def refused(name, *args):
    """Exit 2, one line on stderr that says which verb speaks, nothing on stdout."""
    r = run(*args)
    one_line = r.stderr.count("\n") == 1 and r.stderr.startswith("petteia")
    quiet = not r.stdout or args[0] == "scenario"  # which always ends with its counts
    test(f"{name}: petteia {' '.join(args)}", r.returncode == 2 and one_line and quiet, r)


verbs = re.findall(r"^  ([\w-]+) ", run("--help").stdout, re.M)
test("help lists the verbs", {"games", "rules", "soak"} <= set(verbs), verbs)
test("no verb at all prints the help and exits 2", run().returncode == 2)
test("-h and help are --help", run("-h").stdout == run("help").stdout == run("--help").stdout)
test("help VERB explains the verb", run("help", "soak").stdout == run("soak", "--help").stdout)
test("--version", re.fullmatch(r"petteia \d+\.\d+\.\d+\n", known("--version").stdout), known("--version"))
refused("unknown verb", "frobnicate")
refused("help for an unknown verb", "help", "frobnicate")
for verb in verbs:
    r = known(verb, "--help")
    named = r.stdout.startswith(f"petteia {verb}") and "--help" in r.stdout
    test(f"{verb} --help", r.returncode == 0 and named and not r.stderr, r)
    rows = r.stdout.partition("Options:\n")[2].splitlines()
    words = {m and m.end() for m in (re.match(r"  --?\S+( \S+)? {2,}", row) for row in rows)}
    test(f"{verb} --help has one column of words", len(words) == 1 and None not in words, r.stdout)
    refused("unknown option", verb, "--frobnicate")

for game in [about["game"] for about in json.loads(run("games", "--json").stdout)]:
    rows = run("fields", game).stdout.partition("What the moves name\n")[2].partition("\n\n")[0].splitlines()
    kinds = [re.split(r" {2,}", row.strip())[0] for row in rows]
    test(f"fields {game} lists every kind under a name of its own", len(kinds) == len(set(kinds)) > 1, kinds)
    kinds = json.loads(run("fields", game, "--json").stdout)["kinds"]
    test(f"fields {game} --json says which moves use a kind", all(kind["forms"] for kind in kinds), kinds)
test("fields says who comes first", "player 1 comes first" in run("fields", "cyclades").stdout)
test("fields names all that can stand on an isle", "metropolis-used" in run("fields", "cyclades").stdout)

for seed in ("9223372036854775808", "-9223372036854775809", "99999999999999999999"):
    refused("a seed that no number holds", "random", "mykerinos", "--seed", seed)
test("the largest seed is used as it is", '[Random "9223372036854775807"]'
     in run("random", "mykerinos", "--seed", "9223372036854775807").stdout)

race = run("random", "myst", "--seed", "1", "--option", "pmode=rt").stdout
pieces = [race.count(f"\n{team} place") for team in (1, 2)]
test("random: in real time both teams build", min(pieces) > 20, pieces)
test("random: such a race is right", run("replay", "-", stdin=race).returncode == 0)

with tempfile.TemporaryDirectory() as folder:
    marked = pathlib.Path(folder) / "marked.perft"
    marked.write_text("\ufeffgame mykerinos\ndepth 1 count 2\n", encoding="utf-8")
    test("perft reads a file with a byte order mark", run("perft", "--check", str(marked)).returncode == 0)

takes_game = {
    "rules": ["rules", "chess"], "soak": ["soak", "--game", "chess"], "bench": ["bench", "chess"],
    "perft": ["perft", "chess"], "lesson": ["lesson", "chess"], "random": ["random", "chess"], "term": ["term", "chess"],
}
takes_file = {
    "scenario": ["scenario"], "replay": ["replay"], "verify": ["verify"],
    "perft": ["perft", "--check"],
}
takes_players = {"soak": ["soak", "--game"], "perft": ["perft"], "random": ["random"], "term": ["term"]}
games = json.loads(run("games", "--json").stdout)
first = games[0]["game"]
small = next(g["game"] for g in games if g["max_players"] < 5)
for verb, args in takes_game.items():
    if verb in verbs:
        refused("unknown game", *args)
for verb, args in takes_file.items():
    if verb in verbs:
        refused("missing file", *args, "/nowhere/at/all")
    if verb in verbs and verb != "scenario":  # which runs the files of a folder
        refused("a folder is no file", *args, tempfile.gettempdir())
for verb, args in takes_players.items():
    if verb in verbs:
        refused("no number", *args, first, "--players", "many")
        refused("too many players", *args, small, "--players", "5" if verb != "soak" else "99")
        refused("no such option", *args, first, "--option", "frob=1")
        refused("value missing", *args, first, "--players")
refused("too many arguments", "games", "chess")
for verb, more in ("fields", []), ("perft", []), ("random", []), ("selfplay", []), ("tables", []), ("tune", []), ("lesson", ["x.scn"]), ("puzzles", ["x.scn"]):
    r = run(verb, first, *more, "extra")
    test(f"{verb}: a word too many is named", r.returncode == 2 and r.stderr == f"petteia {verb}: 'extra' is one word too many\n", r)
    refused("no game", verb)
refused("no such rule", "rules", first, "R99.99")

test("games --json is a list of games", all(g["min_players"] <= g["max_players"] for g in games))
for g in games:
    test(f"games lists {g['game']}", g["game"] in run("games").stdout)
    book = run("rules", g["game"]).stdout
    test(f"rules {g['game']} prints the rulebook", book.startswith("#") and len(book) > 1000)
    number = re.search(r"\*\*(R\d+\.\d+)\*\*", book)
    if number:
        r = run("rules", g["game"], number[1])
        test(f"rules {g['game']} {number[1]}", r.returncode == 0 and number[1] in r.stdout, r)
        same = [run("rules", g["game"], n).stdout == r.stdout for n in (number[1][1:], number[1].lower())]
        test(f"rules {g['game']} without R, or with a small one", all(same), same)
    example = re.search(r"^- \*\*([A-QS-Z]\d+)\*\*", book, re.M)
    if example:
        r = run("rules", g["game"], example[1])
        test(f"rules {g['game']} {example[1]}", r.returncode == 0 and f"**{example[1]}**" in r.stdout, r)
    lesson = json.loads(run("lesson", g["game"]).stdout)["chapters"]
    steps = [step for chapter in lesson for step in chapter["steps"]]
    asked = [step for step in steps if any(m["seat"] == 0 for m in step["moves"])]
    spoken = [c["name"] for c in lesson] + [s["say"] for s in steps]
    test(f"lesson {g['game']} asks 6 to 12 things", 6 <= len(asked) <= 12, len(asked))
    test(f"lesson {g['game']} speaks every language", all(set(said) == LANGUAGES for said in spoken), spoken)
    quoted = {n for said in spoken for words in said.values() for n in re.findall(r"R\d+\.\d+", words)}
    test(f"lesson {g['game']} names rules that exist", all(f"**{n}**" in book for n in quoted) and quoted, quoted)
    pictures = json.loads(run("lesson", g["game"], f"{HERE}/../games/{g['game']}/diagrams.scn").stdout)["chapters"]
    spoken = [c["name"] for c in pictures] + [s["say"] for c in pictures for s in c["steps"]]
    test(f"diagrams of {g['game']} have one step each", all(len(c["steps"]) == 1 for c in pictures) and pictures, pictures)
    test(f"diagrams of {g['game']} speak every language", all(set(said) == LANGUAGES for said in spoken), spoken)
    test(f"diagrams of {g['game']} stand below rules", all(f"**{c['cites'][0]}**" in book for c in pictures), pictures)
    for o in g["options"]:
        r = run("random", g["game"], "--option", f"{o['name']}=frob")
        shown = o.get("values") or [str(o["min"]), str(o["max"])]
        test(f"a wrong {o['name']} says what it can be", all(v in r.stderr for v in shown), r.stderr)

refused("no such language", "games", "--lang", "tlh")
test("an unknown language of the system is English", run("games", lang="tlh_QO.UTF-8").stdout == run("games").stdout)
for lang in sorted(LANGUAGES - {"en"}):
    r = run("games", "--lang", lang)
    test(f"games --lang {lang}", r.returncode == 0 and r.stdout != run("games").stdout, r)
    test(f"PETTEIA_LANG={lang} is --lang {lang}", run("games", lang=f"{lang}_XX.UTF-8").stdout == r.stdout)


def in_every_language(name, *args, stdin="", same=r"(?!)"):
    """Every language says it, each in its own words; what `same` matches is equal in all of them. The system's language is as good
    as --lang, wherever that stands."""
    said = {lang: known(*args, "--lang", lang, stdin=stdin) for lang in sorted(LANGUAGES)}
    words = {lang: r.stdout + r.stderr for lang, r in said.items()}
    test(f"{name}: every language has its own words", len(set(words.values())) == len(LANGUAGES), words)
    test(f"{name}: the same in every language", len({(r.returncode, *re.findall(same, words[lang], re.M)) for lang, r in said.items()}) == 1, words)
    # Under the sanitizers once is enough: the language is found before the verb is looked at (and tests/fuzz_args.c looks for it everywhere).
    for lang, r in said.items() if name == "help" or "ASAN_OPTIONS" not in os.environ else ():
        before, system = known("--lang", lang, *args, stdin=stdin), known(*args, stdin=stdin, lang=f"{lang}_XX.UTF-8")
        test(f"{name}: --lang {lang} before the verb, and {lang} of the system", words[lang] == before.stdout + before.stderr
             == system.stdout + system.stderr, (r, before, system))
    test(f"{name}: English is the first of them", words["en"] == "".join((lambda r: (r.stdout, r.stderr))(known(*args, stdin=stdin))), words["en"])


in_every_language("help", "--help", same=r"^  \w+ ")
in_every_language("an unknown verb", "frobnicate")
for verb in verbs:
    in_every_language(f"{verb} --help", verb, "--help", same=r"^petteia \w+|^  --?[a-z-]+")
    for lang in sorted(LANGUAGES):
        rows = known(verb, "--help", "--lang", lang).stdout.split("\n\n", 2)[2].splitlines()[1:]
        starts = {m and m.end() for m in (re.match(r"  --?\S+( \S+)? {2,}", row) for row in rows)}
        test(f"{verb} --help --lang {lang} has one column of words", len(starts) == 1 and None not in starts, rows)
    in_every_language(f"an unknown option of {verb}", verb, "--frobnicate", same="--frobnicate")
env = {key: value for key, value in os.environ.items() if key != "PETTEIA_LANG" and not key.startswith("LC_")}
for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
    r = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True, timeout=60, env={**env, "LANG": "en_GB.UTF-8", name: "de_AT.UTF-8"})
    test(f"{name}=de_AT.UTF-8 is --lang de", r.stdout == run("--help", "--lang", "de").stdout, r.stdout)
for args in (["rules", "chess"], ["rules"], ["rules", first, "R99.9"], ["soak", "--games", "many"], ["soak", "--json=1"],
             ["replay", "/nowhere"], ["replay"], ["random", first, "--players", "5", "--option", "frob=1"], ["arena", first, "greedy"],
             ["arena", first, "greedy", "frob"], ["arena", first, "greedy", "uct:frob=1"], ["term", first, "--confirm", "maybe"],
             ["term", first, "--seats", "frob"], ["term", first, "--clock", "1h"], ["hint"], ["hint", "--position", "x"], ["analyse"],
             ["scenario"], ["perft", "--check", "x", first], ["bench", "--option", "a=1"], ["doctor", "x"], ["serve", "x"], ["backup"]):
    in_every_language(f"petteia {' '.join(args)}", *args)
test("a value that is missing: every language has its own words", len({run("soak", "--games", lang=lang).stderr for lang in LANGUAGES}) == len(LANGUAGES))
played = run("random", first, "--seed", "1", "--fair").stdout
begun = "\n".join(played.split("\n")[:-8]) + "\n"
for verb, same in (("replay", rf"^{first}|\d+"), ("verify", rf"^{first}|\d+")):
    in_every_language(f"{verb}: the summary", verb, "-", stdin=played, same=same)
in_every_language("replay of a game that is not over", "replay", "-", stdin=re.sub(r"\[Result.*\n", "", begun))
in_every_language("replay --position beyond the end", "replay", "-", "--position", "100000", stdin=played)
quick = ["--iterations", "20", "--seed", "1"]
in_every_language("hint", "hint", "-", "--at", "20", *quick, stdin=played, same=r"\d+")
in_every_language("hint --why", "hint", "-", "--at", "20", "--why", *quick, stdin=played, same=r"\d+")
in_every_language("hint at the end", "hint", "-", *quick, stdin=played)
in_every_language("analyse", "analyse", "-", *quick, stdin=played, same=r"\d+")
said = run("analyse", "-", *quick, stdin=played).stdout
test("analyse counts in words: one of something is no plural", not re.search(r"\b1 (decisions|inaccuracies|mistakes|blunders)\b", said), said[-600:])
test("what is asked for as JSON is the same in every language",
     len({run("analyse", "-", "--json", *quick, "--lang", lang, stdin=played).stdout for lang in LANGUAGES}) == 1)

slips = (("a verb", ["gmaes"], "games"), ("the beginning of a verb", ["scen"], "scenario"), ("a verb in capitals", ["GAMES"], "games"),
         ("a game", ["random", "cylcades"], "cyclades"), ("a game in capitals", ["rules", "Myst"], "myst"),
         ("an option", ["perft", first, "--dpth", "2"], "--depth"), ("an option with its value", ["perft", first, "--dpth=2"], "--depth"),
         ("an option with one dash", ["soak", "-json"], "--json"), ("help", ["soak", "--hepl"], "--help"),
         ("an option of a game", ["random", "myst", "--option", "pmod=rt"], "pmode"), ("a bot", ["arena", first, "gredy", "master"], "greedy"),
         ("a seat", ["term", first, "--seats", "human,mastr"], "master"), ("a person", ["term", first, "--seats", "humn,master"], "human"))
for name, args, meant in slips:
    refused(f"{name}, misspelt", *args)
    for lang, asks in (("en", "did you mean"), ("fr", "vouliez-vous dire"), ("de", "meintest du")):
        said = run(*args, lang=lang).stderr
        test(f"{name}, misspelt: {lang} asks whether {meant} was meant", re.search(rf"{asks} {meant}\s?\?\n$", said), said)
for args in (["frobnicate"], ["x"], ["random", "chess"], ["soak", "--frobnicate"], ["arena", first, "frob", "greedy"], ["term", first, "--seats", "a"],
             ["term", first, "--seats", "human,,master"], ["rules", "x" * 3000]):
    test(f"petteia {' '.join(args)[:60]}: nothing is near", "did you mean" not in known(*args).stderr and known(*args).returncode == 2, known(*args))

for lang in LANGUAGES:
    said = run("play", lang=lang)
    test(f"petteia play, which only ./petteia has: {lang} says what plays here", said.returncode == 2 and "petteia term" in said.stderr and "petteia serve" in said.stderr, said.stderr)

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "petteia.conf")
    for text, words in (("\n# a comment\nport 8o80\n", "--port"), ("quiet perhaps\n", "line 1"), ("\n\nfrob 1\n", "line 3"), ("workers\n", "line 1"),
                        ("rate -1\n", "--rate")):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        refused(f"serve --config with {text!r}", "serve", "--config", path)
        test(f"serve --config with {text!r} says where", words in run("serve", "--config", path).stderr, run("serve", "--config", path).stderr)
    in_every_language("serve --config with an impossible value", "serve", "--config", path)

refused("no such language", "rules", first, "--lang", "tlh")
test("an unknown language is answered with the list", "en, fr, de" in run("rules", first, "--lang", "tlh").stderr)
for g in games:
    english, number = run("rules", g["game"]).stdout, "R4.2"
    for lang in sorted(LANGUAGES - {"en"}):
        file = HERE / "../games" / g["game"] / f"README.{lang}.md"
        book, rule = run("rules", g["game"], "--lang", lang), run("rules", g["game"], number, "--lang", lang)
        test(f"rules {g['game']} --lang {lang} is README.{lang}.md, or the English rules",
             book.stdout == (file.read_text(encoding="utf-8") if file.exists() else english), book.stdout[:200])
        test(f"rules {g['game']} --lang {lang} says whether it is translated", bool(book.stderr) != file.exists(), book.stderr)
        test(f"rules {g['game']} {number} --lang {lang}",
             f"**{number}**" in rule.stdout and rule.stdout in book.stdout and rule.stderr == book.stderr, rule)
        test(f"PETTEIA_LANG={lang} petteia rules {g['game']}", run("rules", g["game"], lang=lang).stdout == book.stdout)
for g in games:
    if not (HERE / "../games" / g["game"] / "words").is_dir():
        continue
    record = run("random", g["game"], "--seed", "1").stdout
    move = re.search(r"^1 .*", record, re.M)[0]
    why = {lang: run("replay", "-", "--lang", lang, stdin=f"{record}\n{move}\n").stdout for lang in sorted(LANGUAGES)}
    rules = [re.search(r"R\d+\.\d+: ", words) and re.search(r"R\d+\.\d+: ", words)[0] for words in why.values()]
    test(f"replay --lang of {g['game']} names the same rule in other words", len(set(why.values())) == len(LANGUAGES) and len(set(rules)) == 1
         and rules[0], why)

rows = json.loads(run("soak", "--games", "2", "--no-faces", "--json").stdout)
counts = sum(g["max_players"] - g["min_players"] + 1 for g in games)
test("soak --json has a row for each player count", len(rows) == counts, rows)
test("soak plays what it is asked", all(r["games"] == 2 and r["moves"] > 0 for r in rows), rows)
once, twice = (run("soak", "--game", first, "--games", "3", "--seed", "7", "--no-faces").stdout
               for _ in range(2))
cut = lambda text: re.sub(r", [0-9.]+ s$", "", text, flags=re.M)
test("the same seed gives the same games", once and cut(once) == cut(twice), (once, twice))

failed = results.count(False)
print(f"{results.count(True)} passed, {failed} failed")
sys.exit(failed > 0)
