/** The games that the server offers, in the reader's language; asked for again when that changes. */
import { get } from './api';
import { known, lang } from './i18n';
import type { Game, Lang } from './wire';

let games: Game[] = $state.raw([]);
let loadedFor: Lang | null = null;

export async function loadGames(): Promise<Game[]> {
  if (loadedFor === lang()) return games;
  const now = lang();
  games = (await get<{ games: Game[] }>('games')).games;
  loadedFor = now;
  return games;
}

export const gameList = (): Game[] => games;
export const gameOf = (id: string): Game | undefined => games.find((game) => game.id === id);
export const gameName = (id: string): string => gameOf(id)?.name ?? known(`shell.game_${id}`) ?? id;
