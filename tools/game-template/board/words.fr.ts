// The words of the Quarry board, in French. Keys: board.quarry.*
// SPDX-License-Identifier: MIT
const words = {
  title: 'Sac, offre et joueurs',
  'stage.round': 'Manche {n} sur {all}',
  'stage.over': 'Partie finie',

  'stone.slate': '{stone:slate}',
  'stone.marble': '{stone:marble}',
  'stone.obsidian': '{stone:obsidian}',
  'stone.text': 'Vaut {points}, et {bonus} de plus pour qui l’a comme préférence. Il en reste {left} sur {copies} dans le sac.',
  'bag.left': '{stone} : il en reste {n} dans le sac',
  'points.one': '{n} point',
  'points.more': '{n} points',
  nobody: 'personne ne l’a prise',

  'player.label': '{who} : pièces {coins}, mise {bid}',
  'bid.yours': 'Votre mise',
  'bid.none': 'pas encore',
  'bid.hidden': 'cachée',
  'bid.text': 'Qui mise le plus, et seul, paie et prend la pierre. Miser 0 rapporte {gift} pièce.',
  favourite: 'préférée',
  'favourite.is': 'La préférence est {stone}.',
  'favourite.hidden': 'La préférence est secrète jusqu’à la fin.',
  'coins.one': '{n} pièce',
  'coins.more': '{n} pièces',
  rate: 'Chaque fois {rate} pièces rapportent un point.',

  'last.sold.one': '{who} a pris la pierre ({stone}) pour {n} pièce.',
  'last.sold.more': '{who} a pris la pierre ({stone}) pour {n} pièces.',
  'last.nobody': 'Mises égales : personne n’a pris la pierre ({stone}).',

  'count.coins.one': 'pièce',
  'count.coins.more': 'pièces',
  'count.stones.one': 'pierre',
  'count.stones.more': 'pierres',

  'log.deal': 'distribue une préférence : {stone}',
  'log.draw': 'tire du sac : {stone}',
  'log.bid.one': 'mise {n} pièce',
  'log.bid.more': 'mise {n} pièces',
  'do.deal': 'Distribuer : {stone}',
  'do.draw': 'Tirer : {stone}',
  'do.bid.one': 'Miser {n} pièce',
  'do.bid.more': 'Miser {n} pièces',
};

export default Object.fromEntries(
  Object.entries(words).map(([name, text]) => [`board.quarry.${name}`, text]),
) as Record<string, string>;
