// Which sound stands for what has happened.
import { afterEach, expect, it } from 'vitest';
import { loadEnd } from '../src/games/end';
import { setVoice, soundOf } from '../src/lib/sound';

afterEach(() => setVoice(null));

it('is that of a card, where the game names nothing else', () => {
  expect(soundOf(['beat', 'taken'])).toBe('card');
});

it('is the greatest of what happens at once, in the words of the game', async () => {
  setVoice(null, (await loadEnd('durak')).sounds);
  expect([soundOf(['move']), soundOf(['add', 'beat']), soundOf(['beat', 'taken', 'draw'])]).toEqual(['card', 'beat', 'take']);
});
