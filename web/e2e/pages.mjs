// Every page, in both themes and sizes, by the rules of accessibility; and keys instead of a mouse.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { check, fits, offered, person, targets } from './browser.mjs';
import { play, quick, state } from './play.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

// An experimental rule that reads the letters printed on a card as one word ("1Jun" in "Jun 1"): cards are pictures.
const OFF = { 'label-content-name-mismatch': { enabled: false } };

/** Through the debugger: the page's own policy lets no foreign script in. */
export async function clean(page, where) {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axe });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, { runOnly: ${JSON.stringify(TAGS)}, rules: ${JSON.stringify(OFF)} }).then(({ violations }) => JSON.stringify(violations.map(
      ({ id, help, nodes }) => id + ': ' + help + ' ' + nodes.slice(0, 4).map(({ html, any }) => html.slice(0, 160) + (any[0] ? ' [' + any[0].message + ']' : '')).join(' | '))))`,
    awaitPromise: true,
    returnByValue: true,
  });
  const violations = JSON.parse(result.value);
  check(violations.length === 0, `${where}: ${violations.join('\n')}`);
  await session.detach();
}

export async function pages(browser, server) {
  const wrong = [];
  const games = await offered(server);
  const attempt = async (work) => work().catch((error) => wrong.push(error.message));
  for (const [size, dark, lang] of [['wide', false, 'uk'], ['phone', true, 'ru']]) {
    const somebody = await person(browser, size, { dark, lang });
    const { page } = somebody;
    const see = (where) =>
      attempt(async () => {
        await fits(page, `${where}, ${size}`);
        await targets(page, `${where}, ${size}`);
        await clean(page, `${where}, ${size}${dark ? ', dark' : ''}`);
        if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${where.replaceAll(' ', '-')}-${size}.png` });
      });
    await page.goto(server.url);
    await page.waitForSelector('[data-play]');
    await see('lobby');
    await page.locator('[data-new]').click();
    await page.waitForSelector(`dialog[open] input[name=game][value=${games[0].id}]`, { state: 'attached' });
    await see('new table');
    await page.keyboard.press('Escape');
    for (const { id: game, guide } of games) {
      await page.goto(`${server.url}#/rules/${game}`);
      await page.waitForSelector('article h1');
      await see(`rules of ${game}`);
      if (guide) {
        await page.goto(`${server.url}#/guide/${game}`);
        await page.waitForSelector('.note');
        await see(`guide to ${game}`);
      }
      await quick(somebody, server.url, game);
      await page.waitForSelector('[data-status].yours');
      await attempt(async () => check(await page.evaluate(() => document.activeElement !== document.body), `the focus is lost on the way to ${game}, ${size}`));
      await see(`table of ${game}`);
      if (game === games[0].id) {
        await attempt(async () => {
          await page.locator('[data-hint]').click();
          await page.waitForSelector('.hinted');
        });
        await attempt(() => keyboard(page));
      }
      await play(somebody, { seed: 3, stop: async (_, presses) => presses > 5 });
      await see(`game of ${game}`);
    }
    await page.goto(`${server.url}#/profile`);
    await page.waitForSelector('form');
    await see('profile');
    await page.goto(`${server.url}#/settings`);
    await page.waitForSelector('kbd');
    await see('settings');
    if (somebody.problems.length) wrong.push(somebody.problems.join('\n'));
    await somebody.close();
  }
  check(wrong.length === 0, `\n${wrong.join('\n\n')}`);
}

/** A card is found, chosen and played without a mouse, and the focus stays in the hand. */
async function keyboard(page) {
  await page.waitForSelector('[data-status].yours');
  await page.locator('.hand button[tabindex="0"]').focus();
  await page.keyboard.press('Home');
  const cards = await page.locator('.hand button').count();
  for (let i = 0; i < cards; i += 1) {
    if ((await page.evaluate(() => document.activeElement?.getAttribute('aria-disabled'))) === 'false') break;
    await page.keyboard.press('ArrowRight');
  }
  const legal = (await page.evaluate(() => document.activeElement?.getAttribute('aria-disabled'))) === 'false';
  const log = (await state(page)).log;
  await page.keyboard.press(legal ? 'Enter' : '1');
  await page.waitForFunction((n) => Number(document.querySelector('[data-log]')?.dataset.length) > n, log);
  if (legal) check(await page.evaluate(() => document.activeElement !== document.body), 'the focus is lost after a card was played by keyboard');
}
