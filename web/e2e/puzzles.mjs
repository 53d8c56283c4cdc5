// One puzzle of every game, solved by pressing what can be seen, at both sizes and in three languages; and the pages around.
import { check, fits, overlaps, person, targets } from './browser.mjs';
import { clean } from './pages.mjs';
import { click, dice } from './play.mjs';

const LOOKS = [['wide', 'en', false], ['phone', 'uk', true], ['phone', 'ru', false], ['wide', 'uk', true]];

/** Runs in the page: everything on the table that can be pressed and stands for an action, or for a step to one. */
function choices() {
  const all = [...document.querySelectorAll('main.felt :is(button.primary, button.legal, [data-action], button:not(.bare):not(.card))')];
  const usable = all.filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.getAttribute('aria-disabled') !== 'true' && !one.closest('[inert]'));
  document.querySelectorAll('[data-e2e]').forEach((one) => one.removeAttribute('data-e2e'));
  usable.forEach((one, i) => one.setAttribute('data-e2e', String(i)));
  return usable.length;
}

/** Press what can be seen, by chance, until the page tells what the answer was worth. */
async function choose(somebody, roll, where) {
  const { page } = somebody;
  const end = Date.now() + 60_000; // only a failing story waits so long: a busy machine answers late
  let presses = 0;
  while (!(await page.locator('[data-verdict]').count())) {
    check(presses < 400 && Date.now() < end, `${where}: no answer after ${presses} presses`);
    if (await page.locator('dialog[open]').count()) await page.keyboard.press('Escape'); // a look at something, and back
    const n = await page.evaluate(choices);
    if (n) {
      await click(somebody, String(roll(n)));
      presses += 1;
    }
    await page.waitForTimeout(30);
  }
  if (await page.locator('dialog[open]').count()) await page.keyboard.press('Escape');
}

export async function puzzles(browser, server, [only = '', onlyLook = '']) {
  const { games } = await (await fetch(new URL('/api/puzzles', server.url))).json();
  check(games.length >= 5, 'a game has no puzzles');
  for (const [at, [size, lang, dark]] of LOOKS.entries()) {
    if (onlyLook && Number(onlyLook) !== at) continue;
    const somebody = await person(browser, size, { lang, dark });
    const { page } = somebody;
    const where = (what) => `${what}-${size}-${lang}${dark ? '-dark' : ''}`;
    const see = async (what) => {
      await page.evaluate(() => document.getAnimations().forEach((each) => each.finish()));
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${where(what)}.png` });
      await fits(page, where(what));
      await targets(page, where(what));
      await clean(page, where(what));
    };
    try {
      // from the lobby, as a newcomer
      await page.goto(server.url);
      await page.locator('[data-daily]').waitFor();
      await page.locator('[data-daily]').scrollIntoViewIfNeeded();
      await see('puzzle-lobby');
      await page.locator('[data-daily] a[href="#/puzzles"]').click();
      await page.waitForSelector('.list li a');
      await see('puzzles-new');
      for (const { game } of games.filter(({ game }) => !only || game === only)) {
        await page.goto(`${server.url}#/puzzles`);
        await page.locator(`[data-choose="${game}"] input`).check({ force: true });
        await page.waitForSelector(`section[data-game="${game}"] .list li a`);
        await page.locator('[data-next]').click();
        await page.waitForSelector('[data-puzzle] main.felt button');
        await see(`puzzle-${game}`);
        const roll = dice(7 + at);
        for (let tries = 0; !(await page.locator('[data-verdict=right]').count()); tries += 1) {
          check(tries < 30, `${where(game)}: not solved in ${tries} tries`);
          if (tries) await page.locator('[data-again]').click();
          await page.waitForSelector('[data-status].yours');
          await choose(somebody, roll, where(game));
          if (!tries) await see(`puzzle-${game}-first-answer`);
        }
        check((await page.locator('[data-worth].best').count()) === 1, `${where(game)}: no best action is told`);
        check((await page.locator('[data-worth]').count()) > 1, `${where(game)}: the others are not told`);
        await see(`puzzle-${game}-solved`);
        const hidden = await overlaps(page, 'main.felt .surface', 'main.felt .me .self, main.felt .me .hand .card');
        check(hidden.length === 0, `${where(game)}: beside the answer cards lie on words: ${hidden}`);
      }
      const before = page.url();
      await page.locator('[data-next]').click();
      await page.waitForFunction((url) => location.href !== url, before);
      await page.waitForSelector('[data-status].yours');
      await page.locator('[data-show]:visible').click();
      await page.locator('[data-show-yes]').waitFor();
      await see('puzzle-show');
      await page.locator('[data-show-yes]').click();
      await page.waitForSelector('[data-verdict=given]');
      await page.locator('[data-deal]').click();
      await page.waitForSelector('[data-step=next]');
      await see('puzzle-deal');
      await page.locator('header.tablebar a').first().click();
      await page.waitForSelector('[data-puzzle]');
      await page.goto(`${server.url}#/puzzles/${only || games.at(-1).game}`);
      await page.waitForSelector('[data-rating]');
      await page.waitForSelector('.list :is(.solved, .missed)'); // what was tried is marked
      await see('puzzles-tried');
      await page.locator('[data-daily] a').first().click();
      await page.waitForSelector('[data-puzzle] main.felt button');
      await page.locator('[data-show]:visible').click();
      if (await page.locator('[data-show-yes]').count()) await page.locator('[data-show-yes]').click();
      await page.waitForSelector('[data-verdict=given]');
      await page.goto(`${server.url}#/puzzles`);
      await page.waitForSelector('[data-daily] .said');
      await see('puzzles-daily-done');
      await page.goto(`${server.url}#/puzzles/${games[0].game}/0000000000`);
      await page.waitForSelector('main h1, main h2');
      check((await page.locator('[data-puzzle]').count()) === 0, 'a puzzle that is not there is shown');
      await see('puzzle-gone');
      const problems = somebody.problems.filter((line) => !line.includes('0000000000')); // the browser notes the 404
      check(problems.length === 0, `${where('console')}: ${problems.join('\n')}`);
    } catch (error) {
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/failed-${where('puzzles')}.png` });
      throw new Error([error.message, ...somebody.problems].join('\n'));
    } finally {
      await somebody.close();
    }
  }
}
