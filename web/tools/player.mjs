// Makes one file of the replay of a deal, for reports that need nothing beside them: node tools/player.mjs FILE
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';

const web = join(import.meta.dirname, '..');
const { output } = await build({
  root: web,
  configFile: false,
  logLevel: 'error', // it would warn of import.meta in a helper of Vite's own that is never called
  publicDir: false,
  plugins: [svelte()],
  build: {
    write: false,
    target: 'es2022',
    assetsInlineLimit: 1 << 20, // fonts and pictures too
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { player: join(web, 'src/player/main.ts') }, output: { format: 'iife', codeSplitting: false } },
  },
});
const script = output.filter(({ type }) => type === 'chunk').map(({ code }) => code).join('\n');
const style = output.filter(({ fileName }) => fileName.endsWith('.css')).map(({ source }) => source).join('\n');
writeFileSync(
  process.argv[2],
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>koloda</title>
<style>${style.replaceAll('</style', '<\\/style')}</style>
</head>
<body>
<script>${script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')}</script>
</body>
</html>
`,
);
