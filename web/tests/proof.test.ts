import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dealSeed, judge, openLuck, remembered, sealLuck, sealOf, sha256 } from '../src/lib/proof';
import type { TableInfo } from '../src/lib/wire';
import text from './record-fair-2.json?raw';

// made by the server; as text, because its seed has more digits than a number of JavaScript
const fair = (JSON.parse(text) as { fair: { commit: string; luck: string[]; seals: string[] } }).fair;
const seen = { commit: fair.commit, luck: fair.luck[1]!, seals: fair.seals };

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('hashes as everybody else does', () => {
  for (const size of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const data = randomBytes(size);
    expect(Buffer.from(sha256(data)).toString('hex')).toBe(createHash('sha256').update(data).digest('hex'));
  }
});

it('believes a record that the server has proved, and only as it saw it', () => {
  expect(judge(text, seen, 1)).toBe('seen');
  expect(judge(text, null, 1)).toBe('unseen');
  expect(judge(text, { ...seen, seals: null }, 1)).toBe('unseen');
  expect(judge(text, { ...seen, commit: '00'.repeat(32) }, 1)).toBe('wrong');
  expect(judge(text, { ...seen, luck: '00' }, 1)).toBe('wrong');
  expect(judge(text, { ...seen, seals: ['', ''] }, 1)).toBe('wrong');
  expect(judge(text.replace(/"seed": \d/, '"seed": 9'), seen, 1)).toBe('wrong');
  expect(judge(text.replace('"deal": 1', '"deal": 2'), seen, 1)).toBe('wrong');
  expect(judge('{"seed": 1}', seen, 1)).toBe('wrong');
});

it('believes no record of another deal, among which a server could choose', () => {
  const { secret, luck } = (JSON.parse(text) as { fair: { secret: string; luck: string[] } }).fair;
  const other = text.replace('"deal": 1', '"deal": 7').replace(/"seed": \d+/, `"seed": ${dealSeed(secret, luck, 7)}`);
  expect(judge(other, seen, 7)).toBe('seen');
  expect(judge(other, seen, 1)).toBe('wrong');
});

function table(part: Partial<TableInfo> = {}): TableInfo {
  return { id: 't', commit: 'c0', sealed: false, seats: [{ seal: '' }, { seal: 'other' }], ...part } as TableInfo;
}

it('opens its luck only when all seals are fixed, and writes them down before', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push([JSON.parse(body), remembered('t')?.seals]);
    return new Response('{}');
  });
  const seal = sealLuck(table());
  const luck = remembered('t')!.luck;
  expect(seal).toBe(sealOf(luck));
  const seats = [{ seal }, { seal: 'other' }] as TableInfo['seats'];
  await openLuck(table({ seats }), 0);
  await openLuck(table({ sealed: true, seats }), null);
  await openLuck(table({ sealed: true, seats, commit: 'c1' }), 0);
  expect(sent).toEqual([]);
  await openLuck(table({ sealed: true, seats }), 0);
  expect(sent).toEqual([[{ luck }, [seal, 'other']]]);
});
