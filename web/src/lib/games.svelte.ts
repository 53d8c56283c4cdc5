/** The games that the server offers, in the reader's language; asked for again when that changes. */
import { get } from './api';
import { lang } from './i18n';
import type { Game, Games, Lang } from './wire';

let games: Game[] = $state.raw([]);
let ladder = $state(false);
let askedFor: Lang | null = null;
let answer: Promise<Game[]> = Promise.resolve([]);

async function ask(): Promise<Game[]> {
  const now = lang();
  try {
    const found = await get<Games>('games');
    if (now === lang()) [games, ladder] = [found.games, found.ladder];
    return found.games;
  } catch (error) {
    if (askedFor === now) askedFor = null; // so that the next one asks again
    throw error;
  }
}

/** Those who want it at the same time share one question. */
export function loadGames(): Promise<Game[]> {
  if (askedFor !== lang()) [askedFor, answer] = [lang(), ask()];
  return answer;
}

/** Has the server a ladder of programs? */
export const hasLadder = (): boolean => ladder;
export const gameList = (): Game[] => games;
export const gameOf = (id: string): Game | undefined => games.find((game) => game.id === id);
export const gameName = (id: string): string => gameOf(id)?.name ?? id;
