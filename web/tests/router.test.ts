import { expect, it } from 'vitest';
import { path } from '../src/lib/api';
import { argument, parse, replace } from '../src/lib/router.svelte';

it('leaves a page its argument while the next one loads', () => {
  const game = argument('guide');
  replace('#/guide/durak');
  expect(game()).toBe('durak');
  replace('#/table/t17');
  expect(game()).toBe('durak');
  replace('#/guide/yassa');
  expect(game()).toBe('yassa');
});
it('reads an address, and takes one that cannot be read for the lobby', () => {
  expect(parse('#/rules/I%20doubt')).toMatchObject({ page: 'rules', args: ['I doubt'] });
  for (const wrong of ['#/rules/%E0%A4%A', '#/%', '#/table/%zz', '#%']) expect(parse(wrong)).toMatchObject({ page: 'lobby', args: [] });
});
it('writes the parts of a path so that none of them can be another path', () => {
  expect(path`tables/${'a/../b?c'}/replay`).toBe('tables/a%2F..%2Fb%3Fc/replay');
});
