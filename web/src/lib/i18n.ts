/**
 * Texts in three languages, loaded by language and part ("shell", or the id of a game).
 *
 * `t('shell.play')` is the text `play` of the part `shell`. Placeholders: `{name}`, and `{n|one:# card|other:# cards}`
 * with the plural forms of Intl.PluralRules. Reading a text inside a component follows the language by itself.
 */
import { SvelteMap } from 'svelte/reactivity';
import type { Lang } from './wire';

export const LANGS: { id: Lang; name: string }[] = [
  { id: 'en', name: 'English' },
  { id: 'uk', name: 'Українська' },
  { id: 'ru', name: 'Русский' },
];
export type Texts = Record<string, string>;
export type Params = Record<string, string | number>;

const files = import.meta.glob<{ default: Texts }>('../texts/*/*.ts');
const loaded = new SvelteMap<string, Texts>();
const chosen = new SvelteMap<'lang', Lang>([['lang', 'en']]);
const parts = new Set<string>(['shell']);
const rules = new Map<Lang, Intl.PluralRules>();

const isLang = (text: string): text is Lang => LANGS.some(({ id }) => id === text);

export const lang = (): Lang => chosen.get('lang')!;

/** The language to begin with: the one chosen before, else the first of the browser's that we have. */
export function detectLang(): Lang {
  const wanted = [localStorage.getItem('koloda.lang') ?? '', ...navigator.languages.map((name) => name.slice(0, 2))];
  return wanted.find(isLang) ?? 'en';
}

async function load(which: Lang, part: string): Promise<void> {
  const name = `../texts/${which}/${part}.ts`;
  const file = files[name];
  if (file && !loaded.has(`${which}/${part}`)) loaded.set(`${which}/${part}`, (await file()).default);
}

/** What is asked of the server before the texts are there is asked in this language. */
export function beginIn(first: Lang): void {
  chosen.set('lang', first);
}

/** Make the texts of a part ready, in this and in every later language. */
export async function loadPart(part: string): Promise<void> {
  parts.add(part);
  await load(lang(), part);
}

export async function setLang(next: Lang): Promise<void> {
  await Promise.all([...parts].map((part) => load(next, part)));
  chosen.set('lang', next);
  localStorage.setItem('koloda.lang', next);
  document.documentElement.lang = next;
}

/** Fill the placeholders of a text. */
export function fill(text: string, params: Params, which: Lang): string {
  return text.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (_, name: string, forms?: string) => {
    const value = params[name] ?? '';
    if (!forms) return String(value);
    let rule = rules.get(which);
    if (!rule) rules.set(which, (rule = new Intl.PluralRules(which)));
    const all: Texts = {};
    for (const form of forms.split('|')) all[form.slice(0, form.indexOf(':'))] = form.slice(form.indexOf(':') + 1);
    return (all[rule.select(Number(value))] ?? all.other ?? '').replace('#', String(value));
  });
}

export function t(key: string, params: Params = {}): string {
  const dot = key.indexOf('.');
  const text = loaded.get(`${lang()}/${key.slice(0, dot)}`)?.[key.slice(dot + 1)];
  return text === undefined ? key : fill(text, params, lang());
}

/** A text that may be missing: for names that a server may know and we do not. */
export function known(key: string): string | null {
  const text = t(key);
  return text === key ? null : text;
}
