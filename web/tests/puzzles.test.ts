/** Puzzles: what is asked, what an answer tells, and what the pages say of it. */
import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import DailyPuzzle from '../src/components/DailyPuzzle.svelte';
import Puzzle from '../src/components/Puzzle.svelte';
import { loadPage, loadTable } from '../src/games/contract';
import { loadPart } from '../src/lib/i18n';
import { amount, costText, moved, until, verdict } from '../src/lib/puzzles';
import type { PuzzleResult, Puzzles as PuzzlesPage } from '../src/lib/wire';
import Puzzles from '../src/pages/Puzzles.svelte';
import { freshGames } from './fresh';

const ID = '0123456789';
const worth = (a: string, cost: number) => ({ a, label: `${a} it`, value: 1 - cost, cost, best: cost === 0 });
const result = (more: Partial<PuzzleResult> = {}): PuzzleResult => ({
  solved: true, counted: true, exact: true, error: 0, worth: [worth('lay', 0), worth('keep', 1.24)], rating: { rating: 1312.4, deviation: 240, tries: 1, solved: 1 }, change: 112.4, daily: false, streak: 0, ...more,
});
const position = {
  game: 'whist', id: ID, options: {}, seat: 0, names: ['Ann', 'Owl'], bots: [null, 'expert'], lang: 'en', difficulty: 1417, daily: true, tried: null, events: [], view: {}, layout: { zones: [], faces: {} }, aids: null,
  legal: [{ a: 'lay', label: 'Lay it' }, { a: 'keep', label: 'Keep it' }], awaited: [0],
};
const daily = { game: 'whist', id: ID, difficulty: 1417, tried: null };
const page = (more: Partial<PuzzlesPage> = {}): PuzzlesPage => ({
  day: '2031-05-03', ends: 7_200_000, daily, streak: 0, games: [{ game: 'whist', count: 2, tried: 1, daily, rating: { rating: 1312, deviation: 240, tries: 1, solved: 1 } }], ...more,
});
let asked: { method: string; path: string; body: unknown }[] = [];
let answers: Record<string, unknown> = {};

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal = function show() { this.open = true; }; // jsdom has none
  HTMLDialogElement.prototype.close = function close() { this.open = false; };
  await freshGames();
  await Promise.all([loadPart('puzzles'), loadTable('whist'), loadPage('whist')]);
});
beforeEach(() => {
  asked = [];
  answers = {
    'GET /api/games': { games: [{ id: 'whist', name: 'Whist', art: false, seats: { min: 2, max: 2, default: 2 }, options: [], levels: [] }], ladder: false },
    'POST /api/session': { user: { id: 'me', name: 'Ann', kind: 'guest' }, token: 't' },
    'GET /api/puzzles': page(),
    'GET /api/puzzles/whist': { puzzles: [{ id: ID, difficulty: 1417, tried: 'missed' }, { id: 'abcdef0123', difficulty: 1500, tried: null }], rating: null },
    [`GET /api/puzzles/whist/${ID}`]: position,
    [`POST /api/puzzles/whist/${ID}`]: result(),
    'GET /api/puzzles/whist/next': { game: 'whist', id: 'abcdef0123', again: false },
  };
  location.hash = '';
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const path = url.split('?')[0]!;
    asked.push({ method, path, body: body === undefined ? undefined : JSON.parse(body) });
    const found = answers[`${method} ${path}`];
    return found === undefined ? new Response('{"error": {"code": "no_puzzle", "text": "there is no such puzzle"}}', { status: 404 }) : new Response(JSON.stringify(found));
  });
});
afterEach(() => vi.unstubAllGlobals());

it('says what an answer was and what the others cost', () => {
  expect([amount(1.24), amount(2), amount(0.04)]).toEqual(['1.2', '2.0', '0.04']);
  expect(result().worth.map(costText)).toEqual(['the best', 'costs 1.2']);
  expect([true, false, null].map((solved) => verdict(result({ solved })))).toEqual(['Right!', 'Not quite', 'This was it']);
  expect([moved(result()), moved(result({ change: -80.4 })), moved(result({ counted: false, change: 0 }))]).toEqual(['+112', '−80', '']);
  expect([until(7_200_000), until(3_600_000), until(120_000), until(3)]).toEqual(['in 2 hours', 'in 1 hour', 'in 2 minutes', 'in 1 minute']);
});

it('asks nothing of the solution before the answer, and tells all of it afterwards', async () => {
  const { container } = render(Puzzle, { props: { game: 'whist', id: ID } });
  await fireEvent.click(await screen.findByRole('button', { name: /Keep it/ }));
  await screen.findByText('Right!');
  const posts = asked.filter(({ path }) => path.startsWith('/api/puzzles'));
  expect(posts.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET /api/puzzles/whist/${ID}`, `POST /api/puzzles/whist/${ID}`]);
  expect(posts[1]!.body).toEqual({ a: 'keep' });
  expect([...container.querySelectorAll('[data-worth]')].map((one) => one.textContent?.replace(/\s+/g, ' ').trim())).toEqual(['lay it the best', 'keep ityours costs 1.2 1.24']);
  expect(screen.queryByRole('button', { name: /Keep it/ })).toBeNull(); // nothing can be chosen any more
  await fireEvent.click(container.querySelector('[data-again]')!);
  expect(await screen.findByRole('button', { name: /Keep it/ })).toBeTruthy();
  expect(container.querySelector('[data-verdict]')).toBeNull();
});

it('asks once more before it shows the answer, for that counts', async () => {
  answers[`POST /api/puzzles/whist/${ID}`] = result({ solved: null, change: -60 });
  const { container } = render(Puzzle, { props: { game: 'whist', id: ID } });
  await screen.findByRole('button', { name: /Keep it/ });
  await fireEvent.click(container.querySelector('[data-show]')!);
  expect(asked.some(({ method, path }) => method === 'POST' && path.startsWith('/api/puzzles'))).toBe(false);
  await fireEvent.click(document.querySelector('[data-show-yes]')!);
  await screen.findByText('This was it');
  expect(asked.find(({ method, path }) => method === 'POST' && path.startsWith('/api/puzzles'))?.body).toEqual({ a: null });
});

it('does not ask where the first answer was given before', async () => {
  answers[`GET /api/puzzles/whist/${ID}`] = { ...position, tried: 'missed' };
  answers[`POST /api/puzzles/whist/${ID}`] = result({ solved: null, counted: false, change: 0 });
  const { container } = render(Puzzle, { props: { game: 'whist', id: ID } });
  await screen.findByText(/missed it once/);
  await fireEvent.click(container.querySelector('[data-show]')!);
  await screen.findByText('Not counted: only the first answer is.');
});

it('goes on to the next one', async () => {
  const { container } = render(Puzzle, { props: { game: 'whist', id: ID } });
  await fireEvent.click(await screen.findByRole('button', { name: /Lay it/ }));
  await screen.findByText('Right!');
  await fireEvent.click(container.querySelector('[data-next]')!);
  await vi.waitFor(() => expect(location.hash).toBe('#/puzzles/whist/abcdef0123'));
});

it('says that a puzzle is not there', async () => {
  render(Puzzle, { props: { game: 'whist', id: 'nothing' } });
  await screen.findByText('There is no such puzzle');
});

it('shows the daily one, the own rating and what was tried', async () => {
  const { container } = render(Puzzles);
  await screen.findByText('Puzzle of the day: Whist');
  await vi.waitFor(() => expect(container.querySelectorAll('.list a').length).toBe(2));
  expect(container.querySelector('[data-rating]')?.textContent).toContain('My rating: 1312');
  expect([...container.querySelectorAll('.list a')].map((one) => one.getAttribute('aria-label'))).toEqual(['Puzzle 1, difficulty 1417, missed', 'Puzzle 2, difficulty 1500, new']);
});

it('has something to say where no game has puzzles', async () => {
  answers['GET /api/puzzles'] = page({ daily: null, games: [] });
  render(Puzzles);
  await screen.findByText('No game here has puzzles yet.');
});

it('is a card in the lobby, and none where there is no puzzle', async () => {
  const { container, unmount } = render(DailyPuzzle);
  await vi.waitFor(() => expect(container.querySelector('[data-daily] a')?.getAttribute('href')).toBe(`#/puzzles/whist/${ID}`));
  unmount();
  answers['GET /api/puzzles'] = page({ daily: null, games: [] });
  const other = render(DailyPuzzle);
  await vi.waitFor(() => expect(asked.filter(({ path }) => path === '/api/puzzles').length).toBe(2));
  expect(other.container.querySelector('[data-daily]')).toBeNull();
});
