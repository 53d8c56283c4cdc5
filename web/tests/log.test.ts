// Log, sentence and face: only its newest lines are elements of the page, the earlier ones come when somebody looks for them.
import { fireEvent, render } from '@testing-library/svelte';
import { beforeAll, expect, it } from 'vitest';
import Log from '../src/components/Log.svelte';
import Sentence from '../src/components/Sentence.svelte';
import { botFace, numberOf } from '../src/lib/faces';
import { setLang } from '../src/lib/i18n';
import { sentence } from '../src/lib/sentence';
import { people } from './positions';

beforeAll(() => setLang('en'));
const event = (n: number) => ({ n, e: ['pass', 0] as [string, ...unknown[]], text: `Fox passes for the ${n}th time.` });
const lines = (container: HTMLElement): string[] => [...container.querySelectorAll('[data-log] li')].map((line) => line.textContent ?? '');

it('shows the newest lines of a long deal, and more to whoever scrolls up', async () => {
  const { container, rerender } = render(Log, { log: Array.from({ length: 150 }, (_, n) => event(n)), seats: people(['Fox']) });
  expect(lines(container)).toHaveLength(60);
  expect(lines(container).at(-1)).toContain('149th');
  const list = container.querySelector('[data-log]')!;
  await fireEvent.scroll(list);
  expect(lines(container)).toHaveLength(120);
  await fireEvent.scroll(list);
  expect(lines(container)[0]).toContain('0th');
  await rerender({ log: Array.from({ length: 151 }, (_, n) => event(n)) });
  expect(lines(container)).toHaveLength(60);
  expect(lines(container).at(-1)).toContain('150th');
});

it('keeps a rank on the line of its suit', () => {
  const { parts } = sentence('Fox draws J♦ Q♠ 10♣.', []);
  const { container } = render(Sentence, { parts });
  expect([...container.querySelectorAll('.whole')].map((card) => card.textContent)).toEqual(['J♦', 'Q♠', '10♣']);
  expect(container.textContent).toBe('Fox draws J♦ Q♠ 10♣.');
});

it('gives every bot of a level at one table a ground of its own', () => {
  const faces = ['Fox', 'Fox 2', 'Fox 3', 'Fox 4', 'Fox 5'].map((name) => botFace('normal', numberOf(name)));
  expect(new Set(faces).size).toBe(5);
});
