// A game by correspondence: one moves, the other is away and gets a message at a push service of our own, opens the
// address in it, and moves. Also vacation, and what is said where the browser refuses. At both sizes.
import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';
import { createServer } from 'node:http';
import { check, fits, person, Server, targets } from './browser.mjs';
import { wish } from './newtable.mjs';
import { clean } from './pages.mjs';
import { account } from './people.mjs';
import { play } from './play.mjs';

const shoot = (page, name) => (process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : null);

/** A push service, and the browser behind it: it alone can read what comes (RFC 8291). */
class Service {
  constructor() {
    this.key = createECDH('prime256v1');
    this.key.generateKeys();
    this.auth = Buffer.from('sixteen letters!');
    this.messages = [];
    this.http = createServer((request, response) => {
      const parts = [];
      request.on('data', (part) => parts.push(part));
      request.on('end', () => {
        this.messages.push(JSON.parse(this.read(Buffer.concat(parts))));
        response.writeHead(201).end();
      });
    });
  }
  async start() {
    await new Promise((done) => this.http.listen(0, '127.0.0.1', done));
    return this;
  }
  address() {
    return {
      endpoint: `http://127.0.0.1:${this.http.address().port}/send/1`,
      keys: { p256dh: this.key.getPublicKey('base64url'), auth: this.auth.toString('base64url') },
    };
  }
  read(body) {
    const [salt, theirs, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.key.getPublicKey(), theirs]);
    const secret = hkdfSync('sha256', this.key.computeSecret(theirs), this.auth, info, 32);
    const part = (name, length) => Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
    const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
    cipher.setAuthTag(sealed.subarray(-16));
    const open = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return open.subarray(0, open.lastIndexOf(2)).toString();
  }
  async next(count) {
    for (let n = 0; this.messages.length < count; n += 1) {
      check(n < 600, `there are ${this.messages.length} messages, not ${count}`);
      await new Promise((done) => setTimeout(done, 100));
    }
    return this.messages[count - 1];
  }
}

/** Chromium without a display has no push service: the page is given what a service would have answered. */
function arranged(address) {
  const kept = 'e2e.push';
  const made = { ...address, toJSON: () => address, unsubscribe: async () => (localStorage.removeItem(kept), true) };
  PushManager.prototype.subscribe = async function ({ applicationServerKey }) {
    localStorage.setItem(kept, applicationServerKey);
    return made;
  };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem(kept) ? made : null);
}

const turn = ({ page }) => page.evaluate(async () => (await (await fetch('/api/session/news')).json()).tables.some((table) => table.turn));

export async function post(browser) {
  const service = await new Service().start();
  const server = await new Server({ more: ['--push-local'] }).start();
  const [anna, petro] = [await person(browser, 'wide'), await person(browser, 'phone', { lang: 'uk', dark: true })];
  const see = async ({ page }, where) => {
    await fits(page, where);
    await targets(page, where);
    await clean(page, where);
    await shoot(page, where);
  };
  const move = (one) => play(one, { seed: 7, stop: async (now, presses) => presses > 0 && !now.yours });
  try {
    await petro.page.addInitScript(arranged, service.address());
    await account(anna, server, 'Annie');
    await account(petro, server, 'Petrik');

    // refused, and it is said what to do; then allowed
    await petro.context.clearPermissions();
    await petro.page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await petro.page.goto(`${server.url}#/settings`);
    await petro.page.locator('[data-away]').waitFor();
    const refused = await petro.page.evaluate(() => Notification.permission === 'denied');
    if (refused) {
      await petro.page.locator('[data-push-state=refused]').waitFor();
      await see(petro, 'post-refused-phone');
    }
    await petro.context.grantPermissions(['notifications'], { origin: new URL(server.url).origin });
    await petro.page.reload();
    await petro.page.locator('[data-push]').check();
    await petro.page.waitForFunction(async () => (await (await fetch('/api/push')).json()).browsers === 1);
    await see(petro, 'post-settings-phone');

    // a table with a day for a move; the other sits down by its link
    await anna.page.locator('[data-new]').click();
    await wish(anna.page, 'durak', 2);
    await anna.page.locator('dialog[open] select:has(option[value=days1])').selectOption('days1');
    await see(anna, 'post-dialog-wide');
    await anna.page.locator('dialog[open] button[type=submit]').click();
    await anna.page.locator('.room').waitFor();
    await see(anna, 'post-room-wide');
    const table = new URL(anna.page.url()).hash;
    await petro.page.goto(`${server.url}#/`);
    await petro.page.locator(`a[href="${table}"]`).first().waitFor();
    await see(petro, 'post-lobby-phone');
    await petro.page.goto(server.url + table);
    await petro.page.locator('.room .chair.primary').first().click();
    for (const { page } of [anna, petro]) await page.waitForSelector('main.felt .hand', { timeout: 60_000 });
    await see(petro, 'post-table-phone');

    // who is to move first does so until it is the turn of the one at the desk; then the other goes away
    await anna.page.waitForFunction(async () => (await (await fetch('/api/session/news')).json()).tables[0]?.until > 0);
    for (let n = 0; n < 20 && !(await turn(anna)); n += 1) {
      await move(petro);
      await anna.page.waitForTimeout(300);
    }
    check(await turn(anna), 'it is never the turn of the one at the desk');
    await petro.page.goto(`${server.url}#/settings`);
    await petro.page.locator('[data-away]').waitFor();
    for (let n = 0; n < 20 && (await turn(anna)); n += 1) {
      await move(anna);
      await anna.page.waitForTimeout(300);
    }
    const message = await service.next(1);
    check(message.url === `/${table}` && message.tag === table.split('/').at(-1), `the message leads to ${message.url}`);
    check(JSON.stringify([message.title, message.body]) === '["Дурень","Ваш хід."]', `it says ${message.title}: ${message.body}`);
    await anna.page.goto(`${server.url}#/`);
    await anna.page.locator('[data-waits]').waitFor();
    await see(anna, 'post-waiting-wide');
    await petro.page.goto(server.url);
    await petro.page.locator('[data-waits]').waitFor();
    await petro.page.locator('a.turn').waitFor();
    await see(petro, 'post-turn-phone');
    await petro.page.goto(server.url + message.url.slice(1));
    await petro.page.waitForSelector('[data-status].yours', { timeout: 60_000 });
    await see(petro, 'post-opened-phone');
    await move(petro);

    // vacation: the other sees it, and one comes back
    await petro.page.goto(`${server.url}#/settings`);
    await petro.page.locator('[data-rest]').click();
    await petro.page.locator('[data-vacation]').waitFor();
    await see(petro, 'post-vacation-phone');
    await anna.page.goto(server.url + table);
    await anna.page.getByText('Petrik: on vacation until').first().waitFor();
    await see(anna, 'post-away-wide');
    await petro.page.locator('[data-back-again]').click();
    await petro.page.locator('[data-rest]').waitFor();
    await petro.page.locator('[data-push]').uncheck();
    await petro.page.waitForFunction(async () => (await (await fetch('/api/push')).json()).browsers === 0);
    await anna.page.goto(`${server.url}#/settings`);
    await anna.page.locator('[data-away]').waitFor();
    await see(anna, 'post-settings-wide');
    for (const one of [anna, petro]) check(one.problems.length === 0, one.problems.join('\n'));
  } finally {
    for (const one of [anna, petro]) await one.close();
    service.http.close();
    await server.end();
  }
}
