// What newcomers trip over: addresses that cannot be read, errors behind a dialogue, ways back, chat, a rematch, small buttons.
import { check, fits, overlaps, person, targets } from './browser.mjs';
import { wish } from './newtable.mjs';
import { play, quick, state } from './play.mjs';

const shoot = (page, name) => (process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/newcomer-${name}.png` }) : null);

/** Runs in the page: is the middle of an element in sight, in front of everything? */
const inFront = (page, selector) =>
  page.locator(selector).first().evaluate((element) => {
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return top !== null && (element.contains(top) || top.contains(element));
  });

const cut = (page, selector) => page.locator(selector).first().evaluate((element) => element.scrollWidth > element.clientWidth);

async function addresses({ page }, url) {
  for (const hash of ['#/%', '#/table/%zz', '#/nowhere']) {
    await page.goto('about:blank');
    await page.goto(url + hash);
    await page.waitForSelector('[data-play]', { timeout: 20_000 });
  }
}

/** The dialogue for a new table: what is usual for so many seats, and an error where it can be read. */
async function dialogue({ page }, url) {
  await page.goto(url);
  await page.locator('[data-new]').click();
  const dialog = page.locator('dialog[open]');
  await wish(page, 'durak');
  await dialog.locator('details summary').click();
  await dialog.locator('[data-option=mode]').waitFor();
  for (const seats of [3, 2]) {
    await wish(page, 'durak', seats);
    await page.waitForFunction(() => !document.querySelector('dialog[open] [data-option=mode]')); // there is nothing to choose
    check(!/дві команди/.test(await dialog.textContent()), `${seats} seats are offered two teams of two`);
  }
  await wish(page, 'junquick');
  await page.waitForFunction(() => document.querySelector('dialog[open]')?.textContent.includes('секунди'));
  check(!/\bмс\b/.test(await dialog.textContent()), 'milliseconds are shown');
  await targets(page, 'new table');
  await wish(page, 'flights', 2);
  await page.route('**/api/tables?*', (route) => route.fulfill({ status: 429, contentType: 'application/json', body: '{"error":{"code":"rate","text":"надто швидко"}}' }));
  await dialog.locator('button[type=submit]').click();
  await dialog.locator('[role=alert]').waitFor();
  check(await inFront(page, 'dialog[open] [role=alert]'), 'the error of the new table cannot be seen');
  await shoot(page, 'error-wide');
  await page.unroute('**/api/tables?*');
  await dialog.locator('button[type=submit]').click();
  await page.waitForSelector('.room');
}

async function waiting(anna, petro) {
  await petro.page.goto(anna.page.url());
  await petro.page.locator('.room li button.primary').first().click();
  await petro.page.waitForSelector('.room li.you');
  await anna.page.waitForFunction(() => document.querySelector('.room .lead')?.textContent.includes('«Почати»'));
  await petro.page.waitForFunction(() => document.querySelector('.room .lead')?.textContent.includes('хозяин'));
  for (const { page } of [anna, petro]) check(!(await page.locator('.room code').first().isVisible()), 'the seal is shown to everybody');
  const names = async ({ page }) => (await page.locator('.room .name').allTextContents()).join(' ');
  check(/Гість \d+.*Гість \d+/s.test(await names(anna)) && /Гость \d+.*Гость \d+/s.test(await names(petro)), `guests are called ${await names(anna)}, ${await names(petro)}`);
  await targets(petro.page, 'waiting room');
  await shoot(petro.page, 'room-phone');
  await petro.page.locator('.row button.primary').click();
  const start = anna.page.locator('.row button', { hasText: 'Почати' });
  await anna.page.waitForSelector('.room small.ready');
  await start.click();
  for (const { page } of [anna, petro]) await page.waitForSelector('main.felt .hand');
}

/** The head of the page, the drawer and the chat. */
async function talk(anna, petro) {
  await petro.page.waitForSelector('[data-status].yours');
  await play(anna, { seed: 2, stop: async ({ yours }) => !yours });
  await petro.page.waitForSelector('.row .done');
  check(!(await cut(petro.page, '[data-prompt] .title')), '“Ваш ход” is cut off');
  for (const { page } of [anna, petro]) {
    check((await page.locator('[data-hint]').count()) === 0, 'there are hints where people play against each other');
  }
  await targets(petro.page, 'table, phone');
  await targets(anna.page, 'table, wide');
  await anna.page.locator('#tab-chat').click();
  const [send, side] = [await anna.page.locator('.chat form button').boundingBox(), await anna.page.locator('aside').boundingBox()];
  check(send.x + send.width <= side.x + side.width, 'the button that sends a message is cut off');
  await anna.page.locator('.chat input').fill('Добрий вечір!');
  await anna.page.locator('.chat form button').click();
  await petro.page.waitForSelector('header .badge');
  await petro.page.locator('header .narrow').click();
  await petro.page.locator('aside .chat').getByText('Добрий вечір!').waitFor(); // unread chat opens the chat
  await targets(petro.page, 'chat, phone');
  await shoot(petro.page, 'chat-phone');
  await petro.page.locator('.tabs .narrow').click();
  await petro.page.locator('header .narrow').click();
  await petro.page.locator('#tab-log').click();
  await petro.page.locator('.tabs .narrow').click();
}

async function log({ page }) {
  if ((await state(page)).aside) await page.keyboard.press('Escape'); // the discard pile, or the results
  await page.locator('header .narrow').click();
  await page.waitForTimeout(200);
  const [top, height, all] = await page.locator('[data-log]').evaluate((list) => [list.scrollTop, list.clientHeight, list.scrollHeight]);
  check(all > height && top + height > all - 4, `the log opens at ${top} of ${all - height}`);
  await shoot(page, 'log-phone');
  await page.locator('.tabs .narrow').click();
}

/** A short message lies on nobody; above an open dialogue it can be read. */
async function messages({ page }, where) {
  await page.locator('header button').last().click();
  await page.locator('dialog[open] .menu button').nth(1).click();
  await page.waitForSelector('dialog[open] .toast');
  check(await inFront(page, 'dialog[open] .toast'), `${where}: a message lies behind the menu`);
  await targets(page, `menu, ${where}`);
  check(!(await page.locator('dialog[open] code').isVisible()), 'the seal is shown in the menu');
  await page.locator('dialog[open] header button').click();
  await page.waitForSelector('.toast');
  await shoot(page, `toast-${where}`);
  const covered = await overlaps(page, '.toast', '.felt .row, .felt .hand, .felt .actions');
  check(covered.length === 0, `${where}: a message covers ${covered}`);
}

async function back({ page }, where) {
  const table = page.url();
  for (const hash of ['#/', '#/profile']) {
    await page.evaluate((to) => (location.hash = to), hash);
    await page.locator(`[data-back][href="${new URL(table).hash}"]`).click();
    await page.waitForSelector('main.felt .hand');
  }
  check(page.url() === table, `${where}: the way back leads to ${page.url()}`);
}

export async function newcomer(browser, server) {
  const anna = await person(browser, 'wide', { lang: 'uk' });
  const petro = await person(browser, 'phone', { lang: 'ru' });
  try {
    await addresses(anna, server.url);
    await dialogue(anna, server.url);
    anna.problems.length = 0; // the browser reports the refusal as an error
    await waiting(anna, petro);
    await talk(anna, petro);
    await messages(anna, 'wide');
    await messages(petro, 'phone');
    await Promise.all([back(anna, 'wide'), back(petro, 'phone')]);
    const made = [0, 0];
    const gone = async () => (await Promise.all([anna, petro].map(({ page }) => state(page)))).some(({ over }) => over);
    await Promise.all([anna, petro].map((one, i) => play(one, { seed: 3 + i, stop: async (_, presses) => ((made[i] = presses), made[0] + made[1] > 14 || (await gone())) })));
    await log(petro);
    await fits(petro.page, 'table, phone');
    check(anna.problems.length + petro.problems.length === 0, [...anna.problems, ...petro.problems].join('\n'));

    await rematch(browser, server);
  } catch (error) {
    await Promise.all([shoot(anna.page, 'failed-wide'), shoot(petro.page, 'failed-phone')]);
    throw error;
  } finally {
    await anna.close();
    await petro.close();
  }
}

/** A short game of two, then another one: who did not ask for it is told, and finds the way. */
async function rematch(browser, server) {
  const [anna, petro] = [await person(browser, 'wide', { lang: 'uk' }), await person(browser, 'phone', { lang: 'ru' })];
  try {
    await quick(anna, server.url, 'durak'); // makes a guest
    const made = await anna.page.evaluate(async () => {
      const wish = { game: 'flights', seats: 2, options: { match_mode: 'single' }, clock: { turn: 0, bank: 0, reaction: 0 } };
      return (await (await fetch('/api/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wish) })).json()).table.id;
    });
    for (const { page } of [anna, petro]) await page.goto(`${server.url}#/table/${made}`);
    await petro.page.locator('.room li button.primary').first().click();
    await petro.page.locator('.row button.primary').click();
    await anna.page.waitForSelector('.room small.ready');
    await anna.page.locator('.row button', { hasText: 'Почати' }).click();
    await Promise.all([anna, petro].map((one, i) => play(one, { seed: 7 + i })));
    await petro.page.locator('dialog.felt[open] header button').click(); // whoever has closed the results is told, too
    const old = anna.page.url();
    await anna.page.locator('dialog.felt[open] button.primary').click();
    await anna.page.waitForFunction((url) => location.href !== url, old);
    await petro.page.waitForSelector('dialog[open] [data-following]');
    await targets(petro.page, 'results, phone');
    await shoot(petro.page, 'rematch-phone');
    await petro.page.locator('dialog.felt[open] button.primary').click();
    await petro.page.waitForFunction((url) => location.href === url, anna.page.url()); // the rematch leads to the same table
    await petro.page.waitForSelector('.room li.you, [data-log]'); // where both are there the game begins at once
    await petro.page.goto(old.replace('#/table/', '#/replay/') + '?deal=1&seat=1');
    await petro.page.waitForSelector('[data-step=next]');
    await targets(petro.page, 'replay, phone');
    check((await petro.page.locator('.controls input').boundingBox()).width > 200, 'the slider of a replay is too short');
    await shoot(petro.page, 'replay-phone');
  } finally {
    await anna.close();
    await petro.close();
  }
}
