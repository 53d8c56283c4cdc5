/** What the page around the table of Viceroy shows. */
import { COLOURS, INK } from '../../cards/viceroy/shapes';
import { t } from '../../lib/i18n';
import type { Chip } from '../../lib/sentence';
import type { View } from './view';

export const about = (view: View): string => (view.turn ? t('viceroy.turn', { n: view.turn }) : t('viceroy.setup'));

/** The numbers of cards, which nobody reads. */
export const drop = / \((?:[CL]\d\d)\)/g;

/** Gems, bids and circles by their colour. */
export const chips = (): Chip[] => COLOURS.map((colour) => ({ words: `(?<!\\p{L})${t(`viceroy.colour.${colour}`)}(?!\\p{L})`, fill: INK[colour].fill, ink: INK[colour].on }));
