#!/usr/bin/env python3
"""The peer: random games of Pgx (JAX) on the same chip, steps a second. Its backgammon is the nearest to our games in size.

    bench/gpu/peer.py [--game backgammon] [--count 131072] [--steps 100] [--seconds 3]

Needs jax and pgx."""
# SPDX-License-Identifier: MIT
import argparse
import time

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="backgammon")
    parser.add_argument("--count", type=int, default=131072)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=3)
    args = parser.parse_args()
    env = pgx.make(args.game)
    step = auto_reset(env.step, env.init)

    def one(carry, _):
        state, key = carry
        key, choose, luck = jax.random.split(key, 3)
        action = jax.random.categorical(choose, jnp.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
        return (jax.vmap(step)(state, action, jax.random.split(luck, args.count)), key), None

    run = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=args.steps)[0])
    key = jax.random.PRNGKey(1)
    carry = run((jax.vmap(env.init)(jax.random.split(key, args.count)), key))
    jax.block_until_ready(carry)
    begin, done = time.monotonic(), 0
    while time.monotonic() - begin < args.seconds:
        carry = run(carry)
        jax.block_until_ready(carry)
        done += args.steps * args.count
    print(f"Pgx {pgx.__version__}, {args.game}: {done / (time.monotonic() - begin):.3g} steps/s")


main()
