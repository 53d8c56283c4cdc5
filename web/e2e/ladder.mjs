// A ladder with six programs, one broken and one malicious: an upload through the page, a rating that changes, a game that is watched.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, fits, person, Server, targets } from './browser.mjs';
import { clean } from './pages.mjs';

const python = process.env.KOLODA_PYTHON ?? 'python3';
const PATIENCE = 120_000; // milliseconds; only a failing story waits so long
const CHOOSE = (what) => `from koloda_bot import run\nrun(lambda view, legal: ${what})\n`;
const MALICIOUS = `import os, sys
from koloda_bot import run
def choose(view, legal):
    if view["seat"] == 1:
        sys.stderr.write("<script>alert(1)</script>" * 1000)
        os.kill(os.getppid(), 9)
        os._exit(1)
    return legal[0]
run(choose)
`;

// Tells so many actions of a game that is over as if it were being played: it stands still while the story looks.
const TELL = `import sys
from koloda.ladder.folder import Folder
from koloda.ladder.live import Broadcast, head_of, live_path
folder = Folder(sys.argv[1])
record = folder.records(1)[0]
versions = next(item for item in folder.games.news() if item["fixture"] == 1)["games"][0]["versions"]
head = head_of(1, 0, 1, 2, record["seed"] % 1000, versions, {**record, "actions": [], "result": None})
live = Broadcast(live_path(folder.path, 1), head)
live.begin()
for seat, text in record["actions"][: int(sys.argv[2])]:
    live.act(seat, text)
`;

function koloda(...args) {
  const done = spawnSync(python, ['-m', 'koloda', 'ladder', ...args], { encoding: 'utf8' });
  return { code: done.status, said: done.stdout + done.stderr };
}

export async function ladder(browser) {
  const folder = mkdtempSync(join(tmpdir(), 'koloda-ladder-'));
  const dir = join(folder, 'cup');
  cpSync(join(import.meta.dirname, '../../examples/bots/koloda_bot.py'), join(folder, 'koloda_bot.py'));
  const source = (name, text) => (writeFileSync(join(folder, name), text), join(folder, name));
  let server, runner;
  const somebody = await person(browser, 'wide');
  try {
    const { page, problems } = somebody;
    const made = koloda('init', dir, '--game', 'flights', '--seats', '2', '--levels', 'easy,normal', '--title', 'The cup', '--decision-ms', '60000');
    check(made.code === 0, made.said);
    // one test deal, on seat 0: the malicious one behaves there
    const rules = JSON.parse(readFileSync(join(dir, 'ladder.json'), 'utf8').replace(/"secret": (\d+)/, '"secret": "$1"'));
    writeFileSync(join(dir, 'ladder.json'), JSON.stringify({ ...rules, test_deals: 1 }).replace(/"secret":"(\d+)"/, '"secret":$1'));
    const put = (name, file) => koloda('add', dir, name, file, '--i-know');
    check(put('First', source('first.py', CHOOSE('legal[0]'))).code === 0, 'a good program was not let in');
    check(put('Malicious', source('malicious.py', MALICIOUS)).code === 0, 'the malicious one was found out too early for this story');
    const broken = put('Broken', source('broken.py', 'import nothing\n'));
    check(broken.code === 1 && broken.said.includes('refused'), `the broken one: ${broken.said}`);
    runner = spawn(python, ['-m', 'koloda', 'ladder', 'run', dir, '--i-know'], { stdio: 'ignore' });
    server = await new Server({ more: ['--ladder', dir] }).start();

    await page.goto(server.url);
    const joined = await page.evaluate(async () => {
      const post = (path, body) => fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
      await post('/api/session', { name: 'Olena' });
      localStorage.setItem('koloda.known', '1');
      return (await post('/api/account', { login: 'olena', password: 'a long password' })).status;
    });
    check(joined === 200, `no account: ${joined}`);
    await page.reload();
    await page.locator('nav a[href="#/ladder"]').click();
    await page.waitForSelector('[data-standings] [data-program=First]');
    await page.locator('[data-name]').fill('Alpha');
    await page.locator('[data-file]').setInputFiles([source('alpha.py', CHOOSE('legal[-1]')), join(folder, 'koloda_bot.py')]);
    await page.locator('[data-main]').selectOption('alpha.py');
    await page.locator('[data-upload]').click();
    await page.waitForSelector('[data-standings] [data-program=Alpha]', { timeout: PATIENCE });
    const rating = () => page.locator('[data-standings] [data-program=Alpha] .rating').textContent();
    const before = await rating();
    await page.waitForFunction(
      (old) => document.querySelector('[data-standings] [data-program=Alpha] .rating')?.textContent !== old, before, { timeout: PATIENCE },
    );
    console.log(`  Alpha: ${before} -> ${await rating()}`);
    // a new version that does not run: its author reads why, and nobody else
    await page.locator('[data-name]').fill('Alpha');
    await page.locator('[data-file]').setInputFiles(source('alpha.py', 'raise RuntimeError("my own words")\n'));
    await page.locator('[data-upload]').click();
    const refused = page.locator('[data-version="Alpha 2"]');
    await refused.locator('.refused').waitFor({ timeout: PATIENCE });
    await refused.locator('summary').click();
    await refused.locator('pre', { hasText: 'my own words' }).waitFor();
    // the malicious one is on the bench by now, or soon
    await page.locator('[data-program=Malicious]', { hasText: 'benched' }).waitFor({ timeout: PATIENCE });
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/ladder-wide.png`, fullPage: true });
    await fits(page, 'ladder');
    await targets(page, 'ladder');
    await clean(page, 'ladder');

    // a game that is being played: it is watched as it goes on, and with open cards once it is over
    const tell = (count) => {
      const done = spawnSync(python, ['-c', TELL, dir, String(count)], { encoding: 'utf8' });
      check(done.status === 0, done.stderr);
    };
    tell(8);
    await page.locator('[data-live="1"]').click({ timeout: PATIENCE });
    await page.waitForSelector('header [data-live]');
    const steps = () => page.locator('output').textContent().then((text) => Number(text.split('/')[1]));
    const shown = await steps();
    tell(14);
    await page.waitForFunction((old) => Number(document.querySelector('output')?.textContent?.split('/')[1]) > old, shown, { timeout: PATIENCE });
    await fits(page, 'a game that is being played');
    await clean(page, 'a game that is being played');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/ladder-live.png` });
    rmSync(join(dir, 'live', '0-1.jsonl'));
    await page.waitForSelector('header select', { timeout: PATIENCE });
    await page.waitForFunction(() => Number(document.querySelector('output')?.textContent?.split('/')[1]) > 14, undefined, { timeout: PATIENCE });
    await page.goto(`${server.url}#/ladder`);

    await page.locator('[data-program=Alpha] a').click();
    await page.waitForSelector('.graph svg');
    await fits(page, 'program');
    await clean(page, 'program');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/program-wide.png`, fullPage: true });
    await page.locator('a[href^="#/replay?ladder="]').first().click();
    await page.waitForSelector('[data-step=next]');
    await page.locator('[data-step=next]').click();
    await page.waitForFunction(() => document.querySelector('output')?.textContent?.startsWith('1/'));
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/ladder-replay.png` });

    const other = await person(browser, 'phone', { dark: true, lang: 'uk' });
    await other.page.goto(`${server.url}#/ladder`);
    await other.page.waitForSelector('[data-program=Alpha]');
    check(!(await other.page.content()).includes('my own words'), 'what an author alone may read is shown to others');
    await fits(other.page, 'ladder on a phone');
    await targets(other.page, 'ladder on a phone');
    await clean(other.page, 'ladder on a phone');
    if (process.env.SHOTS) await other.page.screenshot({ path: `${process.env.SHOTS}/ladder-phone.png`, fullPage: true });
    await other.page.locator('[data-program=Alpha] a').click();
    await other.page.waitForSelector('.graph svg');
    await fits(other.page, 'program on a phone');
    await clean(other.page, 'program on a phone');
    if (process.env.SHOTS) await other.page.screenshot({ path: `${process.env.SHOTS}/program-phone.png`, fullPage: true });
    problems.push(...other.problems);
    await other.close();
    // an author takes a program away
    await page.goto(`${server.url}#/ladder`);
    await page.locator('[data-remove=Alpha]').click();
    await page.locator('[data-standings] [data-program=Alpha]').waitFor({ state: 'detached', timeout: PATIENCE });
    check(problems.length === 0, problems.join('\n'));
  } finally {
    await somebody.close();
    if (runner?.exitCode === null) {
      const gone = new Promise((done) => runner.on('exit', done));
      runner.kill('SIGTERM');
      await gone;
    }
    await server?.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
