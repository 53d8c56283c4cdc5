/** Requests to the server: JSON in, JSON out, errors as sentences in the reader's language. */
import { lang, t } from './i18n';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

type Query = Record<string, string | number | boolean | undefined>;

/** A path with names from elsewhere in it: path`tables/${id}/replay`. */
export const path = (parts: TemplateStringsArray, ...names: (string | number)[]): string =>
  String.raw({ raw: parts }, ...names.map((name) => encodeURIComponent(name)));

export function address(path: string, query: Query = {}): string {
  const all = new URLSearchParams({ lang: lang() });
  for (const [name, value] of Object.entries(query)) if (value !== undefined) all.set(name, String(value));
  return `/api/${path}?${all}`;
}

/** `body` is JSON as text, or what is to be written as JSON. */
async function request<T>(method: string, path: string, query: Query, body?: unknown): Promise<{ status: number; data: T }> {
  let answer: Response;
  try {
    answer = await fetch(address(path, query), {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, 'offline', t('shell.offline'));
  }
  const data = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) throw new ApiError(answer.status, data?.error?.code ?? 'failed', data?.error?.text ?? t('shell.failed'));
  return { status: answer.status, data };
}

export const get = async <T>(path: string, query: Query = {}): Promise<T> => (await request<T>('GET', path, query)).data;
export const getStatus = <T>(path: string, query: Query = {}): Promise<{ status: number; data: T }> => request<T>('GET', path, query);
export const post = async <T>(path: string, body: unknown = {}, query: Query = {}): Promise<T> =>
  (await request<T>('POST', path, query, body)).data;
export const patch = async <T>(path: string, body: unknown): Promise<T> => (await request<T>('PATCH', path, {}, body)).data;
export const remove = async (path: string): Promise<void> => void (await request('DELETE', path, {}));
