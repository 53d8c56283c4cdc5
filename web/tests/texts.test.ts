import { describe, expect, it } from 'vitest';
import { fill, LANGS } from '../src/lib/i18n';

const files = import.meta.glob<{ default: Record<string, string> }>('../src/texts/*/*.ts', { eager: true });
const parts = [...new Set(Object.keys(files).map((path) => path.split('/').at(-1)!))].sort();
const text = (lang: string, part: string): Record<string, string> => files[`../src/texts/${lang}/${part}`]?.default ?? {};
const names = (line: string): string[] => [...line.matchAll(/\{(\w+)/g)].map((found) => found[1]!).sort();

describe.each(parts)('texts of %s', (part) => {
  const english = text('en', part);
  it.each(LANGS.slice(1).map(({ id }) => id))('has in %s the keys and placeholders of English', (lang) => {
    const other = text(lang, part);
    expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
    for (const key of Object.keys(english)) expect([key, names(other[key]!)]).toEqual([key, names(english[key]!)]);
  });
  it.each(LANGS.map(({ id }) => id))('has in %s all plural forms wherever it has any', (lang) => {
    const wanted = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
    for (const [key, line] of Object.entries(text(lang, part)))
      for (const [, forms] of line.matchAll(/\{\w+\|([^}]*)\}/g)) {
        const have = forms!.split('|').map((form) => form.split(':')[0]);
        expect([key, have.toSorted()]).toEqual([key, wanted.toSorted()]);
      }
  });
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
