// After a game: its results, another one, the replay with the bot's opinion, the record as a file; an account on two devices.
import { readFileSync } from 'node:fs';
import { check, fits, person } from './browser.mjs';
import { clean } from './pages.mjs';
import { play, quick } from './play.mjs';

const shoot = (page, name) => (process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : null);

export async function after(browser, server) {
  const anna = await person(browser, 'wide');
  const petro = await person(browser, 'phone', { dark: true });
  try {
    const { page } = anna;
    await quick(anna, server.url, 'durak');
    await play(anna, { seed: 3 });
    await clean(page, 'results');
    const first = page.url();
    await page.locator('dialog[open] button.primary').click();
    await page.waitForFunction((old) => location.href !== old, first);
    await page.waitForSelector('main.felt .hand');

    await page.goto(first.replace('#/table/', '#/replay/') + '?deal=1&seat=open');
    await page.waitForSelector('[data-step=next]');
    await page.locator('[data-step=next]').click();
    await page.locator('[data-analyse]').click();
    await page.waitForSelector('aside meter', { timeout: 120_000 });
    await clean(page, 'replay');
    await shoot(page, 'replay-wide');
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('a[download]').click()]);
    const path = await file.path();
    check(JSON.parse(readFileSync(path, 'utf8')).format === 'koloda-record/1', 'the download is no record');

    await petro.page.goto(`${server.url}#/replay`);
    await petro.page.locator('input[type=file]').setInputFiles(path);
    await petro.page.waitForSelector('[data-step=next]');
    await petro.page.goto(page.url());
    await petro.page.waitForSelector('[data-step=next]');
    await petro.page.locator('[data-drawer]').click();
    await petro.page.locator('[data-analyse]').click(); // known by now
    await petro.page.waitForSelector('aside meter', { timeout: 120_000 });
    await fits(petro.page, 'replay, phone');
    await clean(petro.page, 'replay, phone, dark');
    await shoot(petro.page, 'replay-phone');

    await page.goto(`${server.url}#/profile`);
    await page.waitForSelector('ul.history li');
    await page.locator('details summary').click();
    await page.locator('input[autocomplete=username]').fill('anna');
    await page.locator('input[type=password]').fill('correct horse');
    await page.locator('details button.primary').click();
    await page.waitForSelector('details', { state: 'detached' });
    await clean(page, 'profile of an account');
    await petro.page.goto(`${server.url}#/profile`);
    await petro.page.locator('details summary').click();
    await petro.page.locator('input[autocomplete=username]').fill('anna');
    await petro.page.locator('input[type=password]').fill('correct horse');
    await petro.page.locator('details .row button').last().click();
    await petro.page.waitForSelector('ul.history li');
    check(anna.problems.length + petro.problems.length === 0, [...anna.problems, ...petro.problems].join('\n'));
  } finally {
    await anna.close();
    await petro.close();
  }
}
