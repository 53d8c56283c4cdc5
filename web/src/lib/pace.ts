/** How fast a table plays, and how long something takes, in words. */
import { lang, t } from './i18n';
import type { TableInfo } from './wire';

export function pace({ clock, days }: TableInfo): string {
  if (days) return t('shell.days_a_move', { n: days });
  return t(`shell.pace_${clock.turn === 0 ? 'none' : clock.turn < 30 ? 'brisk' : 'calm'}`);
}

/** Days and hours, hours and minutes, or minutes: what somebody needs to know who is away. */
export function timeLeft(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days) return t('shell.left_days', { d: days, h: hours });
  return hours ? t('shell.left_hours', { h: hours, m: minutes % 60 }) : t('shell.left_minutes', { m: Math.max(1, minutes) });
}

/** The same in the room of a clock. */
export const shortLeft = (seconds: number): string =>
  seconds >= 86_400 ? t('shell.short_days', { n: Math.floor(seconds / 86_400) }) : t('shell.short_hours', { n: Math.floor(seconds / 3600) });

export const dayOf = (at: number): string => new Intl.DateTimeFormat(lang(), { day: 'numeric', month: 'long' }).format(at);
