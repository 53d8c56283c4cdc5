/** A sentence of the log in parts: who acts, suits as signs, what a game prints in its colours. */
import { printed } from './indices';
import type { SeatInfo } from './wire';

/** Words that stand on a colour: a regular expression without groups, and its inks. */
export type Chip = { words: string; fill: string; ink: string };
export type Part = { text: string; suit?: string; chip?: Chip };
export type Sentence = { who: SeatInfo | null; name: string; parts: Part[] };

const SUITS: Record<string, string> = { '♠': 'S', '♥': 'H', '♣': 'C', '♦': 'D' };
const patterns = new WeakMap<Chip[], RegExp>();
const NONE: Chip[] = [];

function pattern(chips: Chip[]): RegExp {
  let made = patterns.get(chips);
  if (!made) patterns.set(chips, (made = new RegExp(['[♠♥♣♦]', ...chips.map(({ words }) => `(${words})`)].join('|'), 'giu')));
  return made;
}

/** Whose name the sentence begins with; of two that fit the longer one ("Fox 2"). */
export function actor(text: string, seats: SeatInfo[]): SeatInfo | null {
  const found = seats.filter(({ name }) => name && text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length)));
  return found.toSorted((one, other) => other.name.length - one.name.length)[0] ?? null;
}

/** `drop` takes out what only programs need. */
export function sentence(text: string, seats: SeatInfo[], chips: Chip[] = NONE, drop?: RegExp): Sentence {
  const whole = printed(drop ? text.replace(drop, '') : text);
  const who = actor(whole, seats);
  const name = who?.name ?? '';
  const rest = whole.slice(name.length);
  const parts: Part[] = [];
  let at = 0;
  for (const found of rest.matchAll(pattern(chips))) {
    if (found.index > at) parts.push({ text: rest.slice(at, found.index) });
    const nth = found.slice(1).findIndex((group) => group !== undefined);
    parts.push(nth < 0 ? { text: found[0], suit: SUITS[found[0]] } : { text: found[0], chip: chips[nth] });
    at = found.index + found[0].length;
  }
  if (at < rest.length) parts.push({ text: rest.slice(at) });
  return { who, name, parts };
}
