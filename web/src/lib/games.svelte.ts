/** The games that the server offers, in the reader's language; asked for again when that changes. */
import { get } from './api';
import { lang } from './i18n';
import type { Game, Lang } from './wire';

let games: Game[] = $state.raw([]);
let askedFor: Lang | null = null;
let answer: Promise<Game[]> = Promise.resolve([]);

async function ask(): Promise<Game[]> {
  const now = lang();
  try {
    const found = (await get<{ games: Game[] }>('games')).games;
    if (now === lang()) games = found;
    return found;
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

export const gameList = (): Game[] => games;
export const gameOf = (id: string): Game | undefined => games.find((game) => game.id === id);
export const gameName = (id: string): string => gameOf(id)?.name ?? id;
