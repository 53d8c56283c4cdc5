/** Choices that nobody sees until all have chosen and that cannot be taken back: a page asks before it sends them. */
const SEALED: Record<string, RegExp> = {
  flights: /^lay /,
  viceroy: /^(bid|want|hit|law) /,
};

export const isSealed = (game: string, action: string): boolean => SEALED[game]?.test(action) ?? false;
