// Les parties par jours, en français.
// SPDX-License-Identifier: MIT
import type { slow as english } from './en';

export const slow: Record<keyof typeof english, string> = {
  'table.mine': 'Pour moi',
  'table.log.by.prepared': 'préparé',
  'table.log.extend': '{name} donne un jour de plus à {other}',
  'table.log.rest': '{name} est en congé : la pendule est arrêtée',
  'slow.prepare': 'Réponses préparées',
  'slow.prepare.text': 'Si les autres jouent comme vous le pensez, votre réponse part aussitôt. Vous seul·e voyez ceci.',
  'slow.if': 'Si',
  'slow.and': 'et',
  'slow.then': 'je réponds :',
  'slow.drop': 'Retirer cette réponse',
  'slow.new': 'Préparer une réponse',
  'slow.keep': 'Garder cette réponse',
  'slow.first': 'Que pourraient faire les autres ?',
  'slow.next': 'Et ensuite ?',
  'slow.more': 'Ou continuez : et après ?',
  'slow.turn': 'C’est à vous : jouez.',
  'slow.ends.luck': 'Ici, le hasard décide : ce que vous préparez s’arrête là.',
  'slow.ends.secret': 'Vous ne verrez pas ce qui se fait ici : ce que vous préparez s’arrête là.',
  'slow.ends.over': 'Ici, la partie est finie.',
  'slow.ends.other': 'Autant que vous puissiez le savoir, cela ne peut pas arriver.',
  'slow.extend': 'Donner un jour de plus à {name}',
  'slow.note': 'Une note sur cette position, pour vous seul·e',
  'slow.note.keep': 'Enregistrer la note',
  'slow.notes': 'Vos notes',
  'slow.note.at': 'à {n} :',
  'slow.nextGame': 'Partie suivante',
};
