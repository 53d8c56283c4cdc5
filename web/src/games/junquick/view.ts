/** What the server shows of JunQuick. */
export type Entry = { card: string; seat: number; value: number };
export type Result = { scores: number[]; winners: number[]; packs: number[]; viruses: number[]; nest: number[]; rounds: number; end: string };
export type View = {
  seats: number;
  phase: string;
  to_act: number | null;
  round: number;
  fp: number;
  idle: number;
  deck: number;
  discard: string[];
  virus_deck: number;
  virus_discard: string[];
  hands: number[];
  nests: number[];
  homes: string[][][];
  viruses: string[][];
  in_round: number[];
  surface: string;
  top: number | null;
  pile: Entry[];
  aside: string[];
  last: { card: string; seat: number; author: number; in_force: boolean } | null;
  freeze: { seat: number; left: number } | null;
  duel: { seat: number; opponent: number; cards: number; claim: string[]; complete: boolean } | null;
  instants: { card: string; seat: number }[];
  redrawn: boolean;
  seat: number | null;
  result?: Result;
  hand?: string[];
  nest?: string[];
  known_hands?: string[][];
  known_nests?: string[][];
  put?: string[];
  choice?: string[];
};
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
