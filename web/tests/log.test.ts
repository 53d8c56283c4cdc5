// Log, sentence and face: only its newest lines are elements of the page, the earlier ones come when somebody looks for them.
import { fireEvent, render } from '@testing-library/svelte';
import { beforeAll, expect, it } from 'vitest';
import Log from '../src/components/Log.svelte';
import Sentence from '../src/components/Sentence.svelte';
import { botFace, numberOf } from '../src/lib/faces';
import { tidy as tidyFlights } from '../src/games/flights/page';
import { about as aboutYassa } from '../src/games/yassa/page';
import { tidy as tidyViceroy } from '../src/games/viceroy/page';
import { loadPart, setLang } from '../src/lib/i18n';
import { sentence } from '../src/lib/sentence';
import { people } from './positions';

beforeAll(() => setLang('en'));
const event = (n: number) => ({ n, e: ['pass', 0] as [string, ...unknown[]], text: `Fox passes for the ${n}th time.` });
const lines = (container: HTMLElement): string[] => [...container.querySelectorAll('[data-log] li')].map((line) => line.textContent ?? '');

it('shows the newest lines of a long deal, and more to whoever scrolls up', async () => {
  const { container, rerender } = render(Log, { log: Array.from({ length: 150 }, (_, n) => event(n)), seats: people(['Fox']) });
  expect(lines(container)).toHaveLength(40);
  expect(lines(container).at(-1)).toContain('149th');
  const list = container.querySelector('[data-log]')!;
  await fireEvent.scroll(list);
  expect(lines(container)).toHaveLength(80);
  await fireEvent.scroll(list);
  await fireEvent.scroll(list);
  expect(lines(container)[0]).toContain('0th');
  await rerender({ log: Array.from({ length: 151 }, (_, n) => event(n)) });
  expect(lines(container)).toHaveLength(40);
  expect(lines(container).at(-1)).toContain('150th');
});

it('keeps a rank on the line of its suit', () => {
  const { parts } = sentence('Fox draws J♦ Q♠ 10♣.', []);
  const { container } = render(Sentence, { parts });
  expect([...container.querySelectorAll('.whole')].map((card) => card.textContent)).toEqual(['J♦', 'Q♠', '10♣.']);
  expect(container.textContent).toBe('Fox draws J♦ Q♠ 10♣.');
});

it('gives every bot of a level at one table a ground of its own', () => {
  const faces = ['Fox', 'Fox 2', 'Fox 3', 'Fox 4', 'Fox 5'].map((name) => botFace('normal', numberOf(name)));
  expect(new Set(faces).size).toBe(5);
});

it('keeps a comma and a bracket with the words on a colour', () => {
  const chip = { words: 'blue', fill: '#00f', ink: '#fff' };
  const { container } = render(Sentence, { parts: sentence('Stargazer (blue, tip), blue.', [], [chip]).parts });
  expect([...container.querySelectorAll('.whole')].map((whole) => whole.textContent)).toEqual(['(blue,', 'blue.']);
  expect(container.textContent).toBe('Stargazer (blue, tip), blue.');
});

it('heads the rounds of Flights and tells what was laid once', async () => {
  await loadPart('flights');
  const log = ['first 1', 'lay 0', 'lay 1', 'reveal 0', 'reveal 1', 'take 0', 'first 0', 'lay 0'].map((text, i) => {
    const [kind, seat] = text.split(' ');
    return { n: i + 1, e: [kind, Number(seat)] as [string, ...unknown[]], text };
  });
  const told = (round: number) => tidyFlights(log, { round } as never, people(['Fox', 'Owl'])).map(({ text }) => text);
  expect(told(7)).toEqual(['Round 6 · first: Owl', 'reveal 0', 'reveal 1', 'take 0', 'Round 7 · first: Fox', 'lay 0']);
  log.splice(0, 1); // of a long deal the beginning is gone
  expect(told(7).at(-2)).toBe('Round 7 · first: Fox');
  expect(tidyFlights([], null, [])).toEqual([]);
});

it('tells gems that are taken one after the other in one line', () => {
  const take = (n: number, seat: number, colour: string) => ({ n, e: ['take', seat, colour] as [string, ...unknown[]], text: `Fox ${seat} takes a gem: ${colour}.` });
  const told = tidyViceroy([take(1, 0, 'blue'), take(2, 0, 'red'), take(3, 1, 'red')]);
  expect(told.map(({ n, text }) => [n, text])).toEqual([[2, 'Fox 0 takes a gem: blue, red.'], [3, 'Fox 1 takes a gem: red.']]);
});

it('says of a match of Yassa which deal it is and to how many points it goes', async () => {
  await loadPart('yassa');
  const said = (options: object): string => aboutYassa(null, [], { game: 'yassa', deal: 2, options } as never);
  expect(said({ target_points: 300 })).toBe('Deal 2 · to 300 points');
  expect(said({ scoring: 'own_points', limit_points: 200, target_points: 500 })).toBe('Deal 2 · to 200 points');
  expect(said({ max_rounds: 1, target_points: 500 })).toBe('Deal 2');
});
