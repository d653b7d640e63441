// What each game brings into the page: its accent, its ornament, its picture. Everything else stays quiet.
// SPDX-License-Identifier: MIT

export interface World {
  accent: string; // the edge of the table's header, by day and by night
  ornament: string; // a path in a 26 x 16 box
  ink: string; // of the ornament; at least 3:1 on the surface
  inkNight: string;
  kind: string; // one word for the card, a key of the catalogue
}

const pictures = import.meta.glob<string>('./pictures/*.svg', { eager: true, query: '?url', import: 'default' });

/** The picture of a game (or "hero"), at noon or at night. */
export const picture = (name: string, night: boolean): string | undefined =>
  pictures[`./pictures/${name}-${night ? 'night' : 'noon'}.svg`];

const worlds: Record<string, World> = {
  cyclades: {
    accent: '#c8643c',
    ink: '#b4532c',
    inkNight: '#e08a63',
    kind: 'kind.bidding',
    ornament: 'M0 14C3 14 4.5 11 6 8C8 3.5 13 2 16.5 4C20 6 20 11 16 11.5C13 11.7 12.5 8.5 14.5 7.5C18 14 22 14 26 14',
  },
  mykerinos: {
    accent: '#2a9d9a',
    ink: '#1f7a78',
    inkNight: '#4fc3bf',
    kind: 'kind.majority',
    ornament:
      'M13 15V7M13 7C10 5 10 2 13 0C16 2 16 5 13 7M13 11C8 11 5 8 5 4C9 4 12 6 13 9M13 11C18 11 21 8 21 4C17 4 14 6 13 9M2 15h22',
  },
  myriath: {
    accent: '#5e7f4a',
    ink: '#557443',
    inkNight: '#8fb573',
    kind: 'kind.tiles',
    ornament: 'M0 14H22V2H6V10H15V6.5H10',
  },
  myst: {
    accent: '#e8c547',
    ink: '#86690a',
    inkNight: '#e8c547',
    kind: 'kind.puzzle',
    ornament:
      'M13 0a8 8 0 1 1 0 16a8 8 0 1 1 0-16M13 4.5a2.5 2.5 0 0 1 1.3 4.6L15.5 13h-5l1.2-3.9A2.5 2.5 0 0 1 13 4.5',
  },
  mytikas: {
    accent: '#d9a520',
    ink: '#8d6606',
    inkNight: '#e4b94c',
    kind: 'kind.workers',
    ornament:
      'M1 15C7 14 16 10 25 2M7 13C4 11 4 8 6 6C8 8 9 10 7 13ZM12.5 10.5C10 8 10.5 5 12.5 3.5C14.5 5.5 15 8 12.5 10.5ZM18 7C16 4 17 1 19 0C20.5 2 20.5 5 18 7ZM9 12.5C12 14.5 15 14.5 17 12.5C15 10.5 12 10.5 9 12.5ZM15 9.5C18 11 21 10.5 22.5 8.5C20 7 17.5 7.5 15 9.5Z',
  },
};

const plain: World = { accent: '#0e5a78', ink: '#0e5a78', inkNight: '#68bedd', kind: 'kind.game', ornament: 'M2 8h22' };

export const worldOf = (game: string | undefined): World => worlds[game ?? ''] ?? plain;
