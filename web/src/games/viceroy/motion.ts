/** What the events of an update look like: gems that fly, cards that are drawn, who has bid what. */
import type { Colour } from '../../cards/viceroy/shapes';
import { fly, zoneElement } from '../../lib/motion';
import type { TableEvent } from '../../lib/wire';

export type Bid = { seat: number; colour: Colour | 'ATK' | '-'; name?: string };

/** The bids that were revealed last. */
export function bidsOf(events: TableEvent[], before: Bid[]): Bid[] {
  let [bids, going] = [before, false];
  for (const { e } of events) {
    const [kind, first, second] = e;
    if (kind !== 'bid' && kind !== 'virtual_bid') {
      if (kind === 'turn') bids = [];
      if (kind === 'round') going = false;
      continue;
    }
    if (!going) bids = [];
    going = true;
    bids = [...bids, kind === 'bid' ? { seat: first, colour: second } : { seat: -1, colour: second, name: `V${first}` }];
  }
  return bids;
}

function gem(colour: string): (into: HTMLElement) => void {
  return (into) => {
    const picture = zoneElement(`reserve:${colour}`)?.querySelector('svg');
    if (picture) into.append(picture.cloneNode(true));
  };
}

export function animate(events: TableEvent[], you: number | null): void {
  if (events.length > 30) return; // a whole deal at once: nothing of it is news
  const screen = (seat: number, colour: string): string => (seat === you ? `screen:${colour}` : `seat:${seat}`);
  for (const { e } of events) {
    const [kind, first, second, third] = e;
    if (kind === 'take') fly(`reserve:${second}`, screen(first, second), { draw: gem(second) });
    else if (kind === 'circle' && e[4]) fly(`reserve:${third}`, screen(first, third), { draw: gem(third) });
    else if (kind === 'bid' && 'BRGY'.includes(second)) fly(screen(first, second), `slot:${second}`, { draw: gem(second) });
    else if (kind === 'draw' && first !== you) fly(`deck:${second}`, `seat:${first}`);
    else if (kind === 'build' && typeof e[4] === 'string') {
      for (const [, colour, n] of e[4].matchAll(/([BRGY])(\d+)/g)) fly(screen(first, colour!), `reserve:${colour}`, { draw: gem(colour!), count: Number(n) });
    }
  }
}
