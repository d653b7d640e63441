#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The terminal client, played for real in tmux by keyboard and mouse: test_term.py PETTEIA"""
import os
import re
import signal
import subprocess
import time

from terminal import ASKED, PLACE, PROGRAM, TermCase, main


class TermTest(TermCase):
    def test_without_a_terminal_it_says_so(self):
        done = subprocess.run([PROGRAM, "term", "mykerinos"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^petteia term: .*terminal.*\n$")

    def test_a_terminal_that_cannot_move_its_cursor_is_refused(self):
        t = self.start(80, 24, "mykerinos", "--players", "2", env="TERM=dumb")
        t.wait(r"the terminal 'dumb' cannot move its cursor\s+EXIT 2")

    def test_a_record_that_cannot_be_written_is_refused_before_the_game(self):
        t = self.start(80, 24, "mykerinos", "--players", "2", "--record", "/nowhere/game.play")
        t.wait(r"petteia term: cannot open /nowhere/game.play: No such file or directory\s+EXIT 2")

    def test_a_hint_says_why_when_asked_again(self):
        t = self.start(100, 30, "mykerinos", "--players", "2", "--seats", "human,random", "--seed", "3", "--pace", "0")
        t.wait(PLACE)
        t.keys("H")
        t.wait(r"hint: \S.*\(H again: why\)")
        t.keys("H")
        t.wait(r"Why this move(.|\n)*quick games")

    def test_a_second_game_leaves_the_record_of_the_first(self):
        record = os.path.join(self.folder, "first.play")
        t = self.start(80, 24, "myriath", "--seats", "random,random", "--seed", "4", "--pace", "0", "--record", record)
        t.wait("the end")
        t.keys("n")
        names, end = [record, record.replace(".play", "-2.play")], time.monotonic() + 120
        while not os.path.exists(names[1]) and time.monotonic() < end:
            time.sleep(0.03)
        t.wait("the end")
        t.keys("q")
        t.wait("EXIT 0")
        results = [subprocess.run([PROGRAM, "replay", n], capture_output=True, text=True).stdout for n in names]
        self.assertTrue(all("over" in r for r in results), results)
        self.assertNotEqual(results[0], results[1])

    def test_bad_arguments_are_refused(self):
        for args, words in ((["nogame"], "no game is called"), (["mykerinos", "--seats", "human,nobody"], "--seats takes"),
                            (["mykerinos", "--players", "5"], "2 to 4 players"), (["mykerinos", "--confirm", "x"], "--confirm takes"),
                            (["mykerinos", "--players", "2", "--seats", "human,greedy,greedy"], "--seats names 3"), (["mykerinos", "--lang", "tlh"], "--lang takes one of en, fr, de"), ([], "needs one game"),
                            (["mykerinos", "--clock", "bank:10"], "--clock takes"), (["mykerinos", "--flag-loses"], "needs a --clock"),
                            (["--resume", "x.table", "--seats", "human,greedy"], "--resume keeps the seats"),
                            (["--resume", "x", "y"], "--resume takes one file")):
            done = subprocess.run([PROGRAM, "term", *args], stdin=subprocess.DEVNULL, capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, args)
            self.assertIn(words, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)

    def test_the_first_screen_asks_for_players_and_enter_begins(self):
        t = self.start(80, 24, "mykerinos", "--seed", "3", "--pace", "0")
        t.wait(r"Players\s+← 3")
        t.keys("Right")
        t.wait(r"Players\s+← 4(.|\n)*Seat 4")
        t.wait(r"Seat 2\s+● +← casual")
        t.keys("Down", "Down", "Left")
        t.wait(r"Seat 2\s+● +← learner")
        t.keys("Left", "Left", "Left", "Left", "Left")
        t.wait(r"Seat 2\s+● +← human")
        t.keys("Right", "Right")
        t.wait(r"Seat 2\s+● +← greedy")
        t.keys("Enter")
        t.wait(PLACE)

    def test_the_first_screen_tells_an_option_in_full(self):
        t = self.start(80, 24, "myriath", "--seed", "3")
        t.wait(r"start +← any +→ +who may begin: any, or seats such …")
        t.keys("Up")
        t.wait(r"seats such as 2 or 13 \(the lowest scorers of the\s+game before\)")

    def test_a_move_is_built_step_by_step(self):
        t = self.start(80, 24, "mykerinos", "--seed", "6", "--players", "3", "--pace", "0")
        t.wait(PLACE)
        t.command("start e2")
        t.wait(ASKED + r"(.|\n)*■ start e2")
        t.keys("2")                       # extend
        t.wait(r"extend \? \?")
        t.keys("Escape")                  # a step back
        t.wait(r"1 start(.|\n)*2 extend")
        t.keys("2", "Enter")              # the nearest space beside e2
        t.wait(r"extend [a-h]\d \?")
        t.keys("Enter")
        t.wait(r"■ extend [a-h]\d [a-h]\d")

    def test_a_tile_is_seen_turned_and_flipped_before_it_is_laid(self):
        t = self.start(80, 24, "myriath", "--seats", "human,random", "--seed", "3", "--pace", "0")
        self.assertIn("┏━━━━━┓", t.wait(r"Enter: oct b2"))   # the octagon's ghost
        t.command("oct b2")
        t.wait(r"place \? \? \?")
        t.keys("Enter")                   # a tile: it is shown where it could lie, with its points
        screen = t.wait(r"place (\w+) (\d) \?(.|\n)*Enter: place \1 \2 [a-h]\d   \+[\d.]+ You   t: turn   f: flip")
        tile, turn = re.search(r"Enter: place (\w+) (\d)", screen).groups()
        t.keys("t")
        t.wait(rf"Enter: place {tile} (?!{turn})\d")
        t.keys("T")
        t.wait(rf"Enter: place {tile} {turn}")
        t.keys("f")
        t.wait(rf"Enter: place {tile} (?!{turn})\d|looks the same")
        t.keys("Escape")                  # back to the choice of a tile
        t.wait(r"place \? \? \?")
        t.keys("Enter", "Enter")
        t.wait(r"You: (?!0 )[\d.]+ ")

    def test_a_refusal_shows_the_rule_and_changes_nothing(self):
        t = self.start(80, 24, "mykerinos", "--seed", "6", "--players", "3", "--pace", "0")
        t.wait(PLACE)
        t.command("start a2")
        t.wait(r"R4\.3: a2 is a pyramid")
        t.keys("r")
        t.wait(r"the rules(.|\n)*R4\.3 Start")
        t.keys("Escape")
        t.wait(ASKED)
        t.command("dance a2")
        t.wait("cannot read 'dance a2'")
        self.assertEqual(t.moves(), [])

    def test_undo_goes_back_to_ones_last_decision(self):
        t = self.start(80, 24, "mykerinos", "--seed", "6", "--players", "3", "--pace", "0")
        before = t.wait(PLACE)
        t.command("start e2")
        t.wait(ASKED + r"(.|\n)*◆ \w")
        t.keys("u")
        t.wait(r"taken back")
        self.assertEqual(t.moves(), [])
        t.keys("Escape")
        # The cursor, a cube of one's own, may be elsewhere: a bot had taken the space below it.
        t.wait(r"\A" + re.sub("[·■]", "[·■]", re.escape("\n".join(before.splitlines()[:15]))))
        t.keys("u")                       # only luck and a bot came before
        t.wait("there is no move of yours to take back")

    def test_pass_waits_for_a_second_enter(self):
        t = self.start(80, 24, "mykerinos", "--seed", "6", "--players", "3", "--pace", "0")
        t.wait(PLACE)
        t.keys("2")
        t.wait("Enter: pass")
        t.keys("Escape")
        t.wait("1 start")
        self.assertEqual(t.moves(), [])
        t.keys("2")
        t.wait("Enter: pass")
        t.keys("Enter")
        t.wait(r"■ pass|Season 2 of 4")   # the bots play the season to its end, which takes the line out of sight

    def test_the_mouse_picks_targets_and_verbs(self):
        # These bots do not look at the clock: they always leave e4 and f4 alone.
        t = self.start(80, 24, "mykerinos", "--seed", "6", "--seats", "human,greedy,greedy", "--pace", "0")
        t.wait(PLACE)
        t.click(4, 4)                     # a2, a pyramid
        t.wait(r"R4\.3: a2 is a pyramid")
        t.click(22, 8)                    # e5
        t.wait(r"■ start e5")
        rows = t.wait(r"2 extend").splitlines()
        t.click(4, next(y for y, row in enumerate(rows) if row.startswith(" 2 extend")))
        t.wait(r"extend \? \?")
        t.click(22, 7)                    # e4
        t.wait(r"extend e4 \?")
        t.click(27, 7)
        t.wait(r"■ extend e4 f4")

    def test_any_size_will_do(self):
        t = self.start(80, 24, "mykerinos", "--seed", "6", "--players", "4", "--pace", "0")
        t.wait(PLACE)
        for width, height in ((40, 10), (60, 16), (200, 50), (100, 30), (80, 24)):
            t.resize(width, height)
            t.wait("Please make the window at least 60 by 16" if width == 40 else r"\A Mykerinos ")
            self.assertTrue(width == 40 or t.wait(PLACE))
        t.resize(66, 16)                  # the board is scrolled to the cursor
        t.wait(r"\A Mykerinos ")          # before it is drawn anew, other lines are on top
        t.keys(*["Down"] * 3)
        t.keys("Enter")
        t.resize(80, 24)
        t.wait(r"■ you   0    7 ")

    def test_a_board_grows_with_the_window(self):
        t = self.start(80, 24, "mykerinos", "--seed", "6", "--players", "3", "--pace", "0")
        small, large = r"(?m)^1 │ .    . ┊ .    . │", r"(?m)^1 │  .      .  ┊  .      .  │"
        t.wait(PLACE)
        self.assertRegex(t.screen(), small)
        t.keys("Right", "Down")
        t.wait(r"\n Enter: start b2")     # both keys have been read
        t.resize(110, 30)
        self.assertIn("Enter: start b2", t.wait(large + r"(.|\n)*\n Enter: start"))   # the cursor is where it was
        t.click(5, 6)                     # the lower row of a2
        t.wait(r"R4\.3: a2 is a pyramid")
        t.resize(100, 24)                 # wide enough, not high enough
        t.wait(small)
        t = self.start(110, 60, "cyclades", "--seats", "human,random,random", "--seed", "39", "--pace", "0")
        t.wait(r"(?m)^ +n1░░░░b2    b3 .*\n +■1░░░░~     ~ .*\n +░░░░░░ ")
        t.resize(80, 24)
        t.wait(r"(?m)^ +n1░░b2  b3 .*\n +■1░░~   ~ ")
        t = self.start(110, 40, "myst", "--seats", "human,random", "--seed", "6", "--pace", "0")
        t.wait(r"(?m)^   a     b     c ")
        t.resize(80, 24)
        t.wait(r"(?m)^   a   b   c ")

    def test_overlays_open_and_close(self):
        t = self.start(80, 24, "mykerinos", "--seed", "6", "--players", "2", "--pace", "0")
        t.wait(ASKED)
        for key, words in (("?", "Keys"), ("s", "the score if the game stopped now"), ("m", "the moves"), ("r", "the rules")):
            t.keys(key)
            t.wait(words)
            t.keys("Escape")
            t.wait(ASKED)

    def find(self, t, word):
        """Where a word stands on the board."""
        rows = t.screen().splitlines()
        return next((row.index(word), y) for y, row in enumerate(rows) if word in row[:46])

    def test_a_scrolled_board_comes_back_to_what_can_be_chosen(self):
        t = self.start(80, 24, "cyclades", "--seats", "human,random,random", "--seed", "39", "--pace", "0")
        t.wait("Choose a god to bid for")
        t.keys("Down", "Down")
        t.wait("Enter: god apollo")
        t.keys("NPage", "NPage")
        t.wait(r"\A(?!(.|\n)*1 Ares)(.|\n)*p1 you")
        t.command("god poseidon")
        t.wait(r"(?m)^ 1 +2 +3 +4 +5 +6 +7 *$")   # numbers are their own keys
        t.keys("u")
        screen = t.wait("taken back")
        self.assertIn("1 Ares", screen)
        self.assertIn("3 Apollo", screen)

    def test_a_long_question_is_shown_to_its_end(self):
        t = self.start(60, 24, "cyclades", "--seats", "human,random,random", "--seed", "39", "--pace", "0")
        t.wait("Choose a god to bid for")
        t.command("god poseidon")
        t.wait("How much do you offer")
        t.keys("1")
        t.wait(r"Your turn with Poseidon\. With 6 gold you can(.|\n)*or end\s+your\s+turn")

    def test_a_number_that_can_be_only_one_is_not_asked_and_notes_explain(self):
        t = self.start(80, 24, "cyclades", "--seats", "human,random,random", "--seed", "39", "--pace", "0")
        t.wait("Choose a god to bid for")
        t.command("god poseidon")
        t.wait("How much do you offer")
        t.keys("1")
        t.wait(r"Your turn with Poseidon\. With 6 gold you can recruit a fleet for free,\s+build a port for 2 gold, sail up to three spaces for 1 gold")
        t.keys("3")
        t.wait(r"sail \? \? \?")
        t.click(*self.find(t, "g5"))      # a single fleet stands there
        t.wait(r"sail g5 \? \?")
        t.click(*self.find(t, "h4"))
        t.wait(r"Sail on from h4\? 2 steps left")
        t.command("sail h4 h3 1")
        t.wait(r"Sail on from h3\? 1 step left")
        t.command("stop")
        t.wait(r"Poseidon\. With 5 gold")
        t.command("sail h3 h4 1")
        t.wait("Sail on from h4")
        t.command("stop")
        t.wait(r"Poseidon\. With 4 gold")
        t.command("build n7")
        t.wait(r"Poseidon\. With 2 gold")
        for space in ("h4", "i3"):
            t.command("recruit " + space)
            t.wait(r"Poseidon\. With [21] gold")
        t.resize(80, 16)
        t.wait(r"\A Cyclades ")
        t.keys("m")                       # the list opens at its end
        end = r"■ 1  build n7: port\s+■ 1  recruit h4\s+■ 1  recruit i3\s+Esc back"
        self.assertNotIn("* order", t.wait(r"the moves(.|\n)*" + end))
        t.resize(80, 24)                  # and stays there
        t.wait(r"\* order(.|\n)*" + end)
        t.resize(80, 16)
        t.wait(r"\A Cyclades: the moves(.|\n)*" + end)

    def begin_with_poseidon(self):
        t = self.start(80, 24, "cyclades", "--seats", "human,random,random", "--seed", "39", "--pace", "0")
        t.wait("Choose a god to bid for")
        t.command("god poseidon")
        t.wait("How much do you offer")
        t.keys("1")
        t.wait(r"Your turn with Poseidon\. With 6 gold")
        return t

    def test_enter_held_down_buys_one_thing_and_then_offers_the_end(self):
        t = self.begin_with_poseidon()
        t.keys("1", "Enter")              # recruit, for free
        t.wait(r"recruit a fleet\s+for 1\s+gold(.|\n)*\n End your turn")
        t.keys("Enter")
        t.wait(r"Enter: end")             # asks once more
        t.keys("Escape")
        t.wait(r"1 recruit")
        t.keys("2", "Enter")              # a port: something else that costs
        t.wait(r"With 4 gold(.|\n)*\n End your turn")
        t.keys("Up")                      # back to the board, for whoever goes on
        t.wait(r"\n Enter: (recruit|build|sail|buy)")
        t.keys("4", "Enter", "Enter", "Enter", "Enter", "Enter", "Enter", "Enter", "Enter")
        t.wait("Choose a god to bid for|How much do you offer|[Ww]hich isle of yours")  # whatever the next cycle asks first
        t.keys("m")
        bought = re.findall(r"■ 1  (recruit|build|buy)", t.wait("the moves(.|\n)*Esc back"))
        self.assertLessEqual(len(bought), 3)

    def test_enter_again_and_again_does_not_spend_all_ones_gold(self):
        """Whatever is offered first is bought at most once; then the end of the turn is offered, and at the auction the god who costs nothing."""
        t = self.begin_with_poseidon()
        t.resize(80, 60)
        t.wait(r"\n Enter: ")
        for _ in range(12):
            t.keys("Enter")
        t.wait(r"\n Enter: (god apollo|prosper)")
        t.keys("m")
        mine = re.findall(r"■ 1  (\w+)(?: (\w+))?", t.wait("the moves(.|\n)*Esc back"))
        verbs = [verb for verb, _ in mine]
        self.assertLessEqual(len([verb for verb in verbs if verb in ("recruit", "build", "sail", "buy")]), 1, mine)
        later = mine[verbs.index("end"):] if "end" in verbs else mine  # the list shows the last moves
        self.assertLessEqual({(verb, to) for verb, to in later if verb in ("god", "offer")}, {("god", "apollo")}, mine)

    def test_tab_completes_a_move_that_is_typed(self):
        t = self.begin_with_poseidon()
        t.keys(":")
        t.wait(r"\n :\s*$")
        t.keys("Tab")
        t.wait(r"\n recruit build sail buy end\s*\n :\s*$")
        t.type("bu")
        t.keys("Tab")
        t.wait(r"\n build buy\s*\n :bu\s*$")
        t.type("i")
        t.keys("Tab")
        t.wait(r"\n n1 n7\s*\n :build n\s*$")
        t.type("7x")
        t.keys("Tab", "BSpace")           # nothing goes on from there
        t.wait(r"\n :build n7\s*$")
        t.keys("Enter")
        t.wait(r"Poseidon\. With 4 gold")
        t.keys(":")
        t.type("resi")
        t.keys("Tab")
        t.wait(r"\n :resign\s*$")
        t.keys("Escape")

    def test_boards_grow_with_the_window(self):
        """Every game has a larger board, or more beside it, for each larger window. There it need not be scrolled: the arrows at its edges are
        gone, and what is asked stands below it."""
        games = {  # what is drawn in 80 by 24, 120 by 40 and 200 by 60
            "cyclades": (r"\n +n1░░b2", r"\n +n1░░b2(.|\n)*\n Ch Me Mi", r"\n +n1░░░░░░b2(.|\n)* ▸■ p1 you"),
            "mykerinos": (r"\n1 │ .    . ┊", r"\n1 │  .      .  ┊", r"\n  │ +▲▲▲▲▲(.|\n)*\n1 │ +▲▲▲▲▲"),
            "myriath": (r"┊ ░░░ .", r"┊ ░░░ .(.|\n)* > ━━ player 1", r"┊ ░{7} ."),
            "myst": (r"\n   a   b   c ", r"\n   a     b     c ", r"\n   a         b         c (.|\n)*\n 1 ~ ~ ~ ~ "),
            "mytikas": (r"\n   ▲ 4 ", r"\n      ▲▲ 4 (.|\n)*each of your cities *\S", r"\n      ▲▲ 4 .* each of your cities produces "),
        }
        for game, drawn in games.items():
            t = self.start(80, 24, game, "--seed", "39", "--players", "2" if game in ("myriath", "myst") else "3", "--pace", "0")
            for (width, height), board in zip(((80, 24), (120, 40), (200, 60)), drawn):
                t.resize(width, height)
                screen = t.wait(board + r"(.|\n)*\n ■ You: ")
                self.assertTrue(width == 80 or not re.search("[↓→]", screen), screen)

    def test_no_color_is_honoured(self):
        for env, colours in (("", True), ("NO_COLOR=", True), ("NO_COLOR=1", False)):
            t = self.start(80, 24, "mykerinos", "--seed", "6", "--players", "3", "--pace", "0", env=f"TERM=xterm-256color {env}")
            t.wait(PLACE)
            shown = t.tmux("capture-pane", "-e", "-p")
            self.assertEqual(bool(re.search(r"\x1b\[[0-9;]*[34]8;5;|\x1b\[[0-9;]*\b[349][0-7]m", shown)), colours, shown)

    def test_leaving_gives_the_terminal_back(self):
        t = self.start(80, 24, "mykerinos", "--players", "2")
        t.wait("(You|thinking)")
        t.keys("q")
        t.wait("Leave the game")
        t.keys("n")
        t.wait("(You|thinking)")
        t.keys("q")
        t.wait("Leave the game")
        t.keys("y")
        self.assertNotIn("Mykerinos", t.wait("EXIT 0"))

    def test_a_signal_gives_the_terminal_back(self):
        for number, code in ((signal.SIGTERM, 143), (signal.SIGINT, 130)):
            t = self.start(80, 24, "mykerinos", "--players", "3")
            t.wait("(You|thinking)")
            t.kill(number)
            self.assertNotIn("Mykerinos", t.wait(f"EXIT {code}"))

    def test_ascii_and_monochrome_terminals_show_everything(self):
        t = self.start(80, 24, "mykerinos", "--seed", "6", "--players", "3", "--pace", "0", env="LC_ALL=C TERM=vt100")
        screen = t.wait("# You: Where do you dig")
        self.assertTrue(screen.isascii())
        self.assertIn("[31.]", screen)
        t.keys("Enter")
        t.wait(r"# start a1")
        t = self.start(80, 24, "cyclades", "--seed", "4", "--players", "3", "--pace", "0", env="LC_ALL=C TERM=vt100")
        t.wait("#1::")  # land is not a player's sign

    def test_a_french_game_is_french_throughout(self):
        t = self.start(80, 24, "mykerinos", "--seed", "6", "--players", "3", "--pace", "0", "--lang", "fr")
        asked = r"(?m)^ ■ Vous\s: Où fouillez-vous"
        screen = t.wait(asked)
        self.assertIn("? aide", screen)
        self.assertIn("Musée", screen)          # the board
        self.assertIn("Passer pour", screen)    # the menu
        t.keys("?")
        t.wait(r"# Touches(.|\n)*flèches +aller d’un choix à l’autre(.|\n)*Échap +revenir")
        t.keys("Escape")
        t.wait(asked)
        t.command("start a2")
        t.wait(r"R4\.3: a2 (?!is)\w.*r\s: la règle")
        t.keys("r")
        t.wait(r"les règles(.|\n)*R4\.3 (?!Start)\w")
        t.keys("Escape")
        t.wait(asked)
        t.keys("s")
        t.wait(r"le score si la partie s’arrêtait ici(.|\n)*tuiles prises")
        t.keys("Escape")
        t.wait(asked)
        t.keys("q")
        t.wait(r"Quitter\s\?.*o / n")
        t.keys("o")
        t.wait(r"La partie est enregistrée(.|\n)*EXIT 0")

    def test_letters_are_found_and_lose_their_accents_without_utf8(self):
        t = self.start(80, 24, "mykerinos", "--seed", "6", "--players", "3", "--pace", "0", "--lang", "fr")
        t.wait("Vous")
        t.keys("r")
        t.wait("les règles")
        t.keys("/")
        t.wait("chercher")
        t.type("égé")
        t.keys("BSpace")
        t.type("alité")
        t.keys("Enter")
        t.wait(r"\A(.*\n){1,5}.*égalité")
        t = self.start(80, 24, "mykerinos", "--seed", "6", "--players", "3", "--pace", "0", "--lang", "fr", env="LC_ALL=C TERM=vt100")
        self.assertTrue(t.wait("Musee(.|\n)*# Vous : Ou fouillez-vous").isascii())

    def test_a_german_game_has_its_rules_in_german(self):
        t = self.start(80, 24, "mykerinos", "--lang", "de")
        t.wait(r"Spieler\s+← 3(.|\n)*Platz 1\s+■ +← Mensch(.|\n)*Enter  beginnen")
        t.keys("Enter")
        t.wait(r"(?m)^ ■ Du: ")
        t.keys("r")
        t.wait(r"Mykerinos: die Regeln(.|\n)*Ägypten, 1899(.|\n)*Esc zurück")

    def test_a_whole_game_by_keyboard(self):
        t = self.start(80, 24, "mykerinos", "--seed", "6", "--seats", "human,greedy,random", "--pace", "0",
                       "--record", os.path.join(self.folder, "game.play"))
        turns = 0
        while True:
            screen = t.wait(ASKED + r"|the end\.|The game is over")
            self.assertLess(turns, 5000)
            if not re.search(ASKED, screen):
                break
            turns += 1
            if turns % 7 == 0:
                t.keys("2", "Enter", "Enter")     # some other verb, whatever it is
            else:
                t.keys(*["Tab"] * (turns % 5), "Enter", "Enter")
        # A key too many may have closed the tally, or closes it just now: a key of our own comes after all of them.
        t.keys("b")
        t.wait("The game is over")
        t.keys("s")
        t.wait(r"the end\.(.|\n)*1\. . \S+")
        t.keys("b")
        t.wait("The game is over")
        done = subprocess.run([PROGRAM, "verify", os.path.join(self.folder, "game.play")], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("every draw is verified", done.stdout)
        t.keys("s")
        t.wait(r"the end\.")
        t.keys("n")                               # play again, as the tally offers
        t.wait(r"Season 1 of 4")
        t.keys("q", "y")
        t.wait("EXIT 0")

if __name__ == "__main__":
    main()
