"""What of tests/run.py runs beside what, and what begins first: data, and a few lines that read it. Two cores are the measure."""
# SPDX-License-Identifier: MIT
import json
import os
import re
import threading
import time

from suite_parts import HERE

# Scripts that are suites of their own: that of the Python package fetches its frameworks; those of a new game and of the hosts want the
# page's packages; nodes, packages and releases take long.
NODES = ("cluster", "office", "node_limits", "think", "deploy", "failover", "node_page")
APART = [f"test_{name}.py" for name in ("python", "pictures", "packages", *NODES, "release", "new_game")]
HOSTS = "test_hosts.py"  # a suite of its own, but for the sanitizers
# The scripts of a newcomer: records, bots, the server and kills, the terminal, and what people read. All others are in --all: another
# database, faults of disks, signals at every moment, what a club is owed, tools of researchers.
FIRST_SCRIPTS = [f"test_{name}.py" for name in (
    "cli_json", "crash", "first_start", "frames", "hint", "http", "languages", "old_data", "records", "server", "studies", "term", "term_saved", "torn", "tournaments", "words")]
# Scripts that start no program of ours, with or without sanitizers: once is enough.
NOT_OURS = ["test_first_start.py", "test_run.py", "test_words.py"]
# Criterion's programs that come later are not even compiled. Of bots a newcomer sees all but what is measured in seconds and memory.
LATER_PROGRAMS = ["test_certain", "test_fair_play", "test_levels", "test_memory", "test_net"]
OTHER_TESTS = {"test_bots": "!(arena/finds_no*|bots/keep_nobody*|bots/stop_within*|search/of_two*|search/stops_in*|search/takes_no*)"}
# What only counts wins is told without the sanitizers: "play_whole_games_without_an_illegal_move" has them watch the same bots. (46 s of CPU.)
COUNTS_WINS = {"test_bots": "!(arena/finds_no*)", "test_levels": "!(levels/a_level_three*)"}
FIRST_SHARE = {"PETTEIA_INVARIANTS_SHARE": "5"}  # of random games and tournaments
# Seconds by the clock on a quiet machine, of those that take longest (2026-11-18). They begin first, so that nobody works alone at the end. (The
# hosts are one of these under the sanitizers alone: nothing is noted of them before.)
LONG = {"test_hosts.py": 165, "test_server.py": 46, "test_postgres.py": 45, "test_stopping.py": 35, "test_arena.py": 34, "test_people.py": 33, "test_faults.py": 22, "test_race.py": 19,
        "test_cli.py": 18, "test_term_saved.py": 18, "test_term.py": 17, "test_mail.py": 17, "test_my_data.py": 16, "test_fair_play.py": 15, "test_notices.py": 15,
        "test_accounts.py": 14, "test_defence.py": 14, "test_outside.py": 14, "test_wasm.py": 13, "test_records.py": 12, "test_time.py": 12, "test_upgrade.py": 11,
        "test_correspondence.py": 11, "test_push.py": 11, "test_run.py": 10, "test_tournaments.py": 10, "test_moderation.py": 9, "test_hostile.py": 7,
        "test_every_game": 19, "test_bots": 16, "test_tournament": 9, "test_table": 6, "test_levels": 5, "test_views": 5, "test_memory": 4, "test_certain": 4}
# Suites that wait for terminals, nodes, clocks and browsers most of the time, and then those that compute meanwhile, on what the first leave of
# two cores; what is packed and installed waits for the disk besides, so it has a lane of its own. What is measured by the clock itself ("page
# timed", "fuzz", and the scripts under the sanitizers, four at a time) has nothing beside it.
BESIDE = [
    (["scripts"], ["format", "models"]),
    (["hosts", "cluster", "page browser"],
     ["gpu", "page types", "page units", "pictures", "new game", "build clang", "build gcc -O0", "build sanitizers", "criterion sanitizers",
      "scenarios sanitizers", "golden sanitizers", "threads", "mutants", "signatures"],
     ["packages", "release"]),
]
TOOK = os.path.join(HERE, "build", "test-seconds.json")  # what the last runs here took, which is better known than LONG
taking = threading.Lock()


def took():
    try:
        with open(TOOK, encoding="utf-8") as file:
            return {name: float(seconds) for name, seconds in json.load(file).items()}
    except (OSError, ValueError, AttributeError, TypeError):  # none yet, or not of ours: it only orders
        return {}


def timed(what):
    """The same function of a path, which notes how long it takes."""
    def noted(path):
        begin = time.monotonic()
        result = what(path)
        with taking:
            times = {**took(), os.path.basename(path): round(time.monotonic() - begin, 1)}
            os.makedirs(os.path.dirname(TOOK), exist_ok=True)
            with open(TOOK, "w", encoding="utf-8") as file:
                json.dump(times, file, indent=0, sort_keys=True)
        return result
    return noted


def longest_first(paths):
    times = {**LONG, **took()}
    return sorted(paths, key=lambda path: -times.get(os.path.basename(path), 0))


def first_programs(paths):
    """Criterion's programs that a newcomer waits for."""
    return [p for p in paths if re.search("tests/test_[a-z0-9_]+$", p) and os.path.basename(p) not in LATER_PROGRAMS]


def without(table, path):
    """The words for such a program that leave out the tests which a table names: those that come later, or that only count wins."""
    others = table.get(os.path.basename(path))
    return ["--filter", others] if others else []


def first_lanes(chosen):
    """The first minutes: the page and its browser, and scripts, wait for clocks and screens most of the time; they go on beside the
    engine's suites, which take what they leave of the processor."""
    page = [s for s in chosen if s[0] == "build" or s[0].startswith("page")]
    scripts = [s for s in chosen if s[0] == "scripts"]
    return [[[s for s in chosen if s not in page + scripts], scripts, page]]


def stages(chosen):
    """Everything: one suite after the other, because many of them watch the clock. Only what stands in BESIDE shares the cores, where the
    first of its suites stands."""
    order, done = [], set()
    for suite in chosen:
        if suite[0] in done:
            continue
        together = next((lanes for lanes in BESIDE if any(suite[0] in lane for lane in lanes)), [[suite[0]]])
        lanes = [[s for s in chosen if s[0] in lane] for lane in together]
        done.update(s[0] for lane in lanes for s in lane)
        order.append([lane for lane in lanes if lane])
    return order


def gives_way(lanes, lane):
    """Whether a lane of a stage computes while the other waits: then its programs get what the others leave, and nobody's clock runs out."""
    return len(lanes) > 1 and any(lane[0][0] in computing for _, *lanes_that_compute in BESIDE for computing in lanes_that_compute)
