/** What the server shows of a game of Flights, and what follows from it for the table. */
export type Pair = { card: string; flight: number };
export type FlightsView = {
  seats: number;
  seat: number | null;
  phase: 'lay' | 'take' | 'exchange' | 'over';
  to_act: number[];
  round: number;
  burn_mode: 'together' | 'pair_first';
  first: number;
  colours: string[];
  counts: number[];
  flights: number[][];
  used: number[][];
  committed: boolean[];
  bids: (number | null)[];
  order: number[];
  turn: number | null;
  table: { card: string; laid_by: number }[];
  /** The exchange that is being carried out. */
  exchange: string | null;
  collections: string[][];
  draw_pile: number;
  discard: string[];
  finishers: number[] | null;
  scores: number[] | null;
  winners: number[] | null;
  hand?: string[];
  laid?: Pair | null;
};
export type FlightsOpen = Omit<FlightsView, 'laid'> & { hands: string[][]; laid: (Pair | null)[] };

/** The cards that burn when a row has become this, pass after pass. */
export function burnt(row: readonly string[], mode: FlightsView['burn_mode']): string[] {
  const gone: string[] = [];
  let left = [...row];
  for (;;) {
    const beside = left.filter((city, i) => city[0] === left[i - 1]?.[0] || city[0] === left[i + 1]?.[0]);
    const many = left.filter((city) => left.filter((other) => other[0] === city[0]).length > 2);
    const now = mode === 'pair_first' && beside.length ? beside : left.filter((city) => beside.includes(city) || many.includes(city));
    if (!now.length) return gone;
    gone.push(...now);
    left = left.filter((city) => !now.includes(city));
  }
}

/** What a player loses by taking this card: burning cities, or the last one of the row. */
export function loss(view: FlightsView, seat: number, card: string): string[] {
  const row = view.collections[seat] ?? [];
  if (card === 'DP') return row.slice(-1);
  return card[0] === 'X' ? [] : burnt([...row, card], view.burn_mode);
}

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
