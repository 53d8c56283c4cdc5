// A full game of each that the server offers, by clicks against bots, at the size of a desk and of a telephone, in three languages.
import { existsSync } from 'node:fs';

import { check, fits, offered, person, SIZES } from './browser.mjs';
import { clean } from './pages.mjs';
import { play, quick } from './play.mjs';

const LANGS = ['en', 'uk', 'ru'];

/** Whose turn it is can be read in full, and on a telephone a hint lies on nobody's name at the table of any game. */
async function readable(page, where) {
  const hint = page.locator('[data-hint]');
  if (!(await hint.waitFor({ timeout: 10_000 }).then(() => true, () => false))) return;
  const cut = await page.locator('[data-prompt] .title').evaluate((title) => Math.max(title.scrollWidth - title.clientWidth, Math.ceil(title.getBoundingClientRect().right) - innerWidth));
  check(cut <= 0, `${where}: ${cut} px of whose turn it is are cut off`);
  if (!(await page.locator('.any.phone').count())) return;
  await hint.click();
  await page.locator('.toast').waitFor();
  const hidden = await page.evaluate(() => {
    const box = document.querySelector('.toast').getBoundingClientRect();
    const names = [...document.querySelectorAll('.seat .name')].map((name) => [name.textContent.trim(), name.getBoundingClientRect()]);
    return names.filter(([, name]) => name.top < box.bottom && name.bottom > box.top && name.left < box.right && name.right > box.left).map(([name]) => name);
  });
  check(hidden.length === 0, `${where}: the hint lies on ${hidden.join(', ')}`);
}

async function one(browser, server, game, size, lang, shots) {
  const somebody = await person(browser, size, { lang, dark: size === 'phone' });
  try {
    await quick(somebody, server.url, game);
    await readable(somebody.page, `${game}, ${size}`);
    const presses = await play(somebody, { seed: game.length + size.length });
    await fits(somebody.page, `${game}, ${size}`);
    await somebody.page.waitForSelector('dialog[open] tbody tr:not(.why)'); // a row for each
    // who was left with what: a game that brings no picture of its own has none
    if (existsSync(new URL(`../src/games/${game}/Why.svelte`, import.meta.url))) await somebody.page.waitForSelector('dialog[open] .why', { state: 'attached' });
    await somebody.page.evaluate(() => {
      // the buttons that lead on stay in sight; what lies under them is scrolled to
      for (let part = document.querySelector('dialog[open] footer'); part; part = part.parentElement) part.scrollTop = part.scrollHeight;
    });
    await clean(somebody.page, `${game}, ${size}, ${lang}: the results`);
    check(somebody.problems.length === 0, `${game}, ${size}: ${somebody.problems.join('\n')}`);
    if (shots) await somebody.page.screenshot({ path: `${shots}/${game}-${size}-over.png` });
    console.log(`  ${game} ${size} ${lang}: ${presses} presses`);
  } catch (error) {
    if (shots) await somebody.page.screenshot({ path: `${shots}/${game}-${size}-failed.png` });
    throw new Error([`${game}, ${size}: ${error.message}`, ...somebody.problems].join('\n'));
  } finally {
    await somebody.close();
  }
}

export async function games(browser, server, [only, onlySize] = []) {
  const shots = process.env.SHOTS;
  const all = (await offered(server)).map(({ id }) => id);
  const jobs = all.filter((game) => !only || game === only).flatMap((game) =>
    Object.keys(SIZES)
      .filter((size) => !onlySize || size === onlySize)
      .map((size) => [game, size]),
  );
  // two at a time: as many as the smallest machine that runs this has cores
  const lanes = [0, 1].map(async (lane) => {
    for (const [i, [game, size]] of jobs.entries()) if (i % 2 === lane) await one(browser, server, game, size, LANGS[i % LANGS.length], shots);
  });
  const results = await Promise.allSettled(lanes);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
