/** Rewards, places and cards in words, for readers and for the sheet of a card. */
import { atoms, printed } from '../../cards/viceroy/shapes';
import { known, t } from '../../lib/i18n';
import { placeOf } from './view';

export const nameOf = (code: string): string => known(`viceroy.${code}`) ?? code;

export const placeWords = (place: string): string => t('viceroy.place', { level: placeOf(place)[0], x: placeOf(place)[1] });

export function rewardWords(reward: string): string {
  return atoms(reward)
    .map(({ kind, n, colour }) => t(`viceroy.atom.${kind}`, { n, colour: colour ? t(`viceroy.colour.${colour}`) : '' }))
    .join(' + ');
}

/** Everything that is printed on a card. */
export function cardWords(code: string): string {
  const card = printed(code);
  const title = `${nameOf(code)}, ${t('viceroy.number', { n: Number(code.slice(1)) })}`;
  if (card.kind === 'unknown') return title;
  const [tl, tr, bl] = [...card.sectors].map((colour) => t(`viceroy.colour.${colour}`));
  const corners = t('viceroy.corners', { tl: tl!, tr: tr!, bottom: bl! });
  if (card.kind === 'law') return `${title}. ${t(`viceroy.${code}.text`)} ${corners}`;
  const levels = card.rewards.map((reward, i) =>
    t('viceroy.level_row', { level: i + 1, colour: t(`viceroy.colour.${card.price[i]!}`), reward: rewardWords(reward) }),
  );
  return `${title}. ${corners} ${levels.join('; ')}`;
}
