/** What several pages say of puzzles. */
import { t } from './i18n';
import type { PuzzleResult, PuzzleWorth } from './wire';

const HOUR = 3_600_000;

/** When the next daily puzzle comes: by the hour, in the last one by the minute. */
export const until = (milliseconds: number): string =>
  milliseconds >= HOUR ? t('puzzles.in_hours', { n: Math.round(milliseconds / HOUR) }) : t('puzzles.in_minutes', { n: Math.max(1, Math.round(milliseconds / 60_000)) });

/** A difference of worth: "1.2", and "0.04" where one figure would say nothing. */
export const amount = (n: number): string => n.toFixed(n >= 0.1 ? 1 : 2);

export const costText = (worth: PuzzleWorth): string => (worth.best ? t('puzzles.best') : t('puzzles.costs', { n: amount(worth.cost) }));

/** What an answer was, in a word. */
export const verdict = ({ solved }: PuzzleResult): string => t(solved === null ? 'puzzles.given' : solved ? 'puzzles.right' : 'puzzles.wrong');

/** By how much the rating has moved, with its sign; nothing where it has not counted. */
export function moved({ counted, change }: PuzzleResult): string {
  const n = Math.round(Math.abs(change));
  return counted ? t(change < 0 ? 'puzzles.lost' : 'puzzles.gained', { n }) : '';
}
