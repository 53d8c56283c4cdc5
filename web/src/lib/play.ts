/** Ways to a table. */
import { path, post } from './api';
import { go } from './router.svelte';
import { ensureUser } from './session.svelte';
import { toast } from './toast.svelte';
import type { NewTable, TableInfo, User, Value } from './wire';

/** Show what went wrong instead of leaving a promise with an error behind. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), 'bad');
    return null;
  }
}

/** A game against bots, at once. */
export const quick = (game: string, level?: string, seats?: number, options?: Record<string, Value>): Promise<void | null> =>
  attempt(async () => {
    await ensureUser();
    const { table } = await post<{ table: TableInfo }>('quick', { game, level, seats, options });
    go(`#/table/${table.id}`);
  });

/** Whoever asks shows what goes wrong. `guest`: who is asked to come. */
export async function openTable(wish: NewTable, guest: User | null = null): Promise<void> {
  await ensureUser();
  const { table } = await post<{ table: TableInfo }>('tables', wish);
  go(`#/table/${table.id}`);
  if (guest) await attempt(() => post(path`tables/${table.id}/invite`, { user: guest.id }));
}
