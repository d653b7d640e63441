// What is to be clicked next, in words. SPDX-License-Identifier: MIT
import type { Builder } from '$page/boards/contract';
import type { Translate, Values } from '$page/lib/words';
import { clicksOf } from './clicks';
import { key } from './logic';
import type { Tables, View } from './types';

export function prompt(build: Builder, view: View, tables: Tables, t: Translate): string | null {
  const clicks = clicksOf(build, view.phase === 'menu');
  const say = (name: string, values?: Values) => t(key(name), values);
  const verb = clicks.options[0]?.form.split(' ')[0] ?? '';
  const [a = '', b = ''] = clicks.picked;
  if (clicks.counts.length) return say(`ask.count.${verb}`, { b: verb === 'land' ? a : b });
  if (clicks.types.length && verb === 'rebuild') return b ? say('ask.type.new', { a, b: say(`type.${b}`) }) : say('ask.type', { a });
  if (clicks.types.length && verb === 'destroy') return say('ask.type', { a });
  if (clicks.creatures.length) return say('ask.copy');
  if (clicks.players.length) return say(`ask.player.${view.card === 'dryad' ? 'priest' : view.card === 'satyr' ? 'philosopher' : 'gold'}`);
  if (view.phase === 'defender' || view.phase === 'attacker') return say('ask.retreat');
  if (verb === 'metropolis' || verb === 'give') return say(verb === 'give' ? 'ask.give' : 'ask.site');
  if (a && clicks.places.size) return say('ask.from', { a });
  const armed = build.only?.[0]?.split(' ')[0];
  if (armed && view.phase === 'menu') {
    const words = say(`ask.where.${armed}`);
    const god = tables.gods.find((g) => g.god === view.god);
    const price = armed === 'build' ? tables.building_price : armed === 'recruit' ? god?.prices?.[view.recruited] : armed === 'buy' ? undefined : tables.move_price;
    const gold = view.players[(view.turn ?? 0) - 1]?.gold;
    return !price || gold === null || gold === undefined ? words : say('ask.leaves', { words, n: price, left: gold - price });
  }
  // What can be done stands on the buttons, with its price: here is what there is to pay with.
  const mine = view.players[(view.turn ?? 0) - 1];
  if (view.phase === 'menu' && !a && mine && mine.gold !== null && mine.gold !== undefined)
    return say(view.recruited === 0 ? 'ask.menu.free' : 'ask.menu', { n: mine.gold });
  return null;
}
