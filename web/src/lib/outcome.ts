/** What happened, in one line: how much it was won or lost by, or to whom a deal goes. */
import { t } from './i18n';
import type { Over, SeatInfo } from './wire';

export const points = (value: number): string => (Number.isInteger(value) ? String(value).replace('-', '−') : value.toFixed(2).replace('-', '−'));

/** A change, with its sign. */
export const signed = (value: number): string => (value > 0 ? `+${points(value)}` : points(value));

/** What the places follow from: the points of the only deal, or those of the match. */
export const counted = (over: Over, deal: number): number[] => (deal > 1 ? over.totals : over.scores);

/** Places from 1: winners first, then by points; equal points share a place. In a match that goes on the points alone count. */
export function places(over: Over, deal: number): number[] {
  const values = counted(over, deal);
  const better = (a: number, b: number): boolean => {
    const [x, y] = over.match_over || deal < 2 ? [over.winners.includes(a), over.winners.includes(b)] : [false, false];
    return x === y ? !x && values[a]! > values[b]! : x;
  };
  return values.map((_, seat) => 1 + values.filter((_, other) => better(other, seat)).length);
}

/** "Four", not "4", as far as there are words for it. */
const inWords = (n: number): string => t('shell.small_numbers').split('|')[n - 1] ?? String(n);
const NEARLY = 10; // times as many points as were short
const CLOSE = 10; // of two players the loser is always second: the points say more

export function headline(over: Over, seats: SeatInfo[], you: number | null, deal: number): string {
  const names = over.winners.map((seat) => (seat === you ? t('shell.you') : (seats[seat]?.name ?? ''))).join(', ');
  if (!over.match_over) {
    if (over.winners.length === 0) return t('shell.deal_nobody', { n: deal });
    return you !== null && over.winners.includes(you) ? t('shell.deal_yours', { n: deal }) : t('shell.deal_goes', { n: deal, who: names });
  }
  if (over.winners.length === 0) return t('shell.draw');
  if (you === null) return t('shell.victory', { who: names });
  const values = counted(over, deal);
  const own = values[you] ?? 0;
  if (over.winners.includes(you)) {
    const others = values.filter((_, seat) => !over.winners.includes(seat));
    const by = others.length ? own - Math.max(...others) : 0;
    if (Number.isInteger(by) && by > 0 && own > 1) return t('shell.won_by', { n: by });
    return over.winners.length > 1 && others.length ? t('shell.won_shared') : t('shell.you_won');
  }
  const short = Math.min(...over.winners.map((seat) => values[seat] ?? 0)) - own;
  if (Number.isInteger(short) && short > 0 && (short <= CLOSE || values.length === 2)) return t('shell.short_by', { n: short, many: inWords(short) });
  const place = places(over, deal)[you] ?? values.length;
  if (place === 2 && values.length > 2 && short > 0 && short * NEARLY <= own) return t('shell.second_close');
  return t('shell.place_nth').split('|')[place - 1] ?? t('shell.place_n', { n: place, all: values.length });
}
