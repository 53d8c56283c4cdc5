// The code is read back as a camera would: from its modules alone.
import { expect, it } from 'vitest';
import { check, qr } from '../src/lib/qr';

/** What a reader that meets no damage does: mask, path, blocks, bytes. Written from the standard, not from the encoder. */
function read(code: boolean[][]): string {
  const size = code.length;
  const version = (size - 17) / 4;
  let format = 0;
  for (const [x, y] of [[0, 8], [1, 8], [2, 8], [3, 8], [4, 8], [5, 8], [7, 8], [8, 8], [8, 7], [8, 5], [8, 4], [8, 3], [8, 2], [8, 1], [8, 0]] as const) format = (format << 1) | Number(code[y]![x]);
  const mask = ((format ^ 0x5412) >> 10) & 7;
  expect((format ^ 0x5412) >> 13, 'level M').toBe(0);
  const hit = (x: number, y: number): boolean =>
    [(x + y) % 2, y % 2, x % 3, (x + y) % 3, ((x / 3 | 0) + (y / 2 | 0)) % 2, ((x * y) % 2) + ((x * y) % 3), (((x * y) % 2) + ((x * y) % 3)) % 2, (((x + y) % 2) + ((x * y) % 3)) % 2][mask] === 0;
  const centres = [[], [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]][version]!;
  const pattern = (x: number, y: number): boolean => {
    if (x === 6 || y === 6) return true;
    if ((x < 9 && y < 9) || (x > size - 9 && y < 9) || (x < 9 && y > size - 9)) return true;
    if (version >= 7 && ((x > size - 12 && y < 6) || (y > size - 12 && x < 6))) return true;
    return centres.some((cx) => centres.some((cy) => Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2 && !((cx === 6 && cy !== 6 && cy === centres.at(-1)) || (cy === 6 && cx === centres.at(-1)) || (cx === 6 && cy === 6))));
  };
  const bits: number[] = [];
  let up = true;
  for (let x = size - 1; x > 0; x -= 2) {
    if (x === 6) x -= 1;
    for (let i = 0; i < size; i += 1) {
      const y = up ? size - 1 - i : i;
      for (const column of [x, x - 1]) if (!pattern(column, y)) bits.push(Number(code[y]![column]! !== hit(column, y)));
    }
    up = !up;
  }
  const words = Array.from({ length: bits.length >> 3 }, (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((sum, bit) => 2 * sum + bit, 0));
  const [blocks, data] = [[0, 0], [1, 16], [1, 28], [1, 44], [2, 64], [2, 86], [4, 108], [4, 124], [4, 154], [5, 182], [5, 216]][version] as [number, number];
  const [short, longer] = [Math.floor(data / blocks), data % blocks];
  const parts: number[][] = Array.from({ length: blocks }, () => []);
  let at = 0;
  for (let i = 0; i <= short; i += 1) for (let b = 0; b < blocks; b += 1) if (i < short || b >= blocks - longer) parts[b]!.push(words[at++]!);
  const stream = parts.flat().flatMap((word) => [...word.toString(2).padStart(8, '0')].map(Number));
  const take = (count: number): number => stream.splice(0, count).reduce((sum, bit) => 2 * sum + bit, 0);
  expect(take(4), 'bytes').toBe(4);
  const length = take(version < 10 ? 8 : 16);
  return new TextDecoder().decode(Uint8Array.from({ length }, () => take(8)));
}

it.each([1, 14, 26, 40, 62, 80, 100, 120, 150, 180, 213])('is read back, with %i bytes', (length) => {
  const text = 'https://cards.example/#/table/P1BTa3g04Dw-tE6B?стіл'.repeat(5);
  let cut = text;
  while (new TextEncoder().encode(cut).length > length) cut = cut.slice(0, -1);
  const code = qr(cut)!;
  expect(read(code)).toBe(cut);
  expect(code.length).toBeLessThanOrEqual(57);
});

it('has the modules that the standard prescribes: corners, timing, the dark one, the version', () => {
  const code = qr('https://cards.example/#/table/P1BTa3g04Dw-tE6B'.padEnd(110, '0'))!;
  const row = (y: number, from: number, to: number): string => code[y]!.slice(from, to).map(Number).join('');
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((y) => row(y, 0, 8))).toEqual(['11111110', '10000010', '10111010', '10111010', '10111010', '10000010', '11111110', '00000000']);
  expect(row(6, 8, 14)).toBe('101010');
  expect(code[code.length - 8]![8]).toBe(true);
  expect(code.length).toBe(45); // version 7, whose number is 000111110010010100
  const bits = Array.from({ length: 18 }, (_, i) => Number(code[Math.floor(i / 3)]![45 - 11 + (i % 3)])).reverse().join('');
  expect(bits).toBe('000111110010010100');
});

it('has the error correction and the format of the standard', () => {
  // the example of its annex I, "01234567" as 1-M
  const words = '10200C566180EC11EC11EC11EC11EC11'.match(/../g)!.map((word) => parseInt(word, 16));
  const checks = [...check(Uint8Array.from(words), 10)].map((word) => word.toString(16).padStart(2, '0')).join('').toUpperCase();
  expect(checks).toBe('A524D4C1ED36C7872C55');
  // its table of formats, level M, for the masks in order
  const formats = ['101010000010010', '101000100100101', '101111001111100', '101101101001011', '100010111111001', '100000011001110', '100111110010111', '100101010100000'];
  const code = qr('a'.repeat(14))!;
  const beside = [0, 1, 2, 3, 4, 5, 7, 8].map((x) => code[8]![x]!);
  const above = [7, 5, 4, 3, 2, 1, 0].map((y) => code[y]![8]!);
  expect(formats).toContain([...beside, ...above].map(Number).join(''));
});

it('refuses what is too long', () => {
  expect(qr('x'.repeat(214))).toBeNull();
});
