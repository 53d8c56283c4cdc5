/** The small part of Markdown that our rules are written in, as a tree: no HTML is ever made from text. */
export type Inline = { kind: 'text' | 'strong' | 'em' | 'code'; text: string } | { kind: 'link'; text: string; href: string };
export type Block =
  | { kind: 'heading'; level: number; id: string; inline: Inline[] }
  | { kind: 'paragraph'; inline: Inline[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Block[][] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' };

const INLINE = /\*\*(.+?)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)|(?<![\w*])[*_](?=\S)([^*_]+)(?<=\S)[*_](?![\w*])/gu;

export function inline(text: string): Inline[] {
  const out: Inline[] = [];
  let at = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > at) out.push({ kind: 'text', text: text.slice(at, found.index) });
    at = found.index + found[0].length;
    if (found[1] !== undefined) out.push({ kind: 'strong', text: found[1] });
    else if (found[2] !== undefined) out.push({ kind: 'code', text: found[2] });
    else if (found[5] !== undefined) out.push({ kind: 'em', text: found[5] });
    else if (/^(https?:|#)/.test(found[4]!)) out.push({ kind: 'link', text: found[3]!, href: found[4]! });
    else out.push({ kind: 'text', text: found[3]! }); // files of the repository have no address here
  }
  if (at < text.length) out.push({ kind: 'text', text: text.slice(at) });
  return out;
}

export const plain = (parts: Inline[]): string => parts.map(({ text }) => text).join('');
const slug = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
const cells = (line: string): Inline[][] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()));

const ITEM = /^(\s*)(?:[-*+]|(\d+)[.)])\s+(.*)$/;
const BREAK = /^\s*$|^#{1,6}\s|^```|^>|^\s*\||^(-{3,}|\*{3,})\s*$/;

export function parse(source: string): Block[] {
  return blocks(source.replace(/\r/g, '').split('\n'));
}

function blocks(lines: string[]): Block[] {
  const out: Block[] = [];
  let i = 0;
  while (i < lines.length) {
    const line = lines[i]!;
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (/^\s*$/.test(line) || /^<!--.*-->$/.test(line.trim())) i += 1;
    else if (heading) {
      const parts = inline(heading[2]!);
      out.push({ kind: 'heading', level: heading[1]!.length, id: slug(plain(parts)), inline: parts });
      i += 1;
    } else if (line.startsWith('```')) {
      const end = lines.findIndex((other, at) => at > i && other.startsWith('```'));
      const stop = end < 0 ? lines.length : end;
      out.push({ kind: 'code', text: lines.slice(i + 1, stop).join('\n') });
      i = stop + 1;
    } else if (/^(-{3,}|\*{3,})\s*$/.test(line)) {
      out.push({ kind: 'rule' });
      i += 1;
    } else if (line.startsWith('>')) {
      const inside: string[] = [];
      while (i < lines.length && lines[i]!.startsWith('>')) inside.push(lines[i++]!.replace(/^>\s?/, ''));
      out.push({ kind: 'quote', blocks: blocks(inside) });
    } else if (/^\s*\|/.test(line) && /^\s*\|?[\s:|-]+\|?\s*$/.test(lines[i + 1] ?? '')) {
      const rows: Inline[][][] = [];
      const head = cells(line);
      for (i += 2; i < lines.length && /^\s*\|/.test(lines[i]!); i += 1) rows.push(cells(lines[i]!));
      out.push({ kind: 'table', head, rows });
    } else if (ITEM.test(line)) {
      [i] = list(lines, i, out);
    } else {
      const text = [line.trim()];
      i += 1;
      while (i < lines.length && !BREAK.test(lines[i]!) && !ITEM.test(lines[i]!)) text.push(lines[i++]!.trim());
      out.push({ kind: 'paragraph', inline: inline(text.join(' ')) });
    }
  }
  return out;
}

/** A list: an item is its first line and every following line that is indented deeper than its mark. */
function list(lines: string[], from: number, out: Block[]): [number] {
  const first = ITEM.exec(lines[from]!)!;
  const [indent, ordered] = [first[1]!.length, first[2] !== undefined];
  const items: Block[][] = [];
  let i = from;
  while (i < lines.length) {
    const item = ITEM.exec(lines[i]!);
    if (!item || item[1]!.length !== indent || (item[2] !== undefined) !== ordered) break;
    const inside = [item[3]!];
    i += 1;
    while (i < lines.length) {
      const line = lines[i]!;
      const deeper = line.search(/\S/);
      if (deeper < 0) {
        const after = lines.slice(i).find((other) => /\S/.test(other));
        if (after === undefined || after.search(/\S/) <= indent) break;
        inside.push('');
      } else if (deeper > indent) inside.push(line.slice(Math.min(deeper, indent + (ordered ? 3 : 2))));
      else if (ITEM.test(line) || BREAK.test(line)) break;
      else inside.push(line); // a lazy continuation
      i += 1;
    }
    items.push(blocks(inside));
    const next = lines.findIndex((other, at) => at >= i && /\S/.test(other));
    if (next > i && ITEM.exec(lines[next]!)?.[1]?.length === indent) i = next;
  }
  out.push({ kind: 'list', ordered, start: Number(first[2] ?? 1), items });
  return [i];
}

type Words = { name: string; label: string; values: readonly unknown[] | null; names?: readonly string[] };

/** The options of a game in people's words: programs read them by their names, as the text has them. */
export function spell(all: Block[], options: readonly Words[]): Block[] {
  let last: Words | undefined; // whose values are spoken of
  const valueOf = (option: Words | undefined, value: string): string | undefined => option?.names?.[option.values?.findIndex((one) => String(one) === value) ?? -1];
  const words = (part: Inline): Inline => {
    if (part.kind !== 'code') return part;
    const [name, value] = part.text.split(' = ') as [string, string?];
    const option = options.find((one) => one.name === name);
    if (option) last = option;
    const said = option ? (value === undefined ? option.label : `${option.label}: ${valueOf(option, value) ?? value}`) : valueOf(last, part.text);
    return said === undefined ? part : { kind: 'em', text: said };
  };
  const block = (one: Block): Block => {
    if (one.kind === 'paragraph' || one.kind === 'heading') return { ...one, inline: one.inline.map(words) };
    if (one.kind === 'list')
      return { ...one, items: one.items.map((item) => { last = undefined; return item.map(block); }) };
    if (one.kind === 'quote') return { ...one, blocks: one.blocks.map(block) };
    if (one.kind === 'table') return { ...one, head: one.head.map((cell) => cell.map(words)), rows: one.rows.map((row) => row.map((cell) => cell.map(words))) };
    return one;
  };
  return all.map((one) => { last = undefined; return block(one); });
}
