/** What the page around the table of Flights shows. */
import { CITY } from '../../cards/cities';
import { t } from '../../lib/i18n';
import type { Chip } from '../../lib/sentence';
import type { SeatInfo } from '../../lib/wire';
import type { FlightsView } from './view';

export const about = (view: FlightsView, seats: SeatInfo[]): string => t('flights.about', { n: view.round, who: seats[view.first]?.name ?? '' });

/** A city as sentences name it, in whatever case: its colour and its value. */
export const chips = (): Chip[] =>
  Object.entries(CITY).map(([colour, { fill, ink }]) => ({ words: `(?<!\\p{L})${t(`flights.stem_${colour}`)}\\p{L}* \\d`, fill, ink }));
