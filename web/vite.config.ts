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

/** The first page comes beside the scripts that show it, not after them. */
function firstPage(): Plugin {
  return {
    name: 'koloda-first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const lobby = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/pages/Lobby.svelte'));
        if (!lobby) throw new Error('the bundle has no lobby');
        const wanted = [lobby.fileName, ...lobby.imports];
        const styles = chunks.filter(({ fileName }) => wanted.includes(fileName)).flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const fresh = [...new Set([...wanted, ...styles])].filter((file) => !html.includes(file));
        return fresh.map((file) =>
          file.endsWith('.css')
            ? { tag: 'link', attrs: { rel: 'preload', as: 'style', crossorigin: true, href: `/${file}` }, injectTo: 'head' as const }
            : { tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` }, injectTo: 'head' as const },
        );
      },
    },
  };
}

export default defineConfig({
  plugins: [svelte(), fixtures(), firstPage()],
  server: { proxy: { '/api': { target: process.env.KOLODA_SERVER ?? 'http://127.0.0.1:8700', ws: true } } },
  build: {
    outDir: '../src/koloda/table/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // one rule for all: a file of ours, which the content security policy allows
    modulePreload: { polyfill: false },
    // what nearly every page needs is one file: a request costs more than its few kilobytes
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: /node_modules|src\/lib\/|components\/(Bar|Dialog|Toast|Poster|Page|OwnTables|Invitations)\./ }] } } },
  },
});
