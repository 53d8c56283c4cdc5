// The arithmetic behind the gestures of JunQuick, and gestures that stand for several decisions.
import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { classOf } from '../src/cards/junquick/kinds';
import { grouped, worth } from '../src/games/junquick/view';
import { Plan } from '../src/games/plan.svelte';
import { rove } from '../src/games/rove';

describe('JunQuick', () => {
  it('names the class of a card', () => expect(['J2', 'T4', 'DM', 'G3', 'D3', 'HY', 'BT'].map(classOf)).toEqual(['N2', 'N4', 'N4', 'N3', 'D', 'HY', null]));
  it('counts what the winner takes', () => expect(worth(['J1', 'CS', 'EV', 'HY', 'DM'].map((card) => ({ card, seat: 0, value: 0 })))).toBe(3));
  it('lays equal cards together', () => expect(grouped(['J1', 'J1', 'EV'])).toEqual([{ code: 'J1', n: 2 }, { code: 'EV', n: 1 }]));
});

describe('a plan', () => {
  const asked = (...texts: string[]) => texts.map((a) => ({ a, label: a }));
  it('goes on step by step and waits for the others', () => {
    const [plan, acts] = [new Plan(), [] as string[]];
    const act = (a: string): void => void acts.push(a);
    const first = asked('keep', 'refuse');
    plan.begin(['keep', 'build 1:1', 'endless B 1'], first, act);
    plan.follow(first, act); // the same question once more, before the answer is there
    plan.follow([], act);
    plan.follow(asked('build 1:1', 'build 1:-1'), act);
    expect(acts).toEqual(['keep', 'build 1:1']);
    plan.follow(asked('endless B 0', 'endless B 1'), act);
    expect(acts).toEqual(['keep', 'build 1:1', 'endless B 1']);
    expect(plan.busy).toBe(false);
  });
  it('ends where the game asks for something else', () => {
    const [plan, acts] = [new Plan(), [] as string[]];
    plan.begin(['law L70', 'put 1:1'], asked('law L70', 'law -'), (a) => acts.push(a));
    plan.follow(asked('pick 1', 'pick 2'), (a) => acts.push(a));
    expect([acts, plan.busy]).toEqual([['law L70'], false]);
  });
  it('ends where its answer was refused', () => {
    const [plan, acts] = [new Plan(), [] as string[]];
    const question = asked('keep', 'refuse');
    plan.begin(['keep', 'build 1:1'], question, (a) => acts.push(a));
    plan.follow([], (a) => acts.push(a));
    plan.follow(question, (a) => acts.push(a));
    expect([acts, plan.busy]).toEqual([['keep'], false]);
  });
});

it('arrows walk to the nearest button, and one of them can be reached by Tab', () => {
  const group = document.createElement('div');
  const at = [[0, 0], [100, 0], [0, 100]];
  const buttons = at.map(([x, y]) => {
    const button = document.createElement('button');
    button.getBoundingClientRect = () => new DOMRect(x, y, 20, 20);
    group.append(button);
    return button;
  });
  document.body.append(group);
  const leave = rove()(group);
  flushSync();
  expect(buttons.map((button) => button.tabIndex)).toEqual([0, -1, -1]);
  buttons[0]!.focus();
  const press = (key: string): void => void document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  press('ArrowRight');
  expect(document.activeElement).toBe(buttons[1]);
  press('ArrowLeft');
  press('ArrowDown');
  expect(document.activeElement).toBe(buttons[2]);
  expect(buttons.map((button) => button.tabIndex)).toEqual([-1, -1, 0]);
  leave?.();
  group.remove();
});
