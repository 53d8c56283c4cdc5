/** Rewards, places and cards in words, for readers and for the sheet of a card. */
import { edition } from '../../cards/viceroy/edition.svelte';
import { atoms, printed } from '../../cards/viceroy/shapes';
import { known, t } from '../../lib/i18n';
import { placeOf } from './view';

export const nameOf = (code: string): string => known(`viceroy.${code}`) ?? code;

/** In cards from the middle of the base; a card rests between two, half a card further to the right. */
export function placeWords(place: string): string {
  const [level, x] = placeOf(place);
  const halves = 2 * x + level - 1;
  const far = Math.abs(halves);
  const n = `${far > 1 ? Math.floor(far / 2) : ''}${far % 2 ? '½' : ''}`;
  return t(`viceroy.${halves === 0 ? 'place' : halves < 0 ? 'place_left' : 'place_right'}`, { level, n });
}

export function rewardWords(reward: string): string {
  return atoms(reward)
    .map(({ kind, n, colour }) => t(`viceroy.atom.${kind}`, { n, colour: colour ? t(`viceroy.colour.${colour}`) : '' }))
    .join(' + ');
}

/** The text of a law, as the deck of the table has it. */
export const lawText = (code: string): string => known(`viceroy.${code}.text.${edition.version}`) ?? t(`viceroy.${code}.text`);

/** Everything that is printed on a card. */
export function cardWords(code: string): string {
  const card = printed(code);
  const title = `${nameOf(code)}, ${t('viceroy.number', { n: Number(code.slice(1)) })}`;
  if (card.kind === 'unknown') return title;
  const [tl, tr, bl] = [...card.sectors].map((colour) => t(`viceroy.colour.${colour}`));
  const corners = t('viceroy.corners', { tl: tl!, tr: tr!, bottom: bl! });
  if (card.kind === 'law') return `${title}. ${lawText(code)} ${corners}`;
  const levels = card.rewards.map((reward, i) =>
    t('viceroy.level_row', { level: i + 1, colour: t(`viceroy.colour.${card.price[i]!}`), reward: rewardWords(reward) }),
  );
  return `${title}. ${corners} ${levels.join('; ')}`;
}
