// Who runs the server at work: a complaint, a message deleted, a person banned and let in again, a table closed, and what was done.
import { check, fits, person } from './browser.mjs';

export const TOKEN = 'an admin token of a story';
const INSULT = 'You play like a hamster';

async function asked(one, server, path, data) {
  const answer = await one.context.request.post(new URL(path, server.url).href, { data });
  check(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`);
  return answer.status() === 204 ? null : answer.json();
}

export async function admin(browser, server) {
  const [anna, eve, boss] = [await person(browser, 'wide'), await person(browser, 'wide'), await person(browser, 'wide')];
  try {
    for (const one of [anna, eve, boss]) one.context.setDefaultTimeout(120_000); // three pages at once on a busy machine
    for (const [one, name] of [[anna, 'Anna'], [eve, 'Eve']]) {
      await one.context.addInitScript(() => localStorage.setItem('koloda.known', '1')); // the cookie is worth asking for
      one.user = (await asked(one, server, '/api/session', { name })).user.id;
    }
    const { table } = await asked(anna, server, '/api/tables', { game: 'flights', seats: 2 });
    const at = `/api/tables/${table.id}`;
    await asked(eve, server, `${at}/join`, {});
    for (const one of [anna, eve]) await asked(one, server, `${at}/ready`, { ready: true });
    await asked(anna, server, `${at}/start`, {});
    for (const { page } of [anna, eve]) {
      await page.goto(`${server.url}#/table/${table.id}`);
      await page.waitForSelector('main.felt .hand');
      await page.locator('#tab-chat').click();
    }
    await eve.page.locator('.chat input').fill(INSULT);
    await eve.page.locator('.chat form button').click();
    const heard = anna.page.locator('.chat ol').getByText(INSULT);
    await heard.waitFor();
    await asked(anna, server, `${at}/report`, { user: eve.user, reason: 'chat', text: 'she insults me' });

    const { page } = boss;
    const tab = async (name) => {
      await page.locator('nav button', { hasText: name }).click();
      await page.locator(`[data-tab=${{ Reports: 'reports', Bans: 'bans', People: 'users', Tables: 'tables', 'What was done': 'audit', Health: 'health' }[name]}]`).waitFor();
    };
    await page.goto(`${server.url}#/admin`);
    await page.locator('input[type=password]').fill('not the token at all');
    await page.locator('form button[type=submit]').click();
    await page.getByText("this needs the admin's token").first().waitFor();
    check((await page.locator('[data-tab]').count()) === 0, 'a wrong token opens the page');
    boss.problems.length = 0; // the browser reports the refusal as an error
    await page.locator('input[type=password]').fill(TOKEN);
    await page.locator('form button[type=submit]').click();
    await page.locator('[data-tab=health] dl').waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/admin-health.png` });

    await tab('Reports');
    const report = page.locator('[data-tab=reports] ul > li.tall', { hasText: 'Eve' });
    await report.getByText(INSULT).waitFor();
    await report.getByText('she insults me').waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/admin-reports.png` });
    await report.getByRole('button', { name: 'Delete the message' }).click();
    await heard.waitFor({ state: 'detached' });

    await page.locator('.row input[type=text]').fill('insults');
    // everybody here comes from this machine, which cannot be banned: nothing happens, and the page says why
    await report.getByRole('button', { name: 'Ban with the address' }).click();
    await page.getByText('can be banned').first().waitFor();
    boss.problems.length = 0;
    await report.getByRole('button', { name: 'Ban', exact: true }).click();
    await eve.page.getByText('you may not play here for now').first().waitFor();
    check((await eve.context.request.get(new URL('/api/session', server.url).href)).status() === 401, 'a banned guest is still known');
    eve.problems.length = 0;
    await report.getByRole('button', { name: 'Done' }).click();
    await page.locator('[data-tab=reports]').getByText('All quiet.').waitFor();

    await tab('People');
    await page.locator('[data-tab=users] input[type=search]').fill('eve');
    await page.locator('[data-tab=users] form button').click();
    await page.locator('[data-tab=users] li', { hasText: 'banned until' }).waitFor();
    await page.locator('[data-tab=users] li', { hasText: 'Anna' }).waitFor({ state: 'detached' }); // else the search finds everybody
    await fits(page, 'the people');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/admin-people.png` });
    await tab('Bans');
    const ban = page.locator('[data-tab=bans] li', { hasText: eve.user });
    await ban.getByText('insults').waitFor();
    await ban.getByRole('button', { name: 'Lift the ban' }).click();
    await ban.waitFor({ state: 'detached' });
    check((await eve.context.request.get(new URL('/api/session', server.url).href)).status() === 200, 'a ban that was lifted still holds');

    await tab('Tables');
    await page.locator('[data-tab=tables] li', { hasText: 'Anna' }).getByRole('button', { name: 'Close' }).click();
    await page.locator('[data-tab=tables] li', { hasText: 'Anna' }).waitFor({ state: 'detached' });
    await tab('What was done');
    for (const done of ['delete chat', 'ban', 'report', 'lift', 'close']) await page.locator('[data-tab=audit] b').getByText(done, { exact: true }).waitFor();
    await fits(page, 'what was done');
    for (const one of [anna, boss]) check(one.problems.length === 0, one.problems.join('\n'));
  } finally {
    for (const one of [anna, eve, boss]) await one.close();
  }
}
