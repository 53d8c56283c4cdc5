/** The shapes of Viceroy: each colour has a shape of its own, so that nothing depends on seeing colours. */
import deck from '../../games/viceroy/deck.json';
import older from '../../games/viceroy/older.json';
import { edition } from './edition.svelte';

export type Colour = 'B' | 'R' | 'G' | 'Y';
export const COLOURS: Colour[] = ['B', 'R', 'G', 'Y'];

/** Fill, edge, and what is readable on the fill. */
export const INK: Record<Colour, { fill: string; edge: string; on: string }> = {
  B: { fill: '#2270b8', edge: '#0f3c68', on: '#ffffff' },
  R: { fill: '#c8372d', edge: '#6e1711', on: '#ffffff' },
  G: { fill: '#1d8553', edge: '#0b452a', on: '#ffffff' },
  Y: { fill: '#f3c02c', edge: '#8a6400', on: '#3b2a00' },
};

/** Around 0,0 with a radius of 10: rhombus, square, disc, triangle. */
export const GEM: Record<Colour, string> = {
  B: 'M0-10.5 8.5 0 0 10.5-8.5 0Z',
  R: 'M-8-8H8V8H-8Z',
  G: 'M0-9A9 9 0 0 1 0 9 9 9 0 0 1 0-9Z',
  Y: 'M0-10 9.8 7.6H-9.8Z',
};
/** The light on a gem. */
export const SHINE: Record<Colour, string> = {
  B: 'M0-10.5 0 10.5M-8.5 0 0-3 8.5 0',
  R: 'M-8-8-3-3H3L8-8M-3-3V3M3-3V3M-3 3H3L8 8M-3 3-8 8',
  G: 'M-5-3A6 6 0 0 1 1-6.4',
  Y: 'M0-10 0 1M0 1 9.8 7.6M0 1-9.8 7.6',
};

export type Effect = {
  op: string;
  options?: string[];
  points?: number;
  points_each?: number;
  points_by_level?: number[];
  what?: string;
  n?: number;
  draw?: number;
};
export type Printed =
  | { kind: 'character'; sectors: string; price: Colour[]; rewards: string[] }
  | { kind: 'law'; sectors: string; when: string; effect: Effect }
  | { kind: 'unknown' };

type Cards = Record<string, [string, string, string[] | Effect] | undefined>;
/** Of the older versions, what was printed otherwise. */
const OLDER = older as unknown as Record<number, Cards | undefined>;

/** What is printed on a card; cards of another deck are known by their code alone. */
export function printed(code: string, version = edition.version): Printed {
  const entry = version ? (OLDER[version]?.[code] ?? (deck as unknown as Cards)[code]) : undefined;
  if (!entry) return { kind: 'unknown' };
  const [sectors, second, third] = entry;
  if (Array.isArray(third)) return { kind: 'character', sectors, price: [...second] as Colour[], rewards: third };
  return { kind: 'law', sectors, when: second, effect: third };
}

/** A part of a reward: its kind, a number and a colour (`*`: any). */
export type Atom = { kind: string; n: number; colour: Colour | '*' | null };

export function atoms(reward: string): Atom[] {
  return reward.split('+').map((text) => {
    const [, kind, n, colour] = /^(MB|CB|[GDPMSFAE])(\d*)([BRGY*]?)$/.exec(text) ?? ['', '?', '', ''];
    return { kind: kind!, n: n ? Number(n) : 1, colour: (colour || null) as Atom['colour'] };
  });
}

export type Mark = { kind: string; n?: number | string; colour?: Colour | '*' | null };

/** The symbols that stand for a reward: two tokens of a kind are two symbols, gems and cards have a number. */
export function marks(reward: string): Mark[] {
  return atoms(reward).flatMap(({ kind, n, colour }): Mark[] =>
    'MSFA'.includes(kind) && kind.length === 1
      ? Array.from({ length: n }, () => ({ kind }))
      : [{ kind, n: kind === 'E' ? undefined : kind.endsWith('B') ? `+${n}` : n, colour }],
  );
}

/** A law in symbols, line by line. */
export function lawMarks(effect: Effect): Mark[][] {
  const each = effect.points_each ?? effect.points ?? 0;
  switch (effect.op) {
    case 'choose_one':
      return (effect.options ?? []).map(marks);
    case 'draw_keep':
      return [[{ kind: 'D', n: effect.draw }], [{ kind: 'down' }], [{ kind: 'D', n: 1 }]];
    case 'auction_pick':
      return [[{ kind: 'pick' }]];
    case 'replace_character':
      return [[{ kind: 'swap' }]];
    case 'duplicate_tokens':
      return [[{ kind: 'word', n: '×2' }]];
    case 'move_free_card':
      return [[{ kind: 'move' }]];
    case 'tuck_free_card':
      return [[{ kind: 'under' }], (effect.points_by_level ?? []).map((n) => ({ kind: 'P', n }))];
    case 'tuck_hand':
    case 'tuck_on_draw':
      return [[{ kind: 'under' }], [{ kind: effect.op === 'tuck_hand' ? 'hand' : 'D', n: '' }, { kind: 'P', n: each }]];
    case 'store_gems':
      return [[{ kind: 'under' }], [{ kind: 'G', n: '' }, { kind: 'P', n: each }]];
    case 'pass_bonus':
      return [[{ kind: 'pass' }], [{ kind: 'G', n: `+${effect.n}` }]];
    case 'wild_payment':
      return [[{ kind: 'G', n: '' }, { kind: 'swap' }, { kind: 'G', n: '' }]];
    case 'circle_gem':
      return [[{ kind: 'ring' }], [{ kind: 'G', n: `+${effect.n}` }]];
    default: {
      const counted: Record<string, Mark[]> = {
        adjacent_character: [{ kind: 'bust' }],
        card: [{ kind: 'D', n: '' }],
        set: [{ kind: 'F' }, { kind: 'M' }, { kind: 'S' }],
        circle_or_endless: [{ kind: 'ring' }, { kind: 'E', colour: '*' }],
        science: [{ kind: 'S' }],
        leftover_gem: [{ kind: 'G', n: '' }],
      };
      return [counted[effect.what ?? ''] ?? [], [{ kind: 'down' }], [{ kind: 'P', n: each }]];
    }
  }
}

/** Which hat the person on a character wears; the order is that of the deck. */
const HATS = 'hscfcvscfbthjpjbhfbcbcbpthpmmmtpttsbtbctmwwhfvwwhmpmhttbpcwvtpkk';

export function hatOf(code: string): string {
  const number = Number(code.slice(1));
  return HATS[(number - 1) % HATS.length] ?? 'b';
}

/** Clockwise like the shoulders: what of the two lies on each other stays filled when they are one path. */
export const HAT: Record<string, string> = {
  h: 'M-9 6C-10-10-4-13 0-13S10-10 9 6L6 4C7-5 4-8 0-8S-7-5-6 4Z',
  s: 'M-12-4H12L11-6H6C6-12 3-13 0-13S-6-12-6-6H-11Z',
  c: 'M-7-3C-8-11-4-12 0-12S8-11 7-3Z',
  f: 'M-7 3C-9-9-5-12 0-12S9-9 7 3L6-3H-6Z',
  v: 'M-8 9C-10-8-5-12 0-12S10-8 8 9L6-4H-6Z',
  b: 'M-6 0C-4 5-3 4 0 4S4 5 6 0C7 9 3 11 0 11S-7 9-6 0Z',
  t: 'M-10-4H10V-6H6V-14H-6V-6H-10Z',
  j: 'M-7-3-11-13-4-9 0-15 4-9 11-13 7-3Z',
  p: 'M-8-4C-8-11-3-11 8-8L7-4ZM2-9C6-16 11-15 12-12 9-13 6-11 4-8Z',
  m: 'M-7 2C-8-10-4-12-1-12V-15H1V-12C4-12 8-10 7 2L4-1V-4H-4V-1Z',
  w: 'M-11-4H11L5-6 1-17-5-6Z',
  k: 'M-7-4-9-13-4-8 0-14 4-8 9-13 7-4Z',
};
