#!/usr/bin/env python3
"""Builds nets into the program: the files of games/NAME/nets, called by their number of players, as a table of bytes.

  bots/net/embed.py OUTPUT FILE..."""
# SPDX-License-Identifier: MIT
import os
import sys


def main(target, *paths):
    out, rows = '#include "bots/net/net.h"\n\n', ""
    for number, path in enumerate(sorted(paths)):
        with open(path, "rb") as file:
            data = file.read()
        lines = [",".join(str(byte) for byte in data[i:i + 40]) for i in range(0, len(data), 40)]
        out += f"/* {os.sep.join(path.split(os.sep)[-3:])} */\nstatic const unsigned char net_{number}[] = {{\n" + ",\n".join(lines) + "};\n"
        rows += f"    {{net_{number}, sizeof net_{number}}},\n"
    out += f"const net_bytes pt_net_built_in[] = {{\n{rows}    {{0}}}};\n"
    with open(target, "w", encoding="ascii") as file:
        file.write(out)


if __name__ == "__main__":
    main(*sys.argv[1:])
