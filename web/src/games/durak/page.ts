/** What the page around the table of Durak shows. */
import { t } from '../../lib/i18n';
import type { Legal } from '../../lib/wire';
import { short, type DurakView } from './view';

export const about = (view: DurakView): string => t(view.mode === 'team' ? 'durak.about_teams' : 'durak.about', { n: view.round });

/**
 * A card chosen before one's turn: the defender's is for beating, everybody else's for adding. Who comes to lead instead
 * leads nothing without looking.
 */
export const plan = {
  may: (view: DurakView, you: number, card: string): boolean => view.phase !== 'over' && !(view.taking && you === view.defender) && (view.hand ?? []).includes(card),
  action(view: DurakView, you: number, card: string, legal: Legal[]): string | null {
    const wanted = `${you === view.defender ? 'beat' : 'add'} ${card}`;
    return view.phase !== 'move' && legal.some(({ a }) => a === wanted) ? wanted : null;
  },
  name: short,
};
