// After a game: its results, another one, the replay with the bot's opinion, the record as a file; an account on two devices.
import { readFileSync, writeFileSync } from 'node:fs';
import { check, fits, person } from './browser.mjs';
import { clean } from './pages.mjs';
import { play, quick } from './play.mjs';

const shoot = (page, name) => (process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : null);

/** The picture of the results is made in the page: a PNG of the size that other sites show, and not of one colour. */
async function shared(page) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator('[data-share]').click()]);
  const picture = readFileSync(await file.path());
  check(picture.subarray(1, 4).toString() === 'PNG', 'the shared picture is no PNG');
  check(picture.readUInt32BE(16) === 1200 && picture.readUInt32BE(20) === 630, 'the shared picture has another size');
  check(picture.length > 20_000, `the shared picture is nearly empty: ${picture.length} bytes`);
  if (process.env.SHOTS) writeFileSync(`${process.env.SHOTS}/shared.png`, picture);
}

export async function after(browser, server) {
  const anna = await person(browser, 'wide');
  const petro = await person(browser, 'phone', { dark: true });
  try {
    const { page } = anna;
    await quick(anna, server.url, 'durak');
    await play(anna, { seed: 3 });
    await clean(page, 'results');
    await shared(page);
    // what was decisive, with one tap
    await page.locator('[data-moments-ask]').click();
    await page.waitForSelector('[data-moments] progress');
    await page.waitForSelector('[data-moments] a', { timeout: 240_000 });
    await clean(page, 'results with moments');
    await shoot(page, 'moments-wide');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('[data-moments]').scrollIntoViewIfNeeded();
    await fits(page, 'results with moments, phone');
    await clean(page, 'results with moments, phone');
    await shoot(page, 'moments-phone');
    await page.setViewportSize({ width: 1280, height: 800 });
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
    const replay = page.url();

    await page.goto(`${server.url}#/profile`);
    await page.waitForSelector('ul.history li');
    await page.locator('.keep details summary').click();
    await page.locator('.keep input[autocomplete=username]').fill('anna');
    await page.locator('.keep input[type=password]').fill('correct horse');
    await page.locator('.keep button.primary').click();
    await page.locator('[data-codes] button.primary').click(); // the recovery codes are shown this one time
    await page.waitForSelector('.keep', { state: 'detached' });
    await clean(page, 'profile of an account');
    await petro.page.goto(`${server.url}#/profile`);
    await petro.page.locator('.keep details summary').click();
    await petro.page.locator('.keep input[autocomplete=username]').fill('anna');
    await petro.page.locator('.keep input[type=password]').fill('correct horse');
    await petro.page.locator('.keep .row button').last().click();
    await petro.page.waitForSelector('ul.history li');

    // a game with bots is its player's own: on the other device it is there for the same account only
    await petro.page.goto(replay);
    await petro.page.waitForSelector('[data-step=next]');
    await petro.page.locator('[data-drawer]').click();
    await petro.page.locator('[data-analyse]').click(); // known by now
    await petro.page.waitForSelector('aside meter', { timeout: 120_000 });
    await fits(petro.page, 'replay, phone');
    await clean(petro.page, 'replay, phone, dark');
    await shoot(petro.page, 'replay-phone');
    check(anna.problems.length + petro.problems.length === 0, [...anna.problems, ...petro.problems].join('\n'));
  } finally {
    await anna.close();
    await petro.close();
  }
}
