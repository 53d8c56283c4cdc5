import PlayingCard from '../../cards/PlayingCard.svelte';
import { t } from '../../lib/i18n';
import type { End } from '../end';

type Result = { fool: number | null; out: number[]; hands: string[][]; winners: number[]; scores: number[] };

export default {
  Face: PlayingCard,
  Back: PlayingCard,
  cards: ['6S', 'TH', 'AC', 'KD', 'QH'],
  presets: { '': ['6S', 'TH', 'AC'], contest: ['KS', 'KH'], ordinary: ['6D', 'JC', 'QH'], pairs: ['6C', '7C'] },
  sounds: { beat: 'beat', taken: 'take' },
  voice: { wave: 'sawtooth', decay: 0.4, detune: 9, cutoff: 1400 }, // an accordion
  pieces: [
    'M0-10C2.6-5.5 9.5-1.6 9.5 3.4 9.5 6.8 7.1 8.4 4.9 8.4 3.2 8.4 1.8 7.7 1 6.3 1.2 8.3 2 9.6 3.9 10.5H-3.9C-2 9.6-1.2 8.3-1 6.3-1.8 7.7-3.2 8.4-4.9 8.4-7.1 8.4-9.5 6.8-9.5 3.4-9.5-1.6-2.6-5.5 0-10Z',
    'M0 9.6C-3.1 5.1-10 1.5-10-4-10-7.6-7.7-9.3-5.3-9.3-2.7-9.3-.9-7.7 0-5.3.9-7.7 2.7-9.3 5.3-9.3 7.7-9.3 10-7.6 10-4 10 1.5 3.1 5.1 0 9.6Z',
    'M-4.5-5.4a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0ZM-9.8 2.1a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0ZM.8 2.1a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0ZM-2.2-3H2.2L1.5 1C1.2 5.5 1.7 9.3 3.9 10.5H-3.9C-1.7 9.3-1.2 5.5-1.5 1Z',
    'M0-10.5C2.2-6.3 5-3 8.2 0 5 3 2.2 6.3 0 10.5-2.2 6.3-5 3-8.2 0-5-3-2.2-6.3 0-10.5Z',
  ],
  inks: ['#f2b632', '#e2573a', '#fff3d6', '#7fc4a4'],
  outcome({ result }, seats, you) {
    const { fool, out, hands, winners, scores } = result as Result;
    const left = (seat: number): number => hands[seat]?.length ?? 0;
    const won = you !== null && winners.includes(you);
    // alone everybody wins but the fool
    const teams = scores.length - winners.length !== 1;
    const headline = (): string | undefined => {
      if (winners.length === 0) return t('durak.end_draw');
      if (you === null) return undefined;
      if (teams) return t(won ? 'durak.end_we_won' : 'durak.end_we_lost');
      if (!won) return t('durak.end_fool');
      return t(out[0] === you ? 'durak.end_out' : 'durak.end_safe');
    };
    return {
      headline: headline(),
      text: fool === null ? undefined : fool === you ? t('durak.end_fool_you', { n: left(fool) }) : t('durak.end_fool_is', { who: seats[fool]?.name ?? '', n: left(fool) }),
      note: (seat) => (seat === fool ? t('durak.fool') : out.includes(seat) ? (t('durak.out_nth').split('|')[out.indexOf(seat)] ?? '') : left(seat) ? t('durak.holds', { n: left(seat) }) : ''),
      fools: fool === null ? [] : [fool],
    };
  },
} satisfies End as End;
