#!/usr/bin/env python3
"""Builds the kernels of one game as PTX, from the C of core/ and the game as it is.

    gpu/build.py GAME BUILD_FOLDER OUTPUT.ptx [OUTPUT.d]

clang makes LLVM's code for NVIDIA's chips of each source, llvm-link joins it, opt keeps what the kernels reach (text, JSON
and refusals fall away) and llc writes PTX, which the driver turns into the code of the chip that is there. No part of CUDA is needed.
Fails if the kernels reach a function that no source defines."""
# SPDX-License-Identifier: MIT
import glob
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
CHIP = ["-mcpu=sm_80", "-mattr=+ptx71"]  # the oldest that is worth it; newer ones run it as well
CLANG = ["clang", "--target=nvptx64-nvidia-cuda", "-std=c17", "-O2", "-DNDEBUG", "-ffreestanding", "-fno-builtin", "-fno-strict-aliasing", "-nostdlibinc",
         "-isystem", os.path.join(HERE, "libc"), "-I" + ROOT, "-S", "-emit-llvm", "-MD", "-Xclang", "-target-cpu", "-Xclang", "sm_80"]
ROTATION = re.compile(r"(\.reg \.u32 %amt2;\s+)(sh[lr]\.b64 \s*)(%lhs, %rd\d+, )(%r\d+);\s+(sub\.u32 \s*%amt2, 64, )\4;")
UNMASKED = re.compile(r"sub\.u32 \s*%amt2, 64, (?!%below64;)")
KERNEL = re.compile(r"^define (dso_local )?void @(kernel_\w+)\(", re.M)


def run(*command):
    subprocess.run(command, check=True)


def compiled(source, to, arguments):
    """LLVM's code of a source; functions named kernel_ become kernels, which C cannot say."""
    run(*CLANG, *arguments, source, "-o", to)
    with open(to, encoding="utf-8") as f:
        text = f.read()
    kernels = [m[1] for m in KERNEL.findall(text)]
    if kernels:
        with open(to, "w", encoding="utf-8") as f:
            f.write(KERNEL.sub(r"define \1ptx_kernel void @\2(", text))
    return kernels


def masked(ptx):
    """LLVM rotates 64-bit words by an amount modulo 64, and so drops masks of it; but what it writes for that (version 14) is right below 64 only."""
    return ROTATION.sub(r"\1.reg .u32 %below64;\n\tand.b32 \t%below64, \4, 63;\n\t\2\3%below64;\n\t\5%below64;", ptx)


def needed(ptx):
    """Functions that are called and defined nowhere."""
    declared = set(re.findall(r"^\.extern \.func .*?(\w+)\s*$", ptx, re.M))
    return sorted(declared | set(re.findall(r"^\.extern \.(?:global|const) .*?(\w+)(?:\[\d*\])?;", ptx, re.M)))


def sources_of(game, build):
    """Ours, and what the build made of words and tables."""
    folders = [os.path.join(ROOT, "core"), os.path.join(ROOT, "games", game), os.path.join(build, "core"), os.path.join(build, "games", game)]
    return [os.path.join(HERE, "kernels.c"), os.path.join(HERE, "libc", "memory.c"), *(f for folder in folders for f in sorted(glob.glob(folder + "/*.c")))]


def read_files(parts):
    """What the compiler read, for the build to know when to do this again."""
    files = set()
    for part in parts:
        with open(part[:-3] + ".d", encoding="utf-8") as f:
            files.update(f.read().replace("\\\n", " ").split(":", 1)[1].split())
    return sorted(files)


def main():
    game, build, output, *depfile = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        sources = sources_of(game, build)
        parts = [os.path.join(folder, f"{n}.ll") for n in range(len(sources))]
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            kernels = sum(workers.map(lambda s, p: compiled(s, p, [f"-DKERNEL_GAME={game}_game", "-I" + build]), sources, parts), [])
        whole, lean = os.path.join(folder, "whole.bc"), os.path.join(folder, "lean.bc")
        run("llvm-link", *parts, "-o", whole)
        run("opt", "-passes=internalize,default<O3>,globaldce", "-internalize-public-api-list=" + ",".join(kernels), whole, "-o", lean)
        run("llc", "-march=nvptx64", *CHIP, "-O3", lean, "-o", output)
        if depfile:
            with open(depfile[0], "w", encoding="utf-8") as f:
                f.write(f"{output}: {' '.join(read_files(parts))}\n")
    with open(output, encoding="utf-8") as f:
        ptx = masked(f.read())
    with open(output, "w", encoding="utf-8") as f:
        f.write(ptx)
    missing = needed(ptx)
    trouble = f"the kernels of {game} need {', '.join(missing)}" if missing else "a rotation in other words than masked() knows" if UNMASKED.search(ptx) else ""
    if trouble:
        os.remove(output)
        sys.exit("gpu/build.py: " + trouble)


if __name__ == "__main__":
    main()
