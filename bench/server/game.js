// The games that boardgame.io plays here.
// SPDX-License-Identifier: MIT

// As little as a game can be: a counter and a board of 64 fields.
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

// A game of ours: a move leads from one of its positions to the next, which are all known before. So the rules cost
// nothing here; what counts is to keep positions of that size and to tell them to the players.
const gameOf = (positions) => ({
  ...Game,
  setup: () => ({ view: positions[0], n: 0 }),
  moves: { play: ({ G }) => ({ view: positions[(G.n + 1) % positions.length], n: G.n + 1 }) },
});

module.exports = { Game, gameOf };
