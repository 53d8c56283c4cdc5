// Two people matched by the button; a rematch by one tap; friends, an invitation by name, the leaders; at both sizes.
import { check, fits, person, targets } from './browser.mjs';
import { clean } from './pages.mjs';
import { play } from './play.mjs';

const shoot = (page, name) => (process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : null);

export async function account({ page }, server, login) {
  await page.goto(server.url);
  await page.waitForSelector('[data-play]');
  const made = await page.evaluate(async (name) => {
    const send = (path, body) => fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const [one, two] = [await send('/api/session', { name }), await send('/api/account', { login: name.toLowerCase(), password: 'correct horse' })];
    localStorage.setItem('koloda.known', '1');
    return one.ok && two.ok;
  }, login);
  check(made, `no account for ${login}`);
  await page.reload();
  await page.waitForSelector('header .me');
}

async function choose({ page }, game, seats) {
  await page.locator(`[data-game="${game}"] input`).check({ force: true });
  await page.waitForSelector(`[data-play="${game}"]`);
  const stepper = page.locator('.tray .stepper');
  while (Number(await stepper.locator('output').textContent()) > seats) await stepper.locator('button').first().click();
}

export async function people(browser, server) {
  const [anna, petro] = [await person(browser, 'wide', { lang: 'ru' }), await person(browser, 'phone', { lang: 'uk' })];
  const both = [anna, petro];
  const see = async ({ page }, where) => {
    await fits(page, where);
    await targets(page, where);
    await clean(page, where);
    await shoot(page, where);
  };
  try {
    await account(anna, server, 'Annie');
    await account(petro, server, 'Petrik');

    // one button, and both sit at one table that begins by itself
    for (const one of both) {
      await choose(one, 'durak', 2);
      await one.page.locator('.after select').selectOption('0'); // never bots
    }
    await anna.page.locator('[data-people]').click();
    await anna.page.waitForSelector('[data-searching]');
    await see(anna, 'people-searching-wide');
    await anna.page.locator('nav .leaders').click(); // the search goes on, and tells so
    await anna.page.locator('main:has(.pick) [data-searching]').waitFor();
    await see(anna, 'people-searching-elsewhere-wide');
    await anna.page.locator('nav .lobby').click();
    await petro.page.locator('[data-people]').click();
    for (const { page } of both) await page.waitForSelector('main.felt .hand', { timeout: 60_000 });
    check(anna.page.url() === petro.page.url(), 'they sit at different tables');
    await Promise.all(both.map((one, i) => play(one, { seed: 40 + i })));

    // the results tell the rating; a rematch reaches who has gone elsewhere, and begins when he comes
    await anna.page.waitForSelector('dialog[open] .fact', { timeout: 60_000 });
    await petro.page.goto(`${server.url}#/`);
    await anna.page.locator('dialog[open] button.primary').click();
    await petro.page.locator('[data-invitation]').waitFor({ timeout: 60_000 });
    await petro.page.waitForFunction(() => document.title.startsWith('(1)'));
    await see(petro, 'people-invited-phone');
    await petro.page.locator('nav .rules').click();
    await petro.page.locator('nav .count').waitFor();
    await petro.page.locator('[data-invitation]').waitFor();
    await see(petro, 'people-invited-elsewhere-phone');
    await petro.page.locator('[data-accept]').click();
    for (const { page } of both) await page.waitForSelector('main.felt .hand', { timeout: 60_000 });

    // friends by name, an invitation by name, what each has won
    await anna.page.goto(`${server.url}#/friends`);
    await anna.page.locator('[data-name]').fill('petrik');
    await anna.page.locator('[data-friends] form button').click();
    await anna.page.locator('[data-friends] li a', { hasText: 'Petrik' }).waitFor();
    await see(anna, 'people-friends-wide');
    await petro.page.goto(`${server.url}#/friends`);
    await petro.page.locator('select').first().waitFor();
    await see(petro, 'people-friends-phone');
    await anna.page.locator('[data-friends] li button').first().click();
    await anna.page.locator('dialog[open] button[type=submit]').click();
    await anna.page.locator('.room [data-invite]').waitFor();
    await see(anna, 'people-room-wide');
    await petro.page.locator('[data-invitation]').waitFor({ timeout: 60_000 });
    // a table that all have left before the start says so to who comes too late
    await petro.page.goto(anna.page.url());
    await petro.page.locator('.room').waitFor();
    await anna.page.evaluate(() => fetch(`/api/tables/${location.hash.split('/')[2]}/leave`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }));
    await petro.page.locator('main.lost a').waitFor();
    await see(petro, 'people-never-began-phone');
    for (const one of both) {
      await one.page.goto(`${server.url}#/leaders`);
      await one.page.locator('[data-leaders] a', { hasText: 'Petrik' }).waitFor();
      await see(one, `people-leaders-${one === anna ? 'wide' : 'phone'}`);
    }
    await anna.page.locator('[data-leaders] a', { hasText: 'Petrik' }).click();
    await anna.page.locator('[data-challenge]').waitFor();
    await anna.page.locator('[data-statistics] td').first().waitFor();
    await anna.page.locator('[data-statistics-of]').first().waitFor(); // how one begins, and with what
    await see(anna, 'people-profile-wide');
    for (const one of both) check(one.problems.length === 0, one.problems.join('\n'));
  } finally {
    for (const one of both) await one.close();
  }
}
