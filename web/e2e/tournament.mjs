// A tournament of six to its final table: two people with browsers, at both sizes, and four programs in people's places.
import { check, fits, person, targets } from './browser.mjs';
import { clean } from './pages.mjs';
import { account } from './people.mjs';
import { play } from './play.mjs';

const shoot = (page, name) => (process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true }) : null);

/** In a page: somebody who comes to every game and plays anything, by the API alone, until the tournament is over. */
async function takePart([name, id]) {
  const ask = async (path, body) => {
    const wish = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return (await fetch(`/api/${path}`, wish)).json();
  };
  const sit = (table) =>
    new Promise((done) => {
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${table}/socket`);
      let number = 0;
      const send = (t, more) => socket.send(JSON.stringify({ t, id: `m${(number += 1)}`, ...more }));
      const beat = setInterval(() => send('ping'), 10_000);
      socket.onopen = () => void ask(`tables/${table}/ready`, { ready: true });
      socket.onclose = () => (clearInterval(beat), done());
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.t === 'table' && message.table.status === 'over') return socket.close();
        if (message.t !== 'update') return;
        if (message.over?.match_over) socket.close();
        else if (message.over) send('next');
        else if (message.owed && message.legal.length) send('act', { v: message.v, a: message.legal[Math.floor(Math.random() * message.legal.length)].a });
      };
    });
  await ask('session', { name });
  await ask(`tournaments/${id}/join`, {});
  const seen = new Set();
  for (;;) {
    const { tournament, me } = await ask(`tournaments/${id}`);
    if (tournament.status === 'over') return;
    if (me.table && !seen.has(me.table)) {
      seen.add(me.table);
      await sit(me.table);
    }
    await new Promise((done) => setTimeout(done, 300));
  }
}

export async function tournament(browser, server) {
  const [anna, petro] = [await person(browser, 'wide'), await person(browser, 'phone', { lang: 'uk', dark: true })];
  const both = [anna, petro];
  const strangers = [await person(browser, 'wide', { dark: true }), await person(browser, 'phone', { lang: 'ru' })]; // nobody waits for them
  const size = (one) => (one === anna || one === strangers[0] ? 'wide' : 'phone');
  const see = async (one, name) => {
    await fits(one.page, name);
    await targets(one.page, name);
    await clean(one.page, name);
    await shoot(one.page, `tournament-${name}-${size(one)}`);
  };
  const players = [];
  try {
    await account(anna, server, 'Annie');
    await account(petro, server, 'Petrik');
    for (let i = 0; i < 4; i += 1) {
      players.push(await person(browser, 'wide'));
      await players[i].page.goto(`${server.url}#/rules`);
    }
    for (const one of both) {
      await one.page.goto(`${server.url}#/tournaments`);
      await one.page.locator('[data-new]').click();
      await one.page.locator('dialog[open] [data-rounds]').waitFor();
      await see(one, 'new');
      await one.page.keyboard.press('Escape');
    }
    const id = await anna.page.evaluate(async () => {
      const body = JSON.stringify({ name: 'Friday cup', game: 'durak', seats: 2, rounds: 2, starts_in: 25, turn: 60, bank: 60 });
      const answer = await fetch('/api/tournaments', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      return (await answer.json()).tournament.id;
    });
    const crowd = players.map(({ page }, i) => page.evaluate(takePart, [['Olha', 'Ivan', 'Maria', 'Taras'][i], id]));
    await petro.page.locator(`[data-tournament="${id}"]`).waitFor();
    await see(petro, 'list');
    await petro.page.locator(`[data-tournament="${id}"]`).click();
    await anna.page.goto(`${server.url}#/tournaments/${id}`);
    for (const { page } of both) await page.locator('[data-join]').click();
    for (const one of both) {
      await one.page.locator('[data-me="joined"]').waitFor();
      await see(one, 'open');
    }
    const watched = strangers.map(async (one) => {
      await one.page.goto(`${server.url}#/tournaments/${id}`);
      await one.page.locator('[data-running] a').first().waitFor({ timeout: 180_000 });
      await see(one, 'running');
    });
    await Promise.all([
      ...watched,
      ...crowd,
      ...both.map(async (one, i) => {
        for (const round of [1, 2]) {
          const game = one.page.locator('[data-game]');
          await game.waitFor({ timeout: 180_000 });
          await game.click();
          await one.page.waitForSelector('main.felt .hand', { timeout: 60_000 });
          await play(one, { seed: 60 + 10 * round + i });
          await one.page.locator('dialog[open] [data-tournament]').click({ timeout: 60_000 });
          await one.page.locator('[data-standings]').waitFor();
        }
        await one.page.locator('[data-state="over"]').waitFor({ timeout: 180_000 });
        await one.page.locator('[data-podium]').waitFor();
        check((await one.page.locator('[data-standings] tbody tr').count()) === 6, 'the final table has not six lines');
        await see(one, 'final');
      }),
    ]);
    const points = await anna.page.locator('[data-standings] tbody td:nth-of-type(2)').allTextContents();
    check(points.map(Number).reduce((sum, n) => sum + n, 0) === 6, `the points are ${points.join(' ')}`);
    for (const one of [...both, ...strangers, ...players]) check(one.problems.length === 0, one.problems.join('\n'));
  } finally {
    for (const one of [...both, ...strangers, ...players]) await one.close();
  }
}
