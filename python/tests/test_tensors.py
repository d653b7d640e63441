"""What a net sees: games/NAME/TENSOR.md is right and complete, columns say what the game says, from every seat alike, and give nothing away."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import ctypes
import glob
import os
import struct

import numpy as np
import petteia
import pytest
from petteia import tensors
from petteia.library import lib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NAMES = [g.name for g in petteia.games()]
TABLES = [(g.name, n) for g in petteia.games() for n in range(g.min_players, g.max_players + 1)]
FORMS = [np.uint8, np.float16, np.float32]


def random_states(table, seed, count):
    """States of one random game, `count` of them, and its end."""
    random, state, last, seen = np.random.default_rng(seed), table.start(), petteia.LUCK, []
    while (seat := table.next(state, last)) != petteia.OVER:
        seen.append(state)
        if seat == petteia.LUCK:
            moves, weights = zip(*table.chance(state))
            move = int(random.choice(moves, p=np.array(weights) / sum(weights)))
        else:
            move = int(random.choice(table.legal(state, seat)))
        state, last = table.apply(state, seat, move).state, seat
    return [seen[i] for i in random.integers(0, len(seen), count)] + [state]


# --- the pages ---

@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_what_the_tables_say(name):
    with open(os.path.join(ROOT, "games", name, "TENSOR.md"), encoding="utf-8") as file:
        assert file.read() == tensors.markdown(name), f"python3 -m petteia.tensors {name} > games/{name}/TENSOR.md"


@pytest.mark.parametrize("name", NAMES)
def test_every_byte_belongs_to_one_member_and_every_member_says_what_it_is(name):
    tensor = petteia.Tensor(name)
    owner = np.zeros(tensor.game.view_size, dtype=int)
    for member in tensor.members:
        assert member.words, member.name
        for place in np.ndindex(member.shape):
            at = member.at + sum(i * step for i, step in zip(place, member.steps))
            owner[at:at + int(member.type[2])] += 1
    assert (owner <= 1).all()
    assert (owner == 0).sum() <= 7, "no more than what aligns the end is left over"


@pytest.mark.parametrize("name,players", TABLES)
def test_every_member_has_columns_or_a_reason_and_no_column_is_without_an_owner(name, players):
    tensor = petteia.Tensor(name, players)
    assert {m.name for m in tensor.members} == {f.member for f in tensor.features}
    assert len({f.name for f in tensor.features}) == len(tensor.features)
    at = 0
    for f in tensor.features:
        assert f.columns.start == at and f.columns.stop - at == (0 if f.form == "left out" else int(np.prod(f.shape)))
        assert f.form != "left out" or f.why
        at = f.columns.stop
    assert at == tensor.size


# --- the columns ---

def value_of(values, member, loops, place, viewer, players):
    """The element of a view that stands at a place of the columns: along seats, the viewer's is the first there."""
    return int(values[member][tuple((i + viewer) % players if axis.turned else i for axis, i in zip(loops, place))])


@pytest.mark.parametrize("name,players", TABLES)
def test_amounts_and_sets_can_be_read_back(name, players):
    """Where elements are as many as in the state, and a number is stored as it is: the columns say what the view says, from each seat."""
    table, tensor, read = petteia.Table(name, players), petteia.Tensor(name, players), 0
    for state in random_states(table, 2, 6):
        for viewer in range(players):
            view = table.observe(state, viewer)
            values, columns = tensor.unpack(view), tensor.named(tensor.write(view, viewer))
            for f in tensor.features:
                member = next(m for m in tensor.members if m.name == f.member)
                loops = f.axes if f.form == "amount" else f.axes[:-1]
                if f.form not in ("amount", "set") or len(loops) != len(member.shape) or f.name != f.member:
                    continue
                part = columns[f.name].reshape(tuple(a.count for a in f.axes))
                for place in np.ndindex(*(a.count for a in loops)):
                    value = value_of(values, f.member, loops, place, viewer, players)
                    if f.form == "set":
                        assert [int(b) for b in part[place]] == [value >> bit & 1 for bit in range(f.axes[-1].count)], f.name
                    elif value != 0xFFFF:  # hidden
                        assert int(part[place]) == min(value, f.most), f.name
                    read += 1
    assert read > 50


# Members whose number stands for a name, with the number of the first; and those that are seats.
NAMED = {"cyclades": {"track": 1, "god": 1, "card": 1, "gods": 1, "at": 1, "from": 1, "battle": 1, "give": 1}, "mykerinos": {"head.round": 1, "wing": 0, "area": 0},
         "myst": {"over": 1, "choice": 0, "pos": 0, "first": 0, "moved": 1}, "mytikas": {"stage": 1, "area": 0, "target": 0, "player.spot": 0}}
SEATED = {"cyclades": {"owner": 1, "turn": 1, "controller": 1, "order": 1, "holder": 1}, "mykerinos": {"room": 1, "first": 0, "passed": 1},
          "myriath": {"first": 0}, "myst": {"youngest": 0, "order": 0}, "mytikas": {"first": 0, "active": 0}}


@pytest.mark.parametrize("name,players", TABLES)
def test_names_and_seats_can_be_read_back(name, players):
    table, tensor = petteia.Table(name, players), petteia.Tensor(name, players)
    features = {f.name: f for f in tensor.features}
    for state in random_states(table, 6, 20):
        for viewer in range(players):
            view = table.observe(state, viewer)
            values, columns = tensor.unpack(view), tensor.named(tensor.write(view, viewer))
            for kind in NAMED, SEATED:
                for member, first in kind.get(name, {}).items():
                    f = features[member]
                    loops = f.axes if f.form == "flag" else f.axes[:-1]
                    wide = 1 if f.form == "flag" else f.axes[-1].count
                    part = columns[member].reshape((*(a.count for a in loops), wide))
                    for place in np.ndindex(*(a.count for a in loops)):
                        which = value_of(values, member, loops, place, viewer, players) - first
                        if kind is SEATED and 0 <= which < players:
                            which = (which - viewer) % players
                        assert np.flatnonzero(part[place]).tolist() == ([which] if 0 <= which < wide else []), member


@pytest.mark.parametrize("name,players", TABLES)
def test_floats_and_halves_are_the_bytes_by_their_most(name, players):
    table, tensor = petteia.Table(name, players), petteia.Tensor(name, players)
    states = random_states(table, 3, 8)
    views = np.array([list(table.observe(s, v)) for s in states for v in range(players)], dtype=np.uint8)
    who = np.tile(np.arange(players), len(states))
    written = {kind: tensor.write(views, who, kind) for kind in FORMS}
    assert (written[np.float32] == np.concatenate([tensor.write(v, int(w), np.float32)[None] for v, w in zip(views, who)])).all()
    most = np.ones(tensor.size, np.float32)
    for f in tensor.features:
        most[f.columns] = f.most
    exact = written[np.uint8] * (np.float32(1) / most)
    assert (written[np.float32] == exact).all() and exact.min() == 0 and exact.max() == 1
    assert (written[np.float16] == exact.astype(np.float16)).all()
    flags = [f for f in tensor.features if f.form not in ("amount", "left out")]
    assert all(written[np.uint8][:, f.columns].max(initial=0) <= 1 for f in flags)
    for f in flags:
        if f.form in ("name", "seat"):
            each = written[np.uint8][:, f.columns].reshape(len(views), -1, f.axes[-1].count)
            assert each.sum(axis=2).max(initial=0) <= 1, f.name


@pytest.mark.parametrize("name,players", TABLES)
def test_no_column_stays_the_same_without_a_reason(name, players):
    """Over random games of thousands of positions each."""
    tensor = petteia.Tensor(name, players)
    env = petteia.VectorEnv(name, 256, players, seed=7, mask=False)
    low, high = env.observation.min(axis=0), env.observation.max(axis=0)
    for _ in range({"cyclades": 700, "mytikas": 400}.get(name, 160)):
        env.step(env.sample())
        np.minimum(low, env.observation.min(axis=0), out=low)
        np.maximum(high, env.observation.max(axis=0), out=high)
    for f in tensor.features:
        if not f.why:
            assert (low[f.columns] < high[f.columns]).all(), f"{f.name}: {np.flatnonzero(low[f.columns] == high[f.columns])}"


# --- from every seat alike ---

SEAT_KINDS = ("seat", "player", "team")
ALIKE = ("mykerinos", "myriath", "mytikas")  # but for who is first
# Where seats do not start alike: the members that are by seats, that are seats, the number of the first seat, and sets of seats.
RENAMED = {
    "cyclades": (["fleets", "gold", "owned", "priests", "philosophers", "ships", "men"],
                 ["owner", "controller", "order", "holder", "apollo", "bidder", "turn"], 1, ["alive", "shown", "head.owes"]),
    "myst": (["owner.north", "owner.south", "hand", "weight", "cards", "used", "choice", "first", "pos", "quiet"],
             ["youngest", "mover", "order"], 0, ["waiting", "head.owes"]),
}


@pytest.mark.parametrize("name,players", [(n, p) for n, p in TABLES if n in ALIKE])
def test_positions_that_are_equal_up_to_seats_look_the_same(name, players):
    """Two games by the same moves and draws, but the first player sits one seat further on: whoever moves sees the same."""
    table, tensor = petteia.Table(name, players), petteia.Tensor(name, players)
    random, compared = np.random.default_rng(5), 0
    a = b = table.start()
    last = petteia.LUCK
    while (seat := table.next(a, last)) != petteia.OVER and compared < 150:
        other = table.next(b, last if last < 0 else (last + 1) % players)
        if seat == petteia.LUCK:
            moves, weights = zip(*table.chance(a))
            move = int(random.choice(moves, p=np.array(weights) / sum(weights)))
            there = dict(table.chance(b))
        else:
            assert other == (seat + 1) % players
            view = tensor.write(table.observe(a, seat), seat)
            assert (view == tensor.write(table.observe(b, other), other)).all(), differing(tensor, view, tensor.write(table.observe(b, other), other))
            compared += 1
            move = int(random.choice(table.legal(a, seat)))
            there = dict.fromkeys(table.legal(b, other))
        mapped = with_next_seat(table.game, move, players)
        assert mapped in there, table.text(move)
        a, b, last = table.apply(a, seat, move).state, table.apply(b, other, mapped).state, seat
    assert compared > 10


def with_next_seat(game, index, players):
    """The move that names the next seat wherever this one names a seat: the text of an argument of such a kind is replaced."""
    verb = next(v for v in game.steps if v["from"] <= index < v["from"] + v["moves"])
    counts = [a["count"] for a in verb["args"]]
    if not counts:
        return index
    parts = np.unravel_index(index - verb["from"], counts)
    parts = [(p + 1) % players if a["name"] in SEAT_KINDS else p for p, a in zip(parts, verb["args"])]
    return verb["from"] + int(np.ravel_multi_index(parts, counts))


def differing(tensor, one, other):
    one, other = tensor.named(one), tensor.named(other)
    return {name: (one[name].tolist(), other[name].tolist()) for name in one if (one[name] != other[name]).any()}


@pytest.mark.parametrize("name,players", [(n, p) for n, p in TABLES if n in RENAMED])
def test_a_position_with_its_seats_renamed_looks_the_same(name, players):
    table, tensor = petteia.Table(name, players), petteia.Tensor(name, players)
    by_seat, seats, first, sets = RENAMED[name]
    for state in random_states(table, 4, 30):
        renamed = bytearray(state)
        values = {m.name: np.ndarray(m.shape, m.type, renamed, m.at, m.steps) for m in tensor.members}
        for member in by_seat:
            values[member][:players] = np.roll(values[member][:players], 1, axis=0)
        for member in seats:
            was = values[member].astype(int) - first
            values[member][...] = np.where((was >= 0) & (was < players), (was + 1) % players, was) + first
        for member in sets:
            was = int(values[member])
            values[member][...] = (was << 1 | was >> (players - 1)) & (1 << players) - 1
        for seat in range(players):
            one = tensor.write(table.observe(state, seat), seat)
            two = tensor.write(table.observe(bytes(renamed), (seat + 1) % players), (seat + 1) % players)
            assert (one == two).all(), differing(tensor, one, two)


def test_the_sea_spaces_and_isles_of_cyclades_are_those_of_its_maps():
    for players in range(2, 6):
        table, tensor = petteia.Table("cyclades", players), petteia.Tensor("cyclades", players)
        fleets = next(f for f in tensor.features if f.name == "fleets")
        used = 0
        for seed in range(3):
            for state in random_states(table, seed, 200):
                used |= int(np.bitwise_or.reduce(tensor.unpack(state)["fleets"]))
        assert used.bit_length() == fleets.axes[-1].count


# --- secrets ---

@pytest.mark.parametrize("name,options", [("cyclades", {}), ("myst", {}), ("mytikas", {"cards": "two"})])
def test_secrets_change_no_column(name, options):
    table, tensor = petteia.Table(name, **options), petteia.Tensor(name)
    differ = 0
    for state in random_states(table, 3, 20):
        for viewer in range(table.players):
            view = table.observe(state, viewer)
            other = table.imagine(view, viewer, seed=viewer + 1)
            assert (tensor.write(table.observe(other, viewer), viewer) == tensor.write(view, viewer)).all()
            differ += other != state
    assert differ


# --- memory ---

@pytest.mark.parametrize("name,players", TABLES)
def test_memory_adds_what_public_moves_have_shown(name, players):
    """Cyclades R1.3: whoever keeps count knows every purse. Elsewhere a row is the same with and without memory."""
    with_it, without = (petteia.VectorEnv(name, 16, players, seed=3, threads=1, memory=m) for m in (True, False))
    tensor = petteia.Tensor(name, players)
    for _ in range(40):
        actions = without.sample()
        with_it.sample()
        with_it.step(actions)
        without.step(actions)
        if name != "cyclades":
            assert (with_it.observation == without.observation).all()
            continue
        seen, hidden = tensor.named(with_it.observation), tensor.named(without.observation)
        assert not seen["gold hidden"].any() and hidden["gold hidden"].any()
        known = hidden["gold hidden"] == 0
        assert (seen["gold"][known] == hidden["gold"][known]).all()
        for part in seen:
            assert part in ("gold", "gold hidden") or (seen[part] == hidden[part]).all(), part


def test_memory_is_the_gold_that_was_counted():
    """From each seat: its own view, and the purses of the true state."""
    table, tensor = petteia.Table("cyclades", 3), petteia.Tensor("cyclades", 3)
    for state in random_states(table, 8, 20):
        for viewer in range(3):
            purses = tensor.named(tensor.write(table.recall(state, viewer), viewer))["gold"]
            true = tensor.unpack(state)["gold"][:3]
            assert purses.tolist() == np.minimum(np.roll(true, -viewer), 120).tolist()
            assert table.imagine(table.recall(state, viewer), viewer, seed=1) == state
    play = petteia.game("cyclades").start(3, seed=1)
    play.luck()
    assert (tensor.unpack(play.recall(0))["gold"][:3] == tensor.unpack(play.recall(petteia.PUBLIC))["gold"][:3]).all()
    with pytest.raises(IndexError, match="no seat 3"):
        play.recall(3)


# --- many at once ---

@pytest.mark.parametrize("dtype", FORMS)
@pytest.mark.parametrize("name,players", TABLES)
def test_the_vector_environment_writes_the_same(name, players, dtype):
    env, tensor = petteia.VectorEnv(name, 6, players, threads=2, seed=1, dtype=dtype), petteia.Tensor(name, players)
    for _ in range(30):
        env.step(env.sample())
        views = np.array([list(env.view(i, int(env.seat[i]))) for i in range(env.count)], np.uint8)
        assert env.observation.dtype == dtype and (env.observation == tensor.write(views, env.seat, dtype)).all()
    seat = players - 1
    assert (env.look(seat) == tensor.write(np.array([list(env.view(i, seat)) for i in range(6)], np.uint8), seat, dtype)).all()


def test_what_is_no_view_viewer_or_type_is_refused():
    tensor = petteia.Tensor("myst")
    with pytest.raises(ValueError, match="88 bytes"):
        tensor.write(np.zeros((3, 87), dtype=np.uint8), 0)
    with pytest.raises(ValueError, match="out must be"):
        tensor.write(bytes(88), 0, out=np.zeros(3, dtype=np.uint8))
    with pytest.raises(ValueError, match="a viewer is a seat"):
        tensor.write(bytes(88), 2)
    for dtype in (np.int8, np.float64, "wine"):
        with pytest.raises(ValueError, match="uint8, float16 or float32"):
            tensor.write(bytes(88), 0, dtype)
    with pytest.raises(ValueError, match="for 2 to 5 players"):
        petteia.Tensor("cyclades", 6)
    with pytest.raises(ValueError, match="columns"):
        tensor.named(np.zeros(5))


def parts_of(plan):
    """The numbers of a pt_plan (core/tensor.h), without what lies between them."""
    return [plan[:4]] + [struct.unpack("<7Bx16Hf4xQ", plan[at:at + 56]) for at in range(8, len(plan), 56)]


@pytest.mark.parametrize("path", sorted(glob.glob(os.path.join(ROOT, "bots", "net", "weights", "*.net"))))
def test_the_nets_that_are_built_in_read_the_columns_of_today(path):
    """A net has the plan it was trained with (bots/net/file.c). When a game's columns change, its net has to be trained anew."""
    with open(path, "rb") as file:
        data = file.read()[40:]
    name, players = data[:16].rstrip(b"\0"), data[16]
    note, size = struct.unpack("<2H", data[32:36])
    plan = (ctypes.c_uint8 * 8192)()
    assert lib.tensor_plan_bytes(name, players, plan) == size
    assert parts_of(bytes(plan[:size])) == parts_of(data[36 + note:36 + note + size])
