// Whole stories in a real Chromium: node e2e/run.mjs [games|keys|together|newcomer|analysis|pages|after|ladder|bots|admin|people|post|tournament|newtable|puzzles|measure|pictures] ...
// KOLODA_PYTHON names the Python that has koloda; SHOTS a folder for pictures.
import { admin, TOKEN } from './admin.mjs';
import { after } from './after.mjs';
import { analysis } from './analysis.mjs';
import { bots } from './bots.mjs';
import { launch, Server } from './browser.mjs';
import { games } from './games.mjs';
import { keys } from './keys.mjs';
import { ladder } from './ladder.mjs';
import { measure } from './measure.mjs';
import { newcomer } from './newcomer.mjs';
import { newtable } from './newtable.mjs';
import { pages } from './pages.mjs';
import { people } from './people.mjs';
import { pictures } from './pictures.mjs';
import { post } from './post.mjs';
import { puzzles } from './puzzles.mjs';
import { together } from './together.mjs';
import { tournament } from './tournament.mjs';

const STORIES = { games, keys, together, newcomer, analysis, pages, after, ladder, bots, admin, people, post, tournament, newtable, puzzles, measure, pictures };
const wanted = process.argv.slice(2);
const names = wanted.length ? wanted : ['games', 'keys', 'together', 'newcomer', 'analysis', 'pages', 'after', 'ladder', 'bots', 'admin', 'newtable', 'puzzles'];
process.env.KOLODA_ADMIN_TOKEN = TOKEN;
const browser = await launch();
let failed = 0;
let signal = ''; // the browser is closed with it, and whatever was asked of the page fails
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => (signal = name));
for (const name of names) {
  const [story, ...args] = name.split(':');
  const server = await new Server({ pause: story === 'measure' ? 400 : 0 }).start();
  const began = Date.now();
  try {
    await STORIES[story](browser, server, args);
    console.log(`passed ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}: ${signal ? `stopped from outside by ${signal}` : error.stack}`);
  } finally {
    await server.end();
  }
  if (signal) break;
}
await browser.close();
process.exit(failed ? 1 : 0);
