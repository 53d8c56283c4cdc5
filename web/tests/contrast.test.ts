// The contrast of texts on their grounds, computed from the style sheets: a change of a colour cannot make a text unreadable.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const SRC = `${import.meta.dirname}/../src`;
const sheet = readFileSync(`${SRC}/style.css`, 'utf8');
const moods = readdirSync(`${SRC}/games`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && readdirSync(`${SRC}/games/${entry.name}`).includes('mood.css'))
  .map(({ name }) => name);

type Tokens = Record<string, string>;
/** The custom properties of the first rule with this selector that are one colour. */
function tokens(css: string, selector: string): Tokens {
  const from = css.indexOf(`${selector} {`);
  if (from < 0) throw new Error(`no rule for ${selector}`);
  const body = css.slice(from, css.indexOf('\n}', from));
  return Object.fromEntries([...body.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name!, value!]));
}
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high! + 0.05) / (low! + 0.05);
}

const light = tokens(sheet, ':root');
const themes = { light, dark: { ...light, ...tokens(sheet, ":root[data-theme='dark']") } };
const SHELL: [text: string, grounds: string[], least: number][] = [
  ['--ink', ['--page', '--surface', '--sunken'], 7],
  ['--muted', ['--page', '--surface', '--sunken'], 4.5],
  ['--link', ['--page', '--surface'], 4.5],
  ['--brand', ['--surface', '--page'], 4.5],
  ['--on-brand', ['--brand'], 4.5],
  ['--good', ['--page', '--surface'], 4.5],
  ['--bad', ['--page', '--surface'], 4.5],
  ['--on-primary', ['--primary'], 7],
  ['--gold-ink', ['--gold'], 7],
  ['--on-gold-soft', ['--gold-soft'], 7],
  ['--pip-s', ['--page', '--surface'], 4.5],
  ['--pip-h', ['--page', '--surface'], 4.5],
];
const TABLE: [text: string, grounds: string[], least: number][] = [
  ['--on-table', ['--table', '--table-deep', '--seat'], 7],
  ['--on-table-muted', ['--table', '--table-deep', '--seat'], 4.5],
  ['--accent', ['--table', '--table-deep', '--seat'], 4.5],
  ['--on-accent', ['--accent'], 4.5],
];

function lowest(of: Tokens, pairs: typeof SHELL): string[] {
  return pairs.flatMap(([text, grounds, least]) =>
    grounds.map((ground) => ({ pair: `${text} on ${ground}`, is: contrast(of[text]!, of[ground]!), least })).filter(({ is }) => !(is >= least)).map(({ pair, is }) => `${pair}: ${is.toFixed(2)}`),
  );
}

it('reads the sheets', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(lowest({ ...light, '--ink': '#d9cdb8' }, SHELL)).toContain('--ink on --page: 1.38'); // a pair that fails is found
  expect(moods.length).toBeGreaterThan(1);
});

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  it('shell', () => expect(lowest(themes[theme], SHELL)).toEqual([]));
  it('table of a game without a mood', () => expect(lowest(themes[theme], TABLE)).toEqual([]));
  it.each(moods)('table of %s', (game) => {
    const css = readFileSync(`${SRC}/games/${game}/mood.css`, 'utf8');
    const mood = tokens(css, `\n[data-mood='${game}']`);
    expect(lowest({ ...themes[theme], ...mood, ...(theme === 'dark' ? tokens(css, `[data-theme='dark'] [data-mood='${game}']`) : {}) }, TABLE)).toEqual([]);
  });
  it.each(moods)('label of the poster of %s', (game) => {
    const css = readFileSync(`${SRC}/games/${game}/mood.css`, 'utf8');
    expect(contrast('#fffaf0', tokens(css, `\n[data-mood='${game}']`)['--label']!)).toBeGreaterThan(7);
  });
  it.each(moods)('gold is seen on the table of %s, by itself or by its line', (game) => {
    const css = readFileSync(`${SRC}/games/${game}/mood.css`, 'utf8');
    const mood: Tokens = { ...tokens(css, `\n[data-mood='${game}']`), ...(theme === 'dark' ? tokens(css, `[data-theme='dark'] [data-mood='${game}']`) : {}) };
    const night = theme === 'dark' && /\[data-theme='dark'\][^}]*--key: transparent/.test(css);
    const line = night ? '--gold' : mood['--key'] ? '--key' : '--gold';
    expect(contrast({ ...light, ...mood }[line]!, mood['--table']!)).toBeGreaterThan(3);
  });
});
