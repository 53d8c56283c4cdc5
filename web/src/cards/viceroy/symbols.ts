/** The symbols of Viceroy as figures: gems, sectors of circles, rewards and tokens, persons. About 20 wide, around 0,0. */
import { box, disc, kept, move, type Figure, type Shape, type Words } from './drawing';
import { COLOURS, GEM, HAT, INK, SHINE, type Colour, type Mark } from './shapes';

const BROWN = '#55462c';
const PAPER = '#fff8e6';
const QUARTERS: Record<Colour, string> = { B: 'M0 0 0-10.5-8.5 0Z', R: 'M0 0 0-10.5 8.5 0Z', G: 'M0 0 0 10.5-8.5 0Z', Y: 'M0 0 0 10.5 8.5 0Z' };

/** One gem, or a gem of any colour. */
export const gem = kept((colour: Colour | '*', endless: boolean): Figure => {
  const stone: Figure =
    colour === '*'
      ? [...COLOURS.map((one) => ({ d: QUARTERS[one], fill: INK[one].fill })), { d: GEM.B, fill: 'none', line: '#222', width: 1.4 }]
      : [
          { d: GEM[colour], fill: INK[colour].fill, line: INK[colour].edge, width: 1.6, round: 'linejoin' },
          { d: SHINE[colour], fill: 'none', line: INK[colour].on, width: 1, alpha: 0.55 },
        ];
  if (!endless) return stone;
  return [
    ...stone,
    { d: box(-8, -4.4, 16, 8.8, 4.4), fill: '#fff', line: '#222', width: 1 },
    { d: 'M0 0C-2-3-6-3-6 0S-2 3 0 0 6-3 6 0 2 3 0 0Z', fill: 'none', line: '#222', width: 1.5 },
  ];
});

const ENDS = [[0, 1], [-1, 0], [0, -1], [1, 0]] as const;

/** A quarter of a circle around 0,0 with the shape of its colour; `turn` 0..3 clockwise from the quarter below left. */
export const sector = kept((colour: Colour, r: number, turn: 0 | 1 | 2 | 3): Figure => {
  const [[ax, ay], [bx, by]] = [ENDS[turn], ENDS[((turn + 1) % 4) as typeof turn]];
  const fan: Shape = { d: `M0 0L${ax * r} ${ay * r}A${r} ${r} 0 0 1 ${bx * r} ${by * r}Z`, fill: INK[colour].fill, line: INK[colour].edge, width: 1 };
  return [fan, { d: GEM[colour], x: (ax + bx) * 0.42 * r, y: (ay + by) * 0.42 * r, k: r / 48, fill: INK[colour].on, alpha: 0.92 }];
});

/** Head, shoulders and hat of a character. */
export const person = kept((hat: string, brown: string, edge: number): Figure => [
  { d: disc(0, -2, 6), fill: '#eccfae', line: brown, width: edge },
  { d: `M-13 13C-13 6-7 4 0 4S13 6 13 13Z${HAT[hat] ?? ''}`, fill: brown },
]);

const ring = (colour: Mark['colour']) => (colour && colour !== '*' ? INK[colour] : { fill: '#666', edge: '#222', on: '#fff' });
const card = (fill: string, line: string, d: string): Shape => ({ d, fill, line, width: 1 });
const arrow = (d: string): Figure => [{ d, fill: BROWN }];

type Said = { colour: Mark['colour']; text: string; large: boolean; number: (x: number, y: number, fill: string, size?: number) => Words };
const NUMBERED: Record<string, (said: Said) => Figure> = {
  G: ({ text, number }) => [...move(gem('*', false), text ? -4.5 : 0, 0, 0.85), number(text.length > 1 ? 8 : 7, 5, '#1d1a14', 14)],
  D: ({ text, number }) => [
    card('#6b4a86', '#2b1a3a', box(-9.5, -8, 10, 14, 1.5, -10, [-4, 0])),
    card('#8a66a8', '#2b1a3a', box(text ? -7 : -4, -8, 10, 14, 1.5)),
    number(8.5, 5, '#1d1a14', 14),
  ],
  P: ({ large, number }) => [{ d: disc(0, 0, large ? 11 : 9.5), fill: '#e7c15a', line: '#7a5a10', width: 1.4 }, number(0, 4.4, '#3b2a00')],
  MB: ({ large, number }) => [
    ...move([card('#5b2c8a', '#2f0f52', 'M0-12 3.6-8H13V9H-13V-8H-3.6Z')], 0, 0, large ? 1 : 0.85),
    number(0, large ? 5 : 4.4, '#fff'),
  ],
  CB: ({ colour, large, number }) => {
    const { fill, edge, on } = ring(colour);
    const stone = gem(colour ?? '*', false);
    if (!large) return [{ d: disc(0, 0, 10), fill, line: edge, width: 1.5 }, ...move(stone, -8, -8, 0.45), number(0, 4.4, on)];
    return [
      ...move(stone, -14, 0, 0.9),
      { d: disc(9, 0, 11.5), fill, line: edge, width: 1.5 },
      { d: 'M9-11.5V-8.5M9 8.5V11.5', fill: 'none', line: on, width: 1.5 },
      number(8.5, 4.2, on, 11.5),
    ];
  },
};

const PLAIN: Record<string, Figure> = {
  M: [{ d: 'M0-10 2.6-3.2 10-3 4.2 1.6 6.4 9 0 4.8-6.4 9-4.2 1.6-10-3-2.6-3.2Z', fill: '#7b3fb5', line: '#4b1f78', width: 1 }],
  S: [
    { d: 'M-3-10H3M-2-10V-3L-8 7Q-9 9.5-6.5 9.5H6.5Q9 9.5 8 7L2-3V-10', fill: '#d8f1f0', line: '#0b5c63', width: 1.6, round: 'linejoin' },
    { d: 'M-4.5 2H4.5L7.2 7.3Q7.6 8.6 6 8.7H-6Q-7.6 8.6-7.2 7.3Z', fill: '#128a93' },
  ],
  F: [
    { d: 'M0-10 9-7V0C9 6 4 9 0 10.5-4 9-9 6-9 0V-7Z', fill: '#8fa3b3', line: '#33424e', width: 1.5 },
    { d: 'M0-10V10.5M-9-1H9', fill: 'none', line: '#33424e', width: 1 },
  ],
  A: [{ d: 'M-8 8-6 10-2 6 1 9 3 7.5-2 2.5 9-7 10-10 7-9-2.5 2-7.5-3-9-1-6 2-10 6Z', fill: '#d9d3cc', line: '#7d1f16', width: 1.4, round: 'linejoin' }],
  bust: [
    { d: 'M-9 10C-9 4-5 2 0 2S9 4 9 10Z', fill: '#5d4a33' },
    { d: disc(0, -3, 5.5), fill: '#e8c8a4', line: '#5d4a33', width: 1 },
    ...move([{ d: HAT.c!, fill: '#5d4a33' }], 0, -1, 0.8),
  ],
  under: [card('#cbbfa6', BROWN, box(-9, -9, 13, 17, 1.5, -14)), card(PAPER, BROWN, box(-5, -9, 13, 17, 1.5))],
  hand: [card(PAPER, BROWN, box(-9, -7, 9, 14, 1.5, -16)), card(PAPER, BROWN, box(-4, -8, 9, 14, 1.5)), card(PAPER, BROWN, box(0, -7, 9, 14, 1.5, 16))],
  down: arrow('M0 6-6-2H-2V-7H2V-2H6Z'),
  swap: move(arrow('M-9-3-2-9V-5H8V-1H-2V3ZM9 5 2 11V7H-8V3H2V-1Z'), 0, 0, 0.85),
  move: arrow('M-10 8C-10-6 0-9 4-9L2-13 11-8 4-1 3-5C0-5-6-3-6 8Z'),
  pick: arrow(`M-10 4V-4H0V-9L11 0 0 9V4Z${disc(-10, 0, 3.5)}`),
  pass: [{ d: 'M-9-9H9M-9 9H9M0-7V7', fill: 'none', line: BROWN, width: 3, round: 'linecap' }, { d: disc(0, 0, 4.5), fill: PAPER, line: BROWN, width: 2 }],
};

const symbol = kept((kind: string, text: string, colour: Mark['colour'], large: boolean): Figure => {
  const number: Said['number'] = (x, y, fill, size = 12) => ({ text, x, y: large ? y + size * 0.12 : y, size: large ? size * 1.35 : size, fill });
  if (kind === 'E') return move(gem(colour ?? '*', true), 0, 0, 0.95);
  if (kind === 'ring') {
    const { fill, edge } = ring(colour);
    return [{ d: disc(0, 0, 7.5), fill: '#fff', line: edge, width: 5.5 }, { d: disc(0, 0, 7.5), fill: 'none', line: fill, width: 4 }];
  }
  return NUMBERED[kind]?.({ colour, text, large, number }) ?? PLAIN[kind] ?? [number(0, 5, '#3b2f1a', 15)];
});

/** One symbol of a reward or token; `large`: with larger numbers, for small cards. */
export const token = ({ kind, n, colour }: Mark, large = false): Figure => symbol(kind, String(n ?? ''), colour, large);
