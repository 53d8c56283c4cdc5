/** What was decisive in a deal, as the analysis sees it; what may be luck of the search is not called so. */
import { t } from './i18n';
import { printed } from './indices';
import type { Move } from './wire';

const NOISE = 0.05; // smaller differences are not worth a word

/** A difference below two standard errors may be luck of the search. */
const isCertain = (value: number, error: number): boolean => value > NOISE && value > 2 * error;

const most = (moves: readonly Move[], value: (move: Move) => number, error: (move: Move) => number): Move | null =>
  moves.filter((move) => isCertain(value(move), error(move))).reduce<Move | null>((best, move) => (best === null || value(move) > value(best) ? move : best), null);

/** What would have been better, and how sure that is; null where the difference is not worth a word. */
export function verdict({ loss, error, best_label: best }: Move): { certain: boolean; text: string } | null {
  if (loss <= NOISE) return null;
  const certain = isCertain(loss, error);
  const lost = error > 0 ? `${loss.toFixed(2)} ± ${error.toFixed(2)}` : loss.toFixed(2);
  return { certain, text: t(certain ? 'shell.better' : 'shell.perhaps_better', { what: printed(best), loss: lost }) };
}

/** Of one seat, or of all: the choice that the next best would have been furthest below, and the one that gave away most. */
export function moments(moves: readonly Move[], seat: number | null): { best: Move | null; worst: Move | null } {
  const own = seat === null ? moves : moves.filter((move) => move.seat === seat);
  return {
    best: most(own, ({ margin }) => margin, ({ margin_error }) => margin_error),
    worst: most(own, ({ loss }) => loss, ({ error }) => error),
  };
}
