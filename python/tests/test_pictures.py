"""render_mode "rgb_array": the page's boards as pictures, and what is said when something for them is missing. Skipped where board.mjs is not made (tools/boards)."""
# SPDX-License-Identifier: MIT
import json
import os
import pathlib
import re

import numpy as np
import pytest

pytest.importorskip("resvg_py")
pytest.importorskip("PIL")
from petteia import picture  # noqa: E402
from petteia.play import read  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Pixels of 900 x ... in the colour of each player, at least: three fifths of what the pieces have in these positions.
COLOURED = {"cyclades": 450, "mykerinos": 1300, "myriath": 35000, "myst": 1300, "mytikas": 600}
made = pytest.mark.skipif(not os.path.exists(picture.PROGRAM), reason="tools/boards has not made board.mjs")


def by_day(game):
    """A position of a golden game that the gallery shows (docs/gallery.md)."""
    one = json.loads((ROOT / "games" / game / "board" / "gallery.json").read_text())[0]
    play = read((ROOT / "games" / game / "golden" / f"{one['record']}.play").read_text())
    play.go(one["move"])
    return play


def colour(name):
    """A colour of the page's own sheet."""
    digits = re.search(rf"--{name}: #(\w{{6}});", (ROOT / "web" / "src" / "app.css").read_text()).group(1)
    return np.array([int(digits[i:i + 2], 16) for i in (0, 2, 4)])


@made
@pytest.mark.parametrize("game", COLOURED)
def test_the_board_of_the_page(game):
    """Nothing is left that only a browser could resolve, everything that is referred to is there, and the pieces of every player have the player's colour."""
    play = by_day(game)
    svg = picture.drawing(game, play.view(-1), -1, play.players)
    assert not re.search(r"var\(|light-dark\(|color-mix\(|blob:|<foreignObject", svg)
    there = set(re.findall(r' id="([^"]+)"', svg))
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) | set(re.findall(r'href="#([^"]+)"', svg)) <= there
    pixels = picture.picture(game, play.view(-1), -1, play.players)
    assert pixels.dtype == np.uint8 and pixels.shape[1:] == (picture.WIDTH, 3) and 300 < pixels.shape[0] < 1000
    for seat in (1, 2) if game == "myst" else range(play.players):  # Saffron and Lapis, in Myst
        assert (np.abs(pixels.astype(int) - colour(f"p{seat}-base")) < 12).all(axis=2).sum() > COLOURED[game], f"pieces of seat {seat}"


@made
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("game,players", [("myriath", 4), ("mytikas", 2)])
def test_frames_of_a_game(game, players):
    """Frames have one size, and a move changes what is drawn."""
    pytest.importorskip("gymnasium")
    from petteia.single import SingleEnv

    env = SingleEnv(game, players, opponent="random", render_mode="rgb_array")
    _, info = env.reset(seed=1)
    frames = [env.render()]
    for _ in range(3):
        _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    frames.append(env.render())
    assert frames[0].shape == frames[1].shape and (frames[0] != frames[1]).any()


@made
@pytest.mark.filterwarnings("error")
def test_the_checks_of_the_frameworks():
    gymnasium = pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    import petteia.single  # noqa: F401
    from gymnasium.utils.env_checker import check_env
    from petteia import aec

    check_env(gymnasium.make("petteia/mytikas-v0", opponent="random", render_mode="rgb_array").unwrapped)
    env = aec.env("mytikas", 2, render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape[1:] == (picture.WIDTH, 3)


# --- what is missing ---

def refused(**changes):
    from petteia.single_vector import render_mode_of

    with pytest.MonkeyPatch.context() as patch:
        for name, value in changes.items():
            patch.setattr(name.replace("__", "."), value)
        with pytest.raises(ImportError) as told:
            render_mode_of("rgb_array")
    return str(told.value)


def test_what_is_missing_is_named(monkeypatch, tmp_path):
    pytest.importorskip("gymnasium")
    assert "resvg_py and Pillow: pip install" in refused(importlib__util__find_spec=lambda name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "needs Node.js" in refused()
    (tmp_path / "node").touch(0o755)
    assert "tools/boards" in refused(petteia__picture__PROGRAM=str(tmp_path / "board.mjs"))


@made
def test_what_cannot_be_drawn_is_said():
    with pytest.raises(RuntimeError, match="the board of chess cannot be drawn: there is no board of chess"):
        picture.drawing("chess", {}, 0, 2)
    assert picture.drawing("myriath", by_day("myriath").view(-1), -1, 2).startswith("<svg"), "and others still can"


@made
def test_a_program_that_ends_is_an_error(monkeypatch, tmp_path):
    (tmp_path / "board.mjs").write_text("process.exit(3);\n")
    monkeypatch.setattr(picture, "PROGRAM", str(tmp_path / "board.mjs"))
    monkeypatch.setattr(picture, "_artist", None)
    with pytest.raises(RuntimeError, match=r"Node.js has ended \(exit 3\)"):
        picture.drawing("myst", {}, 0, 2)
