// Every legal action of every recorded position can be triggered by pressing what is on the table: no dead ends.
import { flushSync, type Component } from 'svelte';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadTable, type TableProps } from '../src/games/contract';
import { setLang, t } from '../src/lib/i18n';
import { settings } from '../src/lib/settings.svelte';
import { draw, nameOf, positions, type Position } from './positions';

type Find = (name: string) => HTMLButtonElement | undefined;
/** The presses that make an action, found one after the other; undefined ends them. */
type Presses = (a: string, find: Find, root: Element) => Generator<HTMLButtonElement | undefined, void, void>;

const marked = (root: Element, a: string): HTMLButtonElement | undefined => root.querySelector<HTMLButtonElement>(`button[data-action="${a}"]`) ?? undefined;
const COLOURS: Record<string, string> = { R: 'red', B: 'blue', G: 'green', Y: 'yellow', O: 'orange', V: 'violet' };
const SIGNS: Record<string, string> = { S: 'Skip', D: 'Draw two, +2', V: 'Reverse' };

const PRESSES: Record<string, Presses> = {
  *durak(a, find, root) {
    const [, code] = a.split(' ');
    yield code ? find(t('durak.card', { rank: t(`durak.rank_${code[0]}`), suit: t(`durak.suit_${code[1]}`) })) : marked(root, a);
  },
  *yassa(a, find, root) {
    const [, verb, code, shout] = /^(play|intervene|mistake) (\w\w)(?::\w)?(!?)$/.exec(a) ?? [];
    if (!code) return yield marked(root, a) ?? find(a === 'call' ? t('yassa.says_call') : a); // in real time a button of its own
    const toggle = find('Yassa!');
    if (shout && toggle) yield toggle; // without the toggle the program shouts
    yield find(code === 'WC' ? 'Order a colour' : code === 'W4' ? 'Order a colour and draw four, +4' : `${COLOURS[code[0]!]} ${SIGNS[code[1]!] ?? code[1]}`);
    if (a.includes(':') || verb === 'mistake') yield marked(root, a);
  },
  *flights(a, find, root) {
    const [verb, first, ...rest] = a.split(' ');
    const named = (code: string): string => (code === 'DP' ? 'Deportation' : code === 'XU' ? 'Universal Exchange' : code[0] === 'X' ? `Exchange ${code[1]}` : `${COLOURS[code[0]!]} ${code[1]}`);
    const within = (selector: string, code: string): HTMLButtonElement | undefined => [...root.querySelectorAll(selector)].flatMap((part) => [...part.querySelectorAll('button')]).find((button) => nameOf(button).startsWith(named(code)));
    if (verb === 'lay') {
      yield within('ul[aria-label="Your cards"]', first!);
      yield find(`Flight ${rest[0]!.slice(1)}`);
      yield find('Lay face down');
    } else if (verb === 'take') yield within('ol', first!);
    else {
      yield within('ul[aria-label="Cities in their order"]', first!);
      yield within('ul[aria-label="Cities in their order"]', rest[1]!);
    }
  },
};

function check(Table: Component<TableProps>, game: string, position: Position): void {
  const { container, act } = draw(Table, position);
  const find: Find = (name) => [...container.querySelectorAll('button')].find((button) => nameOf(button) === name);
  for (const { a } of position.legal) {
    act.mockClear();
    for (const button of PRESSES[game]!(a, find, container)) {
      expect(button, `nothing to press for "${a}"`).toBeDefined();
      expect(button!.disabled, `"${nameOf(button!)}" cannot be pressed for "${a}"`).toBe(false);
      expect(nameOf(button!), `a button without a name for "${a}"`).not.toBe('');
      button!.click();
      flushSync();
    }
    expect(act.mock.calls, `what the presses for "${a}" did`).toEqual([[a]]);
  }
}

describe.each(Object.keys(PRESSES))('%s', (game) => {
  let Table: Component<TableProps>;
  beforeAll(async () => {
    await setLang('en');
    Table = await loadTable(game);
  });
  const decisions = positions(game).filter(({ legal }) => legal.length);
  it('has decisions to test', () => expect(decisions.length).toBeGreaterThan(5));
  it.each(decisions.map((position) => [position.about, position] as const))('%s', (_, position) => check(Table, game, position));
});

it('lays at once where no confirmation is wanted', async () => {
  const Table = await loadTable('flights');
  const position = positions('flights').find(({ view, legal }) => view.phase === 'lay' && legal.length > 3)!;
  settings.confirm = false;
  const { container, act } = draw(Table, position);
  const press = (button: HTMLButtonElement | undefined): void => {
    button!.click();
    flushSync();
  };
  press(container.querySelector<HTMLButtonElement>('ul[aria-label="Your cards"] button')!);
  expect(act).not.toHaveBeenCalled();
  press([...container.querySelectorAll('button')].find((button) => /^Flight \d$/.test(nameOf(button))));
  settings.confirm = true;
  expect(act).toHaveBeenCalledTimes(1);
  expect(position.legal.map(({ a }) => a)).toContain(act.mock.calls[0]![0]);
});
