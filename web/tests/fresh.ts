import { vi } from 'vitest';
import { setLang } from '../src/lib/i18n';
import { loadGames } from '../src/lib/games.svelte';

/** Files share their modules: forget the games that the server of another file has told, and begin in English. */
export async function freshGames(): Promise<void> {
  vi.stubGlobal('fetch', async () => new Response('{"games": [], "ladder": false}'));
  await setLang('uk'); // the games are kept for a language
  await loadGames();
  vi.unstubAllGlobals();
  await setLang('en');
}
