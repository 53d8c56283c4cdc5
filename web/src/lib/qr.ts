/**
 * A QR code (ISO/IEC 18004) for an address: bytes, error correction M, versions 1 to 10, which is room for 213 bytes.
 * Gives back the rows of modules, dark ones true; null for a text that is too long.
 */

/** Per version: error correction bytes of a block, blocks, data bytes of all blocks (level M). */
const SIZES: [check: number, blocks: number, data: number][] = [
  [10, 1, 16], [16, 1, 28], [26, 1, 44], [18, 2, 64], [24, 2, 86], [16, 4, 108], [18, 4, 124], [22, 4, 154], [22, 5, 182], [26, 5, 216],
];
/** Per version: the middles of the alignment patterns. */
const MIDDLES: number[][] = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Powers and logarithms of the field with 256 elements. */
const POWER = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, value = 1; i < 255; i += 1) {
  POWER[i] = POWER[i + 255] = value;
  LOG[value] = i;
  value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
}
const times = (a: number, b: number): number => (a && b ? POWER[LOG[a]! + LOG[b]!]! : 0);

/** The bytes that let a reader mend this block: the remainder of a division of polynomials. */
export function check(data: Uint8Array, length: number): Uint8Array {
  let divisor = Uint8Array.of(1);
  for (let i = 0; i < length; i += 1) {
    const next = new Uint8Array(divisor.length + 1);
    divisor.forEach((value, j) => {
      next[j]! ^= value;
      next[j + 1]! ^= times(value, POWER[i]!);
    });
    divisor = next;
  }
  const rest = new Uint8Array(data.length + length);
  rest.set(data);
  for (let i = 0; i < data.length; i += 1) {
    const lead = rest[i]!;
    if (lead) divisor.forEach((value, j) => (rest[i + j]! ^= times(value, lead)));
  }
  return rest.slice(data.length);
}

/** The text as the bytes of the code, blocks interleaved. */
function bytes(text: Uint8Array, version: number): Uint8Array {
  const [length, blocks, size] = SIZES[version - 1]!;
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let i = count - 1; i >= 0; i -= 1) bits.push((value >> i) & 1);
  };
  put(4, 4); // plain bytes
  put(text.length, version < 10 ? 8 : 16);
  for (const one of text) put(one, 8);
  put(0, Math.min(4, size * 8 - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  const data = new Uint8Array(size);
  for (let i = 0; i < bits.length; i += 1) data[i >> 3]! |= bits[i]! << (7 - (i & 7));
  for (let i = bits.length / 8, fill = 0xec; i < size; i += 1, fill ^= 0xec ^ 0x11) data[i] = fill;
  const short = Math.floor(size / blocks);
  const parts = Array.from({ length: blocks }, (_, i) => {
    const longer = Math.max(0, i - (blocks - (size % blocks))); // the last blocks have one byte more
    const from = i * short + longer;
    return data.slice(from, from + short + (i >= blocks - (size % blocks) ? 1 : 0));
  });
  const found: number[] = [];
  for (let i = 0; i <= short; i += 1) for (const part of parts) if (i < part.length) found.push(part[i]!);
  const checks = parts.map((part) => check(part, length));
  for (let i = 0; i < length; i += 1) for (const one of checks) found.push(one[i]!);
  return Uint8Array.from(found);
}

/** Bits with their own error correction, for the corners. */
function guarded(value: number, divisor: number, length: number): number {
  let rest = value << length;
  for (let i = 31 - Math.clz32(rest); i >= length; i -= 1) if ((rest >> i) & 1) rest ^= divisor << (i - length);
  return (value << length) | rest;
}

class Grid {
  readonly dark: boolean[][];
  readonly fixed: boolean[][];
  constructor(readonly version: number, readonly size = 17 + 4 * version) {
    this.dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
    this.fixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  }
  fix(x: number, y: number, dark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y]![x] = dark;
    this.fixed[y]![x] = true;
  }
  /** A square of rings around its middle. */
  rings(x: number, y: number, radius: number, dark: (distance: number) => boolean): void {
    for (let dy = -radius; dy <= radius; dy += 1) for (let dx = -radius; dx <= radius; dx += 1) this.fix(x + dx, y + dy, dark(Math.max(Math.abs(dx), Math.abs(dy))));
  }
  patterns(): void {
    const last = this.size - 1;
    for (let i = 0; i < this.size; i += 1) {
      this.fix(i, 6, i % 2 === 0);
      this.fix(6, i, i % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [last - 3, 3], [3, last - 3]] as const) this.rings(x, y, 4, (distance) => distance !== 2 && distance !== 4);
    const middles = MIDDLES[this.version - 1]!;
    for (const x of middles) for (const y of middles) if (!((x === 6 && y === 6) || (x === 6 && y === middles.at(-1)) || (y === 6 && x === middles.at(-1)))) this.rings(x, y, 2, (distance) => distance !== 1);
    this.corners(0);
    if (this.version < 7) return;
    const bits = guarded(this.version, 0x1f25, 12);
    for (let i = 0; i < 18; i += 1) {
      const [far, near] = [last - 10 + (i % 3), Math.floor(i / 3)];
      this.fix(far, near, Boolean((bits >> i) & 1));
      this.fix(near, far, Boolean((bits >> i) & 1));
    }
  }
  /** Which mask was used, and the level of correction (M is 0), written twice. */
  corners(mask: number): void {
    const bits = guarded(mask, 0x537, 10) ^ 0x5412;
    const last = this.size - 1;
    const bit = (i: number): boolean => Boolean((bits >> i) & 1);
    for (let i = 0; i < 15; i += 1) {
      this.fix(8, i < 6 ? i : i < 8 ? i + 1 : last - 14 + i, bit(i));
      this.fix(i < 8 ? last - i : i < 9 ? 7 : 14 - i, 8, bit(i));
    }
    this.fix(8, last - 7, true);
  }
  /** In columns of two from the right, up and down in turn. */
  fill(data: Uint8Array): void {
    let i = 0;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right -= 1;
      for (let step = 0; step < this.size; step += 1) {
        const y = ((right + 1) & 2) === 0 ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y]![x]) continue;
          this.dark[y]![x] = i < data.length * 8 && Boolean((data[i >> 3]! >> (7 - (i & 7))) & 1);
          i += 1;
        }
      }
    }
  }
  flip(mask: number): void {
    for (let y = 0; y < this.size; y += 1) for (let x = 0; x < this.size; x += 1) if (!this.fixed[y]![x] && MASKS[mask]!(x, y)) this.dark[y]![x] = !this.dark[y]![x];
  }
  /** How hard it is to read: long runs, squares, what looks like a corner, too much of one colour. */
  penalty(): number {
    let found = 0;
    const columns = this.dark.map((_, x) => this.dark.map((row) => row[x]!));
    for (const line of [...this.dark, ...columns]) {
      const text = line.map(Number).join('');
      for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) found += run.length - 2;
      for (let i = 0; i + 11 <= text.length; i += 1) if (['10111010000', '00001011101'].includes(text.slice(i, i + 11))) found += 40;
    }
    let dark = 0;
    for (let y = 0; y < this.size; y += 1)
      for (let x = 0; x < this.size; x += 1) {
        const one = this.dark[y]![x];
        if (one) dark += 1;
        if (x && y && one === this.dark[y - 1]![x] && one === this.dark[y]![x - 1] && one === this.dark[y - 1]![x - 1]) found += 3;
      }
    return found + 10 * Math.floor(Math.abs((20 * dark) / this.size ** 2 - 10));
  }
}

export function qr(text: string): boolean[][] | null {
  const plain = new TextEncoder().encode(text);
  const version = 1 + SIZES.findIndex(([, , data], i) => plain.length + (i < 9 ? 2 : 3) <= data);
  if (version === 0) return null;
  const grid = new Grid(version);
  grid.patterns();
  grid.fill(bytes(plain, version));
  let best = { mask: 0, penalty: Infinity };
  for (let mask = 0; mask < 8; mask += 1) {
    grid.corners(mask);
    grid.flip(mask);
    const penalty = grid.penalty();
    if (penalty < best.penalty) best = { mask, penalty };
    grid.flip(mask);
  }
  grid.corners(best.mask);
  grid.flip(best.mask);
  return grid.dark;
}
