/** Cards and claims in words. */
import { known } from '../../lib/i18n';

export const nameOf = (code: string): string => known(`junquick.${code}`) ?? code;

/** What the card does. */
export const doesOf = (code: string): string => known(`junquick.does.${code}`) ?? known(`junquick.does.${code[0]}`) ?? '';

export const listed = (codes: string[]): string => codes.map(nameOf).join(', ') || '–';
