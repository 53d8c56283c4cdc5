// A full game of each that the server offers, by clicks against bots, at the size of a desk and of a telephone.
import { check, fits, offered, person, SIZES } from './browser.mjs';
import { play, quick } from './play.mjs';

async function one(browser, server, game, size, shots) {
  const somebody = await person(browser, size);
  try {
    await quick(somebody, server.url, game);
    const presses = await play(somebody, { seed: game.length + size.length });
    await fits(somebody.page, `${game}, ${size}`);
    const rows = await somebody.page.locator('dialog[open] tbody tr').count();
    check(rows >= 1, `${game}: the results have ${rows} rows`);
    check(somebody.problems.length === 0, `${game}, ${size}: ${somebody.problems.join('\n')}`);
    if (shots) await somebody.page.screenshot({ path: `${shots}/${game}-${size}-over.png` });
    console.log(`  ${game} ${size}: ${presses} presses`);
  } catch (error) {
    if (shots) await somebody.page.screenshot({ path: `${shots}/${game}-${size}-failed.png` });
    throw new Error(`${game}, ${size}: ${error.message}`);
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
    for (const [i, [game, size]] of jobs.entries()) if (i % 2 === lane) await one(browser, server, game, size, shots);
  });
  const results = await Promise.allSettled(lanes);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
