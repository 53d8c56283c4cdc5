/** What the server shows of a deal of Durak, and what follows from it for the table. */
import { index } from '../../lib/indices';
import type { DurakView } from '../../lib/wire';

export type { DurakView };
export type DurakOpen = DurakView & { hands: string[][]; deck: string[] };

const RANKS = '6789TJQKA';
export const SIGNS: Record<string, string> = { S: '♠', H: '♥', C: '♣', D: '♦' };

/** A card in a few signs, as the server's texts write it. */
export const short = (code: string): string => (code[0] === 'T' ? '10' : index(code[0]!)) + SIGNS[code[1]!]!;

/** A hand as one holds it: by suits, black and red in turn, trumps on the right. */
export function sorted(cards: readonly string[], trump: string): string[] {
  const suits = [...'SHCD'].filter((suit) => suit !== trump).join('') + trump;
  const place = (code: string): number => suits.indexOf(code[1]!) * 9 + RANKS.indexOf(code[0]!);
  return cards.toSorted((a, b) => place(a) - place(b));
}

/** The action that a press on a card of the hand means now. */
export function meaning(view: DurakView, seat: number, code: string): string {
  if (seat === view.defender && view.phase !== 'move') return `beat ${code}`;
  return `${view.phase === 'move' ? 'move' : 'add'} ${code}`;
}

/** Ranks on the table, in order: only they may be added. */
export function ranks(view: DurakView): string[] {
  const found = new Set(view.table.flatMap((pair) => [pair.card, pair.beaten_by ?? pair.card].map((code) => code[0]!)));
  return [...RANKS].filter((rank) => found.has(rank));
}

/** The seat across, in a game of two teams. */
export const partner = (view: DurakView, seat: number | null): number | null =>
  view.mode === 'team' && seat !== null ? (seat + 2) % 4 : null;

/** Who has won: a whole team that is out, or everybody but the fool. */
export function losers(view: DurakView): number[] {
  if (view.phase !== 'over') return [];
  const seats = Array.from({ length: view.seats }, (_, seat) => seat);
  if (view.mode === 'team') return seats.filter((seat) => [0, 1].some((team) => team !== seat % 2 && seats.every((other) => other % 2 !== team || view.out.includes(other))));
  const left = seats.filter((seat) => !view.out.includes(seat));
  return left.length === 1 ? left : [];
}
