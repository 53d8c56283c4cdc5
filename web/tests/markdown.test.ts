import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { render } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import Markdown from '../src/components/Markdown.svelte';
import { inline, parse, plain, spell, type Block } from '../src/lib/markdown';

const text = (source: string): HTMLElement => render(Markdown, { props: { blocks: parse(source) } }).container;

describe('markdown', () => {
  it('reads headings, paragraphs over several lines, and rules', () => {
    const page = text('# One\n\nfirst\nsecond\n\n---\n## Two\n');
    expect(page.querySelector('h1')?.textContent).toBe('One');
    expect(page.querySelector('p')?.textContent).toBe('first second');
    expect(page.querySelector('h2')?.id).toBe('two');
    expect(page.querySelectorAll('hr')).toHaveLength(1);
  });
  it('reads lists in lists, and items of several lines', () => {
    const page = text('1. one\n   more\n   - inner\n   - inner too\n2. two\n\nafter');
    const items = page.querySelectorAll(':scope > div > ol > li, :scope > ol > li');
    expect(items).toHaveLength(2);
    expect(items[0]!.querySelectorAll('ul > li')).toHaveLength(2);
    expect(items[0]!.textContent).toContain('one more');
    expect(page.querySelector('p')?.textContent).toBe('after');
  });
  it('reads tables and code', () => {
    const page = text('| a | b |\n|---|---|\n| 1 | **2** |\n\n```\n<b>x</b>\n```');
    expect([...page.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual(['1', '2']);
    expect(page.querySelector('pre')?.textContent).toBe('<b>x</b>');
  });
  it('makes no HTML of text and no links but to the web', () => {
    const page = text('<img src=x onerror=alert(1)> [a](javascript:alert(1)) [b](https://example.org) [c](../x.md)');
    expect(page.querySelector('img')).toBeNull();
    expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['https://example.org']);
  });
  it('tells emphasis from other stars', () => {
    expect(inline('2 * 3 * 4').map(({ kind }) => kind)).toEqual(['text']);
    expect(inline('a *word* and `co*d*e` **strong**').map(({ kind }) => kind)).toEqual(['text', 'em', 'text', 'code', 'text', 'strong']);
  });
  it('tells options in people’s words, and leaves other code alone', () => {
    const options = [{ name: 'mode', label: 'Sides', values: ['team', 'individual'], names: ['two teams', 'alone'] }, { name: 'cap', label: 'Cards', values: null }];
    const [list] = spell(parse('- `mode`: `team` or `individual`, `TS`\n- `cap = 5`: five; `team`\n'), options) as [Extract<Block, { kind: 'list' }>];
    const items = list.items.map(([first]) => plain((first as Extract<Block, { kind: 'paragraph' }>).inline));
    expect(items).toEqual(['Sides: two teams or alone, TS', 'Cards: 5: five; team']);
  });
  const rules = resolve('..', 'docs', 'rules');
  it.each(readdirSync(rules).filter((name) => /\.(en|uk|ru)\.md$/.test(name)))('leaves no sign of Markdown in %s', (name) => {
    const source = readFileSync(resolve(rules, name), 'utf8');
    const page = text(source);
    for (const code of page.querySelectorAll('code')) code.remove();
    expect(page.textContent).not.toMatch(/\*\*|^#|^\s*[-|] |`|\]\(/m);
    expect(page.querySelectorAll('h2').length).toBe(source.match(/^## /gm)!.length);
  });
});
