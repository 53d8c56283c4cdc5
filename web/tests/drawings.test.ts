// The faces of Viceroy are strings: each must be SVG that a browser reads as it is meant.
import { describe, expect, it } from 'vitest';
import { box, disc, drawn, markup, put, type Drawn, type Figure, type Words } from '../src/cards/viceroy/drawing';
import { edition, NEWEST } from '../src/cards/viceroy/edition.svelte';
import { back, circle, placed, small, stone, symbols, whole } from '../src/cards/viceroy/faces';
import { COLOURS, lawMarks, marks, printed } from '../src/cards/viceroy/shapes';
import { loadTable } from '../src/games/contract';
import deck from '../src/games/viceroy/deck.json';
import type { PlacedCard } from '../src/games/viceroy/view';
import { setLang } from '../src/lib/i18n';
import { draw, nameOf, positions } from './positions';

const CODES = Object.keys(deck).filter((code) => printed(code).kind !== 'unknown');

/** The drawing as elements; a mistake in it fails the test. */
function read(drawing: Drawn): Element {
  expect(drawing).not.toMatch(/undefined|NaN|null|Infinity|\[object/);
  const page = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${drawing}</svg>`, 'image/svg+xml');
  expect(page.querySelector('parsererror')?.textContent).toBeUndefined();
  for (const path of page.querySelectorAll('path')) expect(path.getAttribute('d')).toMatch(/^M[-\d][-\d. MZa-z]*$/);
  return page.documentElement;
}

const texts = (drawing: Drawn): string[] => [...read(drawing).querySelectorAll('text')].map((text) => text.textContent);
const lying = (more: Partial<PlacedCard>): PlacedCard => ({ place: '1:0', card: 'C32', tokens: {}, endless: '-', stored: '-', tucked: [], ...more });
const only = (figure: Figure, x = 0, y = 0, k = 1): Element => read(drawn([put(figure, x, y, k)])).querySelector('path')!;

describe('every card of the deck', () => {
  it('is there', () => expect(CODES).toHaveLength(88));
  it.each(CODES)('%s is drawn whole, small and in a pyramid, with its number', (code) => {
    for (const drawing of [whole(code, `Name of ${code}`), small(code), placed(lying({ card: code }))]) {
      expect(texts(drawing)).toContain(code.slice(1));
    }
    expect(texts(whole(code, `Name of ${code}`))).toContain(`Name of ${code}`);
  });
  it.each(CODES)('%s shows the numbers of its rewards in both sizes', (code) => {
    const card = printed(code);
    if (card.kind === 'unknown') return;
    const lines = card.kind === 'law' ? lawMarks(card.effect) : card.rewards.map(marks);
    const signs = (all: string[]): string[] => [...all.join('')].sort();
    const numbers = lines.flat().map(({ n }) => String(n ?? ''));
    expect(signs(texts(small(code)))).toEqual(signs([...numbers, code.slice(1)]));
    expect(signs(texts(whole(code, '~')))).toEqual(signs([...numbers, code.slice(1), '~', card.kind === 'law' ? '§' : '']));
  });
});

it('draws a card of another deck by its code', () => {
  expect(texts(whole('C99', 'C99'))).toEqual(['C99', '99']);
  expect(texts(small('C99'))).toEqual(['99']);
  expect(texts(placed(lying({ card: 'C99' })))).toEqual(['99']);
});

it('takes no text for markup', () => {
  const name = '<b onclick="x">&amp;</b>';
  const face = read(whole('C01', name));
  expect([...face.querySelectorAll('text')].map((text) => text.textContent)).toContain(name);
  expect(face.querySelector('b')).toBeNull();
  const number = read(symbols([{ kind: 'P', n: '<b>' }, { kind: 'P', n: '<' }]));
  expect(number.querySelector('text')!.textContent).toBe('<<b>');
});

describe('what lies on a card of a pyramid', () => {
  it('is shown with its numbers', () => {
    expect(texts(placed(lying({ tokens: { points: 12 } })))).toEqual(['32', '12']);
    expect(texts(placed(lying({ tokens: { circle_bonus_G: 2 }, stored: 'B2R1' })))).toEqual(['32', '+2', '3']);
  });
  it('is at most six things', () => {
    const six = placed(lying({ tokens: { magic: 6 } }));
    expect(placed(lying({ tokens: { magic: 9 } }))).toBe(six);
    expect(six).not.toBe(placed(lying({ tokens: { magic: 5 } })));
  });
  it('takes the place of the person', () => {
    const person = '#b3a283';
    expect(placed(lying({}))).toContain(person);
    for (const more of [{ tokens: { science: 1 } }, { endless: 'B1' }, { stored: 'Y2' }, { tucked: ['C01'] }]) expect(placed(lying(more))).not.toContain(person);
  });
});

it('draws circles, backs, gems and symbols', () => {
  for (const colours of ['BRGY', 'RRRR', 'YYBG']) {
    for (const painted of [undefined, ['ll'], ['ll', 'lr', 'bl', 'br']]) read(circle(colours, painted));
  }
  for (const deck of ['large', 'small', 'law'] as const) read(back(deck));
  for (const colour of COLOURS) expect(stone(colour)).not.toBe(stone(colour, true));
  for (const colour of COLOURS) read(stone(colour, true));
  for (const kind of ['G', 'D', 'P', 'M', 'S', 'F', 'A', 'E', 'MB', 'CB', 'ring', 'bust', 'under', 'hand', 'down', 'swap', 'move', 'pick', 'pass']) {
    for (const colour of [...COLOURS, '*', null] as const) expect(read(symbols([{ kind, colour }])).querySelector('path'), kind).not.toBeNull();
  }
});

describe('a drawing', () => {
  const square: Figure = [{ d: 'M-8-8H8V8H-8Z', fill: 'red', line: 'black', width: 2 }];
  it('is written into the coordinates, its lines as wide as it is large', () => {
    const path = only(square, 50, 40, 0.5);
    expect(path.getAttribute('d')).toBe('M46 36h8v8h-8z');
    expect(path.hasAttribute('stroke-width')).toBe(false);
    expect(only(square, 50, 40).getAttribute('stroke-width')).toBe('2');
  });
  it('keeps the radii and flags of arcs, and begins each part where it was', () => {
    expect(only([{ d: `${disc(0, 0, 10)}M5 5 6 7Z`, fill: 'red' }], 1, 1, 2).getAttribute('d')).toBe('M21 1a20 20 0 0 1-40 0a20 20 0 0 1 40 0zm-10 10l2 4z');
  });
  it('is turned around a point', () => {
    expect(box(0, 0, 2, 4, 0, 90, [0, 0])).toBe('M0 0L0 2L-4 2L-4 0Z');
  });
  it('has one path for shapes of one paint and one text for numbers of one look', () => {
    const coin: Figure = [{ d: disc(0, 0, 9), fill: 'gold' }, { text: '5', x: 0, y: 4, size: 12, fill: 'black' }];
    const both = read(drawn([put(coin, 10, 10), put(coin, 40, 10)]));
    expect(both.querySelectorAll('path')).toHaveLength(1);
    expect([...both.querySelectorAll('text')].map((text) => [text.getAttribute('x'), text.getAttribute('y'), text.textContent])).toEqual([['10 40', '14 14', '55']]);
  });
  it('keeps what lies on each other in its order', () => {
    const sheet = (fill: string): Figure[number] => ({ d: 'M0 0H9V9Z', fill });
    const order = (...figures: Figure[]): (string | null)[] => [...read(drawn(figures.map((figure) => put(figure)))).children].map((path) => path.getAttribute('fill'));
    expect(order([sheet('red'), sheet('red'), sheet('red')])).toEqual(['red', 'red', 'red']);
    expect(order([sheet('red'), sheet('blue')], [sheet('blue'), sheet('red')])).toEqual(['red', 'blue', 'red']);
  });
  it('is all that becomes markup', () => {
    for (const foreign of ['<img src="x">', '<path d="M0 0"/><script>1</script>', '<path onload="1"/>', '<text>a</text><svg>']) {
      expect(() => markup(foreign as Drawn), foreign).toThrow(TypeError);
    }
    const words: Words = { text: '<img src=x onload=1>', x: 0, y: 0, size: 9, fill: 'red' };
    expect(markup(drawn([], [words]))).toContain('&#60;img src=x onload=1&#62;');
  });
});

describe('a table that began with an older deck', () => {
  const chosen = positions('viceroy').find(({ view }) => view.phase === 'law_choose' && view.hand?.includes('L77'))!;
  const hand = async (deck: number): Promise<string> => {
    const Table = await loadTable('viceroy');
    const { container, unmount } = draw(Table, { ...chosen, view: { ...chosen.view, deck } });
    const card = [...container.querySelectorAll('.hand button')].find((button) => nameOf(button).startsWith('Secret Archive'))!;
    const label = nameOf(card);
    expect([...card.querySelectorAll('text')].map((text) => text.textContent)).toContain(/(\d) points/.exec(label)![1]);
    unmount();
    return label;
  };
  it('shows the cards of that deck, in pictures and words', async () => {
    await setLang('en');
    expect(await hand(1)).toContain('2 points for each');
    expect(await hand(2)).toContain('5 points for each');
    expect(await hand(3)).toContain('7 points for each');
    expect(await hand(4)).toContain('7 points for each');
    expect(new Set([1, 2, 3].map((version) => texts(small('L77', version)).join())).size).toBe(3);
    expect([1, 2, 3, NEWEST].map((version) => printed('L66', version))).toMatchObject(
      [['F1', 'P6', 'G4'], ['F1+G1', 'P6', 'G4'], ['F1', 'P6', 'G3'], ['F1', 'P6', 'G2']].map((options) => ({ effect: { options } })),
    );
    expect(edition.version).toBe(NEWEST);
  });
  it('knows the cards of another deck by their codes alone', () => {
    expect(printed('L77', 0)).toEqual({ kind: 'unknown' });
    expect(printed('C32', 1)).toEqual(printed('C32', NEWEST));
  });
});
