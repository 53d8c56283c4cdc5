/**
 * Choices that nobody sees until all have chosen and that cannot be taken back: a page asks before it sends them.
 * Viceroy and JunQuick ask on the table itself, as the last part of the gesture.
 */
const SEALED: Record<string, RegExp> = {
  flights: /^lay /,
};

export const isSealed = (game: string, action: string): boolean => SEALED[game]?.test(action) ?? false;
