// Figures, not tests: what the first visit costs, and how soon a message is seen.
import { person } from './browser.mjs';
import { play, quick } from './play.mjs';

export async function measure(browser, server, [game = 'durak', size = 'wide'] = []) {
  const somebody = await person(browser, size, { settings: { motion: 1 } });
  const { page } = somebody;
  await page.addInitScript(() => {
    globalThis.tasks = [];
    globalThis.delays = [];
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => globalThis.tasks.push(entry.duration))).observe({ type: 'longtask', buffered: true });
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
  await page.waitForTimeout(1500);
  const first = await page.evaluate(() => {
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const app = all.filter(({ name }) => !name.includes('/api/'));
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    return { requests: all.length, bytes: all.reduce((sum, one) => sum + one.transferSize, 0), client: app.reduce((sum, one) => sum + one.transferSize, 0), paint };
  });
  const began = Date.now();
  await quick(somebody, server.url, game);
  await page.waitForSelector('[data-status].yours');
  const toTable = Date.now() - began;
  const presses = await play(somebody, { seed: 1, limit: 600_000 });
  const { tasks, delays } = await page.evaluate(() => ({ tasks: globalThis.tasks, delays: globalThis.delays }));
  delays.sort((a, b) => a - b);
  const at = (share) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))]?.toFixed(1);
  console.log(JSON.stringify({ game, size, first, toTable, presses, updates: delays.length, seen_ms: { median: at(0.5), p95: at(0.95), most: at(1) }, longTasks: tasks.map(Math.round) }));
  await somebody.close();
}
