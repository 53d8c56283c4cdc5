// The analysis of a game in the replay of one's own seat: it names the same moves as with open cards.
import { check, offered, person } from './browser.mjs';
import { SHORT } from './keys.mjs';
import { play, quick } from './play.mjs';

async function one(browser, server, game, size, lang) {
  const somebody = await person(browser, size, { lang, quick: SHORT[game] });
  const { page } = somebody;
  try {
    await quick(somebody, server.url, game);
    await play(somebody, { seed: game.length, limit: 600_000 }); // while another game is being analysed
    await page.locator('dialog[open] footer a').last().click(); // the replay, as one's own seat saw it
    await page.waitForSelector('[data-step=next]');
    check(new URL(page.url()).hash.includes('seat=0'), 'the replay is not that of the own seat');
    const drawer = page.locator('[data-drawer]');
    if (await drawer.isVisible()) await drawer.click();
    await page.locator('[data-analyse]').click();
    await page.waitForSelector('aside meter', { timeout: 240_000 });
    const moves = () => page.locator('aside li .who').allTextContents();
    const own = await moves();
    await page.locator('header select').first().selectOption('open');
    await page.waitForFunction(() => location.hash.includes('seat=open'));
    await page.waitForFunction((n) => Number(document.querySelector('output')?.textContent?.split('/')[1]) >= n, own.length);
    const open = await moves();
    check(own.length > 0 && own.join('\n') === open.join('\n'), `${game}, ${size}: other moves with open cards:\n${own.slice(0, 5)}\n${open.slice(0, 5)}`);
    // a move of one's own leads to the step that shows it
    await page.locator('header select').first().selectOption('0');
    await page.waitForFunction(() => location.hash.includes('seat=0'));
    await page.locator('aside li button', { hasText: /Guest|Гість|Гость/ }).last().click();
    await page.waitForSelector('aside li button[aria-current=step]');
    check(somebody.problems.length === 0, somebody.problems.join('\n'));
    console.log(`  ${game} ${size} ${lang}: ${own.length} moves`);
  } catch (error) {
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${game}-${size}-analysis-failed.png` });
    throw new Error(`${game}, ${size}: ${error.message}`);
  } finally {
    await somebody.close();
  }
}

/** All games, at one size each in turn; a game that is named at both. */
export async function analysis(browser, server, [only] = []) {
  const games = (await offered(server)).map(({ id }) => id).filter((game) => !only || game === only);
  const lanes = ['wide', 'phone'].map(async (size, lane) => {
    for (const [number, game] of games.entries()) if (only || number % 2 === lane) await one(browser, server, game, size, ['ru', 'en', 'uk'][number % 3]);
  });
  for (const result of await Promise.allSettled(lanes)) if (result.status === 'rejected') throw result.reason;
}
