/**
 * The proof of the shuffle: this browser seals its luck, writes down what it saw before it opens it, and holds the
 * records of the match against that. What it proves is told in docs/fairness.md.
 */
import { address, path, post } from './api';
import { loadPart, t } from './i18n';
import { toast } from './toast.svelte';
import type { TableInfo } from './wire';

/** `seals` is null until everybody's were fixed. */
type Seen = { commit: string; luck: string; seals: string[] | null };
/** seen: all is as this browser saw it; unseen: right in itself, but this browser was not there; wrong: it is not. */
export type Verdict = 'seen' | 'unseen' | 'wrong';
type Fair = { version?: number; commit: string; secret: string; luck: string[]; seals?: string[]; deal: number };

const KEY = 'koloda.proof.';
const KEPT = 40; // tables whose proof is remembered

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const unhex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** Primes give the constants of SHA-256: the first 32 bits of the fractions of their roots. */
const primes: number[] = [];
for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p)) primes.push(n);
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) >>> 0;
const ROUNDS = primes.map((p) => fraction(Math.cbrt(p)));
const START = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));

/** SHA-256 in our own words: browsers offer theirs only to pages that come by https. */
export function sha256(data: Uint8Array): Uint8Array {
  const blocks = new Uint8Array(Math.ceil((data.length + 9) / 64) * 64);
  blocks.set(data);
  blocks[data.length] = 0x80;
  const words = new DataView(blocks.buffer);
  words.setUint32(blocks.length - 4, data.length * 8);
  const hash = Uint32Array.from(START);
  const w = new Uint32Array(64);
  const turn = (x: number, n: number): number => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < blocks.length; block += 64) {
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) {
        w[i] = words.getUint32(block + 4 * i);
        continue;
      }
      const x = w[i - 15]!;
      const y = w[i - 2]!;
      w[i] = w[i - 16]! + w[i - 7]! + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i += 1) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i]! + w[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (hash[i] = hash[i]! + value));
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((value, i) => out.setUint32(4 * i, value));
  return new Uint8Array(out.buffer);
}

export const sealOf = (luck: string): string => (luck ? hex(sha256(unhex(luck))) : '');

export function remembered(table: string): Seen | null {
  try {
    return JSON.parse(localStorage.getItem(KEY + table) ?? 'null') as Seen | null;
  } catch {
    return null;
  }
}

function remember(table: string, seen: Seen): void {
  localStorage.removeItem(KEY + table);
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
  for (const key of keys.slice(0, Math.max(0, keys.length - KEPT + 1))) localStorage.removeItem(key);
  localStorage.setItem(KEY + table, JSON.stringify(seen));
}

/** Draw a luck, keep it here, and give its seal for the server. */
export function sealLuck(table: TableInfo): string {
  const luck = hex(crypto.getRandomValues(new Uint8Array(32)));
  remember(table.id, { commit: table.commit ?? '', luck, seals: null });
  return sealOf(luck);
}

const opening = new Set<string>(); // seals whose luck is on its way

/** All seals are fixed: write them down, then open our own. */
export async function openLuck(table: TableInfo, seat: number | null): Promise<void> {
  if (!table.sealed || seat === null) return;
  const own = table.seats[seat]!.seal;
  const seen = remembered(table.id);
  if (!own || !seen || sealOf(seen.luck) !== own || opening.has(own)) return;
  const seals = table.seats.map(({ seal }) => seal);
  if (table.commit !== seen.commit || (seen.seals && JSON.stringify(seen.seals) !== JSON.stringify(seals))) {
    await loadPart('proof');
    toast(t('proof.exchanged'), 'bad');
    return;
  }
  opening.add(own);
  remember(table.id, { ...seen, seals });
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      await post(path`tables/${table.id}/luck`, { luck: seen.luck });
      return;
    } catch {
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
  opening.delete(own);
}

/** The seed of a deal by docs/fairness.md. */
export function dealSeed(secret: string, lucks: string[], deal: number): bigint {
  const data = [...unhex(secret)];
  for (const luck of lucks) data.push(luck.length / 2, ...unhex(luck));
  data.push((deal >>> 24) & 255, (deal >>> 16) & 255, (deal >>> 8) & 255, deal & 255);
  return BigInt(`0x${hex(sha256(Uint8Array.from(data)).subarray(0, 8))}`) >> 1n;
}

/** Does the text of a record prove the seed of this deal, and is it what was seen? */
export function judge(text: string, seen: Seen | null, deal: number): Verdict {
  const fair = (JSON.parse(text) as { fair?: Fair }).fair;
  const seed = /"seed":\s*(\d+)/.exec(text)?.[1]; // as a number it would lose its last digits
  if (!fair || fair.version !== 2 || seed === undefined) return 'wrong';
  const seals = fair.luck.map(sealOf);
  const right =
    sealOf(fair.secret) === fair.commit &&
    JSON.stringify(seals) === JSON.stringify(fair.seals) &&
    fair.deal === deal && // else whoever runs the server could choose among many shuffles
    dealSeed(fair.secret, fair.luck, fair.deal) === BigInt(seed);
  if (!right) return 'wrong';
  if (!seen?.seals) return 'unseen';
  const same = seen.commit === fair.commit && JSON.stringify(seen.seals) === JSON.stringify(seals) && fair.luck.includes(seen.luck);
  return same ? 'seen' : 'wrong';
}

/** Check all deals of a match that is over; null: the records could not be read. */
export async function checkMatch(table: string, deals: number): Promise<Verdict | null> {
  const seen = remembered(table);
  let verdict: Verdict = 'seen';
  for (let deal = 1; deal <= deals; deal += 1) {
    const answer = await fetch(address(path`tables/${table}/record`, { deal })).catch(() => null);
    if (!answer?.ok) return null;
    const found = judge(await answer.text(), seen, deal);
    if (found === 'wrong') return 'wrong';
    if (found === 'unseen') verdict = 'unseen';
  }
  return verdict;
}
