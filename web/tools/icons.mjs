// Draws the icons of the installed app and the card that is shown with a link, from public/icon.svg, the posters and
// the display face: node tools/icons.mjs
import { readdirSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const read = (path) => readFileSync(new URL(path, import.meta.url));
const out = (name) => new URL(`../public/${name}`, import.meta.url).pathname;
const svg = read('../public/icon.svg').toString();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
for (const size of [192, 512]) {
  // a system may cut any shape out of it: the ground goes to the edges, the cards keep to the middle
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const inner = Math.round(size * 0.86);
  await page.setContent(`<body style="margin:0;background:#211c2b;display:grid;place-items:center;height:100vh">${svg.replace('<svg ', `<svg width="${inner}" height="${inner}" `)}</body>`);
  await page.screenshot({ path: out(`icon-${size}.png`) });
}
const games = '../../src/koloda/games/';
const posters = readdirSync(new URL(games, import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  .map(({ name }) => `data:image/svg+xml;base64,${read(`${games}${name}/art.svg`).toString('base64')}`);
const face = `data:font/woff2;base64,${read('../src/fonts/display-latin.woff2').toString('base64')}`;
const card = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await card.setContent(`<style>
  @font-face { font-family: Display; src: url(${face}); }
  body { margin: 0; width: 1200px; height: 630px; background: #f6f0e4; color: #211c2b; font: 800 112px/1 Display; letter-spacing: -.02em; display: grid; align-content: center; justify-items: center; gap: 44px; }
  h1 { display: flex; align-items: center; gap: 36px; margin: 0; font: inherit; } div { display: flex; gap: 18px; }
  img { width: 206px; height: 258px; border-radius: 18px; box-shadow: 0 10px 26px rgb(33 28 43 / .25); } img:nth-child(odd) { transform: translateY(10px); }
</style><h1>${svg.replace('<svg ', '<svg width="144" height="144" ')}koloda</h1><div>${posters.map((src) => `<img src="${src}">`).join('')}</div>`);
await card.evaluate(() => document.fonts.ready);
await card.screenshot({ path: out('social.jpg'), type: 'jpeg', quality: 82 });
await browser.close();
