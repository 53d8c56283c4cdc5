// Stories that begin in a position: node e2e/arranged.mjs noticing|race|crowded|badges|takeback; the test has made the tables and says where.
// ARRANGED is JSON: the address, the people with their tokens, and the tables.
import { check, fits, launch, overlaps, person, targets } from './browser.mjs';
import { clean } from './pages.mjs';

const { url, people, tables } = JSON.parse(process.env.ARRANGED);

async function come(browser, { token }, size) {
  const somebody = await person(browser, size);
  somebody.context.setDefaultTimeout(120_000); // three pages at once on a busy machine
  await somebody.context.addCookies([{ name: 'koloda', value: token, url }]);
  await somebody.context.addInitScript(() => localStorage.setItem('koloda.known', '1'));
  return somebody;
}

/** Everybody opens the table, and everybody sees that all are there. */
async function gather(all, table) {
  for (const { page } of all) {
    await page.goto(`${url}/#/table/${table}`);
    await page.reload(); // nothing stays of the table before
  }
  for (const { page } of all) await page.waitForSelector('main.felt .hand button');
  for (const { page } of all) await page.waitForFunction(() => !document.querySelector('.player .away, [data-line=lost]'));
}

/** Nothing has changed on any screen for a while. */
async function settled(all) {
  for (let last = '', same = 0, tries = 0; same < 3; tries += 1) {
    check(tries < 100, 'the screens do not come to rest');
    const now = (await Promise.all(all.map(({ page }) => screen(page)))).join('\n');
    same = now === last ? same + 1 : 0;
    last = now;
    await all[0].page.waitForTimeout(150);
  }
}

/** All that a screen shows, without what everybody hears: the shout itself. */
const screen = (page) =>
  page.evaluate(() => {
    const copy = document.body.cloneNode(true);
    for (const says of copy.querySelectorAll('.says')) if (says.textContent === 'Yassa!') says.remove();
    return copy.outerHTML
      .replaceAll(/: "Yassa!" and lays/g, ' lays')
      .replaceAll(/<!--.*?-->/g, '')
      .replaceAll(location.hash.split('/')[2], 'TABLE')
      .replaceAll(/[0-9a-f]{64}/g, 'COMMIT');
  });

/** A button as it looks and where it is. */
const look = (page, selector) =>
  page.evaluate((wanted) => {
    const button = document.querySelector(wanted);
    const { x, y, width, height } = button.getBoundingClientRect();
    const style = getComputedStyle(button);
    const seen = ['color', 'backgroundColor', 'borderColor', 'borderWidth', 'boxShadow', 'animationName', 'opacity', 'transform', 'fontWeight'];
    return JSON.stringify([button.outerHTML, button.disabled, x, y, width, height, ...seen.map((name) => style[name])]);
  }, selector);

const card = (page, name) => page.locator(`.hand button[aria-label^="${name}"]`);
const said = (page, text) => page.waitForFunction((wanted) => document.querySelector('[data-log]')?.textContent.includes(wanted), text);

/** Anna lays her last card but one, with the shout, without it, and where none is due: no screen tells which it was. */
async function noticing(all) {
  const [anna, , olha] = all;
  const seen = {};
  for (const world of ['said', 'forgotten', 'no_need']) {
    await gather(all, tables[world]);
    await anna.page.waitForSelector('.shout');
    for (const { page } of all) await page.waitForSelector('.call');
    await settled(all);
    const shout = await look(anna.page, '.shout');
    if (world === 'said') await anna.page.locator('.shout').click();
    const calls = await Promise.all(all.map(({ page }) => look(page, '.call')));
    await card(anna.page, 'red 5').click();
    for (const { page } of all) await said(page, 'lays red 5');
    await settled(all);
    const after = await Promise.all(all.map(({ page }) => look(page, '.call')));
    check(after.join() === calls.join(), `${world}: the button changes with the card`);
    seen[world] = { shout, calls: after, screens: await Promise.all(all.map(({ page }) => screen(page))) };
    if (process.env.SHOTS) for (const [i, { page }] of all.entries()) await page.screenshot({ path: `${process.env.SHOTS}/noticing-${world}-${i}.png` });
    await olha.page.locator('.call').click();
    if (world === 'forgotten') {
      for (const { page } of all) await said(page, '"One card!" says Olha');
      continue;
    }
    await settled(all);
    for (const [i, { page }] of all.entries()) check((await screen(page)) === seen[world].screens[i], `${world}: a call without reason shows on screen ${i}`);
  }
  for (const i of all.keys()) {
    check(seen.said.screens[i].includes('red 5'), 'nothing was laid');
    check(seen.forgotten.screens[i] === seen.said.screens[i], `screen ${i} tells that the shout is missing:\n${seen.said.screens[i]}\n${seen.forgotten.screens[i]}`);
    for (const world of ['forgotten', 'no_need']) check(seen[world].calls[i] === seen.said.calls[i], `the button of ${i} looks otherwise: ${world}`);
  }
  check(seen.no_need.shout === seen.forgotten.shout, `the shout reminds: ${seen.no_need.shout} ${seen.forgotten.shout}`);
}

/** Two people want to lay at once: who is first is first, and only within the tie the seats decide. */
async function race(all) {
  const [anna, petro] = all;
  const lay = ({ page }) => page.locator('.hand button.legal').first().click();
  const order = async () => (await anna.page.locator('[data-log] li').allTextContents()).filter((line) => /^(Anna|Petro) .*(TS|D1|lays|covers|plays)/i.test(line));

  await gather(all, tables.apart);
  await lay(anna);
  await Promise.all([said(petro.page, 'Anna'), said(anna.page, 'Anna')]);
  const first = await order();
  check(first.length > 0 && first[0].startsWith('Anna'), `Anna was first, though Petro sits before her: ${first.join(' / ')}`);

  await gather(all, tables.tie);
  await Promise.all([lay(anna), lay(petro)]);
  await said(anna.page, 'Petro');
  const tied = await order();
  check(tied.length > 0 && tied[0].startsWith('Petro'), `within the tie the first player comes first: ${tied.join(' / ')}`);
  check(!tied.some((line) => line.startsWith('Anna')), `both were taken: ${tied.join(' / ')}`);
  await anna.page.locator('.toast, [role=status], [role=alert]').filter({ hasText: /late/i }).first().waitFor();
}

/** Runs in the page: the cards of the hand of which other cards leave nothing to be seen. */
function buried() {
  const seen = (card) => {
    const { left, top, width, height } = card.getBoundingClientRect();
    const shares = [0.06, 0.15, 0.3, 0.5, 0.7, 0.85, 0.94];
    const over = (along, down) => document.elementFromPoint(left + width * along, top + height * down)?.closest('.card');
    return shares.some((down) => shares.some((along) => (over(along, down) ?? card) === card));
  };
  return [...document.querySelectorAll('.hand button')].filter((card) => !seen(card)).map((card) => card.getAttribute('aria-label'));
}

/** Two rows of cards: the card under the mouse, or the one that a finger has chosen, hides none of the others. */
async function crowded([{ page }]) {
  await page.goto(`${url}/#/table/${tables.crowded}`);
  const cards = page.locator('.hand button');
  await page.waitForSelector('.hand button.legal');
  const all = async (when) => {
    await page.waitForTimeout(300); // it has risen
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/crowded-${when}.png` });
    const hidden = await page.evaluate(buried);
    check(hidden.length === 0, `${when}: cards that cannot be seen: ${hidden.join(', ')}`);
  };
  const edge = async (card) => (({ x, y }) => [x + 6, y + 12])(await card.boundingBox());
  await page.mouse.move(...(await edge(cards.nth(2)))); // a narrow window on a desk
  check(await cards.nth(2).evaluate((card) => card.matches('.legal:hover')), 'the mouse is not on the card');
  await all('mouse');
  await page.mouse.move(1, 1);
  await page.touchscreen.tap(...(await edge(page.locator('.hand button[aria-label^="Order a colour"]').first())));
  await page.waitForSelector('.above');
  await all('chosen');
  await page.setViewportSize({ width: 1280, height: 680 }); // a small desk: beside the log there is little room
  await page.waitForFunction(() => document.querySelector('aside')?.checkVisibility());
  await page.waitForTimeout(300);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/crowded-wide.png` });
  const below = (what) => page.evaluate((what) => [...document.querySelectorAll(what)].filter((one) => one.getBoundingClientRect().bottom > innerHeight).length, what);
  const prompt = '[data-prompt] .say, [data-prompt] .ways';
  const count = await below(`.hand button, ${prompt}`);
  check(count === 0, `wide: ${count} of the cards and the prompt lie below the window`);
  await page.setViewportSize({ width: 640, height: 400 }); // a small desk at twice its size: the table scrolls under the hand
  await page.waitForFunction(() => !document.querySelector('aside')?.checkVisibility());
  await page.waitForTimeout(300);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/crowded-low.png` });
  check((await below(prompt)) === 0, 'low: the prompt lies below the window');
}

const BADGES = '.row .name, .row .count, .row .first, .row .done, .row > .flights > li, .row > .colours > li, .row > .lost, .piles b';

/** Flights in the middle of a round, as it is and with cities that were just lost: no badge lies on another. */
async function badges(all) {
  await gather(all, tables.badges);
  const look = async (when) => {
    for (const [i, { page }] of all.entries()) {
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/badges-${when}-${i}.png` });
      const over = await overlaps(page, BADGES, BADGES);
      check(over.length === 0, `${when}, ${i ? 'phone' : 'wide'}: badges overlap: ${over}`);
    }
  };
  for (const { page } of all) await page.waitForSelector('.row .first');
  await look('before');
  const taker = (await all[0].page.locator('[data-status].yours').count()) ? all[0] : all[1];
  await taker.page.locator('.board button.legal').first().click();
  for (const { page } of all) await page.waitForSelector('.row > .lost');
  await look('after');
}

/** An action is taken back by consent; a card is chosen before its turn, by touch and by keys, and nobody hears of it. */
async function takeback(all) {
  await gather(all, tables.takeback);
  for (const { page } of all) await page.waitForSelector('[data-undo]');
  const first = await Promise.race(all.map(async (each) => (await each.page.waitForSelector('[data-status].yours', { state: 'attached' })) && each));
  const other = all.find((each) => each !== first);
  const [page, waiting] = [first.page, other.page];
  const see = async (name) => {
    for (const { page } of all) {
      const size = page.viewportSize().width < 500 ? 'phone' : 'wide';
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/takeback-${name}-${size}.png` });
      await fits(page, `${name}, ${size}`);
      await targets(page, `${name}, ${size}`);
      await clean(page, `${name}, ${size}`);
    }
  };

  // a plan, and another thought
  await settled(all);
  const before = await screen(page);
  const hand = waiting.locator('.hand button');
  await hand.first().click();
  await waiting.waitForSelector('.hand button[aria-pressed=true]');
  check((await screen(page)) === before, 'the other screen tells of a plan');
  await see('planned');
  await hand.first().click();
  await waiting.waitForSelector('.hand button[aria-pressed=true]', { state: 'detached' });
  await hand.first().focus();
  await waiting.keyboard.press('End');
  await waiting.keyboard.press('Enter');
  await waiting.waitForSelector('.hand button[aria-pressed=true]');
  await waiting.keyboard.press('Escape');
  await waiting.waitForSelector('.hand button[aria-pressed=true]', { state: 'detached' });

  const cards = await page.locator('.hand button').count();
  const act = () => page.locator('.hand button.legal').first().click();
  const ask = async () => {
    await page.waitForFunction((n) => document.querySelectorAll('.hand button').length === n, cards - 1);
    await page.locator('[data-undo]').click();
    await waiting.waitForSelector('[data-wish] [data-yes]');
  };
  await act();
  await ask();
  await see('asked');
  await page.locator('[data-wish] [data-no]').click(); // never mind
  for (const each of all) await each.page.waitForSelector('[data-wish]', { state: 'detached' });
  await ask();
  await waiting.locator('[data-wish] [data-yes]').click();
  await page.waitForFunction((n) => document.querySelectorAll('.hand button').length === n, cards);
  for (const { page } of all) await page.getByText('has been taken back').waitFor();
  await see('taken-back');

  // a plan is played when it can be, or dropped in sight
  await hand.last().click();
  await waiting.waitForSelector('.hand button[aria-pressed=true]');
  await act();
  await waiting.waitForSelector('.hand button[aria-pressed=true]', { state: 'detached' });
  await waiting.waitForFunction(() => document.querySelectorAll('.hand button').length === 5 || document.body.innerText.includes('could not be played'));
  await see('followed');
}

const STORIES = { takeback, noticing, race, crowded, badges };
const SIZES = { crowded: ['phone'], badges: ['wide', 'phone'], takeback: ['wide', 'phone'] };
const browser = await launch();
let failed = 0;
const all = [];
try {
  for (const [i, each] of people.entries()) all.push(await come(browser, each, SIZES[process.argv[2]]?.[i] ?? 'wide'));
  await STORIES[process.argv[2]](all);
  for (const { problems } of all) check(problems.length === 0, problems.join('\n'));
} catch (error) {
  failed = 1;
  console.log(`FAILED: ${error.stack}`);
  if (process.env.SHOTS) for (const [i, { page }] of all.entries()) await page.screenshot({ path: `${process.env.SHOTS}/failed-${i}.png` });
}
await browser.close();
process.exit(failed);
