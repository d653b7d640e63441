// Partien mit Tagen je Zug, auf Deutsch.
// SPDX-License-Identifier: MIT
import type { slow as english } from './en';

export const slow: Record<keyof typeof english, string> = {
  'table.mine': 'Für mich',
  'table.log.by.prepared': 'vorbereitet',
  'table.log.extend': '{name} gibt {other} einen Tag mehr',
  'table.log.rest': '{name} hat frei: die Uhr steht',
  'slow.prepare': 'Vorbereitete Antworten',
  'slow.prepare.text': 'Wenn die anderen so ziehen, wie du denkst, wird deine Antwort sofort gemacht. Nur du siehst das.',
  'slow.if': 'Wenn',
  'slow.and': 'und',
  'slow.then': 'antworte ich:',
  'slow.drop': 'Diese Antwort entfernen',
  'slow.new': 'Eine Antwort vorbereiten',
  'slow.keep': 'Diese Antwort behalten',
  'slow.first': 'Was könnten die anderen tun?',
  'slow.next': 'Und dann?',
  'slow.more': 'Oder weiter: was dann?',
  'slow.turn': 'Du bist am Zug: zieh einfach.',
  'slow.ends.luck': 'Hier entscheidet das Los: was du vorbereitest, endet hier.',
  'slow.ends.secret': 'Was hier geschieht, wirst du nicht sehen: was du vorbereitest, endet hier.',
  'slow.ends.over': 'Hier ist die Partie zu Ende.',
  'slow.ends.other': 'Soweit du es wissen kannst, geschieht das nicht.',
  'slow.extend': '{name} einen Tag mehr geben',
  'slow.note': 'Eine Notiz zu dieser Stellung, nur für dich',
  'slow.note.keep': 'Notiz speichern',
  'slow.notes': 'Deine Notizen',
  'slow.note.at': 'bei {n}:',
  'slow.nextGame': 'Nächste Partie',
};
