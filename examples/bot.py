#!/usr/bin/env python3
"""A bot in ten lines: it plays any legal move. docs/bot-protocol.md says what a bot is told.

    PYTHONPATH=python petteia arena mykerinos "run:python3 examples/bot.py" random"""
# SPDX-License-Identifier: MIT
import random

import petteia


class AnyMove(petteia.Bot):
    def move(self, decision):
        return random.choice(decision["legal"])


AnyMove().run()
