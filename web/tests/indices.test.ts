// The letters of court cards, by the setting and by the language; and names that follow the language.
import { render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import { GLYPHS } from '../src/cards/glyphs';
import PlayingCard from '../src/cards/PlayingCard.svelte';
import { setLang } from '../src/lib/i18n';
import { index, printed } from '../src/lib/indices';
import { called } from '../src/lib/names';
import { settings } from '../src/lib/settings.svelte';

afterEach(async () => {
  settings.indices = 'auto';
  await setLang('en');
});
const corner = (code: string): string | null => render(PlayingCard, { code }).container.querySelector('g g path')!.getAttribute('d');

it.each([
  ['en', 'auto', 'J Q K A'],
  ['uk', 'auto', 'В Д К Т'],
  ['ru', 'auto', 'В Д К Т'],
  ['ru', 'latin', 'J Q K A'],
  ['en', 'cyrillic', 'В Д К Т'],
] as const)('in %s with the setting %s: %s', async (lang, which, letters) => {
  await setLang(lang);
  settings.indices = which;
  flushSync();
  expect([...'JQKA'].map(index).join(' ')).toBe(letters);
  expect(corner('JS')).toBe(GLYPHS[letters[0]!]);
  expect(corner('AH')).toBe(GLYPHS[letters.at(-1)!]);
  expect(corner('9H')).toBe(GLYPHS['9']);
});
it('are those of the sentences, too', async () => {
  await setLang('ru');
  expect(printed('Anna: Q♠ не бьёт K♠, козырь ♥')).toBe('Anna: Д♠ не бьёт К♠, козырь ♥');
  expect(printed('только те, что есть на столе: 7, 10, J, A')).toBe('только те, что есть на столе: 7, 10, В, Т');
  expect(printed('A: пас. K ходит 10♣')).toBe('A: пас. K ходит 10♣'); // names of players
  settings.indices = 'latin';
  expect(printed('Q♠')).toBe('Q♠');
});
it('guests and bots are called so in every language', async () => {
  const all = ['Guest 297', 'Гість 12', 'Гость 5', 'Bot 2', 'Guestbook 3', 'Olena'];
  expect(all.map(called)).toEqual(['Guest 297', 'Guest 12', 'Guest 5', 'Bot 2', 'Guestbook 3', 'Olena']);
  await setLang('uk');
  expect(all.map(called)).toEqual(['Гість 297', 'Гість 12', 'Гість 5', 'Бот 2', 'Guestbook 3', 'Olena']);
  await setLang('ru');
  expect(called('Гість 12')).toBe('Гость 12');
});
