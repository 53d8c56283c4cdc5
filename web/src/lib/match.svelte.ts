/** The search for a quick match: it goes on while this browser asks, on whatever page. */
import { get, post, remove } from './api';
import { t } from './i18n';
import { attempt } from './play';
import { go } from './router.svelte';
import { ensureUser } from './session.svelte';
import { toast } from './toast.svelte';
import type { MatchState, Seek } from './wire';

const EVERY = 2_000;
let current = $state.raw<MatchState | null>(null);
let timer = 0;

/** null: nobody is looked for. */
export const search = (): MatchState | null => current;

function follow(next: MatchState): void {
  clearTimeout(timer);
  if (next.state === 'found' && next.table) {
    current = null;
    go(`#/table/${next.table}`);
    return;
  }
  current = next.state === 'seeking' ? next : null;
  if (current) timer = setTimeout(() => void look(), EVERY) as unknown as number;
}

async function look(): Promise<void> {
  const before = current;
  try {
    const next = await get<MatchState>('match');
    if (current === before) follow(next); // else it was stopped meanwhile
  } catch {
    if (current === before && before) timer = setTimeout(() => void look(), EVERY) as unknown as number; // the line comes back
  }
}

export const seek = (wish: Seek): Promise<unknown> =>
  attempt(async () => {
    await ensureUser();
    follow(await post<MatchState>('match', wish));
  });

export async function stopSearch(): Promise<void> {
  clearTimeout(timer);
  current = null;
  await remove('match').catch(() => toast(t('shell.offline'), 'bad')); // it ends by itself in a moment
}
