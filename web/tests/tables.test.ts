import { flushSync, tick, type Component } from 'svelte';
import { beforeAll, describe, expect, it } from 'vitest';
import { around } from '../src/games/around';
import { loadTable, type TableProps } from '../src/games/contract';
import { losers, ranks, sorted, type DurakView } from '../src/games/durak/view';
import { cardAction, keys, ways } from '../src/games/yassa/view';
import { setLang } from '../src/lib/i18n';
import { draw, nameOf, positions } from './positions';

describe('around', () => {
  it('sits everybody once, clockwise from the left of the viewer', () => {
    for (let seats = 2; seats <= 10; seats += 1) {
      const { left, top, right } = around(seats, 1);
      expect([...left.toReversed(), ...top, ...right]).toEqual(Array.from({ length: seats - 1 }, (_, i) => (i + 2) % seats));
      expect(left.length).toBe(right.length);
    }
  });
});

describe('Durak', () => {
  const view = (part: Partial<DurakView>): DurakView => ({ seats: 4, mode: 'team', phase: 'over', out: [], table: [], ...part }) as DurakView;
  it('holds trumps on the right', () => expect(sorted(['7H', 'AS', '6S', 'TC', '6H'], 'H')).toEqual(['6S', 'AS', 'TC', '6H', '7H']));
  it('lists the ranks that may be added', () => expect(ranks(view({ table: [{ card: 'TS', owner: 0, beaten_by: '6H' }, { card: '6D', owner: 0, beaten_by: null }] }))).toEqual(['6', 'T']));
  it('knows the team that lost', () => expect(losers(view({ out: [2, 3, 1] }))).toEqual([0, 2]));
  it('knows the fool', () => expect(losers(view({ seats: 3, mode: 'individual', out: [2, 0] }))).toEqual([1]));
  it('knows a draw', () => expect(losers(view({ seats: 2, mode: 'individual', out: [0, 1] }))).toEqual([]));
});

describe('Yassa', () => {
  const actions = ['play R5', 'play R5!', 'play WC:B', 'play WC:B!', 'mistake G2'].map((a) => cardAction({ a, label: a })!);
  it('shouts when the shout is wanted', () => {
    expect(ways(actions, 'R5', false).map(({ a }) => a)).toEqual(['play R5']);
    expect(ways(actions, 'R5', true).map(({ a }) => a)).toEqual(['play R5!']);
  });
  it('lays without a shout where none is possible, and with one where the program shouts', () => {
    expect(ways(actions.slice(0, 1), 'R5', true).map(({ a }) => a)).toEqual(['play R5']);
    expect(ways(actions.slice(1, 2), 'R5', false).map(({ a }) => a)).toEqual(['play R5!']);
  });
  it('takes a mistake for no way to play', () => expect(ways(actions, 'G2', false)).toEqual([]));
  describe('noticing', () => {
    const FOUR = ['Olena', 'Bohdan', 'Ada', 'Nestor'];
    const round = (part: Record<string, unknown>) => ({
      about: '', names: FOUR, watched: null, open: null, owed: false, events: [], legal: [{ a: 'call', label: 'One card!' }],
      view: {
        game: 'yassa', seat: 0, seats: 4, phase: 'turn', to_act: [2], dealer: 0, direction: 1, top: 'R5', colour: 'R', effect: 'none', last_lay: { seat: 1, yassa: false }, offender: null,
        counts: [3, 1, 4, 4], stock: 60, discard: ['R5'], mistakes: 0, steps: 9, scoring: 'winner_takes', realtime: true, shouting: true, hand: ['G1', 'G2', 'B3'], ...part,
      },
    });
    const buttons = (container: HTMLElement) => [...container.querySelectorAll<HTMLElement>('.me button:not(.card)')].map((button) => button.outerHTML);
    let Table: Component<TableProps>;
    beforeAll(async () => {
      await setLang('en');
      Table = await loadTable('yassa');
    });
    it('shows "One card!" at all times, looking the same', () => {
      const seen = [
        {}, { last_lay: { seat: 1, yassa: true } }, { counts: [3, 5, 4, 4] }, { phase: 'ready' }, { phase: 'respond_skip', effect: 'skip' }, { to_act: [0], counts: [1, 3, 3, 3], last_lay: { seat: 0, yassa: false } },
      ].map((part) => {
        const { container, unmount } = draw(Table, round(part));
        const found = container.querySelector('.call')?.outerHTML;
        unmount();
        return found;
      });
      expect(seen[0]).toContain('One card!');
      expect(new Set(seen).size).toBe(1);
    });
    it('leaves it to the players to see who has one card', () => {
      expect(draw(Table, round({})).container.querySelector('.one')).toBeNull();
      expect(draw(Table, round({ realtime: false })).container.querySelector('.one')?.textContent).toBe('one card');
    });
    it('speaks of the viewer by name where nothing is asked of him, as in a replay', () => {
      const said = draw(Table, round({ to_act: [0] })).container.querySelector('.me')?.textContent;
      expect(said).toContain('Olena lays next');
    });
    it('calls by it, whoever has the turn', () => {
      const { container, act } = draw(Table, round({}));
      container.querySelector<HTMLElement>('.call')!.click();
      expect(act).toHaveBeenCalledWith('call');
    });
    it('shows the shout in every own decision, whether it is due or not', () => {
      const own = (hand: string[], legal: string[], part: Record<string, unknown> = {}) => {
        const position = { ...round({ to_act: [0], hand, ...part }), owed: true, legal: [...legal, 'call'].map((a) => ({ a, label: a })) };
        const { container, unmount } = draw(Table, position);
        const found = container.querySelector('.shout')?.outerHTML;
        unmount();
        return found;
      };
      const due = own(['R1', 'G2'], ['play R1', 'play R1!']);
      expect(due).toContain('Yassa!');
      expect(own(['R1', 'G2', 'G3'], ['play R1', 'play R1!'])).toBe(due);
      expect(own(['G1', 'G2', 'G3'], ['draw'])).toBe(due);
      expect(own(['G1', 'G2', 'G3'], ['accept'], { phase: 'respond_draw2', effect: 'draw2' })).toBe(due);
      expect(draw(Table, round({})).container.querySelector('.shout')).toBeNull();
    });
    it('has neither button where the shout comes by itself, and none in a replay', () => {
      expect(buttons(draw(Table, { ...round({ shouting: false, to_act: [0] }), owed: true }).container)).toEqual([]);
      expect(draw(Table, { ...round({}), legal: [] }).container.querySelector('.call')).toBeNull();
    });
    it('raises a drawn card only if it can be laid', () => {
      const drawn = (legal: string[]) => {
        const position = { ...round({ phase: 'after_draw', to_act: [0], hand: ['R1', 'G2'], drawn: 'R1' }), owed: true, legal: legal.map((a) => ({ a, label: a })) };
        return draw(Table, position).container.querySelectorAll('.hand .selected').length;
      };
      expect([drawn(['play R1', 'play R1!', 'pass', 'call']), drawn(['pass', 'call'])]).toEqual([1, 0]);
    });
  });
  it('tells equal cards apart', () => expect(keys(['GV', 'R1', 'GV'])).toEqual(['GV#0', 'R1#0', 'GV#1']));
});

describe('Flights', () => {
  const take = positions('flights').find(({ view, legal }) => view.phase === 'take' && legal.length > 1)!;
  const names = async (aids: unknown): Promise<string[]> => {
    await setLang('en');
    const { container } = draw(await loadTable('flights'), take, { aids: aids as TableProps['aids'] });
    return [...container.querySelectorAll('.lanes .card:not([aria-disabled="true"])')].map(nameOf);
  };
  it('says what a card would cost, as the server has worked it out', async () => {
    expect(take.legal.map(({ a }) => a)).toEqual(['take G1', 'take Y3']);
    expect(await names({ losses: [{ G1: ['R1', 'B2'], Y3: [] }, { Y3: ['R5'] }] })).toEqual(expect.arrayContaining(['green 1, would burn: red 1, blue 2', 'yellow 3']));
  });
  it('says nothing where nothing would be lost', async () => expect((await names(take.aids)).filter((name) => name.includes('would'))).toEqual([]));
});

it('names at the end of Flights who has won beside who has all colours', async () => {
  await setLang('en');
  const position = positions('flights').find(({ view }) => view.phase === 'over' && view.seats === 2)!;
  const scored = { finishers: [0], scores: [5, 18] };
  const shown = async (winners: number[]): Promise<string[]> => {
    const { container, unmount } = draw(await loadTable('flights'), position, { view: { ...position.view, ...scored, winners } });
    const found = [container.querySelector('.status')!.textContent!, container.querySelector('.best')!.textContent!];
    unmount();
    return found;
  };
  expect(await shown([0])).toEqual(['All colours: you. Won: you', '5 points']);
  expect(await shown([1])).toEqual(['All colours: you. Won: Bohdan', '18 points']);
});

it('brings the focus back to the hand when a colour has been ordered', async () => {
  await setLang('en');
  const position = positions('yassa').find(({ legal }) => legal.some(({ a }) => a.startsWith('play W')))!;
  const { container, act } = draw(await loadTable('yassa'), position);
  const wild = [...container.querySelectorAll<HTMLButtonElement>('.hand button')].find((button) => nameOf(button).startsWith('Order'))!;
  wild.focus();
  wild.click();
  flushSync();
  expect(document.activeElement?.closest('.choice')).not.toBeNull();
  (document.activeElement as HTMLElement).click();
  await tick();
  await tick();
  expect(act).toHaveBeenCalledTimes(1);
  expect(document.activeElement?.closest('.hand')).not.toBeNull();
});

describe.each(['durak', 'yassa', 'flights'])('the table of %s', (game) => {
  let Table: Component<TableProps>;
  beforeAll(async () => {
    await setLang('en');
    Table = await loadTable(game);
  });
  const watched = positions(game).filter((position) => position.watched).slice(0, 5);

  it.each(watched.map((position) => [position.about, position] as const))('shows watchers no card that is hidden: %s', (_, position) => {
    const { container } = draw(Table, position, { view: position.watched, you: null, legal: [], owed: false });
    for (const name of position.names) expect(container.textContent).toContain(name);
    expect(container.querySelectorAll('.hand button')).toHaveLength(0);
  });
  it.each(watched.map((position) => [position.about, position] as const))('shows the open view all hands: %s', (_, position) => {
    const { container } = draw(Table, position, { view: position.watched, you: null, legal: [], owed: false, open: position.open });
    const fans = [...container.querySelectorAll('.fan')].filter((fan) => !fan.closest('.shown'));
    expect(fans).toHaveLength((position.open.hands as string[][]).filter((hand) => hand.length).length);
  });
  it('asks why for a card that may not be played, with the action that it would be', () => {
    const asked = positions(game).filter(({ owed }) => owed).slice(0, 6).flatMap((position) => {
      const { container, why, act, unmount } = draw(Table, position);
      for (const button of container.querySelectorAll<HTMLButtonElement>('.card[aria-disabled="true"]')) {
        button.click();
        flushSync();
      }
      expect(act).not.toHaveBeenCalled();
      unmount();
      return why.mock.calls.map(([a]) => ({ a, legal: position.legal }));
    });
    expect(asked.length).toBeGreaterThan(0);
    for (const { a, legal } of asked) expect(legal.map((item) => item.a)).not.toContain(a);
  });
});
