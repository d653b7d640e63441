#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The terminal as a host of tables: games that are saved and go on, clocks, races, rematches: test_term_saved.py PETTEIA"""
import os
import pty
import re
import signal
import subprocess
import time

from terminal import ASKED, PLACE, PROGRAM, TermCase, main


class SavedTest(TermCase):
    # --- saved games ---

    def saved(self):
        """The files of saved games, the oldest first: a number is added where two begin in one second."""
        folder = os.path.join(self.folder, "petteia")
        return sorted((os.path.join(folder, name) for name in (os.listdir(folder) if os.path.isdir(folder) else [])), key=lambda name: name.replace(".table", "-1"))

    def board(self, screen):
        """The board, but for what lies under the cursor: that may be a cube that is not there yet."""
        return [re.sub("[·■]", ".", row) for row in screen.splitlines()[1:15]]

    def played_a_little(self, *more):
        t = self.start(80, 24, "mykerinos", "--seed", "6", "--players", "3", "--pace", "0", *more)
        t.wait(PLACE)
        t.command("start e2")
        t.wait(ASKED + r"(.|\n)*■ start e2(.|\n)*◆ \w")
        return t

    def test_after_kill_9_the_game_goes_on_where_it_was(self):
        t = self.played_a_little()
        before, moves = t.screen(), t.moves()
        t.kill(signal.SIGKILL)
        t.wait(r"EXIT\s+137")
        path, = self.saved()
        with open(path, "ab") as file:                # what was being written
            file.write(b"0123abcd 17525244")
        t = self.start(80, 24, "--resume", path, "--pace", "0")
        after = t.wait(ASKED + r"(.|\n)*■ start e2(.|\n)*going on with /\S+")
        self.assertEqual(self.board(after), self.board(before))
        self.assertEqual(t.moves(), moves)
        t.keys("u")                                   # what could be taken back still can
        t.wait("taken back")
        t.command("start e3")
        t.wait(ASKED + r"(.|\n)*■ start e3")
        t.keys("q", "y")
        t.wait("EXIT 0")

    def test_a_terminal_that_is_gone_ends_the_program(self):
        """Also where it does not control the program, and so sends no signal; the game is kept."""
        for seats in ((), ("--players", "2")):                  # the first screen, and a game
            screen, line = pty.openpty()
            env = dict(os.environ, TERM="xterm", XDG_DATA_HOME=self.folder)
            p = subprocess.Popen([PROGRAM, "term", "mykerinos", *seats], stdin=line, stdout=line, stderr=line, env=env)
            os.close(line)
            os.read(screen, 1)
            end = time.monotonic() + 120
            while seats and not self.saved() and time.monotonic() < end:
                time.sleep(0.05)
            time.sleep(0.5)
            os.close(screen)
            try:
                self.assertEqual(p.wait(120), 128 + signal.SIGHUP)
            finally:
                p.kill()
        self.assertEqual(len(self.saved()), 1)

    def test_leaving_keeps_the_game_and_says_how_to_go_on(self):
        t = self.played_a_little("--record", os.path.join(self.folder, "game.play"))
        before = t.screen()
        t.keys("q")
        t.wait("Leave the game. It is saved")
        t.keys("y")
        path, = self.saved()
        left = t.wait("EXIT 0").replace("\n", "")
        self.assertIn("petteia term --resume " + path, left)
        t = self.start(80, 24, "--resume", "--pace", "0")    # the latest
        self.assertEqual(self.board(t.wait(ASKED + r"(.|\n)*going on with " + path[:40])), self.board(before))
        t.kill(signal.SIGTERM)
        left = t.wait("EXIT 143").replace("\n", "")
        self.assertIn("petteia term --resume " + path, left)
        t = self.start(80, 24, "mykerinos", "--pace", "0")   # the first screen offers it
        t.wait(r"Saved game +go on with the game of \d+-\d+-\d+ \d+:\d+, \d+ moves(.|\n)*Enter +go on with it")
        t.keys("Enter")
        self.assertEqual(self.board(t.wait(ASKED + r"(.|\n)*going on with " + path[:40])), self.board(before))
        t.keys("q", "y")
        t.wait("EXIT 0")
        t = self.start(80, 24, "--resume", os.path.join(self.folder, "game.play"), "--pace", "0")    # a record
        self.assertEqual(self.board(t.wait(ASKED)), self.board(before))
        t.wait(r"You: 0 +\S \w+: 0 +\S \w+: 0\b")  # the others are bots again
        self.assertEqual(len(self.saved()), 2)

    def test_a_file_is_played_in_one_window_only(self):
        t = self.played_a_little()
        path, = self.saved()
        second = self.start(80, 24, "--resume", path)
        second.wait(r"is being played in another window\s+EXIT 1")
        third = self.start(80, 24, "--resume")
        third.wait(r"there is no saved game to go on with\s+EXIT 1")
        t.command("start e3")
        t.wait(r"■ start e3")

    def test_a_file_that_cannot_be_read_is_told_and_left_alone(self):
        t = self.played_a_little()
        t.kill(signal.SIGKILL)
        t.wait(r"EXIT\s+137")
        path, = self.saved()
        with open(path, "rb") as file:
            whole = file.read()
        damaged = whole.replace(b"start e2", b"start e3")
        with open(path, "wb") as file:
            file.write(damaged)
        t = self.start(80, 24, "--resume", path)
        t.wait(r":\d+: this line is damaged, or one\s+before it is missing\s+EXIT 1")
        with open(path, "rb") as file:
            self.assertEqual(file.read(), damaged)
        missing, folder = os.path.join(self.folder, "no.table"), self.folder
        for name, words in ((missing, "there is no file "), (folder, "cannot open .*: Is a directory"), ("/dev/null", "neither a saved game nor a record")):
            t = self.start(160, 24, "--resume", name)
            t.wait(words + r"(.|\n)*EXIT 1")

    def test_a_full_disk_is_told_and_the_game_goes_on(self):
        # A file may not grow beyond 3 blocks of 512 bytes.
        t = self.start(80, 24, "mykerinos", "--seed", "6", "--players", "3", "--pace", "0", before="ulimit -f 3;")
        t.wait(PLACE)
        for space in ("e2", "e3", "f3", "e4", "f4", "e5", "f6", "c5", "c6"):
            t.command("start " + space)
            t.wait(ASKED)
        t.wait(r"\A.* not saved")
        path, = self.saved()
        t.keys("q")
        t.wait("Leave the game. It is NOT saved")
        t.keys("y")
        t.wait(r"the game is not saved: cannot write (.|\n)*File too large\s+EXIT 1")
        t = self.start(80, 24, "--resume", path, "--pace", "0")   # up to where there was room
        t.wait(ASKED + r"(.|\n)*going on with")

    # --- the law of the table ---

    def test_a_rematch_is_another_table_with_everybody_one_seat_further(self):
        t = self.start(80, 24, "myriath", "--seats", "human,random", "--seed", "3", "--pace", "0")
        t.wait(r"■ You: ")
        t.keys("R")
        t.wait("Give up")
        t.keys("y")
        t.wait(r"the end\. \w+ wins(.|\n)*2\. ■ You")
        t.keys("b")
        t.wait("The game has stopped: You gave up")
        t.keys("n")
        t.wait(r"\A.*■ \w+: .*● You: ")
        first, second = self.saved()
        with open(first) as file:
            self.assertRegex(file.read(), r" resign 0 player\n\w+ \d+ over stopped\n\w+ \d+ rematch seed4\n$")
        with open(second) as file:
            self.assertRegex(file.read(), r"^petteia-table-file 1 seed4\n")

    def test_a_clock_that_runs_out_makes_a_move_or_loses(self):
        t = self.start(80, 24, "mykerinos", "--seed", "6", "--players", "2", "--pace", "0", "--clock", "move:1s")
        t.wait(r"Time is up, a move was made for Player 1: ")
        t = self.start(80, 24, "mykerinos", "--seed", "6", "--players", "2", "--pace", "0", "--clock", "bank:8s+1s", "--flag-loses")
        t.wait(r"\A.*You: 0 0:0[1-8]")
        t.keys("r")                                   # reading the rules does not stop the clock
        t.wait("the rules")
        time.sleep(8.5)
        t.keys("Escape")
        t.wait(r"the end\. \w+ wins")
        t.keys("b")
        t.wait("The game has stopped: You gave up or ran out of time")

    def test_a_clock_does_not_run_while_nobody_is_there(self):
        t = self.start(80, 24, "mykerinos", "--seed", "6", "--players", "2", "--pace", "0", "--clock", "bank:1m", "--flag-loses")
        t.wait(PLACE)
        t.kill(signal.SIGTERM)
        t.wait("EXIT 143")
        time.sleep(3)
        t = self.start(80, 24, "--resume", "--pace", "0")
        screen = t.wait(PLACE + r"(.|\n)*going on with")
        minutes, seconds = re.search(r"You: 0 (\d):(\d\d)", screen).groups()
        path, = self.saved()
        with open(path) as file:
            self.assertGreaterEqual(int(re.search(r" credit (\d+)\n", file.read())[1]), 2900)
        self.assertGreater(60 * int(minutes) + int(seconds), 30)

    def test_in_a_race_nobody_waits_for_anybody(self):
        t = self.start(80, 40, "myst", "--seats", "human,expert", "--seed", "3", "--pace", "0", "--option", "pmode=rt")
        while not re.search(r"● place", t.wait(r"You: |● place")):
            t.keys("Enter")
            time.sleep(0.1)
        screen = t.wait(r"● place(.|\n)*● place")    # it goes on though the person is still asked
        self.assertRegex(screen, ASKED)

    def test_a_hint_is_given_and_noted(self):
        t = self.played_a_little()
        t.keys("H")
        t.wait(r"\n hint: (start|extend|pass)")
        path, = self.saved()
        with open(path) as file:
            self.assertRegex(file.read(), r" hint 0\n")

if __name__ == "__main__":
    main()
