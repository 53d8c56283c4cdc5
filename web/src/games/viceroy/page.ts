/** What the page around the table of Viceroy shows. */
import { COLOURS, INK } from '../../cards/viceroy/shapes';
import { t } from '../../lib/i18n';
import type { Chip } from '../../lib/sentence';
import type { TableEvent } from '../../lib/wire';
import type { View } from './view';

export const about = (view: View): string => (view.turn ? t('viceroy.turn', { n: view.turn }) : t('viceroy.setup'));

/** The numbers of cards, which nobody reads. */
export const drop = / \((?:[CL]\d\d)\)/g;

/** Gems, bids and circles by their colour. */
export const chips = (): Chip[] => COLOURS.map((colour) => ({ words: `(?<!\\p{L})${t(`viceroy.colour.${colour}`)}(?!\\p{L})`, fill: INK[colour].fill, ink: INK[colour].on }));

/** Gems that somebody takes one after the other are one line. */
export function tidy(log: TableEvent[]): TableEvent[] {
  const out: TableEvent[] = [];
  for (const event of log) {
    const before = out.at(-1);
    const more = event.e[0] === 'take' && before?.e[0] === 'take' && before.e[1] === event.e[1] ? /: (.+)\.$/.exec(event.text)?.[1] : undefined;
    if (before && more) out[out.length - 1] = { ...event, text: before.text.replace(/\.$/, `, ${more}.`) };
    else out.push(event);
  }
  return out;
}
