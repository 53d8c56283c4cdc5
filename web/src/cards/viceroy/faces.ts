/** The faces of Viceroy's cards as drawings: whole, small, in a pyramid, their backs, and the circles between them. */
import { gems, total, type PlacedCard } from '../../games/viceroy/view';
import { box, disc, drawn, kept, put, type Drawn, type Figure, type Put, type Words } from './drawing';
import { NEWEST } from './edition.svelte';
import { COLOURS, hatOf, lawMarks, marks, printed, type Colour, type Mark, type Printed } from './shapes';
import { gem, person, sector, token } from './symbols';

const INK = '#2b2419';
const RED = '#9c2f23';
const LEVELS = [4, 3, 2, 1] as const;

const WHOLE = { card: box(0.7, 0.7, 98.6, 138.6, 6), left: 1, right: 99, top: 1, bottom: 139, r: 25, below: 24 };
const SMALL = { card: box(1, 1, 98, 138, 6), left: 1.5, right: 98.5, top: 1.5, bottom: 138.5, r: 25, below: 22 };
const PLACED = { card: box(0.5, 0.5, 99, 79), left: 0.5, right: 99.5, top: 0.5, bottom: 79.5, r: 27, below: 27 };

const ground = ({ card: d }: typeof WHOLE, law: boolean, width: number): Figure => [{ d, fill: law ? '#f1e3c2' : '#fbf7ec', line: '#8d8069', width }];
const grounds = (size: typeof WHOLE, width: number) => ({ character: ground(size, false, width), law: ground(size, true, width), unknown: ground(size, false, width) });
const [WHOLES, SMALLS, PLACEDS] = [grounds(WHOLE, 1.4), grounds(SMALL, 2), grounds(PLACED, 1)];

/** The four sectors of a card: two at its upper corners, two at the middle of its lower edge. */
function corners(card: Printed, { left, right, top, bottom, r, below }: typeof WHOLE): Put[] {
  if (card.kind === 'unknown') return [];
  const [tl, tr, bl, br] = [...card.sectors] as [Colour, Colour, Colour, Colour];
  return [put(sector(tl, r, 3), left, top), put(sector(tr, r, 0), right, top), put(sector(bl, below, 1), 50, bottom), put(sector(br, below, 2), 50, bottom)];
}

/** The bands of a character's levels, and of the choices of a law, around the middle of their left ends. */
const bands = (width: number, height: number, r: number): Figure[] => ['#e5dac0', '#efe7d3'].map((fill) => [{ d: box(0, -height / 2, width, height, r), fill }]);
const [WIDE, NARROW] = [bands(90, 16.8, 8), bands(94, 21.8, 6)];
/** The numbers of the levels are drawn: they are small, and four texts for each card would cost more than all its shapes. */
const DIGITS = [
  'M1 2.8V-2.9L-2.2 1H2.6',
  'M-1.9-2.6C-.6-3.2 1.8-3.1 1.8-1.7 1.8-.7 .8-.45-.6-.45 1-.45 2.1 0 2.1 .8 2.1 2.5-.7 2.6-2.2 1.9',
  'M-1.9-2.5C-.8-3.3 1.8-3.2 1.8-1.5 1.8-.2-1 1.1-1.9 2.15H2.3',
  'M-1.7-2.5 .2-2.95V2.15M-1.8 2.15H2.2',
].map((d): Figure => [{ d, fill: 'none', line: '#5a4a2c', width: 1.35, round: 'linejoin' }]);
const CHOICE: Figure = [{ d: box(-36, -11, 72, 21, 10), fill: '#e6d3a6' }];
const SMALL_CHOICE: Figure = [{ d: box(-32, -11, 64, 22, 10), fill: '#e6d3a6' }];
const SHIELD: Figure = [
  { d: 'M34 5H66V22L50 29 34 22Z', fill: RED, line: '#5c150d', width: 1 },
  { d: 'M41 10H59M41 15H59', fill: 'none', line: '#f1e3c2', width: 2 },
];

/** A card with everything that is printed on it. */
export const whole = kept((code: string, name: string, version: number = NEWEST): Drawn => {
  const card = printed(code, version);
  const under = [put(WHOLES[card.kind])];
  const upon = corners(card, WHOLE);
  const long = name.length > 17;
  const words: Words[] = [
    { text: name, x: 50, y: 40, size: long ? 8 : 9.5, weight: 700, fill: INK, fit: long ? Math.min(94, name.length * 4.9) : undefined },
    { text: code.slice(1), x: 4, y: 135, size: 13, fill: INK, anchor: 'start' },
  ];
  if (card.kind === 'character') {
    upon.push(put(person(hatOf(code), '#5d4a33', 1.2), 50, 17));
    for (const [i, level] of LEVELS.entries()) {
      const y = 53 + i * 18;
      under.push(put(WIDE[level % 2]!, 5, y));
      upon.push(put(DIGITS[i]!, 10, y));
      upon.push(put(gem(card.price[level - 1]!, false), 23, y, 0.74));
      const line = marks(card.rewards[level - 1]!);
      const step = Math.min(24, 61 / line.length);
      for (const [j, mark] of line.entries()) upon.push(put(token(mark), 34 + step * (j + 0.5), y, 0.9));
    }
  } else if (card.kind === 'law') {
    upon.push(put(SHIELD));
    words.push({ text: '§', x: 96, y: 135, size: 13, fill: RED, anchor: 'end' });
    const lines = lawMarks(card.effect);
    const k = lines.length > 2 ? 1 : Math.min(2, 80 / 23 / Math.max(...lines.map((line) => line.length)), lines.length > 1 ? 1.4 : 2);
    for (const [i, line] of lines.entries()) {
      const y = 81 + (i - (lines.length - 1) / 2) * 23 * k;
      if (card.effect.op === 'choose_one') under.push(put(CHOICE, 50, y));
      for (const [j, mark] of line.entries()) upon.push(put(token(mark), 50 + 23 * k * (j + 0.5 - line.length / 2), y, 0.95 * k));
    }
  }
  return (drawn(under) + drawn(upon, words)) as Drawn;
});

const LARGE = [1.4, 1.4, 1.2, 0.95];
/** The symbols of a line in the room from `left` to `right`, as large as it allows. */
function row(line: Mark[], left: number, right: number, y: number, size: (k: number) => number): Put[] {
  const step = (right - left) / Math.max(1, line.length);
  return line.map((mark, i) => put(token(mark, true), left + step * (i + 0.5), y, size(LARGE[line.length] ?? 0.7)));
}

/** A card where there is little room: no name and no portrait, but few and large symbols, down to 40 pixels. */
export const small = kept((code: string, version: number = NEWEST): Drawn => {
  const card = printed(code, version);
  const under = [put(SMALLS[card.kind])];
  const upon = corners(card, SMALL);
  if (card.kind === 'character') {
    for (const [i, level] of LEVELS.entries()) {
      const y = 37.5 + i * 22.6;
      under.push(put(NARROW[level % 2]!, 3, y));
      upon.push(put(gem(card.price[level - 1]!, false), 14, y, 1.02), ...row(marks(card.rewards[level - 1]!), 26, 97, y, (k) => k * 0.8));
    }
  } else if (card.kind === 'law') {
    // what leads from one symbol to the next is left out: the order says it
    const lines = lawMarks(card.effect).filter(([first]) => first?.kind !== 'down');
    const k = lines.length > 2 ? 0.95 : lines.length > 1 ? 1.35 : 2;
    for (const [i, line] of lines.entries()) {
      const y = 71 + (i - (lines.length - 1) / 2) * 24 * k;
      if (card.effect.op === 'choose_one') under.push(put(SMALL_CHOICE, 50, y));
      const half = Math.min(46, 15 * k * line.length);
      upon.push(...row(line, 50 - half, 50 + half, y, (one) => Math.min(1.1, one) * k));
    }
  }
  const number: Words = { text: code.slice(1), x: 50, y: 21.5, size: 22, fill: card.kind === 'law' ? RED : INK };
  return (drawn(under) + drawn(upon, [number])) as Drawn;
});

const TOKENS: Record<string, string> = { points: 'P', magic: 'M', science: 'S', defence: 'F', magic_bonus: 'MB' };

/** What lies on a card and under it. */
function lying(card: PlacedCard): Mark[] {
  const list: Mark[] = [];
  for (const [name, n] of Object.entries(card.tokens)) {
    if (name.startsWith('circle_bonus')) list.push({ kind: 'CB', n: `+${n}`, colour: name.at(-1) as Colour });
    else if (name === 'points' || name === 'magic_bonus') list.push({ kind: TOKENS[name]!, n: name === 'points' ? n : `+${n}` });
    else for (let i = 0; i < n; i += 1) list.push({ kind: TOKENS[name] ?? '?' });
  }
  const endless = gems(card.endless);
  for (const colour of COLOURS) for (let i = 0; i < endless[colour]; i += 1) list.push({ kind: 'E', colour });
  const stored = total(gems(card.stored));
  if (stored) list.push({ kind: 'G', n: stored });
  if (card.tucked.length) list.push({ kind: 'under' });
  return list;
}

// the middle first, then the lower corners, which no circle covers
const SPOTS: [number, number][][] = [
  [[50, 40]],
  [[38, 40], [62, 40]],
  [[50, 40], [12, 62], [88, 62]],
  [[38, 40], [62, 40], [12, 62], [88, 62]],
  [[50, 34], [12, 44], [88, 44], [12, 66], [88, 66]],
  [[38, 36], [62, 36], [12, 44], [88, 44], [12, 66], [88, 66]],
];

const TUCKED: Figure = [{ d: box(4, 1, 92, 14), fill: '#cbbfa6', line: '#55462c', width: 1 }];

/**
 * A card in a pyramid: its corners, its number, and what lies on it and under it. 100 wide, 80 high; a circle forms
 * where three of these touch.
 */
export function placed(card: PlacedCard): Drawn {
  const face = printed(card.card);
  const upon = corners(face, PLACED);
  const words: Words[] = [{ text: card.card.slice(1), x: 50, y: 17, size: 17, fill: INK }];
  const things = lying(card).slice(0, SPOTS.length);
  for (const [i, [x, y]] of (SPOTS[things.length - 1] ?? []).entries()) upon.push(put(token(things[i]!), x, y, i ? 0.9 : 1));
  if (!things.length && face.kind === 'law') words.push({ text: '§', x: 50, y: 43, size: 20, fill: RED });
  else if (!things.length) upon.push(put(person(hatOf(card.card), '#b3a283', 1), 50, 37, 0.95));
  const tucked = card.tucked.length ? drawn([put(TUCKED)]) : '';
  return (tucked + drawn([put(PLACEDS[face.kind])]) + drawn(upon, words)) as Drawn;
}

/** Lower left, lower right, upper left, upper right: which quarter of the drawing each sector is, and where its mark is. */
const QUARTERS = [
  { name: 'll', turn: 0, x: -13, y: 13 },
  { name: 'lr', turn: 3, x: 13, y: 13 },
  { name: 'bl', turn: 1, x: -13, y: -13 },
  { name: 'br', turn: 2, x: 13, y: -13 },
] as const;

const GLOW: Figure = [{ d: disc(0, 0, 31), fill: '#fff6cf', line: '#7a5a10', width: 2.5 }];
const STAR: Figure = [{ d: 'M0-7.5 2-2.3 7.5-2.3 3.2 1.2 4.7 6.5 0 3.3-4.7 6.5-3.2 1.2-7.5-2.3-2-2.3Z', fill: '#fff', line: '#222', width: 1.2 }];
const PAINTED: Figure = [{ d: disc(0, 0, 8.5), fill: 'none', line: '#fff', width: 2.5, dash: [4, 2.5] }];

const ring = kept((colours: string, ...painted: string[]): Drawn => {
  const one = new Set(colours).size === 1;
  const sectors = [...colours].map((colour, i) => put(sector(colour as Colour, 27, QUARTERS[i]!.turn)));
  const upon = QUARTERS.filter(({ name }) => painted.includes(name)).map(({ x, y }) => put(PAINTED, x, y));
  if (one) upon.push(put(STAR));
  return (drawn(one ? [put(GLOW)] : []) + drawn(sectors) + drawn(upon)) as Drawn;
});

/** The circle where three cards meet, around 0,0; `colours` are those of its sectors, `painted` names the sectors that were. */
export const circle = (colours: string, painted: string[] = []): Drawn => ring(colours, ...painted);

export type Deck = 'large' | 'small' | 'law';
const CLOTH: Record<Deck, { ground: string; line: string }> = {
  large: { ground: '#4f2554', line: '#f2d38c' },
  small: { ground: '#2f4a6b', line: '#cfe0f2' },
  law: { ground: '#7a2e24', line: '#f4cfae' },
};
const GEMS: Figure = [
  { d: 'M37 70.1 42.2 62.3H57.8L63 70.1 50 87Z', fill: '#f2b632' },
  { d: 'M37 70.1H63L50 87Z', fill: '#b9821a' },
  { d: 'M42.2 62.3 46.1 70.1 50 62.3 53.9 70.1 57.8 62.3Z', fill: '#ffe7a8' },
];

/** A pyramid with a gem in it, or with the sign of the laws, above a crown. */
export const back = (deck: Deck): Drawn => {
  const { ground: fill, line } = CLOTH[deck];
  const nested = [0, 1, 2, 3, 4].map((i) => `M50 ${20 + i * 5}L${18 + i * 3} ${100 - i * 2}H${82 - i * 3}Z`).join('');
  return drawn(
    [
      put([
        { d: box(0.7, 0.7, 98.6, 138.6, 9), fill: '#fffaf0' },
        { d: box(5, 5, 90, 130, 6), fill },
        { d: nested, fill: 'none', line, alpha: 0.5 },
        ...(deck === 'law' ? [] : GEMS),
        { d: 'M40 112 36 100 44 105 50 96 56 105 64 100 60 112Z', fill: line },
        { d: box(8.5, 8.5, 83, 123, 4), fill: 'none', line, width: 1.3, alpha: 0.8 },
      ]),
    ],
    deck === 'law' ? [{ text: '§', x: 50, y: 84, size: 30, fill: line }] : [],
  );
};

/** A gem alone, around 0,0 in a box of 24. */
export const stone = (colour: Colour, endless = false): Drawn => drawn([put(gem(colour, endless))]);

/** Symbols in a line of text, each in a box of 24. */
export const symbols = (list: Mark[]): Drawn => drawn(list.map((mark, i) => put(token(mark), 12 + i * 24, 12)));
