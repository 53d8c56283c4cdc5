// Plays by pressing what the page shows as possible, as a person would who knows no rules.
import { check, fits, told } from './browser.mjs';

/** A small generator of its own: the same choices in every run. */
export function dice(seed) {
  let state = seed >>> 0 || 1;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** Runs in the page: the buttons of the table that stand for something possible, the most decided first. */
function possible() {
  const table = document.querySelector('main.felt');
  const usable = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && !element.disabled && element.getAttribute('aria-disabled') !== 'true' && !element.closest('[inert]');
  };
  const all = (selector) => [...(table?.querySelectorAll(selector) ?? [])].filter(usable);
  document.querySelectorAll('[data-e2e]').forEach((element) => element.removeAttribute('data-e2e'));
  const groups = [all('button.primary'), all('button.legal'), all('[data-action]'), all('button:not(.bare):not(.card)')];
  const found = groups.find((group) => group.length) ?? [];
  const other = groups.slice(1).find((group) => group.length && group !== found) ?? found;
  for (const [i, element] of found.entries()) element.setAttribute('data-e2e', String(i));
  for (const [i, element] of other.entries()) if (!element.hasAttribute('data-e2e')) element.setAttribute('data-e2e', `other-${i}`);
  return { first: found.map((_, i) => String(i)), other: other.map((element) => element.getAttribute('data-e2e')) };
}

export const state = (page) =>
  page.evaluate(() => ({
    over: !!document.querySelector('[data-over]'),
    aside: !!document.querySelector('dialog[open]'),
    yours: !!document.querySelector('[data-status].yours'),
    log: Number(document.querySelector('[data-log]')?.dataset.length ?? 0),
    status: document.querySelector('[data-status]')?.textContent ?? '',
  }));

/** Runs in the page: a point where the button can be seen, for cards lie on one another; null when it has gone. */
function visible(name) {
  const button = document.querySelector(`[data-e2e="${name}"]`);
  if (!button) return null;
  button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const box = button.getBoundingClientRect();
  for (const down of [0.5, 0.2, 0.8])
    for (const along of [0.5, 0.1, 0.9, 0.3, 0.7]) {
      const [x, y] = [box.left + box.width * along, box.top + box.height * down];
      if (document.elementFromPoint(x, y)?.closest('button') === button) return { x, y };
    }
  const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const decides = button.matches('.legal, .primary, [data-action]'); // not only to be looked at
  return { decides, hidden: `${button.outerHTML.slice(0, 160)} lies behind ${over?.outerHTML.slice(0, 120) ?? 'nothing'}` };
}

/** Only what can be seen is pressed; a choice that stays out of sight is a dead end for whoever plays by hand. */
export async function click({ page, touch }, name) {
  let found = await page.evaluate(visible, name);
  for (let tries = 0; found?.decides && tries < 10; tries += 1) {
    const close = page.locator('main.felt .close'); // of what was looked at, and lies over it
    if (await close.isVisible()) await close.click({ timeout: 1000 }).catch(() => {});
    await page.waitForTimeout(100); // something may be on its way over it
    found = await page.evaluate(visible, name);
  }
  check(!found?.decides, `a choice that cannot be seen: ${found?.hidden}`);
  if (found?.x !== undefined) await (touch ? page.touchscreen.tap(found.x, found.y) : page.mouse.click(found.x, found.y));
}

/** Play until the deal is over, or until `stop` says so. Gives back how often something was pressed. */
export async function play(person, { seed = 1, stop = async () => false, limit = 240_000, press = (name) => click(person, name) } = {}) {
  const { page } = person;
  const roll = dice(seed);
  const began = Date.now();
  let presses = 0;
  let idle = 0;
  for (;;) {
    const now = await state(page);
    if (now.over || (await stop(now, presses))) {
      if (now.over) await results(page);
      else if (now.aside) await page.keyboard.press('Escape'); // looked at while the turn went on
      return presses;
    }
    check(Date.now() - began < limit, `the game does not end: ${now.status}, ${presses} presses`);
    if (now.aside) await page.keyboard.press('Escape'); // a look at the discard pile, and back
    if (!now.yours) {
      await page.waitForTimeout(20);
      continue;
    }
    const { first, other } = await page.evaluate(possible);
    // a choice of several cards takes many presses; what leads nowhere is left for something else, now and then
    const choices = other.length && roll(idle > 6 ? 3 : 12) === 0 ? other : first;
    if (!choices.length) {
      await page.waitForTimeout(30);
      continue;
    }
    await told(page, now.status);
    await press(choices[roll(choices.length)]);
    presses += 1;
    if (presses % 10 === 1) await fits(page, now.status);
    await page.waitForTimeout(10);
    const after = await state(page);
    idle = after.log === now.log ? idle + 1 : 0;
  }
}

/** Runs in the page: is the way on from the results in sight? */
function onward() {
  const box = document.querySelector('dialog[open] footer .primary')?.getBoundingClientRect();
  return !box || (box.top >= 0 && box.bottom <= innerHeight);
}

/** The results come up by themselves; whoever has closed them closes what else lies open, and opens them again. */
async function results(page) {
  const shown = page.locator('dialog[open] tbody').first();
  const again = page.locator('[data-results]');
  for (let tries = 0; tries < 20 && !(await shown.isVisible()); tries += 1) {
    if (await again.isVisible()) await page.keyboard.press('Escape'); // a look at the discard pile, during which the end came
    await again.click({ timeout: 1000 }).catch(() => {});
  }
  await shown.waitFor();
  check(await page.evaluate(onward), 'the button that leads on from the results is out of sight');
}

/** One's own tables come above the shelf when they are known, and may move it away under a finger: who sees that nothing was chosen taps again. */
async function chosen(page, game) {
  const play = page.locator(`[data-play="${game}"]`);
  for (let tries = 0; tries < 5 && !(await play.isVisible()); tries += 1) {
    await page.locator(`[data-game="${game}"]`).click();
    await play.waitFor({ timeout: 3000 }).catch(() => {});
  }
}

export async function quick(person, url, game) {
  await person.page.goto(url);
  await chosen(person.page, game);
  await person.page.locator(`[data-play="${game}"]`).click();
  await person.page.waitForSelector('main.felt button, [data-status]');
}
