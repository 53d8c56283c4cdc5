/** Which version of the built-in deck lies on the table: an old table keeps the cards that it began with. */
import { onDestroy } from 'svelte';
import older from '../../games/viceroy/older.json';

export const NEWEST = Object.keys(older).length + 1;
/** 0: another deck, whose cards are known by their codes alone. */
export const edition = $state({ version: NEWEST });

let last = 0;

/** Called by a table while it is set up: all cards are drawn from its deck until it goes. */
export function layOut(version: () => number | undefined): void {
  const mine = (last += 1);
  $effect.pre(() => {
    edition.version = version() ?? NEWEST;
  });
  // the next table may have come before this one goes
  onDestroy(() => {
    if (mine === last) edition.version = NEWEST;
  });
}
