// Every sentence of the page, in English. Another language is another file with the same keys.
// SPDX-License-Identifier: MIT
export const en = {
  'app.name': 'Petteia',
  'guest.name': 'Guest',
  'table.ask.wait': '{name} is to move',
  'table.ask.waitMany': 'Waiting for {names}',
  'table.ask.you': '{name}, it is your turn',
  'table.moves': 'Legal moves',
  'table.command': 'Command box',
  'table.command.hint': 'A move in notation, for example: {example}',
  'table.command.send': 'Play',
  'table.loading': 'The table is being laid',
} as const;
