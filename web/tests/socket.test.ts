import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TableSocket, type LineState } from '../src/lib/socket';
import type { ServerMessage } from '../src/lib/wire';
import { FakeSocket, newest } from './fake_socket';

describe('the line to a table', () => {
  let states: [LineState, number][];
  let heard: ServerMessage[];
  let seen: number;
  let line: TableSocket;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', FakeSocket);
    FakeSocket.all = [];
    [states, heard, seen] = [[], [], 0];
    line = new TableSocket('a b', {
      seen: () => seen,
      lang: () => 'uk',
      message: (message) => heard.push(message),
      state: (state, code) => states.push([state, code]),
    });
  });
  afterEach(() => {
    line.close();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('asks from the beginning and then from the last event seen', () => {
    expect(newest().url).toMatch(/\/api\/tables\/a%20b\/socket\?v=0&lang=uk$/);
    newest().open();
    seen = 17;
    newest().cut();
    vi.advanceTimersByTime(2000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(newest().url).toContain('v=17');
  });
  it('sends what was not answered again, with the same id', () => {
    newest().open();
    const [first, second] = [line.send({ t: 'act', a: 'take' }), line.send({ t: 'chat', text: 'hi' })];
    newest().say({ t: 'ok', id: first });
    newest().cut();
    vi.advanceTimersByTime(2000);
    newest().open();
    expect(newest().sent.map(({ id }) => id)).toEqual([second]);
    newest().say({ t: 'error', id: second, code: 'rate', text: '' });
    newest().cut();
    vi.advanceTimersByTime(2000);
    newest().open();
    expect(newest().sent).toEqual([]);
  });
  it('sends later what is said while the line is down', () => {
    const id = line.send({ t: 'act', a: 'pass' });
    expect(newest().sent).toEqual([]);
    newest().open();
    expect(newest().sent.map((message) => message.id)).toEqual([id]);
  });
  it('waits longer and longer between attempts, up to a bound', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const waits: number[] = [];
    for (let i = 1; i <= 8; i += 1) {
      newest().cut();
      let waited = 0;
      for (; FakeSocket.all.length === i && waited < 20_000; waited += 100) vi.advanceTimersByTime(100);
      waits.push(waited);
    }
    expect(waits).toEqual([300, 700, 1500, 3000, 5000, 8000, 8000, 8000]);
    expect(states.at(-1)?.[0]).toBe('lost');
  });
  it('gives up a line that does not answer a ping', () => {
    newest().open();
    vi.advanceTimersByTime(10_000);
    expect(newest().sent.at(-1)?.t).toBe('ping');
    newest().say({ t: 'pong', id: newest().sent.at(-1)!.id, now: 0 });
    vi.advanceTimersByTime(9_000);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(7_000);
    expect(FakeSocket.all).toHaveLength(2);
  });
  it('asks at once whether the line lives when the tab wakes up', () => {
    newest().open();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(newest().sent.at(-1)?.t).toBe('ping');
    newest().cut();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(FakeSocket.all).toHaveLength(2);
  });
  it('does not come back to a table that is not there', () => {
    newest().open();
    newest().cut(4404);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(states.at(-1)).toEqual(['closed', 4404]);
  });
});
