/** What the page around the table of Yassa shows. */
import { YASSA } from '../../cards/colours';
import { gameOf } from '../../lib/games.svelte';
import { t } from '../../lib/i18n';
import type { Chip } from '../../lib/sentence';
import type { Legal, SeatInfo, TableInfo } from '../../lib/wire';
import { cardAction, ways, type YassaView } from './view';

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

/**
 * A card chosen before one's turn, where people play in turns: in real time being first is what it is about. Nothing that
 * needs a colour, and no last card but one, whose shout one must think of oneself.
 */
export const plan = {
  may: (view: YassaView, you: number, card: string): boolean =>
    !view.realtime && view.phase !== 'over' && !view.to_act.includes(you) && card[0] !== 'W' && (view.hand ?? []).includes(card) && !(view.shouting && (view.hand ?? []).length <= 2),
  action(_: YassaView, __: number, card: string, legal: Legal[]): string | null {
    const found = ways(legal.map(cardAction).filter((action) => action !== null), card, false);
    return found.length === 1 && found[0]!.verb === 'play' ? found[0]!.a : null;
  },
  name: (card: string): string => t('yassa.card', { colour: t(`yassa.of_${card[0]}`), sign: 'SDV'.includes(card[1]!) ? t(`yassa.sign_${card[1]}`) : card[1]! }),
};
