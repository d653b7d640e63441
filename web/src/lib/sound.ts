// Three small sounds, made here: a pebble set down, a call that it is your turn, the end. Off unless asked for.
// SPDX-License-Identifier: MIT
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

export function sound(which: 'move' | 'turn' | 'over'): void {
  if (!settings.choices.sounds) return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
  const now = audio.currentTime + 0.01;
  if (which === 'move') {
    tone(now, 190, 0.09, 0.25, 'triangle');
    tone(now, 950, 0.03, 0.06);
  } else if (which === 'turn') {
    tone(now, 587, 0.22, 0.12);
    tone(now + 0.12, 880, 0.3, 0.12);
  } else [523, 659, 784, 1047].forEach((pitch, i) => tone(now + i * 0.12, pitch, 0.5, 0.1));
}
