// Whole stories in a real Chromium: node e2e/run.mjs [games|keys|together|newcomer|analysis|pages|after|ladder|measure] ...
// KOLODA_PYTHON names the Python that has koloda; SHOTS a folder for pictures.
import { after } from './after.mjs';
import { analysis } from './analysis.mjs';
import { launch, Server } from './browser.mjs';
import { games } from './games.mjs';
import { keys } from './keys.mjs';
import { ladder } from './ladder.mjs';
import { measure } from './measure.mjs';
import { newcomer } from './newcomer.mjs';
import { pages } from './pages.mjs';
import { together } from './together.mjs';

const STORIES = { games, keys, together, newcomer, analysis, pages, after, ladder, measure };
const wanted = process.argv.slice(2);
const names = wanted.length ? wanted : ['games', 'keys', 'together', 'newcomer', 'analysis', 'pages', 'after', 'ladder'];
const browser = await launch();
let failed = 0;
for (const name of names) {
  const [story, ...args] = name.split(':');
  const server = await new Server({ pause: story === 'measure' ? 400 : 0 }).start();
  const began = Date.now();
  try {
    await STORIES[story](browser, server, args);
    console.log(`passed ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}: ${error.stack}`);
  } finally {
    await server.end();
  }
}
await browser.close();
process.exit(failed ? 1 : 0);
