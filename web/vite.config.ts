import { createReadStream, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** Recorded games for the development page (#/dev/NAME): KOLODA_FIXTURES names their folder. */
function fixtures(): Plugin {
  const folder = process.env.KOLODA_FIXTURES ?? 'fixtures';
  return {
    name: 'koloda-fixtures',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/fixtures/', (request, answer, next) => {
        const path = join(folder, basename((request.url ?? '').split('?')[0] ?? ''));
        if (!path.endsWith('.json') || !existsSync(path)) return next();
        answer.setHeader('content-type', 'application/json');
        createReadStream(path).pipe(answer);
      });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), fixtures()],
  server: { proxy: { '/api': { target: process.env.KOLODA_SERVER ?? 'http://127.0.0.1:8700', ws: true } } },
  build: {
    outDir: '../src/koloda/table/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // one rule for all: a file of ours, which the content security policy allows
    modulePreload: { polyfill: false },
    // what nearly every page needs is one file: a request costs more than its few kilobytes
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: /node_modules|src\/lib\/|components\/(Bar|Dialog|Toast|Poster)/ }] } } },
  },
});
