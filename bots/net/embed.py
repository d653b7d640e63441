#!/usr/bin/env python3
"""Builds nets into the program: the files of games/NAME/nets, called by their number of players, as a table of bytes. A page only
gets to know which there are, and fetches one when it needs it.

  bots/net/embed.py OUTPUT all|names FILE..."""
# SPDX-License-Identifier: MIT
import os
import sys


def main(target, what, *paths):
    out, rows = '#include "bots/net/net.h"\n\n', ""
    for number, path in enumerate(sorted(paths)):
        game, players = path.split(os.sep)[-3], os.path.basename(path).split(".")[0]
        if what == "names":
            rows += f'    {{"{game}", {players}, 0, 0}},\n'
            continue
        with open(path, "rb") as file:
            data = file.read()
        lines = [",".join(str(byte) for byte in data[i:i + 40]) for i in range(0, len(data), 40)]
        out += f"/* {os.sep.join(path.split(os.sep)[-3:])} */\nstatic const unsigned char net_{number}[] = {{\n" + ",\n".join(lines) + "};\n"
        rows += f'    {{"{game}", {players}, net_{number}, sizeof net_{number}}},\n'
    out += f"const net_bytes pt_net_built_in[] = {{\n{rows}    {{0}}}};\n"
    with open(target, "w", encoding="ascii") as file:
        file.write(out)


if __name__ == "__main__":
    main(*sys.argv[1:])
