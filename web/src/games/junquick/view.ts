/** What the server shows of JunQuick. */
import type { JunQuickPlay as Entry, JunQuickResult as Result, JunQuickView as View } from '../../lib/wire';

export type { Entry, Result, View };
export type Open = { hands: string[][]; nests: string[][]; choices: string[][]; put: string[]; deck: string[] };

/** The rounds of play proper; before and after them there is no surface to cover. */
export const inRound = (phase: string): boolean =>
  ['gather', 'freeze', 'liar_lay', 'liar_claim', 'liar_guess', 'response', 'chief'].includes(phase);

/** Equal cards of a zone together, in their order. */
export function grouped(codes: string[]): { code: string; n: number }[] {
  const result: { code: string; n: number }[] = [];
  for (const code of codes) {
    const last = result.at(-1);
    if (last?.code === code) last.n += 1;
    else result.push({ code, n: 1 });
  }
  return result;
}

/** Cards of the pile that the winner takes into the nest. */
export const worth = (pile: Entry[]): number => pile.filter(({ card }) => /^[JLT]\d$|^DM$|^EV$/.test(card)).length;
