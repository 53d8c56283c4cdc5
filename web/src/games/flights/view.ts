/** What the server shows of a game of Flights, and what follows from it for the table. */
import type { FlightsLaidPair as Pair, FlightsView } from '../../lib/wire';

export type { FlightsView, Pair };
export type FlightsOpen = Omit<FlightsView, 'laid'> & { hands: string[][]; laid: (Pair | null)[] };

/** What follows from a view by the rules; the server works it out (games/flights/aids.py). */
export type Aids = {
  /** By seat, for each card on the table: the cities that its row would lose by taking it. */
  losses: Record<string, string[]>[];
};

export type Swap = { a: string; own: string; seat: number; theirs: string };
export function swapOf(a: string): Swap | null {
  const found = /^swap (\w\d) P(\d) (\w\d)$/.exec(a);
  return found && { a, own: found[1]!, seat: Number(found[2]) - 1, theirs: found[3]! };
}

/** Names of cards for movement: cities and numbered exchanges exist once, the others are told apart by place. */
export const key = (code: string, place: string | number): string => (code === 'XU' || code === 'DP' ? `${code}@${place}` : code);

/** The seats as the lanes of the table show them: in the order of taking, before that from the first player on. */
export function lanes(view: FlightsView): number[] {
  return view.order.length ? view.order : Array.from({ length: view.seats }, (_, i) => (view.first + i) % view.seats);
}
