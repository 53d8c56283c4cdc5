// What the two faces weigh: all that is committed, and what a page in English asks for.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../src/fonts');
const weight = (part: RegExp): number =>
  readdirSync(FOLDER)
    .filter((name) => part.test(name))
    .reduce((sum, name) => sum + statSync(join(FOLDER, name)).size, 0);

it('has faces of 45 KB at most, those of Polish included', () => expect(weight(/\.woff2$/)).toBeLessThanOrEqual(45 * 1024));
it('asks an English page for half of them', () => expect(weight(/-latin\.woff2$/)).toBeLessThanOrEqual(24 * 1024));
