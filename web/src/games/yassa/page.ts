/** What the page around the table of Yassa shows. */
import { YASSA } from '../../cards/colours';
import { t } from '../../lib/i18n';
import type { Chip } from '../../lib/sentence';

/** A card as sentences name it: its colour, and a digit or the name of what it does. */
export const chips = (): Chip[] => {
  const signs = ['S', 'D', 'V'].map((sign) => t(`yassa.sign_${sign}`).replace(/,.*/, ''));
  return Object.entries(YASSA).map(([colour, { fill, ink }]) => ({ words: `(?<!\\p{L})${t(`yassa.stem_${colour}`)}\\p{L}*(?: (?:\\d(?!\\d)|${signs.join('|')}))?(?!\\p{L})`, fill, ink }));
};
