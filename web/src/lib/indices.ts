/** The letters of court cards: those of a French deck, or those that decks have where валет, дама, король and туз are said. */
import { language } from './i18n';
import { settings } from './settings.svelte';

const LETTERS: Record<string, string> = { J: 'В', Q: 'Д', K: 'К', A: 'Т' };
const CARDS = /[JQKA](?=[♠♥♣♦])/g;
const RANKS = /(?<=: )(?:(?:10|[2-9JQKA])(?:, |$))+$/; // a list of ranks at the end of a sentence

const cyrillic = (): boolean => settings.indices === 'cyrillic' || (settings.indices === 'auto' && language().indices === 'cyrillic');

/** What is printed in the corner of a card. */
export const index = (rank: string): string => (cyrillic() ? (LETTERS[rank] ?? rank) : rank);

/** A sentence of the server's, with the cards in it as they are printed here. */
export const printed = (text: string): string =>
  cyrillic() ? text.replace(CARDS, index).replace(RANKS, (list) => list.replace(/[JQKA]/g, index)) : text;
