// The dialogue for a new table: what went wrong stays to be read.
import { fireEvent, render } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { setLang } from '../src/lib/i18n';
import NewTableDialog from '../src/pages/NewTableDialog.svelte';

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal = function show() { this.open = true; }; // jsdom has none
  await setLang('en');
});
afterEach(() => vi.unstubAllGlobals());

const GAME = { id: 'flights', name: 'Flights', summary: '', seats: { min: 2, max: 4, default: 4 }, options: [], presets: [], levels: [{ id: 'normal', name: 'normal' }], art: false, guide: false, reaction: 3 };
const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });

it('keeps the refusal of a table in sight when the options of the table come later', async () => {
  let told: (answer: Response) => void = () => {};
  const options = new Promise<Response>((resolve) => (told = resolve));
  let asked = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.split('?')[0]!;
    if (path === '/api/games') return json({ games: [GAME] });
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

it('keeps the number of seats within what the game has, and says what that is', async () => {
  vi.stubGlobal('fetch', async (url: string) => (url.split('?')[0] === '/api/games' ? json({ games: [GAME] }) : json({ options: {}, given: {}, possible: {}, bots: [] })));
  const { container } = render(NewTableDialog, { props: { open: true, game: 'flights' } });
  const field = await vi.waitFor(() => container.querySelector<HTMLInputElement>('input[type=number]')!);
  await vi.waitFor(() => expect(field.labels?.[0]?.textContent).toContain('2–4'));
  for (const [typed, kept] of [['15', '4'], ['1', '2'], ['', '4'], ['3', '3']] as const) {
    await fireEvent.input(field, { target: { value: typed } });
    await fireEvent.change(field);
    expect(field.value).toBe(kept);
  }
});

it('lets nobody wait longer for a reaction than the game needs', async () => {
  const wishes: { clock: { reaction: number } }[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    const path = url.split('?')[0]!;
    if (path === '/api/games') return json({ games: [GAME] });
    if (path === '/api/session') return json({ user: { id: 'u', name: 'Ann', kind: 'guest' } });
    if (path !== '/api/tables') return json({ options: {}, given: {}, possible: {}, bots: [] });
    wishes.push(JSON.parse(String(body)));
    return json({ table: { id: 'T' } });
  });
  const { container } = render(NewTableDialog, { props: { open: true, game: 'flights' } });
  await vi.waitFor(() => expect(container.querySelector('input[type=number]')).not.toBeNull());
  await fireEvent.submit(container.querySelector('form')!);
  await vi.waitFor(() => expect(wishes.map(({ clock }) => clock.reaction)).toEqual([3]));
});
