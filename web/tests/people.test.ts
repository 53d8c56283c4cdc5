import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import AccountCare from '../src/components/AccountCare.svelte';
import People from '../src/components/People.svelte';
import Statistics from '../src/components/Statistics.svelte';
import { loadPart, setLang } from '../src/lib/i18n';
import { register } from '../src/lib/session.svelte';
import type { ChatMessage, TableInfo } from '../src/lib/wire';
import Admin from '../src/pages/Admin.svelte';
import { people } from './positions';

type Asked = { method: string; path: string; token: string | null; body: unknown };
let asked: Asked[] = [];
let answers: Record<string, unknown> = {};

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal = function show() { this.open = true; }; // jsdom has none
  HTMLDialogElement.prototype.close = function close() { this.open = false; };
  await setLang('en');
  await Promise.all(['people', 'admin'].map(loadPart));
});
beforeEach(() => {
  asked = [];
  answers = {};
  localStorage.clear();
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {}) => {
    const path = url.split('?')[0]!;
    asked.push({ method, path, token: headers.authorization ?? null, body: body === undefined ? undefined : JSON.parse(body) });
    const found = answers[`${method} ${path}`];
    return found === undefined ? new Response(null, { status: 204 }) : new Response(JSON.stringify(found));
  });
});
afterEach(() => vi.unstubAllGlobals());

it('shows recovery codes once, right after registration', async () => {
  const user = { id: 'u', name: 'Ann', kind: 'account' };
  answers['POST /api/session'] = { user, token: 't' };
  answers['POST /api/account'] = { user, token: 't', codes: ['aaaa-bbbb', 'cccc-dddd'] };
  answers['GET /api/blocks'] = { blocks: [] };
  await register('ann', 'correct horse');
  const { container } = render(AccountCare);
  await vi.waitFor(() => expect(container.querySelector('[data-codes]')?.textContent).toContain('cccc-dddd'));
  await fireEvent.click(screen.getByText('I have written them down'));
  expect(container.textContent).not.toContain('cccc-dddd');
});

it('mutes, blocks and reports people of the table, but not oneself', async () => {
  answers['GET /api/blocks'] = { blocks: [] };
  answers['POST /api/blocks'] = { blocks: [{ user: 'bob', name: 'Bob', kind: 'mute' }] };
  const seats = people(['Ann', 'Bob']).map((seat, i) => ({ ...seat, user: ['ann', 'bob'][i]! }));
  const chat = [{ t: 'chat', n: 1, from: 'eve', name: 'Eve', text: 'hi', at: 0 }] as ChatMessage[];
  const { container } = render(People, { props: { table: { id: 'T', seats } as unknown as TableInfo, chat, user: 'ann' } });
  await fireEvent.click(await screen.findByText('Mute, block or report', { selector: 'button' }));
  await vi.waitFor(() => expect(container.querySelector('dialog')?.open).toBe(true));
  expect([...container.querySelectorAll('li b')].map((name) => name.textContent)).toEqual(['Bob', 'Eve']);
  await fireEvent.click(screen.getAllByText('Mute')[0]!);
  await vi.waitFor(() => expect(screen.getAllByText('Mute')[0]!.getAttribute('aria-pressed')).toBe('true'));
  await fireEvent.click(screen.getAllByText('Report')[1]!);
  await fireEvent.submit(container.querySelector('form')!);
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ method: 'POST', path: '/api/tables/T/report', body: { user: 'eve', reason: 'chat', text: '' } }));
  expect(asked).toContainEqual(expect.objectContaining({ path: '/api/blocks', body: { user: 'bob', kind: 'mute' } }));
});

it('opens the administration with a token that is kept nowhere', async () => {
  answers['GET /api/admin/health'] = { version: '9.9', ready: true, store: true, bus: true, process: 'p', uptime: 7200, sockets: 3, tables: { playing: 2 } };
  answers['GET /api/admin/users'] = { users: [{ id: 'u1', name: 'Eve', kind: 'guest', login: '', created: 0, seen: 0, muted_until: 0, banned_until: 0, address: '203.0.113.9' }] };
  const { container } = render(Admin);
  await vi.waitFor(() => expect(container.querySelector('form')).not.toBeNull());
  await fireEvent.input(container.querySelector('input')!, { target: { value: 'a token of a test' } });
  await fireEvent.submit(container.querySelector('form')!);
  await vi.waitFor(() => expect(container.textContent).toContain('9.9'));
  await fireEvent.click(screen.getByText('People'));
  await vi.waitFor(() => expect(container.textContent).toContain('Eve'));
  await fireEvent.click(screen.getByText('Ban'));
  await vi.waitFor(() => expect(asked).toContainEqual(expect.objectContaining({ method: 'POST', path: '/api/admin/users/u1/ban', body: { minutes: 1440, reason: '' } })));
  expect(container.textContent).toContain('203.0.113.9');
  await fireEvent.click(screen.getByText('Ban with the address'));
  await vi.waitFor(() => expect(asked).toContainEqual(expect.objectContaining({ path: '/api/admin/users/u1/ban', body: { minutes: 1440, reason: '', address: true } })));
  const orders = asked.filter(({ path }) => path.startsWith('/api/admin/'));
  expect(orders.length).toBeGreaterThan(2);
  expect(orders.every(({ token }) => token === 'Bearer a token of a test')).toBe(true);
  expect(JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }) + document.cookie).not.toContain('a token of a test');
});

it('tells how deals went by role and opening, and without luck', async () => {
  answers['GET /api/users/u/statistics'] = {
    lines: [{ game: 'durak', seats: 2, people: true, played: 4, won: 3 }],
    roles: [{ game: 'durak', role: 'first', deals: 4, won: 1 }],
    openings: [{ game: 'durak', text: 'lead 6', deals: 3, won: 3 }],
    analysed: [{ game: 'durak', deals: 2, decisions: 40, lost: 0.5, better: -0.25, error: 0.125, result: 1 }],
  };
  const shown = render(Statistics, { props: { user: 'u' } }).container;
  await expect.poll(() => [...shown.querySelectorAll('dl dd')].map((one) => one.textContent?.trim())).toEqual([
    '4 deals, 25% won',
    'lead 6: 3 deals, 100% won',
    '−0.25 ± 0.13 by analysis of 2 deals; the result was +1.00, given away: 0.50',
  ]);
});
