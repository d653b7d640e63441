// What this person likes, kept in the browser.
// SPDX-License-Identifier: MIT
import { SPEEDS, type Speed } from '../director/beats';
import { isLanguage, type Language } from './words';

export type Theme = 'system' | 'light' | 'dark';
export type Confirm = 'risky' | 'always' | 'never';

export interface Choices {
  name: string;
  theme: Theme;
  motion: 'system' | 'full' | 'calm';
  speed: Speed; // of what is shown
  sounds: boolean;
  confirm: Confirm;
  level: string; // the bots one played last
  style: string; // their character, if the game has it
  adapts: boolean; // it follows how one does, see adapt.ts
  adapted: string; // the last table that it followed
  language: '' | Language; // '': as the browser says
}

const PLACE = 'petteia.settings';
const NORMAL: Choices = { name: '', theme: 'system', motion: 'system', speed: 'normal', sounds: false, confirm: 'risky', level: '', style: '', adapts: false, adapted: '', language: '' };

function read(): Choices {
  try {
    const kept = { ...NORMAL, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Choices>) };
    return SPEEDS.includes(kept.speed) ? kept : { ...kept, speed: NORMAL.speed };
  } catch {
    return { ...NORMAL };
  }
}

class Settings {
  choices: Choices = $state(read());
  private dark = $state(matchMedia('(prefers-color-scheme: dark)').matches);
  private still = $state(matchMedia('(prefers-reduced-motion: reduce)').matches);

  constructor() {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (e) => (this.dark = e.matches));
    matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', (e) => (this.still = e.matches));
    addEventListener('storage', (e) => {
      if (e.key === PLACE) this.choices = read(); // another tab changed them
    });
  }

  change(what: Partial<Choices>): void {
    this.choices = { ...this.choices, ...what };
    localStorage.setItem(PLACE, JSON.stringify(this.choices));
  }

  /** The language chosen, or the first of the browser's that we speak. */
  get language(): Language {
    if (this.choices.language) return this.choices.language;
    return navigator.languages.map((l) => l.slice(0, 2)).find(isLanguage) ?? 'en';
  }

  get night(): boolean {
    return this.choices.theme === 'dark' || (this.choices.theme === 'system' && this.dark);
  }

  get calm(): boolean {
    return this.choices.motion === 'calm' || (this.choices.motion === 'system' && this.still);
  }
}

export const settings = new Settings();
