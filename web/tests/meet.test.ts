/** How people meet: the search for a match, invitations, tables that begin by themselves. */
import { fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import Page from '../src/components/Page.svelte';
import LastGames from '../src/components/LastGames.svelte';
import OwnTables from '../src/components/OwnTables.svelte';
import QuickMatch from '../src/components/QuickMatch.svelte';
import { loadPart, setLang } from '../src/lib/i18n';
import { search, seek, stopSearch } from '../src/lib/match.svelte';
import { freshNews, waiting } from '../src/lib/news.svelte';
import { ensureUser } from '../src/lib/session.svelte';
import type { SeatInfo, TableInfo } from '../src/lib/wire';
import WaitingRoom from '../src/pages/WaitingRoom.svelte';

type Asked = { method: string; path: string; body: unknown };
let asked: Asked[] = [];
let answers: Record<string, unknown> = {};
const user = { id: 'me', name: 'Ann', kind: 'account' };
const seat = (number: number, more: Partial<SeatInfo>): SeatInfo => ({
  seat: number, name: '', kind: 'empty', user: null, level: null, ready: false, online: false, taken_over: false, seal: '', guest: false, bot: false, away: 0, ...more,
});
const table = (more: Partial<TableInfo>): TableInfo => ({
  id: 'table1', game: 'durak', options: {}, status: 'waiting', public: true, locked: false, hints: false, spectators: 0, spectating: true, host: 'me',
  seats: [seat(0, { kind: 'person', name: 'Ann', user: 'me', online: true }), seat(1, { kind: 'person', name: 'Bob', user: 'bob' })],
  clock: { turn: 0, bank: 0, reaction: 0 }, deal: 1, totals: [0, 0], commit: null, next: null, sealed: false, turn: false, auto: false, tournament: '', casual: false, takebacks: false, taken_back: 0, wish: null, days: 0, until: null, awaited: null, ...more,
});

beforeAll(async () => {
  await setLang('en');
  await loadPart('meet');
});
beforeEach(async () => {
  asked = [];
  answers = { 'POST /api/session': { user, token: 't' } };
  location.hash = '';
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const path = url.split('?')[0]!;
    asked.push({ method, path, body: body === undefined ? undefined : JSON.parse(body) });
    const found = answers[`${method} ${path}`];
    return found === undefined ? new Response(null, { status: 204 }) : new Response(JSON.stringify(found));
  });
  await ensureUser();
});
afterEach(() => vi.unstubAllGlobals());

it('looks for people with the chosen time for bots, and stops', async () => {
  answers['POST /api/match'] = { state: 'seeking', game: 'durak', seats: 2, others: 2, since: 0, bots_in: 9_500, table: null };
  render(QuickMatch, { props: { game: 'durak', seats: 2, level: 'hard', options: { mode: 'individual' } } });
  await fireEvent.change(screen.getByRole('combobox'), { target: { value: '10' } });
  await fireEvent.click(screen.getByRole('button'));
  const status = await screen.findByRole('status');
  expect(status.textContent).toContain('2 others look for the same');
  expect(status.textContent).toContain('bots in 10 s');
  expect(asked.find(({ method, path }) => method === 'POST' && path === '/api/match')?.body).toEqual({
    game: 'durak', seats: 2, level: 'hard', options: { mode: 'individual' }, bots_after: 10,
  });
  await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await vi.waitFor(() => expect(asked.some(({ method, path }) => method === 'DELETE' && path === '/api/match')).toBe(true));
  expect(search()).toBeNull();
});

it('goes to the table that was found', async () => {
  answers['POST /api/match'] = { state: 'found', game: 'durak', seats: 2, others: 0, since: 0, bots_in: null, table: 'table7' };
  render(QuickMatch, { props: { game: 'durak', seats: 2, level: 'hard', options: {} } });
  await fireEvent.click(screen.getByRole('button'));
  await vi.waitFor(() => expect(location.hash).toBe('#/table/table7'));
  await stopSearch();
});

it('counts what waits for a person, and an invitation is one tap', async () => {
  const invitation = { id: 'i1', inviter: { id: 'bob', name: 'Bob', kind: 'account' }, table: table({ id: 'table9' }), at: 0, rematch: true };
  answers['GET /api/session/news'] = { tables: [table({ status: 'playing', turn: true }), table({ id: 'table2' })], invitations: [invitation], seeking: {} };
  answers['POST /api/invitations/i1'] = { table: table({ id: 'table9' }) };
  await freshNews();
  expect(waiting()).toBe(2);
  render(OwnTables);
  await screen.findByText(/Bob would like another game/);
  expect(screen.getByText('Your turn')).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Come' }));
  await vi.waitFor(() => expect(location.hash).toBe('#/table/table9'));
  expect(asked.at(-1)).toMatchObject({ method: 'POST', path: '/api/invitations/i1', body: { accept: true } });
  expect(waiting()).toBe(1);
});

it('tells how a game has ended that went on without its player', async () => {
  const game = (id: string, more: object): object => ({ table: id, game: 'durak', ended: Date.now(), seat: 0, names: ['Ann', 'Bob'], scores: [0, 1], won: false, deals: 1, change: -12, left: [], ...more });
  const news = (tables: TableInfo[]): void => void (answers['GET /api/session/news'] = { tables, invitations: [], seeking: {} });
  news([table({ status: 'playing', days: 1 })]);
  answers['GET /api/users/me/games'] = { games: [game('older', { scores: [1, 0], won: true, change: null })] };
  await freshNews();
  const { container } = render(LastGames);
  const said = (): string[] => [...container.querySelectorAll('li .end')].map((line) => line.textContent ?? '');
  await vi.waitFor(() => expect(said()).toEqual(['won']), { timeout: 30_000 }); // the list is loaded when there is one
  answers['GET /api/users/me/games'] = { games: [game('table1', {}), game('older', { scores: [1, 0], won: true }), game('fled', { left: [0] })] };
  await freshNews();
  expect(said()).toEqual(['won']); // nothing has ended
  news([]);
  await freshNews();
  await vi.waitFor(() => expect(said()).toEqual(['Place 2 of 2', 'won', 'left the match']), { timeout: 30_000 });
});

it('says that others move, by correspondence, where who it is must not be told', async () => {
  const playing = { status: 'playing', days: 1 } as const;
  answers['GET /api/session/news'] = { tables: [table({ ...playing, awaited: [1] }), table({ ...playing, id: 'table2', awaited: null })], invitations: [], seeking: {} };
  await freshNews();
  const { container } = render(OwnTables);
  expect([...container.querySelectorAll('[data-waits]')].map((line) => line.textContent)).toEqual(['Bob to move', 'others to move']);
});

it.each([true, false])('is ready by itself at a table that begins by itself, and only there (%s)', async (auto) => {
  answers['GET /api/bots'] = { bots: [] };
  answers['GET /api/friends'] = { friends: [] };
  answers['POST /api/tables/table1/ready'] = { table: table({ auto }) };
  render(WaitingRoom, { props: { table: table({ auto }), you: 0, user: 'me' } });
  const ready = (): Asked[] => asked.filter(({ path }) => path === '/api/tables/table1/ready');
  if (auto) await vi.waitFor(() => expect(ready()).toHaveLength(1));
  else await vi.waitFor(() => expect(asked.some(({ path }) => path === '/api/bots')).toBe(true));
  expect(ready()).toHaveLength(auto ? 1 : 0);
  expect(screen.queryByRole('button', { name: /^Start/ }) === null).toBe(auto);
});

it('tells of a search and of invitations on every page, and how many things wait', async () => {
  const invitation = { id: 'i1', inviter: { id: 'bob', name: 'Bob', kind: 'account' }, table: table({}), at: 0, rematch: false };
  answers['POST /api/match'] = { state: 'seeking', game: 'durak', seats: 2, others: 0, since: 0, bots_in: null, table: null };
  answers['GET /api/session/news'] = { tables: [table({ turn: true })], invitations: [invitation], seeking: {} };
  await seek({ game: 'durak', seats: 2, level: 'easy', options: {}, bots_after: 0 });
  await freshNews();
  const children = createRawSnippet(() => ({ render: () => '<p>what is read here</p>' }));
  const shown = async (hash: string): Promise<[number, number]> => {
    location.hash = hash;
    await new Promise((done) => setTimeout(done));
    const page = render(Page, { props: { title: '', children } });
    await new Promise((done) => setTimeout(done)); // words come a moment later
    const found: [number, number] = [page.container.querySelectorAll('[data-searching]').length, page.container.querySelectorAll('[data-invitation]').length];
    expect(page.container.querySelector('.count')?.textContent).toBe('2, 2 things wait for you');
    expect(document.title).toBe('(2) koloda');
    page.unmount();
    return found;
  };
  expect([await shown('#/leaders'), await shown('#/profile'), await shown('#/')]).toEqual([[1, 1], [1, 0], [0, 0]]); // the lobby and the profile show them themselves
  await stopSearch();
});
