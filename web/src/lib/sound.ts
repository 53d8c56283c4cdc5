/** Sounds, made by the browser itself: nothing is loaded. They begin with the first press on the page; one slider sets them. */
import { settings } from './settings.svelte';

export type Sound = 'card' | 'beat' | 'deal' | 'take' | 'turn' | 'tick' | 'tock' | 'win' | 'end';
/** The instrument of a game, for its turn and its end. */
export type Voice = {
  wave: OscillatorType;
  /** Seconds until it has gone. */
  decay: number;
  /** A second tone, so many times as high. */
  partial?: number;
  /** Two tones side by side, in cents. */
  detune?: number;
  /** A low-pass filter, in hertz. */
  cutoff?: number;
  /** Glides to so many times the height. */
  slide?: number;
};
/** Kinds of events and how they sound; whatever is not named is a card being laid. */
export type Sounds = Record<string, 'beat' | 'take'>;
const WOOD: Voice = { wave: 'triangle', decay: 0.18 };
const WIN = [392, 494, 587, 784];
let voice = WOOD;
let sounds: Sounds = {};
let context: AudioContext | null = null;
let pressed = false;
let noise: AudioBuffer | null = null;
const begin = (): void => void (pressed = true);
for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, begin, { once: true, capture: true }); // browsers allow no sound before

export function setVoice(next: Voice | null, events: Sounds = {}): void {
  voice = next ?? WOOD;
  sounds = events;
}

/** How several things sound that happen at once: the greatest of them. */
export function soundOf(kinds: unknown[]): Sound {
  const heard = kinds.map((kind) => sounds[String(kind)]);
  return heard.includes('take') ? 'take' : heard.includes('beat') ? 'beat' : 'card';
}

function fade(audio: AudioContext, at: number, loud: number, long: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud * settings.volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0008, at + long);
  gain.connect(audio.destination);
  return gain;
}

/** Paper on a table: noise through a band. */
function rustle(audio: AudioContext, at: number, height: number, loud = 0.5, to = height): void {
  noise ??= (() => {
    const made = audio.createBuffer(1, audio.sampleRate * 0.3, audio.sampleRate);
    made.getChannelData(0).forEach((_, i, all) => (all[i] = Math.random() * 2 - 1));
    return made;
  })();
  const [source, band] = [audio.createBufferSource(), audio.createBiquadFilter()];
  source.buffer = noise;
  band.type = 'bandpass';
  band.Q.value = 1.2;
  band.frequency.setValueAtTime(height, at);
  const long = to === height ? 0.06 : 0.28;
  band.frequency.exponentialRampToValueAtTime(to, at + long);
  source.connect(band).connect(fade(audio, at, loud, long));
  source.start(at);
  source.stop(at + long);
}

function tone(audio: AudioContext, at: number, height: number, how: Voice, loud = 0.22): void {
  const gain = fade(audio, at, loud, how.decay);
  let into: AudioNode = gain;
  if (how.cutoff) {
    const filter = audio.createBiquadFilter();
    filter.frequency.value = how.cutoff;
    filter.connect(gain);
    into = filter;
  }
  const parts: [times: number, cents: number][] = [[1, how.detune ?? 0]];
  if (how.detune) parts.push([1, -how.detune]);
  if (how.partial) parts.push([how.partial, 0]);
  for (const [times, cents] of parts) {
    const part = audio.createOscillator();
    part.type = how.wave;
    part.detune.value = cents;
    part.frequency.setValueAtTime(height * times, at);
    if (how.slide) part.frequency.exponentialRampToValueAtTime(height * times * how.slide, at + how.decay / 2);
    part.connect(into);
    part.start(at);
    part.stop(at + how.decay);
  }
}

export function play(sound: Sound): void {
  if (settings.volume <= 0 || !pressed) return;
  const audio = (context ??= new AudioContext());
  const now = audio.currentTime;
  if (sound === 'card') rustle(audio, now, 1800);
  else if (sound === 'beat') {
    rustle(audio, now, 1100);
    tone(audio, now, 180, { wave: 'sine', decay: 0.12 }, 0.4);
  } else if (sound === 'deal') for (let i = 0; i < 7; i += 1) rustle(audio, now + i * 0.04, 1800, 0.35);
  else if (sound === 'take') rustle(audio, now, 2400, 0.4, 500);
  else if (sound === 'turn') {
    tone(audio, now, 440, voice);
    tone(audio, now + 0.12, 587, voice);
  } else if (sound === 'tick') tone(audio, now, 900, { wave: 'sine', decay: 0.05 }, 0.1);
  else if (sound === 'tock') tone(audio, now, 900, { wave: 'sine', decay: 0.07 }, 0.25);
  else if (sound === 'win') WIN.forEach((height, i) => tone(audio, now + i * 0.13, height, voice));
  else tone(audio, now, 196, { wave: 'triangle', decay: 0.6 });
}
