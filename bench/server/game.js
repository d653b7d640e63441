// The game that boardgame.io plays here.
// SPDX-License-Identifier: MIT

// A game much smaller than ours: a counter and a board of 64 fields.
const Game = {
  name: 'bench',
  setup: () => ({ cells: Array(64).fill(null), n: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID }, i) => {
      G.cells[i % 64] = playerID;
      G.n++;
    },
  },
};

module.exports = { Game };
