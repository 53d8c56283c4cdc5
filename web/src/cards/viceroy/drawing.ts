/**
 * Drawings as strings of SVG. A browser pays for every element at every update, and most for texts and transforms: so
 * places are written into the coordinates, shapes of one paint become one path, numbers of one look one text.
 */

/** A path with commands in capitals, put at x,y and k times as large; `alpha` is that of the fill, else of the line. */
export type Shape = { d: string; x?: number; y?: number; k?: number; fill: string; alpha?: number; line?: string; width?: number; dash?: number[]; round?: 'linejoin' | 'linecap' };
export type Words = { text: string; x: number; y: number; size: number; fill: string; weight?: number; anchor?: 'start' | 'middle' | 'end'; /** Its width, where it has to fit. */ fit?: number };
/** Parts that lie on each other: the first at the bottom, words above all. */
export type Figure = readonly (Shape | Words)[];
/** A figure at its place in a drawing. */
export type Put = { figure: Figure; x: number; y: number; k: number };
/** What only `drawn` makes: no string from elsewhere is taken for markup. */
export type Drawn = string & { readonly drawn: unique symbol };

const short = (value: number): string => String(Math.round(value * 100) / 100);

/** What is drawn again and again is worked out once. */
export function kept<A extends (string | number | boolean | null | undefined)[], Made>(make: (...given: A) => Made): (...given: A) => Made {
  const all = new Map<string, Made>();
  return (...given) => {
    const key = given.join('|');
    const made = all.get(key) ?? make(...given);
    all.set(key, made);
    return made;
  };
}

export const put = (figure: Figure, x = 0, y = 0, k = 1): Put => ({ figure, x, y, k });

/** A figure as a part of another, at a place in it. */
export const move = (figure: Figure, x: number, y: number, k = 1): Figure =>
  figure.map((part) => {
    const at = { x: (part.x ?? 0) * k + x, y: (part.y ?? 0) * k + y };
    if (!('d' in part)) return { ...part, ...at, size: part.size * k };
    return { ...part, ...at, k: (part.k ?? 1) * k, width: part.width && part.width * k, dash: part.dash?.map((n) => n * k) };
  });

export const disc = (x: number, y: number, r: number): string => `M${x + r} ${y}A${r} ${r} 0 0 1 ${x - r} ${y} ${r} ${r} 0 0 1 ${x + r} ${y}Z`;

/** A box with round corners, turned around a point. */
export function box(x: number, y: number, width: number, height: number, r = 0, angle = 0, [cx, cy] = [0, 0]): string {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const at = (px: number, py: number): string =>
    `${short(cx + (px - cx) * cos - (py - cy) * sin)} ${short(cy + (px - cx) * sin + (py - cy) * cos)}`;
  const [right, bottom] = [x + width, y + height];
  if (!r) return `M${at(x, y)}L${at(right, y)}L${at(right, bottom)}L${at(x, bottom)}Z`;
  const corner = (px: number, py: number): string => `A${r} ${r} 0 0 1 ${at(px, py)}`;
  return (
    `M${at(x + r, y)}L${at(right - r, y)}${corner(right, y + r)}L${at(right, bottom - r)}${corner(right - r, bottom)}` +
    `L${at(x + r, bottom)}${corner(x, bottom - r)}L${at(x, y + r)}${corner(x + r, y)}Z`
  );
}

/** How many numbers each command takes; they are points, but for H, V and the first five of an arc. */
const TAKES: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, Q: 4, S: 4, C: 6, A: 7 };

/** A path k times as large: where it begins, and what follows relative to that, the same wherever it is put. */
function outline(d: string, k: number): { x: number; y: number; rest: string } {
  // in hundredths, rounded before the differences are taken: so no error adds up
  const scaled = (text: string): number => Math.round(Number(text) * k * 100);
  let [x, y, fromX, fromY, rest] = [0, 0, 0, 0, ''];
  let begin: [number, number] | null = null;
  for (const [, command, numbers] of d.matchAll(/([A-Z])([^A-Z]*)/g) as Iterable<[string, string, string]>) {
    if (command === 'Z') [x, y, rest] = [fromX, fromY, `${rest}z`];
    const values = numbers.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? [];
    for (let i = 0; i < values.length; i += TAKES[command]!) {
      const some = values.slice(i, i + TAKES[command]!);
      const arc = command === 'A' ? [scaled(some[0]!) / 100, scaled(some[1]!) / 100, ...some.slice(2, 5)] : [];
      const points = some.slice(arc.length).map(scaled);
      const steps = points.map((value, n) => (value - (command === 'V' || n % 2 ? y : x)) / 100);
      if (command === 'V') y = points[0]!;
      else if (command === 'H') x = points[0]!;
      else [x, y] = points.slice(-2) as [number, number];
      const starts = command === 'M' && !i;
      if (starts) [fromX, fromY] = [x, y];
      if (begin) rest += (starts ? 'm' : command === 'M' ? 'l' : command.toLowerCase()) + [...arc, ...steps].join(' ').replaceAll(' -', '-');
      begin ??= [x, y];
    }
  }
  return { x: (begin?.[0] ?? 0) / 100, y: (begin?.[1] ?? 0) / 100, rest };
}

function paintOf({ fill, alpha, line, width, dash, round }: Shape): string {
  let paint = `fill="${fill}"`;
  // not the opacity of the element: that would be a layer of its own
  if (alpha) paint += ` ${fill === 'none' ? 'stroke' : 'fill'}-opacity="${alpha}"`;
  if (line) paint += ` stroke="${line}"`;
  if (width && width !== 1) paint += ` stroke-width="${short(width)}"`;
  if (dash) paint += ` stroke-dasharray="${dash.map(short).join(' ')}"`;
  if (round) paint += ` stroke-${round}="round"`;
  return paint;
}

function lookOf({ size, fill, weight = 800, anchor = 'middle', fit }: Words): string {
  const width = fit ? ` textLength="${short(fit)}" lengthAdjust="spacingAndGlyphs"` : '';
  return `font-size="${short(size)}" font-weight="${weight}"${anchor === 'start' ? '' : ` text-anchor="${anchor}"`} fill="${fill}"${width}`;
}

type Text = { look: string; text: string; x: number; y: number };
type Stamp = { paths: { paint: string; x: number; y: number; rest: string }[]; texts: Text[] };
const stamps = new WeakMap<Figure, Map<number, Stamp>>();

/** A figure k times as large, ready to be put anywhere: few of them serve all cards. */
function stamp(figure: Figure, k: number): Stamp {
  const sizes = stamps.get(figure) ?? new Map<number, Stamp>();
  stamps.set(figure, sizes);
  let made = sizes.get(k);
  if (!made) {
    made = { paths: [], texts: [] };
    for (const part of move(figure, 0, 0, k)) {
      const { x = 0, y = 0 } = part;
      if (!('d' in part)) made.texts.push({ look: lookOf(part), text: part.text, x, y });
      else {
        const { x: dx, y: dy, rest } = outline(part.d, part.k ?? 1);
        made.paths.push({ paint: paintOf(part), x: x + dx, y: y + dy, rest });
      }
    }
    sizes.set(k, made);
  }
  return made;
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Texts of one look. Single signs go by the lists of places of their text, which costs a third of a text for each. */
function textOf(look: string, all: Text[]): string {
  const at = (words: Text[]): string => (words.length ? ` x="${words.map(({ x }) => short(x)).join(' ')}" y="${words.map(({ y }) => short(y)).join(' ')}"` : '');
  if (all.length === 1) return `<text${at(all)} ${look}>${escape(all[0]!.text)}</text>`;
  const signs = all.filter(({ text }) => text.length === 1);
  const longer = all.filter(({ text }) => text.length > 1).map((one) => `<tspan${at([one])}>${escape(one.text)}</tspan>`);
  return `<text${at(signs)} ${look}>${escape(signs.map(({ text }) => text).join(''))}${longer.join('')}</text>`;
}

/**
 * Figures that do not touch each other, and words above them. A part joins a path of its paint wherever that does not
 * bring it below an earlier part of its figure; all first parts come before all second ones, so that most find one.
 */
export function drawn(puts: Put[], words: Words[] = []): Drawn {
  const paths: { paint: string; d: string }[] = [];
  const texts = new Map<string, Text[]>();
  const write = (one: Text): void => {
    const all = texts.get(one.look);
    if (!one.text) return;
    if (all) all.push(one);
    else texts.set(one.look, [one]);
  };
  const inked = puts.map(({ figure, k }) => stamp(figure, k));
  const above = puts.map(() => 0);
  const deepest = Math.max(0, ...inked.map((one) => one.paths.length));
  for (let depth = 0; depth < deepest; depth += 1) {
    for (const [i, one] of inked.entries()) {
      const part = one.paths[depth];
      if (!part) continue;
      let at = above[i]!;
      while (at < paths.length && paths[at]!.paint !== part.paint) at += 1;
      if (at === paths.length) paths.push({ paint: part.paint, d: '' });
      paths[at]!.d += `M${short(puts[i]!.x + part.x)} ${short(puts[i]!.y + part.y)}${part.rest}`;
      above[i] = at + 1;
    }
  }
  for (const one of words) write({ ...one, look: lookOf(one) });
  for (const [i, { texts: all }] of inked.entries()) for (const one of all) write({ ...one, x: puts[i]!.x + one.x, y: puts[i]!.y + one.y });
  const shapes = paths.map(({ paint, d }) => `<path d="${d}" ${paint}/>`);
  return [...shapes, ...[...texts].map(([look, all]) => textOf(look, all))].join('') as Drawn;
}

/** Anything but the elements that are made above, or a script in one of them. */
const FOREIGN = /<(?!\/?(?:path|text|tspan)[ />])|<[^>]*\son\w/i;
function checked(text: string): string {
  if (FOREIGN.test(text)) throw new TypeError('not a drawing');
  return text;
}

type Policy = { createHTML(text: string): string };
type Factory = { createPolicy(name: string, rules: Policy): Policy };
// Trusted Types: the server's content security policy lets markup come from a policy only
const policy = (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('koloda-drawings', { createHTML: checked });

/** A drawing for `{@html}`. Give it what is derived, so that an equal drawing is not made again. */
export const markup = (drawing: Drawn): string => (policy ? policy.createHTML(drawing) : checked(drawing));
