/** What the page around the table of Yassa shows. */
import { YASSA } from '../../cards/colours';
import { gameOf } from '../../lib/games.svelte';
import { t } from '../../lib/i18n';
import type { Chip } from '../../lib/sentence';
import type { SeatInfo, TableInfo } from '../../lib/wire';

/** Which deal it is, and to how many points the match goes. */
export function about(_: unknown, __: SeatInfo[], { game, deal, options }: TableInfo): string {
  const chosen = (name: string): unknown => options[name] ?? gameOf(game)?.options.find((option) => option.name === name)?.default;
  const goal = chosen('max_rounds') === 1 ? null : chosen(chosen('scoring') === 'own_points' ? 'limit_points' : 'target_points');
  const which = t('shell.deal_n', { n: deal });
  return typeof goal === 'number' ? `${which} · ${t('yassa.goal', { n: goal })}` : which;
}

/** A card as sentences name it: its colour, and a digit or the name of what it does. */
export const chips = (): Chip[] => {
  const signs = ['S', 'D', 'V'].map((sign) => t(`yassa.sign_${sign}`).replace(/,.*/, ''));
  return Object.entries(YASSA).map(([colour, { fill, ink }]) => ({ words: `(?<!\\p{L})${t(`yassa.stem_${colour}`)}\\p{L}*(?: (?:\\d(?!\\d)|${signs.join('|')}))?(?!\\p{L})`, fill, ink }));
};
