// Small sounds, made here: one for each kind of beat, a call that it is your turn, the end. Off unless asked for.
// SPDX-License-Identifier: MIT
import type { Kind } from '../director/beats';
import { settings } from './settings.svelte';

let audio: AudioContext | undefined;

function tone(at: number, pitch: number, length: number, loud: number, wave: OscillatorType = 'sine'): void {
  const out = audio!.createGain();
  const voice = audio!.createOscillator();
  voice.type = wave;
  voice.frequency.setValueAtTime(pitch, at);
  out.gain.setValueAtTime(0, at);
  out.gain.linearRampToValueAtTime(loud, at + 0.005);
  out.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(out).connect(audio!.destination);
  voice.start(at);
  voice.stop(at + length);
}

/** Noise: paper, dice, a wheel. */
function rustle(at: number, length: number, pitch: number, loud: number): void {
  const frames = Math.ceil(audio!.sampleRate * length);
  const buffer = audio!.createBuffer(1, frames, audio!.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / frames);
  const source = audio!.createBufferSource();
  const band = audio!.createBiquadFilter();
  const out = audio!.createGain();
  source.buffer = buffer;
  band.type = 'bandpass';
  band.frequency.value = pitch;
  out.gain.value = loud;
  source.connect(band).connect(out).connect(audio!.destination);
  source.start(at);
}

/** The time to begin at, or null: nobody wants to hear anything. */
function ready(): number | null {
  if (!settings.choices.sounds) return null;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
  return audio.currentTime + 0.01;
}

const knock = (at: number, loud = 1): void => {
  tone(at, 190, 0.09, 0.25 * loud, 'triangle');
  tone(at, 950, 0.03, 0.06 * loud);
};

const BEAT_SOUNDS: Partial<Record<Kind, (at: number) => void>> = {
  travel: (at) => rustle(at, 0.12, 700, 0.05),
  slide: (at) => rustle(at, 0.25, 400, 0.07),
  push: (at) => rustle(at, 0.12, 500, 0.08),
  land: knock,
  rise: (at) => [0, 0.09, 0.18].forEach((late, i) => tone(at + late, 150 + 40 * i, 0.1, 0.16, 'triangle')),
  flow: (at) => [0, 0.07].forEach((late) => tone(at + late, 1800 + 500 * late, 0.12, 0.05)),
  turn: (at) => rustle(at, 0.14, 2400, 0.12),
  join: (at) => tone(at, 740, 0.1, 0.08),
  pop: (at) => tone(at, 660, 0.12, 0.09),
  snap: (at) => knock(at, 1.2),
  dice: (at) => [0, 0.13, 0.24, 0.4, 0.62, 0.9].forEach((late) => rustle(at + late, 0.05, 1500, 0.25)),
  spin: (at) => Array.from({ length: 12 }, (_, i) => rustle(at + 1.05 * (i / 12) ** 1.7, 0.025, 2600, 0.14)).length,
  step: (at) => knock(at, 0.5),
  lift: (at) => knock(at, 0.6),
  verdict: (at) => [392, 523].forEach((pitch, i) => tone(at + 0.09 * i, pitch, 0.25, 0.08)),
};

export function beatSound(kind: Kind): void {
  const make = BEAT_SOUNDS[kind];
  const now = make ? ready() : null;
  if (make && now !== null) make(now);
}

export function sound(which: 'turn' | 'over'): void {
  const now = ready();
  if (now === null) return;
  if (which === 'turn') {
    tone(now, 587, 0.22, 0.12);
    tone(now + 0.12, 880, 0.3, 0.12);
  } else [523, 659, 784, 1047].forEach((pitch, i) => tone(now + i * 0.12, pitch, 0.5, 0.1));
}
