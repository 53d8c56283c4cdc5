// Each game that the server offers without a mouse, to its end or for so many presses: Tab to a part of the table, arrows, Enter.
import { check, offered, person } from './browser.mjs';
import { play } from './play.mjs';

/** A short form of a game, where it has one. */
export const SHORT = {
  durak: { seats: 2, options: { mode: 'individual' } },
  yassa: { seats: 2, options: { target_points: 1 } },
  flights: { seats: 2, options: { match_mode: 'single' } },
  viceroy: { seats: 1, options: { virtuals: 1 } },
  junquick: { seats: 2 },
};
const FAR = 120;
const PRESSES = 80;

/** Runs in the page: how many stops of the Tab key it is to this button, or to the one that stands for its group. */
function stops(name) {
  const target = document.querySelector(`[data-e2e="${name}"]`);
  if (!target) return null;
  let stop = target;
  for (let group = target.parentElement; stop.tabIndex < 0 && group; group = group.parentElement) stop = [...group.querySelectorAll('button')].find((one) => one.tabIndex >= 0) ?? stop;
  if (target.matches('[type=radio]')) stop = document.querySelector(`[name="${target.name}"]:checked`) ?? stop;
  const all = [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex]')].filter(
    (one) => one.tabIndex >= 0 && !one.disabled && !one.matches('[type=radio]:not(:checked)') && one.checkVisibility({ visibilityProperty: true }),
  );
  const from = all.indexOf(document.activeElement);
  return from < 0 ? 1 : all.indexOf(stop) - from; // from nowhere the browser goes on where the focus was lost
}

/** Runs in the page: where the button lies as seen from the focus; nulls when the focus is on it. */
function way(name) {
  const target = document.querySelector(`[data-e2e="${name}"]`);
  const active = document.activeElement;
  if (!target || !active || document.querySelector('dialog[open]')) return null; // over, or something else is asked
  if (target === active) return { there: true, seen: active.matches(':focus-visible') };
  const middle = (one) => ((box) => [box.left + box.width / 2, box.top + box.height / 2])(one.getBoundingClientRect());
  const [[x, y], [fromX, fromY]] = [middle(target), middle(active)];
  return { there: false, dx: x - fromX, dy: y - fromY, at: `${Math.round(fromX)} ${Math.round(fromY)}` };
}

/** Bring the focus to a button by keys alone; false when it has gone meanwhile. */
async function reach(page, name) {
  for (let tries = 0; tries < 5; tries += 1) {
    const far = await page.evaluate(stops, name);
    if (far === null) return false;
    if (far === 0) break;
    for (let i = Math.min(FAR, Math.abs(far)); i > 0; i -= 1) await page.keyboard.press(far > 0 ? 'Tab' : 'Shift+Tab');
  }
  const been = new Set();
  for (let i = 0; i < FAR; i += 1) {
    const seen = await page.evaluate(way, name);
    if (!seen) return false;
    if (seen.there) {
      check(seen.seen, 'the focus cannot be seen');
      return true;
    }
    // towards it, the longer way first; whoever comes back to a place tries another key
    const across = seen.dx > 0 ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
    const along = seen.dy > 0 ? ['ArrowDown', 'ArrowUp'] : ['ArrowUp', 'ArrowDown'];
    const [first, second] = Math.abs(seen.dx) > Math.abs(seen.dy) ? [across, along] : [along, across];
    const key = [first[0], second[0], 'PageDown', second[1], first[1]].find((one) => !been.has(`${seen.at} ${one}`)) ?? 'PageDown';
    been.add(`${seen.at} ${key}`);
    await page.keyboard.press(key);
  }
  const what = await page.evaluate((one) => document.querySelector(`[data-e2e="${one}"]`)?.outerHTML.slice(0, 200), name);
  check(what === undefined, `the keyboard does not reach ${what}`);
  return false;
}

async function one(browser, server, game) {
  const somebody = await person(browser, 'wide', { quick: SHORT[game] });
  const { page } = somebody;
  try {
    await page.goto(server.url);
    await page.locator(`[data-game="${game}"] input`).evaluate((box) => box.setAttribute('data-e2e', 'box'));
    await page.waitForSelector('[name=game]:checked');
    check(await reach(page, 'box'), 'the keyboard does not reach the poster of the game');
    await page.locator(`[data-play="${game}"]`).evaluate((button) => button.setAttribute('data-e2e', 'start'));
    check(await reach(page, 'start'), 'the keyboard does not reach the button that starts a game');
    await page.keyboard.press('Enter');
    await page.waitForSelector('main.felt button, [data-status]');
    let [count, lost] = [0, 0];
    const press = async (name) => {
      if (!(await reach(page, name))) return;
      await page.keyboard.press('Enter');
      if ((count += 1) % 8) return;
      await page.waitForTimeout(50);
      lost += await page.evaluate(() => Number(document.activeElement === document.body));
    };
    const presses = await play(somebody, { seed: game.length, press, stop: async (_, made) => made >= PRESSES });
    check(somebody.problems.length === 0, somebody.problems.join('\n'));
    check(lost <= 1, `the focus was lost ${lost} times in ${Math.floor(count / 8)} looks`);
    console.log(`  ${game} by keys: ${presses} presses`);
  } catch (error) {
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${game}-keys-failed.png` });
    throw new Error(`${game} by keys: ${error.message}`);
  } finally {
    await somebody.close();
  }
}

export async function keys(browser, server, [only] = []) {
  const games = (await offered(server)).map(({ id }) => id).filter((game) => !only || game === only);
  const lanes = [0, 1].map(async (lane) => {
    for (const [i, game] of games.entries()) if (i % 2 === lane) await one(browser, server, game);
  });
  const results = await Promise.allSettled(lanes);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
