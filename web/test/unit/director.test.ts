// The director's laws: order, pauses, speeds, skipping, catching up. The clock is a fake one.
// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { lengthOf, paceOf, type Beat, type Kind, type Pace } from '../../src/director/beats';
import { Director, type Scene } from '../../src/director/director';

class FakeClock {
  time = 0;
  private timers: { at: number; then: () => void }[] = [];
  now = (): number => this.time;
  after = (ms: number, then: () => void): (() => void) => {
    const timer = { at: this.time + ms, then };
    this.timers.push(timer);
    return () => void (this.timers = this.timers.filter((one) => one !== timer));
  };
  run(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const next = this.timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((one) => one !== next);
      this.time = next.at;
      next.then();
    }
    this.time = end;
  }
}

const beat = (kind: Kind, actor: number | null, more: Partial<Beat> = {}): Beat => ({ kind, actor, ...more });
const NORMAL = paceOf('normal', false);

function stage(pace: () => Pace = () => NORMAL) {
  const clock = new FakeClock();
  const shown: { name: string; at: number }[] = [];
  const screen = { open: () => {}, begin: (b: Beat, factor: number) => lengthOf(b) * factor, end: () => {}, drawn: () => {}, clear: () => {} };
  const director = new Director(clock, screen, pace);
  const scene = (name: string, actor: number | null, beats: Beat[], more: Partial<Scene> = {}): Scene => ({
    actor, bot: actor !== null && actor > 0, beats, show: () => void shown.push({ name, at: clock.time }), ...more,
  });
  const times = (what: string, kind?: Kind) => director.log.filter((e) => e.what === what && (!kind || e.kind === kind)).map((e) => e.at);
  return { clock, director, shown, scene, times };
}

describe('the order of what is shown', () => {
  it('draws a position only when its beats have been played', () => {
    const { clock, director, shown, scene } = stage();
    director.push(scene('a', 1, [beat('travel', 1), beat('land', 1)]));
    clock.run(409);
    expect(shown).toEqual([]);
    clock.run(1);
    expect(shown).toEqual([{ name: 'a', at: 410 }]);
  });

  it('plays one beat at a time, of one actor at a time', () => {
    const { clock, director, scene } = stage();
    director.push(scene('a', 1, [beat('travel', 1), beat('push', 0)]));
    director.push(scene('b', 2, [beat('rise', 2)]));
    clock.run(10_000);
    const moves = director.log.filter((e) => e.what === 'begin' || e.what === 'end').map((e) => e.what);
    expect(moves).toEqual(['begin', 'end', 'begin', 'end', 'begin', 'end']);
  });

  it('shows an own click at once and lets its beats follow', () => {
    const { clock, director, shown, scene } = stage();
    director.push(scene('mine', 0, [beat('push', 1)], { own: true, first: true }));
    expect(shown).toEqual([{ name: 'mine', at: 0 }]);
    expect(director.behind).toBe(false);
    expect(director.busy).toBe(true);
    clock.run(280);
    expect(director.busy).toBe(false);
  });

  it('says that a scene is over when its last beat is, or when it is ended', () => {
    const { clock, director, scene } = stage();
    const done: number[] = [];
    director.push(scene('a', 0, [beat('pop', 0)], { own: true, first: true, done: () => void done.push(clock.time) }));
    clock.run(159);
    expect(done).toEqual([]);
    clock.run(1);
    expect(done).toEqual([160]);
    director.push(scene('b', 0, [beat('pop', 0)], { own: true, first: true, done: () => void done.push(clock.time) }));
    director.flush();
    expect(done).toEqual([160, 160]);
  });

  it('draws where the beats say so', () => {
    const { clock, director, shown, scene } = stage();
    director.push(scene('a', 1, [beat('dice', null), beat('show', 1), beat('verdict', 1)]));
    clock.run(5000);
    expect(shown[0]!.at).toBe(1000);
  });

  it('waits for nobody before an own move, even one that luck decides', () => {
    const { clock, director, shown, scene, times } = stage();
    director.push(scene('bot', 1, [beat('land', 1)]));
    clock.run(60);
    director.push(scene('mine', 0, [beat('dice', null)], { own: true }));
    expect(times('begin', 'dice')).toEqual([60]);
    clock.run(1000);
    expect(shown.map((one) => one.at)).toEqual([60, 1060]);
  });

  it('takes away what stood in for a position when it is drawn, and not after the beats that follow', () => {
    const clock = new FakeClock();
    const told: string[] = [];
    const note = (what: string) => () => void told.push(what);
    const director = new Director(clock, { open: note('open'), begin: (b) => (told.push(b.kind), 100), end: () => {}, drawn: note('drawn'), clear: note('clear') }, () => NORMAL);
    director.push({ actor: 0, bot: false, own: true, beats: [beat('slide', null), beat('show', 0), beat('flow', null)], show: note('show') });
    clock.run(1000);
    expect(told).toEqual(['open', 'slide', 'show', 'drawn', 'flow', 'clear']);
  });

  it('goes on past a beat that nobody can see', () => {
    const clock = new FakeClock();
    const shown: string[] = [];
    const director = new Director(clock, { open: () => {}, begin: () => 0, end: () => {}, drawn: () => {}, clear: () => {} }, () => NORMAL);
    director.push({ actor: 1, bot: false, beats: [beat('travel', 1)], show: () => shown.push('a') });
    expect(shown).toEqual(['a']);
  });
});

describe('pauses and speeds', () => {
  const speeds = [['calm', 1600, 1.5, 600], ['normal', 800, 1, 300], ['quick', 300, 0.6, 100]] as const;
  it.each(speeds)('%s waits %i ms before a bot, plays at x %f and waits %i ms between people', (speed, pause, factor, between) => {
    const { clock, director, scene, times } = stage(() => paceOf(speed, false));
    director.push(scene('mine', 0, [beat('rise', 0)], { own: true, first: true }));
    director.push(scene('bot', 1, [beat('rise', 1)]));
    director.push(scene('friend', 2, [beat('rise', 2)], { bot: false }));
    clock.run(20_000);
    const [begins, ends] = [times('begin'), times('end')];
    expect(begins[1]! - ends[0]!).toBe(pause);
    expect(ends[1]! - begins[1]!).toBeCloseTo(320 * factor);
    expect(begins[2]! - ends[1]!).toBe(between);
  });

  it('begins to light the actor during the pause', () => {
    const { clock, director, scene, times } = stage();
    director.push(scene('mine', 0, [beat('rise', 0)], { own: true, first: true }));
    director.push(scene('bot', 1, [beat('light', 1), beat('travel', 1)]));
    clock.run(10_000);
    expect(times('begin', 'light')).toEqual([320]);
    expect(times('begin', 'travel')).toEqual([1120]);
  });

  it('does not wait again for a bot that has thought for long, or goes on with its turn', () => {
    const { clock, director, scene, times } = stage();
    director.push(scene('mine', 0, [beat('rise', 0)], { own: true, first: true }));
    clock.run(5000);
    director.push(scene('bot', 1, [beat('rise', 1)]));
    director.push(scene('bot again', 1, [beat('land', 1)]));
    clock.run(5000);
    expect(times('begin')).toEqual([0, 5000, 5320]);
  });

  it('fades at once, and with reduced motion waits 400 ms', () => {
    for (const [still, wait] of [[false, 0], [true, 400]] as const) {
      const { clock, director, shown, scene, times } = stage(() => paceOf(still ? 'normal' : 'once', still));
      director.push(scene('mine', 0, [beat('rise', 0)], { own: true, first: true }));
      director.push(scene('bot', 1, [beat('travel', 1), beat('rise', 1)]));
      clock.run(5000);
      expect(director.log.filter((e) => e.what === 'begin').map((e) => e.kind)).toEqual(['fade', 'fade']);
      expect(shown[1]!.at - times('end')[0]!).toBe(wait);
    }
  });
});

describe('skipping', () => {
  it('ends a beat', () => {
    const { clock, director, scene, times } = stage();
    director.push(scene('a', 1, [beat('dice', 1), beat('rise', 1)]));
    clock.run(200);
    director.skip();
    expect(times('begin')).toEqual([0, 200]);
    expect(director.busy).toBe(true);
  });

  it('ends a pause', () => {
    const { clock, director, scene, times } = stage();
    director.push(scene('mine', 0, [beat('land', 0)], { own: true, first: true }));
    director.push(scene('bot', 1, [beat('rise', 1)]));
    clock.run(100);
    director.skip();
    expect(times('begin')).toEqual([0, 100]);
  });

  it('ends everything when asked twice within 400 ms, and draws all in order', () => {
    const { clock, director, shown, scene } = stage();
    for (const name of ['a', 'b', 'c']) director.push(scene(name, 1, [beat('dice', 1), beat('rise', 1)]));
    clock.run(50);
    director.skip();
    clock.run(399);
    director.skip();
    expect(shown.map((one) => one.name)).toEqual(['a', 'b', 'c']);
    expect(director.busy).toBe(false);
  });

  it('takes two skips further apart as two', () => {
    const { clock, director, scene } = stage();
    director.push(scene('a', 1, [beat('dice', 1), beat('dice', 1), beat('dice', 1)]));
    director.skip();
    clock.run(400);
    director.skip();
    expect(director.beatsLeft).toBe(1);
  });

  it('has nothing to skip when nothing runs', () => {
    const { director } = stage();
    director.skip();
    director.skip();
    expect(director.log).toEqual([]);
  });
});

describe('catching up', () => {
  it('plays faster when more than 8 s wait', () => {
    const { clock, director, scene, times } = stage();
    director.push(scene('mine', 0, [beat('land', 0)], { own: true, first: true }));
    for (let i = 0; i < 9; i++) director.push(scene(String(i), 1, [beat('dice', 1)]));
    clock.run(30_000);
    const ends = times('end', 'dice');
    const begins = times('begin', 'dice');
    expect(ends[0]! - begins[0]!).toBe(400);
    expect(begins[0]! - 60).toBe(320); // the pause too
    expect(ends[8]! - begins[8]!).toBe(1000);
  });

  it('never makes a race wait longer than a second', () => {
    const { clock, director, shown, scene } = stage();
    for (let i = 0; i < 6; i++) director.push(scene(String(i), 1, [beat('travel', 1), beat('snap', 1)], { limit: 1000 }));
    expect(director.waiting).toBeLessThanOrEqual(1000);
    expect(shown.length).toBeGreaterThanOrEqual(3);
    clock.run(1000);
    expect(shown.length).toBe(6);
  });

  it('a flush ends what runs and keeps the pause before the next bot', () => {
    const { clock, director, shown, scene, times } = stage();
    director.push(scene('a', 1, [beat('dice', 1)]));
    clock.run(100);
    director.flush();
    expect(shown.length).toBe(1);
    director.push(scene('b', 2, [beat('rise', 2)]));
    clock.run(5000);
    expect(times('begin', 'rise')).toEqual([900]);
  });
});

describe('lengths', () => {
  it('counts coins apart, walks by cells, and heaps what is many', () => {
    expect(lengthOf(beat('flow', 0, { count: 3 }))).toBe(660);
    expect(lengthOf(beat('flow', 0, { count: 9 }))).toBe(500);
    expect(lengthOf(beat('step', 0, { path: ['a', 'b', 'c', 'd'] }))).toBe(360);
    expect(lengthOf(beat('travel', 0), 0)).toBe(280);
    expect(lengthOf(beat('travel', 0), 1)).toBe(420);
    expect(lengthOf(beat('verdict', 0, { ms: 2500 }))).toBe(2500);
  });
});
