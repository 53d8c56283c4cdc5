/** What players are called. The server notes "Bot 2", and "Guest 297" in the language of the guest; people read their own. */
import { t } from './i18n';
import type { SeatInfo } from './wire';

const BOT = /^Bot (\d+)$/;
export const GUEST = /^(?:Guest|Гість|Гость) (\d+)$/;

export const called = (name: string): string => {
  const [bot, guest] = [BOT.exec(name), GUEST.exec(name)];
  if (bot) return t('shell.bot_n', { n: bot[1]! });
  return guest ? t('shell.guest_name', { n: guest[1]! }) : name;
};

/** The seats with the names of this language. */
export const withNames = (seats: SeatInfo[]): SeatInfo[] => seats.map((seat) => ({ ...seat, name: called(seat.name) }));

/** How strong a bot is, in a word. */
export const strength = (seat: SeatInfo): string => (seat.kind === 'bot' && seat.level ? t(`shell.level_${seat.level}`) : '');
