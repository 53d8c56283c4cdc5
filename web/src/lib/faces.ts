/**
 * Everybody is a court card: a face follows from a name alone, and a bot is the animal of its level. Drawn as pictures
 * in the address (`data:`), so a face is one element of the page, and the same for whoever looks.
 */
import { GUEST } from './names';

const hash = (text: string): number => [...text].reduce((sum, sign) => Math.imul(sum ^ sign.codePointAt(0)!, 16777619), 2166136261 | 0) >>> 0;

/** Numbers from 0 to 1 that follow from a seed. */
export function dice(of: string): () => number {
  let seed = hash(of) | 0;
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

const GROUNDS = [
  ['#c94b32', '#f6d9a8', '#23405e'], ['#2f6f8f', '#f4c95d', '#7a2740'], ['#3b7a57', '#f3dfb5', '#8c2f39'], ['#7b4b94', '#f5cf7b', '#1f4a4a'],
  ['#d98a29', '#fbeed2', '#3c2a5e'], ['#3d4f8a', '#f7b8a0', '#a33a2a'], ['#a8476b', '#f8e3c5', '#214a66'], ['#1f6f6b', '#ffd9a0', '#5b2a4d'],
  ['#8a6d3b', '#f7ecd0', '#27513f'], ['#5c6b73', '#ffd28a', '#7d2e2e'],
] as const;
const SKINS = ['#f6d7bb', '#eec39a', '#dba679', '#b97f52', '#8d5a3a', '#f2cdb4'];
const HAIRS = ['#2b2027', '#5a3825', '#a5672d', '#d9a441', '#b8b2ae', '#7c2d1e'];
const many = (n: number, draw: (i: number) => string): string => Array.from({ length: n }, (_, i) => draw(i)).join('');
const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;
const stroke = (d: string, colour: string, width: number): string => `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`;

const RAYS = [
  () => many(12, (i) => `<path d="M32 30 28-14H36Z" transform="rotate(${i * 30} 32 30)"/>`),
  () => many(6, (i) => `<path d="M${-20 + i * 16} 64 ${12 + i * 16} 0h6L${-14 + i * 16} 64Z"/>`),
  () => many(16, (i) => `<path d="M${8 + (i % 4) * 16 + ((i >> 2) % 2) * 8} ${4 + (i >> 2) * 16}l5 6-5 6-5-6z"/>`),
  () => '<circle cx="32" cy="27" r="24"/>',
];
const BACKS = [
  'M17 24C17 12 25 8 32 8s15 4 15 16c0 10 2 20 3 26H14c1-6 3-16 3-26Z',
  'M18 24C18 12 25 9 32 9s14 3 14 15v20q-14 6-28 0Z',
  'M18 25C18 12 25 9 32 9s14 3 14 16c3 2 5 12 1 22-2 4-4 6-6 6l2-14H21c1 6 2 12 0 14-4-6-5-18-3-28Z',
];
const FRINGES = [
  'M20 27C20 17 25 13 32 13s12 4 12 14c-3-6-7-8-12-8s-9 2-12 8Z',
  'M20 28c0-10 4-15 12-15s12 5 12 15l-4-7-4 2-4-3-4 3-4-2Z',
  'M20 28c-1-10 4-15 12-15s13 5 12 15c-2-4-3-6-5-8-6 2-14 2-16 1-1 2-2 4-3 7Z',
];
const DARK = '#2b2027';
const EYES = [
  '<circle cx="27" cy="30" r="1.9"/><circle cx="37" cy="30" r="1.9"/>',
  stroke('M24.5 30.5q2.5-3 5 0M34.5 30.5q2.5-3 5 0', DARK, 1.8),
  `<circle cx="27" cy="30" r="1.9"/>${stroke('M34.5 30.5q2.5-2.5 5 0', DARK, 1.8)}`,
  `<g fill="none" stroke="${DARK}" stroke-width="1.5"><circle cx="26.5" cy="30" r="4.2"/><circle cx="37.5" cy="30" r="4.2"/><path d="M30.7 30h2.6"/></g><circle cx="26.5" cy="30.3" r="1.6"/><circle cx="37.5" cy="30.3" r="1.6"/>`,
];
const LIPS = '#8a3a30';
const MOUTHS = [
  stroke('M28 39.5q4 3.5 8 0', LIPS, 2),
  path('M27 38.5h10q-1 5-5 5t-5-5Z', LIPS) + path('M28 38.5h8l-.5 1.6h-7z', '#fff'),
  stroke('M28.5 40.5 36 39.3', LIPS, 2),
];

function portrait(name: string): string {
  const roll = dice(name);
  const one = <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)]!;
  const [ground, trim, cloth] = one(GROUNDS);
  const [skin, hair, ray] = [one(SKINS), one(HAIRS), one(RAYS)()];
  const collar = one([
    path('M24 46 32 56 40 46Z', trim),
    path('M19 47q13 9 26 0l2 5q-15 9-30 0z', trim),
    path('M29 47h6v17h-6z', trim) + path('M32 50l2 2-2 2-2-2zM32 56l2 2-2 2-2-2z', ground),
    `${path('M22 49l10 4 10-4v8l-10-4-10 4z', trim)}<circle cx="32" cy="53" r="2.5" fill="${ground}"/>`,
  ]);
  const long = roll() < 0.5;
  const bearded = !long && roll() < 0.5;
  const back = long ? path(one(BACKS), hair) : '';
  const fringe = path(one(FRINGES), hair);
  const eyes = one(EYES);
  const mouth = bearded
    ? one([
        path('M20 33c2 3 4 3 6 2 4-2 8-2 12 0 2 1 4 1 6-2 1 12-5 19-12 19s-13-7-12-19Z', hair) + path('M28.5 40q3.5 3 7 0z', '#fff'),
        path('M23 38c4-4 7-3 9-1.5 2-1.5 5-2.5 9 1.5-4 3-7 2.5-9 .5-2 2-5 2.5-9-.5Z', hair) + stroke('M29 43q3 2 6 0', LIPS, 1.6),
      ])
    : one(MOUTHS);
  const hat = one([
    path('M18 19 15 6l9 6 8-9 8 9 9-6-3 13Q32 14 18 19Z', '#f2b632') + path('M18 19q14-5 28 0l-.5 3q-13.5-5-27 0Z', '#c98a14'),
    path('M16 20C14 9 24 5 36 7l11 4 1 9Q32 13 16 20Z', trim) + path('M41 10c2-8 8-11 13-10 0 7-4 12-11 13Z', cloth),
    `${path('M17 20C12 14 10 8 13 3c4 3 7 6 9 9 1-5 5-9 10-11 5 2 9 6 10 11 2-3 5-6 9-9 3 5 1 11-4 17Q32 13 17 20Z', cloth)}${path('M32 1c-5 2-9 6-10 11l-3 7q7-3 13-3.2Z', trim)}<g fill="#f2b632"><circle cx="13" cy="3.5" r="2.8"/><circle cx="32" cy="2.5" r="2.8"/><circle cx="51" cy="3.5" r="2.8"/></g>`,
    `<circle cx="20" cy="18" r="5" fill="#d8402f"/><circle cx="28" cy="13.5" r="4.6" fill="#f2b632"/><circle cx="36.5" cy="13.5" r="5" fill="#d8402f"/><circle cx="44.5" cy="18" r="4.6" fill="#fff3dc"/>${path('M15 22q-4-3-3-8 4 2 5 6zM49 22q4-3 3-8-4 2-5 6z', '#3f8f58')}<g fill="${DARK}"><circle cx="20" cy="18" r="1.6"/><circle cx="36.5" cy="13.5" r="1.6"/></g><g fill="#c4571d"><circle cx="28" cy="13.5" r="1.5"/><circle cx="44.5" cy="18" r="1.5"/></g>`,
    path('M15 24C13 10 22 4 32 4s19 6 17 20c-4-7-9-9-17-9s-13 2-17 9Z', cloth) + path('M15 24c4-7 9-9 17-9s13 2 17 9l-.3 3C44 20 40 18 32 18s-12 2-16.7 9Z', trim),
    '',
    '',
  ]);
  return `<rect width="64" height="64" fill="${ground}"/><g fill="#fff" opacity=".14">${ray}</g>${back}${path('M27 40h10v9H27z', skin)}<path d="M27 44q5 4 10 0v3q-5 4-10 0z" opacity=".13"/>${path('M7 66C7 52 18 47 32 47s25 5 25 19Z', cloth)}${collar}${path('M20 25c0-7 5-10 12-10s12 3 12 10v7c0 8-5 13-12 13s-12-5-12-13Z', skin)}<g fill="#d9563f" opacity=".22"><circle cx="24" cy="36" r="2.6"/><circle cx="40" cy="36" r="2.6"/></g>${fringe}<g fill="${DARK}">${eyes}</g>${mouth}${hat}`;
}

/** The ground behind an animal, and the cooler one of its double at the same table. */
type Animal = { grounds: [string, string]; hill?: string; draw: string };
const ANIMALS: Record<string, Animal> = {
  easy: {
    grounds: ['#cfe0c8', '#c2d3e4'],
    hill: path('M-2 66Q32 40 66 66Z', '#9dbb92'),
    draw: `${path('M22 28C14 18 14 4 19 2s10 10 10 24ZM42 28C50 18 50 4 45 2s-10 10-10 24Z', '#b9a48f')}${path('M22.5 24C18 16 18 8 20 7s5 8 5.5 16ZM41.5 24C46 16 46 8 44 7s-5 8-5.5 16Z', '#efc3b4')}${path('M13 42c0-12 8-19 19-19s19 7 19 19-8 17-19 17-19-5-19-17Z', '#c9b6a2')}<ellipse cx="32" cy="48" rx="11" ry="8.5" fill="#f3e9dc"/><g fill="${DARK}"><circle cx="24" cy="37" r="3"/><circle cx="40" cy="37" r="3"/></g><g fill="#fff"><circle cx="25" cy="36" r="1"/><circle cx="41" cy="36" r="1"/></g>${path('M29.5 43h5L32 46Z', '#b5574a')}${path('M28.8 50h6.4v6h-6.4z', '#fff')}<path d="M32 46v10M26 49.5q6 2 12 0" fill="none" stroke="#6b5a4c" stroke-width="1.5"/>`,
  },
  normal: {
    grounds: ['#f3d6a4', '#c5d9dc'],
    hill: path('M-2 66Q32 44 66 66Z', '#d9a866'),
    draw: `${path('M11 30 10 5 29 19ZM53 30 54 5 35 19Z', '#c9541f')}${path('M14.5 24 14 11.5 24 18.5ZM49.5 24 50 11.5 40 18.5Z', '#3a2320')}${path('M8 31C14 20 22 17 32 17s18 3 24 14c0 8-12 26-24 27C20 57 8 39 8 31Z', '#e0672a')}${path('M8 31c8-2 15 2 18 9 2 5 4 8 6 8s4-3 6-8c3-7 10-11 18-9 0 8-12 26-24 27C20 57 8 39 8 31Z', '#fff4e2')}${path('M20 33q3.5-4 7 0-3.5 2.5-7 0ZM37 33q3.5-4 7 0-3.5 2.5-7 0ZM27.5 51q4.5-4 9 0-2 6-4.5 6.5-2.5-.5-4.5-6.5Z', DARK)}`,
  },
  hard: {
    grounds: ['#b9c6d6', '#c9bfd8'],
    hill: path('M-2 66Q32 42 66 66Z', '#8698ad'),
    draw: `<circle cx="50" cy="12" r="7" fill="#fdf3d4"/>${path('M12 32 13 4 29 17ZM52 32 51 4 35 17Z', '#4b5666')}${path('M16 24 16.5 11 24.5 18ZM48 24 47.5 11 39.5 18Z', '#2d3440')}${path('M6 40 13 24q8-9 19-9t19 9l7 16-8 2-2 6-6 1-10 10-10-10-6-1-2-6Z', '#69778a')}${path('M14 44c6-6 12-6 15 0 1 3 2 4 3 4s2-1 3-4c3-6 9-6 15 0l-3 5-6 1-9 9-9-9-6-1Z', '#e9edf2')}${path('M29 15h6l-1.5 15h-3Z', '#4b5666')}${path('M18 34l9 2.5-1 3q-6 .5-8-5.5ZM46 34l-9 2.5 1 3q6 .5 8-5.5Z', '#ffd76a')}<g fill="${DARK}"><circle cx="24" cy="37" r="1.6"/><circle cx="40" cy="37" r="1.6"/></g>${path('M27 47q5-3 10 0-2 5-5 5.5-3-.5-5-5.5Z', '#242a33')}${path('M28 54l1.5 4 1.5-3.2zM36 54l-1.5 4-1.5-3.2z', '#fff')}`,
  },
  expert: {
    grounds: ['#463a63', '#27506b'],
    draw: `<g fill="#f6e7b8"><circle cx="9" cy="10" r="1.3"/><circle cx="55" cy="20" r="1.3"/><circle cx="7" cy="34" r="1"/><circle cx="57" cy="8" r="1.6"/></g>${path('M12 64C8 40 12 22 14 12q8 5 18 5t18-5c2 10 6 28 2 52Z', '#8a5a34')}${path('M22 64c-4-12-2-18 10-18s14 6 10 18Z', '#e9cfa0')}${stroke('M26 54q2 3 4 0M34 54q2 3 4 0M30 60q2 3 4 0', '#8a5a34', 1.8)}<g fill="#f3e3c0"><circle cx="23" cy="31" r="10.5"/><circle cx="41" cy="31" r="10.5"/></g><g fill="#f2a71f"><circle cx="23" cy="31" r="6.5"/><circle cx="41" cy="31" r="6.5"/></g><g fill="#1d1626"><circle cx="23.5" cy="31" r="3.8"/><circle cx="40.5" cy="31" r="3.8"/></g><g fill="#fff"><circle cx="25" cy="29.5" r="1.3"/><circle cx="42" cy="29.5" r="1.3"/></g>${path('M28.5 36h7L32 44Z', '#d9822b')}${path('M14 12 32 4l18 8-18 8Z', '#211c2b')}<path d="M46 13v9" stroke="#f2b632" stroke-width="1.8"/><circle cx="46" cy="23" r="2.2" fill="#f2b632"/>`,
  },
  master: {
    grounds: ['#5a1f2c', '#1f3d52'],
    draw: `<g fill="#ff9a4a" opacity=".85"><circle cx="8" cy="54" r="2"/><circle cx="57" cy="48" r="1.6"/><circle cx="54" cy="9" r="1.3"/><circle cx="10" cy="14" r="1.5"/></g>${path('M17 26C8 22 6 12 9 4c3 7 8 11 15 13ZM47 26c9-4 11-14 8-22-3 7-8 11-15 13Z', '#f0e0c0')}${path('M10 36l-7-2 4 7-5 3 8 3ZM54 36l7-2-4 7 5 3-8 3Z', '#2c7a5c')}${path('M12 34c0-13 8-20 20-20s20 7 20 20c0 7-4 10-6 14-2 6-7 12-14 12s-12-6-14-12c-2-4-6-7-6-14Z', '#3d9a72')}${path('M28 12h8l-2.5 14h-3ZM24 17l-3 8-2-6ZM40 17l3 8 2-6Z', '#2c7a5c')}${path('M20 46c3-4 7-6 12-6s9 2 12 6c-1 7-6 12-12 12s-11-5-12-12Z', '#8fd0a4')}${path('M17 31l11 3-1.5 4.5q-8 0-9.5-7.5ZM47 31l-11 3 1.5 4.5q8 0 9.5-7.5Z', '#ffd24d')}<g fill="${DARK}"><path d="M23.5 32.8l1.800 5-2-.4zM40.5 32.8l-1.800 5 2-.4z"/><ellipse cx="27.5" cy="45.5" rx="2" ry="1.5"/><ellipse cx="36.5" cy="45.5" rx="2" ry="1.5"/></g>${stroke('M24 51q8 5 16 0', '#1f5c46', 1.8)}${path('M26.5 52l1.5 3.5 1.800-2.700zM37.5 52l-1.5 3.5-1.800-2.700z', '#fff')}`,
  },
};
/** Someone of whom no level is known any more. */
const ANY_BOT = 'normal';

const made = new Map<string, string>();
function picture(key: string, draw: () => string): string {
  let found = made.get(key);
  if (!found) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="128" height="128">${draw()}</svg>`;
    found = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    made.set(key, found);
  }
  return found;
}

/** The face of a person, as the address of a picture. */
export function personFace(name: string): string {
  const plain = name.replace(GUEST, 'Guest $1'); // a guest has one face in every language
  return picture(`person ${plain}`, () => portrait(plain));
}

/** The number of a bot among those of its level at a table: 2 for "Fox 2". */
export const numberOf = (name: string): number => Number(/ ([2-9]\d*)$/.exec(name)?.[1] ?? 1);
const MORE = ['#e6c3c3', '#cfd9a6', '#d8c4ec', '#bfe0d2']; // behind the third and later ones

/** The animal of a level, as the address of a picture; the second one at a table stands on a cooler ground, and so on. */
export function botFace(level: string | null, number = 1): string {
  const kind = level !== null && Object.hasOwn(ANIMALS, level) ? level : ANY_BOT;
  const { grounds, hill = '', draw } = ANIMALS[kind]!;
  const behind = number > 1 ? `<g opacity=".55">${hill}</g>` : hill;
  const ground = grounds[number - 1] ?? MORE[(number - 3) % MORE.length]!;
  return picture(`bot ${kind} ${ground}`, () => `<rect width="64" height="64" fill="${ground}"/>${behind}${draw}`);
}
