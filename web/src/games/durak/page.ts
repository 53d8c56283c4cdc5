/** What the page around the table of Durak shows. */
import { t } from '../../lib/i18n';
import type { DurakView } from './view';

export const about = (view: DurakView): string => t(view.mode === 'team' ? 'durak.about_teams' : 'durak.about', { n: view.round });
