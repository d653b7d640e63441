"""What the bytes of a view mean: games/NAME/TENSOR.md is right, complete, and gives nothing away."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import os

import numpy as np
import petteia
import pytest
from petteia import tensors

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TABLES = [(g.name, n) for g in petteia.games() for n in range(g.min_players, g.max_players + 1)]


def random_states(table, seed, count):
    """States of one random game, `count` of them."""
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


@pytest.mark.parametrize("name", [g.name for g in petteia.games()])
def test_the_page_is_what_the_headers_say(name):
    with open(os.path.join(ROOT, "games", name, "TENSOR.md"), encoding="utf-8") as file:
        assert file.read() == tensors.markdown(name), f"python3 -m petteia.tensors {name} > games/{name}/TENSOR.md"


@pytest.mark.parametrize("name", [g.name for g in petteia.games()])
def test_every_byte_belongs_to_one_member_and_every_member_says_what_it_is(name):
    tensor = petteia.Tensor(name)
    owner = np.zeros(tensor.game.view_size, dtype=int)
    for row in tensor.rows:
        assert row.words, row.name
        for place in np.ndindex(row.shape):
            at = row.at + sum(i * step for i, step in zip(place, row.steps))
            owner[at:at + int(row.type[2])] += 1
    assert (owner <= 1).all()
    assert (owner == 0).sum() <= 7, "no more than what aligns the end is left over"
    assert tensor.rows[-1].floats.stop == tensor.size


@pytest.mark.parametrize("name,players", TABLES)
def test_members_have_the_values_of_the_game(name, players):
    table, tensor = petteia.Table(name, players), petteia.Tensor(name)
    for state in random_states(table, 1, 5):
        values = tensor.unpack(state)
        lines = dict(line.split(maxsplit=1) for line in table.position(state).splitlines())
        assert values["head.seats"] == players and int(lines["ply"]) == values["head.ply"]
        owing = [s for s in range(8) if int(values["head.owes"]) >> s & 1]
        assert (table.next(state) in owing) if owing else table.next(state) < 0


@pytest.mark.parametrize("name,players", TABLES)
def test_floats_lose_nothing_and_stay_in_range(name, players):
    """From the floats every value can be worked out again."""
    table, tensor = petteia.Table(name, players), petteia.Tensor(name)
    views = np.array([list(table.observe(s, v)) for s in random_states(table, 2, 6) for v in range(players)], dtype=np.uint8)
    floats = tensor.floats(views)
    assert floats.shape == (len(views), tensor.size) and np.abs(floats).max() <= 1
    for view, numbers in zip(views, floats):
        values = tensor.unpack(view)
        for row in tensor.rows:
            part, bits = numbers[row.floats].astype(float), 8 * int(row.type[2])
            if row.is_set:
                again = [sum(int(b) << i for i, b in enumerate(word)) for word in part.reshape(-1, bits)]
            else:
                again = [int(round(np.sign(x) * (2 ** (abs(x) * bits) - 1))) for x in part]
            assert again == [int(v) for v in np.ravel(values[row.name])], row.name


@pytest.mark.parametrize("name,options", [("cyclades", {}), ("myst", {}), ("mytikas", {"cards": "two"})])
def test_secrets_change_no_float(name, options):
    table, tensor = petteia.Table(name, **options), petteia.Tensor(name)
    differ = 0
    for state in random_states(table, 3, 20):
        for viewer in range(table.players):
            view = table.observe(state, viewer)
            other = table.imagine(view, viewer, seed=viewer + 1)
            assert (tensor.floats(table.observe(other, viewer)) == tensor.floats(view)).all()
            differ += other != state
    assert differ


def test_the_vector_environment_writes_the_same_floats():
    env = petteia.VectorEnv("mytikas", 8, 3, threads=2, seed=1, floats=True)
    tensor = petteia.Tensor("mytikas")
    for _ in range(50):
        env.step(env.sample())
        assert (env.floats == tensor.floats(env.view)).all()
    mine = np.zeros((4, tensor.size), dtype=np.float32)
    env = petteia.VectorEnv("mytikas", 4, seed=1, floats=True, arrays={"floats": mine})
    assert env.floats is mine and mine.any()


def test_what_is_no_view_is_refused():
    tensor = petteia.Tensor("myst")
    with pytest.raises(ValueError, match="88 bytes"):
        tensor.floats(np.zeros((3, 87), dtype=np.uint8))
    with pytest.raises(ValueError, match="out must be"):
        tensor.floats(bytes(88), out=np.zeros(3, dtype=np.float32))
