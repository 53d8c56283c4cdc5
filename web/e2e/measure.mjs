// Figures, not tests: what the first visit costs, how soon a message is seen, and how long the page is ever busy.
import { offered, person } from './browser.mjs';
import { play, quick } from './play.mjs';

/** The tasks of the page's main thread in milliseconds: by the clock, and what of it the processor worked for us. */
function tasks(trace) {
  const threads = new Map();
  const { traceEvents } = JSON.parse(trace);
  for (const { name, args, pid, tid } of traceEvents) if (name === 'thread_name' && args.name === 'CrRendererMain') threads.set(`${pid} ${tid}`, []);
  for (const { name, ph, pid, tid, dur, tdur } of traceEvents) if (ph === 'X' && /RunTask$/.test(name)) threads.get(`${pid} ${tid}`)?.push({ ms: dur / 1000, cpu: (tdur ?? 0) / 1000 });
  return [...threads.values()].sort((a, b) => b.length - a.length)[0]; // the other pages belong to the browser itself
}

export async function measure(browser, server, [wanted, size = 'wide'] = []) {
  const game = wanted ?? (await offered(server))[0].id;
  const somebody = await person(browser, size, { settings: { motion: 1 } });
  const { page } = somebody;
  await page.addInitScript(() => {
    globalThis.delays = [];
    const Plain = WebSocket;
    globalThis.WebSocket = class extends Plain {
      constructor(...args) {
        super(...args);
        this.addEventListener('message', ({ data }) => {
          if (!data.startsWith('{"t":"update"')) return;
          const start = performance.now();
          // the frame after the one that is being made has it on the screen
          requestAnimationFrame(() => requestAnimationFrame(() => globalThis.delays.push(performance.now() - start)));
        });
      }
    };
  });
  await page.goto(server.url);
  await page.waitForSelector('[data-play]');
  const interactive = Math.round(await page.evaluate(() => performance.now())); // the button that deals is there
  await page.waitForTimeout(1500);
  const first = await page.evaluate(() => {
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const app = all.filter(({ name }) => !name.includes('/api/'));
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    return { requests: all.length, bytes: all.reduce((sum, one) => sum + one.transferSize, 0), client: app.reduce((sum, one) => sum + one.transferSize, 0), paint };
  });
  await browser.startTracing(page, { categories: ['toplevel'] });
  const began = Date.now();
  await quick(somebody, server.url, game);
  await page.waitForSelector('[data-status].yours');
  const toTable = Date.now() - began;
  const presses = await play(somebody, { seed: 1, limit: 600_000 });
  const delays = await page.evaluate(() => globalThis.delays);
  const all = tasks((await browser.stopTracing()).toString());
  const most = (which) => Math.round(Math.max(...all.map((task) => task[which])));
  const long = all.filter(({ ms }) => ms > 50).map(({ ms, cpu }) => `${Math.round(ms)} (${Math.round(cpu)} of work)`);
  delays.sort((a, b) => a - b);
  const at = (share) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))]?.toFixed(1);
  console.log(JSON.stringify({ game, size, first, interactive, toTable, presses, updates: delays.length, seen_ms: { median: at(0.5), p95: at(0.95), most: at(1) }, longest_ms: most('ms'), longest_work_ms: most('cpu'), long }));
  await somebody.close();
}
