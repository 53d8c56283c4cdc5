/** The pages, each loaded when it is wanted for the first time. */
import type { Component } from 'svelte';

type Page = () => Promise<{ default: Component }>;
const pages: Record<string, Page> = {
  lobby: () => import('./pages/Lobby.svelte'),
  table: () => import('./pages/Table.svelte'),
  replay: () => import('./pages/Replay.svelte'),
  rules: () => import('./pages/Rules.svelte'),
  guide: () => import('./pages/Guide.svelte'),
  profile: () => import('./pages/Profile.svelte'),
  friends: () => import('./pages/Friends.svelte'),
  leaders: () => import('./pages/Leaders.svelte'),
  tournaments: () => import('./pages/Tournaments.svelte'),
  puzzles: () => import('./pages/Puzzles.svelte'),
  bots: () => import('./pages/Bots.svelte'),
  ladder: () => import('./pages/Ladder.svelte'),
  settings: () => import('./pages/Settings.svelte'),
  admin: () => import('./pages/Admin.svelte'),
};
if (import.meta.env.DEV) Object.assign(pages, { dev: () => import('./dev/Dev.svelte'), faces: () => import('./dev/Faces.svelte') });

export const load = (name: string): ReturnType<Page> => (Object.hasOwn(pages, name) ? pages[name]! : pages.lobby!)();
