/** What the server shows of Viceroy. */
import { COLOURS, type Colour } from '../../cards/viceroy/shapes';
import type { ViceroyPlaced as PlacedCard, ViceroySealed as Sealed, ViceroyView as View } from '../../lib/wire';

export type Spot = 'base' | 'tip';
export type { PlacedCard, Sealed, View };
export type Open = { hands: string[][]; screens: string[]; attacks: number[]; asks: (string | null)[]; sealed: (Sealed | null)[] };

export type Gems = Record<Colour, number>;

/** B2Y1 as numbers; `-` is nothing. */
export function gems(text: string | null | undefined): Gems {
  const result: Gems = { B: 0, R: 0, G: 0, Y: 0 };
  for (const [, colour, n] of (text ?? '').matchAll(/([BRGY])(\d+)/g)) result[colour as Colour] = Number(n);
  return result;
}

export const total = (counts: Gems): number => COLOURS.reduce((sum, colour) => sum + counts[colour], 0);

export function placeOf(text: string): [level: number, x: number] {
  const [level, x] = text.split(':').map(Number);
  return [level!, x!];
}

/** What follows from a view by the rules; the server works it out (games/viceroy/aids.py). Gems are written B2Y1. */
export type Tally = { circles: string; endless: string; points: number; magic: number; science: number; defence: number; magic_bonus: number };
/** One way to pay: what leaves the screen, the exchanges of Common Coin, and what is answered after the place is named. */
export type Way = { endless: string; paid: string; coins: [Colour, Colour][]; steps: string[] };
export type PlaceAid = {
  place: string;
  can: boolean;
  reward: string | null;
  /** The circle that the card closes there. */
  circle: string | null;
  /** That circle has one colour. */
  single: boolean;
  price?: string;
  /** The cheapest first; then, where that differs, without endless gems. */
  ways?: Way[];
  missing?: Colour[];
};
export type CircleAid = {
  whole: { colour: Colour; gems: number; steps: string[] }[];
  sectors: { sector: string; colour: Colour; steps: string[] }[];
};
export type Aids = {
  players: { tally: Tally; /** Where circles of one colour are. */ single: string[]; open_free: string[]; open_built: string[]; coins: number }[];
  /** Characters that can be built or played: prices and rewards by level. */
  cards: Record<string, { prices: string[]; rewards: string[] }>;
  /** By card, where the viewer may lay it. */
  places: Record<string, PlaceAid[]>;
  /** By place, what the viewer can paint. */
  circles: Record<string, CircleAid>;
};
