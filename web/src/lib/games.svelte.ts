// The games and bots of this server, asked for once; without a server those of the engine in this page.
// SPDX-License-Identifier: MIT
import { randomHex } from '../engine/random';
import type { Style } from '../engine/types';
import { myName } from './me';
import { api, net } from './net';
import type { Game } from './protocol';
import { reach } from './reach.svelte';
import { route } from './route.svelte';
import { onSpeak, speaks, t } from './words';

export interface BotLevel {
  level: string;
  words: string;
  /** How quick it is in a race in real time, 0 the slowest. */
  pace: number;
  /** Of the champion: the games, and for how many players, in which it has learned something. */
  nets?: Record<string, number[]>;
  /** Of a program that the host has let in: the games it plays. */
  games?: string[];
}

/** What a table calls a bot: a level, and a character if it has one. */
export const withStyle = (level: string, style = ''): string => (style ? `${level}:style=${style}` : level);

/** What somebody can choose from: no character, or one of the game's. */
export const cardsOf = (styles: readonly Style[]): Style[] => [{ style: '', name: t('new.style.none'), about: t('new.style.none.text') }, ...styles];

class Games {
  list: Game[] = $state.raw([]);
  bots: BotLevel[] = $state.raw([]);
  trouble = $state(false);
  private asked = false;
  private language = '';
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    onSpeak(() => this.asked && void this.fetch());
  }

  /** Loads them, and tries again while the server does not answer. */
  load(): void {
    if (this.asked) return;
    this.asked = true;
    void this.fetch();
  }

  private async fetch(): Promise<void> {
    const language = speaks();
    clearTimeout(this.timer);
    try {
      const [list, bots] = await Promise.all([api<Game[]>('games'), api<BotLevel[]>('bots')]);
      if (language === speaks()) this.set(list, bots, language); // otherwise they are being asked for anew
    } catch {
      if (language !== speaks()) return;
      if (this.language !== language) await this.ours();
      this.trouble = !this.list.length;
      this.timer = setTimeout(() => void this.fetch(), this.list.length ? 5000 : 1500);
    }
  }

  private set(list: readonly Game[], bots: readonly BotLevel[], language: string): void {
    [this.list, this.bots, this.language, this.trouble] = [[...list], [...bots], language, false];
  }

  /** Those of the engine, if it can be had. */
  private async ours(): Promise<void> {
    try {
      const machine = await import('./engine').then((module) => module.engine());
      this.set(machine.games, machine.levels, machine.language);
    } catch {
      // It is tried again, as the server is.
    }
  }

  title(name: string | undefined): string {
    return this.list.find((g) => g.name === name)?.title ?? name ?? '';
  }

  /** The levels made for people have a name of their own ("Pebble: ..."); the others are yardsticks. */
  get levels(): (BotLevel & { name: string; about: string })[] {
    return this.bots.flatMap((b) => {
      const parts = /^(\p{Lu}[\p{L}\d]+)\s?: (.*)$/u.exec(b.words);
      return parts ? [{ ...b, name: parts[1]!, about: parts[2]! }] : [];
    });
  }

  /** What a bot is called that may have a character: "Merchant, Raider". */
  botName(game: string | undefined, level: string | undefined, style?: string): string {
    const name = this.levels.find((l) => l.level === level)?.name ?? level ?? '';
    const character = this.character(game, style);
    return character ? `${name}, ${character.name}` : name;
  }

  character(game: string | undefined, style: string | undefined): Style | undefined {
    return this.list.find((g) => g.name === game)?.styles?.find((s) => s.style === style);
  }

  /** Those that differ from each other in this game. */
  levelsOf(game: string, players: number): (BotLevel & { name: string; about: string })[] {
    return this.levels.filter((l) => (!l.nets || l.nets[game]?.includes(players)) && (!l.games || l.games.includes(game)));
  }
}

export const games = new Games();

export interface Wish {
  game: string;
  players: number;
  seats: string[];
  options?: Record<string, string | number>;
  access?: string;
  clock?: Record<string, unknown>;
  watch?: boolean;
  record?: string;
  moves?: number;
  /** At this device, without the server. */
  here?: boolean;
}

/** Makes a table, starts it if it is full, and goes there. `friends`: who else sits at this screen, by seat; `then`: what is done before one goes. */
export async function makeTable(wish: Wish, start: boolean, friends: Record<number, string> = {}, then?: (table: string, key?: string) => Promise<unknown>): Promise<void> {
  const { here = reach.lost, ...asked } = wish;
  if (here) {
    const { localTables } = await import('../local/local_tables');
    route.go(`/table/${await localTables.make(asked, myName(), friends)}`);
    return;
  }
  await net.person();
  const made = await api<{ table: string; key?: string }>('tables', { ...asked, entropy: randomHex(16) }, net.token);
  net.open();
  for (const [seat, name] of Object.entries(friends))
    await net.request({ t: 'sit', table: made.table, seat: Number(seat), name, entropy: randomHex(16), ...(made.key ? { key: made.key } : {}) }, true);
  if (start) await net.request({ t: 'start', table: made.table }, true);
  await then?.(made.table, made.key);
  route.go(`/table/${made.table}${made.key ? `#key=${made.key}` : ''}`);
}

/** "2-4 players", "2 players" */
export const playersOf = (game: Game): string =>
  t(game.players[0] === game.players[1] ? 'home.players.one' : 'home.players', { from: game.players[0], to: game.players[1] });
