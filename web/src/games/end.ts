/** What a game brings to the end of a deal: the cards and pieces that fly, and what happened in its own words. All of it optional. */
import type { Component } from 'svelte';
import type { Sounds, Voice } from '../lib/sound';
import type { Over, SeatInfo } from '../lib/wire';

export type Outcome = {
  /** Instead of the points: "First out!" */
  headline?: string;
  text?: string;
  /** What is told of a seat beside its name. */
  note?: (seat: number) => string;
  /** How the points came about: a row for each kind, a number for each seat. */
  sheet?: { label: string; values: number[] }[];
  /** Seats that wear the fool's cap. */
  fools?: number[];
};
/** What the picture of one player's end is drawn from: why the match went as it did. */
export type WhyProps<View = any> = { seat: number; over: Over; view: View };
export type End = {
  Face?: Component<{ code: string }>;
  /** The back of its deck. */
  Back?: Component<any>;
  /** Five cards that open behind the winner. */
  cards?: string[];
  /** The cards in the pictures of its presets, by their ids; '' are the usual rules. */
  presets?: Record<string, string[]>;
  /** Outlines of 20 x 20 around the middle, and their inks. */
  pieces?: string[];
  inks?: string[];
  /** Kinds of events that sound like more than a card being laid. */
  sounds?: Sounds;
  /** The instrument of its turn and its end. */
  voice?: Voice;
  outcome?: (over: Over, seats: SeatInfo[], you: number | null) => Outcome;
};

const ends = import.meta.glob<{ default: End }>('./*/end.ts');
const whys = import.meta.glob<{ default: Component<WhyProps> }>('./*/Why.svelte');
const PLAIN: End = {};

export const loadEnd = async (game: string): Promise<End> => (await ends[`./${game}/end.ts`]?.())?.default ?? PLAIN;

/** The picture of a player's end, where a game has one. */
export const loadWhy = async (game: string): Promise<Component<WhyProps> | null> => (await whys[`./${game}/Why.svelte`]?.())?.default ?? null;
