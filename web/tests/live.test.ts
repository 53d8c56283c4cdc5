// What the browser makes of what the server says about a table, message by message.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLang } from '../src/lib/i18n';
import { LiveTable } from '../src/lib/live.svelte';
import { play } from '../src/lib/sound';
import { messages } from '../src/lib/toast.svelte';
import type { Over, TableEvent, UpdateMessage } from '../src/lib/wire';
import { FakeSocket, newest } from './fake_socket';

vi.mock('../src/lib/sound', () => ({ play: vi.fn(), soundOf: (kinds: unknown[]) => (kinds.includes('taken') ? 'take' : 'card') }));

const events = (from: number, to: number): TableEvent[] => Array.from({ length: to - from + 1 }, (_, i) => ({ n: from + i, e: ['laid'], text: `event ${from + i}` }));
const numbers = (list: TableEvent[]): number[] => list.map(({ n }) => n);
const OVER: Over = { result: {}, scores: [1, 0], winners: [0], totals: [1, 0], match_over: false, next: 8000, seed: '1', secret: '2' };

describe('a table', () => {
  let live: LiveTable;
  const update = (part: Partial<UpdateMessage>): void =>
    newest().say({ t: 'update', v: 0, deal: 1, full: false, events: [], view: null, layout: null, aids: null, legal: [], owed: false, free: false, awaited: null, clock: null, over: null, ...part });
  const sent = () => newest().sent;
  const chat = (n: number, from = 'petro'): void => newest().say({ t: 'chat', n, from, name: from, text: `line ${n}`, at: 0 });

  beforeEach(async () => {
    await setLang('en');
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', FakeSocket);
    FakeSocket.all = [];
    messages.splice(0);
    vi.mocked(play).mockClear();
    live = new LiveTable('t1');
    newest().open();
  });
  afterEach(() => {
    live.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('knows the table, the seat and the person', () => {
    newest().say({ t: 'table', table: { id: 't1' }, you: { seat: 2, user: 'anna' } });
    expect([live.table?.id, live.you, live.user]).toEqual(['t1', 2, 'anna']);
  });
  it('knows whether anything was ever dealt, once it is told', () => {
    newest().say({ t: 'table', table: { id: 't1', status: 'over' }, you: { seat: null, user: 'anna' } });
    expect(live.deal).toBe(-1);
    update({ deal: 0 });
    expect(live.deal).toBe(0);
  });
  it('takes over all of an update', () => {
    const part = { v: 9, deal: 3, view: { a: 1 }, layout: { zones: [], faces: {} }, aids: { b: 2 }, legal: [{ a: 'pass', label: 'Pass' }], owed: true, free: true, awaited: [2], clock: { now: 1, seats: [], window: 5 }, over: OVER };
    live.hinted = 'pass';
    update(part);
    const { view, layout, aids, legal, owed, free, awaited, clock, over, deal } = live;
    expect({ v: 9, deal, view, layout, aids, legal, owed, free, awaited, clock, over }).toEqual(part);
    expect(live.hinted).toBeNull();
    update({ v: 10, deal: 3 });
    expect([live.view, live.layout, live.aids, live.legal, live.owed, live.clock, live.over]).toEqual([null, null, null, [], false, null, null]);
  });

  it('says of a cut line that a move is safe only where one was made', () => {
    newest().cut();
    expect([live.line, live.kept]).toEqual(['lost', false]);
    vi.advanceTimersByTime(1000);
    newest().open();
    live.act('pass');
    newest().cut();
    vi.advanceTimersByTime(1000); // the next try
    expect([live.line, live.kept]).toEqual(['lost', true]);
    newest().open();
    expect(live.kept).toBe(false);
  });

  describe('the events', () => {
    it('come once, however often they are sent', () => {
      update({ v: 3, events: events(1, 3) });
      update({ v: 5, events: events(2, 5) });
      expect(numbers(live.events)).toEqual([4, 5]);
      expect(numbers(live.log)).toEqual([1, 2, 3, 4, 5]);
      update({ v: 5, events: events(5, 5) });
      expect(live.events).toEqual([]);
      expect(numbers(live.log)).toEqual([1, 2, 3, 4, 5]);
    });
    it('are all history after a new beginning', () => {
      update({ v: 3, events: events(1, 3) });
      update({ v: 4, full: true, events: events(1, 4) });
      expect(numbers(live.log)).toEqual([1, 2, 3, 4]);
      expect(numbers(live.events)).toEqual([1, 2, 3, 4]);
      update({ v: 12, full: true, events: events(1, 12) });
      expect(live.events).toHaveLength(12);
      update({ v: 13, full: true, events: events(1, 13) });
      expect(numbers(live.events)).toEqual([13]);
      expect(live.log).toHaveLength(13);
    });
    it('are all shown as movement when they are new', () => {
      update({ v: 20, events: events(1, 20) });
      expect(live.events).toHaveLength(20);
    });
    it('of another deal begin another log', () => {
      update({ v: 3, deal: 1, events: events(1, 3) });
      update({ v: 5, deal: 2, events: events(2, 5) });
      expect(numbers(live.log)).toEqual([4, 5]);
      update({ v: 6, deal: 2, events: events(6, 6) });
      expect(numbers(live.log)).toEqual([4, 5, 6]);
    });
    it('fill no more than so many lines', () => {
      update({ v: 499, events: events(1, 499) });
      update({ v: 500, events: events(500, 500) });
      expect(live.log).toHaveLength(500);
      update({ v: 501, events: events(501, 501) });
      expect([live.log.length, live.log[0]!.n, live.log.at(-1)!.n]).toEqual([500, 2, 501]);
    });
    it('are asked for from the last one that was seen', () => {
      update({ v: 7, events: events(6, 7) });
      newest().cut();
      vi.advanceTimersByTime(20_000);
      expect(FakeSocket.all).toHaveLength(2);
      expect(newest().url).toContain('v=7');
    });
  });

  describe('an action', () => {
    it('is sent with what was seen, and no second one beside it', () => {
      update({ v: 4 });
      live.act('play QH');
      live.act('pass');
      expect(sent()).toMatchObject([{ t: 'act', a: 'play QH', v: 4 }]);
      expect(live.sent).toBe(sent()[0]!.id);
    });
    it('is over when it is taken and its update is there', () => {
      live.act('pass');
      newest().say({ t: 'ok', id: live.sent });
      expect(live.sent).not.toBeNull();
      update({ v: 1 });
      expect(live.sent).toBeNull();
    });
    it('is over at once when its update came first', () => {
      live.act('pass');
      update({ v: 1 });
      expect(live.sent).not.toBeNull(); // the update may be that of another seat
      newest().say({ t: 'ok', id: live.sent });
      expect(live.sent).toBeNull();
    });
    it('waits for its own update, not for one before it', () => {
      update({ v: 1 });
      live.act('pass');
      newest().say({ t: 'ok', id: live.sent });
      expect(live.sent).not.toBeNull();
    });
    it('is given up half a second after it was taken without an update', () => {
      live.act('pass');
      newest().say({ t: 'ok', id: live.sent });
      vi.advanceTimersByTime(499);
      expect(live.sent).not.toBeNull();
      vi.advanceTimersByTime(1);
      expect(live.sent).toBeNull();
    });
    it('is not given up for the one before it', () => {
      live.act('pass');
      newest().say({ t: 'ok', id: live.sent });
      update({ v: 1 });
      live.act('take');
      vi.advanceTimersByTime(600);
      expect(live.sent).toBe(sent()[1]!.id);
      update({ v: 2 }); // that of another seat: the first action is no longer waited for
      expect(live.sent).toBe(sent()[1]!.id);
    });
    it('is not over by the answer to something else', () => {
      live.act('pass');
      live.say('hello');
      update({ v: 1 });
      newest().say({ t: 'ok', id: sent()[1]!.id });
      newest().say({ t: 'error', id: sent()[1]!.id, code: 'slow', text: 'Too fast' });
      expect(live.sent).toBe(sent()[0]!.id);
    });
    it('that is refused says why and can be made anew', () => {
      live.act('pass');
      newest().say({ t: 'error', id: live.sent, code: 'illegal', text: 'Not now' });
      expect(live.sent).toBeNull();
      expect(messages.map(({ text, tone }) => [text, tone])).toEqual([['Not now', 'bad']]);
    });
    it('is not waited for on a line that is lost, and goes out again on the next', () => {
      live.act('pass');
      const { id } = sent()[0]!;
      newest().cut(1006);
      expect([live.line, live.code, live.sent]).toEqual(['lost', 1006, null]);
      vi.advanceTimersByTime(20_000);
      newest().open();
      expect(live.line).toBe('online');
      expect(sent()).toMatchObject([{ t: 'act', a: 'pass', id }]);
    });
    it('is waited for while the line stays', () => {
      live.act('pass');
      newest().onopen?.();
      expect(live.sent).not.toBeNull();
    });
  });

  it('asks once what is worth nothing later, and again what must not be lost', () => {
    live.why('play QH');
    live.hint();
    live.useLang();
    live.say('hello');
    live.next();
    const all = [{ t: 'why', a: 'play QH' }, { t: 'hint' }, { t: 'lang', lang: 'en' }, { t: 'chat', text: 'hello' }, { t: 'next' }];
    expect(sent()).toMatchObject(all);
    newest().cut();
    vi.advanceTimersByTime(20_000);
    newest().open();
    expect(sent()).toMatchObject(all.slice(3));
    expect(sent()).toHaveLength(2);
  });
  it('shows reasons and hints', () => {
    newest().say({ t: 'why', id: 'x', text: '' });
    expect(messages).toHaveLength(0);
    newest().say({ t: 'why', id: 'x', text: 'Follow suit' });
    newest().say({ t: 'hint', id: 'y', a: 'play QH', label: 'Play Q♥' });
    expect(messages.map(({ text, tone }) => [text, tone])).toEqual([['Follow suit', 'plain'], ['The bot suggests: Play Q♥', 'good']]);
    expect(live.hinted).toBe('play QH');
  });
  it('keeps the chat, each line once, and counts what others wrote', () => {
    newest().say({ t: 'table', table: { id: 't1' }, you: { seat: 0, user: 'anna' } });
    chat(1);
    chat(1);
    chat(2, 'anna');
    expect([live.chat.map(({ n }) => n), live.unread]).toEqual([[1, 2], 1]);
    for (let n = 3; n <= 501; n += 1) chat(n);
    expect([live.chat.length, live.chat[0]!.n]).toEqual([500, 2]);
  });
  it('keeps what the server said before it closed the line', () => {
    newest().say({ t: 'bye', code: 'gone', text: 'The table is gone' });
    newest().cut(4404);
    expect([live.bye, live.line, live.code]).toEqual(['The table is gone', 'closed', 4404]);
  });
  it('hangs up when the page is left', () => {
    live.close();
    newest().cut();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(newest().readyState).toBe(3);
  });

  it('sounds for a deal, for a card, for the turn once, and for the end once', () => {
    const heard = (part: Partial<UpdateMessage>): string[] => {
      vi.mocked(play).mockClear();
      update(part);
      return vi.mocked(play).mock.calls.map(([sound]) => sound);
    };
    expect(heard({ v: 1 })).toEqual([]);
    expect(heard({ v: 2, events: events(2, 2) })).toEqual(['card']);
    expect(heard({ v: 2, events: events(2, 2) })).toEqual([]);
    expect(heard({ v: 3, events: events(3, 3), owed: true })).toEqual(['card', 'turn']);
    expect(heard({ v: 4, events: events(4, 4), owed: true })).toEqual(['card']);
    expect(heard({ v: 5, events: events(5, 5) })).toEqual(['card']);
    expect(heard({ v: 6, events: events(6, 6), owed: true, over: OVER })).toEqual(['end']);
    expect(heard({ v: 6, owed: true, over: OVER })).toEqual([]);
    expect(heard({ v: 7, deal: 2, events: events(7, 7), owed: false })).toEqual(['deal']);
    expect(heard({ v: 8, deal: 2, events: [{ n: 8, e: ['taken'], text: '' }] })).toEqual(['take']);
    expect(heard({ v: 9, deal: 2, over: OVER })).toEqual(['end']);
  });
});
