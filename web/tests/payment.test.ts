// How Viceroy shows the ways to pay that the server has found.
import { render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { beforeAll, expect, it, vi } from 'vitest';
import Payment from '../src/games/viceroy/Payment.svelte';
import type { PlaceAid } from '../src/games/viceroy/view';
import { loadPart, setLang } from '../src/lib/i18n';

beforeAll(async () => {
  await loadPart('viceroy');
  await setLang('en');
});
const place: PlaceAid = { place: '3:0', can: true, reward: 'M1', circle: null, single: false, price: 'B2Y1' };
const thrifty = { endless: 'B1', paid: 'B1Y1', coins: [], steps: ['endless B 1'] };
const proud = { endless: '-', paid: 'B2Y1', coins: [], steps: ['endless B 0'] };
function draw(at: PlaceAid) {
  const pay = vi.fn();
  const { container } = render(Payment, { props: { at, pay, cancel: () => {} } });
  const press = (selector: string): void => {
    container.querySelector<HTMLElement>(selector)!.click();
    flushSync();
  };
  return { container, pay, press, free: () => container.querySelectorAll('.gems .free').length };
}

it('pays with endless gems unless told otherwise', () => {
  const { container, pay, press, free } = draw({ ...place, ways: [thrifty, proud] });
  expect([container.querySelectorAll('.gems svg').length, free()]).toEqual([3, 1]);
  press('.primary');
  press('input');
  expect(free()).toBe(0);
  press('.primary');
  expect(pay.mock.calls).toEqual([[thrifty.steps], [proud.steps]]);
});
it('asks nothing where there is one way, and names every exchange of it', () => {
  const { container, pay, press } = draw({ ...place, ways: [{ ...proud, coins: [['B', 'R'], ['Y', 'R']], steps: ['coin B>R', 'coin Y>R'] }] });
  expect(container.querySelector('input')).toBeNull();
  expect(container.querySelectorAll('.line')).toHaveLength(3);
  press('.primary');
  expect(pay.mock.calls).toEqual([[['coin B>R', 'coin Y>R']]]);
});
it('says which gems are missing', () => {
  const { container } = draw({ ...place, can: false, ways: [], missing: ['Y'] });
  expect(container.querySelector('.primary')).toBeNull();
  expect(container.querySelector('.bad')!.textContent).toContain('yellow');
});
