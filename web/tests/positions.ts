/** Positions recorded from the engine (tools/positions.py), and a table drawn from one of them. */
import { readFileSync } from 'node:fs';
import { render } from '@testing-library/svelte';
import type { Component } from 'svelte';
import { vi } from 'vitest';
import type { TableProps } from '../src/games/contract';
import type { Legal, SeatInfo, TableEvent } from '../src/lib/wire';

export type Position = {
  about: string;
  names: string[];
  view: any;
  watched: any;
  open: any;
  /** What the game tells beyond the view, of those that have it. */
  aids?: any;
  watched_aids?: any;
  legal: Legal[];
  owed: boolean;
  events: TableEvent[];
};

export const positions = (game: string): Position[] => JSON.parse(readFileSync(`${import.meta.dirname}/positions/${game}.json`, 'utf8')) as Position[];

export const people = (names: string[]): SeatInfo[] =>
  names.map((name, seat) => ({ seat, name, kind: seat ? 'bot' : 'person', user: null, level: null, ready: true, online: true, taken_over: false, seal: '', guest: false, bot: false, away: 0 }));

export function draw(Table: Component<TableProps>, position: Position, other: Partial<TableProps> = {}) {
  const act = vi.fn<(a: string) => void>();
  const why = vi.fn<(a: string) => void>();
  const { container, unmount } = render(Table, { props: {
    view: position.view, layout: null, aids: ('view' in other ? position.watched_aids : position.aids) ?? null, legal: position.legal, owed: position.owed, awaited: null, seats: people(position.names), you: 0, events: position.events,
    clock: null, lang: 'en', hinted: null, act, why, open: null, ...other,
  } });
  return { container, unmount, act, why };
}

export const nameOf = (element: Element): string => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
