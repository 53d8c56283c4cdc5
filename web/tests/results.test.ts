import { render } from '@testing-library/svelte';
import { beforeAll, expect, it } from 'vitest';
import { setLang } from '../src/lib/i18n';
import type { Over } from '../src/lib/wire';
import Results from '../src/pages/Results.svelte';
import { people } from './positions';

beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function show() { this.open = true; }; // jsdom has none
  return setLang('en');
});

function title(you: number | null, part: Partial<Over>): string | undefined {
  const over = { result: {}, scores: [20, 0], winners: [0], totals: [20, 0], match_over: false, next: 9000, secret: null, ...part } as Over;
  const { container, unmount } = render(Results, { props: { open: true, over, seats: people(['Olena', 'Bohdan']), you, deal: 1, table: 't', next: () => {}, rematch: () => {} } });
  const found = container.querySelector('h2')?.textContent;
  unmount();
  return found;
}

it('speaks of the deal while the match goes on, and of the match at its end', () => {
  expect([title(0, {}), title(1, {}), title(null, {})]).toEqual(['You have won the deal', 'The deal is over', 'The deal is over']);
  expect([title(0, { match_over: true }), title(1, { match_over: true })]).toEqual(['You have won', 'You have not won']);
});
