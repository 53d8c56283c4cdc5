/** What the page around the table of JunQuick shows. */
import { GROUND } from '../../cards/junquick/kinds';
import { t } from '../../lib/i18n';
import type { Chip } from '../../lib/sentence';
import type { View } from './view';

export const about = (view: View): string => t('junquick.round', { n: view.round });

/** Juns by their nominal, with whatever they can do. */
export const chips = (): Chip[] => {
  const jun = t('junquick.J1').replace(/ \d$/, '');
  return [1, 2, 3, 4].map((nominal) => ({ words: `(?<!\\p{L})${jun}(?: \\p{L}+)? ${nominal}`, fill: GROUND[nominal]!.fill, ink: GROUND[nominal]!.edge }));
};
