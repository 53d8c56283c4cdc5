/**
 * Texts, one folder for each language and one file for each part ("shell", or the id of a game): docs/translating.md.
 *
 * `t('shell.play')` is the text `play` of the part `shell`. Placeholders: `{name}`, and `{n|one:# card|other:# cards}`
 * with the plural forms of Intl.PluralRules. Reading a text inside a component follows the language by itself.
 * What a language does not have yet is said in English.
 */
import { SvelteMap } from 'svelte/reactivity';
import type { Lang } from './wire';

/** What a language says of itself: the letters on court cards, letters that its faces have to bring, and whether it has every text. */
type Language = { name: string; rank: number; indices: 'latin' | 'cyrillic'; letters: string; whole: boolean };

export type Texts = Record<string, string>;
export type Params = Record<string, string | number>;

const languages = import.meta.glob<Language>('../texts/*/language.json', { eager: true, import: 'default' });
export const LANGS: ({ id: Lang } & Language)[] = Object.entries(languages)
  .map(([path, language]) => ({ id: path.split('/').at(-2)!, ...language }))
  .sort((one, other) => one.rank - other.rank);
const files = import.meta.glob<Texts>(['../texts/*/*.json', '!../texts/*/language.json'], { import: 'default' });
const loaded = new SvelteMap<string, Texts>();
const chosen = new SvelteMap<'lang', Lang>([['lang', 'en']]);
const parts = new Set<string>(['shell']);
const rules = new Map<Lang, Intl.PluralRules>();

const isLang = (text: string): text is Lang => LANGS.some(({ id }) => id === text);

export const lang = (): Lang => chosen.get('lang')!;

export const language = (which: Lang = lang()): Language => LANGS.find(({ id }) => id === which) ?? LANGS[0]!;

/** The language to begin with: the one chosen before, else the first of the browser's that we have. */
export function detectLang(): Lang {
  const wanted = [localStorage.getItem('koloda.lang') ?? '', ...navigator.languages.map((name) => name.slice(0, 2))];
  return wanted.find(isLang) ?? 'en';
}

const text = async (which: Lang, part: string): Promise<Texts | undefined> => files[`../texts/${which}/${part}.json`]?.();

/** The texts of a part, with the names of a game's cards, which tools/web_data.py writes from the game's own. */
async function load(which: Lang, part: string): Promise<void> {
  if (loaded.has(`${which}/${part}`)) return;
  const found = await Promise.all([text(which, part), text(which, `${part}-cards`)]);
  if (!language(which).whole) await load('en', part);
  const all = { ...(language(which).whole ? {} : loaded.get(`en/${part}`)), ...found[0], ...found[1] };
  if (Object.keys(all).length) loaded.set(`${which}/${part}`, all);
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
