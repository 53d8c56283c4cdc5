/** Bot accounts are told apart from people by name, frame and word; the room offers those that are here. */
import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import Avatar from '../src/components/Avatar.svelte';
import Chat from '../src/components/Chat.svelte';
import { setLang } from '../src/lib/i18n';
import { strength, whoIs } from '../src/lib/names';
import type { SeatInfo } from '../src/lib/wire';
import WaitingRoom from '../src/pages/WaitingRoom.svelte';

beforeAll(() => setLang('en'));
afterEach(() => vi.unstubAllGlobals());

const seat = (number: number, more: Partial<SeatInfo>): SeatInfo => ({
  seat: number, name: '', kind: 'empty', user: null, level: null, ready: false, online: false, taken_over: false, seal: '', guest: false, bot: false, away: 0, ...more,
});

test('a record names a bot account, and a person keeps his own name', () => {
  expect(whoIs('Deep Mole (bot)')).toEqual({ name: 'Deep Mole (bot)', kind: 'bot', level: 'program' });
  expect(whoIs('Deep Mole').kind).toBe('person');
  expect(whoIs('Fox 2 (bot)').level).toBe('normal');
  expect(strength(seat(1, { kind: 'person', bot: true }))).toBe('bot');
});

test('programs have the square frame of bots, people are round', () => {
  for (const [props, square] of [[{ name: 'Deep Mole', bot: true }, true], [{ name: 'Ann' }, false]] as const) {
    const { container, unmount } = render(Avatar, { props });
    expect(container.querySelector('img')!.classList.contains('bot')).toBe(square);
    unmount();
  }
});

test('what a bot says is marked', () => {
  render(Chat, { props: { chat: [{ t: 'chat', n: 1, from: 'b', name: 'Deep Mole', text: 'hello', at: 0, bot: true }], say: () => {}, user: null } });
  expect(screen.getByText(/Deep Mole\s*\(bot\)/)).toBeTruthy();
});

test('the host can call a bot that is here, and one that is busy cannot be called', async () => {
  const bots = [{ id: 'one', name: 'Deep Mole', free: true }, { id: 'two', name: 'Shallow Mole', free: false }].map(({ id, name, free }) => ({
    user: { id, name, kind: 'bot' }, games: ['durak'], accept: 'everyone', free, ratings: [],
  }));
  const asked = vi.fn(async (url: string | URL | Request, init?: RequestInit) => {
    void init;
    return new Response(JSON.stringify(String(url).includes('/api/bots') ? { bots } : { games: [] }), { status: 200, headers: { 'content-type': 'application/json' } });
  });
  vi.stubGlobal('fetch', asked);
  const table = {
    id: 'table1', game: 'durak', options: {}, status: 'waiting', public: true, locked: false, hints: false, spectators: 0, spectating: true, host: 'me',
    seats: [seat(0, { kind: 'person', name: 'Ann', user: 'me', online: true }), seat(1, {})],
    clock: { turn: 0, bank: 0, reaction: 0 }, deal: 1, totals: [0, 0], commit: null, next: null, sealed: false,
  } as const;
  render(WaitingRoom, { props: { table: table as never, you: 0, user: 'me' } });
  const option = (await screen.findByRole('option', { name: 'Deep Mole' })) as HTMLOptionElement;
  expect((screen.getByRole('option', { name: 'Shallow Mole' }) as HTMLOptionElement).disabled).toBe(true);
  const list = option.closest('select')!;
  await fireEvent.change(list, { target: { value: option.value } });
  await vi.waitFor(() => expect(asked.mock.calls.some(([url, init]) => String(url).includes('/tables/table1/bot') && String(init?.body) === '{"seat":1,"user":"one"}')).toBe(true));
});
