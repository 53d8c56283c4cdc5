// The analysis of a deal in the replay of one seat: it numbers the actions, and the seat has seen fewer steps.
import { render, waitFor } from '@testing-library/svelte';
import { beforeAll, expect, it, vi } from 'vitest';
import Analysis from '../src/pages/Analysis.svelte';
import { setLang } from '../src/lib/i18n';
import type { Move, Replay, Step } from '../src/lib/wire';

const step = (seat: number | null, label: string | null): Step => ({ seat, a: label, label, at: null, events: [], view: {} as Step['view'], layout: null, aids: null, awaited: null });
const LABELS = ['seal 1', 'seal 2', 'take 3', 'take 4'];
const MOVES: Move[] = LABELS.map((label, i) => ({ action: i + 1, seat: i % 2, a: label, label, best: label, best_label: label, loss: 0, error: 0, margin: 0, margin_error: 0 }));
const told = (viewer: Replay['viewer'], steps: Step[], places: number[]): Replay => ({ game: 'flights', seats: 2, names: ['Ann', 'Bob'], bots: [null, null], lang: 'en', viewer, steps, places, result: null });
const open = told('open', [step(null, null), ...LABELS.map((label, i) => step(i % 2, label))], [0, 1, 2, 3, 4]);
const own = told(1, [step(null, null), step(1, 'seal 2'), step(0, 'take 3'), step(1, 'take 4')], [0, 0, 1, 2, 3]); // the first choice was sealed

beforeAll(() => setLang('en'));

async function shown(replay: Replay, at: number, moves = MOVES) {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ moves }), { status: 200 }));
  const jump = vi.fn<(step: number) => void>();
  const { container } = render(Analysis, { table: 't', deal: 1, replay, at, moves: [], jump });
  container.querySelector<HTMLButtonElement>('[data-analyse]')!.click();
  await waitFor(() => expect(container.querySelectorAll('li').length).toBe(4));
  return { jump, buttons: [...container.querySelectorAll<HTMLButtonElement>('li button')] };
}

it('names the same moves for a seat as with open cards', async () => {
  const texts = async (replay: Replay) => (await shown(replay, 0)).buttons.map((button) => button.querySelector('.who')!.textContent);
  expect(await texts(own)).toEqual(['1. Ann: seal 1', '2. Bob: seal 2', '3. Ann: take 3', '4. Bob: take 4']);
  expect(await texts(own)).toEqual(await texts(open));
});

it('leads to the step that shows a move', async () => {
  const { jump, buttons } = await shown(own, 2);
  for (const button of buttons) button.click();
  expect(jump.mock.calls).toEqual([[0], [1], [2], [3]]);
  expect(buttons.map((button) => button.getAttribute('aria-current'))).toEqual([null, null, 'step', null]);
});

it('says how sure a loss is', async () => {
  const losses = [
    [0, 0.3],
    [1.2, 0.3],
    [0.5, 0.3],
    [2, 0],
  ];
  const { buttons } = await shown(
    open,
    0,
    MOVES.map((move, i) => ({ ...move, loss: losses[i]![0]!, error: losses[i]![1]! })),
  );
  expect(buttons.map((button) => button.querySelector('.muted')?.textContent ?? null)).toEqual([
    null,
    'Better: seal 2 (loss 1.20 ± 0.30)',
    'Perhaps better: take 3 (loss 0.50 ± 0.30, not certain)',
    'Better: take 4 (loss 2.00)',
  ]);
});
