#!/usr/bin/env python3
"""Writes a text file as a C string: embed.py INPUT SYMBOL OUTPUT."""
import sys

source, symbol, target = sys.argv[1:]
with open(source, "rb") as file:
    data = file.read()
rows = [", ".join(f"'\\x{byte:02x}'" for byte in data[i:i + 12]) for i in range(0, len(data), 12)]
with open(target, "w") as file:
    file.write(f"extern const char {symbol}[];\nconst char {symbol}[] = {{\n")
    file.writelines(f"    {row},\n" for row in rows)
    file.write("    0};\n")
