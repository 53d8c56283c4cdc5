/** The search for a quick match: it goes on while this browser asks, on whatever page. */
import { ApiError, get, post, remove } from './api';
import { t } from './i18n';
import { attempt } from './play';
import { go } from './router.svelte';
import { ensureUser } from './session.svelte';
import { toast } from './toast.svelte';
import type { MatchState, Seek } from './wire';

const EVERY = 2_000;
const LOOKS = 'koloda.looks'; // in this tab, also after a reload
let current = $state.raw<MatchState | null>(null);
let timer = 0;

/** null: nobody is looked for. */
export const search = (): MatchState | null => current;

function keep(next: MatchState | null): void {
  clearTimeout(timer);
  current = next;
  if (next) sessionStorage.setItem(LOOKS, '1');
  else sessionStorage.removeItem(LOOKS);
}

const later = (): void => void (timer = setTimeout(() => void look(), EVERY) as unknown as number);

function follow(next: MatchState): void {
  keep(next.state === 'seeking' ? next : null);
  if (current) later();
  else if (next.table) go(`#/table/${next.table}`);
}

async function look(): Promise<void> {
  const before = current;
  try {
    const next = await get<MatchState>('match');
    if (current === before) follow(next); // else it was stopped meanwhile
  } catch (error) {
    if (current !== before) return;
    if (error instanceof ApiError && error.status === 401) keep(null);
    else later(); // the line comes back
  }
}

export const seek = (wish: Seek): Promise<unknown> =>
  attempt(async () => {
    await ensureUser();
    follow(await post<MatchState>('match', wish));
  });

/** The page was read anew: whoever looked for people in this tab goes on looking. */
export async function resumeSearch(): Promise<void> {
  if (sessionStorage.getItem(LOOKS)) await look();
}

export async function stopSearch(): Promise<void> {
  keep(null);
  await remove('match').catch(() => toast(t('shell.offline'), 'bad')); // it ends by itself in a moment
}
