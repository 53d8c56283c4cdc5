import { render } from '@testing-library/svelte';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadEnd, loadWhy } from '../src/games/end';
import { loadPart, setLang } from '../src/lib/i18n';
import { headline, places } from '../src/lib/outcome';
import type { Over } from '../src/lib/wire';
import Results from '../src/pages/Results.svelte';
import { people } from './positions';

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal = function show() { this.open = true; }; // jsdom has none
  await setLang('en');
  await loadPart('durak');
  await loadEnd('durak'); // its cards are read once, and not within the patience of a test
});
const ended = (part: Partial<Over>): Over => ({ result: {}, scores: [20, 0], winners: [0], totals: [20, 0], match_over: false, next: 9000, secret: null, ...part }) as unknown as Over;

function page(you: number | null, part: Partial<Over>, game = ''): HTMLElement {
  const props = { open: true, game, over: ended(part), seats: people(['Olena', 'Bohdan']), you, deal: 1, table: 't', next: () => {}, rematch: () => {} };
  return render(Results, { props }).container;
}
const title = (you: number | null, part: Partial<Over>): string | undefined => page(you, part).querySelector('h2')?.textContent;

it('speaks of the deal while the match goes on, and of the match at its end', () => {
  expect([title(0, {}), title(1, {}), title(null, {})]).toEqual(['Deal 1 is yours', 'Deal 1 goes to Olena', 'Deal 1 goes to Olena']);
  expect([title(0, { match_over: true }), title(1, { match_over: true }), title(null, { match_over: true })]).toEqual(['Yours by 20 points', '20 points short', 'The win goes to Olena']);
});

it('begins with what happened, not with the way back', async () => {
  const shown = page(0, { match_over: true });
  await expect.poll(() => document.activeElement).toBe(shown.querySelector('h2'));
});

it('says how close it was', async () => {
  const seats = people(['Olena', 'Bohdan', 'Iryna']);
  const said = (scores: number[], winners: number[], you: number): string => headline(ended({ scores, winners, totals: scores, match_over: true }), seats, you, 1);
  expect(said([61, 57, 48], [0], 1)).toBe('Four points short');
  expect(said([58, 57, 48], [0], 1)).toBe('One point short');
  expect(said([61, 57, 48], [0], 2)).toBe('Third place');
  expect(said([500, 488, 300], [0], 1)).toBe('Second. Close one.');
  expect(said([500, 400, 300], [0], 1)).toBe('Second place');
  expect(said([61, 61, 48], [0, 1], 1)).toBe('Yours by 13 points');
  expect(said([9, 9, 9], [], 1)).toBe('A draw');
  await setLang('uk');
  expect(said([61, 57, 48], [0], 1)).toBe('Забракло чотирьох очок');
  await setLang('ru');
  expect(said([61, 57, 48], [0], 1)).toBe('Не хватило четырёх очков');
  await setLang('en');
});

it('gives equal points the same place, winners the first', () => {
  expect(places(ended({ scores: [5, 7, 5, 0], winners: [1] }), 1)).toEqual([2, 1, 2, 4]);
  expect(places(ended({ scores: [1, 1, 0, 1], winners: [0, 1, 3] }), 1)).toEqual([1, 1, 4, 1]);
});

it('tells the end in the words of the game, with the confetti for a win only', async () => {
  const result = { fool: 1, out: [0], hands: [[], ['6S', '7H']], winners: [0], scores: [1, 0] };
  const part = { result, scores: [1, 0], winners: [0], totals: [1, 0], match_over: true };
  const won = page(0, part, 'durak');
  await expect.poll(() => won.querySelector('h2')?.textContent).toBe('First out!');
  expect(won.querySelectorAll('.confetti .bit').length).toBeGreaterThan(20);
  const lost = page(1, part, 'durak');
  await expect.poll(() => lost.querySelector('h2')?.textContent).toBe('Left with the cards. Deal again?');
  expect(lost.querySelector('.confetti')).toBeNull();
  expect(lost.querySelectorAll('.cap').length).toBe(1);
  expect(lost.querySelector('.lead')?.textContent).toBe('2 cards in hand: this time the fool is you');
});

it('tells a team that has lost so, whoever of it holds the last cards', async () => {
  const result = { fool: 2, out: [1, 3], hands: [['6S'], [], ['7H', '8H'], []], winners: [1, 3], scores: [0, 1, 0, 1] };
  const seats = people(['Olena', 'Bohdan', 'Iryna', 'Petro']);
  const { outcome } = await loadEnd('durak');
  const said = (you: number): string | undefined => outcome!(ended({ result, scores: result.scores, winners: [1, 3], totals: result.scores, match_over: true }), seats, you).headline;
  expect([0, 1, 2, 3].map(said)).toEqual(['The cards stay with your team', 'Your team is out!', 'The cards stay with your team', 'Your team is out!']);
});

it('places by the points of the match while it goes on', () => {
  const over = ended({ scores: [160, 0, 0, 0], totals: [160, 0, 79, 0], winners: [0] });
  expect(places(over, 2)).toEqual([1, 3, 2, 3]);
  expect(places(ended({ scores: [9, 0, 0], totals: [9, 40, 0], winners: [0] }), 2)).toEqual([2, 1, 3]);
});

it('says which column is the deal and which the match', () => {
  const heads = [...page(0, {}).querySelectorAll('thead:not(.sr) th.points')].map((head) => head.textContent);
  expect(heads).toEqual(['Deal', 'Total']);
});

it('shows whole teams in their order, without points that only say who won', () => {
  const seats = people(['Olena', 'Fox', 'Fox 2', 'Fox 3']);
  const over = ended({ scores: [0, 1, 0, 1], totals: [0, 1, 0, 1], winners: [1, 3], match_over: true });
  const props = { open: true, game: '', over, seats, you: 0, deal: 1, table: 't', next: () => {}, rematch: () => {} };
  const podium = render(Results, { props }).container.querySelector('.podium')!;
  expect([...podium.querySelectorAll('.step')].map((step) => step.textContent)).toEqual(['Fox', 'Fox 3', 'You', 'Fox 2']);
});

it('shows what everybody was left with', async () => {
  const result = { fool: 1, out: [0], hands: [[], ['6S', '7H']], winners: [0], scores: [1, 0] };
  const part = { result, scores: [1, 0], winners: [0], totals: [1, 0], match_over: true };
  const props = { open: true, game: 'durak', over: ended(part), view: {}, seats: people(['Olena', 'Bohdan']), you: 1, deal: 1, table: 't', next: () => {}, rematch: () => {} };
  const shown = render(Results, { props }).container;
  await expect.poll(() => [...shown.querySelectorAll('.why [data-left]')].map((one) => one.getAttribute('data-left'))).toEqual(['2']);
  expect(shown.querySelectorAll('.why.you').length).toBe(1);
});

it('shows which colours somebody was short of, and the circles of a pyramid', async () => {
  const why = async (game: string, view: unknown, result: object): Promise<HTMLElement> => {
    await loadPart(game);
    const Why = await loadWhy(game);
    return render(Why!, { props: { seat: 0, over: ended({ result: result as Over['result'] }), view } }).container;
  };
  const row = await why('flights', { colours: ['R', 'B', 'G'] }, { collections: [['R1', 'B2', 'B5']] });
  expect(row.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('2 of 3 colours');
  expect([row.querySelectorAll('.city').length, row.querySelectorAll('.none').length]).toEqual([4, 1]);
  const stone = (place: string, card: string, circle?: string): object => ({ place, card, tokens: {}, endless: '-', stored: '-', tucked: [], circle });
  const pyramid = [stone('1:0', 'C01'), stone('1:1', 'L65'), stone('2:0', 'C02', 'BBBB')];
  const drawn = await why('viceroy', { players: [{ pyramid, points: [4, 0, 11, 0, 0, 0, -2] }] }, {});
  expect(drawn.querySelector('svg')?.getAttribute('aria-label')).toBe('A pyramid of 3 cards, 1 circle of one colour');
  expect([...drawn.querySelectorAll('li')].map((one) => one.textContent)).toEqual(['Laws 11', 'Circles 4', 'Attacks −2']);
  const packs = await why('junquick', { homes: [[['J1', 'J2', 'J3', 'J4']]], viruses: [['V2']] }, {});
  expect((packs.querySelector('.home') as HTMLElement).dataset).toMatchObject({ packs: '1', viruses: '1' });
});

it('says who has left, for then the cards do not decide', async () => {
  const last = { table: 't', game: 'durak', ended: 1, seat: 1, names: ['Olena', 'Bohdan'], scores: [1, 0], won: true, deals: 1, change: 37, left: [0] };
  vi.stubGlobal('fetch', async (url: string) => new Response(JSON.stringify(url.includes('/games') ? { games: [last] } : { ratings: [{ game: '', rating: 1812, deviation: 90, games: 9, wins: 7 }] })));
  const seats = people(['Olena', 'Bohdan']).map((seat) => ({ ...seat, user: seat.name }));
  const shown = render(Results, { props: { open: true, over: ended({ match_over: true }), seats, you: 1, deal: 1, table: 't', next: () => {}, rematch: () => {} } }).container;
  await expect.poll(() => shown.querySelector('[data-gone]')?.textContent).toBe('Olena: left the match, which counts as a loss');
  expect(shown.querySelector('.fact')?.textContent).toContain('1812');
  vi.unstubAllGlobals();
});
