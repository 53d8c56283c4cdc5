/**
 * What a page hands to the table of a game, and how a game's table is found.
 *
 * A table is drawn from its props alone and keeps nothing that the next update could contradict: the same component
 * shows a live game, a replay (where `legal` is empty) and a guide. Before a sealed choice that cannot be taken back it
 * asks once more, unless settings.confirm is off.
 */
import type { Component } from 'svelte';
import { loadPart } from '../lib/i18n';
import { setVoice } from '../lib/sound';
import { loadEnd } from './end';
import type { Chip } from '../lib/sentence';
import type { Clock, Lang, Layout, Legal, SeatInfo, TableEvent, TableInfo, UpdateMessage } from '../lib/wire';

export type TableProps = {
  /** state.view(seat) of the game. */
  view: any;
  /** How a game without a table of its own is drawn. */
  layout: Layout | null;
  /** What the game tells beyond its view, so that no rule is written twice. */
  aids: UpdateMessage['aids'];
  /** Whose decision is awaited; null where that is a secret. */
  awaited: UpdateMessage['awaited'];
  legal: Legal[];
  /** The seat owes a decision; false with a non-empty `legal`: it may act, but nobody waits for it. */
  owed: boolean;
  seats: SeatInfo[];
  /** The seat of the viewer; null for a spectator and for the open view of a replay. */
  you: number | null;
  /** Those of the last update, for animation. */
  events: TableEvent[];
  clock: Clock | null;
  /** The points of the match so far, where there is one. */
  totals?: number[];
  lang: Lang;
  /** The action that the bot suggests. */
  hinted: string | null;
  act(a: string): void;
  /** Why is this not possible: the page shows the answer as a toast. */
  why(a: string): void;
  /** The card that is to be played as soon as that is possible. */
  planned?: string | null;
  /** A card was pressed before one's turn: true if that is a plan, or the end of one. */
  plan?(card: string): boolean;
  /** Would that be a plan, or the end of one? */
  mayPlan?(card: string): boolean;
  /** Replay, open view: state.reveal(). */
  open: any | null;
};

const tables = import.meta.glob<{ default: Component<TableProps> }>('./*/Table.svelte');

/** The folder with the table of a game: its own, or the one that draws any game from its layout. */
const folderOf = (game: string): string => (`./${game}/Table.svelte` in tables ? game : 'any');

/** The table of a game with its texts, in a chunk of its own. */
export async function loadTable(game: string): Promise<Component<TableProps>> {
  const folder = folderOf(game);
  const end = loadEnd(game).catch(() => null); // a table needs no sound
  const [module] = await Promise.all([tables[`./${folder}/Table.svelte`]!(), loadPart(folder)]);
  const heard = await end;
  setVoice(heard?.voice ?? null, heard?.sounds);
  return module.default;
}

/** What a game brings to the page around its table, in `page.ts` of its folder; all of it optional. */
export type PageParts = {
  /** Where a card can be chosen before one's turn: does it make sense now, and which action is it when one is asked? */
  plan?: {
    may(view: any, you: number, card: string): boolean;
    /** Whether another kind of decision has come meanwhile is the game's to see: then there is none. */
    action(view: any, you: number, card: string, legal: Legal[]): string | null;
    name(card: string): string;
  };
  /** Where the game stands, in a few words beside its name. */
  about?(view: any, seats: SeatInfo[], table: TableInfo): string;
  /** The log as people read it: what is told twice once, what belongs together in one line. */
  tidy?(log: TableEvent[], view: any, seats: SeatInfo[]): TableEvent[];
  /** The words of the log that stand on a colour, in the language that is spoken now. */
  chips?(): Chip[];
  /** What only programs need in the sentences of the log. */
  drop?: RegExp;
};

const pages = import.meta.glob<PageParts>('./*/page.ts');

export async function loadPage(game: string): Promise<PageParts> {
  return (await pages[`./${game}/page.ts`]?.()) ?? {};
}
