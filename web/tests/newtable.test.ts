// The dialogue for a new table: what went wrong stays to be read.
import { fireEvent, render } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import NewTableDialog from '../src/pages/NewTableDialog.svelte';
import { freshGames } from './fresh';

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal = function show() { this.open = true; }; // jsdom has none
  await freshGames();
});
afterEach(() => vi.unstubAllGlobals());

const GAME = { id: 'flights', name: 'Flights', summary: '', seats: { min: 2, max: 4, default: 4 }, options: [], presets: [], ways: [], levels: [{ id: 'normal', name: 'normal' }], art: false, guide: false, reaction: 3 };
const WAYS = [
  { id: 'duel', name: 'Duel', help: 'two players', options: { mode: 'wins' }, seats: [2], sides: [[0], [1]] },
  { id: 'long', name: 'Long', help: 'more points', options: { points: 100 }, seats: [4, 2, 3], sides: [[0], [1], [2], [3]] },
];
const OPTIONS = [
  { name: 'mode', label: 'Match', help: '', kind: 'choice', default: 'points', values: ['points', 'wins'], names: ['to points', 'to wins'] },
  { name: 'points', label: 'Points', help: '', kind: 'number', default: 50, values: null, least: 1, most: 1000 },
  { name: 'rounds', label: 'Rounds', help: '', kind: 'number', default: 2, values: null, least: 1, most: 9 },
];
const GAMES = [GAME, { ...GAME, id: 'made', ways: WAYS, options: OPTIONS }]; // they are asked for once
const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });

it('keeps the refusal of a table in sight when the options of the table come later', async () => {
  let told: (answer: Response) => void = () => {};
  const options = new Promise<Response>((resolve) => (told = resolve));
  let asked = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.split('?')[0]!;
    if (path === '/api/games') return json({ games: GAMES });
    if (path.endsWith('/options')) {
      asked += 1;
      return options;
    }
    if (path === '/api/session') return json({ user: { id: 'u', name: 'Ann', kind: 'guest' } });
    return json({ error: { code: 'rate', text: 'too fast' } }, 429);
  });
  const { container } = render(NewTableDialog, { props: { open: true, game: 'flights' } });
  await vi.waitFor(() => expect(asked).toBe(1));
  await fireEvent.submit(container.querySelector('form')!);
  await vi.waitFor(() => expect(container.querySelector('[role=alert]')?.textContent).toBe('too fast'));
  told(json({ options: {}, given: {}, possible: {} }));
  await new Promise((done) => setTimeout(done, 50)); // the answer is read
  expect(container.querySelector('[role=alert]')?.textContent).toBe('too fast');
});

it('counts seats and bots within what the game has', async () => {
  vi.stubGlobal('fetch', async (url: string) => (url.split('?')[0] === '/api/games' ? json({ games: GAMES }) : json({ options: {}, given: {}, possible: {}, bots: [] })));
  const { container } = render(NewTableDialog, { props: { open: true, game: 'flights' } });
  await vi.waitFor(() => expect(container.querySelectorAll('.two .stepper')).toHaveLength(2));
  const [seats, bots] = [...container.querySelectorAll('.two .stepper')].map((one) => ({ value: () => one.querySelector('output')!.textContent, buttons: [...one.querySelectorAll('button')] }));
  expect(container.querySelector('.two')!.textContent).toContain('2–4');
  expect(seats!.buttons[1]!.disabled).toBe(true);
  for (let n = 0; n < 3; n += 1) await fireEvent.click(bots!.buttons[1]!);
  expect([bots!.value(), bots!.buttons[1]!.disabled]).toEqual(['3', true]);
  for (let n = 0; n < 2; n += 1) await fireEvent.click(seats!.buttons[0]!);
  expect([seats!.value(), bots!.value(), seats!.buttons[0]!.disabled]).toEqual(['2', '1', true]); // who has no seat does not come
});

it('takes a preset with its seats, shows only what applies, and knows its own wishes from a preset', async () => {
  const wishes: { seats: number; options: object }[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    const path = url.split('?')[0]!;
    if (path === '/api/games') return json({ games: GAMES });
    if (path === '/api/session') return json({ user: { id: 'u', name: 'Ann', kind: 'guest' } });
    if (path === '/api/tables') {
      wishes.push(JSON.parse(String(body)));
      return json({ table: { id: 'T' } });
    }
    if (!path.endsWith('/options')) return json({ bots: [] });
    const { options } = JSON.parse(String(body)) as { options: Record<string, unknown> };
    const wins = options.mode === 'wins';
    return json({ options: { mode: 'points', points: 50, rounds: 2, ...options }, given: options, possible: { mode: ['points', 'wins'], points: wins ? [] : [50], rounds: [1, 2, 3] } });
  });
  const { container } = render(NewTableDialog, { props: { open: true, game: 'made' } });
  const preset = (id: string): HTMLInputElement => container.querySelector(`[data-preset=${id}] input`)!;
  await vi.waitFor(() => expect(preset('usual').checked).toBe(true));
  await vi.waitFor(() => expect(container.querySelector('[data-number=points]')).not.toBeNull());
  await fireEvent.click(preset('duel'));
  expect(container.querySelector('.two output')!.textContent).toBe('2');
  await vi.waitFor(() => expect(container.querySelector('[data-number=points]')).toBeNull()); // it has no meaning in a match to wins
  const rounds = container.querySelector('[data-option=rounds]')!;
  expect(rounds.textContent).toContain('1–3');
  await fireEvent.click(rounds.querySelectorAll('button')[1]!);
  await vi.waitFor(() => expect(container.querySelector('[data-preset] input:checked')).toBeNull());
  await fireEvent.submit(container.querySelector('form')!);
  await vi.waitFor(() => expect(wishes.map(({ seats, options }) => ({ seats, options }))).toEqual([{ seats: 2, options: { mode: 'wins', rounds: 3 } }]));
});

it('lets nobody wait longer for a reaction than the game needs', async () => {
  const wishes: { clock: { reaction: number } }[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    const path = url.split('?')[0]!;
    if (path === '/api/games') return json({ games: GAMES });
    if (path === '/api/session') return json({ user: { id: 'u', name: 'Ann', kind: 'guest' } });
    if (path !== '/api/tables') return json({ options: {}, given: {}, possible: {}, bots: [] });
    wishes.push(JSON.parse(String(body)));
    return json({ table: { id: 'T' } });
  });
  const { container } = render(NewTableDialog, { props: { open: true, game: 'flights' } });
  await vi.waitFor(() => expect(container.querySelector('.two output')).not.toBeNull());
  await fireEvent.submit(container.querySelector('form')!);
  await vi.waitFor(() => expect(wishes.map(({ clock }) => clock.reaction)).toEqual([3]));
});
