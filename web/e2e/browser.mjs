// What all runs share: a server of our own, a Chromium, pages that report what goes wrong in them.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const CHROMIUMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  // without a graphics card: drawn in one process, which takes a sixth less of the processor
  '--no-sandbox', '--disable-gpu', '--in-process-gpu', '--disable-software-rasterizer', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage',
];
export const SIZES = {
  wide: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};
/** The least and the most that a page is made for: looked at, not played at. */
export const EDGES = {
  narrow: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  huge: { viewport: { width: 1920, height: 1080 } },
};

export function launch() {
  const executablePath = process.env.CHROMIUM ?? CHROMIUMS.find(existsSync);
  return chromium.launch({ executablePath, args: FLAGS });
}

/** `koloda serve` with a database in a folder of its own; can be stopped and started again at the same address. */
export class Server {
  constructor({ pause = 0, more = [] } = {}) {
    this.more = more;
    this.folder = mkdtempSync(join(tmpdir(), 'koloda-e2e-'));
    this.port = 0;
    this.pause = pause;
  }
  async start() {
    const python = process.env.KOLODA_PYTHON ?? 'python3';
    const database = `sqlite:///${join(this.folder, 'koloda.db')}`;
    const args = ['-m', 'koloda', 'serve', '--port', String(this.port), '--database', database, '--bot-pause', String(this.pause), '--no-limits', ...this.more];
    this.process = spawn(python, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    this.process.stderr.on('data', (chunk) => (said += chunk));
    this.url = await new Promise((resolve, reject) => {
      let out = '';
      this.process.stdout.on('data', (chunk) => {
        out += chunk;
        const found = /http:\/\/\S+/.exec(out);
        if (found) resolve(found[0]);
      });
      this.process.on('exit', (code) => reject(new Error(`koloda serve ended with ${code}: ${said}`)));
    });
    this.port = Number(new URL(this.url).port);
    for (let i = 0; ; i += 1) {
      const answer = await fetch(new URL('/healthz', this.url)).catch(() => null);
      if (answer?.ok) return this;
      if (i > 300) throw new Error(`the server does not answer: ${said}`);
      await new Promise((done) => setTimeout(done, 100));
    }
  }
  async stop() {
    const gone = new Promise((done) => this.process.on('exit', done));
    this.process.kill('SIGTERM');
    const timer = setTimeout(() => this.process.kill('SIGKILL'), 10_000);
    await gone;
    clearTimeout(timer);
  }
  async end() {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A person with a browser of his own. */
export async function person(browser, size, { lang = 'en', settings = {}, level = 'easy', dark = false, quick = {} } = {}) {
  const screen = SIZES[size] ?? EDGES[size];
  const context = await browser.newContext({ ...screen, locale: lang, colorScheme: dark ? 'dark' : 'light' });
  const page = await context.newPage();
  const problems = [];
  page.on('console', (message) => {
    // a line that is cut on purpose is reported by the browser as an error
    if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION_REFUSED/.test(message.text())) problems.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await context.addInitScript((wanted) => {
    if (!localStorage.getItem('koloda.settings')) localStorage.setItem('koloda.settings', JSON.stringify(wanted));
  }, { motion: 0, confirm: false, ...settings });
  if (level)
    await page.route('**/api/quick*', async (route) => {
      const body = { ...route.request().postDataJSON(), level, ...quick };
      await route.continue({ postData: JSON.stringify(body) });
    });
  return { context, page, problems, touch: screen.hasTouch ?? false, close: () => context.close() };
}

/** The games that the server offers. */
export const offered = async (server) => (await (await fetch(new URL('/api/games', server.url))).json()).games;

export function check(fact, text) {
  if (!fact) throw new Error(text);
}

/** Whatever is pressed is large enough for a thumb: 44 pixels; a link within a text, and a tick with its label, may be smaller. */
export async function targets(page, where) {
  const small = await page.evaluate(() => {
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
    return [...root.querySelectorAll('button, a.button, select, summary, input:not([type=checkbox]):not([type=file])')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled)
      .filter((one) => !one.matches('.stone, .place, .circle')) // on a ground that can be zoomed
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.width < 43.5 || box.height < 43.5))
      .map(({ one, box }) => `${Math.round(box.width)}x${Math.round(box.height)} ${one.outerHTML.slice(0, 110)}`);
  });
  check(small.length === 0, `${where}: too small to press: ${[...new Set(small)].slice(0, 8).join(' | ')}`);
}

/** Nothing may be wider than the page. */
export async function fits(page, where) {
  // what a page clips is not in its width: its parts are looked at too
  const extra = await page.evaluate(() => {
    const parts = [...document.querySelectorAll('.page > *, .page > * > *')].map((part) => part.getBoundingClientRect().right);
    return Math.ceil(Math.max(document.documentElement.scrollWidth, ...parts) - innerWidth);
  });
  check(extra <= 0, `${where}: ${extra} px too wide`);
}

/** What is asked is read at a glance: its words are not squeezed beside the ways out, all of it is in sight, and what happened last lies on no other words. */
export async function told(page, where) {
  const look = () => page.evaluate(() => {
    const prompt = document.querySelector('[data-prompt]');
    const said = prompt?.querySelector('.status');
    const parts = [...(prompt?.querySelectorAll('.say, .ways') ?? [])].map((part) => part.getBoundingClientRect().bottom);
    const last = document.querySelector('.me .tell .in')?.getBoundingClientRect();
    const top = last?.height ? last.top : Infinity; // where there is little room it is left out
    const under = [...document.querySelectorAll('.facts > *, .duel')].filter((part) => part.getBoundingClientRect().bottom - 1 > top).map((part) => part.textContent);
    return { under, lines: said ? said.clientHeight / parseFloat(getComputedStyle(said).lineHeight) : 0, below: Math.ceil(Math.max(0, ...parts) - innerHeight), asked: said?.textContent };
  });
  let seen = await look();
  for (let tries = 0; tries < 5 && (seen.lines >= 4.5 || seen.below > 0 || seen.under.length); tries += 1) {
    await page.waitForTimeout(100); // what was asked before is just going
    seen = await look();
  }
  const { lines, below, asked, under } = seen;
  check(lines < 4.5, `${where}: what is asked takes ${Math.round(lines)} lines`);
  check(below <= 0, `${where}: ${below} px of what is asked are out of sight: ${asked}`);
  check(!under.length, `${where}: what happened last lies on “${under[0]}”`);
}

/** The texts of elements of two selectors that lie on common ground. */
export const overlaps = (page, one, other) =>
  page.evaluate(
    ([first, second]) => {
      const all = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
      const wrong = [];
      for (const a of all(first))
        for (const b of all(second)) {
          if (a === b || a.contains(b) || b.contains(a)) continue;
          const [x, y] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
          if (Math.min(x.right, y.right) - Math.max(x.left, y.left) > 1 && Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top) > 1)
            wrong.push(`“${a.textContent.trim()}” and “${b.textContent.trim()}”`);
        }
      return wrong;
    },
    [one, other],
  );
