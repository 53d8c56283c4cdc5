// Draws cards to files, for what is no part of the client: node tools/cards.mjs CARDS FACES
// CARDS gets the playing cards, FACES those of all games, by the game's id and the card's code.
// The components of the client are rendered as they are, so that there is one drawing of a card.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';

// what the settings of a browser are read from: there is none
globalThis.localStorage = { getItem: () => null, setItem: () => undefined };

const web = join(import.meta.dirname, '..');
const codes = (file) => Object.keys(JSON.parse(readFileSync(join(web, 'src', file), 'utf8')));
const pairs = (first, second) => [...first].flatMap((a) => [...second].map((b) => a + b));
const GAMES = {
  durak: ['PlayingCard.svelte', pairs('6789TJQKA', 'HSCD')],
  yassa: ['YassaCard.svelte', [...pairs('RYGB', '0123456789SDV'), 'WC', 'W4', ...pairs(['WC:', 'W4:'], 'RYGB')]],
  flights: ['CityCard.svelte', [...pairs('RBGYOVX', '123456'), 'XU', 'DP']],
  viceroy: ['viceroy/Card.svelte', codes('texts/en/viceroy-cards.json')],
  junquick: ['junquick/Card.svelte', codes('texts/en/junquick-cards.json')],
};
const folder = mkdtempSync(join(web, 'node_modules', '.cards-'));
try {
  await build({
    root: web,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      svelte({ configFile: false, compilerOptions: { runes: true, css: 'injected' } }),
      {
        name: 'cards',
        resolveId: (id) => (id === 'virtual:cards' ? id : null),
        load: (id) =>
          id === 'virtual:cards'
            ? [`export { render } from 'svelte/server';`, `export { loadPart } from ${JSON.stringify(join(web, 'src/lib/i18n.ts'))};`, ...Object.entries(GAMES).map(([game, [file]]) => `export { default as ${game} } from ${JSON.stringify(join(web, 'src/cards', file))};`)].join('\n')
            : null,
      },
    ],
    ssr: { noExternal: true },
    build: { ssr: true, outDir: folder, emptyOutDir: false, minify: false, rolldownOptions: { input: { cards: 'virtual:cards' }, output: { entryFileNames: '[name].mjs', format: 'es' } } },
  });
  const { loadPart, render, ...drawn } = await import(pathToFileURL(join(folder, 'cards.mjs')).href);
  const faces = {};
  for (const [game, [, listed]] of Object.entries(GAMES)) {
    await loadPart(game);
    const styles = new Set();
    const draw = (code) => {
      const { head, body } = render(drawn[game], { props: { code } });
      for (const [, style] of head.matchAll(/<style[^>]*>(.*?)<\/style>/gs)) styles.add(style);
      return body.replace(/<!--.*?-->/gs, '').replace(/\s+/g, ' ').trim();
    };
    const cards = { '??': draw(game === 'junquick' ? null : '??') };
    for (const code of listed) cards[code] = draw(code);
    faces[game] = { style: [...styles].join('\n'), cards };
  }
  writeFileSync(process.argv[2], JSON.stringify(faces.durak));
  writeFileSync(process.argv[3], JSON.stringify(faces));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
