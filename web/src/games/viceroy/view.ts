/** What the server shows of Viceroy, and the arithmetic of places and prices that the table needs to propose a move. */
import { COLOURS, printed, sectorsOf, type Colour } from '../../cards/viceroy/shapes';

export type Spot = 'base' | 'tip';
export type PlacedCard = {
  place: string;
  card: string;
  tokens: Record<string, number>;
  endless: string;
  stored: string;
  tucked: string[];
  circle?: string;
  painted?: string[];
};
export type Player = {
  gems: string | null;
  attack: number | null;
  hand_count: number;
  hand_known: string[];
  acquired: string | null;
  in_auction: boolean;
  sitting_out: boolean;
  pyramid: PlacedCard[];
  endless: string;
  science: number;
  points: number[] | null;
};
export type Ask = {
  kind: string;
  most?: number;
  least?: number;
  cards?: number;
  card?: string;
  colour?: Colour;
  virtual?: boolean;
  from?: string;
  circle?: string;
  rest?: string;
  laws?: string[];
};
export type Sealed = { start?: string; law?: string | null; bid?: string; want?: string; decide?: string; place?: string; rest?: string };
export type View = {
  seats: number;
  virtuals: number;
  turn: number;
  phase: string;
  round: number;
  reserve: string;
  box: string;
  decks: { large: number; small: number; law: number };
  slots: Record<Colour, { base: string | null; tip: string | null }>;
  discard: string[];
  virtuals_in: number;
  active: { seat: number; card: string; question: string } | null;
  players: Player[];
  seat: number | null;
  undecided: number[];
  gems?: string;
  attack?: number;
  hand?: string[];
  known_laws?: Record<string, string | null>;
  sealed?: Sealed | null;
  ask?: Ask | null;
};
export type Open = { hands: string[][]; screens: string[]; attacks: number[]; asks: (string | null)[]; sealed: (Sealed | null)[] };

export type Gems = Record<Colour, number>;

/** B2Y1 as numbers; `-` is nothing. */
export function gems(text: string | null | undefined): Gems {
  const result: Gems = { B: 0, R: 0, G: 0, Y: 0 };
  for (const [, colour, n] of (text ?? '').matchAll(/([BRGY])(\d+)/g)) result[colour as Colour] = Number(n);
  return result;
}

export const total = (counts: Gems): number => COLOURS.reduce((sum, colour) => sum + counts[colour], 0);

export const gemsText = (counts: Gems): string =>
  COLOURS.filter((colour) => counts[colour]).map((colour) => `${colour}${counts[colour]}`).join('') || '-';

export function placeOf(text: string): [level: number, x: number] {
  const [level, x] = text.split(':').map(Number);
  return [level!, x!];
}

/** Where a card may be put, up to a level. */
export function openPlaces(cards: PlacedCard[], most: number): string[] {
  const taken = new Set(cards.map(({ place }) => place));
  const base = cards.map(({ place }) => placeOf(place)).filter(([level]) => level === 1).map(([, x]) => x);
  if (!base.length) return ['1:0'];
  const [left, right] = [Math.min(...base), Math.max(...base)];
  const result = [`1:${left - 1}`, `1:${right + 1}`];
  for (let level = 2; level <= most; level += 1) {
    for (let x = left; x <= right; x += 1) {
      if (!taken.has(`${level}:${x}`) && taken.has(`${level - 1}:${x}`) && taken.has(`${level - 1}:${x + 1}`)) result.push(`${level}:${x}`);
    }
  }
  return result;
}

/** The circle that this card would close at a place: its four sectors, or nothing on the lowest level. */
export function circleAt(cards: PlacedCard[], code: string, place: string): string | null {
  const [level, x] = placeOf(place);
  const at = (where: string) => sectorsOf(cards.find((card) => card.place === where)?.card ?? '');
  const [left, right, own] = [at(`${level - 1}:${x}`), at(`${level - 1}:${x + 1}`), sectorsOf(code)];
  return left && right && own ? left[1]! + right[0]! + own.slice(2) : null;
}

export const oneColour = (circle: string | null): boolean => circle !== null && new Set(circle).size === 1;

/** What a character costs on a level. */
export function price(code: string, level: number): Gems | null {
  const card = printed(code);
  if (card.kind !== 'character') return null;
  const result: Gems = { B: 0, R: 0, G: 0, Y: 0 };
  for (const colour of card.price.slice(0, level)) result[colour] += 1;
  if (level === 5) result[card.price[3]!] += 1;
  return result;
}

/** What a character gives on a level. */
export function reward(code: string, level: number): string | null {
  const card = printed(code);
  if (card.kind !== 'character') return null;
  return level === 5 ? 'P15' : card.rewards[level - 1]!;
}

export type Payment = { price: Gems; free: Gems; paid: Gems; coin: [Colour, Colour] | null; steps: string[] };

/** The cheapest way to pay: all endless gems that help (or, without thrift, none), then Common Coin if needed. */
export function payment(cost: Gems, screen: Gems, endless: Gems, hasCoin: boolean, thrift = true): Payment | null {
  const free: Gems = { B: 0, R: 0, G: 0, Y: 0 };
  const paid = { ...cost };
  const steps: string[] = [];
  for (const colour of COLOURS) {
    if (!cost[colour] || !endless[colour]) continue;
    free[colour] = thrift ? Math.min(cost[colour], endless[colour]) : 0;
    paid[colour] -= free[colour];
    steps.push(`endless ${colour} ${free[colour]}`);
  }
  const short = COLOURS.filter((colour) => paid[colour] > screen[colour]);
  const missing = short.reduce((sum, colour) => sum + paid[colour] - screen[colour], 0);
  if (!missing) {
    if (hasCoin && total(paid)) steps.push('coin -');
    return { price: cost, free, paid, coin: null, steps };
  }
  const spare = COLOURS.filter((colour) => screen[colour] > paid[colour]).sort((a, b) => screen[b] - paid[b] - screen[a] + paid[a]);
  if (!hasCoin || missing > 1 || !spare.length) return null;
  const coin: [Colour, Colour] = [short[0]!, spare[0]!];
  paid[coin[0]] -= 1;
  paid[coin[1]] += 1;
  steps.push(`coin ${coin[0]}>${coin[1]}`);
  return { price: cost, free, paid, coin, steps };
}

/** Does this player own Common Coin? */
export const ownsCoin = (player: Player): boolean =>
  player.pyramid.some(({ card }) => {
    const face = printed(card);
    return face.kind === 'law' && face.effect.op === 'wild_payment';
  });

/** What a pyramid has collected, for the line of its owner. */
export type Tally = { circles: Gems; endless: Gems; points: number; magic: number; science: number; defence: number; bonus: number };

export function tally(player: Player): Tally {
  const result: Tally = { circles: gems('-'), endless: gems(player.endless), points: 0, magic: 0, science: 0, defence: 0, bonus: 0 };
  for (const { tokens, circle } of player.pyramid) {
    if (circle && oneColour(circle)) result.circles[circle[0] as Colour] += 1;
    result.points += tokens.points ?? 0;
    result.magic += tokens.magic ?? 0;
    result.science += tokens.science ?? 0;
    result.defence += tokens.defence ?? 0;
    result.bonus += tokens.magic_bonus ?? 0;
  }
  return result;
}

export const SECTORS = ['ll', 'lr', 'bl', 'br'];

/** The steps that give a circle one colour, if the gems are there. */
export function repaint(card: PlacedCard, colour: Colour, screen: Gems): string[] | null {
  if (!card.circle) return null;
  const wrong = SECTORS.filter((_, i) => card.circle![i] !== colour);
  if (!wrong.length || wrong.length > screen[colour] || wrong.some((sector) => card.painted?.includes(sector))) return null;
  return wrong.flatMap((sector) => [`circle ${card.place}`, `paint ${sector}=${colour}`]);
}
