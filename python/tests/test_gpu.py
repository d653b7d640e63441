"""Games in the memory of a GPU. Without a chip the same kernels run on the CPU (device="cpu"); with one, both are compared."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import ctypes
import importlib.util
import re
from pathlib import Path

import numpy as np
import petteia
import pytest
from petteia.cuda import FULL, MANY_REGISTERS, THREADS, threads_of_a_block
from petteia.gpu import Games, NoGpu

ROOT = Path(__file__).resolve().parents[2]
EVERY = [(g.name, players) for g in petteia.games() for players in range(g.min_players, g.max_players + 1)]


def has_chip() -> bool:
    try:
        ctypes.CDLL("libcuda.so.1")
        Games("myst", 1)
    except (OSError, NoGpu):
        return False
    return True


DEVICES = ["cpu", pytest.param(0, marks=pytest.mark.skipif(not has_chip(), reason="no NVIDIA chip with kernels"))]


def valid(lists, moves):
    """What counts in rows of lists."""
    return lists[np.arange(lists.shape[1]) < moves[:, None]]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("name", "players"), EVERY)
def test_the_same_seeds_give_the_same_bytes_as_the_vector_environment(name, players, device):
    env, games = petteia.VectorEnv(name, 24, players, seed=5, threads=1), Games(name, 24, players, seed=5, device=device, mask=True)
    ended = 0
    for _ in range(400):
        actions = env.sample()
        games.sample()
        env.step(actions)
        games.step(actions)
        ended += int(env.over.sum())
        for array in ("observation", "mask", "seat", "reward", "over", "moves"):
            assert (games.host(array) == getattr(env, array)).all()
        assert (valid(games.host("legal"), env.moves) == valid(env.legal, env.moves)).all()
        assert (env.mask.sum(axis=1) == env.moves).all()
    assert ended or name in ("cyclades", "mytikas")  # whose random games are long
    again = Games(name, 24, players, seed=5, device=device)
    again.play(400)  # picks and steps in one kernel
    assert (again.host("observation") == games.host("observation")).all()


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("name", "players"), EVERY)
def test_rows_that_fill_no_group_of_four_are_written_whole(name, players, device):
    """kernel_columns() writes four rows at a time."""
    env = petteia.VectorEnv(name, 7, players, seed=9, threads=1)
    for _ in range(40):
        env.step(env.sample())
    for dtype in (np.uint8, np.float16, np.float32):
        whole, games = (Games(name, count, players, seed=9, device=device, dtype=dtype) for count in (8, 7))
        whole.play(40)
        games.play(40)
        assert (games.host("observation") == whole.host("observation")[:7]).all()
        assert dtype != np.uint8 or (games.host("observation") == env.observation).all()


def test_a_block_is_as_large_as_its_registers_allow():
    """A part of a chip has 65,536 registers. A block that needs more is not launched at all: full blocks are for kernels that fit."""
    parts = 132  # of an H200: 131,072 rows would be one full block for each
    assert threads_of_a_block(131072, parts, 1024) == FULL
    assert threads_of_a_block(131072, parts, 65536 // MANY_REGISTERS) == THREADS <= 65536 // MANY_REGISTERS
    assert threads_of_a_block(524288, parts, 1024) == THREADS


@pytest.mark.parametrize("device", DEVICES[1:])
@pytest.mark.parametrize("name", [g.name for g in petteia.games()])
def test_as_many_games_as_make_full_blocks_are_played(name, device):
    count = FULL * Games(name, 1, device=device)._on.chip.parts
    games, few = Games(name, count, seed=5, device=device), Games(name, 24, seed=5, device="cpu")
    games.play(20)
    few.play(20)
    assert (games.host("observation")[:24] == few.host("observation")).all()


@pytest.mark.parametrize("device", DEVICES)
def test_a_move_that_is_not_legal_changes_no_game(device):
    games = Games("mykerinos", 8, seed=1, device=device)
    before = games.save()
    wrong = games.host("legal")[:, 0].astype(np.int32)
    wrong[5] = wrong[6] = games.game.move_space - 1
    with pytest.raises(ValueError, match="game 5: its move is not legal"):
        games.step(wrong)
    for actions in (wrong[:3], wrong + 0.5, np.full(8, 2**40), np.full(8, -1)):
        with pytest.raises(ValueError):
            games.step(actions)
    assert all((games.save()[name] == before[name]).all() for name in before)
    games.step(games.host("legal")[:, 0])
    assert (games.save()["state"] != before["state"]).any(axis=1).all()


@pytest.mark.parametrize("device", DEVICES)
def test_saved_games_go_on_as_if_nothing_had_happened(device):
    games = Games("cyclades", 8, 3, seed=2, device=device, mask=True)
    games.play(50)
    saved, view = games.save(), games.host("observation")
    games.play(50)
    later = games.host("observation")
    games.restore(saved)
    assert (games.host("observation") == view).all()
    assert (games.host("mask").sum(axis=1) == games.host("moves")).all()
    games.play(50)
    assert (games.host("observation") == later).all()
    with pytest.raises(ValueError):
        Games("cyclades", 4, 3, device=device).restore(saved)


@pytest.mark.parametrize("device", DEVICES)
def test_only_marked_games_start_again(device):
    games = Games("mytikas", 6, seed=3, device=device)
    games.play(30)
    before = games.host("state")
    games.reset(which=np.array([0, 1, 0, 0, 1, 0], np.uint8))
    changed = (games.host("state") != before).any(axis=1)
    assert changed.tolist() == [False, True, False, False, True, False]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", [g.name for g in petteia.games()])
def test_what_a_search_needs_agrees_with_single_states(name, device):
    """Whoever imagines a state has the same moves in it; what comes of them is the same on a chip and on the CPU."""
    games = Games(name, 16, seed=4, device=device)
    games.play(20)
    seats, host = games.host("seat"), games._on.host
    imagined = games.imagine(9)
    moves, legal = games.legal_in(imagined, seats)
    assert (host(moves) == games.host("moves")).all()
    assert (valid(host(legal), host(moves)) == valid(games.host("legal"), host(moves))).all()
    first = host(legal)[:, 0].copy()
    children, following = games.expand(imagined, np.arange(16), seats, first, seed=1)
    assert host(children).shape == host(imagined).shape
    assert ((host(following) >= -1) & (host(following) < games.players)).all()
    twice = games.expand(imagined, np.arange(16), seats, first, seed=1)
    assert (host(twice[0]) == host(children)).all()
    worth = host(games.playout(imagined, 3, seed=7))
    assert worth.shape == (16, games.players)
    assert np.allclose(worth.sum(axis=1), 0, atol=1e-5) and (np.abs(worth) <= 1).all() and np.abs(worth).any()
    assert host(games.evaluate(imagined)).any()
    cpu = Games(name, 16, seed=4, device="cpu")
    cpu.play(20)
    assert (cpu.imagine(9) == host(imagined)).all()
    assert (cpu.playout(cpu.imagine(9), 3, seed=7) == worth).all()
    assert (cpu.evaluate(cpu.imagine(9)) == host(games.evaluate(imagined))).all()
    assert (cpu.expand(cpu.imagine(9), np.arange(16), seats, first, seed=1)[0] == host(children)).all()


def test_wrong_arguments_and_machines_without_a_chip_get_a_sentence(monkeypatch):
    with pytest.raises(ValueError, match="one game at least"):
        Games("myst", 0, device="cpu")
    with pytest.raises(ValueError, match="device is"):
        Games("myst", 1, device="gpu")
    with pytest.raises(ValueError):
        Games("myst", 1, 9, device="cpu")
    monkeypatch.setattr("petteia.gpu._chips", {})
    monkeypatch.setattr("ctypes.CDLL", lambda name: (_ for _ in ()).throw(OSError(name)))
    with pytest.raises(NoGpu, match="no NVIDIA driver"):
        Games("myst", 1)


def test_every_kernel_is_declared_for_python():
    """gpu/kernels.h, and the types of its functions in library.py: as many arguments, in the same order of sizes."""
    from petteia.library import _TYPES

    header = (ROOT / "gpu" / "kernels.h").read_text()
    declared = {name: [a for a in arguments.split(",")] for name, arguments in re.findall(r"void (kernel_\w+)\(([^)]*)\)", header)}
    assert set(declared) == {name for name in _TYPES if name.startswith("kernel_")}
    for name, arguments in declared.items():
        sizes = [8 if "*" in a or "uint64_t" in a else 4 for a in arguments]
        assert sizes == [ctypes.sizeof(t) for t in _TYPES[name][1]], name


def test_a_rotation_by_more_than_a_word_is_masked():
    """What LLVM writes for one is right for amounts below 64 only, and it drops masks: Mykerinos took no tile from its bag."""
    spec = importlib.util.spec_from_file_location("gpu_build", ROOT / "gpu" / "build.py")
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    for way, back in (("shl", "shr"), ("shr", "shl")):
        ptx = f"""\t{{
\t.reg .b64 %lhs;
\t.reg .b64 %rhs;
\t.reg .u32 %amt2;
\t{way}.b64 \t%lhs, %rd1, %r7;
\tsub.u32 \t%amt2, 64, %r7;
\t{back}.b64 \t%rhs, %rd1, %amt2;
\tadd.u64 \t%rd2, %lhs, %rhs;
\t}}
"""
        assert build.UNMASKED.search(ptx)
        masked = build.masked(ptx)
        assert "and.b32 \t%below64, %r7, 63;" in masked and f"{way}.b64 \t%lhs, %rd1, %below64;" in masked
        assert masked.count("%r7") == 1 and not build.UNMASKED.search(masked)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", [g.name for g in petteia.games()])
def test_states_of_a_search_are_observed_as_games_are(name, device):
    """The columns of any states for any seats, in each type, and the results of those that are over."""
    for dtype in (np.uint8, np.float16, np.float32):
        games = Games(name, 8, seed=6, device=device, dtype=dtype, memory=True)
        games.play(25)
        host = games._on.host
        assert (host(games.observe_in(games.states, games.host("seat"))) == games.host("observation")).all()
    nobody = games.observe_in(games.states, np.array([-1, *games.host("seat")[1:]], np.int32))
    assert not host(nobody)[0].any() and (host(nobody)[1:] == games.host("observation")[1:]).all()
    assert not host(games.rewards(games.states)).any()
    ended = games
    for _ in range(3000):
        moves, legal = ended.legal_in(ended.states, ended.host("seat"))
        children, following = ended.expand(ended.states, np.arange(8), ended.host("seat"), host(legal)[:, 0].copy(), seed=1)
        over = np.flatnonzero(host(following) < 0)
        if over.size:
            break
        ended.play(1)
    reward = host(ended.rewards(children))
    assert reward[over].any(axis=1).all() or name != "myst"
    assert np.allclose(reward.sum(axis=1), 0, atol=1e-5) and not reward[host(following) >= 0].any()


@pytest.mark.parametrize("device", DEVICES)
def test_memory_is_the_same_as_in_the_vector_environment(device):
    env = petteia.VectorEnv("cyclades", 24, 4, seed=5, threads=1, memory=True)
    games = Games("cyclades", 24, 4, seed=5, device=device, memory=True)
    for _ in range(100):
        env.step(env.sample())
    games.play(100)
    assert (games.host("observation") == env.observation).all()
