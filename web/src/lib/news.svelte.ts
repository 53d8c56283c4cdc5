/** What a person should know wherever he is: whose turn it is at his tables, invitations, who looks for a match. */
import { get, path, post } from './api';
import { loadPart, t } from './i18n';
import { called } from './names';
import { attempt } from './play';
import { go, route } from './router.svelte';
import { me, whoami } from './session.svelte';
import { toast } from './toast.svelte';
import type { Invitation, News, TableInfo } from './wire';

const NOTHING: News = { tables: [], invitations: [], seeking: {} };
const [OFTEN, SELDOM] = [5_000, 20_000]; // the server takes who has asked within a minute as present
let latest = $state.raw<News>(NOTHING);
let ended = $state(0);
const told = new Set<string>();

export const news = (): News => latest;

/** How often a table has gone from the list of one's own: what was played there is over. */
export const gamesEnded = (): number => ended;

/** How many things wait for this person. */
export const waiting = (): number => latest.tables.filter(({ turn }) => turn).length + latest.invitations.length;

/** The title of a page, with the number of them. */
export const titled = (text: string): string => `${waiting() ? `(${waiting()}) ` : ''}${text ? `${text} · koloda` : 'koloda'}`;

export async function freshNews(): Promise<void> {
  const next = (await whoami()) && me()?.kind !== 'bot' ? await get<News>('session/news') : NOTHING;
  if (latest.tables.some(({ id }) => !next.tables.some((table) => table.id === id))) ended += 1;
  latest = next;
  if (!latest.invitations.length) return;
  await loadPart('meet');
  for (const { id, inviter } of latest.invitations) {
    if (told.has(id)) continue;
    told.add(id);
    if (route().page === 'table') toast(t('meet.invites_toast', { who: called(inviter.name) })); // elsewhere it is in sight
  }
}

type Badge = { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

function badge(): void {
  const where = navigator as Badge;
  const n = waiting();
  void (n ? where.setAppBadge?.(n) : where.clearAppBadge?.())?.catch(() => {}); // only installed pages have one
}

/** To be called inside an effect: asks again and again until it ends. */
export function watchNews(): () => void {
  let timer = 0;
  let ended = false;
  const look = async (): Promise<void> => {
    await freshNews().then(badge).catch(() => {}); // the page around says when the server is not there
    if (!ended) timer = setTimeout(look, document.hidden || route().page === 'table' ? SELDOM : OFTEN) as unknown as number;
  };
  timer = setTimeout(look, 0) as unknown as number;
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** Come, or say no. */
export async function reply({ id }: Invitation, accept: boolean): Promise<void> {
  const answer = await attempt(() => post<{ table: TableInfo }>(path`invitations/${id}`, { accept }));
  latest = { ...latest, invitations: latest.invitations.filter((one) => one.id !== id) };
  if (accept && answer) go(`#/table/${answer.table.id}`);
}
