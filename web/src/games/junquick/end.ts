import JunCard from '../../cards/junquick/Card.svelte';
import { t } from '../../lib/i18n';
import type { End } from '../end';

export default {
  Face: JunCard,
  Back: JunCard,
  cards: ['J1', 'J2', 'DM', 'J3', 'J4'],
  presets: { '': ['J1', 'J2', 'J3'], calm: ['J1', 'J1'], memory: ['EV', 'DM'], series: ['J2', 'J3', 'J4'] },
  sounds: { act: 'beat', outrun: 'beat', won: 'take', virus: 'take' },
  voice: { wave: 'triangle', decay: 0.26, partial: 4 }, // a marimba
  pieces: ['M0-10C-8-4-8 4 0 10 8 4 8-4 0-10Z', 'M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0M-2 1a3 3 0 1 1 6 0a3 3 0 1 1-6 0'],
  inks: ['#c3e65a', '#f08a3c', '#b06bd1', '#6fc1e0', '#fff3d6'],
  outcome({ result }) {
    const { packs, viruses } = result as { packs: number[]; viruses: number[] };
    const ill = (seat: number): string => (viruses[seat] ? `, ${t('junquick.end_viruses', { n: viruses[seat] })}` : '');
    return { note: (seat) => t('junquick.end_packs', { n: packs[seat] ?? 0 }) + ill(seat) };
  },
} satisfies End as End;
