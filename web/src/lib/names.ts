/** What players are called. The server notes "Fox 2 (bot)", and "Guest 297" in the language of the guest; people read their own. */
import { t } from './i18n';
import type { SeatInfo } from './wire';

const ANIMALS: Record<string, string> = { Hare: 'easy', Fox: 'normal', Wolf: 'hard', Owl: 'expert', Dragon: 'master' };
const BOT = /^(Hare|Fox|Wolf|Owl|Dragon)( \d+)? \(bot\)$/;
const PROGRAM = / \(bot\)$/; // a bot account, in records
const OLD_BOT = /^Bot (\d+)$/; // in games from before bots were animals
export const GUEST = /^(?:Guest|Гість|Гость) (\d+)$/;

/** The animal of a level. */
export const animal = (level: string): string => t(`shell.animal_${level}`);

export const called = (name: string): string => {
  const [bot, old, guest] = [BOT.exec(name), OLD_BOT.exec(name), GUEST.exec(name)];
  if (bot) return animal(ANIMALS[bot[1]!]!) + (bot[2] ?? '');
  if (PROGRAM.test(name)) return name.replace(PROGRAM, ` (${t('shell.bot_mark')})`);
  if (old) return t('shell.bot_n', { n: old[1]! });
  return guest ? t('shell.guest_name', { n: guest[1]! }) : name;
};

/** What can be told of a player by the name alone, as the server notes it. */
export const whoIs = (name: string): Pick<SeatInfo, 'name' | 'kind' | 'level'> => {
  const bot = BOT.exec(name);
  const program = !bot && PROGRAM.test(name);
  return { name: called(name), kind: bot || program || OLD_BOT.test(name) ? 'bot' : 'person', level: bot ? ANIMALS[bot[1]!]! : program ? 'program' : null };
};

/** The seats with the names of this language. */
export const withNames = (seats: SeatInfo[]): SeatInfo[] => seats.map((seat) => ({ ...seat, name: called(seat.name) }));

/** How strong a bot is, in a word. */
export const strength = (seat: Pick<SeatInfo, 'kind' | 'level' | 'bot'>): string =>
  seat.bot || seat.level === 'program' ? t('shell.bot_mark') : (seat.kind === 'bot' && seat.level ? t(`shell.level_${seat.level}`) : '');
