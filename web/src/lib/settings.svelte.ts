/** What a person has set for this browser; kept in the browser, never sent. */
import { MediaQuery } from 'svelte/reactivity';
import { setMotion } from './motion';

export type Theme = 'auto' | 'light' | 'dark';
/** The letters of court cards: as in the language, J Q K A, or В Д К Т. */
export type Indices = 'auto' | 'latin' | 'cyrillic';
export type Settings = {
  theme: Theme;
  /** 0: nothing moves; 1: ordinary; 2: twice as fast. */
  motion: number;
  /** How loud the sounds are, from 0 to 1. */
  volume: number;
  /** Ask before an irrevocable sealed choice. */
  confirm: boolean;
  /** A colour of its own for each of the four suits. */
  fourColour: boolean;
  indices: Indices;
};

const KEY = 'koloda.settings';
const DEFAULTS: Settings = { theme: 'auto', motion: 1, volume: 0.4, confirm: true, fourColour: true, indices: 'auto' };

function stored(): Partial<Settings> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Partial<Settings>) : {};
  } catch {
    return {};
  }
}

const night = new MediaQuery('prefers-color-scheme: dark');
export const settings: Settings = $state({ ...DEFAULTS, ...stored() });

/** Write the settings to the page and to the browser's store; to be called inside an effect. */
export function applySettings(): void {
  const page = document.documentElement;
  page.dataset.theme = settings.theme === 'auto' ? (night.current ? 'dark' : 'light') : settings.theme;
  page.classList.toggle('four-colour', settings.fourColour);
  page.classList.toggle('still', settings.motion === 0);
  setMotion(settings.motion);
  localStorage.setItem(KEY, JSON.stringify(settings));
}
