/** Who is sitting here. A guest is made the moment one is needed, so that one click starts a game. */
import { ApiError, get, patch, post, remove } from './api';
import { t } from './i18n';
import type { User } from './wire';

let user = $state<User | null>(null);
let asked: Promise<User | null> | null = null;
const KNOWN = 'koloda.known'; // this browser was somebody once: worth asking

export const me = (): User | null => user;

/** Ask the server once who we are. */
export function whoami(): Promise<User | null> {
  if (!asked && !localStorage.getItem(KNOWN)) asked = Promise.resolve(null);
  asked ??= get<{ user: User }>('session')
    .then((answer) => (user = answer.user))
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return (user = null);
      asked = null;
      throw error;
    });
  return asked;
}

function become(next: User): User {
  localStorage.setItem(KNOWN, '1');
  asked = Promise.resolve(next);
  return (user = next);
}

export async function ensureUser(): Promise<User> {
  const known = await whoami();
  if (known) return known;
  const answer = await post<{ user: User }>('session', { name: t('shell.guest_name', { n: 100 + Math.floor(Math.random() * 900) }) });
  return become(answer.user);
}

export async function rename(name: string): Promise<void> {
  await ensureUser();
  become((await patch<{ user: User }>('session', { name })).user);
}

export async function register(login: string, password: string): Promise<void> {
  await ensureUser();
  const answer = await post<{ user: User; codes: string[] }>('account', { login, password });
  become(answer.user);
  codes = answer.codes;
}

/** Recovery codes that the server has just given out: it shows them this one time. */
let codes = $state.raw<string[]>([]);
export const freshCodes = (): string[] => codes;
export const forgetCodes = (): void => void (codes = []);

export async function newCodes(password: string): Promise<void> {
  codes = (await post<{ codes: string[] }>('account/codes', { password })).codes;
}

export async function changePassword(password: string, next: string): Promise<void> {
  become((await post<{ user: User }>('account/password', { password, new: next })).user);
}

export async function recover(login: string, code: string, password: string): Promise<void> {
  become((await post<{ user: User }>('recover', { login, code, password })).user);
}

/** For good: from now on a program plays here. */
export async function becomeBot(password: string): Promise<void> {
  become((await post<{ user: User }>('account/bot', { password })).user);
}

export async function logOutEverywhere(): Promise<void> {
  await remove('sessions');
  nobody();
}

export async function deleteAccount(password: string): Promise<void> {
  await post('account/delete', { password });
  nobody();
}

export async function logIn(login: string, password: string): Promise<void> {
  become((await post<{ user: User }>('login', { login, password })).user);
}

export async function logOut(): Promise<void> {
  const { silence } = await import('./push');
  await silence().catch(() => {}); // whoever sits here next must not read what is not for him
  await remove('session');
  nobody();
}

function nobody(): void {
  localStorage.removeItem(KNOWN);
  user = null;
  asked = Promise.resolve(null);
  codes = [];
}
