// The words of the Quarry board, in English. Keys: board.quarry.*
// SPDX-License-Identifier: MIT
const words = {
  title: 'Bag, offer and players',
  'stage.round': 'Round {n} of {all}',
  'stage.over': 'Game over',

  'stone.slate': '{stone:slate}',
  'stone.marble': '{stone:marble}',
  'stone.obsidian': '{stone:obsidian}',
  'stone.text': 'Worth {points}, and {bonus} more to whoever has it as favourite. {left} of {copies} are left in the bag.',
  'bag.left': '{stone}: {n} left in the bag',
  'points.one': '{n} point',
  'points.more': '{n} points',
  nobody: 'nobody took it',

  'player.label': '{who}: coins {coins}, bid {bid}',
  'bid.yours': 'Your bid',
  'bid.none': 'none yet',
  'bid.hidden': 'hidden',
  'bid.text': 'Whoever alone bids the most pays and takes the stone. A bid of 0 brings {gift} coin.',
  favourite: 'favourite',
  'favourite.is': 'The favourite is {stone}.',
  'favourite.hidden': 'The favourite is secret until the end.',
  'coins.one': '{n} coin',
  'coins.more': '{n} coins',
  rate: 'Every {rate} coins bring a point.',

  'last.sold.one': '{who} took the {stone} for {n} coin.',
  'last.sold.more': '{who} took the {stone} for {n} coins.',
  'last.nobody': 'Equal bids: nobody took the {stone}.',

  'count.coins.one': 'coin',
  'count.coins.more': 'coins',
  'count.stones.one': 'stone',
  'count.stones.more': 'stones',

  'log.deal': 'deals a favourite: {stone}',
  'log.draw': 'draws from the bag: {stone}',
  'log.bid.one': 'bids {n} coin',
  'log.bid.more': 'bids {n} coins',
  'do.deal': 'Deal {stone}',
  'do.draw': 'Draw {stone}',
  'do.bid.one': 'Bid {n} coin',
  'do.bid.more': 'Bid {n} coins',
};

export default Object.fromEntries(
  Object.entries(words).map(([name, text]) => [`board.quarry.${name}`, text]),
) as Record<string, string>;
