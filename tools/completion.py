#!/usr/bin/env python3
"""Makes the completion of bash, zsh and fish from what the program says about itself, in English: `petteia help --json` names the
verbs, their options and what these take, `petteia games --json` the games, how many play them, and their options.

Usage: tools/completion.py PROGRAM BASH ZSH FISH

What a value is follows from its name in --help (cli/words/en): a GAME, a FILE. A name that is not listed in VALUES fails the build."""
# SPDX-License-Identifier: MIT
import json
import os
import re
import subprocess
import sys

# The name of a value, and what is offered for it; "a|b" offers a and b. "": nothing can be offered.
VALUES = {
    "GAME": "games", "BOT": "bots", "KIND": "points win best", "SEATS": "seats", "CODE": "languages", "NAME=VALUE": "choices",
    "URL": "", "FROM": "folders", "TO": "folders", "FILE": "files", "PREFIX": "files", "RECORD": "files", "FOLDER": "folders",
    "N": "", "S": "", "D": "", "MS": "", "A": "", "LIST": "", "CLOCK": "", "LOW,HIGH": "", "NUMBER": "", "TEXT": "", "ARGUMENT": "", "options": "",
}


def kind_of(value, option=""):
    if option == "--players":
        return "players"
    if "|" in value:
        return value.replace("|", " ")
    if value not in VALUES:
        sys.exit(f"tools/completion.py: VALUES lacks '{value}'")
    return VALUES[value]


class Verb:
    """A verb with its options: (name, kind or None for a flag, words), and the kinds of its plain arguments."""

    def __init__(self, said):
        self.name, self.words = said["verb"], said["words"]
        self.options = [(o["name"], kind_of(o["value"], o["name"]) if "value" in o else None, o["words"]) for o in said["options"]]
        takes = {o["name"] for o in said["options"] if "value" in o}
        self.plain, self.rest = [], ""  # of the first, second ... argument, and of all that follow
        words = re.sub(r"[][]", "", said["usage"]).split() if said["usage"] else []
        if "|" in words:  # another way to call it: only options differ
            words = words[:words.index("|")]
        skip = False
        for word in words:
            if skip or word.startswith("-") or word == "...":
                skip = word in takes
                continue
            kind = kind_of(word.removesuffix("..."))
            self.plain.append(kind)
            self.rest = kind if word.endswith("...") else self.rest


class Program:
    def __init__(self, path):
        def ask(*args):
            return json.loads(subprocess.run([path, *args, "--json", "--lang", "en"], stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout)
        said = ask("help")
        self.games, self.bots, self.languages = ask("games"), said["bots"], said["languages"]
        self.verbs = [Verb(verb) for verb in said["verbs"]]

    def players(self, game):
        return " ".join(str(n) for n in range(game["min_players"], game["max_players"] + 1))

    def all_players(self):
        return " ".join(str(n) for n in range(min(g["min_players"] for g in self.games), max(g["max_players"] for g in self.games) + 1))

    def choices(self, game):
        """The options of a game as one writes them: mode=quick mode=slow; a number is left open."""
        return " ".join(f"{o['name']}={value}" for o in game["options"] for value in o.get("values") or [""])

    def lists(self):
        """The kinds that are a list of words."""
        return {"games": " ".join(g["game"] for g in self.games), "bots": " ".join(self.bots), "languages": " ".join(self.languages)}


# --- bash ---

BASH = """# Completion of petteia for bash. Made by tools/completion.py.
_petteia_game() { # the game that the command line names so far
    local word
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case " @GAMES@ " in *" $word "*) [[ $word ]] && echo "$word" && return ;; esac
    done
}

_petteia_players() {
    case $(_petteia_game) in
@PLAYERS@
    *) echo @ALL_PLAYERS@ ;;
    esac
}

_petteia_choices() {
    case $(_petteia_game) in
@CHOICES@
    esac
}

_petteia_options() {
    case $1 in
@OPTIONS@
    esac
}

_petteia_flags() { # the options that take no value
    case $1 in
@FLAGS@
    esac
}

# What an option of a verb takes, or its nth plain argument.
_petteia_kind() {
    case "$1 $2" in
@KINDS@
    esac
}

_petteia_words() { # the words of a kind
    case $1 in
    games) echo @GAMES@ ;;
    bots) echo @BOTS@ ;;
    languages) echo @LANGUAGES@ ;;
    players) _petteia_players ;;
    choices) _petteia_choices ;;
    files | folders | "") ;;
    *) echo "$1" ;;
    esac
}

_petteia_fill() { # from words, or from files
    local kind=$1 cur=$2 name
    case $kind in
    files) mapfile -t COMPREPLY < <(compgen -f -- "$cur") && compopt -o filenames 2>/dev/null ;;
    folders) mapfile -t COMPREPLY < <(compgen -d -- "$cur") && compopt -o filenames 2>/dev/null ;;
    seats) # human,greedy,...: the word behind the last comma
        local before=
        [[ $cur == *,* ]] && before=${cur%,*},
        mapfile -t COMPREPLY < <(compgen -P "$before" -W "human @BOTS@" -- "${cur##*,}")
        compopt -o nospace 2>/dev/null
        ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$(_petteia_words "$kind")" -- "$cur") ;;
    esac
    return 0
}

_petteia() {
    local cur=${COMP_WORDS[COMP_CWORD]} verb='' prev=${COMP_WORDS[COMP_CWORD-1]} i plain=0 word
    COMPREPLY=()
    i=1
    [[ ${COMP_WORDS[1]-} == --lang ]] && i=3
    if ((COMP_CWORD <= i)) && [[ ! ($i == 3 && $COMP_CWORD == 2) ]]; then
        mapfile -t COMPREPLY < <(compgen -W "@VERBS@ help --help --version --lang" -- "$cur")
        return
    fi
    verb=${COMP_WORDS[i]-}
    if [[ $verb == help ]]; then
        mapfile -t COMPREPLY < <(compgen -W "@VERBS@" -- "$cur")
        return
    fi
    # bash takes --option mode=quick and --lang=de apart at the sign
    if [[ $cur == = ]]; then
        cur='' && word=$prev
    elif [[ $prev == = ]]; then
        word=${COMP_WORDS[COMP_CWORD-2]}
    else
        word=
    fi
    if [[ $word == --* ]]; then
        _petteia_fill "$(_petteia_kind "$verb" "$word")" "$cur"
        return
    elif [[ $word ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_petteia_choices | tr ' ' '\\n' | sed -n "s/^$word=//p")" -- "$cur")
        return
    fi
    if [[ $prev == -* && " $(_petteia_options "$verb") " == *" $prev "* && " $(_petteia_flags "$verb") " != *" $prev "* ]]; then
        _petteia_fill "$(_petteia_kind "$verb" "$prev")" "$cur"
        [[ $prev == --option ]] && compopt -o nospace 2>/dev/null
        return 0
    fi
    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_petteia_options "$verb")" -- "$cur")
        return
    fi
    for ((i++; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $word != -* ]]; then
            plain=$((plain + 1))
        elif [[ " $(_petteia_flags "$verb") " != *" $word "* ]]; then
            i=$((i + 1))
        fi
    done
    word=$(_petteia_kind "$verb" "$((plain + 1))")
    _petteia_fill "${word:-$(_petteia_kind "$verb" rest)}" "$cur"
}

complete -F _petteia petteia
"""


def bash_cases(rows):
    return "\n".join(f"    {pattern}) echo {words} ;;" for pattern, words in rows if words)


def filled(template, marks):
    for mark, text in marks.items():
        template = template.replace(f"@{mark}@", text)
    return template


def bash(p):
    kinds = []
    for v in p.verbs:
        kinds += [(f'"{v.name} {name}"', f'"{kind}"') for name, kind, _ in v.options if kind]
        kinds += [(f'"{v.name} {i}"', f'"{kind}"') for i, kind in enumerate(v.plain, 1) if kind]
        kinds += [(f'"{v.name} rest"', v.rest)]
    return filled(BASH, {
        "PLAYERS": bash_cases((g["game"], p.players(g)) for g in p.games), "ALL_PLAYERS": p.all_players(),
        "CHOICES": bash_cases((g["game"], p.choices(g)) for g in p.games),
        "OPTIONS": bash_cases((v.name, " ".join(name for name, _, _ in v.options)) for v in p.verbs),
        "FLAGS": bash_cases((v.name, " ".join(name for name, kind, _ in v.options if kind is None)) for v in p.verbs),
        "KINDS": bash_cases(kinds), "VERBS": " ".join(v.name for v in p.verbs), **{key.upper(): words for key, words in p.lists().items()}})


# --- zsh ---

ZSH = """#compdef petteia
# Completion of petteia for zsh. Made by tools/completion.py.
_petteia_game() {
    local word
    for word in $words; do
        if [[ " @GAMES@ " == *" $word "* ]]; then
            print -- $word
            return
        fi
    done
}

_petteia_players() {
    case $(_petteia_game) in
@PLAYERS@
    *) compadd @ALL_PLAYERS@ ;;
    esac
}

_petteia_choices() {
    case $(_petteia_game) in
@CHOICES@
    esac
}

_petteia_seats() { _values -s , seat human @BOTS@ }

_petteia() {
    local curcontext=$curcontext state line
    local -a verbs=(
@VERBS@
    )
    _arguments -C '--lang[language]:CODE:(@LANGUAGES@)' '--help[this page]' '--version[version]' '1:verb:->verb' '*::argument:->arguments'
    case $state in
    verb) _describe verb verbs ;;
    arguments)
        case $words[1] in
        help) _describe verb verbs ;;
@ARGUMENTS@
        esac
        ;;
    esac
}

_petteia "$@"
"""


def zsh_text(text):
    """Inside single quotes, and where a colon or bracket would end it."""
    return re.sub(r"([\\:\[\]])", r"\\\1", text).replace("'", "'\\''")


def zsh_action(p, kind):
    made = {"files": "_files", "folders": "_files -/", "players": "_petteia_players", "choices": "_petteia_choices", "seats": "_petteia_seats", "": " "}
    return made.get(kind) or f"({p.lists().get(kind, kind)})"


def zsh_arguments(p, verb):
    rows = []
    for name, kind, words in verb.options:
        often = "*" if kind == "choices" else ""
        rows.append(f"'{often}{name}[{zsh_text(words)}]{'' if kind is None else ':' + name.strip('-') + ':' + zsh_action(p, kind)}'")
    rows += [f"'{i}:argument:{zsh_action(p, kind)}'" for i, kind in enumerate(verb.plain, 1) if kind]
    rows += [f"'*:argument:{zsh_action(p, verb.rest)}'"] if verb.rest else []
    return f"        {verb.name}) _arguments {' '.join(rows)} ;;"


def zsh(p):
    return filled(ZSH, {
        "PLAYERS": "\n".join(f"    {g['game']}) compadd {p.players(g)} ;;" for g in p.games), "ALL_PLAYERS": p.all_players(),
        "CHOICES": "\n".join(f"    {g['game']}) compadd -- {p.choices(g)} ;;" for g in p.games if g["options"]),
        "VERBS": "\n".join(f"        '{v.name}:{zsh_text(v.words)}'" for v in p.verbs),
        "ARGUMENTS": "\n".join(zsh_arguments(p, v) for v in p.verbs), **{key.upper(): words for key, words in p.lists().items()}})


# --- fish ---

FISH = """# Completion of petteia for fish. Made by tools/completion.py.
function __petteia_game # the game that the command line names so far
    for word in (commandline -opc)
        contains -- $word @GAMES@; and echo $word; and return
    end
    return 1
end

function __petteia_players
    switch (__petteia_game)
@PLAYERS@
        case '*'
            string split ' ' '@ALL_PLAYERS@'
    end
end

function __petteia_choices
    switch (__petteia_game)
@CHOICES@
    end
end

function __petteia_seats # human,greedy,...: the word behind the last comma
    set -l before (string match -r '.*,' -- (commandline -ct))
    for name in human @BOTS@
        echo $before$name
    end
end

complete -c petteia -f
complete -c petteia -n __fish_use_subcommand -l version -d 'version'
complete -c petteia -n '__fish_seen_subcommand_from help' -a '@VERBS@'
"""


def fish_text(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_action(p, kind):
    made = {"files": "-r -F", "folders": "-x -a '(__fish_complete_directories)'", "players": "-x -a '(__petteia_players)'",
            "choices": "-x -a '(__petteia_choices)'", "seats": "-x -a '(__petteia_seats)'", "": "-x"}
    return made.get(kind) or f"-x -a '{p.lists().get(kind, kind)}'"


def fish_verb(p, verb):
    seen = f"complete -c petteia -n '__fish_seen_subcommand_from {verb.name}'"
    rows = [f"complete -c petteia -n __fish_use_subcommand -a {verb.name} -d {fish_text(verb.words)}"]
    for name, kind, words in verb.options:
        letter = f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
        rows.append(f"{seen} {letter} {'' if kind is None else fish_action(p, kind) + ' '}-d {fish_text(words)}")
    for kind in dict.fromkeys(kind for kind in verb.plain if kind):
        # A game comes first; what follows it is offered once it is there.
        when = "; and not __petteia_game >/dev/null" if kind == "games" else "; and __petteia_game >/dev/null" if "games" in verb.plain else ""
        rows.append(f"{seen[:-1]}{when}' {fish_action(p, kind).replace('-r ', '').replace('-x ', '')}")
    return "\n".join(rows)


def fish(p):
    def cases(rows):
        return "\n".join(f"        case {name}\n            string split ' ' '{words}'" for name, words in rows if words)
    head = filled(FISH, {
        "PLAYERS": cases((g["game"], p.players(g)) for g in p.games), "ALL_PLAYERS": p.all_players(),
        "CHOICES": cases((g["game"], p.choices(g)) for g in p.games), "VERBS": " ".join(v.name for v in p.verbs),
        **{key.upper(): words for key, words in p.lists().items()}})
    return head + "\n".join(fish_verb(p, v) for v in p.verbs) + "\n"


def main(program, *paths):
    p = Program(os.path.abspath(program))
    for make, path in zip((bash, zsh, fish), paths, strict=True):
        with open(path, "w", encoding="utf-8") as file:
            file.write(make(p))


if __name__ == "__main__":
    main(*sys.argv[1:])
