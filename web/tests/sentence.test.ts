// The sentences of the log: who acts, suits as signs, cards on their colours, and nothing that is lost on the way.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadPage } from '../src/games/contract';
import { loadPart, setLang } from '../src/lib/i18n';
import { actor, sentence, type Sentence } from '../src/lib/sentence';
import { people } from './positions';

const seats = people(['Olena', 'Fox', 'Fox 2']);
const whole = ({ name, parts }: Sentence): string => name + parts.map(({ text }) => text).join('');
const chipped = ({ parts }: Sentence): string[] => parts.filter(({ chip }) => chip).map(({ text }) => text);

it('finds who acts by the name at the beginning, the longer of two', () => {
  expect(actor('Fox 2 takes.', seats)?.seat).toBe(2);
  expect(actor('Fox: pass.', seats)?.seat).toBe(1);
  expect(actor('Foxes are red.', seats)).toBeNull();
  expect(actor('Round 1: Fox attacks Olena.', seats)).toBeNull();
});

it('draws suits and keeps all the words', () => {
  const said = sentence('Fox beats 10♠ with A♠.', seats);
  expect(said.parts.filter(({ suit }) => suit).map(({ suit }) => suit)).toEqual(['S', 'S']);
  expect(whole(said)).toBe('Fox beats 10♠ with A♠.');
});

describe.each([
  ['en', 'flights', 'Fox swaps yellow 4 for green 4 of Olena.', ['yellow 4', 'green 4']],
  ['uk', 'flights', 'Fox обмінює жовте 4 на зелене 4 (Olena).', ['жовте 4', 'зелене 4']],
  ['ru', 'flights', 'Fox меняет жёлтую 4 на зелёную 4 (Olena).', ['жёлтую 4', 'зелёную 4']],
  ['en', 'yassa', 'Your cards: red 2, yellow Reverse, green Skip, Order a colour.', ['red 2', 'yellow Reverse', 'green Skip']],
  ['uk', 'yassa', 'Ваші карти: червона 2, жовта «Навпаки», синя 4.', ['червона 2', 'жовта «Навпаки»', 'синя 4']],
  ['ru', 'yassa', 'Fox кладёт: красная «Наоборот».', ['красная «Наоборот»']],
  ['en', 'junquick', 'Olena wins the pile: Jun 1, Jun Fibber 4, Evolution.', ['Jun 1', 'Jun Fibber 4']],
  ['uk', 'junquick', 'Fox активує: Джун Злодій 3, ціль – Olena.', ['Джун Злодій 3']],
  ['en', 'viceroy', 'Fox 2 takes a gem: blue.', ['blue']],
] as const)('in %s, %s', (lang, game, text, cards) => {
  it(`puts the cards of "${text}" on their colours`, async () => {
    await setLang(lang);
    await loadPart(game);
    const { chips, drop } = await loadPage(game);
    const said = sentence(text, seats, chips!(), drop);
    expect(chipped(said)).toEqual(cards);
    expect(whole(said)).toBe(text);
  });
});

describe('what only programs need', () => {
  beforeAll(() => setLang('en'));
  it('is not shown', async () => {
    await loadPart('viceroy');
    const { drop } = await loadPage('viceroy');
    expect(whole(sentence('Fox gets Scribe (C36) (red, base of the arrow).', seats, [], drop))).toBe('Fox gets Scribe (red, base of the arrow).');
  });
});
