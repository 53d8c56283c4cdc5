// Pages, components and what they share know no game by its name: a game is its folder, and what the server says of it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SRC = `${import.meta.dirname}/../src`;
const games = readdirSync(`${SRC}/games`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'any')
  .map(({ name }) => name);
const SHARED = ['pages', 'components', 'lib', 'games/any'].flatMap((folder) => readdirSync(`${SRC}/${folder}`).filter((name) => name !== 'wire.generated.ts').map((name) => `${folder}/${name}`));
const FILES = [...SHARED, 'App.svelte', 'main.ts', 'pages.ts', 'games/contract.ts', ...readdirSync(`${SRC}/texts`).flatMap((lang) => ['shell', 'any'].map((part) => `texts/${lang}/${part}.json`).filter((file) => existsSync(`${SRC}/${file}`)))];

it('finds the games', () => expect(games.length).toBeGreaterThan(1));

it.each(FILES)('%s names no game', (file) => {
  const found = readFileSync(`${SRC}/${file}`, 'utf8')
    .split('\n')
    .flatMap((line, at) => games.filter((game) => new RegExp(`(?<![a-z])${game}(?![a-z])`, 'i').test(line)).map((game) => `line ${at + 1}: ${game}`));
  expect(found).toEqual([]);
});
