/** What players are called. The server notes a bot as "Bot 2"; people read it in their own language. */
import { t } from './i18n';
import type { SeatInfo } from './wire';

const BOT = /^Bot (\d+)$/;

export const called = (name: string): string => {
  const found = BOT.exec(name);
  return found ? t('shell.bot_n', { n: found[1]! }) : name;
};

/** The seats with the names of this language. */
export const withNames = (seats: SeatInfo[]): SeatInfo[] =>
  seats.map((seat) => (seat.kind === 'bot' ? { ...seat, name: called(seat.name) } : seat));

/** How strong a bot is, in a word. */
export const strength = (seat: SeatInfo): string => (seat.kind === 'bot' && seat.level ? t(`shell.level_${seat.level}`) : '');
