// Screenshots of a page: node tools/shot.mjs URL OUT_PREFIX [--dark] [--lang=uk] [--click=SELECTOR]...
// Writes PREFIX-wide.png (1280x800) and PREFIX-phone.png (390x844); prints errors of the console and sideways overflow.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [url, prefix, ...flags] = process.argv.slice(2);
if (!url || !prefix) {
  console.error('usage: node tools/shot.mjs URL OUT_PREFIX [--dark] [--lang=uk] [--click=SELECTOR]...');
  process.exit(2);
}
const value = (name) => flags.filter((flag) => flag.startsWith(`--${name}=`)).map((flag) => flag.slice(name.length + 3));
const executablePath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
const sizes = [
  ['wide', { width: 1280, height: 800 }, false],
  ['phone', { width: 390, height: 844 }, true],
];
for (const [name, viewport, touch] of sizes) {
  const context = await browser.newContext({
    viewport, hasTouch: touch, isMobile: touch, deviceScaleFactor: touch ? 2 : 1,
    locale: value('lang')[0] ?? 'en', colorScheme: flags.includes('--dark') ? 'dark' : 'light',
  });
  const page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && console.log(`${name}: ${message.text()}`));
  page.on('pageerror', (error) => console.log(`${name}: ${error}`));
  await page.goto(url);
  await page.waitForTimeout(900);
  for (const selector of value('click')) {
    await page.locator(selector).first().click();
    await page.waitForTimeout(1500);
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0) console.log(`${name}: ${wide} px too wide`);
  await page.screenshot({ path: `${prefix}-${name}.png` });
  await context.close();
}
await browser.close();
