// The page of bots, in both themes and sizes: an account becomes a bot, makes a token and revokes it.
import { check, fits, person, targets } from './browser.mjs';
import { clean } from './pages.mjs';

const PASSWORD = 'a long password';

export async function bots(browser, server) {
  for (const [size, dark] of [['wide', false], ['phone', true]]) {
    const somebody = await person(browser, size, { dark });
    const { page } = somebody;
    const see = async (where) => {
      await fits(page, `${where}, ${size}`);
      await targets(page, `${where}, ${size}`);
      await clean(page, `${where}, ${size}`);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${where.replaceAll(' ', '-')}-${size}.png`, fullPage: true });
    };
    await page.goto(`${server.url}#/bots`);
    await page.waitForSelector('[data-own-bot=nobody]');
    await see('bots of nobody');
    await page.evaluate(account, [`bot-${size}`, PASSWORD]);
    await page.reload();
    await page.waitForSelector('[data-own-bot=account]');
    await see('bots before');
    await page.locator('[data-own-bot] input[type=password]').fill(PASSWORD);
    await page.locator('[data-own-bot] input[type=checkbox]').check();
    await page.locator('[data-become]').click();
    await page.waitForSelector('[data-own-bot=bot]');
    await page.locator('[data-own-bot] input[type=text]').fill('attic');
    await page.locator('[data-make]').click();
    await page.waitForSelector('[data-token]');
    const token = await page.locator('[data-token]').textContent();
    const opens = () => page.evaluate(async (token) => (await fetch('/api/session/tables', { credentials: 'omit', headers: { authorization: `Bearer ${token}` } })).status, token);
    check((await opens()) === 200, 'the token that is shown does not work');
    await see('bots');
    await page.locator('[data-own-bot] li button').click();
    await page.waitForSelector('[data-own-bot] li.muted');
    check((await opens()) === 401, 'a revoked token works');
    check(somebody.problems.filter((problem) => !problem.includes('401')).length === 0, somebody.problems.join('\n'));
    await somebody.close();
  }
}

/** In the page: a guest with an account. */
async function account([login, password]) {
  const send = (path, body) => fetch(`/api/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  await send('session', { name: login });
  await send('account', { login, password });
  localStorage.setItem('koloda.known', '1');
}
