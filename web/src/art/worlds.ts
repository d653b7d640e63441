// What each game brings into the page: its accent, its ornament, its picture. Everything else stays quiet.
// SPDX-License-Identifier: MIT

export interface World {
  accent: string; // the edge of the table's header, by day and by night
  ornament: string; // a path in a 26 x 16 box
  ink: string; // of the ornament; at least 3:1 on the surface
  inkNight: string;
  kind: string; // one word for the card, a key of the catalogue
}

const GAMES = '../../../games';
const heroes = import.meta.glob<string>('./pictures/hero-*.svg', { eager: true, query: '?url', import: 'default' });
const pictures = import.meta.glob<string>('../../../games/*/board/picture-*.svg', { eager: true, query: '?url', import: 'default' });
const worlds = import.meta.glob<World>('../../../games/*/board/world.ts', { eager: true, import: 'default' });
const time = (night: boolean): string => (night ? 'night' : 'noon');

/** The picture above the home page. */
export const heroPicture = (night: boolean): string | undefined => heroes[`./pictures/hero-${time(night)}.svg`];

/** The picture of a game. */
export const picture = (game: string, night: boolean): string | undefined => pictures[`${GAMES}/${game}/board/picture-${time(night)}.svg`];


const plain: World = { accent: '#0e5a78', ink: '#0e5a78', inkNight: '#68bedd', kind: 'kind.game', ornament: 'M2 8h22' };

export const worldOf = (game: string | undefined): World => worlds[`${GAMES}/${game}/board/world.ts`] ?? plain;
