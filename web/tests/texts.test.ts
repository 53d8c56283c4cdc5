import { describe, expect, it } from 'vitest';
import { fill, LANGS, loadPart, setLang, t } from '../src/lib/i18n';

type Texts = Record<string, string>;
const files = import.meta.glob<Texts>(['../src/texts/*/*.json', '!../src/texts/*/language.json'], { eager: true, import: 'default' });
const parts = [...new Set(Object.keys(files).map((path) => path.split('/').at(-1)!))].sort();
const text = (lang: string, part: string): Texts | undefined => files[`../src/texts/${lang}/${part}`];
const names = (line: string): string[] => [...line.matchAll(/\{(\w+)/g)].map((found) => found[1]!).sort();

it('finds the languages by their folders, English first', () => {
  expect(LANGS.map(({ id }) => id).slice(0, 3)).toEqual(['en', 'uk', 'ru']);
  expect(new Set(LANGS.map(({ rank }) => rank)).size).toBe(LANGS.length);
});

// a language that is not whole says in English what it lacks
const whole = LANGS.filter((language) => language.whole).map(({ id }) => id);
it.each(LANGS.map(({ id }) => id))('has in %s the texts around all games', (lang) => expect(text(lang, 'shell.json')).toBeDefined());
it.each(whole)('has in %s every part', (lang) => expect(parts.filter((part) => !text(lang, part))).toEqual([]));

describe.each(parts)('texts of %s', (part) => {
  const english = text('en', part)!;
  const spoken = LANGS.map(({ id }) => id).filter((lang) => text(lang, part));
  it.each(spoken)('has in %s the keys and placeholders of English', (lang) => {
    const other = text(lang, part)!;
    if (whole.includes(lang)) expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
    expect(Object.keys(other).filter((key) => !(key in english))).toEqual([]);
    for (const key of Object.keys(other)) expect([key, names(other[key]!)]).toEqual([key, names(english[key]!)]);
  });
  it.each(spoken)('has in %s all plural forms wherever it has any', (lang) => {
    const wanted = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
    for (const [key, line] of Object.entries(text(lang, part)!))
      for (const [, forms] of line.matchAll(/\{\w+\|([^}]*)\}/g)) {
        const have = forms!.split('|').map((form) => form.split(':')[0]);
        expect([key, have.toSorted()]).toEqual([key, wanted.toSorted()]);
      }
  });
});

it('says in English what a language lacks', async () => {
  await loadPart('viceroy');
  await setLang('pl');
  expect(t('viceroy.colour.B')).toBe(text('en', 'viceroy.json')!['colour.B']);
  expect(t('shell.lobby')).toBe(text('pl', 'shell.json')!.lobby);
  await setLang('en');
});

it('reads a part with the names of the cards, in the language of the page', async () => {
  await loadPart('viceroy');
  await setLang('uk');
  expect(t('viceroy.colour.B')).toBe(text('uk', 'viceroy.json')!['colour.B']);
  const [code, name] = Object.entries(text('uk', 'viceroy-cards.json')!)[0]!;
  expect(t(`viceroy.${code}`)).toBe(name);
  await setLang('en');
});

describe('fill', () => {
  const cards = '{n|one:# карта|few:# карти|many:# карт|other:# карти}';
  it.each([
    [1, '1 карта'],
    [2, '2 карти'],
    [5, '5 карт'],
    [11, '11 карт'],
    [21, '21 карта'],
    [22, '22 карти'],
  ])('chooses the form for %i', (n, wanted) => expect(fill(cards, { n }, 'uk')).toBe(wanted));
  it('fills names', () => expect(fill('{who} plays {what}', { who: 'Ihor', what: '7♠' }, 'en')).toBe('Ihor plays 7♠'));
});
