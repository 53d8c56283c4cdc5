/** What a layout means for the table: which cards can be pressed, what a press does, and what moved. */
import type { Layout, Legal, Zone } from '../../lib/wire';

export const BACK = '??';
/** An action with the cards on the table that its text names. */
export type Move = Legal & { cards: string[] };

const SIGNS = /[^\p{L}\p{N}]+/u;

/** The cards that stand in the text of an action as words of their own, as often as they stand there. */
export function cardsIn(text: string, codes: Set<string>): string[] {
  return text.split(/\s+/).flatMap((word) => (codes.has(word) ? [word] : word.split(SIGNS).filter((part) => codes.has(part))));
}

/** How many cards lie in a zone, listed or not. */
export const sizeOf = (zone: Zone): number => Math.max(zone.count ?? 0, zone.cards?.length ?? 0);

/** All cards of a hand or a pile: those that are not listed lie face down below. */
export const cardsOf = (zone: Zone): string[] => [...Array.from({ length: sizeOf(zone) - (zone.cards?.length ?? 0) }, () => BACK), ...(zone.cards ?? [])];

/** The cards of a zone that lie open to a finger: of a pile the top; of the hand of another none, they are too small. */
function reachable(zone: Zone, you: number | null): string[] {
  if (zone.kind === 'counter' || zone.kind === 'note' || (zone.kind === 'hand' && zone.seat !== you)) return [];
  const cards = zone.kind === 'pile' ? (zone.cards ?? []).slice(-1) : (zone.cards ?? []);
  return cards.filter((code) => code !== BACK);
}

/** Where each code is pressed: in the viewer's hand, else in the first zone that shows it. */
export function homes(layout: Layout, you: number | null): Map<string, string> {
  const found = new Map<string, string>();
  const own = (zone: Zone): boolean => zone.kind === 'hand' && zone.seat === you;
  for (const zone of [...layout.zones.filter(own), ...layout.zones.filter((zone) => !own(zone))])
    for (const code of reachable(zone, you)) if (!found.has(code)) found.set(code, zone.id);
  return found;
}

export const moves = (legal: Legal[], codes: Set<string>): Move[] => legal.map((item) => ({ ...item, cards: cardsIn(item.a, codes) }));

const times = (codes: string[], code: string): number => codes.filter((one) => one === code).length;
const within = (part: string[], all: string[]): boolean => part.every((code) => times(part, code) <= times(all, code));

/** The moves that these cards are part of. */
export const containing = (all: Move[], cards: string[]): Move[] => all.filter((move) => within(cards, move.cards));

/** The moves with these cards and no other. */
export const exactly = (all: Move[], cards: string[]): Move[] => containing(all, cards).filter((move) => move.cards.length === cards.length);

export function without(cards: string[], code: string): string[] {
  const at = cards.indexOf(code);
  return at < 0 ? cards : cards.filter((_, i) => i !== at);
}

/** What a press on a card asks for: cards to keep chosen, or a move to make, or (null) nothing that is possible. */
export type Pressed = { chosen: string[]; move: Move | null };

/** `nth` tells equal cards apart: the first ones of the chosen codes count as chosen. */
export function press(all: Move[], chosen: string[], code: string, nth: number): Pressed | null {
  if (nth < times(chosen, code)) return { chosen: without(chosen, code), move: null };
  const more = [...chosen, code];
  const next = containing(all, more).length ? more : [code];
  const able = containing(all, next);
  if (!able.length) return null;
  // where fewer cards would have done, the last one that can be added is not yet the decision
  const offered = next === more && chosen.length > 0 && exactly(all, chosen).length > 0;
  const only = !offered && able.length === 1 && able[0]!.cards.length === next.length ? able[0]! : null;
  return { chosen: only ? [] : next, move: only };
}

/** How actions with a card are written, most frequent first: "play #". A question about another card is written so. */
export function patterns(all: Move[]): string[] {
  const found = new Map<string, number>();
  for (const { a, cards } of all) {
    if (cards.length !== 1) continue;
    const pattern = a.split(/\s+/).map((word) => (word === cards[0] ? '#' : word)).join(' ');
    if (pattern.includes('#')) found.set(pattern, (found.get(pattern) ?? 0) + 1);
  }
  return [...found].sort((one, other) => other[1] - one[1]).map(([pattern]) => pattern);
}

/** How many cards lie in each place that cards come from and go to, and does one see them come? */
export type Counts = Map<string, { cards: number; hidden: boolean }>;
export type Journey = { from: string; to: string; count: number; hidden: boolean };

export const placeOf = (zone: Zone): string => (zone.kind === 'hand' && zone.seat !== undefined ? `hand:${zone.seat}` : zone.id);

export function counts(layout: Layout): Counts {
  const found: Counts = new Map();
  for (const zone of layout.zones) {
    if (zone.kind === 'counter' || zone.kind === 'note') continue;
    const before = found.get(placeOf(zone))?.cards ?? 0;
    found.set(placeOf(zone), { cards: before + sizeOf(zone), hidden: (zone.cards?.at(-1) ?? BACK) === BACK });
  }
  return found;
}

/** Which cards went where, as far as numbers tell: from the places that have fewer now to those that have more. */
export function journeys(before: Counts, after: Counts): Journey[] {
  const change = [...after].map(([place, { cards, hidden }]) => ({ place, hidden, left: cards - (before.get(place)?.cards ?? cards) }));
  const fewer = change.filter(({ left }) => left < 0);
  const found: Journey[] = [];
  for (const to of change.filter(({ left }) => left > 0)) {
    for (const from of fewer) {
      const count = Math.min(-from.left, to.left);
      if (count <= 0) continue;
      from.left += count;
      to.left -= count;
      found.push({ from: from.place, to: to.place, count, hidden: to.hidden });
    }
  }
  return found;
}

/** The words with which at least four labels begin, if one word is the first of so many: "say". */
export function verb(labels: string[]): string {
  const groups = labels.map((label) => labels.filter((other) => other.includes(' ') && other.split(' ')[0] === label.split(' ')[0]));
  return beginning(groups.find((group) => group.length > 3) ?? []);
}

/** The words with which all labels begin, if there is more to read in each: "Lay 6♠ as". */
export function beginning(labels: string[]): string {
  if (labels.length < 2) return '';
  const [first = [], ...rest] = labels.map((label) => label.split(' '));
  let same = 0;
  while (rest.every((words) => words.length > same + 1 && words[same] === first[same]) && first.length > same + 1) same += 1;
  return first.slice(0, same).join(' ');
}
