/** The search for a match outlives a reload of the page. */
import { afterEach, expect, it, vi } from 'vitest';

const STATE = { state: 'seeking', game: 'durak', seats: 2, others: 0, since: 0, bots_in: null, table: null };
let asked: string[] = [];

afterEach(() => vi.unstubAllGlobals());

/** The page as it is read anew: its modules know nothing. */
async function anew(): Promise<typeof import('../src/lib/match.svelte')> {
  vi.resetModules();
  return import('../src/lib/match.svelte');
}

it('goes on looking after a reload, in the same tab', async () => {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: { method?: string } = {}) => {
    asked.push(`${method} ${url.split('?')[0]}`);
    if (method === 'DELETE') return new Response(null, { status: 204 });
    return new Response(JSON.stringify(url.includes('session') ? { user: { id: 'me', name: 'Ann', kind: 'guest' }, token: 't' } : STATE));
  });
  const before = await anew();
  await before.seek({ game: 'durak', seats: 2, level: 'easy', options: {}, bots_after: 0 });
  const page = await anew();
  expect(page.search()).toBeNull();
  await page.resumeSearch();
  expect(page.search()?.game).toBe('durak');
  await page.stopSearch();
  asked = [];
  await (await anew()).resumeSearch();
  expect(asked).toEqual([]); // who has stopped it looks no more
  await before.stopSearch();
});
