/** What our own bots are called on a ladder: the animal of a level, or the plain name of another bot. */
import { known } from './i18n';

export const botTitle = (level: string): string => known(`shell.animal_${level}`) ?? level;
export const botStrength = (level: string): string => known(`shell.level_${level}`) ?? '';
