// Pictures of every page and every table, for somebody to look at: node e2e/run.mjs pictures[:LOOK[:LANG[:PART]]]
//   pictures:all           every look: wide and phone by day and by night, narrow by night, huge by day
//   pictures:wide-dark:uk  one look, in Ukrainian (uk,ru: in both);  pictures:phone-light:en:tables  only pictures whose name holds "tables"; several with a comma
//   pictures:docs          those of README and the documentation, into docs/images
// SHOTS names the folder (default: web/pictures, which git does not keep).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { TOKEN } from './admin.mjs';
import { check, EDGES, offered, person, SIZES } from './browser.mjs';
import { SHORT } from './keys.mjs';
import { play, state } from './play.mjs';

const LOOKS = [...Object.keys(SIZES).flatMap((size) => [`${size}-light`, `${size}-dark`]), 'narrow-dark', 'huge-light'];
const FOLDER = join(import.meta.dirname, '../../docs/images');
const DOCS = {
  lobby: 'lobby', profile: 'profile', room: 'room', 'puzzles-told': 'puzzle', 'results-durak': 'results', 'results-viceroy': 'results-points',
  'tables-durak': 'table-durak', 'tables-yassa': 'table-yassa', 'tables-flights': 'table-flights', 'tables-viceroy': 'table-viceroy', 'tables-junquick': 'table-junquick',
};
const FEW = ['lobby', 'profile']; // with few games that go on: seen by the second of the people
const LIMIT = 90_000; // milliseconds for one game
const WHOLE = { ...SHORT, viceroy: { seats: 3 } }; // alone nobody compares points
const HOLD = { turn: 0, bank: 0, reaction: 0 }; // nobody is hurried while the pictures are taken

async function asked({ context }, server, method, path, data) {
  const answer = await context.request.fetch(new URL(`/api/${path}`, server.url).href, { method, data });
  check(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return answer.status() === 204 ? null : answer.json();
}

async function account(browser, server, name) {
  const one = await person(browser, 'wide', { settings: { sound: 0 } });
  await one.context.addInitScript(() => localStorage.setItem('koloda.known', '1'));
  one.user = (await asked(one, server, 'POST', 'session', { name })).user.id;
  await asked(one, server, 'POST', 'account', { login: name.toLowerCase(), password: 'correct horse' });
  return one;
}

/** A table of two people that has begun. */
async function together(server, [first, second], wish) {
  const { table } = await asked(first, server, 'POST', 'tables', { clock: HOLD, ...wish, seats: 2 });
  const at = `tables/${table.id}`;
  await asked(second, server, 'POST', `${at}/join`, {});
  for (const one of [first, second]) await asked(one, server, 'POST', `${at}/ready`, { ready: true });
  await asked(first, server, 'POST', `${at}/start`, {}).catch(() => {}); // it may have begun by itself
  for (const { page } of [first, second]) {
    await page.goto(`${server.url}#/table/${table.id}`);
    await page.waitForSelector('main.felt .hand');
  }
  return table.id;
}

/** A table against bots, played until `stop`, or to its end. */
async function alone(one, server, game, { seed = 1, level = 'easy', wish = {}, stop } = {}) {
  const { table } = await asked(one, server, 'POST', 'quick', { game, level, ...wish });
  await one.page.goto(new URL('/healthz', server.url).href); // nothing stays of the table before
  await one.page.goto(`${server.url}#/table/${table.id}`);
  await one.page.waitForSelector('main.felt button, [data-status]');
  await play(one, { seed, limit: LIMIT, stop });
  return table.id;
}

const presses = (page, least) => async (now, made) => now.yours && made >= least && (await page.locator('button.legal').count()) > 0;

/** Games that were played, a friend, open tables: what the pages have to show. What takes too long on a busy machine is left out, and told. */
async function world(browser, server, wanted, docs) {
  const [anna, petro, olha] = [await account(browser, server, 'Annie'), await account(browser, server, 'Petrik'), await account(browser, server, 'Olha')];
  const { page } = anna;
  const made = { play: {}, over: {} };
  const attempt = async (what, work) => {
    const began = Date.now();
    const said = await work().then(() => '', (error) => `: ${error.message.split('\n')[0]}`);
    console.log(`  made ${what} (${Math.round((Date.now() - began) / 1000)} s)${said}`);
  };
  const { table: room } = await asked(anna, server, 'POST', 'tables', { game: 'durak', seats: 4, clock: { turn: 60, bank: 0, reaction: 0 }, options: { mode: 'individual' } });
  await asked(petro, server, 'POST', `tables/${room.id}/join`, {});
  made.room = room.id;
  await asked(olha, server, 'POST', 'tables', { game: 'yassa', seats: 3 });
  made.slow = (await asked(olha, server, 'POST', 'tables', { game: 'flights', seats: 2, days: 3 })).table.id;
  const cup = { name: 'Friday cup', game: 'durak', seats: 2, rounds: 3, starts_in: 3600, turn: 60, bank: 60 };
  made.cup = (await asked(olha, server, 'POST', 'tournaments', cup)).tournament.id;
  await asked(petro, server, 'POST', `tournaments/${made.cup}/join`, {});
  for (const [one, name] of [[anna, 'Petrik'], [petro, 'Annie'], [olha, 'Annie']]) await asked(one, server, 'POST', 'friends', { name });
  const games = (await offered(server)).map(({ id }) => id);
  if (wanted('tables'))
    for (const game of games)
      await attempt(`a table of ${game}`, async () => {
        made.play[game] = await alone(anna, server, game, { seed: 2, stop: presses(page, { viceroy: 24, flights: 8 }[game] ?? 5) });
      });
  if (wanted('profile') || wanted('leaders'))
    for (const [i, other] of [petro, olha, petro].entries())
      await attempt('a match of two people', async () => {
        await together(server, [anna, other], { game: 'durak', options: { mode: 'individual' } });
        await Promise.all([anna, other].map((one, seat) => play(one, { seed: 11 + 2 * i + seat, limit: LIMIT })));
      });
  if (wanted('results') || wanted('replay'))
    for (const game of games)
      await attempt(`a whole game of ${game}`, async () => {
        for (let seed = 4; seed < (docs ? 8 : 5); seed += 1) {
          made.over[game] = await alone(anna, server, game, { seed, wish: WHOLE[game] });
          if (await page.locator('dialog[open] .burst').count()) break; // README shows a win
        }
      });
  if (wanted('tables-second'))
    await attempt('a second deal', async () => {
      const table = await alone(anna, server, 'yassa', { seed: 3, wish: { seats: 3, options: { target_points: 5000 } } });
      await page.locator('dialog[open] button.primary').click();
      await page.waitForSelector('dialog[open]', { state: 'detached' });
      await play(anna, { seed: 3, stop: presses(page, 2), limit: LIMIT });
      made.second = table;
    });
  if (wanted('tables-duel'))
    await attempt('a duel', async () => {
      for (let seed = 1; seed < 5 && !made.duel; seed += 1) {
        const table = await alone(anna, server, 'junquick', { seed, level: 'normal', stop: async () => (await page.locator('.duel.asked').count()) > 0 });
        if (!(await state(page)).over) made.duel = table;
      }
    });
  return { anna, petro, olha, made };
}

/** What there is to see: a name, an address, and what is done before the picture is taken. */
function sights(made, games, petro) {
  const drawer = async (page, tab) => {
    if (await page.locator('header .narrow').isVisible()) await page.locator('header .narrow').click();
    await page.locator(`#tab-${tab}`).click();
  };
  const results = async (page) => {
    await page.locator('dialog[open], [data-results]').first().waitFor();
    // they open by themselves, a frame later than the button
    await page.waitForSelector('dialog[open] tbody', { timeout: 5000 }).catch(() => page.locator('[data-results]').click());
    await page.waitForSelector('dialog[open] tbody');
  };
  const table = async (page) => {
    await page.waitForSelector('main.felt .hand button, main.felt button');
    if (await page.locator('dialog[open]').count()) await page.keyboard.press('Escape');
  };
  const analysis = async (page) => {
    await page.waitForSelector('[data-step=next]');
    if (await page.locator('[data-drawer]').isVisible()) await page.locator('[data-drawer]').click();
    await page.locator('[data-analyse]').click();
    await page.waitForSelector('aside meter', { timeout: 240_000 });
    await page.locator('aside li button').nth(6).click();
  };
  const boss = (tab) => async (page) => {
    await page.locator('input[type=password]').fill(TOKEN);
    await page.locator('form button[type=submit]').click();
    await page.locator('[data-tab=health] dl').waitFor();
    await page.locator('.page nav button, main nav button').nth(tab).click();
    await page.waitForTimeout(400);
  };
  const press = (selector, then) => async (page) => {
    await page.locator(selector).first().click();
    await page.waitForSelector(then);
  };
  return [
    ['lobby', '/', (page) => page.waitForSelector('[data-play]')],
    ['lobby-new-table', '/', press('[data-new]', 'dialog[open] form')],
    ['lobby-searching', '/', async (page) => {
      await page.locator('.after select').selectOption('0');
      await press('[data-people]', '[data-searching]')(page);
    }, (page) => page.locator('[data-searching] button').first().click()],
    ...games.flatMap(({ id, guide }) => [
      ...(made.play[id] ? [[`tables-${id}`, `/table/${made.play[id]}`, table]] : []),
      ...(made.over[id] ? [[`results-${id}`, `/table/${made.over[id]}`, results]] : []),
      [`rules-${id}`, `/rules/${id}`, (page) => page.waitForSelector('article h1')],
      ...(guide ? [[`guide-${id}`, `/guide/${id}`, (page) => page.waitForSelector('.note')]] : []),
    ]),
    ...(made.second ? [['tables-second-deal', `/table/${made.second}`, table]] : []),
    ...(made.duel ? [['tables-duel', `/table/${made.duel}`, table]] : []),
    ['tables-log', `/table/${made.play.flights}`, async (page) => (await table(page), drawer(page, 'log'))],
    ['tables-chat', `/table/${made.play.durak}`, async (page) => (await table(page), drawer(page, 'chat'))],
    ['tables-menu', `/table/${made.play.durak}`, async (page) => (await table(page), page.locator('header button').last().click())],
    ['replay', `/replay/${made.over.durak}?deal=1&seat=0`, (page) => page.waitForSelector('[data-step=next]')],
    ['replay-analysis', `/replay/${made.over.durak}?deal=1&seat=0`, analysis],
    ['replay-file', '/replay', (page) => page.waitForSelector('input[type=file]', { state: 'attached' })],
    ['room', `/table/${made.room}`, (page) => page.waitForSelector('.room')],
    ['room-slow', `/table/${made.slow}`, (page) => page.waitForSelector('.room')],
    ['puzzles', '/puzzles', (page) => page.waitForSelector('.list li a')],
    ['puzzles-one', '/puzzles', press('[data-next]', '[data-puzzle] main.felt button')],
    ['puzzles-told', '/puzzles', async (page) => {
      await press('[data-next]', '[data-puzzle] main.felt button')(page);
      await page.locator('[data-show]:visible').click();
      await page.waitForSelector('[data-show-yes], [data-verdict]');
      if (await page.locator('[data-show-yes]').isVisible()) await page.locator('[data-show-yes]').click();
      await page.waitForSelector('[data-verdict]');
    }],
    ['tournaments', '/tournaments', (page) => page.waitForSelector('[data-tournament]')],
    ['tournaments-new', '/tournaments', press('[data-new]', 'dialog[open] [data-rounds]')],
    ['tournaments-one', `/tournaments/${made.cup}`, (page) => page.waitForSelector('[data-join]')],
    ['profile', '/profile', (page) => page.waitForSelector('ul.history li')],
    ['profile-other', `/profile/${petro.user}`, (page) => page.waitForSelector('ul.history li')],
    ['friends', '/friends', (page) => page.waitForSelector('[data-friends] li')],
    ['leaders', '/leaders', (page) => page.waitForSelector('[data-leaders] a')],
    ['settings', '/settings', (page) => page.waitForSelector('kbd')],
    ['bots', '/bots', (page) => page.waitForSelector('[data-own-bot]')],
    ['ladder', '/ladder', (page) => page.waitForSelector('main h1')],
    ...['health', 'tables', 'users', 'reports', 'bans', 'audit'].map((tab, i) => [`admin-${tab}`, '/admin', boss(i)]),
    ['table-gone', '/table/nosuchtable', (page) => page.waitForTimeout(800)],
  ];
}

/** What a newcomer sees: nobody yet, nothing played. */
const NEWCOMER = [
  ['new-lobby', '/', (page) => page.waitForSelector('[data-play]')],
  ['new-profile', '/profile', (page) => page.waitForSelector('form')],
  ['new-friends', '/friends', (page) => page.waitForSelector('main h1')],
  ['new-leaders', '/leaders', (page) => page.waitForSelector('main h1')],
  ['new-recover', '/profile', async (page) => {
    for (const fold of await page.locator('.keep details summary').all()) await fold.click();
    await page.waitForTimeout(200);
  }],
  ['new-codes', '/profile', async (page, look) => {
    await page.locator('.keep details summary').first().click();
    await page.locator('.keep input[autocomplete=username]').first().fill(`codes-${look}`);
    await page.locator('.keep input[type=password]').first().fill('correct horse');
    await page.locator('.keep button.primary').first().click();
    await page.waitForSelector('[data-codes]');
  }],
];

async function album(browser, server, look, lang, part, folder, list, cookies, docs = false) {
  const [size, theme] = look.split('-');
  const somebody = await person(browser, size, { dark: theme === 'dark', lang, level: '' });
  const { page, context, problems } = somebody;
  if (cookies) {
    await context.addCookies(cookies);
    await context.addInitScript(() => localStorage.setItem('koloda.known', '1'));
  }
  for (const [name, address, ready, leave] of list.filter(([name]) => part.split(',').some((one) => name.includes(one)))) {
    await page.goto(new URL('/healthz', server.url).href); // nothing stays of the page before
    await page.goto(`${server.url}#${address}`);
    try {
      await ready(page, `${look}-${lang}`);
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(700);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth) - page.viewportSize().width; // a telephone's page grows with what is too wide
      if (wide > 0) console.log(`  ${look} ${name}: ${wide} px too wide`);
    } catch (error) {
      console.log(`  ${look} ${name}: ${error.message.split('\n')[0]}`);
    }
    const whole = !/^(tables|results|replay|guide|lobby-new|puzzles-|tournaments-new)/.test(name); // a dialogue lies over the window, not over the page
    const to = docs
      ? DOCS[name] && { path: `${folder}/${DOCS[name]}${lang === 'en' ? '' : `.${lang}`}.jpg`, type: 'jpeg', quality: 74 }
      : { path: `${folder}/${name}.${look}${lang === 'en' ? '' : `.${lang}`}.png`, fullPage: whole };
    if (to) await page.screenshot({ ...to, timeout: LIMIT }).catch((error) => console.log(`  ${look} ${name}: no picture: ${error.message.split('\n')[0]}`));
    await leave?.(page).catch(() => {});
  }
  for (const problem of new Set(problems)) console.log(`  ${look}: ${problem}`);
  await somebody.close();
}

export async function pictures(browser, server, [look = 'all', lang = 'en', part = ''] = []) {
  const games = await offered(server);
  const { anna, petro, olha, made } = await world(browser, server, (name) => part.split(',').some((one) => name.includes(one) || one.startsWith(name)), look === 'docs');
  const cookies = await anna.context.cookies();
  const docs = look === 'docs';
  const folder = process.env.SHOTS ?? (docs ? FOLDER : 'pictures');
  mkdirSync(folder, { recursive: true });
  const all = sights(made, games, petro);
  if (docs) {
    const wanted = all.filter(([name]) => name in DOCS);
    await album(browser, server, 'wide-light', lang, part, folder, wanted.filter(([name]) => FEW.includes(name)), await petro.context.cookies(), true);
    await album(browser, server, 'wide-light', lang, part, folder, wanted.filter(([name]) => name !== 'room' && !FEW.includes(name)), cookies, true);
    await album(browser, server, 'wide-dark', lang, part, folder, wanted.filter(([name]) => name === 'room'), cookies, true); // by night
  }
  for (const one of docs ? [] : look === 'all' ? LOOKS : look.split(',')) {
    check(LOOKS.includes(one), `no look of this name: ${one} (${LOOKS.join(', ')}, docs)`);
    for (const tongue of lang.split(',')) {
      await album(browser, server, one, tongue, part, folder, all, cookies);
      await album(browser, server, one, tongue, part, folder, NEWCOMER, null);
    }
  }
  for (const one of [anna, petro, olha]) await one.close();
}
