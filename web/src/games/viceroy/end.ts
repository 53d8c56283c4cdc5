import Back from '../../cards/viceroy/Back.svelte';
import { t } from '../../lib/i18n';
import type { End } from '../end';

const KINDS = ['circles', 'endless', 'laws', 'points', 'magic', 'sets', 'attacks'];

export default {
  Back,
  sounds: { clash: 'beat', build: 'beat', law: 'beat' },
  voice: { wave: 'sine', decay: 1.1, partial: 2.76 }, // a bell
  pieces: ['M-10-3-6-9H6L10-3 0 10Z', 'M0-10 8 0 0 10-8 0Z', 'M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0'],
  inks: ['#c8322b', '#2b6cc4', '#1f8a56', '#e0a50f'],
  outcome({ result }, seats, you) {
    const columns = (result.categories ?? []) as number[][];
    const sheet = KINDS.map((kind, i) => ({ label: t(`viceroy.category.${kind}`), values: columns.map((one) => one[i] ?? 0) }));
    // what went best for you, where you were alone in it
    const best = you === null ? undefined : sheet.find(({ values }) => (values[you] ?? 0) > 0 && values.every((value, seat) => seat === you || value < values[you]!));
    return { sheet: seats.length > 1 || sheet.length ? sheet : undefined, text: best && seats.length > 1 ? t('viceroy.end_best', { what: best.label }) : undefined };
  },
} satisfies End as End;
