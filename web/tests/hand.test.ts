import { fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet, flushSync, tick } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import Hand from '../src/components/Hand.svelte';

const face = createRawSnippet<[string]>((card) => ({ render: () => `<span>${card()}</span>` }));
function hand(cards: string[], legal: string[]) {
  const pick = vi.fn();
  const why = vi.fn();
  const props = {
    cards,
    key: (card: string) => card,
    label: (card: string) => `card ${card}`,
    name: 'Your hand',
    seat: 0,
    legal: (card: string) => legal.includes(card),
    pick,
    why,
    face,
  };
  return { ...render(Hand<string>, { props }), pick, why, props };
}
const button = (card: string): HTMLElement => screen.getByRole('button', { name: `card ${card}` });

describe('a hand', () => {
  it('plays what is legal and asks why about the rest', async () => {
    const { pick, why } = hand(['6S', '7S'], ['7S']);
    await fireEvent.click(button('7S'));
    await fireEvent.click(button('6S'));
    expect(pick.mock.calls).toEqual([['7S', 1]]);
    expect(why.mock.calls).toEqual([['6S']]);
    expect(button('6S').getAttribute('aria-disabled')).toBe('true');
  });
  it('is one stop of the Tab key, with arrows inside', async () => {
    hand(['6S', '7S', '8S'], []);
    expect(screen.getAllByRole('button').map((one) => one.tabIndex)).toEqual([0, -1, -1]);
    button('6S').focus();
    await fireEvent.keyDown(button('6S'), { key: 'ArrowRight' });
    expect(document.activeElement).toBe(button('7S'));
    await fireEvent.keyDown(button('7S'), { key: 'End' });
    expect(document.activeElement).toBe(button('8S'));
    expect(button('8S').tabIndex).toBe(0);
    await fireEvent.keyDown(button('8S'), { key: 'Home' });
    expect(document.activeElement).toBe(button('6S'));
  });
  it('goes to the next card that may be played with Page Down, also from the page', async () => {
    hand(['6S', '7S', '8S', '9S'], ['7S', '9S']);
    await fireEvent.keyDown(document.body, { key: 'PageDown' });
    expect(document.activeElement).toBe(button('7S'));
    await fireEvent.keyDown(button('7S'), { key: 'PageDown' });
    expect(document.activeElement).toBe(button('9S'));
    await fireEvent.keyDown(button('9S'), { key: 'PageDown' });
    expect(document.activeElement).toBe(button('7S'));
    button('8S').focus();
    await fireEvent.keyDown(button('8S'), { key: 'PageUp' });
    expect(document.activeElement).toBe(button('7S'));
  });
  it('is leapt to from a button of the page, but not from where somebody reads or writes', async () => {
    hand(['6S', '7S'], ['7S']);
    const beside = document.body.appendChild(document.createElement('div'));
    beside.innerHTML = '<button></button><input /><ol data-log tabindex="0"></ol>';
    for (const [place, leaps] of [['input', false], ['ol', false], ['button', true]] as const) {
      const from = beside.querySelector<HTMLElement>(place)!;
      from.focus();
      await fireEvent.keyDown(from, { key: 'PageDown' });
      expect(document.activeElement === button('7S')).toBe(leaps);
    }
    beside.remove();
  });
  it('keeps the focus when the card that had it is gone', async () => {
    const { rerender, props } = hand(['6S', '7S', '8S'], ['7S']);
    button('7S').focus();
    await rerender({ ...props, cards: ['6S', '8S'] });
    await tick();
    expect(document.activeElement).toBe(button('8S'));
  });
  it.each([
    [8, [8], 0],
    [9, [5, 4], 1],
    [10, [5, 5], 2],
    [17, [6, 6, 5], 2],
  ])('breaks %i cards into rows of %j, and never within a row', (n, rows, full) => {
    const { rerender, props, container } = hand([], []);
    void rerender({ ...props, cards: Array.from({ length: n }, (_, i) => `c${i}`), most: 8 });
    flushSync();
    const marked = (name: string): number[] => [...container.querySelectorAll('li')].flatMap((one, i) => (one.classList.contains(name) ? [i] : []));
    expect(container.querySelector('ul')!.classList.contains('rows')).toBe(rows.length > 1);
    expect(marked('row-below')).toHaveLength(n - rows[0]!);
    if (rows.length === 1) return;
    // each full row takes the whole width, so that no card of the next one fits into it
    expect(marked('row-start')).toEqual(Array.from({ length: full }, (_, i) => i * rows[0]!));
    expect(marked('row-end')).toEqual(Array.from({ length: full }, (_, i) => (i + 1) * rows[0]! - 1));
  });
});
