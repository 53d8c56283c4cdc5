// Viceroy and JunQuick, where one gesture may stand for several decisions: every legal action of every recorded position
// can be begun by pressing what is on the table, and watchers and replays see the table too.
import { render } from '@testing-library/svelte';
import { flushSync, type Component } from 'svelte';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadTable, type TableProps } from '../src/games/contract';
import { placeWords as place } from '../src/games/viceroy/words';
import { setLang, t } from '../src/lib/i18n';
import { settings } from '../src/lib/settings.svelte';
import { draw, nameOf, people, positions, type Position } from './positions';

type Press = HTMLButtonElement | null | undefined;
type Gesture = (a: string, root: Element, position: Position) => Generator<Press, void, void>;

const all = (root: Element, selector: string): HTMLButtonElement[] => [...root.querySelectorAll<HTMLButtonElement>(selector)];
const named = (root: Element, selector: string, name: string): Press => all(root, selector).find((one) => nameOf(one).includes(name));
const marked = (root: Element, a: string): Press => root.querySelector<HTMLButtonElement>(`button[data-action="${a}"]`);
const colour = (code: string): string => t(`viceroy.colour.${code}`);

const GESTURES: Record<string, Gesture> = {
  *viceroy(a, root, { view }) {
    const confirm = (): Press => named(root, '.ways button', 'Confirm');
    const [verb, first, second] = a.split(/[ =]/) as [string, string?, string?];
    if (['start', 'law', 'file'].includes(verb) && first !== '-') yield named(root, '.hand button', t(`viceroy.${first}`));
    else if (['put', 'to', 'build'].includes(verb)) yield named(root, '.place', place(first!));
    else if (verb === 'keep') yield root.querySelector<HTMLButtonElement>('.place.legal');
    else if (['swap', 'under', 'move', 'retire'].includes(verb) && first !== '-') yield named(root, '.stone.legal', place(first!));
    else if (verb === 'circle' && first !== '-') yield named(root, '.circle', place(first!));
    else if (verb === 'paint') yield named(root, '.sectors button', `${t(`viceroy.sector.${first}`)}: ${colour(second!)}`);
    else if (['appoint', 'hit', 'bid'].includes(verb) && 'BRGY'.includes(first!)) {
      const spot = second ?? (view.slots[first!].base ? 'base' : 'tip');
      yield all(root, '.slot')['BRGY'.indexOf(first!)]!.querySelector<HTMLButtonElement>(`.${spot} button`);
    } else if (verb === 'take' && first !== '-') yield named(root, '.reserve button', colour(first!));
    else if (verb === 'store' && first !== '-') yield named(root, '.screen button', colour(first!));
    else if (verb === 'colour') yield named(root, '.dock button', colour(first!));
    else if (verb === 'pick') yield all(root, '.dock .row > button')[Number(first) - 1];
    else if (verb === 'petition' || verb === 'top') {
      yield named(root, '.dock button.card', t(`viceroy.${first}`));
      yield named(root, '.dock button.primary', t(`viceroy.${first}`));
    } else yield marked(root, a);

    if (verb === 'circle' && first !== '-') yield root.querySelector<HTMLButtonElement>('.choices button');
    if (verb === 'keep' || verb === 'build') yield named(root, '.payment button', 'Pay and build');
    if (['start', 'law', 'bid', 'want', 'refuse', 'continue'].includes(verb)) yield confirm();
  },
  *junquick(a, root, { view, legal }) {
    const [verb, first, second] = a.split(' ') as [string, string?, string?];
    const card = (code: string): Press => named(root, '.hand button', t(`junquick.${code}`));
    const lone = (code: string): boolean => legal.filter((item) => new RegExp(`^(lay|act|inf|battle|inst) ${code}\\b`).test(item.a)).length === 1;
    if (verb === 'give') {
      const hand: string[] = view.hand;
      for (let at = hand.indexOf(first!), n = view.put?.length ?? 0; n < 3; at += 1, n += 1) yield all(root, '.hand button')[at];
      yield named(root, '.ways button', 'Give these');
    } else if (verb === 'put') {
      yield card(first!);
      yield named(root, '.duel button', 'Put them');
    } else if (verb === 'claim') {
      const name = t(`junquick.${first}`);
      for (let n = view.duel.claim.length; n < view.duel.cards; n += 1) yield all(root, '.palette button').find((one) => nameOf(one).endsWith(`: ${name}`));
      yield named(root, '.duel button', 'Put them');
    } else if (verb === 'done' && view.phase === 'liar_lay') yield named(root, '.duel button', 'Put them');
    else if (verb === 'form' || verb === 'cure') yield all(root, '.spend').find((one) => nameOf(one) === legal.find((item) => item.a === a)!.label);
    else if (['lay', 'inf', 'battle', 'inst'].includes(verb)) {
      yield card(first!);
      if (!lone(first!)) yield marked(root, a);
    } else if (verb === 'hys') yield card('HY');
    else if (verb === 'act') {
      yield card(first!);
      const other = all(root, '.others button').find((one) => nameOf(one).endsWith(['Olena', 'Bohdan', 'Taras', 'Iryna', 'Marko', 'Sofia'][Number(second)]!));
      yield other;
    } else yield marked(root, a);
    if (named(root, '.ways button', 'Confirm')) yield named(root, '.ways button', 'Confirm');
  },
};

describe.each(Object.keys(GESTURES))('%s', (game) => {
  let Table: Component<TableProps>;
  beforeAll(async () => {
    await setLang('en');
    settings.confirm = true;
    Table = await loadTable(game);
  });
  const recorded = positions(game);
  it('has decisions of all kinds', () => expect(recorded.length).toBeGreaterThan(35));

  it.each(recorded.map((position) => [position.about, position] as const))('every action: %s', { timeout: 60_000 }, async (_, position) => {
    const act = vi.fn<(a: string) => void>();
    const props = { ...position, seats: people(position.names), you: position.view.seat, clock: null, lang: 'en' as const, hinted: null, layout: null, aids: position.aids ?? null, awaited: null, act, why: () => {}, open: null };
    const COMPOSED = ['liar_lay', 'emigrate', 'recolour']; // what was chosen for one action would stay for the next
    let { container, rerender, unmount } = render(Table, { props });
    for (const { a } of position.legal) {
      act.mockClear();
      if (COMPOSED.includes(position.view.phase)) {
        unmount();
        ({ container, rerender, unmount } = render(Table, { props }));
      } else await rerender({ legal: [...position.legal] }); // asked anew: a plan that was begun ends
      for (const button of GESTURES[game]!(a, container, position)) {
        expect(button, `nothing to press for "${a}"`).toBeTruthy();
        expect(button!.disabled, `"${nameOf(button!)}" cannot be pressed for "${a}"`).toBe(false);
        expect(nameOf(button!), `a button without a name for "${a}"`).not.toBe('');
        button!.click();
        flushSync();
      }
      expect(act.mock.calls, `what the presses for "${a}" did`).toEqual([[a]]);
    }
  });

  it.each(recorded.map((position) => [position.about, position] as const))('names: %s', { timeout: 60_000 }, (_, position) => {
    const { container } = draw(Table, position, { you: position.view.seat });
    for (const one of container.querySelectorAll('button, [role=img], [role=group], section, aside')) expect(nameOf(one), one.outerHTML.slice(0, 200)).not.toBe('');
    expect(container.textContent).not.toMatch(/(viceroy|junquick)\.\w/); // a text that is missing
  });

  const watched = recorded.filter((position) => position.watched);
  it.each(watched.map((position) => [position.about, position] as const))('watchers and replays: %s', { timeout: 60_000 }, (_, position) => {
    for (const open of [null, position.open]) {
      const { container, unmount } = draw(Table, position, { view: position.watched, you: null, legal: [], owed: false, open });
      for (const name of position.names) expect(container.textContent).toContain(name);
      expect(container.querySelectorAll('button.legal')).toHaveLength(0);
      unmount();
    }
  });
});
