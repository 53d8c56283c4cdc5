/** What the page around the table of Flights shows. */
import { CITY } from '../../cards/cities';
import { t } from '../../lib/i18n';
import type { Chip } from '../../lib/sentence';
import type { SeatInfo, TableEvent } from '../../lib/wire';
import type { FlightsView } from './view';

export const about = (view: FlightsView, seats: SeatInfo[]): string => t('flights.about', { n: view.round, who: seats[view.first]?.name ?? '' });

/** A city as sentences name it, in whatever case: its colour and its value. */
export const chips = (): Chip[] =>
  Object.entries(CITY).map(([colour, { fill, ink }]) => ({ words: `(?<!\\p{L})${t(`flights.stem_${colour}`)}\\p{L}* \\d`, fill, ink }));

/**
 * Each round begins with a heading, counted back from the one that is played; and what somebody laid is told once, when
 * it is turned up.
 */
export function tidy(log: TableEvent[], view: FlightsView | null, seats: SeatInfo[]): TableEvent[] {
  const shown = new Map<unknown, number>(); // where a seat's cards were turned up last
  let round = view?.round ?? 0;
  for (const [i, { e }] of log.entries()) {
    if (e[0] === 'reveal') shown.set(e[1], i);
    if (e[0] === 'first') round -= 1;
  }
  const out: TableEvent[] = [];
  for (const [i, event] of log.entries()) {
    const [kind, seat] = event.e;
    if (kind === 'first') out.push({ ...event, e: ['round'], text: t('flights.about', { n: ++round, who: seats[Number(seat)]?.name ?? '' }) });
    else if (kind !== 'lay' || i > (shown.get(seat) ?? -1)) out.push(event);
  }
  return out;
}
