import YassaCard from '../../cards/YassaCard.svelte';
import { t } from '../../lib/i18n';
import type { End } from '../end';

export default {
  Face: YassaCard,
  Back: YassaCard,
  cards: ['R7', 'Y4', 'W4:G', 'G2', 'B9'],
  presets: { '': ['R7', 'Y4', 'G2'], short: ['B9'], own: ['W4', 'WC'], calm: ['G5', 'G5'], wild: ['RS', 'W4', 'RD'] },
  sounds: { intervene: 'beat', call: 'beat', take: 'take' },
  voice: { wave: 'sine', decay: 0.14, slide: 1.8 }, // a pop of the lips
  pieces: ['M-8-8H8V8H-8Z', 'M0-9 9 8H-9Z', 'M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0', 'M0-10 9 0 0 10-9 0Z'],
  inks: ['#e0503f', '#f0b92e', '#6ba6ee', '#62c484'],
  outcome({ result, winners, match_over: ended }, seats, you) {
    const points = result.hand_points as number[];
    const first = (result.winners as number[])[0];
    const note = (seat: number): string => (seat === first ? t('yassa.end_empty') : t('yassa.end_left', { n: points[seat] ?? 0 }));
    const who = first === undefined || first === you ? undefined : t('yassa.end_who', { who: seats[first]?.name ?? '' });
    if (ended || you === null || first === undefined) return { note, text: who }; // a match is told by its points
    return {
      headline: winners.includes(you) ? t('yassa.end_won') : t('yassa.end_left', { n: points[you] ?? 0 }),
      text: who,
      note,
    };
  },
} satisfies End as End;
