// The table of any game, drawn from layouts written by hand: a bluffing game and a game of tricks.
import { readFileSync } from 'node:fs';
import { flushSync, tick, type Component } from 'svelte';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from '@testing-library/svelte';
import { loadTable, type TableProps } from '../src/games/contract';
import { beginning, cardsIn, containing, counts, homes, journeys, moves, patterns, press, verb } from '../src/games/any/zones';
import { setLang } from '../src/lib/i18n';
import { messages } from '../src/lib/toast.svelte';
import type { Layout, Legal, TableEvent } from '../src/lib/wire';
import { nameOf, people } from './positions';

type Frame = { view: any; layout: Layout; legal: Legal[]; owed: boolean; events: TableEvent[] };
type Fixture = { names: string[]; frames: Frame[] };
const read = (name: string): Fixture => JSON.parse(readFileSync(`${import.meta.dirname}/layouts/${name}.json`, 'utf8')) as Fixture;
const [bluff, tricks] = [read('bluff'), read('tricks')];

let Table: Component<TableProps>;
beforeAll(async () => {
  await setLang('en');
  Table = await loadTable('a game of somebody else');
});

function draw({ names, frames }: Fixture, at: number, other: Partial<TableProps> = {}) {
  const [act, why] = [vi.fn<(a: string) => void>(), vi.fn<(a: string) => void>()];
  const frame = frames[at]!;
  const props: TableProps = {
    ...frame, aids: null, awaited: frame.view?.to_act === undefined ? null : [frame.view.to_act ?? []].flat(), seats: people(names), you: 0, clock: null, lang: 'en', hinted: null, act, why, open: null, ...other,
  };
  const { container, rerender } = render(Table, { props });
  const find = (name: string): HTMLButtonElement | undefined => [...container.querySelectorAll('button')].find((button) => nameOf(button).replace(/\d$/, '') === name || nameOf(button) === name);
  const tap = (...names: string[]): void => {
    for (const name of names) {
      expect(find(name), `no button "${name}"`).toBeDefined();
      find(name)!.click();
      flushSync();
    }
  };
  const chosen = (): string[] => [...container.querySelectorAll('.card.selected')].map(nameOf);
  const raised = (): string[] => [...container.querySelectorAll('button.card.legal')].map(nameOf);
  const actions = (): string[] => [...container.querySelectorAll<HTMLElement>('.actions button')].map((button) => button.dataset.action!);
  return { container, rerender, act, why, find, tap, chosen, raised, actions, status: () => container.querySelector('.status')!.textContent, props };
}

describe('what a layout shows', () => {
  it('draws every player with name and number of cards, and no card that is hidden', () => {
    const { container } = draw(bluff, 1);
    for (const name of bluff.names.slice(1)) expect(container.textContent).toContain(name);
    const counted = [...container.querySelectorAll('.seat')].map((seat) => `${seat.querySelector('.name')!.textContent} ${seat.querySelector('.count')!.textContent}`);
    expect(counted.sort()).toEqual(['Bot 2 7', 'Mak 6', 'Zirka 6']);
    expect(container.querySelector('.prompt .count')!.textContent).toBe('6'); // one's own stands with the prompt
    expect(container.querySelectorAll('.hand button')).toHaveLength(6);
  });
  it('draws piles with their size, notes, counters, rows and what is asked', () => {
    const { container, status } = draw(bluff, 1);
    expect([...container.querySelectorAll('[role=group]')].map(nameOf)).toEqual(expect.arrayContaining(['On the table: 5 cards', 'Thrown away: 4 cards']));
    expect(container.textContent).toContain('Claimed two queens by Zirka');
    expect(status()).toBe('Queens: lay more, or do not believe');
    const other = draw(tricks, 1).container;
    expect(other.textContent).toContain('7 Tricks left');
    expect(other.querySelector('[aria-label="Trick: 2 cards"]')!.querySelectorAll('[aria-label$="of spades"]')).toHaveLength(2);
  });
  it('tells what happened last until something else happens', async () => {
    const { container, rerender } = draw(bluff, 1);
    const told = (): string | null => container.querySelector('.told')!.textContent;
    expect(told()).toBe('Zirka lays two cards: queens.');
    await rerender({ events: [] });
    expect(told()).toBe('Zirka lays two cards: queens.');
    await rerender({ events: bluff.frames[2]!.events });
    expect(told()).toBe('You lay one card: a queen.');
  });
  it('marks whose turn it is and says for whom one waits', () => {
    const { container, status } = draw(bluff, 2);
    expect(container.querySelector('.seat.turn')!.textContent).toContain('Mak');
    expect(status()).toBe('Waiting for Mak');
  });
  it('lets a pile of seen cards be looked through', async () => {
    const show = (HTMLDialogElement.prototype.showModal = vi.fn());
    const { tap, container } = draw(bluff, 1);
    tap('Look through Thrown away: 4 cards');
    await tick();
    expect(show).toHaveBeenCalled();
    expect([...container.querySelectorAll('dialog .all li')].map(nameOf)).toEqual(['seven of spades', 'seven of hearts', 'seven of clubs', 'seven of diamonds']);
  });
  it('shows a spectator hands as far as they are known', () => {
    const { container } = draw(tricks, 4, { you: null, legal: [] });
    expect(container.querySelectorAll('.hand button, button.card')).toHaveLength(0);
    expect(container.querySelectorAll('.fan')).toHaveLength(3);
  });
  it('falls back to words where a game has no layout', () => {
    const { container, tap, act } = draw(bluff, 1, { layout: null });
    expect(container.querySelector('dl')!.textContent).toContain('follow');
    tap('I don’t believe');
    expect(act.mock.calls).toEqual([['doubt']]);
  });
});

describe('a press', () => {
  beforeEach(() => messages.splice(0));

  it('plays the card that has one action', () => {
    const { tap, act, raised } = draw(tricks, 1);
    expect(raised()).toEqual(['seven of spades', 'jack of spades', 'ace of spades']);
    tap('ace of spades');
    expect(act.mock.calls).toEqual([['play AS']]);
  });
  it('offers a menu where a card has several actions, shortened to what differs', () => {
    const { tap, act, actions, status, container } = draw(tricks, 4);
    tap('wild card');
    expect(act).not.toHaveBeenCalled();
    expect(actions()).toEqual(['play WX:R!', 'play WX:G!']);
    expect(status()).toBe('Wild…');
    expect([...container.querySelectorAll('.actions button')].map((button) => button.firstChild!.textContent!.trim())).toEqual(['red', 'green']);
    tap('Wild, green');
    expect(act.mock.calls).toEqual([['play WX:G!']]);
  });
  it('asks why with the words of the actions that there are', () => {
    const { tap, act, why } = draw(tricks, 1);
    tap('ten of diamonds');
    expect(why.mock.calls).toEqual([['play TD']]);
    expect(act).not.toHaveBeenCalled();
  });
  it('asks why with the words of earlier actions while there are none, and says so itself before', async () => {
    const { tap, why, rerender, props } = draw(tricks, 0);
    tap('ten of diamonds');
    expect(why).not.toHaveBeenCalled();
    expect(messages.map(({ text }) => text)).toEqual(['You cannot play a card now.']);
    await rerender({ ...props, ...tricks.frames[1]! });
    await rerender({ ...props, ...tricks.frames[1]!, legal: [], owed: false });
    tap('ace of spades');
    expect(why.mock.calls).toEqual([['play AS']]);
  });
  it('chooses several cards first where actions carry several', () => {
    const { tap, act, actions, chosen, raised } = draw(bluff, 1);
    tap('six of spades');
    expect(act).not.toHaveBeenCalled();
    expect(actions()).toEqual(['lay 6S', 'doubt']);
    tap('nine of hearts', 'king of spades');
    expect(chosen()).toEqual(['six of spades', 'nine of hearts', 'king of spades']);
    expect(actions()).toEqual(['lay 6S 9H KS', 'doubt']);
    expect(raised()).toEqual(chosen()); // three is the most
    tap('nine of hearts');
    expect(actions()).toEqual(['lay 6S KS', 'doubt']);
    tap('Lay 6♠ K♠ as queens');
    expect(act.mock.calls).toEqual([['lay 6S KS']]);
    expect(chosen()).toEqual([]);
  });
  it('begins anew with a card that does not go with the chosen ones', () => {
    const { tap, chosen } = draw(bluff, 0);
    tap('six of spades', 'six of diamonds', 'queen of hearts');
    expect(chosen()).toEqual(['queen of hearts']);
  });
  it('takes the choice back by Escape, by its button, and when nothing can be done', async () => {
    const { tap, chosen, rerender, container, props } = draw(bluff, 1);
    tap('six of spades');
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    flushSync();
    expect(chosen()).toEqual([]);
    tap('six of spades', 'Choose no card');
    expect(chosen()).toEqual([]);
    tap('six of spades');
    await rerender({ ...props, legal: [] });
    await rerender({ ...props });
    expect(chosen()).toEqual([]);
    expect(container.querySelector('.cancel')).toBeNull();
  });
  const ready: Frame = {
    view: { to_act: 0 },
    layout: {
      zones: [
        { id: 'hand0', kind: 'hand', title: 'Hand', seat: 0, cards: ['6S'] },
        { id: 'puts', kind: 'row', title: 'Ready', seat: 0, cards: ['7H', '8C'] },
      ],
      faces: Object.fromEntries(['6S', '7H', '8C'].map((code) => [code, { label: code, title: code }])),
      back: 'back 8C',
    },
    legal: ['put 6S', 'lay', 'back 7H', 'back 8C'].map((a) => ({ a, label: a })), owed: true, events: [],
  };
  it('takes a card back that lies ready', () => {
    const { tap, act, raised } = draw({ names: ['You', 'Mak'], frames: [ready] }, 0);
    expect(raised().sort()).toEqual(['6S', '7H', '8C']);
    tap('7H');
    expect(act.mock.calls).toEqual([['back 7H']]);
  });
  it('takes a step back by Escape, where the game says which', async () => {
    const { act, rerender, props } = draw({ names: ['You', 'Mak'], frames: [ready] }, 0);
    const escape = (): void => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      flushSync();
    };
    escape();
    expect(act.mock.calls).toEqual([['back 8C']]);
    await rerender({ ...props, legal: [] });
    escape();
    const { back: _, ...bare } = ready.layout;
    await rerender({ ...props, layout: bare });
    escape();
    expect(act).toHaveBeenCalledTimes(1);
  });
  it('keeps the choice over an update that asks the same', async () => {
    const { tap, chosen, rerender, props } = draw(bluff, 1);
    tap('six of spades');
    await rerender({ ...props, legal: [...props.legal] });
    expect(chosen()).toEqual(['six of spades']);
  });
  it('leads from a card in the hand to one in the middle', () => {
    const { tap, act, raised } = draw(tricks, 3);
    tap('seven of spades');
    expect(raised()).toEqual(expect.arrayContaining(['seven of spades', 'queen of clubs']));
    expect(raised()).toHaveLength(2);
    tap('queen of clubs');
    expect(act.mock.calls).toEqual([['swap 7S QC']]);
  });
  it('plays a card in the middle, and all else by buttons and digits', () => {
    const { tap, act, actions } = draw(tricks, 3);
    expect(actions()).toEqual(['pass']);
    tap('king of clubs');
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true }));
    expect(act.mock.calls).toEqual([['take KC'], ['pass']]);
  });
  it('tells equal cards apart, and raises the one in the hand, not its like on the table', () => {
    const { tap, act, chosen, container } = draw(tricks, 4);
    expect([...container.querySelectorAll('.middle button.card')]).toHaveLength(0);
    const ones = (): HTMLElement[] => [...container.querySelectorAll<HTMLElement>('.hand button')].slice(0, 2);
    ones()[0]!.click();
    flushSync();
    expect(chosen()).toHaveLength(1);
    ones()[1]!.click();
    flushSync();
    tap('Play both 1'); // one alone would have done: the second is not yet the decision
    expect(act.mock.calls).toEqual([['play R1 R1']]);
    tap('+2 ☘');
    expect(act).toHaveBeenLastCalledWith('play G+2');
  });
  it('brings the focus to the choice when no card can be added', async () => {
    const { tap } = draw(bluff, 0);
    tap('six of spades');
    await tick();
    expect(document.activeElement?.closest('.actions')).toBeFalsy();
    tap('six of diamonds');
    await tick();
    expect(document.activeElement?.closest('.actions')).toBeTruthy();
  });
  it('marks what the bot suggests, card by card', () => {
    const { container } = draw(bluff, 1, { hinted: 'lay 6S QH' });
    expect([...container.querySelectorAll('.card.hinted')].map(nameOf)).toEqual(['six of spades', 'queen of hearts']);
  });
});

it.each([
  ['bluff', bluff],
  ['tricks', tricks],
] as const)('reaches every legal action of %s by presses', (_, fixture) => {
  for (const [at, frame] of fixture.frames.entries()) {
    const known = new Set(homes(frame.layout, 0).keys());
    const all = moves(frame.legal, known);
    for (const move of all) {
      if (!move.cards.length) continue; // a button
      let chosen: string[] = [];
      let made = '';
      for (const code of move.cards) {
        const pressed = press(all, chosen, code, chosen.filter((one) => one === code).length)!;
        [chosen, made] = [pressed.chosen, pressed.move?.a ?? ''];
      }
      const offered = made ? [made] : containing(all, chosen).filter(({ cards }) => cards.length === chosen.length).map(({ a }) => a);
      expect(offered, `frame ${at}`).toContain(move.a);
    }
  }
});

it('says a common verb once before the buttons, which readers hear in full', () => {
  const labels = ['Pass', 'say six', 'say seven', 'say eight', 'say nine'];
  const { container, tap, act } = draw(bluff, 1, { legal: labels.map((label) => ({ a: label, label })) });
  expect(container.querySelector('.saying')!.textContent).toBe('say…');
  const buttons = [...container.querySelectorAll('.actions button')];
  expect(buttons.map((button) => button.textContent!.replace(/\d$/, '').trim())).toEqual(['six', 'seven', 'eight', 'nine', 'Pass']);
  expect(buttons.map(nameOf)).toEqual([...labels.slice(1), 'Pass']);
  tap('say nine');
  expect(act).toHaveBeenCalledWith('say nine');
});

describe('what the words of an action mean', () => {
  const codes = new Set(['7S', 'TD', 'W4', 'G+2', 'R1']);
  it.each([
    ['play 7S', ['7S']],
    ['lay 7S TD as 7', ['7S', 'TD']],
    ['play W4:R!', ['W4']],
    ['play G+2', ['G+2']],
    ['pay R1,R1', ['R1', 'R1']],
    ['bid 7', []],
    ['play 7Sx', []],
  ])('%s', (text, found) => expect(cardsIn(text, codes)).toEqual(found));
  it('finds how actions are written, the most frequent first', () => {
    const all = moves(['discard 7S', 'play 7S', 'play TD', 'pass', 'swap 7S TD'].map((a) => ({ a, label: a })), codes);
    expect(patterns(all)).toEqual(['play #', 'discard #']);
  });
  it.each([
    [['Lay 6 as six', 'Lay 6 as ten'], 'Lay 6 as'],
    [['Take', 'Take all'], ''],
    [['Take all', 'Pass'], ''],
    [['Take'], ''],
  ])('%j begin with "%s"', (labels, wanted) => expect(beginning(labels)).toBe(wanted));
  it.each([
    [['Pass', 'say 6', 'say 7', 'say 8', 'say 9'], 'say'],
    [['bid 1 in spades', 'bid 1 in hearts', 'bid 2 in spades', 'bid', 'bid 2 in hearts'], 'bid'],
    [['say 6', 'say 7', 'say 8', 'Pass'], ''],
  ])('%j have the verb "%s"', (labels, wanted) => expect(verb(labels)).toBe(wanted));
});

it('finds out where cards went from numbers alone', () => {
  const [before, laid, taken] = [1, 2, 3].map((at) => counts(bluff.frames[at]!.layout));
  expect(journeys(before!, laid!)).toEqual([{ from: 'hand:0', to: 'pile', count: 1, hidden: true }]);
  expect(journeys(laid!, taken!)).toEqual([{ from: 'pile', to: 'hand:1', count: 6, hidden: true }]);
});
