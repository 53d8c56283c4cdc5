// Draws the playing cards to a file, for pages that are no part of the client: node tools/cards.mjs FILE
// The components of the client are rendered as they are, so that there is one drawing of a card.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';

// what the settings of a browser are read from: there is none
globalThis.localStorage = { getItem: () => null, setItem: () => undefined };

const web = join(import.meta.dirname, '..');
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
            ? `export { render } from 'svelte/server'; export { default as Card } from ${JSON.stringify(join(web, 'src/cards/PlayingCard.svelte'))}; export { SUIT } from ${JSON.stringify(join(web, 'src/cards/suits.ts'))};`
            : null,
      },
    ],
    ssr: { noExternal: true },
    build: { ssr: true, outDir: folder, emptyOutDir: false, minify: false, rolldownOptions: { input: { cards: 'virtual:cards' }, output: { entryFileNames: '[name].mjs', format: 'es' } } },
  });
  const { Card, SUIT, render } = await import(pathToFileURL(join(folder, 'cards.mjs')).href);
  const styles = new Set();
  const draw = (code) => {
    const { head, body } = render(Card, { props: { code } });
    for (const [, style] of head.matchAll(/<style[^>]*>(.*?)<\/style>/gs)) styles.add(style);
    return body.replace(/<!--.*?-->/gs, '').replace(/\s+/g, ' ').trim();
  };
  const cards = { '??': draw('??') };
  for (const suit of Object.keys(SUIT)) for (const rank of '6789TJQKA') cards[rank + suit] = draw(rank + suit);
  writeFileSync(process.argv[2], JSON.stringify({ style: [...styles].join('\n'), cards }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
