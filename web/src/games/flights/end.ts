import CityCard from '../../cards/CityCard.svelte';
import { t } from '../../lib/i18n';
import type { End } from '../end';

type Result = { finishers: number[]; first_finisher: number | null; collections: string[][] };

const PLANE = 'M0-10.5C1.3-10.5 1.8-8.5 1.8-6.5V-3L10 3V5.5L1.8 3V7L4.5 9V10.5L0 9.5-4.5 10.5V9L-1.8 7V3L-10 5.5V3L-1.8-3V-6.5C-1.8-8.5-1.3-10.5 0-10.5Z';

export default {
  Face: CityCard,
  Back: CityCard,
  cards: ['B2', 'O5', 'R6', 'G1', 'V4'],
  presets: { '': ['B2', 'O5', 'R6'], single: ['G1'], long: ['V1', 'V2', 'V3', 'V4'], duel: ['R6', 'B6'] },
  sounds: { reveal: 'beat', burn: 'take' },
  voice: { wave: 'sine', decay: 0.7, partial: 2 }, // the chime of an airport
  pieces: [PLANE, PLANE, 'M-9-5H9V5H-9Z', 'M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0'],
  inks: ['#a32d1b', '#2b6c86', '#e08a2b', '#1f5f4a'],
  outcome({ result, scores, totals, winners, match_over: ended }, seats, you) {
    const { finishers, first_finisher: first, collections } = result as Result;
    const colours = (seat: number): number => new Set((collections[seat] ?? []).map((code) => code[0])).size;
    const note = (seat: number): string => (finishers.includes(seat) ? t('flights.end_all') : t('flights.end_colours', { n: colours(seat) }));
    const several = totals.some((total, seat) => total !== scores[seat]); // such a match is told by its points
    const mine = ended && !several && you !== null && winners.includes(you) && finishers.includes(you);
    return { note, headline: mine ? t('flights.end_won') : undefined, text: first === null || first === you ? undefined : t('flights.end_first', { who: seats[first]?.name ?? '' }) };
  },
} satisfies End as End;
