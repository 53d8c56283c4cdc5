/** Three short sounds, made by the browser itself; silent unless switched on in the settings. */
import { settings } from './settings.svelte';

export type Sound = 'card' | 'turn' | 'end';
const NOTES: Record<Sound, [frequency: number, at: number][]> = {
  card: [[220, 0]],
  turn: [
    [523, 0],
    [659, 0.09],
  ],
  end: [
    [392, 0],
    [494, 0.12],
    [587, 0.24],
  ],
};
let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  for (const [frequency, at] of NOTES[sound]) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const start = context.currentTime + at;
    tone.type = 'triangle';
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.22);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.25);
  }
}
