// Two browsers at one table: chat, a reload, a language, a restart of the server in the middle; then the replay.
import { check, fits, person } from './browser.mjs';
import { wish } from './newtable.mjs';
import { play, state } from './play.mjs';

export async function together(browser, server) {
  const [anna, petro] = [await person(browser, 'wide', { settings: { motion: 1 } }), await person(browser, 'phone')];
  try {
    await anna.page.goto(server.url);
    await anna.page.locator('[data-new]').click();
    await wish(anna.page, 'flights', 2);
    await anna.page.locator('dialog[open] input[type=text]').fill('сезам');
    await anna.page.locator('dialog[open] details summary').click();
    await anna.page.locator('dialog[open] details select').last().selectOption('1'); // the next seat begins the next game
    await anna.page.locator('dialog[open] button[type=submit]').click();
    await anna.page.waitForSelector('.room');
    const link = anna.page.url();

    await petro.page.goto(link);
    await petro.page.locator('.room .rules').waitFor();
    if (process.env.SHOTS) await petro.page.screenshot({ path: `${process.env.SHOTS}/door-phone.png` });
    await petro.page.locator('.room input[type=password]').fill('конопля');
    await petro.page.locator('.room li button.primary').first().click();
    await petro.page.getByText('the password is not the right one').waitFor();
    check((await petro.page.locator('.room li.you').count()) === 0, 'a wrong password opens the table');
    petro.problems.length = 0; // the browser reports the refusal as an error
    await petro.page.locator('.room input[type=password]').fill('сезам');
    await petro.page.locator('.room li button.primary').first().click();
    await petro.page.waitForSelector('.room li.you');
    await petro.page.locator('.row button.primary').click();
    await anna.page.locator('.row button.primary').click();
    const start = anna.page.locator('.row button', { hasText: 'Start' });
    await anna.page.waitForTimeout(300);
    if (await start.count()) await start.click({ timeout: 2000 }).catch(() => {});
    for (const { page } of [anna, petro]) await page.waitForSelector('main.felt .hand');

    await anna.page.locator('#tab-chat').click();
    await anna.page.locator('.chat input').fill('Добрий вечір!');
    await anna.page.locator('.chat form button').click();
    await petro.page.locator('header .narrow').click();
    await petro.page.locator('#tab-chat').click();
    await petro.page.getByText('Добрий вечір!').waitFor();
    await petro.page.locator('.tabs .narrow').click();
    await anna.page.locator('#tab-log').click();

    // until so many presses were made by both together: each waits for the other
    const both = async (rounds, seed) => {
      const made = [0, 0];
      const enough = () => made[0] + made[1] >= rounds;
      const gone = async () => (await Promise.all([anna, petro].map(({ page }) => state(page)))).some(({ over }) => over);
      await Promise.all(
        [anna, petro].map((one, i) => play(one, { seed: seed + i, stop: async (_, presses) => ((made[i] = presses), enough() || (await gone())) })),
      );
    };
    await both(6, 1);

    const before = (await state(petro.page)).log;
    await petro.page.reload();
    await petro.page.waitForSelector('main.felt .hand');
    await petro.page.waitForFunction((n) => Number(document.querySelector('[data-log]')?.dataset.length) >= n, before);
    await both(4, 5);

    await anna.page.locator('header button').last().click();
    await anna.page.locator('dialog[open] select').first().selectOption('uk');
    await anna.page.keyboard.press('Escape');
    await anna.page.waitForFunction(() => document.documentElement.lang === 'uk');
    await anna.page.waitForFunction(() => /[а-яіїє]/i.test(document.querySelector('[data-log] li')?.textContent ?? ''));
    await both(4, 9);

    for (const one of [anna, petro]) check(one.problems.length === 0, one.problems.join('\n'));
    await server.stop();
    await anna.page.waitForSelector('[data-line=lost]');
    // without a server the page still opens and says what is the matter
    const alone = await anna.context.newPage();
    await alone.goto(server.url);
    await alone.locator('[role=alert] button').waitFor();
    if (process.env.SHOTS) await alone.screenshot({ path: `${process.env.SHOTS}/offline-wide.png` });
    await server.start();
    await alone.locator('[role=alert] button').click();
    await alone.locator('[role=alert]').waitFor({ state: 'detached' });
    await alone.close();
    for (const { page } of [anna, petro]) await page.waitForSelector('[data-line=lost]', { state: 'detached', timeout: 30_000 });
    // a deal that ended just then has asked for its pictures in vain, by way of the service worker
    for (const { problems } of [anna, petro]) problems.splice(0, Infinity, ...problems.filter((one) => !/ERR_FAILED/.test(one)));
    await Promise.all([anna, petro].map((one, i) => play(one, { seed: 20 + i })));

    const rows = await anna.page.locator('dialog[open] tbody tr:not(.why)').allTextContents();
    check(rows.length === 2, `the results have ${rows.length} rows`);
    await anna.page.locator('dialog[open] footer a').last().click();
    await anna.page.waitForSelector('[data-step=next]');
    const text = () => anna.page.locator('.now').textContent();
    const first = await text();
    await anna.page.locator('[data-step=next]').click();
    await anna.page.waitForFunction((old) => document.querySelector('.now')?.textContent !== old, first);
    // the match may go on: then the cards of others stay hidden, and the page says so
    const done = await anna.page.evaluate(async () => (await (await fetch(`/api/tables/${location.hash.split('/')[2].split('?')[0]}`)).json()).table.status === 'over');
    check(anna.problems.length === 0, anna.problems.join('\n'));
    await anna.page.locator('header select').first().selectOption('open');
    if (done) await anna.page.waitForFunction(() => location.hash.includes('seat=open'));
    else {
      await anna.page.waitForSelector('.toast.bad');
      await anna.page.waitForFunction(() => !location.hash.includes('seat=open'));
      anna.problems.length = 0; // the browser reports the refusal as an error
    }
    await anna.page.locator('.controls input').fill('5');
    await anna.page.waitForFunction(() => document.querySelector('output')?.textContent?.startsWith('5/'));
    await anna.page.locator('[data-step=play]').click();
    await anna.page.waitForFunction(() => !document.querySelector('output')?.textContent?.startsWith('5/'));
    // the match may go on: the record is given out after its last deal
    await fits(anna.page, 'replay');
    for (const one of [anna, petro]) check(one.problems.length === 0, one.problems.join('\n'));
  } finally {
    await anna.close();
    await petro.close();
  }
}
