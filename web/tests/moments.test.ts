import { expect, test } from 'vitest';
import { setLang } from '../src/lib/i18n';
import { moments, verdict } from '../src/lib/moments';
import type { Move } from '../src/lib/wire';

const move = (action: number, more: Partial<Move>): Move => ({ action, seat: 0, a: 'a', label: 'a', best: 'b', best_label: 'b', loss: 0, error: 0, margin: 0, margin_error: 0, ...more });

test('the biggest mistake is the greatest loss that is no luck of the search', () => {
  const moves = [move(1, { loss: 0.9, error: 0.5 }), move(2, { loss: 0.4, error: 0.1 }), move(3, { loss: 0.3 })];
  expect(moments(moves, 0).worst?.action).toBe(2);
});

test('the best move is the one whose next best was furthest below', () => {
  const moves = [move(1, { margin: 2, margin_error: 1.5 }), move(2, { margin: 0.2 }), move(3, { margin: 0.6, margin_error: 0.2 })];
  expect(moments(moves, 0).best?.action).toBe(3);
});

test('of one seat only, and nothing where nothing is certain', () => {
  const moves = [move(1, { loss: 3, seat: 1 }), move(2, { loss: 0.04 }), move(3, { loss: 0.2, error: 0.1 })];
  expect(moments(moves, 0)).toEqual({ best: null, worst: null });
  expect(moments(moves, null).worst?.action).toBe(1);
});

test('what would have been better is said to be certain only where it is', async () => {
  await setLang('en');
  expect(verdict(move(1, { loss: 0.05 }))).toBeNull();
  expect(verdict(move(1, { loss: 0.5, error: 0.1 }))).toEqual({ certain: true, text: 'Better: b (loss 0.50 ± 0.10)' });
  expect(verdict(move(1, { loss: 0.5, error: 0.3 }))).toEqual({ certain: false, text: 'Perhaps better: b (loss 0.50 ± 0.30, not certain)' });
});
