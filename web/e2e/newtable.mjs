// The dialogue for a new table at both sizes: games and presets by pictures, steppers, only options that apply, errors in sight, by keys too.
import { check, fits, person, targets } from './browser.mjs';
import { clean } from './pages.mjs';

const shoot = (page, name) => (process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : null);

/** Choose a game and a number of seats in the open dialogue. */
export async function wish(page, game, seats) {
  const dialog = page.locator('dialog[open]');
  await dialog.locator(`[data-choose="${game}"] input`).check({ force: true });
  const stepper = dialog.locator('.two .stepper').first();
  const now = async () => Number(await stepper.locator('output').textContent());
  while (seats && (await now()) !== seats) await stepper.locator('button').nth((await now()) > seats ? 0 : 1).click();
}

async function story({ page, problems }, server, size) {
  await page.goto(server.url);
  await page.locator('[data-new]').click();
  const dialog = page.locator('dialog[open]');
  const gone = (name) => page.waitForFunction((option) => !document.querySelector(`dialog[open] [data-option=${option}]`), name);
  const look = async (what) => {
    await fits(page, what);
    await targets(page, what);
    await clean(page, what);
    await shoot(page, `${what}-${size}`);
  };
  for (const game of ['durak', 'yassa', 'viceroy', 'junquick', 'flights']) {
    await wish(page, game);
    await dialog.locator('[data-preset] i').first().waitFor();
    await look(`newtable-${game}`);
  }
  // a preset brings its number of seats; the usual rules take it back
  await dialog.locator('[data-preset=duel] input').check({ force: true });
  check((await dialog.locator('.two output').first().textContent()) === '2', 'a duel has not two seats');
  await dialog.locator('details summary').click();
  await dialog.locator('[data-number=wins_target]').waitFor();
  check((await dialog.locator('[data-number=points_target]').count()) === 0, 'points are asked for in a match to wins');
  await look('newtable-options');
  // wishes of one's own are no preset; by keys one goes back to the usual rules
  await wish(page, 'durak', 3);
  await gone('mode');
  await dialog.locator('[data-preset=pairs] input').check({ force: true });
  check((await dialog.locator('.two output').first().textContent()) === '4', 'pairs have not four seats');
  await dialog.locator('[data-preset=pairs] input').focus();
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.querySelector('dialog[open] [data-preset=usual] input')?.checked);
  await dialog.locator('[data-preset=contest] input').check({ force: true });
  await dialog.locator('[data-option=mode]').selectOption({ index: 1 }); // which is what another preset says
  await page.waitForFunction(() => document.querySelector('dialog[open] [data-preset=ordinary] input')?.checked);
  await dialog.locator('[data-option=first_discard_cap]').selectOption({ index: 1 });
  await page.waitForFunction(() => !document.querySelector('dialog[open] [data-preset] input:checked'));
  // no more bots than seats; what is refused is said in the dialogue, in sight wherever one has scrolled
  const bots = dialog.locator('.two .stepper').nth(1);
  for (let n = 0; n < 3; n += 1) await bots.locator('button').nth(1).click();
  check(await bots.locator('button').nth(1).isDisabled(), 'there are more bots than seats');
  await dialog.locator('.levels').waitFor();
  await page.route('**/api/tables?*', (route) => route.fulfill({ status: 429, contentType: 'application/json', body: '{"error":{"code":"rate","text":"too fast, wait a moment"}}' }));
  await dialog.locator('button[type=submit]').click();
  await dialog.locator('[role=alert]').waitFor();
  await dialog.evaluate((element) => element.scrollTo(0, 0));
  const seen = await dialog.locator('[role=alert]').evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  check(seen, 'the error is out of sight');
  await shoot(page, `newtable-error-${size}`);
  await page.unroute('**/api/tables?*');
  await dialog.locator('button[type=submit]').click();
  await page.waitForSelector('.room');
  check(problems.every((each) => each.includes('429')), problems.join('\n')); // the browser reports the refusal as an error
}

export async function newtable(browser, server) {
  for (const [size, how] of [['wide', {}], ['phone', { lang: 'uk' }]]) {
    const one = await person(browser, size, how);
    try {
      await story(one, server, size);
    } finally {
      await one.close();
    }
  }
}
