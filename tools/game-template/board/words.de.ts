// The words of the Quarry board, in German. Keys: board.quarry.*
// SPDX-License-Identifier: MIT
const words = {
  title: 'Beutel, Angebot und Spieler',
  'stage.round': 'Runde {n} von {all}',
  'stage.over': 'Spiel aus',

  'stone.slate': '{stone:slate}',
  'stone.marble': '{stone:marble}',
  'stone.obsidian': '{stone:obsidian}',
  'stone.text': 'Bringt {points}, und {bonus} mehr, wenn er die Vorliebe ist. {left} von {copies} sind noch im Beutel.',
  'bag.left': '{stone}: noch {n} im Beutel',
  'points.one': '{n} Punkt',
  'points.more': '{n} Punkte',
  nobody: 'niemand bekam ihn',

  'player.label': '{who}: Münzen {coins}, Gebot {bid}',
  'bid.yours': 'Dein Gebot',
  'bid.none': 'noch keins',
  'bid.hidden': 'verdeckt',
  'bid.text': 'Wer allein am meisten bietet, zahlt und nimmt den Stein. Ein Gebot von 0 bringt {gift} Münze.',
  favourite: 'Vorliebe',
  'favourite.is': 'Die Vorliebe ist {stone}.',
  'favourite.hidden': 'Die Vorliebe ist bis zum Ende geheim.',
  'coins.one': '{n} Münze',
  'coins.more': '{n} Münzen',
  rate: 'Je {rate} Münzen bringen einen Punkt.',

  'last.sold.one': '{who} nahm den {stone} für {n} Münze.',
  'last.sold.more': '{who} nahm den {stone} für {n} Münzen.',
  'last.nobody': 'Gleiche Gebote: Niemand bekam den {stone}.',

  'count.coins.one': 'Münze',
  'count.coins.more': 'Münzen',
  'count.stones.one': 'Stein',
  'count.stones.more': 'Steine',

  'log.deal': 'verteilt eine Vorliebe: {stone}',
  'log.draw': 'zieht aus dem Beutel: {stone}',
  'log.bid.one': 'bietet {n} Münze',
  'log.bid.more': 'bietet {n} Münzen',
  'do.deal': '{stone} verteilen',
  'do.draw': '{stone} ziehen',
  'do.bid.one': '{n} Münze bieten',
  'do.bid.more': '{n} Münzen bieten',
};

export default Object.fromEntries(
  Object.entries(words).map(([name, text]) => [`board.quarry.${name}`, text]),
) as Record<string, string>;
