/** What the events of an update look like: cards without identity fly between zones. */
import { fly } from '../../lib/motion';
import type { TableEvent } from '../../lib/wire';

export function animate(events: TableEvent[], you: number | null): void {
  if (events.length > 40) return; // a whole deal at once: nothing of it is news
  for (const { e } of events) {
    const [kind, first, second, third] = e;
    if (kind === 'draw' && first !== you) fly('deck', `hand:${first}`, { count: second.length });
    else if (kind === 'won' && first !== null) fly('pile', `nest:${first}`, { count: second.length });
    else if (kind === 'virus') fly('virus', `seat:${first}`);
    else if (kind === 'stolen') fly(`nest:${second}`, `nest:${first}`);
    else if (kind === 'crashed') fly(`home:${second}`, `home:${first}`, { count: 4 });
    else if (kind === 'gift') fly(`hand:${first}`, `hand:${second}`, { count: third.length });
    else if (kind === 'taken') fly(`hand:${first}`, `hand:${second}`, { count: third.length });
    else if (kind === 'lost') fly(`hand:${first}`, 'discard', { count: second.length });
    else if (kind === 'form') fly(`nest:${first}`, `home:${first}`, { count: 4 });
    else if (kind === 'cure') fly(`nest:${first}`, 'discard', { count: third.length });
  }
}
